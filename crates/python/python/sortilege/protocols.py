"""Games in Python: what an object has to have to be a state of one.

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

States do not change: `apply` returns another one. Moves are hashable and print themselves in one word of their own.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

Turn: TypeAlias = int | Literal["together", "chance", "over"]
"""Who acts next: a seat, all together, chance, or nobody."""


class State(Protocol):
    """What every game has."""

    @property
    def seats(self) -> int:
        """The number of seats, the same all game long."""

    def turn(self) -> Turn:
        """Who acts next."""

    def legal_moves(self) -> Iterable[Hashable]:
        """What the seat on turn may do: one move at least, none twice, always in the same order."""

    def apply(self, move: Any, /) -> "State":
        """The state after a legal move or a possible outcome; this one stays as it is."""

    def payoffs(self) -> Sequence[float]:
        """What every seat has earned, from -1 to 1, once the game is over."""


class WithChance(State, Protocol):
    """A game with turns of chance."""

    def outcomes(self) -> Iterable[tuple[Hashable, float]]:
        """Every outcome that is possible now and its probability; they add up to 1."""


class WithChoicesAtOnce(State, Protocol):
    """A game with turns at which all choose at once."""

    def choices(self, seat: int, /) -> Iterable[Hashable]:
        """What a seat may choose; who has nothing to decide has one choice."""

    def apply_together(self, moves: Sequence[Any], /) -> State:
        """The state after one choice of every seat, in their order."""


class WithSecrets(State, Protocol):
    """A game in which something is hidden."""

    def view(self, seat: int, /) -> Hashable:
        """All that a seat goes by, and nothing that is hidden from it."""

    def determinize(self, view: Any, seat: int, random: Any, /) -> State:
        """A state that looks like `view` to a seat; it may depend on nothing but that and what is drawn from `random`."""

    def seen(self, move: Any, seat: int, /) -> Hashable | None:
        """How a move, about to be played here, looks to a seat; None if it does not notice that anything happens. To who
        makes them no two moves look alike."""


class WithTwins(WithSecrets, Protocol):
    """A game that can be tested for leaks."""

    def redeal(self, seat: int, random: Any, /) -> State:
        """A state that a seat cannot tell from this one, with all that is hidden from it dealt anew. It must not make use
        of `view`, `determinize` or `seen`, or it would agree with them in what is wrong."""
