"""The tables of docs/seating.md are what bench/seating.py prints."""

from pathlib import Path

import pytest

import seating

PAGE = (Path(__file__).parents[1] / "docs/seating.md").read_text(encoding="utf-8").splitlines()


def test_the_rounds_that_are_known() -> None:
    assert {*seating.known_lines()} <= {*PAGE}


@pytest.mark.parametrize(("count", "rounds"), [event for event in seating.EVENTS if event[1] < 12])
def test_events(count: int, rounds: int) -> None:
    assert seating.event_line(count, rounds) in PAGE


def test_nations() -> None:
    *told, _ = seating.nation_lines()
    assert told == [
        "drawn by lot: 139 meetings of compatriots",
        "kept apart: 0 meetings of compatriots",
        "at least: 0 meetings of compatriots",
    ]
    assert any("drawn by lot they have 139 meetings" in line for line in PAGE)


@pytest.mark.parametrize(("row", "place"), [("20", 3), ("24", 4), ("28", 4), ("40", 6), ("44", 6)])
def test_meetings_again(row: str, place: int) -> None:
    (cells,) = [line.split(" | ") for line in PAGE if line.startswith(f"| {row} | 0 |")]
    assert cells[place].rstrip(" |") == seating.cell(int(row), seating.ROUNDS[place - 1])
