"""不重复: one function runs the exclusions of a profile, over a whole tally or over a part of it.

A table is made for a part of the reading (its chows, its kongs …) while the other parts are
unknown. So the function says which fans of the part are *settled* whatever the others show, which
are still *pending*, and what the settled ones do to the others. Merging two parts is running the
function again over what both left open; with all parts merged nothing is pending.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from ..fan_table import FAN_COUNT, OWN, WHOLE, Exclusion, Rules
from .shows import ID, Shown


class Part(NamedTuple):
    """What is open after a part: copies that may yet be dropped, and what will be
    dropped of fans of other parts.

    ``effects`` are (fan, copies) with ``ALL`` or the number of copies that go.
    """

    pending: tuple[Shown, ...]
    effects: frozenset[tuple[int, int]]


ALL = 99  # more copies than a hand has of any fan

NOTHING = Part((), frozenset())


class Excluders:
    """The exclusions of a profile, by target; a fan that is switched off has none."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_target: list[list[int]] = [[] for _ in range(FAN_COUNT + 1)]
        for excluder, exclusions in enumerate(rules.exclusions):
            for exclusion in exclusions:
                if rules.points[excluder] and rules.points[exclusion.target]:
                    self._by_target[exclusion.target].append(excluder)

    def of(self, target: int) -> list[int]:
        """The fans that may drop ``target``."""
        return self._by_target[target]

    @cached_property
    def count_copies(self) -> bool:
        """Whether any exclusion takes a number of copies, so that the order of copies matters."""
        return any(
            exclusion.copies not in (WHOLE, OWN)
            for listed in self.rules.exclusions
            for exclusion in listed
        )

    @cached_property
    def takers(self) -> frozenset[int]:
        """The fans that drop the 幺九刻 of their own sets."""
        return takers(self.rules, range(1, FAN_COUNT + 1))


def takers(rules: Rules, fans: Iterable[int]) -> frozenset[int]:
    """Those of ``fans`` that drop the 幺九刻 of their own sets: it matters where these sets lie."""
    return frozenset(fan for fan in fans if _OWN_TERMINAL_PUNGS in rules.exclusions[fan])


_OWN_TERMINAL_PUNGS = Exclusion(ID["幺九刻"], OWN)


def moved_by(rules: Rules, fans: Iterable[int]) -> frozenset[int]:
    """What may come or go when ``fans`` do: what they exclude, what that excludes, and so on."""
    moved: set[int] = set()
    left = list(fans)
    while left:
        for exclusion in rules.exclusions[left.pop()]:
            if exclusion.target not in moved:
                moved.add(exclusion.target)
                left.append(exclusion.target)
    return frozenset(moved)


def run(
    excluders: Excluders,
    shown: Iterable[Shown],
    effects: Iterable[tuple[int, int]] = (),
    elsewhere: frozenset[int] = frozenset(),
) -> tuple[list[Shown], Part]:
    """Runs the exclusions in table order: the settled copies, and what is open.

    ``effects`` come from parts merged before; ``elsewhere`` are the fans that parts
    not merged yet may show.
    """
    rules = excluders.rules
    copies = _by_fan(one for one in shown if rules.points[one.fan])
    going: Counter[int] = Counter()
    for fan, count in effects:
        going[fan] += count
    settled: list[Shown] = []
    open_fans: set[int] = set()
    for fan in sorted(copies):
        if going[fan] >= ALL or not copies[fan]:
            continue
        if any(excluder in elsewhere or excluder in open_fans for excluder in excluders.of(fan)):
            open_fans.add(fan)
            continue
        # Counted exclusions take from what the others left, the last copies first.
        left = copies[fan][: max(0, len(copies[fan]) - going[fan])]
        settled += left
        for one in left:
            _exclude(rules, one, copies, going)
    pending = tuple(one for fan in sorted(open_fans) if going[fan] < ALL for one in copies[fan])
    targets = [fan for fan in going if going[fan] and (fan in elsewhere or fan in open_fans)]
    effects_left = frozenset((fan, min(going[fan], ALL)) for fan in targets)
    return settled, Part(_plain(excluders, pending), effects_left)


def _by_fan(shown: Iterable[Shown]) -> dict[int, list[Shown]]:
    copies: dict[int, list[Shown]] = {}
    for one in shown:
        copies.setdefault(one.fan, []).append(one)
    return copies


def _exclude(rules: Rules, one: Shown, copies: dict[int, list[Shown]], going: Counter[int]) -> None:
    """What a surviving copy drops: copies of its own sets at once, the rest when
    the target's turn comes.
    """
    for target, how in rules.exclusions[one.fan]:
        if not rules.points[target]:
            continue
        if how != OWN:
            going[target] += ALL if how == WHOLE else int(how)
        elif target in copies:
            # A copy without sets is another part's: see ``_plain``.
            copies[target] = [
                other for other in copies[target] if not other.sets or not other.sets <= one.sets
            ]


def _plain(excluders: Excluders, pending: Sequence[Shown]) -> tuple[Shown, ...]:
    """The pending copies, without their sets if no ":own" among them needs
    these: fewer distinct parts.
    """
    fans = {one.fan for one in pending}
    asked = {
        fan
        for excluder in fans
        for target, how in excluders.rules.exclusions[excluder]
        if how == OWN and target in fans
        for fan in (excluder, target)
    }
    return tuple(one if one.fan in asked else Shown(one.fan, frozenset()) for one in pending)
