"""Hands from arguments, files and standard input, one a line, in constant memory."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

from ..errors import GuobiaoError, NotationError, RecordError
from ..limited_files import PatientStream
from ..visible import visible
from .console import Stop

__all__ = ["HandLine", "from_arguments", "open_lines", "read_lines"]

_MAX_BYTES: Final = 1 << 16  # a longer line is no hand: its rest is passed over
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class HandLine:
    """One text that should be a hand: ``where`` it stands (empty for an argument), and why it cannot even be read."""

    text: str
    where: str = ""
    error: GuobiaoError | None = None
    live: bool = False
    """It came from a program that may wait for the answer."""


def from_arguments(hands: Sequence[str], file: str | None) -> Iterator[HandLine]:
    """The hands of the arguments in their order (``-``: the lines of standard input), then those of the file.

    ``Stop`` at once if the file cannot be opened, later if it cannot be read on.
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
    """The file, or standard input for ``-``; ``Stop`` if it cannot be opened."""
    if name == "-":
        if sys.stdin is None:
            raise Stop("cannot read standard input: it is closed")
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise Stop(f"cannot read {visible(name)}: {_reason(error)}") from None


def read_lines(stream: BinaryIO, name: str) -> Iterator[HandLine]:
    """The hands of a file: a BOM, blank lines and lines that begin with ``#`` are passed over."""
    place = visible(name)
    live = name == "-" and not _is_regular_file(stream)
    number, patient = 0, PatientStream(stream)
    while line := _next_line(patient, name):
        number += 1
        if number == 1:
            line = line.removeprefix(_BOM)
        content = line.rstrip(b"\r\n")
        if content.strip() and not content.lstrip().startswith(b"#"):
            patient.found()
            yield _decoded(content, f"{place}:{number}" if name != "-" else f"line {number}", live)


def _next_line(stream: PatientStream, name: str) -> bytes:
    """A line with its end, empty at the end of the file; of a line that is too long only the beginning."""
    try:
        line = stream.readline(_MAX_BYTES)
        if len(line) == _MAX_BYTES:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(_MAX_BYTES)
    except (OSError, RecordError) as error:
        raise Stop(f"cannot read {visible(name)}: {_reason(error)}") from None
    return line


def _decoded(content: bytes, where: str, live: bool) -> HandLine:
    try:
        return HandLine(content.decode("utf-8"), where, live=live)
    except UnicodeDecodeError as error:
        text = content.decode("utf-8", "backslashreplace")
        column = len(content[: error.start].decode("utf-8"))
        problem = NotationError("bytes that are not UTF-8", text=text, column=column, expected="text in UTF-8")
        return HandLine(text, where, problem, live=live)


def _is_regular_file(stream: BinaryIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
