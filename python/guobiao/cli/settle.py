"""``guobiao settle``: who pays what for a hand."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .. import evaluate
from ..competition.settlement import PaymentReason, Settlement, settle
from ..errors import GuobiaoError, ProfileError, SettlementError
from ..hand import Hand
from ..notation import parse_hand
from ..notation.gb import names_winds
from ..result import Score
from ..tiles import Seat
from ..visible import json_text
from .console import complain, format_table
from .hand_answers import error_to_json
from .options import add_dragons_option, add_rules_option, utf8_text
from .quoting import hint_after_error

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "points_of_seat", "run"]

_EPILOG = """\
Quote the hand, or the shell takes its | for a pipe:
  guobiao settle '13347s12369m258p3m|EN0000' --winner N --discarder S
  guobiao settle '[CCCC]234567m99p34s5s|EE1000' --winner E
  guobiao settle --json '13347s12369m258p3m' --winner W --discarder E

Winner and discarder are seat winds of this hand, E S W N. A hand that does not name its winds gets
its seat wind from --winner; of one that does, the seat wind must be the winner's. A robbed kong is
paid by the robbed player: that is the discarder.
--json prints {"hand", "points", "winner", "discarder", "payments": [{"payer", "payee", "points",
"reason"}], "changes"}, the changes in the order E S W N.
Exit codes: 0 settled, 1 the hand is wrong or nobody can be paid for it, 2 wrong usage.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "settle",
        help="show who pays what for a hand",
        description="The payments for a winning hand: base and points, by seat.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("hand", type=utf8_text, metavar="HAND", help="the winning hand, quoted")
    parser.add_argument(
        "--winner", type=_seat, required=True, metavar="SEAT", help="who won: E, S, W or N"
    )
    parser.add_argument(
        "--discarder", type=_seat, metavar="SEAT", help="whose tile it was; none: self-drawn"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the payments; 1 if the hand is wrong or cannot be settled."""
    try:
        score = evaluate.score(_hand_of_winner(args), rules=args.rules)
        settlement = settle(score, winner=args.winner, discarder=args.discarder)
    except ProfileError:
        raise
    except GuobiaoError as error:
        _show_error(args, error)
        return 1
    if args.json:
        print(json_text(_to_json(args, score, settlement)))
    else:
        print("\n".join(_table(args, score, settlement)))
    return 0


def _seat(value: str) -> Seat:
    try:
        return Seat.parse(value)
    except GuobiaoError:
        raise argparse.ArgumentTypeError(f"{value!r} is no seat: expected E, S, W or N") from None


def _hand_of_winner(args: argparse.Namespace) -> Hand:
    hand = parse_hand(args.hand, rules=args.rules, dragons=args.dragons)
    if names_winds(args.hand) and hand.seat_wind is not args.winner:
        raise SettlementError(
            f"the hand's seat wind is {hand.seat_wind}, and the winner is {args.winner}: they are "
            "one seat"
        )
    return hand.replace(seat_wind=args.winner)


def _show_error(args: argparse.Namespace, error: GuobiaoError) -> None:
    if args.json:
        print(json_text(error_to_json(args.hand, error)))
    else:
        complain(str(error))
    if hint := hint_after_error("settle", args.hand):
        complain(hint)


def _to_json(args: argparse.Namespace, score: Score, settlement: Settlement) -> dict[str, object]:
    return {
        "hand": args.hand,
        "points": score.points,
        "winner": str(args.winner),
        "discarder": None if args.discarder is None else str(args.discarder),
        **settlement.to_dict(),
    }


def _table(args: argparse.Namespace, score: Score, settlement: Settlement) -> list[str]:
    how = (
        "self-drawn"
        if args.discarder is None
        else f"{'robbed' if score.hand.kong else 'won'} from {args.discarder}"
    )
    reasons = [
        reason for reason in PaymentReason if any(p.reason is reason for p in settlement.payments)
    ]
    rows = [("Seat", *(str(reason) for reason in reasons), "Change")]
    for seat, change in zip(Seat, settlement.changes):
        parts = [points_of_seat(settlement, seat, reason) for reason in reasons]
        rows.append(
            (f"{seat} {seat.zh}", *(f"{part:+d}" if part else "" for part in parts), f"{change:+d}")
        )
    head = (
        f"{args.winner} wins {score.points} points, {how} (base {score.profile.base}, rules "
        f"{score.profile.name})"
    )
    return [head, *format_table(rows, right=range(1, len(reasons) + 2))]


def points_of_seat(settlement: Settlement, seat: Seat, reason: PaymentReason) -> int:
    """The points that a seat gets for one reason; negative if it pays."""
    paid = [p for p in settlement.payments if p.reason is reason]
    return sum(p.points * ((p.payee is seat) - (p.payer is seat)) for p in paid)
