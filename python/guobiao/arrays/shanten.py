"""Shanten and effective tiles of many hands, from arrays. Needs NumPy (``pip install
guobiao[numpy]``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from mahjong_core import codes
from mahjong_core.distance import shanten as core

from ..errors import BatchError
from ..later import need_numpy
from ..tiles import SLOT_COUNT
from ..values import checked_flag
from .buffers import check_array, in_threads, slices

need_numpy()
import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

__all__ = ["BatchEffectiveTiles", "BatchShanten", "effective_batch", "shanten_batch"]

_COLUMN_COUNT: Final = codes.SHANTEN_COLUMNS  # the least, then the five forms
_MELD_COUNT: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class BatchShanten:
    """Shanten by row: ``shanten`` (n, 6) int8: the least, then the standard form, seven pairs,
    thirteen orphans, all-knitted and the knitted straight; -1 complete, 0 ready, 127 for a form
    that the melds rule out. ``status`` (n,) uint8 (``BatchStatus``); a row with a status other than
    0 has 127 only.
    """

    shanten: NDArray[np.int8]
    status: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class BatchEffectiveTiles:
    """Effective tiles by row: ``masks`` (n, 6) uint64, a bit a slot, for each column of ``shanten``
    the tiles that lower it (0 where the form is ruled out); ``shanten`` and ``status`` as in
    ``BatchShanten``.
    """

    masks: NDArray[np.uint64]
    shanten: NDArray[np.int8]
    status: Bytes


def shanten_batch(
    counts: Bytes, *, melds: Bytes | None = None, formal: bool = False, threads: int = 1
) -> BatchShanten:
    """The shanten numbers of every row, on ``threads`` threads (0: one a core); numbers and
    ``formal`` as in ``guobiao.shanten``.

    ``counts`` (n, 34) and ``melds`` (n, 4) are uint8 as in ``HandBatch``. A row of 10, 7, 4 or 1
    standing tiles (11, 8, 5 or 2 with the draw) and no melds is taken as that of a hand whose melds
    are not told: it needs as many sets and a pair, and what lies in the melds limits nothing. Where
    melds are given there must be four sets in all (``WRONG_NUMBER_OF_TILES``).

    Raises ``BatchError`` for an array of another type, shape or order.

    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, :13] = 1
    >>> shanten_batch(counts).shanten.tolist()
    [[0, 0, 6, 10, 8, 5]]
    """
    meld_codes, parts = _checked(counts, melds, threads)
    formal = checked_flag("formal", formal, BatchError)
    result = BatchShanten(
        np.empty((len(counts), _COLUMN_COUNT), np.int8), np.empty(len(counts), np.uint8)
    )
    in_threads(
        partial(core.shanten_rows, counts, meld_codes, formal, result.shanten, result.status), parts
    )
    return result


def effective_batch(
    counts: Bytes,
    *,
    melds: Bytes | None = None,
    formal: bool = False,
    standard_only: bool = False,
    threads: int = 1,
) -> BatchEffectiveTiles:
    """The tiles that lower each shanten number of every row; arguments, rows and errors as in
    ``shanten_batch``.

    ``standard_only`` looks at the standard form alone, several times as fast; the other forms are
    then as if ruled out.

    >>> counts = np.zeros((1, 34), np.uint8)
    >>> counts[0, :13] = 1
    >>> found = effective_batch(counts)
    >>> [slot for slot in range(34) if int(found.masks[0, 0]) >> slot & 1]
    [9, 12]
    """
    meld_codes, parts = _checked(counts, melds, threads)
    formal, standard_only = (
        checked_flag("formal", formal, BatchError),
        checked_flag("standard_only", standard_only, BatchError),
    )
    result = BatchEffectiveTiles(
        np.empty((len(counts), _COLUMN_COUNT), np.uint64),
        np.empty((len(counts), _COLUMN_COUNT), np.int8),
        np.empty(len(counts), np.uint8),
    )
    filled = (result.shanten, result.masks, result.status)
    in_threads(
        partial(core.effective_rows, counts, meld_codes, formal, standard_only, *filled), parts
    )
    return result


def _checked(
    counts: Bytes, melds: Bytes | None, threads: int
) -> tuple[Bytes, list[tuple[int, int]]]:
    """The melds (no meld if none are given) and the slices of the rows."""
    check_array("counts", counts, (None, SLOT_COUNT), np.uint8)
    if melds is None:
        melds = np.zeros((len(counts), _MELD_COUNT), np.uint8)
    check_array("melds", melds, (len(counts), _MELD_COUNT), np.uint8)
    return melds, slices(len(counts), threads)
