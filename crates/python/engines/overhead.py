"""What a call from Python costs, beside OpenSpiel and RLCard on the same games in one run: `python overhead.py`.

Random games are played by a fixed rule, and the fastest of several rounds counts: on a busy machine that is the one that was
disturbed least. What is not installed is left out, and says so.
"""

import importlib.util
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

import sortilege

ROUNDS = 15
DECISION = 2
"""Simulations of a decision: OpenSpiel's search of information sets cannot do with one. Its bots are those in C++."""
GAMES = {
    "kuhn": ("kuhn", "kuhn_poker", None, "mo-ismcts"),
    "leduc": ("leduc", "leduc_poker", "leduc-holdem", "mo-ismcts"),
    "tic-tac-toe": ("mnk:m=3,n=3,k=3", "tic_tac_toe", None, "uct"),
    "breakthrough": ("breakthrough", "breakthrough", None, "uct"),
    "dou di zhu": ("dou-di-zhu", None, "doudizhu", "mo-ismcts"),
}


def best(measure: Callable[[int], tuple[float, int]]) -> float:
    """Microseconds a call, in the fastest round."""
    return min(1e6 * seconds / max(calls, 1) for seconds, calls in map(measure, range(ROUNDS)))


def ours(name: str, what: str) -> float:
    game = sortilege.game(name)

    def measure(seed: int) -> tuple[float, int]:
        spent, calls = 0.0, 0
        for number in range(3):
            state = game.start(seed=seed * 3 + number)
            for _ in range(200):
                if state.is_over:
                    break
                begun = time.perf_counter()
                moves = state.legal_moves()
                middle = time.perf_counter()
                state.apply((seed * 31 + calls * 7) % len(moves))
                ended = time.perf_counter()
                spent += middle - begun if what == "legal" else ended - middle
                calls += 1
        return spent, calls

    return best(measure)


def spiels(name: str, what: str) -> float:
    import pyspiel

    game = pyspiel.load_game(name)

    def measure(seed: int) -> tuple[float, int]:
        spent, calls = 0.0, 0
        for _ in range(3):
            state = game.new_initial_state()
            for _ in range(200):
                if state.is_terminal():
                    break
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[(seed + calls) % len(outcomes)][0])
                    continue
                begun = time.perf_counter()
                actions = state.legal_actions()
                middle = time.perf_counter()
                state.apply_action(actions[(seed * 31 + calls * 7) % len(actions)])
                ended = time.perf_counter()
                spent += middle - begun if what == "legal" else ended - middle
                calls += 1
        return spent, calls

    return best(measure)


def rlcards(name: str) -> float:
    """A step of RLCard's gives legal moves, too: the two cannot be measured apart."""
    import rlcard

    environment = rlcard.make(name, config={"seed": 1})

    def measure(seed: int) -> tuple[float, int]:
        spent, calls = 0.0, 0
        for _ in range(3):
            state, _ = environment.reset()
            while not environment.is_over() and calls < 200:
                actions = list(state["legal_actions"])
                begun = time.perf_counter()
                state, _ = environment.step(actions[(seed * 31 + calls * 7) % len(actions)])
                spent += time.perf_counter() - begun
                calls += 1
        return spent, calls

    return best(measure)


def our_decision(name: str, player: str) -> float:
    view = sortilege.game(name).start(seed=1).view()
    thinker = sortilege.player(player, iterations=DECISION)

    def measure(seed: int) -> tuple[float, int]:
        begun = time.perf_counter()
        for _ in range(50):
            thinker.decide(view)
        return time.perf_counter() - begun, 50

    return best(measure)


def their_decision(name: str) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot: Any = (
        pyspiel.ISMCTSBot(1, evaluator, 1.0, DECISION)
        if hidden
        else pyspiel.MCTSBot(game, evaluator, 1.0, DECISION, 100, False, 1, False)
    )

    def measure(seed: int) -> tuple[float, int]:
        begun = time.perf_counter()
        for _ in range(20):
            bot.step(state)
        return time.perf_counter() - begun, 20

    return best(measure)


def main() -> None:
    has = {name: importlib.util.find_spec(name) is not None for name in ("pyspiel", "rlcard")}
    for name, there in has.items():
        if not there:
            print(f"SKIPPED: {name} is not installed")
    os.chdir(tempfile.mkdtemp())
    print(f"{'microseconds':14} {'legal':>7} {'apply':>7} {'decide':>7} | {'spiel: legal':>12} {'apply':>7} {'decide':>7} | RLCard: step")
    for title, (mine, spiel, card, player) in GAMES.items():
        own = [ours(mine, "legal"), ours(mine, "apply"), our_decision(mine, player)]
        told = " ".join(f"{number:7.2f}" for number in own)
        theirs = [spiels(spiel, "legal"), spiels(spiel, "apply"), their_decision(spiel)] if spiel and has["pyspiel"] else []
        other = " ".join(f"{number:7.2f}" for number in theirs) or f"{'-':>23}"
        step = f"{rlcards(card):7.2f}" if card and has["rlcard"] else "-"
        print(f"{title:14} {told} | {other:>28} | {step}")


if __name__ == "__main__":
    main()
