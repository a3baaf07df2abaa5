"""The tiles that may still come: four of each, without the hand's own and what else is visible."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_core.messages import shown

from .errors import HandError
from .hand import Hand
from .masked import is_masked
from .tiles import SLOT_COUNT, Tile
from .values import whole_number

__all__ = ["copies_left"]


def copies_left(hand: Hand, seen: Sequence[int] | None = None, *, waiting: bool = False) -> bytes:
    """How many copies of each slot are neither in the hand and its melds nor ``seen``: 34 bytes.

    ``seen``: 34 counts of the tiles that lie open elsewhere (discards, the others' melds; not the
    hand's own), None for none. ``waiting``: the hand without its winning tile. Raises ``HandError``
    for other counts, or more than four copies of a tile.

    >>> list(copies_left(Hand([0, 0, 1, 2, 9, 9, 9, 12, 13, 14, 27, 27, 33])))[:10]
    [2, 3, 3, 4, 4, 4, 4, 4, 4, 1]
    """
    left = hand._copies_left(waiting)
    if seen is None:
        return left
    elsewhere = _checked_seen(seen)
    for slot, (here, visible) in enumerate(zip(left, elsewhere)):
        if visible > here:
            raise HandError(
                f"{4 - here} {Tile(slot)} in {shown(hand, 60)} and {visible} seen: there are four "
                "of each tile, and seen is without the hand's own"
            )
    return bytes(here - visible for here, visible in zip(left, elsewhere))


def _checked_seen(seen: Sequence[int]) -> list[int]:
    if is_masked(seen):
        raise HandError(
            f"seen is a masked array: expected {SLOT_COUNT} counts by slot, none of them hidden"
        )
    try:
        counts = [whole_number(count, 0) for count in seen]
    except TypeError:
        counts = [None]
    if None in counts:
        raise HandError(
            f"seen is {shown(seen)}: expected {SLOT_COUNT} counts by slot, whole numbers"
        )
    numbers = [count for count in counts if count is not None]
    if len(numbers) != SLOT_COUNT or max(numbers) > 4:
        raise HandError(f"seen is {shown(seen)}: expected {SLOT_COUNT} counts of 0 to 4, by slot")
    return numbers
