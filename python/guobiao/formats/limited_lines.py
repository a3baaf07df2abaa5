"""Lines of files that nobody has checked: none is longer than a bound, whatever stands in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["limited_lines"]


def limited_lines(stream: BinaryIO, most_bytes: int) -> Iterator[bytes]:
    """The lines with their ends, a byte order mark skipped; of a line of more than ``most_bytes`` only the beginning."""
    line, mark = stream.readline(most_bytes), b"\xef\xbb\xbf"
    while line:
        yield line.removeprefix(mark)
        mark = b""
        while len(line) == most_bytes and not line.endswith(b"\n"):
            line = stream.readline(most_bytes)
        line = stream.readline(most_bytes)
