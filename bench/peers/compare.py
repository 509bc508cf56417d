"""Measures Sortilege beside OpenSpiel and the Rust crates, and prints tables in Markdown.

Both sides of a line take turns, as often as --repeats says, each in a process of its own and for --seconds by the
clock; the table has the medians, and the median of the ratios of neighbours. The ratio moves less than either side
does on a machine that is busy with other things.
"""

import argparse
import datetime
import importlib.metadata
import json
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, "..", "..", "README.md")
MARKERS = ("<!-- peers -->\n", "<!-- /peers -->\n")

# Sortilege's game, OpenSpiel's, and where they differ all the same.
PLAYOUTS = [
    ("breakthrough", "breakthrough", ""),
    ("checkers", "checkers", "theirs jumps once an action, ours once a chain"),
    ("amazons", "amazons", "theirs makes three actions a move and draws each"),
    ("ewn", "einstein_wurfelt_nicht", ""),
    ("pig", "pig", "theirs throws one die, ours two"),
    ("mnk:m=3,n=3,k=3", "tic_tac_toe", ""),
    ("mnk", "mnk(m=4,n=4,k=4)", ""),
    ("phantom-mnk:m=3,n=3,k=3", "phantom_ttt", ""),
    ("kuhn", "kuhn_poker", ""),
    ("leduc", "leduc_poker", ""),
    ("liars-dice", "liars_dice", ""),
    ("goofspiel", "turn_based_simultaneous_game(game=goofspiel(num_cards=5,points_order=descending))",
     "theirs asks one after the other"),
    ("dou-di-zhu:moves=whole", "dou_dizhu", "theirs begins with an auction"),
]

# A tree of so many simulations: UCT in both.
UCT = [
    ("breakthrough", "breakthrough", 10_000),
    ("checkers", "checkers", 5_000),
    ("amazons", "amazons", 2_000),
    ("ewn", "einstein_wurfelt_nicht", 10_000),
    ("pig", "pig", 10_000),
    ("mnk:m=3,n=3,k=3", "tic_tac_toe", 10_000),
    ("mnk", "mnk(m=4,n=4,k=4)", 10_000),
]

# The same for information set MCTS, at the games of which OpenSpiel can resample what is hidden.
ISMCTS = [
    ("kuhn", "kuhn_poker", 10_000),
    ("leduc", "leduc_poker", 10_000),
    ("liars-dice", "liars_dice", 10_000),
    ("phantom-mnk:m=3,n=3,k=3", "phantom_ttt", 10_000),
    ("goofspiel", "turn_based_simultaneous_game(game=goofspiel(num_cards=5,points_order=descending,imp_info=True))",
     10_000),
    ("dou-di-zhu:moves=whole", "dou_dizhu", 1_000),
]

# Crates, and the games that they are driven on.
CRATES = [
    (crate, game, "uct", simulations)
    for crate in ("mcts 0.3.0", "treant 0.4.0", "monte-carlo-tree-search 0.3.0")
    for game, simulations in (
        ("breakthrough", 10_000), ("checkers", 10_000), ("amazons", 10_000), ("mnk", 10_000), ("tic-tac-toe", 10_000))
] + [
    ("ismcts 0.3.3", game, "so-ismcts", 10_000) for game in ("phantom-mnk", "phantom-tic-tac-toe")
]


class Failed(Exception):
    """A program did not do what it was asked for, and says why."""


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Failed(lines[-1])
    return done.stdout


class Unsupported(Exception):
    """OpenSpiel cannot do this, in its own words."""


class Runs:
    """Measures lines of the tables, as often as it was told."""

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

    def crate(self, name, game, simulations):
        text = output(self.options.peers, name, game, simulations, self.options.seconds)
        theirs, ours, self.simulations = text.split()
        return float(ours), float(theirs)

    def line(self, heading, pair, remark=""):
        """Takes pairs of (ours, theirs), and returns a line of a table."""
        if self.options.only not in " ".join(heading):
            return None
        print(f"{time.monotonic() - self.began:5.0f} s  {', '.join(heading)}", file=sys.stderr)
        try:
            pairs = [pair() for _ in range(self.options.repeats)]
        except Unsupported as why:
            return [*heading, "", "", "", f"not measured: {str(why).removeprefix('pyspiel.')}"]
        ours, theirs = zip(*pairs)
        ratio = statistics.median(mine / other for mine, other in pairs)
        medians = (f"{statistics.median(side):,.0f}" for side in (ours, theirs))
        return [*heading, *medians, f"{ratio:.1f}", remark() if callable(remark) else remark]


def table(title, columns, lines):
    lines = [line for line in lines if line]
    if not lines:
        return ""
    rules = ["---"] * len(columns) + ["--:"] * 3 + ["---"]
    columns = [*columns, "Sortilege, a second", "peer, a second", "ratio", ""]
    rows = [f"| {' | '.join(cells)} |\n" for cells in [columns, rules, *lines]]
    return f"\n### {title}\n\n" + "".join(rows)


def heading(options):
    """When, where, with what and how."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    rustc = " ".join(output("rustc", "--version").split()[:2])
    commit = output("git", "-C", HERE, "describe", "--always", "--dirty").strip()
    return (f"{datetime.date.today().isoformat()}, {models[0]}, {len(models)} processors, load "
            f"{os.getloadavg()[0]:.1f} at the start. Sortilege {commit}, {rustc}, OpenSpiel "
            f"{importlib.metadata.version('open_spiel')}. One thread; medians of {options.repeats} repeats of "
            f"{options.seconds} s a side.\n")


def shown(name):
    """OpenSpiel's name of a game, without what makes choices at once one after the other."""
    return name.removeprefix("turn_based_simultaneous_game(game=").replace("))", ")")


def tables(runs):
    yield heading(runs.options)
    yield table("Random playouts, against OpenSpiel (C++)", ["game", "OpenSpiel's"], [
        runs.line([ours, shown(theirs)], lambda: (runs.playouts(ours), runs.spiel("playouts", theirs)), remark)
        for ours, theirs, remark in PLAYOUTS])
    yield table("`uct`, against OpenSpiel's `MCTSBot` (C++)", ["game", "OpenSpiel's"], [
        runs.line([ours, shown(theirs)], lambda: (
            runs.search(ours, f"uct:iterations={size}"), runs.spiel("mcts", theirs, size)), f"{size:,} simulations")
        for ours, theirs, size in UCT])
    yield table("`mo-ismcts`, against OpenSpiel's `ISMCTSBot` (C++)", ["game", "OpenSpiel's"], [
        runs.line([ours, shown(theirs)], lambda: (
            runs.search(ours, f"mo-ismcts:iterations={size}"), runs.spiel("ismcts", theirs, size)),
            f"{size:,} simulations")
        for ours, theirs, size in ISMCTS])
    yield table("Rust crates on Sortilege's own games", ["crate", "game", "ours"], [
        runs.line([crate, game, ours], lambda: runs.crate(crate.split()[0], game, size),
                  lambda: f"{int(runs.simulations):,} simulations")
        for crate, game, ours, size in CRATES])


def write_into_readme(text):
    """Replaces what is between the markers, all at once: the old README is there until the new one is whole."""
    with open(README, encoding="utf-8") as file:
        before, rest = file.read().split(MARKERS[0])
        after = rest.split(MARKERS[1])[1]
    with open(f"{README}.new", "w", encoding="utf-8") as file:
        file.write(before + MARKERS[0] + "\n" + text + "\n" + MARKERS[1] + after)
    os.replace(f"{README}.new", README)


def main():
    parser = argparse.ArgumentParser(prog="bench/peers/run")
    parser.add_argument("--sortilege", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--peers", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--repeats", type=int, default=5, help="how often each side is measured")
    parser.add_argument("--seconds", default="1", help="for how long, each time")
    parser.add_argument("--only", default="", help="only lines that have this word in them")
    parser.add_argument("--readme", action="store_true", help="writes the tables into the README, too")
    options = parser.parse_args()
    if options.readme and options.only:
        parser.error("the README has all lines, not --only some")
    parts = []
    for part in tables(Runs(options)):
        print(part, end="", flush=True)
        parts.append(part)
    if options.readme:
        write_into_readme("".join(parts))


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
except Failed as why:
    sys.exit(f"bench/peers/run: {why}")
