"""The five principles and the order of ties, on hands that tell them (``cases/principles.tsv``):
the whole explanation of each.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

import guobiao
from case_files import CASES
from explained import written_dropped, written_fans, written_split
from guobiao import parse_hand, reference
from guobiao.explain import explain
from mahjong_core import fan_table

PRINCIPLES = ("不重复", "不拆移", "不得相同", "就高不就低", "套算一次")
# (6) decides nothing under the built-in profiles: wherever two splits have as many chows and the
# same pair, pungs are worth more.
TIES = ("并列1", "并列2", "并列3", "并列4", "并列5", "并列7", "并列8")


class Row(NamedTuple):
    """One line of the file."""

    principle: str
    profile: str
    hand: str
    total: int
    fans: str
    split: str
    dropped: str
    why: str


def read_rows() -> list[Row]:
    lines = (CASES / "principles.tsv").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Row(*line[:3], int(line[3]), *line[4:]) for line in cells]


ROWS = read_rows()


def test_every_principle_and_tie_has_its_rows() -> None:
    assert {row.principle for row in ROWS} == {*PRINCIPLES, *TIES}
    assert all(row.why for row in ROWS)


@pytest.mark.parametrize("scorer", [guobiao, reference], ids=["core", "reference"])
@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row.principle}-{row.profile}-{row.hand}" for row in ROWS]
)
def test_row(scorer, row: Row) -> None:
    score = scorer.score(row.hand, rules=row.profile)
    assert score.points == row.total
    assert written_fans(score.explanation) == row.fans
    assert written_split(score.explanation) == row.split
    assert written_dropped(score.explanation) == row.dropped


def test_tie_6_the_smaller_list_of_sets() -> None:
    """222 333 444 555: three 234 and 555, or 222 and three 345, once the fans of pungs are worth
    nothing.
    """
    pungs = ("一色四节高", "一色三节高", "四暗刻", "三暗刻", "双暗刻", "碰碰和")
    rules = fan_table.resolve({"points": dict.fromkeys(pungs, 0)})
    hand = parse_hand("2223334445559p9p|EE0000")
    for explanation in (explain(hand, rules), reference.score_rules(hand, rules)):
        assert written_split(explanation) == "234p 234p 234p 555p (99p)"
