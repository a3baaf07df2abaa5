"""What the tiles alone show: which kinds there are, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ..fan import Fan
from ..hand import Hand
from ..result import Form
from ..tiles import Tile
from .instances import Instance

__all__ = ["shown_by_tiles"]

Kinds = frozenset[Tile]


def _ranks(*ranks: int, suits: str = "msp") -> Kinds:
    """The tiles of these ranks (1-9) in these suits."""
    return frozenset(tile for tile in Tile if tile.suit in suits and tile.rank + 1 in ranks)


WINDS: Final = frozenset({Tile.E, Tile.S, Tile.W, Tile.N})
DRAGONS: Final = frozenset({Tile.C, Tile.F, Tile.P})
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = _ranks(1, 9)

# Fans of hands that hold nothing but these tiles.
ONLY: Final = {
    Fan.ALL_GREEN: _ranks(2, 3, 4, 6, 8, suits="s") | {Tile.F},
    Fan.ALL_TERMINALS: TERMINALS,
    Fan.ALL_HONORS: HONOURS,
    Fan.UPPER_TILES: _ranks(7, 8, 9),
    Fan.MIDDLE_TILES: _ranks(4, 5, 6),
    Fan.LOWER_TILES: _ranks(1, 2, 3),
    Fan.UPPER_FOUR: _ranks(6, 7, 8, 9),
    Fan.LOWER_FOUR: _ranks(1, 2, 3, 4),
    Fan.REVERSIBLE_TILES: _ranks(1, 2, 3, 4, 5, 8, 9, suits="p")
    | _ranks(2, 4, 5, 6, 8, 9, suits="s")
    | {Tile.P},
    Fan.ALL_SIMPLES: _ranks(2, 3, 4, 5, 6, 7, 8),
    Fan.NO_HONORS: _ranks(1, 2, 3, 4, 5, 6, 7, 8, 9),
}


def shown_by_tiles(hand: Hand, form: Form) -> Iterator[Instance]:
    """The tile fans of the hand; the form matters to 混幺九 alone."""
    copies = Counter({tile: count for tile, count in zip(Tile, hand.counts, strict=True) if count})
    copies.update(tile for meld in hand.melds for tile in meld.tiles)
    kinds = frozenset(copies)
    yield from (Instance(fan) for fan, allowed in ONLY.items() if kinds <= allowed)
    yield from map(Instance, _by_suits(kinds))
    # 混幺九 is pungs and a pair, or seven pairs: 十三幺 holds such tiles too, and is neither.
    both_kinds = kinds & TERMINALS and kinds & HONOURS
    if both_kinds and kinds <= TERMINALS | HONOURS and form is not Form.THIRTEEN_ORPHANS:
        yield Instance(Fan.ALL_TERMINALS_AND_HONORS)
    yield from (Instance(Fan.TILE_HOG, tile=tile) for tile in _hogs(hand, copies))


def _by_suits(kinds: Kinds) -> Iterable[Fan]:
    suits = {tile.suit for tile in kinds} - {"z"}
    if len(suits) == 1:
        yield Fan.HALF_FLUSH if kinds & HONOURS else Fan.FULL_FLUSH
    if len(suits) == 2:
        yield Fan.ONE_VOIDED_SUIT
    if len(suits) == 3 and kinds & WINDS and kinds & DRAGONS:
        yield Fan.ALL_TYPES


def _hogs(hand: Hand, copies: Counter[Tile]) -> Iterator[Tile]:
    """The tiles of which the hand holds four, and not as a kong."""
    kongs = {meld.tile for meld in hand.melds if meld.is_kong}
    return (tile for tile, count in copies.items() if count == 4 and tile not in kongs)
