"""Ctrl-C in long calls: it is answered between two pieces of the work, and when it is raised nobody
writes any more.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import guobiao
from guobiao import BatchScores, HandBatch, score_batch
from guobiao.arrays import batch as batch_module
from guobiao.arrays import shanten as distance_batch
from guobiao.arrays.buffers import slices
from guobiao.competition import settlement
from guobiao.env import TableStep, VectorTable, vector
from guobiao.errors import TableError
from guobiao.table import TableHand
from mahjong_core.crew import Crew
from mahjong_core.lines import read_lines

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
ROWS = 600_000  # empty rows cost next to nothing
EMPTY = HandBatch(np.zeros((ROWS, 34), np.uint8))


# -------------------------------------------------------------------------------------- all batches

BATCHES: dict[str, tuple[Any, str, Callable[[int], object]]] = {
    "score": (batch_module.core, "score_rows", lambda threads: score_batch(EMPTY, threads=threads)),
    "fans": (
        batch_module.core,
        "score_rows",
        lambda threads: score_batch(EMPTY[:300_000], fans=True, threads=threads),
    ),
    "waits": (
        batch_module.core,
        "waits_rows",
        lambda threads: guobiao.waits_batch(EMPTY, threads=threads),
    ),
    "wait points": (
        batch_module.core,
        "wait_points_rows",
        lambda threads: guobiao.wait_points_batch(EMPTY[:300_000], threads=threads),
    ),
    "wins": (
        batch_module.core,
        "complete_rows",
        lambda threads: guobiao.is_win_batch(EMPTY, threads=threads),
    ),
    "shanten": (
        distance_batch.core,
        "shanten_rows",
        lambda threads: guobiao.shanten_batch(EMPTY.counts, threads=threads),
    ),
    "effective": (
        distance_batch.core,
        "effective_rows",
        lambda threads: guobiao.effective_batch(EMPTY.counts[:300_000], threads=threads),
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", BATCHES)
def test_an_interrupt_stops_a_batch(
    name: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, function, call = BATCHES[name]
    real, pieces = getattr(module, function), []

    def interrupted(*arguments: Any) -> None:
        pieces.append(arguments[-2:])
        if threading.current_thread() is threading.main_thread():
            signal.raise_signal(signal.SIGINT)
        else:
            time.sleep(0.05)
        real(*arguments)

    monkeypatch.setattr(module, function, interrupted)
    with pytest.raises(KeyboardInterrupt):
        call(threads)
    begun = len(pieces)
    assert sum(stop - start for start, stop in pieces) < 300_000
    time.sleep(0.1)
    assert len(pieces) == begun


def test_what_an_interrupted_call_leaves_in_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole rows, up to where each thread was; the others as they were. Nothing is written
    afterwards.
    """
    out = BatchScores(np.full(ROWS, -9, np.int16), np.full(ROWS, 99, np.uint8))
    real = batch_module.core.score_rows

    def interrupted(*arguments: Any) -> None:
        real(*arguments)
        if threading.current_thread() is threading.main_thread():
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(batch_module.core, "score_rows", interrupted)
    with pytest.raises(KeyboardInterrupt):
        score_batch(EMPTY, threads=2, out=out)
    kept = out.status.copy()
    assert set(kept.tolist()) == {99, guobiao.BatchStatus.WRONG_NUMBER_OF_TILES}
    assert ((out.points == -9) == (kept == 99)).all()
    time.sleep(0.1)
    assert (out.status == kept).all()


def test_an_interrupt_while_threads_are_waited_for() -> None:
    """The calling thread has done its part: it stops the others, and waits for them."""
    done = []

    def work(start: int, stop: int) -> None:
        if start > 0:
            done.append(start)
            if len(done) == 3:
                os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    crew = Crew(work)
    with pytest.raises(KeyboardInterrupt):
        crew.run([(0, 1), (1, 1 << 28)])
    assert crew.is_cut
    assert 3 <= len(done) < 100
    time.sleep(0.05)
    assert 3 <= len(done) < 100


def test_what_a_thread_raises_stops_the_others() -> None:
    done = []

    def work(start: int, stop: int) -> None:
        if start == 0:
            raise MemoryError("in a thread")
        time.sleep(0.01)
        done.append(start)

    with pytest.raises(MemoryError, match="in a thread"):
        Crew(work).run([(1, 1 << 28), (0, 1), (1, 1 << 28)])
    assert len(done) < 100


def test_every_row_is_in_one_piece() -> None:
    for count, threads in ((0, 1), (1, 1), (1_000_003, 1), (1_000_003, 3)):
        pieces: list[tuple[int, int]] = []
        crew = Crew(lambda start, stop, pieces=pieces: pieces.append((start, stop)))
        crew.run(slices(count, threads))
        assert [start for start, _ in sorted(pieces)[1:]] == [
            stop for _, stop in sorted(pieces)[:-1]
        ]
        assert sum(stop - start for start, stop in pieces) == count
        assert not crew.is_cut


# ---------------------------------------------------------------------------- loops without threads


@pytest.fixture
def alarm() -> Any:
    """Raises ``TimeoutError`` from a signal after so many seconds."""

    def ring(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def with_alarm(
    alarm: Callable[[float], object], seconds: float, call: Callable[[], object]
) -> None:
    """The call, interrupted. The alarm is set where its error is expected: it may ring at once."""
    alarm(seconds)
    call()


def test_an_interrupt_stops_the_reading_of_lines(alarm: Callable[[float], object]) -> None:
    lines = ["[EEE,2]234m678s88p34p5p|EE0000"] * ROWS
    columns = {
        name: np.full_like(getattr(EMPTY, name), 77)
        for name in ("counts", "melds", "win", "flags", "winds", "flowers")
    }
    with pytest.raises(TimeoutError):
        with_alarm(alarm, 0.005, lambda: read_lines(lines, **columns))
    assert columns["win"][0] != 77
    assert columns["win"][-1] == 77


def test_an_interrupt_stops_a_settlement(
    alarm: Callable[[float], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, settled = settlement._changes_of_rows, []

    def interrupted(rows: Any, profile: Any) -> Any:
        settled.append(len(rows[0]))
        signal.raise_signal(signal.SIGALRM)
        return real(rows, profile)

    monkeypatch.setattr(settlement, "_changes_of_rows", interrupted)
    with pytest.raises(TimeoutError):
        guobiao.settle_batch(np.full(ROWS, 11), np.zeros(ROWS, int), np.full(ROWS, 255))
    assert sum(settled) < ROWS


def test_rows_of_a_settlement_in_pieces() -> None:
    """What is wrong is named by its row of the whole."""
    points, count = np.full(200_000, 9), 200_000
    points[150_000] = 7
    with pytest.raises(guobiao.SettlementError, match=r"^row 150000: 7 points"):
        guobiao.settle_batch(points, np.arange(count) % 4, np.full(count, 255))
    points[150_000] = 30
    changes = guobiao.settle_batch(points, np.arange(count) % 4, np.full(count, 255))
    assert changes.dtype == np.int32
    assert changes[[0, 150_000, 199_999]].tolist() == [
        [51, -17, -17, -17],
        [114, -38, -38, -38],
        [-17, -17, -17, 51],
    ]


def test_riichi_rows_in_pieces() -> None:
    counts = np.zeros((200_000, 34), np.uint8)
    counts[:, 9], counts[150_000, 31] = 3, 2
    converted = HandBatch.from_riichi(counts)
    assert converted.counts[:, 18].tolist() == [3] * 200_000
    assert converted.counts[150_000, 33] == 2
    assert converted.counts.sum() == 600_002


# -------------------------------------------------------------------------------------- many tables


def play_on(tables: VectorTable, out: TableStep) -> None:
    while True:
        tables.step(tables.random_actions(), out=out)


def deal_again_and_again(tables: VectorTable, out: TableStep) -> None:
    while True:
        tables.reset(seed=1, out=out)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_leaves_tables_whole(threads: int, alarm: Callable[[float], object]) -> None:
    tables = VectorTable(1500, threads=threads)
    step = tables.reset(seed=3)
    for turn in range(5):
        with pytest.raises(TimeoutError):
            with_alarm(alarm, 0.002 + 0.001 * turn, partial(play_on, tables, step))
        for row in range(0, 1500, 99):
            hand = tables.hand(row)
            assert TableHand.from_state(hand.state) == hand
    lengths = {
        len(tables.hand(row).actions) for row in range(1500) if tables.hand(row).seed == 3 + row
    }
    assert len(lengths) == 1  # all have moved as often
    tables.step(tables.random_actions())


def test_a_step_that_is_left_half_way_loses_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    class LeftHalfWay:
        is_cut = True

        def __init__(self, work: object) -> None:
            pass

        def run(self, slices: object) -> None:
            raise KeyboardInterrupt

    tables = VectorTable(3)
    tables.reset(seed=1)
    with monkeypatch.context() as changed:
        changed.setattr(vector, "Crew", LeftHalfWay)
        with pytest.raises(KeyboardInterrupt):
            tables.step(tables.random_actions())
    for call in (tables.random_actions, lambda: tables.step([2, 2, 2]), lambda: tables.hand(0)):
        with pytest.raises(TableError, match="lost in a call that was interrupted: reset"):
            call()
    tables.reset(seed=2)
    tables.step(tables.random_actions())


def test_an_interrupted_deal_leaves_no_hands(alarm: Callable[[float], object]) -> None:
    tables = VectorTable(40_000)
    out = tables.reset(seed=1)
    with pytest.raises(TimeoutError):
        with_alarm(alarm, 0.002, lambda: deal_again_and_again(tables, out))
    if tables._batch.is_dealt:
        assert tables.hand(39_999) == TableHand(seed=40_000)
    else:
        with pytest.raises(TableError, match="lost in a call that was interrupted"):
            tables.hand(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_that_is_forked_while_another_thread_steps() -> None:
    """It has whole tables, steps them on, and does not wait for a thread that it does not have."""
    tables, is_over = VectorTable(600, threads=2), threading.Event()
    tables.reset(seed=1)

    def play() -> None:
        while not is_over.is_set():
            tables.step(tables.random_actions())

    thread = threading.Thread(target=play)
    thread.start()
    try:
        codes = [_exit_code_of_child(tables) for _ in range(8)]
    finally:
        is_over.set()
        thread.join()
    assert codes == [0] * 8


def _exit_code_of_child(tables: VectorTable) -> int:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(30)
        code = 1
        try:
            hand = tables.hand(5)
            assert TableHand.from_state(hand.state) == hand
            tables.step(tables.random_actions())
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_does_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a step that takes too long: the new process has no hands then, and says so."""
    from guobiao.env import turns

    monkeypatch.setattr(turns, "_SECONDS_A_FORK_WAITS", 0.05)
    tables = VectorTable(3)
    tables.reset(seed=1)
    with tables._turns.lock():
        child = os.fork()
        if child == 0:
            code = 1
            try:
                signal.alarm(30)
                with pytest.raises(TableError, match="reset"):
                    tables.hand(0)
                tables.reset(seed=1)
                code = 0
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert tables.hand(0) == TableHand(seed=1)
