"""Bots at the table: whole hands by every way of talking, and failures that cost the bot its own
hand only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot_programs import IMPATIENT, PATIENT, READ_ALL, python_bot
from guobiao.botzone import (
    KEEP_RUNNING,
    Bot,
    BotLimits,
    BotProtocol,
    BotReply,
    BotSpec,
    JudgedHand,
    Verdict,
    judge_hand,
)
from guobiao.botzone.judge_log import parse_judge_log
from guobiao.botzone.replies import read_plain_output
from guobiao.errors import BotError, TableError
from guobiao.players import ShantenPlayer
from guobiao.records.json_lines import record_hand
from guobiao.records.replay_judge_logs import replay_judge_log
from guobiao.series import Contestant, Series, play_series
from guobiao.table import TableHand, WallRule, play_hand
from guobiao.tiles import Seat
from record_files import OWN_JUDGE, real_record
from table_walls import own_hand

# Keeps its tiles, discards the last of them by name, claims nothing.
PLAYS = """
def answer(lines):
    hand = []
    for line in lines:
        words = line.split()
        hand += words[5:18] if words[0] == "1" else words[1:] if words[0] == "2" else []
        reply = f"PLAY {max(hand)}" if words[0] == "2" else "PASS"
        if words[0] == "2": hand.remove(max(hand))
    return reply
"""
ONE_SHOT = PLAYS + READ_ALL + "print(answer(lines[::2]))"
ONE_SHOT_JSON = (
    PLAYS
    + """
import json
print(json.dumps({"response": answer(json.loads(input())["requests"])}))
"""
)
KEEPS_RUNNING = (
    PLAYS
    + READ_ALL
    + f"""
lines = lines[::2]
while True:
    print(answer(lines))
    print("{KEEP_RUNNING}", flush=True)
    lines.append(input())
"""
)


def botzone_hand(seed: int) -> TableHand:
    return TableHand(seed=seed, rules="botzone", wall="own", flowers=False)


class ScriptedBot(Bot):
    """Answers from a list, then passes; no program runs."""

    def __init__(self, *replies: str) -> None:
        super().__init__(BotSpec("none"))
        self.heard: list[str] = []
        self._replies = list(replies)

    def _begin(self, request: str) -> BotReply:
        self.heard.append(request)
        return read_plain_output(self._replies.pop(0) if self._replies else "PASS")


def check_log(judged: JudgedHand) -> None:
    """Its log, judged again, is the same."""
    assert replay_judge_log(judged.log).differences == ()


@pytest.mark.parametrize("seed", range(3))
def test_four_bots_that_keep_running_play_a_hand(seed: int) -> None:
    bots = [Bot(python_bot(KEEPS_RUNNING)) for _ in range(4)]
    judged = judge_hand(botzone_hand(seed), bots)
    assert judged.failure is None
    assert judged.result is not None
    assert judged.result.ending.name == "DRAW"
    assert judged.changes == (0, 0, 0, 0)
    check_log(judged)


@pytest.mark.parametrize(
    ("program", "protocol"), [(ONE_SHOT, BotProtocol.PLAIN), (ONE_SHOT_JSON, BotProtocol.JSON)]
)
def test_a_bot_that_is_started_each_turn_plays_the_same(
    program: str, protocol: BotProtocol
) -> None:
    others = [ShantenPlayer()] * 3
    hands = []
    for spec in (python_bot(program, protocol=protocol), python_bot(KEEPS_RUNNING)):
        judged = judge_hand(botzone_hand(929), [*others, Bot(spec)])  # a short one
        assert judged.failure is None
        hands.append(judged.hand)
    assert hands[0] == hands[1]


@pytest.mark.parametrize(
    ("wall", "flowers"), [("own", False), ("own", True), ("common", False), ("common", True)]
)
def test_players_at_the_judges_table_play_as_at_their_own(wall: str, flowers: bool) -> None:
    players = [ShantenPlayer()] * 4
    for seed in range(8):
        hands = [TableHand(seed=seed, wall=wall, flowers=flowers) for _ in range(2)]
        judged, result = judge_hand(hands[0], players), play_hand(hands[1], players)
        assert hands[0] == hands[1]
        assert (judged.changes, judged.failure) == (result.changes, None)


def test_everybody_is_told_everything_but_what_is_hidden() -> None:
    bots = [ScriptedBot("PASS", "PASS", "PLAY W1"), *(ScriptedBot() for _ in range(3))]
    judged = judge_hand(botzone_hand(1), bots)
    drawn = bots[0].heard[2].split()[1]
    assert [bot.heard[0] for bot in bots] == [f"0 {seat} 0" for seat in range(4)]
    assert [bot.heard[2] for bot in bots] == [f"2 {drawn}", "3 0 DRAW", "3 0 DRAW", "3 0 DRAW"]
    assert all(len(bot.heard[1].split()) == 18 for bot in bots)
    assert [turn.replies[0].response for turn in judged.log.turns if turn.replies][:3] == [
        "PASS",
        "PASS",
        "PLAY W1",
    ]


def check_scripted(path: Path) -> None:
    """Programs that answer as in a judge's log are asked, and paid, as in that log."""
    log = parse_judge_log(path.read_text(encoding="utf-8"))
    played = replay_judge_log(log).hand
    assert played is not None
    bots = [
        ScriptedBot(*(turn.replies[seat].response for turn in log.turns if turn.replies))
        for seat in range(4)
    ]
    judged = judge_hand(record_hand(played).start(), bots)
    told = [(turn.output.command, turn.output.content, turn.replies) for turn in log.turns]
    assert [
        (turn.output.command, turn.output.content, turn.replies) for turn in judged.log.turns
    ] == told
    assert [bot.heard for bot in bots] == [
        [turn.output.content[seat] for turn in log.turns[:-1]] for seat in range(4)
    ]
    assert judged.changes == log.turns[-1].output.content


@pytest.mark.parametrize("path", OWN_JUDGE, ids=lambda path: path.stem)
def test_the_requests_of_a_judges_log(path: Path) -> None:
    check_scripted(path)


@pytest.mark.parametrize(
    "name", ["botzone-judge-1.json", "botzone-judge-2.json", "botzone-judge-3.json"]
)
def test_the_requests_of_a_real_log(name: str) -> None:
    check_scripted(real_record(name))


# ----------------------------------------------------------------------------------------- failures

# What a bot does when it is East, at its first draw; at the other seats it plays on.
DOES_WRONG = {
    "hangs": ("time.sleep(100)", Verdict.TIME),
    "ignores signals": (
        "[signal.signal(s, signal.SIG_IGN) for s in (1, 2, 15)]; time.sleep(100)",
        Verdict.TIME,
    ),
    "closes its output": ("sys.stdout.flush(); os.close(1); time.sleep(100)", Verdict.TIME),
    "does not say that it stays": ("print('PASS', flush=True); time.sleep(100)", Verdict.TIME),
    "crashes": ("raise ValueError('boom')", Verdict.CRASH),
    "aborts": ("os.abort()", Verdict.CRASH),
    "ends without a word": ("sys.exit(0)", Verdict.CRASH),  # it had asked to be kept running
    "floods": ("while True: print('PASS')", Verdict.OUTPUT),
    "prints a huge line": ("print('x' * 10 ** 8)", Verdict.OUTPUT),
    "prints garbage": (r"os.write(1, bytes(range(256))); sys.exit()", Verdict.ILLEGAL),
    "plays a tile that it lacks": ("say('PLAY H1')", Verdict.ILLEGAL),
    "says nothing": ("say('')", Verdict.ILLEGAL),
    "claims what it may not": ("say('PENG W1')", Verdict.ILLEGAL),
    "wins and may not": ("say('HU')", Verdict.FALSE_WIN),
}
SAYS = (
    f"import os, signal, sys, time\ndef say(text): print(text); print('{KEEP_RUNNING}', "
    "flush=True)\n"
)


def wrong_as_east(wrong: str) -> str:
    """The bot that keeps running, but for one turn."""
    return SAYS + KEEPS_RUNNING.replace(
        "    print(answer(lines))\n",
        f"""    if len(lines) == 3 and lines[0].split()[1] == "0":
        {wrong}
        lines.append(input())
    print(answer(lines))
""",
    )


@pytest.mark.parametrize("name", DOES_WRONG)
def test_a_failure_costs_a_bot_its_own_hand_only(name: str) -> None:
    wrong, verdict = DOES_WRONG[name]
    limits = BotLimits(seconds=0.8, first_factor=10.0) if verdict is Verdict.TIME else PATIENT
    bot = Contestant("bot", python_bot(wrong_as_east(wrong), limits=limits))
    series = Series(
        (bot, *(Contestant(other, "greedy") for other in "ABC")),
        hands=4,
        seed=5,
        wall=WallRule.OWN,
        flowers=False,
    )
    failed, *others = play_series(series)
    assert failed.changes == (-30, 10, 10, 10)
    assert failed.result is None
    assert failed.failure is not None
    assert (failed.failure.seat, failed.failure.verdict) == (0, verdict)
    assert [played.failure for played in others] == [None] * 3
    assert all(played.hand.is_over for played in others)


def test_wrong_json_fails_too() -> None:
    program = ONE_SHOT_JSON.replace('"response"', '"reply"')
    judged = judge_hand(
        botzone_hand(0),
        [ShantenPlayer()] * 3 + [Bot(python_bot(program, protocol=BotProtocol.JSON))],
    )
    assert judged.failure is not None
    assert judged.failure.verdict is Verdict.NOT_JSON
    assert judged.changes == (10, 10, 10, -30)
    check_log(judged)


def test_of_several_failures_the_first_seat_pays() -> None:
    crashes, hangs = (
        python_bot("1 / 0"),
        python_bot("import time; time.sleep(100)", limits=IMPATIENT),
    )
    judged = judge_hand(botzone_hand(0), [ShantenPlayer(), Bot(hangs), Bot(crashes), Bot(crashes)])
    assert judged.changes == (10, -30, 10, 10)
    assert str(judged.failure) == "TLE: no reply in time (asked '0 1 0')"


@pytest.mark.parametrize(
    ("south", "west", "ending"),
    [
        ("", "HU", None),  # an empty reply is garbage, and a win goes before garbage
        ("nonsense", "HU", None),
        ("", "PASS", "WA: it printed nothing (asked '3 0 PLAY T6')"),
        (
            "PASS",
            "HU ",
            "WA: the reply 'HU ' is not allowed: between words one blank, none before or behind: "
            "'HU' (asked",
        ),
        (
            "PASS",
            "PENG  T6",
            "WA: the reply 'PENG  T6' is not allowed: between words one blank, none before or "
            "behind: 'PENG T6'",
        ),
    ],
)
def test_a_win_beside_what_is_wrong(south: str, west: str, ending: str | None) -> None:
    """E discards 6s, with which W can win."""
    hand = own_hand(
        ["6s369m369pESWNCF", "", "1112345678999s", ""], ["P", "", "", ""], rules="botzone"
    )
    answers = (["PLAY T6"], ["PASS", south], ["PASS", west], [])
    judged = judge_hand(hand, [ScriptedBot("PASS", "PASS", *said) for said in answers])
    assert str(judged.failure).startswith(ending or "None")
    assert (judged.result is not None and judged.result.winner is Seat.W) is (ending is None)
    check_log(judged)


def test_a_failure_says_what_was_asked_and_answered() -> None:
    judged = judge_hand(
        botzone_hand(0),
        [ScriptedBot("PASS", "PASS", "PLAY F9")] + [ScriptedBot() for _ in range(3)],
    )
    assert str(judged.failure).startswith("WA: the reply 'PLAY F9' is not allowed (asked '2 ")
    assert not judged.hand.is_over
    check_log(judged)


def test_bots_are_ended_with_the_hand_and_when_something_else_goes_wrong() -> None:
    class Broken:
        def act(self, observation: object) -> int:
            raise RuntimeError("a player of Python may raise")

    bot = Bot(python_bot(KEEPS_RUNNING))
    judge_hand(botzone_hand(0), [ShantenPlayer()] * 3 + [bot])
    assert bot._process is None
    with pytest.raises(RuntimeError):
        judge_hand(botzone_hand(0), [Broken()] * 3 + [bot])
    assert bot._process is None


def test_what_is_no_hand_for_the_judge() -> None:
    with pytest.raises(BotError, match="3 players: expected four"):
        judge_hand(botzone_hand(0), [ShantenPlayer()] * 3)
    begun = botzone_hand(0)
    begun.apply(begun.legal_actions()[0])
    with pytest.raises(TableError):
        judge_hand(begun, [ShantenPlayer()] * 4)
