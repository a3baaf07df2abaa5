"""The hands that the benches run over: seeded mixes, each with a name and a sentence on what it
holds.

``mixed`` is the mix of ``tests/cases/random-mil.tsv`` in shuffled order; the others are made here.
Run as a script, this prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from guobiao import Hand, Meld, MeldKind, Tile, format_hand, is_win, parse_hand

SEED = 20_240
SIZE = 2_000  # hands of a mix that is made here
MIXED_FILE = Path(__file__).parent.parent / "tests" / "cases" / "random-mil.tsv"

CHOW, PUNG = MeldKind.CHOW, MeldKind.PUNG
Set = tuple[MeldKind, int]
Draft = tuple[Sequence[Set], Sequence[int]]
"""Sets that may be melded, and the other standing tiles."""

T = TypeVar("T")


class Corpus(NamedTuple):
    """Hands of one kind; ``wins`` says whether they are complete."""

    name: str
    holds: str
    hands: tuple[Hand, ...]
    wins: bool = True


def _pick(rng: Random, values: Sequence[T]) -> T:
    return values[int(rng.random() * len(values))]


def _shuffled(rng: Random, values: Iterable[T]) -> list[T]:
    """In an order that is the same under every Python."""
    return sorted(values, key=lambda _: rng.random())


# ---------------------------------------------------------------------------- one hand from a draft


def _hand(rng: Random, draft: Draft, open_share: float) -> Hand | None:
    """The draft with some sets melded, won on any standing tile; None if it has five copies of a
    tile.
    """
    sets, rest = draft
    melds: list[Meld] = []
    standing = list(rest)
    for kind, slot in sets:
        if rng.random() < open_share:
            melds.append(_meld(rng, kind, slot))
        else:
            standing += (slot, slot, slot) if kind is PUNG else (slot, slot + 1, slot + 2)
    copies = standing + [int(tile) for meld in melds for tile in meld.tiles]
    if any(copies.count(tile) > 4 for tile in copies):
        return None
    return Hand(
        standing,
        melds,
        winning_tile=_pick(rng, standing),
        self_drawn=rng.random() < 0.3,
        prevalent_wind=_pick(rng, range(4)),
        seat_wind=_pick(rng, range(4)),
        flowers=_pick(rng, (0, 0, 0, 1, 1, 2, 3)),
    )


def _meld(rng: Random, kind: MeldKind, slot: int) -> Meld:
    if kind is PUNG and rng.random() < 0.15:
        kind = _pick(rng, (MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG))
    return Meld(kind, Tile(slot), 1 + int(rng.random() * 3))


def _made(name: str, draft: Callable[[Random], Draft], open_share: float) -> tuple[Hand, ...]:
    """``SIZE`` hands of a recipe, from a seed of its own."""
    rng, hands = Random(f"{name} {SEED}"), []
    while len(hands) < SIZE:
        hand = _hand(rng, draft(rng), open_share)
        if hand is not None:
            hands.append(hand)
    return tuple(hands)


# ------------------------------------------------------------------------------------------ recipes


def _chow(suit: int, rank: int) -> Set:
    return CHOW, 9 * suit + rank


def _flush(rng: Random) -> Draft:
    """清一色: four sets and a pair of one suit, chows and pungs."""
    suit, pair = _pick(rng, range(3)), _pick(rng, range(9))
    sets = [
        _chow(suit, _pick(rng, range(7)))
        if rng.random() < 0.7
        else (PUNG, 9 * suit + _pick(rng, range(9)))
        for _ in range(4)
    ]
    return sets, [9 * suit + pair] * 2


def _many_splits(rng: Random) -> Draft:
    """Three equal chows, so that they are three pungs too; a fourth chow and the pair often make it
    three or four splits.
    """
    suit, rank = _pick(rng, range(3)), _pick(rng, range(7))
    pair, other = 9 * suit + _pick(rng, range(9)), _pick(rng, range(3))
    return [_chow(suit, rank)] * 3 + [_chow(other, _pick(rng, range(7)))], [pair, pair]


def _seven_pairs(rng: Random) -> Draft:
    kinds = _pick(rng, (range(34), range(34), range(18), range(9), range(18, 34)))
    chosen = _shuffled(rng, kinds)[:7]
    return (), [slot for slot in chosen for _ in range(2)]


_BODIES = [
    [9 * suit + rank + step for suit, rank in enumerate(ranks) for step in (0, 3, 6)]
    for ranks in permutations(range(3))
]


def _knitted(rng: Random) -> Draft:
    """组合龙 with a set and a pair, or fourteen tiles of 全不靠."""
    body = _pick(rng, _BODIES)
    if rng.random() < 0.5:
        pair = _pick(rng, range(34))
        return [_any_set(rng)], [*body, pair, pair]
    singles = _shuffled(rng, body) + _shuffled(rng, range(27, 34))
    honours = _pick(rng, (5, 6, 7, 7))
    return (), singles[: 14 - honours] + singles[9 : 9 + honours]


def _any_set(rng: Random) -> Set:
    return (
        _chow(_pick(rng, range(3)), _pick(rng, range(7)))
        if rng.random() < 0.6
        else (PUNG, _pick(rng, range(34)))
    )


# --------------------------------------------------------------------- hands as games end with them

_STEPS = (
    (0, 1, 2),
    (0, 1, 2),
    (0, 1, 2),
    (0, 3, 6),
    (0, 3, 6),
    (0, 0, 0),
)  # 三色三步高 花龙 三色三同顺


def _three_suits(rng: Random) -> Draft:
    """The hands that reach eight points most often: a fan of three chows, one more chow, a pair."""
    steps, suits = _pick(rng, _STEPS), _pick(rng, list(permutations(range(3))))
    first = int(rng.random() * (7 - steps[2]))
    sets = [_chow(suit, first + step) for suit, step in zip(suits, steps)]
    pair = _pick(rng, range(34))
    return [*sets, _chow(_pick(rng, range(3)), _pick(rng, range(7)))], [pair, pair]


def _one_suit_straight(rng: Random) -> Draft:
    """清龙 or 一色三步高."""
    suit, steps = _pick(rng, range(3)), _pick(rng, ((0, 3, 6), (0, 1, 2), (0, 2, 4)))
    first, pair = int(rng.random() * (7 - steps[2])), _pick(rng, range(34))
    sets = [_chow(suit, first + step) for step in steps]
    return [*sets, _any_set(rng)], [pair, pair]


def _all_pungs(rng: Random) -> Draft:
    slots = _shuffled(rng, range(34))[:5]
    return [(PUNG, slot) for slot in slots[:4]], slots[4:] * 2


def _half_flush(rng: Random) -> Draft:
    suit, honours = _pick(rng, range(3)), _shuffled(rng, range(27, 34))
    sets = [_chow(suit, _pick(rng, range(7))) for _ in range(3)]
    return [*sets, (PUNG, honours[0])], honours[1:2] * 2


def _five_gates(rng: Random) -> Draft:
    """五门齐."""
    sets = [_chow(suit, _pick(rng, range(7))) for suit in range(3)]
    wind, dragon = 27 + _pick(rng, range(4)), 31 + _pick(rng, range(3))
    pung, pair = (wind, dragon) if rng.random() < 0.5 else (dragon, wind)
    return [*sets, (PUNG, pung)], [pair, pair]


def _outside(rng: Random) -> Draft:
    """全带幺."""
    sets = [_chow(_pick(rng, range(3)), _pick(rng, (0, 6))) for _ in range(3)]
    pung, pair = _pick(rng, range(27, 34)), 9 * _pick(rng, range(3)) + _pick(rng, (0, 8))
    return [*sets, (PUNG, pung)], [pair, pair]


_GAME_RECIPES = (
    *(_three_suits,) * 10,
    *(_one_suit_straight,) * 3,
    *(_half_flush,) * 2,
    *(_all_pungs,) * 2,
    _five_gates,
    _outside,
    _flush,
    _seven_pairs,
    _knitted,
)


def _game(rng: Random) -> Draft:
    return _pick(rng, _GAME_RECIPES)(rng)


# ---------------------------------------------------------------------------------------- the mixes


def _mixed() -> tuple[Hand, ...]:
    lines = MIXED_FILE.read_text(encoding="utf-8").splitlines()
    hands = [parse_hand(line.split("\t")[0]) for line in lines if line and not line.startswith("#")]
    return tuple(_shuffled(Random(SEED), hands))


def _losing() -> tuple[Hand, ...]:
    """Hands of a game with one to three tiles exchanged."""
    rng, hands = Random(f"losing {SEED}"), []
    for hand in _made("losing", _game, 0.3) * 2:
        standing = [int(tile) for tile in hand.standing]
        for _ in range(1 + int(rng.random() * 3)):
            standing[int(rng.random() * len(standing))] = int(rng.random() * 34)
        copies = standing + [int(tile) for meld in hand.melds for tile in meld.tiles]
        if all(copies.count(tile) <= 4 for tile in copies):
            changed = hand.replace(standing=standing, winning_tile=_pick(rng, standing))
            hands += [] if is_win(changed) else [changed]
    return tuple(hands[:SIZE])


@cache
def corpus(name: str) -> Corpus:
    """The mix of that name, made on first use."""
    holds, make = _MIXES[name]
    return Corpus(name, holds, make(), wins=name != "losing")


_MIXES: dict[str, tuple[str, Callable[[], tuple[Hand, ...]]]] = {
    "mixed": (
        "every form and fan, the rare ones often: tests/cases/random-mil.tsv, shuffled",
        _mixed,
    ),
    "game": (
        "what games end with: mostly a fan of three chows, a third of the sets melded",
        lambda: _made("game", _game, 0.35),
    ),
    "flush": (
        "four sets and a pair of one suit, mostly concealed",
        lambda: _made("flush", _flush, 0.15),
    ),
    "many splits": (
        "three equal chows, so that there are two to four splits",
        lambda: _made("many splits", _many_splits, 0.0),
    ),
    "seven pairs": (
        "七对, a third of them in one suit or two",
        lambda: _made("seven pairs", _seven_pairs, 0.0),
    ),
    "knitted": ("组合龙 and 全不靠", lambda: _made("knitted", _knitted, 0.3)),
    "losing": ("hands of a game with one to three tiles exchanged: they complete no form", _losing),
}
NAMES = tuple(_MIXES)
WINNING = tuple(name for name in NAMES if name != "losing")


if __name__ == "__main__":
    for name in NAMES:
        found = corpus(name)
        print(
            f"{name}: {len(found.hands):,} hands, {found.holds}; such as "
            f"{format_hand(found.hands[0])}"
        )
