"""The examples of docs/records.md are what is really printed."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from guobiao.cli import main
from guobiao.records import DifferenceKind
from guobiao.records.json_lines import VERSION, read_hand_records
from guobiao.table import EventKind
from record_files import OWN_JSONL

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "records.md"
TEXT = PAGE.read_text(encoding="utf-8")


def commands() -> list[tuple[str, str]]:
    blocks = re.findall(r"^```console\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [
        tuple(command.split("\n", 1))
        for block in blocks
        for command in re.split(r"^\$ ", block, flags=re.M)[1:]
    ]


@pytest.mark.parametrize(
    ("command", "output"), commands(), ids=[command for command, _ in commands()]
)
def test_the_commands(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCS)
    main(shlex.split(command)[1:])
    assert capsys.readouterr().out == output


def test_the_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS)
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner()
    for block in re.finditer(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE):
        line = TEXT.count("\n", 0, block.start()) + 1
        example = doctest.DocTestParser().get_doctest(block[1], names, PAGE.name, str(PAGE), line)
        runner.run(example, clear_globs=False)
        names = example.globs
    assert runner.tries > 15
    assert not runner.failures


def test_the_lists_are_whole() -> None:
    for kind in DifferenceKind:
        assert f"`{kind.name}`" in TEXT
    for kind in EventKind:
        assert kind.name.lower() in TEXT
    with OWN_JSONL.open("rb") as stream:
        assert len(list(read_hand_records(stream))) > 1
    assert f"version {VERSION}, the only" in TEXT
