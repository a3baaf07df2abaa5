"""The core against every line of the case files: totals and fan lists exactly, errors refused.

Runs on every Python with nothing but pytest and the package.
"""

from __future__ import annotations

import pytest

import guobiao
from case_files import Case, each_case, read_cases
from scale import scaled

RANDOM = "random-mil.tsv"
CHUNK = 2047
EXPLAINED_EVERY = 10


@each_case("decisions.tsv", "reports.tsv", "profiles.tsv", "wmo.tsv")
def test_case(case: Case) -> None:
    if case.total is None:
        with pytest.raises(guobiao.GuobiaoError):
            guobiao.score(case.hand, rules=case.profile)
        return
    check_core(case)
    check_explained(case)


def test_no_random_case_is_lost() -> None:
    assert len(read_cases(RANDOM)) == 20_472


@pytest.mark.parametrize("start", range(0, 20_472, CHUNK))
def test_random_cases(start: int) -> None:
    """All of them by the core's own list; every tenth also by its explanation (in a checked build
    fewer of both).
    """
    chunk = read_cases(RANDOM)[start : start + CHUNK]
    for number, case in enumerate(chunk[: scaled(len(chunk))]):
        check_core(case)
        if number % EXPLAINED_EVERY == 0:
            check_explained(case)


def check_core(case: Case) -> None:
    score = guobiao.score(case.hand, rules=case.profile)
    counts = {int(fan): count for fan, count in score.fan_counts.items()}
    assert (score.points, counts) == (case.total, case.fans), f"{case.id} {case.hand}"


def check_explained(case: Case) -> None:
    score = guobiao.score(case.hand, rules=case.profile)
    assert {int(counted.fan): counted.count for counted in score.fans} == case.fans, (
        f"{case.id} {case.hand}"
    )
    assert sum(counted.points for counted in score.fans) == case.total, f"{case.id} {case.hand}"
