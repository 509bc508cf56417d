"""Sortilege games as PettingZoo environments (`pip install sortilege[pettingzoo]`).

>>> from sortilege.pettingzoo import env
>>> environment = env("liars-dice")
>>> environment.reset(seed=1)

Agents are `seat_0`, `seat_1` and so on. An action is an index into the legal moves, whose names are
in `infos[agent]["moves"]`; `action_mask` marks the valid indices. An observation is the array of
`View.tensor`, which depends only on what the seat observes. If more moves are legal than the action
space holds, only the first ones can be played, with a warning. Rewards come at the end: payoffs
from -1 to 1.
"""

import warnings
from typing import Any, TypeAlias

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

import sortilege

Observation: TypeAlias = dict[str, NDArray[Any]]

ROUNDED = 16
"""Sizes of action spaces are multiples of this."""


class Seats:
    """Base of both kinds of environment: a game, its seats and their observations."""

    metadata: dict[str, Any]

    def __init__(self, game: sortilege.Game, size: int, log: bool, actions: int | None, render_mode: str | None) -> None:
        self.game = game
        self.size = size
        self.log = log
        self.render_mode = render_mode
        self.metadata = {"name": f"sortilege_{game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.actions = most_moves(game) if actions is None else actions
        self.state_of_game: sortilege.State | None = None
        mask = gymnasium.spaces.Box(0, 1, (self.actions,), numpy.int8)
        seen = gymnasium.spaces.Box(0.0, numpy.inf, (size,), numpy.float32)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.random = numpy.random.default_rng()

    def seated(self, seed: int | None) -> sortilege.State:
        """Begins a new game; without a seed the generator of the environment draws one."""
        if seed is not None:
            self.random = numpy.random.default_rng(seed)
        return self.game.start(seed=int(self.random.integers(2**63)))

    def seen_by(self, state: sortilege.State, agent: str) -> Observation:
        view = state.view(self.seat_of[agent])
        legal = len(view.legal_moves)
        if legal > self.actions:
            warnings.warn(
                f"the action space has {self.actions} of the {legal} legal moves here, the first ones; "
                f"{self.game.name} has them all with actions={legal} or more",
                stacklevel=3,
            )
        mask = numpy.zeros(self.actions, dtype=numpy.int8)
        mask[:legal] = 1
        return {"observation": view.tensor(self.size, log=self.log), "action_mask": mask}

    def drawn(self, agent: str) -> str | None:
        """View of a seat as plain text."""
        if self.render_mode is None or self.state_of_game is None:
            return None
        return self.state_of_game.view(self.seat_of[agent]).text


def most_moves(game: sortilege.Game, games: int = 20, longest: int = 400) -> int:
    """Size of an action space: twice the most legal moves in random games with fixed seeds."""
    most = 1
    for seed in range(games):
        random = numpy.random.default_rng(seed)
        state = game.start(seed=seed)
        for _ in range(longest):
            if state.is_over:
                break
            for seat in state.to_choose:
                legal = len(state.legal_moves(seat))
                most = max(most, legal)
                state.apply(int(random.integers(legal)), seat)
    return -(-2 * most // ROUNDED) * ROUNDED


class Environment(Seats, AECEnv[str, Observation, int]):
    """A game as an AEC environment.

    At simultaneous moves the seats choose one after the other, without observing each other's
    choice.
    """

    def __init__(
        self,
        game: sortilege.Game,
        *,
        size: int = 256,
        log: bool = False,
        actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        Seats.__init__(self, game, size, log, actions, render_mode)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_of_game = self.seated(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> Observation:
        return self.seen_by(self._state(), agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise sortilege.Error(f"{agent} has to choose; its action is a number and not None")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._state().apply(int(action), self.seat_of[agent])
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        state = self._state()
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, state.payoffs, strict=True))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.to_choose[0]]
        for agent in self.agents:
            self.infos[agent] = {"moves": list(state.legal_moves(self.seat_of[agent]))}

    def _state(self) -> sortilege.State:
        if self.state_of_game is None:
            raise sortilege.Error("call reset before anything else")
        return self.state_of_game

    def render(self) -> str | None:
        return self.drawn(self.agent_selection)

    def close(self) -> None:
        self.state_of_game = None


class ParallelEnvironment(Seats, ParallelEnv[str, Observation, int]):
    """A game with simultaneous moves as a parallel environment.

    If only one seat has to choose, the mask of the other seats allows only action 0, which does
    nothing.
    """

    def __init__(
        self,
        game: sortilege.Game,
        *,
        size: int = 256,
        log: bool = False,
        actions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        Seats.__init__(self, game, size, log, actions, render_mode)
        self.metadata["is_parallelizable"] = True
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.state_of_game = self.seated(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        state = self.state_of_game
        if state is None:
            raise sortilege.Error("call reset before anything else")
        for seat in state.to_choose:
            state.apply(int(actions[self.possible_agents[seat]]), seat)
        over = state.is_over
        payoffs = state.payoffs if over else [0.0] * self.game.seats
        rewards = dict(zip(self.possible_agents, payoffs, strict=True))
        seen, infos = self._observations(), self._infos()
        ended = dict.fromkeys(self.agents, over)
        cut = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return seen, rewards, ended, cut, infos

    def _observations(self) -> dict[str, Observation]:
        assert self.state_of_game is not None
        seen = {agent: self.seen_by(self.state_of_game, agent) for agent in self.agents}
        for observation in seen.values():
            if not observation["action_mask"].any():
                observation["action_mask"][0] = 1
        return seen

    def _infos(self) -> dict[str, dict[str, Any]]:
        assert self.state_of_game is not None
        return {agent: {"moves": list(self.state_of_game.legal_moves(self.seat_of[agent]))} for agent in self.agents}

    def render(self) -> str | None:
        return self.drawn(self.possible_agents[0])

    def close(self) -> None:
        self.state_of_game = None


def env(game: str | sortilege.Game, **options: Any) -> Environment:
    """Creates an AEC environment, for any game."""
    return Environment(sortilege.game(game) if isinstance(game, str) else game, **options)


def parallel_env(game: str | sortilege.Game, **options: Any) -> ParallelEnvironment:
    """Creates a parallel environment, for games with simultaneous moves."""
    found = sortilege.game(game) if isinstance(game, str) else game
    if "simultaneous" not in found.capabilities:
        raise sortilege.Error(f"`{found.spec}` has no simultaneous moves; use sortilege.pettingzoo.env")
    return ParallelEnvironment(found, **options)
