"""The moves of a recorded hand, as every format of records tells them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from .tiles import Seat

__all__ = ["LostClaim", "Move", "MoveKind"]


class MoveKind(Enum):
    """What a player does, or what happens to him; the value is its word in the Botzone text format."""

    DRAW = "Draw"
    FLOWER = "BuHua"
    """A flower is laid open; the replacement follows as a draw."""
    DISCARD = "Play"
    CHOW = "Chi"
    PUNG = "Peng"
    MELDED_KONG = "Gang"
    """Of a discard."""
    CONCEALED_KONG = "AnGang"
    ADDED_KONG = "BuGang"
    WIN = "Hu"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class LostClaim:
    """A claim that another one went before; ``tile`` as in ``Move``."""

    seat: Seat
    kind: MoveKind
    tile: int


@dataclass(frozen=True, slots=True)
class Move:
    """One move: who, what, with which tile (0-33 slots, 34-41 flowers; of a chow the middle tile, of a win the winning tile).

    ``lost``: the claims of the same discard (or added kong) that lost against this one. ``line``: where the record tells it, from 1.
    """

    seat: Seat
    kind: MoveKind
    tile: int
    lost: tuple[LostClaim, ...] = ()
    line: int = field(default=0, compare=False)
