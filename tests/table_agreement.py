"""The engine of the table: what must hold after every action, over millions of random hands; and
the engine beside the reference.

``python tests/table_agreement.py --hands 1000000`` plays that many hands at random and at random
with every win taken, at both walls, with and without flowers, under ``mil`` and a profile without a
minimum, and looks at everything after each action (``tests/compiled/table_check.pyx``).
``--reference 2000``: so many hands are also played beside ``guobiao.reference.table``, under every
profile. It prints what does not hold with its seed, and exits 1.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from agreement import profile_of
from compiling import compiled
from guobiao import RuleProfile
from guobiao.table import table_rules
from table_play import compare_hand, shuffled_wall, suited_wall

FAULTS, check_random = compiled("table_check").FAULTS, compiled("table_check").check_random
CHUNK = 5000  # hands a call

# Every complete hand wins, and nobody pays what it pays elsewhere.
NO_MINIMUM = RuleProfile(
    {
        "name": "no minimum",
        "minimum": 0,
        "base": 3,
        "payments": {"self_drawn": "2*base + points", "discarder": "base + 3*points", "others": 5},
    }
)
PROFILES: dict[str, str | RuleProfile] = {
    "mil": "mil",
    "1998": "1998",
    "botzone": "botzone",
    "own": profile_of("own"),
    "no minimum": NO_MINIMUM,
}
# wall rule, flowers, eager, profile
SETTINGS = tuple(itertools.product((0, 1), (False, True), (False, True), ("mil", "no minimum")))
ENDINGS = ("self-drawn", "on a discard", "on a robbed kong", "without a winner")

Setting = tuple[int, bool, bool, str]


def check_chunk(seed: int, hands: int, setting: Setting) -> tuple[Counter[str], list[str]]:
    """Plays hands of one setting: what was counted, and what does not hold."""
    wall, flowers, eager, name = setting
    sound, decisions, ends, fault = check_random(
        table_rules(PROFILES[name]), seed, hands, wall, flowers, eager
    )
    counted = Counter({"hands": sound, "decisions": decisions, **dict(zip(ENDINGS, ends))})
    return counted, [f"{FAULTS[fault]}: seed {seed + sound}, setting {setting}"] if fault else []


def compare_one(seed: int) -> list[str]:
    """One hand beside the reference; the seed chooses wall, flowers, profile and players."""
    rng = random.Random(seed)
    own, flowers = rng.random() < 0.5, rng.random() < 0.5
    wall = suited_wall(rng, flowers, own) if rng.random() < 0.6 else shuffled_wall(rng, flowers)
    rules = rng.choice(list(PROFILES.values()))
    policy = rng.choice(["eager", "eager", "uniform"])
    return compare_hand(wall, seed, own=own, rules=rules, policy=policy)[0]


def run_checks(
    hands: int, seed: int, pool: ProcessPoolExecutor
) -> Iterable[tuple[Counter[str], list[str]]]:
    """The chunks of all settings; no two hands have the same seed."""
    chunks = max(1, hands // CHUNK)
    size = min(CHUNK, hands)
    seeds = [seed + size * number for number in range(chunks)]
    settings = [SETTINGS[number % len(SETTINGS)] for number in range(chunks)]
    return pool.map(check_chunk, seeds, repeat(size), settings)


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument(
        "--reference", type=int, default=500, help="hands played beside the reference"
    )
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    started, counted, wrong = time.monotonic(), Counter[str](), 0
    with ProcessPoolExecutor(args.processes) as pool:
        for counts, faults in run_checks(args.hands, args.seed, pool):
            counted += counts
            wrong += len(faults)
            print(*faults, sep="\n", end="\n" if faults else "", flush=True)
        told = ", ".join(f"{counted[name]:,} {name}" for name in ("hands", "decisions", *ENDINGS))
        print(f"{told}; {wrong} faults, {time.monotonic() - started:.0f} s", flush=True)
        for differences in pool.map(
            compare_one, range(args.seed, args.seed + args.reference), chunksize=10
        ):
            wrong += len(differences)
            print(*differences, sep="\n", end="\n" if differences else "", flush=True)
    print(
        f"{args.reference:,} hands beside the reference; {wrong} in all, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
