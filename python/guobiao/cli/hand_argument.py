"""The argument ``HAND`` of ``waits``, ``shanten`` and ``analyze``, and how they report a wrong
hand.
"""

from __future__ import annotations

import argparse

from ..errors import GuobiaoError
from ..visible import json_text
from .console import complain
from .options import utf8_text
from .quoting import hint_after_error

__all__ = ["add_hand_argument", "error_to_json", "show_hand_error"]


def add_hand_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``HAND``."""
    parser.add_argument("hand", type=utf8_text, metavar="HAND", help="a hand, quoted")


def error_to_json(text: str, error: GuobiaoError) -> dict[str, object]:
    """``{"hand", "error": {"type", "message"}}`` for a text that is not a hand, or a hand of which
    the command cannot tell what was asked.
    """
    return {"hand": text, "error": {"type": type(error).__name__, "message": str(error)}}


def show_hand_error(command: str, args: argparse.Namespace, error: GuobiaoError) -> None:
    """Print the error, as JSON or for people, and a hint if a shell may have cut the hand."""
    if args.json:
        print(json_text(error_to_json(args.hand, error)))
    else:
        complain(str(error))
    if hint := hint_after_error(command, args.hand):
        complain(hint)
