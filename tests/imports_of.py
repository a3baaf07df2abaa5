"""What each module of this project imports of it, read from the sources: nothing is run.

An import inside a function counts as one at the top (a circle that is hidden in a function is a
circle), and so does one for type checkers only. ``guobiao/__init__`` is left out: it names
everything.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = {"guobiao": _ROOT / "python" / "guobiao", "mahjong_core": _ROOT / "mahjong_core"}
_KINDS: Final = ("py", "pyx", "pxd")
# Cython is not Python: the lines of a .pyx or .pxd are searched, its cimports too.
_CYTHON_IMPORT: Final = re.compile(
    r"^\s*from\s+(\.*[\w.]*)\s+c?import\s+(\([^)]*\)|[^\n#]*)", re.MULTILINE
)
Graph = dict[str, set[str]]


def imports_of(package: str) -> Graph:
    """Module -> the modules of both packages that it imports."""
    known = {name for other in PACKAGES for name, _ in _modules(other)}
    found: Graph = {}
    for name, path in _modules(package):
        found.setdefault(name, set()).update(_imported(name, path, known))
    return {name: imported - {name, "guobiao"} for name, imported in found.items()}


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    root = PACKAGES[package]
    for path in sorted(path for kind in _KINDS for path in root.rglob(f"*.{kind}")):
        if path.parent.name == "generated":
            continue
        parts = (package, *path.relative_to(root).with_suffix("").parts)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name != "guobiao":
            yield name, path


def _imported(name: str, path: Path, known: set[str]) -> Iterator[str]:
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for module, names in _statements(path):
        for found in _resolved(package, module, names):
            if found in known:
                yield found


def _resolved(package: str, module: str, names: list[str]) -> list[str]:
    """The module's full name, and those of its names: ``from .notation import
    gb`` is of a module.
    """
    level = len(module) - len(module.lstrip("."))
    if level:
        parts = package.split(".")
        base = ".".join(parts[: len(parts) - level + 1])
        module = f"{base}.{module[level:]}".rstrip(".")
    below = [f"{module}.{name}" for name in names]
    return [module, *below]


def _statements(path: Path) -> Iterator[tuple[str, list[str]]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        for module, names in _CYTHON_IMPORT.findall(text):
            yield module, re.findall(r"\w+", names)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), [alias.name for alias in node.names]


def circles(graph: Graph) -> list[list[str]]:
    """Nodes that reach each other, in groups."""
    reached = {node: _reach(graph, node) for node in graph}
    groups = {
        tuple(
            sorted({node, *(other for other in reached[node] if node in reached.get(other, set()))})
        )
        for node in graph
        if node in reached[node]
    }
    return [list(group) for group in sorted(groups)]


def _reach(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        if (node := todo.pop()) not in seen:
            seen.add(node)
            todo.extend(graph.get(node, ()))
    return seen


def rooms(graph: Graph, plan: dict[str, str] | None = None) -> Graph:
    """The same between rooms: a subpackage is one, a module beside them is one, or the room that
    the plan says.
    """
    found: Graph = {}
    for module, imported in graph.items():
        room = room_of(module, plan)
        found.setdefault(room, set()).update({room_of(other, plan) for other in imported} - {room})
    return found


def room_of(module: str, plan: dict[str, str] | None = None) -> str:
    """``guobiao.records.walls`` is in the room ``guobiao.records``."""
    room = ".".join(module.split(".")[:2])
    return (plan or {}).get(room, room)


def floors(graph: Graph) -> dict[str, int]:
    """The floor of each node: one above the highest that it imports. Of a graph without circles."""
    found: dict[str, int] = {}

    def floor(node: str) -> int:
        if node not in found:
            found[node] = 1 + max(
                (floor(other) for other in graph[node] if other in graph), default=0
            )
        return found[node]

    for node in graph:
        floor(node)
    return found
