"""Recorded moves, played at a table: each is checked against what the table allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

from mahjong_core.api import is_complete

from ..botzone.texts import format_move, format_step
from ..botzone.tiles import BOTZONE_CODES
from ..errors import IllegalActionError, TableError
from ..hand import NO_TILE
from ..notation.alphabets import FIRST_FLOWER
from ..table import ActionKind, Phase, TableHand, decode_action, encode_action
from ..table.moves import (
    ACTION_OF_MOVE,
    MOVE_OF_ACTION,
    MOVE_OF_EVENT,
    LostClaim,
    Move,
    MoveKind,
    NamedFan,
)
from ..tiles import Seat
from .fan_lists import fans_text, is_other_label
from .replay_result import Difference, DifferenceKind

__all__ = ["MovePlayer"]

_PASS: Final = int(ActionKind.PASS)
_WIN: Final = int(ActionKind.WIN)
_NO_ACTION: Final = -1
_OWN_TURN: Final = frozenset({MoveKind.DISCARD, MoveKind.CONCEALED_KONG, MoveKind.ADDED_KONG})
_OWN_TURN_OR_WIN: Final = _OWN_TURN | {MoveKind.WIN}
_NOTED_EVENTS: Final = {
    event: kind for event, kind in MOVE_OF_EVENT.items() if kind not in _OWN_TURN
}
_SETS: Final = frozenset({MoveKind.CHOW, MoveKind.PUNG, MoveKind.MELDED_KONG})
_BY_THEMSELVES: Final = frozenset({MoveKind.DRAW, MoveKind.FLOWER})
_SEATS: Final = tuple(Seat)


class _Stop(Exception):  # noqa: N818  (it never leaves this module)
    """The record cannot be followed any further."""


class MovePlayer:
    """Plays moves at ``hand`` one after the other, up to the first impossible one.

    ``differences``, ``repaired`` and ``other_labels`` are what was found; ``stopped``: the moves
    could not be followed to their end. Draws and flowers happen by themselves at the table, so they
    are compared with its log.
    """

    def __init__(self, hand: TableHand, game: str, *, lenient: bool) -> None:
        self.hand = hand
        self.differences: list[Difference] = []
        self.repaired: list[Difference] = []
        self.other_labels: list[Difference] = []
        self.stopped = False
        self._game = game
        self._lenient = lenient
        self._read = 0
        self._drawn: deque[tuple[MoveKind, Seat, int]] = deque()
        """The draws at the table that the record has not told yet."""
        self._claimed: tuple[MoveKind, Seat] | None = None
        self._tile = NO_TILE
        """The tile that may be won: the last one drawn, discarded or added to a pung."""
        self._is_discard = False
        """Whether that tile is a discard that nobody has claimed yet."""

    def play(self, moves: Iterable[Move]) -> None:
        """Play the moves, once."""
        self._read_events()
        try:
            for move in moves:
                if move.kind in _BY_THEMSELVES:
                    self._check_draw(move)
                else:
                    self._decide(move)
        except _Stop:
            self.stopped = True

    def pass_on(self) -> None:
        """Nobody claims what may be claimed now."""
        while self.hand.phase in (Phase.CLAIM, Phase.ROB):
            self._apply(_PASS)

    def next_step(self) -> str:
        """What comes next by the rules, for people."""
        if self._drawn:
            kind, seat, tile = self._drawn[0]
            # The tile of a draw that the record does not tell is unknown.
            return f"Player {int(seat)} {kind.value}" + f" {BOTZONE_CODES[tile]}" * (
                kind is MoveKind.FLOWER
            )
        if self.hand.turn is None:
            return "the hand is over"
        return f"Player {int(self.hand.turn)} may {_actions_text(self.hand.legal_actions())}"

    def differs(self, kind: DifferenceKind, line: int, recorded: str, expected: str) -> None:
        """Note a difference."""
        self.differences.append(Difference(self._game, line, kind, recorded, expected))

    def fans_differ(self, line: int, recorded: Sequence[NamedFan], expected: str) -> None:
        """Note other fans of the win: another label of the same points, or a difference."""
        result = self.hand.result
        is_label = (
            result is not None
            and result.score is not None
            and is_other_label(recorded, result.score)
        )
        found = Difference(self._game, line, DifferenceKind.FANS, fans_text(recorded), expected)
        (self.other_labels if is_label else self.differences).append(found)

    def _stop(self, kind: DifferenceKind, move: Move, expected: str) -> NoReturn:
        self.differs(kind, move.line, format_move(move), expected)
        raise _Stop

    def _apply(self, action: int) -> None:
        self.hand.apply(action)
        self._read_events()

    def _read_events(self) -> None:
        events = self.hand.events_since(self._read)
        for number, seat, tile, _ in events:
            kind = _NOTED_EVENTS.get(number)  # type: ignore[call-overload]
            if kind in _BY_THEMSELVES:
                self._drawn.append((kind, _SEATS[seat], tile))
            elif kind is not None:
                self._claimed = (kind, _SEATS[seat])
        self._read += len(events)

    # ---------------------------------------------------------------------------------------- draws

    def _check_draw(self, move: Move) -> None:
        self.pass_on()
        if not self._drawn:
            self._stop(
                DifferenceKind.ENDING if self.hand.is_over else DifferenceKind.DRAW,
                move,
                self.next_step(),
            )
        if self._drawn[0] != (move.kind, move.seat, move.tile):
            self._stop(DifferenceKind.DRAW, move, self.next_step())
        self._drawn.popleft()
        self._tile, self._is_discard = move.tile, False
        self._refuse_claims(move)

    # ------------------------------------------------------------------------------------ decisions

    def _decide(self, move: Move) -> None:
        if move.kind in _OWN_TURN:
            self.pass_on()
        if self.hand.is_over and (move.kind in _OWN_TURN or self._is_won()):
            self._stop(DifferenceKind.ENDING, move, self.next_step())
        if self._drawn and (move.kind in _OWN_TURN or self._is_drawn_next(move)):
            self._stop(DifferenceKind.DRAW, move, f"{self.next_step()} comes first")
        if move.kind is MoveKind.WIN:
            self._check_win_tile(move)
        if self.hand.phase is Phase.PLAY and not self._drawn:
            self._act(move)
        else:
            self._claim(move)

    def _is_drawn_next(self, move: Move) -> bool:
        """The tile of a win is what its seat draws now, but the record has not told the draw."""
        _, seat, tile = self._drawn[0]
        return move.seat is seat and move.tile in (tile, NO_TILE)

    def _is_won(self) -> bool:
        return self._claimed is not None and self._claimed[0] is MoveKind.WIN

    def _check_win_tile(self, move: Move) -> None:
        if move.tile != self._tile and NO_TILE not in (move.tile, self._tile):
            expected = f"the tile is {BOTZONE_CODES[self._tile]}"
            found = Difference(
                self._game, move.line, DifferenceKind.WIN_TILE, format_move(move), expected
            )
            (self.repaired if self._lenient else self.differences).append(found)

    def _act(self, move: Move) -> None:
        """On the own turn."""
        if self.hand.turn is not move.seat or move.kind not in _OWN_TURN_OR_WIN:
            self._stop(DifferenceKind.MOVE, move, self.next_step())
        self._refuse_claims(move)
        try:
            self._apply(self._action(move))
        except IllegalActionError:
            self._refuse(move)
        self._tile, self._is_discard = move.tile, move.kind is MoveKind.DISCARD

    def _claim(self, move: Move) -> None:
        """A claim, with those that lost against it; each seat is asked in the table's order."""
        self._claimed = None
        claims = self._claims_by_seat(move)
        while self.hand.phase in (Phase.CLAIM, Phase.ROB):
            claim = claims.pop(_SEATS[self.hand.turn or 0], None)
            try:
                self._apply(_PASS if claim is None else self._action(claim))
            except IllegalActionError:
                if claim is move or claim is None:
                    self._refuse(move)
                self._differs_in_claim(move, claim, self._why_no_set(claim) or self.next_step())
                self._apply(_PASS)
        if move.seat in claims:
            self._refuse(move)
        for claim in claims.values():
            may_not = f"Player {int(claim.seat)} may not claim {BOTZONE_CODES[self._tile]}"
            self._differs_in_claim(move, claim, self._why_no_set(claim) or may_not)
        if self._claimed != (move.kind, move.seat):
            self._stop(DifferenceKind.PRIORITY, move, self._who_goes_first())
        self._is_discard = False

    def _claims_by_seat(self, move: Move) -> dict[Seat, Move | LostClaim]:
        claims: dict[Seat, Move | LostClaim] = {move.seat: move}
        for claim in move.lost:
            if claim.seat in claims:
                self._differs_in_claim(move, claim, "a player claims once")
            claims.setdefault(claim.seat, claim)
        return claims

    def _refuse_claims(self, move: Move) -> None:
        """A difference for each lost claim: there is no tile that it could claim."""
        for claim in move.lost:
            self._differs_in_claim(move, claim, "there is nothing to claim")

    def _differs_in_claim(self, move: Move, claim: Move | LostClaim, expected: str) -> None:
        self.differs(DifferenceKind.CLAIM, move.line, f"Ignore {format_step(claim)}", expected)

    def _action(self, claim: Move | LostClaim) -> int:
        """The number of an action. An impossible one gets a number that the table never allows."""
        kind = ACTION_OF_MOVE[claim.kind]
        if kind is ActionKind.WIN:
            return _WIN
        if claim.tile == NO_TILE:
            legal = self.hand.legal_actions()
            return next(
                (action for action in legal if decode_action(action).kind is kind), _NO_ACTION
            )
        try:
            return encode_action(kind, claim.tile, self._tile if kind is ActionKind.CHOW else None)
        except TableError:
            return _NO_ACTION

    def _who_goes_first(self) -> str:
        if self._claimed is None:
            return self.next_step()
        kind, seat = self._claimed
        return f"Player {int(seat)} {kind.value} goes first"

    def _refuse(self, move: Move) -> NoReturn:
        if move.kind is MoveKind.WIN:
            self._stop(DifferenceKind.WIN, move, self._why_no_win(move.seat))
        self._stop(DifferenceKind.MOVE, move, self._why_no_set(move) or self.next_step())

    def _why_no_set(self, claim: Move | LostClaim) -> str:
        """The rule that forbids a chow, pung or kong of the last discard.

        Nothing for another claim.
        """
        following = (self.hand.observe(Seat.E).actor + 1) % 4
        if claim.kind not in _SETS or not self._is_discard or self.hand.wall_left(following):
            return ""
        return (
            f"the last discard can only be won: Player {following}, who would draw next, has "
            "no tile left"
        )

    def _why_no_win(self, seat: Seat) -> str:
        if self._tile == NO_TILE or not self._completes(seat, self._tile):
            return "the hand is not complete"
        return f"the hand has less than {self.hand.rules.minimum} points"

    def _completes(self, seat: Seat, tile: int) -> bool:
        """Whether the tile completes the seat's hand, as far as the record has told the draws."""
        counts, melds, _, _ = self.hand._tiles_of(seat)
        standing = bytearray(counts)
        for _, who, untold in self._drawn:
            if who is seat and untold < FIRST_FLOWER:
                standing[untold] -= 1
        if tile < FIRST_FLOWER and sum(standing) % 3 == 1:
            standing[tile] += 1
        return is_complete(bytes(standing), melds.ljust(4, b"\0")) == 0


def _actions_text(actions: Iterable[int]) -> str:
    """Legal actions in short: ``pass, Chi W2 W3, Peng W3``."""
    tiles: dict[str, list[str]] = {}
    for action in actions:
        decoded = decode_action(action)
        move = MOVE_OF_ACTION.get(decoded.kind)
        listed = tiles.setdefault("pass" if move is None else move.value, [])
        if decoded.tile is not None:
            listed.append(BOTZONE_CODES[decoded.tile])
    return ", ".join(" ".join([word, *listed]) for word, listed in tiles.items())
