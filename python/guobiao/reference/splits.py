"""2. 不拆移: every form of the hand, and every way to take it apart in sets. A score looks at one
of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Final, NamedTuple

from ..hand import Hand, Meld, MeldKind
from ..result import Form, SetKind, Split, TileSet
from ..tiles import Tile

__all__ = ["PUNG_KINDS", "Shape", "is_complete", "places", "shapes"]

Piece = tuple[SetKind, int]
"""A standing set or pair: its kind and lowest slot (or rank, while one suit is looked at)."""


class Shape(NamedTuple):
    """A form and the sets of one way to read the hand in it, in the order of ``Split.sets``."""

    form: Form
    sets: tuple[TileSet, ...]


# A kong is a pung to every fan but the kong fans.
PUNG_KINDS: Final = (SetKind.PUNG, SetKind.KONG)

ORPHANS: Final = tuple(tile for tile in Tile if tile.is_terminal or tile.is_honour)

# 147, 258 and 369, one group a suit: the lowest slots of the three groups, in all six ways.
BODIES: Final = tuple(
    tuple(9 * suit + rank for suit, rank in enumerate(ranks)) for ranks in permutations((0, 1, 2))
)
BODY_TILES: Final = {
    body: tuple(slot + step for slot in body for step in (0, 3, 6)) for body in BODIES
}


def shapes(hand: Hand) -> Iterator[Shape]:
    """Every way to read the hand's tiles as a complete hand; none if they complete no form."""
    melds = [_meld_set(meld) for meld in hand.melds]
    for form, pieces in _readings(hand.counts, len(melds)):
        standing = [tile_set(kind, slot) for kind, slot in pieces]
        yield Shape(form, tuple(sorted(melds + standing, key=_set_order)))


def is_complete(standing: bytes, melds: int) -> bool:
    """Whether these standing tiles complete some form beside so many melds. *In form*: a fifth copy
    of a tile is allowed.
    """
    return next(_readings(standing, melds), None) is not None


def places(shape: Shape, winning_tile: int) -> Iterator[Split]:
    """Every set that may hold the winning tile; a meld was complete before. Of equal sets the first
    stands for all.
    """
    tried = set()
    for index, tile_set in enumerate(shape.sets):
        if not tile_set.melded and winning_tile in tile_set.tiles and tile_set not in tried:
            tried.add(tile_set)
            yield Split(shape.form, shape.sets, index)


@cache
def tile_set(kind: SetKind, slot: int, melded: bool = False) -> TileSet:
    """The set of that kind from that slot on."""
    return TileSet(kind, Tile(slot), melded)


def _meld_set(meld: Meld) -> TileSet:
    if meld.kind is MeldKind.CHOW:
        return tile_set(SetKind.CHOW, meld.tile, True)
    return tile_set(SetKind.KONG if meld.is_kong else SetKind.PUNG, meld.tile, True)


def _set_order(tile_set: TileSet) -> tuple[int, int, bool]:
    return tile_set.kind, tile_set.tile, tile_set.melded


def _readings(standing: bytes, melds: int) -> Iterator[tuple[Form, Iterable[Piece]]]:
    """The standing tiles in every form, as pieces."""
    for pieces in basic_pieces(standing):
        yield Form.BASIC, pieces
    kinds = len(standing) - standing.count(0)
    if melds <= 1 and kinds >= 9:
        yield from _knitted_straights(standing)
    if melds == 0 and (kinds <= 7 or kinds >= 13):
        yield from _concealed_forms(standing)


def basic_pieces(standing: bytes) -> Iterator[tuple[Piece, ...]]:
    """Every way to take the tiles apart in sets and one pair."""
    groups = [suit_pieces(standing[first : first + 9], first) for first in (0, 9, 18)]
    groups.append(suit_pieces(standing[27:], 27))
    for choice in product(*groups):
        pieces = sum(choice, ())
        if [kind for kind, _ in pieces].count(SetKind.PAIR) == 1:
            yield pieces


@lru_cache(maxsize=1 << 17)
def suit_pieces(counts: bytes, first_slot: int) -> tuple[tuple[Piece, ...], ...]:
    """Every way to take one suit (or the honours) apart in chows, pungs and at most one pair;
    nothing may be left over.
    """
    ways = {
        tuple(sorted(way)) for way in _take_apart(list(counts), True, has_chows=first_slot < Tile.E)
    }
    return tuple(tuple((kind, first_slot + rank) for kind, rank in way) for way in sorted(ways))


def _take_apart(counts: list[int], may_pair: bool, has_chows: bool) -> Iterator[tuple[Piece, ...]]:
    """The lowest tile belongs to a pair, a pung or a chow that starts with it: try all three."""
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        yield ()
        return
    if may_pair and counts[lowest] >= 2:
        yield from _after(SetKind.PAIR, (lowest,) * 2, counts, False, has_chows)
    if counts[lowest] >= 3:
        yield from _after(SetKind.PUNG, (lowest,) * 3, counts, may_pair, has_chows)
    if has_chows and all(counts[lowest : lowest + 3]) and lowest + 2 < len(counts):
        yield from _after(
            SetKind.CHOW, (lowest, lowest + 1, lowest + 2), counts, may_pair, has_chows
        )


def _after(
    kind: SetKind, ranks: tuple[int, ...], counts: list[int], may_pair: bool, has_chows: bool
) -> Iterator[tuple[Piece, ...]]:
    rest = counts.copy()
    for rank in ranks:
        rest[rank] -= 1
    for way in _take_apart(rest, may_pair, has_chows):
        yield ((kind, ranks[0]), *way)


def _knitted_straights(standing: bytes) -> Iterator[tuple[Form, Iterable[Piece]]]:
    """组合龙: take a body out; what is left is a pair and, unless that is melded, a set."""
    for body, tiles in BODY_TILES.items():
        if all(map(standing.__getitem__, tiles)):
            rest = bytearray(standing)
            for slot in tiles:
                rest[slot] -= 1
            for pieces in basic_pieces(bytes(rest)):
                yield Form.KNITTED_STRAIGHT, (*pieces, *((SetKind.KNITTED, slot) for slot in body))


def _concealed_forms(standing: bytes) -> Iterator[tuple[Form, Iterable[Piece]]]:
    """The forms that no meld belongs to: 全不靠, 十三幺 and 七对."""
    held = [slot for slot in range(34) if standing[slot]]
    if len(held) == 14 and any(_is_knitted(held, body) for body in BODIES):
        yield Form.ALL_KNITTED, [(SetKind.SINGLE, slot) for slot in held]
    if held == list(ORPHANS):
        yield Form.THIRTEEN_ORPHANS, [(_PAIR_OR_SINGLE[standing[slot]], slot) for slot in held]
    if not any(count % 2 for count in standing):
        # Four equal tiles may be two pairs.
        yield (
            Form.SEVEN_PAIRS,
            [(SetKind.PAIR, slot) for slot in held for _ in range(standing[slot] // 2)],
        )


_PAIR_OR_SINGLE: Final = {1: SetKind.SINGLE, 2: SetKind.PAIR}


def _is_knitted(held: list[int], body: tuple[int, ...]) -> bool:
    """All number tiles are of this 147 / 258 / 369."""
    return all(slot >= Tile.E or slot % 3 == body[slot // 9] % 3 for slot in held)
