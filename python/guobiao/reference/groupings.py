"""3. 不得相同 and 5. 套算一次: the fans of chows and of number pungs, and every legal way to choose
among them.

Sets are vertices, a fan of two sets is an edge, a fan of three or four a hyper-edge: what is chosen
has no cycle. In four sets two fans of three sets always share two, so 不得相同 needs no test of its
own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from ..fan import Fan
from ..result import SetKind, TileSet
from ..tiles import Tile
from .instances import Instance
from .splits import PUNG_KINDS

__all__ = ["Grouping", "candidates", "legal_groupings"]

Grouping = tuple[Instance, ...]


@lru_cache(maxsize=1 << 15)
def candidates(sets: tuple[TileSet, ...]) -> Grouping:
    """Every instance of a chow fan or a number-pung fan in these sets, in order: fan, then sets."""
    pair = next((each.tile for each in sets if each.kind is SetKind.PAIR), None)
    chows = [index for index, each in enumerate(sets) if each.kind is SetKind.CHOW]
    pungs = [
        i for i, each in enumerate(sets) if each.kind in PUNG_KINDS and not each.tile.is_honour
    ]
    found = []
    for size in (2, 3, 4):
        for indexes in combinations(chows, size):
            if fan := _chow_fan([sets[index].tile for index in indexes], pair):
                found.append(Instance(fan, indexes))
        for indexes in combinations(pungs, size):
            if fan := _pung_fan([sets[index].tile for index in indexes]):
                found.append(Instance(fan, indexes))
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 15)
def legal_groupings(instances: Grouping) -> tuple[Grouping, ...]:
    """Every choice among these instances without a cycle, the empty one included."""
    return tuple(_choices(instances, ()))


def _choices(left: Grouping, groups: tuple[frozenset[int], ...]) -> Iterator[Grouping]:
    """The choices among the instances that are left, where ``groups`` of sets
    are linked already.
    """
    if not left:
        yield ()
        return
    first, rest = left[0], left[1:]
    if all(len(group.intersection(first.sets)) <= 1 for group in groups):
        for choice in _choices(rest, _linked(groups, first)):
            yield (first, *choice)
    yield from _choices(rest, groups)


def _linked(groups: tuple[frozenset[int], ...], instance: Instance) -> tuple[frozenset[int], ...]:
    """The groups after the instance has linked its sets and every group that it touches."""
    touched = [group for group in groups if group.intersection(instance.sets)]
    return (
        *(group for group in groups if group not in touched),
        frozenset(instance.sets).union(*touched),
    )


def _chow_fan(chows: list[Tile], pair: Tile | None) -> Fan | None:
    if len(chows) == 2:
        return _two_chows(*chows)
    return _three_chows(chows) if len(chows) == 3 else _four_chows(chows, pair)


def _two_chows(low: Tile, high: Tile) -> Fan | None:
    if low == high:
        return Fan.PURE_DOUBLE_CHOW
    if low.rank == high.rank:
        return Fan.MIXED_DOUBLE_CHOW
    if low.suit != high.suit:
        return None
    if high - low == 3:
        return Fan.SHORT_STRAIGHT
    return Fan.TWO_TERMINAL_CHOWS if high - low == 6 else None


def _three_chows(chows: list[Tile]) -> Fan | None:
    step = _step(chows)
    if _suits(chows) == 1:
        return {
            0: Fan.PURE_TRIPLE_CHOW,
            1: Fan.PURE_SHIFTED_CHOWS,
            2: Fan.PURE_SHIFTED_CHOWS,
            3: Fan.PURE_STRAIGHT,
        }.get(step)
    if _suits(chows) == 3:
        return {0: Fan.MIXED_TRIPLE_CHOW, 1: Fan.MIXED_SHIFTED_CHOWS, 3: Fan.MIXED_STRAIGHT}.get(
            step
        )
    return None


def _four_chows(chows: list[Tile], pair: Tile | None) -> Fan | None:
    if terminal_chows := _terminal_chows(chows, pair):
        return terminal_chows
    if _suits(chows) > 1:
        return None
    steps = {0: Fan.QUADRUPLE_CHOW, 1: Fan.FOUR_PURE_SHIFTED_CHOWS, 2: Fan.FOUR_PURE_SHIFTED_CHOWS}
    return steps.get(_step(chows))


def _terminal_chows(chows: list[Tile], pair: Tile | None) -> Fan | None:
    """一色双龙会: 123 123 789 789 and 55 of one suit; 三色双龙会: 123 789, 123
    789 and 55 of three.
    """
    if (
        pair is None
        or pair.is_honour
        or pair.rank != 4
        or [chow.rank for chow in chows].count(0) != 2
    ):
        return None
    if any(chow.rank not in (0, 6) for chow in chows):
        return None
    suits = {chow.suit for chow in chows}
    if suits == {pair.suit}:
        return Fan.PURE_TERMINAL_CHOWS
    each_once = len(set(chows)) == 4
    return (
        Fan.THREE_SUITED_TERMINAL_CHOWS
        if each_once and len(suits) == 2 and pair.suit not in suits
        else None
    )


def _pung_fan(pungs: list[Tile]) -> Fan | None:
    suits, step = _suits(pungs), _step(pungs)
    if len(pungs) == 2:
        return Fan.DOUBLE_PUNG if step == 0 else None
    if len(pungs) == 4:
        return Fan.FOUR_PURE_SHIFTED_PUNGS if suits == 1 and step == 1 else None
    if suits == 1:
        return Fan.PURE_SHIFTED_PUNGS if step == 1 else None
    return {0: Fan.TRIPLE_PUNG, 1: Fan.MIXED_SHIFTED_PUNGS}.get(step) if suits == 3 else None


def _suits(tiles: list[Tile]) -> int:
    return len({tile.suit for tile in tiles})


def _step(tiles: list[Tile]) -> int:
    """The one distance between the ranks in rising order; -1 if they differ."""
    ranks = sorted(tile.rank for tile in tiles)
    steps = {high - low for low, high in pairwise(ranks)}
    return steps.pop() if len(steps) == 1 else -1
