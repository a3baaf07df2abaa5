"""Hands, arrays, Arrow tables and riichi arrays as batches: what is converted, what is only looked
at.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from batch_rows import NAMES, batch_of_rows, columns, corpus, joined, random_hands, rows_of, taken
from guobiao import (
    BatchError,
    Hand,
    HandBatch,
    Meld,
    MeldKind,
    MissingExtraError,
    Tile,
    parse_hand,
    parse_tile,
    score,
    score_batch,
)
from scale import scaled

# -------------------------------------------------------------------------------------------- hands


def test_hands_there_and_back() -> None:
    hands = random_hands(321, scaled(200))
    batch = HandBatch.from_hands(hands)
    assert [array.dtype for array in columns(batch).values()] == [np.uint8] * 6
    for number, hand in enumerate(hands):
        # Whence a meld came is nothing that an array holds.
        melds = [Meld(meld.kind, meld.tile) for meld in hand.melds]
        assert batch[number] == hand.replace(melds=melds)
    assert list(batch) == [batch[number] for number in range(len(batch))]
    assert rows_of(HandBatch.from_hands(iter(batch))) == rows_of(batch)


@pytest.mark.parametrize("value", ["11123456789995m", None, 14, b"1m", ["11123456789995m"]])
def test_what_is_no_hand(value: object) -> None:
    with pytest.raises(BatchError, match=r"hands\[1\] is"):
        HandBatch.from_hands([parse_hand("11123456789995m"), value])  # type: ignore[list-item]


def test_no_hands() -> None:
    batch = HandBatch.from_hands([])
    assert (len(batch), batch.counts.shape, batch.melds.shape, batch.win.shape) == (
        0,
        (0, 34),
        (0, 4),
        (0,),
    )


# ------------------------------------------------------------------------------------------- arrays


def test_arrays_are_not_copied() -> None:
    arrays = {name: array.copy() for name, array in columns(corpus()[:50]).items()}
    batch = HandBatch.from_arrays(**arrays)
    for name, array in arrays.items():
        assert np.shares_memory(getattr(batch, name), array)
        assert np.shares_memory(getattr(batch[10:20], name), array)
        assert not np.shares_memory(getattr(batch[10:20], name), array[:10])
    arrays["flags"][:] = 0
    assert not batch.flags.any()


def test_a_file_that_is_mapped_into_memory(tmp_path: Any) -> None:
    expected = score_batch(corpus()[:100]).points
    corpus()[:100].counts.tofile(tmp_path / "counts")
    mapped = np.memmap(tmp_path / "counts", np.uint8, "r", shape=(100, 34))
    rest = {name: array for name, array in columns(corpus()[:100]).items() if name != "counts"}
    batch = HandBatch.from_arrays(mapped, **rest)
    assert np.shares_memory(batch.counts, mapped)
    assert np.array_equal(score_batch(batch).points, expected)


# ------------------------------------------------------------------------------------------- riichi

RIICHI = [parse_tile(f"{rank}{suit}") for suit in "mps" for rank in range(1, 10)] + [
    parse_tile(c) for c in "ESWNPFC"
]
"""The tile at each index of an array of a Japanese program."""


def in_riichi_order(hands: tuple[Hand, ...]) -> dict[str, Any]:
    """The arrays that such a program would make of hands, tile by tile."""
    index = {tile: number for number, tile in enumerate(RIICHI)}
    counts, melds, win = (
        np.zeros((len(hands), 34), np.uint8),
        np.zeros((len(hands), 4), np.uint8),
        [],
    )
    for row, hand in enumerate(hands):
        for tile in hand.standing:
            counts[row, index[tile]] += 1
        for place, meld in enumerate(hand.melds):
            melds[row, place] = 1 + 34 * meld.kind + index[meld.tile]
        win.append(255 if hand.winning_tile is None else index[hand.winning_tile])
    batch = HandBatch.from_hands(hands)
    rest = {"flags": batch.flags, "winds": batch.winds, "flowers": batch.flowers}
    return {"counts": counts, "melds": melds, "win": np.array(win, np.uint8), **rest}


def test_riichi_order() -> None:
    hands = random_hands(322, scaled(200))
    arrays = in_riichi_order(hands)
    before = {name: array.copy() for name, array in arrays.items()}
    batch = HandBatch.from_riichi(**arrays)
    assert rows_of(batch) == rows_of(HandBatch.from_hands(hands))
    for name in ("counts", "melds", "win"):
        assert np.array_equal(arrays[name], before[name])
        assert not np.shares_memory(getattr(batch, name), arrays[name])


@pytest.mark.parametrize("kind", MeldKind)
def test_every_meld_in_riichi_order(kind: MeldKind) -> None:
    """A number that is no meld stays none."""
    codes = np.zeros((34, 4), np.uint8)
    codes[:, 0] = 1 + 34 * kind + np.arange(34)
    batch = HandBatch.from_riichi(np.zeros((34, 34), np.uint8), codes)
    assert batch.melds[:, 0].tolist() == [1 + 34 * kind + tile for tile in RIICHI]
    assert not batch.melds[:, 1:].any()


def test_what_is_no_tile_stays_none() -> None:
    numbers = np.arange(256, dtype=np.uint8)
    melds = np.zeros((256, 4), np.uint8)
    melds[:, 2] = numbers
    batch = HandBatch.from_riichi(np.zeros((256, 34), np.uint8), melds, numbers)
    assert batch.win.tolist() == [*RIICHI, *range(34, 256)]
    assert batch.melds[171:, 2].tolist() == list(range(171, 256))
    assert sorted(batch.melds[:171, 2].tolist()) == list(range(171))
    again = HandBatch.from_riichi(**columns(HandBatch.from_riichi(**columns(corpus()))))
    assert all(np.array_equal(getattr(again, name), getattr(corpus(), name)) for name in NAMES), (
        "twice is not at all"
    )


def test_a_riichi_hand_word_by_word() -> None:
    """1-9 of p as the middle suit, 白 before 發 before 中."""
    counts = np.zeros((1, 34), np.uint8)
    counts[0, 9:18] = (3, 1, 1, 1, 1, 1, 1, 2, 0)  # 11123456788p
    melds, win = np.array([[1 + 34 + 31, 0, 0, 0]], np.uint8), np.array([9 + 7], np.uint8)
    batch = HandBatch.from_riichi(counts, melds, win)
    assert batch[0] == parse_hand("[PPP,1]11123456788p|EE0000")
    assert score_batch(batch).points[0] == score("[PPP,1]11123456788p|EE0000").points


# -------------------------------------------------------------------------------------------- Arrow


@pytest.fixture
def pa() -> Any:
    return pytest.importorskip("pyarrow")


def arrow_table(pa: Any, batch: HandBatch) -> Any:
    """The columns of a batch as a table of one chunk."""

    def column(array: Any) -> Any:
        flat = pa.array(array.reshape(-1))
        return pa.FixedSizeListArray.from_arrays(flat, array.shape[1]) if array.ndim == 2 else flat

    return pa.table({name: column(array) for name, array in columns(batch).items()})


def address(table: Any, name: str) -> int:
    """Where the numbers of a column of one chunk begin."""
    chunk = table.column(name).chunk(0)
    values = chunk.flatten() if name in ("counts", "melds") else chunk
    return int(values.buffers()[1].address) + values.offset


def test_a_table_of_one_chunk_is_not_copied(pa: Any) -> None:
    table = arrow_table(pa, corpus())
    batch = HandBatch.from_arrow(table)
    for name in NAMES:
        array = getattr(batch, name)
        assert array.__array_interface__["data"] == (address(table, name), True)
        assert np.array_equal(array, getattr(corpus(), name))


def test_a_sliced_table_is_not_copied_either(pa: Any) -> None:
    table = arrow_table(pa, corpus()).slice(7, 30)
    batch = HandBatch.from_arrow(table)
    assert rows_of(batch) == rows_of(corpus()[7:37])
    assert all(
        getattr(batch, name).__array_interface__["data"][0] == address(table, name)
        for name in NAMES
    )
    assert rows_of(HandBatch.from_arrow(table.slice(29))) == rows_of(corpus()[36:37])
    assert len(HandBatch.from_arrow(table.slice(30))) == 0


def test_the_memory_of_a_table_lives_as_long_as_the_batch(pa: Any) -> None:
    batch = HandBatch.from_arrow(arrow_table(pa, corpus()))
    assert np.array_equal(score_batch(batch).points, score_batch(corpus()).points)


def test_several_chunks(pa: Any) -> None:
    table = arrow_table(pa, corpus()[:100])
    chunked = pa.concat_tables(
        [table.slice(0, 10), table.slice(10, 0), table.slice(10, 89), table.slice(99)]
    )
    assert chunked.column("counts").num_chunks > 1
    assert rows_of(HandBatch.from_arrow(chunked)) == rows_of(corpus()[:100])
    assert rows_of(HandBatch.from_arrow(chunked.slice(5, 50))) == rows_of(corpus()[5:55])


def test_no_chunks(pa: Any) -> None:
    table = arrow_table(pa, corpus()[:3])
    for empty in (
        table.schema.empty_table(),
        table.slice(3),
        pa.Table.from_batches([], table.schema),
    ):
        batch = HandBatch.from_arrow(empty)
        assert (batch.counts.shape, batch.win.shape) == ((0, 34), (0,))
        assert score_batch(batch, fans=True).points.shape == (0,)


def test_a_record_batch(pa: Any) -> None:
    (record_batch,) = arrow_table(pa, corpus()[:20]).to_batches()
    assert rows_of(HandBatch.from_arrow(record_batch)) == rows_of(corpus()[:20])
    assert rows_of(HandBatch.from_arrow(record_batch.slice(3, 4))) == rows_of(corpus()[3:7])


def test_a_table_of_counts_alone_and_of_more(pa: Any) -> None:
    table = arrow_table(pa, corpus()[:5])
    only = HandBatch.from_arrow(table.select(["counts"]))
    assert rows_of(only) == rows_of(HandBatch.from_arrays(corpus()[:5].counts))
    more = table.append_column("player", pa.array(["a", "b", None, "d", "e"]))
    assert rows_of(HandBatch.from_arrow(more)) == rows_of(corpus()[:5])
    assert rows_of(HandBatch.from_arrow(table.select(NAMES[::-1]))) == rows_of(corpus()[:5])


def test_missing_and_doubled_columns(pa: Any) -> None:
    table = arrow_table(pa, corpus()[:5])
    with pytest.raises(BatchError, match=r"no column 'counts' among \['melds'"):
        HandBatch.from_arrow(table.drop_columns(["counts"]))
    with pytest.raises(BatchError, match="2 columns are called 'win'"):
        HandBatch.from_arrow(table.append_column("win", table.column("win")))


@pytest.mark.parametrize("name", NAMES)
def test_other_types(pa: Any, name: str) -> None:
    table = arrow_table(pa, corpus()[:5])
    column, place = table.column(name).combine_chunks(), NAMES.index(name)
    flat = pa.array([0] * 5, pa.uint8())
    others = [
        pa.array([0] * 5, pa.int64()),
        pa.array(["1"] * 5),
        pa.array([True] * 5),
        column.cast(pa.list_(pa.uint8())) if place < 2 else flat.dictionary_encode(),
    ]
    if place < 2:
        values = column.flatten()
        others += [
            flat,
            pa.FixedSizeListArray.from_arrays(values.cast(pa.int8()), 34 if place == 0 else 4),
        ]
        others += [pa.FixedSizeListArray.from_arrays(pa.array([0] * 15, pa.uint8()), 3)]
    for other in others:
        with pytest.raises(BatchError, match=f"column '{name}' is of .*: expected"):
            HandBatch.from_arrow(table.set_column(place, name, other))


@pytest.mark.parametrize("name", NAMES)
def test_nulls(pa: Any, name: str) -> None:
    table = arrow_table(pa, corpus()[:5])
    place, values = NAMES.index(name), table.column(name).to_pylist()
    with_null = pa.array([*values[:2], None, *values[3:]], table.column(name).type)
    broken = table.set_column(place, name, with_null)
    for part in (broken, broken.slice(2, 1), pa.concat_tables([table, broken])):
        with pytest.raises(BatchError, match=f"column '{name}' has nulls"):
            HandBatch.from_arrow(part)
    assert rows_of(HandBatch.from_arrow(broken.slice(3))) == rows_of(corpus()[3:5])
    if place < 2:
        inner = pa.array([[None, *values[0][1:]], *values[1:]], table.column(name).type)
        with pytest.raises(BatchError, match=f"column '{name}' has nulls"):
            HandBatch.from_arrow(table.set_column(place, name, inner))


@pytest.mark.parametrize("value", [None, {}, "table", [1]])
def test_what_is_no_table(pa: Any, value: object) -> None:
    with pytest.raises(BatchError, match="expected a pyarrow Table or RecordBatch"):
        HandBatch.from_arrow(value)


def test_a_table_through_parquet(pa: Any, tmp_path: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(
        arrow_table(pa, corpus()[:200]), tmp_path / "hands.parquet", row_group_size=64
    )
    assert rows_of(HandBatch.from_arrow(parquet.read_table(tmp_path / "hands.parquet"))) == rows_of(
        corpus()[:200]
    )


def test_results_become_arrow_without_copies(pa: Any) -> None:
    scores = score_batch(corpus()[:50], fans=True)
    points = pa.array(scores.points)
    assert points.buffers()[1].address == scores.points.__array_interface__["data"][0]
    assert points.to_pylist() == scores.points.tolist()


def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install guobiao\[arrow\]"):
        HandBatch.from_arrow(object())


# ------------------------------------------------------------------------------------- put together


def test_batches_are_joined_and_sorted_by_their_arrays() -> None:
    """As docs/batch.md does it: a batch is its arrays."""
    first, second = corpus()[:30], HandBatch.from_hands(random_hands(323, 5))
    assert rows_of(joined(first, second)) == rows_of(first) + rows_of(second)
    order = np.argsort(score_batch(first).points)
    assert rows_of(taken(first, order)) == [rows_of(first)[row] for row in order]
    assert rows_of(batch_of_rows(rows_of(first))) == rows_of(first)
    assert first[0].melds == tuple(first[0].melds)
    assert Tile(int(second.win[0])) == second[0].winning_tile
