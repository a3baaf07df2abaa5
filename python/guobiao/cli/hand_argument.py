"""The one hand that ``waits``, ``shanten`` and ``analyze`` ask for, and what they say of a wrong
one.
"""

from __future__ import annotations

import argparse

from ..errors import GuobiaoError
from ..shapes import error_to_json
from ..visible import json_text
from .console import complain
from .options import utf8_text
from .quoting import hint_after_error

__all__ = ["add_hand_argument", "show_hand_error"]


def add_hand_argument(parser: argparse.ArgumentParser) -> None:
    """``HAND``."""
    parser.add_argument("hand", type=utf8_text, metavar="HAND", help="a hand, quoted")


def show_hand_error(command: str, args: argparse.Namespace, error: GuobiaoError) -> None:
    """The error as JSON or for people, and the hint for a hand that a shell cut."""
    if args.json:
        print(json_text(error_to_json(args.hand, error)))
    else:
        complain(str(error))
    if hint := hint_after_error(command, args.hand):
        complain(hint)
