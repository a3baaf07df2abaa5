"""Files of records in any of the formats, replayed game by game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

from mahjong_core.messages import shown

from ..botzone.judge_log import parse_judge_log
from ..botzone.texts import read_games
from ..errors import GuobiaoError, RecordError
from ..files.limited_files import read_limited
from ..profiles import RuleProfile, get_profile
from ..values import checked_object
from .file_starts import RecordFormat
from .json_lines import read_hand_records
from .replay_json_lines import replay_hand_record
from .replay_judge_logs import replay_judge_log
from .replay_result import GameReplay
from .replay_texts import replay_text_game
from .replay_tziakcha import replay_tziakcha_game
from .tziakcha import parse_tziakcha

__all__ = ["replay_games"]

_MAX_BYTES: Final = 1 << 26  # a judge's log has some hundred thousand


def replay_games(
    stream: BinaryIO,
    format: RecordFormat,
    *,
    name: str = "",
    rules: RuleProfile | None = None,
    lenient: bool = False,
) -> Iterator[GameReplay]:
    """The games of a file (opened in binary mode), replayed one by one in constant memory. A broken
    game does not stop the rest.

    ``name``: the name of a judge's game, whose log has none. ``rules``: if None, those in a hand's
    own record, ``mil`` for tziakcha's and ``botzone`` for Botzone's. Raises ``RecordError`` if a
    judge's log or a file of tziakcha is not JSON, or JSON of another kind.
    """
    checked_object("format", format, RecordFormat, GuobiaoError)
    if not hasattr(stream, "readline"):
        raise GuobiaoError(
            f"stream is {shown(stream)}: expected a file that is opened in binary mode"
        )
    if rules is not None:
        rules = get_profile(rules)
    if format is RecordFormat.TEXT:
        for game in read_games(stream):
            yield replay_text_game(game, rules=rules or "botzone", lenient=lenient)
    elif format is RecordFormat.JSONL:
        for record in read_hand_records(stream):
            yield replay_hand_record(record, rules=rules, lenient=lenient)
    elif format is RecordFormat.TZIAKCHA:
        for hand in parse_tziakcha(_read_text(stream)):
            yield replay_tziakcha_game(hand, rules=rules or "mil")
    else:
        yield replay_judge_log(
            parse_judge_log(_read_text(stream)), game=name, rules=rules or "botzone"
        )


def _read_text(stream: BinaryIO) -> str:
    try:
        content = read_limited(stream, _MAX_BYTES)
    except GuobiaoError as error:
        raise RecordError(str(error), line=1) from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError("bytes that are not UTF-8: expected text in UTF-8", line=line) from None
