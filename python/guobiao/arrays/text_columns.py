"""Columns of texts as they come: lists, NumPy arrays, series of pandas and Polars, Arrow arrays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from mahjong_core.lines import find_lines, find_parts, read_spans, read_text
from mahjong_core.messages import shown

from ..errors import BatchError
from ..masked import is_masked
from ..notation.utf8 import decoded
from ..values import checked_items

__all__ = ["LineText", "line_text", "listed_texts", "text_of"]

_BOM: Final = b"\xef\xbb\xbf"


def listed_texts(lines: Iterable[object]) -> list[Any]:
    """The values of a column in their order; those of Arrow as bytes, since nobody has checked that
    they are UTF-8.

    A value that is not a text stays unchanged. Raises ``BatchError`` for a single text, a table, a
    dict, and an array of another shape or with a mask.
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


class LineText(NamedTuple):
    """The lines of one text: the letters as an array, and what tells the compiled ``reader`` where
    the lines are.
    """

    letters: Any
    places: Any
    size: int
    reader: Callable[..., None]
    spans: Callable[[Sequence[int]], Iterator[tuple[int, int]]]
    """Where lines begin and end, by their numbers in order."""

    def lines(self, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        """The lines with these numbers, which are in order."""
        for number, (start, stop) in zip(numbers, self.spans(numbers)):
            yield number, self.letters[start:stop].tobytes()


def line_text(data: Any) -> LineText | None:
    """The lines of a text, which its bytes hold, or the values of an Arrow column of texts; None
    for one with nulls. A byte order mark is no part of the text.

    Raises ``BatchError`` if it has no bytes of a text.
    """
    arrow = sys.modules.get("pyarrow")
    if arrow is not None and isinstance(data, (arrow.Array, arrow.ChunkedArray)):
        return _lines_of_arrow(data, arrow)
    if isinstance(data, str):
        raise BatchError("data is a str: expected bytes, as text.encode() gives them")
    try:
        view = memoryview(data)
    except TypeError:
        raise BatchError(
            f"data is a {type(data).__name__}: expected the bytes of a text (from_lines takes a "
            "column of texts)"
        ) from None
    if not view.contiguous or view.ndim != 1 or view.itemsize != 1:
        raise BatchError("data is no plain row of bytes: expected the bytes of a text")
    return _lines_of_bytes(view)


def _lines_of_bytes(view: memoryview) -> LineText:
    import numpy as np

    text = np.frombuffer(view, np.uint8)
    if bytes(text[:3]) == _BOM:
        text = text[3:]
    parts = np.array(find_parts(text), np.int64)
    return LineText(
        text, parts, int(parts[-1, 1]), read_text, partial(_spans_in_parts, text, parts)
    )


def _spans_in_parts(text: Any, parts: Any, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The parts with these lines are looked through once more."""
    import numpy as np

    found, spans, begin, first = -1, np.empty((0, 2), np.int64), 0, 0
    for number, part in zip(numbers, np.searchsorted(parts[:, 1], numbers, "right") - 1):
        if part != found:
            found, (begin, first) = part, parts[part].tolist()
            letters = text[begin : parts[part + 1, 0]]
            spans = np.empty((find_lines(letters), 2), np.int64)
            find_lines(letters, spans)
        start, stop = spans[number - first].tolist()
        yield begin + start, begin + stop


def _lines_of_arrow(column: Any, arrow: Any) -> LineText | None:
    import numpy as np

    if isinstance(column, arrow.ChunkedArray):
        column = column.combine_chunks()
    try:
        column = column.cast(arrow.large_binary())
    except (arrow.ArrowInvalid, arrow.ArrowNotImplementedError):
        return None  # no texts: each row is told
    if column.null_count:
        return None
    _, offsets, letters = column.buffers()
    if offsets is None or not len(column):
        return _spanned(np.empty(0, np.uint8), np.empty((0, 2), np.int64))
    places = np.frombuffer(offsets, np.int64)[column.offset : column.offset + len(column) + 1]
    text = np.frombuffer(letters, np.uint8) if letters else np.empty(0, np.uint8)
    return _spanned(text, np.stack((places[:-1], places[1:]), axis=1))


def _spanned(text: Any, spans: Any) -> LineText:
    return LineText(
        text, spans, len(spans), read_spans, lambda numbers: map(tuple, spans[numbers].tolist())
    )


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
