"""The words of play: phases, wall rules, endings, kinds of event."""

from __future__ import annotations

from enum import Enum, IntEnum

from mahjong_core import codes

__all__ = ["EventKind", "HandEnding", "Phase", "WallRule"]


class Phase(IntEnum):
    """What is asked of the seat whose turn it is."""

    PLAY = codes.PLAY_PHASE
    """The own turn: discard, a concealed or added kong, a self-drawn win; after a chow or pung only
    a discard.
    """
    CLAIM = codes.CLAIM_PHASE
    """An answer to a discard: win, kong, pung, chow, or pass."""
    ROB = codes.ROB_PHASE
    """An answer to a tile that is added to a pung: win or pass."""
    OVER = codes.OVER_PHASE
    """Nothing: the hand is over."""


class WallRule(Enum):
    """Where the tiles come from."""

    COMMON = "common"
    """One wall for all, as at the table; replacements come from its end."""
    OWN = "own"
    """A wall for each player, as on Botzone: its draws and replacements come from it in order."""

    @property
    def number(self) -> int:
        """0 or 1, as the core has it."""
        return codes.COMMON_WALL if self is WallRule.COMMON else codes.OWN_WALL


class HandEnding(IntEnum):
    """How a hand ended."""

    SELF_DRAWN = codes.SELF_DRAWN_WIN
    DISCARD = codes.DISCARD_WIN
    ROBBED_KONG = codes.ROBBED_WIN
    DRAW = codes.DRAWN_GAME

    @property
    def zh(self) -> str:
        """自摸 点和 抢杠和 荒牌."""
        return ("自摸", "点和", "抢杠和", "荒牌")[self - 1]


class EventKind(IntEnum):
    """The kinds of event."""

    DEAL = codes.DEAL_EVENT
    FLOWER = codes.FLOWER_EVENT
    DRAW = codes.DRAW_EVENT
    REPLACEMENT = codes.REPLACEMENT_EVENT
    DISCARD = codes.DISCARD_EVENT
    CHOW = codes.CHOW_EVENT
    PUNG = codes.PUNG_EVENT
    MELDED_KONG = codes.MELDED_KONG_EVENT
    CONCEALED_KONG = codes.CONCEALED_KONG_EVENT
    ADDED_KONG = codes.ADDED_KONG_EVENT
    WIN = codes.WIN_EVENT
    DRAWN_GAME = codes.DRAWN_GAME_EVENT
