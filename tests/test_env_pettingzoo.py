"""The PettingZoo environment: PettingZoo's own tests, the same hands as the engine's, what is
refused.
"""

from __future__ import annotations

import random
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

try:
    from pettingzoo.test import api_test, performance_benchmark, seed_test
except ModuleNotFoundError:
    pytest.skip("PettingZoo is not installed (pip install guobiao[env])", allow_module_level=True)

from guobiao.env import TableEnv, action_mask, env, observation_planes, raw_env
from guobiao.errors import GuobiaoError, IllegalActionError, TableError
from guobiao.table import TableHand
from guobiao.tiles import Seat

SETTINGS: list[dict[str, Any]] = [
    {},
    {"wall": "own", "flowers": False, "rules": "botzone", "prevalent_wind": "S"},
    {"reward_scale": 0.01, "flowers": False},
]
# Warnings of api_test that do not fit: observations are dictionaries, as its own classic games have
# them, and agents are seats.
ADVICE = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "We recommend agents to be named",
)


def play(environment: TableEnv, seed: int) -> dict[str, float]:
    """A hand at random; what each agent is paid."""
    rng = random.Random(seed)
    environment.reset(seed=seed)
    paid = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, terminated, _, _ = environment.last()
        paid[agent] += reward
        environment.step(
            None if terminated else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        )
    return paid


# ------------------------------------------------------------------------------- PettingZoo's tests


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_api(make: Any, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for advice in ADVICE:
            warnings.filterwarnings("ignore", advice)
        api_test(make(**settings), num_cycles=1000)


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_seeds(make: Any, settings: dict[str, Any]) -> None:
    seed_test(partial(make, **settings), num_cycles=500)


@pytest.mark.slow
def test_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env())
    told = capsys.readouterr().out
    assert "turns per second" in told
    with capsys.disabled():
        print(f"\nPettingZoo's performance_benchmark: {told.splitlines()[1]}")


# ------------------------------------------------------------------------------- the engine's hands


@pytest.mark.parametrize("settings", SETTINGS)
def test_steps_are_those_of_the_engine(settings: dict[str, Any]) -> None:
    rng, environment = random.Random(61), TableEnv(**settings)
    options = {name: value for name, value in settings.items() if name != "reward_scale"}
    for seed in range(20):
        hand = TableHand(seed=seed, **options)
        environment.reset(seed=seed)
        while not hand.is_over:
            assert environment.agent_selection == hand.turn.name
            for seat in Seat:
                seen, view = environment.observe(seat.name), hand.observe(seat)
                assert (seen["observation"] == observation_planes(view)).all()
                assert (seen["action_mask"] == action_mask(view)).all()
            action = rng.choice(hand.legal_actions())
            hand.apply(action)
            environment.step(np.int64(action))
        result = hand.result
        scale = settings.get("reward_scale", 1.0)
        assert environment.rewards == {seat.name: scale * result.changes[seat] for seat in Seat}
        assert all(environment.terminations.values())
        for info in environment.infos.values():
            assert info["ending"] == result.ending.name
            assert info["changes"] == result.changes
            assert info["winner"] == (None if result.winner is None else result.winner.name)


def test_a_win_is_paid() -> None:
    """Who takes every win wins now and then: the payments add up to nothing, and the info tells
    them.
    """
    environment, wins = TableEnv(wall="own", flowers=False), 0
    for seed in range(3000):
        environment.reset(seed=seed)
        while True:
            legal = environment.hand.legal_actions()
            win = 1 in legal
            environment.step(1 if win else legal[seed % len(legal)])
            if environment.hand.is_over:
                break
        if win:
            wins += 1
            info = environment.infos["E"]
            assert sum(environment.rewards.values()) == 0
            assert environment.rewards[info["winner"]] > 0
            assert info["points"] >= 8
        if wins == 2:
            break
    assert wins


def test_resets_without_a_seed_go_on() -> None:
    environment = TableEnv()
    environment.reset(seed=2**64 - 1)
    assert environment.hand.seed == 2**64 - 1
    environment.reset()
    assert environment.hand.seed == 0
    environment.reset()
    assert environment.hand == TableHand(seed=1)
    environment.reset(seed=np.int64(9))
    assert environment.hand.seed == 9


def test_agents_are_taken_out_after_the_end() -> None:
    environment = TableEnv()
    paid = play(environment, 5)
    assert sum(paid.values()) == 0
    assert environment.agents == []


# ------------------------------------------------------------------------------------------- render


def test_it_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    ansi, human = TableEnv(render_mode="ansi"), TableEnv(render_mode="human")
    for environment in (ansi, human):
        play(environment, 3)
    told = capsys.readouterr().out
    text = ansi.render()
    assert told.endswith(f"{text}\n")
    assert text.startswith("E round, seed 3: ")
    with pytest.raises(TableError, match="render_mode"):
        TableEnv().render()


# ---------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "no such profile"},
        {"wall": "brick"},
        {"prevalent_wind": "X"},
        {"reward_scale": float("nan")},
        {"reward_scale": "1"},
        {"render_mode": "rgb_array"},
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any]) -> None:
    with pytest.raises(GuobiaoError):
        TableEnv(**settings)


def test_illegal_actions() -> None:
    environment = TableEnv()
    environment.reset(seed=7)
    before = environment.hand.state
    for action, error in (
        (0, IllegalActionError),
        (234, IllegalActionError),
        (-1, IllegalActionError),
        (2.0, TableError),
        (None, TableError),
        (True, TableError),
    ):
        with pytest.raises(error):
            environment.step(action)
    assert environment.hand.state == before
    assert environment.agent_selection == "E"


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_bad_seeds(seed: object) -> None:
    with pytest.raises(TableError, match="expected a whole number from 0"):
        TableEnv().reset(seed=seed)
