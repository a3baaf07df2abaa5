"""The command on a file, beside a loop of PyMahjongGB's calls over the same hands.

``python bench/command_times.py`` writes 61,416 hands (those of ``tests/cases/random-mil.tsv``,
three times, shuffled) to a file and runs ``guobiao score --file`` on it, in this process,
interleaved with the loop; the least of the rounds is printed. The totals are compared first. Then
the text of each hand once as a batch beside scoring it, and one thread and two on a file forty
times as long.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pymahjonggb
from guobiao import HandBatch, parse_hand, score_batch
from guobiao.cli import main as command

CASES = Path(__file__).resolve().parents[1] / "tests/cases/random-mil.tsv"
SEED = 60_000
LONGER = 40
# name, arguments, how many times the loop it may take
COMMANDS = (
    ("--points", ["--points"], 1.0),
    ("--csv", ["--csv"], None),
    ("--jsonl", ["--jsonl"], 10.0),
)


def texts(copies: int) -> list[str]:
    """The hands of the case file, some times, shuffled."""
    lines = CASES.read_text(encoding="utf-8").splitlines()
    hands = [line.split("\t")[0] for line in lines if "|" in line and not line.startswith("#")]
    listed = hands * copies
    Random(SEED).shuffle(listed)
    return listed


def run(arguments: list[str], out: Path) -> None:
    """The command, with its output in a file."""
    with out.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        code = command(["score", *arguments])
    assert code == 0, code


def timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--copies", type=int, default=3, help="of 20,472 hands")
    options = parser.parse_args()
    listed = texts(options.copies)
    calls = [pymahjonggb.arguments(parse_hand(text)) for text in listed]
    calculate = pymahjonggb.MahjongGB.MahjongFanCalculator
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "hands.txt"), Path(folder, "out.txt")
        file.write_text("\n".join(listed) + "\n", encoding="utf-8")
        run(["--points", "--file", str(file)], out)
        told = [int(line) for line in out.read_text(encoding="utf-8").split()]
        theirs = [pymahjonggb.points(calculate(*one)) for one in calls[:2000]]
        assert len(told) == len(listed)
        assert sum(ours != other for ours, other in zip(told, theirs)) < 20  # its known errors
        least = dict.fromkeys(["loop", *(name for name, _, _ in COMMANDS)], float("inf"))
        for _ in range(options.rounds):
            least["loop"] = min(least["loop"], timed(lambda: [calculate(*one) for one in calls]))
            for name, arguments, _ in COMMANDS:
                took = timed(lambda words=arguments: run([*words, "--file", str(file)], out))
                least[name] = min(least[name], took)
    print(f"{len(listed):,} hands, {sys.platform}, the least of {options.rounds} rounds")
    print(f"{'a loop of PyMahjongGB calls':30} {least['loop']:8.3f} s")
    for name, _, most in COMMANDS:
        bound = "" if most is None else f"  at most {most:g}"
        ratio = least[name] / least["loop"]
        print(f"score --file F {name:22} {least[name]:8.3f} s {ratio:8.3f}{bound}")
    compare_batch(texts(1), options.rounds)
    compare_threads(listed, options.rounds)


def compare_batch(listed: list[str], rounds: int) -> None:
    """Reading a text into a batch beside scoring its rows."""
    text = "\n".join(listed).encode()
    batch, least = HandBatch.from_text(text), [float("inf")] * 3
    for _ in range(10 * rounds):
        for place, call in enumerate(
            (
                lambda: HandBatch.from_text(text),
                lambda: score_batch(batch),
                lambda: score_batch(batch, fans=True),
            )
        ):
            least[place] = min(least[place], timed(call))
    read, points, fans = (1e9 * seconds / len(listed) for seconds in least)
    print(
        f"{len(listed):,} hands: HandBatch.from_text {read:.0f} ns a hand, points {points:.0f} ns "
        f"({read / points:.2f} of them; at most 1.2), with fan counts {fans:.0f} ns "
        f"({fans / points:.2f}; at most 1.3)"
    )


def compare_threads(listed: list[str], rounds: int) -> None:
    """A long file with one thread and with two."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "hands.txt"), Path(folder, "out.txt")
        file.write_text(("\n".join(listed) + "\n") * LONGER, encoding="utf-8")
        least = {1: float("inf"), 2: float("inf")}
        for _ in range(rounds):
            for threads in least:
                words = ["--points", "--threads", str(threads), "--file", str(file)]
                took = timed(lambda words=words: run(words, out))
                least[threads] = min(least[threads], took)
    print(
        f"{len(listed) * LONGER:,} hands: one thread {least[1]:.3f} s, two {least[2]:.3f} s, "
        f"{least[1] / least[2]:.2f} times as fast (at least 1.7)"
    )


if __name__ == "__main__":
    main()
