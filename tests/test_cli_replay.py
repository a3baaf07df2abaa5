"""``guobiao replay``: each promise of its help has a case."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guobiao.cli import console, main
from guobiao.formats.botzone_text import parse_games
from guobiao.formats.hand_records import read_hand_records
from record_files import OWN, OWN_JSONL, OWN_JUDGE, OWN_TEXT
from records.make_records import PLAYERS

GAMES = OWN_TEXT.read_text(encoding="utf-8")
WIN = "Player 1 Hu W7 Ignore Player 2 Hu W7"
SCORE = "Score -8 37 -8 -21"
WRONG_WIN = GAMES.replace(WIN, WIN.replace("Hu W7", "Hu W1", 1))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin))))
        code = main(["replay", *map(str, arguments)])
        return (code, *capsys.readouterr())

    return run_command


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """Fourteen games, the first with another tile in its win."""
    path = tmp_path / "wrong.txt"
    path.write_text(WRONG_WIN, encoding="utf-8")
    return path


def test_what_agrees_is_exit_0(run) -> None:
    assert run(OWN_TEXT) == (0, "14 games: 14 agree\n", "")
    assert run(OWN_TEXT, OWN_JSONL, *OWN_JUDGE) == (0, "26 games: 26 agree\n", "")
    assert run(OWN_JUDGE[0]) == (0, "1 game: 1 agree\n", "")


def test_another_label_is_shown_and_agrees(run) -> None:
    tie = OWN / "judge-rules/tie1.json"
    labels = (
        "清一色*1+一色三节高*1+门前清*1+双暗刻*1+幺九刻*1",
        "清一色*1+一色三同顺*1+门前清*1+平和*1+连六*1",
    )
    line = f"{tie}:13: game tie1: other labels: fans: {labels[0]}; by the rules: {labels[1]}\n"
    assert run(tie) == (0, f"{line}1 game: 1 agree, 1 with other labels\n", "")
    code, out, _ = run("--json", tie)
    (other,) = json.loads(out)["other_labels"]
    assert (code, other["kind"], other["recorded"], other["expected"]) == (0, "fans", *labels)


def test_what_differs_is_exit_1_with_game_line_and_reason(run, wrong: Path) -> None:
    code, out, err = run(wrong)
    assert (code, err) == (1, "")
    assert out == (
        f"{wrong}:105: game seed-281: win tile: Player 1 Hu W1 Ignore Player 2 Hu W7; by the rules: the tile is W7\n"
        "14 games: 13 agree, 1 differ\n"
    )


def test_lenient_repairs_the_tile_of_a_win(run, wrong: Path) -> None:
    code, out, _ = run("--lenient", wrong)
    assert code == 0
    assert f"{wrong}:105: game seed-281: repaired: win tile: Player 1 Hu W1" in out
    assert out.endswith("14 games: 14 agree, 1 repaired\n")


def test_json_has_counts_and_the_list_of_differences(run, wrong: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    assert json.loads(run("--json", OWN_TEXT)[1]) == {
        "differences": [], "repaired": [], "other_labels": [], "unreadable": [], "games": 14, "agree": 14, "differ": 0,
    }  # fmt: skip
    code, out, err = run("--json", wrong, OWN_JUDGE[0], missing)
    difference = {
        "file": str(wrong),
        "game": "seed-281",
        "line": 105,
        "kind": "win tile",
        "recorded": "Player 1 Hu W1 Ignore Player 2 Hu W7",
        "expected": "the tile is W7",
    }
    told = json.loads(out)
    assert (code, err) == (2, "")
    assert told["differences"] == [difference]
    assert (told["games"], told["agree"], told["differ"]) == (15, 14, 1)
    assert [(found["file"], "No such file" in found["message"]) for found in told["unreadable"]] == [
        (str(missing), True)
    ]
    lenient = json.loads(run("--json", "--lenient", wrong)[1])
    assert (lenient["differences"], lenient["repaired"], lenient["differ"]) == ([], [difference], 0)


def test_a_broken_game_does_not_stop_the_rest(run, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(GAMES.replace("Wind 1", "Wind 7", 1), encoding="utf-8")
    code, out, _ = run(path)
    assert code == 1
    assert out == (
        f"{path}:2: game seed-281: unreadable: 'Wind 7': expected Wind and 0-3 (E S W N), as in 'Wind 0'\n"
        "14 games: 13 agree, 1 differ\n"
    )
    lines = OWN_JSONL.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], lines[1][:100], lines[2]]), encoding="utf-8")
    code, out, _ = run(path)
    assert code == 1
    assert out.startswith(f"{path}:2: unreadable: no JSON at column ")
    assert out.endswith("3 games: 2 agree, 1 differ\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: an empty file: expected Match (Botzone's text), ["),
        (b" \n", "line 1: an empty file"),
        (b"Mitch 7\n", "line 1: 'Mitch 7': expected Match"),
        (b"\x89PNG\xff\x00", "line 1: '\\\\x89PNG\\\\xff\\x00': expected Match"),
        (b'[{"output": {}}]', "entry 1: output: 'command' is missing"),
        (b"[", "line 1: no JSON, column 2"),
        (b"[\n\xff]", "line 2: bytes that are not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_exit_2(run, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    code, out, err = run(path, OWN_JUDGE[0])
    assert (code, out) == (2, "1 game: 1 agree, 1 file unreadable\n")
    assert err.startswith(f"guobiao: {path}: {message}")


def test_a_missing_file_and_a_folder(run, tmp_path: Path) -> None:
    code, out, err = run(tmp_path / "missing", tmp_path, OWN_JUDGE[0])
    assert (code, out) == (2, "1 game: 1 agree, 2 files unreadable\n")
    assert err.startswith(f"guobiao: {tmp_path / 'missing'}: No such file or directory\n")


def test_the_format_can_be_named(run, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("# games\n" + GAMES, encoding="utf-8")
    assert run(path)[0] == 2
    code, out, _ = run("--format", "text", path)
    assert code == 1
    assert out.startswith(f"{path}:1: unreadable: '# games': expected Match")
    assert out.endswith("15 games: 14 agree, 1 differ\n")
    assert run("--format", "judge", OWN_JUDGE[0])[0] == 0
    code, _, err = run("--format", "xml", path)
    assert code == 2
    assert "'xml' is no format: expected text, judge, jsonl" in err


def test_standard_input_in_any_format(run) -> None:
    for path, count in ((OWN_TEXT, 14), (OWN_JSONL, 9), (OWN_JUDGE[0], 1)):
        code, out, _ = run("-", stdin=path.read_bytes())
        assert (code, out) == (0, f"{count} game{'s' * (count > 1)}: {count} agree\n")
    code, out, _ = run("-", stdin=WRONG_WIN.encode())
    assert code == 1
    assert out.startswith("-:105: game seed-281: win tile: ")


def test_rules_of_ones_own(run, tmp_path: Path) -> None:
    toml = tmp_path / "dear.toml"
    toml.write_text('based_on = "botzone"\nminimum = 100\n', encoding="utf-8")
    code, out, _ = run("--rules", toml, OWN_TEXT)
    assert code == 1
    assert out.count("by the rules: the hand has less than 100 points") == 11
    assert run("--rules", "mil", OWN_TEXT, OWN_JUDGE[0])[0] == 0
    assert run("--rules", "nonsense", OWN_TEXT)[0] == 2


# ------------------------------------------------------------------------------------------------------------ writing


def test_games_are_written_as_json_lines_and_back(run, tmp_path: Path) -> None:
    jsonl, text = tmp_path / "hands.jsonl", tmp_path / "games.txt"
    assert run(OWN_TEXT, "--write-jsonl", jsonl)[:2] == (0, "14 games: 14 agree\n")
    assert run(jsonl, "--write-text", text)[:2] == (0, "14 games: 14 agree\n")
    assert text.read_text(encoding="utf-8") == GAMES


def test_json_lines_keep_all_that_they_had(run, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    assert run(OWN_JSONL, "--write-jsonl", again)[0] == 0
    assert again.read_bytes() == OWN_JSONL.read_bytes()
    with again.open("rb") as stream:
        assert all(record.players == PLAYERS for record in read_hand_records(stream))


def test_a_judges_game_gets_the_name_of_its_file(run, tmp_path: Path) -> None:
    text = tmp_path / "judge.txt"
    assert run(*OWN_JUDGE, "--write-text", text)[0] == 0
    games = parse_games(text.read_text(encoding="utf-8"))
    assert [game.id for game in games] == [path.stem for path in OWN_JUDGE]
    assert run(text)[0] == 0


def test_what_differs_is_not_written_and_what_is_repaired_is(run, wrong: Path, tmp_path: Path) -> None:
    text = tmp_path / "out.txt"
    assert run(wrong, "--write-text", text)[0] == 1
    assert text.read_text(encoding="utf-8") == GAMES[GAMES.index("Match seed-99") :]
    assert run("--lenient", wrong, "--write-text", text, "--force")[0] == 0
    assert text.read_text(encoding="utf-8") == GAMES


def test_what_the_text_format_cannot_hold_is_named(run, tmp_path: Path) -> None:
    text = tmp_path / "out.txt"
    code, out, err = run(OWN_JSONL, "--write-text", text)
    assert (code, out) == (1, "9 games: 9 agree\n")
    assert f"guobiao: {OWN_JSONL}:2: not written: the Botzone text format knows one wall a player only" in err
    assert f"guobiao: {OWN_JSONL}:9: not written: the hand is not over" in err
    assert [game.id for game in parse_games(text.read_text(encoding="utf-8"))] == ["seed-281", "seed-1025", "seed-2246"]


def test_no_file_is_overwritten_unasked(run, wrong: Path, tmp_path: Path) -> None:
    text = tmp_path / "out.txt"
    text.write_text("mine", encoding="utf-8")
    for option in ("--write-text", "--write-jsonl"):
        code, out, err = run(wrong, option, text)
        assert (code, out) == (2, "")
        assert f"{text} exists: --force overwrites it" in err
        assert text.read_text(encoding="utf-8") == "mine"
        code, _, err = run(wrong, option, wrong, "--force")
        assert code == 2
        assert "is a file that is read: it is not overwritten" in err
        assert wrong.read_text(encoding="utf-8") == WRONG_WIN
    code, _, err = run(wrong, "--write-text", text, "--write-jsonl", text, "--force")
    assert code == 2
    assert "--write-text and --write-jsonl name one file" in err
    code, _, err = run(wrong, "--write-text", tmp_path / "no" / "where.txt")
    assert code == 2
    assert "cannot write" in err


# ------------------------------------------------------------------------------------------------- pipes and progress


def test_it_is_quiet_when_nobody_reads_on(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(GAMES.replace("Score -", "Score -1") * 40, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "guobiao", "replay", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert b"payments" in process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


def test_progress_makes_room_for_what_is_found(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100_000))
    monkeypatch.setattr(console, "is_terminal", lambda stream: True)
    monkeypatch.setattr(console.time, "monotonic", lambda: float(next(clock)))
    path = tmp_path / "games.txt"
    path.write_text(GAMES * 5 + WRONG_WIN, encoding="utf-8")
    code, out, err = run(path)
    assert code == 1
    assert out.endswith("84 games: 83 agree, 1 differ\n")
    line = "64 games, 64 a second"
    assert err.startswith(f"\r{line} \r{' ' * (len(line) + 1)}\r")
    assert err.rstrip().endswith("84 games, 42 a second")


def test_there_is_no_progress_in_files(run) -> None:
    assert run(OWN_TEXT)[2] == ""


def test_usage(run) -> None:
    assert run()[0] == 2
    code, out, _ = run("--help")
    assert code == 0
    assert "--lenient" in out
    assert OWN.is_dir()
