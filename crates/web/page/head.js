// The AI's head: what it considers, how sure it is, and how it has seen the game go. Only what the viewer may see comes here.

import { colour, h, s } from "./dom.js";

const percent = (value) => `${Math.round(value * 100)} %`;

/** Candidates with their visits and values, and the uncertainty of means or `≤` for upper bounds. */
export function candidates(thought, chosen) {
  if (!thought?.candidates?.length) return h("p", { class: "about" }, "Nothing to show yet.");
  const most = Math.max(1, ...thought.candidates.map(([, visits]) => visits));
  const bar = (visits) => s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { width: (100 * visits) / most, height: 8, rx: 2 }));
  const value = ([name, visits, value, off]) =>
    visits && value !== null ? h("span", null, thought.bounds && name !== chosen ? "≤ " : "", percent(value), off !== null && h("small", null, ` ± ${Math.round(off * 100)}`)) : "–";
  return [
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Candidates" },
      h("table", { class: "candidates" },
        h("thead", null, h("tr", null, ["Move", thought.bounds ? "Nodes" : "Visits", "", "Value"].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", null))))),
        h("tbody", null, thought.candidates.slice(0, 8).map((one) =>
          h("tr", { class: one[0] === chosen ? "chosen" : null }, h("th", { scope: "row" }, one[0]), h("td", null, one[1].toLocaleString("en")), h("td", { class: "barcell" }, bar(one[1])), h("td", null, value(one))))))),
    thought.bounds && h("p", { class: "about" }, "This search stops looking at a move once it cannot be better, so the values of the other moves are upper bounds."),
  ];
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

// What can be believed of what is hidden

/** One of eleven tints, for a share from 0 to 1. */
const tint = (share) => `heat heat-${Math.round(share * 10)}`;

/** What a seat can believe: a small board where marks are hidden on one, and otherwise who or what is where. */
export function beliefs(told, state, scene) {
  const { worlds, places, who } = told;
  const seat = state.seats[who]?.name;
  const whose = who === state.you ? "you" : seat;
  if (!places.length) return [h("p", { class: "about" }, `There is nothing that ${whose} cannot see.`)];
  const cells = places.filter((place) => place.kind === "cell");
  const others = places.filter((place) => place.kind !== "cell");
  return [
    h("p", { class: "about" }, `In ${worlds} worlds drawn from what ${whose} ${who === state.you ? "see" : "sees"}, by the odds of chance: how others chose to play counts for nothing here.`),
    cells.length > 0 && grids(cells, scene),
    others.length > 0 && matrix(others)];
}

/** Boards of the picture, with the share of worlds in which something stands unseen on a cell. */
function grids(cells, scene) {
  const found = new Map(cells.map((cell) => [cell.place, cell.things]));
  return scene.filter((part) => part.board && part.board.cells.some((cell) => found.has(cell.name))).map(({ board }) => {
    const rows = [];
    for (let at = 0; at < board.cells.length; at += board.columns) rows.push(board.cells.slice(at, at + board.columns));
    const cell = (one) => {
      const things = found.get(one.name);
      if (!things) return h("td", { class: "known" }, one.piece?.text || "");
      return h("td", { class: tint(Math.max(...things.map(([, share]) => share))) }, things.map(([thing, share]) => [h("span", { class: "thing" }, `${thing} `), percent(share)]));
    };
    return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "What may stand where" }, h("table", { class: "believed grid" },
      h("thead", null, h("tr", null, h("td", null), board.columnNames.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, rows.map((row, at) => h("tr", null, h("th", { scope: "row" }, board.rowNames[at] || ""), row.map(cell))))));
  });
}

/** Whether there is usually more than one. */
const isMore = (part, mean) => mean >= 1.05 && mean > part + 0.005;

/** Things by place. What there are more of stands in the rows, so that the table is narrow. */
function matrix(places) {
  const things = [];
  for (const place of places) for (const [thing] of place.things) if (!things.includes(thing)) things.push(thing);
  // In the order in which they lie in the longest of the rows.
  const longest = places.reduce((one, other) => (other.things.length > one.things.length ? other : one)).things.map(([thing]) => thing);
  things.sort((one, other) => longest.indexOf(one) - longest.indexOf(other));
  const share = (place, thing) => place.things.find(([name]) => name === thing);
  const cell = (found) => {
    if (!found) return h("td", { class: "heat heat-0" }, "–");
    const [, part, mean] = found;
    return h("td", { class: tint(part) }, percent(part), isMore(part, mean) && h("small", null, ` ×${mean.toFixed(1)}`));
  };
  const wide = places.length > things.length || places.length > 4;
  const [across, down, at] = wide ? [things, places.map((place) => place.place), (row, column) => share(places[row], things[column])] : [places.map((place) => place.place), things, (row, column) => share(places[column], things[row])];
  const several = places.some((place) => place.things.some(([, part, mean]) => isMore(part, mean)));
  return [h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "What may be where" }, h("table", { class: "believed" },
    h("thead", null, h("tr", null, h("td", null), across.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, down.map((name, row) => h("tr", null, h("th", { scope: "row" }, name), across.map((_, column) => cell(at(row, column)))))))),
    several && h("p", { class: "about" }, "How likely at least one is there, and × how many on average.")];
}

/** How the favourite differs between worlds that `whose` cannot tell apart: each is searched by itself as if it were the true one. */
export function votes(told, whose) {
  if (!told?.worlds) return "";
  const { worlds, simulations, moves } = told;
  const bar = (share) => s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { width: 100 * share, height: 8, rx: 2 }));
  const words = moves.length > 1 ? "Worlds differ: what is best depends on what is hidden." : `${moves[0][0]} is best in all of them, whatever is hidden.`;
  return h("section", { class: "votes", "aria-label": "How worlds vote" },
    h("h3", null, "How worlds vote"),
    h("p", { class: "about" }, `${worlds} worlds were drawn from what ${whose === "you" ? "you see" : `${whose} sees`}, and each was searched by itself as if it were the true one, with ${simulations} simulations. ${words}`),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Favourites of worlds" }, h("table", { class: "candidates" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Best move"), h("th", { scope: "col" }, "Worlds"), h("td", null), h("th", { scope: "col" }, "Chances"))),
      h("tbody", null, moves.slice(0, 6).map(([name, won, least, most]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, String(won)), h("td", { class: "barcell" }, bar(won / worlds)), h("td", null, `${Math.round(least * 100)} to ${percent(most)}`)))))));
}
