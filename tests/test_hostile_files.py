"""Files of strangers: endless, nested, huge, said twice. Each is refused with one message, soon,
and takes no memory.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from guobiao.botzone.judge_log import parse_judge_log
from guobiao.cli import main
from guobiao.competition.event_toml import make_event
from guobiao.competition.match import MAX_ENTRIES, PlayedHand, UnreadEntry, start_match
from guobiao.competition.match_json import format_match, parse_match, salvage_match
from guobiao.competition.pairings import make_schedule
from guobiao.competition.penalties import load_penalty_profile
from guobiao.competition.score_cards import STANDARD_CARDS, Cards, exchange
from guobiao.competition.standings import share_awards, standard_points
from guobiao.errors import (
    GuobiaoError,
    MatchError,
    MatchFormatError,
    PenaltyError,
    ProfileError,
    RecordError,
    StandingsError,
)
from guobiao.files.limited_files import read_limited
from guobiao.files.toml_file import read_toml
from guobiao.profiles import load_profile
from guobiao.records.json_lines import format_hand_record, parse_hand_record, record_hand
from guobiao.series import Contestant, Series, play_series
from guobiao.table import TableHand
from guobiao.visible import shown

MATCH = start_match(["An", "Bo", "Cai", "Du"]).add(PlayedHand("Du", 11, "An"))
TEXT = format_match(MATCH)
RECORD = format_hand_record(record_hand(TableHand(seed=1), players=("An", "Bo", "Cai", "Du")))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object, stdin: object = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stdin or io.BytesIO()))
        code = main(list(map(str, arguments)))
        return (code, *capsys.readouterr())

    return run_command


class Endless(io.RawIOBase):
    """The same bytes for ever."""

    def __init__(self, again: bytes) -> None:
        self._again = again * (65536 // len(again))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        size = min(len(buffer), len(self._again))
        buffer[:size] = self._again[:size]
        return size


# ------------------------------------------------------------------------------------------ endless


@pytest.mark.parametrize(
    "again", [b"\0", b"\n", b"# x\n", b'{"format": "guobiao-match", '], ids=repr
)
@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (("score", "-"), 2, "cannot read -: line "),
        (("match", "show", "-"), 1, "-: more than 4,194,304 bytes: expected a smaller file"),
        (("standings", "-"), 1, "-: more than 4,194,304 bytes: expected a smaller file"),
        (("replay", "-", "--format", "jsonl"), 2, "nothing that can be read in "),
        (("replay", "-", "--format", "text"), 2, "nothing that can be read in "),
        (
            ("replay", "-", "--format", "judge"),
            2,
            "more than 67,108,864 bytes: expected a smaller file",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_standard_input_that_never_ends(
    run: Run, again: bytes, command: tuple[str, ...], code: int, message: str
) -> None:
    if command[-1] == "jsonl" and again == b"# x\n":
        again = b" \n"  # each such line would be a broken record, and told as one
    done, _, err = run(*command, stdin=io.BufferedReader(Endless(again)))
    assert done == code
    assert message in err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such file here")
@pytest.mark.parametrize(
    "command",
    [
        ("score", "--file", "/dev/zero"),
        ("match", "show", "/dev/zero"),
        ("match", "add", "/dev/zero", "--draw"),
        ("match", "new", "new.json", "--event", "/dev/zero", "--round", "1", "--table", "1"),
        ("event", "seat", "/dev/zero"),
        ("event", "new", "new.toml", "--rounds", "1", "--players-file", "/dev/zero"),
        ("standings", "table.json", "--event", "/dev/zero"),
        ("fans", "--rules", "/dev/zero"),
        ("replay", "/dev/zero"),
    ],
    ids=" ".join,
)
def test_a_device_that_never_ends(
    run: Run, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.json").write_text(TEXT, encoding="utf-8")
    code, _, err = run(*command)
    assert code in (1, 2)
    assert "/dev/zero" in err
    assert len(err) < 1000


def test_a_whole_file_is_read_to_its_limit() -> None:
    assert read_limited(io.BytesIO(b"12345678"), 8) == b"12345678"
    with pytest.raises(GuobiaoError, match="more than 8 bytes"):
        read_limited(io.BytesIO(b"123456789"), 8)


# ---------------------------------------------------------------------------------- time and memory


def entries(count: int) -> str:
    return json.dumps({**json.loads(TEXT), "entries": [5] * count, "totals": [500] * 4})


def test_salvaging_is_linear_and_has_a_bound() -> None:
    few, many = entries(MAX_ENTRIES // 4), entries(MAX_ENTRIES)
    times = []
    for text in (few, many):
        started = time.perf_counter()
        salvage = salvage_match(text)
        times.append(time.perf_counter() - started)
        assert len(salvage.problems) == len(salvage.match.entries)
    assert times[1] < 16 * times[0]  # of quadratic work it would be 16 times, and seconds
    assert times[1] < 2
    salvage = salvage_match(entries(MAX_ENTRIES + 1))
    assert (salvage.match, salvage.problems) == (None, ("1001 entries: expected at most 1000",))


def test_entries_within_entries_are_read_once() -> None:
    text = TEXT[: TEXT.index('"entries"')] + '"entries": [' + '{"type":[' * 400 + "1," * 200_000
    started = time.perf_counter()
    salvage = salvage_match(text)
    assert time.perf_counter() - started < 2
    assert len(salvage.match.entries) == 400


def test_a_match_has_a_bound_of_entries() -> None:
    full = MATCH.add(*[UnreadEntry("5", "", is_hand=False)] * (MAX_ENTRIES - 1))
    with pytest.raises(MatchError, match="entry 1001: expected at most 1000 entries"):
        full.add(UnreadEntry("5", "", is_hand=False))


@pytest.mark.parametrize("count", [2**31, 10**18, 10**5000, -1, 4.0, True], ids=shown)
def test_standard_points_of_no_number_of_entrants(count: object) -> None:
    with pytest.raises(StandingsError, match="entrants: expected a whole number from 0 to 100000"):
        standard_points(count)


def test_awards_of_many_are_shared_in_linear_time() -> None:
    started = time.perf_counter()
    assert len(share_awards(list(range(20_000)), standard_points(20_000))) == 20_000
    assert time.perf_counter() - started < 2


def test_counts_that_would_allocate() -> None:
    with pytest.raises(GuobiaoError, match="counts"):
        exchange(Cards((10**9, 0, 0, 0, 0)), STANDARD_CARDS, 100)
    series = Series(tuple(Contestant(name, "random") for name in "abcd"), 4)
    with pytest.raises(
        GuobiaoError, match="processes is 1000000: expected a whole number from 1 to 1024"
    ):
        play_series(series, processes=10**6)


# --------------------------------------------------------------------------------------------- TOML

TOML = {
    "digits": ("minimum = " + "1" * 5000, "a number of thousands of digits"),
    "bits": ("minimum = 0x" + "f" * 5000, "a number of 20000 bits: TOML has 64"),
    "brackets": ("minimum = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
    "braces": ("a = " + "{a = " * 3000 + "1" + "}" * 3000, "nested too deeply"),
    "dots": ("a." * 300 + "b = 1", "a line with more than 200 dots"),
    "no UTF-8": (b"name = '\xff'", "'utf-8' codec can't decode"),
    "twice": ("name = 'a'\nname = 'b'", "Cannot overwrite a value"),
    "size": ("#" * (1 << 20) + "\n", "more than 1,048,576 bytes"),
}


@pytest.mark.parametrize("name", TOML)
def test_toml_that_is_none(name: str, tmp_path: Path, run: Run) -> None:
    content, message = TOML[name]
    path = tmp_path / "own.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for load, error in ((load_profile, ProfileError), (load_penalty_profile, PenaltyError)):
        with pytest.raises(error, match=f"own.toml: no TOML: {message}"):
            load(path)
    with pytest.raises(StandingsError, match=message):
        read_toml(path, StandingsError)
    sheet = tmp_path / "table.json"
    sheet.write_text(TEXT, encoding="utf-8")
    for code, command in (
        (2, ("fans", "--rules", path)),
        (1, ("standings", sheet, "--event", path)),
    ):
        done, out, err = run(*command)
        assert (done, out) == (code, "")
        assert message in err
        assert "Traceback" not in err


# --------------------------------------------------------------------------------------------- JSON

JSON = {
    "digits": ("1" * 5000, "a number of thousands of digits"),
    "brackets": ("[" * 100_000, "nested too deeply"),
    "braces": ('{"a":' * 100_000, "nested too deeply"),
    "no number": ("NaN", "NaN: JSON has no such number"),
    "twice": ('{"a": 1, "b": 2, "a": 1}', "the key 'a' is given twice"),
}


@pytest.mark.parametrize("name", JSON)
def test_json_that_is_none(name: str) -> None:
    value, message = JSON[name]
    for place in ('"winner"', '"points"', '"players"', '"title"', '"rules"', '"totals"'):
        key = TEXT.index(place) + len(place) + 2
        stop = TEXT.index("\n", key)
        with pytest.raises(MatchFormatError) as raised:
            parse_match(f"{TEXT[:key]}{value}{TEXT[stop:]}")
        assert any(
            message in problem or "no JSON at line" in problem for problem in raised.value.problems
        )
    with pytest.raises(RecordError, match=message):
        parse_hand_record(RECORD.replace('"seed": 1', f'"seed": {value}'))
    with pytest.raises(RecordError, match=message):
        parse_judge_log(f"[{value}]")


def test_a_key_given_twice_is_an_error_and_both_values_are_kept() -> None:
    wrong = TEXT.replace('"points": 11', '"points": 11, "points": 12')
    salvage = salvage_match(wrong)
    assert salvage.problems == ("entry 1 (hand 1): the key 'points' is given twice",)
    assert '"points": 11, "points": 12' in format_match(salvage.match)
    assert salvage_match(format_match(salvage.match)) == salvage
    for key, value in (
        ("players", '["A", "B", "C", "D"]'),
        ("entries", "[]"),
        ("base_points", "0"),
    ):
        with pytest.raises(MatchFormatError, match=f"the key '{key}' is given twice"):
            parse_match(TEXT.replace('"title": ""', f'"title": "", "{key}": {value}'))
    rules = '{"name": "club", "points": {"碰碰和": 8, "碰碰和": 9}}'
    with pytest.raises(MatchFormatError, match="rules: the key '碰碰和' is given twice"):
        parse_match(TEXT.replace('"mil"', rules))
    with pytest.raises(RecordError, match="the key '碰碰和' is given twice"):
        parse_hand_record(RECORD.replace('"mil"', rules))


# -------------------------------------------------------------------------------------------- names

SAME = [("An", "an"), ("An", " An"), ("An Li", "AnLi"), ("An", "Ａｎ"), ("Straße", "STRASSE")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_differ_in_blanks_or_case_are_one(one: str, other: str) -> None:
    message = "differ in blanks or case only"
    with pytest.raises(MatchError, match=message):
        start_match([one, other, "Cai", "Du"])
    with pytest.raises(MatchFormatError, match=message):
        parse_match(TEXT.replace('["An", "Bo",', json.dumps([one, other])[:-1] + ","))
    with pytest.raises(GuobiaoError, match=message):
        make_schedule([one, other, "Cai", "Du"])
    byes = [
        {"player": name, "session": 1, "standard_points": 1, "points": 1} for name in (one, other)
    ]
    with pytest.raises(StandingsError, match=message):
        make_event([], {"byes": byes})


@pytest.mark.parametrize(
    "name", ["An\n", "A\x1b[2Jn", "A\u202en", "\x85An", "A\u2028n", "A\u200bn"]
)
def test_names_with_control_characters_are_refused(name: str, run: Run, tmp_path: Path) -> None:
    message = "no control characters"
    with pytest.raises(MatchError, match=message):
        start_match([name, "Bo", "Cai", "Du"])
    with pytest.raises(GuobiaoError, match=message):
        make_schedule([name, "Bo", "Cai", "Du"])
    with pytest.raises(StandingsError, match=message):
        make_event(
            [], {"byes": [{"player": name, "session": 1, "standard_points": 1, "points": 1}]}
        )
    with pytest.raises(RecordError, match=message):
        parse_hand_record(RECORD.replace('"An"', json.dumps(name)))
    with pytest.raises(GuobiaoError, match=message):
        Series((Contestant(name, "random"), *(Contestant(other, "random") for other in "bcd")), 1)
    code, _, err = run(
        "play", "--players", f"{name},random,random,random", "--bot", f"{name}=true", "--hands", 1
    )
    assert code == 2
    assert message in err
    for profile in ("rules", "penalties"):
        with pytest.raises(MatchFormatError, match=message):
            parse_match(json.dumps({**json.loads(TEXT), profile: {"name": name}}))


# ------------------------------------------------------------------------------------------- totals

NO_TOTALS = [
    [True, 1, 1, 1],
    [481.0, 492, 492, 535],
    [481, 492, 492],
    None,
    "500",
    {},
    [10**10, 0, 0, 0],
]


@pytest.mark.parametrize("totals", NO_TOTALS, ids=repr)
def test_totals_that_cannot_be(totals: object) -> None:
    for match in (MATCH, MATCH.add(UnreadEntry("5", "damaged", is_hand=False))):
        top = json.loads(format_match(match)) | {"totals": totals}
        problems = salvage_match(json.dumps(top)).problems
        assert any(
            "totals is" in problem or "a number of totals is" in problem for problem in problems
        )


# -------------------------------------------------------------------------------------------- bytes


def test_a_match_is_read_from_bytes() -> None:
    for content in (TEXT.encode(), bytearray(TEXT.encode()), b"\xef\xbb\xbf" + TEXT.encode()):
        assert parse_match(content) == MATCH
    with pytest.raises(MatchFormatError, match="bytes that are not UTF-8 at line 4"):
        parse_match(TEXT.replace('"title": ""', '"title": "?"').encode().replace(b"?", b"\xff"))
    for value in (None, 5, json.loads(TEXT), Path("table.json")):
        with pytest.raises(MatchFormatError, match="expected the text of a match file"):
            parse_match(value)
