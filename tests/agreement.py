"""Core against reference on seeded random hands: points, fans, split, dropped, waits; as a script
for millions of them.

``python tests/agreement.py --hands 1000000`` compares every profile (with ``--profiles
random-1,close-2,disputed-3`` random ones); ``--pairs 300000`` so many pairs of a random hand and a
random profile, all of them with lists and explanations. It prints each hand that differs with its
seed, and exits 1.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import repeat

from generator import random_hand, random_losing_hand
from guobiao import Hand, RuleProfile, evaluate, format_hand, get_profile, reference
from guobiao.errors import GuobiaoError, ProfileError
from guobiao.explain import explain
from guobiao.result import Score
from random_profiles import close_profile, disputed_profile, random_profile

CHUNK = 2000  # hands a seed

# A profile of one's own that bends what the core's tables must bear: points, each kind of
# exclusion, switches, a fan off.
OWN_PROFILE = RuleProfile(
    {
        "name": "own",
        "minimum": 6,
        "points": {
            "断幺": 3,
            "碰碰和": 8,
            "边张": 2,
            "坎张": 3,
            "喜相逢": 0,
            "三暗刻": 1,
            "四归一": 5,
            "无番和": 0,
        },
        "exclusions": {
            "碰碰和": ["幺九刻"],
            "平和": {"add": ["自摸"]},
            "三色三步高": ["自摸", "断幺"],
            "箭刻": {"add": ["无字", "双暗刻"]},
            "混一色": {"add": ["幺九刻:1"]},
            "七对": {"remove": ["单钓将"]},
            "坎张": ["自摸"],
            "花龙": ["连六"],
        },
        "switches": {"knitted_body_wait": False, "mixed_kongs": False},
    }
)


def profile_of(name: str) -> RuleProfile:
    """A built-in profile, ``"own"``, or a random one:
    ``"random-17"``, ``"close-17"``, ``"disputed-17"``.
    """
    kind, _, seed = name.partition("-")
    if kind in _RANDOM_PROFILES and seed:
        return _RANDOM_PROFILES[kind](int(seed))
    return OWN_PROFILE if name == "own" else get_profile(name)


# With its tables, which take seconds; a run over many profiles does not keep them all.
_RANDOM_PROFILES = {
    "random": lru_cache(4)(random_profile),
    "close": lru_cache(4)(close_profile),
    "disputed": lru_cache(4)(disputed_profile),
}
_KINDS_OF_SEEDS = ("random", "close", "disputed", "close")


def differences(hand: Hand, profile: RuleProfile, *, explain: bool) -> Iterator[str]:
    """What core and reference say differently of a hand."""
    ours, theirs = outcome(evaluate, hand, profile), outcome(reference, hand, profile)
    if isinstance(ours, str) or isinstance(theirs, str):
        if ours != theirs:
            yield f"{ours!r} against {theirs!r}"
        return
    if ours.points != theirs.points or ours.qualifies != theirs.qualifies:
        yield f"{ours.points} points against {theirs.points}: {ours.fans} against {theirs.fans}"
    elif ours.fan_counts != {counted.fan: counted.count for counted in theirs.fans}:
        yield f"{ours.fan_counts} against {theirs.fans}"
    elif explain:
        yield from explained_differences(ours, theirs)


def explained_differences(ours: Score, theirs: Score) -> Iterator[str]:
    """The same for explanations; and whether the core's list, made before, a pickle, and the
    search that is not told the core's fans say the same.
    """
    listed, pickled = ours.fans, pickle.dumps(ours)
    if ours.explanation != theirs.explanation:
        yield f"{ours.explanation} against {theirs.explanation}"
    elif ours.explanation != (untold := explain(ours.hand, ours.profile.rules)):
        yield f"told the fans {ours.explanation}, not told {untold}"
    elif (
        listed != ours.fans
        or pickle.loads(pickled) != ours
        or pickle.loads(pickle.dumps(listed)) != listed
    ):
        yield f"listed {listed}, explained {ours.fans}"


def outcome(scorer: object, hand: Hand, profile: RuleProfile) -> object:
    """The score, or the name of the error."""
    try:
        return scorer.score(hand, rules=profile)  # type: ignore[attr-defined]
    except GuobiaoError as error:
        return type(error).__name__


def wait_differences(hand: Hand) -> Iterator[str]:
    """The same for the waits of the thirteen tiles, in form and not, and for completeness."""
    for formal in (False, True):
        ours, theirs = evaluate.waits(hand, formal=formal), reference.waits(hand, formal=formal)
        if ours != theirs:
            yield f"waits (formal={formal}) {ours} against {theirs}"
    if evaluate.is_win(hand) != reference.is_win(hand):
        yield f"is_win {evaluate.is_win(hand)}"


def check_chunk(seed: int, name: str, hands: int, explain_every: int) -> list[str]:
    """Compares ``hands`` hands of one seed; every ``explain_every``-th with its explanation and
    waits.
    """
    rng, profile, found = random.Random(seed), profile_of(name), []
    for number in range(hands):
        losing = number % 20 == 19
        hand = (
            random_losing_hand(rng) if losing else random_hand(rng, contradictory=number % 10 == 9)
        )
        whole = number % explain_every == 0
        told = list(differences(hand, profile, explain=whole)) + (
            list(wait_differences(hand)) if whole or losing else []
        )
        found += [
            f"{name} seed {seed} number {number} {format_hand(hand)}: {text}" for text in told
        ]
    return found


def check_pairs(seed: int, hands: int) -> tuple[int, list[str]]:
    """Compares ``hands`` hands under the random profile of the same seed, each with its
    explanation.

    How many were compared, none under a profile whose tables do not fit; and what differs.
    """
    kind = _KINDS_OF_SEEDS[seed % 4]
    name = f"{kind}-{seed}"
    rng, profile, found = random.Random(seed), profile_of(name), []
    try:
        profile.tables  # noqa: B018
    except ProfileError:
        return 0, []
    for number in range(hands):
        recipes = kind if kind == "disputed" else "close" if number % 4 else "any"
        hand = random_hand(rng, contradictory=number % 10 == 9, recipes=recipes)
        told = differences(hand, profile, explain=True)
        found += [f"{name} number {number} {format_hand(hand)}: {text}" for text in told]
    return hands, found


def run_pairs(pairs: int, first_seed: int, hands: int, processes: int | None) -> int:
    """Random profiles until so many pairs are compared; how many differ."""
    started, done, refused, wrong = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor(processes) as pool:
        while done < pairs:
            seeds = range(first_seed, first_seed + -(-(pairs - done) // hands))
            for compared, told in pool.map(check_pairs, seeds, repeat(hands)):
                done, refused, wrong = done + compared, refused + (not compared), wrong + len(told)
                print(*told, sep="\n", end="\n" if told else "", flush=True)
            first_seed = seeds.stop
    seconds = time.monotonic() - started
    print(
        f"{done:,} pairs of hand and profile, {wrong} differences; {refused} profiles were "
        f"refused; {seconds:.0f} s"
    )
    return wrong


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000, help="hands a profile")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--profiles", default="mil,1998,botzone,botzone-2020,wmo,own")
    parser.add_argument(
        "--explain-every",
        type=int,
        default=10,
        help="compare the explanation and the waits of every Nth hand only",
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--pairs", type=int, help="compare so many random hands under random profiles instead"
    )
    parser.add_argument("--hands-a-profile", type=int, default=500, help="of --pairs")
    args = parser.parse_args()
    if args.pairs:
        return 1 if run_pairs(args.pairs, args.seed, args.hands_a_profile, args.processes) else 0
    wrong = 0
    for name in args.profiles.split(","):
        started = time.monotonic()
        seeds = range(args.seed, args.seed + max(1, args.hands // CHUNK))
        with ProcessPoolExecutor(args.processes) as pool:
            for told in pool.map(
                check_chunk, seeds, repeat(name), repeat(CHUNK), repeat(args.explain_every)
            ):
                wrong += len(told)
                print(*told, sep="\n", end="\n" if told else "", flush=True)
        print(
            f"{name}: {len(seeds) * CHUNK:,} hands, {wrong} differences so far, "
            f"{time.monotonic() - started:.0f} s",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
