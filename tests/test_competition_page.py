"""The examples of docs/competition.md are what is really printed."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from guobiao import load_profile
from guobiao.cli import main
from guobiao.competition.match_json import format_match, parse_match
from guobiao.competition.penalties import load_penalty_profile, penalise

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "competition.md"
CONSOLE = re.findall(r"```console\n\$ (.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_python_examples() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 20
    assert not failed


def test_the_penalty_profile_of_the_page(tmp_path: Path) -> None:
    (toml,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "club.toml"
    path.write_text(toml, encoding="utf-8")
    profile = load_penalty_profile(path)
    assert profile.name == "friday club"
    assert penalise("E", "错和", rules=profile).changes == (-60, 20, 20, 20)
    assert penalise("E", "手机", step=7, rules=profile).sanction.disqualified
    assert "late" not in [offence.name for offence in profile.offences]


@pytest.mark.parametrize("block", CONSOLE, ids=[block.split("\n", 1)[0] for block in CONSOLE])
def test_the_commands(
    block: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The commands of a block one after the other, in a folder with the examples."""
    shutil.copytree(DOCS / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for example in block.split("\n$ "):
        command, output = f"{example.rstrip()}\n".split("\n", 1)
        program, *arguments = shlex.split(command)
        assert (program, main(arguments)) == ("guobiao", 0)
        assert capsys.readouterr().out == output


@pytest.mark.parametrize("name", ["table1.json", "table2.json", "club/match.json"])
def test_the_example_files_are_as_the_library_writes_them(name: str) -> None:
    text = DOCS.joinpath("examples", name).read_text(encoding="utf-8")
    assert format_match(parse_match(text)) == text


def test_the_example_list_for_ema_is_as_the_command_writes_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCS / "examples")
    files = ["table1.json", "table2.json", "--event", "ema-event.toml", "--ema-csv", "-"]
    assert main(["standings", *files]) == 0
    written = Path("ema-2026-05-10.csv").read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines() == written.splitlines()


def test_the_match_of_the_club_is_played_by_its_files() -> None:
    folder = DOCS / "examples" / "club"
    match = parse_match(folder.joinpath("match.json").read_text(encoding="utf-8"))
    assert match.rules == load_profile(folder / "rules.toml")
    assert match.penalties == load_penalty_profile(folder / "penalties.toml")
    assert sum(match.totals) == 4 * 111
