"""Pairings: nobody meets anybody twice, and where the design is complete
everyone meets everyone.
"""

from itertools import combinations

import pytest

from guobiao.competition.pairings import format_schedule, make_schedule
from guobiao.errors import ScheduleError


def names(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


def meetings(schedule) -> list[frozenset[str]]:
    return [
        frozenset(pair)
        for tables in schedule.rounds
        for table in tables
        for pair in combinations(table, 2)
    ]


@pytest.mark.parametrize(("count", "rounds"), [(4, 1), (16, 5), (28, 9)])
def test_everyone_meets_everyone_once(count: int, rounds: int) -> None:
    schedule = make_schedule(names(count))
    assert len(schedule.rounds) == rounds
    met = meetings(schedule)
    assert len(met) == len(set(met)) == count * (count - 1) // 2


@pytest.mark.parametrize(
    ("count", "rounds"), [(16, 3), (20, 5), (28, 9), (44, 11), (52, 13), (100, 25)]
)
def test_nobody_meets_anybody_twice_and_everybody_plays_every_round(
    count: int, rounds: int
) -> None:
    schedule = make_schedule(names(count), rounds)
    assert len(schedule.rounds) == rounds
    for tables in schedule.rounds:
        assert sorted(name for table in tables for name in table) == sorted(names(count))
    met = meetings(schedule)
    assert len(met) == len(set(met))


def test_the_printed_pairings() -> None:
    lines = format_schedule(make_schedule("ABCDEFGHIJKLMNOP", 2)).splitlines()
    assert lines[0] == "Round 1"
    assert lines[1] == "  Table 1: E A, S B, W C, N D"
    assert len(lines) == 10


@pytest.mark.parametrize("count", [0, 3, 6, 8, 12, 24, 32, 36, 40])
def test_no_schedule_where_no_simple_design_is_known(count: int) -> None:
    with pytest.raises(
        ScheduleError,
        match=f"^no schedule for {count} players: simple cyclic designs are known here for",
    ):
        make_schedule(names(count))


@pytest.mark.parametrize(
    ("count", "rounds", "most"), [(16, 6, 5), (16, 0, 5), (4, 2, 1), (20, 6, 5)]
)
def test_no_schedule_of_more_rounds_than_the_design_has(count: int, rounds: int, most: int) -> None:
    with pytest.raises(
        ScheduleError,
        match=f"^no schedule of {rounds} rounds for {count} players: their design has {most}",
    ):
        make_schedule(names(count), rounds)


def test_a_player_is_named_once() -> None:
    with pytest.raises(ScheduleError, match="no schedule: a player is named twice"):
        make_schedule("ABCA")
