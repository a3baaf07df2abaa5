"""``guobiao shanten``: how far a hand is, by form, and which tiles bring it nearer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..analysis.shanten import effective_tiles
from ..errors import GuobiaoError
from ..notation import parse_hand
from ..visible import json_text
from .analysis_tables import shanten_table
from .hand_argument import add_hand_argument, show_hand_error
from .options import add_dragons_option
from .seen_option import add_seen_option, seen_counts

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "shanten",
        help="show how far a hand is from ready, and what brings it nearer",
        description="The shanten of each form (-1 complete, 0 ready) and the tiles that lower it, "
        "with the copies left.",
        epilog="Quote the hand:\n  guobiao shanten '245568m245568p7s'\n  guobiao shanten --seen "
        "'5m5m3p' '245568m245568p7s'\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_hand_argument(parser)
    parser.add_argument(
        "--formal",
        action="store_true",
        help="the textbook count: a target may hold any number of a tile",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"hand", "shanten", "effective", "left", "forms"}',
    )
    add_seen_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the numbers and the tiles; 1 if the hand is wrong."""
    seen = seen_counts(args)
    try:
        found = effective_tiles(
            parse_hand(args.hand, dragons=args.dragons), seen=seen, formal=args.formal
        )
    except GuobiaoError as error:
        show_hand_error("shanten", args, error)
        return 1
    if args.json:
        print(json_text({"hand": args.hand, **found.to_dict()}))
    else:
        print("\n".join(shanten_table(found)))
    return 0
