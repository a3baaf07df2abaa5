"""Arrays as the compiled loops take them, and loops over slices of their rows in threads. Needs
NumPy (``pip install guobiao[numpy]``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Final

from mahjong_core.crew import Crew
from mahjong_core.messages import shown

from ..errors import BatchError
from ..later import need_numpy
from ..masked import is_masked
from ..values import checked_whole, whole_number

need_numpy()
import numpy as np  # noqa: E402

__all__ = ["check_array", "in_threads", "pieces", "row_of", "slices"]

_ROWS_WORTH_A_THREAD: Final = 2000  # rows: scoring them takes about as long as starting a thread
_PIECE_ROWS: Final = 1 << 16


def slices(count: int, threads: object, worth: int = _ROWS_WORTH_A_THREAD) -> list[tuple[int, int]]:
    """The rows in slices of at least ``worth`` rows, one for each thread. Raises ``BatchError`` if
    ``threads`` is not a number of threads.
    """
    asked = checked_whole(
        "threads", threads, 0, None, BatchError, "a whole number, 0 for all cores"
    )
    number = min(asked or _core_count(), max(1, count // worth))
    ends = [count * part // number for part in range(number + 1)]
    return list(zip(ends, ends[1:]))


def _core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pieces(count: int) -> Iterator[slice]:
    """The rows in pieces for operations on whole arrays. An interrupt waits for one piece only, and
    the memory that a piece needs stays small.
    """
    return (slice(start, start + _PIECE_ROWS) for start in range(0, count, _PIECE_ROWS))


def in_threads(work: Callable[[int, int], object], slices: list[tuple[int, int]]) -> None:
    """Runs ``work``, a compiled loop without the GIL, over the slices: one a thread, the first in
    the calling one.

    Raises what one of them raised, or what a signal brings (``KeyboardInterrupt``), after all
    threads have stopped. The rows go in pieces of some hundredths of a second; those that are not
    begun then are left as they are.
    """
    Crew(work).run(slices)


def check_array(
    name: str, array: Any, shape: tuple[int | None, ...], kind: type[np.generic]
) -> None:
    """Raises ``BatchError`` unless it is a C-contiguous array of that type and shape
    (None: any length).
    """
    problem = _problem_of_array(array, shape, kind)
    if problem:
        rows = ", ".join("n" if length is None else str(length) for length in shape)
        raise BatchError(
            f"{name} {problem}: expected a C-contiguous array of {np.dtype(kind)} with shape "
            f"({rows}{',' * (len(shape) == 1)})"
        )


def _problem_of_array(
    array: Any, shape: tuple[int | None, ...], kind: type[np.generic]
) -> str | None:
    if not isinstance(array, np.ndarray):
        return f"is {type(array).__name__}"
    if is_masked(array):
        return "is a masked array, whose hidden values would count"
    if not (array.dtype.type is kind and array.dtype.isnative) and array.dtype != kind:
        return f"has the type {array.dtype}"
    if array.shape != shape and not _fits(array.shape, shape):
        return f"has the shape {array.shape}"
    if not array.flags.c_contiguous:
        return "is not C-contiguous (np.ascontiguousarray copies it so)"
    return None if array.flags.aligned else "is not aligned (np.require copies it so)"


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(
        want in (None, have) for want, have in zip(wanted, shape)
    )


def row_of(index: object, count: int) -> int:
    """The number of a row, as a list takes an index. Raises ``TypeError`` if it is not a whole
    number, and ``IndexError`` if there is no such row.
    """
    row = whole_number(index)
    if row is None:
        raise TypeError(f"{shown(index)} is no row: expected a whole number")
    return range(count)[row]
