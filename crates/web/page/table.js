// The page of a game: the table, the actions of the player, and the history.

import { colour, h, say } from "./dom.js";
import { get, post, shelf, subscribe } from "./net.js";
import { Compose } from "./compose.js";
import { Look, beside, draw, glide, placed } from "./board.js";
import { beliefs, candidates, course, votes } from "./head.js";
import { markdown } from "./markdown.js";
import { start } from "./lobby.js";

/** Milliseconds before an AI begins: in games between AIs, after another AI, and after a human. */
const PACE = { watched: 700, several: 450, human: 60 };
/** Limit of move buttons; the other moves can be typed. */
const MOST_BUTTONS = 48;

export class TableView {
  constructor(main, id, token) {
    Object.assign(this, { main, id, paused: false, state: null, compose: new Compose([]), frame: null, tab: "game", draft: "" });
    this.kept = shelf.find(id);
    // The address is an invitation to a seat.
    if (token && !this.kept) {
      this.kept = { id, tokens: [token], watcher: null, name: "game", seats: ["invited"], invited: true };
      history.replaceState(null, "", `#/game/${id}`);
    }
    this.tokens = this.kept ? [...this.kept.tokens.filter(Boolean), ...(this.kept.watcher ? [this.kept.watcher] : [])] : [];
    this.token = this.tokens[0];
    this.eyes = null;
    this.fast = sessionStorage.getItem("pace") === "none";
    this.key = (event) => this.onKey(event);
  }

  async begin() {
    if (!this.token) throw new Error("This browser has no seat in that game. The person who began it can send you an invitation link.");
    const first = await get(`/api/games/${this.id}`, this.who());
    if (this.kept.invited) {
      Object.assign(this.kept, { name: first.game.name, seats: first.seats.map((seat) => seat.player) });
      shelf.put(this.kept);
    }
    this.rules = await get(`/api/games/${this.id}/rules`, this.who()).then((game) => game.rules).catch(() => null);
    this.lay(first);
    this.receive("game", first);
    this.connect();
    document.addEventListener("keydown", this.key);
  }

  close() {
    this.source?.close();
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.key);
  }

  who() {
    return { seat: this.token, ...(this.eyes === null ? {} : { as: this.eyes }) };
  }

  connect() {
    this.source?.close();
    this.source = subscribe(this.id, this.who(), (name, data) => this.receive(name, data));
  }

  async ask(verb, body = {}) {
    try {
      return await post(`/api/games/${this.id}/${verb}`, { ticket: this.state.ticket, ...body }, this.who());
    } catch (error) {
      if (!(verb === "think" && error.status === 409)) say(error.message, true);
      return null;
    }
  }

  receive(name, data) {
    if (name === "thinking") return this.drawThinking(data);
    if (name === "lost") return this.main.querySelector(".turn")?.classList.add("lost");
    const same = this.state && !this.turning && this.state.ticket === data.ticket && JSON.stringify(this.state.scene) === JSON.stringify(data.scene);
    const before = this.state;
    this.state = data;
    if (!data.busy) this.thinking = null;
    if (!same) this.compose = new Compose(data.moves);
    this.turning = false;
    if (this.handOver()) return;
    if (!same && !this.turning) this.send(false);
    this.drawAll(before, same);
    this.goOn();
  }

  /** Starts the search of the AI whose turn it is, after a short pause. */
  goOn() {
    clearTimeout(this.timer);
    const { state } = this;
    const human = state.toChoose.some((who) => state.seats[who].human);
    if (state.turn === "over" || human || this.paused || state.busy || !state.toChoose.length) return;
    const watched = !state.seats.some((seat) => seat.human);
    const pace = this.fast ? 0 : watched ? PACE.watched : this.lastHuman ? PACE.human : PACE.several;
    this.lastHuman = false;
    this.timer = setTimeout(() => this.ask("think"), pace);
  }

  // Several people in this browser

  /**
   * Hands over to the next person in this browser. If the game has hidden information, a screen
   * without the table comes first; returns true while it is shown.
   */
  handOver() {
    const { state } = this;
    if (this.tokens.length < 2 || this.kept.watcher || state.turn === "over" || state.toChoose.includes(state.you)) return false;
    const seats = this.kept.tokens.map((token, at) => ({ token, at })).filter(({ token }) => token);
    const next = seats.find(({ at }) => state.toChoose.includes(at));
    if (!next) return false;
    const turn = () => {
      this.token = next.token;
      this.turning = true;
      this.connect();
    };
    // Without hidden information the move is shown directly to the next person.
    if (!state.hidden && state.turn !== "together") {
      turn();
      return false;
    }
    const name = state.seats[next.at].name;
    this.table.replaceChildren(h("div", { class: "curtain" }, h("h2", null, `${name}, it is your turn`), h("p", null, "Only you may see the next screen. Take the device, and ask the others to look away."),
      h("button", { class: "main", type: "button", onclick: turn }, `I am ${name}`)));
    this.side.replaceChildren();
    this.actions.replaceChildren();
    this.table.querySelector("button").focus();
    return true;
  }

  // The page

  lay(state) {
    this.table = h("section", { class: "felt", "aria-label": "Table" });
    this.actions = h("section", { class: "actions", "aria-label": "Your move" });
    this.side = h("aside", { class: "side", "aria-label": "About the game" });
    this.heading = h("h1", { class: "gamename" }, state.game.title);
    this.turn = h("p", { class: "turn", role: "status" });
    this.main.replaceChildren(h("div", { class: "game" }, h("div", { class: "play" }, h("div", { class: "headline" }, this.heading, this.turn), this.table, this.actions), this.side));
    this.table.addEventListener("pointerdown", (event) => this.press(event));
    document.title = `${state.game.title} · Sortilege`;
  }

  drawAll(before, same) {
    this.drawTurn();
    if (!same || !this.frame) this.drawTable(before);
    this.drawActions();
    this.drawSide();
  }

  drawTurn() {
    const { state } = this;
    const names = state.toChoose.map((who) => (who === state.you ? "you" : state.seats[who].name));
    this.turn.classList.remove("lost");
    this.turn.classList.toggle("yours", state.toChoose.includes(state.you));
    this.turn.textContent = state.turn === "over" ? result(state) : state.toChoose.includes(state.you) ? "Your move" : `${names.join(" and ")} to move…`;
  }

  drawTable() {
    const shown = this.frame || this.state;
    const live = !this.frame;
    const focus = document.activeElement?.dataset?.name;
    const before = this.table.querySelector(".scene") ? placed(this.table) : null;
    const look = new Look(this.state.seats, (name) => live && this.compose.can(name), live ? this.compose.chosen : []);
    this.table.replaceChildren(...this.banner(), draw(shown.scene, look));
    if (before) glide(before, this.table);
    if (focus) this.find(focus)?.focus({ preventScroll: true });
  }

  find(name) {
    return [...this.table.querySelectorAll("[role=button][data-name]")].find((element) => element.dataset.name === name);
  }

  banner() {
    const { state } = this;
    const out = [];
    if (this.frame) out.push(h("p", { class: "note" }, `Looking back: after step ${this.frame.at} of ${this.frame.steps}. `, h("button", { class: "quiet", type: "button", onclick: () => this.look(null) }, "Back to now")));
    else if (state.turn === "over") out.push(h("div", { class: "over" }, h("strong", null, result(state)), h("span", null, payoffs(state)), state.hidden && h("small", null, "Final position: ", h("code", null, state.position))));
    if (state.open && state.hidden && state.seats.length > 1) out.push(this.eyesChoice());
    return out;
  }

  eyesChoice() {
    const { state } = this;
    const choose = (event) => {
      this.eyes = +event.target.value;
      if (this.frame) this.look(this.frame.at);
      this.connect();
    };
    return h("label", { class: "eyes" }, "Seen by ", h("select", { onchange: choose }, state.seats.map((seat, at) => h("option", { value: at, selected: at === (this.frame || state).eyes }, seat.name))));
  }

  // Moves

  async point(name) {
    const made = this.compose.point(name);
    if (made) return this.play(made);
    this.drawTable();
    this.drawActions();
  }

  /** Whether a move is being sent: until the new table is drawn, or until the move is refused. */
  send(on) {
    this.sending = on;
    this.main.firstChild.classList.toggle("sending", on);
  }

  async play(move) {
    if (this.sending) return;
    this.send(true);
    this.lastHuman = true;
    if (await this.ask("move", { action: move.name })) return;
    this.send(false);
    this.compose.chosen = [];
    this.drawTable();
    this.drawActions();
  }

  /** Handles a click, or a piece that is dragged to its destination. */
  press(event) {
    const from = event.target.closest("[role=button][data-name]");
    if (!from || event.button) return;
    event.preventDefault();
    const name = from.dataset.name;
    const [x, y] = [event.clientX, event.clientY];
    const chosen = this.compose.chosen.includes(name);
    if (!chosen) this.point(name);
    const up = (end) => {
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      const dragged = Math.hypot(end.clientX - x, end.clientY - y) > 12;
      const under = document.elementFromPoint(end.clientX, end.clientY)?.closest("[role=button][data-name]");
      if (dragged && under && under.dataset.name !== name) this.point(under.dataset.name);
      else if (!dragged && chosen) this.point(name);
    };
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  onKey(event) {
    const { target } = event;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const pointed = target.closest?.("[role=button][data-name]");
    if (ways[event.key] && pointed) {
      event.preventDefault();
      beside(this.table, pointed, ways[event.key])?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && pointed) {
      event.preventDefault();
      this.point(pointed.dataset.name);
    } else if ((event.key === "Escape" || event.key === "Backspace") && this.compose.chosen.length) {
      event.preventDefault();
      this.compose.back();
      this.drawTable();
      this.drawActions();
    }
  }

  drawActions() {
    const { state, compose } = this;
    const yours = state.moves.length > 0 && !this.frame;
    const whole = compose.whole();
    const text = (move) => move.gesture.button || move.name;
    const buttons = compose.buttons.slice(0, MOST_BUTTONS);
    const typed = this.actions.querySelector(".typed input");
    const focused = typed && document.activeElement === typed;
    const selected = focused && [typed.selectionStart, typed.selectionEnd];
    this.actions.replaceChildren(
      yours && compose.chosen.length > 0 ? h("div", { class: "composing" },
        h("span", { "aria-live": "polite" }, compose.chosen.map(shortName).join(compose.isSet() ? ", " : " → ")),
        whole && compose.waits() && h("button", { class: "main confirm", type: "button", onclick: () => this.play(whole) }, "Confirm"),
        h("button", { type: "button", onclick: () => { compose.back(); this.drawTable(); this.drawActions(); } }, "Back")) : "",
      yours && buttons.length > 0 ? h("div", { class: "buttons" }, buttons.map((move) => h("button", { type: "button", class: "move", "data-move": move.name, onclick: () => this.play(move) }, text(move))),
        compose.buttons.length > buttons.length && h("span", { class: "about" }, `and ${compose.buttons.length - buttons.length} more, which you can type`)) : "",
      yours ? this.typing() : "",
      h("div", { class: "tools" },
        state.you !== null && state.turn !== "over" && yours && h("button", { type: "button", class: "quiet hint", disabled: state.busy, onclick: () => { this.advise = true; this.ask("hint"); } }, state.busy ? "Thinking…" : "Hint"),
        state.canUndo && h("button", { type: "button", class: "quiet undo", onclick: () => this.ask("undo") }, "Take back"),
        !state.seats.some((seat) => seat.human) && state.turn !== "over" && this.watching(),
        h("button", { type: "button", class: state.turn === "over" ? "main again" : "quiet again", onclick: () => this.again() }, state.turn === "over" ? "Play again" : "New game")),
      state.hint ? this.hinted() : "");
    const again = focused && this.actions.querySelector(".typed input");
    if (again) {
      again.focus();
      again.setSelectionRange(...selected);
    }
    // Scrolls a requested hint into view.
    if (this.advise && state.hint && !state.busy) {
      this.advise = false;
      this.actions.querySelector(".hinted").scrollIntoView({ block: "nearest" });
    }
  }

  hinted() {
    const { hint } = this.state;
    return h("div", { class: "hinted", role: "status" }, h("p", null, "An AI that sees only what you see would play ", h("strong", null, hint.action), "."), candidates(hint, hint.action), votes(hint.votes, "you"));
  }

  /** Input for moves by name or by the beginning of a name. The draft survives redrawing. */
  typing() {
    const { moves } = this.state;
    const list = h("datalist", { id: "legal" }, moves.slice(0, 300).map((move) => h("option", { value: move.name })));
    const input = h("input", { type: "text", list: "legal", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Type a move" , placeholder: `or type: ${moves[0].name}`, value: this.draft, oninput: () => { this.draft = input.value; } });
    const submit = (event) => {
      event.preventDefault();
      const typed = input.value.trim().toLowerCase();
      const exact = moves.filter((move) => move.name.toLowerCase() === typed);
      const some = exact.length ? exact : moves.filter((move) => move.name.toLowerCase().startsWith(typed));
      if (typed && some.length === 1) {
        this.draft = "";
        this.play(some[0]);
      } else say(some.length && typed ? `“${input.value}” could be ${some.slice(0, 5).map((move) => move.name).join(", ")}${some.length > 5 ? " …" : ""}.` : `“${input.value}” is not a legal move.`, true);
    };
    return h("form", { class: "typed", onsubmit: submit }, input, list, h("button", { type: "submit", class: "quiet" }, "Play"));
  }

  watching() {
    const pause = () => {
      this.paused = !this.paused;
      this.drawActions();
      this.goOn();
    };
    return [h("button", { type: "button", class: "pause", onclick: pause }, this.paused ? "▶ Continue" : "❚❚ Pause"), this.paused && h("button", { type: "button", class: "step", onclick: () => this.ask("think") }, "One move")];
  }

  async again() {
    const wish = this.kept.wish?.game ? this.kept.wish : { game: this.state.game.spec, seats: this.state.seats.map((seat) => seat.player) };
    await start(wish).catch((error) => say(error.message, true));
  }

  // Looking back

  async look(at) {
    if (at === null) this.frame = null;
    else {
      try {
        this.frame = await get(`/api/games/${this.id}/frame`, { ...this.who(), at });
      } catch (error) {
        return say(error.message, true);
      }
    }
    this.drawTable();
    this.drawActions();
    this.drawSide();
  }

  replay() {
    const { steps } = this.state;
    if (!steps) return "";
    const at = this.frame ? this.frame.at : steps;
    const to = (next) => this.look(next >= steps && this.state.turn !== "over" ? null : Math.max(0, Math.min(steps, next)));
    return h("div", { class: "replay", role: "group", "aria-label": "Look back" },
      h("button", { type: "button", class: "quiet", "aria-label": "To the beginning", onclick: () => to(0) }, "|◀"),
      h("button", { type: "button", class: "quiet", "aria-label": "One step back", onclick: () => to(at - 1) }, "◀"),
      h("input", { type: "range", min: 0, max: steps, value: at, "aria-label": "Step of the game", onchange: (event) => to(+event.target.value) }),
      h("button", { type: "button", class: "quiet", "aria-label": "One step on", onclick: () => to(at + 1) }, "▶"),
      h("button", { type: "button", class: "quiet", "aria-label": "To the end", onclick: () => this.look(null) }, "▶|"));
  }

  // Panels beside the table

  drawSide() {
    const tabs = { game: "Game", head: "AI analysis", ...(this.rules ? { rules: "Rules" } : {}) };
    const choose = (tab) => {
      this.tab = tab;
      this.drawSide();
      this.side.querySelector(`#tab-${tab}`).focus();
    };
    const scrolled = this.side.querySelector(".tabpanel")?.scrollTop || 0;
    const same = this.side.dataset.tab === this.tab;
    const arrows = (event) => {
      const names = Object.keys(tabs);
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (way) choose(names[(names.indexOf(this.tab) + way + names.length) % names.length]);
    };
    const focus = this.side.contains(document.activeElement) && document.activeElement.id;
    this.side.dataset.tab = this.tab;
    this.side.replaceChildren(
      h("div", { class: "tabs", role: "tablist", "aria-label": "About the game", onkeydown: arrows }, Object.entries(tabs).map(([tab, label]) =>
        h("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-selected": String(tab === this.tab), "aria-controls": "tabpanel", tabindex: tab === this.tab ? 0 : -1, onclick: () => choose(tab) }, label))),
      h("div", { class: `tabpanel on-${this.tab}`, id: "tabpanel", role: "tabpanel", "aria-labelledby": `tab-${this.tab}`, tabindex: 0 }, { game: () => this.gamePanel(), head: () => this.headPanel(), rules: () => markdown(this.rules) }[this.tab]()));
    if (focus) document.getElementById(focus)?.focus();
    const panel = this.side.querySelector(".tabpanel");
    if (this.tab === "rules" && same) panel.scrollTop = scrolled;
    const log = this.side.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  gamePanel() {
    const { state } = this;
    const shown = this.frame || state;
    const name = (who) => (who === null ? "Table" : who === state.you ? "You" : state.seats[who].name);
    return [
      h("ul", { class: "players" }, state.seats.map((seat, at) => h("li", { class: `own-${colour(state.seats, at)} ${state.toChoose.includes(at) ? "turns" : ""}` },
        h("span", { class: "chip", "aria-hidden": "true" }), h("strong", null, seat.name), h("span", { class: "about" }, at === state.you ? " you" : seat.human ? " human" : ` ${seat.player}`)))),
      state.takenBack > 0 && h("p", { class: "note" }, "A move was taken back after it had revealed something, so this is not a fair game any more."),
      state.peeked && h("p", { class: "note" }, "Hidden information was revealed to you, so this is not a fair game any more."),
      h("ol", { class: "log", "aria-label": "What has happened", tabindex: 0 }, shown.log.map((event) => h("li", { class: event.who === null ? "chance" : null }, h("strong", null, name(event.who)), " ", event.text))),
      this.replay(),
      this.afterwards(),
      this.sharing(),
    ];
  }

  afterwards() {
    const { state } = this;
    if (state.turn !== "over") return "";
    const { review } = state;
    if (!review) return h("p", null, h("button", { type: "button", class: "review", onclick: () => this.ask("review") }, "Review the game"));
    const worst = review.comments.filter((one) => one.lost > 0.02).sort((a, b) => b.lost - a.lost).slice(0, 8);
    return h("section", { class: "reviewed", "aria-label": "Review" },
      h("h2", null, review.done < review.steps ? `Reviewing: ${review.done} of ${review.steps}` : "Review"),
      worst.length ? h("ol", null, worst.map((one) => h("li", null,
        h("button", { type: "button", class: "quiet", onclick: () => this.look(one.step) }, `Step ${one.step + 1}`),
        ` ${one.who === state.you ? "you" : state.seats[one.who].name} played `, h("strong", null, one.played), `, and ${one.best} was better by ${Math.round(one.lost * 100)} %`)))
        : h("p", null, review.done < review.steps ? "No mistakes so far." : "The review found no mistakes."),
      state.hidden && h("p", { class: "about" }, "Go to any step and open “AI analysis” to see what each seat could believe at that time."));
  }

  sharing() {
    const { state } = this;
    const copy = async (text, said) => {
      try {
        await navigator.clipboard.writeText(text);
        say(said);
      } catch {
        say("The browser does not allow this page to copy text.", true);
      }
    };
    const place = `${location.origin}/#/new/${state.game.name}?${new URLSearchParams({ spec: state.game.spec, position: state.position || "" })}`;
    const others = this.kept.invited ? [] : (this.kept.tokens || []).map((token, at) => ({ token, at })).filter(({ token, at }) => token && at !== state.you);
    return h("div", { class: "sharing" },
      h("button", { type: "button", class: "quiet", onclick: async () => copy(await get(`/api/games/${this.id}/record`, this.who()), "Record copied.") }, "Copy record"),
      state.position && h("button", { type: "button", class: "quiet", onclick: () => copy(place, "Link to this position copied.") }, "Link to position"),
      others.map(({ token, at }) => h("button", { type: "button", class: "quiet", onclick: () => copy(`${location.origin}/#/game/${this.id}/${token}`, `Invitation link copied. The person who opens it plays ${state.seats[at].name}.`) }, `Invite to ${state.seats[at].name}`)));
  }

  headPanel() {
    return [...this.thoughts(), ...this.believing()];
  }

  thoughts() {
    const { state } = this;
    const ai = state.seats.some((seat) => !seat.human);
    if (!ai) return [h("p", null, "There is no AI in this game.")];
    if (state.hidden && !state.open) return [
      h("p", null, "The AI’s analysis would reveal what is hidden from you, so it is shown when the game is over."),
      h("p", null, h("button", { type: "button", class: "peek", onclick: () => this.peek() }, "Show it anyway")),
      h("p", { class: "about" }, "This reveals the AI’s side of the table. You can play on, but the game no longer counts as fair.")];
    const thought = this.thinking?.candidates?.length ? this.thinking : state.thought;
    const who = thought ? state.seats[thought.who]?.name : "";
    return [
      h("h2", { class: "thinker" }, thought ? (this.thinking ? `${who} thinks…` : `${who} thought`) : "No analysis yet"),
      thought && h("p", { class: "about" }, `${(thought.iterations || 0).toLocaleString("en")} simulations. Values are winning chances ± their standard error.`),
      candidates(thought, thought?.action),
      thought?.line?.length > 1 && h("p", { class: "about" }, "Expected line: ", h("span", { class: "line" }, thought.line.join(", "))),
      votes(thought?.votes, who),
      course(state.chances, state.seats)];
  }

  /** Beliefs of the shown seat about hidden information; loaded when the panel is open. */
  believing() {
    const { state, frame } = this;
    const shown = frame || state;
    if (!state.hidden || shown.turn === "over") return [];
    const key = `${state.ticket}/${shown.eyes}/${frame ? frame.at : "now"}`;
    if (this.believed?.key !== key) {
      const before = this.believed?.answer;
      this.believed = { key, answer: before?.who === shown.eyes ? before : null };
      get(`/api/games/${this.id}/beliefs`, { ...this.who(), ...(frame ? { at: frame.at } : {}) })
        .then((answer) => {
          if (this.believed.key !== key) return;
          this.believed.answer = answer;
          if (this.tab === "head") this.drawSide();
        })
        .catch((error) => say(error.message, true));
    }
    const whose = shown.eyes === state.you ? "you" : state.seats[shown.eyes].name;
    return [h("section", { class: "beliefs", "aria-label": "Beliefs" }, h("h2", null, `What ${whose} can believe`), this.believed.answer ? beliefs(this.believed.answer, state, shown.scene) : h("p", { class: "about" }, "Sampling…"))];
  }

  peek() {
    const dialog = h("dialog", { "aria-labelledby": "peek-title" }, h("h2", { id: "peek-title" }, "Reveal the AI’s side?"), h("p", null, "You will see everything that is hidden from you. You can play on, but the game is marked as not a fair game any more."),
      h("form", { method: "dialog", class: "buttons" }, h("button", { value: "no" }, "Cancel"), h("button", { value: "yes", class: "main" }, "Reveal")));
    document.body.append(dialog);
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") this.ask("peek");
      dialog.remove();
    });
    dialog.showModal();
  }

  drawThinking(data) {
    this.thinking = data;
    if (this.tab === "head" && data?.candidates?.length) this.drawSide();
    if (data && data.who !== undefined && this.state.turn !== "over") this.turn.textContent = `${this.state.seats[data.who].name} thinks…`;
  }
}

/** Name of a thing without its place and number. */
const shortName = (name) => name.split("#")[0].replace(/^[a-z-]+\./, "");

function result(state) {
  const own = state.you === null ? null : state.payoffs[state.you];
  if (own !== null) return own > 0 ? "You win" : own < 0 ? "You lose" : "A draw";
  const best = Math.max(...state.payoffs);
  const winners = state.seats.filter((_, at) => state.payoffs[at] === best).map((seat) => seat.name);
  return best > 0 ? `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}` : "A draw";
}

function payoffs(state) {
  const { unit, factor } = state.stakes || { unit: "", factor: 1 };
  const number = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(Math.round(value * factor * 1000) / 1000);
  return state.seats.map((seat, at) => `${seat.name} ${number(state.payoffs[at])}${unit ? ` ${unit}` : ""}`).join(", ");
}
