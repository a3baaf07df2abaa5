"""不重复: one function runs the exclusions of a profile, over a whole tally or over a part of it.

A table is made for a part of the reading (its chows, its kongs …) while the other parts are unknown. So the function says which
fans of the part are *settled* whatever the others show, which are still *pending*, and what the settled ones do to the others. Merging
two parts is running the function again over what both left open; with all parts merged nothing is pending.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..fan_table import FAN_COUNT, OWN, WHOLE, Rules
from .shows import Shown


class Part(NamedTuple):
    """What is open after a part: copies that may yet be dropped, and what will be dropped of fans of other parts.

    ``effects`` are (fan, copies) with ``ALL`` or the number of copies that go.
    """

    pending: tuple[Shown, ...]
    effects: frozenset[tuple[int, int]]


ALL = 99  # more copies than a hand has of any fan

NOTHING = Part((), frozenset())


@dataclass(frozen=True)
class Excluders:
    """The exclusions of a profile, by target; a fan that is switched off has none."""

    rules: Rules

    def of(self, target: int) -> list[int]:
        """The fans that may drop ``target``."""
        return self._by_target[target]

    def __post_init__(self) -> None:
        by_target: list[list[int]] = [[] for _ in range(FAN_COUNT + 1)]
        for excluder, exclusions in enumerate(self.rules.exclusions):
            for exclusion in exclusions:
                if self.rules.points[excluder] and self.rules.points[exclusion.target]:
                    by_target[exclusion.target].append(excluder)
        object.__setattr__(self, "_by_target", by_target)

    _by_target: list[list[int]] = None  # type: ignore[assignment]


def run(
    excluders: Excluders,
    shown: Iterable[Shown],
    effects: Iterable[tuple[int, int]] = (),
    elsewhere: frozenset[int] = frozenset(),
) -> tuple[list[Shown], Part]:
    """Runs the exclusions in table order: the settled copies, and what is open.

    ``effects`` come from parts merged before; ``elsewhere`` are the fans that parts not merged yet may show.
    """
    rules = excluders.rules
    copies: dict[int, list[Shown]] = {}
    for one in shown:
        if rules.points[one.fan]:
            copies.setdefault(one.fan, []).append(one)
    going: Counter[int] = Counter()
    for fan, count in effects:
        going[fan] += count
    settled: list[Shown] = []
    open_fans: set[int] = set()
    for fan in sorted(copies):
        if going[fan] >= ALL or not copies[fan]:
            continue
        if any(e in elsewhere or e in open_fans for e in excluders.of(fan)):
            open_fans.add(fan)
            continue
        # Counted exclusions take of what the others left, the last copies first.
        left = copies[fan][: max(0, len(copies[fan]) - going[fan])]
        settled += left
        for one in left:
            _exclude(rules, one, copies, going)
    pending = tuple(one for fan in sorted(open_fans) if going[fan] < ALL for one in copies[fan])
    open_effects = {(fan, min(count, ALL)) for fan, count in going.items() if count and (fan in elsewhere or fan in open_fans)}
    return settled, Part(_plain(excluders, pending), frozenset(open_effects))


def _exclude(rules: Rules, one: Shown, copies: dict[int, list[Shown]], going: Counter[int]) -> None:
    """What a surviving copy drops: copies of its own sets at once, the rest when the target's turn comes."""
    for target, how in rules.exclusions[one.fan]:
        if not rules.points[target]:
            continue
        if how != OWN:
            going[target] += ALL if how == WHOLE else int(how)
        elif target in copies:
            copies[target] = [other for other in copies[target] if not other.sets <= one.sets]


def _plain(excluders: Excluders, pending: Sequence[Shown]) -> tuple[Shown, ...]:
    """The pending copies without their sets where no ":own" among them can ask for these: fewer distinct parts."""
    fans = {one.fan for one in pending}
    asked = {
        fan
        for excluder in fans
        for target, how in excluders.rules.exclusions[excluder]
        if how == OWN and target in fans
        for fan in (excluder, target)
    }
    return tuple(one if one.fan in asked else Shown(one.fan, frozenset()) for one in pending)
