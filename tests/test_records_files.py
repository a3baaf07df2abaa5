"""The project's own records, and real ones where they are: read, written and replayed without a
difference.
"""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest

from guobiao.botzone.judge_log import format_judge_log, parse_judge_log
from guobiao.botzone.texts import format_game, read_games
from guobiao.records import DifferenceKind, GameReplay, RecordFormat, detect_format, replay_games
from guobiao.records.json_lines import format_hand_record, read_hand_records
from record_files import OWN_JSONL, OWN_JUDGE, OWN_TEXT, real_record
from records import make_records

REAL_GAMES = "botzone-16-games.txt"
REAL_DAMAGED = "botzone-16-games-damaged.txt"
REAL_JUDGE = ("botzone-judge-1.json", "botzone-judge-2.json", "botzone-judge-3.json")


def replayed(path: Path, **options: bool) -> list[GameReplay]:
    content = path.read_bytes()
    format = detect_format(content)
    assert format is not None
    return list(replay_games(io.BytesIO(content), format, **options))


def written_again(path: Path) -> bytes:
    """The file, read and written."""
    content = path.read_bytes()
    format = detect_format(content)
    stream = io.BytesIO(content)
    if format is RecordFormat.TEXT:
        text = "".join(map(format_game, read_games(stream)))
    elif format is RecordFormat.JSONL:
        text = "".join(format_hand_record(record) + "\n" for record in read_hand_records(stream))
    else:
        text = format_judge_log(parse_judge_log(content.decode())) + "\n"
    return text.encode()


OWN = [OWN_TEXT, OWN_JSONL, *OWN_JUDGE]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_our_own_records_agree(path: Path) -> None:
    games = replayed(path)
    assert [found for game in games for found in game.differences] == []
    assert [
        found
        for game in replayed(path, lenient=True)
        for found in (*game.differences, *game.repaired)
    ] == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_our_own_records_are_written_byte_for_byte(path: Path) -> None:
    assert written_again(path) == path.read_bytes()


def test_our_own_records_show_what_they_are_there_for() -> None:
    words = Counter(word for word in OWN_TEXT.read_text(encoding="utf-8").split())
    assert {"Gang", "AnGang", "BuGang", "Ignore", "Huang", "BuHua", "Chi", "Peng"} <= words.keys()
    endings = {
        game.hand.result.ending.name
        for game in replayed(OWN_TEXT)
        if game.hand and game.hand.result
    }
    assert endings == {"SELF_DRAWN", "DISCARD", "ROBBED_KONG", "DRAW"}


def test_our_own_records_are_what_their_seeds_make() -> None:
    for path, content in make_records.files():
        assert path.read_text(encoding="utf-8") == content, (
            f"{path.name}: run python tests/records/make_records.py"
        )


@pytest.mark.parametrize("lenient", [False, True])
def test_the_sixteen_real_games_agree(lenient: bool) -> None:
    games = replayed(real_record(REAL_GAMES), lenient=lenient)
    assert len(games) == 16
    assert [found for game in games for found in (*game.differences, *game.repaired)] == []


def test_the_damaged_copy_differs_in_six_tiles() -> None:
    path = real_record(REAL_DAMAGED)
    found = [found for game in replayed(path) for found in game.differences]
    assert {difference.kind for difference in found} == {DifferenceKind.WIN_TILE}
    assert [
        (difference.line, difference.recorded, difference.expected) for difference in found
    ] == [
        (278, "Player 2 Hu B5", "the tile is B3"),
        (353, "Player 3 Hu W7", "the tile is W3"),
        (448, "Player 1 Hu T2", "the tile is B6"),
        (915, "Player 3 Hu W7", "the tile is T8"),
        (1105, "Player 3 Hu B1", "the tile is B5"),
        (1326, "Player 3 Hu T1", "the tile is B5"),
    ]
    lenient = replayed(path, lenient=True)
    assert all(game.agrees for game in lenient)
    assert [repaired for game in lenient for repaired in game.repaired] == found


@pytest.mark.parametrize("name", REAL_JUDGE)
def test_the_real_logs_of_the_judge_agree(name: str) -> None:
    (game,) = replayed(real_record(name))
    assert game.differences == ()
    assert game.hand is not None
    assert game.hand.is_over


@pytest.mark.parametrize("name", [REAL_GAMES, REAL_DAMAGED, *REAL_JUDGE])
def test_the_real_records_are_written_byte_for_byte(name: str) -> None:
    path = real_record(name)
    end_of_file = b"" if name.endswith("txt") else b"\n"
    assert written_again(path) == path.read_bytes() + end_of_file
