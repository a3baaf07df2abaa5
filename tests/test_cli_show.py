"""``guobiao show``, ``guobiao score --svg`` and ``--tiles``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from guobiao import Seat, score
from guobiao.cli import main
from guobiao.cli.terminal_tiles import tile_text
from guobiao.pictures import hand_svg, score_svg, tile_svg
from pictures_read import read_svg, texts_of, tiles_of

RECORDS = Path(__file__).parent / "records"
HAND = "[CCCC]234567m99p34s5s|EE1000|2"
Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *arguments: str) -> str:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, code: int, *arguments: str) -> str:
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def test_a_hand_and_tiles(capsys: Capture) -> None:
    assert told(capsys, "show", HAND) == (
        "🀈 🀉 🀊 🀋 🀌 🀍 🀒 🀓 🀡 🀡   🀔   [🀫 🀄\ufe0e 🀄\ufe0e 🀫]   花×2\n"
    )
    assert told(capsys, "show", "[567m,2]1122334455s") == "🀐 🀐 🀑 🀑 🀒 🀒 🀓 🀓 🀔 🀔   [🀋 🀌 🀍]\n"
    assert told(capsys, "show", "5m") == "🀋\n"
    assert told(capsys, "show", "back") == "🀫\n"


def test_each_tile_has_its_character() -> None:
    """The block's order: E S W N C F P, 1-9m, 1-9s, 1-9p, 梅 兰 竹 菊, 春 夏 秋 冬."""
    honours, suits = range(27, 34), range(27)
    order = [*honours, *suits, *range(38, 42), *range(34, 38)]
    shown = [tile_text(code, colour=False)[0] for code in order]
    assert shown == [chr(0x1F000 + place) for place in range(42)]


def test_pictures_of_a_tile_and_a_hand(capsys: Capture) -> None:
    assert told(capsys, "show", "a", "--svg", "-") == tile_svg("a") + "\n"
    picture = told(capsys, "show", HAND, "--svg", "-", "--dark", "--index")
    assert picture == hand_svg(HAND, theme="dark", index=True) + "\n"


@pytest.mark.parametrize("seat", [None, *Seat])
def test_a_table_of_a_record(seat: Seat | None, capsys: Capture) -> None:
    asked = [] if seat is None else ["--seat", str(seat)]
    command = ["show", str(RECORDS / "hands.jsonl"), "--game", "2", "--step", "9", *asked]
    text = told(capsys, *command)
    backs = text.count("🀫")
    root = read_svg(told(capsys, *command, "--svg", "-"))
    assert tiles_of(root).count("back") == backs
    assert (backs == 0) is (seat is None)
    assert text.count(">") == 1


def test_the_steps_of_a_record(capsys: Capture) -> None:
    name = str(RECORDS / "hands.jsonl")
    shown = [told(capsys, "show", name, "--step", str(step)) for step in (0, 1, 5)]
    assert len({*shown, told(capsys, "show", name)}) == 4
    assert "over" in told(capsys, "show", name)
    err = refused(capsys, 2, "show", name, "--step", "9999")
    assert "show: --step 9999: expected 0 to " in err


@pytest.mark.parametrize("name", ["games.txt", "judge-41.json", "tziakcha.json", "hands.jsonl"])
def test_each_kind_of_record(name: str, capsys: Capture) -> None:
    picture = told(capsys, "show", str(RECORDS / name), "--step", "3", "--svg", "-")
    assert len(tiles_of(read_svg(picture))) > 52


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("nonsense",), 1, "nonsense"),
        ((HAND, "--step", "3"), 2, "show: --step is for a record: "),
        (("no-file.jsonl", "--game", "1"), 2, "no-file.jsonl is no file"),
        ((str(RECORDS / "hands.jsonl"), "--game", "0"), 2, "expected 1 for the first"),
        ((str(RECORDS / "hands.jsonl"), "--game", "99999"), 2, "has fewer games"),
        ((str(RECORDS / "hands.jsonl"), "--step", "-1"), 2, "--step -1: expected 0 to"),
        ((str(RECORDS / "hands.jsonl"), "--seat", "X"), 1, "'X' is no seat"),
        ((str(RECORDS / "blame.tsv"),), 1, "expected Match"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], code: int, message: str, capsys: Capture
) -> None:
    assert message in refused(capsys, code, "show", *arguments)


@pytest.mark.parametrize("command", [("show", HAND), ("score", HAND)])
def test_no_file_is_overwritten(command: tuple[str, ...], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hand.svg"
    told(capsys, *command, "--svg", str(file))
    read_svg(file.read_text(encoding="utf-8"))
    file.write_text("mine", encoding="utf-8")
    assert "exists: --force overwrites it" in refused(capsys, 2, *command, "--svg", str(file))
    assert file.read_text(encoding="utf-8") == "mine"
    told(capsys, *command, "--svg", str(file), "--force")
    read_svg(file.read_text(encoding="utf-8"))
    assert [path.name for path in tmp_path.iterdir()] == ["hand.svg"]


def test_the_record_itself_is_never_overwritten(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl"
    content = (RECORDS / "hands.jsonl").read_bytes()
    file.write_bytes(content)
    refused(capsys, 2, "show", str(file), "--svg", str(file), "--force")
    assert file.read_bytes() == content


def test_a_score_as_a_picture(capsys: Capture) -> None:
    assert told(capsys, "score", HAND, "--svg", "-") == score_svg(score(HAND)) + "\n"
    old = told(capsys, "score", "--rules", "1998", "[1111s][2222m,1]333444p88s", "--svg", "-")
    assert "36 分 · 36 points" in texts_of(read_svg(old))


@pytest.mark.parametrize("hands", [(HAND, HAND), ("-",), ("--file", "hands.txt")])
def test_a_picture_is_of_one_hand(hands: tuple[str, ...], capsys: Capture) -> None:
    assert "one hand" in refused(capsys, 2, "score", *hands, "--svg", "-")


def test_a_wrong_hand_makes_no_picture(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hand.svg"
    assert "is not a winning hand" in refused(
        capsys, 1, "score", "19m19p119sESWNPF1m", "--svg", str(file)
    )
    assert not file.exists()


def test_tiles_beside_a_score(capsys: Capture) -> None:
    plain, tiles = told(capsys, "score", HAND), told(capsys, "score", "--tiles", HAND)
    lines = tiles.splitlines()
    assert lines.pop(1).startswith("  🀈 🀉")
    assert lines == plain.splitlines()


@pytest.mark.parametrize("shape", ["--json", "--jsonl", "--points", "--csv", "--svg=-"])
def test_tiles_are_for_tables(shape: str, capsys: Capture) -> None:
    assert "--tiles is for the tables" in refused(capsys, 2, "score", "--tiles", shape, HAND)


@pytest.mark.parametrize(
    ("is_terminal", "variables", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour(
    is_terminal: bool, variables: dict[str, str], coloured: bool, capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    for command in (("show", HAND), ("score", "--tiles", HAND)):
        text = told(capsys, *command)
        assert ("\x1b[31m🀈\x1b[0m" in text) is coloured
        assert ("\x1b" in text) is coloured
