"""Shanten and effective tiles by looking at targets: every suit that a complete hand can have, one
after the other.

A target is written in unary, sixteen bits a rank, and so is what the hand holds: what is missing is
one ``&`` and a count of bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final

from ..hand import Meld
from ..result import Form
from ..tiles import SLOT_COUNT, Tile

__all__ = ["Way", "ways"]

_FIELD: Final = 16  # bits a rank
_ORPHANS: Final = tuple(9 * suit + rank for suit in range(3) for rank in (0, 8)) + tuple(
    range(27, 34)
)
_HONOURS: Final = tuple(range(27, 34))
_COPIES: Final = 4
_NO_LIMIT: Final = 15


@dataclass(frozen=True, slots=True)
class Way:
    """What lies between a hand and a form: the tiles to draw, and which tiles are on some shortest
    way.
    """

    distance: int
    tiles: frozenset[int]

    @property
    def shanten(self) -> int:
        """-1 complete, 0 ready."""
        return self.distance - 1


def ways(
    standing: Sequence[int], melds: Sequence[Meld] = (), *, formal: bool = False
) -> dict[Form, Way]:
    """The ways to all forms that the number of standing tiles allows, from counts by slot (3k + 1
    or 3k + 2 tiles).

    Exact: the complete hand holds at most four of a tile, melds counted. Formal: any number, but no
    two pungs of one tile; a tile that is held four times is on a way only as the last tile that
    sets and pair lack.
    """
    counts = tuple(standing)
    sets = sum(counts) // 3
    held = [sum(meld.tiles.count(Tile(slot)) for meld in melds) for slot in range(SLOT_COUNT)]
    limits = tuple(_NO_LIMIT if formal else _COPIES - copies for copies in held)
    found = {Form.BASIC: _to_sets(counts, limits, sets)}
    if sets >= 3:
        found[Form.KNITTED_STRAIGHT] = _shortest(_to_straights(counts, limits, sets))
    if sets == 4:
        found[Form.ALL_KNITTED] = _shortest(_to_kinds(counts))
        found[Form.THIRTEEN_ORPHANS] = _shortest(_to_orphans(counts))
        found[Form.SEVEN_PAIRS] = _to_pairs(counts)
    return found


def _shortest(found: Iterable[Way]) -> Way:
    listed = list(found)
    least = min(way.distance for way in listed)
    return Way(least, frozenset().union(*(way.tiles for way in listed if way.distance == least)))


# ---------------------------------------------------------------------------------- sets and a pair

Part = tuple[int, int]  # sets and pairs


def _unary(counts: Sequence[int]) -> int:
    return sum(((1 << count) - 1) << _FIELD * rank for rank, count in enumerate(counts))


def _pieces(ranks: int) -> list[tuple[int, ...]]:
    """The sets of a suit (nine ranks) or of the honours (seven)."""
    chows: list[tuple[int, ...]] = (
        [(rank, rank + 1, rank + 2) for rank in range(7)] if ranks == 9 else []
    )
    return chows + [(rank,) * 3 for rank in range(ranks)]


@cache
def _targets(ranks: int) -> dict[Part, frozenset[int]]:
    """All that a complete hand can hold of a group, by how many sets and pairs it is."""
    pieces = _pieces(ranks)
    found: dict[Part, set[int]] = {part: set() for part in product(range(5), range(2))}
    for sets in range(5):
        for chosen in _choices(pieces, sets):
            counts = [sum(piece.count(rank) for piece in chosen) for rank in range(ranks)]
            found[sets, 0].add(_unary(counts))
            for pair in range(ranks):
                found[sets, 1].add(
                    _unary([count + 2 * (rank == pair) for rank, count in enumerate(counts)])
                )
    return {part: frozenset(targets) for part, targets in found.items()}


def _choices(
    pieces: list[tuple[int, ...]], sets: int, first: int = 0
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """So many sets, in order; a chow any number of times, a pung once."""
    if sets == 0:
        yield ()
        return
    for index in range(first, len(pieces)):
        is_pung = len(set(pieces[index])) == 1
        for others in _choices(pieces, sets - 1, index + is_pung):
            yield (pieces[index], *others)


@lru_cache(maxsize=1 << 10)
def _allowed(limits: tuple[int, ...]) -> dict[Part, list[int]]:
    beyond = ~_unary(limits)
    return {
        part: [target for target in targets if not target & beyond]
        for part, targets in _targets(len(limits)).items()
    }


@lru_cache(maxsize=1 << 16)
def _of_group(counts: tuple[int, ...], limits: tuple[int, ...], most_sets: int) -> dict[Part, Way]:
    """The shortest ways of a suit or the honours to each number of sets and
    pairs; tiles are ranks.
    """
    here, found = _unary(counts), {}
    for part, targets in _allowed(limits).items():
        if part[0] <= most_sets and targets:
            missing = [target & ~here for target in targets]
            distances = list(map(int.bit_count, missing))
            least = min(distances)
            found[part] = Way(
                least,
                _ranks_of(
                    tiles for tiles, distance in zip(missing, distances) if distance == least
                ),
            )
    return found


def _ranks_of(missing: Iterable[int]) -> frozenset[int]:
    together = 0
    for tiles in missing:
        together |= tiles
    return frozenset(rank for rank in range(9) if together >> _FIELD * rank & 0xFFFF)


def _joined(left: dict[Part, Way], right: dict[Part, Way], most_sets: int) -> dict[Part, Way]:
    """The shortest ways of two groups together."""
    found: dict[Part, list[Way]] = {}
    for (sets, pairs), way in left.items():
        for (more_sets, more_pairs), more in right.items():
            if sets + more_sets <= most_sets and pairs + more_pairs <= 1:
                both = Way(way.distance + more.distance, way.tiles | more.tiles)
                found.setdefault((sets + more_sets, pairs + more_pairs), []).append(both)
    return {part: _shortest(listed) for part, listed in found.items()}


def _to_sets(counts: tuple[int, ...], limits: tuple[int, ...], sets: int) -> Way:
    """The way to so many sets and a pair."""
    parts = {(0, 0): Way(0, frozenset())}
    for start, stop in ((0, 9), (9, 18), (18, 27), (27, 34)):
        ways_of_group = _of_group(counts[start:stop], limits[start:stop], sets)
        moved = {
            part: Way(way.distance, frozenset(start + rank for rank in way.tiles))
            for part, way in ways_of_group.items()
        }
        parts = _joined(parts, moved, sets)
    way = parts[sets, 1]
    if way.distance == 1:
        return way
    return Way(way.distance, frozenset(tile for tile in way.tiles if counts[tile] < _COPIES))


# ---------------------------------------------------------------------------------- the other forms


def _bodies() -> Iterator[tuple[int, ...]]:
    """The nine tiles of each 组合龙."""
    for firsts in permutations(range(3)):
        yield tuple(
            9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)
        )


def _to_straights(counts: tuple[int, ...], limits: tuple[int, ...], sets: int) -> Iterator[Way]:
    for body in _bodies():
        missing = frozenset(tile for tile in body if not counts[tile])
        rest, room = list(counts), list(limits)
        for tile in body:
            rest[tile] -= tile not in missing
            room[tile] -= 1
        if min(room) >= 0:
            way = _to_sets(tuple(rest), tuple(room), sets - 3)
            yield Way(len(missing) + way.distance, missing | way.tiles)


def _to_kinds(counts: tuple[int, ...]) -> Iterator[Way]:
    """Fourteen of the sixteen kinds of a body and the honours: those that are held, and any of the
    others.
    """
    for body in _bodies():
        missing = frozenset(kind for kind in (*body, *_HONOURS) if not counts[kind])
        distance = len(missing) - 2
        yield Way(distance, missing if distance else frozenset())


def _to_orphans(counts: tuple[int, ...]) -> Iterator[Way]:
    for pair in _ORPHANS:
        missing = [*_ORPHANS, pair]
        for kind in _ORPHANS:
            for _ in range(min(counts[kind], missing.count(kind))):
                missing.remove(kind)
        yield Way(len(missing), frozenset(missing))


def _to_pairs(counts: tuple[int, ...]) -> Way:
    """Seven pairs; four equal tiles are two. Whole pairs first, then those with one tile, then new
    ones.
    """
    missing = sorted(
        (max(0, min(2, 2 * which - counts[kind])), kind)
        for kind in range(SLOT_COUNT)
        for which in (1, 2)
    )
    distance = sum(number for number, _ in missing[:7])
    dearest = missing[6][0]
    tiles = {kind for number, kind in missing if 0 < number <= dearest}
    return Way(distance, frozenset(tiles if distance else ()))
