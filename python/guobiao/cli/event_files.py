"""Event files named on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..competition.event_plan import EventPlan
from ..competition.event_toml import make_event_plan
from ..errors import GuobiaoError, StandingsError
from ..files.toml_file import parse_toml, read_toml_bytes
from ..visible import visible
from .console import Stop
from .output_file import rewrite_file

__all__ = ["EventFile", "append_to_event", "read_event"]

_EVENT: Final = "the event file"


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event file as it was read."""

    name: str
    content: bytes
    plan: EventPlan


def read_event(name: str) -> EventFile:
    """The file and its plan.

    Raises ``StandingsError``, which names the file, if it has none, and ``Stop`` if it cannot be
    read.
    """
    try:
        content = read_toml_bytes(name, StandingsError)
    except OSError as error:
        raise Stop(f"cannot read {visible(name)}: {error.strerror or error}") from None
    table = parse_toml(content, name, StandingsError)
    try:
        return EventFile(name, content, make_event_plan(table))
    except GuobiaoError as error:
        raise StandingsError(f"{visible(name)}: {error}") from None


def append_to_event(event: EventFile, text: str, expected: EventPlan) -> None:
    """Put the text at the end of the file; what stands there stays, comments too.

    Raises ``StandingsError`` if it would not make it the ``expected`` plan.
    """
    old = event.content.decode("utf-8-sig")
    new = old + ("" if old.endswith("\n") or not old else "\n") + text
    try:
        plan = make_event_plan(parse_toml(new.encode("utf-8"), event.name, StandingsError))
    except GuobiaoError as error:
        raise StandingsError(
            f"nothing can be put at the end of {visible(event.name)} ({error}): write its lists of "
            "seating and substitutions as [[seating]] and [[substitutions]]"
        ) from None
    if plan != expected:
        raise StandingsError(
            f"nothing can be put at the end of {visible(event.name)}: something stands there open"
        )
    rewrite_file(event.name, new, was=event.content)
