"""A hand from its numbers, and its numbers again."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from generator import random_hand
from guobiao import Hand, HandBatch, HandError, Meld, MeldKind, Tile, parse_hand
from guobiao.hand import HandNumbers
from scale import scaled

SEED = 20_261_201
HAND = parse_hand("[123m,2][CCCC]45m789s99p6m|SW1001|2")
NUMBERS = HAND.numbers


def sources_gone(hand: Hand) -> Hand:
    return hand.replace(melds=[Meld(meld.kind, meld.tile) for meld in hand.melds])


def test_random_hands_come_back() -> None:
    rng = Random(SEED)
    for _ in range(scaled(300)):
        hand = random_hand(rng)
        counts, _, *rest = hand.numbers
        assert Hand.from_numbers(counts, hand.melds, *rest) == hand
        assert Hand.from_numbers(*hand.numbers) == sources_gone(hand)
        assert Hand.from_numbers(*hand.numbers).numbers == hand.numbers


def test_the_numbers_are_those_of_a_batch() -> None:
    batch, numbers = HandBatch.from_hands([HAND]), HAND.numbers
    assert numbers.counts == batch.counts.tobytes()
    assert numbers.melds == batch.melds.tobytes()
    assert numbers[2:] == (batch.win[0], batch.flags[0], batch.winds[0], batch.flowers[0])
    assert isinstance(numbers, HandNumbers)


def test_any_sequence_of_counts() -> None:
    counts, melds = NUMBERS.counts, NUMBERS.melds
    for given in (
        list(counts),
        tuple(counts),
        bytearray(counts),
        memoryview(counts),
        np.frombuffer(counts, np.uint8),
    ):
        assert Hand.from_numbers(given, list(melds), *NUMBERS[2:]) == sources_gone(HAND)
    win, flags, winds, flowers = (np.uint8(number) for number in NUMBERS[2:])
    assert Hand.from_numbers(counts, melds, win, flags, winds, flowers) == sources_gone(HAND)  # type: ignore[arg-type]


def test_sources() -> None:
    """A code reads as source 1; a ``Meld`` keeps its own; the two may stand together."""
    pung = Meld(MeldKind.PUNG, Tile.E, 3)
    hand = Hand.from_numbers([3, 3, 0, 0, 0, 0, 0, 1] + [0] * 26, [0, pung, 10])
    assert hand.melds == (pung, Meld(MeldKind.CHOW, Tile.S1, 1))


WRONG = [
    ({"counts": NUMBERS.counts[:33]}, "counts is"),
    ({"counts": [256] + [0] * 33}, "counts is"),
    ({"counts": [True] + [0] * 33}, "counts is"),
    ({"counts": [-1] + [0] * 33}, "counts is"),
    ({"counts": 5}, "expected a list"),
    ({"counts": np.ma.MaskedArray([0] * 34)}, "masked"),
    ({"counts": bytes([5]) + bytes(33)}, "6 copies of 1m"),
    ({"melds": [171]}, "meld code 171: expected 0, or 1"),
    ({"melds": [-1]}, "meld code -1"),
    ({"melds": [9]}, "no chow starts at 9m"),
    ({"melds": ["123m"]}, "meld code '123m'"),
    ({"melds": [10] * 5}, "5 melds"),
    ({"melds": 1}, "expected a list"),
    ({"melds": np.ma.MaskedArray([0])}, "masked"),
    ({"melds": ()}, "8 standing tiles with 0 melds"),
    ({"win": 34}, "34 is no winning tile"),
    ({"win": None}, "None is no winning tile"),
    ({"win": 27}, "the winning tile E is not among"),
    ({"flags": 16}, "flags 16: expected 0 to 15"),
    ({"flags": True}, "flags True"),
    ({"winds": 16}, "winds 16: expected 0 to 15"),
    ({"flowers": 9}, "9 flowers"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_wrong_numbers(changes: dict[str, object], message: str) -> None:
    with pytest.raises(HandError, match=message):
        Hand.from_numbers(**(NUMBERS._asdict() | changes))  # type: ignore[arg-type]


def test_thirteen_and_a_winning_tile() -> None:
    counts = bytearray(NUMBERS.counts)
    counts[Tile.P9] -= 1
    with pytest.raises(HandError, match="thirteen tiles and a winning tile"):
        Hand.from_numbers(counts, *NUMBERS[1:])
