"""How good a schedule is: who meets again, and the least that counting allows; seats and tables;
groups that should be kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...errors import ScheduleError
from ...values import checked_object
from ...visible import visible
from .meetings import fewest_meetings
from .schedule import Schedule, TableOfFour, checked_schedule
from .wishes import Apart, checked_apart, checked_fixed, least_meetings

__all__ = ["GroupReport", "ScheduleReport", "format_report", "report_schedule", "report_to_json"]


@dataclass(frozen=True, slots=True)
class GroupReport:
    """How often players of a group meet, and how often they must: with more players than tables
    some share one.
    """

    group: Apart
    meetings: int
    least: int


@dataclass(frozen=True, slots=True)
class ScheduleReport:
    """What ``report_schedule`` finds.

    ``pairs_met``: how many pairs never meet, meet once, twice …; ``again``: the pairs that meet
    more than once, and how often; ``meetings_again``: all meetings but the first of each pair, and
    ``least_again`` how many there are in any schedule of so many players and rounds, by counting.
    ``seats``: how often each player sits E S W N; ``uneven``: those with two more of one seat than
    of another. ``returns``: how often somebody comes back to a table, without those who stay at
    one; ``least_returns`` again by counting; ``most_at_table``: how often somebody is at one.
    """

    players: int
    rounds: int
    pairs_met: tuple[int, ...]
    again: tuple[tuple[str, str, int], ...]
    meetings_again: int
    least_again: int
    seats: tuple[tuple[str, tuple[int, int, int, int]], ...]
    uneven: tuple[str, ...]
    returns: int
    least_returns: int
    most_at_table: int
    groups: tuple[GroupReport, ...]


_Rounds = Sequence[Sequence[TableOfFour]]


def report_schedule(
    schedule: Schedule,
    *,
    apart: Iterable[Apart] = (),
    fixed_tables: Mapping[str, int] | None = None,
) -> ScheduleReport:
    """What a schedule is worth, one of one's own too.

    Raises ``ScheduleError`` for what is no schedule, or a wish for somebody who does not play.

    >>> from guobiao.competition.pairings import make_schedule
    >>> report = report_schedule(make_schedule("ABCDEFGHIJKLMNOP", 5))
    >>> report.pairs_met, report.meetings_again, report.least_again, report.uneven
    ((0, 120), 0, 0, ())
    """
    rounds = checked_schedule("the schedule", schedule).rounds
    names = list(dict.fromkeys(player for tables in rounds for t in tables for player in t))
    groups = checked_apart(apart, names, "no report")
    fixed = checked_fixed(fixed_tables, names, "no report")
    staying = {names[number] for number in fixed}
    met = _met(rounds)
    times = Counter(met.values())
    seats = _seats(names, rounds)
    visits = _visits(rounds, staying)
    return ScheduleReport(
        players=len(names),
        rounds=len(rounds),
        pairs_met=_pairs_met(len(names), times),
        again=tuple((one, other, n) for (one, other), n in sorted(met.items()) if n > 1),
        meetings_again=sum((n - 1) * pairs for n, pairs in times.items()),
        least_again=fewest_meetings(len(names), len(rounds)) if rounds else 0,
        seats=seats,
        uneven=tuple(name for name, counts in seats if max(counts) - min(counts) > 1),
        returns=sum(n - 1 for n in visits.values()),
        least_returns=(len(names) - len(staying)) * max(0, len(rounds) - len(names) // 4),
        most_at_table=max(visits.values(), default=0),
        groups=tuple(_group_report(group, met, len(names) // 4, len(rounds)) for group in groups),
    )


def _met(rounds: _Rounds) -> Counter[tuple[str, str]]:
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def _pairs_met(players: int, times: Mapping[int, int]) -> tuple[int, ...]:
    never = players * (players - 1) // 2 - sum(times.values())
    return (never, *(times.get(n, 0) for n in range(1, max(times, default=0) + 1)))


def _seats(
    names: Sequence[str], rounds: _Rounds
) -> tuple[tuple[str, tuple[int, int, int, int]], ...]:
    found = Counter(
        (player, seat) for tables in rounds for table in tables for seat, player in enumerate(table)
    )
    return tuple(
        (name, (found[name, 0], found[name, 1], found[name, 2], found[name, 3])) for name in names
    )


def _visits(rounds: _Rounds, staying: set[str]) -> Counter[tuple[str, int]]:
    return Counter(
        (player, place)
        for tables in rounds
        for place, table in enumerate(tables)
        for player in table
        if player not in staying
    )


def _group_report(
    group: Apart, met: Mapping[tuple[str, str], int], tables: int, rounds: int
) -> GroupReport:
    meetings = sum(met.get(pair, 0) for pair in combinations(sorted(group.players), 2))
    return GroupReport(group, meetings, least_meetings(group, tables, rounds))


def format_report(report: ScheduleReport) -> str:
    """The report to print.

    >>> from guobiao.competition.pairings import make_schedule
    >>> print(format_report(report_schedule(make_schedule("ABCDEFGHIJKLMNOP", 5))))
    16 players, 5 rounds
    Pairs: 120 meet once
    Meetings again: 0 (at least 0)
    Seats: everyone E S W N equally often, within one
    Tables: 36 returns to a table (at least 16), nobody is at one more than 3 times
    """
    checked_object("the report", report, ScheduleReport, ScheduleError)
    lines = [
        f"{report.players} players, {_many(report.rounds, 'round')}",
        f"Pairs: {_pairs_line(report.pairs_met)}",
        f"Meetings again: {report.meetings_again} (at least {report.least_again})",
        *(f"  {visible(a)} and {visible(b)}: {n} times" for a, b, n in report.again),
        _seats_line(report),
        f"Tables: {_many(report.returns, 'return')} to a table (at least {report.least_returns}), "
        f"nobody is at one more than {_many(report.most_at_table, 'time')}",
    ]
    for found in report.groups:
        name = visible(found.group.name) or "without a name"
        lines.append(
            f"Group {name}, {len(found.group.players)} players: "
            f"{_many(found.meetings, 'meeting')} (at least {found.least})"
        )
    return "\n".join(lines)


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _pairs_line(pairs_met: Sequence[int]) -> str:
    words = ("never meet", "meet once", "meet twice")
    told = (words[n] if n < 3 else f"meet {n} times" for n in range(len(pairs_met)))
    return ", ".join(f"{pairs} {word}" for pairs, word in zip(pairs_met, told) if pairs)


def _seats_line(report: ScheduleReport) -> str:
    if not report.uneven:
        return "Seats: everyone E S W N equally often, within one"
    return f"Seats: not within one for {', '.join(map(visible, report.uneven))}"


def report_to_json(report: ScheduleReport) -> dict[str, object]:
    """The report as what JSON can hold.

    >>> from guobiao.competition.pairings import make_schedule
    >>> report_to_json(report_schedule(make_schedule("ABCD", 1)))["pairs_met"]
    [0, 6]
    """
    checked_object("the report", report, ScheduleReport, ScheduleError)
    return {
        "players": report.players,
        "rounds": report.rounds,
        "pairs_met": list(report.pairs_met),
        "again": [{"players": [a, b], "times": n} for a, b, n in report.again],
        "meetings_again": report.meetings_again,
        "least_again": report.least_again,
        "seats": {name: dict(zip("ESWN", counts)) for name, counts in report.seats},
        "uneven": list(report.uneven),
        "returns": report.returns,
        "least_returns": report.least_returns,
        "most_at_table": report.most_at_table,
        "groups": [_group_to_json(found) for found in report.groups],
    }


def _group_to_json(found: GroupReport) -> dict[str, object]:
    return {
        "name": found.group.name,
        "players": list(found.group.players),
        "weight": found.group.weight,
        "meetings": found.meetings,
        "least": found.least,
    }
