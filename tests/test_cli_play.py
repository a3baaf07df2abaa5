"""The command play: each promise of its help has a case."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bot_programs import READ_ALL
from guobiao.cli import console, main

PYTHON = Path(sys.executable).as_posix()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object) -> tuple[int, str, str]:
        code = main(["play", *map(str, arguments)])
        return (code, *capsys.readouterr())

    return run_command


@pytest.fixture
def bot(tmp_path: Path):
    """Writes a bot of a few lines and gives its command."""

    def write_bot(program: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(program, encoding="utf-8")
        return f'"{PYTHON}" -S "{path.as_posix()}"'

    return write_bot


# -------------------------------------------------------------------------------------- the results


def test_the_table(run) -> None:
    code, out, err = run("--players", "greedy,random,random,random", "--hands", 40, "--seed", 1)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].startswith("40 hands, seed 1, rules mil, common wall, flowers: ")
    assert lines[1].split("  ")[0] == "Player"
    assert [line[:8] for line in lines[2:]] == ["greedy  ", "random 1", "random 2", "random 3"]
    assert "± " in lines[2]
    assert run("--players", "greedy,random,random,random", "--hands", 40, "--seed", 1)[1] == out
    assert (
        run(
            "--players", "greedy,random,random,random", "--hands", 40, "--seed", 1, "--processes", 2
        )[1]
        == out
    )
    assert run("--players", "greedy,random,random,random", "--hands", 40, "--seed", 2)[1] != out


def test_json(run) -> None:
    code, out, err = run("--players", "reach,greedy,shanten,random", "--hands", 8, "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert [found[key] for key in ("hands", "seed", "rules", "wall", "flowers", "failed")] == [
        8, 0, "mil", "common", True, 0,
    ]  # fmt: skip
    players = found["players"]
    assert [player["name"] for player in players] == ["reach", "greedy", "shanten", "random"]
    assert sum(player["wins"] for player in players) == 8 - found["drawn"]
    lower, upper = players[0]["interval"]
    assert lower <= players[0]["points_per_hand"] == players[0]["points"] / 8 <= upper


def test_the_rules_of_play(run) -> None:
    found = json.loads(
        run(
            "--players",
            "greedy,greedy,greedy,greedy",
            "--hands",
            4,
            "--json",
            "--rules",
            "1998",
            "--wall",
            "own",
            "--no-flowers",
        )[1]
    )
    assert (found["rules"], found["wall"], found["flowers"]) == ("1998", "own", False)


# --------------------------------------------------------------------------------------------- bots


def test_with_a_bot_the_hands_are_botzones(run, bot) -> None:
    told = bot(
        READ_ALL + "import sys; print('PASS' if n < 3 else sys.exit(lines[0] + ' ' + lines[2]))"
    )
    code, out, err = run(
        "--players",
        "mine,greedy,greedy,greedy",
        "--bot",
        f"mine={told}",
        "--hands",
        1,
        "--time-limit",
        30,
    )
    assert code == 1
    assert out.startswith(
        "1 hand, seed 0, rules botzone, own wall, no flowers: 0 drawn, 1 ended by a failure"
    )
    assert "guobiao: mine, hand 1, seat E: RE: it ended with exit code 1: 0 0 0 1 0 0 0 0 " in err


def test_failures_are_counted_and_told_three_times(run, bot) -> None:
    code, out, err = run(
        "--players",
        "a,b,greedy,greedy",
        "--bot",
        f"a={bot('1 / 0')}",
        "--json-bot",
        f"b={bot('print(1)', 'b.py')}",
        "--hands",
        10,
        "--time-limit",
        30,
        "--json",
    )
    found = json.loads(out)
    assert (code, found["failed"]) == (1, 10)
    # The first of E S W N pays: in two of a deal's four hands it is b.
    assert [player["failures"] for player in found["players"][:2]] == [{"RE": 8}, {"NJ": 2}]
    assert sum(line.startswith("guobiao: a, hand ") for line in err.splitlines()) == 3
    assert sum(line.startswith("guobiao: b, hand ") for line in err.splitlines()) == 2
    assert "(its further failures are only counted)" in err


def test_a_bot_that_reads_to_the_end(run, bot) -> None:
    reads = bot("import sys; sys.stdin.read(); print('HU')")
    arguments = (
        "--players",
        "a,greedy,greedy,greedy",
        "--bot",
        f"a={reads}",
        "--hands",
        1,
        "--time-limit",
    )
    assert "TLE: no reply in time" in run(*arguments, 0.2)[2]
    assert (
        "WA: the reply 'HU' is not allowed (asked '0 0 0')"
        in run(*arguments, 30, "--close-input")[2]
    )


# ------------------------------------------------------------------------------------------ records


def test_records_as_json_lines(run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    arguments = (
        "--players",
        "greedy,random,random,random",
        "--hands",
        6,
        "--seed",
        3,
        "--records",
        path,
    )
    assert run(*arguments)[0] == 0
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [record["id"] for record in records] == [f"3-{number}" for number in range(1, 7)]
    assert records[1]["players"] == ["random 3", "greedy", "random 1", "random 2"]
    assert main(["replay", str(path)]) == 0


def test_records_as_botzones_text(run, tmp_path: Path, bot) -> None:
    path = tmp_path / "hands.txt"
    arguments = ["--players", "greedy,greedy,greedy,greedy", "--hands", 6, "--records", path]
    code, _, err = run(*arguments)
    assert code == 2
    assert "Botzone's text knows own walls without flowers only: --wall own --no-flowers" in err
    assert not path.exists()
    assert run(*arguments, "--wall", "own", "--no-flowers", "--rules", "botzone")[0] == 0
    assert path.read_text(encoding="utf-8").count("Match 0-") == 6
    assert main(["replay", str(path)]) == 0


def test_hands_that_a_failure_ended_are_recorded_as_far_as_they_went(
    run, tmp_path: Path, bot
) -> None:
    mine = f"mine={bot('1 / 0')}"
    for name, lines in (("hands.jsonl", 2), ("hands.txt", 0)):
        path = tmp_path / name
        run(
            "--players",
            "mine,greedy,greedy,greedy",
            "--bot",
            mine,
            "--hands",
            2,
            "--time-limit",
            30,
            "--records",
            path,
        )
        assert len(path.read_text(encoding="utf-8").splitlines()) == lines


def test_records_are_not_overwritten_unasked(run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text("mine\n", encoding="utf-8")
    arguments = ("--players", "random,random,random,random", "--hands", 1, "--records", path)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "hands.jsonl exists: --force overwrites it" in err
    assert path.read_text(encoding="utf-8") == "mine\n"
    assert run(*arguments, "--force")[0] == 0
    assert "mine" not in path.read_text(encoding="utf-8")


# -------------------------------------------------------------------------------------------- usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--players"),
        (("--players", "random,random"), "2 players in --players 'random,random': expected four"),
        (
            ("--players", "random,random,random,clever"),
            "'clever' is no player: expected random, greedy, shanten, reach",
        ),
        (("--players", "random,random,random, "), "'' is no player"),
        (
            ("--players", "a,a,a,a", "--bot", "a=no-such-program"),
            "the bot a cannot be run: there is no program 'no-such-program'",
        ),
        (("--players", "a,a,a,a", "--bot", "a"), "expected NAME=COMMAND"),
        (("--players", "a,a,a,a", "--bot", "a,b=x"), "expected NAME=COMMAND"),
        (("--players", "a,a,a,a", "--bot", "a='x"), "is no command: No closing quotation"),
        (
            (
                "--players",
                "a,a,a,a",
                "--bot",
                f"a={sys.executable}",
                "--json-bot",
                f"a={sys.executable}",
            ),
            "two players are named a",
        ),
        (
            ("--players", "a,a,a,a", "--bot", f"greedy={sys.executable}"),
            "two players are named greedy",
        ),
        (
            ("--players", "a,a,a,a", "--bot", f"a={sys.executable}", "--time-limit", "0"),
            "seconds is 0.0",
        ),
        (
            ("--players", "random,random,random,random", "--hands", "-1"),
            "expected a whole number from 0",
        ),
        (("--players", "random,random,random,random", "--seed", "x"), "'x' is no number"),
        (
            ("--players", "random,random,random,random", "--records", "/no/such/folder/x"),
            "cannot write /no/such/folder/x",
        ),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths and quotes of a POSIX shell")
def test_wrong_usage(run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_progress_on_a_terminal_only(run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--players", "random,random,random,random", "--hands", 6)
    assert run(*arguments)[2] == ""
    monkeypatch.setattr(console, "is_terminal", lambda stream: stream is sys.stderr)
    monkeypatch.setattr(console, "_SECONDS_BETWEEN", 0.0)
    assert "\r6 hands, " in run(*arguments)[2]
