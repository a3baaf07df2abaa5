"""``guobiao score --points``: one total on each line. Compiled code scores blocks of a file."""

from __future__ import annotations

import io
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

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

_BLOCK: Final = 1 << 19
_NOT_FINE: Final = re.compile(rb"[^\0]", re.DOTALL)
_MARK: Final = b"\xef\xbb\xbf"


class Block(NamedTuple):
    """Whole lines of a file. ``number`` is that of the first one; a file begins with line 1."""

    text: bytes
    number: int


class Scored(NamedTuple):
    """The output for a block of ``size`` bytes: how many lines held a hand, how many were wrong."""

    output: bytes
    hands: int
    wrong: int
    size: int


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
    scorer = _Scorer(name, profile, dragons)
    hands = wrong = done = 0
    progress = Progress(wanted=True, total=os.fstat(stream.fileno()).st_size)
    for scored in _in_order(scorer.score, _blocks(stream), threads):
        out.write(scored.output)
        hands, wrong, done = hands + scored.hands, wrong + scored.wrong, done + scored.size
        progress.advance(hands, done)
    out.flush()
    progress.close()
    return hands, wrong


def _in_order(
    score: Callable[[Block], Scored], blocks: Iterator[Block], threads: int
) -> Iterator[Scored]:
    """The scored blocks in their order; a few are read ahead for the threads."""
    if threads == 1:
        yield from map(score, blocks)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        begun = deque(pool.submit(score, block) for block in islice(blocks, threads + 1))
        try:
            while begun:
                scored = begun.popleft().result()
                begun.extend(pool.submit(score, block) for block in islice(blocks, 1))
                yield scored
        finally:
            pool.shutdown(cancel_futures=True)


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
    """Scores blocks; several at once in threads."""

    def __init__(self, name: str, profile: RuleProfile, dragons: str | None) -> None:
        self._name, self._profile, self._dragons = name, profile, dragons

    def score(self, block: Block) -> Scored:
        """The output of a block."""
        if b"\r\r" in block.text:  # only the slow reader knows these ends of lines
            lines = limited_lines(io.BytesIO(block.text), MAX_LINE_BYTES)
            texts = [self._told(line, block.number + row) for row, line in enumerate(lines)]
            return _scored(block, texts, texts)
        count = find_lines(block.text)
        spans = memoryview(bytearray(16 * count)).cast("q", (count, 2))
        find_lines(block.text, spans)
        numbers = memoryview(bytearray(NUMBER_BYTES * count)).cast("B", (count, NUMBER_BYTES))
        status = bytearray(count)
        score_lines(self._profile.tables, block.text, spans, numbers, status, 0, count)
        told = {
            row: self._told(_line(block.text, spans, row), block.number + row)
            for row in _rows_with_status(status)
        }
        pieces = _with_numbers(told, numbers, count)
        return _scored(block, pieces, told.values(), status.count(0))

    def _told(self, content: bytes, number: int) -> bytes:
        """The output of a line that compiled code has not scored: points or an error; nothing if it
        holds no hand.
        """
        line = hand_line(content, self._name, number)
        if line is None:
            return b""
        try:
            if line.error is not None:
                raise line.error
            hand = parse_hand(line.text, rules=self._profile, dragons=self._dragons)
            return b"%d\n" % evaluate.score(hand, rules=self._profile).points
        except GuobiaoError as error:
            return error_line(line, error).encode("utf-8", "backslashreplace") + b"\n"


def _line(text: bytes, spans: memoryview, row: int) -> bytes:
    begin, end = spans[row, 0], spans[row, 1]
    return text[begin : min(end, begin + MAX_LINE_BYTES)]


def _with_numbers(told: Mapping[int, bytes], numbers: memoryview, count: int) -> Iterator[bytes]:
    """The scored hands in long pieces, the lines that were told one by one between them."""
    start = 0
    for row, text in told.items():
        yield joined_numbers(numbers, start, row)
        yield text
        start = row + 1
    yield joined_numbers(numbers, start, count)


def _scored(
    block: Block, pieces: Iterable[bytes], told: Collection[bytes], hands: int = 0
) -> Scored:
    """A block with ``hands`` scored by compiled code, and lines ``told`` one by one."""
    wrong = sum(text.startswith(b"error") for text in told)
    hands += sum(map(bool, told))
    return Scored(b"".join(pieces), hands, wrong, len(block.text))


def _rows_with_status(status: bytearray) -> Iterator[int]:
    return (found.start() for found in _NOT_FINE.finditer(status))
