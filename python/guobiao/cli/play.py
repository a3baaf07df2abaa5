"""``guobiao play``: a series of hands between built-in players and bots, and a table of the
results.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from ..visible import has_control_characters
from .options import add_rules_option

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]

_EPILOG: Final = """\
For example:
  guobiao play --players greedy,random,random,random --hands 1000 --seed 1
  guobiao play --players reach,greedy,greedy,greedy --records hands.jsonl
  guobiao play --players mine,greedy,greedy,greedy --bot 'mine=python3 my_bot.py' --time-limit 6

Players: random, greedy (or shanten: the least shanten), reach (the shortest way to the minimum),
and what --bot names. Each wall is played four times, each player once at each seat; the prevalent
wind goes on with each wall. The same seed plays the same hands (bots aside), however many processes
play. With a bot at the table the hands are Botzone's: --rules botzone --wall own --no-flowers,
unless told otherwise.

Interval: 95 %, normal approximation; the four hands of one wall count as one observation. A bot
that fails ends its hand and pays 10 to each of the others. docs/bots.md describes the protocol of
bots; docs/records.md the records.
Exit codes: 0 fine, 1 a bot has failed, 2 wrong usage or a file that cannot be written.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "play",
        help="play hands between players and bots",
        description="Play a series of hands and print a table of the results.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--players", required=True, metavar="A,B,C,D", help="the four players, by name"
    )
    parser.add_argument(
        "--hands", type=_count, default=100, metavar="N", help="how many hands (default 100)"
    )
    parser.add_argument(
        "--seed",
        type=_count,
        default=0,
        metavar="N",
        help="decides walls and random play (default 0)",
    )
    bots = parser.add_argument_group("bots")
    for option, talks in (("--bot", "plain lines"), ("--json-bot", "JSON")):
        bots.add_argument(
            option, action="append", default=[], metavar="NAME=COMMAND", type=_named_command,
            help=f"a program that talks {talks}; no shell runs the command",
        )  # fmt: skip
    bots.add_argument(
        "--time-limit",
        type=float,
        metavar="S",
        help="seconds for a reply, twice that for a hand's first (default 1)",
    )
    bots.add_argument(
        "--close-input", action="store_true", help="for programs that read their input to its end"
    )
    add_rules_option(parser)
    parser.set_defaults(rules=None, run=run)
    parser.add_argument(
        "--wall", choices=("common", "own"), help="one wall, or one a player (default common)"
    )
    parser.add_argument(
        "--flowers", action=argparse.BooleanOptionalAction, help="play with flowers (default)"
    )
    parser.add_argument(
        "--processes", type=_count, default=1, metavar="N", help="play on so many cores; 0: on all"
    )
    parser.add_argument(
        "--records",
        metavar="F",
        help="write the hands to this new file: JSON lines, or Botzone's text if it ends in .txt",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file of --records")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play and show the results; 1 if a bot failed."""
    from .played_series import play  # slow to import, and no other command needs it

    return play(args)


def _count(value: str) -> int:
    if not value.isdecimal() or not value.isascii():
        raise argparse.ArgumentTypeError(f"{value!r} is no number: expected a whole number from 0")
    return int(value)


def _named_command(value: str) -> tuple[str, str]:
    name, sign, command = value.partition("=")
    if not sign or not name or not command.strip() or "," in name:
        raise argparse.ArgumentTypeError(
            f"{value!r}: expected NAME=COMMAND, a name without commas and a command"
        )
    if has_control_characters(name):
        raise argparse.ArgumentTypeError(
            f"{name!r}: a name has no control characters and no ends of lines"
        )
    return name, command
