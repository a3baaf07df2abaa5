"""A hundred thousand mutated strings through the parser: a hand, or an error of ours that shows its place."""

from __future__ import annotations

from collections import Counter

import pytest

from guobiao.errors import ContradictoryNotationError, NotationError
from guobiao.notation import format_hand, parse_hand
from mutations import mutated_hands

SEED = 20_240_601


@pytest.mark.slow
def test_only_our_own_errors_come_out() -> None:
    outcomes: Counter[str] = Counter()
    for text in mutated_hands(SEED, 100_000):
        try:
            outcomes[_outcome(text)] += 1
        except Exception as error:
            pytest.fail(f"seed {SEED}: {text!r} gives {error!r}")
    # None may dry up: every way through the parser was taken.
    assert outcomes["read"] > 5_000
    assert outcomes["refused"] > 50_000
    assert outcomes["contradictory"] > 500


def _outcome(text: str) -> str:
    """How the text was taken; anything but a hand or a placed error is an exception."""
    try:
        hand = parse_hand(text)
    except ContradictoryNotationError as error:
        hand = parse_hand(text, rules="botzone")
        return "contradictory" if hand.flags else f"no flags in {error.text!r}"
    except NotationError as error:
        return "refused" if 0 <= error.column <= len(error.text) else f"no place in {error.text!r}"
    if parse_hand(format_hand(hand)) != hand:
        raise AssertionError("written and read again it is another hand")
    return "read"
