"""Games of the Botzone text format, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from ..botzone.texts import TextGame, shows_flowers
from ..botzone.tiles import BOTZONE_CODES
from ..errors import GuobiaoError
from ..profiles import RuleProfile
from ..table import TableHand, WallRule
from ..table.moves import BrokenGame, MoveKind
from ..tiles import Seat
from ..values import checked_object
from .endings import RecordedEnding, check_ending
from .older_reading import name_older_reading
from .replay_moves import replay_moves
from .replay_result import Difference, DifferenceKind, GameReplay, unreadable
from .walls import Walls

__all__ = ["replay_text_game"]

_DEALS_AFTER: Final = 2  # lines before the first deal


def replay_text_game(
    game: TextGame | BrokenGame, *, rules: str | RuleProfile = "botzone", lenient: bool = False
) -> GameReplay:
    """Play the game again: every move, claim, fan, point and payment is checked.

    ``rules``: the profile by which it was played. ``lenient``: a win whose tile is not the drawn or
    discarded one is put right (and listed under ``repaired``); it is no difference.
    """
    if isinstance(game, BrokenGame):
        return unreadable(game)
    checked_object("game", game, TextGame, GuobiaoError)
    return name_older_reading(rules, lambda rules: _replayed(game, rules, lenient))


def _replayed(game: TextGame, rules: str | RuleProfile, lenient: bool) -> GameReplay:
    walls = Walls(has_flowers=shows_flowers(game))
    for seat, tile, line in _tiles_seen(game):
        if problem := walls.take(seat, tile):
            recorded = f"Player {int(seat)}: {BOTZONE_CODES[tile]}"
            return GameReplay(
                game.id,
                game.line,
                (Difference(game.id, line, DifferenceKind.TILES, recorded, problem),),
            )
    hand = TableHand(
        tiles=walls.filled(),
        wall=WallRule.OWN,
        flowers=walls.has_flowers,
        prevalent_wind=game.prevalent_wind,
        rules=rules,
    )
    ended = RecordedEnding(game.points, game.fans, game.changes, game.fans_line, game.changes_line)
    return replay_moves(
        hand, game.id, game.line, game.moves, partial(check_ending, ended), lenient=lenient
    )


def _tiles_seen(game: TextGame) -> Iterator[tuple[Seat, int, int]]:
    """Each tile that comes from a wall in order: whose wall, the tile, the line."""
    for seat in Seat:
        for tile in game.hands[seat]:
            yield seat, tile, game.line + _DEALS_AFTER + seat
    for move in game.moves:
        if move.kind is MoveKind.DRAW:
            yield move.seat, move.tile, move.line
