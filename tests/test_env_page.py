"""The examples of docs/env.md and docs/cluster.md are what is really printed; the page's list of
planes is the one in code.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from guobiao.env import PLANES
from mahjong_core.play.batch import PLANE_COUNT

DOCS = Path(__file__).resolve().parents[1] / "docs"
NEEDS = {"guobiao.env import env": "pettingzoo", "pyarrow": "pyarrow"}


@pytest.mark.parametrize("name", ["env.md", "cluster.md"])
def test_the_examples(name: str) -> None:
    text, tried = (DOCS / name).read_text(encoding="utf-8"), 0
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for words, package in NEEDS.items():
            if words in block[1]:
                pytest.importorskip(package)
        line = text.count("\n", 0, block.start()) + 1
        example = doctest.DocTestParser().get_doctest(block[1], {}, name, name, line)
        assert doctest.DocTestRunner().run(example).failed == 0
        tried += len(example.examples)
    assert tried >= 3


def test_the_planes() -> None:
    """docs/env.md has a row for each group."""
    text = (DOCS / "env.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\d-]+) \| (.*?) \| (\d+) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    expected = []
    for group in PLANES:
        last = group.first + group.count - 1
        index = str(group.first) if group.count == 1 else f"{group.first}-{last}"
        how = " and ".join(
            word for word, is_so in (("seat", group.by_seat), ("tile", group.by_tile)) if is_so
        )
        expected.append((index, group.name, str(group.most), how, group.holds))
    assert rows == expected
    assert sum(group.count for group in PLANES) == PLANE_COUNT
