// Moves that are made by pointing: one thing after another, or several that are chosen and then confirmed. Things whose
// names differ by what stands behind `#` are alike, and one is as good as the other.

const alike = (name) => name.split("#")[0];

/** How often each kind of thing is in a list. */
function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(alike(name), (counts.get(alike(name)) || 0) + 1);
  return counts;
}

const holds = (more, less) => [...less].every(([kind, count]) => (more.get(kind) || 0) >= count);

export class Compose {
  /** `moves` are those that can be made; `chosen` is what was pointed at so far. */
  constructor(moves) {
    this.chosen = [];
    this.paths = moves.filter((move) => move.gesture.path);
    this.sets = moves.filter((move) => move.gesture.set).map((move) => ({ move, counts: counted(move.gesture.set) }));
    this.buttons = moves.filter((move) => move.gesture.button !== undefined);
  }

  /** Paths that begin with what was chosen. */
  open() {
    const begins = (path) => this.chosen.every((name, at) => path[at] !== undefined && alike(path[at]) === alike(name));
    return this.paths.filter((move) => begins(move.gesture.path));
  }

  /** What can be pointed at next, by what things are alike to. A board asks once for every cell, so it is kept. */
  next() {
    const key = this.chosen.join(" ");
    if (this.kept?.key !== key) this.kept = { key, points: this.points() };
    return this.kept.points;
  }

  points() {
    const points = new Set();
    for (const move of this.open()) {
      const point = move.gesture.path[this.chosen.length];
      if (point !== undefined) points.add(alike(point));
    }
    const have = counted(this.chosen);
    for (const { counts } of this.sets) {
      if (!holds(counts, have)) continue;
      for (const [kind, count] of counts) if (count > (have.get(kind) || 0)) points.add(kind);
    }
    return points;
  }

  can(name) {
    return this.next().has(alike(name)) && !(this.isSet() && this.chosen.includes(name));
  }

  /** Whether what was chosen is a part of a set. */
  isSet() {
    const have = counted(this.chosen);
    return this.chosen.length > 0 && this.sets.some(({ counts }) => holds(counts, have)) && !this.open().length;
  }

  /** The move that is made by what was chosen, if that is one. */
  whole() {
    const path = this.open().find((move) => move.gesture.path.length === this.chosen.length);
    if (path && this.chosen.length) return path;
    const have = counted(this.chosen);
    const set = this.sets.find(({ counts }) => this.chosen.length && holds(counts, have) && holds(have, counts));
    return set?.move;
  }

  /** Whether the move that is there has to be confirmed: it is a set, or others go on from it. */
  waits() {
    const whole = this.whole();
    return Boolean(whole) && (Boolean(whole.gesture.set) || this.next().size > 0);
  }

  /** Points at something; returns the move if it is made by that. What was chosen last, or is in a set, is taken back. */
  point(name) {
    if (this.can(name)) this.chosen.push(name);
    else if (this.chosen.at(-1) === name || (this.isSet() && this.chosen.includes(name))) {
      this.chosen = this.chosen.filter((other, at) => !(other === name && (this.isSet() || at === this.chosen.length - 1)));
      return null;
    } else {
      // Somebody begins anew with another piece.
      const before = this.chosen;
      this.chosen = [];
      if (!this.can(name)) this.chosen = before;
      else this.chosen.push(name);
    }
    const whole = this.whole();
    return whole && !this.waits() ? whole : null;
  }

  back() {
    this.chosen.pop();
  }
}
