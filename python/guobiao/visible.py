"""Makes texts from elsewhere safe for a terminal, a program or a spreadsheet: nothing in them works
as a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mahjong_core.messages import (
    CONTROL_CHARACTER,
    as_symbols,
    has_control_characters,
    shown,
    visible,
)

if TYPE_CHECKING:
    from json import JSONEncoder

__all__ = ["as_symbols", "csv_text", "has_control_characters", "json_text", "shown", "visible"]


@lru_cache(1)
def _json_encoder() -> JSONEncoder:
    """Made once. (Imported here, as io and csv below: who shows nothing does without them.)"""
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, check_circular=False)


def json_text(value: object) -> str:
    """The value as one line of JSON for a program or a terminal: the same value, its control
    characters escaped.

    >>> print(json_text({"name": "杜\\u202e"}))
    {"name": "杜\\u202e"}
    """
    text = _json_encoder().encode(value)
    if text.isprintable():
        return text
    return CONTROL_CHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_FORMULA_STARTS: Final = tuple("=+-@\t\r＝＋－＠")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a ' before
    it; numbers stay numbers.

    >>> print(csv_text([["=1+1", "-An", -8, "+8", "An"]]).strip())
    '=1+1,'-An,-8,+8,An
    """
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    return ("'" if value.startswith(_FORMULA_STARTS) else "") + visible(value)
