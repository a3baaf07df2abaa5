"""Match files named on the command line."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from ..competition.match import Match, find_hand_problems
from ..competition.match_json import Salvage, salvage_match
from ..errors import GuobiaoError
from ..files.limited_files import read_limited
from ..visible import visible
from .console import Stop, complain
from .hand_lines import open_lines

__all__ = ["MatchFile", "read_backup", "read_match_file", "read_whole_match"]

_MAX_BYTES: Final = 1 << 22  # a match has about ten thousand


def read_match_file(name: str) -> Salvage:
    """What can be read of the file (``-``: standard input), and all its problems.

    Raises ``Stop`` if it cannot be opened.
    """
    try:
        return _read(_content(name))
    except GuobiaoError as error:
        return Salvage(None, (str(error),))


def _content(name: str) -> bytes:
    """Raises ``Stop`` if the file cannot be read, and ``GuobiaoError`` if it is too long."""
    stream = open_lines(name)
    try:
        return read_limited(stream, _MAX_BYTES)
    except OSError as error:
        raise Stop(f"cannot read {visible(name)}: {error.strerror or error}") from None
    finally:
        if name != "-":
            stream.close()


def _read(content: bytes) -> Salvage:
    salvage = salvage_match(content)
    if salvage.match is None:
        return salvage
    problems = (*salvage.problems, *find_hand_problems(salvage.match))
    return Salvage(salvage.match, problems, salvage.version)


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match file that is to be written again: its bytes, its match and its version."""

    content: bytes
    match: Match
    version: int


def read_whole_match(name: str) -> MatchFile | None:
    """The file, or None if something is wrong with it, which is then said.

    Raises ``Stop`` if it cannot be read.
    """
    try:
        content = _content(name)
    except GuobiaoError as error:
        complain(f"{visible(name)}: {error}")
        return None
    salvage = _read(content)
    for problem in salvage.problems:
        complain(f"{visible(name)}: {problem}")
    if salvage.match is None or salvage.problems:
        complain(f"{visible(name)} is as it was: repair it first")
        return None
    return MatchFile(content, salvage.match, salvage.version)


def read_backup(name: str) -> bytes | None:
    """The file with the entries that were taken back; None if there is none yet."""
    try:
        return _content(name) if os.path.lexists(name) else None
    except GuobiaoError as error:
        raise Stop(f"{visible(name)}: {error}") from None
