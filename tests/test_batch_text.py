"""Batches of one buffer of lines: row for row what ``from_lines`` makes of the same lines."""

from __future__ import annotations

import mmap
from pathlib import Path
from random import Random

import numpy as np
import pytest

import guobiao
from batch_rows import columns
from guobiao import BatchError, BatchStatus, HandBatch, score_batch
from mahjong_core.lines import read_text
from mutations import case_hands, mutated_hands
from scale import scaled

pa = pytest.importorskip("pyarrow")

ENDS = ("\n", "\r\n", "\r")


def same(found: HandBatch, lines: list[str]) -> bool:
    """Equal rows, statuses and errors."""
    wanted = HandBatch.from_lines([line.encode("utf-8", "surrogatepass") for line in lines])
    arrays = zip(columns(found).values(), columns(wanted).values())
    return (
        len(found) == len(wanted)
        and all(np.array_equal(ours, theirs) for ours, theirs in arrays)
        and np.array_equal(score_batch(found).status, score_batch(wanted).status)
        and all(str(found.error(row)) == str(wanted.error(row)) for row in range(len(wanted)))
    )


@pytest.mark.parametrize("end", ENDS, ids=repr)
@pytest.mark.parametrize("is_ended", [True, False])
def test_mutated_lines(end: str, is_ended: bool) -> None:
    lines = [
        line.replace("\n", "").replace("\r", "") for line in mutated_hands(5, scaled(1500))
    ] + ["1m"]
    text = end.join(lines) + end * is_ended
    assert same(HandBatch.from_text(text.encode("utf-8", "surrogatepass")), lines)


def test_mixed_ends_and_empty_lines() -> None:
    text = b"\n19m19p119sESWNPFC\r\n\r\r\n11123456789995m\n\n"
    assert same(HandBatch.from_text(text), ["", "19m19p119sESWNPFC", "", "", "11123456789995m", ""])


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf"], ids=repr)
def test_no_lines(data: bytes) -> None:
    assert len(HandBatch.from_text(data)) == 0


def test_one_end_is_one_empty_line() -> None:
    assert same(HandBatch.from_text(b"\n"), [""])


def test_many_short_lines_after_long_ones() -> None:
    lines = ["[CCCC]234567m99p34s5s|EE1000|2"] * 400 + ["1m"] * 9000
    assert same(HandBatch.from_text("\n".join(lines).encode()), lines)


@pytest.mark.parametrize("first", [-(2**63), -5, 0, 1, 2**62])
def test_parts_that_contradict_their_text_are_no_endless_loop(first: int) -> None:
    batch = HandBatch.from_lines(["", ""])
    arrays = [array.copy() for array in columns(batch).values()]
    parts = np.array([[0, first], [9, first + 3 if first < 2**62 else first]])
    read_text(b"1m\n2m\n3m\n", parts, *arrays, np.zeros(2, np.uint8), 0, 2)


@pytest.mark.parametrize("threads", [0, 1, 2, 3])
def test_threads_read_the_same(threads: int) -> None:
    lines = case_hands()
    Random(1).shuffle(lines)
    found = HandBatch.from_text("\n".join(lines).encode(), threads=threads)
    wanted = HandBatch.from_lines(lines)
    for ours, theirs in zip(columns(found).values(), columns(wanted).values()):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("kind", ["bytes", "bytearray", "memoryview", "mmap", "array"])
def test_what_has_the_bytes(kind: str, tmp_path: Path) -> None:
    lines = case_hands()[:50]
    text = "\n".join(lines).encode()
    (tmp_path / "hands.txt").write_bytes(text)
    with (tmp_path / "hands.txt").open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    data = {
        "bytes": text, "bytearray": bytearray(text), "memoryview": memoryview(text),
        "mmap": mapped, "array": np.frombuffer(text, np.uint8),
    }[kind]  # fmt: skip
    assert same(HandBatch.from_text(data), lines)


@pytest.mark.parametrize(
    "column",
    [
        lambda lines: pa.array(lines),
        lambda lines: pa.array(lines, pa.large_string()),
        lambda lines: pa.array(lines, pa.binary()),
        lambda lines: pa.array(lines, pa.string_view()),
        lambda lines: pa.array(lines).dictionary_encode(),
        lambda lines: pa.chunked_array([lines[:7], lines[7:]]),
        lambda lines: pa.array(["x", *lines, "y"])[1:-1],
    ],
    ids=["string", "large", "binary", "view", "dictionary", "chunks", "slice"],
)
def test_columns_of_arrow(column: object) -> None:
    lines = [*case_hands()[:60], "no hand", "", *case_hands()[:3]]
    assert same(HandBatch.from_text(column(lines)), lines)  # type: ignore[operator]


def test_a_column_with_nulls_and_an_empty_one() -> None:
    found = HandBatch.from_text(pa.array(["19m19p119sESWNPFC", None]))
    assert score_batch(found).status.tolist() == [0, BatchStatus.BAD_NOTATION]
    assert len(HandBatch.from_text(pa.array([], pa.string()))) == 0


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("19m19p119sESWNPFC", "data is a str: expected bytes"),
        (["19m19p119sESWNPFC"], "data is a list: expected the bytes of a text"),
        (None, "data is a NoneType"),
        (np.zeros((2, 2), np.uint8), "data is no plain row of bytes"),
        (np.zeros(4, np.int32), "data is no plain row of bytes"),
        (memoryview(bytes(8))[::2], "data is no plain row of bytes"),
    ],
    ids=["str", "list", "None", "two dimensions", "int32", "every second"],
)
def test_what_is_no_text(data: object, told: str) -> None:
    with pytest.raises(BatchError, match=told):
        HandBatch.from_text(data)


def test_threads_that_are_no_number() -> None:
    with pytest.raises(guobiao.BatchError, match="threads is -1"):
        HandBatch.from_text(b"1m", threads=-1)
