"""The library's own JSON lines: lossless for every hand; a damaged line says what and where, and
the others are read.
"""

from __future__ import annotations

import io
import json
import random

import pytest

from guobiao import Seat
from guobiao.errors import RecordError
from guobiao.records import DifferenceKind, replay_hand_record
from guobiao.records.json_lines import (
    HandRecord,
    format_hand_record,
    parse_hand_record,
    read_hand_records,
    record_hand,
)
from guobiao.table import TableHand
from guobiao.table.moves import BrokenGame
from record_files import OWN_JSONL
from records.make_records import CLUB, PLAYERS
from scale import scaled

LINES = OWN_JSONL.read_text(encoding="utf-8").splitlines()
LINE = LINES[4]  # a common wall, flowers, a self-drawn win
VALUE = json.loads(LINE)


def random_hand(seed: int) -> TableHand:
    """A hand of any kind, played at random, now and then not to its end; who may win does."""
    rng = random.Random(seed)
    hand = TableHand(
        seed=seed,
        wall=rng.choice(("own", "common")),
        flowers=rng.random() < 0.5,
        rules=rng.choice(("mil", "1998", "botzone")),
        prevalent_wind=rng.randrange(4),
    )
    while not hand.is_over and rng.random() > 0.002:
        legal = hand.legal_actions()
        hand.apply(1 if 1 in legal else rng.choice(legal))
    return hand


def test_every_hand_is_written_read_and_replayed_without_loss() -> None:
    unfinished = 0
    for seed in range(scaled(300)):
        hand = random_hand(seed)
        record = record_hand(hand, id=f"hand {seed}", players=PLAYERS)
        line = format_hand_record(record)
        assert parse_hand_record(line) == record
        assert format_hand_record(parse_hand_record(line)) == line
        replay = replay_hand_record(parse_hand_record(line))
        assert replay.agrees, replay
        assert replay.hand is not None
        assert (replay.hand.seed, replay.hand.events) == (seed, hand.events)
        # Of a hand that is not over nobody knows who has passed already.
        assert replay.hand == hand or not hand.is_over
        assert replay.players == PLAYERS
        unfinished += not hand.is_over
    assert unfinished > 0


def test_a_wall_without_its_seed_is_enough() -> None:
    hand = TableHand(seed=3, wall="own", flowers=False)
    same = TableHand(
        tiles=[hand.wall[34 * k : 34 * k + 34] for k in range(4)], wall="own", flowers=False
    )
    record = record_hand(same)
    assert record.seed is None
    assert replay_hand_record(parse_hand_record(format_hand_record(record))).hand == hand


def test_rules_of_ones_own_are_in_the_line() -> None:
    record = record_hand(TableHand(seed=1, rules=CLUB))
    assert json.loads(format_hand_record(record))["rules"] == {
        "name": "club",
        "minimum": 6,
        "points": {"碰碰和": 8},
    }
    assert parse_hand_record(format_hand_record(record)).rules == CLUB


def test_the_line_is_as_it_is_documented() -> None:
    assert list(VALUE) == [
        "format",
        "version",
        "id",
        "players",
        "rules",
        "wall",
        "flowers",
        "prevalent_wind",
        "seed",
        "tiles",
        "events",
        "result",
    ]
    assert VALUE["players"] == list(PLAYERS)
    assert VALUE["events"][0].startswith("E deal ")
    assert isinstance(VALUE["tiles"], str)
    own = json.loads(LINES[0])
    assert len(own["tiles"]) == 4
    assert any(" / " in event for event in own["events"])
    assert own["result"] == {
        "ending": "discard",
        "winner": "S",
        "discarder": "N",
        "points": 13,
        "fans": {"三色三同顺": 1, "门前清": 1, "平和": 1, "边张": 1},
        "changes": [-8, 37, -8, -21],
    }


# ------------------------------------------------------------------------------------ damaged lines


def with_(**changes: object) -> str:
    """The line with other values (``...``: taken out)."""
    value = VALUE | changes
    return json.dumps({key: part for key, part in value.items() if part is not ...})


def with_event(text: object) -> str:
    return with_(events=[*VALUE["events"][:4], text, *VALUE["events"][5:]])


def with_result(**changes: object) -> str:
    value = VALUE["result"] | changes
    return with_(result={key: part for key, part in value.items() if part is not ...})


DAMAGED = [
    ("", "no JSON at column 1"),
    ("nonsense", "no JSON at column 1"),
    (LINE[: len(LINE) // 2], "no JSON at column"),
    ("[" * 100_000, "no JSON"),
    ("9" * 5_000, "no JSON"),
    ("[]", "the line is []: expected an object"),
    ("{}", "format is None: expected 'guobiao-hand'"),
    (with_(format="guobiao-match"), "format is 'guobiao-match': expected 'guobiao-hand'"),
    (with_(version=2), "version is 2: this library reads version 1"),
    (with_(version=0), "version is 0: this library reads version 1"),
    (with_(version=True), "version is True: this library"),
    (with_(version=...), "version is None: this library"),
    (with_(winner="E"), "unknown key 'winner': expected format, version"),
    (with_(id=7), "id: 7: expected a text"),
    (with_(id="\ud800"), "id: '\\ud800': half a character"),
    (with_(players=["a"]), "players: ['a']: expected four names"),
    (with_(players="abcd"), "players: 'abcd': expected a list"),
    (with_(rules="x"), "rules: 'x' is no rule profile"),
    (with_(rules=7), "rules: 7 is no rule profile"),
    (with_(rules={"base": -1}), "rules: base is -1"),
    (with_(rules=...), "rules is missing"),
    (with_(wall="own wall"), "wall: 'own wall': expected common or own"),
    (with_(wall=[]), "wall: []: expected common or own"),
    (with_(wall="own"), "expected a list"),
    (with_(flowers=1), "flowers: 1: expected true or false"),
    (with_(prevalent_wind=0), "prevalent_wind: 0 is no seat"),
    (with_(prevalent_wind="X"), "prevalent_wind: 'X' is no seat"),
    (with_(seed="7"), "seed: '7': expected a whole number"),
    (with_(seed=2**70), "seed: 1180591620717411303424: expected a whole number"),
    (with_(tiles="1m2m3x"), "tiles: '1m2m3x': expected tiles"),
    (with_(tiles=...), "tiles is missing"),
    (with_(events={}), "events: {}: expected a list"),
    (with_event(7), "events: event 5: 7: 7: expected a text"),
    (with_event(""), "events: event 5: '': expected a seat (E S W N) and one of deal, flower"),
    (with_event("E drew 5m"), "events: event 5: 'E drew 5m': expected a seat"),
    (with_event("X draw 5m"), "events: event 5: 'X draw 5m': 'X' is no seat"),
    (with_event("E draw"), "events: event 5: 'E draw': expected a seat, draw, the tile"),
    (with_event("E draw 5z"), "events: event 5: 'E draw 5z': '5z' is no tile"),
    (
        with_event("E draw 5m 5m"),
        "events: event 5: 'E draw 5m 5m': expected a seat, draw, the tile",
    ),
    (
        with_event("E chow 5m"),
        "events: event 5: 'E chow 5m': expected a seat, chow, the middle tile, the claimed tile",
    ),
    (with_event("E chow 5m a"), "events: event 5: 'E chow 5m a': 'a' is a flower"),
    (
        with_event("E pung 5m"),
        "events: event 5: 'E pung 5m': expected a seat, pung, the tile, who discarded it",
    ),
    (with_event("E pung 5m 5m"), "events: event 5: 'E pung 5m 5m': '5m' is no seat"),
    (with_event("E drawn_game"), "events: event 5: 'E drawn_game': expected drawn_game alone"),
    (with_event("E deal 5m5"), "events: event 5: 'E deal 5m5': '5m5': expected tiles"),
    (
        with_event("E pung 5m S / W"),
        "events: event 5: 'E pung 5m S / W': 'W': expected a seat, one of win, ",
    ),
    (with_event("E pung 5m S / W discard 5m"), "'W discard 5m': expected a seat, one of win"),
    (with_event("E pung 5m S / W chow 5m 9m"), "no action <ActionKind.CHOW"),
    (with_(result=7), "result: the result is 7: expected an object"),
    (with_result(ending="won"), "result: ending: 'won': expected one of self_drawn, discard"),
    (with_result(ending=[]), "result: ending: []: expected one of"),
    (with_result(winner="X"), "result: winner: 'X' is no seat"),
    (with_result(winner=...), "result: winner is missing"),
    (with_result(points="9"), "result: points: '9': expected a whole number"),
    (with_result(fans=[]), "result: fans: fans is []: expected an object"),
    (with_result(fans={"花龙": "1"}), "result: fans: '1': expected a whole number"),
    (with_result(changes=[0, 0, 0]), "result: changes: [0, 0, 0]: expected four whole numbers"),
    (with_result(more=1), "result: unknown key 'more': expected ending, winner"),
]


@pytest.mark.parametrize(("line", "problem"), DAMAGED, ids=[row[1][:50] for row in DAMAGED])
def test_a_damaged_line_says_what_is_wrong(line: str, problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_hand_record(line, line=7)
    assert problem in caught.value.problem
    assert caught.value.line == 7
    assert str(caught.value).startswith("line 7")


def test_a_damaged_line_does_not_stop_the_others() -> None:
    content = "\ufeff" + "\n\n".join([LINES[0], with_(version=2), "x" * (3 << 20), LINES[1]])
    first, newer, long, last = read_hand_records(io.BytesIO(content.encode()))
    assert isinstance(first, HandRecord)
    assert isinstance(last, HandRecord)
    assert (first.line, last.line) == (1, 7)
    assert isinstance(newer, BrokenGame)
    assert (newer.id, newer.line) == (VALUE["id"], 3)
    assert isinstance(long, BrokenGame)
    assert long.line == 5
    (bad,) = read_hand_records(
        io.BytesIO(LINE.replace("安", "\x00").encode("utf-8").replace(b"\x00", b"\xff"))
    )
    assert isinstance(bad, BrokenGame)
    assert "is not UTF-8" in str(bad.error)


# -------------------------------------------------------------------------------------- differences


def kinds(line: str) -> list[DifferenceKind]:
    return [found.kind for found in replay_hand_record(parse_hand_record(line)).differences]


K = DifferenceKind


def test_the_wall_must_be_one_and_that_of_its_seed() -> None:
    tiles = VALUE["tiles"]
    first = tiles[:2] if tiles[0].isdigit() else tiles[0]
    assert kinds(with_(tiles=tiles[len(first) :])) == [K.TILES]
    assert kinds(with_(seed=VALUE["seed"] + 1)) == [K.TILES]
    assert kinds(with_(seed=None)) == []
    assert kinds(with_(flowers=False)) == [K.TILES]


def test_events_and_result_are_compared() -> None:
    events = VALUE["events"]
    deal = events[0].split(" ")
    other = " ".join([*deal[:2], "5m" * 13])
    assert kinds(with_(events=[other, *events[1:]])) == [K.EVENTS]
    assert kinds(with_(events=events[1:])) == [K.EVENTS]
    assert kinds(with_(events=events[:-1])) == [K.ENDING]
    assert kinds(with_(result=None)) == [K.ENDING]
    assert kinds(with_result(ending="discard", discarder="S")) == [K.ENDING]
    assert kinds(with_result(points=9)) == [K.POINTS]
    assert kinds(with_result(fans={"花龙": 1})) == [K.FANS]
    assert kinds(with_result(changes=[1, 2, 3, -6])) == [K.PAYMENTS]


def test_a_wrong_winning_tile() -> None:
    events = VALUE["events"]
    seat, win, tile = events[-1].split(" ")
    assert win == "win"
    other = "5m" if tile != "5m" else "6m"
    record = parse_hand_record(with_(events=[*events[:-1], f"{seat} win {other}"]))
    assert [found.kind for found in replay_hand_record(record).differences] == [K.WIN_TILE]
    lenient = replay_hand_record(record, lenient=True)
    assert (lenient.differences, [found.kind for found in lenient.repaired]) == ((), [K.WIN_TILE])


def test_a_source_that_is_another() -> None:
    record = parse_hand_record(LINES[0])
    (place,) = [k for k, event in enumerate(record.events) if event.kind.name == "CHOW"][:1]
    text = LINES[0]
    event = json.loads(text)["events"][place]
    assert record.events[place].source is Seat((record.events[place].seat - 1) % 4)
    seat, chow, middle, claimed = event.split(" ")
    wrong = next(f"{rank}{middle[1]}" for rank in (1, 9) if f"{rank}{middle[1]}" != claimed)
    assert kinds(text.replace(f'"{event}"', f'"{seat} {chow} {middle} {wrong}"', 1)) == [K.EVENTS]


def test_lines_that_are_no_records_are_told_once_with_their_number() -> None:
    """Indented JSON, another program's lines: one message; the hands among them are read."""
    indented = json.dumps(VALUE | {"format": "other"}, indent=1, ensure_ascii=False)
    count = indented.count("\n")
    stream = io.BytesIO(
        "\n".join([LINE, indented, "", LINE, '{"a": 1}', "x", LINE, "", "牌谱" * 10]).encode()
    )
    found = list(read_hand_records(stream))
    assert [type(record) for record in found] == [
        HandRecord,
        BrokenGame,
        HandRecord,
        BrokenGame,
        HandRecord,
        BrokenGame,
    ]
    first, second, third = found[1::2]
    assert (first.line, second.line, third.line) == (2, count + 5, count + 9)
    assert first.error.problem.startswith("no JSON")
    assert first.error.problem.endswith(f"; {count:,} more lines that are none follow")
    assert second.error.problem == (
        "format is None: expected 'guobiao-hand'; another line that is none follows"
    )
    assert third.error.problem.startswith("no JSON")
    assert "more lines" not in third.error.problem


def test_broken_hands_are_told_each_by_itself() -> None:
    wrong = [line.replace('"version": 1', '"version": 2') for line in LINES[:3]]
    found = list(read_hand_records(io.BytesIO("\n".join(wrong).encode())))
    assert [record.id for record in found] == [json.loads(line)["id"] for line in wrong]
    assert all(isinstance(record, BrokenGame) for record in found)
