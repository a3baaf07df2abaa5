"""What one gets to see of a hand: its events, what a seat may see, its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..hand import MeldKind
from ..result import Score
from ..settlement import Changes
from ..tiles import SLOT_COUNT, Seat, Tile
from .phases import EventKind, HandEnding, Phase

__all__ = ["Event", "HandResult", "Observation", "OpenMeld", "tile_of"]

_TILES: Final = tuple(Tile)
_HIDDEN: Final = 255


def tile_of(code: int) -> int:
    """A tile code as ``Tile``; a flower (34-41) stays a number."""
    return _TILES[code] if code < SLOT_COUNT else code


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as somebody sees it who sees everything.

    ``tile``: the tile (34-41: a flower); of a chow the middle one, ``claimed`` is the one that was claimed. ``source``: who discarded
    it, or whose kong was robbed; None for a self-drawn win. ``tiles``: the thirteen of a deal, in order. ``ignored``: claims of the same
    tile that lost against this one, as (seat, action).
    """

    kind: EventKind
    seat: Seat | None
    tile: int | None = None
    claimed: Tile | None = None
    source: Seat | None = None
    tiles: tuple[int, ...] = ()
    ignored: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class OpenMeld:
    """A meld on the table; ``tile`` (the lowest of a chow) is None for a concealed kong that may not be seen.

    ``source`` as in ``Meld``: 1 left, 2 opposite, 3 right; for a chow which of its tiles was claimed; 0 for a concealed kong.
    """

    kind: MeldKind
    tile: Tile | None
    source: int


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat may see, and nothing else. What is by seat is in the order E S W N.

    ``hand``: 34 counts of the own standing tiles, a drawn tile included; ``drawn``: the own drawn tile, on the own turn. By seat: ``melds``,
    ``rivers`` (discards that nobody claimed, in order), ``flowers`` (34-41), ``standing`` (how many tiles stand), ``wall_left`` (how many
    tiles he may still draw). ``actor``: whose turn it is to draw, discard or add to a pung; ``tile``: his discard, or the tile that he
    adds, while it may be claimed; the winning tile at the end. ``turn``: who is asked; in CLAIM and ROB this seat or None, since who else
    may claim is hidden. ``legal_actions``: empty unless this seat is asked.
    """

    seat: Seat
    prevalent_wind: Seat
    phase: Phase
    turn: Seat | None
    actor: Seat
    tile: Tile | None
    drawn: Tile | None
    hand: bytes
    melds: tuple[tuple[OpenMeld, ...], ...]
    rivers: tuple[tuple[Tile, ...], ...]
    flowers: tuple[tuple[int, ...], ...]
    standing: tuple[int, int, int, int]
    wall_left: tuple[int, int, int, int]
    legal_actions: tuple[int, ...]

    @property
    def seat_wind(self) -> Seat:
        """The own wind: the seat."""
        return self.seat

    @property
    def last_discard(self) -> Tile | None:
        """The discard that may be claimed now."""
        return self.tile if self.phase is Phase.CLAIM else None


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended: who won, on whose tile (None: self-drawn), what the hand is worth, and the ``changes`` of points of E S W N."""

    ending: HandEnding
    winner: Seat | None
    discarder: Seat | None
    score: Score | None
    changes: Changes


def flowers_of(bits: int) -> tuple[int, ...]:
    """The codes of flowers that are a bit each."""
    return tuple(SLOT_COUNT + flower for flower in range(8) if bits >> flower & 1)


def melds_of(codes: bytes, sources: bytes) -> tuple[OpenMeld, ...]:
    """The melds of a seat."""
    return tuple(_meld(code, source) for code, source in zip(codes, sources))


def _meld(code: int, source: int) -> OpenMeld:
    if code == _HIDDEN:
        return OpenMeld(MeldKind.CONCEALED_KONG, None, 0)
    kind, slot = divmod(code - 1, SLOT_COUNT)
    return OpenMeld(MeldKind(kind), _TILES[slot], source)


_IGNORED: Final = 12
_WITH_SOURCE: Final = (EventKind.PUNG, EventKind.MELDED_KONG, EventKind.WIN)


def events_of(log: bytes, deals: tuple[tuple[int, ...], ...]) -> Iterator[Event]:
    """The events of a log of the core; a chow's source is the seat before it."""
    entries = [log[at : at + 4] for at in range(0, len(log), 4)]
    for place, (kind, seat, tile, detail) in enumerate(entries):
        if kind != _IGNORED:
            yield _event(EventKind(kind), Seat(seat), tile, detail, deals, tuple(_ignored(entries[place + 1 :])))


def _ignored(entries: list[bytes]) -> Iterator[tuple[Seat, int]]:
    for kind, seat, action, _ in entries:
        if kind != _IGNORED:
            return
        yield Seat(seat), action


def _event(
    kind: EventKind,
    seat: Seat,
    tile: int,
    detail: int,
    deals: tuple[tuple[int, ...], ...],
    ignored: tuple[tuple[Seat, int], ...],
) -> Event:
    if kind is EventKind.DEAL:
        return Event(kind, seat, tiles=deals[seat])
    if kind is EventKind.DRAWN_GAME:
        return Event(kind, None)
    if kind is EventKind.CHOW:
        left = Seat((seat - 1) % 4)
        return Event(kind, seat, tile_of(tile), claimed=_TILES[detail], source=left, ignored=ignored)
    source = Seat(detail) if kind in _WITH_SOURCE and detail != seat else None
    return Event(kind, seat, tile_of(tile), source=source, ignored=ignored)
