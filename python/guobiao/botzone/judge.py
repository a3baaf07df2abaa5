"""Botzone's judge at a table: what it asks, how it takes the replies, and what it shows. It runs no
programs and knows no time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from mahjong_core.api import is_complete

from ..competition.penalties import penalise
from ..competition.settlement import Changes
from ..errors import IllegalActionError, TableError
from ..evaluate import score
from ..hand import MeldKind
from ..notation.alphabets import FIRST_FLOWER
from ..result import Score
from ..table import ActionKind, EventKind, OpenMeld, Phase, TableHand, WallRule, encode_action
from ..table.hand import hand_of_wall
from ..table.moves import LostClaim, Move, MoveKind, moves_of_events
from ..tiles import Seat, Tile
from ..values import checked_object
from .judge_log import Content, JudgeLog, JudgeOutput, JudgeTurn, Replies, Reply
from .tiles import BOTZONE_CODES, SLOT_OF_BOTZONE_CODE

__all__ = ["JudgeTable", "judge_log_of"]

_PASS: Final = int(ActionKind.PASS)
_WIN: Final = int(ActionKind.WIN)
_NO_ACTION: Final = -1
# What a failure is in Botzone's penalty profile; every other code is an invalid reply.
_OFFENCES: Final = {"TLE": "late", "WH": "false_win"}
# What ``canHu`` says of a seat that is not asked, and of one without a complete hand.
_NOT_ASKED: Final = -4
_NOT_COMPLETE: Final = -3

_OWN_TURN: Final = {
    "PLAY": ActionKind.DISCARD,
    "GANG": ActionKind.CONCEALED_KONG,
    "BUGANG": ActionKind.ADDED_KONG,
}


class _Failure(Exception):  # noqa: N818  (it never leaves this module)
    """A program failed, or its reply is invalid: ``code`` as the judge shows it."""

    def __init__(self, seat: Seat, code: str) -> None:
        self.seat = seat
        self.code = code


class JudgeTable:
    """The judge of a hand: ``output`` is what it tells, ``answer`` takes the four replies
    to it, until ``is_over``.

    ``hand`` must be at its first decision; it is played on. ``srand`` is only shown. A program that
    fails (a verdict other than OK) or whose reply is illegal ends the hand: its seat pays 10 to
    each of the others (罚则 ``botzone``). ``failure`` is then the seat and the code: its verdict,
    ``WA`` for an illegal reply, ``WH`` for a false win. The replies are looked at one by one, and
    the first failure or win ends the hand; ``docs/bots.md`` has the order.

    >>> table = JudgeTable(TableHand(seed=7, wall="own", flowers=False))
    >>> table.output.content
    ('0 0 0', '0 1 0', '0 2 0', '0 3 0')
    """

    def __init__(self, hand: TableHand, *, srand: int = 0) -> None:
        if checked_object("hand", hand, TableHand, TableError).actions:
            raise TableError(
                "a judge begins with a new hand, and in this one something was decided already"
            )
        self.hand = hand
        self.failure: tuple[Seat, str] | None = None
        self.is_over = False
        self._read = 0
        self._drawn: deque[tuple[EventKind, Seat, int]] = deque()
        """The events of drawing that were not told yet, flowers laid open among them."""
        self._dealt = _deals(hand)
        self._opening: list[list[int]] = [[] for _ in Seat]
        self._player = Seat.E
        self._tile = 0
        self._read_events()
        self._take_opening_flowers()
        self._next: Callable[[Replies], None] = self._after_greeting
        told = [f"0 {int(seat)} {int(hand.prevalent_wind)}" for seat in Seat]
        display = {"action": "INIT", "quan": int(hand.prevalent_wind), "srand": srand}
        self.output = self._output("request", told, display, can_win=[0, 0, 0, 0])

    @property
    def changes(self) -> Changes | None:
        """What the hand pays, by seat; None before its end."""
        if self.failure is not None:
            seat, code = self.failure
            return penalise(seat, _OFFENCES.get(code, "illegal_reply"), rules="botzone").changes
        result = self.hand.result
        return None if result is None else result.changes

    def answer(self, replies: Replies) -> None:
        """Take the replies of E S W N to ``output``, and make the next output.

        Raises ``TableError`` if the hand is over.
        """
        if self.is_over:
            raise TableError("the hand is over: nobody is asked")
        try:
            self._next(replies)
        except _Failure as failure:
            self._fail(failure)

    # ----------------------------------------------------------------------------------- the stages

    def _after_greeting(self, replies: Replies) -> None:
        _check_passed(replies, Seat)
        counts = " ".join(str(len(flowers)) for flowers in self._opening)
        flowers = [tile for flowers in self._opening for tile in flowers]
        hands = [[tile for tile in dealt if tile < FIRST_FLOWER] for dealt in self._dealt]
        told = [" ".join(["1", counts, *_codes(hand), *_codes(flowers)]) for hand in hands]
        self._ask(
            told,
            {"action": "DEAL", "hand": [_codes(dealt) for dealt in self._dealt]},
            self._after_deal,
        )

    def _after_deal(self, replies: Replies) -> None:
        """Everybody has seen the deal, or a flower."""
        _check_passed(replies, Seat)
        self._draw(after_kong=False)

    def _after_kong(self, replies: Replies) -> None:
        _check_passed(replies, _from(self._player))
        self._draw(after_kong=True)

    def _after_draw(self, replies: Replies) -> None:
        """Seats 0-3 in turn.

        A win ends the hand before later seats are looked at; anything else that the
        player does waits for them.
        """
        player = self._player
        _check_passed(replies, range(player))
        response = _said(replies, player)
        if response == "HU":
            self._try(player, _WIN, "WH")
            self._end()
            return
        kind, tile = self._own_action(response)
        _check_passed(replies, range(player + 1, len(Seat)))
        if kind is ActionKind.DISCARD:
            self._discard(tile, "PLAY", {})
        elif kind is ActionKind.ADDED_KONG:
            self._add_to_pung(tile)
        else:
            self._try(player, _number(kind, tile))
            self._show_kong(tile)

    def _own_action(self, response: str) -> tuple[ActionKind, int]:
        """What the player does with its tiles; a failure if it may not."""
        words = response.split(" ")
        kind = _OWN_TURN.get(words[0]) if len(words) == 2 else None
        if kind is None or _number(kind, tile := _slot(words[1])) not in self.hand.legal_actions():
            raise _Failure(self._player, "WA")
        return kind, tile

    def _after_discard(self, replies: Replies) -> None:
        """A win goes first, then a pung or kong, then a chow."""
        claimer = self._first_win(replies)
        words = ["HU"]
        if claimer is None:
            claimer, words = self._first_set(replies)
        thrown = self._tile
        self._claim(replies, claimer, "WH" if words == ["HU"] else "WA")
        if claimer is None:
            self._draw(after_kong=False)
        elif words == ["HU"]:
            self._player = claimer
            self._end()
        else:
            self._player = claimer
            self._after_claim(words, thrown)

    def _first_win(self, replies: Replies) -> Seat | None:
        """Who wants to win: the first seat counter-clockwise from the discarder.

        Every seat before it must have a reply, and the discarder passes.
        """
        _check_passed(replies, [self._player])
        return next(
            (seat for seat in list(_from(self._player))[1:] if _said(replies, seat) == "HU"), None
        )

    def _first_set(self, replies: Replies) -> tuple[Seat | None, list[str]]:
        """Who wants the discard for a set, by the words alone: by seat number, first a
        pung or kong, then a chow.

        All other seats that are looked at must say PASS. Three words are left
        to the search for chows.
        """
        words = {
            seat: replies[seat].response.split(" ") for seat in Seat if seat is not self._player
        }
        for seat, said in words.items():
            if (said[0], len(said)) in (("GANG", 1), ("PENG", 2)):
                return seat, said
            if said != ["PASS"] and len(said) != 3:
                raise _Failure(seat, "WA")
        for seat, said in words.items():
            if len(said) == 3:
                if said[0] != "CHI":
                    raise _Failure(seat, "WA")
                return seat, said
        return None, ["PASS"]

    def _after_claim(self, words: Sequence[str], thrown: int) -> None:
        if words[0] == "GANG":
            self._show_kong(thrown)
        elif words[0] == "PENG":
            self._discard(_slot(words[1]), "PENG", {})
        else:
            self._discard(_slot(words[2]), "CHI", {"tileCHI": words[1]})

    def _after_added_kong(self, replies: Replies) -> None:
        """Counter-clockwise from the player, each passes up to the first that robs the kong."""
        for seat in _from(self._player):
            if seat is not self._player and _said(replies, seat) == "HU":
                self._claim(replies, seat, "WH")
                self._player = seat
                self._end()
                return
            _check_passed(replies, [seat])
        self._claim(replies, None, "WA")
        self._draw(after_kong=True)

    # --------------------------------------------------------------------------------- what happens

    def _draw(self, *, after_kong: bool) -> None:
        if not self._drawn:
            self._end()
            return
        _, self._player, self._tile = self._drawn.popleft()
        player, code = int(self._player), BOTZONE_CODES[self._tile]
        if self._tile >= FIRST_FLOWER:
            self._drawn.popleft()  # that it was laid open
            self._ask([f"3 {player} BUHUA {code}"] * 4, self._acts("BUHUA"), self._after_deal)
            return
        told = [f"2 {code}" if seat is self._player else f"3 {player} DRAW" for seat in Seat]
        can_win = [_NOT_ASKED] * 4
        can_win[self._player] = self._worth(
            self._player, self._tile, self_drawn=True, kong=after_kong
        )
        self._ask(told, self._acts("DRAW"), self._after_draw, can_win)

    def _discard(self, tile: int, action: str, more: Mapping[str, str]) -> None:
        can_win = self._act(_number(ActionKind.DISCARD, tile), tile, is_added=False)
        words = ["3", str(int(self._player)), action, *more.values(), BOTZONE_CODES[tile]]
        self._ask(
            [" ".join(words)] * 4, {**self._acts(action), **more}, self._after_discard, can_win
        )

    def _add_to_pung(self, tile: int) -> None:
        can_win = self._act(_number(ActionKind.ADDED_KONG, tile), tile, is_added=True)
        told = f"3 {int(self._player)} BUGANG {BOTZONE_CODES[tile]}"
        self._ask([told] * 4, self._acts("BUGANG"), self._after_added_kong, can_win)

    def _act(self, action: int, tile: int, *, is_added: bool) -> list[int]:
        """Discard a tile or add it to a pung; what a win with it would be worth, by seat."""
        if action not in self.hand.legal_actions():
            raise _Failure(self._player, "WA")
        # Before the move: after it the next player may have drawn already.
        others = [seat for seat in Seat if seat is not self._player]
        worth = {seat: self._worth(seat, tile, self_drawn=False, kong=is_added) for seat in others}
        self._try(self._player, action)
        self._tile = tile
        return [worth.get(seat, _NOT_ASKED) for seat in Seat]

    def _show_kong(self, tile: int) -> None:
        self._tile = tile
        self._ask([f"3 {int(self._player)} GANG"] * 4, self._acts("GANG"), self._after_kong)

    def _try(self, seat: Seat, action: int, code: str = "WA") -> None:
        """Apply an action of the seat on its own turn."""
        try:
            self.hand.apply(action)
        except IllegalActionError:
            raise _Failure(seat, code) from None
        self._read_events()

    def _claim(self, replies: Replies, claimer: Seat | None, code: str) -> None:
        """Answer the table's questions.

        A claim that lost is answered as it was made, if the table allows it.
        """
        wanted = [self._claim_number(reply) for reply in replies]
        if claimer is not None and claimer not in _answer_claims(self.hand.copy(), wanted):
            raise _Failure(claimer, code)
        _answer_claims(self.hand, wanted)
        self._read_events()

    def _claim_number(self, reply: Reply) -> int:
        words = reply.response.split(" ") if reply.verdict == "OK" else []
        if words == ["HU"]:
            return _WIN
        if words == ["GANG"]:
            return _number(ActionKind.MELDED_KONG, self._tile)
        if len(words) == 2 and words[0] == "PENG":
            return _number(ActionKind.PUNG, self._tile)
        if len(words) == 3 and words[0] == "CHI":
            return _number(ActionKind.CHOW, _slot(words[1]), self._tile)
        return _PASS

    # -------------------------------------------------------------------------------------- the end

    def _end(self) -> None:
        result = self.hand.result
        assert result is not None  # nobody can draw, or somebody has won
        display: dict[str, object] = {"action": "HUANG"}
        if result.score is not None:
            fans = _fans(result.score)
            display = {
                "action": "HU",
                "player": int(self._player),
                "fan": fans,
                "fanCnt": result.score.points,
            }
            display["score"] = list(result.changes)
        self.is_over = True
        self.output = self._output("finish", result.changes, display)

    def _fail(self, failure: _Failure) -> None:
        self.failure = failure.seat, failure.code
        self.is_over = True
        changes = self.changes or (0, 0, 0, 0)
        display = {"action": failure.code, "player": int(failure.seat), "score": list(changes)}
        self.output = self._output("finish", changes, display)

    # -------------------------------------------------------------------------------- what is shown

    def _ask(
        self,
        told: Sequence[str],
        display: Mapping[str, object],
        answered: Callable[[Replies], None],
        can_win: Sequence[int] = (_NOT_ASKED,) * 4,
    ) -> None:
        self._next = answered
        self.output = self._output("request", told, display, can_win)

    def _output(
        self,
        command: str,
        told: Sequence[str | int],
        display: Mapping[str, object],
        can_win: Sequence[int] = (_NOT_ASKED,) * 4,
    ) -> JudgeOutput:
        content: Content = (told[0], told[1], told[2], told[3])
        shown = {**display, "canHu": list(can_win), "tileCnt": [self._left(seat) for seat in Seat]}
        return JudgeOutput(command, content, dict(sorted(shown.items())))

    def _acts(self, action: str) -> dict[str, object]:
        return {"action": action, "player": int(self._player), "tile": BOTZONE_CODES[self._tile]}

    def _left(self, seat: Seat) -> int:
        """How many tiles are left in the wall of a seat after the draws that were told."""
        is_common = self.hand.wall_rule is WallRule.COMMON
        untold = [who for kind, who, _ in self._drawn if kind is not EventKind.FLOWER]
        return self.hand.wall_left(seat) + (len(untold) if is_common else untold.count(seat))

    def _worth(self, seat: Seat, tile: int, *, self_drawn: bool, kong: bool) -> int:
        """What the seat's win with this tile would be worth, the minimum aside."""
        if not self._completes(seat, tile, self_drawn=self_drawn):
            return _NOT_COMPLETE
        hand = self.hand.hand_of(seat)
        won = hand.replace(
            standing=hand.standing if self_drawn else (*hand.standing, tile),
            winning_tile=tile,
            self_drawn=self_drawn,
            last_copy=self._open_copies(tile) == 3,
            last_tile=self.hand.wall_left((self._player + 1) % 4) == 0,
            kong=kong,
        )
        return score(won, rules=self.hand.rules).points

    def _completes(self, seat: Seat, tile: int, *, self_drawn: bool) -> bool:
        counts, melds, _, _ = self.hand._tiles_of(seat)
        standing = bytearray(counts)
        standing[tile] += not self_drawn
        return is_complete(bytes(standing), melds.ljust(4, b"\0")) == 0

    def _open_copies(self, tile: int) -> int:
        """How many copies lie open, in rivers and melds."""
        seen = self.hand.observe(self._player)
        melded = sum(_copies(meld, tile) for melds in seen.melds for meld in melds)
        return melded + sum(river.count(Tile(tile)) for river in seen.rivers)

    def _read_events(self) -> None:
        events = self.hand.events_since(self._read)
        for kind, seat, tile, _ in events:
            if kind in _DRAWS:
                self._drawn.append((EventKind(kind), Seat(seat), tile))
        self._read += len(events)

    def _take_opening_flowers(self) -> None:
        while self._drawn[0][0] is not EventKind.DRAW:
            kind, seat, tile = self._drawn.popleft()
            (self._opening if kind is EventKind.FLOWER else self._dealt)[seat].append(tile)


_DRAWS: Final = frozenset({EventKind.FLOWER, EventKind.DRAW, EventKind.REPLACEMENT})


def _answer_claims(hand: TableHand, wanted: Sequence[int]) -> set[Seat]:
    """Answer the table about a discard or an added kong with the actions wanted by seat.

    Returns who made a legal claim.
    """
    claimed = set()
    while hand.phase in (Phase.CLAIM, Phase.ROB):
        seat = Seat(hand.turn or 0)
        is_legal = wanted[seat] in hand.legal_actions()
        if is_legal and wanted[seat] != _PASS:
            claimed.add(seat)
        hand.apply(wanted[seat] if is_legal else _PASS)
    return claimed


def _said(replies: Replies, seat: int) -> str:
    """The reply of a program. Raises ``_Failure`` if it has none."""
    if replies[seat].verdict != "OK":
        raise _Failure(Seat(seat), replies[seat].verdict)
    return replies[seat].response


def _check_passed(replies: Replies, seats: Iterable[int]) -> None:
    for seat in seats:
        if _said(replies, seat) != "PASS":
            raise _Failure(Seat(seat), "WA")


def _from(first: Seat) -> Iterator[Seat]:
    """The four seats, counter-clockwise."""
    return (Seat((first + step) % 4) for step in range(4))


def _deals(hand: TableHand) -> list[list[int]]:
    return [list(event.tiles) for event in hand.events if event.kind is EventKind.DEAL]


def _codes(tiles: Iterable[int]) -> list[str]:
    return [BOTZONE_CODES[tile] for tile in tiles]


def _slot(word: str) -> int:
    """The slot of a tile's code; -1 if the word is not one."""
    return SLOT_OF_BOTZONE_CODE.get(word, -1)


def _number(kind: ActionKind, tile: int, claimed: int | None = None) -> int:
    """The number of an action. An impossible one gets a number that the table never allows."""
    try:
        return encode_action(kind, tile, claimed)
    except TableError:
        return _NO_ACTION


def _copies(meld: OpenMeld, tile: int) -> int:
    if meld.tile is None:
        return 0
    if meld.kind is MeldKind.CHOW:
        return int(meld.tile <= tile <= meld.tile + 2)
    return (3 if meld.kind is MeldKind.PUNG else 4) * (meld.tile == tile)


def _fans(worth: Score) -> list[dict[str, object]]:
    points = worth.profile.points
    return [{"cnt": fan.count, "name": fan.fan.zh, "value": points(fan.fan)} for fan in worth.fans]


# -------------------------------------------------------------------------------- the log of a hand

_PAUSES: Final = frozenset({"INIT", "DEAL", "BUHUA", "GANG"})
_OWN_WORDS: Final = {
    MoveKind.DISCARD: "PLAY",
    MoveKind.CONCEALED_KONG: "GANG",
    MoveKind.ADDED_KONG: "BUGANG",
}


def judge_log_of(hand: TableHand, *, srand: int = 0) -> JudgeLog:
    """The log that the judge would have written of a hand: the replies are what
    was decided, and what lost.

    A claim of a pung or chow names a discard too. For a claim that lost it is unknown, so some
    tile of the hand is named.
    """
    checked_object("hand", hand, TableHand, TableError)
    begun = hand_of_wall(
        hand.wall,
        wall=hand.wall_rule,
        flowers=hand.has_flowers,
        prevalent_wind=hand.prevalent_wind,
        rules=hand.rules,
    )
    table = JudgeTable(begun, srand=srand)
    moves = deque(moves_of_events(hand.events))
    turns: list[JudgeTurn] = []
    while not table.is_over:
        replies = _Recorded(table, moves, is_whole=hand.is_over).replies()
        turns.append(JudgeTurn(table.output, replies, 2 * len(turns) + 1))
        if replies is None:
            return JudgeLog(tuple(turns))
        table.answer(replies)
    return JudgeLog((*turns, JudgeTurn(table.output, None, 2 * len(turns) + 1)))


class _Recorded:
    """The replies to a table's output, from the moves of its hand that are still to come."""

    def __init__(self, table: JudgeTable, moves: deque[Move], *, is_whole: bool) -> None:
        self._table = table
        self._moves = moves
        self._is_whole = is_whole

    def replies(self) -> Replies | None:
        """The four replies; None where the moves of an unfinished hand end."""
        action = self._table.output.display["action"]
        if action in _PAUSES:
            return _replies({})
        if action == "DRAW":
            while self._moves and self._moves[0].kind in (MoveKind.DRAW, MoveKind.FLOWER):
                self._moves.popleft()
        if not self._moves:
            return _replies({}) if self._is_whole else None
        if self._moves[0].kind in (MoveKind.DRAW, MoveKind.FLOWER):
            return _replies({})
        return self._decided(self._moves.popleft())

    def _decided(self, move: Move) -> Replies | None:
        if move.kind in _OWN_WORDS:
            return _replies({move.seat: f"{_OWN_WORDS[move.kind]} {BOTZONE_CODES[move.tile]}"})
        said = {claim.seat: _claim_words(claim, self._some_tile(claim)) for claim in move.lost}
        follows = move.kind in (MoveKind.CHOW, MoveKind.PUNG)
        if follows and not self._moves:
            return None  # the discard is not known yet
        said[move.seat] = _claim_words(move, self._moves.popleft().tile if follows else move.tile)
        return _replies(said)

    def _some_tile(self, claim: LostClaim) -> int:
        """A tile that the loser could have discarded after the claim."""
        standing = self._table.hand.hand_of(claim.seat).standing
        return next(iter(tile for tile in standing if abs(tile - claim.tile) > 1), standing[0])


def _claim_words(claim: Move | LostClaim, discard: int) -> str:
    if claim.kind is MoveKind.PUNG:
        return f"PENG {BOTZONE_CODES[discard]}"
    if claim.kind is MoveKind.CHOW:
        return f"CHI {BOTZONE_CODES[claim.tile]} {BOTZONE_CODES[discard]}"
    return "HU" if claim.kind is MoveKind.WIN else "GANG"


def _replies(said: Mapping[Seat, str]) -> Replies:
    a, b, c, d = (Reply(said.get(seat, "PASS")) for seat in Seat)
    return (a, b, c, d)
