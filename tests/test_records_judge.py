"""The judge's logs, read and replayed; the judge at a table, and what becomes of programs that
fail.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable

import pytest

from guobiao import Seat
from guobiao.botzone.judge import JudgeTable, judge_log_of
from guobiao.botzone.judge_log import (
    JudgeLog,
    JudgeTurn,
    Replies,
    Reply,
    format_judge_log,
    parse_judge_log,
)
from guobiao.errors import RecordError, TableError
from guobiao.records import DifferenceKind, GameReplay, replay_judge_log
from guobiao.table import TableHand
from record_faults import without_display
from record_files import OWN_JUDGE
from records.make_records import CLUB, Deal, make
from scale import scaled

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in OWN_JUDGE}
SELF_DRAWN = json.loads(
    TEXTS["judge-41"]
)  # a kong of a discard, a chow, a pung; won on the kong's replacement
ROBBED = json.loads(TEXTS["judge-318"])
FLOWERS = json.loads(TEXTS["judge-1043"])
PASSES = (Reply("PASS"),) * 4

K = DifferenceKind


def replay(entries: object) -> GameReplay:
    return replay_judge_log(parse_judge_log(json.dumps(entries)), game="log")


def changed(entries: list, change: Callable[[list], object]) -> list:
    """A copy with one change."""
    again = copy.deepcopy(entries)
    change(again)
    return again


def entry_of(entries: list, action: str, number: int = 0) -> int:
    """The index of the output with this action."""
    return [
        k for k in range(0, len(entries), 2) if entries[k]["output"]["display"]["action"] == action
    ][number]


# ------------------------------------------------------------------------------------------ reading

DAMAGED = [
    ("", "line 1: no JSON, column 1"),
    ('[{"output":\n\n}', "line 3: no JSON, column 1"),
    ("[" * 100_000, "line 1: no JSON"),
    ("9" * 5_000, "line 1: no JSON"),
    ("{}", "line 1: {}: expected an array"),
    ("[]", "line 1: []: expected an array"),
    ("[7]", "entry 1: an output is 7: expected an object"),
    ("[{}]", "entry 1: an output: 'output' is missing"),
    ('[{"output": {}}]', "entry 1: output: 'command' is missing"),
    (
        '[{"output": {"command": "request", "content": {}, "display": {}}}]',
        "entry 1: content: '0' is missing",
    ),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED, ids=[row[1] for row in DAMAGED])
def test_what_is_no_log_is_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_judge_log(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("place", "key", "value", "message"),
    [
        (0, "output", None, "entry 1: output is None: expected an object"),
        (2, "output", {"command": 7}, "entry 3: output: 'content' is missing"),
        (1, "0", None, "entry 2: a reply is None: expected an object"),
        (1, "0", {}, "entry 2: response is None: expected a text as 'PLAY W1'"),
        (1, "0", {"response": "PASS", "verdict": 7}, "entry 2: verdict is 7: expected a text"),
    ],
)
def test_an_entry_that_is_none(place: int, key: str, value: object, message: str) -> None:
    entries = changed(SELF_DRAWN, lambda e: e[place].__setitem__(key, value))
    with pytest.raises(RecordError) as caught:
        parse_judge_log(json.dumps(entries))
    assert str(caught.value).startswith(message)


def test_fields_that_nobody_knows_are_passed_over() -> None:
    def add(entries: list) -> None:
        for index, entry in enumerate(entries):
            entry["time"] = 7
            if index % 2:
                for seat in "0123":
                    entry[seat]["memory"] = {"a": [1]}
            else:
                entry["output"]["initdata"] = {"walltiles": ""}
                entry["output"]["display"]["strlen"] = 0

    assert replay(changed(SELF_DRAWN, add)).differences == ()


def test_fields_that_some_logs_do_not_have_are_not_missed() -> None:
    def take_out(entries: list) -> None:
        for index in range(0, len(entries), 2):
            for key in ("canHu", "tileCnt", "srand"):
                entries[index]["output"]["display"].pop(key, None)

    assert replay(changed(FLOWERS, take_out)).differences == ()


@pytest.mark.parametrize("key", ["logs", "log"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_log_within_an_object_is_the_log(name: str, key: str) -> None:
    """As Botzone's page downloads it, and as the judge is given it."""
    held = {
        "status": "finished",
        "players": [{"name": "a"}],
        key: json.loads(TEXTS[name]),
        "initdata": {"quan": 0},
    }
    assert parse_judge_log(json.dumps(held, indent=1)) == parse_judge_log(TEXTS[name])
    assert replay(held).differences == ()


@pytest.mark.parametrize("name", TEXTS)
def test_a_log_without_displays_is_replayed_by_what_each_seat_is_told(name: str) -> None:
    entries = json.loads(TEXTS[name])
    whole, given = replay(entries), replay(without_display(entries))
    assert given.differences == ()
    assert whole.hand is not None
    assert given.hand is not None
    assert (
        given.hand.events[4:] == whole.hand.events[4:]
    )  # the order of a hand that was dealt is not told
    log = parse_judge_log(json.dumps(without_display(entries)))
    assert parse_judge_log(format_judge_log(log)) == log
    assert '"display"' not in format_judge_log(log)
    told_to_the_end = [
        *without_display(entries),
        {"output": {**entries[-1]["output"], "display": {}}},
    ]
    assert replay(told_to_the_end).differences == ()


def test_what_a_log_without_displays_tells_is_checked() -> None:
    for name, text in TEXTS.items():
        entries = without_display(json.loads(text))
        for place in (0, 2, 4, *range(6, len(entries), 26)):
            for seat in "0123":
                other = copy.deepcopy(entries)
                other[place]["output"]["content"][seat] = "3 0 PLAY H1"
                assert replay(other).differences, (name, place, seat)
    place = entry_of(SELF_DRAWN, "PLAY") + 1
    wrong = changed(
        without_display(SELF_DRAWN), lambda e: e[place]["1"].__setitem__("response", "HU")
    )
    assert replay(wrong).differences[0].line == place + 2
    (found,) = replay(without_display(SELF_DRAWN)[:-1]).differences
    assert (found.kind, found.expected) == (K.ENDING, "the replies follow")


@pytest.mark.parametrize(
    ("place", "told", "problem"),
    [
        (0, "0 0 7", "quan: '7' is no seat"),
        (0, "hello", "quan: None is no seat"),
        (2, "1 0 0 0 W1", "seat 0 is told '1 0 0 0 W1': expected 1, four numbers"),
        (2, "1 0 0 0 0 W1 W2", "seat 0 is told '1 0 0 0 0 W1 W2': expected 1, four numbers"),
        (2, "1 9 0 0 0 W1 W2", "seat 0 is told '1 9 0 0 0 W1 W2': expected 1, four numbers"),
        (2, "1 1 0 0 0 X1", "'X1' is no tile"),
        (4, "2 X1", "'X1' is no tile"),
        (4, "3 7 BUHUA H1", "player is '7': expected 0-3"),
    ],
)
def test_a_request_of_which_no_table_can_be_made(place: int, told: str, problem: str) -> None:
    entries = changed(
        without_display(SELF_DRAWN), lambda e: e[place]["output"]["content"].__setitem__("0", told)
    )
    (found,) = replay(entries).differences
    assert (found.kind, found.line) == (K.UNREADABLE, place + 1 if place else 1)
    assert found.recorded.startswith(problem)


# -------------------------------------------------------------------------------------- differences


def display(action: str, key: str, value: object) -> Callable[[list], None]:
    """Change what the last output with that action shows; ``...``: take it out."""

    def change(entries: list) -> None:
        shown = entries[entry_of(entries, action, -1)]["output"]["display"]
        if value is ...:
            del shown[key]
        else:
            shown[key] = value

    return change


def told(action: str, seat: str, value: object) -> Callable[[list], None]:
    return lambda entries: entries[entry_of(entries, action, -1)]["output"]["content"].__setitem__(
        seat, value
    )


CHANGES = [
    (
        "INIT",
        display("INIT", "canHu", [0, 0, 0, 1]),
        K.DISPLAY,
        "canHu [0, 0, 0, 1]",
        "[0, 0, 0, 0]",
    ),
    ("INIT", told("INIT", "2", "0 2 9"), K.REQUEST, 'seat 2: "0 2 9"', '"0 2 1"'),
    ("INIT", display("INIT", "action", "BEGIN"), K.DISPLAY, 'action "BEGIN"', '"INIT"'),
    ("DEAL", told("DEAL", "1", "1 0 0 0 0"), K.REQUEST, 'seat 1: "1 0 0 0 0"', '"1 0 0 0 0 '),
    ("DRAW", told("DRAW", "2", "3 2 DRAW"), K.REQUEST, 'seat 2: "3 2 DRAW"', '"2 '),
    ("DRAW", display("DRAW", "tileCnt", [9, 9, 9, 9]), K.DISPLAY, "tileCnt [9, 9, 9, 9]", "["),
    (
        "DRAW",
        display("DRAW", "canHu", [8, -4, -4, -4]),
        K.DISPLAY,
        "canHu [8, -4, -4, -4]",
        "[-4, -4, 10, -4]",
    ),
    ("PLAY", display("PLAY", "player", 9), K.DISPLAY, "player 9", ""),
    ("PLAY", display("PLAY", "tile", ...), K.DISPLAY, "no tile", ""),
    ("CHI", display("CHI", "tileCHI", "F1"), K.DISPLAY, 'tileCHI "F1"', ""),
    ("GANG", display("GANG", "tile", "F1"), K.DISPLAY, 'tile "F1"', ""),
    ("HU", display("HU", "fanCnt", 11), K.DISPLAY, "fanCnt 11", "10"),
    (
        "HU",
        display("HU", "score", [0, 0, 0, 0]),
        K.DISPLAY,
        "score [0, 0, 0, 0]",
        "[-18, -18, 54, -18]",
    ),
    ("HU", display("HU", "fan", []), K.DISPLAY, "fan []", '[{"cnt": 1'),
    ("HU", display("HU", "fan", 7), K.DISPLAY, "fan 7", '[{"cnt": 1'),
    ("HU", told("HU", "1", -17), K.PAYMENTS, "seat 1: -17", "-18"),
    (
        "HU",
        lambda e: e[-1]["output"].__setitem__("command", "request"),
        K.DISPLAY,
        'command "request"',
        '"finish"',
    ),
]


@pytest.mark.parametrize(
    ("action", "change", "kind", "recorded", "expected"),
    CHANGES,
    ids=[f"{row[0]}-{row[3]}" for row in CHANGES],
)
def test_each_field_is_compared(
    action: str, change: Callable[[list], None], kind: K, recorded: str, expected: str
) -> None:
    (found,) = replay(changed(SELF_DRAWN, change)).differences
    assert (found.game, found.line) == ("log", entry_of(SELF_DRAWN, action, -1) + 1)
    assert found.kind is kind
    assert found.recorded == recorded
    assert found.expected.startswith(expected)


def test_a_tile_that_is_drawn_is_told_to_the_drawer() -> None:
    place = entry_of(SELF_DRAWN, "DRAW")
    tile = SELF_DRAWN[place]["output"]["display"]["tile"]
    other = "W1" if tile != "W1" else "W2"
    found = replay(
        changed(SELF_DRAWN, lambda e: e[place]["output"]["display"].__setitem__("tile", other))
    ).differences
    assert [difference.kind for difference in found] in ([K.REQUEST], [K.UNREADABLE])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (display("INIT", "quan", 4), "entry 1: quan: 4 is no seat"),
        (display("DEAL", "hand", [[]]), "entry 3: hand is [[]]: expected four lists"),
        (display("DEAL", "hand", [["W1"]] * 4), "entry 3: hand is"),
        (display("DEAL", "hand", [["W1"] * 13] * 4), "entry 3: a tile of seat 0: all copies"),
        (display("DEAL", "hand", [["X1"] * 13] * 4), "entry 3: 'X1' is no tile"),
        (display("DRAW", "player", "0"), "player is '0': expected 0-3"),
        (display("DRAW", "tile", None), "None is no tile"),
    ],
)
def test_a_log_of_which_no_table_can_be_made(change: Callable[[list], None], problem: str) -> None:
    (found,) = replay(changed(SELF_DRAWN, change)).differences
    assert found.kind is K.UNREADABLE
    assert problem.removeprefix(f"entry {found.line}: ") in found.recorded


def test_old_names_of_fans_are_the_same() -> None:
    text = TEXTS["judge-1043"]
    assert '"和绝张"' in text
    assert replay(json.loads(text.replace("和绝张", "绝张"))).differences == ()


def test_a_log_that_ends_too_early_or_goes_on() -> None:
    for stop in (
        1,
        2,
        3,
        4,
        *range(5, len(SELF_DRAWN), 17),
        len(SELF_DRAWN) - 2,
        len(SELF_DRAWN) - 1,
    ):
        (found,) = replay(SELF_DRAWN[:stop]).differences
        assert found.kind is K.ENDING
    (found,) = replay([*SELF_DRAWN, SELF_DRAWN[1]]).differences
    assert (found.kind, found.line) == (K.ENDING, len(SELF_DRAWN) + 1)


def test_a_reply_that_the_record_has_not_followed() -> None:
    place = entry_of(SELF_DRAWN, "PLAY") + 1
    found = replay(
        changed(SELF_DRAWN, lambda e: e[place]["1"].__setitem__("response", "HU"))
    ).differences
    assert found[0].kind is K.DISPLAY
    assert {difference.line for difference in found} == {place + 2}
    assert any('"WH"' in difference.expected for difference in found)


# -------------------------------------------------------------------------------- the judge's table


def logged(table: JudgeTable, play: Callable[[JudgeTable], Replies]) -> JudgeLog:
    """A table, played to its end."""
    turns = []
    while not table.is_over:
        turns.append(JudgeTurn(table.output, play(table)))
        table.answer(turns[-1].replies)
    return JudgeLog((*turns, JudgeTurn(table.output, None)))


def passing(table: JudgeTable, said: dict[int, Reply] | None = None) -> Replies:
    """Everybody passes, and whoever has drawn discards what it drew."""
    replies = list(PASSES)
    shown = table.output.display
    if shown["action"] == "DRAW":
        replies[shown["player"]] = Reply(f"PLAY {shown['tile']}")
    for seat, reply in (said or {}).items():
        replies[seat] = reply
    return tuple(replies)


def new_table(seed: int = 5) -> JudgeTable:
    return JudgeTable(TableHand(seed=seed, wall="own", flowers=False, rules="botzone"), srand=seed)


def at(action: str, said: dict[int, Reply]) -> Callable[[JudgeTable], Replies]:
    """Everybody passes, but at the first output with that action some say something else."""

    def play(table: JudgeTable) -> Replies:
        return passing(table, said if table.output.display["action"] == action else None)

    return play


# Where, who says what, who pays and the code.
FAILURES = [
    ("INIT", {0: Reply("HU")}, 0, "WA"),
    ("INIT", {2: Reply("", "TLE")}, 2, "TLE"),
    ("DEAL", {3: Reply("")}, 3, "WA"),
    ("DRAW", {1: Reply("PLAY W1")}, 1, "WA"),
    ("DRAW", {0: Reply("PASS")}, 0, "WA"),
    ("DRAW", {0: Reply("PLAY")}, 0, "WA"),
    ("DRAW", {0: Reply("PLAY H1")}, 0, "WA"),
    ("DRAW", {0: Reply("PLAY X1")}, 0, "WA"),
    ("DRAW", {0: Reply("PLAY W1 W1")}, 0, "WA"),
    ("DRAW", {0: Reply("GANG F1")}, 0, "WA"),
    ("DRAW", {0: Reply("BUGANG F1")}, 0, "WA"),
    ("DRAW", {0: Reply("HU")}, 0, "WH"),
    ("DRAW", {0: Reply("\x00")}, 0, "WA"),
    ("PLAY", {1: Reply("HU")}, 1, "WH"),
    ("PLAY", {0: Reply("HU")}, 0, "WA"),
    ("PLAY", {2: Reply("CHI W2 W1")}, 2, "WA"),
    ("PLAY", {1: Reply("CHI W2 W1")}, 1, "WA"),
    ("PLAY", {1: Reply("CHI F2 W1")}, 1, "WA"),
    ("PLAY", {3: Reply("PENG W1")}, 3, "WA"),
    ("PLAY", {3: Reply("GANG")}, 3, "WA"),
    # A claim once went before nonsense, and a failed program before everything; the judge goes by
    # its order (docs/bots.md).
    ("PLAY", {1: Reply("nonsense"), 3: Reply("PENG W1")}, 1, "WA"),
    ("PLAY", {1: Reply("", "MLE"), 0: Reply("HU")}, 0, "WA"),
    ("PLAY", {1: Reply("", "MLE"), 2: Reply("nonsense")}, 1, "MLE"),
    ("PLAY", {2: Reply("HU"), 3: Reply("HU")}, 2, "WH"),
]


@pytest.mark.parametrize(
    ("action", "said", "seat", "code"),
    FAILURES,
    ids=[f"{row[0]}-{row[1]}"[:70].replace(" ", "_") for row in FAILURES],
)
def test_a_failure_ends_the_hand(action: str, said: dict[int, Reply], seat: int, code: str) -> None:
    table = new_table()
    log = logged(table, at(action, said))
    assert table.failure == (Seat(seat), code)
    assert table.changes == tuple(-30 if other == seat else 10 for other in range(4))
    shown = log.turns[-1].output
    assert (shown.command, shown.content) == ("finish", table.changes)
    assert shown.display["action"] == code
    assert shown.display["score"] == list(table.changes)
    assert replay_judge_log(parse_judge_log(format_judge_log(log))).differences == ()


def test_an_added_kong_is_answered_by_a_win_or_a_pass() -> None:
    log = parse_judge_log(TEXTS["judge-318"])
    place = next(k for k, turn in enumerate(log.turns) if turn.output.display["action"] == "BUGANG")
    player = log.turns[place].output.display["player"]
    for seat, response, code in (
        (player, "HU", "WA"),
        ((player + 1) % 4, "PENG W1", "WA"),
        ((player + 1) % 4, "HU", "WH"),
    ):
        table = JudgeTable(make_hand(318))
        for turn in log.turns[:place]:
            table.answer(turn.replies)
        assert table.output == log.turns[place].output or table.output.display["action"] == "BUGANG"
        table.answer(passing(table, {seat: Reply(response)}))
        won = log.turns[place + 1].output.display.get("player") == seat and response == "HU"
        assert table.failure == (None if won else (seat, code))


def make_hand(seed: int) -> TableHand:
    """The hand of a record before its first decision."""
    return TableHand(seed=seed, rules="botzone", wall="own", flowers=False, prevalent_wind=seed % 4)


def test_a_hand_that_nobody_claims_in_is_drawn() -> None:
    table = new_table()
    log = logged(table, passing)
    assert log.turns[-1].output.display["action"] == "HUANG"
    assert (table.changes, table.failure) == ((0, 0, 0, 0), None)
    assert log.turns[-1].output.content == (0, 0, 0, 0)
    with pytest.raises(TableError, match="the hand is over"):
        table.answer(PASSES)


def test_a_judge_needs_a_new_hand() -> None:
    hand = TableHand(seed=1)
    hand.apply(hand.legal_actions()[0])
    with pytest.raises(TableError, match="begins with a new hand"):
        JudgeTable(hand)


def test_a_common_wall_has_one_count() -> None:
    table = JudgeTable(TableHand(seed=8, rules="mil"))
    logged(table, passing)
    assert len(set(table.output.display["tileCnt"])) == 1
    assert table.output.display["tileCnt"][0] == 0


def test_every_hand_has_a_log_that_agrees() -> None:
    """Played at random, flowers or none; one in a hundred is not over, and its log ends there."""
    seen = set()
    for seed in range(scaled(80)):
        rng = random.Random(seed)
        hand = TableHand(seed=seed, wall="own", flowers=rng.random() < 0.5, rules="botzone")
        while not hand.is_over and rng.random() > 0.001:
            legal = hand.legal_actions()
            hand.apply(1 if 1 in legal else rng.choice(legal))
        log = judge_log_of(hand, srand=seed)
        text = format_judge_log(log)
        assert parse_judge_log(text) == log
        replayed = replay_judge_log(parse_judge_log(text))
        assert [found.kind for found in replayed.differences] == [K.ENDING] * (not hand.is_over)
        assert replayed.hand is not None
        assert replayed.hand.events == hand.events or not hand.is_over
        seen |= {turn.output.display["action"] for turn in log.turns}
    assert seen >= {
        "INIT",
        "DEAL",
        "DRAW",
        "PLAY",
        "CHI",
        "PENG",
        "GANG",
        "BUGANG",
        "BUHUA",
        "HUANG",
    }


def test_hands_that_are_won_have_logs_that_agree() -> None:
    for seed in range(scaled(40)):
        hand = make(Deal(seed, flowers=seed % 2 == 1, rules=CLUB))
        replayed = replay_judge_log(judge_log_of(hand), rules=CLUB)
        assert replayed.differences == ()
        assert replayed.hand is not None
        assert (replayed.hand.events, replayed.hand.result) == (hand.events, hand.result)
