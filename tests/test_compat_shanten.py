"""The stand-ins for PyMahjongGB's shanten functions: the same answers and errors as the library,
where it is installed.
"""

from __future__ import annotations

from random import Random

import pytest

from guobiao.compat import mahjonggb
from mahjonggb_calls import CODES
from scale import scaled
from shanten_hands import random_standing

SEED = 20_260_713
HANDS = 20_000  # GUOBIAO_TEST_SCALE=5 makes them a hundred thousand
PARTS = 4
SIZES = (13, 13, 13, 10, 7, 4, 1)
SIZES_OF = {
    "RegularShanten": (13, 10, 7, 4, 1),
    "SevenPairsShanten": (13,),
    "ThirteenOrphansShanten": (13,),
    "HonorsAndKnittedTilesShanten": (13,),
    "KnittedStraightShanten": (13, 10),
}


@pytest.fixture(scope="module")
def peer():
    return pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_hands(peer, part: int) -> None:
    rng = Random(SEED + part)
    for number in range(scaled(HANDS // PARTS)):
        standing = random_standing(rng, rng.choice(SIZES))
        tiles = [code for code, count in zip(CODES, standing.counts) for _ in range(count)]
        rng.shuffle(tiles)
        hand = tuple(tiles)
        where = f"seed {SEED + part} number {number} {hand}"
        assert mahjonggb.MahjongShanten((), hand) == peer.MahjongShanten((), hand), where
        for name, sizes in SIZES_OF.items():
            if len(hand) in sizes:
                assert getattr(mahjonggb, name)(hand) == getattr(peer, name)(hand), (
                    f"{name} {where}"
                )


MELD = ("CHI", "W2", 1)
TEN = ("W1", "W2", "W3", "T1", "T2", "T3", "B1", "B2", "B3", "F1")
ARGUMENTS = (
    (),
    None,
    "W1",
    ["W1"],
    ("W1",),
    ("W1", "W2"),
    ("W1", 1),
    ("F9",),
    (None,),
    ("w1",),
    TEN,
    TEN * 2,
    (*TEN, "F2", "F3", "F4"),
    ("W1",) * 4,
    (*TEN, "F1"),
    ("中",),
)
PACKS = (
    (),
    None,
    (MELD,),
    (MELD,) * 5,
    (("CHI", "W2"),),
    ((1, "W2", 1),),
    (("CHI", "W0", 1),),
    (("CHI", "W2", 4),),
    (("PON", "W2", 1),),
)


def answer(call, *arguments) -> object:
    try:
        return call(*arguments)
    except (TypeError, ValueError) as error:
        return type(error), str(error)


@pytest.mark.parametrize("name", SIZES_OF)
@pytest.mark.parametrize("hand", ARGUMENTS, ids=repr)
def test_wrong_hands(peer, name: str, hand: object) -> None:
    assert answer(getattr(mahjonggb, name), hand) == answer(getattr(peer, name), hand)
    assert answer(lambda: getattr(mahjonggb, name)(hand=hand)) == answer(
        lambda: getattr(peer, name)(hand=hand)
    )


@pytest.mark.parametrize("pack", PACKS, ids=repr)
@pytest.mark.parametrize("hand", ARGUMENTS, ids=repr)
def test_wrong_packs_and_hands(peer, pack: object, hand: object) -> None:
    assert answer(mahjonggb.MahjongShanten, pack, hand) == answer(peer.MahjongShanten, pack, hand)


@pytest.mark.parametrize("name", [*SIZES_OF, "MahjongShanten"])
def test_a_fifth_copy_is_refused(name: str) -> None:
    """In PyMahjongGB's words, which has no word for this, with a note."""
    arguments: tuple[object, ...] = (("W1",) * 5 + TEN[3:10] + ("F2",),)
    error = "ERROR_INVALID_HAND"
    if name == "MahjongShanten":
        arguments, error = ((("CHI", "W1", 0),), *arguments), "ERROR_INVALID_HAND_OR_PACK"
    with pytest.raises(TypeError) as caught:
        getattr(mahjonggb, name)(*arguments)
    assert str(caught.value) == error
    assert caught.value.__notes__ == ["5 copies of W1: there are four of each tile"]
