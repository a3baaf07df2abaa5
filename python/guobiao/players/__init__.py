"""Built-in players: ``random``, ``shanten`` (also called ``greedy``) and ``reach``.

>>> from guobiao.table import TableHand, play_hand
>>> players = [make_player(name) for name in ("greedy", "random", "random", "random")]
>>> for seat, player in zip(Seat, players):
...     player.new_hand(seat=seat, seed=5)
>>> play_hand(TableHand(seed=1), players).ending.name
'DISCARD'
"""

from __future__ import annotations

from typing import Final, Protocol

from mahjong_core.messages import shown

from ..errors import TableError
from ..profiles import RuleProfile
from ..table import Observation
from ..tiles import Seat
from ..values import checked_text
from .at_random import RandomPlayer
from .by_reach import ReachPlayer
from .by_shanten import ShantenPlayer

__all__ = [
    "PLAYER_NAMES",
    "BuiltInPlayer",
    "RandomPlayer",
    "ReachPlayer",
    "ShantenPlayer",
    "make_player",
]

PLAYER_NAMES: Final = ("random", "greedy", "shanten", "reach")
"""The names of the built-in players."""


class BuiltInPlayer(Protocol):
    """A player that is told when a hand begins. ``seed`` is for what it does at random."""

    def new_hand(self, *, seat: Seat, seed: int) -> None:
        """Forget the last hand."""

    def act(self, observation: Observation) -> int:
        """One of the observation's ``legal_actions``."""


def make_player(name: str, *, rules: str | RuleProfile = "mil") -> BuiltInPlayer:
    """A built-in player by its name.

    ``rules``: the profile that it plays by (the minimum, the points).

    Raises ``TableError`` if the name is unknown.

    >>> type(make_player("greedy")).__name__
    'ShantenPlayer'
    """
    checked_text("the name of a player", name, TableError)
    if name == "reach":
        return ReachPlayer(rules=rules)
    if name in ("greedy", "shanten"):
        return ShantenPlayer()
    if name == "random":
        return RandomPlayer()
    raise TableError(f"{shown(name)} is no player: expected one of {', '.join(PLAYER_NAMES)}")
