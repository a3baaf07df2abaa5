"""The files that commands write: whole or not at all, and never over a file that is read."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from guobiao.cli import main
from guobiao.cli.console import Stop
from guobiao.cli.output_file import open_outputs
from guobiao.competition.match import PlayedHand, start_match
from guobiao.competition.match_json import format_match

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="no such files on Windows")
MATCH = start_match(["An", "Bo", "Cai", "Du"]).add(PlayedHand("Du", 11, "An"))
RANDOM = "random,random,random,random"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object, stdin: Path | None = None) -> tuple[int, str, str]:
        with open(stdin or os.devnull, "rb") as file:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file))
            code = main(list(map(str, arguments)))
        return (code, *capsys.readouterr())

    return run_command


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A match file."""
    path = tmp_path / "match.json"
    path.write_text(format_match(MATCH), encoding="utf-8")
    return path


# ------------------------------------------------------------------------------ a file that is read


def test_the_match_on_standard_input_is_not_overwritten(run: Run, sheet: Path) -> None:
    before = sheet.read_bytes()
    code, _, err = run("match", "show", "-", "--output", sheet, "--force", stdin=sheet)
    assert (code, sheet.read_bytes()) == (2, before)
    assert "is a file that is read: it is not overwritten" in err


def test_the_rules_and_the_event_are_not_overwritten(run: Run, sheet: Path, tmp_path: Path) -> None:
    rules, event = tmp_path / "club.toml", tmp_path / "event.toml"
    rules.write_text("minimum = 6\n")
    event.write_text("awards = [4, 3, 2, 1]\n")
    records = tmp_path / "hands.jsonl"
    assert run("play", "--players", RANDOM, "--hands", 1, "--records", records)[0] == 0
    for command, target in (
        (
            (
                "play",
                "--players",
                RANDOM,
                "--hands",
                1,
                "--rules",
                rules,
                "--records",
                rules,
                "--force",
            ),
            rules,
        ),
        (("replay", records, "--rules", rules, "--write-jsonl", rules, "--force"), rules),
        (("standings", sheet, "--event", event, "--output", event, "--force"), event),
        (("replay", "-", "--write-jsonl", records, "--force"), records),
    ):
        before = target.read_bytes()
        code, out, err = run(*command, stdin=records)
        assert (code, out, target.read_bytes()) == (2, "", before), command
        assert "is a file that is read: it is not overwritten" in err


def test_a_bots_program_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print('PASS')\n")
    link = tmp_path / "link.py"
    os.link(program, link)
    for target in (program, link):
        code, _, err = run(
            "play",
            "--players",
            "mine,random,random,random",
            "--bot",
            f"mine={sys.executable} {program}",
            "--hands",
            1,
            "--records",
            target,
            "--force",
        )
        assert (code, program.read_text()) == (2, "print('PASS')\n")
        assert "is a file that is read: it is not overwritten" in err


@pytest.mark.parametrize("exists", [True, False])
@pytest.mark.parametrize("spelling", ["folder/../out", "./out", "link"])
def test_two_outputs_are_not_one_file_by_two_spellings(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelling: str, exists: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("link").symlink_to("out")
    Path("hands.jsonl").write_text("")
    if exists:
        Path("out").write_text("mine")
    code, _, err = run(
        "replay", "hands.jsonl", "--write-text", "out", "--write-jsonl", spelling, "--force"
    )
    assert code == 2
    assert "--write-text and --write-jsonl name one file" in err
    assert not exists or Path("out").read_text() == "mine"


# -------------------------------------------------------------------- nothing touched, nothing lost


def test_a_mistyped_input_leaves_the_old_file(run: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_text("mine")
    assert run("replay", tmp_path / "mistyped", "--write-jsonl", old, "--force")[0] == 2
    assert old.read_text() == "mine"
    assert run("replay", tmp_path / "mistyped", "--write-jsonl", new)[0] == 2
    assert sorted(tmp_path.iterdir()) == [old]


LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, -1)); from "
    "guobiao.cli import main; sys.exit(main(sys.argv[1:]))"
)


@posix_only
@pytest.mark.parametrize("what", ["sheet", "records"])
def test_a_full_disk_loses_nothing(sheet: Path, tmp_path: Path, what: str) -> None:
    old = tmp_path / "old"
    old.write_text("mine")
    command = {
        "sheet": ["match", "show", sheet, "--html", "--output", old, "--force"],
        "records": ["play", "--players", RANDOM, "--hands", "9", "--records", old, "--force"],
    }[what]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"cannot write {old}: File too large" in done.stderr
    assert old.read_text() == "mine"
    assert list(tmp_path.glob("*.part")) == ([] if what == "sheet" else [tmp_path / "old.part"])


def interrupt(target: Path, text: str) -> None:
    with open_outputs({"--records": str(target)}, force=True) as (file,):
        file.write(text)
        raise KeyboardInterrupt


def test_an_interrupted_stream_leaves_its_part_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old"
    old.write_text("mine")
    for number in range(2):
        with pytest.raises(KeyboardInterrupt):
            interrupt(old, f"hand {number}\n")
    assert old.read_text() == "mine"
    assert (tmp_path / "old.part").read_text() == "hand 0\n"
    assert (tmp_path / "old.1.part").read_text() == "hand 1\n"
    said = capsys.readouterr().err.splitlines()
    assert (
        said[1]
        == f"guobiao: {old} is not written; what there was so far is in {tmp_path / 'old.1.part'}"
    )


def write_late(target: Path) -> None:
    with open_outputs({"--records": str(target)}, force=False) as (file,):
        file.write("mine")
        target.write_text("another's")


def test_a_file_that_comes_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    new = tmp_path / "new"
    with pytest.raises(Stop, match="new exists: --force overwrites it"):
        write_late(new)
    assert new.read_text() == "another's"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize(("kind", "kills"), [("files", 25), ("logs", 8), ("events", 8)])
def test_no_kill_loses_a_file(tmp_path: Path, kind: str, kills: int) -> None:
    from output_kills import KINDS

    found = KINDS[kind](tmp_path, kills=kills, seed=9)
    assert (found["whole"], found["lost"]) == (kills, 0)


# ------------------------------------------------------------------------ what stands there already


@posix_only
def test_mode_and_link_are_kept(run: Run, sheet: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    target, link, new = folder / "sheet.csv", tmp_path / "link.csv", tmp_path / "new.csv"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run("match", "show", sheet, "--csv", "--output", link, "--force")[0] == 0
    assert link.is_symlink()
    assert target.read_text().startswith("Hand,Wind")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    old_mask = os.umask(0o027)
    try:
        assert run("match", "show", sheet, "--csv", "--output", new)[0] == 0
    finally:
        os.umask(old_mask)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.rglob("*.csv*")) == [
        "link.csv",
        "new.csv",
        "sheet.csv",
    ]


@posix_only
def test_a_pipe_is_written_as_it_comes(run: Run, sheet: Path, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    assert run("match", "show", sheet, "--json", "--output", pipe, "--force")[0] == 0
    reader.join()
    assert json.loads(read[0])["totals"] == list(MATCH.totals)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix_only
@pytest.mark.parametrize("target", ["/dev/stdout", "-"])
def test_standard_output_by_name(tmp_path: Path, target: str) -> None:
    """Redirected into a file, that is the file the shell has opened: the records and the table,
    none over the other.
    """
    out, command = (
        tmp_path / "out",
        ["play", "--players", RANDOM, "--hands", "2", "--records", target, "--force"],
    )
    with out.open("w") as file:
        subprocess.run(
            [sys.executable, "-m", "guobiao", *command], stdout=file, check=True, cwd=tmp_path
        )
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines[:2]] == ["0-1", "0-2"]
    assert lines[2].startswith("2 hands")
    assert list(tmp_path.iterdir()) == [out]
