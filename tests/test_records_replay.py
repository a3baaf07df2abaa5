"""What a replay finds in a game of the text format: a hit for each kind of difference, and nothing
beside it.
"""

from __future__ import annotations

import io

import pytest

from guobiao import RuleProfile
from guobiao.botzone.texts import format_game
from guobiao.records import DifferenceKind, GameReplay, RecordFormat, replay_games
from record_files import own_games

GAMES = {name: format_game(game) for name, game in own_games().items()}
# A kong that a chow lost against, a pung, a chow, a win that a win lost against.
GAME = GAMES["seed-281"]
SELF_DRAWN = GAMES["seed-6"]
ROBBED = GAMES["seed-99"]
DRAWN = GAMES["seed-282"]
DEALS_END = 6  # lines before the first move
FLOWERS = GAMES["seed-1025"]


def replay(text: str, *, lenient: bool = False, rules: RuleProfile | None = None) -> GameReplay:
    (game,) = replay_games(
        io.BytesIO(text.encode()), RecordFormat.TEXT, lenient=lenient, rules=rules
    )
    return game


def changed(text: str, old: str, new: str) -> str:
    """The text with one place changed, which must be there once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def found(text: str) -> list[tuple[DifferenceKind, int, str, str]]:
    return [
        (found.kind, found.line, found.recorded, found.expected)
        for found in replay(text).differences
    ]


def line_of(text: str, line: str) -> int:
    return text.splitlines().index(line) + 1


# The line that is changed, what it becomes (empty: it is taken out), and the difference: kind,
# line, recorded, expected.
K = DifferenceKind
CHANGES = [
    # Draws.
    ("Player 0 Draw T6", "Player 1 Draw T6", K.DRAW, 7, "Player 1 Draw T6", "Player 0 Draw"),
    ("Player 1 Draw T8", "", K.DRAW, 9, "Player 1 Play T6", "Player 1 Draw"),
    ("Player 1 Play T6", "", K.DRAW, 10, "Player 2 Draw J1", "Player 1 may Play "),
    ("Player 0 Draw T3", "", K.DRAW, 20, "Player 0 Play T3", "Player 0 Draw"),
    ("Player 3 Draw F1", "Player 3 BuHua H1", K.DRAW, 27, "Player 3 BuHua H1", "Player 3 Draw"),
    # Tiles.
    (
        "Player 0 Draw T6",
        "Player 0 Draw T2",
        K.TILES,
        13,
        "Player 3: T2",
        "all copies of it were there before",
    ),
    ("Player 0 Draw T6", "Player 0 Draw T6\n" * 22, K.TILES, 10, "Player 0: T6", "all copies"),
    # Moves.
    (
        "Player 0 Play T6",
        "Player 0 Play W1",
        K.MOVE,
        8,
        "Player 0 Play W1",
        "Player 0 may Play W2 W7 W9 ",
    ),
    ("Player 0 Play T6", "Player 1 Play T6", K.MOVE, 8, "Player 1 Play T6", "Player 0 may Play"),
    (
        "Player 0 Play T6",
        "Player 0 BuGang T6",
        K.MOVE,
        8,
        "Player 0 BuGang T6",
        "Player 0 may Play",
    ),
    (
        "Player 0 Play T6",
        "Player 0 AnGang B1",
        K.MOVE,
        8,
        "Player 0 AnGang B1",
        "Player 0 may Play",
    ),
    ("Player 0 Play T6", "Player 0 Chi T6", K.MOVE, 8, "Player 0 Chi T6", "Player 0 may Play"),
    ("Player 0 Play T6", "Player 0 Play H1", K.MOVE, 8, "Player 0 Play H1", "Player 0 may Play"),
    ("Player 2 Peng T1", "Player 3 Peng T1", K.MOVE, 57, "Player 3 Peng T1", "Player 2 Draw"),
    ("Player 2 Peng T1", "Player 2 Peng T2", K.MOVE, 57, "Player 2 Peng T2", "Player 2 may pass, "),
    ("Player 2 Peng T1", "Player 2 Gang T1", K.MOVE, 57, "Player 2 Gang T1", "Player 2 may pass, "),
    (
        "Player 0 Chi W8",
        "Player 0 Chi W7",
        K.MOVE,
        61,
        "Player 0 Chi W7",
        "Player 0 may pass, Chi W8",
    ),
    (
        "Player 0 Chi W8",
        "Player 0 Chi W2",
        K.MOVE,
        61,
        "Player 0 Chi W2",
        "Player 0 may pass, Chi W8",
    ),
    (
        "Player 0 Chi W8",
        "Player 0 Chi F1",
        K.MOVE,
        61,
        "Player 0 Chi F1",
        "Player 0 may pass, Chi W8",
    ),
    ("Player 0 Chi W8", "Player 1 Chi W8", K.MOVE, 61, "Player 1 Chi W8", "Player 0 Draw"),
    # Wins.
    ("Player 0 Play T6", "Player 0 Hu T6", K.WIN, 8, "Player 0 Hu T6", "the hand is not complete"),
    ("Player 2 Peng T1", "Player 2 Hu T1", K.WIN, 57, "Player 2 Hu T1", "the hand is not complete"),
    ("Player 0 Chi W8", "Player 3 Hu W8", K.WIN, 61, "Player 3 Hu W8", "the hand is not complete"),
    (
        "Player 1 Hu W7 Ignore Player 2 Hu W7",
        "Player 0 Hu W7",
        K.WIN,
        105,
        "Player 0 Hu W7",
        "the hand is not complete",
    ),
    # The end.
    ("Player 1 Hu W7 Ignore Player 2 Hu W7", "", K.ENDING, 105, "Fan", "Player 1 may pass, "),
    (
        "Player 1 Hu W7 Ignore Player 2 Hu W7",
        "Player 1 Hu W7\nPlayer 1 Play W7",
        K.ENDING,
        106,
        "Player 1 Play W7",
        "over",
    ),
    (
        "Fan 13 三色三同顺*1+门前清*1+平和*1+边张*1",
        "Huang",
        K.ENDING,
        106,
        "Huang",
        "the hand was won",
    ),
    # The result.
    (
        "Fan 13 三色三同顺*1+门前清*1+平和*1+边张*1",
        "Fan 14 三色三同顺*1+门前清*1+平和*1+边张*1",
        K.POINTS,
        106,
        "14",
        "13",
    ),
    (
        "Fan 13 三色三同顺*1+门前清*1+平和*1+边张*1",
        "Fan 13 三色三同顺*1+门前清*1+平和*2",
        K.FANS,
        106,
        "三色三同顺*1+门",
        "三色",
    ),
    (
        "Fan 13 三色三同顺*1+门前清*1+平和*1+边张*1",
        "Fan 13 三色三同顺*1+平和*1+花张*1",
        K.FANS,
        106,
        "三色三同顺*1+平",
        "unknown fan '花张'",
    ),
    ("Score -8 37 -8 -21", "Score -8 37 -21 -8", K.PAYMENTS, 107, "-8 37 -21 -8", "-8 37 -8 -21"),
]


@pytest.mark.parametrize(
    ("old", "new", "kind", "line", "recorded", "expected"),
    CHANGES,
    ids=[f"{row[2].name}-{row[1][:30].strip()}" for row in CHANGES],
)
def test_each_kind_of_difference(
    old: str, new: str, kind: K, line: int, recorded: str, expected: str
) -> None:
    text = changed(GAME, f"\n{old}\n", f"\n{new.rstrip()}\n" if new else "\n")
    ((found_kind, found_line, says, rules),) = found(text)
    assert (found_kind, found_line) == (kind, line)
    assert says.startswith(recorded)
    assert expected in rules


def test_two_things_that_differ_are_two_differences() -> None:
    text = changed(changed(GAME, "Fan 13", "Fan 12"), "Score -8 37 -8 -21", "Score -8 36 -8 -20")
    assert [kind for kind, *_ in found(text)] == [K.POINTS, K.PAYMENTS]


# -------------------------------------------------------------------------------------- lost claims


@pytest.mark.parametrize(
    ("old", "new", "recorded", "expected"),
    [
        (
            "Ignore Player 2 Chi B2",
            "Ignore Player 2 Chi B1",
            "Ignore Player 2 Chi B1",
            "Player 2 may pass, Chi B2",
        ),
        (
            "Ignore Player 2 Chi B2",
            "Ignore Player 3 Chi B2",
            "Ignore Player 3 Chi B2",
            "Player 3 may not claim B1",
        ),
        (
            "Ignore Player 2 Chi B2",
            "Ignore Player 0 Peng B1",
            "Ignore Player 0 Peng B1",
            "a player claims once",
        ),
        (
            "Ignore Player 2 Chi B2",
            "Ignore Player 2 Hu B1",
            "Ignore Player 2 Hu B1",
            "Player 2 may pass, Chi B2",
        ),
    ],
)
def test_a_lost_claim_that_was_none(old: str, new: str, recorded: str, expected: str) -> None:
    """The game is followed to its end nevertheless."""
    assert found(changed(GAME, old, new)) == [(K.CLAIM, 19, recorded, expected)]


def test_a_lost_claim_on_the_own_turn() -> None:
    text = changed(GAME, "Player 0 Play T6\n", "Player 0 Play T6 Ignore Player 1 Peng T6\n")
    assert found(text) == [(K.CLAIM, 8, "Ignore Player 1 Peng T6", "there is nothing to claim")]


def test_a_claim_that_another_one_goes_before() -> None:
    text = changed(
        GAME, "Player 0 Gang B1 Ignore Player 2 Chi B2", "Player 2 Chi B2 Ignore Player 0 Gang B1"
    )
    assert found(text) == [
        (K.PRIORITY, 19, "Player 2 Chi B2 Ignore Player 0 Gang B1", "Player 0 Gang goes first"),
    ]
    wins = changed(
        GAME, "Player 1 Hu W7 Ignore Player 2 Hu W7", "Player 2 Hu W7 Ignore Player 1 Hu W7"
    )
    assert [(kind, expected) for kind, _, _, expected in found(wins)] == [
        (K.PRIORITY, "Player 1 Hu goes first")
    ]


# ------------------------------------------------------------------------------------ winning tiles


@pytest.mark.parametrize(
    "text", [SELF_DRAWN, GAME, ROBBED, FLOWERS], ids=["self-drawn", "discard", "robbed", "flowers"]
)
def test_the_tile_of_a_win(text: str) -> None:
    (win,) = [line for line in text.splitlines() if " Hu " in line]
    player, tile = " ".join(win.split()[:3]), win.split()[3]
    other = "F4" if tile != "F4" else "F3"
    wrong = text.replace(win, win.replace(f"{player} {tile}", f"{player} {other}"))
    strict, lenient = replay(wrong), replay(wrong, lenient=True)
    assert [(found.kind, found.line) for found in strict.differences] == [
        (K.WIN_TILE, line_of(text, win))
    ]
    assert strict.differences[0].expected == f"the tile is {tile}"
    assert strict.repaired == ()
    assert (lenient.differences, lenient.repaired) == ((), strict.differences)
    assert lenient.hand == replay(text).hand


def test_lenient_puts_nothing_else_right() -> None:
    for old, new, kind, *_ in CHANGES:
        text = changed(GAME, f"\n{old}\n", f"\n{new.rstrip()}\n" if new else "\n")
        assert [found.kind for found in replay(text, lenient=True).differences] == [kind]


# -------------------------------------------------------------------------------------- what agrees


def test_old_names_and_any_order_of_fans_are_the_same() -> None:
    fans = "三色三同顺*1+门前清*1+平和*1+边张*1"
    for same in (
        "独听・边张*1+三色三同顺*1+平和*1+门前清*1",
        "三色三同顺*1+门前清*1+平和*1+独听·边张*1",
    ):
        assert found(changed(GAME, fans, same)) == []
    text = GAMES["seed-158"]
    assert "单钓将*1" in text
    assert found(text.replace("单钓将*1", "单钓*1")) == []


def test_other_rules_are_other_points() -> None:
    dear = RuleProfile({"name": "dear", "based_on": "botzone", "minimum": 14})
    (difference,) = replay(GAME, rules=dear).differences
    assert (difference.kind, difference.expected) == (K.WIN, "the hand has less than 14 points")
    dear = RuleProfile({"name": "dear", "based_on": "botzone", "points": {"平和": 4}})
    assert [found.kind for found in replay(GAME, rules=dear).differences] == [K.POINTS, K.PAYMENTS]


def test_a_drawn_game_that_pays() -> None:
    assert found(DRAWN.replace("Score 0 0 0 0", "Score 8 -8 0 0"))[0][0] is K.PAYMENTS


def test_a_game_that_is_called_drawn_too_early() -> None:
    lines = GAME.splitlines()
    early = "\n".join([*lines[:60], "Huang", "Score 0 0 0 0", ""])
    assert lines[59] == "Player 3 Play W8"
    assert found(early) == [(K.ENDING, 61, "Huang", "Player 0 Draw")]


def test_flowers_are_told_and_checked() -> None:
    flower = next(line for line in FLOWERS.splitlines() if "BuHua" in line)
    taken_out = FLOWERS.replace(f"{flower}\n", "")
    ((kind, line, _, expected),) = found(taken_out)
    assert (kind, line, expected) == (K.DRAW, line_of(FLOWERS, flower), flower)
    code = flower.split()[3]
    twice = FLOWERS.replace(f"{flower}\n", f"{flower}\nPlayer 0 Draw {code}\n")
    assert found(twice)[0][0] is K.TILES


def test_a_broken_game_is_a_difference() -> None:
    ((kind, line, problem, expected),) = found(
        changed(GAME, "Player 0 Draw T6", "Player 0 Draw T0")
    )
    assert (kind, line, expected) == (K.UNREADABLE, 7, "")
    assert "'T0' is no tile" in problem
    game = replay(changed(GAME, "Player 0 Draw T6", "Player 0 Draw T0"))
    assert (game.game, game.hand, game.agrees) == ("seed-281", None, False)


# ----------------------------------------------------------------- wrong moves never end the replay


def test_a_win_around_a_flower_is_a_difference_and_the_next_game_is_replayed() -> None:
    """Whoever wins beside somebody's flower, with the flower or with the discard before it: nothing
    is lost.
    """
    lines = FLOWERS.splitlines()
    flowers = [place for place, line in enumerate(lines) if " BuHua " in line]
    assert len(flowers) > 3
    for place in {place + step for place in flowers for step in (-1, 0, 1)} - {DEALS_END - 1}:
        for seat in range(4):
            for tile in (lines[place].split()[3], "H1", "W5"):
                wrong = "\n".join(
                    [*lines[:place], f"Player {seat} Hu {tile}", *lines[place:], "", ""]
                )
                first, second = replay_games(io.BytesIO((wrong + GAME).encode()), RecordFormat.TEXT)
                assert {found.line for found in first.differences} == {place + 1}
                assert first.differences[-1].kind in (K.WIN, K.DRAW)
                assert second.agrees


def test_why_a_win_of_another_seats_discard_is_none_after_the_flower_that_was_drawn() -> None:
    """The flower is drawn by the seat that wins: neither it nor its replacement is in the hand that
    the discard would complete.
    """
    lines = FLOWERS.splitlines()
    place = next(
        place
        for place, line in enumerate(lines)
        if place > DEALS_END and " Draw H" in line and " Play " in lines[place - 1]
    )
    seat, discard = lines[place].split()[1], lines[place - 1].split()[3]
    wrong = "\n".join([*lines[:place], f"Player {seat} Hu {discard}", *lines[place:], "", ""])
    assert found(wrong) == [
        (K.WIN, place + 1, f"Player {seat} Hu {discard}", "the hand is not complete")
    ]


@pytest.mark.parametrize("claim", ["Peng T6", "Hu T6", "Hu H1", "Gang W1"])
def test_a_claim_told_beside_a_draw_is_a_difference(claim: str) -> None:
    text = changed(GAME, "Player 0 Draw T6\n", f"Player 0 Draw T6 Ignore Player 1 {claim}\n")
    assert found(text) == [(K.CLAIM, 7, f"Ignore Player 1 {claim}", "there is nothing to claim")]
