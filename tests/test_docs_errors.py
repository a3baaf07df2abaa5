"""docs/errors.md lists every error of ``guobiao.errors``, each with its bases."""

from __future__ import annotations

import re
from pathlib import Path

from guobiao import errors

PAGE = Path(__file__).resolve().parents[1] / "docs/errors.md"


def test_every_error_is_listed_with_its_bases() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name: re.findall(r"\w+", bases) for name, bases in rows}
    kinds = [getattr(errors, name) for name in errors.__all__]
    assert listed == {kind.__name__: [base.__name__ for base in kind.__bases__] for kind in kinds}
