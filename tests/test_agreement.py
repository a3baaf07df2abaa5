"""Core and reference on random hands: points, lists, splits, what is dropped, waits.
``agreement.py`` does it for millions.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import guobiao
from agreement import check_chunk, differences, profile_of, wait_differences
from generator import random_hand, random_losing_hand
from guobiao import ProfileError, format_hand, reference
from hand_strategies import hands
from scale import scaled

BUILT_IN = ("mil", "1998", "botzone", "botzone-2020", "wmo")
OWN_SEEDS = (9, 24)  # 9 found a difference in what is said of a dropped fan

seeds = st.integers(0, 2**48)


@pytest.mark.parametrize("seed", [101, 102])
@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_profiles(name: str, seed: int) -> None:
    told = check_chunk(seed, name, scaled(1500), explain_every=5)
    assert not told, "\n".join(told)


@pytest.mark.slow
def test_a_profile_of_ones_own() -> None:
    told = check_chunk(103, "own", scaled(1500), explain_every=5)
    assert not told, "\n".join(told)


@pytest.mark.slow
@pytest.mark.parametrize("seed", OWN_SEEDS)
def test_random_profiles(seed: int) -> None:
    name = f"random-{seed}"
    try:
        told = check_chunk(104, name, scaled(600), explain_every=5)
    except ProfileError as error:
        pytest.skip(f"{error}")
    assert not told, "\n".join([repr(profile_of(name).rules), *told])


@settings(max_examples=scaled(300), deadline=None)
@given(seed=seeds, name=st.sampled_from(BUILT_IN), contradictory=st.booleans())
def test_any_winning_hand(seed: int, name: str, contradictory: bool) -> None:
    hand = random_hand(Random(seed), contradictory=contradictory)
    note(f"{format_hand(hand)} under {name}")
    assert not [*differences(hand, profile_of(name), explain=True), *wait_differences(hand)]


@settings(max_examples=scaled(100), deadline=None)
@given(seed=seeds)
def test_any_losing_hand(seed: int) -> None:
    hand = random_losing_hand(Random(seed))
    note(format_hand(hand))
    assert not guobiao.is_win(hand)
    with pytest.raises(guobiao.NotWinningError):
        guobiao.score(hand)
    assert not [*wait_differences(hand)]


@settings(max_examples=scaled(300), deadline=None)
@given(hand=hands(), name=st.sampled_from(BUILT_IN))
def test_any_hand_at_all(hand: guobiao.Hand, name: str) -> None:
    """Thirteen tiles, fourteen, flags that cannot be: the same score, or the same error."""
    note(f"{format_hand(hand)} under {name}")
    assert not [*differences(hand, profile_of(name), explain=True)]
    if hand.tile_count == 13 or hand.winning_tile is not None:
        assert not [*wait_differences(hand)]


@settings(max_examples=scaled(200), deadline=None)
@given(seed=seeds)
def test_a_winning_tile_is_among_the_waits(seed: int) -> None:
    hand = random_hand(Random(seed))
    note(format_hand(hand))
    for module in (guobiao, reference):
        assert hand.winning_tile in [wait.tile for wait in module.waits(hand)]
        assert hand.winning_tile in [wait.tile for wait in module.waits(hand, formal=True)]
