"""A hand of play as text."""

from __future__ import annotations

from ..hand import MeldKind
from ..notation import format_tiles
from ..table import OpenMeld, Phase, TableHand
from ..tiles import Seat

__all__ = ["render_hand"]


def render_hand(hand: TableHand) -> str:
    """The table with all four hands: standing tiles, melds, flowers, river, who is
    asked what, or how it ended.

    >>> from guobiao.table import TableHand
    >>> print(render_hand(TableHand(seed=7)))
    E round, seed 7: E to play, wall 85
    E * 1236m3467s78pECCF  flowers 1
    S   349m122559s359pF  flowers 1
    W   15788m1s46pEWWNP  flowers 1
    N   1479m4778s2379pN  flowers 3
    """
    lines = [
        f"{hand.prevalent_wind.name} round, seed {hand.seed}: {_state(hand)}, wall {_walls(hand)}"
    ]
    return "\n".join([*lines, *(_seat_line(hand, seat) for seat in Seat)])


def _state(hand: TableHand) -> str:
    if hand.turn is not None:
        asked = hand.observe(hand.turn)
        about = "" if hand.phase is Phase.PLAY else f" of {asked.tile} from {asked.actor.name}"
        return f"{hand.turn.name} to {hand.phase.name.lower()}{about}"
    result = hand.result
    assert result is not None  # it is over
    if result.winner is None or result.score is None:
        return "drawn game"
    source = "self-drawn" if result.discarder is None else f"on a tile of {result.discarder.name}"
    return f"{result.winner.name} wins {result.score.points} points {source}"


def _walls(hand: TableHand) -> str:
    left = [str(hand.wall_left(seat)) for seat in Seat]
    return left[0] if len(set(left)) == 1 else "/".join(left)


def _seat_line(hand: TableHand, seat: Seat) -> str:
    seen = hand.observe(seat)
    tiles = format_tiles([slot for slot, count in enumerate(seen.hand) for _ in range(count)])
    parts = [
        " ".join([tiles, *map(_meld, seen.melds[seat])]),
        f"flowers {len(seen.flowers[seat])}" if seen.flowers[seat] else "",
        f"river {format_tiles(seen.rivers[seat])}" if seen.rivers[seat] else "",
    ]
    return f"{seat.name} {'*' if hand.turn is seat else ' '} {'  '.join(filter(None, parts))}"


def _meld(meld: OpenMeld) -> str:
    assert meld.tile is not None  # a seat sees its own kongs
    if meld.kind is MeldKind.CHOW:
        return f"[{format_tiles([meld.tile, meld.tile + 1, meld.tile + 2])}]"
    return f"[{format_tiles([meld.tile] * (3 if meld.kind is MeldKind.PUNG else 4))}]"
