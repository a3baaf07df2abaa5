"""A module of somebody else that cimports the core (``compiled/foreign.pyx``), built from what the
package holds.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiling import compiled
from guobiao import HandBatch, get_profile, parse_hand, score_batch
from guobiao.analysis.shanten import shanten

foreign = compiled("foreign")
LINES = [
    "11123456789995m",
    "19m19p119sESWNPFC",
    "123m456s789pEESSS",
    "1122335577m99sEE",
    "13579m2468s24pEE",
]


def test_a_foreign_loop_gives_the_batch_its_points() -> None:
    batch = HandBatch.from_lines(LINES)
    points = score_batch(batch).points
    assert (points > 0).sum() == 4
    total = foreign.total_of(get_profile("mil").tables, batch.counts, batch.win)
    assert total == points.sum()


def test_a_foreign_shanten_number_is_the_library_s() -> None:
    for text in ("123m456s789pEESSN", "147m258s369pESWNC", LINES[-1]):
        hand = parse_hand(text)
        assert foreign.shanten_of(hand.counts) == shanten(hand).overall


def test_the_structs_are_checked_by_the_foreign_module() -> None:
    with pytest.raises(TypeError):
        foreign.total_of(None, np.zeros((1, 34), np.uint8), np.zeros(1, np.uint8))


def test_the_page_shows_this_module() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs/cython.md").read_text(encoding="utf-8")
    shown = page.split("```cython\n")[1].split("```")[0]
    source = (Path(__file__).parent / "compiled/foreign.pyx").read_text(encoding="utf-8")
    lines = source.splitlines()
    assert [line for line in shown.splitlines() if line not in lines] == [
        "from mahjong_core.types cimport FINE, SLOTS, hand_t"
    ]
