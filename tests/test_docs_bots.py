"""The examples of docs/bots.md are what is really printed, the example bot among them."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest

from guobiao.botzone import Verdict
from guobiao.cli import main

DOCS = Path(__file__).resolve().parents[1] / "docs"
TEXT = (DOCS / "bots.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n\$ (guobiao [^\n]*)\n(.*?)```", TEXT, re.DOTALL)


def test_the_python_examples() -> None:
    failed, tried = doctest.testfile(str(DOCS / "bots.md"), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert not failed


@pytest.mark.parametrize(("command", "output"), CONSOLE, ids=[command for command, _ in CONSOLE])
@pytest.mark.skipif(sys.platform == "win32", reason="quotes of a POSIX shell")
def test_the_commands(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCS)
    words = [
        word.replace("=python ", f"={shlex.quote(sys.executable)} ")
        for word in shlex.split(command)[1:]
    ]
    patient = [
        word.replace("6", "60") if before == "--time-limit" else word
        for before, word in zip(["", *words], words)
    ]
    assert main(patient) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (output, "")


def test_the_table_of_verdicts_is_whole() -> None:
    listed = re.findall(r"^\| `([A-Z]+)` \|", TEXT, re.MULTILINE)
    assert sorted(listed) == sorted(
        str(verdict) for verdict in Verdict if verdict is not Verdict.OK
    )
