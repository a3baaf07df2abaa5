"""A score as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..fan import Fan
from ..hand import Hand
from ..notation import format_hand
from ..result import CountedFan, Form, Score
from .console import format_table

__all__ = ["format_score"]

_FORMS: Final = {
    Form.BASIC: "basic form",
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
        f"Split: {_split(score)}",
        _total(score),
    ]


def _how_won(hand: Hand) -> str:
    facts = [
        f"prevalent wind {hand.prevalent_wind} {hand.prevalent_wind.zh}, seat wind "
        f"{hand.seat_wind} {hand.seat_wind.zh}",
        f"won on {hand.winning_tile}, self-drawn"
        if hand.self_drawn
        else "discarded"
        if not hand.kong
        else "robbed from a kong",
        "the last copy" if hand.last_copy else "",
        "the last tile of the wall" if hand.last_tile else "",
        "a kong's replacement tile" if hand.kong and hand.self_drawn else "",
        f"{hand.flowers} flower{'s' * (hand.flowers > 1)}" if hand.flowers else "",
    ]
    return ", ".join(fact for fact in facts if fact)


def _fan_table(score: Score) -> list[str]:
    rows = [("番种", "Fan", "Count", "Points", "Tiles")]
    rows += [
        (c.fan.zh, c.fan.english, str(c.count), str(c.points), "; ".join(_copies(c)))
        for c in score.fans
    ]
    return format_table(rows, right=(2, 3))


def _copies(counted: CountedFan) -> Iterator[str]:
    return (" ".join(map(str, copy)) for copy in counted.sets)


def _dropped(score: Score) -> list[str]:
    if not score.dropped:
        return []
    return ["Not counted:", *(f"  {dropped.reason}" for dropped in score.dropped), ""]


def _split(score: Score) -> str:
    split = score.split
    winning = split.sets[split.winning_set]
    return f"{split} ({_FORMS[split.form]}; {score.hand.winning_tile} is won in {winning})"


def _total(score: Score) -> str:
    flowers = score.hand.flowers * score.profile.points(Fan.FLOWER_TILES)
    without = f", {score.points - flowers} without flowers" if flowers else ""
    verdict = "qualifies" if score.qualifies else "does not qualify"
    return (
        f"Total: {_counted_points(score.points)}{without}: {verdict} (minimum "
        f"{score.profile.minimum}, rules {score.profile.name})"
    )


def _counted_points(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"
