"""The examples of docs/batch.md are what is really printed; the page's table of statuses is the
enum.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from batch_rows import batch_of_rows, good_row, with_counts
from guobiao import BatchStatus, Tile, score_batch

PAGE = Path(__file__).resolve().parents[1] / "docs/batch.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples() -> None:
    names: dict[str, object] = {}
    runner, tried = doctest.DocTestRunner(), 0
    for block in re.finditer(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE):
        if "pyarrow" in block[1]:
            try:
                import pyarrow  # noqa: F401
            except ImportError:
                continue
        line = TEXT.count("\n", 0, block.start()) + 1
        example = doctest.DocTestParser().get_doctest(block[1], names, PAGE.name, str(PAGE), line)
        runner.run(example, clear_globs=False)
        names, tried = example.globs, tried + 1
    assert tried >= 6
    assert not runner.failures


def test_the_statuses() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \| (`.*?`) \|", TEXT, re.MULTILINE)
    listed = {
        int(number): name
        for numbers, names in rows
        for number, name in zip(numbers.split(", "), re.findall(r"\w+", names), strict=True)
    }
    assert listed == {int(status): status.name for status in BatchStatus}


def test_the_order_of_statuses() -> None:
    """A row in which everything is wrong, put right one thing after the other."""
    (order,) = re.findall(r"the status is the first of ([\d, ]+)\.", TEXT)
    good = good_row()
    row = good._replace(
        melds=(1, 200, 0, 0), counts=(9,) * 34, win=255, flags=99, winds=99, flowers=99
    )
    found = []
    for better in (
        {},
        {"melds": good.melds},
        {"counts": (*(0,) * 33, 1)},
        {"counts": with_counts(p9=-1, e=1)},
        {"win": 99},
        {"win": Tile.E},
        {"flags": 1 + 8},
        {"winds": 0},
        {"flowers": 0},
        {"flags": 0},
    ):
        row = row._replace(**better)
        found.append(int(score_batch(batch_of_rows([row])).status[0]))
    assert [int(BatchStatus.BAD_NOTATION), *found] == [int(number) for number in order.split(", ")]
