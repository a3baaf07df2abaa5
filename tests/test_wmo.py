"""The Green Book beyond the rows of ``cases/wmo.tsv``: its names and numbers, concealed kongs
beside 三杠 and 四杠, and the 四归一 that must be.
"""

from __future__ import annotations

from functools import cache

import pytest

import guobiao
from explained import written_dropped, written_fans
from guobiao import Fan, RuleProfile, reference
from mahjong_core.fan_table import AddedKongs

# As the book prints them, where it is not as our table does.
PRINTED = (
    "All Fives 31, Two Dragon Pungs 54, Two Dragons 54, Four Shifted Chows 16, Upper Five 36, "
    "Single Waiting 79, One Melded Kong and One Concealed Kong 82, All Honours 11, No Honours 76, "
    "All Terminals and Honours 18, Pung of Terminals or Honours 73, "
    "Greater Honours and Knitted Tiles 20, Lesser Honours and Knitted Tiles 34"
)


@pytest.mark.parametrize("printed", PRINTED.split(", "))
def test_a_name_of_the_book_is_read(printed: str) -> None:
    name, number = printed.rsplit(" ", 1)
    assert guobiao.parse_fan(name) == guobiao.parse_fan(name.lower()) == int(number)


def test_the_numbers_of_the_book() -> None:
    numbers = {fan.green_book_number: fan.zh for fan in Fan}
    assert set(numbers) == {*range(1, 82), None}
    others = {number: zh for number, zh in numbers.items() if number != guobiao.parse_fan(zh)}
    assert others == {
        48: "双暗杠",
        49: "碰碰和",
        50: "混一色",
        51: "三色三步高",
        52: "五门齐",
        53: "全求人",
        None: "明暗杠",
    }


# Three or four kongs, the hand around them, and the points with the first 0, 1, 2 … of the kongs
# concealed: under ``mil``, and under ``wmo`` with "none", "small" and "all".
KONGS = (
    (
        "2s 3s 5p",
        "67mEE8m|EE0000",
        ((32, 32, 34, 50), (32, 32, 34, 50), (32, 34, 40, 50), (32, 34, 40, 58)),
    ),
    (
        "2m 5s 8p",
        "44mEE4m|EE1000",
        ((39, 41, 55, 97), (39, 41, 55, 100), (39, 43, 63, 100), (39, 43, 63, 108)),
    ),
    (
        "2m 5s 8p",
        "44mEE4m|EE0000",
        ((38, 38, 40, 56), (38, 38, 40, 56), (38, 40, 46, 56), (38, 40, 46, 64)),
    ),
    (
        "2m 5s 8p",
        "[444m,2]EE|EE0000",
        ((44, 39, 41, 55), (44, 39, 41, 55), (44, 41, 47, 55), (44, 41, 47, 63)),
    ),
    (
        "2m 8m 4s 7p",
        "EE|EE0000",
        ((94, 88, 90, 104), (94, 88, 90, 104), (94, 90, 96, 104), (94, 90, 96, 112)),
    ),
    (
        "2m 8m 4s 7p",
        "EE|EE1000",
        (
            (89, 89, 91, 105, 153),
            (89, 89, 91, 105, 156),
            (89, 91, 97, 105, 156),
            (89, 91, 97, 113, 164),
        ),
    ),
)


def hand_of_kongs(tiles: str, rest: str, concealed: int) -> str:
    """The kongs as melds, the first of them concealed, and the rest."""
    kongs = [4 * rank + suit for rank, suit in tiles.split()]
    melds = [f"[{kong}]" if at < concealed else f"[{kong},1]" for at, kong in enumerate(kongs)]
    return "".join(melds) + rest


@cache
def wmo_with(added: AddedKongs) -> RuleProfile:
    return RuleProfile({"based_on": "wmo", "switches": {"kongs_add_concealed": added}})


@pytest.mark.parametrize(("kongs", "rest", "points"), KONGS)
def test_what_concealed_kongs_add(kongs: str, rest: str, points: tuple[tuple[int, ...], ...]):
    profiles = ("mil", wmo_with("none"), "wmo", wmo_with("all"))
    for profile, expected in zip(profiles, points, strict=True):
        hands = [hand_of_kongs(kongs, rest, concealed) for concealed in range(len(expected))]
        told = [reference.score(hand, rules=profile).points for hand in hands]
        assert told == list(expected), profile
        if profile is not profiles[1]:  # tables take seconds: one profile's are enough
            told = [guobiao.score(hand, rules=profile).points for hand in hands]
            assert told == list(expected), profile


EXPLAINED = (
    (
        "[2222s][3333s][5555p,1]67mEE8m|EE0000",
        "small",
        "三杠: 2222s 3333s 5555p; 双暗杠: 2222s 3333s",
        "双暗刻 x1: paid by 双暗杠 (不重复)",
    ),
    (
        "[2222s][3333s][5555p]67mEE8m|EE0000",
        "all",
        "三杠: 2222s 3333s 5555p; 三暗刻: 2222s 3333s 5555p; 双暗杠: 2222s 3333s; 门前清",
        "",
    ),
    # One of six kinds must be held four times; a second one is paid.
    (
        "1199m1199p119999s",
        "small",
        "清幺九; 七对",
        "门前清 x1: paid by 七对 (不重复); 四归一 x1: paid by 清幺九 (不重复); 无字 x1: paid by "
        "清幺九 (不重复); 单钓将 x1: paid by 七对 (不重复)",
    ),
    (
        "22334466668888s",
        "small",
        "绿一色; 七对; 清一色; 四归一: 6666s; 断幺",
        "门前清 x1: paid by 七对 (不重复); 四归一 x1: paid by 绿一色 (不重复); 无字 x1: paid by "
        "清一色 (不重复)",
    ),
    # 234 and 222: the four 2s need not be.
    (
        "[234s,1]222666s8sFFF8s|EE0000",
        "small",
        "绿一色; 三暗刻: 222s 666s FFF; 混一色; 箭刻: FFF; 四归一: 2222s",
        "幺九刻 x1: paid by 箭刻 (不重复)",
    ),
)


@pytest.mark.parametrize(("hand", "added", "fans", "dropped"), EXPLAINED)
def test_explanation(hand: str, added: AddedKongs, fans: str, dropped: str) -> None:
    profile = "wmo" if added == "small" else wmo_with(added)
    for module in (guobiao, reference):
        explanation = module.score(hand, rules=profile).explanation
        assert (written_fans(explanation), written_dropped(explanation)) == (fans, dropped)
