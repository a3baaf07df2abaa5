"""``reach`` against the plain search over exchanges on seeded random hands; as a script for
thousands of them.

``python tests/reach_agreement.py --hands 5000`` prints each hand that differs and how many had
which distance; it exits 1 if any differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from generator import random_hand
from guobiao import Hand, format_hand, get_profile
from guobiao.analysis.reach import reach
from guobiao.errors import GuobiaoError
from guobiao.reference.reach import distance
from guobiao.unseen import copies_left

PROFILES = ("mil", "1998", "botzone", "wmo")
MINIMA = (0, 1, 6, 8, 8, 8, 9, 10, 12, 16, 25)
MOST_TILES_FOR_TWO = 8  # standing tiles of a hand of which the plain search tries two exchanges


class Case(NamedTuple):
    """A hand and what is asked of it."""

    hand: Hand
    seen: tuple[int, ...]
    minimum: int
    self_drawn: bool
    profile: str

    def __str__(self) -> str:
        seen = "".join(map(str, self.seen))
        return (
            f"{format_hand(self.hand)!r} seen {seen} minimum {self.minimum} self-drawn "
            f"{self.self_drawn} {self.profile}"
        )


def random_cases(seed: int) -> Iterator[Case]:
    """Complete hands with none to two other tiles, of thirteen and fourteen tiles, and tiles seen
    at random.
    """
    rng = Random(seed)
    while True:
        try:
            hand = _near(rng)
        except GuobiaoError:  # a fifth copy
            continue
        seen = tuple(min(_pick(rng, (0, 0, 0, 1, 2, 4)), left) for left in copies_left(hand))
        yield Case(hand, seen, _pick(rng, MINIMA), rng.random() < 0.5, _pick(rng, PROFILES))


def _pick(rng, values):
    return values[int(rng.random() * len(values))]


def _near(rng: Random) -> Hand:
    made = random_hand(rng)
    standing: list[int] = list(made.standing)
    if rng.random() < 0.8:
        standing.remove(made.win)
    for _ in range(_pick(rng, (0, 0, 1, 1, 2))):
        standing[int(rng.random() * len(standing))] = int(rng.random() * 34)
    wins = made.win in standing and rng.random() < 0.5 and len(standing) == len(made.standing)
    winds = {"prevalent_wind": made.prevalent_wind, "seat_wind": made.seat_wind}
    return Hand(standing, made.melds, made.win if wins else None, flowers=made.flowers, **winds)


def furthest(case: Case) -> int:
    """How many exchanges the plain search tries."""
    return 2 if len(case.hand.standing) <= MOST_TILES_FOR_TWO else 1


def expected(case: Case) -> int | None:
    """The plain search's distance."""
    left = copies_left(case.hand, case.seen)
    return distance(
        case.hand,
        get_profile(case.profile),
        minimum=case.minimum,
        left=left,
        self_drawn=case.self_drawn,
        furthest=furthest(case),
    )


def found(case: Case) -> int | None:
    """The core's distance, None past what the plain search tries."""
    win = "self_draw" if case.self_drawn else "discard"
    way = reach(case.hand, minimum=case.minimum, seen=case.seen, win=win, rules=case.profile)
    return way.distance if way.distance is not None and way.distance <= furthest(case) else None


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wrong, distances = 0, Counter[tuple[str, int]]()
    for _, case in zip(range(args.hands), random_cases(args.seed)):
        ours, theirs = found(case), expected(case)
        distances[str(theirs), len(case.hand.standing)] += 1
        if ours != theirs:
            wrong += 1
            print(f"{ours} against {theirs}: {case}", flush=True)
    print(f"{args.hands} hands, {wrong} differ; by distance and standing tiles:")
    print(
        *(f"{found}/{tiles}: {count}" for (found, tiles), count in sorted(distances.items())),
        sep="  ",
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
