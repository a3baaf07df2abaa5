"""Batches beside PyMahjongGB over a million rows: the hands of ``mixed`` in shuffled order, again
and again; points, then fan counts.

``python bench/million.py``. A round is all hands of the corpus by PyMahjongGB, one a call, and a
piece of the million rows in each way of ours; the least of the rounds is what the machine can do,
the median what it did. Every total is compared.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np

import guobiao
import pymahjonggb
from corpus import SEED, corpus

ROWS = 1_000_000


def nanoseconds(call: Callable[[], object], count: int) -> float:
    """What one of ``count`` rows took."""
    started = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - started) / count


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    hands, shuffle = list(corpus("mixed").hands), random.Random(SEED).shuffle
    one_pass = guobiao.HandBatch.from_hands(hands)
    order = np.concatenate([_shuffled(len(hands), shuffle) for _ in range(ROWS // len(hands) + 1)])[
        :ROWS
    ]
    columns = ("counts", "melds", "win", "flags", "winds", "flowers")
    batch = guobiao.HandBatch.from_arrays(
        **{name: np.ascontiguousarray(getattr(one_pass, name)[order]) for name in columns}
    )
    points, fans = guobiao.score_batch(batch), guobiao.score_batch(batch, fans=True)
    piece = ROWS // options.rounds
    peer = pymahjonggb.ready_to_score(hands)
    assert peer is not None, "PyMahjongGB is not installed: pip install guobiao[peers]"
    totals = np.array([pymahjonggb.points(answer) for answer in peer()])
    assert (points.points == totals[order]).all(), "totals differ"
    assert (fans.points == points.points).all()
    taken: dict[str, list[float]] = {}
    for number in range(options.rounds):
        rows = slice(number * piece, (number + 1) * piece)
        view = batch[rows]
        own = {
            name: guobiao.BatchScores(scores.points[rows], scores.status[rows], counts)
            for name, scores, counts in (
                ("points", points, None),
                ("fan counts", fans, fans.fan_counts[rows]),
            )
        }
        taken.setdefault("PyMahjongGB", []).append(nanoseconds(peer, len(hands)))
        for name, out in own.items():
            for threads in (1, 2):
                call = _call(view, out, threads)
                taken.setdefault(f"{name}, threads={threads}", []).append(nanoseconds(call, piece))
    for name, each in taken.items():
        least, median = min(each), statistics.median(each)
        ratios = min(taken["PyMahjongGB"]) / least, statistics.median(taken["PyMahjongGB"]) / median
        print(
            f"{name:24} {least:8.1f} ns least {median:8.1f} median   {ratios[0]:6.1f} "
            f"{ratios[1]:6.1f} times"
        )
    return 0


def _shuffled(count: int, shuffle: Callable[[list[int]], None]) -> list[int]:
    numbers = list(range(count))
    shuffle(numbers)
    return numbers


def _call(view: guobiao.HandBatch, out: guobiao.BatchScores, threads: int) -> Callable[[], object]:
    return lambda: guobiao.score_batch(
        view, fans=out.fan_counts is not None, threads=threads, out=out
    )


if __name__ == "__main__":
    raise SystemExit(main())
