"""``guobiao score --points`` and ``--csv``: one line a hand, however the file is written."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from case_files import read_cases
from guobiao import GuobiaoError, parse_hand, score
from guobiao.cli import main
from mutations import mutated_hands
from scale import scaled

LINES = [
    "# hands",
    "[CCCC]234567m99p34s5s|EE1000|2",
    "19m19p119sESWNPFC",
    "",
    "19m19p119sESWNPF1m",
    "🀇🀇🀇🀈🀉🀊🀋🀌🀍🀎🀏🀏🀏🀋",
    "nonsense",
    "11123456789995m",
]
TOLD = [
    "11",
    "88",
    "error: FILE:5: <Hand 19m119s19pESWNFP1m|EE0000> is not a winning hand: its fourteen tiles "
    "complete no form",
    "91",
    "error: FILE:7: unknown letter 'n' in GB notation at column 1",
    "91",
]


def points(path: Path, capfdbinary: pytest.CaptureFixture[bytes], *words: str) -> list[str]:
    """The lines of standard output."""
    main(["score", "--points", "--file", str(path), *words])
    told = capfdbinary.readouterr().out.decode("utf-8")
    return [line.replace(str(path), "FILE") for line in told.splitlines()]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"], ids=repr)
@pytest.mark.parametrize("is_ended", [True, False])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "mark"])
def test_a_file(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], end: str, is_ended: bool, mark: str
) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes((mark + end.join(LINES) + end * is_ended).encode("utf-8"))
    assert points(path, capfdbinary) == TOLD


def test_wrong_hands_are_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    assert main(["score", "--points", "--file", str(path)]) == 1
    assert capfd.readouterr().err == "guobiao: 2 of 6 hands could not be scored\n"
    path.write_text(LINES[2], encoding="utf-8")
    assert main(["score", "--points", "--file", str(path)]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"], ids=repr)
def test_a_file_without_hands(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], content: bytes
) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(content)
    assert points(path, capfdbinary) == []


def test_blocks_and_threads(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small blocks cut the file at other places, and threads share each of them."""
    cases = [(case.hand, case.total) for case in read_cases("random-mil.tsv")][:5000]
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(hand for hand, _ in cases) + "\n", encoding="utf-8")
    wanted = [str(total) for _, total in cases]
    assert points(path, capfdbinary) == wanted
    assert points(path, capfdbinary, "--threads", "3") == wanted
    monkeypatch.setattr("guobiao.cli.score_points._BLOCK", 1000)
    assert points(path, capfdbinary, "--threads", "0") == wanted


@pytest.mark.parametrize("rules", ["mil", "1998", "botzone"])
def test_mutated_lines(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], rules: str
) -> None:
    """What is printed is what the functions say of each line."""
    hands = [text.replace("\n", "").replace("\r", "") for text in mutated_hands(9, scaled(1500))]
    listed = [
        text
        for text in hands
        if text.strip(" \t\u00a0\u3000")
        and text.isprintable()
        and not text.lstrip().startswith("#")
    ]
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(listed), encoding="utf-8")
    for number, (text, told) in enumerate(
        zip(listed, points(path, capfdbinary, "--rules", rules), strict=True), start=1
    ):
        try:
            wanted = str(score(text, rules=rules).points)
        except GuobiaoError:
            wanted = f"error: FILE:{number}: "
        assert told == wanted or told.startswith(wanted), text


def test_a_line_that_is_too_long(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(b"1m" * 100_000 + b"\n19m19p119sESWNPFC\n")
    first, second = points(path, capfdbinary)
    assert first.startswith("error: FILE:1: 65536 characters")
    assert second == "88"


def test_bytes_that_are_no_text(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(b"\xff\xfe\n19m19p119sESWNPFC\n")
    first, second = points(path, capfdbinary)
    assert first.startswith("error: FILE:1: ")
    assert second == "88"


def test_standard_input_and_arguments() -> None:
    command = [sys.executable, "-m", "guobiao", "score", "--points"]
    hands = "19m19p119sESWNPFC\nnonsense\n"
    done = subprocess.run(
        [*command, "-"], input=hands, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.stdout.splitlines()[0] == "88"
    assert done.stdout.splitlines()[1].startswith("error: line 2: unknown letter 'n'")
    assert done.returncode == 1
    done = subprocess.run(
        [*command, "11123456789995m"], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout == "91\n"


def test_csv(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("\n".join([*LINES, "=1+1"]), encoding="utf-8")
    assert main(["score", "--csv", "--file", str(path)]) == 1
    told = capfd.readouterr()
    rows = list(csv.DictReader(io.StringIO(told.out)))
    assert [row["points"] for row in rows] == ["11", "88", "", "91", "", "91", ""]
    assert rows[0]["hand"] == LINES[1]
    assert rows[0]["fans"] == "不求人*1 箭刻*1 暗杠*1 连六*1 花牌*2"
    assert [row["qualifies"] for row in rows] == ["yes", "yes", "", "yes", "", "yes", ""]
    assert rows[4]["error"].startswith("unknown letter 'n'")
    assert rows[6]["hand"] == "'=1+1"
    assert told.err == "guobiao: 3 of 7 hands could not be scored\n"


@pytest.mark.parametrize("threads", ["-1", "x", "1.5", "99999", ""])
def test_threads_that_are_no_number(threads: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--points", "--threads", threads, "19m19p119sESWNPFC"]) == 2
    assert "expected a number of threads" in capfd.readouterr().err


def test_a_file_that_is_not_there(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--points", "--file", "/nowhere/hands.txt"]) == 2
    assert "cannot read /nowhere/hands.txt" in capfd.readouterr().err


def test_the_hands_of_the_tests_are_hands() -> None:
    assert score(parse_hand(LINES[1])).points == 11
