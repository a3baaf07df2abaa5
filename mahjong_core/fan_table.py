"""THE fan table: one row a fan, and the rule profiles as overrides of it.

Everything that knows a fan derives from here: the core's look-up tables, the ``Fan`` enum and its
stub, the reference and the documentation. Standard library only, importable without a build. Source
of the rules: the Mahjong Competition Rules (中国麻将竞赛规则, 1998) and, where it leaves a choice,
today's competition consensus (``docs/rules.md``).

What a row *shows* (its count before exclusions) is its condition; a fan that takes several sets
shows once for each place that it has. The chow fans and the number-pung fans are grouped by
套算一次, everything else simply shows. Two lines show one entry only: the kong fans (明杠 暗杠
双明杠 明暗杠 双暗杠 三杠 四杠) and the concealed pungs (双暗刻 三暗刻 四暗刻).

Exclusions (不重复) are written ``"幺九刻"`` (whole: drop the fan), ``"幺九刻:own"`` (drop the
copies made by this fan's own sets only) or ``"幺九刻:1"`` (drop this many copies). They run in the
order of the table and a dropped fan excludes nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any, Final, Literal, NamedTuple, get_args

from .messages import has_control_characters, shown

# What decides a fan.
TILES, SETS, FORM, WIN = "tiles", "sets", "form", "win"

# Which sets the copies of a fan are made of; ":own" works inside a family only.
CHOWS, PUNGS, HONOURS, KONGS = "chows", "pungs", "honours", "kongs"


class FanRow(NamedTuple):
    """One row of the table: ``excludes`` in the notation of the module's docstring,
    ``families`` for ":own".
    """

    id: int
    zh: str
    english: str
    points: int
    decided_by: str
    families: tuple[str, ...]
    condition: str
    condition_zh: str
    excludes: tuple[str, ...]
    example: str
    aliases: tuple[str, ...] = ()

    @property
    def member(self) -> str:
        """The name of the ``Fan`` enum's member: the English name in upper snake case."""
        return self.english.upper().replace("-", "_").replace(" ", "_")

    @property
    def green_book_number(self) -> int | None:
        """Its number in the WMO's Green Book, where 双暗杠 stands before 碰碰和; None for 明暗杠, a
        note there.
        """
        return _GREEN_BOOK_NUMBERS.get(self.zh, self.id)


def _row(
    id: int,
    zh: str,
    english: str,
    points: int,
    decided_by: str,
    condition: str,
    condition_zh: str,
    excludes: str,
    example: str,
    *,
    families: tuple[str, ...] = (),
    aliases: str = "",
    english_aliases: str = "",
) -> FanRow:
    return FanRow(
        id,
        zh,
        english,
        points,
        decided_by,
        families,
        condition,
        condition_zh,
        tuple(excludes.split()),
        example,
        (*aliases.split(), *filter(None, english_aliases.split(", "))),
    )


_GREEN_BOOK_NUMBERS: dict[str, int | None] = {
    "双暗杠": 48,
    "碰碰和": 49,
    "混一色": 50,
    "三色三步高": 51,
    "五门齐": 52,
    "全求人": 53,
    "明暗杠": None,
}

_C, _P, _H, _K = (CHOWS,), (PUNGS,), (HONOURS,), (KONGS,)

ROWS: tuple[FanRow, ...] = (
    _row(1, "大四喜", "Big Four Winds", 88, SETS, "Pungs or kongs of all four winds; any pair.",
         "由东、南、西、北四副风刻（杠）组成的和牌，将牌不限。",
         "三风刻 碰碰和 圈风刻 门风刻 幺九刻:own", "[EEE,2][SSSS,1]WWWNN55pN|EN1000", families=_H),
    _row(2, "大三元", "Big Three Dragons", 88, SETS, "Pungs or kongs of all three dragons.",
         "由中、发、白三副箭刻（杠）组成的和牌。",
         "双箭刻 箭刻 幺九刻:own", "[PPP,2][FFF,3]CC345m88sC|EE1000", families=_H),
    _row(3, "绿一色", "All Green", 88, TILES,
         "Every tile is one of 2 3 4 6 8 of bamboo (s) or F; seven pairs allowed.",
         "全部由23468条和发组成的和牌，可以是七对；不要求必须有发。",
         "混一色", "23422333444sFF2s|EE1000"),
    _row(4, "九莲宝灯", "Nine Gates", 88, FORM,
         "Fully concealed, no kong: the thirteen tiles before the win are 1112345678999 of one "
         "suit.",
         "门前清且无杠，由一种序数牌按1112345678999组成十三张听牌，见同花色任何一张序数牌即"
         "和。",
         "清一色 不求人 门前清 幺九刻:1 无字", "1112345678999s5s|EE0000"),
    _row(5, "四杠", "Four Kongs", 88, SETS, "Four kongs, concealed or melded.",
         "和牌中有四副杠，明杠、暗杠均可。",
         "三杠 碰碰和 双暗杠 双明杠 暗杠 明杠 单钓将 明暗杠",
         "[1111s][2222m,2][3333p,7][4444p,1]88s|EE0000", families=_K),
    _row(6, "连七对", "Seven Shifted Pairs", 88, FORM,
         "Seven pairs of one suit with consecutive ranks.",
         "由一种花色序数相连的七副对子组成的和牌。",
         "七对 清一色 不求人 门前清 无字 单钓将", "22334556677884s|EE0000"),
    _row(7, "十三幺", "Thirteen Orphans", 88, FORM,
         "One of each of the thirteen terminals and honours, and one of them twice; no meld.",
         "由三种序数牌的一、九牌和七种字牌各一张，再加其中任意一张作将组成的和牌，不能吃碰杠。",
         "混幺九 五门齐 全带幺 不求人 门前清 单钓将", "19m19p119sESWNPFC|EE1000"),
    _row(8, "清幺九", "All Terminals", 64, TILES,
         "Only 1s and 9s: pungs and a pair, or seven pairs.",
         "全部由序数牌的一、九牌组成的和牌，可以是刻子加将牌，也可以是七对。",
         "混幺九 碰碰和 全带幺 双同刻 幺九刻 无字", "[1111m,2][111p,3]999p11999s|EE1000"),
    _row(9, "小四喜", "Little Four Winds", 64, SETS,
         "Pungs or kongs of three winds and a pair of the fourth.",
         "和牌中有三副风刻（杠），并以另一种风牌作将。",
         "三风刻 幺九刻:own", "[EEE,1][SSS,1][WWW,1]NN12m3m|EE0000", families=_H),
    _row(10, "小三元", "Little Three Dragons", 64, SETS,
         "Pungs or kongs of two dragons and a pair of the third.",
         "和牌中有两副箭刻（杠），并以另一种箭牌作将。",
         "双箭刻 箭刻 幺九刻:own", "[PPP,1]456m678sCCCFF|SE0000", families=_H),
    _row(11, "字一色", "All Honors", 64, TILES, "Only honours: pungs and a pair, or seven pairs.",
         "全部由字牌组成的和牌，可以是刻子加将牌，也可以是七对。",
         "混幺九 碰碰和 全带幺 幺九刻 缺一门", "EESSWWNNPPFFCC|EE1000",
         english_aliases="All Honours"),
    _row(12, "四暗刻", "Four Concealed Pungs", 64, SETS,
         "Four concealed pungs or kongs; a pung completed by a discard is not concealed.",
         "和牌中有四副暗刻（暗杠）；点和时凑成的刻子不算暗刻。",
         "碰碰和 不求人 门前清", "111444888m888s5p5p|EE0000", families=_K),
    _row(13, "一色双龙会", "Pure Terminal Chows", 64, SETS, "123 123 789 789 55 of one suit.",
         "由一种花色的两副123、两副789和一对5作将组成的和牌。",
         "七对 清一色 平和 一般高 老少副 无字", "1122335577899p8p|EE0000", families=_C),
    _row(14, "一色四同顺", "Quadruple Chow", 48, SETS, "Four identical chows.",
         "和牌中有一种花色四副序数相同的顺子。",
         "一色三同顺 一色三节高 四归一 一般高", "[123m,1][123m,1]123123m4m4m|EE0000", families=_C),
    _row(15, "一色四节高", "Four Pure Shifted Pungs", 48, SETS,
         "Four pungs or kongs of one suit with consecutive ranks.",
         "和牌中有一种花色四副序数依次递增一位的刻子（杠）。",
         "一色三同顺 一色三节高 碰碰和", "[111s,3][222s,3][444s,2]333s22p|EE0000", families=_P),
    _row(16, "一色四步高", "Four Pure Shifted Chows", 32, SETS,
         "Four chows of one suit, each one rank (or each two) above the last.",
         "和牌中有一种花色四副序数依次递增一位或依次递增二位的顺子。",
         "一色三步高:own 连六:own 老少副:own", "[456m,3][567m,3]67789m99p8m|NS1000", families=_C,
         aliases="一色四连环",
         english_aliases="Four Shifted Chows"),
    _row(17, "三杠", "Three Kongs", 32, SETS, "Three kongs, concealed or melded.",
         "和牌中有三副杠，明杠、暗杠均可。",
         "双暗杠 双明杠 暗杠 明杠 明暗杠", "[1111m][1111p][NNNN,7][444p,2]EE|NS1000", families=_K),
    _row(18, "混幺九", "All Terminals and Honors", 32, TILES,
         "Only 1s, 9s and honours, both kinds present: pungs and a pair, or seven pairs.",
         "由字牌和序数牌的一、九牌组成的和牌，两者都有；可以是刻子加将牌，也可以是七对。",
         "碰碰和 全带幺 幺九刻", "[NNN,3][999s,1][CCC,2]999m11p|ES1000",
         english_aliases="All Terminals and Honours"),
    _row(19, "七对", "Seven Pairs", 24, FORM,
         "Seven pairs, no meld; four equal tiles may be two pairs.",
         "由七副对子组成的和牌，不能吃碰杠；四张相同的牌可以作两副对子。",
         "不求人 门前清 一般高 单钓将", "7788m44s3344pWWFF|EE1000"),
    _row(20, "七星不靠", "Greater Honors and Knitted Tiles", 24, FORM,
         "All seven honours and seven different tiles of a knitted 147 / 258 / 369 (one group a "
         "suit).",
         "七种字牌各一张，加上三种花色147、258、369（每种花色一组，各不相同）中的七张不同的牌"
         "组成的和牌。",
         "全不靠 五门齐 不求人 门前清 单钓将", "14m369p25sESWNPFC|EE1000",
         english_aliases="Greater Honours and Knitted Tiles"),
    _row(21, "全双刻", "All Even Pungs", 24, SETS, "Pungs, kongs and the pair only of 2, 4, 6, 8.",
         "全部由序数牌2、4、6、8的刻子（杠）和将牌组成的和牌。",
         "碰碰和 断幺 无字", "[444m,2][666m,3]444p44664s|EE0000"),
    _row(22, "清一色", "Full Flush", 24, TILES, "All tiles of one suit, no honours.",
         "全部由一种花色的序数牌组成的和牌，没有字牌。",
         "缺一门 无字", "[123s,1][333s,2]45678996s|EE1000"),
    _row(23, "一色三同顺", "Pure Triple Chow", 24, SETS, "Three identical chows.",
         "和牌中有一种花色三副序数相同的顺子。",
         "一色三节高 一般高:own", "[789p,1][678p,2]6678899p7p|SW0000", families=_C),
    _row(24, "一色三节高", "Pure Shifted Pungs", 24, SETS,
         "Three pungs or kongs of one suit with consecutive ranks.",
         "和牌中有一种花色三副序数依次递增一位的刻子（杠）。",
         "", "2224555666777s4s|NN0000", families=_P),
    _row(25, "全大", "Upper Tiles", 24, TILES,
         "Only 7, 8 and 9.",
         "全部由序数牌7、8、9组成的和牌。",
         "大于五 无字", "[789m,1][999s,2]7899p789s9p|EE1000"),
    _row(26, "全中", "Middle Tiles", 24, TILES,
         "Only 4, 5 and 6.",
         "全部由序数牌4、5、6组成的和牌。",
         "断幺 无字", "[444m,2][666m,3]444p44664s|EE0000"),
    _row(27, "全小", "Lower Tiles", 24, TILES,
         "Only 1, 2 and 3.",
         "全部由序数牌1、2、3组成的和牌。",
         "小于五 无字", "[1111p]12333s22333p3s|SW1000"),
    _row(28, "清龙", "Pure Straight", 16, SETS, "123, 456 and 789 of one suit.",
         "和牌中有一种花色的123、456、789三副顺子。",
         "连六:own 老少副:own", "[123m,1][456m,1]78m12377m9m|EE0000", families=_C),
    _row(29, "三色双龙会", "Three-Suited Terminal Chows", 16, SETS,
         "123 and 789 of one suit, 123 and 789 of a second, a pair of 5s of the third.",
         "由两种花色各一副123、789和第三种花色的一对5作将组成的和牌。",
         "平和 喜相逢 老少副 无字", "[123p,3]55m12379s789p8s|EE0000", families=_C),
    _row(30, "一色三步高", "Pure Shifted Chows", 16, SETS,
         "Three chows of one suit, each one rank (or each two) above the last.",
         "和牌中有一种花色三副序数依次递增一位或依次递增二位的顺子。",
         "连六:own", "[234p,1]12334567pEE5p|EE1000", families=_C, aliases="一色三连环"),
    _row(31, "全带五", "All Five", 16, SETS, "Every set and the pair hold a 5; basic form.",
         "每副牌和将牌都带序数牌5；限基本和牌型。",
         "断幺 无字", "[345m,1]567m45556p34s5s|EE0000",
         english_aliases="All Fives"),
    _row(32, "三同刻", "Triple Pung", 16, SETS, "Three pungs or kongs of one rank in three suits.",
         "和牌中有三种花色序数相同的三副刻子（杠）。",
         "双同刻:own", "[444m,2][666m,3]444p44664s|EE0000", families=_P),
    _row(33, "三暗刻", "Three Concealed Pungs", 16, SETS, "Exactly three concealed pungs or kongs.",
         "和牌中恰有三副暗刻（暗杠）。",
         "双暗刻", "11144488m888s55p8m|EE0000", families=_K),
    _row(34, "全不靠", "Lesser Honors and Knitted Tiles", 12, FORM,
         "Fourteen different tiles of a knitted 147 / 258 / 369 and the honours, but not all "
         "seven honours.",
         "由三种花色147、258、369（每种花色一组，各不相同）和字牌中的十四张不同的牌组成的和牌"
         "，七种字牌不全。",
         "五门齐 不求人 门前清 单钓将", "369m147p25sSWNPF8s|EE0000",
         english_aliases="Lesser Honours and Knitted Tiles"),
    _row(35, "组合龙", "Knitted Straight", 12, FORM,
         "147, 258 and 369, one group a suit, with a set and a pair, or inside 全不靠.",
         "三种花色的147、258、369（每种花色一组，各不相同）组成的特殊顺子，加一副面子和将牌；"
         "也可以在全不靠之中。",
         "", "[678s,3]147m369s25pSS8p|EE0000"),
    _row(36, "大于五", "Upper Four", 12, TILES,
         "Only 6, 7, 8 and 9.",
         "全部由序数牌6、7、8、9组成的和牌。",
         "无字", "[666m,2][777m,2][999m,2]78886m|EE0100",
         english_aliases="Upper Five"),
    _row(37, "小于五", "Lower Four", 12, TILES,
         "Only 1, 2, 3 and 4.",
         "全部由序数牌1、2、3、4组成的和牌。",
         "无字", "[123m,1][123p,1]123m12p44s3p|EE0000"),
    _row(38, "三风刻", "Big Three Winds", 12, SETS, "Pungs or kongs of three winds.",
         "和牌中有三副风刻（杠）。",
         "幺九刻:own", "[EEE,1][SSS,1][WWW,1]111m55p|NN0000", families=_H),
    _row(39, "花龙", "Mixed Straight", 8, SETS, "123, 456 and 789 in three suits.",
         "和牌中有三种花色的三副顺子，连成123、456、789。",
         "", "[123m,1][456s,1]789p456p7m7m|EE0000", families=_C),
    _row(40, "推不倒", "Reversible Tiles", 8, TILES, "Only 1 2 3 4 5 8 9 p, 2 4 5 6 8 9 s and P.",
         "全部由牌面图形没有上下区别的牌组成的和牌：1234589饼、245689条和白。",
         "缺一门", "1122334455889p9p|EE0000"),
    _row(41, "三色三同顺", "Mixed Triple Chow", 8, SETS, "The same chow in three suits.",
         "和牌中有三种花色序数相同的三副顺子。",
         "喜相逢:own", "[789m,1][999s,2]7899p789s9p|EE1000", families=_C),
    _row(42, "三色三节高", "Mixed Shifted Pungs", 8, SETS,
         "Pungs or kongs of three consecutive ranks in three suits.",
         "和牌中有三种花色序数依次递增一位的三副刻子（杠）。",
         "", "[333p,1][222m,1][444s,1]333m6p6p|EE0000", families=_P),
    _row(43, "无番和", "Chicken Hand", 8, WIN,
         "No reading of the hand scores anything but flowers.",
         "除花牌外，和牌的任何一种拆法都没有任何番种。",
         "", "[123m,1][345m,1]678p56sWW7s|EE0000|2"),
    _row(44, "妙手回春", "Last Tile Draw", 8, WIN, "Self-drawn on the last tile of the wall.",
         "自摸牌墙上的最后一张牌和牌。",
         "自摸", "[888p,2]999s2244pEEE2p|EE1010"),
    _row(45, "海底捞月", "Last Tile Claim", 8, WIN,
         "Won on the discard made after the last tile of the wall was drawn.",
         "牌墙上的最后一张牌摸起之后，和他家打出的那张牌。",
         "", "[123m,1][345m,1]567m34sCC5s|EE0110"),
    _row(46, "杠上开花", "Out with Replacement Tile", 8, WIN,
         "Self-drawn on the replacement tile of a kong (not of a flower).",
         "开杠后，用补进的牌自摸和牌（补花不算）。",
         "自摸",
         "[PPPP][2222s]8m555777s8m|EN1001"),
    _row(47, "抢杠和", "Robbing The Kong", 8, WIN,
         "Won on the tile that another player adds to a melded pung.",
         "和他家加杠（碰后补杠）的那张牌。",
         "和绝张", "[234m,1][555m,1]567m55576p|EE0101|3"),
    _row(48, "碰碰和", "All Pungs", 6, SETS,
         "Four pungs or kongs and a pair.",
         "由四副刻子（杠）和将牌组成的和牌。",
         "", "[222m,1][555m,2]8m222555p8m|EE0000"),
    _row(49, "混一色", "Half Flush", 6, TILES,
         "One suit and honours.",
         "由一种花色的序数牌和字牌组成的和牌。",
         "缺一门", "[234p,1]12334567pEE5p|EE1000"),
    _row(50, "三色三步高", "Mixed Shifted Chows", 6, SETS,
         "Chows of three consecutive ranks in three suits.",
         "和牌中有三种花色序数依次递增一位的三副顺子。",
         "", "[345m,1]567m45556p34s5s|EE0000", families=_C),
    _row(51, "五门齐", "All Types", 6, TILES,
         "All three suits, a wind and a dragon; 七对 and 组合龙 forms allowed.",
         "和牌中三种序数牌、风牌、箭牌齐全；七对、组合龙的牌型也可以。",
         "", "[FFF,2]147m258p39sWW6s|EE0000"),
    _row(52, "全求人", "Melded Hand", 6, WIN,
         "Four melded sets, none of them a concealed kong, and the win on a discard.",
         "四副牌全靠吃、碰、明杠，没有暗杠，单钓点和他家打出的牌。",
         "单钓将", "[234m,1][345p,1][234s,1][CCCC,2]1m1m|EE0000"),
    _row(53, "双暗杠", "Two Concealed Kongs", 6, SETS, "Two concealed kongs.",
         "和牌中有两副暗杠。",
         "双暗刻:own 暗杠", "[1111s][2222m][333p,1][444p,1]88s|EE0000", families=_K),
    _row(54, "双箭刻", "Two Dragons Pungs", 6, SETS, "Pungs or kongs of two dragons.",
         "和牌中有两副箭刻（杠）。",
         "箭刻 幺九刻:own", "[PPP,2][FFF,3]3335p999s4p|EE1000", families=_H,
         english_aliases="Two Dragon Pungs, Two Dragons"),
    _row(55, "全带幺", "Outside Hand", 4, SETS,
         "Every set and the pair hold a terminal or an honour; basic form.",
         "每副牌和将牌都带一、九牌或字牌；限基本和牌型。",
         "", "[123p,1][CCC,1]999m79998p|EE1000"),
    _row(56, "不求人", "Fully Concealed Hand", 4, WIN,
         "No melded chow, pung or kong, self-drawn; a concealed kong is allowed.",
         "没有吃、碰、明杠，自摸和牌；可以有暗杠。",
         "门前清 自摸", "[CCCC]234567m99p34s5s|EE1000"),
    _row(57, "双明杠", "Two Melded Kongs", 4, SETS, "Two melded kongs.",
         "和牌中有两副明杠。",
         "明杠", "[1111s,1][2222m,1]333444p88s|EE0000", families=_K),
    _row(58, "和绝张", "Last Tile", 4, WIN,
         "Won on the fourth copy of a tile when the other three lie open; not when robbing a kong.",
         "和某种牌的第四张，其余三张均已亮明；抢杠和时不计。",
         "", "[666m,2][777m,2][999m,2]78886m|EE0100", aliases="绝张"),
    _row(59, "箭刻", "Dragon Pung", 2, SETS,
         "A pung or kong of a dragon.",
         "和牌中有中、发、白的刻子（杠）。",
         "幺九刻:own", "[CCCC]234567m99p34s5s|EE0000", families=_H),
    _row(60, "圈风刻", "Prevalent Wind", 2, SETS, "A pung or kong of the prevalent wind.",
         "和牌中有与圈风相同的风刻（杠）。",
         "幺九刻:own", "[EEE,2]234m678s88p34p5p|EE0000", families=_H),
    _row(61, "门风刻", "Seat Wind", 2, SETS, "A pung or kong of the player's seat wind.",
         "和牌中有与本门风相同的风刻（杠）。",
         "幺九刻:own", "[EEE,2]234m678s88p34p5p|EE0000", families=_H),
    _row(62, "门前清", "Concealed Hand", 2, WIN,
         "No melded chow, pung or kong, won on a discard; a concealed kong is allowed.",
         "没有吃、碰、明杠，和他家打出的牌；可以有暗杠。",
         "",
         "[CCCC]234567m99p34s5s|EE0000",
         aliases="门清"),
    _row(63, "平和", "All Chows", 2, SETS,
         "Four chows (or 组合龙 and a chow) and a pair that is no honour; any wait.",
         "由四副顺子（或组合龙加一副顺子）和序数牌作将组成的和牌，不限听牌方式。",
         "无字", "13347s12369m258p3m|EE0000"),
    _row(64, "四归一", "Tile Hog", 2, TILES,
         "Four equal tiles that are not a kong, all in the hand; once a tile.",
         "和牌中有四张相同的牌而没有开杠，每种牌计一次。",
         "", "[NNN,3]77789m11888p7m|EE0000"),
    _row(65, "双同刻", "Double Pung", 2, SETS, "Two pungs or kongs of one rank in two suits.",
         "和牌中有两种花色序数相同的两副刻子（杠）。",
         "", "[222m,1][555m,2]8m222555p8m|EE0000", families=_P),
    _row(66, "双暗刻", "Two Concealed Pungs", 2, SETS, "Exactly two concealed pungs or kongs.",
         "和牌中恰有两副暗刻（暗杠）。",
         "", "[222m,1][555m,2]8m222555p8m|EE0000", families=_K),
    _row(67, "暗杠", "Concealed Kong", 2, SETS,
         "One concealed kong.",
         "和牌中有一副暗杠。",
         "", "[CCCC]234567m99p34s5s|EE0000", families=_K),
    _row(68, "断幺", "All Simples", 2, TILES,
         "No terminal and no honour.",
         "和牌中没有一、九牌和字牌。",
         "无字", "234567p34567888s|EE0000", aliases="断幺九"),
    _row(69, "一般高", "Pure Double Chow", 1, SETS,
         "Two identical chows.",
         "和牌中有一种花色序数相同的两副顺子。",
         "", "445566m2277779s8s|EE0000", families=_C),
    _row(70, "喜相逢", "Mixed Double Chow", 1, SETS, "The same chow in two suits.",
         "和牌中有两种花色序数相同的两副顺子。",
         "", "[123m,1][123p,1]567s56p99s7p|EE0000", families=_C),
    _row(71, "连六", "Short Straight", 1, SETS,
         "Two chows of one suit that make six consecutive ranks.",
         "和牌中有一种花色序数相连的两副顺子，共六张。",
         "", "234567p34567888s|EE0000", families=_C),
    _row(72, "老少副", "Two Terminal Chows", 1, SETS, "123 and 789 of one suit.",
         "和牌中有一种花色的123、789两副顺子。",
         "", "123789m12379s66p8s|EE0000", families=_C,
         aliases="老少配"),
    _row(73, "幺九刻", "Pung of Terminals or Honors", 1, SETS,
         "A pung or kong of a terminal or an honour that no other fan has taken.",
         "和牌中有一、九牌或字牌的刻子（杠），且未被其他番种计过。",
         "", "[789m,1][999p,1]12345s77m3s|EE0000", families=(PUNGS, HONOURS),
         english_aliases="Pung of Terminals or Honours"),
    _row(74, "明杠", "Melded Kong", 1, SETS,
         "One melded kong.",
         "和牌中有一副明杠。",
         "", "[7777m,7]344556m1999p1p|SE0000", families=_K),
    _row(75, "缺一门", "One Voided Suit", 1, TILES, "Exactly one of the three suits is absent.",
         "和牌中恰缺一种花色的序数牌。",
         "", "[234m,1][555m,1]567m55576p|EE0101|3"),
    _row(76, "无字", "No Honors", 1, TILES,
         "No honour tile.",
         "和牌中没有字牌。",
         "", "[789m,1][999p,1]12345s77m3s|EE0000",
         english_aliases="No Honours"),
    _row(77, "边张", "Edge Wait", 1, WIN, "The sole wait: 12 for 3, or 89 for 7.",
         "只听一张：12和3，或89和7。",
         "", "13347s12369m258p3m|EE0000", aliases="独听・边张 独听·边张"),
    _row(78, "坎张", "Closed Wait", 1, WIN, "The sole wait, on the middle tile of a chow.",
         "只听一张：和顺子中间的那张牌。",
         "", "[123m,1][999p,1][345m,1]4556s5s|EE0000", aliases="嵌张 独听・嵌张 独听·嵌张 坎张听"),
    _row(79, "单钓将", "Single Wait", 1, WIN, "The sole wait, completing the pair.",
         "只听一张：单钓将牌和牌。",
         "", "1147s123369m258p1s|EE0000", aliases="单钓 独听・单钓 独听·单钓 单骑",
         english_aliases="Single Waiting"),
    _row(80, "自摸", "Self-Drawn", 1, WIN,
         "Self-drawn.",
         "自己摸牌和牌。",
         "", "[123m,1][345m,1]678p56sWW7s|EE1000|2"),
    _row(81, "花牌", "Flower Tiles", 1, WIN, "A flower tile; added after the test of the minimum.",
         "每张花牌计一次；不计入起和分，和牌后另加。",
         "", "[123m,1][345m,1]678p56sWW7s|EE0000|2"),
    _row(82, "明暗杠", "Concealed Kong and Melded Kong", 5, SETS,
         "One concealed kong and one melded kong.",
         "和牌中有一副暗杠和一副明杠。",
         "", "[1111s][2222m,1]333444p88s|EE0000", families=_K,
         aliases="一明一暗杠",
         english_aliases="One Melded Kong and One Concealed Kong"),
)  # fmt: skip

FAN_COUNT = len(ROWS)  # 82
MAX_POINTS = 500  # a profile's dearest fan: no total can leave 16 bits

_ID_OF_NAME: dict[str, int] = {
    name: row.id for row in ROWS for name in (row.zh, row.member, row.english, *row.aliases)
}
_ID_OF_FOLDED = {name.casefold(): id for name, id in _ID_OF_NAME.items()}


class RulesError(ValueError):
    """An impossible rule profile. The message has the key, the value and what would be right."""


def fan_id(name: str) -> int:
    """The id (1-82) of a fan by its Chinese name, alias, English name or enum member.

    Raises ``RulesError`` if there is none.
    """
    found = _ID_OF_FOLDED.get(name.strip().casefold())
    if found is not None:
        return found
    import difflib  # for the hint only

    near = difflib.get_close_matches(name.strip().casefold(), _ID_OF_FOLDED, n=3, cutoff=0.6)
    hint = (
        f"; near it: {', '.join(sorted({ROWS[_ID_OF_FOLDED[n] - 1].zh for n in near}))}"
        if near
        else ""
    )
    raise RulesError(
        f"unknown fan {shown(name)}: use a name of the fan table, such as 'ALL_PUNGS' or "
        f"'碰碰和'{hint}"
    )


# ------------------------------------------------------------------------------------ rule profiles

WHOLE, OWN = "whole", "own"


class Exclusion(NamedTuple):
    """``target`` loses all (``WHOLE``), the copies of the excluder's own sets (``OWN``) or
    ``copies`` (an int) of its copies.
    """

    target: int
    copies: str | int

    def __str__(self) -> str:
        """As ``parse_exclusion`` reads it."""
        name = ROWS[self.target - 1].zh
        return name if self.copies == WHOLE else f"{name}:{self.copies}"


class Formula(NamedTuple):
    """What one player pays for a win: a multiple of the base, one of the
    points, and a fixed amount.

    >>> Formula(bases=1, points=2).amount(base=8, points=11), str(Formula(1, 2))
    (30, 'base + 2*points')
    """

    bases: int = 0
    points: int = 0
    fixed: int = 0

    def amount(self, base: int, points: int) -> int:
        """The payment in points."""
        return self.bases * base + self.points * points + self.fixed

    def __str__(self) -> str:
        """As ``parse_formula`` reads it."""
        terms = [
            name if times == 1 else f"{times}*{name}"
            for name, times in zip(("base", "points"), self)
            if times
        ]
        return " + ".join(terms + [str(self.fixed)] * (self.fixed > 0 or not terms))


_BASE: Final = Formula(bases=1)
_BASE_AND_POINTS: Final = Formula(bases=1, points=1)


@dataclass(frozen=True, slots=True)
class Payments:
    """Who pays what for a win. A robbed kong is paid as a discard."""

    self_drawn: Formula = _BASE_AND_POINTS
    """Each of the three, when the winner has drawn the tile."""
    discarder: Formula = _BASE_AND_POINTS
    """The player whose tile was won."""
    others: Formula = _BASE
    """Each of the two who neither won nor discarded."""


AddedKongs = Literal["none", "small", "all"]


@dataclass(frozen=True, slots=True)
class Switches:
    """The decisions of a profile that are not rows of the table."""

    knitted_body_wait: bool = True
    """组合龙: a winning tile that the body holds too may still take the wait fan of the set
    or pair that it completes.
    """
    mixed_kongs: bool = True
    """One concealed and one melded kong are 明暗杠; otherwise 暗杠 and 明杠."""
    correct_flags: bool = False
    """Contradictory flags are silently corrected, as Botzone's judge does.

    Otherwise they are an error.
    """
    forced_tile_hog: bool = True
    """七对 with 绿一色 or 清幺九 counts all of its 四归一. Otherwise one less: these have six kinds
    of tile, so that seven pairs of them hold four of a kind whatever the player does.
    """
    kongs_add_concealed: AddedKongs = "none"
    """What 三杠 and 四杠 show for their concealed kongs: ``"small"``: 暗杠 for one, 双暗杠 for
    two, nothing more for three or four; ``"all"``: 双暗杠 for three and four too.
    """


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule profile, resolved: ``points[id]`` and ``exclusions[id]`` for ids 1-82 (index 0
    unused), and the switches.

    A fan of 0 points is switched off: it neither counts nor excludes.
    """

    name: str
    points: tuple[int, ...]
    exclusions: tuple[tuple[Exclusion, ...], ...]
    switches: Switches = field(default_factory=Switches)
    minimum: int = 8
    base: int = 8
    payments: Payments = field(default_factory=Payments)


# The built-in profiles, in the very form that a user's profile has. "mil" overrides the table, the
# others override "mil".
PROFILES: dict[str, dict[str, object]] = {
    "mil": {},
    # Deltas of the printed rulebook's exclusion lists.
    "1998": {
        "exclusions": {
            **{
                zh: {"add": ["缺一门"]}
                for zh in ("大三元", "小三元", "一色四节高", "一色四步高", "三风刻")
            },
            "一色四同顺": {"add": ["缺一门", "平和"]},
            "清幺九": {"add": ["三同刻"]},
            "九莲宝灯": {"remove": ["幺九刻"], "add": ["幺九刻"]},
            "四暗刻": {"remove": ["不求人"]},
            "七对": {"add": ["大于五", "小于五", "全大", "全中", "全小"]},
        },
        "switches": {"mixed_kongs": False},
    },
    "botzone": {"switches": {"correct_flags": True}},
    # The judge that was published in 2020 carries an older calculator.
    "botzone-2020": {"switches": {"correct_flags": True, "knitted_body_wait": False}},
    # The Green Book: Mahjong Competition Rules, World Mahjong Organization, 2006.
    "wmo": {
        "points": {"双暗杠": 8, "明暗杠": 6},
        "exclusions": {
            "绿一色": {"remove": ["混一色"]},
            "九莲宝灯": {"remove": ["不求人", "幺九刻"], "add": ["幺九刻"]},
            "清幺九": {"remove": ["双同刻"]},
            **{
                zh: {"remove": ["不求人"]}
                for zh in ("连七对", "十三幺", "四暗刻", "七对", "七星不靠", "全不靠")
            },
            **{zh: {"remove": ["暗杠", "双暗杠"]} for zh in ("四杠", "三杠")},
        },
        "switches": {
            "knitted_body_wait": False,
            "forced_tile_hog": False,
            "kongs_add_concealed": "small",
        },
    },
}

_KEYS = ("name", "based_on", "minimum", "base", "points", "exclusions", "switches", "payments")
_SWITCHES = tuple(Switches.__dataclass_fields__)
# Of the switches that are words.
_SETTINGS: dict[str, tuple[str, ...]] = {"kongs_add_concealed": get_args(AddedKongs)}
_PAYMENTS = tuple(Payments.__dataclass_fields__)
_TERM = re.compile(r"(?:([0-9]{1,2}) *\* *)?(base|points)|([0-9]{1,4})")


def parse_exclusion(text: object, excluder: int) -> Exclusion:
    """``"幺九刻"``, ``"幺九刻:own"`` or ``"幺九刻:1"`` as an exclusion of
    row ``excluder``, checked.
    """
    if not isinstance(text, str):
        raise RulesError(f"exclusions.{ROWS[excluder - 1].zh}: {shown(text)} is no fan name")
    name, _, copies = text.partition(":")
    target, row = fan_id(name), ROWS[excluder - 1]
    if target <= excluder:
        raise RulesError(
            f"exclusions.{row.zh}: a row may exclude only later rows, and {ROWS[target - 1].zh} "
            f"({target}) is not after {row.zh} ({excluder})"
        )
    for outside in ("无番和", "花牌"):
        if outside in (row.zh, ROWS[target - 1].zh):
            raise RulesError(
                f"exclusions.{row.zh}: {outside} stands outside the tally: it neither excludes nor "
                "is excluded"
            )
    if not copies:
        return Exclusion(target, WHOLE)
    if copies == OWN:
        if not set(row.families) & set(ROWS[target - 1].families):
            raise RulesError(
                f"exclusions.{row.zh}: {shown(text)}: the two fans are made of different sets, so "
                "':own' means nothing"
            )
        return Exclusion(target, OWN)
    if copies in ("1", "2", "3", "4"):
        return Exclusion(target, int(copies))
    raise RulesError(
        f"exclusions.{row.zh}: {shown(text)}: after ':' comes 'own' or a number of copies from 1 "
        "to 4"
    )


def _mapping(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise RulesError(f"{where} is {shown(value)}: expected a table of names")
    return value


def _names(value: object, where: str) -> Iterable[object]:
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        raise RulesError(f"{where} is {shown(value)}: expected a list of fan names")
    return value


def _whole_number(value: object, where: str, low: int, high: int) -> int:
    """A whole number, as the compiled ``values`` reads it.

    This module must work before the build.
    """
    try:
        number = low - 1 if isinstance(value, bool) else index(value)  # type: ignore[arg-type]  # others have none
    except Exception:  # whatever a stranger's __index__ raises
        number = low - 1
    if not low <= number <= high:
        raise RulesError(f"{where} is {shown(value)}: expected a whole number from {low} to {high}")
    return number


def _is_flag(value: object) -> bool:
    """True or False, NumPy's too."""
    return isinstance(value, (bool, getattr(sys.modules.get("numpy"), "bool_", bool)))


def _changed_exclusions(
    old: tuple[Exclusion, ...], change: object, excluder: int
) -> tuple[Exclusion, ...]:
    where = f"exclusions.{ROWS[excluder - 1].zh}"
    if not isinstance(change, Mapping):
        listed = [parse_exclusion(text, excluder) for text in _names(change, where)]
    else:
        table = _mapping(change, where)
        if unknown := set(table) - {"add", "remove"}:
            raise RulesError(
                f"{where}: unknown key {min(map(shown, unknown))}: expected a list of fans, or a "
                "table with 'add' and 'remove'"
            )
        gone = {fan_id(str(name)) for name in _names(table.get("remove", ()), f"{where}.remove")}
        if missing := gone - {e.target for e in old}:
            raise RulesError(f"{where}.remove: {ROWS[min(missing) - 1].zh} is not excluded there")
        listed = [e for e in old if e.target not in gone]
        listed += [
            parse_exclusion(text, excluder) for text in _names(table.get("add", ()), f"{where}.add")
        ]
    if len({e.target for e in listed}) < len(listed):
        raise RulesError(f"{where}: a fan is named twice")
    return tuple(sorted(listed, key=lambda e: e.target))


def _changed_switches(old: Switches, table: Mapping[str, object]) -> Switches:
    for name in table:
        if name not in _SWITCHES:
            raise RulesError(
                f"unknown switch {shown(name)}: expected one of {', '.join(_SWITCHES)}"
            )
    changes: dict[str, Any] = {name: _setting(name, value) for name, value in table.items()}
    return replace(old, **changes)


def _setting(name: str, value: object) -> bool | str:
    """The value of a switch, checked."""
    if name not in _SETTINGS:
        if not _is_flag(value):
            raise RulesError(f"switches.{name} is {shown(value)}: expected true or false")
        return bool(value)
    for word in _SETTINGS[name]:
        if isinstance(value, str) and value == word:
            return word
    expected = ", ".join(_SETTINGS[name])
    raise RulesError(f"switches.{name} is {shown(value)}: expected one of {expected}")


def _terms(text: object) -> list[str]:
    """The terms of a formula. A value that is not a text or a number gives one empty term, which is
    invalid.
    """
    if isinstance(text, int) and not isinstance(text, bool) and 0 <= text <= 9999:
        return [str(text)]
    return text.split("+") if isinstance(text, str) else [""]


def parse_formula(text: object, where: str) -> Formula:
    """``"base + points"``, ``"2*base + 3*points + 10"`` or a whole number as a formula.

    Raises ``RulesError``, which says ``where`` it stands, if it is not one.
    """
    amounts = {"base": 0, "points": 0, "fixed": 0}
    for term in _terms(text):
        found = _TERM.fullmatch(term.strip())
        if found is None:
            raise RulesError(
                f"{where} is {shown(text)}: expected a sum of base, points and whole numbers, such "
                "as 'base + 2*points' (up to 99 times, 9999)"
            )
        times, name, fixed = found.groups()
        amounts[name or "fixed"] += int(times or fixed or 1)
    if max(amounts["base"], amounts["points"]) > 99 or amounts["fixed"] > 9999:
        raise RulesError(
            f"{where} is {shown(text)}: expected at most 99 times base and points, and at most 9999"
        )
    return Formula(amounts["base"], amounts["points"], amounts["fixed"])


def _changed_payments(old: Payments, table: Mapping[str, object]) -> Payments:
    if unknown := set(table) - set(_PAYMENTS):
        raise RulesError(
            f"unknown payment {min(map(shown, unknown))}: expected one of {', '.join(_PAYMENTS)}"
        )
    return replace(
        old, **{name: parse_formula(text, f"payments.{name}") for name, text in table.items()}
    )


def _base_rules() -> Rules:
    """The table itself, as rules: what every profile starts from."""
    exclusions = [
        (),
        *(tuple(sorted(parse_exclusion(text, row.id) for text in row.excludes)) for row in ROWS),
    ]
    return Rules("mil", (0, *(row.points for row in ROWS)), tuple(exclusions))


def resolve(profile: Mapping[str, object]) -> Rules:
    """A profile (overrides, as in ``PROFILES`` or a user's dict) as complete ``Rules``.

    Raises ``RulesError``, which says what is wrong.

    Keys: ``name``, ``based_on`` (a built-in profile, "mil" if missing), ``minimum``, ``base``,
    ``points`` {fan: points, 0 = switched off}, ``exclusions`` {fan: [fans] or {add: [fans], remove:
    [fans]}}, ``switches`` {name: bool or word}, ``payments`` {"self_drawn", "discarder", "others":
    formula}.
    """
    if unknown := set(_mapping(profile, "the profile")) - set(_KEYS):
        raise RulesError(f"unknown key {min(map(shown, unknown))}: expected {', '.join(_KEYS)}")
    based_on = profile.get("based_on", "mil")
    if not isinstance(based_on, str) or based_on not in PROFILES:
        raise RulesError(f"based_on is {shown(based_on)}: expected one of {', '.join(PROFILES)}")
    rules = _base_rules()
    below = dict.fromkeys(("mil", based_on))
    for layer in (*(PROFILES[name] for name in below), profile):
        rules = _overridden(rules, layer)
    name = profile.get("name", "custom")
    if not isinstance(name, str) or not name:
        raise RulesError(f"name is {shown(name)}: expected a text")
    if has_control_characters(name):
        raise RulesError(
            f"name is {shown(name)}: a name has no control characters and no ends of lines"
        )
    return replace(rules, name=name)


def _overridden(rules: Rules, layer: Mapping[str, object]) -> Rules:
    points, exclusions = list(rules.points), list(rules.exclusions)
    for name, value in _mapping(layer.get("points", {}), "points").items():
        points[fan_id(name)] = _whole_number(value, f"points.{name}", 0, MAX_POINTS)
    for name, change in _mapping(layer.get("exclusions", {}), "exclusions").items():
        excluder = fan_id(name)
        exclusions[excluder] = _changed_exclusions(exclusions[excluder], change, excluder)
    return replace(
        rules,
        points=tuple(points),
        exclusions=tuple(exclusions),
        switches=_changed_switches(rules.switches, _mapping(layer.get("switches", {}), "switches")),
        minimum=_whole_number(layer.get("minimum", rules.minimum), "minimum", 0, 1000),
        base=_whole_number(layer.get("base", rules.base), "base", 0, 1000),
        payments=_changed_payments(rules.payments, _mapping(layer.get("payments", {}), "payments")),
    )


def rules_of_pairs(rules: Rules) -> Rules:
    """The rules of a hand that is read as 七对: without ``forced_tile_hog``, 绿一色 and 清幺九
    exclude one 四归一 there, unless their own rows exclude it in any form.
    """
    if rules.switches.forced_tile_hog:
        return rules
    exclusions = list(rules.exclusions)
    for name in ("绿一色", "清幺九"):
        hog = parse_exclusion("四归一:1", fan_id(name))
        listed = exclusions[fan_id(name)]
        if hog.target not in {exclusion.target for exclusion in listed}:
            exclusions[fan_id(name)] = tuple(sorted((*listed, hog), key=lambda e: e.target))
    switches = replace(rules.switches, forced_tile_hog=True)
    return replace(rules, exclusions=tuple(exclusions), switches=switches)


def overrides(rules: Rules) -> dict[str, object]:
    """The profile from which ``resolve`` makes these rules: their name, and what differs from
    ``mil``.

    >>> overrides(resolve({"name": "club", "base": 1, "points": {"All Pungs": 8}}))
    {'name': 'club', 'base': 1, 'points': {'碰碰和': 8}}
    """
    plain = built_in("mil")
    parts: dict[str, dict[str, object]] = {
        "points": {
            row.zh: rules.points[row.id]
            for row in ROWS
            if rules.points[row.id] != plain.points[row.id]
        },
        "exclusions": {
            row.zh: [str(exclusion) for exclusion in rules.exclusions[row.id]]
            for row in ROWS
            if rules.exclusions[row.id] != plain.exclusions[row.id]
        },
        "switches": _differences(rules.switches, plain.switches, _SWITCHES),
        "payments": {
            name: str(new)
            for name, new in _differences(rules.payments, plain.payments, _PAYMENTS).items()
        },
    }
    numbers = _differences(rules, plain, ("minimum", "base"))
    return {"name": rules.name} | numbers | {key: part for key, part in parts.items() if part}


def _differences(new: object, old: object, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}


def built_in(name: str) -> Rules:
    """The built-in profile of this name, one of ``PROFILES``.

    Raises ``RulesError`` if there is none.
    """
    if name not in PROFILES:
        raise RulesError(
            f"unknown rule profile {shown(name)}: expected one of {', '.join(PROFILES)}"
        )
    return resolve({"based_on": name, "name": name})
