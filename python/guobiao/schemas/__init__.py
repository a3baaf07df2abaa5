"""The JSON Schemas (draft 2020-12) of what ``to_dict()`` gives and what the commands print as JSON.

The page ``docs/json.md`` shows them. Each stands alone and names all keys of its objects.

>>> "score" in names(), "score-command" in names()
(True, True)
>>> read("settlement")["required"]
['payments', 'changes']
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError

__all__ = ["names", "read"]

_SUFFIX: Final = ".schema.json"


def names() -> tuple[str, ...]:
    """The names of the schemas, sorted: ``"score"`` is of ``Score.to_dict()``, ``"score-command"``
    of ``guobiao score --json``.
    """
    found = (file.name for file in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def read(name: str) -> dict[str, object]:
    """A schema by its name, made anew. Raises ``GuobiaoError`` if there is none."""
    if not isinstance(name, str) or name not in names():
        raise GuobiaoError(f"{shown(name)} is no schema: expected one of {', '.join(names())}")
    schema: dict[str, object] = json.loads(
        (files(__name__) / f"{name}{_SUFFIX}").read_text("utf-8")
    )
    return schema
