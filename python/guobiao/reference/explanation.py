"""The explanation of the reading that was chosen: what counts and by which sets, what does not
count and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from mahjong_core.fan_table import Rules

from ..fan import Fan
from ..hand import Hand
from ..result import CountedFan, DroppedFan, Explanation, Principle, SetKind, Split, TileSet
from .exclusions import takes
from .groupings import Grouping
from .instances import Instance

__all__ = ["explain"]

Reason = tuple[Fan, Principle, Fan | None]


def explain(
    hand: Hand,
    split: Split,
    groupable: Grouping,
    survivors: list[Instance],
    taken: dict[Instance, Fan],
    rules: Rules,
) -> Explanation:
    """``survivors`` and ``taken`` are what the exclusions left and took of the reading;
    ``groupable`` is all that could be grouped.
    """
    fans = [
        _counted(fan, list(copies), split, rules)
        for fan, copies in groupby(survivors, lambda each: each.fan)
    ]
    if not fans:
        fans = list(_whole(Fan.CHICKEN_HAND, 1, rules))
    fans += _whole(Fan.FLOWER_TILES, hand.flowers, rules)
    not_chosen = [each for each in groupable if each not in survivors and each not in taken]
    reasons: list[Reason] = [
        (instance.fan, Principle.NON_REPEAT, by) for instance, by in taken.items()
    ]
    reasons += [_why_not_chosen(instance, survivors, rules) for instance in not_chosen]
    return Explanation(
        tuple(sorted(fans, key=lambda each: each.fan)), split, tuple(_dropped(reasons))
    )


def _counted(fan: Fan, copies: list[Instance], split: Split, rules: Rules) -> CountedFan:
    sets = tuple(_sets_of(copy, split) for copy in copies if copy.sets or copy.tile is not None)
    return CountedFan(fan, len(copies), len(copies) * rules.points[fan], sets)


def _whole(fan: Fan, count: int, rules: Rules) -> Iterator[CountedFan]:
    """无番和 or the flowers, which stand outside the tally. Nothing if ``count`` is 0 or the
    profile switches the fan off.
    """
    if count and rules.points[fan]:
        yield CountedFan(fan, count, count * rules.points[fan])


def _sets_of(instance: Instance, split: Split) -> tuple[TileSet, ...]:
    if instance.tile is not None:
        return (TileSet(SetKind.KONG, instance.tile),)
    return tuple(split.sets[index] for index in instance.sets)


def _why_not_chosen(instance: Instance, survivors: list[Instance], rules: Rules) -> Reason:
    """A fan that counts excludes it; or the same fan counts on one of its sets; or the links of all
    that counts rule it out.
    """
    for other in survivors:
        if any(takes(other, exclusion, instance) for exclusion in rules.exclusions[other.fan]):
            return instance.fan, Principle.NON_REPEAT, other.fan
    same = any(
        other.fan == instance.fan and set(other.sets) & set(instance.sets) for other in survivors
    )
    if same and len(instance.sets) >= 3:
        return instance.fan, Principle.NON_IDENTICAL, instance.fan
    return instance.fan, Principle.ACCOUNT_ONCE, None


def _dropped(reasons: Iterable[Reason]) -> Iterator[DroppedFan]:
    """One entry a reason, by fan and then by the fan that took it."""
    counts = Counter(reasons)
    for fan, principle, by in sorted(counts, key=lambda reason: (reason[0], reason[2] or 0)):
        yield DroppedFan(fan, counts[fan, principle, by], principle, by)
