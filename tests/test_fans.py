"""For each fan that ``mil`` counts a hand that counts it and a near miss, one tile or one
circumstance away (``cases/fans.tsv``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import guobiao
from case_files import CASES
from guobiao import Fan, Hand, parse_fan, parse_hand, reference

# Every hand that wins and is one tile away from these shows them too: here the near miss has
# another pair.
ANOTHER_PAIR = {"清幺九", "字一色", "混幺九", "清一色", "混一色", "五门齐", "缺一门", "无字"}
# From this one, no hand that wins is one tile away.
NO_WIN = {"十三幺"}


class Row(NamedTuple):
    """One line of the file."""

    fan: Fan
    hit: Hand
    miss: Hand
    why: str


def read_rows() -> list[Row]:
    lines = (CASES / "fans.tsv").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [
        Row(parse_fan(fan), parse_hand(hit), parse_hand(miss), why) for fan, hit, miss, why in cells
    ]


ROWS = read_rows()
each_row = pytest.mark.parametrize("row", ROWS, ids=[row.fan.zh for row in ROWS])
each_scorer = pytest.mark.parametrize("scorer", [guobiao, reference], ids=["core", "reference"])


def test_every_fan_has_its_row() -> None:
    mil = guobiao.get_profile("mil")
    assert [row.fan for row in ROWS] == [fan for fan in Fan if mil.points(fan)]
    assert all(row.why for row in ROWS)


@each_scorer
@each_row
def test_hit(scorer, row: Row) -> None:
    assert row.fan in fans_of(scorer.score(row.hit))


@each_scorer
@each_row
def test_near_miss(scorer, row: Row) -> None:
    """It is scored, and the fan neither counts nor is it dropped for another one's sake: the hand
    does not show it.
    """
    if row.fan.zh in NO_WIN:
        with pytest.raises(guobiao.NotWinningError):
            scorer.score(row.miss)
        return
    score = scorer.score(row.miss)
    assert row.fan not in fans_of(score)
    assert row.fan not in {dropped.fan for dropped in score.dropped}


def fans_of(score: guobiao.Score) -> set[Fan]:
    return {counted.fan for counted in score.fans}


# ------------------------------------------------------------------------------- how near a miss is


@each_row
def test_the_miss_is_one_step_away(row: Row) -> None:
    gone, come = tiles(row.hit) - tiles(row.miss), tiles(row.miss) - tiles(row.hit)
    if row.fan.zh in ANOTHER_PAIR:
        assert list(gone.values()) == list(come.values()) == [2]
    else:
        # A kong that becomes a pung loses a tile and gets none.
        moved = max(gone.total(), come.total())
        assert moved + (0 if moved else changed_circumstances(row)) == 1


def tiles(hand: Hand) -> Counter[guobiao.Tile]:
    return Counter(hand.standing) + Counter(tile for meld in hand.melds for tile in meld.tiles)


def changed_circumstances(row: Row) -> int:
    """How many of the melds, the winning tile, the flags, winds and flowers differ."""
    one, other = row.hit, row.miss
    names = (
        "winning_tile",
        "self_drawn",
        "last_copy",
        "last_tile",
        "kong",
        "prevalent_wind",
        "seat_wind",
        "flowers",
    )
    melds, other_melds = Counter(map(str, one.melds)), Counter(map(str, other.melds))
    changed_melds = max((melds - other_melds).total(), (other_melds - melds).total())
    return changed_melds + sum(getattr(one, name) != getattr(other, name) for name in names)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.fan.zh in ANOTHER_PAIR | NO_WIN], ids=lambda row: row.fan.zh
)
def test_no_near_miss_is_one_tile_away(row: Row) -> None:
    """Whatever wins one tile away shows the fan: it counts, or a bigger one has taken it."""
    for hand in one_tile_away(row.hit):
        if guobiao.is_win(hand):
            score = guobiao.score(hand)
            assert row.fan in fans_of(score) | {dropped.fan for dropped in score.dropped}, hand


def one_tile_away(hand: Hand) -> Iterator[Hand]:
    """Another tile for one that stands; it may be the winning tile's."""
    for gone in set(hand.standing):
        for come in guobiao.Tile:
            standing = list(hand.standing)
            standing[standing.index(gone)] = come
            if tiles(hand)[come] < 4:
                yield hand.replace(
                    standing=standing, winning_tile=hand.win if hand.win in standing else come
                )


@pytest.mark.parametrize("fan", guobiao.Fan, ids=lambda fan: fan.zh)
def test_each_condition_is_said_in_chinese(fan: guobiao.Fan) -> None:
    """A sentence of its own, in simplified Chinese, without a Latin letter."""
    assert fan.condition_zh.endswith("。")
    assert not re.search("[A-Za-z,.;:()]", fan.condition_zh)
    assert [other for other in guobiao.Fan if other.condition_zh == fan.condition_zh] == [fan]
