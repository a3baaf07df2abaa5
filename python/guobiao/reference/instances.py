"""A copy of a fan that a reading shows: the fan, and what in the hand makes it."""

from __future__ import annotations

from typing import NamedTuple

from ..fan import Fan
from ..tiles import Tile

__all__ = ["Instance"]


class Instance(NamedTuple):
    """One copy of a fan: the indexes of its sets in the split, or the tile of a 四归一; neither for
    a fan of the whole hand.

    Instances sort by fan, then in the order of the split.
    """

    fan: Fan
    sets: tuple[int, ...] = ()
    tile: Tile | None = None
