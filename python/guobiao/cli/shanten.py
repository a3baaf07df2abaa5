"""``guobiao shanten``: how far a hand is, by form, and which tiles bring it nearer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..analysis.shanten import EffectiveTiles, effective_tiles
from ..hand import Hand
from .analysis_tables import shanten_table
from .hand_answers import EXIT_CODES, add_hand_arguments, answer_hands
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
        "'5m5m3p' '245568m245568p7s'\n  guobiao shanten --json --file hands.txt\n\n" + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_hand_arguments(parser)
    parser.add_argument(
        "--formal",
        action="store_true",
        help="the textbook count: a target may hold any number of a tile",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"hand", "shanten", "effective", "left", "forms"}, a line a hand',
    )
    add_seen_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the numbers and the tiles; 1 if a hand is wrong."""
    seen = seen_counts(args)

    def found(hand: Hand) -> EffectiveTiles:
        return effective_tiles(hand, seen=seen, formal=args.formal)

    return answer_hands(
        "shanten",
        args,
        lambda hand: found(hand).to_dict(),
        lambda hand: shanten_table(found(hand)),
    )
