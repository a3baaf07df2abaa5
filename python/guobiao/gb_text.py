"""Writes the GB string ``[123m,1][CCCC]45m789s99p6m|EE1000|2`` from a hand's numbers, below
``Hand`` itself.

``Hand`` shows itself with it, so it knows no ``Hand``: whatever has the numbers will do.
``notation.gb`` reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from mahjong_core import codes

from .tiles import Seat, Tile

__all__ = ["gb_hand", "gb_tiles"]

_TEXTS: Final = tuple(map(str, Tile))
_WINDS: Final = tuple(map(str, Seat))


class _Meld(Protocol):
    @property
    def kind(self) -> int: ...
    @property
    def tiles(self) -> Sequence[int]: ...
    @property
    def source(self) -> int: ...


class _Hand(Protocol):
    @property
    def melds(self) -> Sequence[_Meld]: ...
    @property
    def counts(self) -> bytes: ...
    @property
    def win(self) -> int: ...
    @property
    def flags(self) -> int: ...
    @property
    def winds(self) -> int: ...
    @property
    def flowers(self) -> int: ...


def gb_hand(hand: _Hand) -> str:
    """Melds in their order, standing tiles by suit with the winning tile last, winds, flags,
    flowers.

    A blank before the '|' says that none of fourteen tiles is the winning one.
    """
    melds = "".join(map(_meld, hand.melds))
    flags = "".join(str(hand.flags >> bit & 1) for bit in range(4))
    flowers = f"|{hand.flowers}" if hand.flowers else ""
    prevalent, seat = codes.wind_parts(hand.winds)
    return f"{melds}{_standing(hand)}|{_WINDS[prevalent]}{_WINDS[seat]}{flags}{flowers}"


def gb_tiles(slots: Iterable[int]) -> str:
    """Tiles in their order; neighbours of one suit share its letter.

    >>> gb_tiles([0, 1, 8, 27, 27])
    '129mEE'
    """
    parts, suit = [], ""
    for slot in slots:
        text = _TEXTS[slot]
        if text[1:] != suit:
            parts.append(suit)
            suit = text[1:]
        parts.append(text[0])
    return "".join([*parts, suit])


def _standing(hand: _Hand) -> str:
    before = [slot for slot, count in enumerate(hand.counts) for _ in range(count)]
    if hand.win == codes.NO_TILE:
        return gb_tiles(before) + " " * (len(before) + 3 * len(hand.melds) == 14)
    before.remove(hand.win)
    return gb_tiles(before) + gb_tiles([hand.win])


def _meld(meld: _Meld) -> str:
    tiles = gb_tiles(meld.tiles)
    if meld.kind == codes.CONCEALED_KONG:
        return f"[{tiles}]"
    return f"[{tiles},{meld.source + 4 if meld.kind == codes.ADDED_KONG else meld.source}]"
