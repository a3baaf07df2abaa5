"""A hand as Botzone's judge tells it: the table's events as turns, each with a request to every seat (``docs/bots.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from ..notation.alphabets import FIRST_FLOWER
from ..table import Event, EventKind
from ..tiles import Seat
from .botzone_tiles import BOTZONE_CODES

__all__ = ["Asked", "JudgeRequest", "opening_requests", "requests_of"]

FourTexts = tuple[str, str, str, str]


class Asked(Enum):
    """What a request asks for, beside PASS."""

    NOTHING = auto()
    OWN_TURN = auto()
    """Of the seat that drew: PLAY, GANG, BUGANG or HU."""
    CLAIM = auto()
    """Of the others: PENG, CHI, GANG or HU."""
    ROB = auto()
    """Of the others: HU."""


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """One turn of the judge: what each seat is told, and what is asked.

    ``action`` is the judge's word for what happened (INIT DEAL DRAW BUHUA PLAY PENG CHI GANG BUGANG), ``seat`` who did it, ``tile`` which tile is
    drawn, discarded, shown or made a kong, ``chow`` the middle tile of a chow.
    """

    texts: FourTexts
    action: str
    asked: Asked = Asked.NOTHING
    seat: Seat | None = None
    tile: int | None = None
    chow: int | None = None


def opening_requests(events: Sequence[Event], prevalent_wind: Seat) -> tuple[JudgeRequest, ...]:
    """The turns of a hand in which nobody has decided anything yet: seats and wind, the deal, the first draw.

    Flowers of the deal are told with it, each seat's thirteen tiles as they are after it. At a common wall the dealer has drawn before
    the others show theirs: what flowers he then drew are told with the deal, too.
    """
    draw = next(place for place, event in enumerate(events) if event.kind is EventKind.DRAW)
    dealt = draw if all(event.seat is Seat.E for event in events[draw:]) else len(events)
    tiles: list[list[int]] = [[], [], [], []]
    flowers: list[list[str]] = [[], [], [], []]
    for event in events[:dealt]:
        if event.seat is not None and event.kind is not EventKind.FLOWER:
            for tile in event.tiles or (event.tile or 0,):
                if tile < FIRST_FLOWER:
                    tiles[event.seat].append(tile)
                else:
                    flowers[event.seat].append(BOTZONE_CODES[tile])
    first = requests_of(events[dealt:], None) if dealt == draw else [_draw(Seat.E, tiles[Seat.E].pop())]
    shown = [*(str(len(codes)) for codes in flowers)], [code for codes in flowers for code in codes]
    deal = _four(" ".join(["1", *shown[0], *(BOTZONE_CODES[tile] for tile in hand), *shown[1]]) for hand in tiles)
    seats = _four(f"0 {seat:d} {prevalent_wind:d}" for seat in Seat)
    return JudgeRequest(seats, "INIT"), JudgeRequest(deal, "DEAL"), *first


def requests_of(events: Sequence[Event], before: Event | None) -> Iterator[JudgeRequest]:
    """The turns that events after the opening make. ``before``: the event before the first of them.

    A chow or pung is told with the discard after it, a drawn flower as BUHUA only.
    """
    for event in events:
        if event.seat is not None and (request := _request(event, event.seat, before)):
            yield request
        before = event


def _request(event: Event, seat: Seat, before: Event | None) -> JudgeRequest | None:
    tile = event.tile or 0
    code, told = BOTZONE_CODES[tile], f"3 {seat:d}"
    if event.kind in (EventKind.DRAW, EventKind.REPLACEMENT):
        return None if tile >= FIRST_FLOWER else _draw(seat, tile)
    if event.kind is EventKind.DISCARD:
        return _discard(seat, tile, before)
    if event.kind is EventKind.FLOWER:
        return JudgeRequest(_all(f"{told} BUHUA {code}"), "BUHUA", seat=seat, tile=tile)
    if event.kind is EventKind.ADDED_KONG:
        return JudgeRequest(_all(f"{told} BUGANG {code}"), "BUGANG", Asked.ROB, seat, tile)
    if event.kind in (EventKind.MELDED_KONG, EventKind.CONCEALED_KONG):
        return JudgeRequest(_all(f"{told} GANG"), "GANG", seat=seat, tile=tile)
    return None


def _draw(seat: Seat, tile: int) -> JudgeRequest:
    texts = _four(f"2 {BOTZONE_CODES[tile]}" if other is seat else f"3 {seat:d} DRAW" for other in Seat)
    return JudgeRequest(texts, "DRAW", Asked.OWN_TURN, seat, tile)


def _discard(seat: Seat, tile: int, before: Event | None) -> JudgeRequest:
    action, chow = "PLAY", None
    if before is not None and before.kind is EventKind.PUNG:
        action = "PENG"
    elif before is not None and before.kind is EventKind.CHOW:
        action, chow = "CHI", before.tile
    words = [action, *([] if chow is None else [BOTZONE_CODES[chow]]), BOTZONE_CODES[tile]]
    return JudgeRequest(_all(f"3 {seat:d} {' '.join(words)}"), action, Asked.CLAIM, seat, tile, chow)


def _all(text: str) -> FourTexts:
    return (text, text, text, text)


def _four(texts: Iterable[str]) -> FourTexts:
    first, second, third, fourth = texts
    return (first, second, third, fourth)
