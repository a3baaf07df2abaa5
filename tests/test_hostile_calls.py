"""A wrong call raises an error that says so, and never crashes. ``hostile_calls.py`` makes millions
of such calls.
"""

from __future__ import annotations

import pickle
import random
import warnings

import pytest

pytest.importorskip("numpy")

import numpy as np

import guobiao
import hostile_calls
from guobiao import GuobiaoError, held, players, table
from guobiao.competition import settlement
from hostile_calls import (
    NOT_CALLED,
    FailingNumber,
    Text,
    at_random,
    automatic_calls,
    changed,
    core_calls,
    names_of,
    one_by_one,
    optional_calls,
    public_calls,
    public_functions,
    public_modules,
    uncalled_functions,
    unlisted_names,
)
from mahjong_core import lines
from mahjong_core.play import objects as table_objects
from mahjong_core.scoring import rules
from scale import scaled

PUBLIC = public_calls() | optional_calls()
CORE = core_calls()
AUTOMATIC = automatic_calls(PUBLIC | CORE)


@pytest.mark.parametrize("name", [*PUBLIC, *AUTOMATIC])
def test_public_functions_refuse_with_an_error_of_ours(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not [*one_by_one({name: (PUBLIC | AUTOMATIC)[name]})]


def test_public_functions_with_several_wrong_arguments() -> None:
    seed = random.randrange(2**32)
    assert not [*at_random(PUBLIC, random.Random(seed), scaled(1000))], f"seed {seed}"


def test_compiled_functions_do_not_crash() -> None:
    """What they raise is their own matter; a checked build ends with the process if one of them
    reaches too far.
    """
    assert not [*one_by_one(CORE)]
    assert not [*at_random(CORE, random.Random(5), scaled(4000))]


def test_every_compiled_function_is_called() -> None:
    assert not [*unlisted_names(CORE)]


def test_every_public_function_is_called() -> None:
    """A new one of one argument is called by itself; any other has a call in ``public_calls``, or
    a reason in ``NOT_CALLED``.
    """
    assert not [*uncalled_functions(PUBLIC | CORE | AUTOMATIC)]


def test_the_reasons_are_of_functions_that_are_not_called() -> None:
    called = [call.function for call in (PUBLIC | CORE).values()]
    assert not [
        name for name, found in public_functions().items() if name in NOT_CALLED and found in called
    ]
    listed = {module.__name__: names_of(module) for module in public_modules()}
    for name in NOT_CALLED:
        module, _, function = name.rpartition(".")
        assert function in listed.get(module, (function,))


def test_a_new_public_function_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(text: str) -> str:
        return text.upper() * 2

    def joined(first: str, second: str) -> str:
        return first + second

    for function in (twice, joined):
        monkeypatch.setattr(players, function.__name__, function, raising=False)
    monkeypatch.setattr(players, "__all__", [*players.__all__, "twice", "joined"])
    assert [*uncalled_functions(PUBLIC | CORE | AUTOMATIC)] == [
        "guobiao.players.twice",
        "guobiao.players.joined",
    ]
    made = automatic_calls(PUBLIC | CORE | AUTOMATIC)
    assert [*made] == ["guobiao.players.twice"]
    assert any("AttributeError" in problem for problem in one_by_one(made))


def test_the_calls_are_right_before_they_are_made_wrong() -> None:
    """Else nothing would be tried."""
    wrong = {
        "load_profile",
        "load_penalty_profile",
        "TableHand.apply",
        "VectorTable.step",
        "judge_hand",
        "SeriesTable.add",
        "replay_text_game",
    }
    wrong |= {"parse_hand_record", "play.objects.apply", "api.make_tables"}
    for name, call in (PUBLIC | CORE).items():
        if name not in wrong:
            call.function(**call.arguments)


def test_functions_that_take_a_score() -> None:
    for wrong in ("text", None, 88, guobiao.Hand, PUBLIC["Hand"]):
        with pytest.raises(GuobiaoError, match="is no Score: guobiao"):
            settlement.settle(wrong, winner="E")  # type: ignore[arg-type]
    for wrong in (None, 5, b"5m"):
        with pytest.raises(GuobiaoError, match="is no tile: expected 1-9 and m, s or p"):
            guobiao.parse_tile(wrong)  # type: ignore[arg-type]
        with pytest.raises(GuobiaoError, match="a hand is written as a str"):
            guobiao.score(wrong)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------- doors

BLOCK = guobiao.get_profile("mil").tables.block


@pytest.mark.parametrize(
    "place", [0, 4, 8, 12, 20, 24, 28, 36, 40, 44, 60, 64, 5000, 100_001, len(BLOCK) - 1]
)
def test_tables_that_are_changed_anywhere_are_refused(place: int) -> None:
    for wild in (b"\xff", b"\x80\x01"):
        block = BLOCK[:place] + wild + BLOCK[place + len(wild) :]
        with pytest.raises(ValueError, match="tables"):
            rules.ProfileTables(block[: len(BLOCK)])


def test_tables_of_another_length_or_version_are_refused() -> None:
    for block in (b"", BLOCK[:64], BLOCK[:-8], BLOCK + bytes(8), bytes(len(BLOCK))):
        with pytest.raises(ValueError, match="no tables"):
            rules.ProfileTables(block)
    with pytest.raises(ValueError, match="another version"):
        rules.ProfileTables(BLOCK[:40] + b"\x01\x02\x03\x04" + BLOCK[44:])


def test_a_pickle_of_damaged_tables_is_refused() -> None:
    pickled = pickle.dumps(guobiao.get_profile("mil").tables)
    assert pickle.loads(pickled).block == BLOCK
    place = pickled.index(BLOCK[-64:]) + 3
    with pytest.raises(ValueError, match="damaged"):
        pickle.loads(pickled[:place] + bytes([pickled[place] ^ 1]) + pickled[place + 1 :])


def test_rules_of_a_table_with_short_tuples() -> None:
    tables, four = guobiao.get_profile("mil").tables, (0, 1, 2, 3)
    for wrong in (
        (),
        (8,),
        (8, 1, 0),
        ("8", 1),
        (8.0, 1),
        (None, None),
        (-1, 1),
        (8, 2**31),
        (2**31, 1),
    ):
        with pytest.raises(ValueError, match="a payment of"):
            table_objects.TableRules(None, tables, 8, (8, 1), wrong, (8, 0), four, four)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [None, int, bool, type(None), type, object, guobiao.Hand])
def test_a_score_is_made_of_a_class_of_scores(kind: type) -> None:
    hand = guobiao.parse_hand("19m19p119sESWNPFC")
    with pytest.raises(TypeError):
        held.score_of(kind, hand, guobiao.get_profile("mil"), guobiao.get_profile("mil").tables)


def test_lines_of_a_class_of_ones_own() -> None:
    """A subclass of str is read as the text that it holds; its own methods are ignored."""

    class Liar(Text):
        def isascii(self) -> bool:
            return True

        def __len__(self) -> int:
            return 10**6

    columns = {"counts": np.zeros((3, 34), np.uint8), "melds": np.zeros((3, 4), np.uint8)}
    columns |= {name: np.zeros(3, np.uint8) for name in ("win", "flags", "winds", "flowers")}
    assert lines.read_lines(
        [Liar("19m19p119sESWNPFC"), Liar("19m\ud800"), Liar("万")], **columns
    ) == [1, 2]
    assert columns["win"].tolist() == [31, 255, 255]


def test_a_changed_argument_is_another_one() -> None:
    rng = random.Random(1)
    assert any(changed(rng, bytes(34)) != bytes(34) for _ in range(3))
    assert table.TableHand(seed=1).play_out(1) > 0
    assert (
        hostile_calls.problem_of(hostile_calls.Call(FailingNumber().__index__, {}), {}) is not None
    )
