"""Monte Carlo search for games of chance and hidden information.

>>> import sortilege
>>> state = sortilege.game("liars-dice").start(seed=1)
>>> decision = sortilege.player("mo-ismcts", iterations=2000).decide(state.view())
>>> decision.move in state.legal_moves()
True

A `State` holds the complete information of a game; a player gets a `View`, which is what one seat
observes. A refused request raises `Error` with the sentence that the command line would print.
"""

from sortilege._sortilege import (
    Candidate,
    Decision,
    Error,
    Evaluator,
    Game,
    Moves,
    Player,
    Random,
    SearchProgress,
    State,
    View,
    build,
    check,
    games,
)
from sortilege._settings import Setting, spelled
from sortilege.experiments import Plan, Run, do_unit, plan, report, reproduce, run, run_unit
from sortilege.protocols import State as OwnState
from sortilege import _sortilege

__all__ = [
    "Candidate",
    "Decision",
    "Error",
    "Evaluator",
    "Game",
    "Moves",
    "Plan",
    "Player",
    "Random",
    "Run",
    "SearchProgress",
    "State",
    "View",
    "build",
    "check",
    "do_unit",
    "game",
    "games",
    "own",
    "plan",
    "player",
    "report",
    "reproduce",
    "run",
    "run_unit",
]


def game(spec: str, **settings: Setting) -> Game:
    """Opens a game, given in the notation of the command line or with settings as arguments.

    >>> game("mnk:m=3,n=3,k=3") == game("mnk", m=3, n=3, k=3)
    True
    """
    return _sortilege.open(spelled(spec, settings))


def own(start: OwnState, *, name: str) -> Game:
    """Creates a game in Python from its initial state and a name.

    `sortilege.protocols` documents the methods of a state. Create each game once and keep it: its
    registration stays in memory until the process ends.
    """
    return _sortilege.own(start, name)


def player(spec: str, *, seed: int = 0, evaluator: Evaluator | None = None, **settings: Setting) -> Player:
    """Creates a player, given in the notation of the command line or with settings as arguments.

    In names of arguments `_` stands for `-`. Whether the player supports a game is checked at its
    first decision. Its random numbers depend on `seed` and on its previous decisions. An
    `evaluator` replaces the playouts.
    """
    return Player(spelled(spec, settings), seed, evaluator)
