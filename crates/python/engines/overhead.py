"""Cost of a call from Python, compared with OpenSpiel and RLCard on the same games: `python
overhead.py`.

Random games are played by a fixed rule, and the fastest of several rounds counts: on a busy machine
it is the round that was disturbed least. The programs take turns in each round, so that a busy
minute affects all of them. Programs that are not installed are left out with a message.

`legal` gets the legal moves and their number; `names` gets the names of all of them. Moves of
Sortilege are named when they are read; those of OpenSpiel are numbers, which are named one by one.
"""

import importlib.util
import os
import tempfile
import time
from collections.abc import Callable
from typing import Any

import sortilege

ROUNDS = 40
DECISION = 2
"""Simulations per decision: OpenSpiel's ISMCTS bot needs more than one. Its bots are in C++."""
GAMES = {
    "kuhn": ("kuhn", "kuhn_poker", None, "mo-ismcts"),
    "leduc": ("leduc", "leduc_poker", "leduc-holdem", "mo-ismcts"),
    "tic-tac-toe": ("mnk:m=3,n=3,k=3", "tic_tac_toe", None, "uct"),
    "breakthrough": ("breakthrough", "breakthrough", None, "uct"),
    "dou di zhu": ("dou-di-zhu", None, "doudizhu", "mo-ismcts"),
}


Measure = Callable[[int], tuple[float, int]]
"""A round by its number: returns the seconds and the number of calls."""


def best(measures: list[Measure]) -> list[float]:
    """Microseconds per call, in the fastest round of each."""
    fastest = [float("inf")] * len(measures)
    for number in range(ROUNDS):
        for place, measure in enumerate(measures):
            seconds, calls = measure(number)
            fastest[place] = min(fastest[place], 1e6 * seconds / max(calls, 1))
    return fastest


def ours(name: str, what: str) -> Measure:
    game = sortilege.game(name)

    def measure(seed: int) -> tuple[float, int]:
        spent, calls = 0.0, 0
        for number in range(3):
            state = game.start(seed=seed * 3 + number)
            for _ in range(200):
                if state.is_over:
                    break
                begun = time.perf_counter()
                count = len(list(state.legal_moves()) if what == "names" else state.legal_moves())
                middle = time.perf_counter()
                state.apply((seed * 31 + calls * 7) % count)
                ended = time.perf_counter()
                spent += ended - middle if what == "apply" else middle - begun
                calls += 1
        return spent, calls

    return measure


def spiels(name: str, what: str) -> Measure:
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
                count = len([state.action_to_string(action) for action in actions] if what == "names" else actions)
                middle = time.perf_counter()
                state.apply_action(actions[(seed * 31 + calls * 7) % count])
                ended = time.perf_counter()
                spent += ended - middle if what == "apply" else middle - begun
                calls += 1
        return spent, calls

    return measure


def rlcards(name: str) -> Measure:
    """A step of RLCard also computes the legal moves: the two cannot be measured separately."""
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

    return measure


def our_decision(name: str, player: str) -> Measure:
    view = sortilege.game(name).start(seed=1).view()
    thinker = sortilege.player(player, iterations=DECISION)

    def measure(seed: int) -> tuple[float, int]:
        begun = time.perf_counter()
        for _ in range(50):
            thinker.decide(view)
        return time.perf_counter() - begun, 50

    return measure


def their_decision(name: str) -> Measure:
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

    return measure


def main() -> None:
    has = {name: importlib.util.find_spec(name) is not None for name in ("pyspiel", "rlcard")}
    for name, there in has.items():
        if not there:
            print(f"SKIPPED: {name} is not installed")
    os.chdir(tempfile.mkdtemp())
    kinds = ("legal", "names", "apply")
    columns = " ".join(f"{kind:>7}" for kind in (*kinds, "decide"))
    print(f"{'microseconds':14} {columns} | spiel: {columns[1:]} | RLCard: step")
    for title, (mine, spiel, card, player) in GAMES.items():
        measures = [*(ours(mine, kind) for kind in kinds), our_decision(mine, player)]
        if has_spiel := spiel is not None and has["pyspiel"]:
            measures += [*(spiels(spiel, kind) for kind in kinds), their_decision(spiel)]
        if card is not None and has["rlcard"]:
            measures.append(rlcards(card))
        found = [f"{number:7.2f}" for number in best(measures)]
        own, theirs, step = found[:4], found[4:8] if has_spiel else [], found[8 if has_spiel else 4 :]
        print(f"{title:14} {' '.join(own)} | {' '.join(theirs) or '-':>37} | {' '.join(step) or '-'}")


if __name__ == "__main__":
    main()
