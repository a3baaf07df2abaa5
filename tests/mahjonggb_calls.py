"""Calls of PyMahjongGB's ``MahjongFanCalculator``: from hands, at random, and the recorder of
``cases/mahjonggb.tsv``.

``python tests/mahjonggb_calls.py`` asks an installed PyMahjongGB 1.4 (as a black box) and prints
the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from case_files import read_cases
from generator import random_hand, random_losing_hand
from guobiao import Hand, Meld, MeldKind, parse_hand

Call = tuple[object, ...]
"""The eleven arguments by position."""

CODES: Final = (
    *(f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)),
    "F1",
    "F2",
    "F3",
    "F4",
    "J1",
    "J2",
    "J3",
)


def call_of(hand: Hand, *, verbose: bool = False) -> Call:
    """The call that asks for a hand."""
    standing = [CODES[tile] for tile in hand.standing]
    standing.remove(CODES[hand.win])
    flags = (hand.self_drawn, hand.last_copy, hand.kong, hand.last_tile)
    winds = (int(hand.seat_wind), int(hand.prevalent_wind))
    return (
        tuple(map(_pack, hand.melds)),
        tuple(standing),
        CODES[hand.win],
        hand.flowers,
        *flags,
        *winds,
        verbose,
    )


def _pack(meld: Meld) -> tuple[str, str, int]:
    if meld.kind is MeldKind.CHOW:
        return ("CHI", CODES[meld.tile + 1], meld.source)
    return ("GANG" if meld.is_kong else "PENG", CODES[meld.tile], meld.source)


def random_call(rng: Random, number: int) -> Call:
    """Mostly wins, each fifth with any flags; some hands that do not win; standing tiles and melds
    in any order.
    """
    hand = (
        random_losing_hand(rng)
        if number % 20 == 19
        else random_hand(rng, contradictory=number % 5 == 4)
    )
    pack, standing, *rest = call_of(hand, verbose=number % 2 == 1)
    return (_shuffled(rng, pack), _shuffled(rng, standing), *rest)  # type: ignore[arg-type]


def _shuffled(rng: Random, values: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(sorted(values, key=lambda _: rng.random()))


# -------------------------------------------------------------------------------------- wrong calls

_GOOD: Final = call_of(parse_hand("[123m,1]456789m123sEE|EE0000"))
_WRONG_CODES: Final = (
    "",
    "W",
    "W0",
    "W10",
    "w1",
    "1W",
    "H1",
    "F5",
    "J4",
    "X1",
    "W1 ",
    "Ｗ1",
    "W１",
    "中",
)
_NO_TEXTS: Final = (None, 1, True, b"W1", ("W1",))
_NO_NUMBERS: Final = (None, "1", 1.0, b"1", ())
_TOO_LARGE: Final = (2**31, -(2**31) - 1, 2**70, -(2**70))


def wrong_calls() -> Iterator[Call]:
    """One or two things wrong with a good call, each kind once."""
    pack, hand = _GOOD[:2]
    assert isinstance(hand, tuple)
    meld = ("CHI", "W2", 1)
    bad_melds = (
        *(("CHI", code, 1) for code in (*_WRONG_CODES, *_NO_TEXTS)),
        *(("PENG", code, 1) for code in ("H1", "F5")),
        *((name, "W2", 1) for name in ("", "chi", "CHI ", "KONG", "CHOW", *_NO_TEXTS)),
        *(("CHI", "W2", offer) for offer in (-1, 4, 5, 7, 255, *_NO_NUMBERS, *_TOO_LARGE)),
        *(("GANG", "J1", offer) for offer in (-1, 4, 5, 7)),
        ("CHI", "W2"), ("CHI", "W2", 1, 1), (), ["CHI", "W2", 1], "CHI", 1, None,
        ("CHI\0", "W2", 1), ("CHI", "W2\0", 1), ("\ud800", "W2", 1), ("CHI", "\ud800", 1),
        ("KONG", "H1", 9), ("KONG", "W2", 9), (1, 2, "3"), ("CHI", 2, "3"), ("CHI", "H1", "3"),
    )  # fmt: skip
    yield from (((each,), *_GOOD[1:]) for each in bad_melds)
    yield from ((value, *_GOOD[1:]) for value in (None, 1, "W1", [], [meld], {}))
    yield from ((pack, value, *_GOOD[2:]) for value in (None, 1, "W1", [], list(hand)))
    yield from ((pack, (*hand[:-1], code), *_GOOD[2:]) for code in (*_WRONG_CODES, *_NO_TEXTS))
    yield from (
        (pack, hand, code, *_GOOD[3:])
        for code in (*_WRONG_CODES, *_NO_TEXTS, "W1\0", "\0", "\ud800")
    )
    for place in (3, 8, 9):
        yield from (
            (*_GOOD[:place], value, *_GOOD[place + 1 :]) for value in (*_NO_NUMBERS, *_TOO_LARGE)
        )
    # Too many or too few tiles; tiles that do not win.
    yield from ((pack, tiles, *_GOOD[2:]) for tiles in ((), hand[:-1], (*hand, "F1"), hand * 2))
    yield from (((meld,) * count, (), *_GOOD[2:]) for count in (2, 4, 5))
    yield (pack, (*hand[:-1], "F2"), *_GOOD[2:])
    # Of two things that are wrong the first check tells.
    yield ((("CHI", "H1", 1), 1), *_GOOD[1:])
    yield ((("CHI", "W2", 9), 1), *_GOOD[1:])
    yield ((("CHI", "H1", 1),), [], *_GOOD[2:])
    yield ((1,), [], *_GOOD[2:])
    yield ((meld,) * 5, ("H1",), *_GOOD[2:])
    yield (pack, ("H1", 1), "H1", *_GOOD[3:])
    yield (pack, (1, "H1"), "H1", *_GOOD[3:])
    yield (pack, ("W1",), "H1", *_GOOD[3:])
    yield (1, 1, 1, "1", *_GOOD[4:])
    yield (1, 1, "\0", "1", *_GOOD[4:])
    yield (1, 1, "H1", "1", *_GOOD[4:])


def odd_calls() -> Iterator[Call]:
    """What is answered and need not be: other numbers of flowers and winds, anything as a truth
    value.
    """
    triplets = call_of(parse_hand("[FFFF][SSS,1]456m44s78p9p|SS0000"))
    for place in (3, 8, 9):
        for value in (-1, 4, 8, 9, 255, 256, 257, 2**31 - 1, -(2**31), True):
            yield (*triplets[:place], value, *triplets[place + 1 :])
    for place in (4, 5, 6, 7, 10):
        for truth in (1, 0, -1, None, "", "x", (), (0,), 0.0, 2**70):
            yield (*triplets[:place], truth, *triplets[place + 1 :])
    for hand in ("[EEE,1][SSS,1][WWW,1][NNN,1]5m5m|EE0000", "[EEE,1][SSS,1][WWW,1]NN12m3m|EN0000"):
        call = call_of(parse_hand(hand))
        yield from (
            (*call[:8], seat, prevalent, True) for seat in (-1, 3, 4) for prevalent in (-1, 0, 4)
        )


# ---------------------------------------------------------------------------------------- recording


def equal_totals() -> Iterator[Call]:
    """The two kinds of hand of which PyMahjongGB takes another reading than the core, and hands
    near them.
    """
    chows = (
        ("123", "234", "1122344", 3),
        ("678", "789", "6678899", 7),
        ("234", "345", "2233455", 4),
    )
    for suit in "msp":
        for first, second, rest, won in chows:
            for melds in ((first, second), (second, first)):
                packs = "".join(f"[{meld}{suit},1]" for meld in melds)
                yield call_of(parse_hand(f"{packs}{rest}{suit}{won}{suit}|EE0000"))
                yield call_of(parse_hand(f"{packs}{rest}{suit}{won}{suit}|EE1000"))
    for low in range(1, 7):
        high = low + 3
        for won, others in ((high, high), (low, low), (high, low)):
            rest = f"{str(low) * 3}{low + 1}{low + 2}{str(high) * 3}".replace(str(won), "", 1)
            pung = str(others) * 3
            for two in (
                f"{pung}m{pung}p",
                f"[{others}{pung}m]{pung}p",
                f"[{others}{pung}m][{others}{pung}p]",
                f"[{pung}m,1]{pung}p",
            ):
                yield call_of(parse_hand(_melds_first(f"{rest}s", two) + f"{won}s|EE0000"))


def _melds_first(rest: str, sets: str) -> str:
    melds, _, standing = sets.rpartition("]")
    return f"{melds}]{rest}{standing}" if melds else rest + standing


def recorded_calls() -> Iterator[Call]:
    """What the file holds: hands of every fan in both forms, wrong and odd calls, equal totals."""
    seen: set[int] = set()
    for number, case in enumerate(read_cases("random-mil.tsv")):
        assert case.fans is not None
        if not seen >= set(case.fans) or number % 400 == 0:
            seen |= set(case.fans)
            yield from (
                call_of(parse_hand(case.hand), verbose=verbose) for verbose in (False, True)
            )
    yield from equal_totals()
    yield from odd_calls()
    yield from wrong_calls()


def answer_of(calculate: Callable[..., object], call: Call) -> str:
    """The answer or the error as a text."""
    try:
        return repr(calculate(*call))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    from MahjongGB import MahjongFanCalculator

    print("# arguments\tanswer of PyMahjongGB 1.4.0")
    for each in recorded_calls():
        print(ascii(each), answer_of(MahjongFanCalculator, each), sep="\t")
