"""The wind and the walls in a judge's log: from what it shows to all or, without that, from
what it tells each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn

from mahjong_core.messages import shown

from ..botzone.judge_log import JudgeTurn
from ..botzone.tiles import SLOT_OF_BOTZONE_CODE, TILES_EXPECTED
from ..errors import GuobiaoError, RecordError
from ..notation.alphabets import FIRST_FLOWER
from ..tiles import Seat
from ..values import whole_number

__all__ = ["TileSeen", "prevalent_wind", "tiles_seen"]

TileSeen = tuple[Seat, int, int]
"""Whose wall, the tile, the entry."""

_HAND_TILES: Final = 13
_SEAT_WORDS: Final = ("0", "1", "2", "3")
# words of a deal before the hand: "1" and how many flowers each seat showed
_REQUEST_HEAD: Final = 5
_DEAL_EXPECTED: Final = (
    "expected 1, four numbers of flowers, thirteen tiles and the flowers, as in '1 0 0 0 0 W1 …'"
)


def prevalent_wind(turn: JudgeTurn) -> Seat:
    """The wind of the first output. Raises ``RecordError`` if it tells none."""
    quan = turn.output.display.get("quan")
    if quan is None:
        words = str(turn.output.content[0]).split()
        quan = words[2] if len(words) == 3 and words[0] == "0" else quan
    try:
        return Seat.parse(int(quan) if quan in _SEAT_WORDS else quan)
    except GuobiaoError as error:
        raise RecordError(f"quan: {error}", line=turn.entry, unit="entry") from None


def tiles_seen(turn: JudgeTurn) -> Iterator[TileSeen]:
    """Each tile that comes from a wall with this output, in order.

    Raises ``RecordError`` if a tile or seat is invalid.
    """
    display, entry = turn.output.display, turn.entry
    if "action" not in display:
        yield from _tiles_told(turn.output.content, entry)
    elif display["action"] == "DEAL":
        for seat in Seat:
            for code in _hands(display, entry)[seat]:
                yield seat, _tile(code, entry), entry
    elif display["action"] in ("DRAW", "BUHUA"):
        yield _seat(display.get("player"), entry), _tile(display.get("tile"), entry), entry


def _hands(display: Mapping[str, object], entry: int) -> list[list[object]]:
    hands = display.get("hand")
    if (
        not isinstance(hands, list)
        or len(hands) != 4
        or not all(isinstance(hand, list) for hand in hands)
    ):
        _fail(entry, f"hand is {shown(hands)}: expected four lists of tiles")
    if any(len(hand) < _HAND_TILES for hand in hands):
        _fail(entry, f"hand is {shown(hands)}: expected thirteen tiles for each seat")
    return hands


# --------------------------------------------------------------------------- what each seat is told


def _tiles_told(content: Sequence[str | int], entry: int) -> Iterator[TileSeen]:
    requests = [str(told).split() for told in content]
    if requests[0][:1] == ["1"]:
        for seat in Seat:
            for tile in _wall_of_deal(requests[seat], seat, entry):
                yield seat, tile, entry
        return
    for seat, words in zip(Seat, requests):
        if words[:1] == ["2"] and len(words) == 2:
            yield seat, _tile(words[1], entry), entry
    words = requests[0]
    if len(words) == 4 and words[0] == "3" and words[2] == "BUHUA":
        yield (
            _seat(int(words[1]) if words[1] in _SEAT_WORDS else words[1], entry),
            _tile(words[3], entry),
            entry,
        )


def _wall_of_deal(words: Sequence[str], seat: Seat, entry: int) -> list[int]:
    """The tiles of a seat as they lie in its wall: what replaces its flowers lies
    behind the first thirteen.
    """
    counts = words[1:_REQUEST_HEAD]
    tiles = [_tile(code, entry) for code in words[_REQUEST_HEAD:]]
    if words[:1] != ["1"] or any(len(count) != 1 or count not in "012345678" for count in counts):
        _fail(entry, f"seat {int(seat)} is told {shown(' '.join(words))}: {_DEAL_EXPECTED}")
    flowers = [int(count) for count in counts]
    if len(tiles) != _HAND_TILES + sum(flowers) or any(
        tile >= FIRST_FLOWER for tile in tiles[:_HAND_TILES]
    ):
        _fail(entry, f"seat {int(seat)} is told {shown(' '.join(words))}: {_DEAL_EXPECTED}")
    first = _HAND_TILES + sum(flowers[:seat])
    own = tiles[first : first + flowers[seat]]
    dealt = max(0, _HAND_TILES - len(own))
    return [*tiles[:dealt], *own, *tiles[dealt:_HAND_TILES]]


def _tile(code: object, entry: int) -> int:
    slot = SLOT_OF_BOTZONE_CODE.get(code) if isinstance(code, str) else None
    if slot is None:
        _fail(entry, f"{shown(code, 40)} is no tile: expected {TILES_EXPECTED}")
    return slot


def _seat(value: object, entry: int) -> Seat:
    number = whole_number(value, 0, 3)
    if number is None:
        _fail(entry, f"player is {shown(value, 40)}: expected 0-3")
    return Seat(number)


def _fail(entry: int, problem: str) -> NoReturn:
    raise RecordError(problem, line=entry, unit="entry")
