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
    Evaluator,
    Game,
    Moves,
    Player,
    Random,
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
    """A game, in the language of the command line or with its settings as arguments.

    >>> game("mnk:m=3,n=3,k=3") == game("mnk", m=3, n=3, k=3)
    True
    """
    return _sortilege.open(spelled(spec, settings))


def own(start: OwnState, *, name: str) -> Game:
    """The game in Python that begins with `start`, under a name: `sortilege.protocols` says what its states have to have.

    Make it once and keep it: what the catalogue is told of a game stays in memory.
    """
    return _sortilege.own(start, name)


def player(spec: str, *, seed: int = 0, evaluator: Evaluator | None = None, **settings: Setting) -> Player:
    """A player, in the language of the command line or with its settings as arguments; `_` stands for `-` in their names.

    Whether it fits a game is known when it is asked about one. What it draws follows from `seed` and from what it was asked
    before. With an `evaluator` it asks for its opinion where it would make a playout.
    """
    return Player(spelled(spec, settings), seed, evaluator)
