"""What users call keeps no memory: after its caches have seen the inputs, a million more calls
leave as many blocks allocated as before, those that raise too.

python tests/leaks.py                      a million calls of each
python tests/leaks.py --calls 1000 waits   some calls of those whose names hold "waits"
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from generator import random_hand
from guobiao import (
    GuobiaoError,
    Hand,
    HandBatch,
    discards,
    effective_tiles,
    format_hand,
    is_win,
    parse_hand,
    score,
    score_batch,
    shanten,
    waits,
)
from mutations import mutated_hands

SEED = 11
HANDS = 200
SLOW = {"discards": 20, "HandBatch.from_text": 20}  # so many times fewer calls


class Call(NamedTuple):
    """A call and its inputs, which are used in turn."""

    name: str
    run: Callable[[Any], object]
    inputs: Sequence[Any]


class Growth(NamedTuple):
    """What so many calls left behind: Python's blocks, and bytes of the process (None: unknown)."""

    name: str
    calls: int
    blocks: int
    size: int | None


def calls() -> Iterator[Call]:
    """The calls on hands that win, and on texts that are wrong."""
    hands = [random_hand(Random(SEED + number)) for number in range(HANDS)]
    texts = [format_hand(hand) for hand in hands]
    wrong = list(mutated_hands(SEED, HANDS))
    losing = [text[:-1] + "9" for text in ("123456789m1155s8p|EE0000|0",) * HANDS]
    yield Call("parse_hand", parse_hand, texts)
    yield Call("parse_hand of a wrong text", parse_hand, wrong)
    yield Call("score(text)", lambda text: score(text).points, texts)
    yield Call("score of a losing hand", lambda text: str(score(text)), losing)
    yield Call("score(hand).to_dict", lambda hand: json.dumps(score(hand).to_dict()), hands)
    yield Call("Hand.from_numbers", lambda hand: Hand.from_numbers(*hand.numbers), hands)
    yield Call("Hand.from_numbers of wrong numbers", _wrong_numbers, hands)
    yield Call("format_hand", format_hand, hands)
    yield Call("is_win", is_win, texts)
    yield Call("waits", lambda text: [wait.to_dict() for wait in waits(text)], texts)
    yield Call("shanten", shanten, texts)
    yield Call("effective_tiles", lambda text: effective_tiles(text).to_dict(), texts)
    yield Call("discards", discards, texts)
    lines = "\n".join([*texts[:20], *wrong[:5]]).encode("utf-8", "surrogatepass")
    yield Call(
        "HandBatch.from_text",
        lambda text: score_batch(HandBatch.from_text(text), fans=True),
        [lines],
    )


def _wrong_numbers(hand: Hand) -> Hand:
    counts, melds, _, *rest = hand.numbers
    return Hand.from_numbers(counts, melds, 77, *rest)


def growth_of(call: Call, count: int) -> Growth:
    """What ``count`` calls leave, after each input was used twice."""
    count = max(1, count // SLOW.get(call.name, 1))
    _run(call, 2 * len(call.inputs))
    gc.collect()
    blocks, size = sys.getallocatedblocks(), _process_size()
    _run(call, count)
    gc.collect()
    after = _process_size()
    grown = None if size is None or after is None else after - size
    return Growth(call.name, count, sys.getallocatedblocks() - blocks, grown)


def _run(call: Call, count: int) -> None:
    for number in range(count):
        try:
            call.run(call.inputs[number % len(call.inputs)])
        except GuobiaoError:
            continue


def _process_size() -> int | None:
    """The resident bytes, where Linux tells them."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


MOST_BLOCKS = 100
MOST_BYTES = 1 << 20


def is_leak(found: Growth) -> bool:
    """More than the odd block of an interpreter that goes on, or more than a megabyte."""
    return found.blocks > MOST_BLOCKS or (found.size or 0) > MOST_BYTES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="only calls whose names hold one of these")
    parser.add_argument("--calls", type=int, default=1_000_000)
    options = parser.parse_args()
    leaks = 0
    for call in calls():
        if options.names and not any(name in call.name for name in options.names):
            continue
        found = growth_of(call, options.calls)
        leaks += is_leak(found)
        size = "" if found.size is None else f", {found.size / 1024:,.0f} KiB"
        told = f"{found.name:36} {found.calls:9,} calls: {found.blocks:+d} blocks{size}"
        print(told + " LEAK" * is_leak(found), flush=True)
    print(f"{leaks} leaks")
    return 1 if leaks else 0


if __name__ == "__main__":
    raise SystemExit(main())
