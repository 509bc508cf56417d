"""Games in Python: the methods that an object needs to be a state.

>>> class Nim:
...     seats = 2
...     def __init__(self, matches=7, mover=0):
...         self.matches, self.mover = matches, mover
...     def turn(self):
...         return self.mover if self.matches else "over"
...     def legal_moves(self):
...         return [number for number in (1, 2, 3) if number <= self.matches]
...     def apply(self, number):
...         return Nim(self.matches - number, 1 - self.mover)
...     def payoffs(self):
...         return [-1.0, 1.0] if self.mover == 0 else [1.0, -1.0]
>>> import sortilege
>>> game = sortilege.own(Nim(), name="nim-in-python")
>>> sortilege.player("uct", iterations=500).decide(game.start().view()).move
'3'

States are immutable: `apply` returns a new state. Moves are hashable, and `str` gives each move a
unique text of one word.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

Turn: TypeAlias = int | Literal["together", "chance", "over"]
"""Who acts next: a seat, all seats simultaneously, chance, or none because the game is over."""


class State(Protocol):
    """Methods that every game needs."""

    @property
    def seats(self) -> int:
        """Number of seats; constant during a game."""

    def turn(self) -> Turn:
        """Who acts next."""

    def legal_moves(self) -> Iterable[Hashable]:
        """Legal moves of the acting seat: at least one, no duplicates, always in the same order."""

    def apply(self, move: Any, /) -> "State":
        """State after a legal move or a possible chance outcome; does not change this state."""

    def payoffs(self) -> Sequence[float]:
        """Payoffs of all seats, from -1 to 1, once the game is over."""


class WithChance(State, Protocol):
    """A game with chance events."""

    def outcomes(self) -> Iterable[tuple[Hashable, float]]:
        """Possible chance outcomes with their probabilities, which add up to 1."""


class WithChoicesAtOnce(State, Protocol):
    """A game with simultaneous moves."""

    def choices(self, seat: int, /) -> Iterable[Hashable]:
        """Choices of a seat; a seat with nothing to decide has exactly one."""

    def apply_together(self, moves: Sequence[Any], /) -> State:
        """State after one choice of every seat, in the order of the seats."""


class WithSecrets(State, Protocol):
    """A game with hidden information."""

    def view(self, seat: int, /) -> Hashable:
        """Information set of a seat: everything that it has observed, and nothing else."""

    def determinize(self, view: Any, seat: int, random: Any, /) -> State:
        """Samples a state of the information set `view`.

        It must depend only on `view`, `seat` and numbers drawn from `random`.
        """

    def seen(self, move: Any, seat: int, /) -> Hashable | None:
        """Observation of a seat when `move` is played in this state; None if it observes nothing.

        The player who moves must observe a different value for each move.
        """


class WithTwins(WithSecrets, Protocol):
    """A game that can be tested for leaks."""

    def redeal(self, seat: int, random: Any, /) -> State:
        """A state that the seat cannot distinguish from this one, with hidden information sampled
        anew.

        It must not use `view`, `determinize` or `seen`, because it would then repeat their errors.
        """
