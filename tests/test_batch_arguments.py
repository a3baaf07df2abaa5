"""Arguments from which no batch can be made, or with which none can be scored: an error says so
before anything is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from batch_rows import NAMES, batch_of_rows, columns, corpus, good_row
from guobiao import (
    BatchError,
    BatchScores,
    BatchStatus,
    GuobiaoError,
    HandBatch,
    is_win_batch,
    score_batch,
    waits_batch,
)
from guobiao.arrays import batch as batch_module
from mahjong_core import batch as core
from mahjong_core.fan_table import FAN_COUNT
from mahjong_core.lines import read_lines

ROWS = 6


@pytest.fixture
def batch() -> HandBatch:
    return batch_of_rows([good_row()] * ROWS)


def arrays() -> dict[str, Any]:
    return {
        name: array.copy() for name, array in columns(batch_of_rows([good_row()] * ROWS)).items()
    }


# -------------------------------------------------------------------------------------- the columns

OTHER_TYPES = [
    np.int8,
    np.int16,
    np.int64,
    np.dtype(">i2"),
    np.dtype(">u8"),
    np.float64,
    np.bool_,
    object,
    "S1",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", OTHER_TYPES, ids=str)
def test_other_types(name: str, kind: Any) -> None:
    refused(name, lambda array: array.astype(kind), f"{name} has the type")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", [0, ROWS - 1, ROWS + 1, 2 * ROWS])
def test_lengths_that_differ(name: str, length: int) -> None:
    columns = arrays()
    columns[name] = np.resize(columns[name], (length, *columns[name].shape[1:]))
    with pytest.raises(BatchError, match="has the shape"):
        HandBatch.from_arrays(**columns)


@pytest.mark.parametrize("name", NAMES)
def test_other_shapes(name: str) -> None:
    refused(name, lambda array: array[:, None], "has the shape")
    refused(name, lambda array: array[None], "has the shape")
    refused(name, lambda array: array.reshape(-1)[:0].reshape(0, 0), "has the shape")
    refused(name, lambda array: np.uint8(1), f"{name} is uint8")
    refused(name, lambda array: np.array(1, np.uint8), "has the shape")


@pytest.mark.parametrize("name", ["counts", "melds"])
def test_one_dimension_less(name: str) -> None:
    refused(name, lambda array: array.reshape(-1), "has the shape")
    refused(name, lambda array: array[0], "has the shape")


@pytest.mark.parametrize("width", [0, 33, 35, 68])
def test_other_widths(width: int) -> None:
    refused("counts", lambda array: np.resize(array, (ROWS, width)), r"expected .* \(n, 34\)")
    refused("melds", lambda array: np.resize(array, (ROWS, width)), r"expected .* \(6, 4\)")


STRIDES: list[tuple[str, Callable[[Any], Any]]] = [
    ("fortran", np.asfortranarray),
    ("every second row", lambda array: np.repeat(array, 2, axis=0)[::2]),
    ("rows backwards", lambda array: array[::-1]),
    ("columns backwards", lambda array: array[:, ::-1]),
    ("part of wider rows", lambda array: np.pad(array, ((0, 0), (0, 3)))[:, : array.shape[1]]),
    ("one row many times", lambda array: np.broadcast_to(array[0], array.shape)),
]


@pytest.mark.parametrize("name", ["counts", "melds"])
@pytest.mark.parametrize(("what", "change"), STRIDES, ids=[what for what, _ in STRIDES])
def test_other_strides(name: str, what: str, change: Callable[[Any], Any]) -> None:
    refused(name, change, "not C-contiguous")


@pytest.mark.parametrize("name", ["win", "flags", "winds", "flowers"])
def test_other_strides_of_single_numbers(name: str) -> None:
    refused(name, lambda array: np.repeat(array, 2)[::2], "not C-contiguous")
    refused(name, lambda array: array[::-1], "not C-contiguous")


@pytest.mark.parametrize(
    "value", [b"\0" * 34 * ROWS, [[0] * 34] * ROWS, memoryview(b"\0" * 34), 1, "", [], object()]
)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_array(name: str, value: Any) -> None:
    refused(name, lambda array: value, f"{name} is {type(value).__name__}")


def test_only_counts_must_be_given() -> None:
    with pytest.raises(BatchError, match="counts is NoneType"):
        HandBatch.from_arrays(None)  # type: ignore[arg-type]
    batch = HandBatch.from_arrays(arrays()["counts"])
    assert [columns(batch)[name][0].tolist() for name in NAMES[1:]] == [[0] * 4, 255, 0, 0, 0]


def refused(name: str, change: Callable[[Any], Any], message: str) -> None:
    for make in (HandBatch, HandBatch.from_arrays, HandBatch.from_riichi):
        columns = arrays()
        columns[name] = change(columns[name])
        with pytest.raises(BatchError, match=message) as error:
            make(**columns)
        assert name in str(error.value)


def test_read_only_columns_and_single_rows_with_odd_strides_are_fine() -> None:
    for array in (columns := arrays()).values():
        array.flags.writeable = False
    expected = score_batch(HandBatch.from_arrays(**columns)).points
    assert expected.tolist() == [expected[0]] * ROWS
    one = {name: np.repeat(array, 3, axis=0)[::7][:1] for name, array in columns.items()}
    assert score_batch(HandBatch.from_arrays(**one), threads=3).points.tolist() == [expected[0]]
    assert waits_batch(HandBatch.from_arrays(**one)).status.tolist() == [0]


def test_a_batch_is_frozen(batch: HandBatch) -> None:
    for name in NAMES:
        with pytest.raises(AttributeError, match="frozen"):
            setattr(batch, name, np.zeros(1, np.uint8))
        with pytest.raises(AttributeError, match="frozen"):
            delattr(batch, name)
    with pytest.raises(AttributeError):
        batch.colour = 1  # type: ignore[attr-defined]


def test_what_an_owner_does_to_the_shape_of_an_array_is_nothing_to_the_batch() -> None:
    counts = np.zeros((4, 34), np.uint8)
    batch = HandBatch.from_arrays(counts)
    counts = counts.reshape(8, 17)
    assert batch.counts.shape == (4, 34)
    assert score_batch(batch).status.tolist() == [BatchStatus.WRONG_NUMBER_OF_TILES] * 4


@pytest.mark.parametrize("call", [score_batch, waits_batch, is_win_batch])
@pytest.mark.parametrize("value", [None, [], "11123456789995m", np.zeros((1, 34), np.uint8), {}])
def test_what_is_no_batch(call: Any, value: object) -> None:
    with pytest.raises(BatchError, match="is no HandBatch"):
        call(value)


def test_slices_with_steps_and_indices(batch: HandBatch) -> None:
    for step in (-1, 2):
        with pytest.raises(BatchError, match="step"):
            batch[::step]
    for row in (ROWS, -ROWS - 1):
        with pytest.raises(IndexError):
            batch[row]
    for value in ("1", 1.0, None, (0, 1)):
        with pytest.raises(TypeError):
            batch[value]  # type: ignore[call-overload]
    assert batch[np.int64(2)] == batch[-4] == list(batch)[2]
    assert repr(batch[1:3]) == "<HandBatch of 2 hands>"


# ------------------------------------------------------------------------------------------ threads


@pytest.mark.parametrize("threads", [-1, -64, True, False, 1.0, 2.5, "2", None, [1]])
@pytest.mark.parametrize("call", [score_batch, waits_batch, is_win_batch])
def test_threads_that_are_no_number(call: Any, threads: object, batch: HandBatch) -> None:
    with pytest.raises(BatchError, match="threads is"):
        call(batch, threads=threads)


# ------------------------------------------------------------------------------------------ results

MARK = {"points": -77, "status": 99, "fan_counts": 88}


def marked(rows: int = ROWS) -> BatchScores:
    """Arrays to write to, full of a number that no result has."""
    return BatchScores(
        np.full(rows, MARK["points"], np.int16),
        np.full(rows, MARK["status"], np.uint8),
        np.full((rows, FAN_COUNT), MARK["fan_counts"], np.uint8),
    )


def changed(name: str, change: Callable[[Any], Any]) -> BatchScores:
    parts = {part: getattr(marked(), part) for part in MARK}
    parts[name] = change(parts[name])
    return BatchScores(**parts)


def assert_untouched(out: BatchScores) -> None:
    for name, value in MARK.items():
        array = getattr(out, name)
        if isinstance(array, np.ndarray) and array.dtype.kind in "iu" and array.base is None:
            assert (array == np.array(value).astype(array.dtype)).all(), name


def read_only(array: Any) -> Any:
    array.flags.writeable = False
    return array


def unaligned(array: Any) -> Any:
    return np.frombuffer(bytearray(array.nbytes + 1), array.dtype, offset=1)


WRONG_OUT: list[tuple[str, str, Callable[[Any], Any], str]] = [
    *((name, "read-only", read_only, "is read-only") for name in MARK),
    *((name, "too small", lambda array: array[:-1], "5 rows: the batch has 6") for name in MARK),
    *((name, "no array", lambda array: array.tolist(), "is list") for name in MARK),
    *((name, "backwards", lambda array: array[::-1], "not C-contiguous") for name in MARK),
    *(
        (name, "every second", lambda array: np.repeat(array, 2, axis=0)[::2], "not C-contiguous")
        for name in MARK
    ),
    *((name, "one dimension more", lambda array: array[:, None], "has the shape") for name in MARK),
    *((name, "int64", lambda array: array.astype(np.int64), "has the type") for name in MARK),
    ("points", "big-endian", lambda array: array.astype(">i2"), "has the type"),
    ("points", "unsigned", lambda array: array.astype(np.uint16), "has the type"),
    ("points", "unaligned", unaligned, "not aligned"),
    ("points", "None", lambda array: None, "is NoneType"),
    ("status", "signed", lambda array: array.astype(np.int8), "has the type"),
    ("fan_counts", "fortran", np.asfortranarray, "not C-contiguous"),
    (
        "fan_counts",
        "one fan less",
        lambda array: np.ascontiguousarray(array[:, :-1]),
        rf"\(n, {FAN_COUNT}\)",
    ),
    ("fan_counts", "columns backwards", lambda array: array[:, ::-1], "not C-contiguous"),
    ("fan_counts", "None", lambda array: None, "fan_counts is None"),
]


@pytest.mark.parametrize(
    ("name", "what", "change", "message"),
    WRONG_OUT,
    ids=[f"{row[0]} {row[1]}" for row in WRONG_OUT],
)
def test_out_that_does_not_fit(
    name: str, what: str, change: Any, message: str, batch: HandBatch
) -> None:
    out = changed(name, change)
    with pytest.raises(BatchError, match=message):
        score_batch(batch, fans=True, out=out)
    assert_untouched(out)


@pytest.mark.parametrize(
    "value", [{}, (np.zeros(ROWS, np.int16), np.zeros(ROWS, np.uint8)), 1, "out"]
)
def test_out_that_is_none(value: Any, batch: HandBatch) -> None:
    with pytest.raises(BatchError, match="expected a BatchScores"):
        score_batch(batch, out=value)


def test_wrong_options_leave_out_untouched(batch: HandBatch) -> None:
    out = marked()
    for options in ({"threads": -1}, {"threads": True}, {"rules": "2006"}, {"rules": None}):
        with pytest.raises(GuobiaoError):
            score_batch(batch, fans=True, out=out, **options)  # type: ignore[arg-type]
    with pytest.raises(BatchError):
        score_batch([batch], out=out)  # type: ignore[arg-type]
    assert_untouched(out)


def test_out_is_filled_and_longer_ones_keep_their_rest(batch: HandBatch) -> None:
    out = marked(ROWS + 3)
    scores = score_batch(batch, fans=True, out=out)
    expected = score_batch(batch, fans=True)
    for name, value in MARK.items():
        found, array = getattr(scores, name), getattr(out, name)
        assert np.shares_memory(found, array)
        assert np.array_equal(found, getattr(expected, name))
        assert np.array_equal(array[:ROWS], found)
        assert (array[ROWS:] == value).all()


def test_out_without_the_fans_leaves_the_fans_alone(batch: HandBatch) -> None:
    out = marked()
    assert score_batch(batch, out=out).fan_counts is None
    assert (out.fan_counts == MARK["fan_counts"]).all()
    assert np.array_equal(out.points, score_batch(batch).points)
    without = BatchScores(out.points, out.status)
    assert np.shares_memory(score_batch(batch, out=without).points, out.points)


def test_results_are_out_again() -> None:
    first = score_batch(corpus(), fans=True)
    expected = {name: getattr(first, name).copy() for name in MARK}
    for rules in ("1998", "mil"):
        again = score_batch(corpus(), fans=True, rules=rules, threads=2, out=first)
    for name in MARK:
        assert np.array_equal(getattr(again, name), expected[name])


def test_an_empty_batch_writes_nothing(batch: HandBatch) -> None:
    out = marked()
    assert score_batch(batch[:0], fans=True, out=out).points.shape == (0,)
    assert_untouched(out)


# Memory that two arrays share: results would overwrite each other, or the rows that are still to be
# read.


def test_results_that_share_memory(batch: HandBatch) -> None:
    memory = np.zeros(ROWS * 100, np.uint8)
    points = memory[: 2 * ROWS].view(np.int16)
    for status in (memory[:ROWS], memory[2 * ROWS - 1 : 3 * ROWS - 1]):
        with pytest.raises(BatchError, match=r"out.status shares memory with out.points"):
            score_batch(batch, out=BatchScores(points, status))
    status, fan_counts = (
        memory[2 * ROWS : 3 * ROWS],
        memory[3 * ROWS - 1 :][: FAN_COUNT * ROWS].reshape(ROWS, FAN_COUNT),
    )
    with pytest.raises(BatchError, match=r"out.fan_counts shares memory with out.status"):
        score_batch(batch, fans=True, out=BatchScores(points, status, fan_counts))
    assert not memory.any()
    side_by_side = BatchScores(
        points, status, memory[3 * ROWS :][: FAN_COUNT * ROWS].reshape(ROWS, FAN_COUNT)
    )
    assert np.array_equal(
        score_batch(batch, fans=True, out=side_by_side).points, score_batch(batch).points
    )


def test_rows_behind_the_batch_may_be_shared(batch: HandBatch) -> None:
    memory = np.zeros(4 * ROWS, np.uint8)
    longer = BatchScores(memory[: 2 * ROWS + 2].view(np.int16), memory[2 * ROWS :])
    assert np.array_equal(score_batch(batch, out=longer).points, score_batch(batch).points)


@pytest.mark.parametrize("name", ["win", "flags", "winds", "flowers"])
def test_results_that_share_memory_with_the_batch(name: str) -> None:
    columns = arrays()
    before = columns[name].copy()
    batch = HandBatch.from_arrays(**columns)
    for status in (columns[name], getattr(batch, name)):
        with pytest.raises(BatchError, match=f"out.status shares memory with the batch's {name}"):
            score_batch(batch, out=BatchScores(marked().points, status))
    assert np.array_equal(columns[name], before)


def test_fan_counts_that_share_memory_with_the_counts() -> None:
    memory = np.zeros(FAN_COUNT * ROWS, np.uint8)
    memory[: 34 * ROWS] = arrays()["counts"].reshape(-1)
    before = memory.copy()
    batch = HandBatch.from_arrays(**(arrays() | {"counts": memory[: 34 * ROWS].reshape(ROWS, 34)}))
    with pytest.raises(BatchError, match=r"out.fan_counts shares memory with the batch's counts"):
        score_batch(
            batch,
            fans=True,
            out=BatchScores(marked().points, marked().status, memory.reshape(ROWS, FAN_COUNT)),
        )
    assert np.array_equal(memory, before)


# ----------------------------------------------------------------------------------------- the core


def test_the_loops_stay_within_their_arrays(batch: HandBatch) -> None:
    """The core is safe by itself, without the checks of the Python layer."""
    tables = batch_module.get_profile("mil").tables
    out = marked()
    results = (out.points, out.status, out.fan_counts)
    for start, stop in ((0, ROWS + 1), (-1, ROWS), (ROWS, ROWS + 1)):
        with pytest.raises(ValueError, match="rows"):
            core.score_rows(tables, *columns(batch).values(), *results, start, stop)
        with pytest.raises(ValueError, match="rows"):
            core.waits_rows(
                batch.counts,
                batch.melds,
                batch.win,
                False,
                np.zeros(ROWS, np.uint64),
                out.status,
                start,
                stop,
            )
        with pytest.raises(ValueError, match="rows"):
            core.complete_rows(batch.counts, batch.melds, out.status, start, stop)
    narrow = np.zeros((ROWS, 33), np.uint8)
    with pytest.raises(ValueError, match="33 counts"):
        core.complete_rows(narrow, batch.melds, out.status, 0, ROWS)
    for short in range(len(NAMES)):
        parts = list(columns(batch).values())
        parts[short] = parts[short][:-1]
        with pytest.raises(ValueError, match="rows"):
            core.score_rows(tables, *parts, *results, 0, ROWS)
        with pytest.raises(ValueError, match="rows"):
            read_lines(["19m"] * ROWS, *(array.copy() for array in parts))
    assert_untouched(out)
