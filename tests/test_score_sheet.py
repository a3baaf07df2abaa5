"""The score sheet: its lines, CSV, JSON and the page for one A4 sheet."""

import csv
import io
import json
from html.parser import HTMLParser

from hypothesis import HealthCheck, given, settings

from guobiao.competition.match import (
    Correction,
    Match,
    Penalty,
    PlayedHand,
    TimeUp,
    UnreadEntry,
    start_match,
)
from guobiao.competition.score_sheet import sheet_lines, sheet_to_csv, sheet_to_html, sheet_to_json
from match_strategies import matches

MATCH = start_match(["安", "Bo", "Cai <b>", "Du"], title="Cup & more", session=2, table=3).add(
    PlayedHand("Du", 11, "安"),
    PlayedHand(penalties=(Penalty("Bo", "错和", note="7 points"), Penalty("安", "deduction", 2))),
    Correction((-2, 0, 0, 2), "13 points", 1),
    UnreadEntry("{", "winner is missing"),
    PlayedHand("Bo", 8, "安", robbed_kong=True),
    PlayedHand(penalties=(Penalty("Du", "late", 3),)),
    TimeUp(),
)


def test_the_lines_of_a_match() -> None:
    shown = [
        (line.hand, line.wind, line.dealer, line.winner, line.how, line.points)
        for line in sheet_lines(MATCH)
    ]
    assert shown == [
        ("1", "E", "安", "Du", "点和", "11"),
        ("2", "E", "Bo", "", "荒牌", ""),
        ("", "", "", "", "更正", ""),
        ("3", "E", "Cai <b>", "", "?", ""),
        ("4", "E", "Du", "Bo", "抢杠和", "8"),
        ("5", "S", "安", "", "罚", ""),
        ("", "", "", "", "到时", ""),
    ]
    assert [line.remarks for line in sheet_lines(MATCH)] == [
        "",
        "Bo 错和 3x10 (7 points); 安 罚分 -10",
        "hand 1: 13 points",
        "unreadable: winner is missing",
        "",
        "Du 迟到 out",
        "",
    ]


def test_csv_has_a_column_for_each_change_and_total() -> None:
    rows = list(csv.reader(io.StringIO(sheet_to_csv(MATCH))))
    assert rows[0] == [
        "Hand", "Wind", "Dealer", "Winner", "How", "From", "Points",
        "安", "Bo", "Cai <b>", "Du", "Σ 安", "Σ Bo", "Σ Cai <b>", "Σ Du", "Remarks",
    ]  # fmt: skip
    assert rows[1][7:15] == ["-19", "-8", "-8", "35", "481", "492", "492", "535"]
    assert {len(row) for row in rows} == {16}


def test_json_says_what_follows_from_each_entry() -> None:
    sheet = json.loads(json.dumps(sheet_to_json(MATCH, ["entry 4: …"])))
    assert sheet["lines"][0] == {
        "hand": 1,
        "wind": "E",
        "dealer": "安",
        "seats": ["安", "Bo", "Cai <b>", "Du"],
        "winner": "Du",
        "how": "点和",
        "discarder": "安",
        "points": 11,
        "changes": [-19, -8, -8, 35],
        "totals": [481, 492, 492, 535],
        "penalties": [],
        "remarks": "",
    }
    assert sheet["lines"][1]["penalties"][0] == {
        "player": "Bo",
        "offence": "错和",
        "step": 1,
        "note": "7 points",
    }
    assert sheet["lines"][2]["hand"] is None
    assert (sheet["session"], sheet["table"], sheet["over"]) == (2, 3, True)
    assert sheet["totals"] == list(MATCH.totals)
    assert sheet["problems"] == ["entry 4: …"]


class Page(HTMLParser):
    """The rows of the table's body, and the tags that are open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        if tag not in ("meta", "col", "br"):
            self.open.append(tag)
        if tag == "tr" and "tbody" in self.open:
            self.rows.append([])
        if tag == "td" and "tbody" in self.open:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td" and "tbody" in self.open:
            self.rows[-1][-1] += data


def test_the_page_prints_on_one_a4_sheet_and_needs_nothing_else() -> None:
    text = sheet_to_html(MATCH)
    assert "@page { size: A4 landscape; margin: 10mm }" in text
    assert "http" not in text
    assert "<script" not in text
    assert "比赛成绩记录表 Cup &amp; more" in text
    assert "Cai <b>" not in text
    page = Page(text)
    assert page.open == []
    assert page.rows[0][:8] == ["1", "E", "安", "Du", "点和", "安", "11", "-19"]
    assert {len(row) for row in page.rows} == {16}


def test_the_hands_to_come_are_empty_lines_with_their_dealers() -> None:
    match = start_match(["A", "B", "C", "D"]).add(PlayedHand())
    page = Page(sheet_to_html(match))
    assert len(page.rows) == 16
    assert page.rows[8] == ["9", "W", "B", *[""] * 13]
    assert len(Page(sheet_to_html(match.add(TimeUp()))).rows) == 2


def letters(match: Match) -> float:
    """The size of the table's letters in pt."""
    return float(sheet_to_html(match).partition("table { font-size: ")[2].partition("pt")[0])


def test_a_long_sheet_is_made_smaller() -> None:
    plain = start_match(["A", "B", "C", "D"])
    note = "a remark that goes on and on and does not end before the line does"
    long = plain.add(
        *[PlayedHand(penalties=(Penalty("A", "错和", note=note), Penalty("B", "亮张", note=note)))]
        * 16
    )
    assert letters(plain) == 10
    assert 3 < letters(long) < 9


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches())
def test_every_match_has_a_sheet(match: Match) -> None:
    assert len(sheet_lines(match)) == len(match.entries)
    rows = list(csv.reader(io.StringIO(sheet_to_csv(match), newline="")))
    assert len(rows) == len(match.entries) + 1
    assert sheet_to_json(match)["totals"] == list(match.totals)
    assert Page(sheet_to_html(match)).open == []
