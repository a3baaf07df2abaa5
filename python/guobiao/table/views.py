"""What can be seen of a hand: its events, a seat's view, its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

from mahjong_core import codes
from mahjong_core.play.objects import SeatView

from ..competition.settlement import Changes
from ..hand import MeldKind
from ..result import Score
from ..tiles import SLOT_COUNT, Seat, Tile
from .actions import format_action
from .phases import EventKind, HandEnding, Phase

__all__ = ["Decision", "Event", "HandResult", "Observation", "OpenMeld", "tile_of"]

_TILES: Final = tuple(Tile)
_SEATS: Final = tuple(Seat)
_PHASES: Final = tuple(Phase)


def tile_of(code: int) -> int:
    """A tile code as ``Tile``; a flower (34-41) stays a number."""
    return _TILES[code] if code < SLOT_COUNT else code


_VERBS: Final = {
    EventKind.FLOWER: "lays open",
    EventKind.DRAW: "draws",
    EventKind.REPLACEMENT: "takes instead",
    EventKind.DISCARD: "discards",
    EventKind.CHOW: "chows",
    EventKind.PUNG: "pungs",
    EventKind.MELDED_KONG: "kongs",
    EventKind.CONCEALED_KONG: "makes a concealed kong of",
    EventKind.ADDED_KONG: "adds",
    EventKind.WIN: "wins with",
}


_UNSEEN: Final = {
    EventKind.DRAW: " a tile",
    EventKind.REPLACEMENT: " a tile",
    EventKind.CONCEALED_KONG: "",
}
"""The events of which others see no tile, and what stands for it."""


def _text(tile: int) -> str:
    """``"5m"``; a flower as its letter, a-h."""
    return str(_TILES[tile]) if tile < SLOT_COUNT else "abcdefgh"[tile - SLOT_COUNT]


def _chow_text(middle: int) -> str:
    return "".join(str(_TILES[middle + step]) for step in (-1, 0, 1))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with all that it shows, hidden tiles too, unless
    ``TableHand.events_seen`` has taken them out: then ``tile`` is None and ``tiles`` empty.

    ``tile``: the tile (34-41: a flower); of a chow the middle one, ``claimed`` is the one that was
    claimed. ``source``: who discarded it, or whose kong was robbed; None for a self-drawn win.
    ``tiles``: the thirteen of a deal, in order. ``ignored``: claims of the same tile that lost
    against this one, as (seat, action).
    """

    kind: EventKind
    seat: Seat | None
    tile: int | None = None
    claimed: Tile | None = None
    source: Seat | None = None
    tiles: tuple[int, ...] = ()
    ignored: tuple[tuple[Seat, int], ...] = ()

    def __str__(self) -> str:
        if self.kind is EventKind.DEAL:
            return f"{self.seat} is dealt {' '.join(map(_text, self.tiles)) or 'thirteen tiles'}"
        if self.seat is None:
            return "nobody wins"
        if self.tile is None:
            return f"{self.seat} {_VERBS[self.kind].removesuffix(' of')}{_UNSEEN[self.kind]}"
        claimed = "" if self.claimed is None else f" with {self.claimed}"
        source = "" if self.source is None else f" of {self.source}"
        lost = "".join(
            f", before {seat} ({format_action(action)})" for seat, action in self.ignored
        )
        tiles = _chow_text(self.tile) if self.kind is EventKind.CHOW else _text(self.tile)
        return f"{self.seat} {_VERBS[self.kind]} {tiles}{claimed}{source}{lost}"


def seen_event(event: Event, seat: Seat | None) -> Event:
    """The event as a seat sees it (None: as everybody does): without others' hidden tiles, and
    without the claims of others that came to nothing.
    """
    ignored = tuple(claim for claim in event.ignored if claim[0] is seat)
    if event.seat is seat:
        return replace(event, ignored=ignored)
    tile = None if event.kind in _UNSEEN else event.tile
    return replace(event, tile=tile, tiles=(), ignored=ignored)


@dataclass(frozen=True, slots=True)
class OpenMeld:
    """A meld on the table; ``tile`` (the lowest of a chow) is None for a concealed kong that may
    not be seen.

    ``source`` as in ``Meld``: 1 left, 2 opposite, 3 right; for a chow which of its tiles was
    claimed; 0 for a concealed kong.
    """

    kind: MeldKind
    tile: Tile | None
    source: int


class Observation(SeatView):
    """What one seat may see, and nothing else; ``TableHand.observe`` makes it. Frozen; equal by
    content.

    What is by seat is in the order E S W N. ``legal_actions``: those of this seat's decision, empty
    if it is not asked. ``hand``: 34 counts of the own standing tiles, a drawn tile included;
    ``standing``: how many tiles stand in each hand; ``wall_left``: how many tiles each may still
    draw.

    >>> from guobiao.table import TableHand
    >>> seen = TableHand(seed=7).observe("E")
    >>> sum(seen.hand), seen.drawn, seen.standing, seen.wall_left[0]
    (14, <Tile.M2: 1>, (14, 13, 13, 13), 85)
    """

    @property
    def seat(self) -> Seat:
        """Whose view it is."""
        return _SEATS[self._numbers()[0]]

    @property
    def seat_wind(self) -> Seat:
        """门风: the seat."""
        return self.seat

    @property
    def prevalent_wind(self) -> Seat:
        """圈风."""
        return _SEATS[self._numbers()[1]]

    @property
    def phase(self) -> Phase:
        """What is asked."""
        return _PHASES[self._numbers()[2]]

    @property
    def turn(self) -> Seat | None:
        """Who is asked. In CLAIM and ROB this seat or None: whoever else is asked may claim, which
        is hidden.
        """
        turn = self._numbers()[3]
        return None if turn == codes.NO_TILE else _SEATS[turn]

    @property
    def actor(self) -> Seat:
        """Whose turn it is: who draws and discards, or adds a tile to a pung."""
        return _SEATS[self._numbers()[4]]

    @property
    def tile(self) -> Tile | None:
        """The discard or the added tile that may be claimed; at the end the winning tile."""
        _, _, phase, _, _, tile = self._numbers()
        return None if phase == Phase.PLAY or tile == codes.NO_TILE else _TILES[tile]

    @property
    def last_discard(self) -> Tile | None:
        """The discard that may be claimed now."""
        return self.tile if self.phase is Phase.CLAIM else None

    @property
    def drawn(self) -> Tile | None:
        """The own drawn tile, on the own turn; None after a chow or a pung."""
        _, _, phase, _, _, tile = self._numbers()
        return _TILES[tile] if phase == Phase.PLAY and tile != codes.NO_TILE else None

    @cached_property
    def melds(self) -> tuple[tuple[OpenMeld, ...], ...]:
        """The melds by seat; of another's concealed kong only that it is one, until the end."""
        return tuple(melds_of(*self._melds_of(seat)[:2]) for seat in range(4))

    @cached_property
    def rivers(self) -> tuple[tuple[Tile, ...], ...]:
        """The discards that nobody claimed, in order, by seat."""
        return tuple(tuple([_TILES[slot] for slot in self._river_of(seat)]) for seat in range(4))

    @cached_property
    def flowers(self) -> tuple[tuple[int, ...], ...]:
        """The flowers (34-41) by seat."""
        return tuple(flowers_of(self._melds_of(seat)[2]) for seat in range(4))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Observation is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self._bytes() == other._bytes() and self.legal_actions == other.legal_actions

    def __hash__(self) -> int:
        return hash((self._bytes(), self.legal_actions))

    def _repr_svg_(self) -> str:
        from ..later import draw

        return draw("table_svg", self)

    def __repr__(self) -> str:
        asked = f"asked in {self.phase.name}" if self.legal_actions else self.phase.name
        return f"<Observation of {self.seat}, {asked}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_observation, (self._bytes(), self.legal_actions)


def _rebuild_observation(content: bytes, legal_actions: tuple[int, ...]) -> Observation:
    seen = Observation()
    seen._read(content, legal_actions)
    return seen


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a hand: the one after ``step`` others, by ``seat``, which saw
    ``observation`` (its ``legal_actions`` were the choice) and chose ``action``.
    """

    step: int
    seat: Seat
    observation: Observation
    action: int

    @property
    def phase(self) -> Phase:
        """What was asked."""
        return self.observation.phase

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """What could have been chosen."""
        return self.observation.legal_actions

    def __str__(self) -> str:
        return f"{self.step}: {self.seat} {format_action(self.action)}"


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended: who won, on whose tile (None: self-drawn), what the hand is worth, and the
    ``changes`` of points of E S W N.
    """

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
    if code == codes.HIDDEN_MELD:
        return OpenMeld(MeldKind.CONCEALED_KONG, None, 0)
    kind, slot = codes.meld_parts(code)
    return OpenMeld(MeldKind(kind), _TILES[slot], source)


Entry: TypeAlias = tuple[int, int, int, int]
"""Kind, seat, tile and detail of an event, as the core notes them."""

_WITH_SOURCE: Final = (EventKind.PUNG, EventKind.MELDED_KONG, EventKind.WIN)


def events_of(entries: list[Entry], deals: tuple[tuple[int, ...], ...]) -> Iterator[Event]:
    """The events that the core noted; a chow's source is the seat before it."""
    for place, (kind, seat, tile, detail) in enumerate(entries):
        if kind != codes.IGNORED_EVENT:
            yield _event(
                EventKind(kind),
                Seat(seat),
                tile,
                detail,
                deals,
                tuple(_ignored(entries[place + 1 :])),
            )


def _ignored(entries: list[Entry]) -> Iterator[tuple[Seat, int]]:
    for kind, seat, action, _ in entries:
        if kind != codes.IGNORED_EVENT:
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
        return Event(
            kind, seat, tile_of(tile), claimed=_TILES[detail], source=left, ignored=ignored
        )
    source = Seat(detail) if kind in _WITH_SOURCE and detail != seat else None
    return Event(kind, seat, tile_of(tile), source=source, ignored=ignored)
