"""What users call, beside PyMahjongGB's one call: texts, tiles and numbers in, answers out.

``python bench/front_door.py`` runs every call on the same hands of the mixed corpus in one process,
interleaved, and prints how many times PyMahjongGB's call each takes and what it may take. A pass is
timed in pieces, and the least times of the pieces are added up. The answers are compared first.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import pymahjonggb
from corpus import corpus
from guobiao import (
    Hand,
    discards,
    effective_tiles,
    format_hand,
    get_profile,
    parse_hand,
    reach,
    reference,
    score,
    shanten,
    waits,
)

SEED = 20_240
HANDS = 2_000
PIECES = 20
PEER = "PyMahjongGB"


class Call(NamedTuple):
    """A call, its inputs, and how much of PyMahjongGB's time it may take (None: told only)."""

    name: str
    most: float | None
    run: Callable[[Any], object]
    inputs: Sequence[Any]


def _of_parts(parts: tuple[Any, ...]) -> Hand:
    tiles, melds, win, options = parts
    return Hand(tiles, melds, win, **options)


def _parts(hand: Hand) -> tuple[Any, ...]:
    flags = ("self_drawn", "last_copy", "last_tile", "kong")
    names = (*flags, "prevalent_wind", "seat_wind", "flowers")
    return (
        hand.standing,
        hand.melds,
        hand.winning_tile,
        {name: getattr(hand, name) for name in names},
    )


def _wait_points(text: str) -> list[tuple[int, int]]:
    return [
        (wait.discard.points, wait.self_drawn.points)
        for wait in waits(text)
        if wait.discard and wait.self_drawn
    ]


def _explained(hand: Hand) -> tuple[object, ...]:
    found = score(hand)
    return [counted.sets for counted in found.fans], found.split, found.dropped


def calls(hands: Sequence[Hand]) -> list[Call]:
    """The calls on their inputs, PyMahjongGB's first."""
    texts = [format_hand(hand) for hand in hands]
    arguments = [pymahjonggb.arguments(hand) for hand in hands]
    calculate = pymahjonggb.MahjongGB.MahjongFanCalculator
    numbers, parts = [tuple(hand.numbers) for hand in hands], [_parts(hand) for hand in hands]
    return [
        Call(PEER, 1, lambda given: calculate(*given), arguments),
        Call("score(text).points", 1 / 3, lambda text: score(text).points, texts),
        Call("parse_hand(text)", 1 / 4, parse_hand, texts),
        Call("Hand(tiles, ...)", 1 / 4, _of_parts, parts),
        Call("Hand.from_numbers(...)", 1 / 4, lambda given: Hand.from_numbers(*given), numbers),
        Call("score(hand).points", 1 / 8, lambda hand: score(hand).points, hands),
        Call("score(hand).fans", 1 / 4, lambda hand: score(hand).fans, hands),
        Call("its sets, split and dropped", 5, _explained, hands),
        Call("to_dict() of that", 8, lambda hand: score(hand).to_dict(), hands),
        Call("waits(text), both points of each", 4, _wait_points, texts),
        Call("shanten(text)", 1, shanten, texts),
        Call("effective_tiles(text)", 2, effective_tiles, texts),
        Call("discards(text)", 20, discards, texts),
        Call("format_hand(hand)", None, format_hand, hands),
        Call("reach(text)", None, reach, texts[:PIECES]),
    ]


def check(hands: Sequence[Hand]) -> None:
    """Every door leads to the same hand, which is worth what PyMahjongGB or the reference says."""
    rules = get_profile("mil")
    for hand in hands:
        text, fans = format_hand(hand), pymahjonggb.arguments(hand)
        assert parse_hand(text) == hand == _of_parts(_parts(hand)), text
        assert Hand.from_numbers(hand.counts, hand.melds, *hand.numbers[2:]) == hand, text
        told = score(text).points
        if pymahjonggb.points(pymahjonggb.MahjongGB.MahjongFanCalculator(*fans)) != told:
            assert reference.score(hand, rules=rules).points == told, text
        assert _wait_points(text) == [
            (wait.discard.points, wait.self_drawn.points)
            for wait in reference.waits(hand)
            if wait.discard and wait.self_drawn
        ], text


def measure(listed: Sequence[Call], seconds: float) -> dict[str, float]:
    """Seconds a call: the least of many rounds, piece by piece."""
    least = {call.name: [float("inf")] * PIECES for call in listed}
    end, rng = time.monotonic() + seconds, Random(SEED)
    rounds = 0
    while rounds < 3 or time.monotonic() < end:
        for call in rng.sample(listed, len(listed)):
            for piece in range(PIECES):
                took = _timed(call.run, call.inputs[piece::PIECES])
                least[call.name][piece] = min(least[call.name][piece], took)
        rounds += 1
    return {call.name: sum(least[call.name]) / len(call.inputs) for call in listed}


def _timed(run: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    started = time.perf_counter()
    for given in inputs:
        run(given)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="", help="calls whose names hold this")
    args = parser.parse_args()
    mixed = corpus("mixed").hands
    hands = Random(SEED).sample(mixed, min(HANDS, len(mixed)))
    check(hands[:200])
    listed = [call for call in calls(hands) if call.name == PEER or args.only in call.name]
    found = measure(listed, args.seconds)
    print(f"{len(hands):,} hands of the mixed corpus, seed {SEED}")
    print(f"{'call':34} {'µs':>8} {'x ' + PEER:>14} {'at most':>8}")
    for call in listed:
        ratio = found[call.name] / found[PEER]
        over = "" if call.most is None or ratio <= call.most else "  over"
        most = "" if call.most is None else f"{call.most:.3g}"
        print(f"{call.name:34} {found[call.name] * 1e6:8.2f} {ratio:14.3f} {most:>8}{over}")


if __name__ == "__main__":
    main()
