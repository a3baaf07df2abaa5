"""Games of tziakcha (雀渣), replayed with their flowers and their common wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..botzone.tiles import BOTZONE_CODES
from ..errors import GuobiaoError
from ..profiles import RuleProfile
from ..table import EventKind, HandResult, TableHand, WallRule
from ..table.moves import BrokenGame, Move, MoveKind, moves_of_events
from ..tiles import Seat
from ..values import checked_object
from .endings import RecordedEnding, check_ending
from .move_player import MovePlayer
from .replay_moves import replay_moves
from .replay_result import DifferenceKind, GameReplay, unreadable
from .tziakcha import TziakchaGame

__all__ = ["replay_tziakcha_game"]


def replay_tziakcha_game(
    game: TziakchaGame | BrokenGame, *, rules: str | RuleProfile = "mil"
) -> GameReplay:
    """Play the hand again: its wall, every flower, draw, move, fan, point and payment is checked.

    ``rules``: the profile by which it was played. The ``line`` of a difference is the number of the
    move; if the game cannot be read, the number of the game. Copies of a tile are not told apart.
    """
    if isinstance(game, BrokenGame):
        return unreadable(game)
    checked_object("game", game, TziakchaGame, GuobiaoError)
    hand = TableHand(
        tiles=game.wall,
        wall=WallRule.COMMON,
        flowers=True,
        prevalent_wind=game.prevalent_wind,
        rules=rules,
    )
    return replay_moves(
        hand,
        game.id,
        game.number,
        (*moves_of_events(hand.events), *game.moves),
        partial(_check_ending, game),
        check_start=partial(_check_opening, game),
        players=game.players,
    )


def _check_opening(game: TziakchaGame, player: MovePlayer) -> bool:
    """Whether each seat lays its flowers open before play and gets their replacements.

    The order of laying does not matter.
    """
    for seat in Seat:
        told = [move for move in game.opening if move.seat is seat]
        recorded = _flowers_text(seat, told)
        expected = _flowers_text(seat, _opening_of(player.hand, seat))
        if recorded != expected:
            player.differs(DifferenceKind.DRAW, told[0].line if told else 1, recorded, expected)
            return False
    return True


def _opening_of(hand: TableHand, seat: Seat) -> Iterator[Move]:
    """The flowers of a seat and their replacements, as a record tells them: without
    the tile that E has drawn.
    """
    events = [
        event for event in hand.events if event.seat is seat and event.kind is not EventKind.DRAW
    ]
    return moves_of_events(events)


def _flowers_text(seat: Seat, moves: Iterable[Move]) -> str:
    flowers, drawn = list[int](), list[str]()
    for move in moves:
        if move.kind is MoveKind.FLOWER:
            flowers.append(move.tile)
        else:
            drawn.append(BOTZONE_CODES[move.tile])
    words = [BOTZONE_CODES[flower] for flower in sorted(flowers)]
    return (
        " ".join([f"Player {int(seat)} BuHua", *words, "Draw", *drawn])
        if words
        else f"Player {int(seat)} no flowers"
    )


def _check_ending(game: TziakchaGame, player: MovePlayer) -> None:
    line = game.last_line
    ended = RecordedEnding(
        game.points,
        game.fans,
        game.changes,
        line,
        line,
        drawn="nobody wins",
        won="a win",
        outcome=None if game.points is None else _outcome(game.winners, game.discarder),
    )
    check_ending(ended, player, None if game.points is None else _outcome_of)
    if game.points is not None and player.hand.is_over and game.fan_points != game.points:
        player.differs(
            DifferenceKind.POINTS, line, f"{game.points}", f"the fans add up to {game.fan_points}"
        )


def _outcome_of(result: HandResult) -> str:
    """Who won and who pays, the winner for itself when it drew the tile."""
    if result.winner is None:
        return _outcome((), None)
    return _outcome(
        [result.winner], result.winner if result.discarder is None else result.discarder
    )


def _outcome(winners: Iterable[Seat], discarder: Seat | None) -> str:
    won = " ".join(map(str, winners))
    return f"won by {won}, paid for by {'nobody' if discarder is None else discarder}"
