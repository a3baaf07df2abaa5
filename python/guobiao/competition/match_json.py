"""Matches as versioned JSON (``docs/match-format.md``): writing, reading, and saving what can
be read of a damaged file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeVar

from mahjong_core.messages import shown

from ..errors import GuobiaoError, MatchError, MatchFormatError
from ..files.strict_json import JsonError, TwiceKeyed, find_key_given_twice, parse_json, value_at
from ..profile_json import rules_from_json, rules_to_json
from ..profiles import get_profile
from ..values import (
    HALF_CHARACTER,
    check_keys,
    checked_file_text,
    checked_flag,
    checked_list,
    checked_object,
    checked_part,
    checked_table,
    checked_whole,
    whole_number,
)
from .match import (
    BASE_POINTS,
    MAX_ENTRIES,
    SEAT_CHANGES,
    Correction,
    Entry,
    LogReplay,
    Match,
    Penalty,
    PlayedHand,
    Record,
    SeatChange,
    TimeUp,
    UnreadEntry,
    parse_seat_change,
)
from .penalties import (
    PENALTY_PROFILE_NAMES,
    PenaltyProfile,
    get_penalty_profile,
    make_penalty_profile,
)
from .settlement import Changes

__all__ = [
    "FORMAT",
    "VERSION",
    "VERSIONS",
    "Salvage",
    "format_entry",
    "format_match",
    "parse_match",
    "penalties_to_json",
    "salvage_match",
    "seat_change_to_json",
]

FORMAT: Final = "guobiao-match"
VERSION: Final = 1
"""The version that is written if no other one is asked for."""
VERSIONS: Final = (1, 2)
"""The versions that are read. In version 2 a hand may leave out its ``changes``."""

T = TypeVar("T")


# ------------------------------------------------------------------------------------------ writing


def format_match(match: Match, *, version: int = VERSION) -> str:
    """The match as JSON in UTF-8, an entry a line; ``parse_match`` reads it as the same match.

    Version 2 has the ``changes`` of a hand only if its entry has them. An unread entry of a
    damaged file is written as it stood there. Raises ``MatchFormatError`` for another version.
    """
    checked_object("match", match, Match, MatchFormatError)
    number = _checked_version(version)
    head = {
        "format": FORMAT,
        "version": number,
        "title": match.title,
        "session": match.session,
        "table": match.table,
        "players": match.players,
        "rules": rules_to_json(match.rules),
        "penalties": penalties_to_json(match.penalties),
        "seat_change": seat_change_to_json(match.seat_change),
        "base_points": match.base_points,
    }
    lines = [f"  {_dumps(key)}: {_dumps(value)}," for key, value in head.items()]
    entries = ",\n".join(f"    {format_entry(record, version=number)}" for record in match.records)
    lines.append(f'  "entries": [\n{entries}\n  ],' if entries else '  "entries": [],')
    return "\n".join(["{", *lines, f'  "totals": {_dumps(match.totals)}', "}", ""])


def _checked_version(version: object) -> int:
    number = whole_number(version)
    if number not in VERSIONS:
        raise MatchFormatError(f"version {shown(version)}: this library writes {_NAMED_VERSIONS}")
    return number


def _dumps(value: object) -> str:
    return _without_halves(json.dumps(value, ensure_ascii=False))


def _without_halves(text: str) -> str:
    """A JSON text in which half characters, which no file can hold, are escaped again."""
    return HALF_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def penalties_to_json(penalties: PenaltyProfile) -> object:
    """The name of a built-in penalty profile; another one as a whole."""
    checked_object("penalties", penalties, PenaltyProfile, MatchFormatError)
    is_built_in = (
        penalties.name in PENALTY_PROFILE_NAMES and get_penalty_profile(penalties.name) == penalties
    )
    return penalties.name if is_built_in else penalties.to_dict()


def seat_change_to_json(seat_change: SeatChange) -> str | list[str]:
    """The name of a known seat change; another one as three orders."""
    for name, preset in SEAT_CHANGES.items():
        if preset == seat_change:
            return name
    return ["".join(map(str, order)) for order in seat_change]


def format_entry(record: Record, *, version: int = VERSION) -> str:
    """The entry of a record as it stands in a match file, on one line."""
    entry = checked_object("record", record, Record, MatchFormatError).entry
    version = _checked_version(version)
    if isinstance(entry, UnreadEntry):
        return entry.text
    if isinstance(entry, TimeUp):
        return _dumps({"type": "time_up"})
    if isinstance(entry, Correction):
        return _dumps(_correction_to_json(entry))
    return _dumps(_hand_to_json(entry, record, version))


def _correction_to_json(entry: Correction) -> dict[str, object]:
    optional = _without({"hand": entry.hand, "lost_to_table": entry.lost_to_table})
    return {"type": "correction", **optional, "changes": entry.changes, "reason": entry.reason}


def _hand_to_json(entry: PlayedHand, record: Record, version: int) -> dict[str, object]:
    """A hand; what is 0, false or empty is left out."""
    has_changes = version == 1 or entry.changes is not None
    return {
        "type": "hand",
        "number": record.position.number if record.position else None,
        "winner": entry.winner,
        **_without(
            {
                "discarder": entry.discarder,
                "robbed_kong": entry.robbed_kong,
                "points": entry.points,
                "flowers": entry.flowers,
                "hand": entry.hand,
                "penalties": [_penalty_to_json(penalty) for penalty in entry.penalties],
            }
        ),
        **({"changes": record.changes} if has_changes else {}),
    }


def _penalty_to_json(penalty: Penalty) -> dict[str, object]:
    return {"player": penalty.player, "offence": penalty.offence, "step": penalty.step} | _without(
        {"note": penalty.note}
    )


def _without(values: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value}


# ------------------------------------------------------------------------------------------ reading


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be read of a file, and all that is wrong with it.

    Without players or version the match is None. ``version`` is that of the file, if it is known.
    """

    match: Match | None
    problems: tuple[str, ...]
    version: int = VERSION


def parse_match(text: str | bytes) -> Match:
    """A match from its JSON (bytes: UTF-8).

    Raises ``MatchFormatError`` if anything is damaged: it tells the first problem, and
    holds all in ``problems``.

    >>> from guobiao.competition.match import PlayedHand, start_match
    >>> match = start_match(["An", "Bo", "Cai", "Du"])
    >>> match = match.add(PlayedHand("Du", 11, discarder="An"), PlayedHand())
    >>> parse_match(format_match(match)) == match
    True
    """
    salvage = salvage_match(text)
    if salvage.match is None or salvage.problems:
        first, *others = salvage.problems
        raise MatchFormatError(
            first + (f" (and {len(others)} more)" if others else ""), salvage.problems
        )
    return salvage.match


def salvage_match(text: str | bytes) -> Salvage:
    """All that can be read of a match file, damaged or not. It never raises an error.

    An entry that cannot be read, or cannot be in this match, is kept as an ``UnreadEntry``, so that
    writing the file again loses nothing. The entries after it keep their hands, dealers and winds.
    If there are more than ``MAX_ENTRIES``, none is read.
    """
    problems: list[str] = []
    if isinstance(text, (bytes, bytearray)):
        text = _decoded(bytes(text), problems)
    if not isinstance(text, str):
        return Salvage(None, (f"{shown(text)}: expected the text of a match file",))
    try:
        top = _loaded(text, problems)
        match = _salvaged(top, problems)
    except RecursionError:
        return Salvage(None, ("the file is nested too deeply: a match has five levels",))
    return Salvage(match, tuple(problems), _version(top) or VERSION)


def _decoded(content: bytes, problems: list[str]) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.append(f"bytes that are not UTF-8 at line {content[: error.start].count(10) + 1}")
    return content.decode("utf-8", "replace")


def _salvaged(top: Mapping[str, object], problems: list[str]) -> Match | None:
    if not _is_ours(top, problems):
        return None
    raw = top.get("entries")
    match = _head(top, problems)
    if not isinstance(raw, list):
        problems.append(
            "entries are missing" if raw is None else f"entries is {shown(raw)}: expected a list"
        )
        raw = []
    if len(raw) > MAX_ENTRIES:
        problems.append(f"{len(raw)} entries: expected at most {MAX_ENTRIES}")
        return None
    if match is None:
        return None
    replayed = LogReplay(match)
    for place, value in enumerate(raw, start=1):
        _add_entry(replayed, place, value, problems, _version(top))
    match = replace(match, entries=tuple(replayed.entries))
    _check_totals(match, top, problems)
    return match


def _is_ours(top: Mapping[str, object], problems: list[str]) -> bool:
    """The text is of this format and of a version that is known here."""
    if top.get("format") != FORMAT:
        problems.append(f"format is {shown(top.get('format'))}: expected {FORMAT!r}")
    elif _version(top) is None:
        problems.append(
            f"version is {shown(top.get('version'))}: this library reads {_NAMED_VERSIONS}"
        )
    else:
        return True
    return False


_NAMED_VERSIONS: Final = f"version {' or '.join(map(str, VERSIONS))}"


def _version(top: Mapping[str, object]) -> int | None:
    """The version of the file; None if it is not known here."""
    number = whole_number(top.get("version"))
    return number if number in VERSIONS else None


_HEAD_KEYS: Final = (
    "format",
    "version",
    "title",
    "session",
    "table",
    "players",
    "rules",
    "penalties",
    "seat_change",
    "base_points",
    "entries",
    "totals",
)


def _head(top: Mapping[str, object], problems: list[str]) -> Match | None:
    """The match before its first hand.

    A wrong part goes to the problems and its default takes its place.
    """
    for key in sorted(set(top) - set(_HEAD_KEYS)):
        problems.append(f"unknown key {shown(key)}: expected {', '.join(_HEAD_KEYS)}")

    def part(key: str, read: Callable[[object], T], default: T) -> T:
        try:
            return read(_said_once(top[key])) if key in top else default
        except GuobiaoError as error:
            problems.append(f"{key}: {error}")
            return default

    rules = part("rules", rules_from_json, get_profile("mil"))
    penalties = part("penalties", _read_penalties, get_penalty_profile("rulebook"))
    seat_change = part("seat_change", _read_seat_change, SEAT_CHANGES["west"])
    title = part("title", _read_text, "")
    base_points = part("base_points", _read_number, BASE_POINTS)
    session = part("session", _read_place, None)
    table = part("table", _read_place, None)
    try:
        players = _read_players(_said_once(_required(top, "players")))
        return Match(players, (), rules, penalties, seat_change, base_points, title, session, table)
    except GuobiaoError as error:
        problems.append(str(error))
        return None


def _add_entry(
    replayed: LogReplay, place: int, value: object, problems: list[str], version: int | None
) -> None:
    """Add the next entry, read or kept unread."""
    if isinstance(value, UnreadEntry):
        problems.append(f"{_where(replayed, place, value.is_hand)}: {value.problem}")
        _add_unread(replayed, value)
        return
    is_hand = isinstance(value, dict) and value.get("type") == "hand"
    try:
        number = replayed.hand_count + 1
        replayed.add(_read_entry(_said_once(value), number, needs_changes=version == 1))
    except MatchError as error:
        # What the match itself refuses already names the place.
        problem = str(error).removeprefix(f"{_where(replayed, place, is_hand)}: ")
        problems.append(f"{_where(replayed, place, is_hand)}: {problem}")
        _add_unread(replayed, UnreadEntry(_dumps(value), _without_halves(problem), is_hand))


def _add_unread(replayed: LogReplay, entry: UnreadEntry) -> None:
    """A hand beyond the sixteenth gets no position."""
    try:
        replayed.add(entry)
    except MatchError:
        replayed.add(UnreadEntry(entry.text, entry.problem, is_hand=False))


def _where(replayed: LogReplay, place: int, is_hand: bool) -> str:
    return f"entry {place} (hand {replayed.hand_count + 1})" if is_hand else f"entry {place}"


def _check_totals(match: Match, top: Mapping[str, object], problems: list[str]) -> None:
    """Four whole numbers; and those that the entries add up to, if all of them could be read."""
    if "totals" not in top:
        return
    try:
        totals = _read_changes(_said_once(top["totals"]), "totals")
    except MatchFormatError as error:
        problems.append(str(error))
        return
    if totals != match.totals and not any(
        isinstance(entry, UnreadEntry) for entry in match.entries
    ):
        problems.append(
            f"totals is {shown(list(totals))}: the entries add up to {list(match.totals)}"
        )


def _said_once(value: object) -> object:
    """The value. Raises ``MatchFormatError`` if an object in it has a key twice."""
    if problem := find_key_given_twice(value):
        raise MatchFormatError(problem)
    return value


# ---------------------------------------------------------------------------------- parts of a file


def _read_entry(value: object, number: int, *, needs_changes: bool) -> Entry:
    table = _table(value, "the entry")
    kind = _required(table, "type")
    if kind == "hand":
        return _read_hand(table, number, needs_changes=needs_changes)
    if kind == "correction":
        _check_keys(table, ("type", "hand", "lost_to_table", "changes", "reason"))
        hand = None if table.get("hand") is None else _read_number(table["hand"], "hand")
        lost = _read_number(table.get("lost_to_table", 0), "lost_to_table")
        changes = _read_changes(_required(table, "changes"))
        return Correction(changes, _read_text(_required(table, "reason"), "reason"), hand, lost)
    if kind == "time_up":
        _check_keys(table, ("type",))
        return TimeUp()
    raise MatchFormatError(f"type is {shown(kind)}: expected hand, correction or time_up")


_HAND_KEYS: Final = (
    "type",
    "number",
    "winner",
    "discarder",
    "robbed_kong",
    "points",
    "flowers",
    "hand",
    "penalties",
    "changes",
)


def _read_hand(table: Mapping[str, object], number: int, *, needs_changes: bool) -> PlayedHand:
    _check_keys(table, _HAND_KEYS)
    if "number" in table and _read_number(table["number"], "number") != number:
        raise MatchFormatError(
            f"number is {shown(table['number'])}: this is hand {number} of the log"
        )
    winner = _read_name(_required(table, "winner"), "winner")
    if winner is not None:
        _required(table, "points")
    penalties = _list(table.get("penalties", []), "penalties")
    robbed = checked_flag(
        "robbed_kong", table.get("robbed_kong", False), MatchFormatError, "true or false"
    )
    return PlayedHand(
        winner,
        _read_number(table.get("points", 0), "points"),
        _read_name(table.get("discarder"), "discarder"),
        robbed,
        _read_number(table.get("flowers", 0), "flowers"),
        tuple(_read_penalty(penalty) for penalty in penalties),
        _read_text(table.get("hand", ""), "hand"),
        _read_changes(_required(table, "changes")) if needs_changes or "changes" in table else None,
    )


def _read_penalty(value: object) -> Penalty:
    table = _table(value, "the penalty")
    _check_keys(table, ("player", "offence", "step", "note"))
    return Penalty(
        _read_text(_required(table, "player"), "player"),
        _read_text(_required(table, "offence"), "offence"),
        _read_number(table.get("step", 1), "step"),
        _read_text(table.get("note", ""), "note"),
    )


def _read_penalties(value: object) -> PenaltyProfile:
    return (
        get_penalty_profile(value)
        if isinstance(value, str)
        else make_penalty_profile(_table(value, "penalties"))
    )


def _read_seat_change(value: object) -> SeatChange:
    if isinstance(value, str):
        return parse_seat_change(value)
    return parse_seat_change(
        [_read_text(order, "an order") for order in _list(value, "seat_change")]
    )


def _read_players(value: object) -> tuple[str, str, str, str]:
    names = [_read_text(name, "a player") for name in _list(value, "players")]
    if len(names) != 4:
        raise MatchFormatError(f"players is {shown(value, 120)}: expected four names")
    return (names[0], names[1], names[2], names[3])


def _read_changes(value: object, name: str = "changes") -> Changes:
    numbers = [_read_number(number, f"a number of {name}") for number in _list(value, name)]
    if len(numbers) != 4:
        raise MatchFormatError(f"{name} is {shown(value)}: expected four whole numbers, by player")
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _read_number(value: object, name: str = "the value") -> int:
    return checked_whole(name, value, -(10**9), 10**9, MatchFormatError, "a whole number")


def _read_place(value: object) -> int | None:
    """The number of a session or a table, or null."""
    return None if value is None else _read_number(value)


def _read_text(value: object, name: str = "the value") -> str:
    return checked_file_text(name, value, MatchFormatError)


def _read_name(value: object, name: str) -> str | None:
    return None if value is None else _read_text(value, name)


def _required(table: Mapping[str, object], key: str) -> object:
    return checked_part(key, table, key, MatchFormatError)


def _check_keys(table: Mapping[str, object], keys: Sequence[str]) -> None:
    check_keys("", table, keys, MatchFormatError)


def _table(value: object, name: str) -> Mapping[str, object]:
    return checked_table(name, value, MatchFormatError)


def _list(value: object, name: str) -> list[object]:
    return checked_list(name, value, MatchFormatError)


# ------------------------------------------------------------------------------------- damaged JSON

_ENTRY_START: Final = re.compile(r'\{\s*"type"\s*:')
_IS_HAND: Final = re.compile(r'\{\s*"type"\s*:\s*"hand"')


def _loaded(text: str, problems: list[str]) -> Mapping[str, object]:
    """The top object.

    If the text is no JSON: its whole keys and entries, the others as ``UnreadEntry``.
    """
    try:
        top = parse_json(text, keep_twice=True)
    except JsonError as error:
        if error.line is None:
            problems.append(f"no JSON: {error}")
            return {}
        problems.append(f"no JSON at line {error.line}, column {error.column}: {error}")
        return _recovered(text)
    if not isinstance(top, dict):
        problems.append(f"the file is {shown(top)}: expected an object")
        return {}
    if isinstance(top, TwiceKeyed):  # nobody can know which of the two is meant
        problems.append(f"the key {shown(top.key)} is given twice")
        return {}
    return top


def _recovered(text: str) -> dict[str, object]:
    starts = [found.start() for found in islice(_ENTRY_START.finditer(text), MAX_ENTRIES + 1)]
    found: dict[str, object] = {}
    for key in _HEAD_KEYS:
        place = re.search(rf'"{key}"\s*:\s*', text[: starts[0]] if starts else text)
        value = value_at(text, place.end()) if place and key not in ("entries", "totals") else None
        if value is not None:
            found[key] = value
    stops = [*starts[1:], len(text)]
    return found | {
        "entries": [_whole_or_unread(text, start, stop) for start, stop in zip(starts, stops)]
    }


def _whole_or_unread(text: str, start: int, stop: int) -> object:
    """The entry that begins at a place, read no further than where the next one begins."""
    raw = text[start:stop]
    value = value_at(raw, 0)
    if value is not None:
        return value
    raw = _without_halves(raw.rstrip().rstrip(","))
    line = text.count("\n", 0, start) + 1
    return UnreadEntry(
        raw, f"no whole entry at line {line}: {shown(raw)}", bool(_IS_HAND.match(raw))
    )
