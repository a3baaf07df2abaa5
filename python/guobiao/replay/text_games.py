"""Games of the Botzone text format, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..formats.botzone_text import TextGame, shows_flowers
from ..formats.botzone_tiles import BOTZONE_CODES
from ..notation.alphabets import FIRST_FLOWER
from ..profiles import RuleProfile
from ..record import BrokenGame, MoveKind
from ..table import TableHand, WallRule
from ..tiles import Seat
from .endings import fans_differ, fans_text
from .moves import MovePlayer
from .result import Difference, DifferenceKind, GameReplay, unreadable

__all__ = ["replay_text_game"]

_DEALS_AFTER: Final = 2  # lines before the first deal
_FLOWERS: Final = 8


def replay_text_game(
    game: TextGame | BrokenGame, *, rules: str | RuleProfile = "botzone", lenient: bool = False
) -> GameReplay:
    """Play the game again: every move, claim, fan, point and payment is checked.

    ``rules``: the profile by which it was played. ``lenient``: the tile of a win that is not the drawn or discarded one is put right
    (and listed under ``repaired``), not a difference.
    """
    if isinstance(game, BrokenGame):
        return unreadable(game)
    walls = _Walls(game)
    if walls.difference is not None:
        return GameReplay(game.id, game.line, (walls.difference,))
    hand = TableHand(
        tiles=walls.filled(),
        wall=WallRule.OWN,
        flowers=walls.has_flowers,
        prevalent_wind=game.prevalent_wind,
        rules=rules,
    )
    player = MovePlayer(hand, game.id, lenient=lenient)
    player.play(game.moves)
    if not player.stopped:
        _check_ending(game, player)
    return GameReplay(game.id, game.line, tuple(player.differences), tuple(player.repaired), hand)


class _Walls:
    """The walls, one a player, as far as the record tells them: the hand, then what was drawn in order.

    ``difference``: the first tile that cannot lie in any wall.
    """

    def __init__(self, game: TextGame) -> None:
        self.difference: Difference | None = None
        self.has_flowers = shows_flowers(game)
        self._size = 36 if self.has_flowers else 34
        self._left = [4] * FIRST_FLOWER + [1] * _FLOWERS * self.has_flowers
        self._walls: list[list[int]] = [[] for _ in Seat]
        for seat, tile, line in _tiles_seen(game):
            problem = self._take(seat, tile)
            if problem and self.difference is None:
                recorded = f"Player {int(seat)}: {BOTZONE_CODES[tile]}"
                self.difference = Difference(game.id, line, DifferenceKind.TILES, recorded, problem)

    def filled(self) -> list[list[int]]:
        """The walls with the tiles that nobody has seen at their ends: each has its full length."""
        unseen = [tile for tile, count in enumerate(self._left) for _ in range(count)]
        for wall in self._walls:
            missing = self._size - len(wall)
            wall += unseen[:missing]
            del unseen[:missing]
        return self._walls

    def _take(self, seat: Seat, tile: int) -> str | None:
        """Put the tile into the wall; what is wrong with that."""
        self._walls[seat].append(tile)
        self._left[tile] -= 1
        if self._left[tile] < 0:
            return "the flower was there before" if tile >= FIRST_FLOWER else "four copies were there before"
        return f"a wall has {self._size} tiles, the hand among them" if len(self._walls[seat]) > self._size else None


def _tiles_seen(game: TextGame) -> Iterator[tuple[Seat, int, int]]:
    """Each tile that comes from a wall in order: whose wall, the tile, the line."""
    for seat in Seat:
        for tile in game.hands[seat]:
            yield seat, tile, game.line + _DEALS_AFTER + seat
    for move in game.moves:
        if move.kind is MoveKind.DRAW:
            yield move.seat, move.tile, move.line


def _check_ending(game: TextGame, player: MovePlayer) -> None:
    if game.points is None:
        player.pass_on()
    result = player.hand.result
    if game.points is None and (result is None or result.winner is not None):
        step = player.next_step() if result is None else "the hand was won"
        player.differs(DifferenceKind.ENDING, game.fans_line, "Huang", step)
    elif game.points is not None and (result is None or result.winner is None):
        player.differs(DifferenceKind.ENDING, game.fans_line, "Fan", player.next_step())
    else:
        _check_result(game, player)


def _check_result(game: TextGame, player: MovePlayer) -> None:
    result = player.hand.result
    if result is None:
        return
    if result.score is not None:
        if expected := fans_differ(game.fans, result.score):
            player.differs(DifferenceKind.FANS, game.fans_line, fans_text(game.fans), expected)
        if game.points != result.score.points:
            player.differs(DifferenceKind.POINTS, game.fans_line, str(game.points), str(result.score.points))
    if game.changes != result.changes:
        recorded, expected = (" ".join(map(str, changes)) for changes in (game.changes, result.changes))
        player.differs(DifferenceKind.PAYMENTS, game.changes_line, recorded, expected)
