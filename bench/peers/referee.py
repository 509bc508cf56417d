"""Games between Sortilege and an OpenSpiel bot; both libraries check the moves.

Each side plays by its own rules. Before every move the referee compares the acting player and all
legal moves, or all outcomes with their probabilities; at the end it compares the payoffs. A
difference ends the match with an error. The search of Sortilege is a process that waits between its
decisions. Only decisions are timed, on both sides.
"""

import random
import subprocess
import time

import pyspiel

from pairings import PAIRINGS
from report import Failed

# Exploration constant of UCB1 for returns from -1 to 1; it equals 0.7 for rewards from 0 to 1. It
# is multiplied by the largest return.
C = 1.4


class Seat:
    """The search of Sortilege, in a separate process."""

    def __init__(self, program, game, search, seconds):
        command = [program, "seat", game, search, str(seconds * 1000)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n")
        if not answer:
            raise Failed(f"there was no answer to {line!r}")
        return answer.split("\t")

    def begin(self, seed, number):
        self.standing = self.ask(f"begin {seed} {number}")

    def play(self, name):
        self.standing = self.ask(f"play {name}")

    def think(self):
        """Returns a move, its number of simulations, and its seconds."""
        name, simulations, seconds = self.ask("think")
        return name, int(simulations), float(seconds)


class NoTime(Exception):
    """The time ended before the first simulation, as can happen on a busy machine."""


class Tree:
    """OpenSpiel's `MCTSBot`."""

    def __init__(self, game, seconds, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        self.bot = pyspiel.MCTSBot(
            game, evaluator, uct_c=C * game.max_utility(), max_simulations=10**9, max_memory_mb=1000, solve=False,
            seed=seed, verbose=False, max_wall_clock_time=seconds)

    def choose(self, state):
        """Returns an action and the number of simulations."""
        root = self.bot.mcts_search(state)
        best = root.best_child()
        if best is None:
            raise NoTime
        return best.action, root.explore_count


class InformationSets:
    """OpenSpiel's `ISMCTSBot`, which does not report its number of simulations."""

    def __init__(self, game, seconds, seed, policy):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        self.bot = pyspiel.ISMCTSBot(
            seed=seed, evaluator=evaluator, uct_c=C * game.max_utility(), max_simulations=10**9,
            final_policy_type=policy, max_wall_clock_time=seconds)

    def choose(self, state):
        try:
            return self.bot.step(state), None
        except pyspiel.SpielError as why:
            # The bot divides by the number of its simulations, which can be 0.
            raise NoTime if "total_visits > 0" in str(why) else Failed(f"OpenSpiel says {why}") from why


class Effort:
    """Effort of a side in one or several games."""

    def __init__(self, decisions=0, simulations=0, seconds=0.0):
        self.decisions, self.simulations, self.seconds = decisions, simulations, seconds

    def add(self, simulations, seconds, decisions=1):
        self.decisions += decisions
        # The sum is unknown if one of its terms is.
        unknown = None in (simulations, self.simulations)
        self.simulations = None if unknown else self.simulations + simulations
        self.seconds += seconds


class Table:
    """A game in progress, by the rules of both libraries."""

    def __init__(self, name, seat, number, seed):
        self.name, self.pairing, self.seat = name, PAIRINGS[name], seat
        self.rng = random.Random(seed)
        self.state = pyspiel.load_game(self.pairing.theirs).new_initial_state()
        seat.begin(seed, number)
        self.pairing.begin(self.state, seat, self.draw)

    def draw(self, outcomes):
        things, odds = zip(*outcomes)
        return self.rng.choices(things, odds)[0]

    def turn(self):
        """Acting seat in Sortilege's numbers, None for chance."""
        return None if self.state.is_chance_node() else self.pairing.seats[self.state.current_player()]

    def paths(self, state, words=(), actions=(), odds=1.0):
        """Action sequences that form one move of Sortilege, with probabilities at chance turns."""
        chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
        for action in state.legal_actions():
            path = (*words, self.pairing.their_word(state, action)), (*actions, action), odds * chances.get(action, 1)
            if len(path[0]) == self.pairing.actions:
                yield path
                continue
            after = state.child(action)
            if after.current_player() == state.current_player():
                yield from self.paths(after, *path)
            else:
                yield path

    def moves(self):
        """Checked moves or outcomes by Sortilege's names, with actions and probability."""
        turn, ours = self.seat.standing[0], self.seat.standing[1:]
        self.agree("turns", turn, {None: "chance"}.get(self.turn(), str(self.turn())))
        if turn == "chance":
            ours = {name: float(odds) for name, odds in (word.split("=") for word in ours)}
        else:
            ours = {name: 1.0 for name in ours}
        named = {self.pairing.our_words(name, self.turn()): name for name in ours}
        theirs = {words: (actions, odds) for words, actions, odds in self.paths(self.state)}
        if len(named) < len(ours) or named.keys() != theirs.keys():
            # The first few are enough for the message: there may be thousands.
            only_ours, only_theirs = named.keys() - theirs.keys(), theirs.keys() - named.keys()
            self.agree("legal moves", sorted(only_ours)[:4], sorted(only_theirs)[:4])
            self.agree("numbers of moves", len(ours), len(theirs))
        for words, (_, odds) in theirs.items():
            if abs(ours[named[words]] - odds) > 1e-9:
                self.agree(f"probabilities of {words}", ours[named[words]], odds)
        return {named[words]: found for words, found in theirs.items()}

    def agree(self, what, ours, theirs):
        if ours != theirs:
            raise Failed(f"{self.name}: {what} differ, ours {ours} and theirs {theirs}, after "
                         f"{self.state.history_str() or 'no move'}")

    def over(self):
        over = self.seat.standing[0] == "over"
        self.agree("ends", over, self.state.is_terminal())
        return over

    def payoff(self, seat):
        """Payoff of a seat, in units of OpenSpiel."""
        theirs = [self.state.returns()[self.pairing.seats.index(one)] for one in (0, 1)]
        ours = [float(word) * self.pairing.unit for word in self.seat.standing[1:]]
        if max(abs(one - other) for one, other in zip(ours, theirs)) > 1e-6:
            self.agree("payoffs", ours, theirs)
        return theirs[seat]


def our_move(table, effort):
    name, simulations, seconds = table.seat.think()
    effort.add(simulations, seconds)
    return name


def ask_again(bot, state):
    """Returns the bot's choice, its number of simulations, and its seconds.

    The search of Sortilege always makes at least one simulation. If the bot made none, it gets
    another attempt.
    """
    for _ in range(20):
        began = time.perf_counter()
        try:
            return *bot.choose(state), time.perf_counter() - began
        except NoTime:
            pass
    raise Failed("the time is too short for a simulation of OpenSpiel; allow more with --time")


def their_move(table, moves, bot, effort):
    """The bot's move, action by action. A single legal action is played without a search."""
    state, actions = table.state.clone(), ()
    names = {found: name for name, (found, _) in moves.items()}
    effort.add(0, 0.0)
    while actions not in names:
        legal = state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            action, simulations, seconds = ask_again(bot, state)
            effort.add(simulations, seconds, decisions=0)
        state.apply_action(action)
        actions = (*actions, action)
    return names[actions]


def play(name, seat, make_bot, our_seat, seed):
    """Plays a game; returns Sortilege's payoff in units of OpenSpiel, and the efforts of both."""
    table = Table(name, seat, our_seat, seed)
    bot = make_bot(table.state.get_game(), table.pairing.share, seed)
    ours, theirs = Effort(), Effort()
    while not table.over():
        moves, turn = table.moves(), table.turn()
        if turn is None:
            chosen = table.draw([(move, odds) for move, (_, odds) in sorted(moves.items())])
        elif len(moves) == 1:
            chosen = next(iter(moves))
        elif turn == our_seat:
            chosen = our_move(table, ours)
        else:
            chosen = their_move(table, moves, bot, theirs)
        for action in moves[chosen][0]:
            table.state.apply_action(action)
        seat.play(chosen)
    return table.payoff(our_seat), ours, theirs


def match(program, name, search, seconds, games, make_bot):
    """Plays pairs of games with the same seeds and dice and swapped seats; see `play`."""
    with Seat(program, name, search, seconds) as seat:
        for game in range(games):
            yield play(name, seat, make_bot, game % 2, 1 + game // 2)
