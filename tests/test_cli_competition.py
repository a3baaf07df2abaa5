"""The commands settle, match show and standings: each promise of their help has a case."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from guobiao.cli import main
from guobiao.competition.match import Correction, Match, PlayedHand, TimeUp, start_match
from guobiao.competition.match_json import format_match

DISCARD = "13347s12369m258p3m"  # 17 points
SELF_DRAWN = "[CCCC]234567m99p34s5s|EE1000"  # 9 points


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(list(map(str, arguments)))
        return (code, *capsys.readouterr())

    return run_command


# ------------------------------------------------------------------------------------------- settle


def test_settle_prints_the_payment_table(run) -> None:
    code, out, err = run("settle", f"{DISCARD}|EN0000", "--winner", "N", "--discarder", "S")
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0][:4] == ["N", "wins", "17", "points,"]
    assert lines[1:] == [
        ["Seat", "底分", "基本分", "Change"],
        ["E", "东", "-8", "-8"],
        ["S", "南", "-8", "-17", "-25"],
        ["W", "西", "-8", "-8"],
        ["N", "北", "+24", "+17", "+41"],
    ]


def test_settle_json_has_the_changes_in_the_order_of_the_seats(run) -> None:
    code, out, _ = run("settle", "--json", DISCARD, "--winner", "W", "--discarder", "E")
    result = json.loads(out)
    assert code == 0
    assert result["changes"] == [-25, -8, 41, -8]
    assert (result["points"], result["winner"], result["discarder"]) == (17, "W", "E")
    assert result["payments"][1] == {"payer": "E", "payee": "W", "points": 17, "reason": "基本分"}
    assert json.loads(run("settle", "--json", SELF_DRAWN, "--winner", "e")[1])["changes"] == [
        51,
        -17,
        -17,
        -17,
    ]


def test_a_hand_without_winds_takes_its_seat_wind_from_the_winner(run) -> None:
    hand = "[SSS,1][CCC,1]234m456s9p9p"  # 门风刻 for South only
    points = {}
    for seat in "SN":
        _, out, _ = run(
            "settle",
            "--json",
            "--rules",
            "mil",
            hand + "|0010|6",
            "--winner",
            seat,
            "--discarder",
            "E",
        )
        points[seat] = json.loads(out).get("points")
    assert points["S"] == points["N"] + 1  # 门风刻 2 in place of 幺九刻 1


def test_a_written_seat_wind_must_be_the_winners(run) -> None:
    code, out, err = run("settle", f"{DISCARD}|ES0000", "--winner", "N", "--discarder", "E")
    assert (code, out) == (1, "")
    assert "the hand's seat wind is S, and the winner is N" in err
    code, out, err = run("settle", "--json", f"{DISCARD}|ES", "--winner", "N", "--discarder", "E")
    assert (code, err) == (1, "")
    assert json.loads(out)["error"]["type"] == "SettlementError"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            [SELF_DRAWN, "--winner", "E", "--discarder", "S"],
            1,
            "the hand is self-drawn: it has no discarder",
        ),
        ([DISCARD, "--winner", "E"], 1, "name the discarder"),
        ([DISCARD, "--winner", "E", "--discarder", "E"], 1, "nobody discards to himself"),
        (
            ["[EEE,2]234m678s88p34p5p", "--winner", "E", "--discarder", "S"],
            1,
            "under the minimum of 8",
        ),
        (["12x", "--winner", "E", "--discarder", "S"], 1, "unknown letter 'x'"),
        ([DISCARD, "--discarder", "E"], 2, "--winner"),
        ([DISCARD, "--winner", "Z"], 2, "'Z' is no seat: expected E, S, W or N"),
    ],
)
def test_settle_refuses(run, arguments: list[str], code: int, message: str) -> None:
    found = run("settle", *arguments)
    assert found[0] == code
    assert message in found[2]


def test_settle_goes_by_the_rules_of_a_file(run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('minimum = 4\nbase = 1\n[payments]\nothers = "0"\n', encoding="utf-8")
    hand = "[EEE,2]234m678s88p34p5p"
    _, out, _ = run("settle", "--json", hand, "--winner", "E", "--discarder", "W", "--rules", path)
    assert json.loads(out)["changes"] == [5, 0, -5, 0]


# --------------------------------------------------------------------------------------- match show

MATCH = start_match(["安", "Bo", "Cai", "Du"], title="Cup").add(
    PlayedHand("Du", 17, "安", hand=DISCARD),
    Correction((-2, 0, 0, 2), "19 points", 1),
    PlayedHand(),
)


@pytest.fixture
def write(tmp_path: Path):
    """Writes a match file and gives its path."""

    def write_match(match: Match | str, name: str = "match.json") -> Path:
        path = tmp_path / name
        path.write_text(match if isinstance(match, str) else format_match(match), encoding="utf-8")
        return path

    return write_match


def test_show_prints_the_sheet(run, write) -> None:
    code, out, err = run("match", "show", write(MATCH))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Cup: rules mil, penalties rulebook, base 500"
    assert lines[2].split() == [
        "1",
        "E",
        "安",
        "Du",
        "点和",
        "安",
        "17",
        "-25",
        "-8",
        "-8",
        "+41",
        "475",
        "492",
        "492",
        "541",
    ]
    assert lines[3].split()[0] == "更正"
    assert lines[-1] == "Not over after 2 hands: 安 473, Bo 492, Cai 492, Du 543"


def test_show_reads_standard_input(run) -> None:
    assert run("match", "show", "-", stdin=format_match(MATCH).encode())[0] == 0


def test_show_json_and_csv(run, write) -> None:
    path = write(MATCH)
    sheet = json.loads(run("match", "show", path, "--json")[1])
    assert (sheet["totals"], sheet["problems"]) == ([473, 492, 492, 543], [])
    assert (
        run("match", "show", path, "--csv")[1]
        .splitlines()[1]
        .startswith("1,E,安,Du,点和,安,17,-25,-8,-8,41,475")
    )


def test_show_names_the_damage_shows_the_rest_and_ends_with_1(run, write) -> None:
    path = write(format_match(MATCH).replace("[-25, -8, -8, 41]", "[-25, -8, -8, 42]"))
    before = path.read_bytes()
    code, out, err = run("match", "show", path)
    assert code == 1
    assert f"{path}: entry 1 (hand 1): the changes [-25, -8, -8, 42] (sum 1) do not follow" in err
    assert "unreadable: the changes" in out
    assert path.read_bytes() == before
    assert json.loads(run("match", "show", "--json", path)[1])["problems"][0].startswith(
        "entry 1 (hand 1)"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            format_match(MATCH).replace('"version": 1', '"version": 7'),
            "version is 7: this library reads version 1",
        ),
        ("{}", "format is None: expected 'guobiao-match'"),
        (format_match(MATCH)[:-40], "no JSON at line"),
        (
            format_match(MATCH).replace('"winner": "Du", ', ""),
            "entry 1 (hand 1): winner is missing",
        ),
    ],
    ids=["version", "no match", "truncated", "missing"],
)
def test_show_says_what_is_wrong(run, write, text: str, message: str) -> None:
    for option in ((), ("--json",)):
        code, _, err = run("match", "show", write(text), *option)
        assert code == 1
        assert message in err


def test_show_scores_the_hands_that_are_written_down(run, write) -> None:
    match = start_match(["A", "B", "C", "D"]).add(PlayedHand("A", 18, "B", hand=f"{DISCARD}|SE"))
    code, _, err = run("match", "show", write(match))
    assert code == 1
    assert "hand 1: points: 18 in the log, 17 in" in err
    assert "hand 1: prevalent wind: E in the log, S in" in err


def test_show_takes_bytes_that_are_no_utf8(run, tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(format_match(MATCH).encode().replace("安".encode(), b"\xe9"))
    code, out, err = run("match", "show", path)
    assert code == 1
    assert "bytes that are not UTF-8 at line 7" in err
    assert "Bo 492" in out


def test_output_never_overwrites_without_force(run, write, tmp_path: Path) -> None:
    path, page = write(MATCH), tmp_path / "sheet.html"
    assert run("match", "show", path, "--html", "--output", page) == (0, "", "")
    first = page.read_text(encoding="utf-8")
    assert first.startswith("<!DOCTYPE html>")
    code, _, err = run("match", "show", path, "--csv", "--output", page)
    assert code == 2
    assert f"{page} exists: --force overwrites it" in err
    assert page.read_text(encoding="utf-8") == first
    assert run("match", "show", path, "--csv", "--output", page, "--force")[0] == 0
    assert page.read_text(encoding="utf-8").startswith("Hand,Wind")


def test_the_match_file_itself_is_never_overwritten(run, write) -> None:
    path = write(MATCH)
    before = path.read_bytes()
    code, _, err = run("match", "show", path, "--output", path, "--force")
    assert code == 2
    assert "is a file that is read" in err
    assert path.read_bytes() == before


def test_files_that_cannot_be_read_or_written(run, write, tmp_path: Path) -> None:
    assert run("match", "show", tmp_path / "none.json")[0] == 2
    assert run("match", "show", tmp_path)[0] == 2
    assert run("match", "show", write(MATCH), "--output", tmp_path / "no" / "folder.txt")[0] == 2
    assert run("match")[0] == 2


# ---------------------------------------------------------------------------------------- standings


def finished(players: str, **places: int) -> Match:
    return start_match(list(players), **places).add(
        PlayedHand(players[3], 11, players[0]), TimeUp()
    )


def test_standings_rank_the_players_of_all_files(run, write) -> None:
    files = [
        write(finished("ABCD", session=1, table=1), "1.json"),
        write(finished("BDAC", session=2, table=1), "2.json"),
    ]
    code, out, err = run("standings", *files)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["Rank", "Player", "Standard", "points", "Points", "Best", "game", "Games"],
        ["1", "C", "5.5", "1027", "535", "2"],
        ["1", "D", "5.5", "1027", "535", "2"],
        ["3", "A", "1.5", "973", "492", "2"],
        ["3", "B", "1.5", "973", "492", "2"],
    ]
    assert run("standings", *reversed(files))[1] == out


def test_standings_json(run, write) -> None:
    result = json.loads(run("standings", "--json", write(finished("ABCD")))[1])
    assert result["players"][0] == {
        "rank": 1, "name": "D", "standard_points": 4.0, "points": 535, "best_game": 535, "games": 1,
    }  # fmt: skip
    assert result["teams"] == []


EVENT = """\
ranked_in = "session"
awards = [4, 2.5, 1, 0, 0, 0, 0, 0]
[[teams]]
name = "Red"
members = ["A", "F"]
[[teams]]
name = "Blue"
members = ["D", "X"]
[[byes]]
player = "X"
session = 1
standard_points = 2
points = 500
[[substitutions]]
substitute = "E"
player = "F2"
session = 1
"""


def test_an_event_file_has_teams_byes_and_substitutes(run, write, tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text(EVENT, encoding="utf-8")
    files = [
        write(finished("ABCD", session=1, table=1), "1.json"),
        write(finished("EFGH", session=1, table=2), "2.json"),
    ]
    result = json.loads(run("standings", *files, "--event", event, "--json")[1])
    assert [(line["name"], line["standard_points"]) for line in result["players"][:3]] == [
        ("D", 3.25), ("H", 3.25), ("X", 2.0),
    ]  # fmt: skip
    assert "E" not in [line["name"] for line in result["players"]]
    assert [(line["rank"], line["name"], line["points"]) for line in result["teams"]] == [
        (1, "Blue", 1035), (2, "Red", 973),
    ]  # fmt: skip
    assert "Team" in run("standings", *files, "--event", event)[1]


def test_awards_and_csv(run, write, tmp_path: Path) -> None:
    target = tmp_path / "standings.csv"
    assert (
        run(
            "standings", write(finished("ABCD")), "--awards", "4,3,2,1", "--csv", "--output", target
        )[0]
        == 0
    )
    assert target.read_text(encoding="utf-8").splitlines()[1:] == [
        "1,D,4,535,535,1", "2,B,2.5,492,492,1", "2,C,2.5,492,492,1", "4,A,1,481,481,1",
    ]  # fmt: skip
    assert run("standings", write(finished("ABCD")), "--csv", "--output", target)[0] == 2


def test_a_match_that_is_not_over_is_ranked_with_a_note(run, write) -> None:
    path = write(MATCH)
    code, _, err = run("standings", path)
    assert code == 0
    assert f"{path}: not over after 2 hands, ranked as it stands" in err


def test_a_file_is_counted_once(run, write) -> None:
    path = write(finished("ABCD"))
    code, out, err = run("standings", path, path.parent / "." / path.name)
    assert (code, out) == (2, "")
    assert f"{path} is named twice" in err


WRONG_EVENTS = [
    ("x = 1", "the event: unknown key 'x': expected ranked_in, awards"),
    ("ranked_in = 1", "ranked_in is 1: expected 'table' or 'session'"),
    ("awards = 4", "awards is 4: expected a list"),
    ('awards = ["4"]', "an award is '4': expected a number"),
    ("awards = [nan]", "an award is nan: expected a number"),
    ("awards = [4, 2, 1]", "3 awards for 4 entrants"),
    ("teams = [1]", "teams[1] is 1: expected a table"),
    ("[[teams]]\nname = 'Red'", "teams[1].members is None: expected a list"),
    ("[[teams]]\nmembers = []", "teams[1].name is None: expected a name"),
    ("[[teams]]\nname = 'Red'\nmembers = ['Z']", "'Z' is in a team and has no result"),
    ("[[byes]]\nplayer = 'Z'\nsession = 'x'", "byes[1].session is 'x': expected a whole number"),
    ("[[substitutions]]\nsubstitute = 'Z'\nplayer = 'A'", "the substitute 'Z' did not play"),
    ("[[byes]]\nname = 'Z'", "byes[1]: unknown key 'name': expected player"),
    ("awards = ", "no TOML"),
    ("preset = 'wmo'", "preset 'wmo': expected mil or ema"),
    ("preset = 1", "preset 1: expected mil or ema"),
    ("best_of_team = 0", "best_of_team is 0: expected a whole number from 1"),
    ("title = 5", "title is 5: expected a text"),
    ("[[entrants]]\nname = 'A'\nclub = 'X'", "entrants[1]: unknown key 'club': expected name"),
    ("[[entrants]]\nname = 'A'\nema_number = 5", "entrants[1].ema_number is 5: expected a name"),
    ("[[entrants]]\nname = 'A'\nema_member = 1", "entrants[1].ema_member is 1: expected True"),
    ("[[entrants]]\nname = 'A'", "'B' has a result and is not among the entrants"),
    ("[[deductions]]\nstandard_points = 1", "deductions[1]: expected a player or a team"),
    ("[[deductions]]\nplayer = 'A'\nteam = 'B'", "deductions[1]: expected a player or a team"),
    ("[[deductions]]\nplayer = 'A'\nstandard_points = -1", "standard_points is -1: they are taken"),
    ("[[deductions]]\nplayer = 'Z'\npoints = 5", "a deduction of 'Z': no player of this name"),
    ("[[withdrawals]]\nplayer = 'A'", "withdrawals[1].after is None: expected a whole number"),
    ("[[withdrawals]]\nplayer = 'A'\nafter = 1\nlast = 0", "withdrawals[1].last is 0: expected"),
    ("[[substitutions]]\nsubstitute = 'A'", "substitutions[1].player is None: expected a name"),
    ("[[substitutions]]\nsubstitute = 'A'\nranked = 0", "substitutions[1].ranked is 0: expected"),
]


@pytest.mark.parametrize(
    ("event", "message"), WRONG_EVENTS, ids=[message[:40] for _, message in WRONG_EVENTS]
)
def test_a_wrong_event_is_refused(run, write, tmp_path: Path, event: str, message: str) -> None:
    path = tmp_path / "event.toml"
    path.write_text(event, encoding="utf-8")
    code, out, err = run("standings", write(finished("ABCD")), "--event", path)
    assert (code, out) == (1, "")
    assert message in err


def test_a_damaged_file_is_not_ranked(run, write, tmp_path: Path) -> None:
    good, bad = write(finished("ABCD"), "good.json"), write(format_match(MATCH)[:-40], "bad.json")
    code, out, err = run("standings", good, bad)
    assert (code, out) == (1, "")
    assert f"{bad}: no JSON at line" in err
    assert run("standings", tmp_path / "none.json")[0] == 2
    assert run("standings", good, "--event", tmp_path / "none.toml")[0] == 2
    assert run("standings", good, "--awards", "a,b")[0] == 2


EMA_EVENT = """\
preset = "ema"
title = "Open <script>alert(1)</script>"
dates = "2026-05-09 - 2026-05-10"
[[entrants]]
name = "An"
country = "Denmark"
first_name = "An"
last_name = "=1+1"
ema_number = "04010001"
[[entrants]]
name = "Bo"
country = "Denmark"
first_name = "Bo"
last_name = "Æsøe"
ema_number = "04010002"
[[entrants]]
name = "Cai"
country = "Italy"
first_name = "Cai"
last_name = "Rossi"
ema_number = "01010003"
ema_member = false
[[substitutions]]
substitute = "Du"
player = "Eva"
ranked = false
[[deductions]]
player = "Bo"
standard_points = 0.5
points = 10
reason = "late"
[[withdrawals]]
player = "Cai"
after = 1
"""


@pytest.fixture
def european(write, tmp_path: Path) -> tuple[Path, Path]:
    """A match of An, Bo, Cai and Du, and an event file in the manner of EMA."""
    match = start_match(["An", "Bo", "Cai", "Du"], session=1, table=1).add(
        PlayedHand("Du", 11, "An"), TimeUp()
    )
    event = tmp_path / "event.toml"
    event.write_text(EMA_EVENT, encoding="utf-8")
    return write(match), event


def test_an_event_in_the_manner_of_ema(run, european) -> None:
    match, event = european
    code, out, err = run("standings", match, "--event", event)
    assert (code, err) == (0, "")
    assert [line.split(maxsplit=6) for line in out.splitlines() if line] == [
        ["Rank", "Player", "Country", "Table", "points", "Mini", "points  Games  Note"],
        ["1", "Cai", "Italy", "1.5", "-8", "1", "withdrew after session 1"],
        ["2", "Bo", "Denmark", "1", "-18", "1", "standard points -0.5, points -10 (late)"],
        ["3", "An", "Denmark", "0", "-19", "1"],
        ["Rank", "Nation", "Table", "points", "Mini", "points", "Games"],
        ["1", "Italy", "1.5", "-8", "1"],
        ["2", "Denmark", "1", "-37", "2"],
    ]
    chinese = run("standings", match, "--event", event, "--lang", "zh", "--csv")[1]
    assert chinese.splitlines()[:2] == [
        "名次,选手,国家或地区,标准分,小分,局数,备注", "1,Cai,Italy,1.5,-8,1,第1轮后退赛",
    ]  # fmt: skip
    result = json.loads(run("standings", match, "--event", event, "--json")[1])
    assert result["players"][0]["withdrew_after"] == 1
    assert result["players"][1]["deductions"] == [
        {"standard_points": 0.5, "points": 10, "reason": "late"}
    ]
    assert [line["name"] for line in result["nations"]] == ["Italy", "Denmark"]


def test_the_preset_of_the_command_goes_before_that_of_the_event(run, european) -> None:
    match, event = european
    out = run("standings", match, "--event", event, "--preset", "mil")[1]
    assert "Best game" in out
    assert "492" in out
    assert "Mini points" in run("standings", match, "--preset", "ema")[1]


def test_the_list_for_ema(run, european, tmp_path: Path) -> None:
    match, event = european
    target = tmp_path / "ema-2026-05-09-2026-05-10.csv"
    assert run("standings", match, "--event", event, "--ema-csv", target)[0] == 0
    assert target.read_text(encoding="utf-8").splitlines() == [
        "Place,First Name,Last name,EMA number,Table points,Score,Ema Member,Country",
        "1,Cai,Rossi,01010003,1.5,-8,No,Italy",
        "2,Bo,Æsøe,04010002,1,-18,Yes,Denmark",
        "3,An,'=1+1,04010001,0,-19,Yes,Denmark",
    ]


def test_the_list_for_ema_needs_all_numbers(run, european, tmp_path: Path) -> None:
    match, event = european
    target = tmp_path / "ema.csv"
    event.write_text(EMA_EVENT.replace('ema_number = "04010002"', ""), encoding="utf-8")
    code, out, err = run("standings", match, "--event", event, "--ema-csv", target)
    assert (code, out) == (1, "")
    assert "no list for EMA: 'Bo' has no ema_number" in err
    code, _, err = run("standings", match, "--ema-csv", target)
    assert (code, target.exists()) == (1, False)
    assert "no list for EMA: 'Du' is not among the entrants (and 3 more)" in err


def test_the_files_are_written_all_or_none_and_never_over_others(
    run, european, tmp_path: Path
) -> None:
    match, event = european
    pytest.importorskip("openpyxl")
    page, book = tmp_path / "page.html", tmp_path / "book.xlsx"
    page.write_text("mine")
    command = ("standings", match, "--event", event, "--html", page, "--xlsx", book)
    code, out, err = run(*command)
    assert (code, out) == (2, "")
    assert f"{page} exists: --force overwrites it" in err
    assert (page.read_text(), book.exists()) == ("mine", False)
    code, out, _ = run(*command, "--force")
    assert code == 0
    assert out.startswith("Rank  Player")
    assert book.read_bytes()[:2] == b"PK"
    for target in (match, event):
        before = target.read_bytes()
        assert run("standings", match, "--event", event, "--html", target, "--force")[0] == 2
        assert target.read_bytes() == before
    code, _, err = run("standings", match, "--html", page, "--xlsx", page, "--force")
    assert code == 2
    assert "--xlsx and --html name one file" in err


def test_a_page_on_standard_output_stands_there_alone(run, european) -> None:
    match, event = european
    out = run("standings", match, "--event", event, "--html", "-")[1]
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")
    assert "<script>" not in out
    assert "Open &lt;script&gt;alert(1)&lt;/script&gt;" in out


@pytest.mark.parametrize("command", [("settle",), ("match", "show"), ("standings",)])
def test_help_has_examples_and_exit_codes(run, command: tuple[str, ...]) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert f"  guobiao {' '.join(command)} " in out
    assert "Exit codes: 0 " in out
