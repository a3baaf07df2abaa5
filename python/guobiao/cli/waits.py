"""``guobiao waits``: the tiles that complete a hand, and what each is worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .. import evaluate
from ..errors import GuobiaoError, ProfileError
from ..notation import parse_hand
from ..visible import json_text
from .analysis_tables import waits_table
from .hand_argument import add_hand_argument, show_hand_error
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
        "'[222s,1]1234444m456p'\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_hand_argument(parser)
    parser.add_argument(
        "--formal", action="store_true", help="with tiles of which the hand itself holds all four"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"hand": …, "waits": [{"tile", "left", "discard", "self_drawn"}]}',
    )
    add_seen_option(parser)
    add_rules_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the waits; 1 if the hand is wrong."""
    seen = seen_counts(args)
    try:
        hand = parse_hand(args.hand, rules=args.rules, dragons=args.dragons)
        waits = evaluate.waits(hand, formal=args.formal, rules=args.rules, seen=seen)
    except ProfileError:
        raise
    except GuobiaoError as error:
        show_hand_error("waits", args, error)
        return 1
    if args.json:
        print(json_text({"hand": args.hand, "waits": [wait.to_dict() for wait in waits]}))
    elif waits:
        print("\n".join(waits_table(waits, args.rules)))
    else:
        print("No tile completes this hand.")
    return 0
