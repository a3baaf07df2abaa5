"""Files of records in any of the formats, replayed game by game."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import BinaryIO, Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, RecordError
from ..formats.botzone_judge import JudgeLog, parse_judge_log
from ..formats.botzone_text import read_games
from ..formats.hand_records import read_hand_records
from ..profiles import RuleProfile, get_profile
from ..values import checked_object
from .hand_records import replay_hand_record
from .judge_logs import replay_judge_log
from .result import GameReplay
from .text_games import replay_text_game

__all__ = ["RecordFormat", "detect_format", "replay_games"]


class RecordFormat(Enum):
    """The formats of records."""

    TEXT = "text"
    """Botzone's text format."""
    JUDGE = "judge"
    """The log of Botzone's judge, one a file."""
    JSONL = "jsonl"
    """The library's own JSON lines."""

    def __str__(self) -> str:
        return self.value


_FIRST_BYTES: Final = ((b"Match", RecordFormat.TEXT), (b"[", RecordFormat.JUDGE), (b"{", RecordFormat.JSONL))
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def detect_format(start: bytes) -> RecordFormat | None:
    """The format of a file that begins so; None if it is none of them.

    >>> detect_format(b"Match 1\\n"), detect_format(b"nonsense")
    (<RecordFormat.TEXT: 'text'>, None)
    """
    begin = checked_object("start", start, bytes, GuobiaoError).lstrip(_BLANK)
    return next((format for first, format in _FIRST_BYTES if begin.startswith(first)), None)


def replay_games(
    stream: BinaryIO,
    format: RecordFormat,
    *,
    name: str = "",
    rules: RuleProfile | None = None,
    lenient: bool = False,
) -> Iterator[GameReplay]:
    """The games of a file (opened in binary mode), replayed one by one in constant memory; a broken one does not stop the rest.

    ``name``: of a judge's game, which has none. ``rules``: those of a hand's own record, ``botzone`` for the other formats, if None.
    ``RecordError`` for a judge's log that is no JSON, or none of the judge's.
    """
    checked_object("format", format, RecordFormat, GuobiaoError)
    if not hasattr(stream, "readline"):
        raise GuobiaoError(f"stream is {shown(stream)}: expected a file that is opened in binary mode")
    if rules is not None:
        rules = get_profile(rules)
    if format is RecordFormat.TEXT:
        for game in read_games(stream):
            yield replay_text_game(game, rules=rules or "botzone", lenient=lenient)
    elif format is RecordFormat.JSONL:
        for record in read_hand_records(stream):
            yield replay_hand_record(record, rules=rules, lenient=lenient)
    else:
        yield replay_judge_log(_read_judge_log(stream), game=name, rules=rules or "botzone")


def _read_judge_log(stream: BinaryIO) -> JudgeLog:
    content = stream.read()
    try:
        return parse_judge_log(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError("bytes that are not UTF-8: expected text in UTF-8", line=line) from None
