"""Texts of strangers on their way to a terminal, a program or a spreadsheet: nothing in them is obeyed."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from typing import Final

from mahjong_core.messages import CONTROL_CHARACTER, has_control_characters, shown, visible

__all__ = ["as_symbols", "csv_text", "has_control_characters", "json_text", "shown", "visible"]


def as_symbols(text: str) -> str:
    """The text with one visible symbol in place of each control character: its columns stay as they are.

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


def json_text(value: object) -> str:
    """The value as one line of JSON for a program or a terminal: the same value, its control characters escaped.

    >>> print(json_text({"name": "杜\\u202e"}))
    {"name": "杜\\u202e"}
    """
    text = json.dumps(value, ensure_ascii=False)
    return CONTROL_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a ' before it; numbers stay numbers.

    >>> csv_text([["=1+1", "-An", -8, "+8", "An"]])
    "'=1+1,'-An,-8,+8,An\\\\r\\\\n"
    """
    out = io.StringIO()
    csv.writer(out).writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return ("'" if value.startswith(_FORMULA_STARTS) else "") + visible(value)
