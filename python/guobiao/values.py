"""Reads the arguments of callers, everywhere by the same rules.

A **whole number** is what Python takes as an index (``operator.index``): NumPy's integers too, and
their arrays without a dimension; a bool, a float and a text are none. A **flag** is True or False,
Python's or NumPy's; ``0`` and ``"no"`` are none. A **number** is whole, or a float of any kind that
is neither NaN nor infinite.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from numbers import Real
from typing import Any, TypeVar

from mahjong_core.messages import shown
from mahjong_core.values import flag, whole_number

from .errors import GuobiaoError

__all__ = [
    "check_no_flags",
    "checked_flag",
    "checked_items",
    "checked_object",
    "checked_path",
    "checked_text",
    "checked_whole",
    "flag",
    "real_number",
    "whole_number",
]

_Kind = TypeVar("_Kind")


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
    name: str, value: object, least: int | None, most: int | None, error: type[GuobiaoError]
) -> int:
    """The value as an int; an ``error`` that tells its ``name`` if it is no whole number from
    ``least`` to ``most`` (None: without end).
    """
    number = whole_number(value, least, most)
    if number is None:
        bounds = ("" if least is None else f" from {least}") + (
            "" if most is None else f" to {most}"
        )
        raise error(f"{name} is {shown(value)}: expected a whole number{bounds}")
    return number


def checked_flag(name: str, value: object, error: type[GuobiaoError]) -> bool:
    """The value as a bool; an ``error`` that tells its ``name`` if it is no flag."""
    found = flag(value)
    if found is None:
        raise error(f"{name} is {shown(value)}: expected True or False")
    return found


def checked_text(name: str, value: object, error: type[GuobiaoError]) -> str:
    """The value; an ``error`` that tells its ``name`` if it is no text."""
    if not isinstance(value, str):
        raise error(f"{name} is {shown(value)}: expected a text")
    return value


def checked_path(value: str | os.PathLike[str], error: type[GuobiaoError]) -> str:
    """The path as a text; an ``error`` if no file can be called so."""
    try:
        name = os.fspath(value)
        if isinstance(name, str) and b"\0" not in os.fsencode(name):
            return name
    except (TypeError, UnicodeError):
        pass
    raise error(f"{shown(value)} is no path of a file")


def checked_items(name: str, value: Iterable[Any], error: type[GuobiaoError]) -> Iterator[Any]:
    """What the value holds, one after the other; an ``error`` that tells its ``name`` if nothing
    can be taken from it.
    """
    try:
        return iter(value)
    except TypeError:
        raise error(f"{name} is {shown(value)}: expected a list") from None


def check_no_flags(name: str, values: Any, error: type[GuobiaoError]) -> None:
    """An ``error`` for a bool in a list of whole numbers, which NumPy would read as 1 or 0.

    What is an array already has one type for all.
    """
    if hasattr(values, "__array__") or {int}.issuperset(map(type, values)):
        return
    for row, value in enumerate(values):
        if whole_number(value) is None:
            raise error(f"{name}[{row}] is {shown(value)}: expected a whole number")


def checked_object(name: str, value: object, kind: type[_Kind], error: type[GuobiaoError]) -> _Kind:
    """The value; an ``error`` that tells its ``name`` if it is no object of that kind."""
    if not isinstance(value, kind):
        raise error(f"{name} is {shown(value)}: expected a {kind.__name__}")
    return value
