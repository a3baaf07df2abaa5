"""Columns of texts as they come: lists, NumPy arrays, series of pandas and Polars, Arrow arrays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from mahjong_core.messages import shown

from ..errors import BatchError
from ..masked import is_masked
from ..notation.utf8 import decoded
from ..values import checked_items

__all__ = ["listed_texts", "text_of"]


def listed_texts(lines: Iterable[object]) -> list[Any]:
    """The values of a column in their order; those of Arrow as bytes, since nobody has checked that
    they are UTF-8.

    What is no text stays as it is. Raises ``BatchError`` for a single text, a table, a dict, and an
    array of another shape or with a mask.
    """
    if isinstance(lines, str | bytes | bytearray | memoryview):
        raise BatchError(
            "lines is one text: expected one text a hand, as text.splitlines() gives them"
        )
    if isinstance(lines, Mapping) or hasattr(type(lines), "columns"):
        raise BatchError(
            f"lines is a {type(lines).__name__}: expected one text a hand, as in one column of it"
        )
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and isinstance(lines, (arrow.Array, arrow.ChunkedArray)):
        return _listed_arrow(lines, arrow)
    _check_shape(lines)
    return list(checked_items("lines", lines, BatchError))


def text_of(line: Any) -> object:
    """A value of a column as str if it is a text. Raises ``NotationError`` for bytes that are not
    UTF-8. Another value stays as it is.
    """
    try:
        # A scalar of Arrow.
        value = line.as_py() if hasattr(type(line), "as_py") else line
    except UnicodeDecodeError as error:
        value = error.object
    return decoded(bytes(value)) if isinstance(value, bytes | bytearray) else value


def _listed_arrow(lines: Any, arrow: Any) -> list[Any]:
    """Texts of any kind, and dictionaries of texts, as bytes; nulls as None."""
    try:
        column = lines.cast(arrow.large_binary())
    except (arrow.ArrowInvalid, arrow.ArrowNotImplementedError):  # no texts
        column = lines
    from .buffers import pieces  # NumPy, which other columns do not need

    # Arrow looks for no interrupt.
    parts = (
        column.slice(rows.start, rows.stop - rows.start).to_pylist() for rows in pieces(len(column))
    )
    return [value for part in parts for value in part]


def _check_shape(lines: object) -> None:
    """Raises ``BatchError`` for an array that is no column."""
    shape, fields = (
        getattr(lines, "shape", None),
        getattr(getattr(lines, "dtype", None), "names", None),
    )
    if is_masked(lines):
        raise BatchError("lines is a masked array: expected one text a hand, none of them hidden")
    if fields or (isinstance(shape, tuple) and len(shape) != 1):
        what = f"has the fields {shown(fields, 60)}" if fields else f"has the shape {shape}"
        raise BatchError(f"lines {what}: expected one dimension, one text a hand")
