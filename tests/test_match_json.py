"""Match files: write, read, the same; damage is named with its entry, and the rest is kept."""

import dataclasses
import json
import pickle

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guobiao.competition.match import (
    Correction,
    Match,
    Penalty,
    PlayedHand,
    TimeUp,
    UnreadEntry,
    start_match,
)
from guobiao.competition.match_json import format_match, parse_match, salvage_match
from guobiao.errors import MatchError, MatchFormatError
from match_strategies import matches

MATCH = start_match(["安", "Bo", "Cai", "Du"], title="Table 3").add(
    PlayedHand("Du", 11, "安", hand="13347s12369m258p3m"),
    PlayedHand(penalties=(Penalty("Bo", "错和", note="7 points"),)),
    Correction((-2, 0, 0, 2), "13 points", 1),
    PlayedHand("Cai", 12, flowers=2),
    PlayedHand("Bo", 24, "Cai", robbed_kong=True),
    TimeUp(),
)
TEXT = format_match(MATCH)


def test_the_text_has_an_entry_a_line_and_chinese_as_it_is() -> None:
    assert TEXT.splitlines()[:7] == [
        "{",
        '  "format": "guobiao-match",',
        '  "version": 1,',
        '  "title": "Table 3",',
        '  "session": null,',
        '  "table": null,',
        '  "players": ["安", "Bo", "Cai", "Du"],',
    ]
    assert (
        '    {"type": "hand", "number": 1, "winner": "Du", "discarder": "安", "points": 11, '
        '"hand": "13347s12369m258p3m", '
        '"changes": [-19, -8, -8, 35]},' in TEXT
    )
    assert json.loads(TEXT)["totals"] == list(MATCH.totals)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches())
def test_written_and_read_again_it_is_the_same(match: Match) -> None:
    text = format_match(match)
    read = parse_match(text)
    assert read == match
    assert read.records == match.records
    assert format_match(read) == text
    assert parse_match(json.dumps(json.loads(text), indent=2)) == match


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches())
def test_version_2_is_the_same_match(match: Match) -> None:
    text = format_match(match, version=2)
    read, salvage = parse_match(text), salvage_match(text)
    assert read == match
    assert read.records == match.records
    assert format_match(read, version=2) == text
    assert (salvage.version, format_match(read)) == (2, format_match(match))


def test_version_2_leaves_out_the_changes_that_the_log_has_not() -> None:
    text = format_match(MATCH, version=2)
    assert '  "version": 2,' in text
    assert [("changes" in entry) for entry in json.loads(text)["entries"]] == [
        False, False, True, False, False, False,
    ]  # fmt: skip
    assert format_match(parse_match(TEXT), version=2) == TEXT.replace(
        '"version": 1', '"version": 2'
    )


def test_version_2_checks_the_changes_that_are_there() -> None:
    wrong = TEXT.replace('"version": 1', '"version": 2').replace(
        "[-19, -8, -8, 35]", "[0, 0, 0, 0]"
    )
    with pytest.raises(MatchFormatError, match=r"entry 1 \(hand 1\): the changes \[0, 0, 0, 0\]"):
        parse_match(wrong)
    with pytest.raises(MatchFormatError, match=r"entry 1 \(hand 1\): changes is missing"):
        parse_match(format_match(MATCH, version=2).replace('"version": 2', '"version": 1'))


@pytest.mark.parametrize("version", [0, 3, None, True, "2", 2.5])
def test_other_versions_are_not_written(version: object) -> None:
    with pytest.raises(MatchFormatError, match="this library writes version 1 or 2"):
        format_match(MATCH, version=version)


class Strange:
    def __index__(self) -> int:
        return 8


STRANGE = [
    None,
    True,
    False,
    0,
    1,
    8,
    -1,
    10**10,
    10**5000,
    1.0,
    float("nan"),
    "",
    "An",
    "Bo",
    "late",
    "\ud800",
    "\x1b",
    b"An",
    (),
    (1,),
    ["An"],
    {},
    Strange(),
    object(),
    (0, 0, 0, 0),
    [1, -1, 0, 0],
    (1.0, -1.0, 0, 0),
    (Strange(), -8, 0, 0),
    (Penalty("Bo", "late"),),
    [{"player": "Bo"}],
]
PARTS = [
    PlayedHand("Du", 11, "安", hand="13347s12369m258p3m", penalties=(Penalty("Bo", "late"),)),
    PlayedHand(),
    Correction((1, -1, 0, 0), "a"),
    Penalty("Bo", "late"),
    UnreadEntry("5", "damaged"),
    start_match(["安", "Bo", "Cai", "Du"]),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_what_a_match_takes_can_be_written_and_read_again(part: object) -> None:
    """Whatever stands in a field: it is refused with a MatchError, or written
    and read as the same.
    """
    taken = 0
    for field in dataclasses.fields(part):
        for value in STRANGE:
            for made in taken_by_a_match(part, field.name, value):
                taken += 1
                text = format_match(made)
                assert text.encode()
                assert salvage_match(text).match == made or isinstance(part, UnreadEntry), (
                    field.name,
                    value,
                )
    assert taken > len(dataclasses.fields(part))


def taken_by_a_match(part: object, name: str, value: object) -> list[Match]:
    """A match with the part, one of its fields changed, if it takes it."""
    try:
        changed_part = dataclasses.replace(part, **{name: value})
        if isinstance(changed_part, Match):
            return [changed_part]
        entry = (
            PlayedHand(penalties=(changed_part,))
            if isinstance(changed_part, Penalty)
            else changed_part
        )
        return [start_match(["安", "Bo", "Cai", "Du"]).add(entry)]
    except MatchError:
        return []


@pytest.mark.parametrize(
    "entry", [{}, {"type": "hand", "winner": None}, None, "hand", 5, Penalty("Bo", "late"), MATCH]
)
def test_what_is_no_entry_is_refused(entry: object) -> None:
    with pytest.raises(MatchError, match=r"^entry 1: .* is no entry: expected a PlayedHand"):
        start_match(["安", "Bo", "Cai", "Du"]).add(entry)


def changed(**changes: object) -> str:
    """The file with other top keys (None: taken out)."""
    top = json.loads(TEXT) | changes
    return json.dumps({key: value for key, value in top.items() if value is not None})


def with_entry(place: int, **changes: object) -> str:
    """The file with another entry, counted from 1 (a key of ``...`` is taken out)."""
    top = json.loads(TEXT)
    entry = top["entries"][place - 1] | changes
    top["entries"][place - 1] = {key: value for key, value in entry.items() if value is not ...}
    return json.dumps(top)


WRONG = [
    ("", "no JSON at line 1, column 1: Expecting value"),
    ("[]", "the file is []: expected an object"),
    ("[" * 100_000, "no JSON: "),
    (changed(format="x"), "format is 'x': expected 'guobiao-match'"),
    (changed(version=3), "version is 3: this library reads version 1 or 2"),
    (changed(version=None), "version is None: this library reads version 1 or 2"),
    (changed(version="1"), "version is '1': this library reads version 1 or 2"),
    (changed(players=None), "players is missing"),
    (changed(players=["A", "B"]), "players is ['A', 'B']: expected four names"),
    (
        changed(players=["A", "B", "A", "C"]),
        "players ('A', 'B', 'A', 'C'): expected four different names",
    ),
    (changed(entries=None), "entries are missing"),
    (changed(entries={}), "entries is {}: expected a list"),
    (changed(rules="x"), "rules: 'x' is no rule profile"),
    (changed(rules={"base": -1}), "rules: base is -1: expected a whole number"),
    (changed(penalties=3), "penalties: penalties is 3: expected an object"),
    (changed(seat_change=["ESWN"]), "seat_change: seat change ['ESWN']: expected three orders"),
    (changed(base_points="500"), "base_points: the value is '500': expected a whole number"),
    (changed(title="\ud800"), "title: the value is '\\ud800': half a character"),
    (changed(session="2"), "session: the value is '2': expected a whole number"),
    (changed(colour="red"), "unknown key 'colour': expected format, version"),
    (
        changed(totals=[500, 500, 500, 500]),
        "totals is [500, 500, 500, 500]: the entries add up to [",
    ),
    (with_entry(1, winner=...), "entry 1 (hand 1): winner is missing"),
    (with_entry(1, changes=...), "entry 1 (hand 1): changes is missing"),
    (with_entry(1, points=...), "entry 1 (hand 1): points is missing"),
    (with_entry(1, points=11.0), "entry 1 (hand 1): points is 11.0: expected a whole number"),
    (with_entry(1, points=True), "entry 1 (hand 1): points is True: expected a whole number"),
    (with_entry(1, winner=7), "entry 1 (hand 1): winner is 7: expected a text"),
    (
        with_entry(1, discader="Bo"),
        "entry 1 (hand 1): unknown key 'discader': expected type, number",
    ),
    (with_entry(1, number=2), "entry 1 (hand 1): number is 2: this is hand 1 of the log"),
    (
        with_entry(1, changes=[-19, -8, -8, 36]),
        "entry 1 (hand 1): the changes [-19, -8, -8, 36] (sum 1) do not follow",
    ),
    (
        with_entry(1, changes=[-19, -8, -8]),
        "entry 1 (hand 1): changes is [-19, -8, -8]: expected four whole numbers",
    ),
    (with_entry(1, robbed_kong=1), "entry 1 (hand 1): robbed_kong is 1: expected true or false"),
    (with_entry(1, winner="Eva"), "entry 1 (hand 1): 'Eva' is no player of this match"),
    (with_entry(2, penalties={}), "entry 2 (hand 2): penalties is {}: expected a list"),
    (with_entry(2, penalties=[{"player": "Bo"}]), "entry 2 (hand 2): offence is missing"),
    (with_entry(2, penalties=["Bo"]), "entry 2 (hand 2): the penalty is 'Bo': expected an object"),
    (with_entry(3, reason=...), "entry 3: reason is missing"),
    (with_entry(3, changes=[1, 0, 0, 0]), "entry 3: the changes [1, 0, 0, 0] add up to 1"),
    (with_entry(4, type=...), "entry 4: type is missing"),
    (with_entry(4, type="round"), "entry 4: type is 'round': expected hand, correction or time_up"),
    (TEXT[: TEXT.index('"Cai", "points"')], "no JSON at line 16, column"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_damage_is_named_with_its_entry(text: str, message: str) -> None:
    with pytest.raises(MatchFormatError) as raised:
        parse_match(text)
    assert str(raised.value).startswith(message)
    assert raised.value.problems[0].startswith(message)
    assert len(raised.value.problems[0]) < 300
    assert pickle.loads(pickle.dumps(raised.value)).problems == raised.value.problems


@pytest.mark.parametrize("place", range(1, 6))
def test_a_damaged_entry_costs_no_other(place: int) -> None:
    salvage = salvage_match(with_entry(place, changes="damaged"))
    assert len(salvage.problems) == 1
    assert salvage.problems[0].startswith(f"entry {place}")
    kept = [entry for entry in salvage.match.entries if not isinstance(entry, UnreadEntry)]
    assert kept == [entry for number, entry in enumerate(MATCH.entries, start=1) if number != place]
    assert "damaged" in format_match(salvage.match)


def test_damaged_json_keeps_the_entries_around() -> None:
    salvage = salvage_match(TEXT.replace('"winner": "Cai"', '"winner: "Cai"'))
    assert [entry for entry in salvage.match.entries if not isinstance(entry, UnreadEntry)] == [
        entry for place, entry in enumerate(MATCH.entries, start=1) if place != 4
    ]
    assert salvage.problems[0].startswith("no JSON at line 16, column")
    assert salvage.problems[1].startswith(
        'entry 4 (hand 3): no whole entry at line 16: \'{"type": "hand", "number": 3,'
    )
    assert salvage.match.records[4].position.number == 4
    assert '"winner: "Cai"' in format_match(salvage.match)


@pytest.mark.parametrize("depth", [100, 500, 900, 990, 2000, 100_000])
def test_deep_nesting_is_a_problem_and_no_crash(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for text in (
        TEXT.replace('"points": 11', f'"points": {deep}'),
        TEXT.replace('"session": null', f'"session": {deep}'),
    ):
        salvage = salvage_match(text)
        assert salvage.problems
        assert all(len(problem) < 300 for problem in salvage.problems)


@given(st.integers(0, len(TEXT) - 1))
def test_a_truncated_file_keeps_every_whole_entry(length: int) -> None:
    text = TEXT[:length]
    salvage = salvage_match(text)
    whole = sum(
        text.count(json.dumps(entry, ensure_ascii=False)) for entry in json.loads(TEXT)["entries"]
    )
    assert salvage.problems == () if text.rstrip().endswith("]\n}") else salvage.problems
    if salvage.match is None:
        assert whole == 0
    else:
        assert salvage.match.entries[:whole] == MATCH.entries[:whole]
        assert all(isinstance(entry, UnreadEntry) for entry in salvage.match.entries[whole:])


@settings(max_examples=200)
@given(st.data())
def test_no_mutation_is_more_than_a_list_of_problems(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(TEXT)))
    stop = data.draw(st.integers(start, min(start + 20, len(TEXT))))
    insert = data.draw(st.sampled_from(["", "0", '"', "{", "]", "null", "-1", '"Bo"']))
    salvage = salvage_match(TEXT[:start] + insert + TEXT[stop:])
    assert isinstance(salvage.problems, tuple)
    if not salvage.problems:
        assert parse_match(format_match(salvage.match)) == salvage.match
