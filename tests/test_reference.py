"""The reference against the case files, and what the files do not hold: explanations, waits,
profiles of one's own.
"""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from case_files import Case, each_case, read_cases
from explained import written_dropped, written_fans, written_split
from guobiao import reference
from guobiao.errors import ContradictionError, GuobiaoError, HandError, NotWinningError
from guobiao.hand import Hand
from guobiao.notation import parse_hand
from mahjong_core import fan_table


@each_case("decisions.tsv", "reports.tsv", "profiles.tsv", "wmo.tsv")
def test_case(case: Case) -> None:
    check(case)


def test_a_thousand_random_hands() -> None:
    for case in random.Random(20251129).sample(read_cases("random-mil.tsv"), 1000):
        check(case)


def check(case: Case) -> None:
    if case.total is None:
        with pytest.raises(GuobiaoError):
            reference.score(case.hand, rules=case.profile)
        return
    score = reference.score(case.hand, rules=case.profile)
    assert {int(counted.fan): counted.count for counted in score.fans} == case.fans, case
    assert score.points == case.total, case


# ------------------------------------------------------------------------------------- explanations

# Hand, split (the winning set in brackets), what counts with its sets, what does not count.
EXPLAINED = (
    (
        "234567p234567sEE|SS0000",
        "234s 567s 234p 567p (EE)",
        "门前清; 喜相逢: 234s 234p, 567s 567p; 连六: 234s 567s; 缺一门; 单钓将: EE",
        "连六 x1: 套算一次",
    ),
    (
        "[123m,1][456m,1]78m12377m9m|EE0000",
        "123m 123m 456m (789m) 77m",
        "清一色; 清龙: 123m 456m 789m; 平和; 一般高: 123m 123m",
        "清龙 x1: 不得相同; 连六 x1: 套算一次; 连六 x2: paid by 清龙 (不重复); 老少副 x1: "
        "套算一次; "
        "老少副 x1: paid by 清龙 (不重复); 无字 x1: paid by 清一色 (不重复)",
    ),
    (
        "[1111m,2][111p,3]999p11999s|EE1000",
        "(999s) 111p 999p 1111m 11s",
        "清幺九; 双暗刻: 999s 999p; 明杠: 1111m; 自摸",
        "碰碰和 x1: paid by 清幺九 (不重复); 全带幺 x1: paid by 清幺九 (不重复); 双同刻 x2: paid "
        "by 清幺九 (不重复); "
        "幺九刻 x4: paid by 清幺九 (不重复); 无字 x1: paid by 清幺九 (不重复)",
    ),
    (
        "[EEE,2][SSSS,1]WWWNN555p|SN1000",
        "(555p) EEE WWW SSSS NN",
        "小四喜: EEE WWW SSSS NN; 碰碰和; 混一色; 圈风刻: SSSS; 双暗刻: 555p WWW; 明杠: SSSS; 自摸",
        "三风刻 x1: paid by 小四喜 (不重复); 幺九刻 x3: paid by 小四喜 (不重复)",
    ),
    (
        # One of the two 幺九刻 is paid by 九莲宝灯: the earlier one stays.
        "1112345678999s5s|EE0000",
        "234s 678s 111s 999s (55s)",
        "九莲宝灯; 双暗刻: 111s 999s; 幺九刻: 111s",
        "清一色 x1: paid by 九莲宝灯 (不重复); 门前清 x1: paid by 九莲宝灯 (不重复); 幺九刻 x1: "
        "paid by 九莲宝灯 (不重复); "
        "无字 x1: paid by 九莲宝灯 (不重复)",
    ),
    ("[123m,1][345m,1]678p56sWW7s|EE0000|2", "123m 345m (567s) 678p WW", "无番和; 花牌", ""),
    (
        "147s2333469m258p3m|EE0000",
        "(234m) 33m 369m 147s 258p",
        "组合龙; 门前清; 平和; 四归一: 3333m; 坎张: 234m",
        "无字 x1: paid by 平和 (不重复)",
    ),
    (
        "22333344668888s|EE0000",
        "22s 33s 33s 44s 66s (88s) 88s",
        "绿一色; 七对; 清一色; 四归一: 3333s, 8888s; 断幺",
        "门前清 x1: paid by 七对 (不重复); 无字 x1: paid by 清一色 (不重复)",
    ),
    (
        "19m19p119sESWNPFC|EE1000",
        "11s 1m 9m 9s 1p 9p E S W N (C) F P",
        "十三幺; 自摸",
        "五门齐 x1: paid by 十三幺 (不重复); 不求人 x1: paid by 十三幺 (不重复)",
    ),
)


@pytest.mark.parametrize(
    ("hand", "split", "fans", "dropped"), EXPLAINED, ids=[row[0] for row in EXPLAINED]
)
def test_explanation(hand: str, split: str, fans: str, dropped: str) -> None:
    score = reference.score(hand)
    assert written_split(score.explanation) == split
    assert written_fans(score.explanation) == fans
    assert written_dropped(score.explanation) == dropped


# ---------------------------------------------------------------------------- profiles of one's own

# What of a profile, hand, total, why.
PROFILES = (
    (
        {"points": {"碰碰和": 0, "双同刻": 3}},
        "[222m,1][555m,2]8m222555p8m|EE0000",
        12,
        "0 points: switched off",
    ),
    ({"points": {"无番和": 0}}, "[123m,1][345m,1]678p56sWW7s|EE0000|2", 2, "nothing but flowers"),
    (
        {"points": {"一色四同顺": 0}},
        "[123m,1][123m,1]123123m4m4m|EE0000",
        69,
        "一色三同顺 and 一般高 with the fourth chow, not its own",
    ),
    (
        {"switches": {"knitted_body_wait": False}},
        "13347s12369m258p3m|EE0000",
        16,
        "the body holds 3m: no 边张",
    ),
    (
        {"switches": {"knitted_body_wait": False}},
        "258m13369p14788s2p|EE0000",
        17,
        "the body does not hold 2p: 坎张",
    ),
    (
        {"exclusions": {"碰碰和": ["双同刻:1"]}},
        "[222m,1][555m,2]8m222555p8m|EE0000",
        14,
        "one of two 双同刻",
    ),
    (
        {"exclusions": {"碰碰和": {"add": ["双同刻"]}}},
        "[222m,1][555m,2]8m222555p8m|EE0000",
        12,
        "both 双同刻",
    ),
    (
        {"exclusions": {"碰碰和": ["双暗刻"], "双暗刻": ["断幺"]}},
        "[222m,1][555m,2]8m222555p8m|EE0000",
        14,
        "dropped: excludes nothing",
    ),
)


@pytest.mark.parametrize(
    ("profile", "hand", "total", "why"), PROFILES, ids=[row[3] for row in PROFILES]
)
def test_profile_of_ones_own(profile: dict[str, object], hand: str, total: int, why: str) -> None:
    explanation = reference.score_rules(parse_hand(hand), fan_table.resolve(profile))
    assert sum(counted.points for counted in explanation.fans) == total, (
        why,
        written_fans(explanation),
    )


# ------------------------------------------------------------------------------ wins, waits, errors


# Thirteen tiles, the waits, and the formal ones if they are more.
WAITS = (
    ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m", None),
    ("1234444678m456p", "1m", "1m 4m"),
    ("[4444m]123m99p111s56m", "7m", "4m 7m"),
    ("19m19p19sESWNPFC", "1m 9m 1s 9s 1p 9p E S W N C F P", None),
    ("147m258s369pESWN", "C F P", None),
    ("147m258s369p12s99p", "3s", None),
    ("1122334466668p", "7p 8p", None),
    ("1122334455779p", "9p", None),
    ("1133557799m115s", "5s", None),
    ("1133557799m135s", "", None),
)


@pytest.mark.parametrize(("hand", "waits", "formal"), WAITS, ids=[row[0] for row in WAITS])
def test_waits(hand: str, waits: str, formal: str | None) -> None:
    assert " ".join(str(wait.tile) for wait in reference.waits(hand)) == waits
    assert " ".join(str(wait.tile) for wait in reference.waits(hand, formal=True)) == (
        formal or waits
    )


def test_a_winning_tile_is_put_back_before_the_waits() -> None:
    assert [str(wait.tile) for wait in reference.waits("13347s12369m258p3m")] == ["3m"]


def test_fourteen_tiles_without_a_winning_tile_wait_for_none() -> None:
    hand = Hand(parse_hand("13347s12369m258p3m").standing)
    assert reference.is_win(hand)
    with pytest.raises(HandError):
        reference.waits(hand)
    with pytest.raises(NotWinningError):
        reference.score(hand)


@pytest.mark.parametrize("hand", ["1112345678999m", "1112345678999mE", "19m19p19sESWNPFC2m"])
def test_what_is_not_complete_has_no_score(hand: str) -> None:
    assert not reference.is_win(hand)
    with pytest.raises(NotWinningError):
        reference.score(hand)


def test_contradiction_names_the_flag() -> None:
    hand = parse_hand("1112345678999m1m").replace(last_copy=True)
    with pytest.raises(ContradictionError) as error:
        reference.score(hand)
    assert error.value.flag == "last_copy"
    assert (
        reference.score(hand, rules="botzone").points == reference.score("1112345678999m1m").points
    )


def test_the_oracle_imports_nothing_but_the_vocabulary() -> None:
    """Else a mistake of the core could be in both. Readers of arguments and
    messages score nothing.
    """
    allowed = {"errors", "fan", "hand", "notation", "profiles", "result", "tiles", "values"}
    allowed |= {"mahjong_core.fan_table", "mahjong_core.messages"}
    for file in Path(reference.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (
                node.level == 2 or "mahjong_core" in (node.module or "")
            ):
                assert node.module in allowed, file.name
            if isinstance(node, ast.Import):
                assert not any(
                    alias.name.startswith(("mahjong_core", "guobiao")) for alias in node.names
                ), file.name
