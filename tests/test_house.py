"""The layout of the house: no circle of imports, a core that does not know
guobiao, and few floors.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from unicodedata import east_asian_width

import pytest

from imports_of import PACKAGES, circles, floors, imports_of, rooms

MOST_FLOORS: Final = 12
# The modules beside the subpackages that make one room each in the floor plan.
GROUND: Final = (
    "held",
    "core_check",
    "errors",
    "later",
    "later_names",
    "masked",
    "names",
    "values",
    "visible",
)
VOCABULARY: Final = (
    "contradictions", "fan", "gb_text", "hand", "profiles", "result", "tiles", "unseen", "written",
)  # fmt: skip
PLAN: Final = {f"guobiao.{name}": "ground" for name in GROUND} | {
    f"guobiao.{name}": "vocabulary" for name in VOCABULARY
}
# Stubs that name classes of guobiao: to go with mahjong_core.values.
KNOWING_STUBS: Final = {"values.pyi", "play/objects.pyi"}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle_between_files(package: str) -> None:
    assert circles(imports_of(package)) == []


@pytest.mark.parametrize("plan", [{}, PLAN], ids=["subpackages", "floor plan"])
def test_no_circle_between_rooms(plan: dict[str, str]) -> None:
    assert circles(rooms(imports_of("guobiao"), plan)) == []


def test_circles_are_found() -> None:
    """The reading sees what it must refuse: an import in a function, and one for type checkers."""
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert circles(graph) == [["b", "c"]]
    found = imports_of("guobiao")
    assert "guobiao.notation" in found["guobiao.evaluate"]  # in a function
    assert {"guobiao.hand", "mahjong_core.api"} <= found["guobiao.analysis.discards"]
    assert (
        "mahjong_core.scoring.score" in imports_of("mahjong_core")["mahjong_core.api"]
    )  # a cimport


def test_compiled_sources_keep_to_the_width() -> None:
    """At most 100 columns, as ruff has it for the Python files."""
    wide = [
        f"{path.name}:{number}"
        for root in (*PACKAGES.values(), Path(__file__).parent / "compiled")
        for path in sorted(root.rglob("*.p[yx][xd]"))
        if path.parent.name not in ("generated", "made")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if sum(1 + (east_asian_width(letter) in "WF") for letter in line) > 100
    ]
    assert not wide


def test_the_core_does_not_know_guobiao() -> None:
    root = PACKAGES["mahjong_core"]
    files = [path for kind in ("py", "pyx", "pxd", "pyi") for path in root.rglob(f"*.{kind}")]
    line = re.compile(r"^\s*(?:from|import|cimport)\s+guobiao\b", re.MULTILINE)
    knowing = {
        path.relative_to(root).as_posix()
        for path in files
        if line.search(path.read_text(encoding="utf-8"))
    }
    assert knowing <= KNOWING_STUBS


def test_few_floors() -> None:
    """``__main__`` is a door to the command, as ``__init__`` is one to the names: neither is a
    room.
    """
    graph = imports_of("guobiao")
    del graph["guobiao.__main__"]
    found = floors(rooms(graph, PLAN))
    assert max(found.values()) <= MOST_FLOORS, sorted(found.items(), key=lambda item: item[1])


def test_the_page_shows_the_floors() -> None:
    """docs/architecture.md has each room on the lowest floor that its imports allow."""
    graph = imports_of("guobiao")
    del graph["guobiao.__main__"]
    found = floors(rooms(graph, PLAN))
    page = (Path(__file__).resolve().parents[1] / "docs/architecture.md").read_text("utf-8")
    shown = re.findall(r"^ ?(\d+)  (.{48})  ", page, re.MULTILINE)
    told = {room: int(floor) for floor, names in shown for room in names.split()}
    assert told == {room.removeprefix("guobiao."): floor for room, floor in found.items()}
