"""``guobiao waits``: the tiles that complete a hand, and what each is worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .. import evaluate
from ..hand import Hand
from ..result import Wait
from .analysis_tables import waits_table
from .hand_answers import EXIT_CODES, add_hand_arguments, answer_hands
from .language import say
from .options import add_dragons_option, add_rules_option
from .seen_option import add_seen_option, seen_counts

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "waits",
        help="show which tiles complete a hand, and their points",
        description="The tiles that complete a hand of thirteen: copies left, points by a discard "
        "and self-drawn.",
        epilog="Quote the hand:\n  guobiao waits '123456789m1155s'\n  guobiao waits --formal "
        "'[222s,1]1234444m456p'\n  guobiao waits --json --file hands.txt\n\n" + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_hand_arguments(parser)
    parser.add_argument(
        "--formal", action="store_true", help="with tiles of which the hand itself holds all four"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"hand": …, "waits": [{"tile", "left", "discard", "self_drawn"}]}, a line a '
        "hand",
    )
    add_seen_option(parser)
    add_rules_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the waits; 1 if a hand is wrong."""
    seen = seen_counts(args)

    def found(hand: Hand) -> tuple[Wait, ...]:
        return evaluate.waits(hand, formal=args.formal, rules=args.rules, seen=seen)

    def as_table(hand: Hand) -> list[str]:
        waits = found(hand)
        return waits_table(waits, args.rules) if waits else [say("No tile completes this hand.")]

    def as_json(hand: Hand) -> dict[str, Any]:
        return {"waits": [wait.to_dict() for wait in found(hand)]}

    return answer_hands("waits", args, as_json, as_table)
