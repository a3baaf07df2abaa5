"""Players at the table: a hand played to its end, and whole matches (局) of sixteen hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from mahjong_core.messages import shown

from ..competition.match import BASE_POINTS, HAND_COUNT, Match, PlayedHand, Position, start_match
from ..errors import TableError
from ..notation import format_hand
from ..profiles import RuleProfile
from ..values import checked_items, checked_object, checked_whole
from .hand import TableHand, checked_seed
from .phases import HandEnding, WallRule
from .views import HandResult, Observation

__all__ = ["PlayedMatch", "Player", "hand_seed", "play_hand", "play_match"]

_SEEDS: Final = 1 << 64


@runtime_checkable
class Player(Protocol):
    """Anything that decides for a seat. A function of an observation is one too."""

    def act(self, observation: Observation) -> int:
        """One of the observation's ``legal_actions``."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played: its log, and its hands with all that happened in them."""

    match: Match
    hands: tuple[TableHand, ...]


def hand_seed(seed: int, number: int) -> int:
    """The seed of hand ``number`` (1-16) of the match of a seed: no two matches share a wall until
    the seeds are used up.

    >>> hand_seed(2, 1), hand_seed(2, 16)
    (32, 47)
    """
    return (
        16 * checked_seed(seed) + checked_whole("number", number, 1, HAND_COUNT, TableError) - 1
    ) % _SEEDS


def play_hand(
    hand: TableHand, players: Sequence[Player | Callable[[Observation], int]]
) -> HandResult:
    """Plays a hand to its end with the players of E S W N. Raises ``IllegalActionError`` if a
    player's action is not allowed.

    >>> play_hand(TableHand(seed=1), [lambda seen: seen.legal_actions[0]] * 4).ending.name
    'DRAW'
    """
    checked_object("hand", hand, TableHand, TableError)
    deciding = [_decision(player) for player in _four(players)]
    while (turn := hand.turn) is not None:
        hand.apply(deciding[turn](hand.observe(turn)))
    result = hand.result
    assert result is not None  # nobody is asked any more
    return result


def play_match(
    players: Sequence[Player | Callable[[Observation], int]],
    *,
    seed: int,
    names: Sequence[str] = ("A", "B", "C", "D"),
    rules: str | RuleProfile = "mil",
    wall: str | WallRule = WallRule.COMMON,
    flowers: bool = True,
    seat_change: str | Sequence[str] = "west",
    base_points: int = BASE_POINTS,
) -> PlayedMatch:
    """Sixteen hands with the players who sit E S W N in the first of them; the winds and seats are
    those of ``Match``.

    ``seed`` decides all walls (``hand_seed``). ``names``: four different ones, for the log. Raises
    ``TableError``, ``MatchError`` or ``IllegalActionError`` if an argument or an action is
    impossible.

    >>> played = play_match([lambda seen: seen.legal_actions[0]] * 4, seed=1)
    >>> len(played.hands), played.match.totals
    (16, (500, 500, 500, 500))
    """
    players = _four(players)
    match = start_match(names, rules=rules, seat_change=seat_change, base_points=base_points)
    hands: list[TableHand] = []
    while position := match.next_position:
        hand = TableHand(
            seed=hand_seed(seed, position.number),
            rules=match.rules,
            wall=wall,
            flowers=flowers,
            prevalent_wind=position.prevalent_wind,
        )
        seated = [players[match.players.index(name)] for name in position.seats]
        match = match.add(_entry(play_hand(hand, seated), position))
        hands.append(hand)
    return PlayedMatch(match, tuple(hands))


def _four(
    players: Sequence[Player | Callable[[Observation], int]],
) -> list[Player | Callable[[Observation], int]]:
    listed = list(checked_items("players", players, TableError))
    if len(listed) != 4:
        raise TableError(f"{len(listed)} players: a hand has four, in the order E S W N")
    for player in listed:
        if not isinstance(player, Player) and not callable(player):
            raise TableError(
                f"{shown(player)} is no player: expected an object with act(observation), or a "
                "function"
            )
    return listed


def _decision(player: Player | Callable[[Observation], int]) -> Callable[[Observation], int]:
    return player.act if isinstance(player, Player) else player


def _entry(result: HandResult, position: Position) -> PlayedHand:
    """The hand as the log of a match has it."""
    if result.winner is None or result.score is None:
        return PlayedHand()
    return PlayedHand(
        winner=position.seats[result.winner],
        points=result.score.points,
        discarder=None if result.discarder is None else position.seats[result.discarder],
        robbed_kong=result.ending is HandEnding.ROBBED_KONG,
        flowers=result.score.hand.flowers,
        hand=format_hand(result.score.hand),
    )
