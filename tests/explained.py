"""Explanations as one line of text each, for tables of what is expected."""

from __future__ import annotations

from guobiao.result import Explanation


def written_split(explanation: Explanation) -> str:
    """``234s 567s (EE)``: the sets of the split, in brackets the one that
    holds the winning tile.
    """
    split = explanation.split
    texts = [
        f"({each})" if index == split.winning_set else str(each)
        for index, each in enumerate(split.sets)
    ]
    return " ".join(texts)


def written_fans(explanation: Explanation) -> str:
    """``门前清; 喜相逢: 234s 234p, 567s 567p``: the fans that count, with the sets of each copy."""
    texts = []
    for counted in explanation.fans:
        copies = ", ".join(" ".join(map(str, sets)) for sets in counted.sets)
        texts.append(f"{counted.fan.zh}: {copies}" if copies else counted.fan.zh)
    return "; ".join(texts)


def written_dropped(explanation: Explanation) -> str:
    """``连六 x1: 套算一次; 无字 x1: paid by 平和 (不重复)``: the reasons of what was dropped."""
    return "; ".join(each.reason for each in explanation.dropped)
