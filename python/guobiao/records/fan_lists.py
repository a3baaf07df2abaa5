"""Lists of fans as records have them, compared with the score of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..errors import GuobiaoError
from ..explain import equal_lists
from ..fan import Fan, parse_fan
from ..result import Score
from ..table.moves import NamedFan

__all__ = ["fans_differ", "fans_text", "is_other_label", "named_fans"]


def named_fans(score: Score) -> tuple[NamedFan, ...]:
    """The fans of a score as a record names them, by number."""
    return tuple(NamedFan(counted.fan.zh, counted.count) for counted in score.fans)


def fans_text(fans: Iterable[NamedFan]) -> str:
    """``花龙*1+嵌张*1``."""
    return "+".join(f"{fan.name}*{fan.count}" for fan in fans)


def fans_differ(recorded: Iterable[NamedFan], score: Score) -> str | None:
    """The fans by the rules if the record has others, else None. Old names and another order are
    the same fans.
    """
    try:
        counts = _counts(recorded)
    except GuobiaoError as error:
        return f"{error}; {fans_text(named_fans(score))}"
    return None if counts == score.fan_counts else fans_text(named_fans(score))


def is_other_label(recorded: Iterable[NamedFan], score: Score) -> bool:
    """Whether the record has the fans of another reading of the hand that is worth as much."""
    try:
        counts = _counts(recorded)
    except GuobiaoError:
        return False
    return counts != score.fan_counts and counts in equal_lists(score.hand, score.profile.rules)


def _counts(fans: Iterable[NamedFan]) -> dict[Fan, int]:
    """How often each fan is named. Raises ``GuobiaoError`` if a name is unknown."""
    counts: Counter[Fan] = Counter()
    for fan in fans:
        counts[parse_fan(fan.name)] += fan.count
    return dict(counts)
