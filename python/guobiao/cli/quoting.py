"""The hint for a hand that a shell cut at its ``|``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["hint_after_closed_pipe", "hint_after_error"]

_BEHIND_THE_BAR: Final = re.compile(r"[ESWN]{2}([01]{4})?(\|[0-8a-h]*)?|[01]{4}(\|[0-8a-h]*)?|[0-8]|[a-h]{1,8}")
_BEFORE_THE_BAR: Final = re.compile(r"(\[[^\]|]*\])*[1-9mspESWNCFP]{2,}|(\[[^\]|]*\])+")


def hint_after_error(command: str, text: str, *, to_terminal: bool) -> str | None:
    """The hint for a wrong hand that is what stands behind a ``|``, or before one.

    Output that goes to the terminal goes into no pipe, so that nothing was cut off there.
    """
    if _BEHIND_THE_BAR.fullmatch(text) or (not to_terminal and _BEFORE_THE_BAR.fullmatch(text)):
        return _hint(command)
    return None


def hint_after_closed_pipe(arguments: Sequence[str]) -> str | None:
    """The hint if the last argument looks cut: a shell gave what followed the ``|`` to a command that does not exist."""
    if (
        len(arguments) > 1
        and arguments[0] in ("score", "waits", "shanten", "analyze", "settle")
        and _BEFORE_THE_BAR.fullmatch(arguments[-1])
    ):
        return _hint(arguments[0])
    return None


def _hint(command: str) -> str:
    return f"a shell takes | for a pipe: quote the whole hand, as in guobiao {command} '[CCCC]234567m99p34s5s|EE1000|2'"
