"""Lines of files that nobody has checked, cut to a bound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

__all__ = ["decode_line", "limited_lines"]

_MARK: Final = b"\xef\xbb\xbf"
# A line ends with LF, CR LF or CR; with CR CR LF where a program of Windows wrote CR LF as text.
_LINE: Final = re.compile(rb"[^\r\n]*(?:\r{0,2}\n|\r)|[^\r\n]+")


def limited_lines(stream: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """The lines with their ends (LF, CR LF or CR), a byte order mark skipped.

    Only the beginning of a line of more than ``most_bytes``.
    """
    mark = _MARK
    for line in _lines(stream, most_bytes):
        yield line[:most_bytes].removeprefix(mark)
        mark = b""


def _lines(stream: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """The beginning of a line that is too long; it may end in its CR."""
    begun = b""  # a line whose end has not come
    while piece := stream.readline(most_bytes):
        if not begun and piece.endswith(b"\n") and b"\r" not in piece[:-2]:
            yield piece
            continue
        *lines, last = _LINE.findall(begun + piece)
        yield from lines
        if last.endswith(b"\n"):
            yield last
            last = b""
        # A CR is an end of its own if no LF follows.
        begun = last[:most_bytes] + (b"\r" if last[most_bytes:].endswith(b"\r") else b"")
    if begun:
        yield begun


def decode_line(line: bytes) -> str:
    """The line as text, UTF-8, without a last character that was cut in half with the line.

    Raises ``UnicodeDecodeError`` if other bytes are not UTF-8.
    """
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise
        return line[: error.start].decode("utf-8")
