"""Plays matches of Sortilege against OpenSpiel and the Rust crates, with equal time per move, and
prints tables in Markdown.

Games come in pairs with equal seeds, dice and cards, and swapped seats. A score counts a draw as
half a win, with the 95 % Wilson interval. In poker the result is the mean over pairs, with an
interval of 1.96 standard errors.
"""

import argparse
import math
import re
import statistics
import subprocess
import sys
import time

from report import Arguments, Failed, Table, run, tell, when

BOARDS = ["breakthrough", "checkers", "amazons", "ewn"]

# Pig is not among them: OpenSpiel's has one die and Sortilege's two.

POKER = ["kuhn", "leduc"]

# Opponents of ISMCTSBot: the same algorithm, the same with more exploration, and two searches for
# mixed strategies.
INFORMED = ["mo-ismcts", "mo-ismcts:c=2", "oos", "subgame-solving"]

# How `ISMCTSBot` chooses in the end: as ours does, and as it does unless told otherwise.
POLICIES = [("most visits", "MAX_VISIT_COUNT"), ("sampled by visits", "NORMALIZED_VISIT_COUNT")]

# Four in a row on 4 by 4 and tic-tac-toe are left out, because all games between these programs are
# draws.
CRATES = [
    (crate, game, "uct")
    for crate in ("mcts 0.3.0", "treant 0.4.0", "monte-carlo-tree-search 0.3.0", "turnbase-bots 0.1.1")
    for game in ("breakthrough", "checkers", "amazons")
] + [
    # The recommended player of Checkers.
    (crate, "checkers", "uct:solver=true") for crate in ("mcts 0.3.0", "treant 0.4.0")
] + [
    (crate, game, ours)
    for crate in ("ismcts 0.3.3", "turnbase-bots 0.1.1") for game in ("phantom-mnk", "phantom-tic-tac-toe")
    for ours in ("so-ismcts", "so-ismcts:c=1.4", "determinized-uct")
]

# A hand of poker has few decisions and a high variance, so more hands are played.
HANDS = 50


def wilson(score, games):
    """Wilson interval of a score, in percent. With many draws it is wider than necessary."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return f"{100 * max(middle - reach, 0):.0f} to {100 * min(middle + reach, 1):.0f}"


def chips(payoffs):
    """Mean payoff and its interval, from pairs of games with the same cards."""
    pairs = [statistics.mean(payoffs[at:at + 2]) for at in range(0, len(payoffs) - 1, 2)]
    mean, error = statistics.mean(pairs), statistics.stdev(pairs) / math.sqrt(len(pairs))
    return f"{mean:+.3f}", f"{mean - 1.96 * error:+.3f} to {mean + 1.96 * error:+.3f}"


def total(efforts):
    """Milliseconds per move and simulations per second of one side in all games."""
    decisions, seconds = sum(one.decisions for one in efforts), sum(one.seconds for one in efforts)
    known = all(one.simulations is not None for one in efforts)
    rate = sum(one.simulations for one in efforts) / seconds if known and seconds else None
    return f"{1000 * seconds / max(decisions, 1):.1f}", "" if rate is None else f"{rate:.0f}"


class Matches:
    """Plays the lines of the tables."""

    def __init__(self, options):
        self.options = options
        self.began = time.monotonic()

    def say(self, text):
        print(f"{time.monotonic() - self.began:5.0f} s  {text}", file=sys.stderr, flush=True)

    def crate(self, name, game, search):
        """Games within one process, by the `match` command of the Rust program."""
        from referee import Effort
        limits = [str(1000 * self.options.time), str(self.options.games)]
        words = [self.options.peers, "match", name, game, search, *limits]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout:
                    score, *numbers = line.split()
                    sides = (numbers[:3], numbers[3:])
                    efforts = (Effort(int(count), int(made), float(seconds)) for count, made, seconds in sides)
                    yield (2 * float(score) - 1, *efforts)
                if process.wait():
                    raise Failed((process.stderr.read().strip().splitlines() or ["no reason given"])[-1])
            finally:
                process.kill()

    def spiel(self, game, search, games, make_bot):
        """Games against an OpenSpiel bot, which is created for each game."""
        from referee import match
        return match(self.options.peers, game, search, self.options.time, games, make_bot)

    def tree(self, game):
        from referee import Tree
        return self.spiel(game, "uct", self.options.games, lambda rules, share, seed: Tree(
            rules, share * self.options.time, seed))

    def information_sets(self, game, search, policy):
        import pyspiel
        from referee import InformationSets
        policy = getattr(pyspiel.ISMCTSFinalPolicyType, policy)
        return self.spiel(game, search, HANDS * self.options.games, lambda rules, share, seed: InformationSets(
            rules, share * self.options.time, seed, policy))

    def line(self, heading, games, in_chips=False):
        """Plays `games` and returns a line of a table."""
        if not self.wanted(heading):
            return None
        self.say(", ".join(heading))
        played, payoffs, ours, theirs = when(), [], [], []
        for payoff, our_effort, their_effort in games():
            payoffs.append(payoff)
            ours.append(our_effort)
            theirs.append(their_effort)
        score = statistics.mean(payoffs) / 2 + 0.5
        result = chips(payoffs) if in_chips else (f"{100 * score:.0f} %", wilson(score, len(payoffs)))
        self.say(f"    {result[0]}, between {result[1].replace(' to ', ' and ')}, after {len(payoffs):,} games")
        (our_time, our_rate), (their_time, their_rate) = total(ours), total(theirs)
        return [*heading, str(len(payoffs)), *result, our_time, their_time, our_rate, their_rate, played]

    def wanted(self, heading):
        return self.options.only in " ".join(heading)


def results(name, title, score, rows):
    """A table with the columns that all of them share."""
    numbers = ["games", score, "95 % interval", "ms a move, Sortilege", "ms a move, peer",
               "simulations per second, Sortilege", "simulations per second, peer"]
    return Table(name, title, ["peer", "game", "player", *numbers, "played"], 3, rows)


def method(options):
    return f"{1000 * options.time:g} ms a move for both sides"


def tables(matches):
    yield results("matches-uct", "`uct` against OpenSpiel's `MCTSBot` (C++)", "Sortilege score", [
        matches.line(["MCTSBot", game, "uct"], lambda: matches.tree(game)) for game in BOARDS])
    yield results("matches-poker", "Against OpenSpiel's `ISMCTSBot` (C++)", "chips a game", [
        matches.line([f"ISMCTSBot, {shown}", game, ours], lambda: matches.information_sets(game, ours, policy),
                     in_chips=True)
        for game in POKER for ours in INFORMED for shown, policy in POLICIES])
    yield results("matches-crates", "Against Rust crates, on Sortilege's own games", "Sortilege score", [
        matches.line([crate, game, ours], lambda: matches.crate(crate.split()[0], game, ours))
        for crate, game, ours in CRATES])


def seconds(text):
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s)", text)
    value = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0
    if not 0.001 <= value <= 60:
        raise argparse.ArgumentTypeError(f"a time is from 1ms to 60s, such as 20ms, not {text!r}")
    return value


def even(text):
    if not text.isdecimal() or int(text) < 2 or int(text) % 2:
        raise argparse.ArgumentTypeError(f"games come in pairs, so the number is 2, 4 or more, not {text!r}")
    return int(text)


def refused(options):
    """Why it cannot be, if so."""
    mixed = options.save and options.time != 0.02
    return "all saved matches have 20ms a move" if mixed else ""


def main():
    parser = Arguments(
        prog="bench/peers/run --matches",
        description="Plays matches of Sortilege against its peers, with equal time per move.")
    parser.add_argument("--matches", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--peers", help=argparse.SUPPRESS)
    parser.add_argument("--games", type=even, default=100, metavar="N",
                        help=f"games per line; default: 100; {HANDS} times as many hands of poker")
    parser.add_argument("--time", type=seconds, default="20ms", metavar="T",
                        help="how long a move may take, such as 0.1s; default 20ms, which --save requires")
    parser.add_argument("--only", default="", metavar="WORD", help="only lines that have this word in them")
    parser.add_argument("--save", action="store_true", help="also writes bench/results and the tables made from it")
    tell(parser, "matches", method, lambda options: tables(Matches(options)), refused)


run(main)
