"""The command: each promise of its help and of the README has a case."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from guobiao import Fan, get_profile
from guobiao.cli import COMMANDS, main
from guobiao.cli.console import display_width, format_table
from mahjong_core.fan_table import FAN_COUNT

KNITTED = "13347s12369m258p3m|EE0000"
FLOWERS = "[123m,1][345m,1]678p56sWW7s|EE0000|2"
BAD = "12x"


class Run:
    """What one run of the command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def objects(self) -> list[dict[str, object]]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs the command in this process, with bytes as its standard input."""

    def run_command(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(list(arguments))
        return Run(code, *capsys.readouterr())

    return run_command


def spawn(
    *arguments: str, stdin: bytes = b"", **options: object
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command as users do."""
    return subprocess.run(
        [sys.executable, "-m", "guobiao", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        **options,
    )  # type: ignore[call-overload, no-any-return]


# ------------------------------------------------------------------------------------ score: people


def test_score_shows_hand_fans_dropped_total_and_whether_it_qualifies(run) -> None:
    result = run("score", "[EEE,2]234m678s88p34p5p|ES0000", KNITTED)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "[EEE,2]234m678s3488p5p|ES0000"
    assert any(line.split() == ["圈风刻", "Prevalent", "Wind", "1", "2", "EEE"] for line in lines)
    assert "  幺九刻 x1: paid by 圈风刻 (不重复)" in lines
    assert any(line.startswith("Split: 234m 678s 345p EEE 88p (basic form") for line in lines)
    assert "Total: 2 points: does not qualify (minimum 8, rules mil)" in lines
    assert "Total: 17 points: qualifies (minimum 8, rules mil)" in lines
    assert any(line.split()[:4] == ["组合龙", "Knitted", "Straight", "1"] for line in lines)


def test_flowers_do_not_help_to_qualify(run) -> None:
    lines = run("score", "[123m,1][345m,1]678p56sWW7s|EE1000|8").out.splitlines()
    assert "Total: 9 points, 1 without flowers: does not qualify (minimum 8, rules mil)" in lines


def test_columns_are_aligned_although_chinese_is_wide() -> None:
    lines = format_table([("番种", "Points"), ("十三幺", "88"), ("x", "8")], right=(1,))
    assert lines == ["番种    Points", "十三幺      88", "x            8"]
    assert len({display_width(line) for line in lines}) == 1
    assert unicodedata.east_asian_width("番") == "W"


def test_an_error_goes_to_standard_error_with_its_caret_and_does_not_stop_the_others(run) -> None:
    result = run("score", BAD, KNITTED)
    assert result.code == 1
    assert result.err.startswith(
        "guobiao: unknown letter 'x' in GB notation at column 3\n  12x\n    ^\nexpected: "
    )
    assert "Total: 17 points" in result.out


def test_a_hand_that_is_not_complete_is_an_error(run) -> None:
    result = run(
        "score", "--jsonl", "123456789m1155s2p", "123456789m1155s", "123456789m1155s1s |EE0000"
    )
    assert result.code == 1
    assert [found["error"]["type"] for found in result.objects] == ["NotWinningError"] * 3  # type: ignore[index]


def test_z_is_read_with_the_order_that_is_named(run) -> None:
    assert run("score", "19m19s19p1234567z7z", "--dragons", "CFP").code == 0
    assert run("score", "19m19s19p1234567z7z").code == 1
    assert run("score", "19m19s19p1234567z7z", "--dragons", "XYZ").code == 2


# -------------------------------------------------------------------------------------- score: JSON


def test_one_json_object_a_line_in_the_documented_shape(run) -> None:
    result = run(
        "score",
        "--jsonl",
        FLOWERS,
        "[678s,3]147m369s25pSS8p|EE0000",
        "[EEE,2]234m678s88p34p5p|EE0000",
    )
    assert result.code == 0
    assert result.objects == [
        {
            "hand": FLOWERS,
            "points": 10,
            "qualifies": True,
            "fans": [
                {"fan": "CHICKEN_HAND", "zh": "无番和", "count": 1, "points": 8, "sets": []},
                {"fan": "FLOWER_TILES", "zh": "花牌", "count": 2, "points": 2, "sets": []},
            ],
            "dropped": [],
        },
        {
            "hand": "[678s,3]147m369s25pSS8p|EE0000",
            "points": 12,
            "qualifies": True,
            "fans": [
                {"fan": "KNITTED_STRAIGHT", "zh": "组合龙", "count": 1, "points": 12, "sets": []}
            ],
            "dropped": [],
        },
        {
            "hand": "[EEE,2]234m678s88p34p5p|EE0000",
            "points": 4,
            "qualifies": False,
            "fans": [
                {
                    "fan": "PREVALENT_WIND",
                    "zh": "圈风刻",
                    "count": 1,
                    "points": 2,
                    "sets": [["EEE"]],
                },
                {"fan": "SEAT_WIND", "zh": "门风刻", "count": 1, "points": 2, "sets": [["EEE"]]},
            ],
            "dropped": [
                {
                    "fan": "PUNG_OF_TERMINALS_OR_HONORS",
                    "zh": "幺九刻",
                    "count": 1,
                    "principle": "不重复",
                    "by": "PREVALENT_WIND",
                    "reason": "幺九刻 x1: paid by 圈风刻 (不重复)",
                }
            ],
        },
    ]


def test_sets_are_one_list_a_copy(run) -> None:
    (found,) = run("score", "--jsonl", "[123m,1][123p,1]567s56p99s7p|EE0000").objects
    pairs = next(fan for fan in found["fans"] if fan["zh"] == "喜相逢")  # type: ignore[attr-defined]
    assert (pairs["count"], pairs["points"]) == (2, 2)
    assert pairs["sets"] == [["123m", "123p"], ["567s", "567p"]]


def test_account_once_is_dropped_by_no_single_fan(run) -> None:
    (found,) = run("score", "--jsonl", "234567p234567sEE|SS0000").objects
    assert found["dropped"] == [
        {
            "fan": "SHORT_STRAIGHT",
            "zh": "连六",
            "count": 1,
            "principle": "套算一次",
            "by": None,
            "reason": "连六 x1: 套算一次",
        }
    ]


def test_errors_are_objects_in_their_place(run) -> None:
    result = run("score", "--jsonl", "--file", "-", stdin=f"{KNITTED}\n{BAD}\n{KNITTED}\n".encode())
    assert (result.code, result.err) == (1, "")
    first, wrong, last = result.objects
    assert first == last
    assert wrong["hand"] == BAD
    assert set(wrong) == {"hand", "error"}
    assert wrong["error"]["type"] == "NotationError"  # type: ignore[index]
    assert "column 3" in wrong["error"]["message"]  # type: ignore[index]


def test_json_is_one_list_of_the_same_objects(run) -> None:
    lines = run("score", "--jsonl", KNITTED, BAD, FLOWERS)
    whole = run("score", "--json", KNITTED, BAD, FLOWERS)
    assert whole.code == lines.code == 1
    assert json.loads(whole.out) == lines.objects
    assert json.loads(run("score", "--json", "-").out) == []


def test_json_and_jsonl_exclude_each_other(run) -> None:
    assert run("score", "--json", "--jsonl", KNITTED).code == 2


# ------------------------------------------------------------------------------------- score: files


def test_bom_comments_and_blank_lines_are_passed_over(run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(
        b"\xef\xbb\xbf" + f"{KNITTED}\r\n\n   \n# a comment\n  # too\n{FLOWERS}".encode()
    )
    result = run("score", "--jsonl", "--file", str(file))
    assert result.code == 0
    assert [found["hand"] for found in result.objects] == [KNITTED, FLOWERS]


@pytest.mark.parametrize("arguments", [("-",), ("--file", "-")])
def test_hands_from_standard_input(run, arguments: tuple[str, ...]) -> None:
    result = run("score", "--jsonl", *arguments, stdin=f"{KNITTED}\n{FLOWERS}\n".encode())
    assert [found["points"] for found in result.objects] == [17, 10]


def test_hands_from_arguments_and_standard_input_keep_their_order(run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(KNITTED)
    result = run(
        "score", FLOWERS, "-", FLOWERS, "--jsonl", "--file", str(file), stdin=KNITTED.encode()
    )
    assert [found["points"] for found in result.objects] == [10, 17, 10, 17]


def test_a_line_that_is_not_utf8_is_that_lines_error(run) -> None:
    result = run("score", "--jsonl", "-", stdin=b"123m\xff\n" + KNITTED.encode())
    assert result.code == 1
    wrong, fine = result.objects
    assert wrong["hand"] == "123m\\xff"
    assert "not UTF-8 at column 5" in wrong["error"]["message"]  # type: ignore[index]
    assert fine["points"] == 17


def test_a_line_of_a_megabyte_is_that_lines_error(run) -> None:
    result = run("score", "--jsonl", "-", stdin=b"1m" * 500_000 + b"\n" + KNITTED.encode())
    wrong, fine = result.objects
    assert "at most" in wrong["error"]["message"]  # type: ignore[index]
    assert fine["points"] == 17


def test_the_blank_that_means_no_winning_tile_is_kept(run) -> None:
    (found,) = run("score", "--jsonl", "-", stdin=b"13347s12369m258p3m |EE0000\n").objects
    assert found["hand"] == "13347s12369m258p3m |EE0000"
    assert found["error"]["type"] == "NotWinningError"  # type: ignore[index]
    assert "blank" in found["error"]["message"]  # type: ignore[index]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n", "\t\r\n", "\u00a0\r", "\u3000\n"])
def test_lines_of_a_file_end_as_they_may(run, tmp_path: Path, end: str) -> None:
    """Padded lines, tab-ended ones, files of old programs with CR alone; a line of blanks is
    skipped.
    """
    file = tmp_path / "hands.txt"
    file.write_bytes(
        "".join(text + end for text in (KNITTED, "", "# no hand", FLOWERS, "\u3000", BAD)).encode()
    )
    result = run("score", "--jsonl", "--file", str(file))
    assert [found.get("points") for found in result.objects] == [17, 10, None]
    assert f"{file}:6: unknown letter" in run("score", "--file", str(file)).err


def test_errors_of_a_file_name_the_line(run, tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"# two hands\n{KNITTED}\n{BAD}\n")
    assert f"guobiao: {file}:3: unknown letter" in run("score", "--file", str(file)).err
    assert "guobiao: line 1: unknown letter" in run("score", "-", stdin=BAD.encode()).err


@pytest.mark.parametrize("name", ["missing.txt", ".", "nul\0.txt"])
def test_a_file_that_cannot_be_read_is_exit_2(run, tmp_path: Path, name: str) -> None:
    result = run("score", KNITTED, "--file", f"{tmp_path}/{name}")
    assert result.code == 2
    assert result.out == ""
    assert "cannot read" in result.err


def test_results_come_line_by_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "guobiao", "score", "--jsonl", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for points, hand in ((17, KNITTED), (10, FLOWERS)):
            process.stdin.write(hand.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == points
        process.stdin.close()
        assert process.wait(30) == 0


# ------------------------------------------------------------------------------------------ options


def test_rules_by_name(run) -> None:
    hand = "11144488m888s55p8m|EE1000"
    points = {
        name: run("score", "--jsonl", "--rules", name, hand).objects[0]["points"]
        for name in ("mil", "1998", "botzone")
    }
    assert points == {"mil": 69, "1998": 72, "botzone": 69}
    older = run("score", "--jsonl", "--rules", "botzone-2020", "13347s12369m258p3m").objects[0][
        "points"
    ]
    assert older == 16


def test_a_profile_may_correct_flags(run) -> None:
    hand = "[NNN,3]77789m11888p7m|EE0100"
    (wrong,) = run("score", "--jsonl", hand).objects
    assert "another 7m stands in the hand" in wrong["error"]["message"]  # type: ignore[index]
    assert run("score", "--jsonl", "--rules", "botzone", hand).objects[0]["points"] == 6


@pytest.mark.slow
def test_rules_from_a_toml_file(run, tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('minimum = 20\n[points]\n"组合龙" = 14\n', encoding="utf-8")
    (found,) = run("score", "--jsonl", "--rules", str(file), KNITTED).objects
    assert (found["points"], found["qualifies"]) == (19, False)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "no rule profile and no file"), ("minimum = 'x'", "minimum"), ("=", "no TOML")],
)
def test_rules_that_are_none_are_exit_2(
    run, tmp_path: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "club.toml"
    if content is not None:
        file.write_text(content)
    result = run("score", "--rules", str(file), KNITTED)
    assert result.code == 2
    assert message in result.err


@pytest.mark.parametrize(
    "arguments", [(), ("score",), ("frobnicate",), ("score", "--frobnicate", KNITTED), ("waits",)]
)
def test_wrong_usage_is_exit_2(run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert "guobiao" in result.err


def test_version(run) -> None:
    result = run("--version")
    assert result.code == 0
    assert result.out.startswith("guobiao ")


@pytest.mark.parametrize("arguments", [("--help",), *((name, "--help") for name in COMMANDS)])
def test_help_quotes_every_hand(run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.code == 0
    for line in result.out.splitlines():
        if line.startswith("  guobiao ") and "|" in line:
            assert all(part.count("|") == 0 for part in line.split("'")[::2]), line


# ------------------------------------------------------------------------------------ the shell's |


@pytest.mark.parametrize("fragment", ["EE1000", "SW", "EE0000|2", "2", "1000"])
@pytest.mark.parametrize("command", ["score", "waits"])
def test_a_fragment_gets_the_hint_to_quote(run, command: str, fragment: str) -> None:
    result = run(command, fragment)
    assert result.code == 1
    assert "a shell takes | for a pipe: quote the whole hand" in result.err


@pytest.mark.parametrize(
    "hand",
    [
        *("12x", "123m|EE0000", "W1 W2", "一万"),
        # No | is what these lack: quoted hands in $(…) and before another command.
        *(
            "12m",
            "[123m,1][CCCC]45m99p6m",
            "19m19p119sESWNPF1m",
            "123456789m1155s",
            "[CCCC]234567m99p34s",
        ),
    ],
)
def test_other_errors_get_no_such_hint(run, hand: str) -> None:
    """Standard output is no terminal here."""
    for command in (
        ("score",),
        ("waits",),
        ("shanten",),
        ("analyze",),
        ("settle", "--winner", "E"),
    ):
        assert "a shell takes" not in run(*command, hand).err


def test_lines_of_a_file_get_no_such_hint(run) -> None:
    assert "a shell takes" not in run("score", "-", stdin=b"12m\n").err


def _into_a_closed_pipe(*arguments: str, stdin: bytes = b"") -> tuple[int, bytes]:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "guobiao", *arguments],
            input=stdin,
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    return done.returncode, done.stderr


@pytest.mark.parametrize("shape", [(), ("--json",), ("--jsonl",)])
def test_quiet_on_a_closed_pipe(shape: tuple[str, ...]) -> None:
    assert _into_a_closed_pipe("score", *shape, KNITTED) == (0, b"")
    assert _into_a_closed_pipe("score", *shape, "-", stdin=f"{KNITTED}\n".encode() * 300) == (
        0,
        b"",
    )
    assert _into_a_closed_pipe("fans") == (0, b"")
    assert _into_a_closed_pipe("--help") == (0, b"")


@pytest.mark.parametrize("hand", ["1112345678999s5s", "19m19p119sESWNPFC", "[CCCC]234567m99p34s5s"])
@pytest.mark.parametrize("command", ["score", "waits", "shanten"])
def test_a_quoted_hand_before_a_command_that_does_not_read_gets_no_hint(
    command: str, hand: str
) -> None:
    """``guobiao score '…' | true``: a shell that cut the hand looks the same, and says itself that
    there is no such command.
    """
    assert _into_a_closed_pipe(command, hand) == (0, b"")


# ------------------------------------------------------------------------------------------ console


def test_utf8_on_any_console() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = spawn("score", "--jsonl", KNITTED, env=environment)
    assert done.returncode == 0
    assert "组合龙" in done.stdout.decode("utf-8")
    assert "组合龙" in spawn("fans", "组合龙", env=environment).stdout.decode("utf-8")
    assert "一万" in spawn("score", "一万x", env=environment).stderr.decode("utf-8")


def test_an_argument_that_is_no_text_is_an_error_and_json_stays_json() -> None:
    done = spawn("score", "--jsonl", b"123\xff")  # type: ignore[arg-type]
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "NotationError"


def test_no_progress_where_standard_error_is_no_terminal(run) -> None:
    assert run("score", "--jsonl", "-", stdin=f"{KNITTED}\n".encode() * 200).err == ""


def test_progress_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from guobiao.cli import console

    clock = iter(range(1000))
    monkeypatch.setattr(console, "is_terminal", lambda stream: stream is sys.stderr)
    monkeypatch.setattr(console.time, "monotonic", lambda: float(next(clock)))
    progress = console.Progress(wanted=True)
    for _ in range(128):
        progress.step()
    progress.close()
    assert capsys.readouterr().err.startswith("\r64 hands, 64 a second")


# -------------------------------------------------------------------------------------- fans, waits


def test_fans_prints_the_table(run) -> None:
    lines = run("fans").out.splitlines()
    assert len(lines) == FAN_COUNT + 1
    assert lines[1].split()[:5] == ["1", "大四喜", "Big", "Four", "Winds"]
    assert lines[82].split()[:2] == ["82", "明暗杠"]


@pytest.mark.parametrize(
    "name", [("组合龙",), ("KNITTED_STRAIGHT",), ("Knitted", "Straight"), ("knitted straight",)]
)
def test_fans_explains_one(run, name: tuple[str, ...]) -> None:
    result = run("fans", *name)
    assert result.code == 0
    assert result.out.startswith("组合龙 Knitted Straight (KNITTED_STRAIGHT, number 35): 12 points")
    for part in (
        "Condition:",
        "Excludes:",
        "Excluded by:",
        "Example:      '[678s,3]147m369s25pSS8p|EE0000'",
        "12: 组合龙",
    ):
        assert part in result.out


def test_fans_as_json(run) -> None:
    told = json.loads(run("fans", "--json").out)
    assert told["rules"] == "mil"
    assert [fan["id"] for fan in told["fans"]] == list(range(1, 83))
    assert told["fans"][0] == json.loads(run("fans", "--json", "大四喜").out)["fans"][0]
    assert told["fans"][0]["points"] == 88
    assert told["fans"][0]["excludes"][-1] == {
        "fan": "PUNG_OF_TERMINALS_OR_HONORS",
        "zh": "幺九刻",
        "copies": "own",
    }
    assert told["fans"][81]["points"] == 5  # 明暗杠
    one = json.loads(run("fans", "--json", "明暗杠", "--rules", "1998").out)
    assert (one["rules"], one["fans"][0]["points"]) == ("1998", None)
    wrong = run("fans", "--json", "组合笼")
    assert (wrong.code, wrong.out) == (2, "")
    assert "组合龙" in wrong.err


def test_fans_knows_exclusions_and_aliases(run) -> None:
    result = run("fans", "嵌张").out
    assert result.startswith("坎张 Closed Wait")
    assert "三风刻, 碰碰和, 圈风刻, 门风刻, 幺九刻 (of its own sets)" in run("fans", "大四喜").out
    assert "四杠, 三杠" in run("fans", "明暗杠").out
    assert (
        "明暗杠 Concealed Kong and Melded Kong (CONCEALED_KONG_AND_MELDED_KONG, number 82): not "
        "counted" in (run("fans", "明暗杠", "--rules", "1998").out)
    )


def test_fans_as_json_tell_the_numbers_of_the_green_book(run) -> None:
    (told,) = run("fans", "--json", "--rules", "wmo").objects
    numbers = {one["zh"]: one["green_book_number"] for one in told["fans"]}
    assert list(numbers) == [fan.zh for fan in Fan]
    assert (numbers["双箭刻"], numbers["双暗杠"], numbers["明暗杠"]) == (54, 48, None)
    (one,) = run("fans", "two", "dragon", "pungs", "--json").objects[0]["fans"]
    assert (one["zh"], one["aliases"]) == ("双箭刻", ["Two Dragon Pungs", "Two Dragons"])


def test_every_fan_can_be_explained_and_its_example_shows_it(run) -> None:
    mil = get_profile("mil")
    for fan in (fan for fan in Fan if mil.points(fan)):
        *_, example = run("fans", fan.zh).out.splitlines()
        assert fan.zh in example.replace("x", " ").split(), fan


def test_an_unknown_fan_is_exit_2_with_near_names(run) -> None:
    result = run("fans", "组合笼")
    assert result.code == 2
    assert "组合龙" in result.err


def test_waits(run) -> None:
    head, *rows = run("waits", "1112345678999s").out.splitlines()
    assert head.split() == ["tile", "left", "discard", "self-draw", "fans", "by", "a", "discard"]
    assert [row.split()[0] for row in rows] == [f"{rank}s" for rank in range(1, 10)]
    nothing = run("waits", "159m159s159pESWN")
    assert (nothing.code, nothing.out) == (0, "No tile completes this hand.\n")


def test_waits_show_what_does_not_qualify_and_fifth_copies(run) -> None:
    _, one, four, note = run("waits", "--formal", "1234444678m456p").out.splitlines()
    assert one.split() == ["1m", "一万", "3", "6*", "8", "门前清", "四归一", "缺一门", "无字"]
    assert four.split() == ["4m", "四万", "0", "-", "-", "the", "hand", "holds", "all", "four"]
    assert note == "(*) does not qualify: under 8 points without flowers (rules mil)"
    assert len(run("waits", "1234444678m456p").out.splitlines()) == 3


def test_waits_know_what_is_seen(run) -> None:
    rows = run("waits", "123456789m1155s", "--seen", "1s5s5s").out.splitlines()[1:]
    assert [row.split()[2] for row in rows] == ["1", "0"]
    wrong = run("waits", "123456789m1155s", "--seen", "1x")
    assert (wrong.code, wrong.out) == (2, "")
    assert "--seen" in wrong.err
    assert run("waits", "123456789m1155s", "--seen", "111s").code == 1


def test_waits_as_json(run) -> None:
    told = json.loads(run("waits", "--json", "--formal", "1234444678m456p").out)
    assert told["hand"] == "1234444678m456p"
    one, four = told["waits"]
    assert (one["tile"], one["left"], one["discard"]["points"], one["discard"]["qualifies"]) == (
        "1m",
        3,
        6,
        False,
    )
    assert (one["self_drawn"]["points"], one["self_drawn"]["qualifies"]) == (8, True)
    assert one["discard"]["fans"][0] == {
        "fan": "CONCEALED_HAND",
        "zh": "门前清",
        "count": 1,
        "points": 2,
    }
    assert four == {"tile": "4m", "left": 0, "discard": None, "self_drawn": None}


def test_waits_of_a_wrong_hand_is_exit_1(run) -> None:
    result = run("waits", BAD)
    assert (result.code, result.out) == (1, "")
    assert "unknown letter" in result.err
    assert json.loads(run("waits", "--json", BAD).out)["error"]["type"] == "NotationError"


@pytest.mark.parametrize("words", [(), ("--lang", "zh")], ids=str)
def test_a_command_imports_no_other_command(words: tuple[str, ...]) -> None:
    """They are imported for the help of all: importing them takes longer than many a command."""
    program = (
        "import sys; from guobiao.cli import COMMANDS, main; "
        f"code = main([*{words!r}, 'waits', '123456789m1155s']); "
        "print(code, [name for name in COMMANDS if f'guobiao.cli.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 ['waits']", done.stderr


@pytest.mark.parametrize("command", ["score", "waits", "shanten", "analyze", "fans", "settle"])
def test_the_examples_of_the_help_run(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main([command, "--help"]) == 0
    help_text = capsys.readouterr().out
    examples = [line for line in help_text.splitlines() if line.startswith("  guobiao ")]
    tried = 0
    for words in map(shlex.split, examples):
        if "--file" not in words and not any(word.endswith(".toml") for word in words):
            assert main(words[1:]) == 0, (words, capsys.readouterr().err)
            tried += 1
    assert tried
