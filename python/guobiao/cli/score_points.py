"""``guobiao score --points``: one total on each line. Compiled code scores blocks of a file."""

from __future__ import annotations

import io
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from mahjong_core.line_points import score_text
from mahjong_core.scoring.rules import ProfileTables

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
_MARK: Final = b"\xef\xbb\xbf"


class Block(NamedTuple):
    """Whole lines of a file as the core has scored them: the ``points`` of its hands, how many
    ``lines`` it has, and each line without points: its place among the points, its number from 0,
    and where it begins and ends.
    """

    text: bytes
    points: bytes
    lines: int
    unscored: list[tuple[int, int, int, int]]


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
    teller = _Teller(name, profile, dragons)
    tables, done = profile.tables, 0
    progress = Progress(wanted=True, total=os.fstat(stream.fileno()).st_size)

    def scored(text: bytes) -> Block:
        return Block(text, *_score(tables, text))

    for block in _in_order(scored, _texts(stream), threads):
        for piece in teller.told(block):
            out.write(piece)
        done += len(block.text)
        progress.advance(teller.hands, done)
    out.flush()
    progress.close()
    return teller.hands, teller.wrong


def _score(
    tables: ProfileTables, text: bytes
) -> tuple[bytes, int, list[tuple[int, int, int, int]]]:
    """As ``score_text``; of a text with ends of lines that only the slow reader knows no hand."""
    if b"\r" not in text or b"\r\r" not in text:  # one letter is found much faster
        return score_text(tables, text)
    unscored, place = [], 0
    for number, line in enumerate(limited_lines(io.BytesIO(text), len(text))):
        unscored.append((0, number, place, place + len(line)))
        place += len(line)
    return b"", len(unscored), unscored


def _in_order(
    score: Callable[[bytes], Block], texts: Iterator[bytes], threads: int
) -> Iterator[Block]:
    """The scored blocks in their order. A few are read ahead for the threads."""
    if threads == 1:
        yield from map(score, texts)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        begun = deque(pool.submit(score, text) for text in islice(texts, 2 * threads))
        try:
            while begun:
                block = begun.popleft().result()
                begun.extend(pool.submit(score, text) for text in islice(texts, 1))
                yield block
        finally:
            pool.shutdown(cancel_futures=True)


def _texts(stream: BinaryIO) -> Iterator[bytes]:
    """The file in blocks of whole lines. A last line without an end is a block of its own."""
    rest, is_first = b"", True
    while piece := stream.read(_BLOCK):
        text = rest + piece
        if is_first:
            text, is_first = text.removeprefix(_MARK), False
        end = text.rfind(b"\n") + 1
        if not end:  # lines may end with CR; not the last byte: its LF may follow
            end = text.rfind(b"\r", 0, len(text) - 1) + 1
        if end:
            yield text[:end]
        rest = text[end:]
        if len(rest) > 2 * _BLOCK:  # one endless line: its beginning is enough for the error
            rest = rest[: 2 * MAX_LINE_BYTES]
    if rest:
        yield rest


class _Teller:
    """Puts the output together, and counts the ``hands`` and the ``wrong`` ones."""

    def __init__(self, name: str, profile: RuleProfile, dragons: str | None) -> None:
        self.hands = 0
        self.wrong = 0
        self._lines = 0
        self._name, self._profile, self._dragons = name, profile, dragons

    def told(self, block: Block) -> Iterator[bytes]:
        """The output of the next block, in pieces: points, and between them lines one by one."""
        start = 0
        for place, number, begin, end in block.unscored:
            yield block.points[start:place]
            content = block.text[begin : min(end, begin + MAX_LINE_BYTES)]
            yield self._told(content, self._lines + number + 1)
            start = place
        yield block.points[start:]
        self.hands += block.lines - len(block.unscored)
        self._lines += block.lines

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
