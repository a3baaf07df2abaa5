"""How an event is ranked, from a table of a TOML file: teams, byes, substitutes, awards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, TypeVar

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..values import (
    check_keys,
    checked_list,
    checked_table,
    checked_text,
    checked_whole,
    real_number,
)
from .standings import Bye, Event, Game, Substitution, Team

__all__ = ["make_event"]

T = TypeVar("T")

_KEYS: Final = ("ranked_in", "awards", "teams", "byes", "substitutions")


def make_event(games: Iterable[Game], table: Mapping[str, object]) -> Event:
    """The event of these games: ``ranked_in`` ("table" or "session"), ``awards`` by rank, ``teams``
    [{"name", "members"}], ``byes`` [{"player", "session", "standard_points", "points"}],
    ``substitutions`` [{"substitute", "player", "session"}], all optional.

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
        else tuple(_award(award, "an award") for award in _list(awards, "awards")),
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
        _award(entry.get("standard_points"), f"{where}.standard_points"),
        _number(entry.get("points"), f"{where}.points"),
    )


def _substitution(entry: Mapping[str, object], where: str) -> Substitution:
    _check_keys(entry, ("substitute", "player", "session"), where)
    session = entry.get("session")
    return Substitution(
        _text(entry.get("substitute"), f"{where}.substitute"),
        _text(entry.get("player"), f"{where}.player"),
        None if session is None else _number(session, f"{where}.session"),
    )


def _check_keys(table: Mapping[str, object], keys: tuple[str, ...], where: str) -> None:
    check_keys(where, table, keys, StandingsError)


def _list(value: object, where: str) -> list[object]:
    return checked_list(where, value, StandingsError)


def _text(value: object, where: str) -> str:
    return checked_text(where, value, StandingsError, "a name", may_be_empty=False)


def _number(value: object, where: str) -> int:
    return checked_whole(where, value, None, None, StandingsError)


def _award(value: object, where: str) -> Fraction:
    """2.5 is five halves, not the nearest binary number."""
    number = real_number(value)
    if number is None or abs(number) > 10**6:
        raise StandingsError(f"{where} is {shown(value)}: expected a number")
    return Fraction(str(value))
