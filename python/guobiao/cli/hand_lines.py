"""Hands from arguments, files and standard input, one a line, in constant memory."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

from ..errors import GuobiaoError, NotationError, RecordError
from ..files.limited_files import PatientStream
from ..files.limited_lines import limited_lines
from ..notation.alphabets import BLANKS
from ..notation.utf8 import decoded
from ..visible import visible
from .console import Stop

__all__ = ["MAX_LINE_BYTES", "HandLine", "from_arguments", "hand_line", "open_lines", "read_lines"]

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


def from_arguments(hands: Sequence[str], file: str | None) -> Iterator[HandLine]:
    """The hands of the arguments in order (``-``: the lines of standard input), then the file's.

    Raises ``Stop`` at once if the file cannot be opened, and later if reading it fails.
    """
    opened = None if file is None else open_lines(file)
    return _chained(hands, file or "", opened)


def _chained(hands: Sequence[str], name: str, opened: BinaryIO | None) -> Iterator[HandLine]:
    for hand in hands:
        if hand == "-":
            yield from read_lines(open_lines("-"), "-")
        else:
            yield HandLine(hand)
    if opened is not None:
        with opened:
            yield from read_lines(opened, name)


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
    where = f"{visible(name)}:{number}" if name != "-" else f"line {number}"
    line = _decoded(content.rstrip(b"\r\n"), where, live)
    text = line.text.strip(BLANKS)
    return line if text and not text.startswith("#") else None


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
