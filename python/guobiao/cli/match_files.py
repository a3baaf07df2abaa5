"""Match files named on the command line."""

from __future__ import annotations

from typing import Final

from ..competition.match import find_hand_problems
from ..competition.match_json import Salvage, salvage_match
from ..errors import GuobiaoError
from ..files.limited_files import read_limited
from ..visible import visible
from .console import Stop
from .hand_lines import open_lines

__all__ = ["read_match_file"]

_MAX_BYTES: Final = 1 << 22  # a match has about ten thousand


def read_match_file(name: str) -> Salvage:
    """What can be read of the file (``-``: standard input), and all its problems.

    Raises ``Stop`` if it cannot be opened.
    """
    stream = open_lines(name)
    try:
        content = read_limited(stream, _MAX_BYTES)
    except OSError as error:
        raise Stop(f"cannot read {visible(name)}: {error.strerror or error}") from None
    except GuobiaoError as error:
        return Salvage(None, (str(error),))
    finally:
        if name != "-":
            stream.close()
    salvage = salvage_match(content)
    if salvage.match is None:
        return salvage
    return Salvage(salvage.match, (*salvage.problems, *find_hand_problems(salvage.match)))
