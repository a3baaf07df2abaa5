"""Lines of files that nobody has checked: none is longer than a bound, whatever stands in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["decode_line", "limited_lines"]


def limited_lines(stream: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """The lines with their ends, a byte order mark skipped; of a line of more than ``most_bytes`` only the beginning."""
    line, mark = stream.readline(most_bytes), b"\xef\xbb\xbf"
    while line:
        yield line.removeprefix(mark)
        mark = b""
        while len(line) == most_bytes and not line.endswith(b"\n"):
            line = stream.readline(most_bytes)
        line = stream.readline(most_bytes)


def decode_line(line: bytes) -> str:
    """The line as text, UTF-8; a last character of which only a part is there, since the line was cut, is left out.

    ``UnicodeDecodeError`` for other bytes that are not UTF-8.
    """
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise
        return line[: error.start].decode("utf-8")
