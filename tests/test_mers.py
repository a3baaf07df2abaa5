"""The European ranking over several events: each part of the formulas, worked by hand."""

from __future__ import annotations

import json
import sys
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from guobiao.cli import main
from guobiao.competition.ema_results import EmaResult, parse_ema_csv, results_to_ema_csv
from guobiao.competition.mers import (
    MersEvent,
    base_rank,
    rank_mers_nations,
    rank_mers_players,
)
from guobiao.competition.standings import Entrant, Event, Game
from guobiao.errors import StandingsError

TODAY = date(2026, 12, 1)


def event(
    players: int, weight: float, places: dict[str, int], day: date = TODAY, country: str = "DEN"
) -> MersEvent:
    """An event of so many players; those of ``places`` have these EMA numbers, the others none."""
    number_of = {place: number for number, place in places.items()}
    results = (
        EmaResult(place, f"P{number_of.get(place, place)}", number_of.get(place, ""), country)
        for place in range(1, players + 1)
    )
    return MersEvent(f"event of {players}", day, weight, tuple(results))


def rating(*events: MersEvent, on: date = TODAY) -> Fraction | None:
    """That of the player with the number 1."""
    ranked = rank_mers_players(events, on)
    return next((player.rating for player in ranked if player.ema_number == "1"), None)


@pytest.mark.parametrize(
    ("place", "players", "rank"),
    [
        (1, 41, 1000), (41, 41, 0), (5, 21, 800), (51, 101, 500), (2, 4, 667), (3, 4, 333),
        (16, 17, 62), (14, 17, 188),  # 62.5 and 187.5: a half to the even side
        (1, 2, 1000), (2, 2, 0),
    ],
)  # fmt: skip
def test_base_rank(place: int, players: int, rank: int) -> None:
    assert base_rank(place, players) == rank


def test_a_ranking_worked_by_hand() -> None:
    """1000 with weight 2; 800 with weight 3, half of it after a year; 500 with weight 1; two times
    0 with weight 1. A: 3700 / 6.5. B, without one of the zeros: 3700 / 5.5.
    """
    found = rating(
        event(41, 2, {"1": 1}),
        event(21, 3, {"1": 5}, date(2025, 6, 1)),
        event(101, 1, {"1": 51}),
    )
    assert found == (Fraction(3700 * 2, 13) + Fraction(3700 * 2, 11)) / 2
    assert round(float(found), 2) == 620.98


def test_one_result_is_no_ranking_and_missing_ones_are_zeros() -> None:
    first = event(41, 2, {"1": 1})
    assert rating(first) is None
    # A: 3000 / (2 + 1 + 3), B: 3000 / (2 + 1 + 2)
    assert rating(first, event(21, 1, {"1": 1})) == (Fraction(500) + Fraction(600)) / 2


@pytest.mark.parametrize(
    ("results", "counted"), [(5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 9), (11, 10), (15, 13)]
)
def test_the_best_results_count(results: int, counted: int) -> None:
    """All of weight 1, the base ranks 1000, 990, 980 …: part A of ``counted`` of them, part B of
    four (985).
    """
    found = rating(*(event(101, 1, {"1": 1 + place}) for place in range(results)))
    assert found == (Fraction(1000 - 5 * (counted - 1)) + 985) / 2


@pytest.mark.parametrize(
    ("day", "weight"),
    [
        (date(2026, 12, 1), Fraction(2)),
        (date(2025, 12, 1), Fraction(2)),  # a year
        (date(2025, 11, 30), Fraction(1)),
        (date(2024, 12, 1), Fraction(1)),  # two years
        (date(2024, 11, 30), None),
        (date(2026, 12, 2), None),  # not yet
    ],
)
def test_the_age_of_an_event(day: date, weight: Fraction | None) -> None:
    others = [event(5, 1, {"1": 2}), event(5, 1, {"1": 3})]
    (player,) = rank_mers_players([event(41, 2, {"1": 1}, day), *others], TODAY)
    best = player.results[0]
    assert (best.weight if best.base_rank == 1000 else None) == weight


def test_a_leap_day_has_a_year_too() -> None:
    on = date(2024, 2, 29)
    others = event(5, 1, {"1": 3}, on)
    for day, weight in ((date(2023, 2, 28), 1), (date(2023, 2, 27), Fraction(1, 2))):
        (player,) = rank_mers_players([event(41, 1, {"1": 1}, day), others], on)
        assert player.results[0].weight == weight


def test_equal_players_share_the_rank_and_have_their_latest_name() -> None:
    old = MersEvent("old", date(2026, 1, 1), 1, (
        EmaResult(1, "An Li", "1", "DEN"), EmaResult(1, "Bo", "2", "DEN"),
        EmaResult(3, "Cai", "3", "ITA"), EmaResult(4, "Du", "", "ITA"),
    ))  # fmt: skip
    new = MersEvent("new", date(2026, 2, 1), 1, (
        EmaResult(1, "Bo", "2", "DEN"), EmaResult(1, "An Smith", "1", "NED"),
        EmaResult(3, "Cai", "3", "ITA"), EmaResult(3, "Du", "", "ITA"),
    ))  # fmt: skip
    ranked = rank_mers_players([new, old])
    assert [(one.rank, one.name, one.country) for one in ranked] == [
        (1, "An Smith", "NED"), (1, "Bo", "DEN"), (3, "Cai", "ITA"),
    ]  # fmt: skip


def test_a_nation_has_a_third_of_its_best_three() -> None:
    numbers = {str(place): place for place in range(1, 5)}
    events = [event(5, 1, numbers) for _ in range(5)]
    ranked = rank_mers_players(events, TODAY)
    assert [one.rating for one in ranked] == [1000, 750, 500, 250]
    (nation,) = rank_mers_nations(ranked)
    assert (nation.rank, nation.country, nation.rating, nation.players) == (1, "DEN", 750, 4)
    assert rank_mers_nations(ranked[:1])[0].rating == Fraction(1000, 3)


def test_nothing_to_rank() -> None:
    assert rank_mers_players([]) == ()
    assert rank_mers_nations(()) == ()


PAIR = (EmaResult(1, "An", "1", ""), EmaResult(2, "Bo", "2", ""))


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"results": PAIR[:1]}, "event 'Open': 1 players: expected two or more"),
        ({"results": (PAIR[0], EmaResult(3, "Bo", "", ""))}, "'Bo' is in place 3 of 2 players"),
        ({"results": (PAIR[0],) * 2}, "event 'Open': 2 players have the EMA number 1"),
        ({"results": ("An", "Bo")}, "a result is 'An': expected a EmaResult"),
        ({"weight": 0}, "event 'Open': weight is 0: expected a number over 0 up to 100"),
        ({"weight": float("nan")}, "event 'Open': weight is nan: expected a number"),
        ({"day": "2026-05-10"}, "event 'Open': day is '2026-05-10': expected a date from 1900"),
        ({"day": datetime(2026, 5, 10)}, "expected a date from 1900-01-01"),
        ({"name": None}, "name is None: expected a text"),
    ],
)
def test_an_event_that_cannot_be(parts: dict, message: str) -> None:
    with pytest.raises(StandingsError) as raised:
        MersEvent(**({"name": "Open", "day": TODAY, "weight": 1, "results": PAIR} | parts))
    assert message in str(raised.value)


# ------------------------------------------------------------------------------- lists of results

HEADING = "Place,First Name,Last name,EMA number,Table points,Score,Ema Member,Country\n"


def test_the_list_that_is_written_is_read() -> None:
    players = tuple(
        Entrant(name, "Denmark", name, 'Æ, "Ø"', f"0401000{number}", ema_member=number < 3)
        for number, name in enumerate("ABCD", start=1)
    )
    games = (Game((("A", 20), ("B", 0), ("C", 0), ("D", -20))),)
    text = results_to_ema_csv(Event(games, entrants=players, preset="ema"))
    assert text.startswith(HEADING.strip())
    assert parse_ema_csv(text) == (
        EmaResult(1, 'A Æ, "Ø"', "04010001", "Denmark"),
        EmaResult(2, 'B Æ, "Ø"', "04010002", "Denmark"),
        EmaResult(2, 'C Æ, "Ø"', "04010003", "Denmark"),
        EmaResult(4, 'D Æ, "Ø"', "04010004", "Denmark"),
    )


def test_a_list_as_spreadsheets_write_it() -> None:
    text = "country;PLACE;First name;Last Name;Ema number;Club\r\nItaly; 1 ;An;Li;-;x\r\n;;;;;\r\n"
    assert parse_ema_csv(b"\xef\xbb\xbf" + text.encode()) == (EmaResult(1, "An Li", "", "Italy"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the heading is '': expected the columns Place, First Name"),
        ("Place,Name\n", "the heading is 'Place, Name': expected the columns Place, First Name"),
        (HEADING + "1,An\n", "line 2: 2 cells: a cell is missing"),
        (HEADING + "first,An,Li,1,4,20,Yes,DEN\n", "line 2: the place is 'first': expected"),
        (HEADING + "0,An,Li,1,4,20,Yes,DEN\n", "line 2: place is 0: expected a whole number from"),
        (HEADING + "1,,,1,4,20,Yes,DEN\n", "line 2: player '': expected a name"),
        (HEADING + "1,A\x1bn,Li,1,4,20,Yes,DEN\n", "a name has no control characters"),
        (HEADING + "1,An,Li,4-1,4,20,Yes,DEN\n", "line 2: ema_number is '4-1': expected digits"),
        (HEADING + '1,"An"x,Li,1,4,20,Yes,DEN\n', "line 2: no CSV"),
        (b"\xff\xfe", "bytes that are not UTF-8"),
        (None, "a list of results is a text: None is none"),
    ],
)
def test_a_list_that_is_none(text: str | bytes | None, message: str) -> None:
    with pytest.raises(StandingsError) as raised:
        parse_ema_csv(text)
    assert message in str(raised.value)


# ------------------------------------------------------------------------------------ the command

ROWS = ("1,An,Li,04010001,8,50,Yes,DEN", "2,Bo,=1+1,04010002,6,20,Yes,ITA", "3,X,Y,-,2,0,No,DEN")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Two events, the second one a year and a day before the first."""
    for name, rows in (("a.csv", ROWS), ("b.csv", (*ROWS, "4,Cai,Z,-,0,-70,No,DEN"))):
        (tmp_path / name).write_text(HEADING + "\n".join(rows) + "\n", encoding="utf-8")
    path = tmp_path / "season.csv"
    path.write_text(
        "Date;Weight;Event;Results\n2026-05-10;2,5;Open;a.csv\n2025-05-09;1;Cup;b.csv\n"
    )
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Runs the command in this process: its exit code, standard output and standard error."""

    def run_command(*arguments: object) -> tuple[int, str, str]:
        code = main(["mers", *map(str, arguments)])
        return (code, *capsys.readouterr())

    return run_command


def test_the_command_ranks_players_and_nations(run, season: Path) -> None:
    """An: 1000 with 2.5 and 0.5, three zeros; A: 3000 / 6, B: 3000 / 5. Bo: 500 and 667:
    (1250 + 333.5) / 6 and / 5.
    """
    code, out, err = run(season)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["Rank", "Player", "Country", "EMA", "number", "Rating", "Events"],
        ["1", "An", "Li", "DEN", "04010001", "550.00", "2"],
        ["2", "Bo", "=1+1", "ITA", "04010002", "290.31", "2"],
        [],
        ["Rank", "Country", "Rating", "Players"],
        ["1", "DEN", "183.33", "1"],
        ["2", "ITA", "96.77", "1"],
    ]
    assert run(season, "--csv")[1].splitlines()[2] == "2,Bo =1+1,ITA,04010002,290.31,2"
    shown = json.loads(run(season, "--json")[1])
    assert shown["date"] == "2026-05-10"
    assert shown["players"][0]["results"][1] == {"event": "Cup", "base_rank": 1000, "weight": 0.5}
    assert [nation["country"] for nation in shown["nations"]] == ["DEN", "ITA"]


def test_the_day_of_the_ranking(run, season: Path) -> None:
    assert len(json.loads(run(season, "--json", "--date", "2026-05-09")[1])["players"]) == 0
    assert run(season, "--date", "yesterday")[0] == 2


def test_files_are_not_overwritten(run, season: Path) -> None:
    target = season.parent / "ranking.txt"
    assert run(season, "--output", target)[0] == 0
    assert run(season, "--output", target)[0] == 2
    for read in (season, season.parent / "a.csv"):
        before = read.read_bytes()
        assert run(season, "--output", read, "--force")[0] == 2
        assert read.read_bytes() == before


@pytest.mark.parametrize(
    ("row", "code", "message"),
    [
        ("2026-05-10;1;Open;none.csv", 2, "none.csv: No such file"),
        ("2026-13-10;1;Open;a.csv", 1, "season.csv: line 2: the date is '2026-13-10': expected"),
        ("2026-05-10;x;Open;a.csv", 1, "season.csv: line 2: the weight is 'x': expected a number"),
        ("2026-05-10;0;Open;a.csv", 1, "weight is 0: expected a number over 0"),
        ("2026-05-10;1;Open;season.csv", 1, "season.csv: the heading is 'Date, Weight, Event"),
        (
            "2026-05-10;1;A;a.csv\n2026-05-10;1;B;./a.csv",
            1,
            "season.csv: line 3: ./a.csv is listed in line 2 already",
        ),
    ],
)
def test_a_season_that_is_wrong(run, season: Path, row: str, code: int, message: str) -> None:
    season.write_text(f"Date;Weight;Event;Results\n{row}\n")
    found, out, err = run(season)
    assert (found, out) == (code, "")
    if sys.platform != "win32":
        assert message in err
