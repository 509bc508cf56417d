// Pictures of tables: boards and maps as drawings, hands and dice as rows. Everything that can be
// pointed at is reachable with the keyboard and has a label for screen readers.

import { colour, h, s, still } from "./dom.js";

const UNIT = 10;
const HEX_RISE = UNIT * 0.866;

/** Context of a drawing besides the scene: seats, selectable things and selected things. */
export class Look {
  constructor(seats, can, chosen, point) {
    Object.assign(this, { seats, can, chosen, point });
  }
  owner(owner) {
    return owner === null || owner === undefined ? "" : this.seats[owner]?.name || `seat ${owner + 1}`;
  }
  colour(owner) {
    return `own-${colour(this.seats, owner)}`;
  }
  /** Attributes of an element that may be selectable. */
  pointable(name, label, classes) {
    const can = name && this.can(name);
    const chosen = name && this.chosen.includes(name);
    const order = chosen && this.chosen.length > 1 ? `, choice ${this.chosen.indexOf(name) + 1}` : "";
    return {
      class: [classes, can && "can", chosen && "chosen"].filter(Boolean).join(" "),
      "data-name": name,
      ...(can || chosen
        ? { tabindex: 0, role: "button", "aria-label": label + order, "aria-pressed": chosen ? "true" : "false" }
        : {}),
    };
  }
}

/** Draws a scene. */
export function draw(scene, look) {
  if (!scene.length) return h("div", { class: "scene" }, h("p", { class: "label" }, "The table is empty."));
  return h("div", { class: "scene" }, scene.map((part) => {
    if (part.board) return board(part.board, look);
    if (part.map) return map(part.map, look);
    if (part.row) return row(part.row, look);
    return h("p", { class: "label" }, part.label);
  }));
}

// Boards

function board(board, look) {
  const hexes = board.shape === "hexes";
  const centre = (at) => {
    const [x, y] = [at % board.columns, Math.floor(at / board.columns)];
    return hexes ? [(x + y / 2) * UNIT, y * HEX_RISE] : [x * UNIT, y * UNIT];
  };
  const cells = board.cells.map((cell, at) => ({ ...cell, at, centre: centre(at) })).filter((cell) => cell.shade !== "absent");
  const [xs, ys] = [0, 1].map((axis) => cells.map((cell) => cell.centre[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const longest = Math.max(0, ...board.rowNames.map((name) => name.length));
  const margin = hexes ? 2 : board.rowNames.length ? Math.min(2 + longest * 2, 24) : 1;
  const below = board.columnNames.length && !hexes ? 5 : 1;
  const view = [left - 5 - margin, top - 6, right - left + 11 + margin, bottom - top + 11 + below];
  const square = !hexes && cells.length === board.cells.length;
  const rows = board.cells.length / board.columns;
  const drawn = s("svg", {
    class: `board ${board.shape} ${rows <= 2 ? "track" : ""}`,
    viewBox: view.join(" "),
    role: "group",
    "aria-label": `Board. ${summary(cells, look)}`,
  },
    square && s("rect", { class: "edge", x: left - 5.6, y: top - 5.6, width: right - left + 11.2, height: bottom - top + 11.2, rx: 1.2 }),
    s("g", { class: "cells" }, cells.map((cell) => cellGround(cell, hexes, look))),
    !hexes && names(board, left, bottom, margin),
    s("g", { class: "pieces" }, cells.filter((cell) => cell.piece).map((cell) => standing(cell, look))),
    s("g", { class: "targets" }, cells.filter((cell) => cell.name && look.can(cell.name)).map((cell) => target(cell))));
  drawn.classList.add(rows * 1.1 > board.columns ? "tall" : "wide");
  // A small board does not fill the whole width.
  drawn.style.maxWidth = `${Math.max(14, board.columns * (rows <= 2 ? 6 : 5.4) + margin / 2)}rem`;
  return h("div", { class: "boardbox" }, drawn);
}

/** Describes the board in words. */
function summary(cells, look) {
  const pieces = cells.filter((cell) => cell.piece && cell.name);
  return pieces.length > 60 ? `${pieces.length} pieces.` : pieces.map((cell) => `${cell.name}: ${pieceName(cell.piece, look)}`).join(", ");
}

const pieceName = (piece, look) => [look.owner(piece.owner), piece.text].filter(Boolean).join(" ");

function cellGround(cell, hexes, look) {
  const [x, y] = cell.centre;
  const label = `${cell.name || ""}${cell.piece ? `, ${pieceName(cell.piece, look)}` : ", empty"}`;
  const attributes = look.pointable(cell.name, label, `cell ${cell.shade} ${cell.last ? "last" : ""}`);
  const shape = hexes
    ? s("polygon", { points: hexagon(x, y, UNIT / Math.sqrt(3) - 0.15) })
    : s("rect", { x: x - 5, y: y - 5, width: UNIT, height: UNIT });
  return s("g", attributes, shape);
}

const hexagon = (x, y, r) =>
  [0, 1, 2, 3, 4, 5].map((k) => `${(x + r * Math.sin((k * Math.PI) / 3)).toFixed(2)},${(y + r * Math.cos((k * Math.PI) / 3)).toFixed(2)}`).join(" ");

function target(cell) {
  const [x, y] = cell.centre;
  return cell.piece ? s("circle", { class: "ring", cx: x, cy: y, r: 4.5 }) : s("circle", { class: "dot", cx: x, cy: y, r: 1.4 });
}

function names(board, left, bottom, margin) {
  const rows = board.cells.length / board.columns;
  const columns = board.columnNames.map((name, x) => s("text", { class: "name", x: x * UNIT, y: bottom + 8.4 }, name));
  const sides = board.rowNames.slice(0, rows).map((name, y) => s("text", { class: "name side", x: left - 6.4, y: y * UNIT + 1.1 }, name));
  return s("g", { "aria-hidden": "true" }, columns, sides);
}

function standing(cell, look) {
  const [x, y] = cell.centre;
  const { text, owner } = cell.piece;
  return s("g", {
    class: `piece ${look.colour(owner)} ${cell.last ? "fresh" : ""}`,
    "data-piece": `${owner}/${text}`,
    "data-x": x,
    "data-y": y,
    transform: `translate(${x} ${y})`,
    "aria-hidden": "true",
  }, s("g", { class: "body" }, body(cell.piece)));
}

/** Draws a piece by its kind. */
function body({ text, kind }) {
  if (kind === "block") return [s("rect", { class: "block", x: -3.4, y: -3.4, width: 6.8, height: 6.8, rx: 1.2 }), text.length > 1 || /\w/.test(text) ? label(text) : null];
  if (kind === "cross") return s("path", { class: "mark", d: "M-2.7 -2.7L2.7 2.7M2.7 -2.7L-2.7 2.7" });
  if (kind === "ring") return s("circle", { class: "mark", r: 2.9 });
  const stone = [s("ellipse", { class: "shadow", cx: 0.2, cy: 0.7, rx: 3.9, ry: 3.8 }), s("circle", { class: "stone", r: 3.8 }), s("circle", { class: "rim", r: 2.9 })];
  if (kind === "labelled") return [...stone, label(text)];
  return kind === "king" ? [...stone, s("path", { class: "crown", d: "M-2 1.5h4l.5-3.2-1.500 1.300L0-2.200-1 -.4l-1.500-1.300z" })] : stone;
}

const label = (text) => s("text", { class: `text ${text.length > 2 ? "long" : text.length > 1 ? "two" : ""}`, y: text.length > 2 ? 0.9 : 1.4 }, text);

// Maps

const [ACROSS, DOWN, WIDE, HIGH] = [25, 33, 48, 29];

function map(regions, look) {
  const at = (region) => [region.x * ACROSS, region.y * DOWN];
  const [xs, ys] = [regions.map((region) => at(region)[0]), regions.map((region) => at(region)[1])];
  const view = [Math.min(...xs) - WIDE / 2 - 2, Math.min(...ys) - HIGH / 2 - 2, Math.max(...xs) - Math.min(...xs) + WIDE + 4, Math.max(...ys) - Math.min(...ys) + HIGH + 4];
  const byName = new Map(regions.map((region) => [region.name, region]));
  const ways = regions.flatMap((region) => region.neighbours.filter((other) => other > region.name && byName.has(other)).map((other) => {
    const [[x1, y1], [x2, y2]] = [at(region), at(byName.get(other))];
    return s("line", { x1, y1, x2, y2 });
  }));
  const say = (region) => `${region.label}: ${region.pieces.map((piece) => `${look.owner(piece.owner)} ${piece.text}`).join(", ") || "empty"}`;
  const drawn = s("svg", { class: "board map tall", viewBox: view.join(" "), role: "group", "aria-label": `Map. ${regions.map(say).join("; ")}` },
    s("g", { class: "ways", "aria-hidden": "true" }, ways),
    regions.map((region) => regionDrawn(region, at(region), say(region), look)));
  return h("div", { class: "boardbox" }, drawn);
}

function regionDrawn(region, [x, y], description, look) {
  const ground = s("g", look.pointable(region.name, description, `cell region ${region.shade} ${region.last ? "last" : ""}`),
    s("rect", { x: x - WIDE / 2, y: y - HIGH / 2, width: WIDE, height: HIGH, rx: 7 }),
    s("text", { class: "name", x, y: y - HIGH / 2 + 5.4 }, region.label));
  // As large as possible, so that they are easy to touch on a phone.
  const r = Math.min(9, (WIDE - 2) / 2 / Math.max(1, region.pieces.length));
  const lettered = (text) => {
    const drawn = label(text);
    drawn.style.fontSize = `${r * 0.76}px`;
    drawn.setAttribute("y", r * 0.27);
    return drawn;
  };
  const pieces = region.pieces.map((piece, at) => {
    const [px, py] = [x + (at - (region.pieces.length - 1) / 2) * 2 * r, y + 3.6];
    const label_ = `${look.owner(piece.owner)} ${piece.text} in ${region.label}`;
    const { class: classes, ...more } = look.pointable(piece.name, label_, `piece ${look.colour(piece.owner)}`);
    return s("g", { ...more, class: classes, "data-piece": `${piece.owner}/${piece.text}`, "data-x": px, "data-y": py, transform: `translate(${px} ${py})` },
      s("g", { class: "body" }, s("ellipse", { class: "shadow", cx: 0.2, cy: 0.9, rx: r, ry: r }), s("circle", { class: "stone", r: r - 0.4 }), lettered(piece.text)));
  });
  return s("g", null, ground, pieces);
}

// Rows

function row(row, look) {
  const backs = row.items.filter((item) => item.kind === "back").length;
  return h("div", { class: "row" },
    h("span", { class: "rowname" }, row.label),
    h("div", { class: `items ${backs > 6 ? "fan" : ""}` },
      row.items.length ? row.items.map((it) => item(it, look)) : h("span", { class: "none" }, "none")));
}

const NAMES = { card: "card", back: "hidden card", die: "die", cup: "hidden die", token: "token", button: "button" };

/** Describes a thing in words; a card is described as it is drawn. */
function spokenText({ kind, text }) {
  if (["back", "cup"].includes(kind)) return "";
  const playing = kind === "card" && text.match(PLAYING);
  return playing ? `${rankOf(playing)}${playing[2] ? ` of ${SUIT_WORDS[playing[2]]}` : ""}` : text;
}

function item(item, look) {
  const spoken = `${look.owner(item.owner)} ${NAMES[item.kind]} ${spokenText(item)}`.trim();
  const classes = `item ${item.kind} ${item.last ? "last" : ""} ${item.owner === null ? "" : look.colour(item.owner)}`;
  const attributes = look.pointable(item.name, spoken, classes);
  if (!attributes.role) Object.assign(attributes, { role: "img", "aria-label": spoken });
  const face = { card: cardFace, die: dieFace, back: () => null, cup: () => "?" }[item.kind] || ((text) => h("span", { class: "face" }, text));
  const drawn = h("div", attributes, face(item.text));
  if (item.kind === "card") drawn.classList.add(...cardClasses(item.text));
  return drawn;
}

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** Draws a rank and, if given, a suit. */
const PLAYING = /^(10|[0-9]|1[0-3]|[TJQKA])([shdc])?$/;
const rankOf = ([, rank]) => (rank === "T" ? "10" : rank);

function cardClasses(text) {
  if (/[hd]$/.test(text) && text.length === 2) return ["red"];
  if (/^\d+\/\d+/.test(text)) return ["creature"];
  if (text === "L") return ["land"];
  return text.length > 2 && !/^\d+$/.test(text) ? ["word"] : [];
}

function cardFace(text) {
  const creature = text.match(/^(\d+\/\d+)(?:\((\d+)\))?(.*)$/);
  if (creature) return [creature[2] && h("span", { class: "cost" }, creature[2]), h("span", { class: "beast", "aria-hidden": "true" }, "❖"), h("span", { class: "force" }, creature[1] + creature[3])];
  if (text === "L") return [h("span", { class: "beast", "aria-hidden": "true" }, "▲"), h("span", { class: "force" }, "Land")];
  const playing = text.match(PLAYING);
  if (playing) {
    const rank = rankOf(playing);
    if (!playing[2]) return h("span", { class: "face" }, rank);
    return [h("span", { class: "corner" }, rank, h("span", { class: "suit" }, SUITS[playing[2]])), h("span", { class: "face" }, SUITS[playing[2]])];
  }
  return h("span", { class: "face" }, text);
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function dieFace(text) {
  const pips = PIPS[text];
  if (!pips) return h("span", { class: "face" }, text);
  return s("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" }, pips.map((at) => s("circle", { cx: 7.5 + (at % 3) * 7.5, cy: 7.5 + Math.floor(at / 3) * 7.5, r: 2.7 })));
}

// Motion

/** Positions of the pieces, by board. */
export function placed(root) {
  return [...root.querySelectorAll("svg.board")].map((board) =>
    [...board.querySelectorAll(".piece")].map((piece) => ({ piece, kind: piece.dataset.piece, x: +piece.dataset.x, y: +piece.dataset.y })));
}

/** Animates moved pieces: each new piece comes from where an equal piece has disappeared. */
export function glide(before, root) {
  if (still()) return;
  const owner = (kind) => kind.split("/")[0];
  placed(root).forEach((now, at) => {
    const old = before[at] || [];
    const same = (one) => (other) => one.x === other.x && one.y === other.y && one.kind === other.kind;
    const gone = old.filter((one) => !now.some(same(one)));
    const come = now.filter((one) => !old.some(same(one)));
    for (const like of [(one, other) => one.kind === other.kind, (one, other) => owner(one.kind) === owner(other.kind) && owner(one.kind) !== "null"]) {
      for (const one of come.filter((one) => !one.from)) {
        const near = gone.filter((other) => !other.used && like(one, other)).sort((a, b) => Math.hypot(a.x - one.x, a.y - one.y) - Math.hypot(b.x - one.x, b.y - one.y))[0];
        if (near) [one.from, near.used] = [near, true];
      }
    }
    for (const { piece, from, x, y } of come) {
      const body = piece.querySelector(".body");
      if (from) {
        piece.parentNode.append(piece);
        body.animate([{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, { transform: "none" }], { duration: 260, easing: "cubic-bezier(.3,.7,.3,1)" });
      } else body.animate([{ transform: "scale(.2)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 180, easing: "ease-out" });
    }
  });
}

/** The nearest selectable element in a direction. */
export function beside(root, from, [dx, dy]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const element of root.querySelectorAll("[role=button][data-name]")) {
    if (element === from) continue;
    const [ex, ey] = middle(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (along <= 1 || across > along * 1.5) continue;
    const far = along + 2 * across;
    if (!best || far < best.far) best = { element, far };
  }
  return best?.element;
}
