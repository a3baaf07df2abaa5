"""Rows for batches: the case hands, random hands, wrong rows and garbage; and what a plain check
says of a row's status.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from generator import random_hand, random_losing_hand
from guobiao import BatchStatus, Hand, HandBatch, Meld, MeldKind, RuleProfile, Tile, reference
from guobiao.contradictions import find_contradiction
from guobiao.hand import NO_TILE
from mutations import case_hands
from scale import scaled

NAMES: Final = ("counts", "melds", "win", "flags", "winds", "flowers")


class Row(NamedTuple):
    """One hand of a batch as plain numbers."""

    counts: tuple[int, ...]
    melds: tuple[int, ...]
    win: int
    flags: int
    winds: int
    flowers: int


def columns(batch: HandBatch) -> dict[str, Any]:
    """The arrays of a batch by name."""
    return {name: getattr(batch, name) for name in NAMES}


def rows_of(batch: HandBatch) -> list[Row]:
    """A batch as plain numbers."""
    lists = [array.tolist() for array in columns(batch).values()]
    return [
        Row(tuple(counts), tuple(melds), *rest) for counts, melds, *rest in zip(*lists, strict=True)
    ]


def batch_of_rows(rows: list[Row]) -> HandBatch:
    """Plain numbers as a batch."""
    arrays = [np.array([row[k] for row in rows], np.uint8) for k in range(len(NAMES))]
    return HandBatch.from_arrays(arrays[0].reshape(-1, 34), arrays[1].reshape(-1, 4), *arrays[2:])


def joined(*batches: HandBatch) -> HandBatch:
    """Batches one after the other."""
    parts = [columns(batch) for batch in batches]
    return HandBatch.from_arrays(
        **{name: np.concatenate([part[name] for part in parts]) for name in NAMES}
    )


def taken(batch: HandBatch, order: Any) -> HandBatch:
    """Rows of a batch in another order."""
    return HandBatch.from_arrays(
        **{name: np.ascontiguousarray(array[order]) for name, array in columns(batch).items()}
    )


@cache
def case_batch() -> HandBatch:
    """Every hand of the case files."""
    return HandBatch.from_lines(case_hands())


@cache
def random_hands(seed: int, count: int) -> tuple[Hand, ...]:
    """Winning hands, a third as many with any flags, a quarter as many that win nothing, and some
    that wait.
    """
    rng = Random(seed)
    hands = [random_hand(rng) for _ in range(count)]
    hands += [random_hand(rng, contradictory=True) for _ in range(count // 3 + 1)]
    hands += [random_losing_hand(rng) for _ in range(count // 4 + 1)]
    return (*hands, *(_waiting(hand) for hand in hands[: count // 10 + 1]))


def _waiting(hand: Hand) -> Hand:
    standing = list(hand.standing)
    standing.remove(hand.win)
    return Hand(standing, hand.melds, prevalent_wind=hand.prevalent_wind, seat_wind=hand.seat_wind)


# --------------------------------------------------------------------------------------- wrong rows

GOOD: Final = "[123m,1]45m789s77799p6m|EE1000|2"


@cache
def good_row() -> Row:
    """A hand without any mistake."""
    return rows_of(HandBatch.from_lines([GOOD]))[0]


def with_counts(**changes: int) -> tuple[int, ...]:
    """The tiles of the good row with more or less of some: ``m6=-1``."""
    counts = list(good_row().counts)
    for name, more in changes.items():
        counts[Tile[name.upper()]] += more
    return tuple(counts)


class Wrong(NamedTuple):
    """One mistake in the good row, its status, and a word of its message."""

    name: str
    changes: dict[str, Any]
    status: BatchStatus
    message: str


def wrong_rows() -> Iterator[Wrong]:
    """Every mistake that a row can have, one at a time."""
    status = BatchStatus
    yield Wrong("no tiles", {"counts": (0,) * 34}, status.WRONG_NUMBER_OF_TILES, "0 standing tiles")
    yield Wrong(
        "a tile less",
        {"counts": with_counts(p9=-1)},
        status.WRONG_NUMBER_OF_TILES,
        "thirteen tiles",
    )
    yield Wrong(
        "a tile more",
        {"counts": with_counts(e=1)},
        status.WRONG_NUMBER_OF_TILES,
        "12 standing tiles",
    )
    yield Wrong(
        "a meld more", {"melds": (1, 2, 0, 0)}, status.WRONG_NUMBER_OF_TILES, "11 standing tiles"
    )
    waits = {"counts": with_counts(m6=-1), "win": NO_TILE, "flags": 0}
    yield Wrong("a hand that waits", waits, status.WRONG_NUMBER_OF_TILES, "no winning tile")
    yield Wrong("no winning tile", {"win": NO_TILE}, status.NO_WINNING_TILE, "no winning tile")
    five = with_counts(p7=2, m4=-1, m5=-1)
    yield Wrong("five stand", {"counts": five}, status.FIVE_COPIES, "5 copies of 7p")
    five = with_counts(m1=2, s7=-1, s8=-1)
    yield Wrong(
        "a fifth in a meld",
        {"counts": five, "melds": (35, 0, 0, 0)},
        status.FIVE_COPIES,
        "5 copies of 1m",
    )
    yield Wrong(
        "255 copies",
        {"counts": (255, *good_row().counts[1:])},
        status.FIVE_COPIES,
        "256 copies of 1m",
    )
    for code in range(171, 256):
        yield Wrong(
            f"meld {code}", {"melds": (0, code, 0, 0)}, status.BAD_MELD, f"meld code {code}"
        )
    for slot in (7, 8, 16, 17, 25, 26, *range(27, 34)):
        yield Wrong(
            f"chow of {slot}",
            {"melds": (1 + slot, 0, 0, 0)},
            status.BAD_MELD,
            f"no chow starts at {Tile(slot)}",
        )
    for slot in (34, 99, 254):
        yield Wrong(
            f"win {slot}", {"win": slot}, status.BAD_WINNING_TILE, f"{slot} is no winning tile"
        )
    yield Wrong(
        "win elsewhere", {"win": Tile.C}, status.BAD_WINNING_TILE, "not among the standing tiles"
    )
    yield Wrong(
        "win in the meld", {"win": Tile.M1}, status.BAD_WINNING_TILE, "not among the standing tiles"
    )
    for number in (16, 128, 255):
        yield Wrong(f"flags {number}", {"flags": number}, status.BAD_FLAGS, f"flags {number}")
        yield Wrong(f"winds {number}", {"winds": number}, status.BAD_WINDS, f"winds {number}")
        yield Wrong(
            f"flowers {number - 7}",
            {"flowers": number - 7},
            status.BAD_FLOWERS,
            f"flowers {number - 7}",
        )
    yield Wrong("no kong", {"flags": 1 + 8}, status.CONTRADICTORY_FLAGS, "no kong among the melds")
    last_copy = {"win": Tile.P9, "flags": 2}
    yield Wrong(
        "last copy of a pair", last_copy, status.CONTRADICTORY_FLAGS, "the last copy of 9p is won"
    )
    yield Wrong("robbed at the end", {"flags": 4 + 8}, status.CONTRADICTORY_FLAGS, "robbed kong")
    yield Wrong(
        "no form", {"counts": with_counts(p9=-1, e=1)}, status.NOT_WINNING, "complete no form"
    )


def garbage(seed: int, count: int) -> HandBatch:
    """A third any bytes, a third small numbers, a third good hands with some bytes changed."""
    rng = np.random.default_rng(seed)
    any_bytes = [rng.integers(0, 256, (count, *_width(name)), np.uint8) for name in NAMES]
    most = {"counts": 3, "melds": 180, "win": 40, "flags": 18, "winds": 18, "flowers": 11}
    small = [rng.integers(0, most[name], (count, *_width(name)), np.uint8) for name in NAMES]
    small[0] *= rng.random((count, 34)) < 0.4
    hands = columns(HandBatch.from_hands(random_hands(seed, min(count, 500))))
    changed = [np.resize(array, (count, *array.shape[1:])) for array in hands.values()]
    for array in changed:
        hit = rng.random(array.shape) < 0.25 / array[0].size
        array[hit] = rng.integers(0, 256, hit.sum(), np.uint8)
    return joined(*(HandBatch.from_arrays(*arrays) for arrays in (any_bytes, small, changed)))


def _width(name: str) -> tuple[int, ...]:
    return {"counts": (34,), "melds": (4,)}.get(name, ())


@cache
def corpus() -> HandBatch:
    """All of it in one batch."""
    wrong = batch_of_rows([good_row()._replace(**wrong.changes) for wrong in wrong_rows()])
    hands = HandBatch.from_hands(random_hands(301, scaled(300)))
    return joined(case_batch(), hands, wrong, garbage(302, scaled(800)))


def sampled_corpus() -> HandBatch:
    """The same with a fifteenth of the case hands, for tests that are slow for each row."""
    return joined(taken(case_batch(), slice(None, None, 15)), corpus()[len(case_batch()) :])


# ---------------------------------------------------------------------------------- the plain check


def plain_status(row: Row, profile: RuleProfile) -> BatchStatus:
    """What a row's status is to be: the checks one after the other, on Python numbers."""
    if any(map(_is_bad_meld, row.melds)):
        return BatchStatus.BAD_MELD
    melds = [Meld(*_kind_and_tile(code)) for code in row.melds if code]
    melded = [tile for meld in melds for tile in meld.tiles]
    if any(count + melded.count(slot) > 4 for slot, count in enumerate(row.counts)):
        return BatchStatus.FIVE_COPIES
    if sum(row.counts) + 3 * len(melds) != 14:
        return BatchStatus.WRONG_NUMBER_OF_TILES
    return _plain_win_status(row, melds, profile)


def _plain_win_status(row: Row, melds: list[Meld], profile: RuleProfile) -> BatchStatus:
    if row.win == NO_TILE:
        return BatchStatus.NO_WINNING_TILE
    if row.win >= 34 or row.counts[row.win] == 0:
        return BatchStatus.BAD_WINNING_TILE
    for number, most, status in (
        (row.flags, 15, BatchStatus.BAD_FLAGS),
        (row.winds, 15, BatchStatus.BAD_WINDS),
        (row.flowers, 8, BatchStatus.BAD_FLOWERS),
    ):
        if number > most:
            return status
    hand = plain_hand(row, melds)
    if not profile.rules.switches.correct_flags and find_contradiction(hand):
        return BatchStatus.CONTRADICTORY_FLAGS
    return BatchStatus.FINE if reference.is_win(hand) else BatchStatus.NOT_WINNING


def plain_hand(row: Row, melds: list[Meld]) -> Hand:
    """The hand of a row whose numbers are in order."""
    flags = [bool(row.flags >> bit & 1) for bit in range(4)]
    return Hand(
        [slot for slot, count in enumerate(row.counts) for _ in range(count)],
        melds,
        row.win,
        **dict(zip(("self_drawn", "last_copy", "last_tile", "kong"), flags, strict=True)),
        prevalent_wind=row.winds // 4,
        seat_wind=row.winds % 4,
        flowers=row.flowers,
    )


def _kind_and_tile(code: int) -> tuple[MeldKind, Tile]:
    kind, slot = divmod(code - 1, 34)
    return MeldKind(kind), Tile(slot)


def _is_bad_meld(code: int) -> bool:
    if code > 170:
        return True
    kind, slot = divmod(code - 1, 34)
    return code > 0 and kind == MeldKind.CHOW and (slot >= 27 or slot % 9 > 6)
