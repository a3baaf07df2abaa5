"""``guobiao waits``: the tiles that complete a hand."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from .. import evaluate
from ..errors import GuobiaoError
from ..formats.json_score import error_to_json
from ..notation import parse_hand
from .console import complain, format_table, is_terminal
from .options import add_dragons_option, utf8_text
from .quoting import hint_after_error

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "waits",
        help="show which tiles complete a hand",
        description="The tiles that complete a hand of thirteen.",
        epilog="Quote the hand:\n  guobiao waits '123456789m1155s'\n  guobiao waits --formal '[222s,1]1234444m456p'\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("hand", type=utf8_text, metavar="HAND", help="a hand, quoted")
    parser.add_argument("--formal", action="store_true", help="with tiles of which the hand itself holds all four")
    parser.add_argument("--json", action="store_true", help='print {"hand": …, "waits": [tiles]}')
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the waits; 1 if the hand is wrong."""
    try:
        hand = parse_hand(args.hand, dragons=args.dragons)
        tiles = [wait.tile for wait in evaluate.waits(hand, formal=args.formal)]
    except GuobiaoError as error:
        _show_error(args, error)
        return 1
    if args.json:
        print(json.dumps({"hand": args.hand, "waits": [str(tile) for tile in tiles]}, ensure_ascii=False))
    elif tiles:
        print("\n".join(format_table([(str(tile), tile.zh) for tile in tiles])))
    else:
        print("No tile completes this hand.")
    return 0


def _show_error(args: argparse.Namespace, error: GuobiaoError) -> None:
    if args.json:
        print(json.dumps(error_to_json(args.hand, error), ensure_ascii=False))
    else:
        complain(str(error))
    if hint := hint_after_error("waits", args.hand, to_terminal=is_terminal(sys.stdout)):
        complain(hint)
