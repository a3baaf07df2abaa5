"""Pairings of small events by cyclic designs: who meets whom at which table, with no
two players meeting twice.

Two constructions. 12k + 4 players, here 16 and 28: one player stays, the others stand in three
circles, and each round all circles turn by one; after 5 and 9 rounds everyone has met everyone
once. 4t players with t prime to 6 (20, 44, 52 …): four circles of t that turn at four speeds; t
rounds, and everyone meets everyone of the other circles once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final

from mahjong_core.messages import shown

from ..errors import ScheduleError
from ..names import check_name, find_same_names
from ..values import checked_items, checked_object, checked_text, whole_number

__all__ = ["Schedule", "TableOfFour", "format_schedule", "make_schedule"]

TableOfFour = tuple[str, str, str, str]
"""The players at a table, E S W N."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds of tables; in each round every player has a seat, and no two meet twice."""

    rounds: tuple[tuple[TableOfFour, ...], ...]


# The first round as (place on the circle, circle), found by search: among the differences of places
# within tables each one occurs once for each pair of circles. The first table, of the player who
# stays and the places 0, is left out.
_TURNING: Final = {
    16: (
        ((1, 0), (2, 1), (3, 1), (4, 0)),
        ((1, 1), (2, 2), (3, 2), (4, 1)),
        ((1, 2), (2, 0), (3, 0), (4, 2)),
    ),
    28: (
        ((1, 0), (2, 1), (3, 1), (6, 1)),
        ((1, 1), (2, 2), (4, 0), (8, 1)),
        ((1, 2), (2, 0), (5, 1), (7, 0)),
        ((3, 0), (5, 0), (6, 0), (7, 2)),
        ((3, 2), (4, 1), (6, 2), (8, 2)),
        ((4, 2), (5, 2), (7, 1), (8, 0)),
    ),
}


def make_schedule(players: Sequence[str], rounds: int | None = None) -> Schedule:
    """A schedule of this many rounds (None: as many as the design has).

    Raises ``ScheduleError``, "no schedule", if the library knows no design for it.

    >>> schedule = make_schedule("ABCDEFGHIJKLMNOP")
    >>> len(schedule.rounds), schedule.rounds[0][1]
    (5, ('E', 'I', 'L', 'N'))
    """
    listed = checked_items("players", players, ScheduleError)
    names = [checked_text("a player", name, ScheduleError) for name in listed]
    if len(set(names)) < len(names):
        raise ScheduleError("no schedule: a player is named twice")
    for name in names:
        check_name("no schedule: player", name, ScheduleError)
    if same := find_same_names(names):
        raise ScheduleError(
            f"no schedule: {shown(same[0], 60)} and {shown(same[1], 60)} differ in blanks or case "
            "only"
        )
    tables = _design(len(names))
    wanted = len(tables) if rounds is None else whole_number(rounds, 1, len(tables))
    if wanted is None:
        raise ScheduleError(
            f"no schedule of {shown(rounds)} rounds for {len(names)} players: their design has "
            f"{len(tables)}"
        )
    return Schedule(
        tuple(
            tuple(_seated(names, table, turn) for table in tables[turn]) for turn in range(wanted)
        )
    )


def format_schedule(schedule: Schedule) -> str:
    """The pairings to print: a line a table, with the players E S W N.

    >>> print(format_schedule(make_schedule("ABCD")))
    Round 1
      Table 1: E A, S B, W C, N D
    """
    checked_object("schedule", schedule, Schedule, ScheduleError)
    lines = []
    for number, tables in enumerate(schedule.rounds, start=1):
        lines.append(f"Round {number}")
        for table, names in enumerate(tables, start=1):
            lines.append(
                f"  Table {table}: "
                + ", ".join(f"{seat} {name}" for seat, name in zip("ESWN", names))
            )
    return "\n".join(lines)


_Numbers = list[list[list[int]]]  # players' numbers at the tables of each round


def _design(count: int) -> _Numbers:
    if count in _TURNING:
        return _turning_circles(count)
    if count % 4 or not count or gcd(count // 4, 6) > 1:
        raise ScheduleError(
            f"no schedule for {count} players: simple cyclic designs are known here for 4, 16, 28, "
            "and four times a number prime to 6 (20, 44 …)"
        )
    return _four_speeds(count // 4)


def _turning_circles(count: int) -> _Numbers:
    """Player 0 stays; player 1 + 3 * place + circle stands on a circle."""
    size = (count - 1) // 3
    first = [[(0, 0), (0, 1), (0, 2)], *_TURNING[count]]

    def table(places: Sequence[tuple[int, int]], turn: int) -> list[int]:
        numbers = [1 + 3 * ((place + turn) % size) + circle for place, circle in places]
        return [0, *numbers] if len(numbers) == 3 else numbers

    return [[table(places, turn) for places in first] for turn in range(size)]


def _four_speeds(size: int) -> _Numbers:
    """Player 4 * place + circle; in each round circle c has moved on by c places."""
    return [
        [
            [4 * ((table + circle * turn) % size) + circle for circle in range(4)]
            for table in range(size)
        ]
        for turn in range(size)
    ]


def _seated(names: Sequence[str], table: Sequence[int], turn: int) -> TableOfFour:
    """Players by seat: they move on by one seat a round."""
    a, b, c, d = (names[table[(seat + turn) % 4]] for seat in range(4))
    return (a, b, c, d)
