"""Tests of games and evaluators in Python."""

import math
import random
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

import sortilege
from sortilege.protocols import Turn


class Nim:
    """The player who takes the last match wins."""

    seats = 2

    def __init__(self, matches: int = 7, mover: int = 0) -> None:
        self.matches, self.mover = matches, mover

    def turn(self) -> Turn:
        return self.mover if self.matches else "over"

    def legal_moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.matches]

    def apply(self, number: int) -> "Nim":
        return type(self)(self.matches - number, 1 - self.mover)

    def payoffs(self) -> list[float]:
        return [-1.0, 1.0] if self.mover == 0 else [1.0, -1.0]

    def read(self, text: str) -> "Nim":
        return type(self)(int(text))

    def __str__(self) -> str:
        return f"{self.matches} matches, {self.mover} to move"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nim) and (self.matches, self.mover) == (other.matches, other.mover)

    def __hash__(self) -> int:
        return hash((self.matches, self.mover))


class Kuhn:
    """Kuhn poker, written in the plain way."""

    seats = 2
    ENDS = {"pp": 1, "bb": 2, "pbb": 2, "bp": 1, "pbp": 1}

    def __init__(self, cards: str = "", bets: str = "") -> None:
        self.cards, self.bets = cards, bets

    def turn(self) -> Turn:
        if not self.cards:
            return "chance"
        return "over" if self.bets in self.ENDS else len(self.bets) % 2

    def outcomes(self) -> list[tuple[str, float]]:
        return [(deal, 1 / 6) for deal in ("JQ", "JK", "QJ", "QK", "KJ", "KQ")]

    def legal_moves(self) -> list[str]:
        return ["pass", "bet"]

    def apply(self, move: str) -> "Kuhn":
        return type(self)(self.cards, self.bets + move[0]) if self.cards else type(self)(move)

    def payoffs(self) -> list[float]:
        stake = self.ENDS[self.bets] / 2
        if self.bets in ("bp", "pbp"):
            first = 1 if self.bets == "bp" else -1
        else:
            first = 1 if "JQK".index(self.cards[0]) > "JQK".index(self.cards[1]) else -1
        return [first * stake, -first * stake]

    def view(self, seat: int) -> tuple[str, str]:
        return (self.cards[seat] if self.cards else "", self.bets)

    def determinize(self, view: tuple[str, str], seat: int, random: sortilege.Random) -> "Kuhn":
        card, bets = view
        if not card:
            return type(self)()
        other = random.choice([one for one in "JQK" if one != card])
        return type(self)(card + other if seat == 0 else other + card, bets)

    def seen(self, move: str, seat: int) -> str:
        return move if self.cards else move[seat]

    def redeal(self, seat: int, random: sortilege.Random) -> "Kuhn":
        if not self.cards:
            return self
        other = random.choice([one for one in "JQK" if one != self.cards[seat]])
        return type(self)(self.cards[0] + other if seat == 0 else other + self.cards[1], self.bets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kuhn) and (self.cards, self.bets) == (other.cards, other.bets)

    def __hash__(self) -> int:
        return hash((self.cards, self.bets))

    def __repr__(self) -> str:
        return f"Kuhn({self.cards}, {self.bets})"


class Matching:
    """Simultaneous choice; the first player wins if the choices are equal."""

    seats = 2

    def __init__(self, made: tuple[str, ...] = ()) -> None:
        self.made = made

    def turn(self) -> Turn:
        return "over" if self.made else "together"

    def legal_moves(self) -> list[str]:
        return []

    def choices(self, seat: int) -> list[str]:
        return ["heads", "tails"]

    def apply(self, move: str) -> "Matching":
        raise AssertionError("both players choose at once")

    def apply_together(self, moves: list[str]) -> "Matching":
        return Matching(tuple(moves))

    def payoffs(self) -> list[float]:
        same = 1.0 if self.made[0] == self.made[1] else -1.0
        return [same, -same]


def test_an_open_game_is_searched() -> None:
    game = sortilege.own(Nim(), name="nim")
    assert game.seats == 2 and game.capabilities == []
    state = game.start()
    assert state.legal_moves() == ["1", "2", "3"] and state.text == "7 matches, 0 to move"
    for player in ("uct", "dpw", "flat-mc"):
        assert sortilege.player(player, iterations=600).decide(state.view()).move == "3"
    state.apply("3")
    state.apply(0)
    assert state.text == "3 matches, 0 to move" and state.history == [[(0, "3")], [(1, "1")]]
    state.apply("3")
    assert state.payoffs == [1.0, -1.0]
    assert game.read("5").text == "5 matches, 0 to move"


def test_a_hidden_game_is_searched() -> None:
    game = sortilege.own(Kuhn(), name="kuhn-in-python")
    assert {"chance", "hidden", "observe"} <= set(game.capabilities)
    state = game.start()
    state.outcome("KQ")
    assert state.view(0).log == [(None, "K")] and state.view(1).log == [(None, "Q")]
    state.apply("pass")
    state.apply("bet")
    for player in ("mo-ismcts", "so-ismcts", "so-ismcts-pom", "determinized-uct"):
        assert sortilege.player(player, iterations=200).decide(state.view(0)).move == "bet", player
    assert sortilege.player("cheating-uct", iterations=200).decide(state).move == "bet"


def test_it_plays_as_in_rust() -> None:
    """Equal rules and equal seeds give equal searches, to the last visit."""
    here = sortilege.own(Kuhn(), name="kuhn-in-python").start()
    there = sortilege.game("kuhn").start()
    for state in (here, there):
        state.outcome("KQ")
        state.apply("pass")
    for player in ("flat-mc:iterations=100", "cheating-uct:iterations=100"):
        cheats = player.startswith("cheating")
        answers = [
            sortilege.player(player).decide(state if cheats else state.view(), seed=5).visits for state in (here, there)
        ]
        assert set(answers[0]) == set(answers[1]) and sum(answers[0].values()) == sum(answers[1].values())


def test_choices_at_once() -> None:
    state = sortilege.own(Matching(), name="matching").start()
    assert state.turn == "together" and state.game.capabilities == ["simultaneous"]
    assert sortilege.player("flat-ucb", iterations=50).decide(state.view(1)).move in ("heads", "tails")
    state.apply("heads", 0)
    state.apply("tails", 1)
    assert state.payoffs == [-1.0, 1.0]


def test_games_are_held_to_their_contract() -> None:
    sortilege.check(Nim())
    sortilege.check(Kuhn())
    sortilege.check(Matching())


class Peeking(Kuhn):
    """A faulty game: reveals to each seat the other seat's card."""

    def view(self, seat: int) -> tuple[str, str]:
        return (self.cards, self.bets)

    def determinize(self, view: tuple[str, str], seat: int, random: sortilege.Random) -> "Kuhn":
        return Peeking(*view)


class Pocket(tuple[str, str]):
    """The view of a seat, plus the true state in a field that comparisons ignore."""

    truth: Kuhn


class Sly(Kuhn):
    """A faulty game: its views look correct, but its determinizations are the true state."""

    def view(self, seat: int) -> tuple[str, str]:
        pocket = Pocket(super().view(seat))
        pocket.truth = self
        return pocket

    def determinize(self, view: tuple[str, str], seat: int, random: sortilege.Random) -> "Kuhn":
        assert isinstance(view, Pocket)
        return view.truth


class Forgetful(Kuhn):
    """A faulty game: samples states that the seat can distinguish."""

    def determinize(self, view: tuple[str, str], seat: int, random: sortilege.Random) -> "Kuhn":
        return Forgetful(random.choice(["JQ", "QK", "KJ"]), view[1]) if view[0] else Forgetful()


def test_breaches_are_found() -> None:
    for broken in (Peeking(), Forgetful()):
        with pytest.raises(sortilege.Error, match="^the game breaks its contract: "):
            sortilege.check(broken)
    with pytest.raises(sortilege.Error, match="^the game breaks its contract: .* different decisions"):
        sortilege.check(Sly())


def broken(method: str, answer: Callable[..., Any]) -> Nim:
    """A game with one method that fails after the first move."""

    def wrong(self: Nim, *arguments: Any) -> Any:
        return answer() if self.matches < 5 else getattr(Nim, method)(self, *arguments)

    kind: type[Nim] = type("Broken", (Nim,), {method: wrong})
    return kind()


def fail() -> None:
    raise LookupError("out of matches")


@pytest.mark.parametrize(
    ("method", "answer", "kind", "why"),
    [
        ("turn", fail, LookupError, "out of matches"),
        ("legal_moves", fail, LookupError, "out of matches"),
        ("apply", fail, LookupError, "out of matches"),
        ("payoffs", fail, LookupError, "out of matches"),
        ("turn", lambda: 2, sortilege.Error, "`turn` is a seat from 0 to 1, `together`, `chance` or `over`, not 2"),
        ("turn", lambda: None, sortilege.Error, "`turn` is a seat"),
        ("legal_moves", lambda: [], sortilege.Error, "a turn without a legal move"),
        ("legal_moves", lambda: [1, 1], sortilege.Error, "`1` is listed twice"),
        ("legal_moves", lambda: [[1]], TypeError, "unhashable"),
        ("legal_moves", lambda: 3, TypeError, "not iterable"),
        ("apply", lambda: None, TypeError, "returned nothing"),
        ("apply", lambda: 7, AttributeError, "turn"),
        ("payoffs", lambda: [0.5], sortilege.Error, "`payoffs` has a number from -1 to 1 for each seat, not"),
        ("payoffs", lambda: [math.nan, 0.0], sortilege.Error, "`payoffs` has a number"),
        ("payoffs", lambda: [2.0, -2.0], sortilege.Error, "`payoffs` has a number"),
        ("payoffs", lambda: "no", TypeError, "."),
    ],
)
def test_what_goes_wrong_is_an_exception(
    method: str, answer: Callable[..., Any], kind: type[Exception], why: str
) -> None:
    state = sortilege.own(broken(method, answer), name="broken").start()
    player = sortilege.player("uct", iterations=200)
    for _ in range(2):
        with pytest.raises(kind, match=why):
            player.decide(state.view())


@pytest.mark.parametrize("method", ["turn", "legal_moves", "apply", "payoffs"])
def test_what_goes_wrong_at_the_table_is_an_exception(method: str) -> None:
    """The same failures without a search: the game is played by hand."""
    state = sortilege.own(broken(method, fail), name="broken").start()
    for _ in range(2):
        with pytest.raises(LookupError, match="out of matches"):
            while not state.is_over:
                state.apply(state.legal_moves()[0])
            state.payoffs


@pytest.mark.parametrize("method", ["view", "determinize", "seen", "outcomes"])
@pytest.mark.parametrize(
    ("answer", "kind"), [(fail, LookupError), (lambda: [[]], (TypeError, ValueError, AttributeError))]
)
def test_what_goes_wrong_in_a_hidden_game_is_an_exception(method: str, answer: Callable[..., Any], kind: Any) -> None:
    broken: type[Kuhn] = type("Broken", (Kuhn,), {method: lambda self, *_: answer()})
    with pytest.raises(kind):
        state = sortilege.own(broken(), name="broken-kuhn").start(seed=1)
        sortilege.player("mo-ismcts", iterations=50).decide(state.view())


def test_bad_games_are_refused() -> None:
    with pytest.raises(AttributeError, match="seats"):
        sortilege.own(object(), name="nothing")  # type: ignore[arg-type]
    with pytest.raises(sortilege.Error, match="is the name of another game"):
        sortilege.own(Nim(), name="kuhn")
    with pytest.raises(sortilege.Error, match="at character 5"):
        sortilege.own(Nim(), name="nim nim")
    with pytest.raises(sortilege.Error, match="thread"):
        view = sortilege.own(Nim(), name="nim").start().view()
        sortilege.player("uct", iterations=100, roots=2, threads=2).decide(view)


def test_an_evaluator_guides_a_search() -> None:
    shapes = []

    def values(states: NDArray[numpy.float32]) -> NDArray[numpy.float64]:
        shapes.append(states.shape)
        return numpy.zeros((len(states), 2))

    def priors(state: NDArray[numpy.float32], seat: int, moves: list[str]) -> list[float]:
        assert state.shape == (2, 64) and seat in (0, 1)
        return [10.0 if move == "b2" else 0.1 for move in moves]

    guide = sortilege.Evaluator(values, priors=priors, batch=8, size=64)
    view = sortilege.game("mnk", m=3, n=3, k=3).start().view()
    decision = sortilege.player("uct", iterations=200, select="puct", evaluator=guide).decide(view)
    assert decision.move == "b2"
    assert all(shape[1:] == (2, 64) for shape in shapes) and max(shape[0] for shape in shapes) == 8


def test_an_evaluator_of_ones_own_game_is_shown_its_states() -> None:
    def values(states: list[Nim]) -> list[list[float]]:
        def worth(state: Nim) -> float:
            return (1.0 if state.matches % 4 else -1.0) * (1 if state.mover == 0 else -1)

        return [[worth(state), -worth(state)] for state in states]

    view = sortilege.own(Nim(21), name="nim").start().view()
    for player in ("uct", "flat-mc"):
        guided = sortilege.player(player, iterations=60, evaluator=sortilege.Evaluator(values))
        assert guided.decide(view).move == "1"


def test_an_evaluator_guides_information_set_searches() -> None:
    def values(states: list[Kuhn]) -> list[list[float]]:
        assert all(state.cards for state in states)
        return [[0.0, 0.0] for _ in states]

    state = sortilege.own(Kuhn(), name="kuhn-in-python").start(seed=1)
    for player in ("mo-ismcts", "so-ismcts"):
        guided = sortilege.player(player, iterations=60, evaluator=sortilege.Evaluator(values, batch=4))
        assert guided.decide(state.view()).iterations == 60


@pytest.mark.parametrize(
    ("answer", "kind", "why"),
    [
        (lambda n: numpy.full((n, 2), numpy.nan), sortilege.Error, "values from -1 to 1, not NaN"),
        (lambda n: numpy.full((n, 2), 1.5), sortilege.Error, "values from -1 to 1, not 1.5"),
        (lambda n: numpy.zeros((n, 3)), sortilege.Error, "values of the shape"),
        (lambda n: numpy.zeros(2 * n), sortilege.Error, "values of the shape"),
        (lambda n: None, (TypeError, ValueError), "."),
        (lambda n: "no", (TypeError, ValueError), "."),
        (lambda n: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_what_goes_wrong_in_an_evaluator(answer: Callable[[int], Any], kind: Any, why: str) -> None:
    view = sortilege.game("mnk").start().view()
    guide = sortilege.Evaluator(lambda states: answer(len(states)))
    with pytest.raises(kind, match=why):
        sortilege.player("uct", iterations=50, evaluator=guide).decide(view)


def test_bad_evaluators_are_refused() -> None:
    even = sortilege.Evaluator(lambda states: numpy.zeros((len(states), 2)))
    view = sortilege.game("mnk").start().view()
    with pytest.raises(sortilege.Error, match="^with an evaluator `uct` makes no playouts"):
        sortilege.player("uct:playout=mast", evaluator=even).decide(view)
    with pytest.raises(sortilege.Error, match="^`random` makes no simulations"):
        sortilege.player("random", evaluator=even).decide(view)
    with pytest.raises(TypeError):
        sortilege.Evaluator(3)  # type: ignore[arg-type]
    with pytest.raises(sortilege.Error, match="^`batch` is a whole number"):
        sortilege.Evaluator(len, batch=0)


@pytest.mark.parametrize(
    ("priors", "kind", "why"),
    [
        (lambda *_: [-1.0], sortilege.Error, "priors of the shape"),
        (lambda _, __, moves: [-1.0] * len(moves), sortilege.Error, "^priors are weights of 0 or more, not -1$"),
        (lambda _, __, moves: [math.nan] * len(moves), sortilege.Error, "not NaN$"),
        (lambda _, __, moves: [1e300] * len(moves), sortilege.Error, "^priors are weights of 0 or more, not 1"),
        (lambda *_: fail(), LookupError, "out of matches"),
        (lambda: [], TypeError, "argument"),
        (lambda *_: "no", (TypeError, ValueError), "."),
    ],
)
def test_what_goes_wrong_in_priors(priors: Callable[..., Any], kind: Any, why: str) -> None:
    guide = sortilege.Evaluator(lambda states: numpy.zeros((len(states), 2)), priors=priors)
    with pytest.raises(kind, match=why):
        view = sortilege.game("mnk").start().view()
        sortilege.player("uct", iterations=50, select="puct", evaluator=guide).decide(view)


def test_ctrl_c_ends_a_search_of_ones_own_game() -> None:
    import os
    import signal
    import threading

    view = sortilege.own(Nim(21), name="nim").start().view()
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        sortilege.player("uct", time="3600s").decide(view)
    timer.join()


def test_random_is_seeded() -> None:
    one, other = sortilege.Random(7), sortilege.Random(7)
    assert [one.below(6) for _ in range(9)] == [other.below(6) for _ in range(9)]
    assert sorted(one.shuffled("abc")) == ["a", "b", "c"] and one.choice([4]) == 4 and 0 <= one.random() < 1
    with pytest.raises(sortilege.Error, match="nothing to draw from"):
        one.choice([])
    assert random.Random(1).random() != one.random()
