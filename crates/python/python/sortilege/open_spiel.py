"""OpenSpiel and Sortilege together (`pip install sortilege[open-spiel]`).

>>> from sortilege.open_spiel import Bot, from_open_spiel
>>> kuhn = from_open_spiel("kuhn_poker")           # an OpenSpiel game for Sortilege players
>>> bot = Bot("kuhn_poker", "mo-ismcts:iterations=1000")   # a Sortilege player for OpenSpiel

Games with hidden information must support `resample_from_infostate` for the acting player. Payoffs
are divided by the largest possible payoff. Moves are the action numbers of OpenSpiel.
"""

from collections.abc import Hashable, Sequence
from os.path import commonprefix

import pyspiel

import sortilege
from sortilege.protocols import Turn


class Position:
    """An OpenSpiel state as a state of a game in Python."""

    def __init__(self, state: "pyspiel.State") -> None:
        self.state = state
        self.seats: int = state.num_players()

    def turn(self) -> Turn:
        if self.state.is_terminal():
            return "over"
        if self.state.is_chance_node():
            return "chance"
        if self.state.is_simultaneous_node():
            return "together"
        return int(self.state.current_player())

    def legal_moves(self) -> list[int]:
        return list(self.state.legal_actions())

    def choices(self, seat: int) -> list[int]:
        return list(self.state.legal_actions(seat))

    def apply(self, move: int) -> "Position":
        return type(self)(self.state.child(move))

    def apply_together(self, moves: Sequence[int]) -> "Position":
        after = self.state.clone()
        after.apply_actions(list(moves))
        return type(self)(after)

    def outcomes(self) -> list[tuple[int, float]]:
        return list(self.state.chance_outcomes())

    def payoffs(self) -> list[float]:
        game = self.state.get_game()
        most = max(abs(game.max_utility()), abs(game.min_utility()))
        return [value / most for value in self.state.returns()]

    def read(self, text: str) -> "Position":
        return type(self)(self.state.get_game().deserialize_state(text))

    def __str__(self) -> str:
        return str(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state.history() == other.state.history()

    def __hash__(self) -> int:
        return hash(tuple(self.state.history()))


class Sight:
    """Information state of a seat. The OpenSpiel state serves only for resampling."""

    def __init__(self, state: "pyspiel.State", seat: int) -> None:
        self.text: str = state.information_state_string(seat)
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def news(before: str, after: str) -> str | None:
    """Change of an information state: the position of the change, and the new text there.

    Unchanged parts, such as the cards of the seat, do not belong to the observation.
    """
    if before == after:
        return None
    start = len(commonprefix((before, after)))
    end = min(len(commonprefix((before[::-1], after[::-1]))), min(len(before), len(after)) - start)
    was, now = before[start : len(before) - end], after[start : len(after) - end]
    return f"{was}>{now}@{start}" if was else f"{now}@{start}"


class VeiledPosition(Position):
    """An OpenSpiel state of a game with hidden information."""

    def view(self, seat: int) -> Sight:
        return Sight(self.state, seat)

    def determinize(self, view: Sight, seat: int, random: sortilege.Random) -> "VeiledPosition":
        drawn = view.state.resample_from_infostate(seat, random.random)
        if drawn.information_state_string(seat) != view.text:
            raise sortilege.Error(f"OpenSpiel resampled another information state for seat {seat}")
        return VeiledPosition(drawn)

    def seen(self, move: int, seat: int) -> Hashable:
        if self.state.is_simultaneous_node():
            raise sortilege.Error("OpenSpiel does not define what a seat observes of one simultaneous choice")
        before = self.state.information_state_string(seat)
        return news(before, self.state.child(move).information_state_string(seat))


_GAMES: dict[str, sortilege.Game] = {}


def from_open_spiel(game: "str | pyspiel.Game") -> sortilege.Game:
    """Converts an OpenSpiel game to a Sortilege game."""
    spiel = pyspiel.load_game(game) if isinstance(game, str) else game
    name = str(spiel)
    if name not in _GAMES:
        kind = spiel.get_type()
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise sortilege.Error(f"`{name}` does not list chance outcomes, which games in Python must do")
        hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        together = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        start = spiel.new_initial_state()
        first = VeiledPosition(start) if hidden and not together else Position(start)
        _GAMES[name] = sortilege.own(first, name=_word(name))
    return _GAMES[name]


def _word(name: str) -> str:
    return "open-spiel-" + "".join(mark if mark.isalnum() or mark in "_-." else "-" for mark in name).strip("-")


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A Sortilege player as an OpenSpiel bot."""

    def __init__(self, game: "str | pyspiel.Game", player: "str | sortilege.Player", *, seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self.game = from_open_spiel(game)
        self.player = sortilege.player(player, seed=seed) if isinstance(player, str) else player

    def step(self, state: "pyspiel.State") -> int:
        """Returns the action for the acting seat."""
        position = self.game.read(state.serialize())
        return int(self.player.decide(position.view(state.current_player())).move)

    def restart(self) -> None:
        self.player.new_game()

    def restart_at(self, state: "pyspiel.State") -> None:
        self.player.new_game()

    def inform_action(self, state: "pyspiel.State", player_id: int, action: int) -> None:
        """Ignored: `step` gets the complete history with the state."""

    def provides_policy(self) -> bool:
        return False
