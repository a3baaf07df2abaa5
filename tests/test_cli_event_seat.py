"""``guobiao event seat``: what the event file wishes, rounds by rank, the report."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from guobiao.cli import main
from guobiao.competition.event_plan import EventPlan, format_event_plan
from guobiao.competition.event_toml import make_event_plan
from guobiao.competition.match import PlayedHand, TimeUp, start_match
from guobiao.competition.match_json import format_match
from guobiao.competition.pairings import Apart
from guobiao.errors import StandingsError
from guobiao.files.toml_file import parse_toml

SIXTEEN = tuple(f"P{number:02}" for number in range(16))
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command in an empty folder: its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: object) -> tuple[int, str, str]:
        return (main(list(map(str, arguments))), *capsys.readouterr())

    return run_command


def read_plan() -> EventPlan:
    return make_event_plan(parse_toml(Path("event.toml").read_bytes(), "it", StandingsError))


def play(number: int, rng: Random) -> list[str]:
    """Match files of all tables of a round: one hand each, worth what the lot says."""
    names = []
    for place, players in enumerate(read_plan().tables(number), start=1):
        match = start_match(players, session=number, table=place)
        winner = rng.choice(players)
        match = match.add(PlayedHand(winner, rng.randrange(8, 60))).add(TimeUp())
        names.append(f"round{number}-table{place}.json")
        Path(names[-1]).write_text(format_match(match), encoding="utf-8")
    return names


def tables_of(out: str) -> list[list[str]]:
    (one,) = json.loads(out)["rounds"]
    return [table["players"] for table in one["tables"]]


def test_rounds_by_rank(run: Run) -> None:
    """Five rounds in which nobody meets again, the best at the first tables; each drawn once."""
    rng, files, met = Random(3), [], set()
    assert run("event", "new", "event.toml", "--rounds", 5, "--players", *SIXTEEN)[0] == 0
    assert run("event", "seat", "event.toml", "--draw", 1)[0] == 0
    for number in range(1, 6):
        tables = read_plan().tables(number)
        met |= {frozenset(pair) for table in tables for pair in combinations(table, 2)}
        files += play(number, rng)
        if number < 5:
            code, out, err = run("event", "seat", "event.toml", "--json", "--by-rank", *files)
            assert (code, err) == (0, "")
            drawn = tables_of(out)
            before = Path("event.toml").read_bytes()
            assert run("event", "seat", "event.toml", "--json", "--by-rank", *files)[1] == out
            assert Path("event.toml").read_bytes() == before
            assert sorted(name for table in drawn for name in table) == sorted(SIXTEEN)
    assert len(met) >= 110  # of 5 * 24 meetings: rank goes before the last repeats
    code, _, err = run("event", "seat", "event.toml", "--by-rank", *files)
    assert (code, err) == (1, "guobiao: round 5 was the last of 5\n")


def test_neighbours_in_the_standings_meet(run: Run) -> None:
    run("event", "new", "event.toml", "--rounds", 2, "--players", *SIXTEEN)
    run("event", "seat", "event.toml", "--draw", 1)
    files = play(1, Random(1))
    standings = json.loads(run("standings", "--event", "event.toml", "--json", *files)[1])
    rank = {line["name"]: place for place, line in enumerate(standings["players"])}
    drawn = tables_of(run("event", "seat", "event.toml", "--json", "--by-rank", *files)[1])
    spans = [max(map(rank.__getitem__, t)) - min(map(rank.__getitem__, t)) for t in drawn]
    assert max(spans) <= 9  # 15 where the lot seats them
    first = {frozenset(p) for t in read_plan().tables(1) for p in combinations(t, 2)}
    assert not first & {frozenset(p) for t in drawn for p in combinations(t, 2)}


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ("round1-table1.json", "round 1 has 4 tables, and 1 match files are of it"),
        ("none.json", "no match file says which round it is of"),
        ("third.json", "round 1 has 4 tables, and 0 match files are of it"),
        ("round1-table1.json round1-table1.json", "event seat: round1-table1.json is named twice"),
        ("missing.json", "cannot read missing.json"),
        ("event.toml", "event.toml: "),
    ],
)
def test_by_rank_needs_whole_rounds(run: Run, files: str, told: str) -> None:
    run("event", "new", "event.toml", "--rounds", 3, "--players", *SIXTEEN)
    run("event", "seat", "event.toml", "--draw", 2)
    play(1, Random(1))
    for name, session in (("none.json", None), ("third.json", 3)):
        Path(name).write_text(format_match(start_match(SIXTEEN[:4], session=session)), "utf-8")
    before = Path("event.toml").read_bytes()
    code, out, err = run("event", "seat", "event.toml", "--by-rank", *files.split())
    assert (code > 0, out, told in err) == (True, "", True), err
    assert Path("event.toml").read_bytes() == before


@pytest.mark.parametrize(("rounds", "told"), [(0, "expected 1 to 3 rounds"), (4, "1 to 3 rounds")])
def test_draw_needs_rounds_of_the_event(run: Run, rounds: int, told: str) -> None:
    run("event", "new", "event.toml", "--rounds", 3, "--players", *SIXTEEN)
    code, out, err = run("event", "seat", "event.toml", "--draw", rounds)
    assert (code, out) == (1, "")
    assert told in err


def test_draw_more_than_is_drawn(run: Run) -> None:
    run("event", "new", "event.toml", "--rounds", 3, "--players", *SIXTEEN)
    shown = run("event", "seat", "event.toml", "--draw", 1)
    assert run("event", "seat", "event.toml", "--draw", 1) == shown
    code, _, err = run("event", "seat", "event.toml", "--draw", 2)
    assert code == 1
    assert "1 rounds are drawn already; --by-rank draws the next one" in err


def test_a_substitute_keeps_the_place_of_who_left(run: Run) -> None:
    run("event", "new", "event.toml", "--rounds", 3, "--players", *SIXTEEN)
    run("event", "seat", "event.toml", "--draw", 1)
    files = play(1, Random(2))
    run("event", "substitute", "event.toml", "--player", "P03", "--substitute", "Zed", "--round", 2)
    drawn = tables_of(run("event", "seat", "event.toml", "--json", "--by-rank", *files)[1])
    assert sorted(name for table in drawn for name in table) == sorted({*SIXTEEN, "Zed"} - {"P03"})


# --------------------------------------------------------------------------------------- the wishes


def test_groups_and_fixed_tables_of_the_event_file(run: Run) -> None:
    wishes = ("--apart", "P00", "P01", "P02", "--apart", "P04", "P05", "--fixed-table", "P07=3")
    words = ("--rounds", 3, *wishes, "--players", *SIXTEEN)
    assert run("event", "new", "event.toml", *words)[0] == 0
    plan = read_plan()
    assert plan.apart == (Apart(SIXTEEN[:3]), Apart(SIXTEEN[4:6]))
    assert plan.fixed_tables == {"P07": 3}
    code, out, _ = run("event", "seat", "event.toml", "--report", "--json")
    told = json.loads(out)
    assert [one["tables"][2]["players"].count("P07") for one in told["rounds"]] == [1, 1, 1]
    for table in (table for one in told["rounds"] for table in one["tables"]):
        assert len({"P00", "P01", "P02"} & set(table["players"])) <= 1
        assert len({"P04", "P05"} & set(table["players"])) <= 1
    assert (code, told["report"]["meetings_again"]) == (0, 0)
    assert "nobody" in run("event", "seat", "event.toml", "--report")[1].lower()


def test_the_wishes_are_written_and_read() -> None:
    plan = EventPlan(
        SIXTEEN, 2, apart=(Apart(SIXTEEN[:3], 5, "Bamboo club"),), fixed_tables={"P09": 1}
    )
    written = format_event_plan(plan).encode("utf-8")
    assert make_event_plan(parse_toml(written, "again", StandingsError)) == plan
    assert len({plan, make_event_plan(parse_toml(written, "again", StandingsError))}) == 1


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"apart": [{"players": ["P00"]}]}, "expected two or more, each once"),
        ({"apart": [{"players": ["P00", "X"]}]}, "'X' of the group '' is none of the 16 players"),
        ({"apart": [{"players": ["P00", "P01"], "weight": 0}]}, "weight is 0"),
        ({"apart": [{"player": ["P00", "P01"]}]}, "apart[1]"),
        ({"apart": 5}, "apart is 5"),
        ({"fixed_tables": {"X": 1}}, "'X' with a fixed table is none of the 16 players"),
        ({"fixed_tables": {"P00": 5}}, "expected a whole number from 1 to 4"),
        ({"fixed_tables": {"P00": 1, "P01": 1}}, "both stay at table 1"),
        ({"fixed_tables": {"P00": "1"}}, "fixed_tables.P00 is '1'"),
        ({"fixed_tables": [1]}, "fixed_tables is [1]"),
    ],
)
def test_wishes_that_cannot_be(table: dict[str, object], told: str) -> None:
    with pytest.raises(StandingsError) as caught:
        make_event_plan({"players": list(SIXTEEN), "rounds": 2, **table})
    assert told in str(caught.value)


@pytest.mark.parametrize("word", ["P00", "P00=", "P00=x", "P00=-1", "P00=99999"])
def test_a_fixed_table_that_is_none(run: Run, word: str) -> None:
    words = ("--rounds", 1, "--fixed-table", word, "--players", *SIXTEEN)
    code, _, err = run("event", "new", "event.toml", *words)
    assert (code, Path("event.toml").exists()) == (2, False)
    assert "expected NAME=N" in err


@pytest.mark.parametrize("limit", ["0", "-1", "nan"])
def test_a_time_limit_that_is_none(run: Run, limit: str) -> None:
    run("event", "new", "event.toml", "--rounds", 1, "--players", *SIXTEEN)
    code, _, err = run("event", "seat", "event.toml", "--time-limit", limit)
    assert code == 1
    assert "expected seconds over 0" in err
