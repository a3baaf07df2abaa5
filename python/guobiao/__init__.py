"""guobiao: scores hands of Chinese Official Mahjong (国标麻将, Mahjong Competition Rules): exact,
explained, compiled.

>>> from guobiao import score
>>> hand = score("[CCCC]234567m99p34s5s|EE1000")
>>> hand.points, hand.qualifies, [fan.fan.zh for fan in hand.fans]
(9, True, ['不求人', '箭刻', '暗杠', '连六'])
"""

# ruff: noqa: F403, F405 (the names of _LATER come to type checkers by star imports)
from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import core_check as core_check
from .errors import (
    BatchError,
    ContradictionError,
    FormatError,
    GuobiaoError,
    HandError,
    MissingExtraError,
    MissingNameError,
    NotationError,
    NotWinningError,
    ProfileError,
    SettlementError,
)
from .evaluate import is_win, score, waits
from .fan import Fan, parse_fan
from .hand import Hand, Meld, MeldKind
from .later_names import LATER
from .profiles import RuleProfile, get_profile, load_profile
from .result import CountedFan, DroppedFan, Form, Principle, Score, SetKind, Split, TileSet, Wait
from .tiles import Seat, Tile, parse_tile

if TYPE_CHECKING:  # the names of _LATER
    from .analysis.discards import *
    from .analysis.reach import *
    from .analysis.shanten import *
    from .arrays.batch import *
    from .arrays.shanten import *
    from .competition.settlement import *
    from .notation import *

    __version__: str

__all__ = [
    "BatchEffectiveTiles",
    "BatchError",
    "BatchScores",
    "BatchShanten",
    "BatchStatus",
    "BatchWaitPoints",
    "BatchWaits",
    "ContradictionError",
    "CountedFan",
    "Discard",
    "DroppedFan",
    "EffectiveTile",
    "EffectiveTiles",
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
    "MissingNameError",
    "NotWinningError",
    "NotationError",
    "Payment",
    "PaymentReason",
    "Principle",
    "ProfileError",
    "Reach",
    "Route",
    "RuleProfile",
    "Score",
    "Seat",
    "SetKind",
    "Settlement",
    "SettlementError",
    "Shanten",
    "Split",
    "Tile",
    "TileSet",
    "Wait",
    "__version__",
    "discards",
    "effective_batch",
    "effective_tiles",
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
    "reach",
    "score",
    "score_batch",
    "settle",
    "settle_batch",
    "settle_draw",
    "settle_points",
    "shanten",
    "shanten_batch",
    "wait_points_batch",
    "waits",
    "waits_batch",
]


# Names that need NumPy, and names that few programs use, are imported on first use. The others are
# there at once and need nothing.
_LATER: Final = LATER
_NEED_NUMPY: Final = (*_LATER["arrays.batch"], *_LATER["arrays.shanten"])

# Python asks ``__getattr__`` for it: without NumPy, a star import leaves out the names that need
# it.
_ALL: Final = __all__
del __all__


def __dir__() -> list[str]:
    """The public names; without NumPy, those that do not need it."""
    return sorted(_names_here())


def _names_here() -> list[str]:
    from .later import are_installed

    return [known for known in _ALL if known not in _NEED_NUMPY or are_installed(["numpy"])]


def __getattr__(name: str) -> object:
    from .later import load_later

    for module, names in _LATER.items():
        if name in names:
            found = load_later(__name__, module, name)
            globals()[name] = found
            return found
    if name == "__all__":
        return _names_here()
    # The version is the distribution's, looked up when somebody asks: importing the metadata costs
    # more than the package.
    if name == "__version__":
        from importlib.metadata import version

        return version("guobiao")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
