"""What a file of records is, by its beginning: its format, or what else it seems to be."""

from __future__ import annotations

import json
import re
from enum import Enum
from typing import Final

from ..errors import GuobiaoError
from ..values import checked_object
from .json_lines import FORMAT

__all__ = ["START_BYTES", "RecordFormat", "detect_format", "seems_to_be"]

START_BYTES: Final = 4096  # of a file tell its format


class RecordFormat(Enum):
    """The formats of records."""

    TEXT = "text"
    """Botzone's text format."""
    JUDGE = "judge"
    """The log of Botzone's judge, one a file."""
    JSONL = "jsonl"
    """The library's own JSON lines."""
    TZIAKCHA = "tziakcha"
    """Games of tziakcha (雀渣)."""

    def __str__(self) -> str:
        return self.value


_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
_KEY: Final = re.compile(rb'"(\w+)"\s*:')
_INDENTED: Final = re.compile(rb"[\[{]\s*?\n")
_OWN: Final = f'"{FORMAT}"'.encode()

_STRANGERS: Final = tuple(
    (re.compile(pattern, re.DOTALL), what)
    for pattern, what in (
        (
            rb"PK\x03\x04|\x1f\x8b|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf|Rar!",
            "a packed file: unpack it first",
        ),
        (rb"\xff\xfe|\xfe\xff", "text in UTF-16: write it in UTF-8"),
        (rb".*\x00", "a binary file"),
        (rb"<mjloggm", "a log of riichi mahjong (Tenhou)"),
        (rb"<", "a page of HTML or XML"),
        (rb'.*"type"\s*:\s*"start_(game|kyoku)"', "a log of riichi mahjong (mjai)"),
        (rb'\{.*"log"\s*:\s*\[\s*\[', "a log of riichi mahjong (Tenhou)"),
        (
            rb'\{\s*"requests"\s*:',
            "what one program is told by Botzone, which is not the whole game",
        ),
        (rb'\{.*"format"\s*:\s*"guobiao-match"', "a match, which 'guobiao match show' reads"),
        (rb"(//|/\*|#).*\n\s*[\[{]", "JSON with comments: take them out"),
        (
            rb'\{\s*?\n.*"guobiao-hand"',
            "a hand as JSON over several lines: JSON lines have one hand a line",
        ),
        (
            rb'\[\s*\{.*"guobiao-hand"',
            "a JSON array of hands: JSON lines have one hand a line, and no brackets",
        ),
        (rb"[\[{]\s*?\n", "JSON over several lines, of another program"),
        (rb"[\[{]", "JSON of another program"),
    )
)
"""Files that are no records, recognised by their beginning; the first match counts."""


def detect_format(start: bytes) -> RecordFormat | None:
    """The format of a file that begins so; None if no format fits.

    >>> detect_format(b"Match 1\\n"), detect_format(b"nonsense")
    (<RecordFormat.TEXT: 'text'>, None)
    """
    begin = checked_object("start", start, bytes, GuobiaoError).lstrip(_BLANK)
    if begin.startswith(b"Match"):
        return RecordFormat.TEXT
    if begin[:1] not in (b"[", b"{"):
        return None
    keys = set(_KEY.findall(begin[:START_BYTES]))
    if _OWN not in begin and (b"step" in keys or b"script" in keys or keys >= {b"w", b"d", b"a"}):
        return RecordFormat.TZIAKCHA
    if _OWN not in begin and (
        b"output" in keys or b"logs" in keys or (begin.startswith(b"[") and not keys)
    ):
        return RecordFormat.JUDGE
    return RecordFormat.JSONL if begin.startswith(b"{") and _begins_with_a_hand(begin) else None


def _begins_with_a_hand(begin: bytes) -> bool:
    """The first line is a hand of the library's JSON lines, or may be one
    that names its format later.
    """
    if _OWN in begin:
        return _INDENTED.match(begin) is None
    return b"\n" not in begin.rstrip() and not _is_json(begin)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def seems_to_be(start: bytes) -> str | None:
    """What a file that begins so seems to be, if no format fits; None if it is unknown.

    >>> seems_to_be(b"<html>")
    'a page of HTML or XML'
    """
    begin = checked_object("start", start, bytes, GuobiaoError)
    begin = begin.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    return next((what for pattern, what in _STRANGERS if pattern.match(begin)), None)
