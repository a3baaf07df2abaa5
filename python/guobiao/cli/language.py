"""The language in which the command speaks to people: English, or Chinese if ``--lang zh`` or the
environment variable GUOBIAO_LANG says so.

``say`` is what a command prints, ``told`` is a message of an error. The Chinese texts stand in
``chinese.py``. An English text is its own key, so there is nothing to name.
"""

from __future__ import annotations

import os
import re
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

__all__ = ["LANGUAGES", "is_chinese", "say", "told", "use_language"]

LANGUAGES: Final = ("en", "zh")
_SPOKEN: ContextVar[str] = ContextVar("guobiao_language", default="en")


def use_language(name: str | None = None) -> None:
    """Speak this language; None: that of GUOBIAO_LANG, English if it names no other."""
    asked = os.environ.get("GUOBIAO_LANG", "") if name is None else name
    _SPOKEN.set("zh" if asked.lower().replace("-", "_").split("_")[0] == "zh" else "en")


def is_chinese() -> bool:
    """Whether the command speaks Chinese."""
    return _SPOKEN.get() == "zh"


def say(template: str, **values: object) -> str:
    """The text in the language that is spoken, its ``{name}`` filled in.

    The template is a literal where ``say`` is called: a test looks for each in ``chinese.SAID``.
    What follows `` // `` is not printed: it tells two meanings of one English word apart.
    """
    if is_chinese():
        from .chinese import SAID

        return SAID[template].format(**values)
    return template.partition(" // ")[0].format(**values)


def told(message: str) -> str:
    """An error's message in the language that is spoken, line by line.

    A line that ``chinese.TOLD`` has no text for stays as it is.
    """
    return "\n".join(map(_line_told, message.split("\n"))) if is_chinese() else message


def _line_told(line: str) -> str:
    """The first template that fits; what its ``{name}`` stand for is translated in turn."""
    for pattern, chinese in _patterns():
        if (found := pattern.fullmatch(line)) is not None:
            return chinese.format(**{k: _line_told(v) for k, v in found.groupdict().items()})
    return line


@lru_cache(1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    from .chinese import TOLD

    return [(_pattern(english), chinese) for english, chinese in TOLD.items()]


def _pattern(template: str) -> re.Pattern[str]:
    """``{name}`` fits any text, and the rest itself only."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template)))
