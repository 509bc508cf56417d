"""Measures the speed of Sortilege, OpenSpiel and Rust crates, and prints tables in Markdown.

Both sides of a line take turns, --repeats times, each in a separate process and for --seconds of
wall time. The table has the medians of both sides and the median of the ratios of consecutive runs.
On a busy machine the ratio varies less than either side.
"""

import argparse
import json
import os
import statistics
import sys
import time

from report import HERE, Arguments, Failed, Table, output, run, tell, when

# Sortilege's game, OpenSpiel's, and their difference.
PLAYOUTS = [
    ("breakthrough", "breakthrough", ""),
    ("checkers", "checkers", "OpenSpiel: one jump an action; Sortilege: a whole chain"),
    ("amazons", "amazons", "OpenSpiel: three actions a move, each drawn uniformly"),
    ("ewn", "einstein_wurfelt_nicht", ""),
    ("pig", "pig", "OpenSpiel: one die; Sortilege: two"),
    ("mnk:m=3,n=3,k=3", "tic_tac_toe", ""),
    ("mnk", "mnk(m=4,n=4,k=4)", ""),
    ("phantom-mnk:m=3,n=3,k=3", "phantom_ttt", ""),
    ("kuhn", "kuhn_poker", ""),
    ("leduc", "leduc_poker", ""),
    ("liars-dice", "liars_dice", ""),
    ("goofspiel", "turn_based_simultaneous_game(game=goofspiel(num_cards=5,points_order=descending))",
     "OpenSpiel: bids one after the other"),
    ("dou-di-zhu:moves=whole", "dou_dizhu", "OpenSpiel: begins with an auction"),
]

# UCT in both, with this number of simulations.
UCT = [
    ("breakthrough", "breakthrough", 10_000),
    ("checkers", "checkers", 5_000),
    ("amazons", "amazons", 2_000),
    ("ewn", "einstein_wurfelt_nicht", 10_000),
    ("pig", "pig", 10_000),
    ("mnk:m=3,n=3,k=3", "tic_tac_toe", 10_000),
    ("mnk", "mnk(m=4,n=4,k=4)", 10_000),
]

# Information set MCTS, at the games whose hidden information OpenSpiel can resample.
ISMCTS = [
    ("kuhn", "kuhn_poker", 10_000),
    ("leduc", "leduc_poker", 10_000),
    ("liars-dice", "liars_dice", 10_000),
    ("phantom-mnk:m=3,n=3,k=3", "phantom_ttt", 10_000),
    ("goofspiel", "turn_based_simultaneous_game(game=goofspiel(num_cards=5,points_order=descending,imp_info=True))",
     10_000),
    ("dou-di-zhu:moves=whole", "dou_dizhu", 1_000),
]

# Crates, and the games on which they are measured.
CRATES = [
    (crate, game, "uct", simulations)
    for crate in ("mcts 0.3.0", "treant 0.4.0", "monte-carlo-tree-search 0.3.0", "turnbase-bots 0.1.1")
    for game, simulations in (
        ("breakthrough", 10_000), ("checkers", 10_000), ("amazons", 10_000), ("mnk", 10_000), ("tic-tac-toe", 10_000))
] + [
    (crate, game, "so-ismcts", 10_000)
    for crate in ("ismcts 0.3.3", "turnbase-bots 0.1.1") for game in ("phantom-mnk", "phantom-tic-tac-toe")
]


class Unsupported(Exception):
    """OpenSpiel does not support this; the message is its own."""


class Runs:
    """Measures lines of the tables, with the requested number of repeats."""

    def __init__(self, options):
        self.options = options
        self.began = time.monotonic()

    def sortilege(self, *words):
        text = output(self.options.sortilege, "bench", *words, "--seconds", self.options.seconds, "--json")
        return json.loads(text)

    def playouts(self, game):
        return self.sortilege("playouts", game)["playouts_per_second"]

    def search(self, game, player):
        return self.sortilege("search", game, "--player", player)["iterations_per_second"]

    def spiel(self, *words):
        script = os.path.join(HERE, "spiel.py")
        try:
            return float(output(sys.executable, "-B", script, *words, self.options.seconds))
        except Failed as why:
            raise Unsupported(why) from why

    def crate(self, name, game, search, simulations):
        text = output(self.options.peers, "speed", name, game, search, simulations, self.options.seconds)
        theirs, ours, self.simulations = text.split()
        return float(ours), float(theirs)

    def line(self, heading, pair, remark=""):
        """Measures pairs of (Sortilege, peer) and returns a row of a table."""
        if self.options.only not in " ".join(heading):
            return None
        self.say(", ".join(heading))
        measured = when()
        try:
            pairs = [pair() for _ in range(self.options.repeats)]
        except Unsupported as why:
            self.say(f"    not measured: {str(why).removeprefix('pyspiel.')}")
            return None
        ours, theirs = zip(*pairs)
        ratio = statistics.median(mine / other for mine, other in pairs)
        medians = (f"{statistics.median(side):.0f}" for side in (ours, theirs))
        return [*heading, *medians, f"{ratio:.1f}", remark() if callable(remark) else remark, measured]

    def say(self, text):
        print(f"{time.monotonic() - self.began:5.0f} s  {text}", file=sys.stderr)


def speeds(name, title, columns, remark, rows):
    """A table with the columns that all of them share."""
    heading = [*columns, "Sortilege, per second", "peer, per second", "ratio", remark, "measured"]
    return Table(name, title, heading, len(columns), rows)


def shown(name):
    """OpenSpiel's name of a game, without the conversion from simultaneous to sequential moves."""
    return name.removeprefix("turn_based_simultaneous_game(game=").replace("))", ")")


def method(options):
    return f"medians of {options.repeats} repeats of {options.seconds} s a side"


def tables(runs):
    spiel, size_of = ["game", "OpenSpiel game"], "simulations a decision"
    yield speeds("speed-playouts", "Random playouts, against OpenSpiel (C++)", spiel, "difference", [
        runs.line([ours, shown(theirs)], lambda: (runs.playouts(ours), runs.spiel("playouts", theirs)), remark)
        for ours, theirs, remark in PLAYOUTS])
    yield speeds("speed-uct", "`uct`, against OpenSpiel's `MCTSBot` (C++)", spiel, size_of, [
        runs.line([ours, shown(theirs)], lambda: (
            runs.search(ours, f"uct:iterations={size}"), runs.spiel("mcts", theirs, size)), str(size))
        for ours, theirs, size in UCT])
    yield speeds("speed-mo-ismcts", "`mo-ismcts`, against OpenSpiel's `ISMCTSBot` (C++)", spiel, size_of, [
        runs.line([ours, shown(theirs)], lambda: (
            runs.search(ours, f"mo-ismcts:iterations={size}"), runs.spiel("ismcts", theirs, size)), str(size))
        for ours, theirs, size in ISMCTS])
    yield speeds("speed-crates", "Rust crates on Sortilege's own games", ["crate", "game", "player"], size_of, [
        runs.line([crate, game, ours], lambda: runs.crate(crate.split()[0], game, ours, size),
                  lambda: str(int(runs.simulations)))
        for crate, game, ours, size in CRATES])


def main():
    parser = Arguments(
        prog="bench/peers/run", description="Compares the speed of Sortilege and its peers; with --matches, their strength.",
        epilog="For the options of matches see bench/peers/run --matches --help.")
    parser.add_argument("--sortilege", help=argparse.SUPPRESS)
    parser.add_argument("--peers", help=argparse.SUPPRESS)
    parser.add_argument("--repeats", type=int, default=5, help="how often each side is measured")
    parser.add_argument("--seconds", default="1", help="for how long, each time")
    parser.add_argument("--only", default="", help="only lines that have this word in them")
    parser.add_argument("--save", action="store_true", help="also writes bench/results and the tables made from it")
    tell(parser, "speed", method, lambda options: tables(Runs(options)),
         lambda options: "--save measures all rows, not --only some" if options.save and options.only else "")


run(main)
