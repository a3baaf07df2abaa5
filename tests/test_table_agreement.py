"""A small part of ``table_agreement.py``: the invariants, planted faults, the engine beside the
reference.
"""

from __future__ import annotations

from itertools import count

import pytest

from guobiao.table import TableHand, WallRule, table_rules
from mahjong_core.play.objects import play_random, shuffled
from scale import scaled
from table_agreement import FAULTS, SETTINGS, Setting, check_chunk, check_random, compare_one


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_must_hold_after_every_action(setting: Setting) -> None:
    counted, faults = check_chunk(1, scaled(400), setting)
    assert not faults
    assert counted["hands"] == scaled(400)


@pytest.mark.parametrize("fault", range(1, len(FAULTS)), ids=FAULTS[1:])
@pytest.mark.parametrize("seed", range(3))
def test_a_planted_fault_is_found(fault: int, seed: int) -> None:
    assert check_random(table_rules("mil"), seed, 1, fault=fault)[3] == fault


@pytest.mark.parametrize("part", range(10))
def test_the_engine_beside_the_reference(part: int) -> None:
    hands = scaled(5)
    for seed in range(1000 + part * hands, 1000 + (part + 1) * hands):
        assert not compare_one(seed)


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("wall", list(WallRule))
def test_random_play_reproduces_itself(wall: WallRule, eager: bool) -> None:
    options = {"wall_rule": wall.number, "eager": eager}
    whole = play_random(table_rules("mil"), 5, 60, **options)  # type: ignore[arg-type]
    parts = [play_random(table_rules("mil"), seed, 20, **options) for seed in (5, 25, 45)]  # type: ignore[arg-type]
    assert whole == tuple(map(sum, zip(*parts)))
    assert sum(whole[1:]) == 60


def test_the_random_numbers_are_those_documented() -> None:
    """splitmix64 for the seed, xoshiro256**, and a shuffle from the end on, once more in Python."""
    for seed, flowers in ((0, True), (7, False), ((1 << 64) - 1, True)):
        assert shuffled(seed, flowers) == bytes(python_shuffle(seed, flowers))
        assert TableHand(seed=seed, flowers=flowers).wall == tuple(shuffled(seed, flowers))


MASK = (1 << 64) - 1


def python_shuffle(seed: int, flowers: bool) -> list[int]:
    """The wall of a seed."""
    wall = [slot for slot in range(34) for _ in range(4)] + (list(range(34, 42)) if flowers else [])
    words = [splitmix(seed + number * 0x9E3779B97F4A7C15 & MASK) for number in range(1, 5)]
    for place in range(len(wall) - 1, 0, -1):
        other = below(words, place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    return wall


def splitmix(state: int) -> int:
    """The number that a state of splitmix64 gives."""
    mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
    return mixed ^ mixed >> 31


def rotated(word: int, left: int) -> int:
    """A rotation of 64 bits."""
    return (word << left | word >> (64 - left)) & MASK


def below(words: list[int], bound: int) -> int:
    """The next number of xoshiro256** as one below a bound: the upper half of its upper 32 bits
    times the bound.
    """
    for _ in count():
        made = rotated(words[1] * 5 & MASK, 7) * 9 & MASK
        shifted = words[1] << 17 & MASK
        words[2] ^= words[0]
        words[3] ^= words[1]
        words[1] ^= words[2]
        words[0] ^= words[3]
        words[2] ^= shifted
        words[3] = rotated(words[3], 45)
        product = (made >> 32) * bound
        if product % (1 << 32) >= (1 << 32) % bound:
            return product >> 32
    raise AssertionError("unreachable")
