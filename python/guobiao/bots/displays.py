"""What everyone may see of a turn, as the judge's log has it; but for ``canHu``, which tells what a hand would be worth."""

from __future__ import annotations

from typing import Final

from ..formats.botzone_requests import JudgeRequest
from ..formats.botzone_tiles import BOTZONE_CODES
from ..settlement import Changes
from ..table import EventKind, TableHand, WallRule
from .rulings import BotFailure

__all__ = ["Displays"]

_HAND_TILES: Final = 13


class Displays:
    """The displays of a hand, turn by turn."""

    def __init__(self, hand: TableHand) -> None:
        self._hand = hand
        dealt = [_HAND_TILES] * 4
        for event in hand.events:
            if event.kind is EventKind.FLOWER and event.seat is not None:
                dealt[event.seat] += 1
        self._has_own_walls, tiles = hand.wall_rule is WallRule.OWN, len(hand.wall)
        own = tuple(tiles // 4 - count for count in dealt)
        self._left = list(own) if self._has_own_walls else [tiles - sum(dealt)]

    def of_request(self, request: JudgeRequest) -> dict[str, object]:
        """The display of the next turn."""
        shown: dict[str, object] = {"action": request.action}
        if request.action == "INIT":
            shown["quan"] = int(self._hand.prevalent_wind)
        elif request.action == "DEAL":
            shown["hand"] = [text.split(" ")[5 : 5 + _HAND_TILES] for text in request.texts]
        if request.seat is not None:
            shown["player"] = int(request.seat)
            if request.action in ("DRAW", "BUHUA"):
                self._left[request.seat if self._has_own_walls else 0] -= 1
        if request.tile is not None:
            shown["tile"] = BOTZONE_CODES[request.tile]
        if request.chow is not None:
            shown["tileCHI"] = BOTZONE_CODES[request.chow]
        return shown | self._tiles_left()

    def of_end(self, changes: Changes, failure: BotFailure | None) -> dict[str, object]:
        """The display of the end: a win, a drawn game (HUANG), or somebody's failure."""
        result = self._hand.result
        if failure is not None:
            shown = {"action": str(failure.verdict), "player": int(failure.seat), "score": list(changes)}
        elif result is None or result.score is None or result.winner is None:
            return {"action": "HUANG"} | self._tiles_left()
        else:
            points = self._hand.rules.points
            fans = [{"name": f.fan.zh, "cnt": f.count, "value": points(f.fan)} for f in result.score.fans]
            shown = {"action": "HU", "player": int(result.winner), "fan": fans, "fanCnt": result.score.points}
            shown["score"] = list(changes)
        return shown | self._tiles_left()

    def _tiles_left(self) -> dict[str, object]:
        return {"tileCnt": list(self._left) if self._has_own_walls else self._left[0]}
