"""A score as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..fan import Fan
from ..hand import Hand
from ..notation import format_hand
from ..result import CountedFan, DroppedFan, Form, Principle, Score
from .console import format_table
from .language import is_chinese, say

__all__ = ["format_score"]

_FORMS: Final = {
    Form.KNITTED_STRAIGHT: "组合龙",
    Form.ALL_KNITTED: "全不靠",
    Form.THIRTEEN_ORPHANS: "十三幺",
    Form.SEVEN_PAIRS: "七对",
}


def format_score(score: Score) -> list[str]:
    """The score as lines: the hand, a table of its fans, the dropped fans with their reasons, the
    split, and the total with whether it qualifies.
    """
    return [
        format_hand(score.hand),
        f"  {_how_won(score.hand)}",
        "",
        *_fan_table(score),
        "",
        *_dropped(score),
        _split(score),
        _total(score),
    ]


def _how_won(hand: Hand) -> str:
    facts = [
        say(
            "prevalent wind {wind}, seat wind {seat}",
            wind=f"{hand.prevalent_wind} {hand.prevalent_wind.zh}",
            seat=f"{hand.seat_wind} {hand.seat_wind.zh}",
        ),
        say("won on {tile}, self-drawn", tile=hand.winning_tile)
        if hand.self_drawn
        else say("discarded")
        if not hand.kong
        else say("robbed from a kong"),
        say("the last copy") if hand.last_copy else "",
        say("the last tile of the wall") if hand.last_tile else "",
        say("a kong's replacement tile") if hand.kong and hand.self_drawn else "",
        _flowers(hand.flowers) if hand.flowers else "",
    ]
    return ("，" if is_chinese() else ", ").join(fact for fact in facts if fact)


def _flowers(count: int) -> str:
    return say("1 flower") if count == 1 else say("{count} flowers", count=count)


def _fan_table(score: Score) -> list[str]:
    """A Chinese table has no column of English names."""
    rows = [("番种", "Fan", say("Count"), say("Points"), say("Tiles"))]
    rows += [
        (c.fan.zh, c.fan.english, str(c.count), str(c.points), "; ".join(_copies(c)))
        for c in score.fans
    ]
    if is_chinese():
        return format_table([(row[0], *row[2:]) for row in rows], right=(1, 2))
    return format_table(rows, right=(2, 3))


def _copies(counted: CountedFan) -> Iterator[str]:
    return (" ".join(map(str, copy)) for copy in counted.sets)


def _dropped(score: Score) -> list[str]:
    if not score.dropped:
        return []
    return [say("Not counted:"), *(f"  {_reason(dropped)}" for dropped in score.dropped), ""]


def _reason(dropped: DroppedFan) -> str:
    facts = {"fan": dropped.fan.zh, "count": dropped.count, "principle": dropped.principle}
    if dropped.principle is Principle.NON_REPEAT and dropped.by is not None:
        by = dropped.by.zh
        return say("{fan} x{count}: paid by {by} ({principle})", by=by, **facts)
    return say("{fan} x{count}: {principle}", **facts)


def _split(score: Score) -> str:
    split = score.split
    winning = split.sets[split.winning_set]
    return say(
        "Split: {split} ({form}; {tile} is won in {winning})",
        split=split,
        form=say("basic form") if split.form is Form.BASIC else _FORMS[split.form],
        tile=score.hand.winning_tile,
        winning=winning,
    )


def _total(score: Score) -> str:
    flowers = score.hand.flowers * score.profile.points(Fan.FLOWER_TILES)
    without = say(", {points} without flowers", points=score.points - flowers) if flowers else ""
    verdict = say("qualifies") if score.qualifies else say("does not qualify")
    return say(
        "Total: {points}{without}: {verdict} (minimum {minimum}, rules {rules})",
        points=_counted_points(score.points),
        without=without,
        verdict=verdict,
        minimum=score.profile.minimum,
        rules=score.profile.name,
    )


def _counted_points(points: int) -> str:
    return say("1 point") if points == 1 else say("{points} points", points=points)
