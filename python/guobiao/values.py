"""Reads the arguments of callers and the values of JSON and TOML files, everywhere by the same
rules.

A **whole number** is what Python takes as an index (``operator.index``): NumPy's integers too, and
their arrays without a dimension; a bool, a float and a text are none. A **flag** is True or False,
Python's or NumPy's; ``0`` and ``"no"`` are none. A **number** is whole, or a float of any kind that
is neither NaN nor infinite.

A ``checked_...`` function returns the value that it is given, or raises: ``name`` says where the
value stands ("" if that is said elsewhere), ``expected`` what would be right, and ``error`` is the
error's class, or a function that makes the error of a message.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from numbers import Real
from typing import Any, Final, TypeAlias, TypeVar

from mahjong_core.arguments import flag, whole_number
from mahjong_core.messages import shown

from .errors import GuobiaoError

__all__ = [
    "HALF_CHARACTER",
    "check_keys",
    "check_no_flags",
    "checked_file_text",
    "checked_flag",
    "checked_items",
    "checked_list",
    "checked_object",
    "checked_part",
    "checked_path",
    "checked_table",
    "checked_text",
    "checked_whole",
    "flag",
    "real_number",
    "whole_number",
]

HALF_CHARACTER: Final = re.compile(r"[\ud800-\udfff]")
"""What JSON can spell, and UTF-8 cannot hold."""

_Kind = TypeVar("_Kind")
_Error: TypeAlias = "Callable[[str], GuobiaoError]"


def real_number(value: object) -> float | None:
    """The value as a float if it is a number; None for anything else.

    >>> real_number(2), real_number(float("nan")), real_number(True)
    (2.0, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        number = float(value)
    except OverflowError:  # a whole number that no float holds
        return None
    return number if math.isfinite(number) else None


def checked_whole(
    name: str,
    value: object,
    least: int | None,
    most: int | None,
    error: _Error,
    expected: str | None = None,
) -> int:
    """A whole number from ``least`` to ``most`` (None: without end), as an int."""
    number = whole_number(value, least, most)
    if number is None:
        bounds = ("" if least is None else f" from {least}") + (
            "" if most is None else f" to {most}"
        )
        raise _refusal(name, value, expected or f"a whole number{bounds}", error)
    return number


def checked_flag(name: str, value: object, error: _Error, expected: str = "True or False") -> bool:
    """A flag, as a bool."""
    found = flag(value)
    if found is None:
        raise _refusal(name, value, expected, error)
    return found


def checked_text(
    name: str, value: object, error: _Error, expected: str = "a text", *, may_be_empty: bool = True
) -> str:
    """A text."""
    if not isinstance(value, str) or not (may_be_empty or value):
        raise _refusal(name, value, expected, error)
    return value


def checked_file_text(name: str, value: object, error: _Error) -> str:
    """A text that can be written to a file."""
    text = checked_text(name, value, error)
    if HALF_CHARACTER.search(text):
        raise error(f"{_told(name, text)}: half a character, which no file can hold")
    return text


def checked_list(name: str, value: object, error: _Error) -> list[object]:
    """A list of a file."""
    if not isinstance(value, list):
        raise _refusal(name, value, "a list", error)
    return value


def checked_table(
    name: str, value: object, error: _Error, expected: str = "an object"
) -> Mapping[str, object]:
    """A table of a file: a mapping, each key a text."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise _refusal(name, value, expected, error)
    return value


def checked_part(name: str, table: Mapping[str, object], key: str, error: _Error) -> object:
    """What stands under the key."""
    if key not in table:
        raise error(f"{name} is missing")
    return table[key]


def check_keys(name: str, table: Mapping[str, object], keys: Iterable[str], error: _Error) -> None:
    """An ``error`` if the table has a key that is not one of these."""
    if unknown := set(table).difference(keys):
        where = f"{name}: " if name else ""
        raise error(f"{where}unknown key {min(map(shown, unknown))}: expected {', '.join(keys)}")


def checked_path(value: str | os.PathLike[str], error: _Error) -> str:
    """A path that a file can have, as a text."""
    try:
        name = os.fspath(value)
        if isinstance(name, str) and b"\0" not in os.fsencode(name):
            return name
    except (TypeError, UnicodeError):
        pass
    raise error(f"{shown(value)} is no path of a file")


def checked_items(name: str, value: Iterable[Any], error: _Error) -> Iterator[Any]:
    """What can be taken from the value, one after the other."""
    try:
        return iter(value)
    except TypeError:
        raise _refusal(name, value, "a list", error) from None


def check_no_flags(name: str, values: Any, error: _Error) -> None:
    """An ``error`` for a bool in a list of whole numbers, which NumPy would read as 1 or 0.

    What is an array already has one type for all.
    """
    if hasattr(values, "__array__") or {int}.issuperset(map(type, values)):
        return
    for row, value in enumerate(values):
        if whole_number(value) is None:
            raise _refusal(f"{name}[{row}]", value, "a whole number", error)


def checked_object(name: str, value: object, kind: type[_Kind], error: _Error) -> _Kind:
    """An object of that kind."""
    if not isinstance(value, kind):
        raise _refusal(name, value, f"a {kind.__name__}", error)
    return value


def _refusal(name: str, value: object, expected: str, error: _Error) -> GuobiaoError:
    return error(f"{_told(name, value)}: expected {expected}")


def _told(name: str, value: object) -> str:
    return f"{name} is {shown(value)}" if name else shown(value)
