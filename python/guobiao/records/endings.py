"""The end of a recorded game, compared with that at the table: fans, points, payments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..competition.settlement import Changes
from ..table import HandResult
from ..table.moves import NamedFan
from .fan_lists import fans_differ
from .move_player import MovePlayer
from .replay_result import DifferenceKind

__all__ = ["RecordedEnding", "check_ending"]


@dataclass(frozen=True, slots=True)
class RecordedEnding:
    """How a record says that the hand ended: ``points`` (None: nobody won), fans and
    payments, and where it says so.

    ``drawn`` and ``won``: the record's words for a hand that nobody has won, and for one that was
    won. ``outcome``: what it says of who won from whom; None if only its moves say it.
    """

    points: int | None
    fans: tuple[NamedFan, ...]
    changes: Changes
    fans_line: int
    changes_line: int
    drawn: str = "Huang"
    won: str = "Fan"
    outcome: str | None = None


def check_ending(
    ended: RecordedEnding, player: MovePlayer, told: Callable[[HandResult], str] | None = None
) -> None:
    """Compare the end of a hand, whose moves were all played, with that at the table.

    ``told``: the result of the table as the record would write its ``outcome``.
    """
    if ended.points is None:
        player.pass_on()
    result = player.hand.result
    if ended.points is None and (result is None or result.winner is not None):
        step = player.next_step() if result is None else "the hand was won"
        player.differs(DifferenceKind.ENDING, ended.fans_line, ended.drawn, step)
    elif ended.points is not None and (result is None or result.winner is None):
        player.differs(DifferenceKind.ENDING, ended.fans_line, ended.won, player.next_step())
    else:
        if told is not None and result is not None and ended.outcome != told(result):
            player.differs(
                DifferenceKind.ENDING, ended.fans_line, ended.outcome or "", told(result)
            )
        _check_result(ended, player)


def _check_result(ended: RecordedEnding, player: MovePlayer) -> None:
    result = player.hand.result
    if result is None:
        return
    if result.score is not None:
        if expected := fans_differ(ended.fans, result.score):
            player.fans_differ(ended.fans_line, ended.fans, expected)
        if ended.points != result.score.points:
            player.differs(
                DifferenceKind.POINTS, ended.fans_line, str(ended.points), str(result.score.points)
            )
    if ended.changes != result.changes:
        recorded, expected = (
            " ".join(map(str, changes)) for changes in (ended.changes, result.changes)
        )
        player.differs(DifferenceKind.PAYMENTS, ended.changes_line, recorded, expected)
