"""How an event is ranked, from a table of a TOML file: preset, teams, entrants, byes, substitutes,
withdrawals, deductions, awards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeVar

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..values import checked_flag, whole_number
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

__all__ = ["make_event"]

T = TypeVar("T")

_KEYS: Final = (
    "ranked_in",
    "awards",
    "teams",
    "byes",
    "substitutions",
    "preset",
    "entrants",
    "deductions",
    "withdrawals",
    "best_of_team",
    "best_of_nation",
    "title",
    "dates",
)


_PLAIN_KEYS: Final = (
    "best_of_team",
    "best_of_nation",
    "preset",
    "title",
    "dates",
)  # Event reads them


def make_event(games: Iterable[Game], table: Mapping[str, object]) -> Event:
    """The event of these games: ``ranked_in`` ("table" or "session"), ``awards`` by rank, ``teams``
    [{"name", "members"}], ``byes`` [{"player", "session", "standard_points", "points"}],
    ``substitutions`` [{"substitute", "player", "session", "ranked"}], ``preset`` ("mil" or "ema"),
    ``entrants`` [{"name", "country", "first_name", "last_name", "ema_number", "ema_member"}],
    ``deductions`` [{"player" or "team", "standard_points", "points", "reason"}],
    ``withdrawals`` [{"player", "after", "last"}],
    ``best_of_team``, ``best_of_nation``, ``title``, ``dates``, all optional.

    Raises ``StandingsError``, which says what is wrong.

    >>> make_event([], {"awards": [4, 3, 2, 1]}).awards
    (Fraction(4, 1), Fraction(3, 1), Fraction(2, 1), Fraction(1, 1))
    """
    _check_keys(table, _KEYS, "the event")
    ranked_in = table.get("ranked_in", "table")
    if ranked_in != "table" and ranked_in != "session":
        raise StandingsError(f"ranked_in is {shown(ranked_in)}: expected 'table' or 'session'")
    awards = table.get("awards")
    return Event(
        tuple(games),
        _entries(table, "teams", _team),
        _entries(table, "byes", _bye),
        _entries(table, "substitutions", _substitution),
        "table" if ranked_in == "table" else "session",
        None
        if awards is None
        else tuple(checked_award("an award", award) for award in _list(awards, "awards")),
        _entries(table, "entrants", _entrant),
        _entries(table, "deductions", _deduction),
        _entries(table, "withdrawals", _withdrawal),
        **{key: table[key] for key in _PLAIN_KEYS if key in table},  # type: ignore[arg-type]
    )


def _entries(
    table: Mapping[str, object], key: str, read: Callable[[Mapping[str, object], str], T]
) -> tuple[T, ...]:
    found = []
    for number, entry in enumerate(_list(table.get(key, []), key), start=1):
        if not isinstance(entry, Mapping):
            raise StandingsError(f"{key}[{number}] is {shown(entry)}: expected a table")
        found.append(read(entry, f"{key}[{number}]"))
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
    if unknown := set(table) - set(keys):
        raise StandingsError(
            f"{where}: unknown key {min(map(shown, unknown))}: expected {', '.join(keys)}"
        )


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise StandingsError(f"{where} is {shown(value)}: expected a list")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise StandingsError(f"{where} is {shown(value)}: expected a name")
    return value


def _number(value: object, where: str) -> int:
    number = whole_number(value)
    if number is None:
        raise StandingsError(f"{where} is {shown(value)}: expected a whole number")
    return number
