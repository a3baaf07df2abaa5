"""Seeded random hands for shanten: standing tiles of every size, with melds or without, often of
few kinds so that copies run out.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from guobiao import Meld, MeldKind, Tile
from guobiao.tiles import SLOT_COUNT

TERMINALS_AND_HONOURS = [slot for slot in range(SLOT_COUNT) if slot >= 27 or slot % 9 in (0, 8)]


class Standing(NamedTuple):
    """Counts of the standing tiles, and the melds (none: they may be unknown)."""

    counts: bytes
    melds: tuple[Meld, ...] = ()

    @property
    def codes(self) -> bytes:
        """The melds as a row of an array."""
        return bytes(meld.code for meld in self.melds) + bytes(4 - len(self.melds))


def random_kinds(rng: Random) -> list[int]:
    """The kinds that a hand is drawn from."""
    share = rng.random()
    if share < 0.4:
        return list(range(SLOT_COUNT))
    if share < 0.6:
        first = 9 * rng.randrange(3)
        return [*range(first, first + 9), *rng.sample(range(SLOT_COUNT), 3)]
    if share < 0.7:
        first = 9 * rng.randrange(3)
        return list(range(first, first + 9))
    return (
        rng.sample(range(SLOT_COUNT), rng.choice((5, 6, 9, 12)))
        if share < 0.9
        else TERMINALS_AND_HONOURS
    )


def counts_of(slots: list[int]) -> bytes:
    """34 counts."""
    return bytes(slots.count(slot) for slot in range(SLOT_COUNT))


def random_standing(rng: Random, size: int) -> Standing:
    """So many tiles, without melds."""
    while True:
        wall = [kind for kind in set(random_kinds(rng)) for _ in range(4)]
        if len(wall) >= size:
            return Standing(counts_of(rng.sample(wall, size)))


def random_melded(rng: Random) -> Standing:
    """Zero to four melds beside what makes thirteen or fourteen tiles."""
    while True:
        kinds = sorted(set(random_kinds(rng)))
        left = [4 * (slot in kinds) for slot in range(SLOT_COUNT)]
        melds = []
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 4))):
            kind, slot = MeldKind(rng.choice((0, 0, 0, 1, 1, 2, 3, 4))), rng.choice(kinds)
            if kind is MeldKind.CHOW and (slot >= 27 or slot % 9 > 6):
                continue
            meld = Meld(kind, Tile(slot))
            if all(left[tile] >= meld.tiles.count(tile) for tile in meld.tiles):
                for tile in meld.tiles:
                    left[tile] -= 1
                melds.append(meld)
        size = 13 - 3 * len(melds) + rng.randrange(2)
        wall = [slot for slot in range(SLOT_COUNT) for _ in range(left[slot])]
        if len(wall) >= size:
            return Standing(counts_of(rng.sample(wall, size)), tuple(melds))
