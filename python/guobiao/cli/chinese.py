"""The Chinese texts of the command, each by its English one.

To add one: write the English text in ``say("…")`` and give it a line in ``SAID``. A message of an
error gets a line in ``TOLD``. ``{name}`` stands for the same in both.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID", "TOLD"]

SAID: Final = {
    # score
    "basic form": "基本和牌型",
    "prevalent wind {wind}, seat wind {seat}": "圈风{wind}，门风{seat}",
    "won on {tile}, self-drawn": "自摸 {tile}",
    "discarded": "点和",
    "robbed from a kong": "抢杠和",
    "the last copy": "绝张",
    "the last tile of the wall": "牌墙最后一张",
    "a kong's replacement tile": "杠上补牌",
    "1 flower": "花牌 1 张",
    "{count} flowers": "花牌 {count} 张",
    "Count": "个数",
    "Points": "分值",
    "Tiles": "牌",
    "Not counted:": "不计：",
    "{fan} x{count}: paid by {by} ({principle})": "{fan} ×{count}：已含在{by}中（{principle}）",
    "{fan} x{count}: {principle}": "{fan} ×{count}：{principle}",
    "Split: {split} ({form}; {tile} is won in {winning})": (
        "拆法：{split}（{form}；{tile} 和在 {winning}）"
    ),
    "1 point": "1 分",
    "{points} points": "{points} 分",
    ", {points} without flowers": "，不计花牌 {points} 分",
    "qualifies": "可以和牌",
    "does not qualify": "不够起和分",
    "Total: {points}{without}: {verdict} (minimum {minimum}, rules {rules})": (
        "合计：{points}{without}，{verdict}（起和 {minimum} 分，规则 {rules}）"
    ),
    "{wrong:,} of {hands:,} hands could not be scored": ("{hands:,} 手牌中有 {wrong:,} 手算不了番"),
    # waits
    "tile": "牌",
    "left": "余张",
    "discard": "点和",
    "self-draw": "自摸",
    "fans by a discard": "点和的番",
    "the hand holds all four": "四张都在自己手里",
    "(*) does not qualify: under {minimum} points without flowers (rules {rules})": (
        "(*) 不够起和分：不计花牌不到 {minimum} 分（规则 {rules}）"
    ),
    "No tile completes this hand.": "这手牌没有听牌。",
    # shanten, analyze
    "form": "牌型",
    "shanten": "向听",
    "tiles that lower it (copies left)": "有效进张（余张）",
    "nearest": "最近",
    "four sets and a pair": "基本和牌型",
    "七对 seven pairs": "七对",
    "十三幺 thirteen orphans": "十三幺",
    "全不靠 honors and knitted tiles": "全不靠",
    "组合龙 knitted straight": "组合龙",
    "discard // the tile": "打",
    "改良 (tiles that widen the wait), by discard:": "改良（让听口变好的牌），按打出的牌：",
    "by a discard": "点和",
    "self-drawn": "自摸",
    "To {minimum} points ({how}):": "凑到 {minimum} 分（{how}）：",
    "{aim} at least {bound} exchanges.": "{aim}至少要换 {bound} 张。",
    "{aim} worth {points} as it stands ({fans}).": "{aim}现在就有 {points} 分（{fans}）。",
    "draw (copies left)": "要摸的牌（余张）",
    "win on": "和",
    "ways": "走法",
    "points": "分",
    "fans": "番种",
    "{aim} {exchanges}": "{aim}{exchanges}",
    "ready.": "已经听牌。",
    "1 exchange.": "要换 1 张。",
    "{distance} exchanges.": "要换 {distance} 张。",
    # fans
    "Condition": "条件",
    "Also called:": "又称：",
    "Green Book:": "绿皮书：",
    "Condition:": "条件：",
    "Excludes:": "不计：",
    "Excluded by:": "不计于：",
    "Example:": "牌例：",
    "not counted": "不计番",
    "{name} ({member}, number {number}): {worth} under the rules {rules}": (
        "{name}（{member}，第 {number} 番）：{worth}（规则 {rules}）"
    ),
    "no number of its own": "没有编号",
    "number {number}": "第 {number} 番",
    "nothing": "无",
    " (of its own sets)": "（仅限本番种的牌）",
    " ({copies} of them)": "（{copies} 个）",
    "(guobiao score says what it is worth under {rules})": (
        "（按 {rules} 值多少分，请用 guobiao score）"
    ),
}

# The first that fits is taken: the special before the general.
TOLD: Final = {
    "a shell takes | for a pipe: quote the whole hand, as in {example}": (
        "shell 会把 | 当作管道：整手牌要加引号，如 {example}"
    ),
    "expected: {what}": "应为：{what}",
    "{problem} at column {column}": "{problem}（第 {column} 列）",
    "{hand} is not a winning hand: its fourteen tiles complete no form": (
        "{hand} 没有和牌：这十四张牌不成任何和牌型"
    ),
    "a score is of fourteen tiles, the winning tile among them": "算番要十四张牌，包括和的那张",
    "{hand} has no winning tile: {why}": ("{hand} 没有和的那张牌：{why}"),
    "{count} standing tiles beside 1 meld": "1 副吃碰杠之外，立牌有 {count} 张",
    "{count} standing tiles beside {melds} melds": "{melds} 副吃碰杠之外，立牌有 {count} 张",
    "{count} standing tiles": "立牌有 {count} 张",
    "{count}, or {more} with the winning tile, which stands last and in no meld": (
        "{count} 张，或连同和的那张共 {more} 张；和的那张写在最后，不在吃碰杠里"
    ),
    "digits without a suit: {digits}": "数字没有花色：{digits}",
    "1-9 and then m, s or p, or a letter of ESWNCFP": "1-9 后接 m、s 或 p，或者 ESWNCFP 中的字母",
    "the last copy of {tile} is won, and another {again} stands in the hand": (
        "和 {tile} 标为绝张，手里却还有一张 {again}"
    ),
    "a win on the replacement tile of a kong, and no kong among the melds": (
        "标为杠上开花，却没有杠"
    ),
    "a robbed kong of {tile}, and another {again} stands in the hand": (
        "标为抢杠和 {tile}，手里却还有一张 {again}"
    ),
    "a robbed kong of {tile}, and another {again} lies in a meld": (
        "标为抢杠和 {tile}，副露里却还有一张 {again}"
    ),
    "the last tile of the wall and a robbed kong: nobody may make a kong of it": (
        "标为牌墙最后一张又标为抢杠：最后一张牌不能开杠"
    ),
    "a flag of the win, and there is no winning tile": "有和牌方式的标记，却没有和的那张牌",
    "a third '|'": "出现了第三个 '|'",
    "tiles|winds and flags|flowers": "牌|圈风门风和标记|花牌",
    "a fifth meld": "出现了第五副吃碰杠",
    "at most four melds": "吃碰杠最多四副",
    "a bracket that is not closed": "方括号没有关上",
    "a bracket that was not opened": "方括号没有打开",
    "a chow of honours": "字牌不能成顺子",
    "three equal honours, or a chow of m, s or p": "三张相同的字牌，或 m、s、p 的顺子",
    "a meld that is neither chow, pung nor kong": "方括号里不是顺子、刻子或杠",
    "a chow out of order": "顺子没有按顺序写",
    "its tiles ascending; after the comma which of them was claimed, as [123m,2]": (
        "三张从小到大写，吃的是第几张写在逗号后面，如 [123m,2]"
    ),
    "']' after {meld}": "']'，写在{meld}后面",
    "three tiles of a chow or pung, or four of a kong, as {example}": (
        "顺子或刻子的三张，或杠的四张，如 {example}"
    ),
    "[ before it, or {what}": "前面有 [，或者{what}",
    "{number} flowers": "花牌 {number} 张",
    "0 for this flag (last copy), or other tiles": "这个标记（绝张）为 0，或者换牌",
    "0 for this flag (kong), or other tiles": "这个标记（杠）为 0，或者换牌",
    "0 for this flag (last tile), or other tiles": "这个标记（牌墙最后一张）为 0，或者换牌",
    "0000 on a hand that waits; fourteen tiles with the winning tile right before the '|' "
    "otherwise, since a blank there says that none of them is it": (
        "听牌的手写 0000；否则写十四张，和的那张紧靠 '|'，中间有空格就表示没有标出和的那张"
    ),
    "{wind} is no wind": "{wind} 不是风",
    "prevalent and seat wind, each of ESWN, as |EE1000": ("圈风和门风，各为 ESWN 之一，如 |EE1000"),
    "one wind": "只写了一个风",
    "prevalent and seat wind, as |ES": "圈风和门风，如 |ES",
    "a fifth {tile}": "出现了第五张 {tile}",
    "at most four copies of a tile, melds included": "每种牌连同吃碰杠最多四张",
    "an empty text": "什么也没写",
    "a hand, as {example}": "一手牌，如 {example}",
    "a number from 0 to 8, or different letters of a-h": "0 到 8 的数字，或 a-h 中不同的字母",
}
