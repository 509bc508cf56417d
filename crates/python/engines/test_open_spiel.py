"""Tests of OpenSpiel games with Sortilege players, and of Sortilege players as OpenSpiel bots."""

import random

import pytest

import sortilege

pyspiel = pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed (pip install .[open-spiel])")

from sortilege.open_spiel import Bot, from_open_spiel  # noqa: E402

GAMES = {
    "kuhn_poker": "mo-ismcts:iterations=50",
    "leduc_poker": "so-ismcts:iterations=50",
    "tic_tac_toe": "uct:iterations=50",
    "breakthrough(rows=4,columns=4)": "uct:iterations=50",
}


@pytest.mark.parametrize(("name", "player"), GAMES.items())
def test_our_bot_plays_theirs(name: str, player: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(4):
        ours = Bot(game, player, seed=seed)
        theirs = pyspiel.make_uniform_random_bot(1, seed)
        chance = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = chance.choices(outcomes, odds)[0]
            else:
                action = (ours if state.current_player() == 0 else theirs).step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        assert abs(sum(state.returns())) < 1e-9


def test_their_evaluation_plays_our_bot() -> None:
    game = pyspiel.load_game("kuhn_poker")
    bots = [Bot(game, "mo-ismcts:iterations=20", seed=1), pyspiel.make_uniform_random_bot(1, 5)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    assert len(returns) == 2 and sum(returns) == 0


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_nothing_hidden_shows(name: str) -> None:
    """OpenSpiel resamples from the information state: another hidden card gives the same search."""
    answers = []
    for other in ("1", "2"):
        state = from_open_spiel(name).start()
        state.outcome("0")
        state.outcome(other)
        player = sortilege.player("mo-ismcts", iterations=100)
        answers.append((state.view(0).log, state.view(0).text, player.decide(state.view(0), seed=3).visits))
        assert state.view(1).log != answers[0][0]
    assert answers[0] == answers[1]


def test_kuhn_is_kuhn() -> None:
    """The mean visits over seeds agree between OpenSpiel's Kuhn poker and Sortilege's.

    The seeds are fixed. With random seeds the mean of 20 searches would differ by 4 standard errors
    once in 15,000 times.
    """
    ours = sortilege.game("kuhn").start()
    ours.outcome("QK")
    theirs = from_open_spiel("kuhn_poker").start()
    theirs.outcome("1")
    theirs.outcome("2")

    def shares(state: sortilege.State, move: str) -> list[float]:
        player = sortilege.player("mo-ismcts", iterations=400)
        decisions = (player.decide(state.view(0), seed=seed) for seed in range(20))
        return [decision.visits[move] / decision.iterations for decision in decisions]

    here, there = shares(ours, "bet"), shares(theirs, "1")

    def mean(numbers: list[float]) -> float:
        return sum(numbers) / len(numbers)

    def variance(numbers: list[float]) -> float:
        return sum((number - mean(numbers)) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers)

    error = (variance(here) + variance(there)) ** 0.5
    assert abs(mean(here) - mean(there)) < 4 * error


def test_games_that_cannot_be_searched_are_refused() -> None:
    with pytest.raises(sortilege.Error, match="`dpw` does not fit"):
        Bot("kuhn_poker", "dpw").step(_dealt("kuhn_poker"))


def _dealt(name: str) -> "pyspiel.State":
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state
