"""``--seen``: the tiles that lie open, in any tile notation."""

from __future__ import annotations

import argparse

from ..errors import GuobiaoError
from ..notation import parse_tiles
from ..tiles import SLOT_COUNT
from .console import Stop
from .options import utf8_text

__all__ = ["add_seen_option", "seen_counts"]


def add_seen_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--seen``, a text. ``seen_counts`` reads it when the order of the dragons is known."""
    parser.add_argument(
        "--seen",
        type=utf8_text,
        metavar="TILES",
        help="tiles that lie open elsewhere (discards, the others' melds; not the hand's own), as "
        "123m5sEEC",
    )


def seen_counts(args: argparse.Namespace) -> list[int] | None:
    """The tiles of ``--seen`` as counts by slot. Raises ``Stop`` if they cannot be read."""
    if args.seen is None:
        return None
    counts = [0] * SLOT_COUNT
    try:
        for tile in parse_tiles(args.seen, dragons=args.dragons) if args.seen.strip() else ():
            counts[tile] += 1
    except GuobiaoError as error:
        raise Stop(f"argument --seen: {error}") from None
    return counts
