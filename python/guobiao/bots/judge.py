"""The judge: a hand with bots at its seats, asked turn by turn as Botzone's judge asks, failures and all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import BotError
from ..formats.botzone_judge import JudgeLog, JudgeOutput, JudgeTurn, Reply
from ..formats.botzone_requests import JudgeRequest, opening_requests, requests_of
from ..formats.botzone_tiles import BOTZONE_CODES
from ..penalties import PenaltyProfile, penalise
from ..settlement import Changes
from ..table import ActionKind, HandResult, Phase, Player, TableHand, decode_action
from ..tiles import Seat
from .bot import Bot, ask_bots
from .displays import Displays
from .replies import BotReply, Verdict
from .rulings import PASS, Answer, BotFailure, accepted, rule

__all__ = ["JudgedHand", "judge_hand"]

_OFFENCES: Final = {Verdict.TIME: "late", Verdict.FALSE_WIN: "false_win"}


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """A hand that bots have played: to its end, or to somebody's ``failure``, which ends it.

    ``changes`` are the payments of E S W N. ``result`` is the table's, None after a failure; ``hand`` is then where it stopped. ``log`` is
    all that was asked and answered, as the judge logs it.
    """

    hand: TableHand
    changes: Changes
    failure: BotFailure | None
    log: JudgeLog

    @property
    def result(self) -> HandResult | None:
        """How the hand ended; None after a failure."""
        return None if self.failure else self.hand.result


def judge_hand(
    hand: TableHand, players: Sequence[Bot | Player], *, penalties: str | PenaltyProfile = "botzone"
) -> JudgedHand:
    """Play a hand that has just been dealt with the bots (and players) of E S W N. Each bot is ended with it.

    All four are told each turn, and all bots answer side by side. Whoever fails (late, crashed, no legal reply, 错和: the first of E S W N)
    pays what the penalty profile says for ``late``, ``illegal_reply`` or ``false_win``, and the hand is over. ``BotError`` for a hand that has
    begun, or other than four players; what a bot does raises nothing.
    """
    if len(players) != 4 or hand.actions:
        raise BotError(
            f"{len(players)} players, {len(hand.actions)} actions: expected four and a hand that nobody has begun"
        )
    bots = [player for player in players if isinstance(player, Bot)]
    try:
        for bot in bots:
            bot.new_hand()
        return _Judge(hand, players).play(penalties)
    finally:
        for bot in bots:
            bot.close()


class _Judge:
    def __init__(self, hand: TableHand, players: Sequence[Bot | Player]) -> None:
        self._hand, self._players = hand, players
        self._turns: list[JudgeTurn] = []
        self._displays = Displays(hand)

    def play(self, penalties: str | PenaltyProfile) -> JudgedHand:
        failure = self._play()
        if failure is None:
            result = self._hand.result
            changes = (0, 0, 0, 0) if result is None else result.changes
        else:
            offence = _OFFENCES.get(failure.verdict, "illegal_reply")
            changes = penalise(failure.seat, offence, rules=penalties).changes
        end = JudgeOutput("finish", changes, self._displays.of_end(changes, failure))
        self._turns.append(JudgeTurn(end, None, 2 * len(self._turns) + 1))
        return JudgedHand(self._hand, changes, failure, JudgeLog(tuple(self._turns)))

    def _play(self) -> BotFailure | None:
        """Turn by turn, until there is nothing more to tell or somebody fails."""
        events = self._hand.events
        requests = list(opening_requests(events, self._hand.prevalent_wind))
        while requests:
            for request in requests:
                # Only what is told last still waits for somebody: the table goes on by itself where nobody may do anything.
                options = _options(self._hand) if request is requests[-1] else {}
                answers = rule(request, self._ask(request, options), options)
                if isinstance(answers, BotFailure):
                    return answers
                self._act(answers, options)
            told, events = len(events), self._hand.events
            requests = list(requests_of(events[told:], events[told - 1]))
        return None

    def _ask(self, request: JudgeRequest, options: Mapping[Seat, TableHand]) -> list[BotReply]:
        """The replies of all four; a player that is no program is asked only what the table asks him."""
        seated = list(zip(Seat, self._players))
        bots = [(seat, player) for seat, player in seated if isinstance(player, Bot)]
        replies = dict(zip((seat for seat, _ in bots), ask_bots([(bot, request.texts[seat]) for seat, bot in bots])))
        for seat, player in seated:
            if not isinstance(player, Bot):
                said = _reply_of(player, options[seat], seat) if seat in options else "PASS"
                replies[seat] = BotReply(Verdict.OK, said)
        a, b, c, d = (Reply(replies[seat].response, str(replies[seat].verdict)) for seat in Seat)
        output = JudgeOutput("request", request.texts, self._displays.of_request(request))
        self._turns.append(JudgeTurn(output, (a, b, c, d), 2 * len(self._turns) + 1))
        return [replies[seat] for seat in Seat]

    def _act(self, answers: Mapping[Seat, Answer], options: Mapping[Seat, TableHand]) -> None:
        """Tell the table what everybody whom it asks wants; the chow or pung that it accepts is followed by its discard."""
        for seat in options:
            self._hand.apply(answers[seat].action if seat in answers else PASS)
        turn = self._hand.turn
        answer = None if turn is None or self._hand.phase is not Phase.PLAY else answers.get(turn)
        if answer is not None and answer.discard is not None:
            self._hand.apply(answer.discard)


def _options(hand: TableHand) -> dict[Seat, TableHand]:
    """Whom the table asks now, each with a copy that waits for him: those who are asked before him have passed."""
    found: dict[Seat, TableHand] = {}
    ahead, phase = hand.copy(), hand.phase
    while ahead.turn is not None and ahead.phase is phase and ahead.turn not in found:
        found[ahead.turn] = ahead.copy()
        if phase is Phase.PLAY:
            break
        ahead.apply(PASS)
    return found


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


def _reply_of(player: Player, hand: TableHand, seat: Seat) -> str:
    """The reply of a player that is no program. ``IllegalActionError`` for an action that is not legal."""
    number = player.act(hand.observe(seat))
    after, action = accepted(hand, number), decode_action(number)
    words = [_WORDS[action.kind]]
    if action.tile is not None and action.kind not in (ActionKind.PUNG, ActionKind.MELDED_KONG):
        words.append(BOTZONE_CODES[action.tile])
    if action.kind in (ActionKind.CHOW, ActionKind.PUNG):
        discard = decode_action(player.act(after.observe(seat)))
        words.append(BOTZONE_CODES[discard.tile or 0])
    return " ".join(words)
