"""``guobiao score --points``: one total on each line. Compiled code scores blocks of a file."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final, NamedTuple

from mahjong_core.crew import Crew
from mahjong_core.line_points import NUMBER_BYTES, joined_numbers, score_lines
from mahjong_core.lines import find_lines

from .. import evaluate
from ..errors import GuobiaoError
from ..files.limited_lines import limited_lines
from ..notation import parse_hand
from ..profiles import RuleProfile
from ..visible import visible
from .console import Progress
from .hand_lines import MAX_LINE_BYTES, HandLine, hand_line

__all__ = ["error_line", "is_regular", "print_points"]

_BLOCK: Final = 1 << 22
_NOT_FINE: Final = re.compile(rb"[^\0]", re.DOTALL)
_MARK: Final = b"\xef\xbb\xbf"
_LINES_WORTH_A_THREAD: Final = 2000


class Block(NamedTuple):
    """Whole lines of a file. ``number`` is that of the first one; a file begins with line 1."""

    text: bytes
    number: int


def error_line(line: HandLine, error: GuobiaoError) -> str:
    """An error as one line of output: its place, and the first line of its message."""
    first = visible(str(error).split("\n", 1)[0])
    return f"error: {line.where}: {first}" if line.where else f"error: {first}"


def is_regular(stream: BinaryIO) -> bool:
    """Whether it is a file on disk with a known size, and not a pipe or a keyboard."""
    try:
        return os.fstat(stream.fileno()).st_size > 0 and stream.seekable()
    except (OSError, ValueError):
        return False


def print_points(
    stream: BinaryIO, name: str, profile: RuleProfile, dragons: str | None, threads: int
) -> tuple[int, int]:
    """Print the points of each hand of a file, or its error, in the order of the lines.

    Returns how many lines held a hand, and how many of these were wrong.
    """
    out = sys.stdout.buffer
    sys.stdout.flush()
    scorer = _Scorer(name, profile, dragons, threads)
    progress = Progress(wanted=True, total=os.fstat(stream.fileno()).st_size)
    for block in _blocks(stream):
        for piece in scorer.points(block):
            out.write(piece)
        progress.advance(scorer.hands, stream.tell())
    out.flush()
    progress.close()
    return scorer.hands, scorer.wrong


def _blocks(stream: BinaryIO) -> Iterator[Block]:
    """The file in blocks of whole lines. A last line without an end is a block of its own."""
    rest, number = b"", 1
    while piece := stream.read(_BLOCK):
        text = rest + piece
        if number == 1 and not rest:
            text = text.removeprefix(_MARK)
        end = text.rfind(b"\n") + 1
        if not end:  # lines may end with CR; not the last byte: its LF may follow
            end = text.rfind(b"\r", 0, len(text) - 1) + 1
        if end:
            yield Block(text[:end], number)
            number += _count_lines(text[:end])
        rest = text[end:]
        if len(rest) > 2 * _BLOCK:  # one endless line: its beginning is enough for the error
            rest = rest[: 2 * MAX_LINE_BYTES]
    if rest:
        yield Block(rest, number)


def _count_lines(text: bytes) -> int:
    return find_lines(text) - text.count(b"\r\r\n")


class _Scorer:
    """Scores blocks, and counts the ``hands`` and the ``wrong`` ones of all of them."""

    def __init__(self, name: str, profile: RuleProfile, dragons: str | None, threads: int) -> None:
        self.hands = 0
        self.wrong = 0
        self._name, self._profile, self._dragons = name, profile, dragons
        self._threads = threads

    def points(self, block: Block) -> Iterator[bytes]:
        """The output of a block, in pieces."""
        if b"\r\r" in block.text:  # only the slow reader knows these ends of lines
            yield from self._one_by_one(block)
            return
        count = find_lines(block.text)
        spans = memoryview(bytearray(16 * count)).cast("q", (count, 2))
        find_lines(block.text, spans)
        numbers = memoryview(bytearray(NUMBER_BYTES * count)).cast("B", (count, NUMBER_BYTES))
        status = bytearray(count)
        work = partial(score_lines, self._profile.tables, block.text, spans, numbers, status)
        Crew(work).run(self._slices(count))
        yield from self._output(block, spans, numbers, status)

    def _slices(self, count: int) -> list[tuple[int, int]]:
        parts = min(self._threads, max(1, count // _LINES_WORTH_A_THREAD))
        ends = [count * part // parts for part in range(parts + 1)]
        return list(zip(ends, ends[1:]))

    def _output(
        self, block: Block, spans: memoryview, numbers: memoryview, status: bytearray
    ) -> Iterator[bytes]:
        """The scored hands in long pieces; the lines between them one by one."""
        start, count = 0, len(status)
        for row in _rows_with_status(status):
            if row > start:
                yield joined_numbers(numbers, start, row)
            begin, end = spans[row, 0], spans[row, 1]
            yield self._told(
                block.text[begin : min(end, begin + MAX_LINE_BYTES)], block.number + row
            )
            start = row + 1
        yield joined_numbers(numbers, start, count)
        self.hands += status.count(0)

    def _one_by_one(self, block: Block) -> Iterator[bytes]:
        lines = limited_lines(io.BytesIO(block.text), MAX_LINE_BYTES)
        for number, content in enumerate(lines, start=block.number):
            yield self._told(content, number)

    def _told(self, content: bytes, number: int) -> bytes:
        """The output of a line that compiled code has not scored: points or an error; nothing if it
        holds no hand.
        """
        line = hand_line(content, self._name, number)
        if line is None:
            return b""
        self.hands += 1
        try:
            if line.error is not None:
                raise line.error
            hand = parse_hand(line.text, rules=self._profile, dragons=self._dragons)
            return b"%d\n" % evaluate.score(hand, rules=self._profile).points
        except GuobiaoError as error:
            self.wrong += 1
            return error_line(line, error).encode("utf-8", "backslashreplace") + b"\n"


def _rows_with_status(status: bytearray) -> Iterator[int]:
    return (found.start() for found in _NOT_FINE.finditer(status))
