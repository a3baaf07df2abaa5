"""What a bot is told and what it answers, as text: one-shot input, plain and JSON, and how the
output of a turn is read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from mahjong_core.messages import shown

__all__ = [
    "BotReply",
    "Verdict",
    "json_input",
    "plain_input",
    "read_json_output",
    "read_plain_output",
]


class Verdict(Enum):
    """How a turn of a bot went, in the letters of Botzone's judge."""

    OK = "OK"
    TIME = "TLE"
    """No whole reply within its time."""
    OUTPUT = "OLE"
    """More output than is read."""
    CRASH = "RE"
    """It ended with an error, or could not be started."""
    NOT_JSON = "NJ"
    """A bot that talks JSON printed no JSON object with a "response"."""
    ILLEGAL = "WA"
    """An invalid reply, or one that is not allowed now."""
    FALSE_WIN = "WH"
    """错和: it claims a win and may not."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class BotReply:
    """The reply of a bot to one request. If there is none, ``problem`` tells people why."""

    verdict: Verdict
    response: str = ""
    problem: str = ""
    data: str | None = None
    """A line or JSON that the bot gets back in its next turn."""


def plain_input(requests: Sequence[str], responses: Sequence[str], data: str | None) -> str:
    """The input of a program that is started for this turn: the number of requests, then requests
    and its replies in turn.
    """
    lines = [str(len(requests)), requests[0]]
    for response, request in zip(responses, requests[1:]):
        lines += [response, request]
    return "\n".join([*lines, *([] if data is None else [data])]) + "\n"


def json_input(requests: Sequence[str], responses: Sequence[str], data: str | None) -> str:
    """The same as one line of JSON."""
    said = json.dumps(
        {"requests": list(requests), "responses": list(responses)}, separators=(",", ":")
    )
    return said + "\n" if data is None else f'{said[:-1]},"data":{data}}}\n'


def read_plain_output(output: str) -> BotReply:
    """The first line that is not blank is the reply, as it stands.

    A line of debugging and a line of data may follow.
    """
    lines = output.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return BotReply(Verdict.ILLEGAL, "", "it printed nothing")
    data = "".join(lines[first + 2 : first + 3]).strip()
    return BotReply(Verdict.OK, lines[first].rstrip("\r"), data=data or None)


def read_json_output(output: str) -> BotReply:
    """One JSON object: "response" is the reply, as it stands; "data" may be there."""
    try:
        said = json.loads(output)
        data = json.dumps(said["data"]) if isinstance(said, dict) and "data" in said else None
    except (ValueError, RecursionError):
        return BotReply(Verdict.NOT_JSON, "", f"it printed no JSON: {shown(output.strip())}")
    if not isinstance(said, dict) or not isinstance(said.get("response"), str):
        return BotReply(
            Verdict.NOT_JSON,
            "",
            f'it printed no object with a text "response": {shown(output.strip())}',
        )
    # Half a character can be written in JSON, but not in UTF-8.
    response = said["response"].encode("utf-8", "replace").decode()
    return BotReply(Verdict.OK, response, data=data)
