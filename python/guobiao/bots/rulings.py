"""What the four replies to a request come to: answers to the table, or the fault that ends the hand.

In the order of Botzone's judge: it stops at the first win, and of the claims it looks at none after the one that it accepts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import TableError
from ..formats.botzone_requests import Asked, JudgeRequest
from ..formats.botzone_tiles import SLOT_OF_BOTZONE_CODE
from ..table import ActionKind, Phase, TableHand, encode_action
from ..tiles import Seat
from .replies import BotReply, Verdict

__all__ = ["PASS", "Answer", "BotFailure", "accepted", "rule"]

PASS: Final = int(ActionKind.PASS)
_WIN: Final = int(ActionKind.WIN)
_OWN_KINDS: Final = {
    "PLAY": ActionKind.DISCARD,
    "GANG": ActionKind.CONCEALED_KONG,
    "BUGANG": ActionKind.ADDED_KONG,
}


@dataclass(frozen=True, slots=True)
class BotFailure:
    """Who ended a hand by what he did: the verdict, the ``problem`` in words, and the ``request`` that he had got."""

    seat: Seat
    verdict: Verdict
    problem: str
    request: str

    def __str__(self) -> str:
        return f"{self.verdict}: {self.problem} (asked {self.request!r:.80})"


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as actions of the table; ``discard``: the second one, after a chow or pung."""

    action: int
    discard: int | None = None


class _Fault(Exception):  # noqa: N818  (it never leaves this module)
    def __init__(self, seat: Seat, verdict: Verdict, problem: str) -> None:
        self.seat, self.verdict, self.problem = seat, verdict, problem


def rule(
    request: JudgeRequest, replies: Sequence[BotReply], options: Mapping[Seat, TableHand]
) -> dict[Seat, Answer] | BotFailure:
    """The answers of the seats that want something else than to pass; or the first fault.

    ``options``: whom the table asks, each with a copy of the hand that waits for him (those before him have passed).
    """
    try:
        return _Ruling(request, replies, options).answers()
    except _Fault as fault:
        return BotFailure(fault.seat, fault.verdict, fault.problem, request.texts[fault.seat])


class _Ruling:
    def __init__(self, request: JudgeRequest, replies: Sequence[BotReply], options: Mapping[Seat, TableHand]) -> None:
        self._request, self._replies, self._options = request, replies, options

    def answers(self) -> dict[Seat, Answer]:
        if self._request.asked is Asked.CLAIM:
            return self._win(claims=True) or self._claims()
        if self._request.asked is Asked.ROB:
            return self._win(claims=False)
        answers: dict[Seat, Answer] = {}
        for seat in Seat:
            if self._request.asked is Asked.OWN_TURN and seat is self._request.seat:
                answers[seat] = self._own_turn(seat)
                if answers[seat].action == _WIN:
                    break
            else:
                self._check_pass(seat)
        return answers

    def _words(self, seat: Seat) -> list[str]:
        """The words of a reply; a fault if there is none."""
        reply = self._replies[seat]
        if reply.verdict is not Verdict.OK:
            raise _Fault(seat, reply.verdict, reply.problem)
        return reply.response.split()

    def _illegal(self, seat: Seat) -> _Fault:
        return _Fault(seat, Verdict.ILLEGAL, f"the reply {self._replies[seat].response!r:.80} is not allowed")

    def _check_pass(self, seat: Seat) -> None:
        if self._words(seat) != ["PASS"]:
            raise self._illegal(seat)

    def _check_win(self, seat: Seat) -> Answer:
        """错和 is a fault of its own."""
        if seat not in self._options or _WIN not in self._options[seat].legal_actions():
            raise _Fault(seat, Verdict.FALSE_WIN, "it may not win (HU)")
        return Answer(_WIN)

    def _own_turn(self, seat: Seat) -> Answer:
        words = self._words(seat)
        if words == ["HU"]:
            return self._check_win(seat)
        if len(words) == 2 and words[0] in _OWN_KINDS:
            action = _number(_OWN_KINDS[words[0]], words[1])
            if action in self._options[seat].legal_actions():
                return Answer(action)
        raise self._illegal(seat)

    def _win(self, *, claims: bool) -> dict[Seat, Answer]:
        """The first win, counter-clockwise from who discarded or adds to a pung. ``claims``: another reply than PASS may still be one."""
        begun_by = self._request.seat or Seat.E
        self._check_pass(begun_by)
        for seat in (Seat((begun_by + step) % 4) for step in (1, 2, 3)):
            words = self._words(seat)
            if words == ["HU"]:
                # The claims that lose against it stay in the log.
                return {**self._legal_claims(), seat: self._check_win(seat)}
            if not claims and words != ["PASS"]:
                raise self._illegal(seat)
        return {}

    def _claims(self) -> dict[Seat, Answer]:
        """The first pung or kong by seat E S W N, else the first chow; what comes after it may be anything."""
        others = [seat for seat in Seat if seat is not self._request.seat]
        for is_chow in (False, True):
            for seat in others:
                words = self._words(seat)
                if words != ["PASS"] and (len(words) == 3) is is_chow:
                    if (claim := self._claim(seat)) is None:
                        raise self._illegal(seat)
                    return {**self._legal_claims(), seat: claim}
        return {}

    def _legal_claims(self) -> dict[Seat, Answer]:
        claims = {seat: self._claim(seat) for seat in self._options}
        return {seat: claim for seat, claim in claims.items() if claim is not None}

    def _claim(self, seat: Seat) -> Answer | None:
        """The reply as a claim with its discard, if it is a legal one."""
        words, tile = self._replies[seat].response.split(), self._request.tile
        if seat not in self._options or self._replies[seat].verdict is not Verdict.OK or tile is None:
            return None
        legal = self._options[seat].legal_actions()
        if words in (["HU"], ["GANG"]):
            action = _WIN if words == ["HU"] else int(ActionKind.MELDED_KONG) + tile
            return Answer(action) if action in legal else None
        action, discard = _claim_with_discard(words, tile)
        if action not in legal or discard not in accepted(self._options[seat], action).legal_actions():
            return None
        return Answer(action, discard)


def _claim_with_discard(words: Sequence[str], tile: int) -> tuple[int, int]:
    """``PENG T`` and ``CHI M T`` as two actions; -1 for what is none."""
    if len(words) == 2 and words[0] == "PENG":
        return int(ActionKind.PUNG) + tile, _number(ActionKind.DISCARD, words[1])
    if len(words) == 3 and words[0] == "CHI":
        return _number(ActionKind.CHOW, words[1], tile), _number(ActionKind.DISCARD, words[2])
    return -1, -1


def _number(kind: ActionKind, code: str, claimed: int | None = None) -> int:
    """The number of an action with a tile; -1 if there is none."""
    try:
        return encode_action(kind, SLOT_OF_BOTZONE_CODE.get(code), claimed)
    except TableError:
        return -1


def accepted(hand: TableHand, claim: int) -> TableHand:
    """A copy of the hand in which the seat that is asked has made its claim, and all who are asked after it have passed."""
    ahead, phase = hand.copy(), hand.phase
    ahead.apply(claim)
    while phase is not Phase.PLAY and ahead.phase is phase:
        ahead.apply(PASS)
    return ahead
