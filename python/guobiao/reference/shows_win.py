"""What the win shows: the draw, the concealment, the concealed pungs and the wait. Here the place
of the winning tile matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..fan import Fan
from ..hand import Hand, MeldKind
from ..result import SetKind, Split
from .flags import Win
from .instances import Instance

__all__ = ["shown_by_concealed_pungs", "shown_by_wait", "shown_by_win"]


def shown_by_win(hand: Hand, win: Win) -> Iterator[Instance]:
    """The fans of how the hand was won, the same in every form and split."""
    return (Instance(fan) for fan, holds in _conditions(hand, win) if holds)


def _conditions(hand: Hand, win: Win) -> Iterator[tuple[Fan, bool]]:
    drawn = win.self_drawn
    # A concealed kong does not break concealment.
    open_melds = sum(meld.is_open for meld in hand.melds)
    yield Fan.LAST_TILE_DRAW, win.last_tile and drawn
    yield Fan.LAST_TILE_CLAIM, win.last_tile and not drawn
    yield Fan.OUT_WITH_REPLACEMENT_TILE, win.replacement
    yield Fan.ROBBING_THE_KONG, win.robbed
    yield Fan.MELDED_HAND, open_melds == 4 and not drawn
    yield Fan.FULLY_CONCEALED_HAND, open_melds == 0 and drawn
    yield Fan.CONCEALED_HAND, open_melds == 0 and not drawn
    yield Fan.LAST_TILE, win.last_copy
    yield Fan.SELF_DRAWN, drawn


# One line, pungs and kongs together: one entry shows.
_CONCEALED_PUNG_LINE: Final = {
    2: Fan.TWO_CONCEALED_PUNGS,
    3: Fan.THREE_CONCEALED_PUNGS,
    4: Fan.FOUR_CONCEALED_PUNGS,
}


def shown_by_concealed_pungs(hand: Hand, split: Split, win: Win) -> Iterator[Instance]:
    """Standing pungs and concealed kongs; a pung that a discard (or a robbed kong) completes is not
    concealed.
    """
    concealed_kongs = {meld.tile for meld in hand.melds if meld.kind is MeldKind.CONCEALED_KONG}
    concealed = tuple(
        index
        for index, each in enumerate(split.sets)
        if (
            each.kind is SetKind.PUNG
            and not each.melded
            and (win.self_drawn or index != split.winning_set)
        )
        or (each.kind is SetKind.KONG and each.tile in concealed_kongs)
    )
    if fan := _CONCEALED_PUNG_LINE.get(len(concealed)):
        yield Instance(fan, concealed)


def shown_by_wait(split: Split, wait: Fan | None) -> Iterator[Instance]:
    """The wait fan, on the set that the winning tile completes."""
    if wait is not None:
        yield Instance(wait, (split.winning_set,))
