"""The stand-in for PyMahjongGB: recorded answers (``cases/mahjonggb.tsv``), and the same answers as
the library where it is installed.
"""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from ast import literal_eval
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from random import Random

import pytest

from case_files import CASES
from guobiao import parse_hand
from guobiao.compat import mahjonggb
from guobiao.compat.calls import CallFormat
from guobiao.compat.mahjonggb import MahjongFanCalculator
from mahjonggb_calls import Call, answer_of, call_of, odd_calls, random_call, wrong_calls
from mahjonggb_hostile import differences
from scale import scaled

SEED = 20_260_402
CALLS = 100_000
PARTS = 4

LINES = (CASES / "mahjonggb.tsv").read_text(encoding="utf-8").splitlines()
RECORDED = [
    pytest.param(*line.split("\t"), id=f"line-{number}")
    for number, line in enumerate(LINES, 1)
    if line[0] != "#"
]
GOOD = call_of(parse_hand("[123m,1]456789m123sEE|EE0000"))


@pytest.fixture(scope="module")
def peer_module():
    return pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed")


@pytest.fixture(scope="module")
def peer(peer_module):
    return peer_module.MahjongFanCalculator


# -------------------------------------------------------------------------------------- as recorded


@pytest.mark.parametrize(("call", "answer"), RECORDED)
def test_recorded(call: str, answer: str) -> None:
    assert answer_of(MahjongFanCalculator, literal_eval(call)) == answer


def test_every_fan_is_recorded_in_both_forms() -> None:
    answers = [literal_eval(line.split("\t")[1]) for line in LINES if line.endswith(("))", "),)"))]
    entries = {entry for answer in answers for entry in answer}
    assert len({entry[1] for entry in entries if len(entry) == 2}) == 82
    assert len({entry[2:] for entry in entries if len(entry) == 4}) == 82


# ------------------------------------------------------------------- as the library, if it is there


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_calls(peer, part: int) -> None:
    rng = Random(SEED + part)
    for number in range(scaled(CALLS // PARTS)):
        call = random_call(rng, number)
        ours, theirs = answer_of(MahjongFanCalculator, call), answer_of(peer, call)
        assert ours == theirs, f"seed {SEED + part} number {number} {call}"


def test_wrong_and_odd_calls(peer) -> None:
    for call in (*wrong_calls(), *odd_calls()):
        assert answer_of(MahjongFanCalculator, call) == answer_of(peer, call), call


@pytest.mark.slow
def test_two_things_wrong(peer) -> None:
    """Any mix of the arguments of wrong calls: the same check tells."""
    rng, calls = Random(SEED), [*wrong_calls(), GOOD]
    for _ in range(scaled(20_000)):
        call = tuple(rng.choice(calls)[place] for place in range(len(GOOD)))
        assert answer_of(MahjongFanCalculator, call) == answer_of(peer, call), call


def test_hostile_calls(peer_module) -> None:
    """``python tests/mahjonggb_hostile.py`` makes more of them."""
    assert differences(peer_module, SEED, scaled(4_000)) == []


def test_the_recorded_file_is_what_the_recorder_makes(peer) -> None:
    script = CASES.parent / "mahjonggb_calls.py"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", script], stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    assert done.stdout.splitlines() == LINES


# --------------------------------------------------------------------------------- how it is called


def test_names_and_defaults() -> None:
    parameters = inspect.signature(MahjongFanCalculator).parameters
    assert list(parameters) == [
        "pack",
        "hand",
        "winTile",
        "flowerCount",
        "isSelfDrawn",
        "is4thTile",
        "isAboutKong",
        "isWallLast",
        "seatWind",
        "prevalentWind",
        "verbose",
    ]
    assert parameters["verbose"].default is False
    by_keyword = dict(zip(parameters, GOOD))
    assert (
        MahjongFanCalculator(**by_keyword)
        == MahjongFanCalculator(*GOOD[:-1])
        == MahjongFanCalculator(*GOOD)
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ((), {}),
        ((1,), {}),
        (GOOD[:9], {}),
        ((*GOOD, 1), {}),
        (GOOD, {"foo": 1}),
        (GOOD, {"pack": ()}),
    ],
)
def test_wrong_numbers_and_names_of_arguments(arguments) -> None:
    with pytest.raises(TypeError):
        MahjongFanCalculator(*arguments[0], **arguments[1])


class Index:
    def __init__(self, value: object) -> None:
        self.value = value

    def __index__(self) -> object:
        return self.value


class Text(str):
    __slots__ = ()


class Tuple(tuple):
    __slots__ = ()


class Truth:
    def __bool__(self) -> bool:
        raise ZeroDivisionError


def test_whatever_is_an_integer_a_text_or_a_tuple() -> None:
    pack, hand, win, _, *rest = GOOD
    expected = MahjongFanCalculator(pack, hand, win, 1, *rest)
    texts = Tuple(Text(code) for code in hand)
    assert (
        MahjongFanCalculator(
            Tuple([Tuple(["CHI", Text("W2"), Index(1)])]), texts, Text(win), Index(1), *rest
        )
        == expected
    )


def test_errors_of_arguments_pass_through() -> None:
    with pytest.raises(ZeroDivisionError):
        MahjongFanCalculator(*GOOD[:4], Truth(), *GOOD[5:])
    with pytest.raises(TypeError, match="__index__ returned non-int"):
        MahjongFanCalculator(*GOOD[:3], Index("1"), *GOOD[4:])


# ---------------------------------------------------------------------- where it differs on purpose


def _with_pack(*pack: object) -> Call:
    return (pack, ("W4", "W5", "W6", "W7", "W8", "W9", "T1", "T2", "T3", "F1"), *GOOD[2:])


@pytest.mark.parametrize(
    ("call", "note"),
    [
        (_with_pack(("CHI", "W1", 1)), "no chow has W1 in the middle"),
        (_with_pack(("CHI", "B9", 1)), "no chow has B9 in the middle"),
        (_with_pack(("CHI", "F2", 1)), "no chow has F2 in the middle"),
        (_with_pack(("CHI", "W2", 0)), "('CHI', 'W2', 0): only a concealed kong has the offer 0"),
        (_with_pack(("PENG", "W2", 0)), "('PENG', 'W2', 0): only a concealed kong has the offer 0"),
        (
            ((), ("W1",) * 11 + ("F1", "F1"), "W1", *GOOD[3:]),
            "12 copies of W1: there are four of each tile",
        ),
        (_with_pack(("GANG", "W4", 1)), "5 copies of W4: there are four of each tile"),
    ],
)
def test_a_hand_that_cannot_be_does_not_win_and_a_note_says_why(call: Call, note: str) -> None:
    """Public bots ask for the text: ``if str(error) == "ERROR_NOT_WIN"``."""
    with pytest.raises(TypeError) as caught:
        MahjongFanCalculator(*call)
    assert str(caught.value) == "ERROR_NOT_WIN"
    assert caught.value.args == ("ERROR_NOT_WIN",)
    assert caught.value.__notes__ == [note]


def test_a_losing_hand_needs_no_note() -> None:
    with pytest.raises(TypeError, match=r"^ERROR_NOT_WIN$") as caught:
        MahjongFanCalculator(GOOD[0], GOOD[1], "F2", *GOOD[3:])
    assert not hasattr(caught.value, "__notes__")


def test_the_losing_hand_of_the_example_file() -> None:
    """PyMahjongGB's own tests have it, with a chow that cannot be."""
    hand = ("W2", "W2", "W2", "W3", "W3", "W3", "W4", "W4", "W4", "W5")
    call = ((("CHI", "W1", 0),), hand, "W7", 1, False, False, False, False, 0, 0)
    assert answer_of(MahjongFanCalculator, call) == "TypeError: ERROR_NOT_WIN"


@pytest.mark.parametrize("hand", [(*"ab", "W1\0"), ("W1\0",) * 13])
def test_a_nul_in_a_hand_is_an_error(hand: tuple[str, ...]) -> None:
    """PyMahjongGB looks no further than the NUL."""
    with pytest.raises(TypeError, match=r"^ERROE_WRONG_TILE_CODE$"):
        MahjongFanCalculator((), hand, "W1", *GOOD[3:])


def test_an_argument_is_named_as_c_names_its_type() -> None:
    """With its module if it is compiled, 50 letters at most."""
    for value, name in ((Decimal(1), "decimal.Decimal"), (Index(1), "Index"), (None, "None")):
        with pytest.raises(TypeError, match=f"^argument 3 must be str, not {name}$"):
            MahjongFanCalculator(*GOOD[:2], value, *GOOD[3:])
    long = type("L" * 60, (), {})()
    with pytest.raises(TypeError, match=f"^argument 3 must be str, not {'L' * 50}$"):
        MahjongFanCalculator(*GOOD[:2], long, *GOOD[3:])


def test_of_two_wrong_arguments_the_first_tells() -> None:
    with pytest.raises(TypeError, match="argument 3"):
        MahjongFanCalculator(*GOOD[:2], 1, 1, Truth(), *GOOD[5:])
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        MahjongFanCalculator(*GOOD[:3], "1", Truth(), *GOOD[5:])
    for win in (GOOD[2], "W0"):
        with pytest.raises(ZeroDivisionError):
            MahjongFanCalculator(*GOOD[:2], win, 1, Truth(), *GOOD[5:8], "1", "1")


def test_a_lone_surrogate_in_a_hand_is_an_error() -> None:
    """PyMahjongGB ends the process."""
    with pytest.raises(TypeError, match="ERROE_WRONG_TILE_CODE"):
        MahjongFanCalculator((), ("\ud800",) * 13, "W1", *GOOD[3:])


# -------------------------------------------------------------------------------- the compiled part


def test_formats_are_checked() -> None:
    tables, suits, packs = mahjonggb._FORMAT.tables, mahjonggb._SUITS, mahjonggb._PACKS
    plain, verbose = mahjonggb._FORMAT.fans
    for fans in (
        (),
        (plain,),
        (plain[:-1], verbose),
        (plain[:-1] + ((),), verbose),
        (plain, list(verbose)),
        (plain, (None,) * 82),
    ):
        with pytest.raises((ValueError, TypeError)):
            CallFormat(tables, suits, packs, fans)
    for strange in (
        (("W", 0, 35),),
        (("W", -1, 9),),
        (("万", 0, 9),),
        (("WW", 0, 9),),
        (("W", 0),),
    ):
        with pytest.raises((ValueError, TypeError)):
            CallFormat(tables, strange, packs, (plain, verbose))
    with pytest.raises(ValueError, match="to unpack"):
        CallFormat(tables, suits, ("CHI", "PENG"), (plain, verbose))


def test_many_threads() -> None:
    calls = [random_call(Random(SEED + number), number) for number in range(scaled(2_000))]
    expected = [answer_of(MahjongFanCalculator, call) for call in calls]
    with ThreadPoolExecutor(8) as pool:
        for answers in pool.map(
            lambda _: [answer_of(MahjongFanCalculator, call) for call in calls], range(8)
        ):
            assert answers == expected


def test_the_module_can_be_imported_again() -> None:
    importlib.reload(mahjonggb)
    assert mahjonggb.MahjongFanCalculator(*GOOD) == MahjongFanCalculator(*GOOD)
