"""Replays of wins that a record calls otherwise: by other labels of the same points, by an older
calculator.
"""

from __future__ import annotations

import io
import json
from bisect import bisect
from collections.abc import Iterator
from typing import cast

import pytest

from guobiao import parse_fan, parse_tile
from guobiao.botzone.judge import judge_log_of
from guobiao.botzone.judge_log import format_judge_log, parse_judge_log
from guobiao.botzone.texts import format_game, text_game_of
from guobiao.records import DifferenceKind, GameReplay, RecordFormat, replay_games, replay_judge_log
from guobiao.records.json_lines import format_hand_record, record_hand
from guobiao.table import ActionKind, TableHand, encode_action
from record_files import OWN
from records.make_records import NUMBER_OF_FAN, tziakcha_game

TIE = OWN / "judge-rules/tie1.json"  # 1112233344456m2m, by the judge that was published
OURS = "清一色*1+一色三同顺*1+门前清*1+平和*1+连六*1"
JUDGE = "清一色*1+一色三节高*1+门前清*1+双暗刻*1+幺九刻*1"
K, F = DifferenceKind, RecordFormat
OWN_WALLS = (F.TEXT, F.JSONL, F.JUDGE)  # the formats that tell hands with own walls


def replay(text: str, format: RecordFormat) -> GameReplay:
    (game,) = replay_games(io.BytesIO(text.encode()), format)
    return game


def tied_hand() -> TableHand:
    hand = replay_judge_log(parse_judge_log(TIE.read_text(encoding="utf-8"))).hand
    assert hand is not None
    return hand


def tied_game(fans: str) -> Iterator[tuple[RecordFormat, str]]:
    """The game in each format, with these fans in place of ours."""
    yield F.TEXT, format_game(text_game_of(tied_hand(), id="tie")).replace(OURS, fans)
    pairs = [pair.split("*") for pair in fans.split("+")]
    record = json.loads(format_hand_record(record_hand(tied_hand(), id="tie")))
    record["result"]["fans"] = {name: int(count) for name, count in pairs}
    yield F.JSONL, json.dumps(record, ensure_ascii=False)
    entries = json.loads(TIE.read_text(encoding="utf-8"))
    worth = {"清一色": 24, "一色三节高": 24, "一色三同顺": 24, "门前清": 2, "双暗刻": 2, "平和": 2}
    entries[-1]["output"]["display"]["fan"] = [
        {"name": name, "cnt": int(count), "value": worth.get(name, 1)} for name, count in pairs
    ]
    yield F.JUDGE, json.dumps(entries)


@pytest.mark.parametrize("format", OWN_WALLS)
def test_our_own_label(format: RecordFormat) -> None:
    game = replay(dict(tied_game(OURS))[format], format)
    assert (game.agrees, game.other_labels) == (True, ())


@pytest.mark.parametrize("format", OWN_WALLS)
def test_another_label_of_the_same_points_agrees(format: RecordFormat) -> None:
    game = replay(dict(tied_game(JUDGE))[format], format)
    assert game.agrees
    assert [(found.kind, found.recorded, found.expected) for found in game.other_labels] == [
        (K.FANS, JUDGE, OURS)
    ]


NO_LABELS = {
    "no reading": OURS.replace("平和*1+连六*1", "双暗刻*1+幺九刻*1"),
    "fewer points": "清一色*1+一色三同顺*1+门前清*1+平和*1",
    "twice": JUDGE.replace("幺九刻*1", "幺九刻*2"),
    "unknown": JUDGE.replace("幺九刻", "么么刻"),
}


@pytest.mark.parametrize("fans", NO_LABELS.values(), ids=NO_LABELS)
@pytest.mark.parametrize("format", OWN_WALLS)
def test_a_list_of_no_such_reading_differs(format: RecordFormat, fans: str) -> None:
    game = replay(dict(tied_game(fans))[format], format)
    assert [found.kind for found in game.differences] == [
        K.DISPLAY if format is F.JUDGE else K.FANS
    ]
    assert game.other_labels == ()


@pytest.mark.parametrize(
    ("count", "value"), [("1", 24), (1.0, 24), (True, 24), (1, 23), (1, None), (None, 24)]
)
def test_a_judges_list_with_other_numbers_differs(count: object, value: object) -> None:
    entries = json.loads(TIE.read_text(encoding="utf-8"))
    entries[-1]["output"]["display"]["fan"][1].update(cnt=count, value=value)
    game = replay(json.dumps(entries), F.JUDGE)
    assert [found.kind for found in game.differences] == [K.DISPLAY]


def tied_tziakcha_game() -> dict[str, object]:
    """The same tiles at the common wall: E draws the winning tile first and discards it, S wins."""
    won = [int(parse_tile(f"{rank}m")) for rank in "11122333444562"]
    rest = [slot for slot in range(34) for _ in range(4 - won.count(slot))] + list(range(34, 42))
    # What S is dealt, four, four, four and one, and the first tile after the deal.
    places = [*range(4, 8), *range(20, 24), *range(36, 40), 49, 52]
    wall = [
        won[places.index(place)] if place in places else rest[place - bisect(places, place)]
        for place in range(144)
    ]
    hand = TableHand(tiles=wall, wall="common", flowers=True)
    hand.apply(encode_action(ActionKind.DISCARD, won[-1]))
    hand.apply(int(ActionKind.WIN))
    return tziakcha_game(hand, id="tie", number=0, seed=1)


def test_another_label_of_the_same_points_agrees_in_games_of_tziakcha() -> None:
    told = tied_tziakcha_game()
    fans = cast("dict[str, int]", told["t"])
    for ours, theirs in (("一色三同顺", "一色三节高"), ("平和", "双暗刻"), ("连六", "幺九刻")):
        fans[str(NUMBER_OF_FAN[parse_fan(theirs)])] = fans.pop(str(NUMBER_OF_FAN[parse_fan(ours)]))
    game = replay(json.dumps([told]), F.TZIAKCHA)
    assert game.agrees, game.differences
    assert [found.kind for found in game.other_labels] == [K.FANS]
    fans.pop(str(NUMBER_OF_FAN[parse_fan("幺九刻")]))
    assert not replay(json.dumps([told]), F.TZIAKCHA).agrees


# -------------------------------------------------------------------------------- the judge of 2020


def won_on_a_knitted_tile(rules: str) -> TableHand:
    """``1112369m…``: the first draw is 3m, one of the nine of the 组合龙, and completes 123m."""
    first = [
        int(parse_tile(tile))
        for tile in [
            "1s",
            "3s",
            "3s",
            "4s",
            "7s",
            "1m",
            "2m",
            "3m",
            "6m",
            "9m",
            "2p",
            "5p",
            "8p",
            "3m",
        ]
    ]
    rest = [slot for slot in range(34) for _ in range(4 - first.count(slot))]
    walls = [first + rest[:20], *(rest[start : start + 34] for start in (20, 54, 88))]
    hand = TableHand(tiles=walls, wall="own", flowers=False, rules=rules)
    hand.apply(int(ActionKind.WIN))
    return hand


def knitted_game(rules: str) -> Iterator[tuple[RecordFormat, str]]:
    """The game as one of ``botzone`` writes it that scores by these rules."""
    hand = won_on_a_knitted_tile(rules)
    yield F.TEXT, format_game(text_game_of(hand, id="knitted"))
    yield F.JSONL, format_hand_record(record_hand(hand)).replace(f'"{rules}"', '"botzone"')
    yield F.JUDGE, format_judge_log(judge_log_of(hand))


@pytest.mark.parametrize("format", OWN_WALLS)
def test_the_judge_of_2020_is_named(format: RecordFormat) -> None:
    assert replay(dict(knitted_game("botzone"))[format], format).agrees
    game = replay(dict(knitted_game("botzone-2020"))[format], format)
    assert game.differences
    assert all(
        found.expected.endswith(" (botzone-2020: as recorded)") for found in game.differences
    )
    (older,) = replay_games(
        io.BytesIO(dict(knitted_game("botzone-2020"))[format].encode()),
        format,
        rules=won_on_a_knitted_tile("botzone-2020").rules,
    )
    assert older.agrees


def test_what_the_judge_of_2020_does_not_say_either_is_not_put_down_to_it() -> None:
    text = dict(knitted_game("botzone-2020"))[F.TEXT]
    score = next(line for line in text.splitlines() if line.startswith("Score"))
    game = replay(text.replace(score, "Score 3 -1 -1 -1"), F.TEXT)
    named = {found.kind: "botzone-2020" in found.expected for found in game.differences}
    assert named == {K.FANS: True, K.POINTS: True, K.PAYMENTS: False}
