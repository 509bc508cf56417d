// The lab: runs of experiments with their progress, results and games.

import { h, s, say } from "./dom.js";
import { get } from "./net.js";
import { start } from "./lobby.js";

/** Milliseconds between two updates while runs are in progress. */
const LOOK = 2000;

/** Time and progress of each run at its first load; the speed of the run is measured from there. */
const seen = new Map();

const here = (name) => `#/lab${name ? `/${encodeURIComponent(name)}` : ""}`;

/** Updates the page after a while, as long as it shows the same address. */
function again(place, draw) {
  setTimeout(() => {
    if (location.hash !== place) return;
    draw().catch((error) => say(error.message, true));
  }, LOOK);
}

export async function lab(main, name) {
  document.title = "Lab · Sortilege";
  if (name) return report(main, name);
  const { folder, runs } = await get("/api/lab");
  if (location.hash !== here()) return;
  const focus = document.activeElement?.dataset?.run;
  main.replaceChildren(h("section", { class: "panel" }, h("h1", null, "Lab"),
    runs.length
      ? h("ul", { class: "runs" }, runs.map(brief))
      : h("p", null, `There are no runs in ${folder || "any folder"}. `, h("code", null, "sortilege run EXPERIMENT.toml"), " creates one. ", h("code", null, "sortilege serve --runs DIR"), " shows another folder.")));
  if (focus) main.querySelector(`[data-run="${CSS.escape(focus)}"]`)?.focus();
  again(here(), () => lab(main));
}

function brief(run) {
  return h("li", null, h("h2", null, h("a", { href: here(run.name), "data-run": run.name }, run.name)),
    run.error ? h("p", { class: "bad" }, run.error) : run.done === undefined ? h("p", { class: "about" }, "Loading…") : [progress(run), intervals(run)]);
}

/** Progress of a run, and the remaining time at the speed measured so far. */
function progress(run) {
  const { name, complete, done, total, stage } = run;
  const now = performance.now();
  if (!seen.has(name) || seen.get(name).done > done) seen.set(name, { now, done });
  const first = seen.get(name);
  const left = done > first.done ? ((total - done) * (now - first.now)) / (done - first.done) : null;
  const words = complete ? "complete" : left === null ? "not complete" : `about ${time(left / 1000)} left`;
  return h("p", { class: "progress" },
    !complete && h("progress", { max: total || 1, value: done, "aria-label": `${name}: progress` }),
    h("span", { class: "about" }, `${done.toLocaleString("en")} of ${total.toLocaleString("en")}${stage > 1 ? ` in ${stage} stages` : ""}, ${words}`));
}

function time(seconds) {
  const [unit, size] = [["days", 86400], ["hours", 3600], ["minutes", 60]].find(([, size]) => seconds >= 2 * size) || ["seconds", 1];
  return `${Math.max(1, Math.round(seconds / size))} ${unit}`;
}

/** Values with their confidence intervals: a line for the interval and a mark at the value. */
function intervals({ of, scores }) {
  const known = (scores || []).filter(([, value, low, high]) => [value, low, high].every((number) => typeof number === "number"));
  if (!known.length) return "";
  // A score is a share between 0 and 1; a player with 0.5 is neither better nor worse.
  const share = of === "score";
  const [least, most] = [Math.min(0, ...known.map(([, , low]) => low)), Math.max(share ? 1 : 0, ...known.map(([, , , high]) => high))];
  const x = (value) => (100 * (value - least)) / (most - least);
  const line = ([, value, low, high]) => s("svg", { class: "interval", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("line", { class: "half", x1: x(share ? 0.5 : 0), x2: x(share ? 0.5 : 0), y1: 0, y2: 10 }), s("rect", { class: "span", x: x(low), width: Math.max(0.4, x(high) - x(low)), y: 3.6, height: 2.8 }), s("rect", { class: "at", x: x(value) - 0.5, width: 1, y: 1, height: 8 }));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `${of} with intervals` }, h("table", { class: "scores" },
    h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, of), h("th", { scope: "col" }, "95 % interval"), h("td", null))),
    h("tbody", null, known.map((score) => h("tr", null, h("th", { scope: "row" }, score[0]), h("td", null, score[1].toFixed(3)), h("td", null, `${score[2].toFixed(3)} to ${score[3].toFixed(3)}`), h("td", { class: "intervalcell" }, line(score)))))));
}

const cell = (value) => (typeof value === "number" ? (Number.isInteger(value) ? String(value) : value.toFixed(3)) : String(value ?? ""));

async function report(main, name) {
  const shown = await get(`/api/lab/${encodeURIComponent(name)}`);
  const place = here(name);
  if (location.hash !== place) return;
  const { complete, report: contents } = shown;
  // Opened details and the focus survive an update of the numbers.
  const games = [...main.querySelectorAll(".recorded")].find((one) => one.dataset.run === name) || recorded(name);
  const focus = games.contains(document.activeElement) ? document.activeElement : null;
  main.replaceChildren(h("article", { class: "panel" },
    h("p", null, h("a", { href: here() }, "All runs")),
    h("h1", null, contents.title || name), h("p", { class: "lead" }, contents.answer || ""),
    progress(shown), intervals(shown), games,
    (contents.tables || []).map((table) => [h("h2", null, table.title),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": table.title }, h("table", null,
        h("thead", null, h("tr", null, table.columns.map((column) => h("th", { scope: "col" }, column)))),
        h("tbody", null, table.rows.map((row) => h("tr", null, (Array.isArray(row) ? row : Object.values(row)).map((value) => h("td", null, cell(value))))))))])));
  focus?.focus();
  if (!complete) again(place, () => report(main, name));
}

/** Recorded games of a run, for replay. The list is loaded when it is opened. */
function recorded(name) {
  const place = h("div", null);
  const list = async () => {
    const { files } = await get(`/api/lab/${encodeURIComponent(name)}/games`);
    place.replaceChildren(...(files.length ? files.flatMap(({ file, games, more }) => [
      h("h3", null, file),
      h("ol", { class: "games" }, games.map((game) => h("li", null, h("button", { type: "button", class: "quiet", onclick: () => look(name, file, game.number) }, `Game ${game.number + 1}`),
        h("span", { class: "about" }, ` ${game.players.map((player, at) => `${player.split(":")[0]} ${outcome(game.payoffs[at])}`).join(", ")}; ${game.steps} steps`)))),
      more && h("p", { class: "about" }, "There are more games that are not listed.")]).filter(Boolean)
      : [h("p", { class: "about" }, "No games were recorded. ", h("code", null, `sortilege run EXPERIMENT.toml --record RUNS/${name}.jsonl`), " records the games that it plays.")]));
  };
  return h("details", { class: "settings recorded", "data-run": name, ontoggle: (event) => event.target.open && list().catch((error) => say(error.message, true)) }, h("summary", null, "Games of the run"), place);
}

const outcome = (payoff) => (payoff === undefined ? "" : payoff > 0 ? `+${cell(payoff)}` : cell(payoff).replace("-", "−"));

async function look(name, file, number) {
  try {
    const record = await get(`/api/lab/${encodeURIComponent(name)}/games/${encodeURIComponent(file)}/${number}`);
    await start({ record }, { at: 0 });
  } catch (error) {
    say(error.message, true);
  }
}
