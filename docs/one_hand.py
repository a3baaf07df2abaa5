"""One hand from its text to its points, step by step, with the numbers that the tables really hold.

``python docs/one_hand.py`` prints what docs/architecture.md shows. It looks up in Python, in the
builder's own tables, what the core looks up in C, and ends with the core's answer. Hands of one
suit only.
"""

from __future__ import annotations

from collections.abc import Iterator

from guobiao import Hand, parse_hand, score
from mahjong_core import api
from mahjong_core.builder import parts, suits
from mahjong_core.builder.profile import MERGES, Solved, place_options, solve
from mahjong_core.builder.shows import COLOUR_SHIFT, suit_facts_of_tiles
from mahjong_core.codes import IN_CLOSED, IN_EDGE, IN_OTHER, IN_PAIR, IN_PUNG
from mahjong_core.fan_table import ROWS, built_in

TEXT = "1112233344456m2m"
RULES = built_in("mil")
WAITS = ("no label", "边张", "坎张", "单钓将")


def place_of(ranks: tuple[int, ...], rank: int) -> int:
    """What the winning tile is in a set: a bit of ``place_options``."""
    if len(ranks) == 2:
        return IN_PAIR
    if len(set(ranks)) == 1:
        return IN_PUNG
    if rank == ranks[1]:
        return IN_CLOSED
    return IN_EDGE if (ranks[0], rank) in ((0, 2), (6, 6)) else IN_OTHER


def options(hand: Hand, split: suits.SuitSplit) -> tuple[tuple[int, int], ...]:
    """The wait labels, each with the concealed pungs that it costs."""
    win = int(hand.winning_tile or 0)
    before = bytes(count - (slot == win) for slot, count in enumerate(hand.counts))
    sole = api.waits(before, bytes(4)).bit_count() == 1
    mask = 0
    for ranks in split.sets:
        mask |= place_of(ranks, win % 9) if win % 9 in ranks else 0
    return place_options(RULES, mask, hand.self_drawn, sole)


def chows_and_pungs(split: suits.SuitSplit) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The keys of the first two parts."""
    return tuple(
        start for start, count in enumerate(split.chows) for _ in range(count)
    ), split.pungs


def places(hand: Hand, split: suits.SuitSplit, label: int, lost: int) -> dict[str, int]:
    """Where the rows of the parts stand, by part, but for chows and pungs."""
    ranks = [rank for rank, count in enumerate(hand.counts[:9]) if count]
    facts = split.facts | suit_facts_of_tiles(0, ranks)
    return {
        "hogs": sum(count == 4 for count in hand.counts),
        "honours": 0,
        "ranks": facts & (1 << COLOUR_SHIFT) - 1,
        "colours": facts >> COLOUR_SHIFT,
        "kongs": 4 - len(split.pungs) + lost,
        "win": int(hand.self_drawn) * parts.WIN_SIZES[2] * parts.WIN_SIZES[3] + label,
    }


def reading(
    solved: Solved, hand: Hand, split: suits.SuitSplit, label: int, lost: int
) -> Iterator[str]:
    """The lines of one reading: each row that is looked up, and the sum."""
    family, at = solved.with_sets, places(hand, split, label, lost)
    chows, pungs = chows_and_pungs(split)
    at["chows"] = family.chow_rows[list(parts.chow_multisets()).index(chows)][0]
    at["pungs"] = family.pung_rows[list(parts.pung_sets()).index(pungs)][0]
    classes, total = {}, 0
    for name, place in at.items():
        row = family.tables[name].rows[place]
        classes[name], total = row.part, total + row.points
        yield line(solved, f"{name}[{place}]", row)
    for left, right, name in MERGES:
        place = classes[left] * len(family.tables[right].classes) + classes[right]
        row = family.tables[name].rows[place]
        classes[name], total = row.part, total + row.points
        yield line(solved, f"{name}[{classes[left]}, {classes[right]}]", row)
    yield f"    {'sum':<24}{total:>4}"


def line(solved: Solved, name: str, row: object) -> str:
    """A row: its points, the class of what is open, the fans that it settles."""
    fans = " ".join(ROWS[fan - 1].zh for fan in solved.fan_lists[row.fans])  # type: ignore[attr-defined]
    return f"    {name:<24}{row.points:>4}  class {row.part:<4}{fans}".rstrip()  # type: ignore[attr-defined]


def text_of(split: suits.SuitSplit) -> str:
    return " ".join("".join(str(rank + 1) for rank in ranks) for ranks in split.sets)


def lines() -> Iterator[str]:
    """All that is printed."""
    hand, solved = parse_hand(TEXT), solve(RULES)
    counts = hand.counts[:9]
    yield f"text     {TEXT}"
    yield f"hand     {hand!r}"
    yield f"counts   {' '.join(map(str, counts))}, winning tile: slot {int(hand.winning_tile or 0)}"
    yield f"suit key {suits.packed(counts):#o}"
    for chows, pungs, pair in api.suit_splits(bytes(counts)):
        starts = tuple(chows.count(start) for start in range(7))
        split = suits.SuitSplit(starts, pungs, None if pair < 0 else pair)
        for label, lost in options(hand, split):
            yield f"reading  {text_of(split)}, {WAITS[label]}, concealed pungs lost: {lost}"
            yield from reading(solved, hand, split, label, lost)
    yield f"core     {score(hand)!r}"


if __name__ == "__main__":
    print("\n".join(lines()))
