"""Tests of every game as a PettingZoo environment, with the tests of PettingZoo."""

import warnings
from typing import Any

import numpy
import pytest

import sortilege

pytest.importorskip("pettingzoo", reason="SKIPPED: pettingzoo is not installed (pip install .[pettingzoo])")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from sortilege.pettingzoo import ParallelEnvironment, env, parallel_env  # noqa: E402

# Rulesheets with hidden information, one of them with simultaneous moves.
SHEETS = [f"gdl:file={name}" for name in ("kuhn", "leduc", "liars-dice", "krieg-tic-tac-toe", "battleship")]
GAMES = [*sortilege.games(), *SHEETS, "gdl:file=rock-paper-scissors"]
TOGETHER = [name for name in GAMES if "simultaneous" in sortilege.game(name).capabilities]


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    with warnings.catch_warnings():
        # The test prefers observations of pixels to counts.
        warnings.simplefilter("ignore")
        api_test(env(name), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    actions = env(name).actions
    seed_test(lambda: env(name, actions=actions), num_cycles=20)


@pytest.mark.parametrize("name", TOGETHER)
def test_parallel(name: str) -> None:
    """Test of seeds over several steps; the one of PettingZoo makes a single step."""
    parallel_api_test(parallel_env(name), num_cycles=60)
    course = []
    for environment in (parallel_env(name), parallel_env(name)):
        random = numpy.random.default_rng(5)
        seen, infos = environment.reset(seed=7)
        steps: list[object] = [str(seen), str(infos)]
        while environment.agents and len(steps) < 60:
            masks = {agent: numpy.flatnonzero(one["action_mask"]) for agent, one in seen.items()}
            seen, *rest = environment.step({agent: int(random.choice(mask)) for agent, mask in masks.items()})
            steps.append((str(seen), str(rest)))
        course.append(steps)
    assert course[0] == course[1]


class Folded(ParallelEnvironment):
    """An environment for tests without masks: actions count modulo the number of legal moves."""

    def step(self, actions: dict[str, int]) -> Any:
        state = self.state_of_game
        assert state is not None
        legal = {agent: max(1, len(state.legal_moves(seat))) for agent, seat in self.seat_of.items()}
        return super().step({agent: action % legal[agent] for agent, action in actions.items()})


@pytest.mark.parametrize("name", TOGETHER)
def test_parallel_seeds(name: str) -> None:
    """PettingZoo's test of seeds, which draws actions without the mask and ends after one step."""
    actions = parallel_env(name).actions
    parallel_seed_test(lambda: Folded(sortilege.game(name), actions=actions), num_cycles=20)


def test_parallel_seeds_where_all_is_legal() -> None:
    parallel_seed_test(lambda: parallel_env("rps", actions=3), num_cycles=20)


def test_rulesheets_with_simultaneous_moves_are_parallel() -> None:
    assert {"gdl:file=battleship", "gdl:file=rock-paper-scissors"} <= set(TOGETHER)


def test_rewards_are_payoffs() -> None:
    environment = env("kuhn")
    environment.reset(seed=3)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, ended, _, info = environment.last()
        totals[agent] += reward
        legal = numpy.flatnonzero(observation["action_mask"])
        assert len(info["moves"]) == len(legal)
        environment.step(None if ended else int(legal[0]))
    assert abs(sum(totals.values())) < 1e-9 and any(totals.values())


@pytest.mark.parametrize("name", ["kuhn", "leduc", "liars-dice:sides=3", "phantom-mnk:m=3,n=3,k=3", *SHEETS])
def test_observations_do_not_leak(name: str) -> None:
    """The observation of a seat does not change if only hidden information changes."""
    environment = env(name, size=128)
    met: dict[tuple[int, str, bool], tuple[str, bytes]] = {}
    pairs = 0
    for seed in range(60):
        environment.reset(seed=seed)
        for number in range(60):
            state = environment.state_of_game
            assert state is not None
            if state.is_over:
                break
            for seat, agent in enumerate(environment.possible_agents):
                seen = environment.observe(agent)
                looks = seen["observation"].tobytes() + seen["action_mask"].tobytes()
                # A seat knows whether it has made its choice of a simultaneous move.
                view = state.view(seat)
                key = (seat, str(view.log), view.is_to_choose)
                truth, before = met.setdefault(key, (state.text, looks))
                pairs += truth != state.text
                assert before == looks, f"{truth} and {state.text} look different to seat {seat}"
            agent = environment.agent_selection
            legal = int(environment.observe(agent)["action_mask"].sum())
            # Later seats make the same choices for several seeds, while those of others differ.
            own = seed // (1 + 8 * environment.possible_agents.index(agent))
            environment.step((own + 3 * number) % legal)
    assert pairs > 20


def test_games_go_on_with_fewer_actions_than_moves() -> None:
    environment = env("dou-di-zhu", actions=2)
    environment.reset(seed=1)
    with pytest.warns(UserWarning, match="^the action space has 2 of the .* legal moves here"):
        seen = environment.observe(environment.agent_selection)
    assert seen["action_mask"].tolist() == [1, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while not any(environment.terminations.values()):
            legal = int(environment.observe(environment.agent_selection)["action_mask"].sum())
            environment.step(legal - 1)


def test_bad_use_is_refused() -> None:
    environment = env("dou-di-zhu", actions=2)
    with pytest.raises(sortilege.Error, match="^call reset before anything else$"):
        environment.observe("seat_0")
    with pytest.raises(sortilege.Error, match="has no simultaneous moves; use sortilege.pettingzoo.env$"):
        parallel_env("kuhn")
    small = env("kuhn")
    small.reset(seed=1)
    with pytest.raises(sortilege.Error, match="^there is no legal move number 9 here"):
        small.step(9)
    with pytest.raises(sortilege.Error, match="its action is a number and not None$"):
        small.step(None)
