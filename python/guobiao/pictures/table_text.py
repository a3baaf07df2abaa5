"""The table as text: who has what, whose turn it is, how it ended."""

from __future__ import annotations

from typing import Final

from ..errors import GuobiaoError
from ..table import Observation, TableHand
from ..tiles import SLOT_COUNT, Seat
from ..values import checked_object

__all__ = ["table_text"]

_FLOWERS: Final = "abcdefgh"


def table_text(hand: TableHand) -> str:
    """Two lines a seat: melds and standing tiles, the drawn one too, flowers; then its river. All
    tiles are shown. Raises ``GuobiaoError`` if it is no ``TableHand``.

    >>> from guobiao.table import TableHand
    >>> print(TableHand(seed=7))
    E round, common wall, 85 tiles left
    E 1236m3467s78pECCF  drew 2m  flowers d
    S 349m122559s359pF  flowers f
    W 15788m1s46pEWWNP  flowers g
    N 1479m4778s2379pN  flowers ace
    E is asked: PLAY
    """
    checked_object("hand", hand, TableHand, GuobiaoError)
    seen = hand.observe(Seat.E)
    lines = [f"{hand.prevalent_wind} round, {hand.wall_rule.value} wall, {_wall(hand)}"]
    for seat in Seat:
        lines += _seat(hand, seen, seat)
    return "\n".join([*lines, _what_next(hand)])


def _wall(hand: TableHand) -> str:
    left = [hand.wall_left(seat) for seat in Seat]
    told = str(left[0]) if len(set(left)) == 1 else " ".join(map(str, left))
    return f"{told} tiles left"


def _seat(hand: TableHand, seen: Observation, seat: Seat) -> list[str]:
    tiles = hand.hand_of(seat)._text().partition("|")[0].rstrip()
    drawn = hand.observe(seat).drawn
    flowers = "".join(_FLOWERS[code - SLOT_COUNT] for code in seen.flowers[seat])
    parts = (
        f"{seat} {tiles}",
        f"drew {drawn}" if drawn is not None else "",
        f"flowers {flowers}" if flowers else "",
    )
    river = " ".join(map(str, seen.rivers[seat]))
    return ["  ".join(filter(None, parts)), *([f"    {river}"] if river else [])]


def _what_next(hand: TableHand) -> str:
    result = hand.result
    if result is None:
        seen = hand.observe(Seat(hand.turn or 0))
        about = "" if seen.tile is None else f" on {seen.tile}"
        return f"{hand.turn} is asked: {hand.phase.name}{about}"
    if result.winner is None:
        return "nobody wins"
    source = "self-drawn" if result.discarder is None else f"from {result.discarder}"
    points = "" if result.score is None else f" {result.score.points} points"
    return f"{result.winner} wins{points}, {source}; {' '.join(map(str, result.changes))}"
