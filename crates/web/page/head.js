// AI analysis: candidates with their values and uncertainty, and the course of the game. The server
// sends only what the viewer may see.

import { colour, h, s } from "./dom.js";

const percent = (value) => `${Math.round(value * 100)} %`;

/** Candidates with visits and values: means with their standard error, upper bounds with `≤`. */
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
    thought.bounds && h("p", { class: "about" }, "This search stops evaluating a move once it cannot be the best, so the values of the other moves are upper bounds."),
  ];
}

/** Winning chances over the game: one line per player, from lost (bottom) to won (top). */
export function course(chances, seats) {
  const lines = new Map();
  for (const [at, who, value] of chances) lines.set(who, [...(lines.get(who) || []), [at, Math.min(1, Math.max(0, value))]]);
  if (![...lines.values()].some((line) => line.length > 1)) return "";
  const last = Math.max(1, ...chances.map(([at]) => at));
  const summary = [...lines].map(([who, line]) => `${seats[who].name}: ${line.map(([, value]) => percent(value)).slice(-3).join(", ")}`).join("; ");
  return h("figure", { class: "course" },
    s("svg", { viewBox: "0 0 200 60", role: "img", "aria-label": `Latest winning chances as each AI estimated them: ${summary}` },
      s("line", { class: "half", x1: 0, x2: 200, y1: 30, y2: 30 }),
      [...lines].map(([who, line]) => s("polyline", { class: `own-${colour(seats, who)}`, points: line.map(([at, value]) => `${((198 * at) / last + 1).toFixed(1)},${(58 - 56 * value).toFixed(1)}`).join(" ") }))),
    h("figcaption", null, "Winning chances as each AI estimated them, from lost (bottom) to won (top)"));
}

// Beliefs about hidden information

/** One of eleven tints, for a share from 0 to 1. */
const tint = (share) => `heat heat-${Math.round(share * 10)}`;

/** Beliefs of a seat: a small board if pieces are hidden on a board, otherwise things by place. */
export function beliefs(answer, state, scene) {
  const { worlds, places, who } = answer;
  const seat = state.seats[who]?.name;
  const whose = who === state.you ? "you" : seat;
  if (!places.length) return [h("p", { class: "about" }, `The picture shows nothing that is hidden from ${whose}.`)];
  const cells = places.filter((place) => place.kind === "cell");
  const others = places.filter((place) => place.kind !== "cell");
  return [
    h("p", { class: "about" }, `How often each thing is where, in ${worlds} random situations that agree with everything that ${whose} ${who === state.you ? "see" : "sees"}. What the other players’ moves suggest is not taken into account.`),
    cells.length > 0 && grids(cells, scene),
    others.length > 0 && matrix(others)];
}

/** Boards with the share of determinizations in which a hidden piece stands on each cell. */
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
    return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Probable hidden pieces by cell" }, h("table", { class: "believed grid" },
      h("thead", null, h("tr", null, h("td", null), board.columnNames.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, rows.map((row, at) => h("tr", null, h("th", { scope: "row" }, board.rowNames[at] || ""), row.map(cell))))));
  });
}

/** Whether the mean number is noticeably above one per determinization. */
const isMore = (part, mean) => mean >= 1.05 && mean > part + 0.005;

/** Things by place. The longer of the two lists becomes the rows, so that the table is narrow. */
function matrix(places) {
  const things = [];
  for (const place of places) for (const [thing] of place.things) if (!things.includes(thing)) things.push(thing);
  // In the order of the place with the most things.
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
  return [h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Probable hidden things by place" }, h("table", { class: "believed" },
    h("thead", null, h("tr", null, h("td", null), across.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, down.map((name, row) => h("tr", null, h("th", { scope: "row" }, name), across.map((_, column) => cell(at(row, column)))))))),
    several && h("p", { class: "about" }, "The percentage is the probability of at least one; × gives the average number.")];
}

/** Best moves in determinizations that `whose` cannot distinguish; each is searched separately. */
export function votes(answer, whose) {
  if (!answer?.worlds) return "";
  const { worlds, simulations, moves } = answer;
  const bar = (share) => s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { width: 100 * share, height: 8, rx: 2 }));
  const words = moves.length > 1 ? "The best move differs between them, so it depends on what is hidden." : `${moves[0][0]} is best in all of them.`;
  return h("section", { class: "votes", "aria-label": "Best move if the hidden information were known" },
    h("h3", null, "Best move if the hidden information were known"),
    h("p", { class: "about" }, `${worlds} random situations that agree with what ${whose === "you" ? "you see" : `${whose} sees`} were searched separately with everything visible, with ${simulations} simulations each. ${words}`),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Best moves by number of situations" }, h("table", { class: "candidates" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Best move"), h("th", { scope: "col" }, "Situations"), h("td", null), h("th", { scope: "col" }, "Winning chances"))),
      h("tbody", null, moves.slice(0, 6).map(([name, won, least, most]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, String(won)), h("td", { class: "barcell" }, bar(won / worlds)), h("td", null, `${Math.round(least * 100)} to ${percent(most)}`)))))));
}
