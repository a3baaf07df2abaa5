"""The reference against the case files."""

from __future__ import annotations

import random

import pytest

from case_files import Case, each_case, read_cases
from guobiao import reference
from guobiao.errors import GuobiaoError


@each_case("decisions.tsv", "reports.tsv", "profiles.tsv")
def test_case(case: Case) -> None:
    check(case)


def test_a_thousand_random_hands() -> None:
    for case in random.Random(20251129).sample(read_cases("random-mil.tsv"), 1000):
        check(case)


def check(case: Case) -> None:
    if case.total is None:
        with pytest.raises(GuobiaoError):
            reference.score(case.hand, rules=case.profile)
        return
    score = reference.score(case.hand, rules=case.profile)
    assert {int(counted.fan): counted.count for counted in score.fans} == case.fans, case
    assert score.points == case.total, case
