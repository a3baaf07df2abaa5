"""The schemas of ``guobiao.schemas`` against what the library and the commands really give."""

import copy
import io
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from generator import random_hand
from guobiao import (
    Fan,
    Form,
    GuobiaoError,
    MeldKind,
    PaymentReason,
    Principle,
    Seat,
    Tile,
    discards,
    effective_tiles,
    parse_hand,
    reach,
    schemas,
    score,
    settle,
    waits,
)
from guobiao.botzone import Verdict
from guobiao.cli import main
from guobiao.competition.standings import Event, Game, rank_players
from guobiao.records import DifferenceKind
from guobiao.table import WallRule

DOCS = Path(__file__).resolve().parents[1] / "docs"
EXAMPLES = DOCS / "examples"
READY, FOURTEEN, FAR = "123456789m1155s", "123456789m1155s9p", "[123m,1]456s34678p22s"
WON, WINDS = "[CCCC]234567m99p34s5s|EE1000|2", "[EEE,2][SSSS,7][WWW,1]NN55p5p|EN0000"
NO_HAND = "[123m"


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schemas.read(name))


def problems(name: str, value: object) -> list[str]:
    return [error.message[:300] for error in validator(name).iter_errors(value)]


# -------------------------------------------------------------------------------------- the schemas


def objects(value: object) -> Iterator[dict]:
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            yield from objects(part)


@pytest.mark.parametrize("name", schemas.names())
def test_a_schema_is_one_and_closed(name: str) -> None:
    schema = schemas.read(name)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == name
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    for found in objects(schema):
        if found.get("type") == "object":
            assert found["additionalProperties"] is not True
            assert ("properties" in found) == (found["additionalProperties"] is False)


def test_a_schema_is_read_anew() -> None:
    schemas.read("score").clear()
    assert schemas.read("score")["title"] == "score"


@pytest.mark.parametrize(
    "name", ["", "Score", "score.schema.json", "../errors", None, 3, ["score"]]
)
def test_an_unknown_schema(name: object) -> None:
    with pytest.raises(GuobiaoError, match=r"is no schema: expected one of analyze-command, "):
        schemas.read(name)  # type: ignore[arg-type]


def test_the_lists_of_words_are_those_of_the_enums() -> None:
    parts = {
        name: part
        for each in schemas.names()
        for name, part in schemas.read(each).get("$defs", {}).items()
    }

    def words(part: str, key: str) -> list[object]:
        return parts[part]["properties"][key]["enum"]

    assert parts["fan_name"]["enum"] == [fan.name for fan in Fan]
    assert parts["fan_zh"]["enum"] == [fan.zh for fan in Fan]
    assert sorted(parts["tile"]["enum"]) == sorted(map(str, Tile))
    assert words("meld", "kind") == [kind.name.lower() for kind in MeldKind]
    assert words("dropped", "principle") == list(map(str, Principle))
    assert words("payment", "payer") == list(map(str, Seat))
    assert words("payment", "reason") == list(map(str, PaymentReason))
    assert words("difference", "kind") == [kind.value for kind in DifferenceKind]
    played = schemas.read("play-command")
    assert played["properties"]["wall"]["enum"] == [rule.value for rule in WallRule]
    failures = parts["player"]["properties"]["failures"]["propertyNames"]["enum"]
    assert failures == [str(verdict) for verdict in Verdict if verdict is not Verdict.OK]
    forms = schemas.read("effective")["properties"]["forms"]["properties"]
    assert set(forms) == {form.name.lower() for form in Form}


# -------------------------------------------------------------------------------------- the library

GIVEN = {
    "hand": [lambda text=text: parse_hand(text) for text in (WON, WINDS, READY)],
    "score": [lambda text=text: score(text) for text in (WON, WINDS, "1112345678999m5m")],
    "wait": [lambda: waits(READY)[0], lambda: waits("1234444678m456p", formal=True)[1]],
    "effective": [lambda text=text: effective_tiles(text) for text in (READY, FAR, WON)],
    "discard": [lambda place=place: discards(FOURTEEN)[place] for place in (0, 1, -1)],
    "reach": [lambda: reach(FAR), lambda: reach(WON), lambda: reach(READY, minimum=1000)],
    "settlement": [
        lambda: settle(score(WON), winner="E"),
        lambda: settle(score(WINDS), winner="N", discarder="S"),
    ],
    "standing": [
        lambda: rank_players(Event((Game((("An", 1), ("Bo", 0), ("Cai", 0), ("Du", -1))),)))[1]
    ],
}


@pytest.mark.parametrize("name", GIVEN)
def test_what_the_library_gives(name: str) -> None:
    for made in GIVEN[name]:
        assert problems(name, made().to_dict()) == []


def test_random_scores() -> None:
    rng = Random(2407)
    for hand in (random_hand(rng) for _ in range(200)):
        assert problems("hand", hand.to_dict()) == [], hand
        assert problems("score", score(hand).to_dict()) == [], hand


# ------------------------------------------------------------------------------------- the commands

BROKEN_BOT = f"broken={sys.executable} -c pass"
PLAYED = ("play", "--json", "--hands", "2", "--processes", "1", "--players")
REPLAYED = ("replay", "--json", "--lenient", str(EXAMPLES / "damaged.txt"), "no-such-file.txt")
TABLES = (str(EXAMPLES / "table1.json"), str(EXAMPLES / "table2.json"))
EVENT = str(EXAMPLES / "event.toml")
COMMANDS = [
    ("score-command", ("score", "--json", WON, NO_HAND, WINDS)),
    ("score-command", ("score", "--json", "--rules", "1998", WINDS)),
    ("score-line", ("score", "--jsonl", WON)),
    ("score-line", ("score", "--jsonl", NO_HAND)),
    ("waits-command", ("waits", "--json", READY)),
    ("waits-command", ("waits", "--json", "--formal", "1234444678m456p")),
    ("waits-command", ("waits", "--json", NO_HAND)),
    ("shanten-command", ("shanten", "--json", FAR)),
    ("shanten-command", ("shanten", "--json", NO_HAND)),
    ("analyze-command", ("analyze", "--json", "--routes", "2", FOURTEEN)),
    ("analyze-command", ("analyze", "--json", READY)),
    ("analyze-command", ("analyze", "--json", FAR)),
    ("analyze-command", ("analyze", "--json", NO_HAND)),
    ("settle-command", ("settle", "--json", WON, "--winner", "E")),
    ("settle-command", ("settle", "--json", WINDS, "--winner", "N", "--discarder", "S")),
    ("settle-command", ("settle", "--json", WINDS, "--winner", "N")),
    ("fans-command", ("fans", "--json")),
    ("fans-command", ("fans", "--json", "--rules", "1998", "明暗杠")),
    ("standings-command", ("standings", "--json", *TABLES)),
    ("standings-command", ("standings", "--json", *TABLES, "--event", EVENT)),
    ("match-command", ("match", "show", "--json", TABLES[0])),
    ("match-command", ("match", "show", "--json", "-")),
    ("replay-command", REPLAYED),
    ("play-command", (*PLAYED, "random,greedy,greedy,greedy")),
    ("play-command", (*PLAYED, "broken,random,random,random", "--bot", BROKEN_BOT)),
]  # fmt: skip


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """What a command prints; its standard input is no match file."""

    def run(arguments: tuple[str, ...]) -> object:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
        main(list(arguments))
        return json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize(
    ("name", "arguments"), COMMANDS, ids=[" ".join(row[1])[:50] for row in COMMANDS]
)
def test_what_the_commands_print(name: str, arguments: tuple[str, ...], printed) -> None:
    assert problems(name, printed(arguments)) == []


def test_every_schema_is_held_against_real_output() -> None:
    assert {*GIVEN, *(name for name, _ in COMMANDS)} == set(schemas.names())


# -------------------------------------------------------------------------------------- near misses

OPTIONAL = {"seven_pairs", "thirteen_orphans", "all_knitted", "knitted_straight"} | {
    str(verdict) for verdict in Verdict
}


def misses(value: object) -> Iterator[tuple[str, tuple, object]]:
    """What can be put where to make one thing wrong: a key too many or too few, another type."""
    for path in paths(value):
        part = at(value, path)
        if isinstance(part, dict):
            yield f"{path} has one more key", path, {**part, "unknown": 1}
            for key in part.keys() - OPTIONAL:
                yield (
                    f"{path} lacks {key}",
                    path,
                    {each: part[each] for each in part if each != key},
                )
        if not isinstance(part, str):
            yield f"{path} is a text", path, "no such text"
        if not isinstance(part, int) or isinstance(part, bool):
            yield f"{path} is a number", path, -1.5
        if not isinstance(part, dict | list):
            yield f"{path} is an object", path, {"unknown": 1}


def paths(value: object, path: tuple = ()) -> Iterator[tuple]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(min(2, len(value))):
            yield from paths(value[key], (*path, key))


def at(value: object, path: tuple) -> object:
    for key in path:
        value = value[key]  # type: ignore[index]
    return value


def changed(value: object, path: tuple, part: object) -> object:
    if not path:
        return part
    made = copy.deepcopy(value)
    at(made, path[:-1])[path[-1]] = part  # type: ignore[index]
    return made


NUMBERS = {"points_per_hand", "fan_points_per_win", "standard_points", "interval"}
MOST_MISSES = 80


def is_no_miss(_: str, path: tuple, part: object) -> bool:
    """Where any number is right."""
    return part == -1.5 and not NUMBERS.isdisjoint(path)


@pytest.mark.parametrize("name", GIVEN)
def test_near_misses_of_the_library(name: str) -> None:
    _check_misses(name, [made().to_dict() for made in GIVEN[name]])


@pytest.mark.parametrize("name", sorted({name for name, _ in COMMANDS}))
def test_near_misses_of_the_commands(name: str, printed) -> None:
    _check_misses(name, [printed(arguments) for each, arguments in COMMANDS if each == name])


def _check_misses(name: str, values: list[object]) -> None:
    found = [(value, *miss) for value in values for miss in misses(value) if not is_no_miss(*miss)]
    chosen = Random(name).sample(found, min(MOST_MISSES, len(found)))
    accepted = [
        told
        for value, told, path, part in chosen
        if validator(name).is_valid(changed(value, path, part))
    ]
    assert len(chosen) > 10
    assert accepted == []
