"""An event from the table of a TOML file: how it is ranked (preset, teams, entrants, byes,
substitutes, withdrawals, deductions, awards), and its plan (players, rounds, seating).
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeVar

from mahjong_core.messages import shown

from ..errors import GuobiaoError, ScheduleError, StandingsError
from ..profile_json import rules_from_json
from ..values import (
    check_keys,
    checked_flag,
    checked_list,
    checked_table,
    checked_text,
    checked_whole,
)
from .event import (
    Bye,
    Deduction,
    Entrant,
    Event,
    Game,
    Substitution,
    Team,
    Withdrawal,
    checked_award,
)
from .event_plan import EventPlan
from .match import BASE_POINTS, SeatChange, parse_seat_change
from .pairings import Apart, TableOfFour
from .penalties import PenaltyProfile, get_penalty_profile, make_penalty_profile
from .presets import get_preset

__all__ = ["make_event", "make_event_plan"]

T = TypeVar("T")

_PLAN_KEYS: Final = (
    "title",
    "players",
    "rounds",
    "rules",
    "penalties",
    "seat_change",
    "base_points",
    "seed",
    "seating",
    "apart",
    "fixed_tables",
)
_PLAIN_KEYS: Final = ("best_of_team", "best_of_nation", "preset", "dates")  # Event reads them
_KEYS: Final = (
    "ranked_in",
    "awards",
    "teams",
    "byes",
    "substitutions",
    "entrants",
    "deductions",
    "withdrawals",
    *_PLAIN_KEYS,
    *_PLAN_KEYS,
)


def make_event(games: Iterable[Game], table: Mapping[str, object]) -> Event:
    """The event of these games: ``ranked_in`` ("table" or "session"), ``awards`` by rank, ``teams``
    [{"name", "members"}], ``byes`` [{"player", "session", "standard_points", "points"}],
    ``substitutions`` [{"substitute", "player", "session", "ranked"}], ``preset`` ("mil" or "ema"),
    ``entrants`` [{"name", "country", "first_name", "last_name", "ema_number", "ema_member"}],
    ``deductions`` [{"player" or "team", "standard_points", "points", "reason"}],
    ``withdrawals`` [{"player", "after", "last"}],
    ``best_of_team``, ``best_of_nation``, ``title``, ``dates``, all optional.

    If the table is a plan (it has ``players``), nobody else has played, and a substitution counts
    only once the substitute has played. Raises ``StandingsError``, which says what is wrong.

    >>> make_event([], {"awards": [4, 3, 2, 1]}).awards
    (Fraction(4, 1), Fraction(3, 1), Fraction(2, 1), Fraction(1, 1))
    """
    games = tuple(games)
    _check_keys(table, _KEYS, "the event")
    substitutions = _entries(table, "substitutions", _substitution)
    if "players" in table:
        substitutions = _begun(games, make_event_plan(table))
    ranked_in = table.get("ranked_in", "table")
    if ranked_in != "table" and ranked_in != "session":
        raise StandingsError(f"ranked_in is {shown(ranked_in)}: expected 'table' or 'session'")
    awards = table.get("awards")
    return Event(
        games,
        _entries(table, "teams", _team),
        _entries(table, "byes", _bye),
        substitutions,
        "table" if ranked_in == "table" else "session",
        None
        if awards is None
        else tuple(checked_award("an award", award) for award in _list(awards, "awards")),
        _entries(table, "entrants", _entrant),
        _entries(table, "deductions", _deduction),
        _entries(table, "withdrawals", _withdrawal),
        **{key: table[key] for key in (*_PLAIN_KEYS, "title") if key in table},  # type: ignore[arg-type]
    )


def make_event_plan(table: Mapping[str, object]) -> EventPlan:
    """The plan of an event file: ``players`` and ``rounds``; ``title``, ``rules``, ``penalties``,
    ``seat_change``, ``base_points`` (each as in a match file), ``seed``, ``seating`` [{"round",
    "tables"}], ``substitutions``, ``preset``, ``entrants``, ``apart`` [{"players", "weight",
    "name"}] and ``fixed_tables`` {player: table}, all optional.

    Raises ``StandingsError``, which says what is wrong.

    >>> make_event_plan({"players": ["An", "Bo", "Cai", "Du"], "rounds": 3}).rounds
    3
    """
    _check_keys(checked_table("the event", table, StandingsError, "a table"), _KEYS, "the event")
    for key in ("players", "rounds"):
        if key not in table:
            raise StandingsError(f"the event: {key} is missing: event new writes an event file")

    def part(key: str, read: Callable[[object], T], default: object) -> T:
        try:
            return read(table.get(key, default))
        except GuobiaoError as error:
            raise StandingsError(f"the event: {key}: {error}") from None

    return EventPlan(
        tuple(_text(name, "a player") for name in _list(table["players"], "players")),
        _number(table["rounds"], "rounds"),
        part("title", _title, ""),
        part("rules", rules_from_json, "mil"),
        part("penalties", _penalties, "rulebook"),
        part("seat_change", _seat_change, "west"),
        _number(table.get("base_points", BASE_POINTS), "base_points"),
        _number(table.get("seed", 0), "seed"),
        _seating(table),
        _entries(table, "substitutions", _substitution),
        part("preset", _preset, "mil"),
        _entries(table, "entrants", _entrant),
        _entries(table, "apart", _apart),
        _fixed_tables(table.get("fixed_tables", {})),
    )


def _apart(entry: Mapping[str, object], where: str) -> Apart:
    _check_keys(entry, ("players", "weight", "name"), where)
    try:
        return Apart(
            tuple(
                _text(name, f"{where}.players")
                for name in _list(entry.get("players"), f"{where}.players")
            ),
            _number(entry.get("weight", 1), f"{where}.weight"),
            _text(entry["name"], f"{where}.name") if "name" in entry else "",
        )
    except ScheduleError as error:
        raise StandingsError(f"{where}: {error}") from None


def _fixed_tables(value: object) -> dict[str, int]:
    tables = checked_table("fixed_tables", value, StandingsError, "a table")
    return {name: _number(table, f"fixed_tables.{name}") for name, table in tables.items()}


def _title(value: object) -> str:
    return checked_text("", value, StandingsError)


def _preset(value: object) -> str:
    return get_preset(checked_text("", value, StandingsError)).name


def _penalties(value: object) -> PenaltyProfile:
    if isinstance(value, Mapping):
        return make_penalty_profile(value)
    return get_penalty_profile(_text(value, "the profile"))


def _seat_change(value: object) -> SeatChange:
    if isinstance(value, str):
        return parse_seat_change(value)
    return parse_seat_change([_text(order, "an order") for order in _list(value, "the orders")])


def _seating(table: Mapping[str, object]) -> tuple[tuple[TableOfFour, ...], ...]:
    rounds = _entries(table, "seating", _seated_round)
    for place, (number, _) in enumerate(rounds, start=1):
        if number != place:
            raise StandingsError(f"seating[{place}].round is {number}: expected {place}")
    return tuple(tables for _, tables in rounds)


def _seated_round(entry: Mapping[str, object], where: str) -> tuple[int, tuple[TableOfFour, ...]]:
    _check_keys(entry, ("round", "tables"), where)
    tables = _list(entry.get("tables"), f"{where}.tables")
    number = _number(entry.get("round"), f"{where}.round")
    return number, tuple(_four(names, f"{where}.tables") for names in tables)


def _four(value: object, where: str) -> TableOfFour:
    names = [_text(name, where) for name in _list(value, where)]
    if len(names) != 4:
        raise StandingsError(f"{where}: {shown(value)}: expected four names, E S W N")
    return (names[0], names[1], names[2], names[3])


def _begun(games: tuple[Game, ...], plan: EventPlan) -> tuple[Substitution, ...]:
    """The substitutions of those who have played.

    Raises ``StandingsError`` if a game has a player of whom the plan does not know.
    """
    known = {*plan.players, *(one.substitute for one in plan.substitutions)}
    played = {(name, game.session) for game in games for name, _ in game.scores}
    for name, session in sorted(played, key=str):
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise StandingsError(
                f"{shown(name)} played in session {session} and is no player of the event{hint}: "
                "event substitute names a substitute"
            )
    return tuple(
        one
        for one in plan.substitutions
        if any(
            name == one.substitute and one.session in (None, session) for name, session in played
        )
    )


def _entries(
    table: Mapping[str, object], key: str, read: Callable[[Mapping[str, object], str], T]
) -> tuple[T, ...]:
    found = []
    for number, entry in enumerate(_list(table.get(key, []), key), start=1):
        where = f"{key}[{number}]"
        found.append(read(checked_table(where, entry, StandingsError, "a table"), where))
    return tuple(found)


def _team(entry: Mapping[str, object], where: str) -> Team:
    _check_keys(entry, ("name", "members"), where)
    members = _list(entry.get("members"), f"{where}.members")
    return Team(
        _text(entry.get("name"), f"{where}.name"),
        tuple(_text(m, f"{where}.members") for m in members),
    )


def _bye(entry: Mapping[str, object], where: str) -> Bye:
    _check_keys(entry, ("player", "session", "standard_points", "points"), where)
    return Bye(
        _text(entry.get("player"), f"{where}.player"),
        _number(entry.get("session"), f"{where}.session"),
        checked_award(f"{where}.standard_points", entry.get("standard_points")),
        _number(entry.get("points"), f"{where}.points"),
    )


def _substitution(entry: Mapping[str, object], where: str) -> Substitution:
    _check_keys(entry, ("substitute", "player", "session", "ranked"), where)
    session = entry.get("session")
    is_ranked = checked_flag(f"{where}.ranked", entry.get("ranked", True), StandingsError)
    return Substitution(
        _text(entry.get("substitute"), f"{where}.substitute"),
        _text(entry.get("player"), f"{where}.player") if is_ranked or "player" in entry else "",
        None if session is None else _number(session, f"{where}.session"),
        is_ranked,
    )


def _entrant(entry: Mapping[str, object], where: str) -> Entrant:
    texts = ("country", "first_name", "last_name", "ema_number")
    _check_keys(entry, ("name", *texts, "ema_member"), where)
    country, first, last, number = (
        _text(entry[key], f"{where}.{key}") if key in entry else "" for key in texts
    )
    is_member = checked_flag(f"{where}.ema_member", entry.get("ema_member", True), StandingsError)
    return Entrant(
        _text(entry.get("name"), f"{where}.name"), country, first, last, number, is_member
    )


def _deduction(entry: Mapping[str, object], where: str) -> Deduction:
    _check_keys(entry, ("player", "team", "standard_points", "points", "reason"), where)
    if ("player" in entry) == ("team" in entry):
        raise StandingsError(f"{where}: expected a player or a team")
    kind: Literal["player", "team"] = "team" if "team" in entry else "player"
    return Deduction(
        _text(entry[kind], f"{where}.{kind}"),
        checked_award(f"{where}.standard_points", entry.get("standard_points", 0)),
        _number(entry.get("points", 0), f"{where}.points"),
        _text(entry["reason"], f"{where}.reason") if "reason" in entry else "",
        kind,
    )


def _withdrawal(entry: Mapping[str, object], where: str) -> Withdrawal:
    _check_keys(entry, ("player", "after", "last"), where)
    return Withdrawal(
        _text(entry.get("player"), f"{where}.player"),
        _number(entry.get("after"), f"{where}.after"),
        checked_flag(f"{where}.last", entry.get("last", False), StandingsError),
    )


def _check_keys(table: Mapping[str, object], keys: tuple[str, ...], where: str) -> None:
    check_keys(where, table, keys, StandingsError)


def _list(value: object, where: str) -> list[object]:
    return checked_list(where, value, StandingsError)


def _text(value: object, where: str) -> str:
    return checked_text(where, value, StandingsError, "a name", may_be_empty=False)


def _number(value: object, where: str) -> int:
    return checked_whole(where, value, None, None, StandingsError)
