"""Pairings of an event: who meets whom at which table, in all rounds at once or in the next one by
rank, and how good that is.

Where a design is known nobody meets anybody twice (``seating.designs``); else few do, as far as a
search finds. Then come the wishes: compatriots apart, a table for somebody who stays there. Seats
are even within one in every schedule. The same arguments give the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from mahjong_core.messages import shown

from ..errors import ScheduleError
from ..values import checked_object, checked_whole, real_number, whole_number
from .seating.designs import Rounds, perfect_rounds
from .seating.effort import Effort, Progress
from .seating.meetings import few_meetings, keep_from_meeting
from .seating.people import by_circles, draw_places, often_met, seat_people
from .seating.ranked import rank_tables, seat_by_counts
from .seating.report import (
    GroupReport,
    ScheduleReport,
    format_report,
    report_schedule,
    report_to_json,
)
from .seating.schedule import Schedule, TableOfFour, checked_schedule, named
from .seating.seats import seat_evenly, spread_over_tables
from .seating.wishes import (
    Apart,
    checked_apart,
    checked_fixed,
    checked_names,
    compatriots,
    least_meetings,
    wanted_of,
)

__all__ = [
    "Apart",
    "GroupReport",
    "Schedule",
    "ScheduleReport",
    "TableOfFour",
    "compatriots",
    "format_report",
    "format_schedule",
    "make_schedule",
    "next_round",
    "report_schedule",
    "report_to_json",
]

_MOST_PLAYERS: Final = 1024
_MOST_ROUNDS: Final = 256


def make_schedule(
    players: Sequence[str],
    rounds: int | None = None,
    *,
    seed: int | None = None,
    apart: Iterable[Apart] = (),
    fixed_tables: Mapping[str, int] | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Schedule:
    """A schedule of so many rounds (None: as many as a design is known for) for 4 to 1024 players,
    a number that four divides.

    Few players meet again, nobody if there is a design; then few of those who should be ``apart``
    meet; then seats are even within one, and players change tables. ``seed``: draws who stands
    where; None keeps the order of the players, but for ``apart``. ``fixed_tables``: player -> the
    number of the table where it always sits. ``time_limit``: seconds after which the searches end
    with what they have; what they have then may be different on another machine. ``progress``: is
    told what is being done, the steps of it that are over, and the most there can be.

    Raises ``ScheduleError`` for another number of players, saying how many substitutes or byes are
    needed, a player named twice, or a wish that cannot be understood or fulfilled.

    >>> schedule = make_schedule("ABCDEFGHIJKLMNOP")
    >>> len(schedule.rounds), schedule.rounds[0][1]
    (5, ('O', 'F', 'J', 'M'))
    """
    names = checked_names(players, "no schedule")
    _check_count(len(names))
    wanted_rounds = _checked_rounds(rounds, len(names))
    groups = checked_apart(apart, names, "no schedule")
    fixed = checked_fixed(fixed_tables, names, "no schedule")
    effort = _effort(time_limit, progress)
    rng = Random(_checked_seed(seed))
    found = few_meetings(len(names), wanted_rounds, rng, effort)
    start = _order(names, groups, None if seed is None else rng)
    wanted = wanted_of(names, groups, fixed)
    start = by_circles(start) if groups else start
    least = sum(g.weight * least_meetings(g, len(names) // 4, wanted_rounds) for g in groups)
    places = draw_places(found, start, wanted, least, rng, effort)
    found = _kept_apart(names, seat_people(found, places), fixed, rng, effort)
    found = seat_evenly(len(names), found)
    found = spread_over_tables(len(names), found, fixed, rng, effort)
    return Schedule(tuple(named(names, tables) for tables in found))


def next_round(
    ranking: Sequence[str],
    previous: Schedule,
    *,
    apart: Iterable[Apart] = (),
    fixed_tables: Mapping[str, int] | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> tuple[TableOfFour, ...]:
    """The next round by rank (Swiss): the best four at the first table, and so on, but as far as it
    goes with nobody at a table whom it has met in the rounds before.

    ``ranking``: who plays, the best first; who has left or come since the rounds before may. A
    meeting of two of a group to keep apart weighs as 20 places in the ranking, times its weight.
    Seats are those that the four have had least. Raises ``ScheduleError`` as ``make_schedule``.

    >>> first = make_schedule("ABCDEFGHIJKLMNOP", 1)
    >>> next_round("ABCDEFGHIJKLMNOP", first)[0]
    ('H', 'A', 'I', 'M')
    """
    names = checked_names(ranking, "no round")
    _check_count(len(names))
    before = checked_schedule("previous", previous)
    groups = checked_apart(apart, names, "no round")
    fixed = checked_fixed(fixed_tables, names, "no round")
    effort = _effort(time_limit, progress)
    numbers = {name: number for number, name in enumerate(names)}
    wanted = wanted_of(names, groups, fixed)
    tables = rank_tables(_met_before(numbers, before), wanted, fixed, effort)
    _check_fixed(names, [tables], fixed)
    counts = _sat_before(numbers, before)
    seated = [seat_by_counts(table, counts) for table in tables]
    return named(names, spread_over_tables(len(names), [seated], fixed, Random(0), effort)[0])


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


def _check_count(count: int) -> None:
    if not 4 <= count <= _MOST_PLAYERS:
        raise ScheduleError(f"no schedule for {count} players: expected 4 to {_MOST_PLAYERS}")
    over = count % 4
    if over:
        raise ScheduleError(
            f"no schedule for {count} players, four to a table: {4 - over} more would do "
            f"(substitutes), or {over} less (byes in turns)"
        )


def _checked_rounds(rounds: object, count: int) -> int:
    if rounds is None:
        return perfect_rounds(count)
    found = whole_number(rounds, 1, _MOST_ROUNDS)
    if found is None:
        raise ScheduleError(
            f"no schedule of {shown(rounds)} rounds: expected a whole number from 1 to "
            f"{_MOST_ROUNDS}, or None for the {perfect_rounds(count)} in which no two of {count} "
            "players need meet twice"
        )
    return found


def _checked_seed(seed: object) -> int:
    return 0 if seed is None else checked_whole("seed", seed, 0, None, ScheduleError)


def _effort(time_limit: Any, progress: Any) -> Effort:
    seconds = None if time_limit is None else real_number(time_limit)
    if time_limit is not None and (seconds is None or seconds <= 0):
        raise ScheduleError(f"time_limit is {shown(time_limit)}: expected seconds over 0, or None")
    if progress is not None and not callable(progress):
        raise ScheduleError(f"progress is {shown(progress)}: expected a function, or None")
    return Effort(seconds, progress)


def _order(names: Sequence[str], groups: Sequence[Apart], rng: Random | None) -> list[int]:
    """The players as they go to their places: those of the largest groups first, drawn by lot if
    there is a seed.
    """
    drawn = list(range(len(names)))
    if rng is not None:
        rng.shuffle(drawn)
    group_of: dict[str, tuple[int, int]] = {}
    for number, group in enumerate(sorted(groups, key=lambda group: -len(group.players))):
        for player in group.players:
            group_of.setdefault(player, (0, number))
    return sorted(drawn, key=lambda number: group_of.get(names[number], (1, 0)))


def _kept_apart(
    names: Sequence[str], rounds: Rounds, fixed: Mapping[int, int], rng: Random, effort: Effort
) -> Rounds:
    """Those with tables of their own never meet: if they do, the rounds are searched again."""
    if _meeting(fixed, rounds) is None:
        return rounds
    pairs = combinations(fixed, 2)
    found = keep_from_meeting(len(names), rounds, pairs, rng, effort)
    _check_fixed(names, found, fixed)
    return found


def _check_fixed(names: Sequence[str], rounds: Rounds, fixed: Mapping[int, int]) -> None:
    if met := _meeting(fixed, rounds):
        one, other = (shown(names[number], 60) for number in met)
        raise ScheduleError(
            f"no schedule: {one} and {other} stay at different tables, and no rounds were found in "
            "which they never meet: give the search more time"
        )


def _meeting(fixed: Mapping[int, int], rounds: Rounds) -> tuple[int, int] | None:
    """The first two of those with a fixed table who meet."""
    for table in (table for tables in rounds for table in tables):
        if len(found := [player for player in table if player in fixed]) > 1:
            return found[0], found[1]
    return None


def _met_before(numbers: Mapping[str, int], before: Schedule) -> list[list[int]]:
    """How often the ranked players have met: those who play no more count for nothing."""
    known = [
        [[numbers[name] for name in table if name in numbers] for table in tables]
        for tables in before.rounds
    ]
    return often_met(len(numbers), known)


def _sat_before(numbers: Mapping[str, int], before: Schedule) -> dict[int, list[int]]:
    counts = {number: [0, 0, 0, 0] for number in numbers.values()}
    for table in (table for tables in before.rounds for table in tables):
        for seat, name in enumerate(table):
            if name in numbers:
                counts[numbers[name]][seat] += 1
    return counts
