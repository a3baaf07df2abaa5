"""1. 不重复: the exclusions of the table, run in its order. A fan that has been dropped excludes
nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mahjong_core.fan_table import OWN, WHOLE, Exclusion, Rules

from ..fan import Fan
from ..result import Form, Split, TileSet
from .instances import Instance

__all__ = ["run_exclusions", "takes"]


def run_exclusions(
    shown: Iterable[Instance], split: Split, rules: Rules
) -> tuple[list[Instance], dict[Instance, Fan]]:
    """The instances that survive, by fan, and the excluder of each one that does not.

    An exclusion of so many copies takes of what the others left, when the turn of its target comes.
    """
    copies: dict[Fan, list[Instance]] = {}
    for instance in sorted(shown):
        copies.setdefault(instance.fan, []).append(instance)
    counted: dict[int, list[Fan]] = {}
    taken: dict[Instance, Fan] = {}
    for (
        fan,
        survivors,
    ) in (
        copies.items()
    ):  # every exclusion is of a later row: what excludes these copies has been run
        for excluder in counted.get(fan, ()):
            if survivors:  # those of the highest ranks go, then those whose sets come last
                last = max(survivors, key=lambda one: (_ranks(one, split.sets), one))
                survivors.remove(last)
                taken[last] = excluder
        for exclusion in _row(fan, split.form, rules):
            if isinstance(exclusion.copies, int):
                counted.setdefault(exclusion.target, []).extend(
                    [fan] * exclusion.copies * len(survivors)
                )
                continue
            targets = copies.get(exclusion.target, [])  # type: ignore[call-overload]
            for target in [
                target
                for target in targets
                if any(takes(one, exclusion, target) for one in survivors)
            ]:
                targets.remove(target)
                taken[target] = fan
    return [instance for survivors in copies.values() for instance in survivors], taken


def _row(fan: Fan, form: Form, rules: Rules) -> tuple[Exclusion, ...]:
    """What a fan excludes. Green tiles and terminals are six kinds each, so their 七对 hold four of
    a kind at least once: a profile may leave that one unpaid.
    """
    row = rules.exclusions[fan]
    six_kinds = form is Form.SEVEN_PAIRS and fan in (Fan.ALL_GREEN, Fan.ALL_TERMINALS)
    if rules.switches.forced_tile_hog or not six_kinds:
        return row
    names_hog = any(exclusion.target == Fan.TILE_HOG for exclusion in row)
    return row if names_hog else (*row, Exclusion(Fan.TILE_HOG, 1))


def _ranks(instance: Instance, sets: Sequence[TileSet]) -> list[int]:
    return sorted(sets[index].tile % 9 for index in instance.sets)


def takes(excluder: Instance, exclusion: Exclusion, target: Instance) -> bool:
    """Whether this exclusion of the excluder's row takes the target whatever else there is: by its
    fan, or by its sets.
    """
    if exclusion.target != target.fan:
        return False
    return exclusion.copies == WHOLE or (
        exclusion.copies == OWN and set(target.sets) <= set(excluder.sets)
    )
