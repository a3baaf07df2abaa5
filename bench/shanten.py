"""Shanten beside PyMahjongGB, in one process and one thread: random hands of thirteen tiles.

``python bench/shanten.py`` (``--hands``, ``--rounds``) interleaves the contenders, each round over
all hands, and prints the least time a hand and the ratio to PyMahjongGB's function. Every answer is
compared before anything is timed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import pymahjonggb
from guobiao import effective_batch, shanten_batch
from guobiao.compat import mahjonggb

SEED = 20_241
CODES = (
    *(f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)),
    "F1",
    "F2",
    "F3",
    "F4",
    "J1",
    "J2",
    "J3",
)


def random_hands(count: int) -> list[tuple[str, ...]]:
    """Thirteen tiles of a full wall each."""
    rng, wall = Random(SEED), CODES * 4
    return [tuple(rng.sample(wall, 13)) for _ in range(count)]


def contenders(
    hands: list[tuple[str, ...]], counts: Any, melds: Any
) -> dict[str, dict[str, Callable[[], Any]]]:
    """By question: the ways to ask it of all hands; the first is the base."""
    groups: dict[str, dict[str, Callable[[], Any]]] = {
        "all five forms and the least": {
            "guobiao.compat MahjongShanten": lambda: [
                mahjonggb.MahjongShanten((), hand) for hand in hands
            ],
            "shanten_batch": lambda: shanten_batch(counts, melds=melds).shanten,
            "shanten_batch, formal": lambda: (
                shanten_batch(counts, melds=melds, formal=True).shanten
            ),
            "shanten_batch, two threads": lambda: (
                shanten_batch(counts, melds=melds, threads=2).shanten
            ),
        },
        "effective tiles of the standard form": {
            "guobiao.compat RegularShanten": lambda: [
                mahjonggb.RegularShanten(hand) for hand in hands
            ],
            "effective_batch, standard only": lambda: (
                effective_batch(counts, melds=melds, standard_only=True).masks
            ),
            "the same, formal": lambda: (
                effective_batch(counts, melds=melds, standard_only=True, formal=True).masks
            ),
            "effective_batch, all forms": lambda: effective_batch(counts, melds=melds).masks,
        },
    }
    if pymahjonggb.MahjongGB is not None:
        peer = pymahjonggb.MahjongGB
        asked = {
            "all five forms and the least": (
                "MahjongShanten",
                lambda: [peer.MahjongShanten((), hand) for hand in hands],
            ),
            "effective tiles of the standard form": (
                "RegularShanten",
                lambda: [peer.RegularShanten(hand) for hand in hands],
            ),
        }
        for group, (name, run) in asked.items():
            groups[group] = {f"PyMahjongGB {name}": run, **groups[group]}
    return groups


def check(groups: dict[str, dict[str, Callable[[], Any]]]) -> None:
    """Every contender's answers are those of the stand-in, which are PyMahjongGB's (formal)."""
    least, effective = groups.values()
    expected = least["guobiao.compat MahjongShanten"]()
    assert least["shanten_batch, formal"]()[:, 0].tolist() == expected
    assert (least["shanten_batch"]() == least["shanten_batch, two threads"]()).all()
    regular = effective["guobiao.compat RegularShanten"]()
    masks = effective["the same, formal"]()[:, 1].tolist()
    assert [
        tuple(code for slot, code in enumerate(CODES) if mask >> slot & 1) for mask in masks
    ] == [tiles for _, tiles in regular]
    assert (
        effective["effective_batch, standard only"]()[:, 1]
        == effective["effective_batch, all forms"]()[:, 1]
    ).all()
    for group, first in ((least, expected), (effective, regular)):
        assert next(iter(group.values()))() == first


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument(
        "--repeats",
        type=int,
        default=20,
        help="how often the hands stand in the arrays, for the batches",
    )
    options = parser.parse_args()
    hands = random_hands(options.hands)
    counts = np.array([[hand.count(code) for code in CODES] for hand in hands], np.uint8)
    melds = np.zeros((len(hands), 4), np.uint8)
    check(contenders(hands, counts, melds))
    groups = contenders(
        hands, np.tile(counts, (options.repeats, 1)), np.tile(melds, (options.repeats, 1))
    )
    for group, runs in groups.items():
        least = dict.fromkeys(runs, float("inf"))
        for _ in range(options.rounds):
            for name, run in runs.items():
                started = time.perf_counter_ns()
                answers = run()
                least[name] = min(least[name], (time.perf_counter_ns() - started) / len(answers))
        print(f"{group}: {len(hands)} random hands of 13 tiles")
        base = next(iter(least.values()))
        for name, nanoseconds in least.items():
            print(f"  {name:36} {nanoseconds:10,.0f} ns {base / nanoseconds:8.1f} times")


if __name__ == "__main__":
    main()
