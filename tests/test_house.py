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
MOST_ROOMS: Final = 32
# The modules beside the subpackages that make one room together in the floor plan.
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
CORE_GROUND: Final = ("arguments", "codes", "crew", "fan_table", "messages")
STRUCTS: Final = ("lanes", "tiles", "types")
DOORS: Final = ("api", "batch", "line_points", "lines")
PLAN: Final = {f"guobiao.{name}": "ground" for name in GROUND} | {
    f"guobiao.{name}": "vocabulary" for name in VOCABULARY
}
CORE_PLAN: Final = {
    f"mahjong_core.{name}": room
    for room, names in (("ground", CORE_GROUND), ("structs", STRUCTS), ("doors", DOORS))
    for name in names
}
PLANS: Final = {"guobiao": PLAN, "mahjong_core": CORE_PLAN}
each_package = pytest.mark.parametrize("package", PLANS)
# The stub that names classes of guobiao.
KNOWING_STUBS: Final = {"play/objects.pyi"}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle_between_files(package: str) -> None:
    assert circles(imports_of(package)) == []


@each_package
@pytest.mark.parametrize("plans", [{}, PLANS], ids=["subpackages", "floor plan"])
def test_no_circle_between_rooms(plans: dict[str, dict[str, str]], package: str) -> None:
    assert circles(rooms(imports_of(package), plans.get(package))) == []


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


def floor_plan(package: str) -> dict[str, int]:
    """The floor of each room. ``guobiao.__main__`` and the core's ``__init__`` are left out."""
    graph = imports_of(package)
    for door in ("guobiao.__main__", "mahjong_core"):
        graph.pop(door, None)
    found = floors(rooms(graph, PLANS[package]))
    return {room.removeprefix(f"{package}."): floor for room, floor in found.items()}


def test_few_floors_and_rooms() -> None:
    plans = [floor_plan(package) for package in PLANS]
    assert all(max(plan.values()) <= MOST_FLOORS for plan in plans), plans
    assert sum(map(len, plans)) <= MOST_ROOMS


def shown_plan(package: str) -> list[tuple[str, str, str]]:
    """The lines of the picture in docs/architecture.md: floor, rooms, and what they are."""
    page = (Path(__file__).resolve().parents[1] / "docs/architecture.md").read_text("utf-8")
    above, below = page.split("python/guobiao above, mahjong_core below")
    return re.findall(
        r"^ ?(\d+)  (.{48})  (.*)", above if package == "guobiao" else below, re.MULTILINE
    )


@each_package
def test_the_page_shows_the_floors(package: str) -> None:
    """docs/architecture.md has each room on the lowest floor that its imports allow."""
    told = {room: int(floor) for floor, names, _ in shown_plan(package) for room in names.split()}
    assert told == floor_plan(package)


@each_package
def test_the_page_lists_the_modules_of_the_rooms_that_are_no_folders(package: str) -> None:
    listed = [
        names.split()
        for *_, what in shown_plan(package)
        for names in re.findall(r"= ([a-z_ ]+)", what)
    ]
    planned: dict[str, list[str]] = {}
    for module, room in PLANS[package].items():
        planned.setdefault(room, []).append(module.removeprefix(f"{package}."))
    assert sorted(listed) == sorted(map(sorted, planned.values()))
