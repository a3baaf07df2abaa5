"""Hands from arguments, files and standard input, one a line, in constant memory."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO, Final

from ..errors import GuobiaoError, NotationError, RecordError
from ..files.limited_files import PatientStream
from ..files.limited_lines import limited_lines
from ..notation.alphabets import BLANKS
from ..notation.utf8 import decoded
from ..visible import visible
from .console import Stop

__all__ = ["MAX_LINE_BYTES", "HandLine", "HandSource", "hand_line", "open_lines", "read_lines"]

MAX_LINE_BYTES: Final = 1 << 16  # a longer line cannot be a hand: its rest is skipped


@dataclass(frozen=True, slots=True)
class HandLine:
    """One text that should be a hand.

    ``where`` says where it stands (empty for an argument); ``error`` why it is not even text.
    """

    text: str
    where: str = ""
    error: GuobiaoError | None = None
    live: bool = False
    """Whether it came from a program that may be waiting for the answer."""


class HandSource:
    """The hands of the arguments in order (``-``: the lines of standard input), then the file's.

    Raises ``Stop`` at once if the file cannot be opened, and later if reading it fails.
    ``total``: the bytes of the file, 0 if nobody knows.
    """

    def __init__(self, hands: Sequence[str], file: str | None) -> None:
        self._hands, self._name = hands, file or ""
        self._opened = None if file is None else open_lines(file)
        is_known = self._opened is not None and _is_regular_file(self._opened)
        self.total = os.fstat(self._opened.fileno()).st_size if self._opened and is_known else 0

    def __iter__(self) -> Iterator[HandLine]:
        for hand in self._hands:
            if hand == "-":
                yield from read_lines(open_lines("-"), "-")
            else:
                yield HandLine(hand)
        if self._opened is not None:
            with self._opened:
                yield from read_lines(self._opened, self._name)

    def place(self) -> int:
        """How many bytes of a file with a known size have been read."""
        return self._opened.tell() if self.total and self._opened else 0


def open_lines(name: str) -> BinaryIO:
    """The file, or standard input for ``-``. Raises ``Stop`` if it cannot be opened."""
    if name == "-":
        if sys.stdin is None:
            raise Stop("cannot read standard input: it is closed")
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise Stop(f"cannot read {visible(name)}: {_reason(error)}") from None


def read_lines(stream: BinaryIO, name: str) -> Iterator[HandLine]:
    """The hands of a file. A BOM, blank lines and lines that begin with ``#`` are skipped."""
    live = name == "-" and not _is_regular_file(stream)
    patient = PatientStream(stream)
    for number, content in enumerate(_lines(patient, name), start=1):
        if line := hand_line(content, name, number, live=live):
            patient.found()
            yield line


def hand_line(content: bytes, name: str, number: int, *, live: bool = False) -> HandLine | None:
    """One line of a file; None for a blank line and for one that begins with ``#``."""
    where = f"{_shown_name(name)}:{number}" if name != "-" else f"line {number}"
    line = _decoded(content.rstrip(b"\r\n"), where, live)
    text = line.text.strip(BLANKS)
    return line if text and not text.startswith("#") else None


_shown_name = lru_cache(1)(visible)  # the same for each line of a file


def _lines(stream: PatientStream, name: str) -> Iterator[bytes]:
    try:
        yield from limited_lines(stream, MAX_LINE_BYTES)
    except (OSError, RecordError) as error:
        raise Stop(f"cannot read {visible(name)}: {_reason(error)}") from None


def _decoded(content: bytes, where: str, live: bool) -> HandLine:
    try:
        return HandLine(decoded(content), where, live=live)
    except NotationError as error:
        return HandLine(error.text, where, error, live=live)


def _is_regular_file(stream: BinaryIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
