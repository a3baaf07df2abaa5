"""Batches in threads, in forked and spawned processes, in Ray and Dask workers, on free-threaded
builds, and without NumPy.
"""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import subprocess
import sys
import sysconfig
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from agreement import OWN_PROFILE
from batch_rows import corpus, random_hands, rows_of
from guobiao import (
    BatchScores,
    HandBatch,
    is_win_batch,
    profiles,
    reference,
    score,
    score_batch,
    waits_batch,
)
from mahjong_core import api
from mutations import case_hands
from ray_cluster import local_cluster
from scale import scaled

LINES = [
    "11123456789995m",
    "nonsense",
    "[EEE,2]234m678s88p34p5p|EE0000",
    "11111222333444m",
    "19m19p119sESWNPF1m",
]


def parts(scores: BatchScores) -> list[bytes]:
    """Results as bytes, to compare."""
    return [
        array.tobytes()
        for array in (scores.points, scores.status, scores.fan_counts)
        if array is not None
    ]


def run(program: str, *options: str) -> str:
    """What a Python of its own prints."""
    command = [sys.executable, *options, "-c", textwrap.dedent(program)]
    path = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# ------------------------------------------------------------------------------------------ pickled

AGAIN: list[Callable[[Any], Any]] = [
    *(
        partial(lambda protocol, value: pickle.loads(pickle.dumps(value, protocol)), k)
        for k in range(6)
    ),
    copy.copy,
    copy.deepcopy,
]


@pytest.mark.parametrize("again", AGAIN)
def test_a_batch_is_pickled_with_its_bad_lines(again: Callable[[Any], Any]) -> None:
    batch = HandBatch.from_lines(LINES)
    for view in (batch, batch[1:4], batch[1:][:1], batch[:0]):
        same = again(view)
        assert rows_of(same) == rows_of(view)
        assert parts(score_batch(same, fans=True)) == parts(score_batch(view, fans=True))
        assert [same.error(row) for row in range(len(same))] == [
            view.error(row) for row in range(len(view))
        ]


@pytest.mark.parametrize("again", AGAIN)
def test_results_are_pickled(again: Callable[[Any], Any]) -> None:
    batch = HandBatch.from_lines(LINES)
    for scores in (score_batch(batch), score_batch(batch, fans=True)):
        assert parts(again(scores)) == parts(scores)
    waits = waits_batch(batch)
    assert again(waits).masks.tolist() == waits.masks.tolist()
    assert again(waits).status.tolist() == waits.status.tolist()


def test_a_view_is_pickled_without_the_rest() -> None:
    assert len(pickle.dumps(corpus()[:10])) < len(pickle.dumps(corpus())) / 100


# ------------------------------------------------------------------------------------------ threads


def test_many_threads_over_shared_inputs() -> None:
    """Each of them scores, waits, reads lines and asks for errors, on one batch and one profile."""
    batch, lines = corpus(), case_hands()[:500] + LINES
    order = np.random.default_rng(331).permutation(len(batch))
    expected = {fans: parts(score_batch(batch, fans=fans)) for fans in (False, True)}
    fine = (score_batch(batch).status == 0).tolist()
    waits, wins = waits_batch(batch).masks.tobytes(), is_win_batch(batch).tobytes()
    read = rows_of(HandBatch.from_lines(lines))
    start = threading.Barrier(12)

    def work(number: int) -> None:
        start.wait()
        for turn in range(scaled(3)):
            fans = (number + turn) % 2 == 0
            assert parts(score_batch(batch, fans=fans, threads=number % 4)) == expected[fans]
            assert waits_batch(batch, threads=2).masks.tobytes() == waits
            assert is_win_batch(batch, threads=2).tobytes() == wins
            assert rows_of(HandBatch.from_lines(lines)) == read
            row = int(order[number * 10 + turn])
            assert (batch.error(row) is None) is fine[row]

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))


def test_threads_that_write_to_rows_of_one_result() -> None:
    batch = corpus()
    expected = score_batch(batch, fans=True)
    out = score_batch(batch[:1], fans=True)
    out = BatchScores(
        *(np.zeros((len(batch), *array.shape[1:]), array.dtype) for array in vars_of(out))
    )

    def work(start: int) -> None:
        rows = slice(start, start + 500)
        score_batch(
            batch[rows], fans=True, out=BatchScores(*(array[rows] for array in vars_of(out)))
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(0, len(batch), 500)))
    assert parts(out) == parts(expected)


def vars_of(scores: BatchScores) -> tuple[Any, Any, Any]:
    return scores.points, scores.status, scores.fan_counts


@pytest.mark.slow
def test_a_profile_of_ones_own_that_eight_threads_use_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its tables are made once; all of them score as one hand by one does, and as the reference
    does.
    """
    made = []
    monkeypatch.setattr(
        profiles, "make_tables", lambda rules: made.append(rules) or api.make_tables(rules)
    )
    profile = pickle.loads(pickle.dumps(OWN_PROFILE))
    hands = random_hands(332, scaled(150))
    batch, start = HandBatch.from_hands(hands), threading.Barrier(8)

    def work(number: int) -> BatchScores:
        start.wait()
        return score_batch(batch, rules=profile, fans=True, threads=1 + number % 2)

    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(work, range(8))
    assert len(made) == 1
    assert [parts(other) for other in others] == [parts(first)] * 7
    for number in np.flatnonzero(first.status == 0).tolist():
        one = score(hands[number], rules=profile)
        assert first.points[number] == one.points
        assert {
            fan: count for fan, count in enumerate(first.fan_counts[number].tolist(), 1) if count
        } == one.fan_counts
        if number % 3 == 0:
            assert one == reference.score(hands[number], rules=profile)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_that_is_forked_while_tables_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that makes them is not in the new process: it must not wait for it."""
    making, go_on = threading.Event(), threading.Event()

    def make_tables(rules: object) -> object:
        making.set()
        go_on.wait(60)
        return api.built_in_tables("mil")

    monkeypatch.setattr(profiles, "make_tables", make_tables)
    profile = pickle.loads(pickle.dumps(OWN_PROFILE))
    thread = threading.Thread(target=lambda: profile.tables)
    thread.start()
    making.wait(60)
    monkeypatch.setattr(profiles, "make_tables", lambda rules: api.built_in_tables("mil"))
    child = multiprocessing.get_context("fork").Process(
        target=score_batch, args=(corpus()[:10],), kwargs={"rules": profile}
    )
    child.start()
    child.join(60)
    go_on.set()
    thread.join()
    assert child.exitcode == 0


# ---------------------------------------------------------------------------------------- processes


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worker_processes(method: str) -> None:
    batch = corpus()
    views = [batch[start : start + 6000] for start in range(0, len(batch), 6000)]
    score_batch(batch, threads=2)  # a process that has had threads is forked too
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(partial(score_batch, fans=True, threads=2), views)
        read = pool.map(HandBatch.from_lines, [LINES, LINES[::-1]])
    assert [parts(scores) for scores in found] == [
        parts(score_batch(view, fans=True)) for view in views
    ]
    assert [rows_of(again) for again in read] == [
        rows_of(HandBatch.from_lines(lines)) for lines in (LINES, LINES[::-1])
    ]
    assert read[0].error(1) == HandBatch.from_lines(LINES).error(1)


@pytest.mark.slow
def test_a_ray_worker() -> None:
    with local_cluster(1) as ray:
        remote = ray.remote(lambda batch: score_batch(batch, fans=True, threads=2))
        # Arrays in Ray's store are read-only and shared by the workers.
        found = ray.get(
            [remote.remote(ray.put(corpus())), remote.remote(HandBatch.from_lines(LINES))],
            timeout=100,
        )
    assert parts(found[0]) == parts(score_batch(corpus(), fans=True))
    assert parts(found[1]) == parts(score_batch(HandBatch.from_lines(LINES), fans=True))


@pytest.mark.slow
@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_dask_workers(scheduler: str) -> None:
    dask = pytest.importorskip("dask")
    views = [corpus()[:5000], HandBatch.from_lines(LINES)]
    tasks = [dask.delayed(score_batch)(view, fans=True, threads=2) for view in views]
    found = dask.compute(*tasks, scheduler=scheduler, num_workers=2)
    assert [parts(scores) for scores in found] == [
        parts(score_batch(view, fans=True)) for view in views
    ]


# ------------------------------------------------------------------------------------------ imports


def test_the_import_takes_no_numpy(record_property: Callable[[str, object], None]) -> None:
    """What the import costs is measured, not asserted; NumPy would be most of it."""
    started = time.perf_counter()
    run("pass", "-I")
    empty = time.perf_counter() - started
    started = time.perf_counter()
    told = run(
        "import sys, guobiao; print(*{'numpy', 'pyarrow', "
        "'guobiao.arrays.batch'}.intersection(sys.modules))"
    )
    record_property("seconds of import guobiao", time.perf_counter() - started - empty)
    assert told.strip() == ""


# ----------------------------------------------------------------------------------- free threading


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"),
    reason="this Python has a GIL (no free-threaded build)",
)
def test_the_modules_leave_the_gil_off() -> None:
    told = run(
        """
        import importlib, pkgutil, sys
        import guobiao, mahjong_core

        for package in (mahjong_core, guobiao):
            for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
                if not module.name.endswith("__main__"):
                    try:
                        importlib.import_module(module.name)
                    except guobiao.MissingExtraError:
                        continue  # Ray has no wheels for such builds
                    if sys._is_gil_enabled():
                        print(module.name)
        """
    )
    assert told.strip() == ""
