"""Arrays as the compiled loops take them, and loops over slices of their rows in threads. Needs NumPy (``pip install guobiao[numpy]``)."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any, Final

from mahjong_core.messages import shown

from .errors import BatchError, MissingExtraError
from .masked import is_masked
from .values import whole_number

try:
    import numpy as np
except ModuleNotFoundError:
    raise MissingExtraError("batches need NumPy, which is not installed: pip install guobiao[numpy]") from None

__all__ = ["check_array", "in_threads", "row_of", "slices"]

_ROWS_WORTH_A_THREAD: Final = 2000  # starting a thread costs about as much as scoring so many


def slices(count: int, threads: object, worth: int = _ROWS_WORTH_A_THREAD) -> list[tuple[int, int]]:
    """So many rows in as many slices as there are to be threads, at least ``worth`` rows each; ``BatchError`` if these are no number."""
    asked = whole_number(threads, 0)
    if asked is None:
        raise BatchError(f"threads is {shown(threads)}: expected a whole number, 0 for all cores")
    number = min(asked or _core_count(), max(1, count // worth))
    ends = [count * part // number for part in range(number + 1)]
    return list(zip(ends, ends[1:]))


def _core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_threads(work: Callable[[int, int], None], slices: list[tuple[int, int]]) -> None:
    """Runs ``work``, which holds no GIL, over the slices: one a thread, the first in the calling one. Raises what one of them raised."""
    errors: list[BaseException] = []

    def carry_out(start: int, stop: int) -> None:
        try:
            work(start, stop)
        except BaseException as error:
            errors.append(error)

    started = []
    for slice_ in slices[1:]:
        thread = threading.Thread(target=carry_out, args=slice_)
        try:
            thread.start()
        except RuntimeError:  # the system gives no more of them
            carry_out(*slice_)
        else:
            started.append(thread)
    carry_out(*slices[0])
    for thread in started:
        thread.join()
    if errors:
        raise errors[0]


def check_array(name: str, array: Any, shape: tuple[int | None, ...], kind: type[np.generic]) -> None:
    """``BatchError`` unless it is a C-contiguous array of that type and shape (None: any length)."""
    problem = _problem_of_array(array, shape, kind)
    if problem:
        rows = ", ".join("n" if length is None else str(length) for length in shape)
        raise BatchError(
            f"{name} {problem}: expected a C-contiguous array of {np.dtype(kind)} with shape ({rows}{',' * (len(shape) == 1)})"
        )


def _problem_of_array(array: Any, shape: tuple[int | None, ...], kind: type[np.generic]) -> str | None:
    if not isinstance(array, np.ndarray):
        return f"is {type(array).__name__}"
    if is_masked(array):
        return "is a masked array, whose hidden values would count"
    if array.dtype != kind:
        return f"has the type {array.dtype}"
    if array.ndim != len(shape) or any(want not in (None, have) for want, have in zip(shape, array.shape)):
        return f"has the shape {array.shape}"
    if not array.flags.c_contiguous:
        return "is not C-contiguous (np.ascontiguousarray copies it so)"
    return None if array.flags.aligned else "is not aligned (np.require copies it so)"


def row_of(index: object, count: int) -> int:
    """A row of so many, from 0, as a list has it: ``TypeError`` for what is no whole number, ``IndexError`` for no row."""
    row = whole_number(index)
    if row is None:
        raise TypeError(f"{shown(index)} is no row: expected a whole number")
    return range(count)[row]
