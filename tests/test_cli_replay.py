"""``guobiao replay``: each promise of its help has a case."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from guobiao.botzone.texts import parse_games
from guobiao.cli import console, main
from guobiao.records.json_lines import read_hand_records
from record_files import OWN, OWN_JSONL, OWN_JUDGE, OWN_TEXT, OWN_TZIAKCHA
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
    assert run(OWN_TZIAKCHA) == (0, "11 games: 11 agree\n", "")


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
        f"{wrong}:105: game seed-281: win tile: Player 1 Hu W1 Ignore Player 2 Hu W7; by the "
        "rules: the tile is W7\n"
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
        "differences": [],
        "repaired": [],
        "other_labels": [],
        "unreadable": [],
        "games": 14,
        "agree": 14,
        "differ": 0,
    }
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
    assert [
        (found["file"], "No such file" in found["message"]) for found in told["unreadable"]
    ] == [(str(missing), True)]
    lenient = json.loads(run("--json", "--lenient", wrong)[1])
    assert (lenient["differences"], lenient["repaired"], lenient["differ"]) == ([], [difference], 0)


def test_a_broken_game_does_not_stop_the_rest(run, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(GAMES.replace("Wind 1", "Wind 7", 1), encoding="utf-8")
    code, out, _ = run(path)
    assert code == 1
    assert out == (
        f"{path}:2: game seed-281: unreadable: 'Wind 7': expected Wind and 0-3 (E S W N), as in "
        "'Wind 0'\n"
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
def test_a_file_that_cannot_be_read_is_exit_2(
    run, tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    code, out, err = run(path, OWN_JUDGE[0])
    assert (code, out) == (2, "1 game: 1 agree, 1 file unreadable\n")
    assert err.startswith(f"guobiao: {path}: {message}")


LOG = json.loads(OWN_JUDGE[0].read_text(encoding="utf-8"))
READ = "expected Match (Botzone's text), ["
HAND = OWN_JSONL.read_text(encoding="utf-8").splitlines()[0]
STRANGERS = [
    (
        json.dumps(json.loads(HAND), indent=2),
        "a hand as JSON over several lines: JSON lines have one hand a line",
    ),
    (
        f"[{HAND},\n{HAND}]",
        "a JSON array of hands: JSON lines have one hand a line, and no brackets",
    ),
    (f"// 牌谱\n{HAND}\n", "JSON with comments: take them out"),
    ('{"a": 1,\n "b": 2}\n' * 300, "JSON of another program"),
    ('{\n  "a": 1,\n "b": 2}\n' * 300, "JSON over several lines, of another program"),
    ('[{"a": 1},\n {"b": 2}]', "JSON of another program"),
    (
        '{"type":"start_game","names":["a"]}\n{"type":"start_kyoku"}\n' * 99,
        "a log of riichi mahjong (mjai)",
    ),
    (
        '{"title":["",""],"name":["a"],"rule":{},"log":[[[0,0,0]]]}\n',
        "a log of riichi mahjong (Tenhou)",
    ),
    ('<mjloggm ver="2.3"><SHUFFLE/></mjloggm>', "a log of riichi mahjong (Tenhou)"),
    ("<!DOCTYPE html>\n<html>" + "<p>\n" * 400, "a page of HTML or XML"),
    (
        '{"requests": ["0 0 0"], "responses": []}',
        "what one program is told by Botzone, which is not the whole game",
    ),
    ('{"format": "guobiao-match", "version": 1}', "a match, which 'guobiao match show' reads"),
    (GAMES.encode("utf-16"), "text in UTF-16: write it in UTF-8"),
    (b"PK\x03\x04" + bytes(100), "a packed file: unpack it first"),
    (b"\x1f\x8b\x08" + bytes(100), "a packed file: unpack it first"),
    (b"SQLite format 3\x00" + bytes(range(256)) * 9, "a binary file"),
]


@pytest.mark.parametrize(
    ("content", "guess"), STRANGERS, ids=[f"{k}-{row[1]}" for k, row in enumerate(STRANGERS)]
)
def test_another_programs_file_is_one_message_that_says_what_it_seems_to_be(
    run, tmp_path: Path, content: str | bytes, guess: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, out, err = run(path)
    assert (code, out) == (2, "0 games: 0 agree, 1 file unreadable\n")
    assert err.count("\n") == 1
    assert err.startswith(f"guobiao: {path}: line 1: ")
    assert READ in err
    assert err.endswith(f"; it seems to be {guess}\n")


def test_chinese_text_in_a_message_is_whole(run, tmp_path: Path) -> None:
    """Forty characters are shown, not forty bytes, of which the last would be a part of one."""
    for padding in range(3):
        path = tmp_path / "file"
        path.write_text("x" * padding + "牌谱" * 3_000, encoding="utf-8")
        shown = ("x" * padding + "牌谱" * 20)[:40]
        assert run(path)[2].startswith(f"guobiao: {path}: line 1: '{shown}': expected Match")


def test_what_botzones_page_downloads_and_what_its_judge_is_given(run, tmp_path: Path) -> None:
    told = [
        {"output": {key: part for key, part in entry["output"].items() if key != "display"}}
        if "output" in entry
        else entry
        for entry in LOG
    ]
    path = tmp_path / "game.json"
    for value in (
        {"status": "finished", "logs": LOG},
        {"log": told[:-1], "initdata": ""},
        told[:-1],
        told,
    ):
        for indent in (None, 1):
            path.write_text(json.dumps(value, indent=indent), encoding="utf-8")
            assert run(path)[:2] == (0, "1 game: 1 agree\n")


def test_what_differs_in_one_move_is_one_line_and_all_of_it_with_verbose(
    run, tmp_path: Path
) -> None:
    wrong = json.loads(json.dumps(LOG))
    place = next(k for k, entry in enumerate(wrong) if "output" not in entry and k > 30)
    wrong[place]["0"]["response"] = "HU"
    path = tmp_path / "log.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    code, out, _ = run(path)
    first, last = out.splitlines()
    assert (code, last) == (1, "1 game: 0 agree, 1 differ")
    assert first.startswith(f"{path}:{place + 2}: game log: display: ")
    whole = run("--verbose", path)[1].splitlines()
    told = json.loads(run("--json", path)[1])["differences"]
    assert len(whole) - 1 == len(told) > 4
    assert first.endswith(f" (and {len(told) - 1} more: --verbose)")
    assert [
        f"{path}:{place + 2}: game log: {found['kind']}: {found['recorded']}; by the rules: "
        f"{found['expected']}"
        for found in told
    ] == whole[:-1]


def test_a_long_list_is_shown_whole_with_verbose(run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(GAMES.replace("Player 0 Play T6", "Player 0 Play W1", 1), encoding="utf-8")
    short, whole = run(path)[1].splitlines()[0], run("--verbose", path)[1].splitlines()[0]
    assert whole == (
        f"{path}:8: game seed-281: move: Player 0 Play W1; by the rules: Player 0 may Play W2 W7 "
        "W9 T4 T6 B1 B3 B5 F1 J2 J3"
    )
    assert short == whole.removesuffix(" J3") + "…"


def test_fans_points_and_payments_are_three_lines(run, tmp_path: Path) -> None:
    value = json.loads(HAND)
    value["result"] |= {"fans": {"花龙": 1}, "points": 8, "changes": [0, 0, 0, 0]}
    path = tmp_path / "hand.jsonl"
    path.write_text(json.dumps(value), encoding="utf-8")
    lines = run(path)[1].splitlines()
    assert [line.split(": ")[2] for line in lines[:-1]] == ["fans", "points", "payments"]


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
    for path, count in ((OWN_TEXT, 14), (OWN_JSONL, 9), (OWN_JUDGE[0], 1), (OWN_TZIAKCHA, 11)):
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


# ------------------------------------------------------------------------------------------ writing


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


def test_games_of_tziakcha_are_written_as_json_lines(run, tmp_path: Path) -> None:
    jsonl = tmp_path / "hands.jsonl"
    assert run(OWN_TZIAKCHA, "--write-jsonl", jsonl)[:2] == (0, "11 games: 11 agree\n")
    assert run(jsonl)[:2] == (0, "11 games: 11 agree\n")
    code, _, err = run(OWN_TZIAKCHA, "--write-text", tmp_path / "games.txt")
    assert code == 1
    assert err.count("the Botzone text format knows one wall a player only") == 11


def test_a_judges_game_gets_the_name_of_its_file(run, tmp_path: Path) -> None:
    text = tmp_path / "judge.txt"
    assert run(*OWN_JUDGE, "--write-text", text)[0] == 0
    games = parse_games(text.read_text(encoding="utf-8"))
    assert [game.id for game in games] == [path.stem for path in OWN_JUDGE]
    assert run(text)[0] == 0


def test_what_differs_is_not_written_and_what_is_repaired_is(
    run, wrong: Path, tmp_path: Path
) -> None:
    text = tmp_path / "out.txt"
    assert run(wrong, "--write-text", text)[0] == 1
    assert text.read_text(encoding="utf-8") == GAMES[GAMES.index("Match seed-99") :]
    assert run("--lenient", wrong, "--write-text", text, "--force")[0] == 0
    assert text.read_text(encoding="utf-8") == GAMES


def test_what_the_text_format_cannot_hold_is_named(run, tmp_path: Path) -> None:
    text = tmp_path / "out.txt"
    code, out, err = run(OWN_JSONL, "--write-text", text)
    assert (code, out) == (1, "9 games: 9 agree\n")
    assert (
        f"guobiao: {OWN_JSONL}:2: not written: the Botzone text format knows one wall a player only"
        in err
    )
    assert f"guobiao: {OWN_JSONL}:9: not written: the hand is not over" in err
    assert [game.id for game in parse_games(text.read_text(encoding="utf-8"))] == [
        "seed-281",
        "seed-1025",
        "seed-5179",
    ]


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


# ------------------------------------------------------------------------------- pipes and progress


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


def test_progress_makes_room_for_what_is_found(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
