"""Differences from today's Botzone that vanish under the judge published in 2020."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from ..profiles import RuleProfile, get_profile
from .replay_result import Difference, GameReplay

__all__ = ["name_older_reading"]

Rules = TypeVar("Rules")

_OLDER: Final = "botzone-2020"


def name_older_reading(
    rules: Rules, replay: Callable[[Rules | RuleProfile], GameReplay]
) -> GameReplay:
    """The replay by these rules; each difference that vanishes under ``botzone-2020`` names that
    profile.

    This concerns only games replayed by ``botzone``: the profiles differ in the wait of a winning
    tile that is one of the nine of a 组合龙.
    """
    found = replay(rules)
    if not found.differences or found.hand is None or found.hand.rules != get_profile("botzone"):
        return found
    older = replay(get_profile(_OLDER)).differences
    return replace(
        found, differences=tuple(_named(one, found.differences, older) for one in found.differences)
    )


def _named(
    one: Difference, found: tuple[Difference, ...], older: tuple[Difference, ...]
) -> Difference:
    """Nothing is known about what follows a difference that only the older rules make."""
    records = {_record(each) for each in found}
    last = min((each.line for each in older if _record(each) not in records), default=one.line + 1)
    if one.line >= last or _record(one) in {_record(each) for each in older}:
        return one
    return replace(one, expected=f"{one.expected} ({_OLDER}: as recorded)")


def _record(difference: Difference) -> tuple[object, ...]:
    return difference.line, difference.kind, difference.recorded
