"""1. 不重复: the exclusions of the table, run in its order. A fan that has been dropped excludes nothing itself."""

from __future__ import annotations

from collections.abc import Iterable

from mahjong_core.fan_table import OWN, WHOLE, Exclusion, Rules

from ..fan import Fan
from .instances import Instance

__all__ = ["run_exclusions", "takes"]


def run_exclusions(shown: Iterable[Instance], rules: Rules) -> tuple[list[Instance], dict[Instance, Fan]]:
    """The instances that survive, by fan, and the excluder of each one that does not."""
    copies: dict[Fan, list[Instance]] = {}
    for instance in sorted(shown):
        copies.setdefault(instance.fan, []).append(instance)
    taken: dict[Instance, Fan] = {}
    for fan, excluders in copies.items():  # every exclusion is of a later row: these copies have survived
        for exclusion in rules.exclusions[fan]:
            targets = copies.get(exclusion.target)  # type: ignore[call-overload]
            for excluder in excluders if targets else ():
                for target in _taken_by(excluder, exclusion, targets):
                    targets.remove(target)
                    taken[target] = fan
    return [instance for survivors in copies.values() for instance in survivors], taken


def takes(excluder: Instance, exclusion: Exclusion, target: Instance) -> bool:
    """Whether this exclusion of the excluder's row takes the target whatever else there is: by its fan, or by its sets."""
    if exclusion.target != target.fan:
        return False
    return exclusion.copies == WHOLE or (exclusion.copies == OWN and set(target.sets) <= set(excluder.sets))


def _taken_by(excluder: Instance, exclusion: Exclusion, targets: list[Instance]) -> list[Instance]:
    if isinstance(exclusion.copies, int):
        # So many copies: those whose sets come last go.
        return targets[-exclusion.copies :]
    return [target for target in targets if takes(excluder, exclusion, target)]
