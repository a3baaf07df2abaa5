"""Schedules: who meets whom, seats, tables, wishes, and what is no schedule."""

from collections import Counter
from itertools import combinations

import pytest

from guobiao.competition.pairings import (
    Apart,
    Schedule,
    compatriots,
    format_report,
    format_schedule,
    make_schedule,
    report_schedule,
    report_to_json,
)
from guobiao.errors import ScheduleError


def names(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


def meetings(schedule: Schedule) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for tables in schedule.rounds
        for table in tables
        for pair in combinations(table, 2)
    )


def seats(schedule: Schedule) -> dict[str, Counter[int]]:
    found: dict[str, Counter[int]] = {}
    for tables in schedule.rounds:
        for table in tables:
            for seat, name in enumerate(table):
                found.setdefault(name, Counter()).update([seat])
    return found


def check(schedule: Schedule, players: list[str], rounds: int) -> None:
    """So many rounds, everybody plays in each, and seats are even within one."""
    assert len(schedule.rounds) == rounds
    for tables in schedule.rounds:
        assert sorted(name for table in tables for name in table) == sorted(players)
    for counts in seats(schedule).values():
        times = [counts[seat] for seat in range(4)]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize(("count", "rounds"), [(4, 1), (16, 5), (28, 9), (40, 13)])
def test_everyone_meets_everyone_once(count: int, rounds: int) -> None:
    schedule = make_schedule(names(count))
    check(schedule, names(count), rounds)
    met = meetings(schedule)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        (16, 3), (20, 5), (24, 7), (28, 9), (32, 7), (36, 11), (40, 8), (44, 11), (48, 15),
        (52, 13), (64, 10), (100, 25), (148, 9), (256, 11),
    ],
)  # fmt: skip
def test_nobody_meets_anybody_twice(count: int, rounds: int) -> None:
    schedule = make_schedule(names(count), rounds, seed=count)
    check(schedule, names(count), rounds)
    assert set(meetings(schedule).values()) == {1}


@pytest.mark.parametrize(
    ("count", "rounds", "again"), [(4, 3, 12), (8, 2, 4), (8, 7, 56), (16, 7, 48), (28, 10, 42)]
)
def test_few_meet_again_where_some_must(count: int, rounds: int, again: int) -> None:
    """No fewer than counting says: 3 meetings a round with so many others."""
    schedule = make_schedule(names(count), rounds)
    check(schedule, names(count), rounds)
    report = report_schedule(schedule)
    assert report.meetings_again == report.least_again == again
    assert report.meetings_again == sum(times - 1 for times in meetings(schedule).values())


def test_nobody_meets_three_times_where_twice_will_do() -> None:
    assert max(meetings(make_schedule(names(20), 8)).values()) == 2


def test_players_change_tables() -> None:
    for count, rounds, most in (
        (32, 7, 1),
        (40, 8, 1),
        (64, 10, 1),
        (148, 9, 1),
        (28, 9, 2),
        (16, 5, 3),
    ):
        report = report_schedule(make_schedule(names(count), rounds, seed=3))
        assert report.most_at_table == most
        assert (report.returns == 0) is (most == 1)


def test_the_printed_pairings() -> None:
    lines = format_schedule(make_schedule("ABCDEFGHIJKLMNOP", 2)).splitlines()
    assert lines[0] == "Round 1"
    assert lines[1] == "  Table 1: E A, S B, W C, N D"
    assert len(lines) == 10


def test_a_seed_draws_who_stands_where() -> None:
    drawn = [make_schedule(names(20), 5, seed=seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


# ------------------------------------------------------------------------------------------- wishes


def nations(sizes: list[int]) -> dict[str, str]:
    """Players of nations of these sizes, dealt out over the list of players."""
    listed = [f"N{number}" for number, size in enumerate(sizes) for _ in range(size)]
    step = 37 if len(listed) % 37 else 41
    return {f"P{place}": listed[place * step % len(listed)] for place in range(len(listed))}


def test_compatriots_of_twenty_nations_never_meet() -> None:
    sizes = [20, 16, 14, 12, 10, 10, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2]
    wanted = compatriots(nations(sizes))
    assert sorted(len(group.players) for group in wanted) == sorted(sizes)
    schedule = make_schedule(names(148), 9, seed=1, apart=wanted)
    check(schedule, names(148), 9)
    report = report_schedule(schedule, apart=wanted)
    assert [found.meetings for found in report.groups] == [0] * 20
    assert report.meetings_again == 0


def test_the_heavier_group_is_kept_apart() -> None:
    """Everybody meets everybody once but for the 4 of a group of 20 in 5 rounds."""
    groups = [Apart(("P0", "P1", "P2", "P3"), 1), Apart(("P0", "P1", "P4", "P5", "P6"), 1000)]
    report = report_schedule(make_schedule(names(20), 5, apart=groups), apart=groups)
    assert report.groups[1].meetings == 0 < report.groups[0].meetings


def test_more_compatriots_than_tables_meet_as_seldom_as_can_be() -> None:
    group = Apart(tuple(names(10)), name="hosts")
    report = report_schedule(make_schedule(names(32), 3, seed=1, apart=[group]), apart=[group])
    assert report.groups[0].least == 6
    assert report.groups[0].meetings == 6
    assert report.meetings_again == 0


@pytest.mark.parametrize(("count", "rounds"), [(16, 4), (16, 5), (40, 8)])
def test_somebody_stays_at_a_table(count: int, rounds: int) -> None:
    """In 16 by 5 the two with tables of their own would meet in the design."""
    fixed = {"P2": 3, "P7": 1}
    schedule = make_schedule(names(count), rounds, seed=4, fixed_tables=fixed)
    check(schedule, names(count), rounds)
    for tables in schedule.rounds:
        assert "P2" in tables[2]
        assert "P7" in tables[0]
    report = report_schedule(schedule, fixed_tables=fixed)
    assert report.least_returns == (count - 2) * max(0, rounds - count // 4)


# ------------------------------------------------------------------------------------------- effort


def test_progress_is_told_and_a_time_limit_ends_the_search() -> None:
    told: list[tuple[str, int, int]] = []
    limited = make_schedule(names(8), 7, time_limit=1e-9, progress=lambda *now: told.append(now))
    check(limited, names(8), 7)
    assert [(doing, step) for doing, step, _ in told] == [("meetings", 0), ("tables", 0)]
    told.clear()
    better = make_schedule(names(8), 7, progress=lambda *now: told.append(now))
    assert len(told) > 2
    assert all(0 <= step < steps for _, step, steps in told)
    again = [max(meetings(found).values()) for found in (better, limited)]
    assert again[0] == 3 < again[1]


def test_what_progress_raises_ends_the_search() -> None:
    def stop(doing: str, step: int, steps: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_schedule(names(20), 6, progress=stop)


# ------------------------------------------------------------------------------------------- report

BY_HAND = Schedule(
    (
        (("A", "B", "C", "D"), ("E", "F", "G", "H")),
        (("A", "B", "E", "F"), ("D", "C", "G", "H")),
        (("H", "G", "A", "B"), ("C", "D", "E", "F")),
    )
)


def test_a_report_counted_by_hand() -> None:
    group = Apart(("A", "B", "C"), 2, "club")
    report = report_schedule(BY_HAND, apart=[group], fixed_tables={"A": 1})
    assert report.pairs_met == (0, 24, 0, 4)
    assert report.again == (("A", "B", 3), ("C", "D", 3), ("E", "F", 3), ("G", "H", 3))
    assert (report.meetings_again, report.least_again) == (8, 8)
    assert dict(report.seats)["C"] == (1, 1, 1, 0)
    assert report.uneven == ("A", "B", "E", "F", "G", "H")
    assert (report.returns, report.least_returns, report.most_at_table) == (8, 7, 3)
    assert (report.groups[0].meetings, report.groups[0].least) == (5, 3)
    assert format_report(report).splitlines() == [
        "8 players, 3 rounds",
        "Pairs: 24 meet once, 4 meet 3 times",
        "Meetings again: 8 (at least 8)",
        "  A and B: 3 times",
        "  C and D: 3 times",
        "  E and F: 3 times",
        "  G and H: 3 times",
        "Seats: not within one for A, B, E, F, G, H",
        "Tables: 8 returns to a table (at least 7), nobody is at one more than 3 times",
        "Group club, 3 players: 5 meetings (at least 3)",
    ]
    told = report_to_json(report)
    assert told["again"][0] == {"players": ["A", "B"], "times": 3}  # type: ignore[index]
    assert told["seats"]["C"] == {"E": 1, "S": 1, "W": 1, "N": 0}  # type: ignore[index]
    assert told["groups"] == [
        {"name": "club", "players": ["A", "B", "C"], "weight": 2, "meetings": 5, "least": 3}
    ]


# ---------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "expected 4 to 1024"),
        (3, "expected 4 to 1024"),
        (1028, "expected 4 to 1024"),
        (14, r"2 more would do \(substitutes\), or 2 less \(byes in turns\)"),
        (41, r"3 more would do \(substitutes\), or 1 less \(byes in turns\)"),
    ],
)
def test_no_schedule_for_so_many_players(count: int, told: str) -> None:
    with pytest.raises(ScheduleError, match=f"^no schedule for {count} players.*{told}"):
        make_schedule(names(count), 3)


@pytest.mark.parametrize("rounds", [0, -1, 257, 2.0, "5", True])
def test_no_schedule_of_so_many_rounds(rounds: int) -> None:
    with pytest.raises(
        ScheduleError, match=r"^no schedule of .* rounds: expected .* from 1 to 256, or None"
    ):
        make_schedule(names(16), rounds)


def test_a_player_is_named_once() -> None:
    with pytest.raises(ScheduleError, match="no schedule: a player is named twice"):
        make_schedule("ABCA")


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"apart": [Apart(("P0", "Zoe"), name="DEN")]}, "Zoe.* of the group .*DEN.* is none of"),
        ({"apart": [("P0", "P1")]}, "a group to keep apart is .*: expected a Apart"),
        ({"apart": 5}, "apart is 5: expected a list"),
        ({"fixed_tables": {"Zoe": 1}}, "Zoe.* with a fixed table is none of the 16 players"),
        ({"fixed_tables": {"P0": 5}}, "the fixed table of .*P0.* is 5: .* from 1 to 4"),
        ({"fixed_tables": {"P0": 0}}, "the fixed table of .*P0.* is 0: .* from 1 to 4"),
        ({"fixed_tables": {"P0": 1, "P1": 1}}, "P0.* and .*P1.* both stay at table 1"),
        ({"fixed_tables": ["P0"]}, "fixed_tables is .*: expected player -> table"),
        ({"seed": -1}, "seed is -1: expected a whole number from 0"),
        ({"time_limit": 0}, "time_limit is 0: expected seconds over 0, or None"),
        ({"progress": 7}, "progress is 7: expected a function, or None"),
    ],
)
def test_wishes_that_cannot_be_understood(wish: dict[str, object], told: str) -> None:
    with pytest.raises(ScheduleError, match=told):
        make_schedule(names(16), 2, **wish)  # type: ignore[arg-type]


def test_fixed_tables_that_no_rounds_were_found_for() -> None:
    with pytest.raises(ScheduleError, match="stay at different tables, and no rounds were found"):
        make_schedule(names(16), 5, fixed_tables={"P0": 1, "P1": 2, "P2": 3}, time_limit=1e-9)


@pytest.mark.parametrize("players", [(), ("A",), ("A", "A"), ("A", 5)])
def test_a_group_has_two_players_or_more(players: tuple[str, ...]) -> None:
    with pytest.raises(ScheduleError, match="expected"):
        Apart(players)


@pytest.mark.parametrize("weight", [0, 1001, 1.5])
def test_a_group_has_a_weight(weight: int) -> None:
    with pytest.raises(ScheduleError, match=r"weight is .*: expected .* from 1 to 1000"):
        Apart(("A", "B"), weight)


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (((("A", "B", "C", "A"),),), "round 1 of the schedule: 'A' sits twice"),
        (((("A", "B", "C"),),), "is no table: expected four players"),
        (((("A", "B", "C", 4),),), "is no table: expected four players"),
        ((5,), "round 1 of the schedule is 5: expected a tuple of tables"),
        (5, "the rounds of the schedule are 5: expected a tuple"),
    ],
)
def test_no_report_of_what_is_no_schedule(rounds: object, told: str) -> None:
    with pytest.raises(ScheduleError, match=told):
        report_schedule(Schedule(rounds))  # type: ignore[arg-type]
