"""Botzone's text format: read and written byte for byte; what cannot be read is named with game and
line, and the rest is read on.
"""

from __future__ import annotations

import io
import pickle

import pytest

from guobiao import Seat
from guobiao.botzone.texts import TextGame, format_game, parse_games, read_games
from guobiao.errors import RecordError
from guobiao.table.moves import BrokenGame, LostClaim, Move, MoveKind, NamedFan

GAME = """\
Match 5f-Ä 7
Wind 2
Player 0 Deal W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T2 T3 F1
Player 1 Deal B1 B2 B3 B4 B5 B6 B7 B8 B9 T4 T5 T6 F2
Player 2 Deal W1 W1 T9 T9 T9 J1 J1 J1 J2 J2 J3 J3 F3
Player 3 Deal W9 W9 T7 T7 T8 T8 B1 B1 B2 B2 F4 F4 H8
Player 3 BuHua H8
Player 3 Draw F4
Player 0 Draw W9
Player 0 Play W1
Player 2 Peng W1 Ignore Player 1 Chi W2 Ignore Player 3 Gang W1
Player 2 Play J2
Player 3 Draw F4
Player 3 AnGang F4
Player 3 Hu W9
Fan 8 花龙*1+嵌张*2
Score -16 -16 -16 48

"""
DRAW = GAME[: GAME.index("Fan")].replace("5f-Ä 7", "8") + "Huang\nScore 0 0 0 0\n\n"


def read(text: str) -> list[TextGame | BrokenGame]:
    return list(read_games(io.BytesIO(text.encode())))


def test_a_game_is_read_as_what_it_says() -> None:
    (game,) = parse_games(GAME)
    assert (game.id, game.prevalent_wind, game.points, game.changes) == (
        "5f-Ä 7",
        Seat.W,
        8,
        (-16, -16, -16, 48),
    )
    assert game.fans == (NamedFan("花龙", 1), NamedFan("嵌张", 2))
    assert [len(hand) for hand in game.hands] == [13] * 4
    assert (game.hands[0][0], game.hands[2][2], game.hands[1][0], game.hands[3][-1]) == (
        0,
        17,
        18,
        41,
    )
    assert game.moves[0] == Move(Seat.N, MoveKind.FLOWER, 41)
    assert game.moves[4] == Move(
        Seat.W,
        MoveKind.PUNG,
        0,
        (LostClaim(Seat.S, MoveKind.CHOW, 1), LostClaim(Seat.N, MoveKind.MELDED_KONG, 0)),
    )
    assert [move.line for move in game.moves] == list(range(7, 16))
    assert (game.line, game.fans_line, game.changes_line) == (1, 16, 17)


def test_a_game_that_nobody_won_has_no_points() -> None:
    game = parse_games(GAME + DRAW)[1]
    assert (game.id, game.points, game.fans, game.changes, game.line) == (
        "8",
        None,
        (),
        (0, 0, 0, 0),
        19,
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_written_again_it_is_the_same_text(newline: str) -> None:
    text = (GAME + DRAW + GAME).replace("\n", newline)
    games = parse_games(text)
    assert "".join(map(format_game, games)) == text
    assert parse_games("".join(map(format_game, games))) == games


def test_what_is_written_a_little_otherwise_is_read_too() -> None:
    """A byte order mark, blanks at the end of a line, blank lines around a game, none between two
    games.
    """
    loose = (
        "\ufeff\n\n" + GAME.replace("\n", " \t\n") + "\n\n" + GAME.rstrip() + "\n" + DRAW.rstrip()
    )
    assert read(loose) == [*parse_games(GAME) * 2, *parse_games(DRAW)]


# Replacements of the good text, the line and the beginning of the problem.
BROKEN = [
    ("Match 5f-Ä 7\n", "Match\n", 1, "'Match': expected Match and the name"),
    ("Match 5f-Ä 7\n", "Mitch 7\n", 1, "'Mitch 7': expected Match and the name"),
    ("Wind 2", "Wind 4", 2, "'Wind 4': expected Wind and 0-3"),
    ("Wind 2\n", "", 2, "'Player 0 Deal W1 W2"),
    ("Player 1 Deal", "Player 0 Deal", 4, "'Player 0 Deal B1 B2"),
    (" F2\n", "\n", 4, "12 tiles are dealt: expected 'Player 1 Deal' and thirteen tiles"),
    (" F2\n", " F2 F2\n", 4, "14 tiles are dealt"),
    (" F2\n", " F5\n", 4, "'F5' is no tile: expected W1-W9"),
    (" F2\n", " w1\n", 4, "'w1' is no tile"),
    ("Player 0 Draw W9", "Player 4 Draw W9", 9, "'4' is no seat: expected 0-3"),
    ("Player 0 Draw W9", "Player 0 Drow W9", 9, "'Drow' is no action: expected Draw, BuHua, Play"),
    (
        "Player 0 Draw W9",
        "Player 0 Draw",
        9,
        "'Player 0 Draw': expected Player, a seat 0-3, an action and a tile",
    ),
    ("Player 0 Draw W9", "Player 0 Draw W0", 9, "'W0' is no tile"),
    ("Player 0 Draw W9", "", 9, "'': expected Player"),
    ("Ignore Player 3 Gang W1", "Ignore Player 3 Gang", 11, "'Player 2 Peng W1 Ignore"),
    ("Ignore Player 3 Gang W1", "Ignor Player 3 Gang W1", 11, "'Player 2 Peng W1 Ignore"),
    (
        "Ignore Player 3 Gang W1",
        "Ignore Player 3 Play W1",
        11,
        "Play cannot lose against another claim",
    ),
    ("Fan 8 花龙*1+嵌张*2", "Fan 8", 16, "'Fan 8': expected Huang, or Fan, the points and"),
    ("Fan 8 花龙*1+嵌张*2", "Fan x 花龙*1", 16, "'Fan x 花龙*1': expected Huang"),
    ("花龙*1+", "花龙+", 16, "'花龙': expected Huang, or Fan"),
    ("花龙*1+", "花龙*x+", 16, "'花龙*x': expected"),
    ("花龙*1+", "*1+", 16, "'*1': expected"),
    ("Fan 8 花龙*1+嵌张*2\n", "", 16, "'Score -16 -16 -16 48': expected Player"),
    (
        "Score -16 -16 -16 48",
        "Score -16 -16 -16",
        17,
        "'Score -16 -16 -16': expected Score and four whole numbers",
    ),
    ("Score -16 -16 -16 48", "Score -16 -16 --16 48", 17, "'Score"),
    ("Score -16 -16 -16 48", f"Score -16 -16 {'9' * 5000} 48", 17, "'Score"),
    ("Score -16 -16 -16 48\n", "", 17, "the record ends here: expected Score"),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    BROKEN,
    ids=[f"{row[2]}-{row[1].strip()[:24]}" for row in BROKEN],
)
def test_a_broken_game_is_named_and_the_others_are_read(
    old: str, new: str, line: int, problem: str
) -> None:
    broken = GAME.replace(old, new)
    assert broken != GAME
    first, second, third = read(DRAW + broken + GAME)
    assert isinstance(first, TextGame)
    assert isinstance(third, TextGame)
    assert isinstance(second, BrokenGame)
    begin = DRAW.count("\n")
    assert second.line == begin + 1
    assert (second.error.line, second.error.game) == (begin + line, second.id)
    assert second.error.problem.startswith(problem)
    with pytest.raises(RecordError, match=f"line {line}"):
        parse_games(broken)


def test_a_file_cut_off_anywhere_loses_only_its_last_game() -> None:
    for stop in range(1, len(GAME.rstrip()) - len(" 48")):
        whole, cut = read(DRAW + GAME[:stop])
        assert isinstance(whole, TextGame)
        assert isinstance(cut, BrokenGame)


def test_bytes_that_are_not_utf8_break_only_their_game() -> None:
    raw = GAME.encode()
    bad = raw.replace("花龙".encode(), "花龙".encode("gb18030"))
    broken, whole = read_games(io.BytesIO(bad + raw))
    assert isinstance(broken, BrokenGame)
    assert broken.error.line == 16
    assert "byte 7 is not UTF-8" in broken.error.problem
    assert isinstance(whole, TextGame)


def test_long_lines_and_endless_games_are_passed_over() -> None:
    endless = GAME.replace("Player 0 Draw W9\n", "Player 0 Draw W9\n" * 10_000)
    long = GAME.replace("花龙*1", "花龙*1" * 10_000)
    found = read(endless + long + "x" * 100_000 + "\n" + GAME)
    assert [type(game) for game in found] == [BrokenGame, BrokenGame, BrokenGame, TextGame]
    assert [game.line for game in found] == [1, 10_018, 10_036, 10_037]
    assert str(found[0].error).endswith(
        "a game of more than 2048 lines: all its 10,016 are passed over"
    )
    assert found[1].error.problem.startswith("'Fan 8 花龙*1花龙*1")
    assert found[1].error.problem.endswith("a line of more than 4,000 bytes")


def test_what_follows_a_game_costs_only_itself() -> None:
    """The game is read, and so are those behind: of what stands between them it is said how many
    lines there are.
    """
    for tail, count in (
        ("Player 0 Draw W1\n", 1),
        ("Wind 2\n\nPlayer 0 Draw W1\n \n", 3),
        ("x\n" * 5_000 + "\n", 5_000),
    ):
        whole, between, last = read(GAME.rstrip() + "\n" + tail + "\n" + DRAW)
        assert (whole, last) == (parse_games(GAME)[0], parse_games(DRAW)[0])
        assert isinstance(between, BrokenGame)
        assert (between.id, between.line, between.error.line) == ("", 18, 18)
        first = tail.split("\n")[0]
        expected = f"{first!r}: expected Match and the name of the game, as in 'Match 1'"
        assert (
            between.error.problem
            == expected + f"; {count:,} lines without one are passed over" * (count > 1)
        )


def test_a_tail_that_cannot_be_read_is_one_and_the_games_in_it_are_read() -> None:
    tail = ("% 牌谱\n" + "垃圾 " * 30 + "\n\n") * 700
    found = read(GAME + tail + GAME + tail + "\ufeff" + DRAW + tail)
    assert [type(game) for game in found] == [
        TextGame,
        BrokenGame,
        TextGame,
        BrokenGame,
        TextGame,
        BrokenGame,
    ]
    assert found[4] == parse_games(DRAW)[0]
    for broken in found[1::2]:
        assert isinstance(broken, BrokenGame)
        assert broken.error.problem.startswith("'% 牌谱': expected Match and the name of the game")
        assert broken.error.problem.endswith("; 2,099 lines without one are passed over")


def test_a_line_that_is_cut_inside_a_character_is_told_as_text() -> None:
    for padding in range(3):
        long = GAME.replace("花龙*1", "x" * padding + "花龙" * 3_000)
        (broken,) = read(long)
        assert isinstance(broken, BrokenGame)
        assert broken.error.problem.startswith(f"'Fan 8 {'x' * padding}花龙花龙")
        assert broken.error.problem.endswith("a line of more than 4,000 bytes")
    cut = GAME.encode()[: GAME.encode().index("嵌".encode()) + 2]
    (broken,) = read_games(io.BytesIO(cut))
    assert isinstance(broken, BrokenGame)
    assert (
        broken.error.problem
        == "'': expected Huang, or Fan, the points and name*count, joined by +, as in 'Fan 8 "
        "花龙*1'"
    )


def test_what_stands_before_the_first_game_is_no_game() -> None:
    before, game = read("Wind 0\nPlayer 0 Draw W1\n" + GAME)
    assert isinstance(before, BrokenGame)
    assert (before.id, before.line) == ("", 1)
    assert isinstance(game, TextGame)
    assert read("") == read("\n \n\r\n") == []


def test_the_error_keeps_its_parts_when_it_is_pickled() -> None:
    with pytest.raises(RecordError) as caught:
        parse_games(GAME.replace("Wind 2", "Wind x"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line, again.game) == (str(caught.value), 2, "5f-Ä 7")
