"""What a user of ``import guobiao`` meets: scores and their parts, hands, wins, waits, errors,
profiles of one's own, threads.
"""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import guobiao
from generator import random_hand
from guobiao import (
    CountedFan,
    DroppedFan,
    Fan,
    Form,
    Hand,
    Meld,
    MeldKind,
    Principle,
    Seat,
    SetKind,
    Tile,
    TileSet,
    profiles,
    reference,
)
from mahjong_core.fan_table import RulesError
from scale import scaled

HAND = "[CCCC]234567m99p34s5s|EE1000|2"
MELDED = (Meld(MeldKind.CONCEALED_KONG, Tile.C),)
STANDING = (1, 2, 3, 4, 5, 6, 26, 26, 11, 12, 13)

CLUB = {
    "name": "club",
    "minimum": 6,
    "points": {"箭刻": 4, "连六": 0},
    "exclusions": {"箭刻": {"add": ["暗杠"]}},
}
CLUB_TOML = """\
minimum = 6

[points]
"箭刻" = 4
SHORT_STRAIGHT = 0

[exclusions]
"箭刻" = { add = ["暗杠"] }
"""

# ------------------------------------------------------------------------------------------ a score


def test_points_and_fans() -> None:
    score = guobiao.score(HAND)
    assert score.points == 11
    assert score.fans == (
        CountedFan(Fan.FULLY_CONCEALED_HAND, 1, 4),
        CountedFan(Fan.DRAGON_PUNG, 1, 2, ((TileSet(SetKind.KONG, Tile.C, True),),)),
        CountedFan(Fan.CONCEALED_KONG, 1, 2, ((TileSet(SetKind.KONG, Tile.C, True),),)),
        CountedFan(
            Fan.SHORT_STRAIGHT,
            1,
            1,
            ((TileSet(SetKind.CHOW, Tile.M2), TileSet(SetKind.CHOW, Tile.M5)),),
        ),
        CountedFan(Fan.FLOWER_TILES, 2, 2),
    )
    assert score.hand == guobiao.parse_hand(HAND)
    assert score.profile is guobiao.get_profile("mil")


def test_split() -> None:
    split = guobiao.score(HAND).split
    assert split.form is Form.BASIC
    assert str(split) == "234m 567m 345s CCCC 99p"
    assert Tile.S5 in split.sets[split.winning_set].tiles


def test_dropped_and_why() -> None:
    assert guobiao.score(HAND).dropped == (
        DroppedFan(Fan.PUNG_OF_TERMINALS_OR_HONORS, 1, Principle.NON_REPEAT, Fan.DRAGON_PUNG),
        DroppedFan(Fan.SELF_DRAWN, 1, Principle.NON_REPEAT, Fan.FULLY_CONCEALED_HAND),
    )
    assert guobiao.score(HAND).dropped[0].reason == "幺九刻 x1: paid by 箭刻 (不重复)"
    (four_in_a_circle,) = guobiao.score("234567p234567sEE|SS0000").dropped
    assert four_in_a_circle.reason == "连六 x1: 套算一次"


@pytest.mark.parametrize(
    ("hand", "points", "qualifies"),
    [
        ("[CCCC]234567m99p34s5s|EE1000", 9, True),
        ("1234444678m456p1m|NE1000", 8, True),
        ("[CCCC]234567m99p34s5s|EE0000", 7, False),
        ("[CCCC]234567m99p34s5s|EE0000|8", 15, False),
        ("[123m,1][345m,1]678p56sWW7s|EE0000|2", 10, True),
        ("[123m,1][345m,1]678p56sWW7s|EE1000|8", 9, False),
    ],
)
def test_eight_points_without_the_flowers_qualify(hand: str, points: int, qualifies: bool) -> None:
    for module in (guobiao, reference):
        score = module.score(hand)
        assert (score.points, score.qualifies) == (points, qualifies)


def test_repr_is_short_and_tells_the_fans() -> None:
    assert repr(guobiao.score(HAND)) == "<Score 11: 不求人*1 箭刻*1 暗杠*1 连六*1 花牌*2>"


def test_equality_and_hash() -> None:
    one, same = guobiao.score(HAND), guobiao.score(guobiao.parse_hand(HAND))
    assert one == same == reference.score(HAND)
    assert hash(one) == hash(same)
    assert one != guobiao.score(HAND, rules="1998")
    assert one != guobiao.score(HAND[:-2])
    assert one != one.points
    assert len({one, same}) == 1


def test_an_explanation_is_made_once() -> None:
    score = guobiao.score(HAND)
    assert score.explanation is score.explanation
    assert score.fans is score.fans


@pytest.mark.parametrize(
    "name",
    ["points", "hand", "profile", "fans", "split", "dropped", "qualifies", "explanation", "colour"],
)
def test_a_score_is_read_only(name: str) -> None:
    for score in (guobiao.score(HAND), reference.score(HAND)):
        with pytest.raises(AttributeError):
            setattr(score, name, 88)


@pytest.mark.parametrize("asked", [False, True], ids=["fresh", "explained"])
@pytest.mark.parametrize(
    "again", [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]
)
def test_a_score_is_pickled_and_copied(again, asked: bool) -> None:
    score = guobiao.score(HAND, rules="1998")
    if asked:
        assert score.fans
    copied = again(score)
    assert copied == score
    assert copied.profile is guobiao.get_profile("1998")


# ------------------------------------------------------------------------------------------- a hand


def test_a_hand_from_parts() -> None:
    hand = Hand(
        STANDING, MELDED, Tile.S5, self_drawn=True, prevalent_wind=Seat.E, seat_wind="E", flowers=2
    )
    assert hand == guobiao.parse_hand(HAND)
    assert guobiao.score(hand) == guobiao.score(HAND)
    assert guobiao.parse_hand(guobiao.format_hand(hand)) == hand


def test_a_hand_is_frozen_pickled_and_hashed() -> None:
    hand = guobiao.parse_hand(HAND)
    with pytest.raises(AttributeError):
        hand.flowers = 8
    with pytest.raises(AttributeError):
        del hand.melds
    for same in (pickle.loads(pickle.dumps(hand)), copy.copy(hand), copy.deepcopy(hand)):
        assert same == hand
        assert hash(same) == hash(hand)
    assert hand.replace(flowers=0) != hand


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"standing": (*STANDING, 0)}, "standing tiles"),
        ({"standing": [0] * 5 + [1] * 6}, "copies of 1m"),
        ({"standing": [34, *STANDING[1:]]}, "no tile"),
        ({"winning_tile": Tile.P1}, "not among the standing tiles"),
        ({"flowers": 9}, "flowers"),
        ({"melds": [*MELDED, *MELDED]}, "copies of C"),
        ({"melds": ["CCCC"]}, "no meld"),
    ],
)
def test_parts_that_are_no_hand(parts: dict[str, object], message: str) -> None:
    with pytest.raises(guobiao.HandError, match=message):
        Hand(**{"standing": STANDING, "melds": MELDED, "winning_tile": Tile.S5, **parts})


# ----------------------------------------------------------------------------------- wins and waits


@pytest.mark.parametrize("module", [guobiao, reference])
def test_is_win(module) -> None:
    assert module.is_win(HAND)
    assert module.is_win(Hand(STANDING, MELDED)), "fourteen tiles, no winning tile named"
    assert not module.is_win("[CCCC]234567m99p34s")
    assert not module.is_win("[CCCC]234567m99p34s7s")


# Tiles, waits, and the formal ones if they are more: tiles that the hand itself holds four times.
WAITS = (
    ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", None),
    ("1234444678m456p", "1m", "1m 4m"),
    ("[4444m]123m99p111s56m", "7m", "4m 7m"),
    ("[EEEE]123m456s789p7s", "4s 7s", None),
    ("19m19p19sESWNPFC", "1m 9m 1s 9s 1p 9p E S W N C F P", None),
    ("147m258s369p12s99p", "3s", None),
    ("1122334466668p", "7p 8p", None),
    ("1133557799m135s", "", None),
    ("[123m,1][123m,1][123m,1][999p,1]E", "E", None),
    ("[EEE,1][123m,1][123m,1]99p9pE", "", "E"),
    ("23m234s456p789pEE", "1m 4m", None),
    ("13347s12369m258p3m", "3m", None),
)


@pytest.mark.parametrize("module", [guobiao, reference])
@pytest.mark.parametrize(("hand", "waits", "formal"), WAITS, ids=[row[0] for row in WAITS])
def test_waits_both_notions(module, hand: str, waits: str, formal: str | None) -> None:
    found = module.waits(hand)
    assert " ".join(str(wait.tile) for wait in found) == waits
    assert list(found) == sorted(found)
    assert " ".join(str(wait.tile) for wait in module.waits(hand, formal=True)) == (formal or waits)


# ------------------------------------------------------------------------------------------- errors

ERRORS = (
    ("hello", "mil", guobiao.NotationError),
    ("", "mil", guobiao.NotationError),
    ("11111m", "mil", guobiao.NotationError),
    ("[124m,1]11m", "mil", guobiao.NotationError),
    ("[CCCC]234567m99p34s5s|EE1000|9", "mil", guobiao.NotationError),
    ("[NNN,3]77789m11888p7m|EE0100", "mil", guobiao.ContradictionError),
    ("[CCCC]234567m99p34s", "mil", guobiao.NotWinningError),
    ("[CCCC]234567m99p34s7s", "mil", guobiao.NotWinningError),
    (HAND, "2006", guobiao.ProfileError),
    (HAND, None, guobiao.ProfileError),
)


@pytest.mark.parametrize("module", [guobiao, reference])
@pytest.mark.parametrize(("hand", "rules", "kind"), ERRORS)
def test_errors_by_cause(module, hand: str, rules: str, kind: type[Exception]) -> None:
    with pytest.raises(kind) as error:
        module.score(hand, rules=rules)
    assert isinstance(error.value, guobiao.GuobiaoError)
    assert isinstance(error.value, ValueError)
    same = pickle.loads(pickle.dumps(error.value))
    assert type(same) is type(error.value)
    assert (str(same), vars(same)) == (str(error.value), vars(error.value))


def test_a_hand_of_contradictory_parts_names_the_flag() -> None:
    hand = guobiao.parse_hand("1112345678999m1m").replace(last_copy=True)
    with pytest.raises(guobiao.ContradictionError, match="last copy") as error:
        guobiao.score(hand)
    assert error.value.flag == "last_copy"


@pytest.mark.parametrize("module", [guobiao, reference])
@pytest.mark.parametrize(
    ("rules", "kind"), [("mil", guobiao.ContradictionError), ("botzone", guobiao.NotWinningError)]
)
def test_a_corrected_flag_is_no_error_of_a_hand_that_does_not_win(
    module, rules: str, kind: type[Exception]
) -> None:
    hand = guobiao.parse_hand("[111p,2][PPP,2][EEE,2]3456m4m|WS0100", rules="botzone")
    with pytest.raises(kind):
        module.score(hand, rules=rules)


def test_other_errors() -> None:
    with pytest.raises(guobiao.HandError):
        guobiao.waits(Hand(STANDING, MELDED))
    with pytest.raises(guobiao.FormatError):
        guobiao.format_hand(guobiao.parse_hand(HAND), format="botzone")
    with pytest.raises(guobiao.GuobiaoError):
        guobiao.parse_fan("大七对")
    with pytest.raises(guobiao.ProfileError):
        guobiao.RuleProfile({"minimum": "eight"})


@pytest.mark.parametrize("call", [guobiao.score, guobiao.is_win, guobiao.waits])
@pytest.mark.parametrize("value", [None, 14, b"1m", ["1m"]])
def test_what_is_neither_hand_nor_text(call, value: object) -> None:
    with pytest.raises((TypeError, guobiao.GuobiaoError)):
        call(value)


# ---------------------------------------------------------------------------- profiles of one's own


@pytest.fixture(scope="module")
def club() -> guobiao.RuleProfile:
    return guobiao.RuleProfile(CLUB)


def test_a_profile_from_a_dict_end_to_end(club: guobiao.RuleProfile) -> None:
    score = guobiao.score("[CCCC]234567m99p34s5s|EE0000", rules=club)
    assert repr(score) == "<Score 6: 箭刻*1 门前清*1>"
    assert score.qualifies
    assert [each.reason for each in score.dropped] == [
        "暗杠 x1: paid by 箭刻 (不重复)",
        "幺九刻 x1: paid by 箭刻 (不重复)",
    ]
    assert score == reference.score("[CCCC]234567m99p34s5s|EE0000", rules=club)
    assert club.tables is club.tables, "made once"
    assert pickle.loads(pickle.dumps(score)) == score


def test_a_profile_from_toml_is_the_same(club: guobiao.RuleProfile, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text(CLUB_TOML, encoding="utf-8")
    loaded = guobiao.load_profile(file)
    assert loaded == club
    assert hash(loaded) == hash(club)
    assert loaded == pickle.loads(pickle.dumps(loaded))


def test_tables_that_would_not_fit_are_a_profile_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_tables(rules: object) -> None:
        raise RulesError("the exclusions of this profile tie too many fans together")

    monkeypatch.setattr(profiles, "make_tables", make_tables)
    with pytest.raises(guobiao.ProfileError, match="club: the exclusions"):
        guobiao.score(HAND, rules=guobiao.RuleProfile(CLUB))


@pytest.mark.parametrize("kind", ["built-in", "own"])
def test_a_profile_is_used_from_threads(kind: str, club: guobiao.RuleProfile) -> None:
    """Four threads at once get what one gets; whichever makes a profile's tables, all use them."""
    rules = guobiao.get_profile("mil") if kind == "built-in" else club
    rng = Random(4)
    hands = [random_hand(rng) for _ in range(scaled(400))]
    expected = [guobiao.score(hand, rules=rules) for hand in hands]
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(
            lambda _: [guobiao.score(hand, rules=rules) for hand in hands], range(8)
        ):
            assert [score.points for score in found] == [score.points for score in expected]
            assert found[-1] == expected[-1]


# --------------------------------------------------------------------------------- found on the way

# Hands that the core (or its tables) once had wrong: profile overrides, hand, fans.
BUGS = (
    # The tiles of 九莲宝灯, but the thirteen before the win are others: was 96.
    ({}, "1112344567899m9m|WS1000|6", "清一色 不求人 连六 幺九刻 花牌"),
    # 双箭刻 that waits for another part's fan took the 幺九刻 of a number pung.
    (
        {"exclusions": {"九莲宝灯": {"add": ["双箭刻:1"]}}},
        "[FFF,2][PPP,2][345s,1][111m,2]5p5p|WW1000",
        "双箭刻 幺九刻 单钓将 自摸",
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize(("overrides", "hand", "fans"), BUGS, ids=[row[1] for row in BUGS])
def test_bug(overrides: dict[str, object], hand: str, fans: str) -> None:
    profile = guobiao.RuleProfile(overrides) if overrides else guobiao.get_profile("mil")
    core, plain = guobiao.score(hand, rules=profile), reference.score(hand, rules=profile)
    assert " ".join(each.fan.zh for each in plain.fans) == fans
    assert core == plain
    assert [fan.zh for fan in core.fan_counts] == fans.split()


def test_a_fan_paid_by_so_many_copies_is_not_called_account_once() -> None:
    """三杠 that takes two 双同刻 took the one that there is: the explanation said 套算一次."""
    rules = guobiao.RuleProfile({"exclusions": {"三杠": {"add": ["双同刻:2"]}}})
    score = reference.score("[4444p,7][888s,1][2222m][4444m]2s2s|EW1000", rules=rules)
    assert "双同刻 x1: paid by 三杠 (不重复)" in [each.reason for each in score.dropped]
