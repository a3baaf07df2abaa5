"""How many complete hands there are: locked numbers, built up by combinatorics and taken apart by
the reference.

A shape is a concealed hand of fourteen tiles (34 counts, at most four of each); which tile came
last does not matter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb

import pytest

from guobiao.hand import Hand
from guobiao.reference.splits import is_complete, shapes, suit_pieces
from guobiao.result import Form

Counts = tuple[int, ...]
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


# --------------------------------------------------------------------------------------- basic form


@cache
def built_up(kinds: int, has_chows: bool) -> Counter[Counts]:
    """The counts of one suit (9 kinds) or of the honours (7) that sets and at most one pair make,
    each with its number of splits.
    """
    sets = [tuple(3 * (kind == rank) for rank in range(kinds)) for kind in range(kinds)]
    if has_chows:
        sets += [
            tuple(int(0 <= rank - low < 3) for rank in range(kinds)) for low in range(kinds - 2)
        ]
    pairs = [tuple(2 * (kind == rank) for rank in range(kinds)) for kind in range(kinds)]
    splits: Counter[Counts] = Counter()
    for number in range(5):
        for chosen in combinations_with_replacement(sets, number):
            body = total(chosen, kinds)
            for counts in (body, *(total((body, pair), kinds) for pair in pairs)):
                if max(counts) <= 4:
                    splits[counts] += 1
    return splits


def total(parts: Iterable[Counts], kinds: int) -> Counts:
    return tuple(map(sum, zip((0,) * kinds, *parts, strict=True)))


def fourteen_tiles(numbers_by_tiles: list[dict[int, int]]) -> int:
    """The number of hands from the numbers of ways that each group of tiles has, by how many tiles
    they are; one group has the pair.
    """
    ways = {(0, 0): 1}
    for numbers in numbers_by_tiles:
        longer: dict[tuple[int, int], int] = defaultdict(int)
        for ((tiles, pairs), count), (more, ways_of_group) in product(
            ways.items(), numbers.items()
        ):
            longer[tiles + more, pairs + (more % 3 == 2)] += count * ways_of_group
        ways = longer
    return ways[14, 1]


def number_of_basic_hands(*, each_split: bool) -> int:
    groups = []
    for kinds, has_chows in ((9, True), (9, True), (9, True), (7, False)):
        numbers: dict[int, int] = defaultdict(int)
        for counts, splits in built_up(kinds, has_chows).items():
            numbers[sum(counts)] += splits if each_split else 1
        groups.append(numbers)
    return fourteen_tiles(groups)


def test_basic_hands_and_their_splits() -> None:
    assert number_of_basic_hands(each_split=False) == 11_498_658
    assert number_of_basic_hands(each_split=True) == 11_580_567


def test_counts_of_a_suit_that_are_complete() -> None:
    by_tiles = Counter(sum(counts) for counts in built_up(9, True))
    assert dict(by_tiles) == {
        0: 1,
        2: 9,
        3: 16,
        5: 135,
        6: 127,
        8: 996,
        9: 627,
        11: 4475,
        12: 2098,
        14: 13259,
    }


@pytest.mark.slow
def test_the_reference_takes_apart_what_was_built_up_and_nothing_else() -> None:
    """Every one of the 405,350 counts of a suit of at most fourteen tiles, and those of the
    honours.
    """
    for kinds, first_slot in ((9, 0), (7, 27)):
        expected = built_up(kinds, first_slot == 0)
        for counts in all_counts(kinds, 14):
            ways = suit_pieces.__wrapped__(bytes(counts), first_slot)
            assert len(ways) == expected[counts], counts


def all_counts(kinds: int, most: int) -> Iterator[Counts]:
    if kinds == 0:
        yield ()
        return
    for first in range(min(4, most) + 1):
        for rest in all_counts(kinds - 1, most - first):
            yield (first, *rest)


def test_hands_come_apart_in_at_most_four_ways() -> None:
    """Such as 11122233344455: all in one suit, since splits of several suits multiply but need
    tiles of their own.
    """
    ways_by_tiles: dict[int, int] = defaultdict(int)
    for counts, ways in built_up(9, True).items():
        ways_by_tiles[sum(counts)] = max(ways_by_tiles[sum(counts)], ways)
    assert dict(ways_by_tiles) == {0: 1, 2: 1, 3: 1, 5: 1, 6: 1, 8: 2, 9: 2, 11: 3, 12: 3, 14: 4}
    assert built_up(9, True)[3, 3, 3, 3, 2, 0, 0, 0, 0] == 4


# ---------------------------------------------------------------------------------- the other forms


def test_seven_pairs() -> None:
    """So many kinds four times (two pairs of one tile), the others twice."""
    number = sum(comb(34, fours) * comb(34 - fours, 7 - 2 * fours) for fours in range(4))
    assert number == 16_417_104


def test_seven_pairs_that_are_four_sets_and_a_pair_too() -> None:
    groups = []
    for kinds, has_chows in ((9, True), (9, True), (9, True), (7, False)):
        even = [
            counts
            for counts in built_up(kinds, has_chows)
            if not any(count % 2 for count in counts)
        ]
        groups.append(dict(Counter(map(sum, even))))
    assert fourteen_tiles(groups) == 7_938


def test_thirteen_orphans() -> None:
    hands = [hand_of((*ORPHANS, twice)) for twice in ORPHANS]
    assert forms(hands) == {Form.THIRTEEN_ORPHANS: 13}


def test_all_knitted() -> None:
    """七星不靠 and 全不靠: fourteen of the nine tiles of a body and the seven honours; 126 of them
    hold all nine (组合龙).
    """
    hands = {
        hand_of(tiles) for body in bodies() for tiles in combinations((*body, *range(27, 34)), 14)
    }
    assert forms(hands) == {Form.ALL_KNITTED: 720}
    assert sum(all(hand[27:]) for hand in hands) == 216
    assert sum(sum(hand[27:]) == 5 for hand in hands) == 126


def test_knitted_straights() -> None:
    """A body, one of 21 chows or 34 pungs, and a pair."""
    chows = [(slot, slot + 1, slot + 2) for slot in range(27) if slot % 9 < 7]
    sets = [*chows, *((slot,) * 3 for slot in range(34))]
    every = {
        hand_of((*body, *one, pair, pair))
        for body in bodies()
        for one in sets
        for pair in range(34)
    }
    hands = [hand for hand in every if max(hand) <= 4]
    assert forms(hands) == {Form.KNITTED_STRAIGHT: 11_016}


def bodies() -> list[Counts]:
    """147, 258 and 369, one group a suit."""
    return [
        tuple(9 * suit + rank + step for suit, rank in enumerate(ranks) for step in (0, 3, 6))
        for ranks in permutations(range(3))
    ]


def hand_of(tiles: Iterable[int]) -> bytes:
    counts = bytearray(34)
    for slot in tiles:
        counts[slot] += 1
    return bytes(counts)


def forms(hands: Iterable[bytes]) -> dict[Form, int]:
    """The number of hands that the reference reads in each form."""
    found: Counter[Form] = Counter()
    for counts in hands:
        assert is_complete(counts, 0)
        standing = [slot for slot in range(34) for _ in range(counts[slot])]
        found.update({shape.form for shape in shapes(Hand(standing))})
    return dict(found)
