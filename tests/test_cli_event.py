"""The commands that write events and matches: a day by commands only, what they refuse, and what is
kept.
"""

from __future__ import annotations

import glob
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from guobiao import RuleProfile
from guobiao.cli import main, match_log, output_file
from guobiao.competition.event_plan import EventPlan, format_event_plan
from guobiao.competition.event_toml import make_event, make_event_plan
from guobiao.competition.match import Match, Penalty, PlayedHand, TimeUp, parse_seat_change
from guobiao.competition.match_json import format_match, parse_match, salvage_match
from guobiao.competition.penalties import make_penalty_profile
from guobiao.competition.standings import Game, Substitution
from guobiao.errors import StandingsError
from guobiao.files.toml_file import parse_toml

DAY = Path(__file__).resolve().parents[1] / "docs/examples/day.sh"
HAND = "13347s12369m258p3m"  # 17 points
SELF_DRAWN = "[CCCC]234567m99p34s5s"  # 9 points, self-drawn
NAMES = ("An", "Bo", "Cai", "Du")
SIXTEEN = [
    *NAMES,
    *("Eva", "Fei", "Guo", "Hu", "Ida", "Jin", "Kai", "Lin", "Mei", "Nan", "Ora", "Pan"),
]
Run = Callable[..., tuple[int, str, str]]


class Terminal(io.StringIO):
    """Standard input with somebody before it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command in an empty folder: its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: object, stdin: io.TextIOBase | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", stdin or io.TextIOWrapper(io.BytesIO()))
        code = main(list(map(str, arguments)))
        return (code, *capsys.readouterr())

    return run_command


@pytest.fixture
def table(run: Run) -> Path:
    """A match file in which nothing has happened yet."""
    assert run("match", "new", "table.json", "--players", *NAMES)[0] == 0
    return Path("table.json")


def read(path: Path | str) -> Match:
    return parse_match(Path(path).read_bytes())


# ------------------------------------------------------------------------------------------ the day


def day_commands() -> list[list[str]]:
    """The commands of the script. It has no others, and nothing else that a shell would do."""
    lines = DAY.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    assert commands[0] == "set -eu"
    assert all(line.startswith("guobiao ") for line in commands[1:])
    return [shlex.split(line)[1:] for line in commands[1:]]


def with_files(words: list[str]) -> list[str]:
    """The words with the files that a shell would put in the place of ``round*.json``."""
    return [name for word in words for name in (sorted(glob.glob(word)) or [word])]


def test_a_day_by_commands_only(run: Run) -> None:
    for words in day_commands():
        assert run(*with_files(words))[0] == 0, words
    matches = {name: read(name) for name in sorted(glob.glob("round*.json"))}
    assert len(matches) == 20
    assert all(match.is_over for match in matches.values())
    assert len(matches["round1-table1.json"].entries) == 16
    assert len(Path("round1-table2.json.undone").read_text("utf-8").splitlines()) == 1
    rows = [line.split(",") for line in Path("standings.csv").read_text("utf-8").splitlines()]
    assert sorted(row[1] for row in rows[1:]) == SIXTEEN  # Bo is credited, not Zed
    assert {row[5] for row in rows[1:]} == {"5"}
    assert sum(float(row[2]) for row in rows[1:]) == 5 * 4 * 7
    assert "Zed" in {name for match in matches.values() for name in match.players}
    assert len({match.totals for match in matches.values() if len(set(match.totals)) == 1}) == 1
    assert salvage_match(Path("round2-table1.json").read_bytes()).version == 2
    given = [entry.penalties for entry in matches["round2-table3.json"].entries[:2]]
    assert [len(penalties) for penalties in given] == [1, 2]


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell")
def test_a_shell_runs_the_script(tmp_path: Path) -> None:
    """Its first commands, through a real shell; all of them are run above."""
    begun = DAY.read_text(encoding="utf-8").split("guobiao match add", 1)[0]
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/guobiao"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m guobiao "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", begun],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert read(tmp_path / "round1-table1.json").session == 1


# ---------------------------------------------------------------------------------------- match new


def test_a_new_match_is_what_the_options_say(run: Run) -> None:
    options = ("--round", 2, "--table", 3, "--title", "Cup", "--base-points", 0)
    seats = ("--seat-change", "SENW,NWES,SENW", "--penalties", "botzone", "--rules", "1998")
    code, out, _ = run("match", "new", "m.json", "--players", *NAMES, *options, *seats)
    assert (code, out) == (0, "m.json: E An, S Bo, W Cai, N Du\n")
    match = read("m.json")
    assert (match.players, match.session, match.table, match.title) == (NAMES, 2, 3, "Cup")
    assert (match.rules.name, match.penalties.name, match.base_points) == ("1998", "botzone", 0)
    assert match.seat_change == parse_seat_change(["SENW", "NWES", "SENW"])


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_stays_in_its_version(run: Run, version: int) -> None:
    name = "m.json"
    run("match", "new", name, "--players", *NAMES, "--file-version", version)
    run("match", "add", name, "--winner", "Bo", "--points", 8, "--self-draw")
    run("match", "add", name, "--draw")
    assert run("match", "undo", name)[0] == 0
    entries = json.loads(Path(name).read_text("utf-8"))["entries"]
    assert ["changes" in entry for entry in entries] == [version == 1]
    assert salvage_match(Path(name).read_bytes()).version == version
    assert read(name).totals == (484, 548, 484, 484)


# ---------------------------------------------------------------------------------------- match add


def test_a_hand_is_scored_and_the_payment_shown(run: Run, table: Path) -> None:
    code, out, err = run(
        "match", "add", table, "--winner", "N", "--hand", HAND, "--discarder", "An"
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == [
        "Hand 1, E round, dealer An: Du wins 17 points from An (点和)",
        "Fans: 组合龙*1 门前清*1 平和*1 边张*1",
    ]
    assert [line.split() for line in out.splitlines()[2:]] == [
        ["Seat", "Player", "底分", "基本分", "Change", "Total"],
        ["E", "东", "An", "-8", "-17", "-25", "475"],
        ["S", "南", "Bo", "-8", "-8", "492"],
        ["W", "西", "Cai", "-8", "-8", "492"],
        ["N", "北", "Du", "+24", "+17", "+41", "541"],
        ["Next:", "hand", "2,", "E", "round,", "dealer", "Bo"],
    ]
    (entry,) = read(table).entries
    assert isinstance(entry, PlayedHand)
    assert entry.hand.endswith("|EN0000")
    assert run("match", "show", table)[0] == 0  # which scores it again


def test_winds_come_from_the_place_of_the_hand(run: Run, table: Path) -> None:
    """门风刻 for the South player of the hand only, and none in the South round's East seat."""
    pung = "[SSS,1][CCC,1]234m456s9p9p|0010|6"
    for _ in range(4):
        run("match", "add", table, "--draw")
    points = []
    for winner in ("An", "Bo"):  # E and S in hand 5, the first of the South round
        out = run(
            *("match", "add", table, "--winner", winner, "--hand", pung),
            *("--discarder", "Cai", "--json", "--dry-run"),
        )[1]
        points.append(json.loads(out)["points"])
    assert points[1] == points[0] + 2  # 圈风刻 for both, 门风刻 2 for Bo


def test_the_text_of_a_hand_is_kept_if_it_says_all(run: Run, table: Path) -> None:
    text = f"{HAND}|EN0000"
    run("match", "add", table, "--winner", "Du", "--hand", text, "--discarder", "Bo")
    run("match", "add", table, "--winner", "E", "--hand", f"{SELF_DRAWN}|1000|1")
    hands = [entry.hand for entry in read(table).entries if isinstance(entry, PlayedHand)]
    assert hands[0] == text
    assert hands[1].endswith("|EE1000|1")
    run(
        *("match", "add", table, "--winner", "W", "--hand", "[EEE,1][CCC,1]456s99p34m2m||2"),
        *("--discarder", "E", "--robbed-kong"),
    )
    entry = read(table).entries[2]
    assert isinstance(entry, PlayedHand)
    assert (entry.robbed_kong, entry.flowers, entry.winner) == (True, 2, "An")


def test_penalties_are_counted(run: Run, table: Path) -> None:
    call = "--penalty"
    run("match", "add", table, "--draw", call, "Bo=empty_call", call, "Bo=空报")
    run(
        "match", "add", table, "--winner", "Du", "--points", 8, "--self-draw", call, "S=deduction:3"
    )
    run("match", "add", table, "--draw", call, "Bo=empty_call", "--note", "again")
    given = [p for e in read(table).entries if isinstance(e, PlayedHand) for p in e.penalties]
    assert given == [
        Penalty("Bo", "empty_call", 1),
        Penalty("Bo", "空报", 2),
        Penalty("Cai", "deduction", 3),  # the South seat of the second hand
        Penalty("Bo", "empty_call", 3, "again"),
    ]


def test_time_ends_a_match(run: Run, table: Path) -> None:
    assert run("match", "add", table, "--time-up")[1].splitlines()[-1] == "Over after 0 hands"
    assert read(table).entries == (TimeUp(),)
    code, _, err = run("match", "add", table, "--draw")
    assert code == 1
    assert "the match is over after 0 hands: match undo takes the last entry back" in err


def test_json(run: Run, table: Path) -> None:
    out = run("match", "add", table, "--winner", "Du", "--points", 8, "--self-draw", "--json")[1]
    told = json.loads(out)
    assert (told["file"], told["winner"], told["points"]) == ("table.json", "Du", 8)
    assert told["totals"] == [484, 484, 484, 548]
    assert told["next"] == {"hand": 2, "wind": "E", "seats": ["Bo", "Cai", "Du", "An"]}
    told = json.loads(run("match", "undo", table, "--json")[1])
    assert (told["kept_in"], told["totals"]) == ("table.json.undone", [500] * 4)
    assert told["next"]["hand"] == 1


@pytest.mark.parametrize(
    ("answer", "code"), [("y\n", 0), ("YES\n", 0), ("n\n", 1), ("\n", 1), ("", 1)], ids=repr
)
def test_on_a_terminal_it_asks(run: Run, table: Path, answer: str, code: int) -> None:
    win = ("match", "add", table, "--winner", "Du", "--points", 8, "--self-draw")
    done, out, err = run(*win, stdin=Terminal(answer))
    assert done == code
    assert "Du wins 8 points" in out
    assert "Write it? [y/N]" in err
    assert ("table.json is as it was" in err) == bool(code)
    assert len(read(table).entries) == 1 - code


def test_yes_and_a_dry_run_ask_nothing(run: Run, table: Path) -> None:
    win = ("match", "add", table, "--winner", "Du", "--points", 8, "--self-draw")
    assert "Write it?" not in run(*win, "--dry-run", stdin=Terminal())[2]
    assert read(table).entries == ()
    assert run(*win, "--yes", stdin=Terminal())[0] == 0
    assert len(read(table).entries) == 1


# ------------------------------------------------------------------------------------ what is wrong

LOST = "table.json is as it was"
WRONG_ENTRIES = [
    ("--winner E", "An wins how much? expected --points N or --hand HAND"),
    ("--winner E --points 8", "who pays? expected --discarder WHO, or --self-draw"),
    ("--winner E --points 7 --self-draw", "under the minimum of 8 (rules mil)"),
    ("--winner E --points 9 --flowers 2 --self-draw", "7 points without flowers are under"),
    ("--winner E --points 8 --discarder An", "nobody discards to himself"),
    ("--winner Zed --points 8 --self-draw", "'Zed' is no player of this match: expected one of An"),
    ("--draw --points 8", "nobody wins a draw: leave out --points"),
    ("--draw --self-draw", "nobody wins a draw: leave out --self-draw"),
    ("--time-up --penalty Bo=late", "does not count: leave out --penalty"),
    ("--draw --note x", "--note is a remark on a penalty, and there is none"),
    ("--draw --penalty Bo", "'Bo' is no penalty: expected PLAYER=OFFENCE"),
    ("--draw --penalty Bo=late:x", "'Bo=late:x' is no penalty: expected PLAYER=OFFENCE"),
    ("--draw --penalty Bo=late:9", "step 9 of late (迟到): expected 1 to 3"),
    ("--draw --penalty Bo=lat", "'lat' is no offence of rulebook (did you mean late?)"),
    ("--draw --penalty Zed=late", "'Zed' is no player of this match"),
    ("--winner S --points 8 --self-draw --penalty S=false_win", "may not after false_win"),
    ("--winner S --points 8 --self-draw --robbed-kong", "name that player as discarder"),
    (f"--winner N --hand {HAND}", "who pays? expected --discarder WHO, or --self-draw"),
    (
        f"--winner N --hand {HAND}|ES --discarder E",
        "winds are ES: hand 1 is in the E round, and Du",
    ),
    (f"--winner N --hand {HAND}|SN --discarder E", "Du sits N: expected EN"),
    (f"--winner N --hand {HAND}|0000 --self-draw", "not self-drawn by its flags: leave out"),
    (f"--winner N --hand {HAND}|0000", "won on a discard or a robbed kong: expected --discarder"),
    (f"--winner N --hand {HAND}|1000 --discarder E", "self-drawn: leave out --discarder"),
    (f"--winner N --hand {HAND}|0000 --discarder E --robbed-kong", "robs no kong by its flags"),
    (f"--winner N --hand {HAND} --discarder E --flowers 1", "leave out --flowers"),
    ("--winner N --hand [EEE,2]234m678s88p34p5p --discarder E", "under the minimum of 8"),
    ("--winner N --hand 123m --discarder E", "123m"),
    ("--winner N --hand 12x --discarder E", "unknown letter 'x'"),
]


@pytest.mark.parametrize(("options", "message"), WRONG_ENTRIES, ids=[w for w, _ in WRONG_ENTRIES])
def test_an_impossible_entry_is_not_written(
    run: Run, table: Path, options: str, message: str
) -> None:
    before = table.read_bytes()
    code, out, err = run("match", "add", table, *options.split())
    assert (code, out) == (1, "")
    assert message in err
    assert LOST in err
    assert table.read_bytes() == before
    assert os.listdir() == ["table.json"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--change E=2 --change Bo=-2 --of 17", "there is no hand 17: a match has four rounds"),
        ("--change X=2 --change Bo=-2 --of 1", "'X' is no player of this match"),
        ("--change An=1_0 --change Bo=-10", "'An=1_0' is no change"),
        ("--change An=2", "the changes [2, 0, 0, 0] add up to 2: expected 0 in all"),
        ("--change An=x --change Bo=2", "'An=x' is no change: expected PLAYER=POINTS, as An=-2"),
        ("--change E=2 --change Bo=-2", "'E=2' is no change"),
        ("--change An=2 --change Bo=-2 --of 1", "a correction of hand 1, and 0 hands were played"),
    ],
)
def test_an_impossible_correction_is_not_written(
    run: Run, table: Path, options: str, message: str
) -> None:
    before = table.read_bytes()
    code, _, err = run("match", "correct", table, *options.split(), "--reason", "why")
    assert (code, table.read_bytes()) == (1, before)
    assert message in err


def test_a_correction_names_players_or_the_seats_of_the_hand(run: Run, table: Path) -> None:
    for winner in ("An", "Du"):
        run("match", "add", table, "--winner", winner, "--points", 8, "--self-draw")
    seats = ("--of", 2, "--change", "E=+3", "--change", "n=-3")  # Bo and An
    assert run("match", "correct", table, *seats, "--reason", "why")[0] == 0
    lost = ("--change", "cai=-5", "--lost", 5)
    assert run("match", "correct", table, *lost, "--reason", "late")[0] == 0
    assert [record.changes for record in read(table).records[2:]] == [(-3, 3, 0, 0), (0, 0, -5, 0)]


def test_a_damaged_file_or_one_of_another_version_is_not_written(run: Run, table: Path) -> None:
    text = table.read_text("utf-8")
    for wrong, message in (
        (text.replace('"version": 1', '"version": 3'), "this library reads version 1 or 2"),
        (text[:-30], "no JSON at line"),
        (text.replace("[500, ", "[501, "), "the entries add up to [500, 500, 500, 500]"),
    ):
        table.write_text(wrong, encoding="utf-8")
        for words in (("add", table, "--draw"), ("undo", table)):
            code, out, err = run("match", *words)
            assert (code, out, table.read_text("utf-8")) == (1, "", wrong)
            assert message in err
            assert "table.json is as it was: repair it first" in err


WRONG_FILES = [
    ("match new table.json --players An Bo Cai Du", 2, "table.json exists: --force overwrites it"),
    ("match new new.json --players An Bo Cai", 1, "3 players: a match has four: new.json is not"),
    ("match new new.json --players An Bo Cai an", 1, "'An' and 'an' differ in blanks or case"),
    ("match new new.json --event none.toml --round 1 --table 1", 2, "cannot read none.toml"),
    ("match new new.json --event event.toml", 2, "--event needs --round and --table"),
    ("match new new.json --event event.toml --round 1 --table 1", 1, "round 1 is not seated yet"),
    (
        "match new new.json --event event.toml --round 9 --table 1",
        1,
        "round is 9: expected a whole",
    ),
    (
        "match new new.json --event event.toml --round 1 --table 1 --rules 1998",
        2,
        "the event says the rules: leave it out",
    ),
    ("match add none.json --draw", 2, "cannot read none.json"),
    ("match add - --draw", 2, "'-' is no file that can be written again"),
    ("match undo table.json", 1, "table.json has no entry to take back"),
    ("event new event.toml --rounds 1 --players A B C D", 2, "event.toml exists: --force"),
    (
        "event new new.toml --rounds 1 --players A B C D E F G H I J K L M N",
        1,
        "14 players: a table has four, so 2 more (substitutes) would make 16, or 2 fewer (byes) 12",
    ),
    ("event new new.toml --rounds 1 --players A B C A", 1, "player 'A' is named twice"),
    ("event new new.toml --rounds 1 --players A B C a", 1, "'A' and 'a' differ in blanks, case"),
    ("event new new.toml --rounds 0 --players A B C D", 1, "rounds is 0: expected"),
    ("event new new.toml --rounds 1 --players-file none.txt", 2, "cannot read none.txt"),
    ("event new new.toml --rounds 1 --players A --penalties no", 2, "'no' is no penalty profile"),
    ("event new new.toml --rounds 1 --players A --seat-change SSSS,E", 2, "expected three orders"),
    ("event seat table.json", 1, "table.json: no TOML"),
    ("event seat event.toml --round 6", 1, "round is 6: expected a whole number from 1 to 5"),
    ("event substitute event.toml --player Zed --substitute X", 1, "who is no player of the event"),
    ("event substitute event.toml --player An --substitute Bo", 1, "'Bo' is a player of the event"),
    ("event substitute event.toml --player An --substitute X --round 6", 1, "expected a whole"),
]


@pytest.mark.parametrize(
    ("command", "code", "message"), WRONG_FILES, ids=[command for command, *_ in WRONG_FILES]
)
def test_nothing_is_overwritten(
    run: Run, table: Path, command: str, code: int, message: str
) -> None:
    event = Path("event.toml")
    event.write_text(format_event_plan(EventPlan(tuple(SIXTEEN), 5)), encoding="utf-8")
    before = table.read_bytes(), event.read_bytes()
    done, out, err = run(*command.split())
    assert (done, out) == (code, "")
    assert message in err
    if not command.startswith("event seat event.toml"):
        assert (table.read_bytes(), event.read_bytes()) == before
    assert sorted(os.listdir()) == ["event.toml", "table.json"]


# --------------------------------------------------------------------------------------------- undo


def test_undo_keeps_what_it_takes_back(run: Run, table: Path) -> None:
    before = table.read_bytes()
    for discarder in ("Bo", "Cai"):
        run("match", "add", table, "--winner", "Du", "--points", 8, "--discarder", discarder)
        code, out, _ = run("match", "undo", table)
        assert code == 0
        assert out.splitlines() == [
            f"Taken back: Hand 1, E round, dealer An: Du wins 8 points from {discarder} (点和)",
            "It is kept in table.json.undone",
            "Next: hand 1, E round, dealer An",
        ]
        assert table.read_bytes() == before
    undone = [json.loads(line) for line in Path("table.json.undone").read_text().splitlines()]
    assert [entry["discarder"] for entry in undone] == ["Bo", "Cai"]


def test_undo_writes_the_backup_first(
    run: Run, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("match", "add", table, "--draw")
    before, written = table.read_bytes(), []

    def fail_on_the_match(name: str, text: str, *, was: bytes | None) -> None:
        written.append(name)
        if name == "table.json":
            raise KeyboardInterrupt
        output_file.rewrite_file(name, text, was=was)

    monkeypatch.setattr(match_log, "rewrite_file", fail_on_the_match)
    assert run("match", "undo", table)[0] == 130
    assert written == ["table.json.undone", "table.json"]
    assert table.read_bytes() == before
    assert json.loads(Path("table.json.undone").read_text())["type"] == "hand"


def test_a_file_that_changes_meanwhile_is_not_overwritten(
    run: Run, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = format_match(read(table).add(PlayedHand("Bo", 8)))

    def somebody_else(*_: object) -> bool:
        table.write_text(other, encoding="utf-8")
        return True

    monkeypatch.setattr(match_log, "_is_yes", somebody_else)
    code, _, err = run("match", "add", table, "--draw", stdin=Terminal())
    assert (code, table.read_text("utf-8")) == (2, other)
    assert "table.json has changed meanwhile: look at it, and do this again" in err
    assert os.listdir() == ["table.json"]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no such names here")
def test_a_file_that_a_shell_has_opened_is_not_overwritten(run: Run, table: Path) -> None:
    before = table.read_bytes()
    with table.open("r+b") as file:
        code, _, err = run("match", "add", f"/dev/fd/{file.fileno()}", "--draw")
    assert (code, table.read_bytes()) == (2, before)
    assert "no other file can take its place: expected a file's own name" in err


# -------------------------------------------------------------------------------------- event files


def test_an_event_file_is_the_plan_again() -> None:
    plan = EventPlan(
        tuple(SIXTEEN),
        3,
        'A "cup"\\ \x7f\t杯',
        RuleProfile({"name": "club", "minimum": 6, "payments": {"others": "0"}}),
        make_penalty_profile({"name": "x", "offences": {"late": False}}),
        parse_seat_change(["SENW", "NWES", "SENW"]),
        0,
        7,
        ((tuple(SIXTEEN[:4]), tuple(SIXTEEN[4:8])),),  # type: ignore[arg-type]
        (Substitution("Zed", "Bo", 2), Substitution("Yu", "An")),
    )
    table = parse_toml(format_event_plan(plan).encode(), "event.toml", StandingsError)
    assert make_event_plan(table) == plan


def test_what_stands_in_an_event_file_stays(run: Run) -> None:
    event = Path("event.toml")
    run("event", "new", event, "--rounds", 1, "--players", *NAMES)
    mine = event.read_text("utf-8") + '# mine\n[[teams]]\nname = "Red"\nmembers = ["An"]'
    event.write_text(mine, encoding="utf-8")
    code, drawn, _ = run("event", "seat", event)
    assert code == 0
    assert event.read_text("utf-8").startswith(mine + "\n")
    seated = event.read_bytes()
    assert run("event", "seat", event)[1] == drawn
    assert event.read_bytes() == seated
    assert run("event", "substitute", event, "--player", "Bo", "--substitute", "Zed")[0] == 0
    assert event.read_bytes().startswith(seated)
    assert "Zed" in run("event", "seat", event, "--round", 1)[1]
    code, _, err = run("event", "substitute", event, "--player", "Bo", "--substitute", "Y")
    assert code == 1
    assert "'Bo' is in two substitutions of one round" in err


def test_a_file_that_cannot_be_appended_to_is_left(run: Run) -> None:
    event = Path("event.toml")
    text = "seating = []\n" + format_event_plan(EventPlan(NAMES, 1))
    event.write_text(text, encoding="utf-8")
    code, out, err = run("event", "seat", event)
    assert (code, out, event.read_text("utf-8")) == (1, "", text)
    assert "write its lists of seating and substitutions as [[seating]]" in err


def test_the_seed_says_which_seating(run: Run) -> None:
    drawn = set()
    for number, seed in enumerate((1, 2, 1)):
        name = f"{number}.toml"
        words = ("--rounds", 5, "--seed", seed, "--players", *SIXTEEN)
        run("event", "new", name, *words)
        drawn.add(run("event", "seat", name, "--json")[1])
    assert len(drawn) == 2
    rounds = json.loads(drawn.pop())["rounds"]
    assert [one["round"] for one in rounds] == [1, 2, 3, 4, 5]
    for one in rounds:
        assert sorted(name for table in one["tables"] for name in table["players"]) == SIXTEEN


def test_players_come_from_a_file(run: Run) -> None:
    Path("players.txt").write_text("\ufeffAn\n  Bo \n\n蔡\nDu\n", encoding="utf-8")
    words = ("--rounds", 1, "--preset", "ema", "--players-file")
    assert run("event", "new", "a.toml", *words, "players.txt")[:2] == (
        0, "a.toml: 4 players, 1 round\n",
    )  # fmt: skip
    stdin = io.TextIOWrapper(io.BytesIO("An\nBo\n蔡\nDu\n".encode()))
    assert run("event", "new", "b.toml", *words, "-", stdin=stdin)[0] == 0
    assert Path("a.toml").read_bytes() == Path("b.toml").read_bytes()
    plan = make_event_plan(parse_toml(Path("a.toml").read_bytes(), "a.toml", StandingsError))
    assert (plan.players[2], plan.base_points) == ("蔡", 0)
    assert plan.seat_change == parse_seat_change(["SENW", "NWES", "SENW"])


WRONG_PLANS = [
    ({"players": ["A"]}, "the event: rounds is missing"),
    ({"rounds": 1}, "the event: players is missing"),
    ({"rounds": "1"}, "rounds is '1': expected a whole number"),
    ({"title": 1}, "the event: title: 1: expected a text"),
    ({"rules": "x"}, "the event: rules: "),
    ({"penalties": "x"}, "the event: penalties: 'x'"),
    ({"seat_change": ["SENW"]}, "expected three orders"),
    ({"base_points": -1}, "base points -1"),
    ({"seed": -1}, "seed is -1"),
    ({"seating": [{"round": 2, "tables": []}]}, "seating[1].round is 2: expected 1"),
    ({"seating": [{"round": 1, "tables": [["A"]]}]}, "seating[1].tables: ['A']: expected four"),
    ({"seating": [{"round": 1, "tables": [["A", "B", "C", "A"]]}]}, "'A' has two seats"),
    (
        {"seating": [{"round": 1, "tables": [["A", "B", "C", "X"]]}]},
        "'X' is no player of the event",
    ),
    ({"seating": [{"round": 1, "tables": []}] * 2}, "seating[2].round is 1: expected 2"),
]


@pytest.mark.parametrize(("changed", "message"), WRONG_PLANS, ids=[m for _, m in WRONG_PLANS])
def test_a_wrong_plan_is_refused(changed: dict[str, object], message: str) -> None:
    table: dict[str, object] = {"players": list("ABCD"), "rounds": 2} | changed
    for key in ("players", "rounds"):
        if f"{key} is missing" in message:
            del table[key]
    with pytest.raises(StandingsError, match=re.escape(message)):
        make_event_plan(table)


def test_only_players_and_substitutes_are_ranked() -> None:
    table = {
        "players": list("ABCD"),
        "rounds": 2,
        "substitutions": [{"substitute": "Zed", "player": "A", "session": 2}],
    }
    games = [Game((("A", 1), ("B", 2), ("C", 3), ("D", 4)), 1)]
    assert make_event(games, table).substitutions == ()  # Zed has not played yet
    games.append(Game((("Zed", 1), ("B", 2), ("C", 3), ("D", 4)), 2))
    assert len(make_event(games, table).substitutions) == 1
    games.append(Game((("Zedd", 1), ("B", 2), ("C", 3), ("D", 4)), 3))
    with pytest.raises(StandingsError, match=r"'Zedd' played in session 3 .*did you mean Zed\?"):
        make_event(games, table)


def test_event_standings_are_those_of_standings(run: Run, table: Path) -> None:
    run("event", "new", "event.toml", "--rounds", 1, "--players", *NAMES)
    run("match", "add", table, "--time-up")
    for words in ((), ("--json",), ("--csv",), ("--awards", "4,3,2,1")):
        told = run("event", "standings", "event.toml", table, *words)
        assert told == run("standings", table, "--event", "event.toml", *words)
        assert told[0] == 0


COMMANDS = [
    *(("match", name) for name in ("new", "add", "correct", "undo")),
    *(("event", name) for name in ("new", "seat", "substitute", "standings")),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_examples_and_exit_codes(run: Run, command: tuple[str, ...]) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert f"  guobiao {' '.join(command)} " in out
    assert "Exit codes: 0 " in out
    assert run(command[0])[0] == 2


def test_the_preset_and_the_countries_stand_in_the_event_file(run: Run) -> None:
    """The seating keeps compatriots apart, and the standings are Europe's."""
    event, nations = Path("event.toml"), {f"P{number}": f"N{number % 4}" for number in range(16)}
    words = ("--rounds", 3, "--preset", "ema", "--players", *nations)
    assert run("event", "new", "event.toml", *words)[0] == 0
    with event.open("a", encoding="utf-8") as file:
        for player, nation in nations.items():
            file.write(f'\n[[entrants]]\nname = "{player}"\ncountry = "{nation}"\n')
    plan = make_event_plan(parse_toml(event.read_bytes(), "event.toml", StandingsError))
    assert (plan.preset, plan.base_points, len(plan.entrants)) == ("ema", 0, 16)
    written = format_event_plan(plan).encode("utf-8")
    assert make_event_plan(parse_toml(written, "again", StandingsError)) == plan
    seated = json.loads(run("event", "seat", "event.toml", "--json")[1])
    met = [
        len({nations[name] for name in table["players"]})
        for one in seated["rounds"]
        for table in one["tables"]
    ]
    assert met == [4] * 12
