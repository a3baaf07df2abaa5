"""Reading a TOML file, with errors that name the file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Final

from ..errors import GuobiaoError
from ..visible import visible
from .limited_files import read_limited

__all__ = ["parse_toml", "read_toml", "read_toml_bytes"]

_MAX_BYTES: Final = 1 << 20  # a profile or an event has a few thousand
_MAX_NUMBER: Final = 1 << 63
_MAX_DOTS: Final = 200


def read_toml(path: str | os.PathLike[str], error: type[GuobiaoError]) -> dict[str, object]:
    """The table of a TOML file in UTF-8, with or without a BOM.

    Raises ``error`` if it is no TOML, and ``OSError`` if it cannot be read.

    Also refused: more than a megabyte, a number of more than 64 bits, hundreds of brackets within
    each other, a line with hundreds of dots.
    """
    return parse_toml(read_toml_bytes(path, error), path, error)


def read_toml_bytes(path: str | os.PathLike[str], error: type[GuobiaoError]) -> bytes:
    """What is in the file. Raises ``error`` if it is too long, ``OSError`` if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return read_limited(stream, _MAX_BYTES)
    except GuobiaoError as problem:
        raise error(f"{_shown_path(path)}: no TOML: {problem}") from None


def parse_toml(
    content: bytes, path: str | os.PathLike[str], error: type[GuobiaoError]
) -> dict[str, object]:
    """The table of a file's content. Raises ``error``, which names the file, if it is no TOML."""
    try:
        return _parsed(content)
    except GuobiaoError as problem:
        raise error(f"{_shown_path(path)}: no TOML: {problem}") from None


def _shown_path(path: str | os.PathLike[str]) -> str:
    from pathlib import Path

    return visible(str(Path(path)))


def _parsed(content: bytes) -> dict[str, object]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    # a key of very many parts takes minutes
    if any(line.count(b".") > _MAX_DOTS for line in content.splitlines()):
        raise GuobiaoError(f"a line with more than {_MAX_DOTS} dots")
    try:
        table: dict[str, object] = tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise GuobiaoError("nested too deeply") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise GuobiaoError(str(problem)) from None
    except ValueError:
        raise GuobiaoError("a number of thousands of digits") from None
    for number in _whole_numbers(table):
        if abs(number) > _MAX_NUMBER:
            raise GuobiaoError(f"a number of {number.bit_length()} bits: TOML has 64")
    return table


def _whole_numbers(value: object) -> Iterator[int]:
    """Every whole number in a table."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, int):
            yield one
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
