"""What every format of records tells: moves, named fans, and games that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from ..errors import RecordError
from ..tiles import Seat
from . import ActionKind, Event, EventKind, decode_action

__all__ = [
    "ACTION_OF_MOVE",
    "MOVE_OF_ACTION",
    "MOVE_OF_EVENT",
    "BrokenGame",
    "LostClaim",
    "Move",
    "MoveKind",
    "NamedFan",
    "moves_of_events",
]


class MoveKind(Enum):
    """What a player does, or what happens to it; the value is its word in the
    Botzone text format.
    """

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
    """A claim that another one went before; ``tile`` as in ``Move``, ``NO_TILE`` where the record
    does not tell it (a chow).
    """

    seat: Seat
    kind: MoveKind
    tile: int


@dataclass(frozen=True, slots=True)
class Move:
    """One move: who, what, with which tile (0-33 slots, 34-41 flowers; of a chow the middle tile,
    of a win the winning tile, ``NO_TILE`` where the record does not tell that).

    ``lost``: the claims of the same discard (or added kong) that lost against this one. ``line``:
    where the record tells it, from 1.
    """

    seat: Seat
    kind: MoveKind
    tile: int
    lost: tuple[LostClaim, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class NamedFan:
    """A fan by the name that the record gives it, and how often it counts."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class BrokenGame:
    """A game that cannot be read: ``id`` if that much can, the ``line`` where it begins, and what
    is wrong with it.
    """

    id: str
    line: int
    error: RecordError


MOVE_OF_EVENT: Final = {
    EventKind.FLOWER: MoveKind.FLOWER,
    EventKind.DRAW: MoveKind.DRAW,
    EventKind.REPLACEMENT: MoveKind.DRAW,
    EventKind.DISCARD: MoveKind.DISCARD,
    EventKind.CHOW: MoveKind.CHOW,
    EventKind.PUNG: MoveKind.PUNG,
    EventKind.MELDED_KONG: MoveKind.MELDED_KONG,
    EventKind.CONCEALED_KONG: MoveKind.CONCEALED_KONG,
    EventKind.ADDED_KONG: MoveKind.ADDED_KONG,
    EventKind.WIN: MoveKind.WIN,
}
ACTION_OF_MOVE: Final = {
    MoveKind.DISCARD: ActionKind.DISCARD,
    MoveKind.CHOW: ActionKind.CHOW,
    MoveKind.PUNG: ActionKind.PUNG,
    MoveKind.MELDED_KONG: ActionKind.MELDED_KONG,
    MoveKind.CONCEALED_KONG: ActionKind.CONCEALED_KONG,
    MoveKind.ADDED_KONG: ActionKind.ADDED_KONG,
    MoveKind.WIN: ActionKind.WIN,
}
MOVE_OF_ACTION: Final = {action: move for move, action in ACTION_OF_MOVE.items()}


def moves_of_events(events: Iterable[Event], *, line: int = 0) -> Iterator[Move]:
    """The moves in a table's log, all with that ``line``. Deals and the end of a drawn game are
    left out.
    """
    for event in events:
        kind = MOVE_OF_EVENT.get(event.kind)
        if kind is not None and event.seat is not None and event.tile is not None:
            lost = tuple(_lost_claim(seat, action, event.tile) for seat, action in event.ignored)
            yield Move(event.seat, kind, event.tile, lost, line)


def _lost_claim(seat: Seat, action: int, tile: int) -> LostClaim:
    """A win does not name a tile: it is the one that was claimed."""
    decoded = decode_action(action)
    return LostClaim(
        seat, MOVE_OF_ACTION[decoded.kind], tile if decoded.tile is None else decoded.tile
    )
