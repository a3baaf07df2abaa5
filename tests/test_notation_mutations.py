"""A hundred thousand mutated strings through the parser, the scorer and the waits: an answer, or an
error of ours.
"""

from __future__ import annotations

from collections import Counter

import pytest

import guobiao
from guobiao import (
    ContradictionError,
    Hand,
    HandError,
    NotationError,
    NotWinningError,
    format_hand,
    parse_hand,
)
from guobiao.errors import ContradictoryNotationError
from mutations import mutated_hands, respelt_hands
from scale import scaled

SEED = 20_240_601
STRINGS = 100_000
RESPELT = 4_000


def test_only_our_own_errors_come_out() -> None:
    outcomes: Counter[str] = Counter()
    for text in mutated_hands(SEED, scaled(STRINGS)):
        try:
            outcomes.update(outcomes_of(text))
        except Exception as error:
            pytest.fail(f"seed {SEED}: {text!r} gives {error!r}")
    assert not outcomes["refused without a place"]
    # None may dry up: every way through the parser and the scorer was taken.
    assert outcomes["read"] > scaled(5_000)
    assert outcomes["refused"] > scaled(50_000)
    assert outcomes["contradictory"] > scaled(500)
    assert outcomes["scored"] > scaled(2_000)
    assert outcomes["not winning"] > scaled(2_000)


def test_the_same_of_hands_as_others_write_them() -> None:
    """``python tests/notation_agreement.py`` reads more of them, with every reader."""
    outcomes: Counter[str] = Counter()
    for text in respelt_hands(SEED, scaled(RESPELT)):
        try:
            outcomes.update(outcomes_of(text))
        except Exception as error:
            pytest.fail(f"seed {SEED}: {text!r} gives {error!r}")
    assert not outcomes["refused without a place"]
    assert outcomes["read"] > scaled(RESPELT) // 2
    assert outcomes["scored"] > scaled(RESPELT)


def outcomes_of(text: str) -> list[str]:
    """How the text was taken, step by step; anything but an answer or an error of ours is an
    exception.
    """
    try:
        hand = parse_hand(text)
    except ContradictoryNotationError:
        # Not one that botzone's rules correct too.
        return ["contradictory", *outcomes_of_hand(parse_hand(text, rules="botzone"))]
    except NotationError as error:
        return ["refused" if 0 <= error.column <= len(error.text) else "refused without a place"]
    assert parse_hand(format_hand(hand)) == hand, "written and read again it is another hand"
    return ["read", *outcomes_of_hand(hand)]


def outcomes_of_hand(hand: Hand) -> list[str]:
    """The same of the hand, under every rule; ``botzone`` knows no contradiction."""
    taken = [outcome_of_score(hand, rules) for rules in ("mil", "1998", "botzone", "botzone-2020")]
    is_scored = guobiao.is_win(hand) and hand.winning_tile is not None
    assert taken[2] == taken[3] == ("scored" if is_scored else "not winning")
    try:
        assert len(guobiao.waits(hand)) <= len(guobiao.waits(hand, formal=True))
    except HandError:
        taken.append("no waits")
    return taken


def outcome_of_score(hand: Hand, rules: str) -> str:
    try:
        score = guobiao.score(hand, rules=rules)
    except NotWinningError:
        return "not winning"
    except ContradictionError:
        return "contradictory"
    assert score.points == sum(
        score.profile.points(fan) * count for fan, count in score.fan_counts.items()
    )
    return "scored"
