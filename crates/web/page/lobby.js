// The lobby: all games, the games of this browser, and the form for a new game.

import { h, s, say } from "./dom.js";
import { get, post, shelf } from "./net.js";
import { form, spec, unspec } from "./forms.js";
import { markdown } from "./markdown.js";

/** A small picture for the category of a game. */
function emblem(game) {
  const has = (word) => game.capabilities.includes(word);
  const kind = has("simultaneous") ? "hands" : has("hidden") ? "card" : has("chance") ? "die" : "board";
  const shapes = {
    card: [s("rect", { x: 5, y: 8, width: 15, height: 21, rx: 3, transform: "rotate(-9 12 18)", class: "e2" }), s("rect", { x: 15, y: 6, width: 15, height: 21, rx: 3, transform: "rotate(9 22 16)", class: "e1" })],
    die: [s("rect", { x: 6, y: 6, width: 24, height: 24, rx: 6, class: "e1" }), ...[[12, 12], [24, 12], [18, 18], [12, 24], [24, 24]].map(([cx, cy]) => s("circle", { cx, cy, r: 2.4, class: "e3" }))],
    board: [s("rect", { x: 5, y: 5, width: 26, height: 26, rx: 3, class: "e2" }), s("rect", { x: 5, y: 5, width: 13, height: 13, class: "e1" }), s("rect", { x: 18, y: 18, width: 13, height: 13, class: "e1" }), s("circle", { cx: 24.5, cy: 11.5, r: 4, class: "e3" })],
    hands: [s("path", { d: "M6 18a12 12 0 0 1 12-12v24a12 12 0 0 1-12-12z", class: "e1" }), s("path", { d: "M30 18a12 12 0 0 1-12 12v-24a12 12 0 0 1 12 12z", class: "e2" })],
  };
  return s("svg", { class: `emblem em-${kind}`, viewBox: "0 0 36 36", "aria-hidden": "true" }, shapes[kind]);
}

/** All games by family. */
export async function lobby(main) {
  const { games, families } = await get("/api/catalogue");
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const shelves = families.map((family) => [family, games.filter((game) => game.family === family)]).filter(([, some]) => some.length);
  const tile = (game) => {
    return h("a", { class: "tile", href: `#/new/${game.name}`, "data-game": game.name }, emblem(game), h("span", { class: "tiletext" }, h("strong", null, game.title), h("span", { class: "about" }, game.help)));
  };
  main.replaceChildren(
    h("section", { class: "hero" }, h("h1", null, "Choose a game"), h("p", null, "Play games of chance, bluff and strategy against Monte Carlo search. You see only what your seat may see, and so does the AI.")),
    current(titles),
    ...shelves.map(([label, some]) => h("section", { class: "shelf" }, h("h2", null, label), h("div", { class: "tiles" }, some.map(tile)))),
    loader());
  document.title = "Sortilege";
}

/** Games of this browser. */
function current(titles) {
  const games = shelf.all().slice(0, 6);
  const title = (name) => titles.get(name) || name;
  if (!games.length) return "";
  return h("section", { class: "shelf" }, h("h2", null, "Your games"), h("ul", { class: "current" }, games.map((game) =>
    h("li", null, h("a", { href: `#/game/${game.id}` }, title(game.name)), h("span", { class: "about" }, ` ${game.seats.join(" · ")}`),
      h("button", { class: "quiet", type: "button", "aria-label": `Remove this game of ${title(game.name)} from the list`, onclick: (event) => { shelf.drop(game.id); event.target.closest("li").remove(); } }, "✕")))));
}

function loader() {
  const text = h("textarea", { rows: 3, "aria-label": "Record of a game: one line of JSON", placeholder: "{\"format\":1, …" });
  const load = async () => {
    try {
      await start({ record: text.value });
    } catch (error) {
      say(error.message, true);
    }
  };
  return h("section", { class: "shelf" }, h("details", null, h("summary", null, "Load a recorded game"), text, h("button", { type: "button", onclick: load }, "Open")));
}

/** Begins a game and opens it; `at` is the step to show first. */
export async function start(wish, { at } = {}) {
  const begun = await post("/api/games", wish);
  const name = wish.game ? unspec(wish.game).name : JSON.parse(wish.record).game.split(":")[0];
  shelf.put({ id: begun.id, tokens: begun.tokens, watcher: begun.watcher, name, wish: wish.game ? wish : null, seats: wish.seats || ["record"] });
  location.hash = `#/game/${begun.id}${at === undefined ? "" : `?at=${at}`}`;
  return begun;
}

const LEVELS = { beginner: "Beginner", easy: "Easy", normal: "Normal", strong: "Strong", best: "Best" };

/** The form for a new game: options of the game, and a player for each seat. */
export async function lay(main, name, more) {
  const wanted = more.spec || name;
  let game = await get(`/api/catalogue/${name}`, { spec: wanted });
  const options = unspec(wanted).values;
  const seats = game.seats.map((_, at) => ({ who: at === 0 ? "human" : "normal", values: {}, text: null }));
  const begin = h("button", { class: "main", type: "submit" }, "Begin");
  const gameText = () => spec(name, options);
  const position = h("input", { type: "text", value: more.position || "", placeholder: "standard start", "aria-label": "Starting position" });
  const people = h("div", { class: "people" });

  const seatText = (seat) => seat.text ?? (game.players.some((player) => player.name === seat.who) ? spec(seat.who, seat.values) : seat.who);
  const seatBox = (seat, at) => {
    const player = game.players.find((one) => one.name === seat.who);
    const chosen = h("select", { "aria-label": `Who plays ${game.seats[at]}`, "data-seat": at, onchange: (event) => { Object.assign(seat, { who: event.target.value, values: {}, text: null }); redraw(); } },
      h("option", { value: "human", selected: seat.who === "human" }, "You, or another person at this device"),
      h("optgroup", { label: "Recommended AI" }, Object.entries(LEVELS).map(([level, label]) => h("option", { value: level, selected: seat.who === level }, label))),
      game.presets.length > 0 && h("optgroup", { label: "AIs from papers" }, game.presets.map((one) => h("option", { value: one.name, selected: seat.who === one.name }, one.name))),
      h("optgroup", { label: "All AIs" }, game.players.map((one) => h("option", { value: one.name, selected: seat.who === one.name }, one.name))));
    const meant = game.levels.find((level) => level.name === seat.who) || game.presets.find((one) => one.name === seat.who);
    const exact = h("input", { type: "text", class: "exact", value: seatText(seat), "aria-label": `Exact settings for ${game.seats[at]}`, onchange: (event) => { seat.text = event.target.value.trim(); } });
    return h("fieldset", { class: "person" }, h("legend", null, game.seats[at]), chosen,
      seat.who !== "human" && h("details", { class: "settings" }, h("summary", null, "Exact settings"),
        meant && h("p", { class: "about" }, h("code", null, meant.spec)),
        player && h("p", { class: "about" }, player.help),
        player && form(player.fields, seat.values, () => { seat.text = null; exact.value = seatText(seat); }),
        h("label", { class: "field" }, h("span", { class: "fieldname" }, "settings as text"), exact)));
  };
  const redraw = () => people.replaceChildren(...seats.map(seatBox));
  redraw();

  const submit = async (event) => {
    event.preventDefault();
    begin.disabled = true;
    try {
      await start({ game: gameText(), seats: seats.map(seatText), ...(position.value ? { position: position.value } : {}) });
    } catch (error) {
      say(error.message, true);
      begin.disabled = false;
    }
  };
  main.replaceChildren(h("div", { class: "lay" },
    h("form", { class: "panel", onsubmit: submit },
      h("h1", null, game.title), h("p", { class: "lead" }, game.help),
      h("h2", null, "Who plays"), people,
      game.fields.length > 0 && h("details", { class: "settings", open: game.fields.length < 4 }, h("summary", null, "Options of the game"), form(game.fields, options, () => {})),
      h("details", { class: "settings", open: Boolean(more.position) }, h("summary", null, "Start from another position"), h("label", { class: "field" }, h("span", { class: "fieldname" }, "position"), position)),
      h("p", { class: "begin" }, begin)),
    game.rules && h("article", { class: "panel rules", "aria-label": "Rules" }, markdown(game.rules))));
  document.title = `${game.title} · Sortilege`;
}
