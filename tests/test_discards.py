"""Fourteen tiles by discard: against the effective tiles and waits of the thirteen, the order, the
tiles that widen the wait.
"""

from random import Random

import pytest

import guobiao
from generator import random_hand, random_losing_hand
from guobiao import Hand, HandError, format_hand
from guobiao.unseen import copies_left
from scale import scaled


def fourteens(seed: str, count: int):
    """Hands of fourteen tiles near completion and far from it, and tiles seen."""
    rng = Random(seed)
    for number in range(count):
        hand = random_losing_hand(rng) if number % 4 else random_hand(rng)
        seen = [min(left, int(rng.random() * 3)) for left in copies_left(hand)]
        yield hand, seen


def without(hand: Hand, tile: int) -> Hand:
    standing = list(hand.standing)
    standing.remove(tile)
    winds = {"prevalent_wind": hand.prevalent_wind, "seat_wind": hand.seat_wind}
    return Hand(standing, hand.melds, flowers=hand.flowers, **winds)


def with_one(counts: list[int], tile: int) -> list[int]:
    return [count + (slot == tile) for slot, count in enumerate(counts)]


def test_each_discard_is_what_the_thirteen_tiles_are() -> None:
    for hand, seen in fourteens("discards", scaled(60)):
        table = guobiao.discards(hand, seen=seen)
        assert sorted(one.tile for one in table) == sorted(set(hand.standing))
        for one in table:
            rest, gone = without(hand, one.tile), with_one(seen, one.tile)
            found = guobiao.effective_tiles(rest, seen=gone)
            told = f"{format_hand(hand)} without {one.tile}"
            assert (one.shanten, one.effective, one.left) == (
                found.shanten.overall,
                found.overall,
                found.left,
            ), told
            waits = guobiao.waits(rest, seen=gone) if one.shanten == 0 else ()
            assert one.waits == waits, told
            assert [wait.discard for wait in one.waits] == [wait.discard for wait in waits], told


def test_the_order() -> None:
    for hand, seen in fourteens("order", scaled(60)):
        table = guobiao.discards(hand, seen=seen)
        keys = []
        for one in table:
            qualified = [
                sum(wait.left for wait in one.waits if wait.qualifies[way]) for way in (0, 1)
            ]
            keys.append(
                (
                    one.shanten,
                    -one.left,
                    -len(one.effective),
                    -qualified[0],
                    -qualified[1],
                    -one.tile,
                )
            )
        assert keys == sorted(keys)


def test_widening_tiles_are_those_that_one_exchange_shows() -> None:
    for hand, seen in fourteens("widening", scaled(8)):
        one = guobiao.discards(hand, seen=seen)[0]
        rest, gone = without(hand, one.tile), with_one(seen, one.tile)
        left, expected = copies_left(rest, gone), []
        for tile in guobiao.Tile:
            if not left[tile] or any(tile == found.tile for found in one.effective):
                continue
            drawn = Hand([*rest.standing, tile], rest.melds)
            after = [
                guobiao.effective_tiles(without(drawn, other), seen=with_one(gone, other))
                for other in rest.standing
            ]
            if any(
                found.shanten.overall == one.shanten and found.left > one.left for found in after
            ):
                expected.append((tile, left[tile]))
        assert [(found.tile, found.left) for found in one.widening] == expected, format_hand(hand)


def test_a_ready_discard_shows_its_points() -> None:
    best = guobiao.discards("123456789m1155s9p")[0]
    assert (str(best.tile), best.is_ready) == ("9p", True)
    assert [(str(wait.tile), wait.discard.points) for wait in best.waits] == [
        ("1s", 21),
        ("5s", 20),
    ]


def test_thirteen_tiles_discard_none() -> None:
    with pytest.raises(HandError, match="expected fourteen"):
        guobiao.discards("123456789m1155s")
