// The AI's head: what it considers, how sure it is, and how it has seen the game go. Only what the viewer may see comes here.

import { colour, h, s } from "./dom.js";

const percent = (value) => `${Math.round(value * 100)} %`;

/** Candidates with their visits, value and uncertainty. */
export function candidates(thought, chosen) {
  if (!thought?.candidates?.length) return h("p", { class: "about" }, "Nothing to show yet.");
  const most = Math.max(1, ...thought.candidates.map(([, visits]) => visits));
  const bar = (visits) => s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { width: (100 * visits) / most, height: 8, rx: 2 }));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Candidates" },
    h("table", { class: "candidates" },
      h("thead", null, h("tr", null, ["Move", "Visits", "", "Value"].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", null))))),
      h("tbody", null, thought.candidates.slice(0, 8).map(([name, visits, value, off]) =>
        h("tr", { class: name === chosen ? "chosen" : null }, h("th", { scope: "row" }, name), h("td", null, visits.toLocaleString("en")), h("td", { class: "barcell" }, bar(visits)),
          h("td", null, visits && value !== null ? h("span", null, percent(value), h("small", null, ` ± ${Math.round(off * 100)}`)) : "–"))))));
}

/** How each player has seen the game go: a line a player, from lost at the bottom to won at the top. */
export function course(chances, seats) {
  const lines = new Map();
  for (const [at, who, value] of chances) lines.set(who, [...(lines.get(who) || []), [at, Math.min(1, Math.max(0, value))]]);
  if (![...lines.values()].some((line) => line.length > 1)) return "";
  const last = Math.max(1, ...chances.map(([at]) => at));
  const told = [...lines].map(([who, line]) => `${seats[who].name}: ${line.map(([, value]) => percent(value)).slice(-3).join(", ")}`).join("; ");
  return h("figure", { class: "course" },
    s("svg", { viewBox: "0 0 200 60", role: "img", "aria-label": `How players saw the game go, lately: ${told}` },
      s("line", { class: "half", x1: 0, x2: 200, y1: 30, y2: 30 }),
      [...lines].map(([who, line]) => s("polyline", { class: `own-${colour(seats, who)}`, points: line.map(([at, value]) => `${((198 * at) / last + 1).toFixed(1)},${(58 - 56 * value).toFixed(1)}`).join(" ") }))),
    h("figcaption", null, "Chances as each AI saw them, from lost to won"));
}
