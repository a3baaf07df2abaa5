"""The command ``guobiao``: one module a subcommand, standard library only.

A subcommand is a module of this package with ``add_parser(subparsers)``, which sets ``run`` (a
function from the parsed arguments to the exit code) as a default of its parser. To add one, write
the module and name it in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from ..errors import ProfileError
from .console import (
    Stop,
    complain,
    discard_stdout,
    finish_stdout,
    is_closed_pipe,
    use_utf8,
    visible_lines,
)
from .language import LANGUAGES, use_language

__all__ = ["COMMANDS", "main"]

COMMANDS: Final = (
    "score",
    "waits",
    "shanten",
    "analyze",
    "fans",
    "settle",
    "match",
    "standings",
    "event",
    "mers",
    "play",
    "replay",
    "show",
)

_EPILOG = """\
Quote every hand, or the shell takes its | for a pipe:
  guobiao score '[CCCC]234567m99p34s5s|EE1000|2'
  guobiao waits '123456789m1155s'
  guobiao analyze '123456789m1155s9p'
  guobiao fans 组合龙
  guobiao settle '13347s12369m258p3m|EN0000' --winner N --discarder E
  guobiao match show table3.json
  guobiao event new event.toml --rounds 5 --players-file players.txt
  guobiao replay games.txt
  guobiao show '[123m,2]999p234s5s5s67m8m'
  guobiao play --players greedy,random,random,random

Exit codes: 0 fine, 1 a hand, a match file or a record is wrong (or a bot fails),
2 wrong usage or an unreadable file.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (``sys.argv[1:]`` if None) and return its exit code.

    0: all is well. 1: a hand or a file is wrong. 2: the usage is wrong.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    use_utf8()
    use_language()
    try:
        code = _run(arguments)
        finish_stdout()
    except OSError as error:
        discard_stdout()
        if not is_closed_pipe(error):
            complain(f"cannot write: {error}")
            return 2
        return 0  # the reader has gone: that is no error
    except KeyboardInterrupt:
        discard_stdout()
        return 130
    return code


def _run(arguments: list[str]) -> int:
    try:
        args = _parser(_commands_for(arguments)).parse_args(arguments)
        run = getattr(args, "run", None)
        if run is None:
            _parser(COMMANDS).print_help(sys.stderr)
            return 2
        return int(run(args))
    except (Stop, ProfileError) as stop:  # no tables for the profile: said once, not a hand
        finish_stdout()
        complain(str(stop))
        return 2
    except SystemExit as stop:  # argparse: 0 after --help and --version, 2 for wrong usage
        return stop.code if isinstance(stop.code, int) else 2


def _commands_for(arguments: list[str]) -> Sequence[str]:
    """The command that they name, or all: importing every module takes a quarter of a second."""
    words = arguments[2:] if arguments[:1] == ["--lang"] else arguments
    return words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS


def _parser(commands: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="guobiao",
        description="Scores hands of Chinese Official Mahjong (国标麻将).",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    parser.add_argument(
        "--lang",
        action=_UseLanguage,
        choices=LANGUAGES,
        help="the language of tables and errors: en or zh (default: GUOBIAO_LANG, else en)",
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in commands:
        import_module(f".{name}", __name__).add_parser(subparsers)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser whose messages show control characters of arguments escaped."""

    def error(self, message: str) -> NoReturn:
        super().error(visible_lines(message))


class _UseLanguage(argparse.Action):
    """Speaks the language from here on."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: object, *given: object) -> None:
        use_language(str(given[0]))


class _ShowVersion(argparse.Action):
    """Prints the version of the installed distribution. It is looked up only here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("guobiao")
        except PackageNotFoundError:
            found = "(not installed: run from its sources)"
        print(f"guobiao {found}")
        parser.exit(0)
