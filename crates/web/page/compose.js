// Moves made by pointing: a path of things, or a set of things that is then confirmed. Things whose
// names differ only after `#` are interchangeable.

const alike = (name) => name.split("#")[0];

/** Counts each kind of thing in a list. */
function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(alike(name), (counts.get(alike(name)) || 0) + 1);
  return counts;
}

const holds = (more, less) => [...less].every(([kind, count]) => (more.get(kind) || 0) >= count);

export class Compose {
  /** `moves` are the legal moves; `chosen` lists the things pointed at so far. */
  constructor(moves) {
    this.chosen = [];
    this.paths = moves.filter((move) => move.gesture.path);
    this.sets = moves.filter((move) => move.gesture.set).map((move) => ({ move, counts: counted(move.gesture.set) }));
    this.buttons = moves.filter((move) => move.gesture.button !== undefined);
  }

  /** Moves whose path begins with the chosen things. */
  open() {
    const begins = (path) => this.chosen.every((name, at) => path[at] !== undefined && alike(path[at]) === alike(name));
    return this.paths.filter((move) => begins(move.gesture.path));
  }

  /** Kinds of things that can be pointed at next. Cached, because a board asks for every cell. */
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

  /** Whether the chosen things are part of a set. */
  isSet() {
    const have = counted(this.chosen);
    return this.chosen.length > 0 && this.sets.some(({ counts }) => holds(counts, have)) && !this.open().length;
  }

  /** The move that the chosen things make, if any. */
  whole() {
    const path = this.open().find((move) => move.gesture.path.length === this.chosen.length);
    if (path && this.chosen.length) return path;
    const have = counted(this.chosen);
    const set = this.sets.find(({ counts }) => this.chosen.length && holds(counts, have) && holds(have, counts));
    return set?.move;
  }

  /** Whether the move needs confirmation: it is a set, or a longer path continues it. */
  waits() {
    const whole = this.whole();
    return Boolean(whole) && (Boolean(whole.gesture.set) || this.next().size > 0);
  }

  /**
   * Points at something; returns the move if it is complete. Pointing again at the last thing, or
   * at a thing of the set, removes it.
   */
  point(name) {
    if (this.can(name)) this.chosen.push(name);
    else if (this.chosen.at(-1) === name || (this.isSet() && this.chosen.includes(name))) {
      this.chosen = this.chosen.filter((other, at) => !(other === name && (this.isSet() || at === this.chosen.length - 1)));
      return null;
    } else {
      // The player starts over with another piece.
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
