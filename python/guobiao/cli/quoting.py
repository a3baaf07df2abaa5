"""The hint for a hand that was cut at its ``|``."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["hint_after_error"]

_BEHIND_THE_BAR: Final = re.compile(
    r"[ESWN]{2}([01]{4})?(\|[0-8a-h]*)?|[01]{4}(\|[0-8a-h]*)?|[0-8]|[a-h]{1,8}"
)


def hint_after_error(command: str, text: str) -> str | None:
    """The hint for a text that looks like the second half of a hand; None for any other text.

    The first half cannot be recognised. It is often a hand of its own, and its output goes to a
    pipe just as that of ``guobiao score … | head`` does.
    """
    if not _BEHIND_THE_BAR.fullmatch(text):
        return None
    return (
        f"a shell takes | for a pipe: quote the whole hand, as in guobiao {command} "
        "'[CCCC]234567m99p34s5s|EE1000|2'"
    )
