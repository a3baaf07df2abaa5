"""The console: UTF-8 everywhere, closed pipes, aligned columns, progress."""

from __future__ import annotations

import errno
import io
import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..visible import visible
from .language import told

__all__ = [
    "Progress",
    "Stop",
    "complain",
    "discard_stdout",
    "display_width",
    "finish_stdout",
    "format_table",
    "is_closed_pipe",
    "is_terminal",
    "use_utf8",
    "visible_lines",
]


class Stop(Exception):  # noqa: N818  (it is shown, never caught by a user)
    """Wrong usage or an unreadable file: the message is shown and the command ends with 2."""


def use_utf8() -> None:
    """Write standard output and error as UTF-8 on any console; escape what cannot be encoded."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def complain(message: str) -> None:
    """A message for people on standard error, its control characters escaped; lost if nobody can
    read it.
    """
    if sys.stderr is None:
        return
    try:
        print(f"guobiao: {visible_lines(told(message))}", file=sys.stderr, flush=True)
    except OSError:
        return


def visible_lines(text: str) -> str:
    """The text with its control characters escaped, except the ends of lines.

    Our own messages may have several lines.
    """
    return "\n".join(map(visible, text.split("\n")))


def finish_stdout() -> None:
    """Flush standard output, so that a closed pipe is noticed now and not when Python exits."""
    if sys.stdout is not None:
        sys.stdout.flush()


def discard_stdout() -> None:
    """Throw away what is still buffered, so that Python's last flush cannot fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, AttributeError, ValueError):  # standard output is no real file
        return


def is_closed_pipe(error: OSError) -> bool:
    """Whether the reader of standard output has gone (Windows says EINVAL)."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)


def is_terminal(stream: object) -> bool:
    """Whether there is such a stream and it is a terminal."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty is not None and isatty())


def display_width(text: str) -> int:
    """The columns that the text takes on a terminal: two for a Chinese character."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def format_table(rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """The rows as lines, their columns aligned and two blanks apart.

    The columns ``right`` are aligned to the right. Control characters are escaped.
    """
    listed = [tuple(map(visible, row)) for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*listed, strict=True)]
    return [
        "  ".join(_padded(cell, widths[k], k in right) for k, cell in enumerate(row)).rstrip()
        for row in listed
    ]


def _padded(cell: str, width: int, to_the_right: bool) -> str:
    blanks = " " * (width - display_width(cell))
    return blanks + cell if to_the_right else cell + blanks


_SECONDS_BETWEEN: Final = 0.5


class Progress:
    """A line on standard error that counts hands, or what ``unit`` says.

    It is shown if it is ``wanted`` and standard error is a terminal. If standard output is a
    terminal too, it is shown only with ``beside_output``: call ``clear`` before you print there.
    ``total`` is the last place of ``advance``, or of what ``place`` returns; with it the line tells
    the time left. ``step`` looks at the clock once in ``every`` calls.
    """

    def __init__(
        self,
        *,
        wanted: bool,
        unit: str = "hands",
        beside_output: bool = False,
        every: int = 64,
        total: int = 0,
        place: Callable[[], int] | None = None,
    ) -> None:
        self._shown = (
            wanted and is_terminal(sys.stderr) and (beside_output or not is_terminal(sys.stdout))
        )
        self._unit = unit
        self._every = every
        self._total = total
        self._place = 0
        self._asked_place = place
        self._started = self._last = time.monotonic()
        self._hands = 0
        self._width = 0

    def step(self) -> None:
        """Count one hand more."""
        self._hands += 1
        if (
            self._shown
            and self._hands % self._every == 0
            and (now := time.monotonic()) - self._last >= _SECONDS_BETWEEN
        ):
            self._last = now
            if self._asked_place is not None:
                self._place = self._asked_place()
            self._show(now)

    def advance(self, hands: int, place: int) -> None:
        """Set the count to ``hands`` and the place in ``total`` to ``place``."""
        self._hands, self._place = hands, place
        if self._shown and (now := time.monotonic()) - self._last >= _SECONDS_BETWEEN:
            self._last = now
            self._show(now)

    def clear(self) -> None:
        """Remove the line until the next step shows it again."""
        if self._width:
            print(f"\r{' ' * self._width}\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def close(self) -> None:
        """End the line, if one was begun."""
        if self._last != self._started:
            self._show(time.monotonic())
            print(file=sys.stderr, flush=True)

    def _show(self, now: float) -> None:
        line = (
            f"{self._hands:,} {self._unit}, "
            f"{self._hands / max(now - self._started, 1e-9):,.0f} a second"
        )
        if self._total and self._place:
            share = self._place / self._total
            left = (now - self._started) * (1 / share - 1)
            line += f", {share:.0%} of the file, {left:,.0f} s left"
        print(f"\r{line} ", end="", file=sys.stderr, flush=True)
        self._width = len(line) + 1
