"""The random hands of ``generator``: seeded, complete (or not), legal, and of every kind."""

from __future__ import annotations

from random import Random

from generator import random_hand, random_losing_hand
from guobiao import get_profile, reference
from guobiao.errors import ContradictionError
from guobiao.fan import Fan
from guobiao.hand import Hand
from guobiao.result import Form

SEED = 82


def test_the_same_seed_makes_the_same_hands() -> None:
    assert [random_hand(Random(SEED)) for _ in range(3)] == [
        random_hand(Random(SEED)) for _ in range(3)
    ]


def test_every_fan_of_mil_and_every_form_appear() -> None:
    rng = Random(SEED)
    scores = [reference.score(random_hand(rng)) for _ in range(5000)]
    seen = {counted.fan for score in scores for counted in score.fans}
    assert seen == {fan for fan in Fan if get_profile("mil").points(fan)}
    assert {score.split.form for score in scores} == set(Form)


def test_losing_hands_complete_nothing() -> None:
    rng = Random(SEED)
    assert not any(reference.is_win(random_losing_hand(rng)) for _ in range(500))


def test_contradictions_appear_only_when_asked_for() -> None:
    rng = Random(SEED)
    refused = [_is_refused(random_hand(rng, contradictory=True)) for _ in range(500)]
    assert any(refused)
    assert not all(refused)
    assert not any(_is_refused(random_hand(rng)) for _ in range(500))


def _is_refused(hand: Hand) -> bool:
    try:
        reference.score(hand)
    except ContradictionError:
        return True
    return False
