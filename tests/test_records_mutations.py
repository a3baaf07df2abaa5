"""Thousands of mutated records through readers and replays: an answer, or an error of ours."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Callable

import pytest

from guobiao.botzone.texts import format_game, read_games
from guobiao.errors import GuobiaoError
from guobiao.records import RecordFormat, replay_games
from guobiao.table.moves import BrokenGame
from record_faults import KINDS, check_records
from record_files import OWN_JSONL, OWN_JUDGE, OWN_TEXT, OWN_TZIAKCHA
from scale import scaled

SEED = 20_260_608
GAMES = [game + "\n\n" for game in OWN_TEXT.read_text(encoding="utf-8").split("\n\n") if game]
# Without the hands under a profile of one's own: whoever changes that profile waits seconds for its
# tables.
LINES = [
    line for line in OWN_JSONL.read_text(encoding="utf-8").splitlines() if '"club"' not in line
]
LOGS = [path.read_text(encoding="utf-8") for path in OWN_JUDGE]

_WORDS = (
    "Player",
    "0",
    "1",
    "2",
    "3",
    "4",
    "Draw",
    "Play",
    "Chi",
    "Peng",
    "Gang",
    "AnGang",
    "BuGang",
    "BuHua",
    "Hu",
    "Ignore",
    "W1",
    "W5",
    "T9",
    "B3",
    "F1",
    "J3",
    "H1",
    "H9",
    "X0",
    "Fan",
    "Huang",
    "Score",
    "Match",
    "Wind",
    "Deal",
    "-8",
    "99999999999",
    "花龙*1",
    "嵌张",
    "+",
    "*",
    "/",
    "E",
    "S",
    "N",
    "draw",
    "discard",
    "chow",
    "pung",
    "win",
    "5m",
    "1s",
    "a",
    "drawn_game",
    "null",
    "{}",
    "[]",
)


def mutated_words(rng: random.Random, text: str) -> str:
    """One word of one line is another one, or two lines are swapped, doubled,
    or one is taken out.
    """
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[place])
        case 2:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case _:
            words = lines[place].split(" ")
            words[rng.randrange(len(words))] = rng.choice(_WORDS)
            lines[place] = " ".join(words)
    return "\n".join(lines)


def mutated_letters(rng: random.Random, text: str) -> str:
    place = rng.randrange(len(text) + 1)
    stop = min(len(text), place + rng.choice((0, 1, 1, 3, 40)))
    return (
        text[:place]
        + rng.choice(('"', "x", "[", "}", "\x00", "\n", "\ud800", "², 一", "-1", "9" * 30, ""))
        + text[stop:]
    )


def mutated_json(rng: random.Random, text: str) -> str:
    """One value somewhere in the JSON is another one, or is taken out."""
    top = json.loads(text)
    holder, key = top, rng.choice(_places(top))
    while rng.random() < 0.8 and isinstance(holder[key], (dict, list)) and holder[key]:
        holder = holder[key]
        key = rng.choice(_places(holder))
    if rng.random() < 0.15:
        del holder[key]
    else:
        holder[key] = rng.choice(
            (
                None,
                True,
                -1,
                0,
                3,
                7,
                2**70,
                1.5,
                "",
                "E",
                "PASS",
                "PLAY W1",
                "HU",
                "F1",
                [],
                {},
                [[]],
                {"0": 1},
                *_WORDS,
            )
        )
    return json.dumps(top)


def _places(holder: dict | list) -> list:
    return list(holder) if isinstance(holder, dict) else list(range(len(holder)))


def outcome(text: str, format: RecordFormat, lenient: bool) -> list[str]:
    """What became of the games of a text."""
    stream = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    try:
        games = list(replay_games(stream, format, lenient=lenient))
    except GuobiaoError:
        return ["refused"]
    for game in games:
        for found in (*game.differences, *game.repaired):
            assert found.line >= 1
            assert str(found)
    return [game.differences[0].kind.name if game.differences else "agrees" for game in games]


def outcomes(
    records: list[str], format: RecordFormat, mutate: list[Callable], count: int, seed: int
) -> Counter[str]:
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    for _ in range(count):
        text = rng.choice(records)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            try:
                text = rng.choice(mutate)(rng, text)
            except (ValueError, IndexError):  # no JSON any more, or nothing left
                break
        try:
            counted.update(outcome(text, format, rng.random() < 0.3))
        except Exception as error:
            pytest.fail(f"seed {seed}: {text!r} gives {error!r}")
    return counted


def test_text_games() -> None:
    counted = outcomes(
        GAMES,
        RecordFormat.TEXT,
        [mutated_words, mutated_words, mutated_letters],
        scaled(4_000),
        SEED,
    )
    assert counted["agrees"] > scaled(50)
    kinds = {"UNREADABLE", "TILES", "DRAW", "MOVE", "WIN_TILE", "WIN", "ENDING", "FANS", "PAYMENTS"}
    assert kinds <= counted.keys()


def test_json_lines() -> None:
    counted = outcomes(
        LINES,
        RecordFormat.JSONL,
        [mutated_json, mutated_json, mutated_letters],
        scaled(3_000),
        SEED,
    )
    assert {"agrees", "UNREADABLE", "EVENTS", "MOVE", "DRAW", "TILES"} <= counted.keys()


def test_logs_of_the_judge() -> None:
    counted = outcomes(
        LOGS, RecordFormat.JUDGE, [mutated_json, mutated_json, mutated_letters], scaled(400), SEED
    )
    assert {"agrees", "refused", "UNREADABLE", "DISPLAY", "REQUEST"} <= counted.keys()


def test_games_of_tziakcha() -> None:
    texts = [json.dumps([game]) for game in json.loads(OWN_TZIAKCHA.read_text(encoding="utf-8"))]
    mutate = [mutated_json, mutated_json, mutated_letters]
    counted = outcomes(texts, RecordFormat.TZIAKCHA, mutate, scaled(1_000), SEED)
    assert {"agrees", "refused", "UNREADABLE", "DRAW"} <= counted.keys()


def test_what_is_read_is_written_and_read_again() -> None:
    rng = random.Random(SEED)
    read = 0
    for _ in range(scaled(2_000)):
        text = mutated_words(rng, rng.choice(GAMES))
        for game in read_games(io.BytesIO(text.encode())):
            if not isinstance(game, BrokenGame):
                assert list(read_games(io.BytesIO(format_game(game).encode()))) == [game], (
                    f"seed {SEED}: {text!r}"
                )
                read += 1
    assert read > scaled(500)


@pytest.mark.parametrize("name", KINDS)
def test_records_that_look_right_and_tell_wrong_moves(name: str) -> None:
    """``python record_faults.py`` is the full scale: nothing is raised, the games after it count,
    and what agrees is what the table tells.
    """
    counted, faults = check_records(name, scaled(120), SEED)
    assert faults == []
    assert len(counted) > 3
    assert 0 < counted["agrees"] < counted.total() / 5
