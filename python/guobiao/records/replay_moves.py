"""One recorded hand, replayed: its start is checked, its moves are played, its end is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..table import TableHand
from ..table.moves import Move
from .move_player import MovePlayer
from .replay_result import GameReplay

__all__ = ["replay_moves"]


def replay_moves(
    hand: TableHand,
    game: str,
    line: int,
    moves: Iterable[Move],
    check_end: Callable[[MovePlayer], None],
    *,
    check_start: Callable[[MovePlayer], bool] = lambda player: True,
    players: tuple[str, str, str, str] | None = None,
    lenient: bool = False,
) -> GameReplay:
    """The replay of the moves of ``game`` at ``hand``, which has just begun.

    ``check_start``: whether the moves can be played; ``check_end`` follows the last move, if all of
    them could be played. Both tell the player what differs. ``line``: where the game begins.
    """
    player = MovePlayer(hand, game, lenient=lenient)
    if check_start(player):
        player.play(moves)
        if not player.stopped:
            check_end(player)
    return GameReplay(
        game,
        line,
        tuple(player.differences),
        tuple(player.repaired),
        players,
        hand,
        tuple(player.other_labels),
    )
