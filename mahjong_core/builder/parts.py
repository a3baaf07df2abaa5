"""The parts of a reading and the keys by which the core finds them: what each key shows.

Every part is a list of entries in the order of its index. An entry lists the alternatives
among which 套算一次 leaves a choice (chows and pungs), each a list of ``Shown``; the other
parts have one alternative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import prod

from ..fan_table import Rules
from .exclusions import takers
from .groupings import Grouping, distinct_groupings
from .hashing import PerfectHash, find
from .shows import (
    COLOUR_SHIFT,
    FORMS,
    RANK_FACTS,
    WAIT_LABELS,
    Shown,
    chow_fans,
    colour_fans,
    dragon_pair,
    honour_fans,
    kong_fans,
    pung_fans,
    rank_fans,
    shown,
    terminal_pungs,
    win_fans,
)

CHOW_BUCKET_BITS, CHOW_SLOT_BITS = 12, 14
PUNG_BUCKET_BITS, PUNG_SLOT_BITS = 12, 15

# The sizes of the index of the other parts, outermost first.
HONOUR_SIZES = (16, 4, 128)  # 4 * prevalent + seat, kind of pair, mask of pungs
RANK_SIZES = (1 << len(RANK_FACTS),)
COLOUR_SIZES = (1 << 7,)
HOG_SIZES = (4,)  # 四归一
KONG_SIZES = (5, 5, 5)  # concealed kongs, melded kongs, sets that are no concealed pungs or kongs
WIN_SIZES = (len(FORMS), 16, 8, len(WAIT_LABELS))  # form, flags, open melds, wait label


def chow_multisets() -> Iterator[tuple[int, ...]]:
    """The 12,650 multisets of at most four of the 21 chows (7 * suit + start)."""
    for size in range(5):
        yield from combinations_with_replacement(range(21), size)


def dragon_multisets() -> Iterator[tuple[int, ...]]:
    """The six of them that a pair of 5s makes a 双龙会."""
    return (chows for chows in chow_multisets() if dragon_pair(chows) is not None)


def dragon_pair_mask(chows: Sequence[int]) -> int:
    """The pair of such a multiset as the core writes it: one bit of 34."""
    pair = dragon_pair(chows)
    return 0 if pair is None else 1 << pair


def pung_sets() -> Iterator[tuple[int, ...]]:
    """The 20,854 sets of at most four of the 27 number pungs (slots)."""
    for size in range(5):
        yield from combinations(range(27), size)


def chow_key(chows: Sequence[int]) -> int:
    """Three bits a chow: how many of it."""
    return sum(1 << 3 * chow for chow in chows)


def pung_key(pungs: Sequence[int]) -> int:
    """One bit a pung."""
    return sum(1 << slot for slot in pungs)


@cache
def chow_hash() -> PerfectHash:
    """The slots of the chow multisets."""
    return find(map(chow_key, chow_multisets()), CHOW_BUCKET_BITS, CHOW_SLOT_BITS)


@cache
def pung_hash() -> PerfectHash:
    """The slots of the pung sets."""
    return find(map(pung_key, pung_sets()), PUNG_BUCKET_BITS, PUNG_SLOT_BITS)


def smallest_by_suits(codes: Sequence[int], ranks: int) -> tuple[int, ...]:
    """The same sets with their suits exchanged so that the codes are smallest: chow and pung fans
    do not tell suits apart.
    """
    places = [divmod(code, ranks) for code in codes]
    return min(
        tuple(sorted(ranks * order[suit] + rank for suit, rank in places))
        for order in permutations(range(3))
    )


@cache
def _groupings(
    places: tuple[Shown, ...], harmless: frozenset[int], takers: frozenset[int]
) -> list[Grouping]:
    """Solved once for all profiles."""
    return distinct_groupings(places, harmless, takers)


def groupings_of(places: Sequence[Shown], rules: Rules) -> list[Grouping]:
    """The distinct groupings of places under a profile."""
    on = tuple(place for place in places if rules.points[place.fan])
    fans = frozenset(place.fan for place in on)
    return _groupings(
        on, frozenset(fan for fan in fans if not rules.exclusions[fan]), takers(rules, fans)
    )


def chow_alternatives(
    chows: Sequence[int], rules: Rules, *, dragons: bool = False
) -> list[Grouping]:
    """The groupings of a multiset of chows.

    With ``dragons`` the pair is the one that makes it a 双龙会.
    """
    return groupings_of(chow_fans(chows, dragon_pair(chows) if dragons else None), rules)


def pung_alternatives(pungs: Sequence[int], rules: Rules) -> list[Grouping]:
    """The groupings of a set of number pungs, each with the 幺九刻 of its pungs."""
    return [
        grouping + tuple(terminal_pungs(pungs))
        for grouping in groupings_of(pung_fans(pungs), rules)
    ]


def _indices(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for first in range(sizes[0]):
        for rest in _indices(sizes[1:]):
            yield (first, *rest)


def honour_entries() -> Iterator[tuple[list[Shown], int]]:
    """By winds, kind of pair and mask of honour pungs, with the number of pungs."""
    for winds, pair, mask in _indices(HONOUR_SIZES):
        pungs = [honour for honour in range(7) if mask >> honour & 1]
        possible = len(pungs) <= 4
        yield (honour_fans(pungs, pair, winds >> 2, winds & 3), len(pungs)) if possible else ([], 4)


def rank_entries() -> Iterator[list[Shown]]:
    """By rank facts."""
    return (rank_fans(facts) for (facts,) in _indices(RANK_SIZES))


def colour_entries() -> Iterator[list[Shown]]:
    """By colour facts."""
    return (colour_fans(facts << COLOUR_SHIFT) for (facts,) in _indices(COLOUR_SIZES))


def hog_entries() -> Iterator[list[Shown]]:
    """By number of 四归一."""
    return ([shown("四归一")] * hogs for hogs in range(HOG_SIZES[0]))


def kong_entries(rules: Rules) -> Iterator[list[Shown]]:
    """By concealed kongs, melded kongs, and the sets that are no concealed pungs or kongs."""
    for concealed_kongs, melded_kongs, others in _indices(KONG_SIZES):
        concealed = 4 - others
        possible = concealed_kongs <= concealed and concealed + melded_kongs <= 4
        if not possible:
            yield []
            continue
        yield kong_fans(
            concealed_kongs,
            melded_kongs,
            concealed,
            mixed_kongs=rules.switches.mixed_kongs,
            add_concealed=rules.switches.kongs_add_concealed,
        )


def win_entries(forms: Sequence[int]) -> Iterator[list[Shown]]:
    """By form (of these forms only), flags, number of open melds, and the label of a sole wait."""
    for form in forms:
        for flags, open_melds, wait in _indices(WIN_SIZES[1:]):
            yield win_fans(form, flags, open_melds == 0, open_melds == 4, wait)


def rows_per_form() -> int:
    """The win rows of one form."""
    return prod(WIN_SIZES[1:])
