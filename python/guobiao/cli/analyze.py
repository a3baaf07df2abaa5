"""``guobiao analyze``: what to discard, what to wait for, and the way to the minimum."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mahjong_core.messages import shown

from ..analysis.discards import discards
from ..analysis.reach import Reach, reach
from ..analysis.shanten import effective_tiles
from ..evaluate import waits
from ..hand import Hand
from .analysis_tables import discards_table, reach_table, shanten_table, waits_table
from .hand_answers import EXIT_CODES, add_hand_arguments, answer_hands
from .options import add_dragons_option, add_rules_option
from .seen_option import add_seen_option, seen_counts

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "analyze",
        help="show what to discard, what to wait for, and the way to eight points",
        description="Fourteen tiles: a table by discard. Thirteen: the waits, or the tiles that "
        "bring the hand nearer. "
        "Both: how many exchanges until a complete hand is worth the minimum, and the best ways "
        "there.",
        epilog="Quote the hand:\n  guobiao analyze '123456m234p67sEE9p'\n  guobiao analyze --win "
        "self_draw '1234444678m456p'\n  guobiao analyze --json --file hands.txt\n\n" + EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_hand_arguments(parser)
    parser.add_argument(
        "--win",
        choices=("discard", "self_draw"),
        default="discard",
        help="how the last tile comes (default: discard)",
    )
    parser.add_argument(
        "--minimum", type=_points, metavar="POINTS", help="the minimum (default: that of the rules)"
    )
    parser.add_argument(
        "--routes",
        type=_routes,
        default=6,
        metavar="N",
        help="list at most N ways (1-256, default: 6)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"hand", "discards" or "waits" or "effective", "reach"}, a line a hand',
    )
    add_seen_option(parser)
    add_rules_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def _points(text: str) -> int:
    return _whole(text, 0, 30_000)


def _routes(text: str) -> int:
    return _whole(text, 1, 256)


def _whole(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
        raise argparse.ArgumentTypeError(
            f"{shown(text, 40)}: expected a whole number from {least} to {most}"
        )
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Show the analysis; 1 if a hand is wrong."""
    seen = seen_counts(args)
    minimum = args.rules.minimum if args.minimum is None else args.minimum

    def way(hand: Hand) -> Reach:
        return reach(
            hand, minimum=minimum, seen=seen, win=args.win, rules=args.rules, routes=args.routes
        )

    def as_json(hand: Hand) -> dict[str, Any]:
        found = {"minimum": minimum, **way(hand).to_dict()}
        return {**_first_part_as_json(hand, args, seen), "reach": found}

    def as_table(hand: Hand) -> list[str]:
        return [*_lines(hand, args, seen, way(hand), minimum)]

    return answer_hands("analyze", args, as_json, as_table)


def _first_part_as_json(
    hand: Hand, args: argparse.Namespace, seen: Sequence[int] | None
) -> dict[str, Any]:
    if hand.tile_count == 14:
        found = discards(hand, rules=args.rules, seen=seen)
        return {"discards": [discard.to_dict() for discard in found]}
    if ready := waits(hand, rules=args.rules, seen=seen):
        return {"shanten": 0, "waits": [wait.to_dict() for wait in ready]}
    return effective_tiles(hand, seen=seen).to_dict()


def _lines(
    hand: Hand, args: argparse.Namespace, seen: Sequence[int] | None, way: Reach, minimum: int
) -> Iterator[str]:
    if hand.tile_count == 14:
        yield from discards_table(discards(hand, rules=args.rules, seen=seen))
    elif found := waits(hand, rules=args.rules, seen=seen):
        yield from waits_table(found, args.rules)
    else:
        yield from shanten_table(effective_tiles(hand, seen=seen))
    yield ""
    yield from reach_table(way, minimum, args.win)
