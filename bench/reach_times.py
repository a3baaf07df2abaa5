"""``reach`` on hands from the middle of simulated games: median and worst time, by distance.

``python bench/reach_times.py`` plays seeded games of four players who keep what is nearest to
complete and claim a third of what helps, stops each after 4 to 12 turns, and asks for the way to
eight points with all discards and the others' melds as seen. Every tenth answer is held against
another number of routes, so that a search that stops too early would show.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import NamedTuple

from guobiao import Hand, Meld, MeldKind, Tile, reach
from mahjong_core import api

SEED = 20_240
CLAIMED = 1 / 3  # of the discards that bring a hand nearer


class Position(NamedTuple):
    """A hand of thirteen tiles in a game, and the tiles that lie open elsewhere."""

    hand: Hand
    seen: tuple[int, ...]


class Player:
    """Standing counts and melds."""

    def __init__(self) -> None:
        self.counts, self.melds = [0] * 34, list[Meld]()

    def shanten(self) -> tuple[int, int]:
        """The least number and the mask of the tiles that lower it."""
        codes = bytes(meld.code for meld in self.melds) + bytes(4 - len(self.melds))
        numbers, masks = api.effective_tiles(bytes(self.counts), codes)
        return numbers[0], masks[0]

    def discard(self, left: list[int]) -> int:
        """The tile without which the hand is nearest, with the most copies that help."""
        best = None
        for tile in range(34):
            if self.counts[tile]:
                self.counts[tile] -= 1
                number, mask = self.shanten()
                self.counts[tile] += 1
                key = (number, -sum(left[slot] for slot in range(34) if mask >> slot & 1), -tile)
                best = min(best, key) if best else key
        assert best is not None
        self.counts[-best[2]] -= 1
        return -best[2]

    def claim(self, tile: int, *, may_chow: bool) -> bool:
        """Takes the tile for a meld that brings the hand nearer."""
        before = self.shanten()[0]
        for kind, slots in _claims(tile, may_chow):
            own = list(slots)
            own.remove(tile)
            if len(self.melds) < 4 and all(self.counts[slot] >= own.count(slot) for slot in own):
                for slot in own:
                    self.counts[slot] -= 1
                self.melds.append(Meld(kind, Tile(slots[0]), 1))
                if self.shanten()[0] < before:
                    return True
                self.melds.pop()
                for slot in own:
                    self.counts[slot] += 1
        return False


def _claims(tile: int, may_chow: bool) -> Iterator[tuple[MeldKind, tuple[int, ...]]]:
    yield MeldKind.PUNG, (tile, tile, tile)
    if may_chow and tile < 27:
        for first in range(tile - 2, tile + 1):
            if first >= tile // 9 * 9 and first % 9 < 7 and first // 9 == tile // 9:
                yield MeldKind.CHOW, (first, first + 1, first + 2)


def positions(seed: int, count: int) -> list[Position]:
    """The four hands of as many games as it takes."""
    found: list[Position] = []
    for number in range(count):
        if len(found) >= count:
            break
        found += _played(Random(f"{seed} {number}"))
    return found[:count]


def _played(rng: Random) -> Iterator[Position]:
    wall = sorted((slot for slot in range(34) for _ in range(4)), key=lambda _: rng.random())
    players, discarded = [Player() for _ in range(4)], [0] * 34
    for player in players:
        for _ in range(13):
            player.counts[wall.pop()] += 1
    current, claimed = 0, False
    for _ in range(4 * (4 + int(rng.random() * 9))):
        player = players[current]
        if not claimed:
            player.counts[wall.pop()] += 1
        seen = _seen(players, discarded, player)
        left = [4 - own - other for own, other in zip(_own(player), seen)]
        if player.shanten()[0] < 0:  # it would have won: leave a hand that has not
            break
        tile = player.discard(left)
        claimed = False
        for step in (1, 2, 3):
            other = players[(current + step) % 4]
            if rng.random() < CLAIMED and other.claim(tile, may_chow=step == 1):
                current, claimed = (current + step) % 4, True
                break
        if not claimed:
            discarded[tile] += 1
            current = (current + 1) % 4
    for player in players:
        if sum(player.counts) % 3 == 1:
            standing = [slot for slot in range(34) for _ in range(player.counts[slot])]
            hand = Hand(standing, player.melds, seat_wind=players.index(player))
            yield Position(hand, tuple(_seen(players, discarded, player)))


def _own(player: Player) -> list[int]:
    counts = list(player.counts)
    for meld in player.melds:
        for tile in meld.tiles:
            counts[tile] += 1
    return counts


def _seen(players: list[Player], discarded: list[int], player: Player) -> list[int]:
    counts = list(discarded)
    for other in players:
        if other is not player:
            for meld in other.melds:
                for tile in meld.tiles:
                    counts[tile] += 1
    return counts


def main() -> None:
    """The script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument(
        "--passes", type=int, default=3, help="the best of so many is a hand's time"
    )
    args = parser.parse_args()
    corpus = positions(SEED, args.hands)
    print(
        f"{len(corpus)} hands, melds "
        f"{dict(sorted(Counter(len(one.hand.melds) for one in corpus).items()))}, seed {SEED}"
    )
    for minimum, win in ((8, "discard"), (8, "self_draw"), (24, "discard"), (88, "discard")):
        times: dict[str, list[float]] = {}
        for number, one in enumerate(corpus):
            best = float("inf")
            for _ in range(args.passes):
                started = time.perf_counter()
                way = reach(one.hand, minimum=minimum, seen=one.seen, win=win)
                best = min(best, time.perf_counter() - started)
            assert all(route.points >= minimum for route in way.routes)
            if number % 10 == 0:
                assert (
                    reach(one.hand, minimum=minimum, seen=one.seen, win=win, routes=1).distance
                    == way.distance
                )
            times.setdefault(str(way.distance), []).append(1e3 * best)
        together = [value for values in times.values() for value in values]
        print(
            f"\nminimum {minimum}, {win}: median {median(together):.2f} ms, worst "
            f"{max(together):.2f} ms"
        )
        for distance, values in sorted(times.items()):
            print(
                f"  distance {distance:>4}: {len(values):4} hands, median {median(values):.2f} ms, "
                f"worst {max(values):.2f} ms"
            )


if __name__ == "__main__":
    main()
