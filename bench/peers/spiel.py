"""Measures the speed of OpenSpiel per second of wall time.

    python spiel.py playouts GAME SECONDS
    python spiel.py mcts GAME SIMULATIONS SECONDS
    python spiel.py ismcts GAME SIMULATIONS SECONDS

All loops are in C++. `playouts` are those of one simulation of MCTSBot, whose evaluator makes many
of them at the root. `mcts` and `ismcts` are decisions of MCTSBot and ISMCTSBot with one playout per
simulation. Chance events before the first decision are not measured.
"""

import random
import sys
import time

import pyspiel

# Exploration constant of UCB1 for returns from -1 to 1; it equals 0.7 for rewards from 0 to 1.
C = 1.4


def first_decision(game, rng):
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def mcts(game, simulations, rollouts, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    return pyspiel.MCTSBot(game, evaluator, uct_c=C, max_simulations=simulations, max_memory_mb=1000, solve=False,
                           seed=seed, verbose=False)


def ismcts(simulations, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.ISMCTSBot(seed=seed, evaluator=evaluator, uct_c=C, max_simulations=simulations)


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def rate(steps, once, seconds):
    """Steps per second; each call of `once` makes some and returns its duration."""
    once(0)
    times = []
    while sum(times) < seconds:
        times.append(once(len(times) + 1))
    return steps * len(times) / sum(times)


def playouts(game, seconds):
    state = first_decision(game, random.Random(1))

    def once(count, seed):
        bot = mcts(game, 1, count, seed)
        return timed(lambda: bot.mcts_search(state))

    count = 16
    while once(count, 1) < 0.05:
        count *= 2
    return rate(count, lambda seed: once(count, seed), seconds)


def decisions(game, simulations, seconds, kind):
    rng = random.Random(1)

    def once(seed):
        state = first_decision(game, rng)
        if kind == "mcts":
            bot = mcts(game, simulations, 1, seed)
            return timed(lambda: bot.mcts_search(state))
        bot = ismcts(simulations, seed)
        return timed(lambda: bot.step(state))

    return rate(simulations, once, seconds)


def main(kind, name, *numbers):
    game = pyspiel.load_game(name)
    seconds = float(numbers[-1])
    print(playouts(game, seconds) if kind == "playouts" else decisions(game, int(numbers[0]), seconds, kind))


main(*sys.argv[1:])
