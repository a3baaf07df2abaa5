"""Writes tiles as in a GB string: ``45m789s99p``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .tiles import Tile

__all__ = ["gb_tiles"]

_TEXTS: Final = tuple(map(str, Tile))


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
