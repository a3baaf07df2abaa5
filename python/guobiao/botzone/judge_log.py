"""The log of Botzone's judge: the judge's output and the four replies in
turn (``docs/records.md``).

It comes as a JSON array; under ``"logs"`` in an object, as Botzone's page downloads it; or under
``"log"``, as the judge itself gets it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, RecordError
from ..files.strict_json import JsonError, parse_json
from ..values import checked_object, checked_part, checked_table, checked_text, whole_number

__all__ = [
    "JudgeLog",
    "JudgeOutput",
    "JudgeTurn",
    "Replies",
    "Reply",
    "format_judge_log",
    "parse_judge_log",
]

_SEATS: Final = ("0", "1", "2", "3")
# the array's keys: in Botzone's downloads, and in the judge's input
_HOLDERS: Final = ("logs", "log")


@dataclass(frozen=True, slots=True)
class Reply:
    """What one program answered: a text as ``"PLAY W1"``.

    A ``verdict`` other than OK if it failed (its time was up …).
    """

    response: str
    verdict: str = "OK"


Replies = tuple[Reply, Reply, Reply, Reply]
Content = tuple[str | int, str | int, str | int, str | int]


@dataclass(frozen=True, slots=True)
class JudgeOutput:
    """What the judge puts out: ``command`` ("request" or "finish"), what each seat is told,
    and what everyone may see.

    ``content`` are requests, texts as ``"2 W1"``, or at the end the payments, numbers. ``display``
    is empty where a log has none.
    """

    command: str
    content: Content
    display: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class JudgeTurn:
    """An output and the replies to it (None after the last one).

    ``entry``: its place in the array, from 1.
    """

    output: JudgeOutput
    replies: Replies | None
    entry: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class JudgeLog:
    """A game as its judge has logged it."""

    turns: tuple[JudgeTurn, ...]

    @property
    def is_input(self) -> bool:
        """No output shows anything to everyone: the log is the judge's input,
        which ends with the replies.
        """
        return not any(turn.output.display for turn in self.turns)


def format_judge_log(log: JudgeLog) -> str:
    """The log as one line of JSON, as the judge writes it.

    ``parse_judge_log`` reads it as the same log.
    """
    checked_object("log", log, JudgeLog, GuobiaoError)
    entries: list[object] = []
    for turn in log.turns:
        content = dict(zip(_SEATS, turn.output.content))
        output: dict[str, object] = {"command": turn.output.command, "content": content}
        if turn.output.display:
            output["display"] = turn.output.display
        entries.append({"output": output, "verdict": "OK"})
        if turn.replies is not None:
            entries.append(
                {
                    seat: {"verdict": reply.verdict, "response": reply.response}
                    for seat, reply in zip(_SEATS, turn.replies)
                }
            )
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))


def parse_judge_log(text: str) -> JudgeLog:
    """The log of a JSON text, an array or an object that holds it. Unknown fields are ignored.

    Raises ``RecordError`` if the text is no log: ``line`` is the line of the JSON's error, or the
    number of the wrong entry.
    """
    try:
        value = parse_json(text)
    except JsonError as error:
        where = "" if error.column is None else f", column {error.column}"
        raise RecordError(f"no JSON{where}: {error}", line=error.line or 1) from None
    return JudgeLog(tuple(_turns(_entries(value))))


def _entries(value: object) -> list[object]:
    """The array of a log, wherever it lies."""
    held = (
        next((value[key] for key in _HOLDERS if key in value), value)
        if isinstance(value, dict)
        else value
    )
    if not isinstance(held, list) or not held:
        expected = (
            "expected an array, the judge's output and the replies in turn, or an object "
            "that has it under 'logs'"
        )
        raise RecordError(f"{shown(held)}: {expected}", line=1)
    return held


def _turns(entries: list[object]) -> Iterable[JudgeTurn]:
    for index in range(0, len(entries), 2):
        output = _read_output(entries[index], index + 1)
        replies = _read_replies(entries[index + 1], index + 2) if index + 1 < len(entries) else None
        yield JudgeTurn(output, replies, index + 1)


def _read_output(value: object, entry: int) -> JudgeOutput:
    output = _table(
        _table(value, entry, "an output", "output")["output"], entry, "output", "command", "content"
    )
    content = _table(output["content"], entry, "content", *_SEATS)
    display = _table(output.get("display", {}), entry, "display")
    told = [content[seat] for seat in _SEATS]
    for text in told:
        if not isinstance(text, str) and whole_number(text) is None:
            raise _error(entry)(
                f"content is {shown(content)}: expected a text or a number for each seat"
            )
    command = checked_text("command", output["command"], _error(entry), "request or finish")
    a, b, c, d = told
    return JudgeOutput(command, (a, b, c, d), display)  # type: ignore[arg-type]


def _read_replies(value: object, entry: int) -> Replies:
    table = _table(value, entry, "the replies", *_SEATS)
    a, b, c, d = (_read_reply(table[seat], entry) for seat in _SEATS)
    return (a, b, c, d)


def _read_reply(value: object, entry: int) -> Reply:
    table = _table(value, entry, "a reply")
    verdict, response = table.get("verdict", "OK"), table.get("response")
    error = _error(entry)
    verdict = checked_text("verdict", verdict, error, "a text, OK if the program answered")
    if verdict != "OK" and not isinstance(response, str):
        response = ""  # a program that failed may have said nothing
    return Reply(checked_text("response", response, error, "a text as 'PLAY W1'"), verdict)


def _table(value: object, entry: int, name: str, *keys: str) -> Mapping[str, object]:
    table = checked_table(name, value, _error(entry))
    for key in keys:
        checked_part(f"{name}: {key!r}", table, key, _error(entry))
    return table


def _error(entry: int) -> Callable[[str], RecordError]:
    """Makes the error of a message: it names the entry."""
    return partial(RecordError, line=entry, unit="entry")
