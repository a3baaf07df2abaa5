"""What a player sees, in the bytes that the core counts with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_core import codes

from ..hand import MeldKind
from ..table import Observation

__all__ = ["copies_left", "meld_codes", "with_added_tile", "with_meld"]


def meld_codes(observation: Observation) -> bytes:
    """The player's melds as the four bytes of a batch's ``melds``."""
    return observation._melds_of(observation.seat)[0].ljust(4, b"\0")


def with_meld(melds: bytes, kind: MeldKind, tile: int) -> bytes:
    """The melds with one more."""
    count = 4 - melds.count(0)
    return melds[:count] + bytes([codes.meld_code(kind, tile)]) + melds[count + 1 :]


def with_added_tile(melds: bytes, tile: int) -> bytes:
    """The melds with the pung of this tile made a kong."""
    pung, kong = (
        bytes([codes.meld_code(kind, tile)]) for kind in (MeldKind.PUNG, MeldKind.ADDED_KONG)
    )
    return melds.replace(pung, kong)


def copies_left(observation: Observation) -> bytes:
    """How many copies of each slot the player does not see: 34 bytes.

    Another's concealed kong is not seen.
    """
    left = [4 - count for count in observation.hand]
    for seat in range(4):
        for slot in observation._river_of(seat):
            left[slot] -= 1
        for code in observation._melds_of(seat)[0]:
            for slot in _SLOTS_OF_MELD[code]:
                left[slot] -= 1
    return bytes(left)


def _slots_of_melds() -> Iterator[tuple[int, ...]]:
    """The tiles of each meld code; none for a concealed kong that may not be seen (255)."""
    for code in range(256):
        kind, slot = codes.meld_parts(code)
        if kind == MeldKind.CHOW:
            yield (slot, slot + 1, slot + 2)
        elif MeldKind.CHOW < kind <= MeldKind.CONCEALED_KONG:
            yield (slot,) * (3 if kind == MeldKind.PUNG else 4)
        else:
            yield ()


_SLOTS_OF_MELD: Final = tuple(_slots_of_melds())
