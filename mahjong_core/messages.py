"""Texts of strangers (names, titles, ids, file names, what a bot prints) and values of any kind,
made safe to show in a message.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CONTROL_CHARACTER", "as_symbols", "has_control_characters", "shown", "visible"]

# C0, DEL and C1, ends of lines and paragraphs, changes of direction, invisible signs and halves of
# characters. The joiners (U+200C, U+200D) are not listed: names and emoji need them.
CONTROL_CHARACTER: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SHOWN_LENGTH: Final = 80


def visible(text: str) -> str:
    """The text with each control character escaped: nothing that a terminal obeys is left, and no
    end of a line.

    >>> print(visible("An\\x1b[2J\\nBo\\u202e"))
    An\\x1b[2J\\nBo\\u202e
    """
    return (
        text
        if text.isprintable()
        else CONTROL_CHARACTER.sub(lambda found: repr(found[0])[1:-1], text)
    )


def as_symbols(text: str) -> str:
    """The text with one visible symbol in place of each control character: its columns stay as they
    are.

    >>> as_symbols("1m\\t2m")
    '1m␉2m'
    """
    return CONTROL_CHARACTER.sub(lambda found: _symbol(ord(found[0])), text)


def _symbol(code: int) -> str:
    if code < 0x20:
        return chr(0x2400 + code)
    if code in (0x85, 0x2028, 0x2029):
        return "␤"
    return "␡" if code == 0x7F else "�"


def has_control_characters(text: str) -> bool:
    """Whether the text holds what ``visible`` escapes.

    >>> has_control_characters("An"), has_control_characters("An\\n")
    (False, True)
    """
    return CONTROL_CHARACTER.search(text) is not None


def shown(value: object, length: int = _SHOWN_LENGTH) -> str:
    """The ``repr`` of a value, cut to so many characters; if it has no ``repr`` (a number of 5,000
    digits …), its type.

    >>> shown("An"), shown(10**5000)
    ("'An'", 'an int too long to show')
    """
    try:
        return repr(value)[:length]
    except (ValueError, RecursionError):
        kind = type(value).__name__
        return f"a{'n' * (kind[0] in 'aeiou')} {kind} too long to show"
