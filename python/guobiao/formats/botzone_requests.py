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
    """One turn of the judge: what each seat is told, and what is asked; ``seat``: who drew, discarded or made a kong."""

    texts: FourTexts
    asked: Asked = Asked.NOTHING
    seat: Seat = Seat.E
    tile: int | None = None


def opening_requests(events: Iterable[Event], prevalent_wind: Seat) -> tuple[JudgeRequest, JudgeRequest]:
    """The first two turns: seats and wind, then the thirteen tiles after all opening flowers."""
    tiles: list[list[str]] = [[], [], [], []]
    flowers: list[list[str]] = [[], [], [], []]
    for event in events:
        if event.kind is EventKind.DRAW:
            break
        if event.seat is not None and event.kind is not EventKind.FLOWER:
            for tile in event.tiles or (event.tile or 0,):
                (tiles if tile < FIRST_FLOWER else flowers)[event.seat].append(BOTZONE_CODES[tile])
    counts = [str(len(shown)) for shown in flowers]
    shown = [flower for seat in flowers for flower in seat]
    deal = [" ".join(["1", *counts, *tiles[seat], *shown]) for seat in Seat]
    return JudgeRequest(_four(f"0 {seat:d} {prevalent_wind:d}" for seat in Seat)), JudgeRequest(_four(deal))


def requests_of(events: Sequence[Event], before: Event | None) -> Iterator[JudgeRequest]:
    """The turns that events after the opening make. ``before``: the event before the first of them.

    A chow or pung is told with the discard after it. A drawn flower is told as BUHUA only.
    """
    for event in events:
        if event.seat is not None and (request := _request(event, event.seat, before)):
            yield request
        before = event


def _request(event: Event, seat: Seat, before: Event | None) -> JudgeRequest | None:
    tile = event.tile or 0
    code, told = BOTZONE_CODES[tile], f"3 {seat:d}"
    if event.kind in (EventKind.DRAW, EventKind.REPLACEMENT):
        if tile >= FIRST_FLOWER:
            return None
        texts = _four(f"2 {code}" if other is seat else f"{told} DRAW" for other in Seat)
        return JudgeRequest(texts, Asked.OWN_TURN, seat, tile)
    if event.kind is EventKind.DISCARD:
        return JudgeRequest(_all(f"{told} {_how_discarded(before)} {code}"), Asked.CLAIM, seat, tile)
    if event.kind is EventKind.FLOWER:
        return JudgeRequest(_all(f"{told} BUHUA {code}"), seat=seat)
    if event.kind is EventKind.ADDED_KONG:
        return JudgeRequest(_all(f"{told} BUGANG {code}"), Asked.ROB, seat, tile)
    if event.kind in (EventKind.MELDED_KONG, EventKind.CONCEALED_KONG):
        return JudgeRequest(_all(f"{told} GANG"), seat=seat)
    return None


def _how_discarded(before: Event | None) -> str:
    if before is not None and before.kind is EventKind.PUNG:
        return "PENG"
    if before is not None and before.kind is EventKind.CHOW:
        return f"CHI {BOTZONE_CODES[before.tile or 0]}"
    return "PLAY"


def _all(text: str) -> FourTexts:
    return (text, text, text, text)


def _four(texts: Iterable[str]) -> FourTexts:
    first, second, third, fourth = texts
    return (first, second, third, fourth)
