"""Control characters of strangers' texts never reach a terminal, and no text of theirs is a line or
a formula of ours.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from guobiao.botzone import Bot, BotLimits, BotSpec
from guobiao.cli import main
from guobiao.competition.match import Correction, Penalty, PlayedHand, UnreadEntry, start_match
from guobiao.competition.match_json import format_match
from guobiao.competition.score_sheet import sheet_to_csv, sheet_to_html
from guobiao.errors import NotationError
from guobiao.notation import parse_hand
from guobiao.records.json_lines import format_hand_record, record_hand
from guobiao.table import TableHand
from guobiao.visible import csv_text, has_control_characters, json_text, shown, visible

EVIL = "\x1b[2J\nguobiao: forged\r\x07\x9b31m\u202eevil\u2066\u2028\x7f\t"
EVIL_FILE = "evil\x1b[2J\n\u202e.json"
Run = Callable[..., tuple[int, str]]

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="no such file names on Windows")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command: its exit code, and all that it printed, which must hold no control
    character.
    """

    def run_command(*arguments: object, stdin: bytes = b"") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(list(map(str, arguments)))
        printed = "".join(capsys.readouterr())
        for line in printed.replace("\r\n", "\n").split("\n"):
            assert not has_control_characters(line), line
        assert "\nguobiao: forged" not in printed
        return code, printed

    return run_command


MATCH = start_match(["An", "Bo", "Cai", "Du"], title=EVIL).add(
    PlayedHand("Du", 11, "An", hand=EVIL, penalties=(Penalty("Bo", "late", note=EVIL),)),
    Correction((1, -1, 0, 0), EVIL),
    UnreadEntry(json.dumps({"type": EVIL}), EVIL, is_hand=False),
)


@posix_only
@pytest.mark.parametrize("shape", [(), ("--json",), ("--csv",), ("--html",)], ids=" ".join)
def test_match_show(run: Run, tmp_path: Path, shape: tuple[str, ...]) -> None:
    path = tmp_path / EVIL_FILE
    path.write_text(format_match(MATCH), encoding="utf-8")
    code, printed = run("match", "show", path, *shape)
    assert code == 1
    assert "\\x1b[2J" in printed or "\\u001b[2J" in printed
    if shape == ("--json",):
        assert json.loads(printed.splitlines()[0])["title"] == EVIL


@posix_only
def test_files_that_cannot_be_read_or_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / EVIL_FILE
    for command in (
        ("match", "show", path),
        ("standings", path),
        ("standings", path, path),
        ("replay", path),
        ("replay", "--json", path),
        ("score", "--file", path),
        ("fans", "--rules", path),
        ("standings", "--event", path, "-"),
        (EVIL,),
        ("score", f"--{EVIL}"),
        ("fans", EVIL),
        ("play", "--players", f"{EVIL},a,b,c"),
        ("play", "--players", "a,b,c,d", "--bot", f"a='{EVIL}'"),
        ("settle", "19m19p119sESWNPFC", "--winner", EVIL),
    ):
        code, printed = run(*command, stdin=format_match(start_match("ABCD")).encode())
        assert code in (1, 2), command
        assert "evil" in printed, command
    path.write_text("x = 1", encoding="utf-8")
    assert "unknown key 'x'" in run("fans", "--rules", path)[1]
    assert "exists" in run("play", "--players", "random,random,random,random", "--records", path)[1]


def test_hands_of_strangers(run: Run) -> None:
    for shape in ((), ("--json",), ("--jsonl",)):
        code, printed = run("score", "-", *shape, stdin=f"{EVIL.replace(chr(10), '')}\n".encode())
        assert code == 1
        assert "evil" in printed
    with pytest.raises(NotationError) as raised:
        parse_hand("1m\x9b\u202e\x1b2m")
    assert "1m��␛2m" in str(raised.value)


@pytest.mark.parametrize("shape", [(), ("--json",)], ids=" ".join)
def test_records_of_strangers(run: Run, tmp_path: Path, shape: tuple[str, ...]) -> None:
    record = format_hand_record(record_hand(TableHand(seed=1), id=EVIL))
    wrong = record.replace('"E draw', '"W draw')
    path = tmp_path / "hands.jsonl"
    path.write_text(
        wrong + "\n" + record.replace('"mil"', json.dumps(EVIL)) + "\n", encoding="utf-8"
    )
    assert run("replay", path, *shape)[0] == 1
    text = tmp_path / "games.txt"
    text.write_text("Match \x1b[2J\u202e\nWind \x1b[2J\u202e\n", encoding="utf-8")
    assert run("replay", text, *shape)[0] == 1
    judge = tmp_path / "judge.json"
    judge.write_text(
        json.dumps([{"output": {"command": EVIL, "content": {EVIL: EVIL}, "display": {}}}])
    )
    assert run("replay", judge, *shape)[0] == 2


def test_what_a_bot_writes(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(f"import sys; sys.stderr.write({EVIL!r} + 'last words'); sys.exit(1)")
    command = f"{sys.executable} {program}"
    with Bot(BotSpec(command, limits=BotLimits(seconds=20))) as bot:
        problem = bot.ask("0 0 1").problem
    assert problem.endswith("last words")
    assert not has_control_characters(problem)
    code, printed = run(
        "play",
        "--players",
        "mine,random,random,random",
        "--hands",
        2,
        "--bot",
        f"mine={command}",
        "--time-limit",
        20,
    )
    assert code == 1
    assert "last words" in printed
    program.write_text(f"print({EVIL.replace(chr(10), '')!r})")
    assert (
        "evil"
        in run(
            "play",
            "--players",
            "mine,random,random,random",
            "--hands",
            2,
            "--bot",
            f"mine={command}",
            "--time-limit",
            20,
        )[1]
    )


# ------------------------------------------------------------------------------------------- tables

FORMULAS = ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", "=HYPERLINK(1)", "＝1", "-1+1", "--1"]


@pytest.mark.parametrize("name", FORMULAS)
def test_no_cell_is_a_formula(name: str) -> None:
    names = [name.strip(), "Bo", "Cai", "Du"]
    match = start_match(names).add(PlayedHand("Du", 11, names[0]), Correction((-1, 1, 0, 0), name))
    rows = list(csv.reader(io.StringIO(sheet_to_csv(match))))
    for row in rows:
        for cell in row:
            assert re.fullmatch(r"[+-]?\d+", cell) or not cell.startswith(tuple("=+-@\t\r＝"))
    assert rows[0][7] == f"'{names[0]}"
    assert rows[1][7:15] == ["-19", "-8", "-8", "35", "481", "492", "492", "535"]
    assert names[0] in sheet_to_html(match) or "&" in names[0]


def test_numbers_of_a_table_stay_numbers() -> None:
    assert csv_text([[-8, "-8", "+8", "2.33", "-", "", None]]) == "-8,-8,+8,2.33,'-,,\r\n"


def test_the_standings_as_csv(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(
        format_match(start_match(["=An", "Bo", "Cai", "Du"], base_points=0)), encoding="utf-8"
    )
    assert ",'=An," in run("standings", path, "--csv")[1]


# ------------------------------------------------------------------------------ the functions of it


def test_every_control_character_is_escaped() -> None:
    for code in (
        *range(0x20),
        *range(0x7F, 0xA0),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        0x2028,
        0x2029,
        0xD800,
    ):
        text = f"a{chr(code)}b"
        assert has_control_characters(text)
        assert visible(text) == ascii(text)[1:-1]
        assert json.loads(json_text(text)) == text
        assert json_text(text).isascii()
    for text in ("安 An\u3000Li", "é", "👩\u200d👧", "a\u00a0b"):
        assert visible(text) == text
        assert json_text(text) == f'"{text}"'


def test_the_repr_of_a_value_is_cut_and_never_fails() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert shown("x" * 100) == "'" + "x" * 79
    assert shown(10**5000) == "an int too long to show"
    assert shown([10**5000]) == "a list too long to show"
    assert shown(nested) == "a list too long to show"
