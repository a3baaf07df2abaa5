"""Reading a TOML file, with errors that name the file."""

from __future__ import annotations

import os
import sys

from .errors import GuobiaoError

__all__ = ["read_toml"]


def read_toml(path: str | os.PathLike[str], error: type[GuobiaoError]) -> dict[str, object]:
    """The table of a TOML file in UTF-8, with or without a BOM; ``error`` if it is no TOML, ``OSError`` if it cannot be read."""
    from pathlib import Path

    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    file = Path(path)
    try:
        table: dict[str, object] = tomllib.loads(file.read_bytes().decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise error(f"{file}: no TOML: {problem}") from None
    return table
