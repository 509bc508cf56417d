"""Monte Carlo search for games of chance and hidden information.

>>> import sortilege
>>> state = sortilege.game("liars-dice").start(seed=1)
>>> decision = sortilege.player("mo-ismcts", iterations=2000).decide(state.view())
>>> decision.move in state.legal_moves()
True

A game has states; a state is the whole truth, and a player is shown a seat's view of it. Whatever cannot be asked is an
`Error` with the sentence that the command line would print.
"""

from sortilege._sortilege import (
    Candidate,
    Decision,
    Error,
    Game,
    Player,
    State,
    View,
    build,
    games,
)
from sortilege._settings import Setting, spelled
from sortilege.experiments import Plan, Run, do_unit, plan, report, reproduce, run, run_unit
from sortilege import _sortilege

__all__ = [
    "Candidate",
    "Decision",
    "Error",
    "Game",
    "Plan",
    "Player",
    "Run",
    "State",
    "View",
    "build",
    "do_unit",
    "game",
    "games",
    "plan",
    "player",
    "report",
    "reproduce",
    "run",
    "run_unit",
]


def game(spec: str, **settings: Setting) -> Game:
    """A game, in the language of the command line or with its settings as arguments.

    >>> game("mnk:m=3,n=3,k=3") == game("mnk", m=3, n=3, k=3)
    True
    """
    return _sortilege.open(spelled(spec, settings))


def player(spec: str, *, seed: int = 0, **settings: Setting) -> Player:
    """A player, in the language of the command line or with its settings as arguments; `_` stands for `-` in their names.

    Whether it fits a game is known when it is asked about one. What it draws follows from `seed` and from what it was asked
    before.
    """
    return Player(spelled(spec, settings), seed)
