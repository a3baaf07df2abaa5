"""Standings, results and seating as tables, pages and workbooks, in English and Chinese: complete,
and a name stays a text, whatever it looks like.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO
from zipfile import ZipFile

import pytest

from guobiao.competition.ema_results import results_to_ema_csv
from guobiao.competition.pairings import make_schedule
from guobiao.competition.standings import (
    Deduction,
    Entrant,
    Event,
    Game,
    Substitution,
    Team,
    Withdrawal,
)
from guobiao.competition.standings_page import seating_to_html, standings_to_html
from guobiao.competition.standings_tables import (
    LANGUAGES,
    cell_text,
    result_tables,
    seating_tables,
    standings_tables,
)
from guobiao.errors import StandingsError

FORMULA, SCRIPT, LONG, HIDDEN = "=1+1", "<script>alert(1)</script>", "长" * 5000, "+D\u202eu"
HOSTILE = Event(
    (
        Game(tuple(zip((FORMULA, SCRIPT, LONG, "Du"), (520, 500, 500, 480))), 1, 1),
        Game(tuple(zip(("Eve", SCRIPT, LONG, "@x"), (500, 500, 500, 500))), 2, 1),
    ),
    teams=(Team("=Team", (FORMULA, "Du")),),
    substitutions=(Substitution("Eve", FORMULA, 2), Substitution("@x", "", ranked=False)),
    entrants=tuple(Entrant(name, "=DEN") for name in (FORMULA, SCRIPT, LONG, "Du")),
    deductions=(Deduction("Du", Fraction(1), reason="=<b>"),),
    withdrawals=(Withdrawal("Du", 1),),
    title="<b>Cup",
    preset="ema",
)


class Page(HTMLParser):
    """The tags, attributes and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_has_all_tables_and_nothing_to_load_or_to_run(lang: str) -> None:
    text = standings_to_html(HOSTILE, lang=lang)
    page = Page(text)
    assert set(page.tags) == {
        "html", "head", "meta", "title", "style", "body", "h1", "section", "h2", "table", "thead",
        "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert page.attributes == {"lang", "charset", "http-equiv", "content", "class"}
    assert "url(" not in text
    for name in (FORMULA, SCRIPT, LONG, "<b>Cup", "=Team", "=DEN"):
        assert name in page.texts
    assert page.tags.count("table") == 5  # players, teams, nations, two sessions
    assert f'<html lang="{lang}">' in text


def test_the_pages_speak_english_and_chinese() -> None:
    english, chinese = (Page(standings_to_html(HOSTILE, lang=lang)).texts for lang in ("en", "zh"))
    for word, other in (
        ("Rank", "名次"),
        ("Table points", "标准分"),
        ("Mini points", "小分"),
        ("Session 1", "第1轮"),
        ("East", "东"),
        ("Eve for =1+1", "Eve（替=1+1）"),
        ("@x (not ranked)", "@x（不计名次）"),
        (
            "standard points -1 (=<b>); withdrew after session 1",
            "扣标准分1（=<b>）; 第1轮后退赛",
        ),
    ):
        assert word in english
        assert other in chinese
        assert other not in english
        assert word not in chinese


def test_control_characters_are_shown_escaped() -> None:
    schedule = make_schedule(["An", "Bo", "Cai", "Du"])
    assert "\\u202e" in seating_to_html(schedule, title=HIDDEN)
    assert "\u202e" not in seating_to_html(schedule, title=HIDDEN)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_seating_by_session_and_by_player(lang: str) -> None:
    schedule = make_schedule([f"{SCRIPT}{number}" for number in range(16)])
    *sessions, players = seating_tables(schedule, lang=lang)
    assert [len(table.rows) for table in sessions] == [4] * 5
    assert len(players.rows) == 16
    for name, *places in players.rows:
        for table, place in zip(sessions, places):
            number, seat = str(place).split()
            assert table.rows[int(number) - 1][table.heading.index(seat)] == name
    page = Page(seating_to_html(schedule, title="Cup", lang=lang))
    assert page.tags.count("table") == 6
    assert "script" not in page.tags


def test_results_are_by_session_table_and_seat() -> None:
    games = (
        Game((("E", 20), ("F", 0), ("G", 0), ("H", -20)), 1, 2),
        Game((("A", 20), ("B", 10), ("C", 0), ("D", -30)), 1, 1),
        Game((("A", 20), ("F", 10), ("C", 0), ("D", -30))),
    )
    first, last = result_tables(Event(games))
    assert (first.title, last.title) == ("Session 1", "Games without a session")
    assert [row[:3] for row in first.rows[:5]] == [
        (1, "East", "A"), (1, "South", "B"), (1, "West", "C"), (1, "North", "D"), (2, "East", "E"),
    ]  # fmt: skip
    assert [cell_text(row[4]) for row in first.rows[4:]] == ["4", "1.5", "1.5", "0"]
    assert last.rows[0] == ("", "East", "A", 20, 4)


def test_tables_have_as_many_cells_as_their_headings() -> None:
    for event in (HOSTILE, Event(()), Event(HOSTILE.games)):
        for lang in LANGUAGES:
            for preset in ("mil", "ema"):
                tables = (
                    *standings_tables(event, preset=preset, lang=lang),
                    *result_tables(event, preset=preset, lang=lang),
                )
                for table in tables:
                    assert {len(row) for row in table.rows} <= {len(table.heading)}


@pytest.mark.parametrize("show", [standings_tables, result_tables, standings_to_html])
def test_an_unknown_language_or_preset_is_refused(show) -> None:
    with pytest.raises(StandingsError, match="language 'de': expected en or zh"):
        show(HOSTILE, lang="de")
    with pytest.raises(StandingsError, match="preset 'wmo': expected mil or ema"):
        show(HOSTILE, preset="wmo")
    with pytest.raises(StandingsError, match="event is None: expected a Event"):
        show(None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_workbook_has_a_sheet_a_table_and_texts_stay_texts(lang: str) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from guobiao.competition.standings_xlsx import standings_to_xlsx

    content = standings_to_xlsx(HOSTILE, lang=lang)
    book = openpyxl.load_workbook(BytesIO(content))
    tables = (*standings_tables(HOSTILE, lang=lang), *result_tables(HOSTILE, lang=lang))
    assert book.sheetnames == [table.title for table in tables]
    for sheet, table in zip(book, tables):
        for cells, row in zip(sheet.iter_rows(), (table.heading, *table.rows)):
            for cell, value in zip(cells, row):
                if value == "":
                    assert cell.value is None
                else:
                    assert cell.value == value
                    assert cell.data_type == ("s" if isinstance(value, str) else "n")
    with ZipFile(BytesIO(content)) as parts:
        xml = [parts.read(name) for name in parts.namelist() if "worksheets" in name]
    assert len(xml) == len(tables)
    assert not any(b"<f>" in part for part in xml)


def test_what_a_workbook_cannot_hold_is_shown_or_cut() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from guobiao.competition.standings_xlsx import standings_to_xlsx

    event = Event(HOSTILE.games[:1], teams=(Team("x" * 40_000, ("Du",)),))
    sheet = openpyxl.load_workbook(BytesIO(standings_to_xlsx(event)))["Teams"]
    assert sheet["B2"].value == "x" * 32_767


def test_the_list_for_ema_needs_every_player() -> None:
    with pytest.raises(
        StandingsError, match=re.escape("no list for EMA: '=1+1' has no first_name")
    ):
        results_to_ema_csv(HOSTILE)
