"""A schedule: the players of each table, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_core.messages import shown

from ...errors import ScheduleError
from ...values import checked_object

__all__ = ["Schedule", "TableOfFour", "checked_schedule", "named"]

TableOfFour = tuple[str, str, str, str]
"""The players at a table, E S W N."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of tables; in each round every player has a seat."""

    rounds: tuple[tuple[TableOfFour, ...], ...]


def named(names: Sequence[str], tables: Sequence[Sequence[int]]) -> tuple[TableOfFour, ...]:
    """The tables of a round with the players' names."""
    return tuple((names[a], names[b], names[c], names[d]) for a, b, c, d in tables)


def checked_schedule(what: str, schedule: object) -> Schedule:
    """The schedule; ``ScheduleError`` if it is none, or if in some round somebody sits twice or a
    table has not four players.
    """
    found = checked_object(what, schedule, Schedule, ScheduleError)
    if not isinstance(found.rounds, (tuple, list)):
        raise ScheduleError(f"the rounds of {what} are {shown(found.rounds)}: expected a tuple")
    for number, tables in enumerate(found.rounds, start=1):
        told = f"round {number} of {what}"
        if not isinstance(tables, (tuple, list)):
            raise ScheduleError(f"{told} is {shown(tables)}: expected a tuple of tables")
        for table in tables:
            _check_table(told, table)
        seated = [player for table in tables for player in table]
        if len(set(seated)) < len(seated):
            twice = next(player for player in seated if seated.count(player) > 1)
            raise ScheduleError(f"{told}: {shown(twice, 60)} sits twice")
    return found


def _check_table(told: str, table: object) -> None:
    if (
        not isinstance(table, (tuple, list))
        or len(table) != 4
        or not all(isinstance(player, str) for player in table)
    ):
        raise ScheduleError(f"{told}: {shown(table)} is no table: expected four players")
