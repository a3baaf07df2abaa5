"""Scores as JSON, as ``guobiao score --json`` and ``--jsonl`` print them. Only this module knows
this shape.
"""

from __future__ import annotations

from .errors import GuobiaoError
from .result import CountedFan, DroppedFan, Score

__all__ = ["error_to_json", "score_to_json"]


def score_to_json(text: str, score: Score) -> dict[str, object]:
    """The score of the hand that was given as ``text``.

    ``{"hand", "points", "qualifies", "fans": [{"fan", "zh", "count", "points", "sets"}], "dropped":
    [{"fan", "zh", "count", "principle", "by", "reason"}]}``: fans in id order, ``points`` of all
    copies, ``sets`` one list of sets a copy in GB notation, empty for fans of the whole hand;
    ``by`` is null where no single fan took the dropped one.
    """
    return {
        "hand": text,
        "points": score.points,
        "qualifies": score.qualifies,
        "fans": [_counted(counted) for counted in score.fans],
        "dropped": [_dropped(dropped) for dropped in score.dropped],
    }


def error_to_json(text: str, error: GuobiaoError) -> dict[str, object]:
    """``{"hand", "error": {"type", "message"}}`` for a text that is not a hand, or a hand that does
    not win.
    """
    return {"hand": text, "error": {"type": type(error).__name__, "message": str(error)}}


def _counted(counted: CountedFan) -> dict[str, object]:
    return {
        "fan": counted.fan.name,
        "zh": counted.fan.zh,
        "count": counted.count,
        "points": counted.points,
        "sets": [[str(tile_set) for tile_set in copy] for copy in counted.sets],
    }


def _dropped(dropped: DroppedFan) -> dict[str, object]:
    return {
        "fan": dropped.fan.name,
        "zh": dropped.fan.zh,
        "count": dropped.count,
        "principle": str(dropped.principle),
        "by": None if dropped.by is None else dropped.by.name,
        "reason": dropped.reason,
    }
