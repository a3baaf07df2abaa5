"""Seeded random hands: every form and all fans, biased toward what is rare; winning ones, and
ones that win nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Literal, NamedTuple, TypeVar

from guobiao.hand import Hand, Meld, MeldKind
from guobiao.reference.splits import is_complete
from guobiao.tiles import SLOT_COUNT, Tile

CHOW, PUNG = MeldKind.CHOW, MeldKind.PUNG
Set = tuple[MeldKind, int]
"""A chow (by its lowest slot) or a pung."""

T = TypeVar("T")


class Draft(NamedTuple):
    """Sets that may become melds, the other standing tiles, and the winning tile if it is not any
    standing tile.
    """

    sets: Sequence[Set]
    rest: Sequence[int]
    winning_tile: int | None = None


class Pool(NamedTuple):
    """What a hand of one kind is made of: its sets, the tiles of its pairs."""

    chows: tuple[Set, ...]
    pungs: tuple[Set, ...]
    pairs: tuple[int, ...]


def random_hand(
    rng: Random,
    *,
    contradictory: bool = False,
    recipes: Literal["any", "close", "disputed"] = "any",
) -> Hand:
    """A complete hand with a winning tile.

    ``contradictory``: any flags, also such as cannot be. ``recipes``: ``"close"`` for sets that
    leave a choice of fans, ``"disputed"`` for what profiles count differently.
    """
    while True:
        draft = _pick(rng, _RECIPES[recipes])(rng)
        melds, standing = _melded(rng, draft)
        if not _too_many_copies(melds, standing):
            return _won(rng, draft, melds, standing, contradictory)


def random_losing_hand(rng: Random) -> Hand:
    """A hand of fourteen tiles that completes no form: a winning one with one to three other tiles,
    or any tiles.
    """
    while True:
        near = random_hand(rng)
        standing: list[int] = list(near.standing)
        for _ in range(_pick(rng, (1, 1, 2, 3, len(standing)))):
            standing[_below(rng, len(standing))] = _below(rng, SLOT_COUNT)
        counts = bytes(standing.count(slot) for slot in range(SLOT_COUNT))
        if not _too_many_copies(near.melds, standing) and not is_complete(counts, len(near.melds)):
            return _won(rng, Draft((), standing), list(near.melds), standing, False)


def _below(rng: Random, bound: int) -> int:
    return int(rng.random() * bound)


def _pick(rng: Random, values: Sequence[T]) -> T:
    return values[int(rng.random() * len(values))]


# ------------------------------------------------------------------------------------- melds, flags


def _melded(rng: Random, draft: Draft) -> tuple[list[Meld], list[int]]:
    """Some sets lie open, some pungs are kongs; the rest stands."""
    melds, standing = [], list(draft.rest)
    open_share, kong_share = _pick(rng, _OPEN_SHARES), _pick(rng, _KONG_SHARES)
    for kind, slot in draft.sets:
        if kind is PUNG and rng.random() < kong_share:
            kind = _pick(rng, _KONGS) if rng.random() < open_share else MeldKind.CONCEALED_KONG
            melds.append(_meld(kind, slot, 1 + _below(rng, 3)))
        elif rng.random() < open_share:
            melds.append(_meld(kind, slot, 1 + _below(rng, 3)))
        else:
            standing += (slot, slot, slot) if kind is PUNG else (slot, slot + 1, slot + 2)
    return melds, standing


_OPEN_SHARES = (0.0, 0.0, 0.3, 0.5, 0.8, 1.0)
_KONG_SHARES = (0.0, 0.1, 0.3, 0.5, 0.9)
_KONGS = (MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)


@cache
def _meld(kind: MeldKind, slot: int, source: int) -> Meld:
    return Meld(kind, Tile(slot), source)


def _too_many_copies(melds: Iterable[Meld], standing: Iterable[int]) -> bool:
    copies = [0] * SLOT_COUNT
    for slot in standing:
        copies[slot] += 1
    for meld in melds:
        for slot in _tiles(meld):
            copies[slot] += 1
    return max(copies) > 4


@cache
def _tiles(meld: Meld) -> tuple[int, ...]:
    return tuple(map(int, meld.tiles))


def _won(
    rng: Random, draft: Draft, melds: list[Meld], standing: list[int], contradictory: bool
) -> Hand:
    win = _pick(rng, standing) if draft.winning_tile is None else draft.winning_tile
    self_drawn, last_copy, last_tile, kong = (rng.random() < share for share in _FLAG_SHARES)
    if not contradictory:
        alone = standing.count(win) == 1
        last_copy = last_copy and alone
        if kong and self_drawn:
            kong = any(meld.is_kong for meld in melds)
        elif kong:
            kong = alone and not last_tile and not any(win in _tiles(meld) for meld in melds)
    return Hand(
        standing,
        melds,
        win,
        self_drawn=self_drawn,
        last_copy=last_copy,
        last_tile=last_tile,
        kong=kong,
        prevalent_wind=_below(rng, 4),
        seat_wind=_below(rng, 4),
        flowers=max(0, _below(rng, 17) - 8),
    )


_FLAG_SHARES = (0.4, 0.1, 0.06, 0.15)

# ----------------------------------------------------------------------------------- pools of tiles


def _ranks(ranks: Iterable[int], suits: Iterable[int] = (0, 1, 2)) -> list[int]:
    """The slots of these ranks (1-9)."""
    return [9 * suit + rank - 1 for suit in suits for rank in ranks]


def _pool_of(tiles: Iterable[int]) -> Pool:
    """All sets and pairs within these tiles."""
    kinds = sorted(set(tiles))
    chows = [
        slot for slot in kinds if slot < 27 and slot % 9 < 7 and {slot + 1, slot + 2} <= set(kinds)
    ]
    return Pool(
        tuple((CHOW, slot) for slot in chows), tuple((PUNG, slot) for slot in kinds), tuple(kinds)
    )


_HONOURS = list(range(27, 34))
_ALL = _pool_of(range(SLOT_COUNT))
_FULL_FLUSHES = [_pool_of(_ranks(range(1, 10), [suit])) for suit in range(3)]
_POOLS = (
    *(_ALL,) * 6,
    *_FULL_FLUSHES,
    *(_pool_of(_ranks(range(1, 10), [suit]) + _HONOURS) for suit in range(3)),
    *(_pool_of(_ranks(range(1, 10), suits)) for suits in ((0, 1), (0, 2), (1, 2))),
    # Few ranks of one suit: hands that come apart in many ways.
    *(_pool_of(_ranks(range(low, low + 4), [suit])) for suit in range(3) for low in (1, 3, 6)),
    *(_pool_of(_ranks(range(low, low + 5), [suit])) for suit in range(3) for low in (1, 2, 5)),
    *(
        _pool_of(_ranks(ranks))
        for ranks in ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 2, 3, 4), (6, 7, 8, 9), (1, 9))
    ),
    *(
        _pool_of(tiles)
        for tiles in (
            _ranks(range(2, 9)),
            _ranks((2, 4, 6, 8)),
            _ranks((1, 9)) + _HONOURS,
            _HONOURS,
        )
    ),
    *(_pool_of([*_ranks((2, 3, 4, 6, 8), [1]), Tile.F]),) * 2,
    *(_pool_of([*_ranks((1, 2, 3, 4, 5, 8, 9), [2]), *_ranks((2, 4, 5, 6, 8, 9), [1]), Tile.P]),)
    * 2,
    # 全带五 and 全带幺.
    Pool(
        tuple((CHOW, slot) for slot in _ranks((3, 4, 5))),
        tuple((PUNG, slot) for slot in _ranks((5,))),
        tuple(_ranks((5,))),
    ),
    Pool(
        tuple((CHOW, slot) for slot in _ranks((1, 7))),
        tuple((PUNG, slot) for slot in _ranks((1, 9)) + _HONOURS),
        tuple(_ranks((1, 9)) + _HONOURS),
    ),
)


def _sets_from(rng: Random, pool: Pool, number: int) -> list[Set]:
    pung_share = _pick(rng, (0.0, 0.2, 0.5, 1.0)) if pool.chows else 1.0
    return [
        _pick(rng, pool.pungs if rng.random() < pung_share else pool.chows) for _ in range(number)
    ]


def _any_basic(rng: Random) -> Draft:
    pool = _pick(rng, _POOLS)
    pair = _pick(rng, pool.pairs)
    return Draft(_sets_from(rng, pool, 4), (pair, pair))


# --------------------------------------------------------------------------------- patterns of sets

Pattern = tuple[tuple[Set, ...], int | None]
"""Sets that make a fan, and the pair if the fan needs one."""


def _runs(kind: MeldKind, steps: Sequence[int]) -> list[Pattern]:
    """Sets of one suit, ``steps`` above the first."""
    lowest_of_top = 7 if kind is CHOW else 9
    return [
        (tuple((kind, 9 * suit + first + step) for step in steps), None)
        for suit in range(3)
        for first in range(lowest_of_top - max(steps))
    ]


def _mixed(kind: MeldKind, steps: Sequence[int]) -> list[Pattern]:
    """Sets of three suits, ``steps`` above the first."""
    lowest_of_top = 7 if kind is CHOW else 9
    return [
        (
            tuple((kind, 9 * suit + first + step) for suit, step in zip(suits, steps, strict=True)),
            None,
        )
        for suits in permutations(range(3))
        for first in range(lowest_of_top - max(steps))
    ]


def _honour_pungs(honours: Sequence[int], number: int) -> list[Pattern]:
    """So many of these honours as pungs, without and with the pair of another one."""
    chosen = [
        order for order in permutations(honours) if list(order[:number]) == sorted(order[:number])
    ]
    pungs = [tuple((PUNG, slot) for slot in order[:number]) for order in chosen]
    pairs = [order[number] for order in chosen if number < len(order)]
    return [(sets, None) for sets in pungs] + list(zip(pungs, pairs, strict=False))


_PATTERNS: tuple[list[Pattern], ...] = (
    *(_runs(CHOW, steps) for steps in ((0, 0, 0), (0, 1, 2), (0, 2, 4), (0, 3, 6))),
    *(
        _runs(CHOW, steps)
        for steps in ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 4, 6), (0, 0, 3, 3), (0, 0, 6, 6))
    ),
    *(_mixed(CHOW, steps) for steps in ((0, 0, 0), (0, 1, 2), (0, 3, 6))),
    *(_runs(PUNG, steps) for steps in ((0, 1, 2), (0, 1, 2, 3))),
    *(_mixed(PUNG, steps) for steps in ((0, 0, 0), (0, 1, 2))),
    [(tuple((CHOW, 9 * suit + rank) for rank in (0, 0, 6, 6)), 9 * suit + 4) for suit in range(3)],
    [
        (
            tuple((CHOW, 9 * suit + rank) for suit in (first, second) for rank in (0, 6)),
            9 * third + 4,
        )
        for first, second, third in permutations(range(3))
    ],
    *(_honour_pungs(range(27, 31), number) for number in (3, 4)),
    *(_honour_pungs(range(31, 34), number) for number in (2, 3)),
)


def _around_a_pattern(rng: Random) -> Draft:
    """The sets of a fan, filled up with sets of the same suit or of any."""
    sets, pair = _pick(rng, _pick(rng, _PATTERNS))
    suit = sets[0][1] // 9
    pool = _FULL_FLUSHES[suit] if suit < 3 and rng.random() < 0.3 else _ALL
    if pair is None:
        pair = _pick(rng, pool.pairs)
    return Draft([*sets, *_sets_from(rng, pool, 4 - len(sets))], (pair, pair))


def _few_ranks(rng: Random) -> Draft:
    """Pungs of three or four ranks in any suit, sometimes a chow of these."""
    low = 1 + _below(rng, 6)
    pool = _pool_of(_ranks(range(low, low + _pick(rng, (3, 4)))))
    pungs = rng.sample(pool.pungs, _pick(rng, (2, 3, 3, 4, 4, 4)))
    pair = _pick(rng, _pick(rng, (pool, _ALL)).pairs)
    return Draft([*pungs, *(_pick(rng, pool.chows) for _ in range(4 - len(pungs)))], (pair, pair))


def _four_pungs(rng: Random) -> Draft:
    pool = _pick(rng, _POOLS)
    pair = _pick(rng, _ALL.pairs)
    return Draft([_pick(rng, pool.pungs) for _ in range(4)], (pair, pair))


def _nothing_at_all(rng: Random) -> Draft:
    """Often 无番和: chows that have nothing to do with one another, a pair of honours, an open
    wait.
    """
    first, second, third = _pick(rng, list(permutations((0, 9, 18))))
    ranks = _pick(rng, ((0, 2, 5, 4), (1, 3, 5, 6), (6, 4, 1, 2), (5, 3, 1, 0)))
    chows = [
        (CHOW, suit + rank) for suit, rank in zip((first, first, second, third), ranks, strict=True)
    ]
    pair = 27 + _below(rng, 7)
    return Draft(chows, (pair, pair))


# ---------------------------------------------------------------------------------- the other forms

_BODIES = [
    [9 * suit + rank + step for suit, rank in enumerate(ranks) for step in (0, 3, 6)]
    for ranks in permutations(range(3))
]


def _nine_gates(rng: Random) -> Draft:
    first, extra = 9 * _below(rng, 3), _below(rng, 9)
    gates = [first + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, extra)]
    return Draft((), gates, first + extra if rng.random() < 0.8 else None)


def _knitted_straight(rng: Random) -> Draft:
    pair = _below(rng, SLOT_COUNT)
    return Draft(_sets_from(rng, _ALL, 1), [*_pick(rng, _BODIES), pair, pair])


def _all_knitted(rng: Random) -> Draft:
    honours = _pick(rng, (5, 6, 7, 7))
    return Draft((), rng.sample(_HONOURS, honours) + rng.sample(_pick(rng, _BODIES), 14 - honours))


def _thirteen_orphans(rng: Random) -> Draft:
    orphans = _ranks((1, 9)) + _HONOURS
    return Draft((), [*orphans, _pick(rng, orphans)])


def _seven_pairs(rng: Random) -> Draft:
    kinds = _pick(rng, _POOLS).pairs * _pick(rng, (1, 2))
    return Draft((), rng.sample(kinds, 7) * 2) if len(kinds) >= 7 else _shifted_pairs(rng)


def _six_kinds(rng: Random) -> Draft:
    """七对 of green tiles or of terminals: four of a kind, at least once."""
    kinds = _pick(rng, ([*_ranks((2, 3, 4, 6, 8), [1]), Tile.F], _ranks((1, 9))))
    return Draft((), rng.sample(kinds * 2, 7) * 2)


def _shifted_pairs(rng: Random) -> Draft:
    first = 9 * _below(rng, 3) + _below(rng, 3)
    return Draft((), [first + step for step in range(7)] * 2)


RECIPES: tuple[Callable[[Random], Draft], ...] = (
    *(_any_basic,) * 10,
    *(_around_a_pattern,) * 12,
    *(_seven_pairs,) * 3,
    *(_knitted_straight,) * 2,
    _nothing_at_all,
    _nine_gates,
    _all_knitted,
    _thirteen_orphans,
    _shifted_pairs,
)
_CLOSE_RECIPES: tuple[Callable[[Random], Draft], ...] = (
    *(_few_ranks,) * 5,
    *(_around_a_pattern,) * 4,
    _any_basic,
    _knitted_straight,
)
# Pungs, which are kongs often; one 四归一 or more that must be; forms that are concealed by nature.
_DISPUTED_RECIPES: tuple[Callable[[Random], Draft], ...] = (
    *(_four_pungs,) * 4,
    *(_six_kinds,) * 3,
    _seven_pairs,
    _knitted_straight,
    _any_basic,
)
_RECIPES = {"any": RECIPES, "close": _CLOSE_RECIPES, "disputed": _DISPUTED_RECIPES}
