"""Played hands as versioned JSON lines (``docs/records.md``): one hand a line, with all
that the table knows of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final, NoReturn, TypeVar

from mahjong_core.messages import shown

from ..competition.settlement import Changes
from ..errors import GuobiaoError, RecordError
from ..files.limited_files import PatientStream
from ..files.limited_lines import decode_line, limited_lines
from ..files.strict_json import JsonError, parse_json
from ..names import check_visible
from ..notation.alphabets import FIRST_FLOWER
from ..profile_json import rules_from_json, rules_to_json
from ..profiles import RuleProfile
from ..table import (
    ActionKind,
    Event,
    EventKind,
    HandEnding,
    HandResult,
    TableHand,
    WallRule,
    decode_action,
    encode_action,
)
from ..table.hand import hand_of_wall
from ..table.moves import BrokenGame, NamedFan
from ..tiles import SLOT_COUNT, Seat, Tile
from ..values import (
    check_keys,
    checked_file_text,
    checked_flag,
    checked_list,
    checked_object,
    checked_part,
    checked_table,
    checked_text,
    checked_whole,
    whole_number,
)

__all__ = [
    "FORMAT",
    "VERSION",
    "HandRecord",
    "RecordedResult",
    "event_text",
    "format_hand_record",
    "parse_hand_record",
    "read_hand_records",
    "record_hand",
    "record_result",
]

FORMAT: Final = "guobiao-hand"
VERSION: Final = 1

_OWN: Final = f'"{FORMAT}"'.encode()

Players = tuple[str, str, str, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a hand ended, as ``HandResult`` says it.

    The score as points and fans (None and empty if nobody won).
    """

    ending: HandEnding
    winner: Seat | None
    discarder: Seat | None
    points: int | None
    fans: tuple[NamedFan, ...]
    changes: Changes


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was played: the table's settings, its wall, its log of events, and the
    result (None: not over).

    ``players``: the names at E S W N. ``tiles``: the wall as ``TableHand.wall`` has it; ``seed``:
    the one that made it, if known. ``line``: where it stands in its file, from 1.
    """

    id: str
    players: Players | None
    rules: RuleProfile
    wall: WallRule
    flowers: bool
    prevalent_wind: Seat
    seed: int | None
    tiles: tuple[int, ...]
    events: tuple[Event, ...]
    result: RecordedResult | None
    line: int = field(default=1, compare=False)

    @property
    def is_wall_of_seed(self) -> bool:
        """Whether the seed, if it is known, makes this wall."""
        return self.seed is None or self._table_of_seed().wall == self.tiles

    def start(self, rules: RuleProfile | None = None) -> TableHand:
        """The table before the first decision, by the record's rules or others.

        Raises ``GuobiaoError`` if the wall is invalid.
        """
        if self.seed is not None and self.is_wall_of_seed:
            return self._table_of_seed(rules)
        return hand_of_wall(
            self.tiles,
            rules=self.rules if rules is None else rules,
            wall=self.wall,
            flowers=self.flowers,
            prevalent_wind=self.prevalent_wind,
        )

    def _table_of_seed(self, rules: RuleProfile | None = None) -> TableHand:
        return TableHand(
            seed=self.seed,
            rules=self.rules if rules is None else rules,
            wall=self.wall,
            flowers=self.flowers,
            prevalent_wind=self.prevalent_wind,
        )


def record_hand(hand: TableHand, *, id: str = "", players: Players | None = None) -> HandRecord:
    """The record of a hand as it stands, over or not."""
    checked_object("hand", hand, TableHand, GuobiaoError)
    return HandRecord(
        id,
        players,
        hand.rules,
        hand.wall_rule,
        hand.has_flowers,
        hand.prevalent_wind,
        hand.seed,
        hand.wall,
        hand.events,
        None if hand.result is None else record_result(hand.result),
    )


def record_result(result: HandResult) -> RecordedResult:
    """A result as a record has it."""
    checked_object("result", result, HandResult, GuobiaoError)
    score = result.score
    fans = (
        ()
        if score is None
        else tuple(NamedFan(counted.fan.zh, counted.count) for counted in score.fans)
    )
    points = None if score is None else score.points
    return RecordedResult(
        result.ending, result.winner, result.discarder, points, fans, result.changes
    )


# ------------------------------------------------------------------------------------------ writing

_TILE_TEXTS: Final = (*map(str, Tile), *"abcdefgh")
_TILE_OF_TEXT: Final = {
    text: Tile(code) if code < SLOT_COUNT else code for code, text in enumerate(_TILE_TEXTS)
}
_ONE_TILE: Final = re.compile("[1-9][msp]|[ESWNCFPa-h]")
_LOST: Final = " / "  # between an event and the claims that lost against it


def format_hand_record(record: HandRecord) -> str:
    """The record as one line of JSON, without the line's end.

    ``parse_hand_record`` reads it as the same record.
    """
    checked_object("record", record, HandRecord, GuobiaoError)
    value = {
        "format": FORMAT,
        "version": VERSION,
        "id": record.id,
        "players": record.players,
        "rules": rules_to_json(record.rules),
        "wall": record.wall.value,
        "flowers": record.flowers,
        "prevalent_wind": str(record.prevalent_wind),
        "seed": record.seed,
        "tiles": _walls_to_json(record),
        "events": [event_text(event) for event in record.events],
        "result": None if record.result is None else _result_to_json(record.result),
    }
    return json.dumps(value, ensure_ascii=False)


def _walls_to_json(record: HandRecord) -> object:
    texts = [_TILE_TEXTS[tile] for tile in record.tiles]
    if record.wall is WallRule.COMMON:
        return "".join(texts)
    size = len(texts) // 4
    return ["".join(texts[size * seat : size * seat + size]) for seat in Seat]


def event_text(event: Event) -> str:
    """An event as this format tells it: ``S pung 5m E / W chow 4m 5m``."""
    checked_object("event", event, Event, GuobiaoError)
    words = [str(event.seat)] if event.seat is not None else []
    words.append(event.kind.name.lower())
    if event.tile is not None:
        words.append(_TILE_TEXTS[event.tile])
    if event.claimed is not None:
        words.append(str(event.claimed))  # of a chow, which always comes from the left
    elif event.source is not None:
        words.append(str(event.source))
    if event.tiles:
        words.append("".join(_TILE_TEXTS[tile] for tile in event.tiles))
    return _LOST.join(
        [" ".join(words), *(_lost_text(seat, action) for seat, action in event.ignored)]
    )


def _lost_text(seat: Seat, action: int) -> str:
    decoded = decode_action(action)
    tiles = [str(tile) for tile in (decoded.tile, decoded.claimed) if tile is not None]
    return " ".join([str(seat), decoded.kind.name.lower(), *tiles])


def _result_to_json(result: RecordedResult) -> object:
    return {
        "ending": result.ending.name.lower(),
        "winner": None if result.winner is None else str(result.winner),
        "discarder": None if result.discarder is None else str(result.discarder),
        "points": result.points,
        "fans": {fan.name: fan.count for fan in result.fans},
        "changes": result.changes,
    }


# ------------------------------------------------------------------------------------------ reading

_MAX_LINE_BYTES: Final = 1 << 20  # a longer line cannot be a hand: its rest is skipped
_KEYS: Final = (
    "format",
    "version",
    "id",
    "players",
    "rules",
    "wall",
    "flowers",
    "prevalent_wind",
    "seed",
    "tiles",
    "events",
    "result",
)
_RESULT_KEYS: Final = ("ending", "winner", "discarder", "points", "fans", "changes")


def read_hand_records(stream: BinaryIO) -> Iterator[HandRecord | BrokenGame]:
    """The hands of a file (UTF-8; opened in binary mode), a line each, in constant memory.

    An unreadable line comes as a ``BrokenGame``. So does a run of lines of another format, as a
    single one. Blank lines are skipped. Raises ``RecordError`` if the file seems to have no end.
    """
    stranger, more, patient = None, 0, PatientStream(stream)
    for number, raw in enumerate(limited_lines(patient, _MAX_LINE_BYTES), start=1):
        if not raw.strip():
            continue
        patient.found()
        record = _record_or_broken(raw, number)
        if isinstance(record, BrokenGame) and _OWN not in raw:
            stranger, more = (record, 0) if stranger is None else (stranger, more + 1)
            continue
        if stranger is not None:
            yield _counted(stranger, more)
            stranger = None
        yield record
    if stranger is not None:
        yield _counted(stranger, more)


def _counted(stranger: BrokenGame, more: int) -> BrokenGame:
    """The first of a run of lines of another format, with the number of lines after it."""
    if not more:
        return stranger
    lines = (
        "another line that is none follows"
        if more == 1
        else f"{more:,} more lines that are none follow"
    )
    error = RecordError(f"{stranger.error.problem}; {lines}", line=stranger.line, game=stranger.id)
    return BrokenGame(stranger.id, stranger.line, error)


def _record_or_broken(raw: bytes, line: int) -> HandRecord | BrokenGame:
    try:
        return parse_hand_record(decode_line(raw), line=line)
    except UnicodeDecodeError as error:
        broken = RecordError(
            f"byte {error.start + 1} is not UTF-8: expected text in UTF-8", line=line
        )
    except RecordError as error:
        broken = error
    return BrokenGame(broken.game, line, broken)


def parse_hand_record(text: str, *, line: int = 1) -> HandRecord:
    """The hand of a line.

    Raises ``RecordError``, which says what is wrong with it and where.
    ``line``: its number in its file.
    """
    checked_text("the line", text, GuobiaoError)
    try:
        value = parse_json(text)
    except JsonError as error:
        where = "" if error.column is None else f" at column {error.column}"
        raise RecordError(f"no JSON{where}: {error}", line=line) from None
    game = value.get("id", "") if isinstance(value, dict) else ""
    try:
        return _read_record(checked_table("the line", value, GuobiaoError), line)
    except GuobiaoError as error:
        raise RecordError(
            str(error), line=line, game=game if isinstance(game, str) else ""
        ) from None
    except RecursionError:
        raise RecordError("nested too deeply: a record has four levels", line=line) from None


def _read_record(top: Mapping[str, object], line: int) -> HandRecord:
    if top.get("format") != FORMAT:
        _fail(f"format is {shown(top.get('format'))}: expected {FORMAT!r}")
    if whole_number(top.get("version")) != VERSION:
        _fail(f"version is {shown(top.get('version'))}: this library reads version {VERSION}")
    check_keys("", top, _KEYS, GuobiaoError)
    wall = _part(top, "wall", _read_wall_rule)
    return HandRecord(
        _part(top, "id", _read_text) if "id" in top else "",
        _part(top, "players", _read_players) if top.get("players") is not None else None,
        _part(top, "rules", rules_from_json),
        wall,
        _part(top, "flowers", _read_bool),
        _part(top, "prevalent_wind", _read_seat),
        _part(top, "seed", _read_number) if top.get("seed") is not None else None,
        _part(top, "tiles", lambda value: _read_walls(value, wall)),
        _part(top, "events", _read_events),
        _part(top, "result", _read_result) if top.get("result") is not None else None,
        line,
    )


def _part(table: Mapping[str, object], key: str, read: Callable[[object], T]) -> T:
    """A value of the table; what is wrong with it names its key."""
    value = checked_part(key, table, key, GuobiaoError)
    try:
        return read(value)
    except GuobiaoError as error:
        raise GuobiaoError(f"{key}: {error}") from None


def _read_events(value: object) -> tuple[Event, ...]:
    events = list[Event]()
    for number, text in enumerate(_list(value), start=1):
        try:
            events.append(_read_event(_read_text(text)))
        except GuobiaoError as error:
            raise GuobiaoError(f"event {number}: {shown(text)}: {error}") from None
    return tuple(events)


_KINDS: Final = {kind.name.lower(): kind for kind in EventKind}
_CLAIMS: Final = {
    kind.name.lower(): kind
    for kind in (ActionKind.WIN, ActionKind.MELDED_KONG, ActionKind.PUNG, ActionKind.CHOW)
}
_SHAPES: Final = {
    EventKind.DEAL: "a seat, deal, thirteen tiles",
    EventKind.CHOW: "a seat, chow, the middle tile, the claimed tile",
    EventKind.PUNG: "a seat, pung, the tile, who discarded it",
    EventKind.MELDED_KONG: "a seat, melded_kong, the tile, who discarded it",
    EventKind.WIN: "a seat, win, the tile and (if it was not drawn) whose it was",
    EventKind.DRAWN_GAME: "drawn_game alone",
}


def _read_event(text: str) -> Event:
    first, *others = text.split(_LOST)
    words = first.split(" ")
    kind = _KINDS.get(words[0] if len(words) == 1 else words[1])
    if kind is None:
        _fail(f"expected a seat (E S W N) and one of {', '.join(_KINDS)}")
    event = _event_of_words(kind, words)
    if event is None:
        _fail(f"expected {_SHAPES.get(kind, f'a seat, {kind.name.lower()}, the tile')}")
    if not others:
        return event
    ignored = tuple(_read_lost(other) for other in others)
    return Event(
        event.kind, event.seat, event.tile, event.claimed, event.source, event.tiles, ignored
    )


def _event_of_words(kind: EventKind, words: Sequence[str]) -> Event | None:
    """The event, or None if the words have another shape."""
    if kind is EventKind.DRAWN_GAME:
        return Event(kind, None) if len(words) == 1 else None
    if not 3 <= len(words) <= 4:
        return None
    seat = Seat.parse(words[0])
    if kind is EventKind.DEAL:
        return Event(kind, seat, tiles=_read_tiles(words[2])) if len(words) == 3 else None
    tile = _read_tile(words[2])
    if len(words) == 3:
        has_source = kind in (EventKind.CHOW, EventKind.PUNG, EventKind.MELDED_KONG)
        return None if has_source else Event(kind, seat, tile)
    if kind is EventKind.CHOW:
        claimed = Tile(_read_slot(words[3]))
        return Event(kind, seat, tile, claimed=claimed, source=Seat((seat - 1) % 4))
    if kind in (EventKind.PUNG, EventKind.MELDED_KONG, EventKind.WIN):
        return Event(kind, seat, tile, source=Seat.parse(words[3]))
    return None


def _read_lost(text: str) -> tuple[Seat, int]:
    words = text.split(" ")
    kind = _CLAIMS.get(words[1]) if len(words) > 1 else None
    if kind is None:
        _fail(f"{shown(text, 40)}: expected a seat, one of {', '.join(_CLAIMS)}, and its tiles")
    tiles = [_read_slot(word) for word in words[2:4]] + [None, None]
    return Seat.parse(words[0]), encode_action(kind, tiles[0], tiles[1])


def _read_tile(text: str) -> int:
    tile = _TILE_OF_TEXT.get(text)
    if tile is None:
        _fail(
            f"{shown(text, 40)} is no tile: expected 1-9 and m, s or p, one of ESWNCFP, or a "
            "flower a-h"
        )
    return tile


def _read_slot(text: str) -> int:
    tile = _read_tile(text)
    if tile >= FIRST_FLOWER:
        _fail(f"{text!r} is a flower: expected a tile that is none")
    return tile


def _read_tiles(text: str) -> tuple[int, ...]:
    found = _ONE_TILE.findall(text)
    if sum(map(len, found)) != len(text):
        _fail(f"{shown(text)}: expected tiles: 1-9 and m, s or p, ESWNCFP, flowers a-h")
    return tuple(_TILE_OF_TEXT[tile] for tile in found)


def _read_walls(value: object, wall: WallRule) -> tuple[int, ...]:
    if wall is WallRule.COMMON:
        return _read_tiles(_read_text(value))
    walls = [_read_tiles(_read_text(text)) for text in _list(value)]
    if len(walls) != 4 or len(set(map(len, walls))) != 1:
        _fail(f"{shown(value)}: expected four walls of one length, by seat E S W N")
    return tuple(tile for one in walls for tile in one)


def _read_wall_rule(value: object) -> WallRule:
    try:
        return WallRule(value)
    except ValueError:
        _fail(f"{shown(value)}: expected common or own")


def _read_result(value: object) -> RecordedResult:
    table = checked_table("the result", value, GuobiaoError)
    check_keys("", table, _RESULT_KEYS, GuobiaoError)
    return RecordedResult(
        _part(table, "ending", _read_ending),
        _part(table, "winner", _read_seat_or_nobody),
        _part(table, "discarder", _read_seat_or_nobody),
        None if table.get("points") is None else _part(table, "points", _read_number),
        _part(table, "fans", _read_fans),
        _part(table, "changes", _read_changes),
    )


_ENDINGS: Final = {ending.name.lower(): ending for ending in HandEnding}


def _read_ending(value: object) -> HandEnding:
    ending = _ENDINGS.get(value) if isinstance(value, str) else None
    if ending is None:
        _fail(f"{shown(value)}: expected one of {', '.join(_ENDINGS)}")
    return ending


def _read_fans(value: object) -> tuple[NamedFan, ...]:
    return tuple(
        NamedFan(name, _read_number(count))
        for name, count in checked_table("fans", value, GuobiaoError).items()
    )


def _read_changes(value: object) -> Changes:
    numbers = [_read_number(number) for number in _list(value)]
    if len(numbers) != 4:
        _fail(f"{shown(value)}: expected four whole numbers, by seat E S W N")
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _read_players(value: object) -> Players:
    names = [_read_text(name) for name in _list(value)]
    if len(names) != 4:
        _fail(f"{shown(value, 120)}: expected four names, by seat E S W N")
    for name in names:
        check_visible(shown(name), name, GuobiaoError)
    return (names[0], names[1], names[2], names[3])


def _read_seat(value: object) -> Seat:
    if not isinstance(value, str):
        _fail(f"{shown(value)} is no seat: expected E, S, W or N")
    return Seat.parse(value)


def _read_seat_or_nobody(value: object) -> Seat | None:
    return None if value is None else _read_seat(value)


def _read_bool(value: object) -> bool:
    return checked_flag("", value, GuobiaoError, "true or false")


def _list(value: object) -> list[object]:
    return checked_list("", value, GuobiaoError)


def _read_number(value: object) -> int:
    return checked_whole("", value, -(1 << 64) + 1, (1 << 64) - 1, GuobiaoError, "a whole number")


def _read_text(value: object) -> str:
    return checked_file_text("", value, GuobiaoError)


def _fail(problem: str) -> NoReturn:
    """Raises the error of an invalid value; ``parse_hand_record`` adds where it stands."""
    raise GuobiaoError(problem)
