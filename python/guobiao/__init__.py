"""guobiao: scores hands of Chinese Official Mahjong (国标麻将, Mahjong Competition Rules): exact, explained, compiled.

>>> from guobiao import score
>>> hand = score("[CCCC]234567m99p34s5s|EE1000")
>>> hand.points, hand.qualifies, [fan.fan.zh for fan in hand.fans]
(9, True, ['不求人', '箭刻', '暗杠', '连六'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .errors import (
    BatchError,
    ContradictionError,
    FormatError,
    GuobiaoError,
    HandError,
    MissingExtraError,
    NotationError,
    NotWinningError,
    ProfileError,
    SettlementError,
)
from .evaluate import is_win, score, waits
from .fan import Fan, parse_fan
from .hand import Hand, Meld, MeldKind
from .notation import format_hand, format_tiles, parse_hand, parse_tiles
from .profiles import RuleProfile, get_profile, load_profile
from .result import CountedFan, DroppedFan, Form, Principle, Score, SetKind, Split, TileSet, Wait
from .settlement import Payment, PaymentReason, Settlement, settle, settle_batch, settle_draw, settle_points
from .tiles import Seat, Tile, parse_tile

if TYPE_CHECKING:
    from .batch import BatchScores, BatchStatus, BatchWaits, HandBatch, is_win_batch, score_batch, waits_batch

    __version__: str

__all__ = [
    "BatchError",
    "BatchScores",
    "BatchStatus",
    "BatchWaits",
    "ContradictionError",
    "CountedFan",
    "DroppedFan",
    "Fan",
    "Form",
    "FormatError",
    "GuobiaoError",
    "Hand",
    "HandBatch",
    "HandError",
    "Meld",
    "MeldKind",
    "MissingExtraError",
    "NotWinningError",
    "NotationError",
    "Payment",
    "PaymentReason",
    "Principle",
    "ProfileError",
    "RuleProfile",
    "Score",
    "Seat",
    "SetKind",
    "Settlement",
    "SettlementError",
    "Split",
    "Tile",
    "TileSet",
    "Wait",
    "__version__",
    "format_hand",
    "format_tiles",
    "get_profile",
    "is_win",
    "is_win_batch",
    "load_profile",
    "parse_fan",
    "parse_hand",
    "parse_tile",
    "parse_tiles",
    "score",
    "score_batch",
    "settle",
    "settle_batch",
    "settle_draw",
    "settle_points",
    "waits",
    "waits_batch",
]


# What needs NumPy is imported when somebody asks for it, so that the rest works without and is there at once.
_BATCH: Final = ("BatchScores", "BatchStatus", "BatchWaits", "HandBatch", "is_win_batch", "score_batch", "waits_batch")


def __getattr__(name: str) -> object:
    if name in _BATCH:
        from . import batch

        globals().update({known: getattr(batch, known) for known in _BATCH})
        return globals()[name]
    # The version is the distribution's, looked up when somebody asks: importing the metadata costs more than the package.
    if name == "__version__":
        from importlib.metadata import version

        return version("guobiao")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
