"""A small part of ``judge_agreement.py``: games with own walls at the judge's table and at the
plain one, and planted faults that must be found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from guobiao.botzone import judge as judge_table
from guobiao.botzone.judge_log import Replies
from guobiao.reference.table import ReferenceTable
from judge_agreement import play_game
from plain_judge import PlainJudge
from scale import scaled


@pytest.mark.parametrize("part", range(5))
def test_games_agree(part: int) -> None:
    games = scaled(6)
    for seed in range(1 + part * games, 1 + (part + 1) * games):
        assert play_game(seed)[1] == []


# Games in which what is rare comes up.
RARE = {
    "claims of the last discard": (8, 26, 51),
    "replies that meet": (3, 14, 30, 94),
    "kongs with an empty wall": (152, 272),
}


@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_comes_up_and_agrees(name: str) -> None:
    counted = Counter[str]()
    for seed in RARE[name]:
        counts, found = play_game(seed)
        assert found == []
        counted += counts
    assert counted[name] >= len(RARE[name])


def nobody_need_pass(replies: Replies, seats: Iterable[int]) -> None:
    """In place of the judge's look at who must pass."""


def old_claims(
    self: ReferenceTable, seat: int, claims: Callable[[ReferenceTable, int], list[int]]
) -> list[int]:
    """The claims of the old rule: no kong with an empty wall."""
    return [
        action for action in claims(self, seat) if not 133 <= action < 167 or self.wall_of(seat)
    ]


def test_planted_faults_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(judge_table, "_check_passed", nobody_need_pass)
        assert any(play_game(seed)[1] for seed in range(1, 20))
    with monkeypatch.context() as patch:
        claims = ReferenceTable._claims
        patch.setattr(ReferenceTable, "_claims", lambda self, seat: old_claims(self, seat, claims))
        assert play_game(RARE["kongs with an empty wall"][0])[1]
    with monkeypatch.context() as patch:
        patch.setattr(PlainJudge, "_wanted", lambda self, words: 0)
        assert any(play_game(seed)[1] for seed in range(1, 20))
