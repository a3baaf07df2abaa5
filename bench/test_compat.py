"""The stand-in for PyMahjongGB beside the library: the same calls, the same tuples, in one process.

``pytest bench/test_compat.py``; run as a script it interleaves the two over each mix and prints the
ratio of the least times.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import pymahjonggb
from corpus import NAMES, corpus
from guobiao.compat.mahjonggb import MahjongFanCalculator

HANDS = 2_000
CALCULATORS = {"guobiao.compat": MahjongFanCalculator}
if pymahjonggb.MahjongGB is not None:
    CALCULATORS["PyMahjongGB"] = pymahjonggb.MahjongGB.MahjongFanCalculator

Calls = Sequence[tuple[Any, ...]]


def calls(name: str, *, verbose: bool) -> Calls:
    """The calls for the hands of a mix."""
    return [(*pymahjonggb.arguments(hand)[:10], verbose) for hand in corpus(name).hands[:HANDS]]


def answers(calculate: Callable[..., Any], asked: Calls) -> list[Any]:
    """The tuples; for a hand that does not win the text of the error."""
    found: list[Any] = []
    for each in asked:
        try:
            found.append(calculate(*each))
        except TypeError as error:
            found.append(error.args)
    return found


@pytest.mark.parametrize("calculator", CALCULATORS)
@pytest.mark.parametrize("verbose", [False, True], ids=["plain", "verbose"])
@pytest.mark.parametrize("name", NAMES)
def test_calculator(benchmark, name: str, verbose: bool, calculator: str) -> None:
    asked = calls(name, verbose=verbose)
    benchmark.group = f"compat: {len(asked)} hands of {name!r}, {'verbose' if verbose else 'plain'}"
    found = benchmark(answers, CALCULATORS[calculator], asked)
    assert all(answers(other, asked) == found for other in CALCULATORS.values())


def least_times(asked: Calls, rounds: int) -> dict[str, float]:
    """Nanoseconds a call of each calculator, the least of so many interleaved rounds."""
    least = dict.fromkeys(CALCULATORS, float("inf"))
    for _ in range(rounds):
        for name, calculate in CALCULATORS.items():
            started = time.perf_counter_ns()
            answers(calculate, asked)
            least[name] = min(least[name], (time.perf_counter_ns() - started) / len(asked))
    return least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    rounds = parser.parse_args().rounds
    for name in NAMES:
        for verbose in (False, True):
            asked = calls(name, verbose=verbose)
            first, *others = [answers(calculate, asked) for calculate in CALCULATORS.values()]
            assert all(other == first for other in others)
            least = least_times(asked, rounds)
            told = ", ".join(f"{calculator} {time:,.0f} ns" for calculator, time in least.items())
            ratio = least.get("PyMahjongGB", 0) / least["guobiao.compat"]
            print(
                f"{name}, {'verbose' if verbose else 'plain'}: {told}: {ratio:.1f} times",
                flush=True,
            )


if __name__ == "__main__":
    main()
