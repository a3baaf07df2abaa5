"""Many tables on arrays: the same hands as one table plays, on any number of threads; what is
refused changes nothing.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
import pytest

from guobiao import RuleProfile, profiles
from guobiao.env import TableStep, VectorTable, action_mask, observation_planes
from guobiao.errors import BatchError, GuobiaoError, IllegalActionError, TableError
from guobiao.table import HandEnding, TableHand
from mahjong_core.play.batch import TableBatch
from ray_cluster import local_cluster
from scale import scaled

SETTINGS: list[dict[str, Any]] = [
    {},
    {"wall": "own", "flowers": False, "rules": "botzone", "prevalent_wind": "S"},
    {"flowers": False, "prevalent_wind": 3},
]


def content(step: TableStep) -> list[bytes]:
    """All of it as bytes, to compare."""
    return [getattr(step, field.name).tobytes() for field in fields(step)]


def check_row(step: TableStep, row: int, hand: TableHand) -> None:
    """A row is about the seat that is asked."""
    seen = hand.observe(hand.turn)
    assert step.seats[row] == hand.turn
    assert (step.observations[row] == observation_planes(seen)).all()
    assert (step.masks[row] == action_mask(seen)).all()


# ----------------------------------------------------------------------------------- the same hands


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("eager", [False, True])
def test_steps_are_those_of_one_table(settings: dict[str, Any], eager: bool) -> None:
    count, seed = 7, 2**64 - 9  # the seeds go on at 0
    tables = VectorTable(count, reward_scale=0.5, **settings)
    step = tables.reset(seed=seed)
    hands = [TableHand(seed=(seed + row) % 2**64, **settings) for row in range(count)]
    endings = set()
    for _ in range(scaled(1500)):
        for row, hand in enumerate(hands):
            check_row(step, row, hand)
        actions = tables.random_actions(eager=eager)
        step = tables.step(actions)
        for row, hand in enumerate(hands):
            hand.apply(int(actions[row]))
            assert step.dones[row] == hand.is_over
            assert step.endings[row] == (hand.result.ending if hand.is_over else 0)
            assert step.rewards[row].tolist() == [0.5 * change for change in hand.changes]
            if hand.is_over:
                endings.add(hand.result.ending)
                hands[row] = TableHand(seed=(hand.seed + count) % 2**64, **settings)
        assert [tables.hand(row) for row in range(count)] == hands
        assert tables.hand(-1).seed == hands[-1].seed
    if eager and scaled(1500) == 1500:
        assert len(endings) > 1
    assert HandEnding.DRAW in endings or scaled(1500) < 1500


def play_on(threads: int, count: int, steps: int, seed: int = 5) -> list[list[bytes]]:
    """Steps at random, as bytes."""
    tables = VectorTable(count, threads=threads)
    made = [content(tables.reset(seed=seed))]
    for number in range(steps):
        made.append(content(tables.step(tables.random_actions(eager=number % 2 == 0))))
    return made


def test_threads_make_no_difference() -> None:
    expected = play_on(1, 1000, 30)
    for threads in (0, 2, 3, 7):
        assert play_on(threads, 1000, 30) == expected


def test_a_reset_starts_again() -> None:
    tables = VectorTable(5)
    first = content(tables.reset(seed=3))
    moves = [tables.random_actions() for _ in range(3)]
    assert not (moves[0] == moves[1]).all() or not (moves[1] == moves[2]).all()
    tables.step(tables.random_actions())
    assert content(tables.reset(seed=3)) == first
    assert (tables.random_actions() == moves[0]).all()
    assert tables.seed == 3
    tables.reset()
    assert tables.seed not in (None, 3)
    assert tables.hand(2).seed == (tables.seed + 2) % 2**64


def test_results_are_filled_again() -> None:
    tables, others = VectorTable(6), VectorTable(6)
    out = tables.reset(seed=4)
    step = others.reset(seed=4)
    kept = content(step)
    for _ in range(50):
        actions = tables.random_actions()
        assert tables.step(actions, out=out) is out
        step = others.step(actions.tolist())
        assert content(step) == content(out)
    assert content(others.reset(seed=4)) == kept
    assert tables.reset(seed=9, out=out) is out


def test_a_copy_is_a_hand_of_its_own() -> None:
    tables = VectorTable(2)
    tables.reset(seed=1)
    hand = tables.hand(1)
    hand.apply(hand.legal_actions()[0])
    assert hand != tables.hand(1)
    assert TableHand.from_state(hand.state) == hand


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.int64])
def test_any_whole_numbers_are_actions(kind: type) -> None:
    tables = VectorTable(4)
    step = tables.reset(seed=1)
    actions = step.masks.argmax(axis=1).astype(kind)
    twice = np.repeat(actions, 2)[::2]  # not contiguous
    expected = content(tables.step(actions))
    tables.reset(seed=1)
    assert content(tables.step(twice)) == expected


def test_threads_that_step_one_environment() -> None:
    """One step at a time, whoever asks: the tables stay whole."""
    tables = VectorTable(300, threads=2)
    tables.reset(seed=1)
    made, start = [], threading.Barrier(4)

    def work(_: int) -> None:
        start.wait()
        for _ in range(30):
            with suppress(IllegalActionError):  # another thread has moved in between
                made.append(tables.step(tables.random_actions()))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert made
    for row in range(0, 300, 37):
        hand = tables.hand(row)
        assert TableHand.from_state(hand.state) == hand


# ---------------------------------------------------------------------------------- pickled, copied

AGAIN: dict[str, Callable[[VectorTable], VectorTable]] = {
    **{
        f"pickle {k}": partial(
            lambda protocol, value: pickle.loads(pickle.dumps(value, protocol)), k
        )
        for k in range(6)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN)
@pytest.mark.parametrize("settings", [*SETTINGS, {"threads": 2, "reward_scale": 0.25}])
def test_a_copy_steps_on_identically(
    again: Callable[[VectorTable], VectorTable], settings: dict[str, Any]
) -> None:
    """Hands of all stages, some tables at their second or third hand, the random actions too; then
    each goes its own way.
    """
    tables = VectorTable(6, **settings)
    tables.reset(seed=2**64 - 3)
    for _ in range(150):
        tables.step(tables.random_actions(eager=True))
    assert {(tables.hand(row).seed - row) % 2**64 for row in range(6)} != {2**64 - 3}
    same = again(tables)
    assert (same.seed, repr(same), len(same)) == (tables.seed, repr(tables), 6)
    assert [same.hand(row) for row in range(6)] == [tables.hand(row) for row in range(6)]
    for number in range(60):
        actions = tables.random_actions(eager=number % 2 == 0)
        assert (same.random_actions(eager=number % 2 == 0) == actions).all()
        assert content(same.step(actions)) == content(tables.step(actions))
    before = tables.hand(0)
    same.step(same.random_actions())
    assert tables.hand(0) == before
    assert content(same.reset(seed=1)) == content(VectorTable(6, **settings).reset(seed=1))


@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN)
def test_a_copy_before_the_first_deal(again: Callable[[VectorTable], VectorTable]) -> None:
    same = again(VectorTable(3, threads=2))
    with pytest.raises(TableError, match="no hand has been dealt yet"):
        same.random_actions()
    assert content(same.reset(seed=1)) == content(VectorTable(3).reset(seed=1))


class NamedTables(VectorTable):
    """A user's own, with an attribute."""

    name = ""


def test_a_copy_of_a_derived_class_keeps_its_attributes() -> None:
    tables = NamedTables(2)
    tables.name = "mine"
    for again in AGAIN.values():
        assert type(again(tables)) is NamedTables
        assert again(tables).name == "mine"


def test_a_deep_copy_makes_no_tables_of_a_profile_again(monkeypatch: pytest.MonkeyPatch) -> None:
    profile = RuleProfile({"minimum": 6})
    tables = VectorTable(2, rules=profile)
    monkeypatch.setattr(profiles, "make_tables", None)
    assert copy.deepcopy(tables)._batch.game is tables._batch.game


def test_what_is_no_content_of_tables() -> None:
    """Whatever a pickle holds, the core plays it again by the rules."""
    tables = VectorTable(3)
    tables.reset(seed=1)
    tables.step(tables.random_actions())
    seed, seeds, randoms, counts, actions = tables._batch.content()
    for damaged in (
        (seed, seeds[:-1], randoms, counts, actions),
        (seed, seeds, randoms[1:], counts, actions),
        (seed, seeds, randoms, counts + b"\0", actions),
        (seed, seeds, randoms, counts, actions[:-1]),
        (seed, seeds, randoms, counts, actions + b"\0"),
        (seed, seeds, randoms, counts, b"\xff" * len(actions)),
        (seed, seeds, randoms, b"\xff" * len(counts), actions),
        (seed, bytes(len(seeds)), randoms, counts, bytes(len(actions))),
    ):
        other = VectorTable(3)
        with pytest.raises(ValueError, match=r"content|actions"):
            other._batch.restore(*damaged)
        with pytest.raises(TableError, match="reset"):
            other.hand(0)


@pytest.mark.slow
def test_ray_sends_tables() -> None:
    tables = VectorTable(3, threads=2)
    tables.reset(seed=1)
    with local_cluster(1) as ray:
        step = ray.get(
            ray.remote(lambda sent: sent.step(sent.random_actions())).remote(tables), timeout=100
        )
    assert content(step) == content(tables.step(tables.random_actions()))


# ---------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize("count", [0, -1, True, 2.0, "3", None, 10**20])
def test_numbers_of_tables_that_are_none(count: object) -> None:
    with pytest.raises(TableError, match="tables: expected a whole number from 1 to"):
        VectorTable(count)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        {"threads": -1},
        {"threads": True},
        {"threads": 1.0},
        {"rules": "no such profile"},
        {"wall": "brick"},
        {"prevalent_wind": 4},
        {"reward_scale": float("inf")},
        {"reward_scale": None},
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any]) -> None:
    with pytest.raises(GuobiaoError):
        VectorTable(3, **settings)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True])
def test_seeds_that_are_none(seed: object) -> None:
    with pytest.raises(TableError, match="expected a whole number from 0"):
        VectorTable(3).reset(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "actions",
    [
        [2, 3],
        [[2, 3, 4]],
        [2.0, 3.0, 4.0],
        [True, False, True],
        ["2", "3", "4"],
        [None, 2, 3],
        2,
        [],
        np.zeros(4, np.int64),
        np.zeros((3, 1), np.int64),
        np.zeros(3, np.float32),
    ],
)
def test_actions_that_are_none(actions: Any) -> None:
    tables = VectorTable(3)
    tables.reset(seed=1)
    with pytest.raises(BatchError, match=r"expected \(3,\) whole numbers"):
        tables.step(actions)


@pytest.mark.parametrize("wrong", [True, False, np.bool_(True), np.array(False)])
@pytest.mark.parametrize("sequence", [list, tuple, deque])
def test_a_flag_among_the_actions_is_none(sequence: Any, wrong: object) -> None:
    """NumPy makes whole numbers of the list."""
    tables = VectorTable(3)
    legal = tables.reset(seed=1).masks.argmax(axis=1).tolist()
    with pytest.raises(BatchError, match=r"actions\[1\] is .*: expected a whole number"):
        tables.step(sequence([legal[0], wrong, legal[2]]))
    tables.step(sequence([legal[0], np.int64(legal[1]), np.array(legal[2])]))


@pytest.mark.parametrize("illegal", [0, 1, 234, -1, 235, 258, 2**40, -(2**63)])
def test_an_illegal_action_moves_no_table(illegal: int) -> None:
    tables = VectorTable(400, threads=2)
    step = tables.reset(seed=1)
    before = [tables.hand(row) for row in range(400)]
    actions = step.masks.argmax(axis=1)
    actions[300] = illegal
    kept = content(step)
    with pytest.raises(
        IllegalActionError,
        match=rf"action {illegal} is illegal \(table 300, E in PLAY\): expected one of",
    ) as caught:
        tables.step(actions, out=step)
    assert caught.value.legal == before[300].legal_actions()
    assert [tables.hand(row) for row in range(400)] == before
    assert content(step) == kept


def test_unsigned_numbers_that_are_too_great() -> None:
    tables = VectorTable(1)
    tables.reset(seed=1)
    with pytest.raises(IllegalActionError):
        tables.step(np.array([2**64 - 1], np.uint64))


def test_nothing_before_a_reset() -> None:
    tables = VectorTable(3)
    for call in (lambda: tables.step([2, 2, 2]), tables.random_actions, lambda: tables.hand(0)):
        with pytest.raises(TableError, match="reset"):
            call()


@pytest.mark.parametrize("index", [3, -4, 10**20])
def test_tables_that_are_not_there(index: int) -> None:
    tables = VectorTable(3)
    tables.reset(seed=1)
    with pytest.raises(IndexError):
        tables.hand(index)


def test_results_that_do_not_fit() -> None:
    tables = VectorTable(3)
    good = tables.reset(seed=1)
    read_only = good.seats.copy()
    read_only.flags.writeable = False
    for changed in (
        {"seats": good.seats[:2]},
        {"masks": good.masks.view(np.uint8)},
        {"observations": good.observations[:, ::-1]},
        {"rewards": good.rewards.astype(np.float64)},
        {"seats": read_only},
        {"endings": good.seats},
        {"endings": None},
    ):
        arrays = {field.name: getattr(good, field.name) for field in fields(good)} | changed
        with pytest.raises(BatchError):
            tables.step(tables.random_actions(), out=TableStep(**arrays))
    with pytest.raises(BatchError, match="expected a TableStep"):
        tables.step(tables.random_actions(), out=good.seats)  # type: ignore[arg-type]


def test_actions_that_lie_in_out() -> None:
    """A thread would read as an action what another has written."""
    tables = VectorTable(4)
    out = tables.reset(seed=1)
    kept, hands = content(out), [tables.hand(row) for row in range(4)]
    for name, actions in (
        ("observations", out.observations.reshape(-1).view(np.int64)[:4]),
        ("rewards", out.rewards.reshape(-1).view(np.int64)[:4]),
        ("seats", out.seats),
    ):
        with pytest.raises(BatchError, match=f"out.{name} shares memory with the actions"):
            tables.step(actions, out=out)
    assert content(out) == kept
    assert [tables.hand(row) for row in range(4)] == hands


def test_the_core_stays_within_its_arrays() -> None:
    """Whatever the Python layer lets through."""
    tables = VectorTable(3)
    step = tables.reset(seed=1)
    arrays = [step.observations, step.masks.view(np.uint8), step.seats, step.rewards, step.endings]
    actions = np.full(3, 2, np.int64)
    core = TableBatch(tables.hand(0).game, 3, 0, True, 0)
    with pytest.raises(ValueError, match="no hand has been dealt"):
        core.step(actions, 1.0, *arrays, 0, 3)
    with pytest.raises(ValueError, match="rows"):
        core.deal(1, *(array[:2] for array in arrays))
    core.deal(1, *arrays)
    for start, stop in ((-1, 3), (0, 4)):
        with pytest.raises(ValueError, match="rows"):
            core.step(actions, 1.0, *arrays, start, stop)
    for number in range(4):
        shorter = [array[:2] if place == number else array for place, array in enumerate(arrays)]
        with pytest.raises(ValueError, match="rows"):
            core.step(actions, 1.0, *shorter, 0, 3)
    for bad in (actions[:2], np.full(4, 2, np.int64)):
        with pytest.raises(ValueError, match="actions for 3 tables"):
            core.first_illegal(bad)
    core.step(np.array([-1, 300, 234]), 1.0, *arrays, 0, 3)  # illegal ones do nothing
    with pytest.raises(ValueError, match="table 3 of 3"):
        core.copy_table(3, tables.hand(0))
    for count, wall_rule, wind in ((0, 0, 0), (1, 2, 0), (1, 0, 4)):
        with pytest.raises(ValueError, match="expected"):
            TableBatch(tables.hand(0).game, count, wall_rule, True, wind)


def test_the_package_without_the_extras() -> None:
    """The names that need them say what to install; the rest is there."""
    program = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import guobiao.env
assert guobiao.env.PLANES
for name in ("TableEnv", "env", "VectorTable", "observation_planes"):
    try:
        getattr(guobiao.env, name)
        print("there")
    except guobiao.MissingNameError as error:  # an AttributeError: hasattr says no
        print(str(error).partition("pip install ")[2])
"""
    for missing, expected in (
        (("numpy",), ["guobiao[env]"] * 2 + ["guobiao[numpy]"] * 2),
        (("pettingzoo",), ["guobiao[env]"] * 2 + ["there"] * 2),
    ):
        done = subprocess.run(
            [sys.executable, "-c", program, *missing],
            capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )  # fmt: skip
        assert done.stdout.split() == expected
