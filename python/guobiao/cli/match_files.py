"""Match files named on the command line."""

from __future__ import annotations

from ..formats.match_json import Salvage, salvage_match
from ..match import find_hand_problems
from .console import Stop
from .hand_lines import open_lines

__all__ = ["read_match_file"]


def read_match_file(name: str) -> Salvage:
    """What can be read of the file (``-``: standard input), with all that is wrong with it; ``Stop`` if it cannot be opened."""
    stream = open_lines(name)
    try:
        content = stream.read()
    except OSError as error:
        raise Stop(f"cannot read {name}: {error.strerror or error}") from None
    finally:
        if name != "-":
            stream.close()
    return _salvaged(content)


def _salvaged(content: bytes) -> Salvage:
    problems: list[str] = []
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        text = content.decode("utf-8", "replace")
        problems.append(f"bytes that are not UTF-8 at line {content[: error.start].count(10) + 1}")
    salvage = salvage_match(text)
    problems += salvage.problems
    if salvage.match is not None:
        problems += find_hand_problems(salvage.match)
    return Salvage(salvage.match, tuple(problems))
