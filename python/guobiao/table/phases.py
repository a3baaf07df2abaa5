"""The words of play: phases, wall rules, endings, kinds of event."""

from __future__ import annotations

from enum import Enum, IntEnum

__all__ = ["EventKind", "HandEnding", "Phase", "WallRule"]


class Phase(IntEnum):
    """What is asked of the seat whose turn it is."""

    PLAY = 0
    """His own turn: discard, a concealed or added kong, a self-drawn win; after a chow or pung only a discard."""
    CLAIM = 1
    """An answer to a discard: win, kong, pung, chow, or pass."""
    ROB = 2
    """An answer to a tile that is added to a pung: win or pass."""
    OVER = 3
    """Nothing: the hand is over."""


class WallRule(Enum):
    """Where the tiles come from."""

    COMMON = "common"
    """One wall for all, as at the table; replacements come from its end."""
    OWN = "own"
    """A wall for each player, as on Botzone: his draws and replacements come from it in order."""

    @property
    def number(self) -> int:
        """0 or 1, as the core has it."""
        return 0 if self is WallRule.COMMON else 1


class HandEnding(IntEnum):
    """How a hand ended."""

    SELF_DRAWN = 1
    DISCARD = 2
    ROBBED_KONG = 3
    DRAW = 4

    @property
    def zh(self) -> str:
        """自摸 点和 抢杠和 荒牌."""
        return ("自摸", "点和", "抢杠和", "荒牌")[self - 1]


class EventKind(IntEnum):
    """The kinds of event."""

    DEAL = 0
    FLOWER = 1
    DRAW = 2
    REPLACEMENT = 3
    DISCARD = 4
    CHOW = 5
    PUNG = 6
    MELDED_KONG = 7
    CONCEALED_KONG = 8
    ADDED_KONG = 9
    WIN = 10
    DRAWN_GAME = 11
