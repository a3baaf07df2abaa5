"""The end of a recorded game, compared with that at the table: fans, points, payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import GuobiaoError
from ..fan import Fan, parse_fan
from ..record import NamedFan
from ..result import Score
from ..settlement import Changes
from .moves import MovePlayer
from .result import DifferenceKind

__all__ = ["RecordedEnding", "check_ending", "fans_differ", "fans_text", "named_fans"]


@dataclass(frozen=True, slots=True)
class RecordedEnding:
    """How a record says that the hand ended: ``points`` (None: nobody won), fans and payments, and where it says so.

    ``drawn`` and ``won``: what the record calls a hand that nobody, or somebody, has won.
    """

    points: int | None
    fans: tuple[NamedFan, ...]
    changes: Changes
    fans_line: int
    changes_line: int
    drawn: str = "Huang"
    won: str = "Fan"


def check_ending(ended: RecordedEnding, player: MovePlayer) -> None:
    """Compare the end of a hand, whose moves were all played, with that at the table."""
    if ended.points is None:
        player.pass_on()
    result = player.hand.result
    if ended.points is None and (result is None or result.winner is not None):
        step = player.next_step() if result is None else "the hand was won"
        player.differs(DifferenceKind.ENDING, ended.fans_line, ended.drawn, step)
    elif ended.points is not None and (result is None or result.winner is None):
        player.differs(DifferenceKind.ENDING, ended.fans_line, ended.won, player.next_step())
    else:
        _check_result(ended, player)


def _check_result(ended: RecordedEnding, player: MovePlayer) -> None:
    result = player.hand.result
    if result is None:
        return
    if result.score is not None:
        if expected := fans_differ(ended.fans, result.score):
            player.differs(DifferenceKind.FANS, ended.fans_line, fans_text(ended.fans), expected)
        if ended.points != result.score.points:
            player.differs(DifferenceKind.POINTS, ended.fans_line, str(ended.points), str(result.score.points))
    if ended.changes != result.changes:
        recorded, expected = (" ".join(map(str, changes)) for changes in (ended.changes, result.changes))
        player.differs(DifferenceKind.PAYMENTS, ended.changes_line, recorded, expected)


def named_fans(score: Score) -> tuple[NamedFan, ...]:
    """The fans of a score as a record names them, by number."""
    return tuple(NamedFan(counted.fan.zh, counted.count) for counted in score.fans)


def fans_text(fans: Iterable[NamedFan]) -> str:
    """``花龙*1+嵌张*1``."""
    return "+".join(f"{fan.name}*{fan.count}" for fan in fans)


def fans_differ(recorded: Iterable[NamedFan], score: Score) -> str | None:
    """What the fans are by the rules, if the record has others; old names and any order are the same."""
    counts: Counter[Fan] = Counter()
    for fan in recorded:
        try:
            counts[parse_fan(fan.name)] += fan.count
        except GuobiaoError as error:
            return f"{error}; {fans_text(named_fans(score))}"
    return None if counts == Counter(score.fan_counts) else fans_text(named_fans(score))
