"""A hand with bots at the table: Botzone's judge asks, the programs answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_core.messages import shown

from ..competition.settlement import Changes
from ..errors import BotError
from ..table import ActionKind, HandResult, Phase, Player, TableHand, decode_action
from ..tiles import Seat
from ..values import checked_items
from .bot import Bot, ask_bots
from .judge import JudgeTable
from .judge_log import JudgeLog, JudgeTurn, Reply
from .replies import BotReply, Verdict
from .tiles import BOTZONE_CODES

__all__ = ["BotFailure", "JudgedHand", "judge_hand"]


@dataclass(frozen=True, slots=True)
class BotFailure:
    """The player whose fault ended a hand: the verdict, the ``problem`` in words, and the
    ``request`` that it had got.
    """

    seat: Seat
    verdict: Verdict
    problem: str
    request: str

    def __str__(self) -> str:
        return f"{self.verdict}: {self.problem} (asked {shown(self.request)})"


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand that bots have played: to its end, or to somebody's ``failure``, which ends it.

    ``changes`` are the payments of E S W N. ``hand`` is over, or where it was when somebody failed.
    ``log`` holds all questions and answers, as the judge logs them.
    """

    hand: TableHand
    changes: Changes
    failure: BotFailure | None
    log: JudgeLog

    @property
    def result(self) -> HandResult | None:
        """How the hand ended; None after a failure."""
        return None if self.failure else self.hand.result


def judge_hand(hand: TableHand, players: Sequence[Bot | Player]) -> JudgedHand:
    """Play a hand that has just been dealt with the bots (and players) of E S W N.

    All four are told each turn, and all bots answer side by side. A player that fails (late,
    crashed, a reply that is not allowed, 错和) pays 10 to each of the others, and the hand is over.
    ``docs/bots.md`` says whom the judge blames or pays if several fail or win. Whatever a bot does,
    no error is raised, and each bot is ended with the hand. Raises ``BotError`` if there are not
    four players, and ``TableError`` if the hand has begun.
    """
    players = list(checked_items("players", players, BotError))
    if len(players) != 4:
        raise BotError(f"{len(players)} players: expected four, in the order E S W N")
    for player in players:
        if not isinstance(player, Bot | Player):
            raise BotError(
                f"{shown(player)} is no player: expected a Bot, or an object with act(observation)"
            )
    table = JudgeTable(hand)
    bots = [player for player in players if isinstance(player, Bot)]
    try:
        for bot in bots:
            bot.new_hand()
        return _judge(table, players)
    finally:
        for bot in bots:
            bot.close()


def _judge(table: JudgeTable, players: Sequence[Bot | Player]) -> JudgedHand:
    turns: list[JudgeTurn] = []
    failure: BotFailure | None = None
    while not table.is_over:
        output, answers = table.output, _ask(table, players)
        a, b, c, d = map(_heard, answers)
        turns.append(JudgeTurn(output, (a, b, c, d), 2 * len(turns) + 1))
        table.answer((a, b, c, d))
        if table.failure is not None:
            seat, code = table.failure
            failure = _failure(seat, Verdict(code), answers[seat], str(output.content[seat]))
    turns.append(JudgeTurn(table.output, None, 2 * len(turns) + 1))
    return JudgedHand(table.hand, table.changes or (0, 0, 0, 0), failure, JudgeLog(tuple(turns)))


def _heard(answer: BotReply) -> Reply:
    """What the judge gets. A silent bot has no failure of its own kind: the judge finds an empty
    reply.
    """
    return Reply(
        answer.response, str(Verdict.OK if answer.verdict is Verdict.ILLEGAL else answer.verdict)
    )


def _failure(seat: Seat, verdict: Verdict, answer: BotReply, request: str) -> BotFailure:
    problem = (
        answer.problem
        or f"the reply {shown(answer.response)} is not allowed{_blanks_hint(answer.response)}"
    )
    return BotFailure(seat, verdict, problem, request)


def _blanks_hint(response: str) -> str:
    """The reply without its superfluous blank, to put after a message."""
    words = " ".join(response.split())
    return (
        ""
        if words == response
        else f": between words one blank, none before or behind: {shown(words)}"
    )


def _ask(table: JudgeTable, players: Sequence[Bot | Player]) -> list[BotReply]:
    """The replies of E S W N. A player that is no program is asked only what the table asks it."""
    asked = [
        (player, str(told))
        for player, told in zip(players, table.output.content)
        if isinstance(player, Bot)
    ]
    replies, waiting = iter(ask_bots(asked)), _waiting(table)
    return [
        next(replies)
        if isinstance(player, Bot)
        else BotReply(Verdict.OK, _reply_of(player, waiting.get(seat), seat))
        for seat, player in zip(Seat, players)
    ]


_PHASE_ASKED: Final = {
    "DRAW": Phase.PLAY,
    "PLAY": Phase.CLAIM,
    "PENG": Phase.CLAIM,
    "CHI": Phase.CLAIM,
    "BUGANG": Phase.ROB,
}
_WORDS: Final = {
    ActionKind.PASS: "PASS",
    ActionKind.WIN: "HU",
    ActionKind.DISCARD: "PLAY",
    ActionKind.CHOW: "CHI",
    ActionKind.PUNG: "PENG",
    ActionKind.MELDED_KONG: "GANG",
    ActionKind.CONCEALED_KONG: "GANG",
    ActionKind.ADDED_KONG: "BUGANG",
}
_PASS: Final = int(ActionKind.PASS)


def _waiting(table: JudgeTable) -> Mapping[Seat, TableHand]:
    """Whom the table itself asks in this turn, each with a copy of the hand in which
    those before it have passed.

    If nobody may do anything, the hand is ahead of what the players were told.
    """
    found: dict[Seat, TableHand] = {}
    ahead, phase = table.hand.copy(), _PHASE_ASKED.get(str(table.output.display["action"]))
    while ahead.turn is not None and ahead.phase is phase and ahead.turn not in found:
        found[ahead.turn] = ahead.copy()
        if phase is not Phase.PLAY:
            ahead.apply(_PASS)
    return found


def _reply_of(player: Player, hand: TableHand | None, seat: Seat) -> str:
    """The reply of a player that is no program.

    Raises ``IllegalActionError`` if its action is not legal.
    """
    if hand is None:
        return "PASS"
    number = player.act(hand.observe(seat))
    action, words = decode_action(number), [_WORDS[decode_action(number).kind]]
    phase = hand.phase
    hand.apply(number)
    if action.tile is not None and action.kind not in (ActionKind.PUNG, ActionKind.MELDED_KONG):
        words.append(BOTZONE_CODES[action.tile])
    if action.kind in (ActionKind.CHOW, ActionKind.PUNG):
        while hand.phase is phase:
            hand.apply(_PASS)  # as if nobody went before it
        discard = decode_action(player.act(hand.observe(seat)))
        words.append(BOTZONE_CODES[discard.tile or 0])
    return " ".join(words)
