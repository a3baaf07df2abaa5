"""The next round by rank."""

from itertools import combinations

import pytest

from guobiao.competition.pairings import (
    Apart,
    Schedule,
    make_schedule,
    next_round,
    report_schedule,
)
from guobiao.errors import ScheduleError


def names(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


def by_rank(rounds: int, count: int) -> Schedule:
    """All rounds by rank, the ranking another one each time."""
    schedule = Schedule(())
    for turn in range(rounds):
        players = sorted(names(count), key=lambda name: int(name[1:]) * (2 * turn + 7) % 41)
        schedule = Schedule((*schedule.rounds, next_round(players, schedule)))
    return schedule


def test_the_first_round_takes_the_ranking_by_fours() -> None:
    tables = next_round(names(12), Schedule(()))
    assert [sorted(table) for table in tables] == [
        ["P0", "P1", "P2", "P3"], ["P4", "P5", "P6", "P7"], ["P10", "P11", "P8", "P9"],
    ]  # fmt: skip


def test_neighbours_who_have_met_are_parted() -> None:
    """Four tables by rank, then the same ranking: one of each table."""
    first = next_round(names(16), Schedule(()))
    second = next_round(names(16), Schedule((first,)))
    met = {frozenset(pair) for table in first for pair in combinations(table, 2)}
    assert not any(frozenset(pair) in met for table in second for pair in combinations(table, 2))


@pytest.mark.parametrize(("count", "rounds"), [(16, 3), (40, 8)])
def test_a_whole_event_by_rank_in_which_nobody_meets_twice(count: int, rounds: int) -> None:
    report = report_schedule(by_rank(rounds, count))
    assert report.rounds == rounds
    assert report.meetings_again == 0
    assert all(max(had) - min(had) <= 2 for _, had in report.seats)


def test_the_best_sit_near_each_other() -> None:
    schedule = make_schedule(names(40), 7, seed=1)
    tables = next_round(names(40), schedule)
    assert "P0" in tables[0]
    spread = [
        max(int(name[1:]) for name in table) - min(int(name[1:]) for name in table)
        for table in tables
    ]
    assert sum(spread) / 10 < 18  # 25 if drawn by lot


def test_who_has_left_or_come() -> None:
    """P0 has left for Zoe."""
    first = next_round(names(16), Schedule(()))
    second = next_round(["Zoe", *names(16)[1:]], Schedule((first,)))
    assert sorted(name for table in second for name in table) == sorted(["Zoe", *names(16)[1:]])


def test_wishes() -> None:
    group = Apart(("P0", "P1", "P2"), weight=10)
    tables = next_round(names(16), Schedule(()), apart=[group], fixed_tables={"P0": 4, "P15": 1})
    assert "P0" in tables[3]
    assert "P15" in tables[0]
    assert max(len({"P0", "P1", "P2"}.intersection(table)) for table in tables) == 1


@pytest.mark.parametrize("seed", range(4))
def test_those_with_fixed_tables_never_meet_even_if_others_meet_again(seed: int) -> None:
    fixed = {"P0": 1, "P5": 2, "P9": 3}
    tables = next_round(
        names(12), make_schedule(names(12), 10, seed=seed, time_limit=0.1), fixed_tables=fixed
    )
    assert ["P0" in tables[0], "P5" in tables[1], "P9" in tables[2]] == [True] * 3


def test_seats_that_the_four_have_had_least() -> None:
    schedule = by_rank(1, 16)
    second = next_round(names(16), schedule)
    before = {name: seat for table in schedule.rounds[0] for seat, name in enumerate(table)}
    assert all(before[name] != seat for table in second for seat, name in enumerate(table))


def test_bad_input() -> None:
    with pytest.raises(ScheduleError, match="2 more would do"):
        next_round(names(14), Schedule(()))
    with pytest.raises(ScheduleError, match="no round: a player is named twice"):
        next_round([*"ABCA"], Schedule(()))
    with pytest.raises(ScheduleError, match=r"previous is .*: expected a Schedule"):
        next_round(names(16), [])  # type: ignore[arg-type]
    with pytest.raises(ScheduleError, match="'A' sits twice"):
        next_round(names(16), Schedule(((("A", "A", "B", "C"),),)))
