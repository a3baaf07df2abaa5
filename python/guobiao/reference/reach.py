"""The way to a minimum of points as a plain search over exchanges: every draw, every discard, every
winning tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from ..hand import Hand
from ..tiles import SLOT_COUNT
from .splits import is_complete
from .waits import won

if TYPE_CHECKING:
    from ..profiles import RuleProfile

__all__ = ["distance"]


def distance(
    hand: Hand,
    rules: RuleProfile,
    *,
    minimum: int,
    left: Sequence[int],
    self_drawn: bool,
    furthest: int,
) -> int | None:
    """The smallest number of exchanges after which a tile that is left completes a hand of
    ``minimum`` points without flowers.

    ``left``: how many copies of each slot may still be drawn; a discarded tile does not come back.
    -1 for fourteen tiles that are worth the minimum as they stand, won on their winning tile or
    (without one) on any; None past ``furthest`` exchanges.
    """
    complete: dict[bytes, bool] = {}
    points: dict[tuple[bytes, int], int] = {}

    def is_worth(counts: bytes, win: int) -> bool:
        if counts not in complete:
            complete[counts] = is_complete(counts, len(hand.melds))
        if complete[counts] and (counts, win) not in points:
            points[counts, win] = _points(hand, counts, win, rules, self_drawn)
        return complete[counts] and points[counts, win] >= minimum

    if hand.tile_count == 14:
        wins = range(SLOT_COUNT) if hand.winning_tile is None else [hand.winning_tile]
        if any(hand.counts[win] and is_worth(hand.counts, win) for win in wins):
            return -1
    for exchanges in range(furthest + 1):
        for counts, still_left in _after(hand, left, exchanges):
            for win in range(SLOT_COUNT):
                if still_left[win] and is_worth(_with(counts, [win]), win):
                    return exchanges
    return None


def _after(
    hand: Hand, left: Sequence[int], exchanges: int
) -> Iterator[tuple[bytes, Sequence[int]]]:
    """The thirteen tiles that so many exchanges can make, and what is left then. Fourteen discard a
    tile more than they draw.
    """
    standing = [int(tile) for tile in hand.standing]
    kept_count = len(standing) - exchanges - (hand.tile_count - 13)
    kept_hands = set(combinations(standing, kept_count)) if kept_count >= 0 else ()
    for drawn in combinations_with_replacement(range(SLOT_COUNT), exchanges):
        still_left = [count - drawn.count(slot) for slot, count in enumerate(left)]
        if min(still_left) >= 0:
            for kept in kept_hands:
                yield _with(bytes(SLOT_COUNT), kept + drawn), still_left


def _with(counts: bytes, tiles: Sequence[int]) -> bytes:
    more = bytearray(counts)
    for tile in tiles:
        more[tile] += 1
    return bytes(more)


def _points(hand: Hand, counts: bytes, win: int, rules: RuleProfile, self_drawn: bool) -> int:
    from . import score

    standing = [slot for slot, count in enumerate(counts) for _ in range(count)]
    scored = score(won(hand, standing, win, self_drawn=self_drawn, flowers=0), rules=rules)
    return scored.points
