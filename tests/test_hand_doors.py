"""The ways to a hand: what compiled code takes is what Python's checks would take, and nothing is
kept.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Callable
from random import Random

import pytest

import guobiao
from generator import random_hand
from guobiao import GuobiaoError, Hand, HandError, NotationError, Seat, Tile, parse_hand
from scale import scaled

SEED = 20_261_202
HAND = parse_hand("[123m,2][CCCC]45m789s99p6m|SW1001|2")


class Plain(list):  # type: ignore[type-arg]
    """A list that compiled code leaves to Python's checks."""


def outcome(make: Callable[[], Hand]) -> object:
    try:
        hand = make()
    except GuobiaoError as error:
        return type(error), str(error)
    return hand, hand._sources


STRANGE = (0, 1, 3, 4, 8, 9, 15, 16, 33, 34, 171, 255, 256, -1, 2**70, True, False, None, 1.0, "E",
           "e", "X", "", Seat.N, Tile.P, "EE", 5)  # fmt: skip


def changed(rng: Random, given: dict[str, object]) -> dict[str, object]:
    """One argument, or one item of a list, becomes something else."""
    name, strange = rng.choice(sorted(given)), rng.choice(STRANGE)
    value = given[name]
    if not isinstance(value, list):
        return given | {name: strange}
    items = list(value)
    if items and rng.random() < 0.7:
        items[rng.randrange(len(items))] = strange
    else:
        items.insert(rng.randrange(len(items) + 1), strange)
    return given | {name: items}


def same_both_ways(make: Callable[..., Hand], given: dict[str, object], lists: list[str]) -> None:
    plain = {name: Plain(given[name]) for name in lists if isinstance(given[name], list)}  # type: ignore[call-overload]
    assert outcome(lambda: make(**given)) == outcome(lambda: make(**given | plain)), given


def test_parts_are_taken_as_they_are_checked() -> None:
    rng, wrong = Random(SEED), 0
    for _ in range(scaled(1500)):
        given = random_hand(rng)._parts()
        given |= {"standing": [*given["standing"]], "melds": [*given["melds"]]}  # type: ignore[misc]
        same_both_ways(Hand, given, ["standing"])
        given = changed(rng, given)
        same_both_ways(Hand, given, ["standing"])
        wrong += isinstance(outcome(lambda given=given: Hand(**given))[0], type)  # type: ignore[index, misc]
    assert wrong > 0


def test_numbers_are_taken_as_they_are_checked() -> None:
    rng = Random(SEED)
    for _ in range(scaled(1500)):
        hand = random_hand(rng)
        given = hand.numbers._asdict() | {"counts": [*hand.counts]}
        given["melds"] = [*hand.meld_codes] if rng.random() < 0.5 else [*hand.melds]
        same_both_ways(Hand.from_numbers, given, ["counts", "melds"])
        same_both_ways(Hand.from_numbers, changed(rng, given), ["counts", "melds"])


def test_every_meld_code() -> None:
    """A meld of each code beside tiles that it does not touch, and the winning number of tiles."""
    for code in range(256):
        slot = (code - 1) % 34 if code else 0
        free = [other for other in range(34) if not slot <= other <= slot + 2]
        counts = [0] * 34
        for other in free[: 11 if code else 14]:
            counts[other] += 1
        given = {"counts": counts, "melds": [code]}
        same_both_ways(Hand.from_numbers, given, ["counts", "melds"])


def test_a_hand_is_made_once() -> None:
    hand = parse_hand("19m19p119sESWNPFC")
    with pytest.raises(AttributeError, match="frozen"):
        hand.__init__(HAND.standing, HAND.melds, HAND.winning_tile)  # type: ignore[misc]
    assert hand == parse_hand("19m19p119sESWNPFC")


class Named(Hand):
    """A hand with something more."""

    def __init__(self, name: str) -> None:
        super().__init__(HAND.standing, HAND.melds, HAND.winning_tile, flowers=2)
        object.__setattr__(self, "name", name)


def test_a_class_of_ones_own() -> None:
    hand = Named("mine")
    assert hand.name == "mine"  # type: ignore[attr-defined]
    plain = Hand(HAND.standing, HAND.melds, HAND.winning_tile, flowers=2)
    assert hand == plain
    assert hash(hand) == hash(plain)
    assert guobiao.score(hand) == guobiao.score(plain)
    assert type(pickle.loads(pickle.dumps(hand))) is Hand
    with pytest.raises(AttributeError, match="frozen"):
        hand.flowers = 1  # type: ignore[misc]


def refused(make: Callable[[], object]) -> None:
    with pytest.raises((HandError, NotationError)):
        make()


CALLS: dict[str, Callable[[], object]] = {
    "text": lambda: parse_hand("[123m,2][CCCC]45m789s99p6m|SW1000|2"),
    "score": lambda: guobiao.score("[123m,2][CCCC]45m789s99p6m|SW1000|2").fans,
    "parts": lambda: Hand(HAND.standing, HAND.melds, HAND.winning_tile),
    "numbers": lambda: Hand.from_numbers(HAND.counts, HAND.melds, HAND.win),
    "waits": lambda: [wait.qualifies for wait in guobiao.waits(HAND)],
    "shanten": lambda: guobiao.effective_tiles(HAND),
    "discards": lambda: guobiao.discards(HAND),
    "pickle": lambda: pickle.loads(pickle.dumps(HAND)),
    "wrong text": lambda: refused(lambda: parse_hand("[123m,2][CCCC]45m789s99p66m|SW1000|2")),
    "wrong parts": lambda: refused(lambda: Hand(HAND.standing, HAND.melds, 40)),
    "wrong numbers": lambda: refused(lambda: Hand.from_numbers(HAND.counts, [200], 5)),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_kept(name: str) -> None:
    call = CALLS[name]
    for _ in range(20):
        call()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(500):
        call()
    gc.collect()
    assert sys.getallocatedblocks() - before < 250, "a block is kept at every second call"
