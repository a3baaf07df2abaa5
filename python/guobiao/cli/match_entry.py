"""An entry of a match log from the options of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Final

from .. import evaluate
from ..competition.match import (
    Correction,
    Entry,
    Match,
    Penalty,
    PlayedHand,
    Position,
    TimeUp,
    position_of,
)
from ..errors import GuobiaoError, MatchError
from ..hand import Hand
from ..names import name_key
from ..notation import format_hand, parse_hand, read_draft
from ..notation.gb import names_winds
from ..result import Score
from ..tiles import Seat

__all__ = ["correction_of", "entry_of"]

_CHANGE: Final = re.compile(r"[+-]?[0-9]{1,9}")


def entry_of(args: argparse.Namespace, match: Match) -> tuple[Entry, Score | None]:
    """The entry that the options describe, and the score of its hand if one is written.

    Raises ``GuobiaoError`` if they contradict each other or the hand's place in the match.
    """
    if args.time_up:
        _refuse(args, "time is up: what happened in the last hand does not count", _OF_A_HAND)
        return TimeUp(), None
    position = match.next_position
    if position is None:
        raise MatchError(
            f"the match is over after {match.hand_count} hands: match undo takes the last entry "
            "back, match correct corrects an older one"
        )
    penalties = _penalties(args, match, position)
    if args.draw:
        _refuse(args, "nobody wins a draw", _OF_A_WIN)
        return PlayedHand(penalties=penalties), None
    winner = _player(args.winner, position)
    discarder = None if args.discarder is None else _player(args.discarder, position)
    if args.hand is None:
        return _hand_of_points(args, winner, discarder, penalties), None
    return _scored_hand(
        args, match, position, PlayedHand(winner, 0, discarder, penalties=penalties)
    )


_OF_A_WIN = ("points", "hand", "discarder", "self_draw", "robbed_kong", "flowers")
_OF_A_HAND = (*_OF_A_WIN, "penalty", "note")


def _refuse(args: argparse.Namespace, why: str, names: tuple[str, ...]) -> None:
    """Raises ``MatchError`` if one of the options is given."""
    for name in names:
        if getattr(args, name) not in (None, False, []):
            raise MatchError(f"{why}: leave out --{name.replace('_', '-')}")


def _player(text: str, position: Position) -> str:
    """The player with that name, or at that seat of this hand; a name comes before a seat."""
    if name := _named(text, position.seats):
        return name
    try:
        return position.seats[Seat.parse(text)]
    except GuobiaoError:
        return position.seats[position.seat_of(text)]  # which says whom it expected


def _named(text: str, players: Sequence[str]) -> str | None:
    """The player with that name, in any case and width."""
    return next((name for name in players if name_key(name) == name_key(text)), None)


# -------------------------------------------------------------------------------------------- wins


def _hand_of_points(
    args: argparse.Namespace, winner: str, discarder: str | None, penalties: tuple[Penalty, ...]
) -> PlayedHand:
    if args.points is None:
        raise MatchError(f"{winner} wins how much? expected --points N or --hand HAND")
    _check_is_said(args, discarder)
    return PlayedHand(
        winner, args.points, discarder, args.robbed_kong, args.flowers or 0, penalties=penalties
    )


def _check_is_said(args: argparse.Namespace, discarder: str | None) -> None:
    if discarder is None and not args.self_draw:
        raise MatchError("who pays? expected --discarder WHO, or --self-draw")


def _scored_hand(
    args: argparse.Namespace, match: Match, position: Position, bare: PlayedHand
) -> tuple[PlayedHand, Score]:
    winner = str(bare.winner)
    _refuse(args, "the hand says its flowers, as in '…|EE0000|2'", ("flowers",))
    hand = parse_hand(args.hand, rules=match.rules, dragons=args.dragons)
    hand = _with_winds(args.hand, hand, position, winner)
    hand = _with_how_it_was_won(args, hand, bare.discarder)
    score = evaluate.score(hand, rules=match.rules)
    entry = PlayedHand(
        winner,
        score.points,
        bare.discarder,
        hand.kong and not hand.self_drawn,
        hand.flowers,
        bare.penalties,
        _text_of(args.hand, hand, match),
    )
    return entry, score


def _text_of(text: str, hand: Hand, match: Match) -> str:
    """The text as it was given, if it says all that the log must know."""
    says_all = names_winds(text) and parse_hand(text, rules=match.rules) == hand
    return text if says_all else format_hand(hand)


def _with_winds(text: str, hand: Hand, position: Position, winner: str) -> Hand:
    """The hand at the winner's seat in this round.

    Raises ``MatchError`` if it names other winds.
    """
    round_wind, seat = position.prevalent_wind, position.seat_of(winner)
    if names_winds(text) and (hand.prevalent_wind, hand.seat_wind) != (round_wind, seat):
        raise MatchError(
            f"the hand's winds are {hand.prevalent_wind}{hand.seat_wind}: hand {position.number} "
            f"is in the {round_wind} round, and {winner} sits {seat}: expected {round_wind}{seat}"
        )
    return hand.replace(prevalent_wind=round_wind, seat_wind=seat)


def _with_how_it_was_won(args: argparse.Namespace, hand: Hand, discarder: str | None) -> Hand:
    """The hand self-drawn or not, from its flags or from the options.

    Raises ``MatchError`` if these contradict.
    """
    if not read_draft(args.hand, dragons=args.dragons).flags_columns:
        _check_is_said(args, discarder)
        return hand.replace(self_drawn=args.self_draw, kong=args.robbed_kong)
    if hand.self_drawn and discarder is not None:
        raise MatchError("the hand is self-drawn: leave out --discarder")
    if not hand.self_drawn and args.self_draw:
        raise MatchError("the hand is not self-drawn by its flags: leave out --self-draw, or them")
    if not hand.self_drawn and discarder is None:
        raise MatchError("the hand is won on a discard or a robbed kong: expected --discarder WHO")
    if args.robbed_kong and (hand.self_drawn or not hand.kong):
        raise MatchError("the hand robs no kong by its flags: leave out --robbed-kong, or them")
    return hand


# --------------------------------------------------------------------------------------- penalties


def _penalties(args: argparse.Namespace, match: Match, position: Position) -> tuple[Penalty, ...]:
    if args.note and not args.penalty:
        raise MatchError("--note is a remark on a penalty, and there is none")
    found: list[Penalty] = []
    for text in args.penalty:
        who, is_one, what = text.rpartition("=")
        offence, has_step, step = what.partition(":")
        if not is_one or (has_step and not (step.isascii() and step.isdigit() and len(step) < 10)):
            raise MatchError(
                f"{text!r} is no penalty: expected PLAYER=OFFENCE or PLAYER=OFFENCE:STEP, as "
                "Bo=false_win or Bo=deduction:2"
            )
        player = _player(who, position)
        number = int(step) if has_step else _step(match, player, offence, found)
        found.append(Penalty(player, offence, number, args.note or ""))
    return tuple(found)


def _step(match: Match, player: str, offence: str, found: list[Penalty]) -> int:
    """1, or how often the player has done it if the offence is counted, this time included."""
    known = match.penalties.offence(offence)
    if not known.counted:
        return 1
    here = sum(p.player == player and match.penalties.offence(p.offence) == known for p in found)
    return match.next_step(player, offence) + here


# -------------------------------------------------------------------------------------- corrections


def correction_of(args: argparse.Namespace, match: Match) -> Correction:
    """The correction that the options describe. With ``--of`` a seat is one of that hand.

    Raises ``MatchError`` if a change is of no player or no number.
    """
    position = None
    if args.of is not None:
        position = position_of(match.players, args.of, match.seat_change)
    changes = dict.fromkeys(match.players, 0)
    for text in args.change:
        who, _, points = text.rpartition("=")
        name = _named(who, match.players) if position is None else _player(who, position)
        if name is None or not _CHANGE.fullmatch(points):
            raise MatchError(
                f"{text!r} is no change: expected PLAYER=POINTS, as {match.players[0]}=-2, of "
                f"{', '.join(match.players)}" + " (--of HAND lets you name seats)" * (name is None)
            )
        changes[name] += int(points)
    a, b, c, d = changes.values()
    return Correction((a, b, c, d), args.reason, args.of, args.lost)
