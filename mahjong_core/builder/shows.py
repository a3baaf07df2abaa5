"""What each part of a reading shows, before exclusions: the conditions of the fan
table, one function a part.

An instance of a fan is ``Shown(fan, sets)``: ``sets`` are labels of the sets that make it (empty
for whole-hand fans). The parts share no fan but 幺九刻, which number pungs and honour pungs both
show. The core keeps one table a part, with the part's name: chows, pungs, honours, ranks, colours,
kongs, win.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from .. import codes
from ..codes import KONG, LAST_COPY, LAST_TILE, SELF_DRAWN
from ..fan_table import ROWS, AddedKongs

ID = {row.zh: row.id for row in ROWS}

Label = tuple[str, int]


class Shown(NamedTuple):
    """One copy of a fan and the labels of the sets that make it."""

    fan: int
    sets: frozenset[Label]


def shown(zh: str, sets: Iterable[Label] = ()) -> Shown:
    """An instance by the fan's Chinese name."""
    return Shown(ID[zh], frozenset(sets))


def _holding(conditions: Mapping[str, object]) -> list[Shown]:
    """The fans of the whole hand whose condition holds."""
    return [shown(zh) for zh, holds in conditions.items() if holds]


# ---------------------------------------------------------------------------------- chows and pungs


def chow_fans(chows: Sequence[int], pair: int | None = None) -> list[Shown]:
    """Every place of every chow fan among at most four chows (7 * suit + start, sorted)
    with this pair (a slot).

    They are candidates: 套算一次 decides which of them count together.
    """
    places = [divmod(chow, 7) for chow in chows]
    labels = [("chow", index) for index in range(len(chows))]
    found: list[Shown] = []
    for size, rule in ((2, _two_chows), (3, _three_chows), (4, _four_chows)):
        for chosen in combinations(range(len(chows)), size):
            zh = rule([places[i] for i in chosen], pair)
            if zh:
                found.append(shown(zh, (labels[i] for i in chosen)))
    return found


def _two_chows(chows: Sequence[tuple[int, int]], pair: int | None) -> str:
    (suit, start), (other_suit, other_start) = chows
    if suit != other_suit:
        return "喜相逢" if start == other_start else ""
    return {0: "一般高", 3: "连六", 6: "老少副"}.get(other_start - start, "")


def _three_chows(chows: Sequence[tuple[int, int]], pair: int | None) -> str:
    suits = {suit for suit, _ in chows}
    starts = sorted(start for _, start in chows)
    steps = (starts[1] - starts[0], starts[2] - starts[1])
    if len(suits) == 1:
        return {
            (0, 0): "一色三同顺",
            (1, 1): "一色三步高",
            (2, 2): "一色三步高",
            (3, 3): "清龙",
        }.get(steps, "")
    if len(suits) == 3:
        return {(0, 0): "三色三同顺", (1, 1): "三色三步高", (3, 3): "花龙"}.get(steps, "")
    return ""


def _four_chows(chows: Sequence[tuple[int, int]], pair: int | None) -> str:
    suits = sorted({suit for suit, _ in chows})
    starts = sorted(start for _, start in chows)
    steps = (starts[1] - starts[0], starts[2] - starts[1], starts[3] - starts[2])
    if len(suits) == 1:
        if steps == (0, 6, 0):
            return "一色双龙会" if pair == 9 * suits[0] + 4 else ""
        return {(0, 0, 0): "一色四同顺", (1, 1, 1): "一色四步高", (2, 2, 2): "一色四步高"}.get(
            steps, ""
        )
    if len(suits) == 2 and sorted(chows) == [(suit, start) for suit in suits for start in (0, 6)]:
        return "三色双龙会" if pair == 9 * (3 - sum(suits)) + 4 else ""
    return ""


def dragon_pair(chows: Sequence[int]) -> int | None:
    """The pair (a slot) with which four chows are a 双龙会, if they are its chows at all."""
    if len(chows) != 4:
        return None
    places = [divmod(chow, 7) for chow in chows]
    return next((pair for pair in _FIVES if _four_chows(places, pair) in _DRAGONS), None)


_FIVES = (4, 13, 22)  # 5m 5s 5p
_DRAGONS = ("一色双龙会", "三色双龙会")


def pung_fans(pungs: Sequence[int]) -> list[Shown]:
    """Every place of every number-pung fan among at most four pungs or kongs (slots 0-26):
    candidates, as the chow fans.
    """
    found: list[Shown] = []
    for size, rule in ((2, _two_pungs), (3, _three_pungs), (4, _four_pungs)):
        for chosen in combinations(pungs, size):
            zh = rule([divmod(slot, 9) for slot in chosen])
            if zh:
                found.append(shown(zh, (("pung", slot) for slot in chosen)))
    return found


def _two_pungs(pungs: Sequence[tuple[int, int]]) -> str:
    return "双同刻" if pungs[0][1] == pungs[1][1] else ""


def _three_pungs(pungs: Sequence[tuple[int, int]]) -> str:
    suits = {suit for suit, _ in pungs}
    ranks = sorted(rank for _, rank in pungs)
    steps = (ranks[1] - ranks[0], ranks[2] - ranks[1])
    if len(suits) == 1:
        return "一色三节高" if steps == (1, 1) else ""
    if len(suits) == 3:
        return {(0, 0): "三同刻", (1, 1): "三色三节高"}.get(steps, "")
    return ""


def _four_pungs(pungs: Sequence[tuple[int, int]]) -> str:
    ranks = sorted(rank for _, rank in pungs)
    one_suit = len({suit for suit, _ in pungs}) == 1
    return "一色四节高" if one_suit and ranks[3] - ranks[0] == 3 else ""


def terminal_pungs(pungs: Iterable[int]) -> list[Shown]:
    """幺九刻 of number pungs (slots 0-26)."""
    return [shown("幺九刻", [("pung", slot)]) for slot in pungs if slot % 9 in (0, 8)]


# ------------------------------------------------------------------------------------------ honours

NO_HONOUR_PAIR, WIND_PAIR, DRAGON_PAIR = range(3)


def honour_fans(pungs: Sequence[int], pair: int, prevalent: int, seat: int) -> list[Shown]:
    """The fans of honour pungs and kongs (0-6 = E S W N C F P).

    ``pair`` is NO_HONOUR_PAIR, WIND_PAIR or DRAGON_PAIR.
    """
    winds = [("pung", 27 + honour) for honour in pungs if honour < 4]
    dragons = [("pung", 27 + honour) for honour in pungs if honour >= 4]
    found = [shown("幺九刻", [label]) for label in winds + dragons]
    found += [shown("箭刻", [label]) for label in dragons]
    found += [shown("圈风刻", [label]) for label in winds if label[1] == 27 + prevalent]
    found += [shown("门风刻", [label]) for label in winds if label[1] == 27 + seat]
    if len(winds) == 4:
        found.append(shown("大四喜", winds))
    if len(winds) >= 3:
        found.append(shown("三风刻", winds))
    if len(winds) == 3 and pair == WIND_PAIR:
        found.append(shown("小四喜", winds))
    if len(dragons) == 3:
        found.append(shown("大三元", dragons))
    if len(dragons) >= 2:
        found.append(shown("双箭刻", dragons))
    if len(dragons) == 2 and pair == DRAGON_PAIR:
        found.append(shown("小三元", dragons))
    return found


# ------------------------------------------------------------------- ranks and colours of the tiles

# Facts are bits. More tiles and sets only add bits, so those of suits, honours and melds are OR-ed
# together. Bits 0-12 (ranks) and 13-19 (colours) index one table each. "A set" includes the pair.
RANK_FACTS = (
    "outside 123",
    "outside 456",
    "outside 789",
    "outside 1234",
    "outside 6789",
    "terminal",
    "2 to 8",
    "honour",
    "chow",
    "pung",
    "not even",
    "set without a 5",
    "set without a terminal or honour",
)
COLOUR_FACTS = ("not green", "not reversible", "m", "s", "p", "wind", "dragon")
FACT = {name: 1 << bit for bit, name in enumerate(RANK_FACTS + COLOUR_FACTS)}
COLOUR_SHIFT = len(RANK_FACTS)

# Forms that are no four sets and a pair show no fan of sets.
NO_SETS = (
    FACT["chow"] | FACT["pung"] | FACT["set without a 5"] | FACT["set without a terminal or honour"]
)

# 十三幺 has the tiles of 混幺九 and does not count it; the body of a 组合龙 has all ranks and
# suits, and no set that a fan of sets knows.
ORPHANS = NO_SETS | FACT["2 to 8"]
BODY = (1 << FACT["p"].bit_length()) - 1 & ~(FACT["pung"] | FACT["honour"])


def rank_fans(facts: int) -> list[Shown]:
    """The fans that the ranks of all tiles, or of the tiles of all sets, decide
    (``facts``: bits of RANK_FACTS).
    """
    no = {name: not facts & FACT[name] for name in RANK_FACTS}
    if no["terminal"] and no["2 to 8"]:  # no number tile at all, as in 字一色
        return _holding({"碰碰和": no["chow"], "全带幺": no["set without a terminal or honour"]})
    conditions = {
        "清幺九": no["2 to 8"] and no["honour"],
        "混幺九": no["2 to 8"] and not no["honour"],
        "全双刻": no["chow"] and no["not even"],
        "全大": no["outside 789"],
        "全中": no["outside 456"],
        "全小": no["outside 123"],
        "大于五": no["outside 6789"],
        "小于五": no["outside 1234"],
        "全带五": no["set without a 5"],
        "碰碰和": no["chow"],
        "全带幺": no["set without a terminal or honour"],
        "平和": no["pung"] and no["honour"],
        "断幺": no["terminal"] and no["honour"],
    }
    return _holding(conditions)


def colour_fans(facts: int) -> list[Shown]:
    """The fans that the suits and honours decide (``facts``: bits of COLOUR_FACTS)."""
    has = {name: bool(facts & FACT[name]) for name in COLOUR_FACTS}
    suits = has["m"] + has["s"] + has["p"]
    honours = has["wind"] or has["dragon"]
    conditions = {
        "绿一色": not has["not green"] and (suits or honours),
        "字一色": not suits and honours,
        "清一色": suits == 1 and not honours,
        "推不倒": not has["not reversible"] and (suits or honours),
        "混一色": suits == 1 and honours,
        "五门齐": suits == 3 and has["wind"] and has["dragon"],
        "缺一门": suits == 2,
        "无字": suits > 0 and not honours,
    }
    return _holding(conditions)


_TILE_SETS = {  # fact: the ranks (0-8) that do not have it
    "outside 123": {0, 1, 2},
    "outside 456": {3, 4, 5},
    "outside 789": {6, 7, 8},
    "outside 1234": {0, 1, 2, 3},
    "outside 6789": {5, 6, 7, 8},
    "terminal": {1, 2, 3, 4, 5, 6, 7},
    "2 to 8": {0, 8},
    "not even": {1, 3, 5, 7},
}
_NO_RANKS: frozenset[int] = frozenset()
_GREEN = (_NO_RANKS, {1, 2, 3, 5, 7}, _NO_RANKS)  # by suit m s p: 绿一色 23468s
_REVERSIBLE = (_NO_RANKS, {1, 3, 4, 5, 7, 8}, {0, 1, 2, 3, 4, 7, 8})  # 推不倒 245689s 1234589p


def rank_facts_of_tiles(ranks: Iterable[int]) -> int:
    """The facts that hold whatever the suit (ranks 0-8)."""
    present = set(ranks)
    return sum(FACT[name] for name, allowed in _TILE_SETS.items() if present - allowed)


def suit_facts_of_tiles(suit: int, ranks: Iterable[int]) -> int:
    """The colour facts of tiles of one suit."""
    present = set(ranks)
    facts = FACT["msp"[suit]] if present else 0
    facts |= FACT["not green"] if present - _GREEN[suit] else 0
    return facts | (FACT["not reversible"] if present - _REVERSIBLE[suit] else 0)


def facts_of_set(ranks: Iterable[int]) -> int:
    """The facts of one set (or the pair) of a suit: what its ranks are, and
    whether it is a chow or a pung.
    """
    listed = list(ranks)
    facts = rank_facts_of_tiles(listed)
    facts |= 0 if 4 in listed else FACT["set without a 5"]
    facts |= 0 if {0, 8} & set(listed) else FACT["set without a terminal or honour"]
    if len(listed) == 2:
        return facts
    return facts | (FACT["pung"] if len(set(listed)) == 1 else FACT["chow"])


# An honour is outside every range of ranks, is not even, and its sets have no 5; it
# has no fact of terminals.
_HONOUR_RANKS = sum(
    FACT[name]
    for name in RANK_FACTS
    if name.startswith(("outside", "honour", "not even", "set without a 5"))
)


def facts_of_honours(honours: Iterable[int]) -> int:
    """The facts of honour tiles (0-6), but for "pung"."""
    facts = 0
    for honour in honours:
        facts |= _HONOUR_RANKS
        facts |= FACT["wind" if honour < 4 else "dragon"]
        facts |= 0 if honour == 5 else FACT["not green"]
        facts |= 0 if honour == 6 else FACT["not reversible"]
    return facts


# --------------------------------------------------------------------------------------- kongs, win


def kong_fans(
    concealed_kongs: int,
    melded_kongs: int,
    concealed: int,
    *,
    mixed_kongs: bool,
    add_concealed: AddedKongs,
) -> list[Shown]:
    """The line of kong fans and the line of concealed pungs (``concealed``
    counts pungs and kongs).
    """
    kongs = [("kong", index) for index in range(concealed_kongs + melded_kongs)]
    found = _kong_line(kongs, concealed_kongs, melded_kongs, mixed_kongs)
    if len(kongs) >= 3 and (added := _ADDED_KONGS[add_concealed].get(concealed_kongs)):
        found.append(shown(added, kongs[: min(concealed_kongs, 2)]))
    # The concealed kongs come first among the kongs: what is concealed beyond them are pungs.
    pungs = [("concealed pung", index) for index in range(concealed - concealed_kongs)]
    zh = {2: "双暗刻", 3: "三暗刻", 4: "四暗刻"}.get(concealed)
    return found + ([shown(zh, kongs[:concealed_kongs] + pungs)] if zh else [])


def _kong_line(kongs: list[Label], concealed: int, melded: int, mixed_kongs: bool) -> list[Shown]:
    if (concealed, melded) == (1, 1) and not mixed_kongs:
        return [shown("暗杠", kongs[:1]), shown("明杠", kongs[1:])]
    pairs = {(1, 0): "暗杠", (0, 1): "明杠", (2, 0): "双暗杠", (0, 2): "双明杠", (1, 1): "明暗杠"}
    zh = {3: "三杠", 4: "四杠"}.get(concealed + melded) or pairs.get((concealed, melded))
    return [shown(zh, kongs)] if zh else []


# What three or four kongs show beside 三杠 or 四杠, by the number of concealed ones.
_ADDED_KONGS: dict[AddedKongs, dict[int, str]] = {
    "none": {},
    "small": {1: "暗杠", 2: "双暗杠"},
    "all": {1: "暗杠", 2: "双暗杠", 3: "双暗杠", 4: "双暗杠"},
}

# The forms and the fans that they show by themselves, in the order of the win table.
_FANS_OF_FORMS = {
    codes.BASIC: ("basic", ()),
    codes.NINE_GATES: ("nine gates", ("九莲宝灯",)),
    codes.SEVEN_PAIRS: ("seven pairs", ("七对",)),
    codes.SEVEN_SHIFTED_PAIRS: ("seven shifted pairs", ("连七对", "七对")),
    codes.THIRTEEN_ORPHANS: ("thirteen orphans", ("十三幺",)),
    codes.KNITTED: ("knitted", ("全不靠",)),
    codes.KNITTED_WITH_STRAIGHT: ("knitted with straight", ("全不靠", "组合龙")),
    codes.GREATER_KNITTED: ("greater knitted", ("七星不靠",)),
    codes.KNITTED_STRAIGHT: ("knitted straight", ("组合龙",)),
}
FORM = {name: number for number, (name, _) in _FANS_OF_FORMS.items()}
FORMS: dict[str, tuple[str, ...]] = dict(
    _FANS_OF_FORMS[number] for number in sorted(_FANS_OF_FORMS)
)
WAIT_LABELS = ("", "边张", "坎张", "单钓将")


def win_fans(form: int, flags: int, concealed: bool, melded: bool, wait: int) -> list[Shown]:
    """The fans of form and win.

    ``concealed``: no open meld; ``melded``: four open melds and no other; ``wait``: WAIT_LABELS.
    """
    drawn = bool(flags & SELF_DRAWN)
    conditions = {
        "妙手回春": drawn and flags & LAST_TILE,
        "海底捞月": not drawn and flags & LAST_TILE,
        "杠上开花": drawn and flags & KONG,
        "抢杠和": not drawn and flags & KONG,
        "全求人": melded and not drawn,
        "不求人": concealed and drawn,
        "和绝张": flags & LAST_COPY,
        "门前清": concealed and not drawn,
        "自摸": drawn,
    }
    found = [shown(zh) for zh in list(FORMS.values())[form]]
    found += _holding(conditions)
    return found + ([shown(WAIT_LABELS[wait])] if wait else [])
