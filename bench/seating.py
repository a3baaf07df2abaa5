"""How good schedules are: the tables of docs/seating.md.

``python bench/seating.py`` makes them all, some minutes; ``--quick`` only the first two.
Each schedule is checked first: everybody plays in every round, and sits E S W N equally often
within one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import Final

from guobiao.competition.pairings import (
    Apart,
    ScheduleReport,
    compatriots,
    make_schedule,
    report_schedule,
)
from guobiao.competition.seating.designs import perfect_rounds

EVENTS: Final = (
    (16, 5), (28, 9), (32, 7), (40, 8), (40, 13), (64, 10), (100, 10), (148, 9), (256, 11),
    (256, 85),
)  # fmt: skip
ROUNDS: Final = (4, 6, 8, 10, 12, 16)
# Players of twenty nations: about as at European championships, with more of the host's.
NATIONS: Final = (20, 16, 14, 12, 10, 10, 9, 8, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2)
SEED: Final = 2026


def reported(
    count: int, rounds: int, apart: tuple[Apart, ...] = ()
) -> tuple[ScheduleReport, float]:
    """The report, and the seconds that the schedule took."""
    names = [f"P{number}" for number in range(count)]
    start = time.perf_counter()
    schedule = make_schedule(names, rounds, seed=SEED, apart=apart)
    seconds = time.perf_counter() - start
    assert all(
        sorted(name for table in tables for name in table) == sorted(names)
        for tables in schedule.rounds
    )
    report = report_schedule(schedule, apart=apart)
    assert not report.uneven
    return report, seconds


def nations(seed: int) -> dict[str, str]:
    """The players of ``NATIONS``, drawn by lot."""
    listed = [f"N{number}" for number, size in enumerate(NATIONS) for _ in range(size)]
    Random(seed).shuffle(listed)
    return {f"P{number}": nation for number, nation in enumerate(listed)}


def known_lines() -> Iterator[str]:
    """In how many rounds nobody meets twice, beside the most that counting allows."""
    known = {count: perfect_rounds(count) for count in range(8, 260, 4)}
    best = [count for count, rounds in known.items() if rounds == (count - 1) // 3]
    yield f"all rounds that counting allows, (players - 1) // 3: {' '.join(map(str, best))}"
    others = (
        f"{count}: {rounds} of {(count - 1) // 3}"
        for count, rounds in known.items()
        if count not in best
    )
    yield f"fewer: {', '.join(others)}"


def event_lines() -> Iterator[str]:
    yield "| players | rounds | meet again | at least | back at a table | at least |"
    yield "|---:|---:|---:|---:|---:|---:|"
    yield from (event_line(count, rounds) for count, rounds in EVENTS)


def event_line(count: int, rounds: int) -> str:
    found, _ = reported(count, rounds)
    cells = (
        count, rounds, found.meetings_again, found.least_again, found.returns, found.least_returns,
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def count_lines() -> Iterator[str]:
    yield f"| players | {' | '.join(f'{rounds} rounds' for rounds in ROUNDS)} |"
    yield "|---:|" + "---:|" * len(ROUNDS)
    rows = {count: [cell(count, rounds) for rounds in ROUNDS] for count in range(8, 132, 4)}
    last = max(count for count, cells in rows.items() if {*cells} != {"0"})
    for count, cells in rows.items():
        if count <= last:
            yield f"| {count} | {' | '.join(cells)} |"
    yield f"| {last + 4} to {max(rows)} |{' 0 |' * len(ROUNDS)}"


def cell(count: int, rounds: int) -> str:
    """The meetings again; with more than there must be, these in brackets."""
    found, _ = reported(count, rounds)
    more = f" ({found.least_again})" if found.meetings_again > found.least_again else ""
    return f"{found.meetings_again}{more}"


def nation_lines() -> Iterator[str]:
    wanted = compatriots(nations(SEED))
    before, _ = reported(148, 9)
    without = report_schedule(
        make_schedule([f"P{number}" for number in range(148)], 9, seed=SEED), apart=wanted
    )
    report, seconds = reported(148, 9, wanted)
    assert report.meetings_again == before.meetings_again == 0
    told = (
        ("drawn by lot", sum(found.meetings for found in without.groups)),
        ("kept apart", sum(found.meetings for found in report.groups)),
        ("at least", sum(found.least for found in report.groups)),
    )
    for name, meetings in told:
        yield f"{name}: {meetings} meetings of compatriots"
    yield f"({seconds:.1f} s)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the first two only")
    quick = parser.parse_args().quick
    quick_ones, slow = (known_lines, event_lines), (nation_lines, count_lines)
    for lines in quick_ones if quick else quick_ones + slow:
        for line in lines():
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
