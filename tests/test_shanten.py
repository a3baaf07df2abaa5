"""Shanten and effective tiles: cases, the reference, a search over real exchanges, and batches."""

from __future__ import annotations

from random import Random

import pytest

import guobiao
from guobiao import GuobiaoError, Hand, HandError, Tile, effective_tiles, format_hand, shanten
from guobiao.reference.shanten import ways
from guobiao.reference.splits import is_complete
from guobiao.result import Form
from guobiao.tiles import SLOT_COUNT
from guobiao.unseen import copies_left
from mahjong_core import api
from scale import scaled
from shanten_hands import Standing, counts_of, random_melded, random_standing

SEED = 20_260_711
NO_MELDS = bytes(4)
RULED_OUT = 127
FORMS = (
    Form.BASIC,
    Form.SEVEN_PAIRS,
    Form.THIRTEEN_ORPHANS,
    Form.ALL_KNITTED,
    Form.KNITTED_STRAIGHT,
)

CASES = [  # hand, exact, formal (by the issue unless said)
    ("EEESSSWWWNNNN", 1, 0),
    ("123456789m1111p", 1, 0),
    ("245568m245568p77s", 2, 2),
    ("[2222m]13m456p789sEE", 1, 0),
    ("[123m,1]19m19p19sESWN", 6, 6),
    ("[EEE,1][SSS,1][WWW,1][NNN,1]C", 0, 0),
    ("[111m,1][222m,1][333m,1][444m,1]1m", 1, 0),
    ("[EEEE,1][SSSS,1][WWWW,1][NNNN,1]CC", -1, -1),
    ("1113456666788s", 0, 0),
    ("3344455566667m", 0, 0),
    ("11112222333344m", -1, -1),
    ("19m19p19sESWNCFP", 0, 0),
    ("147m258s369pESWN", 0, 0),
    ("11m2233s4455pEEC", 0, 0),
    ("147m258s369p11mEE", 0, 0),
]


@pytest.mark.parametrize(("text", "exact", "formal"), CASES)
def test_case(text: str, exact: int, formal: int) -> None:
    assert (shanten(text).overall, shanten(text, formal=True).overall) == (exact, formal)


def test_one_meld_rules_out_the_special_forms() -> None:
    found = shanten("[123m,1]19m19p19sESWN")
    assert found.standard == 6
    assert (found.seven_pairs, found.thirteen_orphans, found.all_knitted) == (None, None, None)
    assert list(found.by_form) == [Form.BASIC, Form.KNITTED_STRAIGHT]


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("1113456666788s", "2s 5s 7s 8s"),
        ("3344455566667m", "2m 3m 4m 5m 7m 8m"),
        ("123456789m1155p", "1p 5p"),
    ],
)
def test_waits_are_the_effective_tiles_of_a_ready_hand(text: str, tiles: str) -> None:
    assert " ".join(str(found.tile) for found in effective_tiles(text).overall) == tiles


# ---------------------------------------------------------------------------------------- reference


def core_answers(hand: Standing, formal: bool) -> dict[Form, tuple[int, frozenset[int]]]:
    numbers, masks = api.effective_tiles(hand.counts, hand.codes, formal)
    assert api.shanten(hand.counts, hand.codes, formal) == numbers
    nearest = [mask for number, mask in zip(numbers[1:], masks[1:]) if number == numbers[0]]
    together = 0
    for mask in nearest:
        together |= mask
    assert (numbers[0], masks[0]) == (min(numbers[1:]), together)
    tiles = [frozenset(slot for slot in range(SLOT_COUNT) if mask >> slot & 1) for mask in masks]
    return {
        form: (number, found)
        for form, number, found in zip(FORMS, numbers[1:], tiles[1:])
        if number != RULED_OUT
    }


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_agrees_with_the_reference(part: int) -> None:
    """A thousand hands; ``GUOBIAO_TEST_SCALE=20`` makes them twenty thousand (the reference takes
    some ms a hand).
    """
    rng = Random(SEED + part)
    for number in range(scaled(250)):
        hand = (
            random_melded(rng)
            if number % 2
            else random_standing(rng, rng.choice((13, 14, 10, 11, 7, 8, 4, 5, 1, 2)))
        )
        for formal in (False, True):
            expected = {
                form: (way.shanten, way.tiles)
                for form, way in ways(hand.counts, hand.melds, formal=formal).items()
            }
            assert core_answers(hand, formal) == expected, (
                f"seed {SEED + part} number {number} {hand} formal {formal}"
            )


def test_reference_tiles_are_those_that_lower_its_number() -> None:
    rng = Random(SEED)
    for _ in range(scaled(12)):
        hand = random_melded(rng)
        if sum(hand.counts) % 3 == 2:
            continue
        room = copies_left(hand_of(hand))
        for form, way in ways(hand.counts, hand.melds).items():
            drawn = {
                slot
                for slot in range(SLOT_COUNT)
                if room[slot] and after(hand, slot, form) < way.distance
            }
            assert drawn == way.tiles, (hand, form)


def hand_of(hand: Standing) -> Hand:
    return Hand([slot for slot in range(SLOT_COUNT) for _ in range(hand.counts[slot])], hand.melds)


def after(hand: Standing, slot: int, form: Form) -> int:
    counts = bytearray(hand.counts)
    counts[slot] += 1
    return ways(counts, hand.melds)[form].distance


# -------------------------------------------------------------------- real exchanges, breadth first


def exchanges(hand: Standing, most: int) -> int:
    """The least draws after which some tiles complete a form: each draw is of a tile that is still
    there, each but the last followed by a discard, which never comes back. ``most + 1`` if more are
    needed.
    """
    melded = [
        sum(meld.tiles.count(Tile(slot)) for meld in hand.melds) for slot in range(SLOT_COUNT)
    ]
    start = (hand.counts, tuple(4 - held - melded[slot] for slot, held in enumerate(hand.counts)))
    level = {start}
    for draws in range(1, most + 1):
        drawn = {
            (with_one(counts, slot, 1), with_one(wall, slot, -1))
            for counts, wall in level
            for slot in range(SLOT_COUNT)
            if wall[slot]
        }
        if any(is_complete(bytes(counts), len(hand.melds)) for counts, _ in drawn):
            return draws
        level = {
            (with_one(counts, slot, -1), wall)
            for counts, wall in drawn
            for slot in range(SLOT_COUNT)
            if counts[slot]
        }
    return most + 1


def with_one(counts: tuple[int, ...] | bytes, slot: int, step: int) -> tuple[int, ...]:
    return (*counts[:slot], counts[slot] + step, *counts[slot + 1 :])


@pytest.mark.slow
def test_exact_is_breadth_first_search_over_exchanges() -> None:
    """Hands of one or four standing tiles to two draws; of seven to thirteen to one."""
    rng = Random(SEED)
    differing = 0
    for number in range(scaled(150)):
        hand = random_melded(rng)
        size = sum(hand.counts)
        if size % 3 != 1:
            continue
        most = 2 if size <= 4 else 1
        numbers = api.shanten(hand.counts, hand.codes)
        expected = exchanges(hand, most) - 1
        assert min(numbers[0], most) == expected, (
            f"seed {SEED} number {number} {format_hand(hand_of(hand))}"
        )
        differing += numbers != api.shanten(hand.counts, hand.codes, True)
    assert differing or scaled(150) < 150


@pytest.mark.parametrize(
    "text",
    [
        "[1111m][2222m][3333m][444m,1]4m",
        "[111m,1][222m,1][333m,1]1444m",
        "[1111m][3333m][222m,1]2444m",
    ],
)
def test_exchanges_of_hands_whose_copies_run_out(text: str) -> None:
    hand = guobiao.parse_hand(text)
    assert shanten(hand).overall + 1 == exchanges(Standing(hand.counts, hand.melds), 2)


# ------------------------------------------------------------------------------------------- scalar


def test_copies_left() -> None:
    seen = [0] * SLOT_COUNT
    seen[Tile.P5] = 2
    found = effective_tiles("123456789m1155p", seen=seen)
    assert [(tile.tile, tile.left) for tile in found.overall] == [(Tile.P1, 2), (Tile.P5, 0)]
    assert found.left == 2
    assert found.by_form[Form.BASIC] == found.overall


@pytest.mark.parametrize("seen", [[0] * 33, [5] + [0] * 33, [-1] + [0] * 33, [4] + [0] * 33])
def test_wrong_seen(seen: list[int]) -> None:
    with pytest.raises(HandError):
        effective_tiles("123456789m1155p", seen=seen)


@pytest.mark.parametrize("text", ["", "12m", "11111m12345678p"])
def test_wrong_hand(text: str) -> None:
    with pytest.raises(GuobiaoError):
        shanten(text)


def test_fourteen_tiles_are_their_best_discard() -> None:
    rng = Random(SEED)
    for number in range(scaled(300)):
        hand = random_standing(rng, 14)
        numbers = api.shanten(hand.counts, NO_MELDS)
        rests = [with_one(hand.counts, slot, -1) for slot in range(SLOT_COUNT) if hand.counts[slot]]
        each = [api.shanten(bytes(rest), NO_MELDS) for rest in rests]
        best = tuple(min(numbers[form] for numbers in each) for form in range(6))
        # A discard keeps a complete hand ready at best.
        assert tuple(max(0, found) for found in numbers) == best, (
            f"seed {SEED} number {number} {hand}"
        )
        assert all(found >= 0 or is_complete(hand.counts, 0) for found in numbers)


def test_core_refuses_other_sizes() -> None:
    for size in (0, 3, 6, 9, 12):
        assert api.shanten(counts_of(list(range(size))), NO_MELDS) == -3
    assert api.shanten(counts_of(list(range(15))), NO_MELDS) == -3
    assert api.shanten(counts_of(list(range(13))), bytes((1, 0, 0, 0))) == -3
    assert api.shanten(counts_of([0] * 5), NO_MELDS) == -4
    assert api.effective_tiles(counts_of(list(range(10))), bytes((255, 0, 0, 0))) == -5
