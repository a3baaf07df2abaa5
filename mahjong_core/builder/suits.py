"""The suit rows: for every vector of nine counts that is sets and at most one pair, its
splits, sole waits and facts.

21,743 vectors of at most 14 tiles. They do not depend on the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from .shows import facts_of_set

Vector = tuple[int, ...]  # nine counts

RANKS = range(9)
STARTS = range(7)
GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)  # 九莲宝灯 before the win


@dataclass(frozen=True, slots=True)
class SuitSplit:
    """One split of a suit: chows (seven counts by start), pungs (ranks) and
    the pair's rank or None.
    """

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int | None

    @property
    def sets(self) -> Iterator[tuple[int, ...]]:
        """The ranks of each set and of the pair."""
        for start, count in enumerate(self.chows):
            yield from [(start, start + 1, start + 2)] * count
        yield from ((rank,) * 3 for rank in self.pungs)
        if self.pair is not None:
            yield (self.pair,) * 2

    @property
    def facts(self) -> int:
        """Rank facts of its sets."""
        facts = 0
        for ranks in self.sets:
            facts |= facts_of_set(ranks)
        return facts


def packed(counts: Vector) -> int:
    """Counts by rank (or chows by start) as 3-bit fields."""
    return sum(count << 3 * index for index, count in enumerate(counts))


def _vector(split: SuitSplit) -> Vector:
    counts = [0] * 9
    for ranks in split.sets:
        for rank in ranks:
            counts[rank] += 1
    return tuple(counts)


def _all_splits(copies: int) -> dict[Vector, list[SuitSplit]]:
    """Every vector with at most ``copies`` of a tile that is zero to four sets and at most
    one pair, with its splits.
    """
    found: dict[Vector, list[SuitSplit]] = {}
    for size in range(5):
        for chosen in combinations_with_replacement(range(16), size):
            pungs = tuple(code - 7 for code in chosen if code >= 7)
            if len(set(pungs)) < len(pungs):
                continue
            chows = tuple(chosen.count(start) for start in STARTS)
            for pair in (None, *RANKS):
                split = SuitSplit(chows, pungs, pair)
                vector = _vector(split)
                if max(vector) <= copies:
                    found.setdefault(vector, []).append(split)
    return found


@cache
def splits() -> dict[Vector, list[SuitSplit]]:
    """The 21,743 decomposable vectors with their splits."""
    return _all_splits(copies=4)


@cache
def _formal_vectors() -> frozenset[Vector]:
    """Decomposable vectors in form: a wait for a fifth copy counts."""
    return frozenset(_all_splits(copies=5))


def sole_waits(vector: Vector) -> int:
    """The ranks (a mask) that, taken away, leave a suit that only this very rank
    completes (边张 坎张 单钓将).

    If the suit without the tile is itself sets and a pair, the pair stands elsewhere too,
    and both pairs are waits.
    """
    mask = 0
    for rank in RANKS:
        if not vector[rank]:
            continue
        rest = _plus(vector, rank, -1)
        if rest in _formal_vectors():
            continue
        # The completed suit has a pair if and only if this one has.
        waits = [r for r in RANKS if _plus(rest, r, 1) in _formal_vectors()]
        if waits == [rank]:
            mask |= 1 << rank
    return mask


def _plus(vector: Vector, rank: int, step: int) -> Vector:
    return vector[:rank] + (vector[rank] + step,) + vector[rank + 1 :]


def gates_rank(vector: Vector) -> int | None:
    """The rank whose win makes this vector 九莲宝灯, or None."""
    extra = [have - need for have, need in zip(vector, GATES)]
    return extra.index(1) if min(extra) == 0 and sum(extra) == 1 else None
