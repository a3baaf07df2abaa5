"""Games of tziakcha (雀渣): read in every shape, replayed with flowers and the common wall; what
differs is named with game and move.
"""

from __future__ import annotations

import base64
import copy
import io
import json
import zlib
from collections.abc import Callable
from itertools import pairwise

import pytest

from guobiao import RuleProfile, Seat
from guobiao.errors import RecordError
from guobiao.fan import Fan, parse_fan
from guobiao.records import DifferenceKind, GameReplay, RecordFormat, detect_format, replay_games
from guobiao.records.tziakcha import FAN_NAMES, TziakchaGame, parse_tziakcha
from guobiao.table import EventKind, HandEnding
from guobiao.table.moves import BrokenGame, MoveKind
from record_files import OWN_TZIAKCHA, real_record
from records import make_records

REAL = "tziakcha-sample.json"
TEXT = OWN_TZIAKCHA.read_text(encoding="utf-8")
GAMES = {game["id"]: game for game in json.loads(TEXT)}
KONGS = GAMES["seed-3004"]
K = DifferenceKind


def replay(games: object, **options: object) -> list[GameReplay]:
    return list(
        replay_games(io.BytesIO(json.dumps(games).encode()), RecordFormat.TZIAKCHA, **options)
    )


def found(game: object) -> list[tuple[K, int, str, str]]:
    (again,) = replay(game)
    return [(found.kind, found.line, found.recorded, found.expected) for found in again.differences]


def changed(game: dict, **parts: object) -> dict:
    return copy.deepcopy(game) | parts


def with_actions(game: dict, change: Callable[[list], object]) -> dict:
    again = copy.deepcopy(game)
    change(again["a"])
    return again


def place_of(game: dict, kind: int, number: int = 0, *, lost: bool = False) -> int:
    """The index of a move of that kind."""
    return [
        k for k, (what, data) in enumerate(game["a"]) if what & 15 == kind and (data == 0) is lost
    ][number]


# -------------------------------------------------------------------------------------- what agrees


def test_the_real_games_agree() -> None:
    """The three games hold every statement of the format's description that they touch: the break,
    the deal, replacements, fans.
    """
    content = real_record(REAL).read_bytes()
    assert detect_format(content) is RecordFormat.TZIAKCHA
    games = replay(json.loads(content))
    assert [(game.game, game.line, game.differences) for game in games] == [
        ("sample-1", 1, ()),
        ("sample-2", 2, ()),
        ("sample-3", 3, ()),
    ]
    assert [str(game.hand.result.score) for game in games if game.hand and game.hand.result] == [
        "<Score 15: 花龙*1 和绝张*1 平和*1 喜相逢*1>",
        "<Score 16: 三色三同顺*1 平和*1 断幺*1 自摸*1 花牌*3>",
        "<Score 21: 一色三步高*1 幺九刻*1 缺一门*1 无字*1 花牌*2>",
    ]
    assert [game.hand.prevalent_wind for game in games if game.hand] == [Seat.E, Seat.E, Seat.S]
    for recorded in parse_tziakcha(content.decode()):
        assert isinstance(recorded, TziakchaGame)
        assert recorded.points == recorded.fan_points


def test_our_own_games_are_the_hands_that_they_were_written_from() -> None:
    games = replay(list(GAMES.values()))
    assert [found for game in games for found in game.differences] == []
    endings = set()
    for game, deal in zip(games, make_records.TZIAKCHA):
        played = make_records.make(deal._replace(flowers=True, wall="common", rules="mil"))
        assert game.hand is not None
        assert game.hand.result is not None
        assert game.hand.result.changes == played.result.changes
        if deal.seed != 3267:  # which chow lost there is not told
            assert game.hand.events == played.events
        endings.add(game.hand.result.ending)
    assert endings == set(HandEnding)


def test_our_own_games_show_what_they_are_there_for() -> None:
    kinds = {what & 15 for game in GAMES.values() for what, _ in game["a"]}
    assert kinds == set(range(9))
    lost = {what & 15 for game in GAMES.values() for what, data in game["a"] if data == 0}
    assert {3, 6} <= lost
    kongs = [data for game in GAMES.values() for what, data in game["a"] if what & 15 == 5 and data]
    assert {(data & 0x300 == 0x300, data >> 6 & 3 == 0) for data in kongs} == {
        (True, False),
        (False, True),
        (False, False),
    }


@pytest.mark.parametrize(
    "shape", ["one", "step", "script", "session", "times", "worth by seat", "players"]
)
def test_the_shapes_in_which_games_come(shape: str) -> None:
    game = copy.deepcopy(KONGS)
    id = game["id"]
    if shape == "times":
        game["a"] = [[*action, 100 * k] for k, action in enumerate(game["a"])]
    if shape == "worth by seat":
        worth = {"f": game.pop("f"), "t": game.pop("t"), "h": {"p": []}}
        winner = game.pop("win")
        game["y"] = [worth if seat == winner else {} for seat in range(4)]
    if shape == "players":
        game["p"] = [{"i": "x", "n": name} for name in ("安", "Bo", "Cai", "Du")]
    step = {
        "id": id,
        "belongs": "x",
        "script": "<Decoded>",
        "step": {key: game[key] for key in game if key != "id"},
    }
    packed = {"id": id, "script": packed_script(step["step"])}
    text = json.dumps(
        {
            "step": step,
            "script": packed,
            "session": {"sessionId": "s", "players": [], "records": [step]},
        }.get(shape, game)
    )
    assert detect_format(text[:4096].encode()) is RecordFormat.TZIAKCHA
    (again,) = replay(json.loads(text))
    assert (again.game, again.differences) == (id, ())
    assert again.players == (("安", "Bo", "Cai", "Du") if shape == "players" else None)


def packed_script(game: dict) -> str:
    return base64.b64encode(zlib.compress(json.dumps(game).encode())).decode()


def test_fans_that_are_named_otherwise_there() -> None:
    assert (FAN_NAMES[1], FAN_NAMES[16], FAN_NAMES[41], FAN_NAMES[83], FAN_NAMES[84]) == (
        "大四喜", "一色四步高", "花龙", "花牌", "明暗杠",
    )  # fmt: skip
    assert [parse_fan(FAN_NAMES[number]) for number in (16, 17, 31, 32)] == [
        Fan.FOUR_PURE_SHIFTED_CHOWS, Fan.FOUR_PURE_SHIFTED_CHOWS,
        Fan.PURE_SHIFTED_CHOWS, Fan.PURE_SHIFTED_CHOWS,
    ]  # fmt: skip
    assert sorted({parse_fan(FAN_NAMES[number]) for number in range(1, 85)}) == list(Fan)[:82]
    game = GAMES["seed-3249"]
    assert game["t"]["31"] == 16
    fans = {"32" if fan == "31" else fan: points for fan, points in game["t"].items()}
    assert found(changed(game, t=fans)) == []


def test_opening_flowers_may_be_laid_in_any_order() -> None:
    """The tiles that replace them come from the wall in one order all the same."""
    for game in GAMES.values():
        opening = place_of(game, 0, lost=True)
        twice = [
            k
            for k, (first, second) in enumerate(pairwise(game["a"][:opening]))
            if first[0] == second[0] and first[0] & 15 == 1
        ]
        for place in twice:
            actions = copy.deepcopy(game["a"])
            (_, one), (_, two) = actions[place : place + 2]
            actions[place][1], actions[place + 1][1] = (
                one & 255 | two & ~255,
                two & 255 | one & ~255,
            )
            assert found(changed(game, a=actions)) == []


def test_other_rules_are_other_wins() -> None:
    assert replay(GAMES["seed-3263"], rules=RuleProfile({"name": "cheap", "minimum": 6}))[0].agrees
    (game,) = replay(GAMES["seed-3263"], rules=RuleProfile({"name": "dear", "minimum": 19}))
    assert [(found.kind, found.expected) for found in game.differences] == [
        (K.WIN, "the hand has less than 19 points")
    ]


# -------------------------------------------------------------------------------------- differences

WON = GAMES["seed-3027"]
DRAWN = GAMES["seed-3000"]
CHICKEN = GAMES["seed-3036"]
# Parts of a game that are others, and each difference: kind, recorded, expected.
ENDS = [
    (WON, {"s": [0, 0, 0, 0]}, [(K.PAYMENTS, "0 0 0 0", "-8 -27 -8 43")]),
    (WON, {"f": 40}, [(K.POINTS, "40", "19"), (K.POINTS, "40", "the fans add up to 19")]),
    (WON, {"t": {"41": 19}}, [(K.FANS, "花龙*1", "海底捞月*1+碰碰和*1+暗杠*1+幺九刻*2+缺一门*1")]),
    (WON, {"t": {"85": 19}}, [(K.FANS, "天和*1", "unknown fan '天和'")]),
    (WON, {"t": {"99": 19}}, [(K.FANS, "99*1", "unknown fan '99'")]),
    (WON, {"b": 0, "win": None}, [(K.ENDING, "nobody wins", "the hand was won")]),
    (WON, {"b": 0x18}, [(K.ENDING, "won by N, paid for by E", "won by N, paid for by S")]),
    (WON, {"b": 0x88}, [(K.ENDING, "won by N, paid for by N", "won by N, paid for by S")]),
    (
        WON,
        {"b": 0x2C, "win": 2},
        [(K.ENDING, "won by W N, paid for by S", "won by N, paid for by S")],
    ),
    (DRAWN, {"b": 0x11, "f": 8, "t": {"41": 8}}, [(K.ENDING, "a win", "the hand is over")]),
    (DRAWN, {"s": [8, -8, 0, 0]}, [(K.PAYMENTS, "8 -8 0 0", "0 0 0 0")]),
    (CHICKEN, {"s": [-8, 33, -8, -17]}, [(K.PAYMENTS, "-8 33 -8 -17", "-8 32 -8 -16")]),
]


@pytest.mark.parametrize(("game", "parts", "differences"), ENDS, ids=[str(row[1]) for row in ENDS])
def test_each_part_of_the_end_is_compared(
    game: dict, parts: dict, differences: list[tuple[K, str, str]]
) -> None:
    told = found(changed(game, **parts))
    assert [(kind, line, recorded) for kind, line, recorded, _ in told] == [
        (kind, len(game["a"]), recorded) for kind, recorded, _ in differences
    ]
    for (*_, expected), (*_, beginning) in zip(told, differences):
        assert expected.startswith(beginning)


def test_moves_that_differ_are_told_with_their_number() -> None:
    discard = place_of(KONGS, 2, 3)
    what, data = KONGS["a"][discard]
    other = with_actions(KONGS, lambda a: a.__setitem__(discard, [what, (data + 4) % 136]))
    ((kind, line, recorded, expected),) = found(other)
    assert (kind, line) == (K.MOVE, discard + 1)
    assert recorded.startswith(f"Player {what >> 4} Play ")
    assert expected.startswith(f"Player {what >> 4} may Play ")
    draw = place_of(KONGS, 7, 5)
    ((kind, line, *_),) = found(with_actions(KONGS, lambda a: a.__delitem__(draw)))
    assert (kind, line) == (K.DRAW, draw + 1)
    opening = place_of(KONGS, 1)
    ((kind, line, recorded, expected),) = found(
        with_actions(KONGS, lambda a: a.__delitem__(opening))
    )
    assert (kind, recorded.count(" H") + 1) == (K.DRAW, max(1, expected.count(" H")))
    early = with_actions(
        KONGS, lambda a: a.__setitem__(slice(discard, None), [[6 | (what & 48), 24]])
    )
    ((kind, line, recorded, expected),) = found(early)
    assert (kind, line, recorded, expected) == (
        K.WIN,
        discard + 1,
        f"Player {what >> 4} Hu",
        "the hand is not complete",
    )


def test_wrong_dice_and_a_turned_wall_are_told() -> None:
    assert found(changed(KONGS, d=KONGS["d"] ^ 0x1110 ^ 0x1000))[0][0] is K.DRAW
    wall = KONGS["w"]
    assert found(changed(KONGS, w=wall[-2:] + wall[:-2]))[0][0] is K.DRAW


@pytest.mark.parametrize("seat", range(4))
def test_a_win_that_was_called_and_came_to_nothing_is_told(seat: int) -> None:
    """错和: the hand goes on there, and pays."""
    place = place_of(KONGS, 2, 3) + 1
    (difference,) = found(with_actions(KONGS, lambda a: a.insert(place, [6 | seat << 4, 0])))
    assert difference[0] is K.CLAIM
    assert difference[1] > place
    assert difference[2].startswith(f"Ignore Player {seat} Hu")


@pytest.mark.parametrize("id", ["seed-3144", "seed-3261"])
def test_claims_that_lost_stand_before_or_behind_the_one_that_went_through(id: str) -> None:
    game = GAMES[id]
    lost = next(k for k, (what, data) in enumerate(game["a"]) if data == 0 and what & 15 in (3, 6))
    behind = with_actions(game, lambda a: a.insert(lost + 1, a.pop(lost)))
    assert found(game) == found(behind) == []
    pung = [game["a"][lost][0] & 48 | 4, 0]
    ((kind, _, recorded, _),) = found(with_actions(game, lambda a: a.__setitem__(lost, pung)))
    assert kind is K.CLAIM
    assert recorded.startswith("Ignore Player")


def test_of_two_winners_the_second_is_none() -> None:
    """一炮多响 is played there; by these rules the first wins."""
    ((kind, line, recorded, expected),) = found(
        with_actions(GAMES["seed-3261"], lambda a: a.append([22, 30]))
    )
    assert (kind, line, recorded) == (K.ENDING, len(GAMES["seed-3261"]["a"]) + 1, "Player 1 Hu")
    assert expected == "the hand is over"


# ------------------------------------------------------------------------------ what cannot be read

BROKEN = [
    ({"w": ...}, "'w' is missing"),
    ({"w": "00" * 143}, "w is '0000"),
    ({"w": "zz" * 144}, "w is 'zzzz"),
    ({"w": 7}, "w is 7: expected the 144 tiles"),
    ({"w": "00" + KONGS["w"][2:]}, "w has 00 twice: expected the 144 tiles"),
    ({"d": 0x1117}, "d is 4375: the dice [7, 1, 1, 1] are no numbers from 1 to 6"),
    ({"d": True}, "d is True: expected a whole number from 0 to 65535"),
    ({"d": 1.5}, "d is 1.5: expected a whole number"),
    ({"i": -1}, "i is -1: expected a whole number"),
    ({"a": None}, "a is None: expected a list"),
    ({"a": [7]}, "move 1: 7: expected what was done and its data"),
    ({"a": [[2]]}, "move 1: [2]: expected what was done and its data"),
    ({"a": [[10, 0]]}, "move 1: 10 is no kind of move: expected 0-9"),
    ({"a": [[99, 0]]}, "move 1 is 99: expected a whole number from 0 to 63"),
    ({"a": [[0, 0], [2, "x"]]}, "move 2 is 'x': expected a whole number"),
    ({"a": [[0, 0], [2, 200]]}, "move 2: 200 is no tile: expected 0-143"),
    ({"a": [[0, 0], [4, 40]]}, "move 2: 40 is no kind of tile: expected 0-33"),
    ({"a": [[1, 0x0C00]]}, "move 1: 12 is no flower: expected 0-7"),
    ({"b": 256}, "b is 256: expected a whole number"),
    ({"win": 1}, "win is 1, and b says that seat 0 has won"),
    ({"f": None}, "f is None: expected a whole number"),
    ({"t": [8]}, "t is [8]: expected an object"),
    ({"t": {"41": "8"}}, "t: fan '41' is '8': expected a whole number"),
    ({"s": [0, 0, 0]}, "s is [0, 0, 0]: expected four whole numbers"),
    ({"s": [0, 0, 0, True]}, "s is [0, 0, 0, True]: expected four whole numbers"),
    ({"step": 7}, "step is 7: expected an object"),
    ({"w": ..., "script": "eJx"}, "script is 'eJx': expected a game as the site packs it"),
    ({"w": ..., "script": "牌谱"}, "script is '牌谱': expected a game as the site packs it"),
    ({"w": ..., "script": "AAAA"}, "script is 'AAAA': expected a game as the site packs it"),
    ({"w": ..., "script": packed_script({})}, "'w' is missing"),
    (
        {"w": ..., "script": base64.b64encode(zlib.compress(b"[" * 5_000_000)).decode()},
        "script is 'eJ",
    ),
    (
        {"w": ..., "script": "<Decoded>"},
        "script is '<Decoded>': expected a game as the site packs it",
    ),
]


@pytest.mark.parametrize(("parts", "problem"), BROKEN, ids=[row[1] for row in BROKEN])
def test_a_game_that_cannot_be_read_is_named_and_the_others_are_replayed(
    parts: dict, problem: str
) -> None:
    wrong = {key: value for key, value in changed(KONGS, **parts).items() if value is not ...}
    before, broken, after = replay([WON, wrong, DRAWN])
    assert before.agrees
    assert after.agrees
    (difference,) = broken.differences
    assert (difference.kind, difference.game, difference.line) == (K.UNREADABLE, KONGS["id"], 2)
    assert difference.recorded.startswith(problem)
    (parsed,) = parse_tziakcha(json.dumps(wrong))
    assert isinstance(parsed, BrokenGame)
    assert str(parsed.error).startswith(f"game 1, game 'seed-3004': {problem}")


@pytest.mark.parametrize("indent", [None, 1])
def test_of_an_array_that_is_cut_off_the_games_before_it_are_replayed(indent: int | None) -> None:
    text = json.dumps([WON, KONGS, DRAWN], indent=indent)
    for cut in (text[:-9], text[:-9] + "x" + text[-9:]):
        games = list(replay_games(io.BytesIO(cut.encode()), RecordFormat.TZIAKCHA))
        assert [game.agrees for game in games] == [True, True, False]
        (difference,) = games[2].differences
        assert (difference.kind, difference.line) == (K.UNREADABLE, 3)
        rest = cut[cut.rindex("{", 0, cut.index(DRAWN["id"])) :]
        lines = len(rest.splitlines())
        assert difference.recorded.startswith(
            f"{lines} line{'s' * (lines > 1)} that cannot be read: line "
        )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: no JSON, column 1"),
        ("[\n\n{", "line 3: no JSON"),
        ("[" * 100_000, "line 1: no JSON"),
        ("9" * 5_000, "line 1: no JSON"),
        ("[]", "line 1: []: expected a game of tziakcha, or an array of them"),
        ("7", "line 1: 7: expected a game of tziakcha"),
        ('{"records": {}}', "line 1: {'records': {}}: expected"),
    ],
)
def test_a_text_that_holds_no_games(text: str, problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_tziakcha(text)
    assert str(caught.value).startswith(problem)


def test_flowers_and_replacements_are_told_as_the_table_tells_them() -> None:
    (game,) = parse_tziakcha(json.dumps(KONGS))
    assert isinstance(game, TziakchaGame)
    assert {move.kind for move in game.opening} <= {MoveKind.FLOWER, MoveKind.DRAW}
    (again,) = replay(KONGS)
    assert again.hand is not None
    replaced = sum(event.kind is EventKind.REPLACEMENT for event in again.hand.events)
    assert replaced == sum(
        what & 15 == 1 or (what & 15 == 7 and data & 256 > 0) for what, data in KONGS["a"]
    )
