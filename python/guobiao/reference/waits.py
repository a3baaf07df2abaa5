"""Waits: which tiles complete thirteen, and the wait fans 边张, 坎张 and 单钓将."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..fan import Fan
from ..hand import NO_TILE, Hand
from ..result import Form, SetKind, Split, TileSet
from ..tiles import SLOT_COUNT
from .splits import is_complete

__all__ = ["formal_waits", "is_sole_wait", "thirteen", "wait_of_place", "won"]


def thirteen(hand: Hand) -> bytes:
    """The standing tiles before the winning tile came."""
    counts = bytearray(hand.counts)
    if hand.win != NO_TILE:
        counts[hand.win] -= 1
    return bytes(counts)


def won(hand: Hand, standing: Iterable[int], tile: int, *, self_drawn: bool, flowers: int) -> Hand:
    """Other standing tiles with the melds and winds of a hand, won on ``tile``
    without a lucky fan.
    """
    return Hand(
        standing,
        hand.melds,
        tile,
        self_drawn=self_drawn,
        prevalent_wind=hand.prevalent_wind,
        seat_wind=hand.seat_wind,
        flowers=flowers,
    )


def formal_waits(standing: bytes, melds: int) -> Iterator[int]:
    """The slots of all tiles that complete some form, those too of which all four are held already
    (形式听牌).
    """
    counts = bytearray(standing)
    for slot in range(SLOT_COUNT):
        counts[slot] += 1
        if is_complete(bytes(counts), melds):
            yield slot
        counts[slot] -= 1


def is_sole_wait(hand: Hand) -> bool:
    """Whether nothing but the winning tile completes the thirteen, even in form and with the waits
    of every form merged.
    """
    return all(slot == hand.win for slot in formal_waits(thirteen(hand), len(hand.melds)))


def wait_of_place(split: Split, winning_tile: int, *, knitted_body_wait: bool) -> Fan | None:
    """The fan of the winning tile's place, if it is the sole wait; None where the place has no such
    fan.
    """
    if split.form in (Form.ALL_KNITTED, Form.THIRTEEN_ORPHANS):
        return None
    if not knitted_body_wait and _body_holds(split, winning_tile):
        return None
    completed = split.sets[split.winning_set]
    if completed.kind is SetKind.PAIR:
        return Fan.SINGLE_WAIT
    return _wait_in_chow(completed, winning_tile) if completed.kind is SetKind.CHOW else None


def _body_holds(split: Split, tile: int) -> bool:
    return any(body.kind is SetKind.KNITTED and tile in body.tiles for body in split.sets)


def _wait_in_chow(chow: TileSet, tile: int) -> Fan | None:
    if tile == chow.tile + 1:
        return Fan.CLOSED_WAIT
    # 12 for 3, or 89 for 7: the other side of the chow is the edge of the suit.
    edge = 0 if tile == chow.tile + 2 else 6
    return Fan.EDGE_WAIT if chow.tile.rank == edge else None
