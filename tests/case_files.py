"""The case files of ``tests/cases``, read in one way: hands with their totals
and fans, one a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from guobiao.fan import parse_fan

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """One line of a case file; ``total`` and ``fans`` (count by fan id) are None if the hand is an
    error.
    """

    id: str
    profile: str
    hand: str
    total: int | None
    fans: dict[int, int] | None


@cache
def read_cases(name: str) -> tuple[Case, ...]:
    """The cases of ``decisions.tsv``, ``reports.tsv``, ``profiles.tsv``, ``wmo.tsv`` or
    ``random-mil.tsv``; the id holds file and row.
    """
    lines = enumerate((CASES / name).read_text(encoding="utf-8").splitlines(), 1)
    return tuple(
        _case(name, number, line.split("\t"))
        for number, line in lines
        if line and not line.startswith("#")
    )


def each_case(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: one test for every line of the files, as the argument ``case``."""
    cases = [case for name in names for case in read_cases(name)]
    return pytest.mark.parametrize("case", cases, ids=[case.id for case in cases])


def _case(name: str, number: int, columns: list[str]) -> Case:
    # random-mil.tsv has neither a row id nor a profile.
    row, profile = (
        ("", "mil") if name.startswith("random-") else (f"-{columns[0]}-{columns[1]}", columns[1])
    )
    hand, total, fans = columns[:3] if name.startswith("random-") else columns[2:5]
    id = f"{name.removesuffix('.tsv')}:{number}{row}".replace(" ", "_")
    if total == "error":
        return Case(id, profile, hand, None, None)
    return Case(id, profile, hand, int(total), _fans(fans))


def _fans(text: str) -> dict[int, int]:
    pairs = (entry.split("*") for entry in text.split())
    return {int(parse_fan(name)): int(count) for name, count in pairs}
