"""Each contract number is written once, in ``mahjong_core/codes.py``: whoever else needs it takes
it from there.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from guobiao.env import PLANES
from guobiao.table import ActionKind, EventKind, HandEnding, Phase, decode_action
from mahjong_core import codes

ROOT = Path(__file__).resolve().parents[1]
CORE, PYTHON = ROOT / "mahjong_core", ROOT / "python" / "guobiao"
NUMBERS = {name for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)}

# Enums of which every member is a number of codes.py, by file.
ENUMS = {
    "table/phases.py": ("Phase", "HandEnding", "EventKind"),
    "table/actions.py": ("ActionKind",),
    "hand.py": ("MeldKind",),
    "arrays/batch.py": ("BatchStatus",),
}
# Enums of their own that share words with codes.py and not their numbers.
OTHER_ENUMS = {"Form", "SetKind"}

FIRST_ACTIONS = {"133", "167", "201", "235"}
FIRST_ACTIONS_OR_OTHERS = {"36", "99"}  # a wall of one player has 36 tiles: refused in sums only
PLANE_WORDS = {"SLOTS", "SLOT_COUNT"}


def sources(*endings: str) -> list[Path]:
    """The sources that may not have numbers of their own."""
    found = [path for room in (CORE, PYTHON) for path in room.rglob("*") if path.suffix in endings]
    left_out = {CORE / "generated", PYTHON / "reference"}
    return sorted(
        path for path in found if path != CORE / "codes.py" and not left_out & set(path.parents)
    )


def words_of(text: str) -> list[tuple[int, str]]:
    """Line and text of each name, number and sign; strings and comments are left out."""
    kinds = {tokenize.NAME, tokenize.NUMBER, tokenize.OP}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(token.start[0], token.string) for token in tokens if token.type in kinds]


def written_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of arithmetic with 34, of first actions and of planes that are written as
    numbers.
    """
    words = [(0, ""), (0, ""), *words_of(text), (0, "")]
    for at in range(2, len(words) - 1):
        line, word = words[at]
        before_that, before, after = words[at - 2][1], words[at - 1][1], words[at + 1][1]
        beside = {before, after}
        if (
            (word == "34" and beside & {"*", "//", "%", "*=", "//=", "%="})
            or word in FIRST_ACTIONS
            or (word in FIRST_ACTIONS_OR_OTHERS and "+" in beside)
            or (word.isdigit() and before == "*" and before_that in PLANE_WORDS)
            or (word.isdigit() and (before_that, before, after) == ("planes", "[", "]"))
        ):
            yield line, f"{before} {word} {after}"
    yield from (
        (text.count("\n", 0, found.start()) + 1, found[0])
        for found in re.finditer(r"\bdivmod\(.*, 34\)", text)
    )


@pytest.mark.parametrize(
    "path", sources(".py", ".pyx", ".pxd"), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_no_number_is_written_twice(path: Path) -> None:
    assert list(written_numbers(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "text",
    [
        "1 + 34 * kind + slot",
        "code // 34",
        "code % 34",
        "divmod(code - 1, 34)",
        "99 + tile",
        "action - 167",
        "planes + SLOTS * 22",
        "planes[4]",
        "kind * 34",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert list(written_numbers(text))


@pytest.mark.parametrize(
    "text", ["range(34)", "'1 + 34 * kind'", "36 * side", "# 34 * kind\n", "SLOTS * plane"]
)
def test_what_is_not_refused(text: str) -> None:
    assert list(written_numbers(text)) == []


def definitions(tree: ast.AST) -> Iterator[str]:
    """The names of codes.py to which a module or a class gives a number of its own."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and node.name not in OTHER_ENUMS:
            yield from definitions(node)
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if all(
            isinstance(value, ast.Constant) and isinstance(value.value, int) for value in values
        ):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            }
            yield from (name for name in sorted(names) if name.lstrip("_") in NUMBERS)


def test_python_defines_none_of_the_names() -> None:
    found = {
        path.name: list(definitions(ast.parse(path.read_text(encoding="utf-8"))))
        for path in sources(".py")
    }
    assert {name: names for name, names in found.items() if names} == {}


def test_the_core_defines_none_of_the_names() -> None:
    pattern = re.compile(r"^ +(\w+) = (?:0x)?\d+\b", re.MULTILINE)
    found = {
        path.name: pattern.findall(path.read_text(encoding="utf-8"))
        for path in sources(".pyx", ".pxd")
    }
    assert {
        name: NUMBERS & set(names) for name, names in found.items() if NUMBERS & set(names)
    } == {}


@pytest.mark.parametrize(("file", "names"), ENUMS.items())
def test_the_enums_are_made_of_codes(file: str, names: tuple[str, ...]) -> None:
    tree = ast.parse((PYTHON / file).read_text(encoding="utf-8"))
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for name in names:
        members = [
            ast.unparse(node.value) for node in classes[name].body if isinstance(node, ast.Assign)
        ]
        assert members
        assert [member for member in members if not member.startswith("codes.")] == []


def test_no_kind_is_missing() -> None:
    """One member for each number of a kind, but for the note of a claim that was made in vain: it
    is no event of its own.
    """
    assert len(Phase) == sum(name.endswith("_PHASE") for name in NUMBERS)
    assert len(EventKind) == sum(name.endswith("_EVENT") for name in NUMBERS) - 1
    assert [ending.value for ending in HandEnding] == [1, 2, 3, 4]
    for number in range(codes.ACTIONS):
        assert decode_action(number).kind is max(kind for kind in ActionKind if kind <= number)


def test_the_planes() -> None:
    """The groups that Python lists begin where the core writes them."""
    firsts = [value for name, value in vars(codes).items() if name.endswith("_PLANE")]
    assert [group.first for group in PLANES] == firsts
    assert sum(group.count for group in PLANES) == codes.PLANES


def test_melds() -> None:
    melds = [(kind, slot) for kind in range(5) for slot in range(codes.SLOTS)]
    assert [codes.meld_code(*meld) for meld in melds] == list(range(1, codes.LAST_MELD_CODE + 1))
    assert [codes.meld_parts(codes.meld_code(*meld)) for meld in melds] == melds


def test_the_core_has_every_name() -> None:
    """The declarations that the build writes, where they lie beside the sources, are those of
    codes.py.
    """
    written = codes.c_names()
    names = dict(re.findall(r"^    (\w+) = (0x\w+)$", written, re.MULTILINE))
    assert {name: int(number, 16) for name, number in names.items()} == {
        name: getattr(codes, name) for name in NUMBERS - {"FAN_COUNT"}
    }
    generated = CORE / "generated" / "codes.pxd"
    if generated.exists():
        assert generated.read_text(encoding="utf-8") == written
