"""What a player sees, in the bytes that the core counts with."""

from __future__ import annotations

from typing import Final

from ..hand import MeldKind
from ..table import Observation
from ..tiles import SLOT_COUNT

__all__ = ["copies_left", "meld_codes", "with_added_tile", "with_meld"]

_NO_MELDS: Final = bytes(4)


def meld_codes(observation: Observation) -> bytes:
    """The own melds as the four bytes of a batch's ``melds``."""
    own = observation.melds[observation.seat]
    if not own:
        return _NO_MELDS
    return bytes([1 + SLOT_COUNT * meld.kind + (meld.tile or 0) for meld in own]).ljust(4, b"\0")


def with_meld(melds: bytes, kind: MeldKind, tile: int) -> bytes:
    """The melds with one more."""
    count = 4 - melds.count(0)
    return melds[:count] + bytes([1 + SLOT_COUNT * kind + tile]) + melds[count + 1 :]


def with_added_tile(melds: bytes, tile: int) -> bytes:
    """The melds with the pung of this tile made a kong."""
    pung, kong = (bytes([1 + SLOT_COUNT * kind + tile]) for kind in (MeldKind.PUNG, MeldKind.ADDED_KONG))
    return melds.replace(pung, kong)


def copies_left(observation: Observation) -> bytes:
    """How many copies of each slot the player does not see: 34 bytes. Another's concealed kong is not seen."""
    left = [4 - count for count in observation.hand]
    for river in observation.rivers:
        for tile in river:
            left[tile] -= 1
    for melds in observation.melds:
        for meld in melds:
            if meld.tile is not None:
                _take_meld(left, meld.kind, meld.tile)
    return bytes(left)


def _take_meld(left: list[int], kind: MeldKind, tile: int) -> None:
    if kind is MeldKind.CHOW:
        for slot in (tile, tile + 1, tile + 2):
            left[slot] -= 1
    else:
        left[tile] -= 3 if kind is MeldKind.PUNG else 4
