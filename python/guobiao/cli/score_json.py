"""A score as one line of JSON: what ``json_text`` makes of ``to_dict()``, put together from texts
that most scores share. That takes a third of the time, and files have many hands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..fan import Fan
from ..result import CountedFan, DroppedFan, Score, fan_to_dict
from ..visible import json_text

__all__ = ["score_json"]

_MOST: Final = 1 << 14  # texts that are kept: points may differ by profile, counts hardly


def score_json(score: Score, text: str) -> str:
    """The line of a score whose hand was typed as ``text``."""
    explanation = score.explanation
    fans = ", ".join(map(_fan, explanation.fans))
    dropped = ", ".join(map(_dropped, explanation.dropped))
    return (
        f'{{"hand": {json_text(text)}, "points": {score.points}, '
        f'"qualifies": {"true" if score.qualifies else "false"}, '
        f'"fans": [{fans}], "dropped": [{dropped}]}}'
    )


def _fan(counted: CountedFan) -> str:
    start = _start_of_fan(counted.fan, counted.count, counted.points)
    # What a set is called has nothing in it that JSON escapes.
    copies = ['["' + '", "'.join(map(str, copy)) + '"]' for copy in counted.sets]
    return f"{start}[{', '.join(copies)}]}}"


@lru_cache(_MOST)
def _start_of_fan(fan: Fan, count: int, points: int) -> str:
    told = json_text(fan_to_dict(CountedFan(fan, count, points)))
    return f'{told[:-1]}, "sets": '


@lru_cache(_MOST)
def _dropped(dropped: DroppedFan) -> str:
    return json_text(dropped.to_dict())
