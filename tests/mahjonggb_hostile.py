"""Hostile calls of PyMahjongGB's functions: this library raises what PyMahjongGB raises, type and
text.

``python tests/mahjonggb_hostile.py --calls 1000000`` asks an installed PyMahjongGB 1.4 (as a black
box), prints each call whose errors differ, and exits 1. No difference is a hand that cannot be (a
fifth copy …): here ``ERROR_NOT_WIN`` with a note, there that or an answer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any, Final

import numpy as np

from guobiao.compat import mahjonggb
from mahjonggb_calls import CODES, Call, random_call

SHANTEN: Final = (
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
)


class Text(str):
    __slots__ = ()


class Tuple(tuple):
    __slots__ = ()


class Holder:
    """Gives what it holds when asked; an error is raised."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value!r})"

    def given(self) -> object:
        if isinstance(self.value, BaseException):
            raise self.value
        return self.value


class Index(Holder):
    __index__ = Holder.given


class Truth(Holder):
    __bool__ = Holder.given


class Length:
    """Its truth is asked of a length that is none."""

    def __len__(self) -> int:
        return -1


# Not in a hand: there PyMahjongGB ends at a NUL, and a lone surrogate ends the process.
_BROKEN: Final = ("W1\0", "CHI\0", "\0", "\ud800", "W1\ud800")
_VALUES: Final[tuple[object, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 4, 255, 256, 1.0, float("nan"), 1j, Decimal(1), 10**5000),
    *(2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**63, -(2**63) - 1, 2**64),
    *(
        "",
        "W",
        "W1",
        "w1",
        "W0",
        "W10",
        "1W",
        "F5",
        "J4",
        "H1",
        "W1 ",
        " W1",
        "Ｗ１",
        "W١",
        "W²",
        "中",
        "x" * 10_000,
    ),
    *(
        "CHI",
        "PENG",
        "GANG",
        "chi",
        "CHI ",
        "KONG",
        "ＣＨＩ",
        Text("W1"),
        Text("PENG"),
        b"W1",
        bytearray(b"W1"),
        memoryview(b"W1"),
    ),
    *((), ("W1",), [], {}, set(), object, Ellipsis, range(3), date(1998, 7, 1), Tuple(), Length()),
    *(
        Index(1),
        Index("1"),
        Index(KeyError("x")),
        Index(10**30),
        Truth(True),
        Truth(1),
        Truth(ZeroDivisionError("z")),
    ),
    *(
        np.int64(1),
        np.int64(2**40),
        np.uint8(3),
        np.float64(1),
        np.bool_(True),
        np.str_("W1"),
        np.array(1),
        np.array([1, 2]),
    ),
)
_TEXTS_OF_A_MELD: Final = (
    ("CHI",),
    (1, 2, 3, 4),
    Tuple(("CHI", "W2", 1)),
    ["CHI", "W2", 1],
    ("CHI", "W1", 0),
)


def hostile_call(rng: Random, number: int) -> Call:
    """A call with one to three things changed: any value in any place, tiles too many, melds that
    cannot be.
    """
    call = random_call(rng, number)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        call = _changed(rng, call)
    return call


def _changed(rng: Random, call: Call) -> Call:
    parts = list(call)
    match rng.randrange(5):
        case 0:
            parts[rng.randrange(len(parts))] = rng.choice((*_VALUES, *_BROKEN))
        case 1:
            parts[rng.choice((3, 8, 9))] = rng.choice(_VALUES)
        case 2:
            parts[1] = hostile_hand(rng, parts[1])
        case 3:
            parts[2] = rng.choice(CODES)
        case _:
            parts[0] = _hostile_pack(rng, parts[0])
    return tuple(parts)


def hostile_hand(rng: Random, hand: object) -> object:
    """Standing tiles with some of them put in, taken out or replaced, by what is no tile too."""
    if not isinstance(hand, tuple):
        return hand
    tiles, place = list(hand), rng.randint(0, len(hand))
    source = CODES if rng.random() < 0.7 else _VALUES
    tiles[place : place + rng.choice((0, 1, 1, 2))] = [
        rng.choice(source) for _ in range(rng.choice((0, 1, 1, 2)))
    ]
    return rng.choice((tuple, tuple, tuple, Tuple, list))(tiles)


def _hostile_pack(rng: Random, pack: object) -> object:
    if not isinstance(pack, tuple):
        return pack
    melds, place = list(pack), rng.randint(0, len(pack))
    meld: Any = (rng.choice(("CHI", "PENG", "GANG")), rng.choice(CODES), rng.randrange(4))
    if rng.random() < 0.5:
        parts = list(meld)
        parts[rng.randrange(3)] = rng.choice((*_VALUES, *_BROKEN))
        meld = rng.choice((tuple(parts), rng.choice(_TEXTS_OF_A_MELD), rng.choice(_VALUES)))
    melds[place : place + 1] = [meld]
    return rng.choice((tuple, tuple, tuple, Tuple, list))(melds)


Outcome = tuple[str, str, bool]
"""The answer, or the type and the text of the error, and whether a note explains it."""


def outcome_of(function: Callable[..., object], arguments: tuple[object, ...]) -> Outcome:
    try:
        return "", repr(function(*arguments)), False
    except Exception as error:
        return type(error).__name__, str(error), bool(getattr(error, "__notes__", ()))


def differs(peer: object, name: str, arguments: tuple[object, ...]) -> str:
    """What the two say differently of a call; "" if they agree or ours has its note that there is
    no such hand.
    """
    ours, theirs = (outcome_of(getattr(module, name), arguments) for module in (mahjonggb, peer))
    is_noted = ours == ("TypeError", _error_of(name), True)
    if ours == theirs or (is_noted and (theirs[0] == "" or theirs[:2] == ours[:2])):
        return ""
    return f"{name}{arguments!r:.1000}\n  {ours!r:.300}\n  {theirs!r:.300}"


def _error_of(name: str) -> str:
    """The error of tiles that are no hand."""
    if name == "MahjongFanCalculator":
        return "ERROR_NOT_WIN"
    return "ERROR_INVALID_HAND_OR_PACK" if name == "MahjongShanten" else "ERROR_INVALID_HAND"


def differences(peer: object, seed: int, calls: int) -> list[str]:
    """Of so many calls of the calculator, and of a shanten function each fifth time."""
    rng, told = Random(seed), []
    for number in range(calls):
        call = hostile_call(rng, number)
        told.append(differs(peer, "MahjongFanCalculator", call))
        if number % 5 == 0:
            told.append(differs(peer, rng.choice(SHANTEN), (call[1],)))
            told.append(differs(peer, "MahjongShanten", call[:2]))
    return [each for each in told if each]


def main() -> int:
    import MahjongGB

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = differences(MahjongGB, args.seed, args.calls)
    print(*found[:50], f"{args.calls:,} calls, {len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
