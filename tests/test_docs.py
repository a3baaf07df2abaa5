"""The examples of the README and of the pages in docs are what is really printed.
(docs/competition.md has a test of its own.)
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from guobiao.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "README.zh.md",
    *(
        ROOT / "docs" / name
        for name in (
            "api.md",
            "json.md",
            "rules.md",
            "club.md",
            "compat.md",
            "analysis.md",
            "table.md",
            "pictures.md",
        )
    ),
]


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language, each with the line where it starts."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(text.count("\n", 0, match.start()) + 2, match[1]) for match in found]


def commands() -> list:
    """Every ``$ guobiao …`` of a console block with what follows it."""
    rows = []
    for page in PAGES:
        for line, block in blocks(page, "console"):
            for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                words, output = command.split("\n", 1)
                rows.append(
                    pytest.param(
                        words, output, id=f"{page.name}:{line}-{words[:40]}".replace(" ", "_")
                    )
                )
    return rows


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page share their names; one without prompts only has to run."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for line, block in blocks(page, "python"):
        if ">>>" not in block:
            exec(compile(block, f"{page.name}:{line}", "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line - 1)
        runner = doctest.DocTestRunner()
        runner.run(example, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures


@pytest.mark.parametrize(("command", "output"), commands())
def test_commands(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "guobiao"
    main(arguments)
    told = capsys.readouterr()
    assert told.out + told.err == output
