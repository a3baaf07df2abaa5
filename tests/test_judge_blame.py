"""Whom the judge blames or pays where several replies are wrong, or meet a right one: the published
judge's own answers, and the order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

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
from guobiao.botzone.texts import parse_games
from guobiao.botzone.tiles import BOTZONE_CODES, SLOT_OF_BOTZONE_CODE
from guobiao.records import (
    DifferenceKind,
    RecordFormat,
    replay_games,
    replay_hand_record,
    replay_judge_log,
    replay_text_game,
)
from guobiao.records.json_lines import format_hand_record, parse_hand_record, record_hand
from guobiao.table import TableHand
from guobiao.table.moves import MoveKind
from guobiao.tiles import Tile
from record_files import OWN, OWN_TEXT
from table_play import DISCARD, PASS, WIN
from table_walls import own_hand

BLAME = (OWN / "blame.tsv").read_text(encoding="utf-8").splitlines()
PASSES = (Reply("PASS"),) * 4


@dataclass(frozen=True)
class Row:
    """A line of ``blame.tsv``: when, what the four say, and what the published judge made of it."""

    when: str
    said: str
    action: str
    player: int
    paid: list[int]

    @property
    def replies(self) -> Replies:
        """The four replies; a verdict in brackets is that of a program that failed."""
        a, b, c, d = (
            Reply("", text[1:-1]) if text.startswith("(") else Reply(text)
            for text in self.said.split(" | ")
        )
        return (a, b, c, d)


def read_row(line: str) -> Row:
    when, said, action, player, paid = line.split("\t")
    return Row(
        when, said, action, int(player), [int(number) for number in re.findall(r"-?\d+", paid)]
    )


ROWS = [read_row(line) for line in BLAME if not line.startswith("#")]


def walls_of(line: str) -> list[list[int]]:
    """The walls of the judge's text: a quarter a seat, from its end on."""
    tiles = [SLOT_OF_BOTZONE_CODE[code] for code in line.split()]
    return [tiles[34 * seat : 34 * seat + 34][::-1] for seat in range(4)]


def played(table: JudgeTable, *more: Replies) -> JudgeLog:
    """Everybody passes the greeting and the deal; then these replies. The table's log."""
    turns = []
    for replies in (PASSES, PASSES, *more):
        turns.append(JudgeTurn(table.output, replies))
        table.answer(replies)
    return JudgeLog((*turns, JudgeTurn(table.output, None)))


def saying(**said: str) -> Replies:
    """The replies: ``e="HU"`` and so on, the others pass."""
    a, b, c, d = (Reply(said.get(seat, "PASS")) for seat in "eswn")
    return (a, b, c, d)


def position(when: str) -> tuple[JudgeTable, list[Replies]]:
    """The table of ``blame.tsv`` and what is said before the row."""
    (line,) = [found[1] for line in BLAME if (found := re.search('"walltiles": "(.*?)"', line))]
    walls = walls_of(line)
    table = JudgeTable(TableHand(tiles=walls, wall="own", flowers=False, rules="botzone"), srand=1)
    if when == "after the first draw of seat 0":
        return table, []
    before = []
    for seat, wall in zip("esw", walls):
        before += [saying(**{seat: f"PLAY {BOTZONE_CODES[wall[13]]}"}), PASSES]
    return table, [*before, saying(n="PLAY B5")]


def test_all_rows_are_there() -> None:
    assert len(ROWS) == 37


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.when[10:15].strip()}-{row.said}" for row in ROWS])
def test_the_published_judges_answer(row: Row) -> None:
    table, before = position(row.when)
    log = played(table, *before, row.replies)
    end = log.turns[-1].output
    assert (end.command, end.display["action"], end.display["player"]) == (
        "finish",
        row.action,
        row.player,
    )
    assert list(end.content) == row.paid
    assert end.display["score"] == row.paid
    assert table.failure == (None if row.action == "HU" else (Seat(row.player), row.action))
    assert replay_judge_log(parse_judge_log(format_judge_log(log))).differences == ()


# ------------------------------------------------------------------------ the order, stage by stage

CLAIMS = ["6s369m369pESWNCF", "57s147m258pESWNC", "1112345678999s", "66s258m147pSWNFF"]
ROBBERS = ["55m147pESWNCFP", "46m234678p234s99s", "46m345678p345s11s", "5m"]


def discarded() -> JudgeTable:
    """E has discarded 6s, which S may chow, W may win with, N may pung."""
    table = JudgeTable(own_hand(CLAIMS, ["P", "", "", ""], rules="botzone"))
    played(table, saying(e="PLAY T6"))
    return table


def robbed() -> JudgeTable:
    """E has added a 5m to its pung; S and W can win with it."""
    table = JudgeTable(own_hand(ROBBERS, ["9p5m", "", "", ""], rules="botzone"))
    played(table)
    while table.output.display["action"] != "BUGANG":
        seat, action = table.output.display["player"], table.output.display["action"]
        tile = table.output.display["tile"]
        if action == "DRAW":
            throws = "W5" if Tile.M5 in table.hand.hand_of(Seat.N).standing and seat == 3 else tile
            own = "BUGANG W5" if (seat, tile) == (0, "W5") else f"PLAY {throws}"
            table.answer(saying(**{"eswn"[seat]: own}))
        else:
            table.answer(saying(e="PENG J3") if (seat, tile) == (3, "W5") else PASSES)
    return table


def konged() -> JudgeTable:
    """W has made a concealed kong."""
    table = JudgeTable(own_hand(["", "", "CCCC", ""], ["9m", "9m", "9m", "9m"], rules="botzone"))
    played(table, saying(e="PLAY W9"), PASSES, saying(s="PLAY W9"), PASSES, saying(w="GANG J1"))
    assert table.output.display["action"] == "GANG"
    return table


def drawn() -> JudgeTable:
    """W has drawn the tile of its win."""
    table = JudgeTable(
        own_hand(["", "", "1112345678999s", ""], ["9m", "9m", "5s", ""], rules="botzone")
    )
    played(table, saying(e="PLAY W9"), PASSES, saying(s="PLAY W9"), PASSES)
    return table


def flowered() -> JudgeTable:
    """E has drawn a flower."""
    table = JudgeTable(own_hand([""] * 4, [[34], "", "", ""], flowers=True, rules="botzone"))
    played(table)
    assert table.output.display["action"] == "BUHUA"
    return table


TLE = Reply("", "TLE")
# Where, what they say, who fails or acts, and how.
ORDER = [
    # By seat number where nobody but the drawer may do anything.
    (drawn, {"w": "HU", "n": TLE}, 2, "HU"),
    (drawn, {"w": "HU", "s": TLE}, 1, "TLE"),
    (drawn, {"w": "HU", "e": "FOO", "s": TLE}, 0, "WA"),
    (drawn, {"w": TLE, "n": "FOO"}, 2, "TLE"),
    (flowered, {"n": "FOO", "s": TLE}, 1, "TLE"),
    # After a kong counter-clockwise from its player.
    (konged, {"e": "FOO", "n": TLE}, 3, "TLE"),
    (konged, {"w": "HU", "n": TLE}, 2, "WA"),
    (robbed, {"s": "HU", "w": TLE, "n": "FOO"}, 1, "HU"),
    (robbed, {"s": "FOO", "w": "HU"}, 1, "WA"),
    (robbed, {"e": "FOO", "w": "HU"}, 0, "WA"),
    (robbed, {"w": "HU", "n": TLE}, 2, "HU"),
    (robbed, {"n": "HU", "w": "HU"}, 2, "HU"),
    (robbed, {"n": "HU"}, 3, "WH"),
    (robbed, {"s": "HU "}, 1, "WA"),
    # After a discard the discarder first, then wins and programs that failed, counter-clockwise.
    (discarded, {"e": TLE, "w": "HU"}, 0, "TLE"),
    (discarded, {"e": "HU", "s": TLE}, 0, "WA"),
    (discarded, {"s": TLE, "w": "HU"}, 1, "TLE"),
    (discarded, {"w": "HU", "n": TLE}, 2, "HU"),
    (discarded, {"s": "HU", "w": "HU"}, 1, "WH"),
    (discarded, {"s": "FOO", "w": "HU"}, 2, "HU"),
    # Then pungs and kongs by seat number: garbage before one counts, garbage behind it does not.
    (discarded, {"s": "FOO", "n": "PENG F3"}, 1, "WA"),
    (discarded, {"s": "", "n": "PENG F3"}, 1, "WA"),
    (discarded, {"s": "CHI T6 B2", "n": "PENG F3"}, 3, "PENG"),
    (discarded, {"s": "CHI T6", "n": "PENG F3"}, 1, "WA"),
    (discarded, {"s": "PENG B2", "n": "PENG F3"}, 1, "WA"),
    (discarded, {"s": "CHI T6 B2", "w": "GANG", "n": "PENG F3"}, 2, "WA"),
    (discarded, {"n": "PENG B2"}, 3, "WA"),  # of 258p it has none
    (discarded, {"n": "PENG F3 "}, 3, "WA"),
    # Then chows.
    (discarded, {"s": "CHI T6 B2"}, 1, "CHI"),
    (discarded, {"s": "CHI T6 B2", "w": "FOO"}, 2, "WA"),
    (discarded, {"s": "CHI T6 B2", "w": ""}, 2, "WA"),
    (discarded, {"s": "CHI T6 B2", "n": "PENG  F3"}, 1, "CHI"),
    (discarded, {"w": "CHI T6 B2", "n": "PENG  F3"}, 2, "WA"),
    (discarded, {"s": "CHI T6 B2 "}, 1, "WA"),
    (discarded, {"s": "CHI T5 B2"}, 1, "WA"),
]


@pytest.mark.parametrize(
    ("make", "said", "seat", "action"),
    ORDER,
    ids=[f"{row[0].__name__}-{row[1]}".replace(" ", "_") for row in ORDER],
)
def test_the_order(
    make: Callable[[], JudgeTable], said: dict[str, str | Reply], seat: int, action: str
) -> None:
    table = make()
    a, b, c, d = (
        text if isinstance(text := said.get(of, "PASS"), Reply) else Reply(text) for of in "eswn"
    )
    table.answer((a, b, c, d))
    assert (table.output.display["player"], table.output.display["action"]) == (seat, action)
    is_failure = action not in ("HU", "PENG", "CHI")
    assert table.failure == ((Seat(seat), action) if is_failure else None)
    assert not is_failure or table.output.content == tuple(
        -30 if other == seat else 10 for other in range(4)
    )


def test_a_failed_program_claims_nothing() -> None:
    """Its words are not noted among the claims that lost."""
    table = discarded()
    table.answer((Reply("PASS"), Reply("CHI T6 B2"), Reply("HU"), Reply("PENG F3", "TLE")))
    assert [seat for seat, _ in table.hand.events[-1].ignored] == [1]


# ---------------------------------------------------------------------------------------- own walls


@pytest.mark.parametrize("name", ["last-discard-pung", "kong-own-wall-empty"])
def test_the_published_judges_logs_agree(name: str) -> None:
    log = parse_judge_log((OWN / f"{name}.json").read_text(encoding="utf-8"))
    assert replay_judge_log(log).differences == ()


def test_a_kong_with_nothing_left_to_draw() -> None:
    """After the kong nobody draws: HUANG and zeros, in the judge's log, the text format and our own
    lines.
    """
    (game,) = [
        game for game in parse_games(OWN_TEXT.read_text(encoding="utf-8")) if game.id == "seed-5179"
    ]
    assert game.moves[-1].kind is MoveKind.MELDED_KONG
    replay = replay_text_game(game)
    assert replay.agrees
    assert replay.hand is not None
    log = judge_log_of(replay.hand)
    assert [turn.output.display["action"] for turn in log.turns[-3:]] == ["PLAY", "GANG", "HUANG"]
    assert log.turns[-1].output.content == (0, 0, 0, 0)
    assert replay_judge_log(log).agrees
    assert replay_hand_record(record_hand(replay.hand)).agrees


RULE = "the last discard can only be won: Player "


def test_our_records_of_the_old_rule_are_told_so() -> None:
    """The engine once let the last discard be chowed and punged."""
    with (OWN / "last-discard-claimed.jsonl").open("rb") as file:
        replays = list(replay_games(file, RecordFormat.JSONL))
    told = [
        (found.kind, found.recorded, found.expected)
        for replay in replays
        for found in replay.differences
    ]
    expected = f"{RULE}1, who would draw next, has no tile left"
    assert told == [
        (DifferenceKind.MOVE, "Player 1 Chi B2", expected),
        (DifferenceKind.MOVE, "Player 3 Peng B1", expected),
    ]


def test_a_claim_that_lost_of_the_last_discard_is_told_so() -> None:
    hand = own_hand(["1112345678999s", "", "55s", ""], last=["", "", "", "5s"])
    while hand.wall_left(Seat.N):
        drawn = hand.observe(Seat(hand.turn or 0)).drawn
        hand.apply(PASS if drawn is None else DISCARD + drawn)
    hand.apply(DISCARD + Tile.S5)
    hand.apply(WIN)
    line = format_hand_record(record_hand(hand))
    assert replay_hand_record(parse_hand_record(line)).agrees
    old = parse_hand_record(line.replace("E win 5s N", "E win 5s N / W pung 5s"))
    told = [
        (found.kind, found.recorded, found.expected)
        for found in replay_hand_record(old).differences
    ]
    assert told == [
        (
            DifferenceKind.CLAIM,
            "Ignore Player 2 Peng T5",
            f"{RULE}0, who would draw next, has no tile left",
        ),
        (DifferenceKind.EVENTS, f"event {len(hand.events)}: E win 5s N / W pung 5s", "E win 5s N"),
    ]
