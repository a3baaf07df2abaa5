"""Options that several subcommands share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import NamedTuple

from ..errors import GuobiaoError
from ..notation.alphabets import with_dragons
from ..profiles import PROFILE_NAMES, RuleProfile, get_profile, load_profile

__all__ = [
    "add_dragons_option",
    "add_rules_option",
    "rules_files",
    "thread_count",
    "utf8_text",
    "writable_file",
]


def add_rules_option(
    parser: argparse.ArgumentParser, *, default: str | None = "mil", otherwise: str = "mil"
) -> None:
    """Add ``--rules``, which is parsed to a ``RuleProfile``.

    A command whose default is not one profile passes None; ``otherwise`` then tells the help what
    the default is.
    """
    parser.add_argument(
        "--rules",
        type=_rules,
        action=_RulesAction,
        default=default,
        metavar="RULES",
        help=f"rule profile: {', '.join(PROFILE_NAMES)}, or the path of a TOML file (default: "
        f"{otherwise})",
    )
    parser.set_defaults(rules_file=None)


def rules_files(args: argparse.Namespace) -> list[str]:
    """The file that ``--rules`` was read from, in a list; an empty list if it was a name."""
    return [] if args.rules_file is None else [args.rules_file]


class _ReadRules(NamedTuple):
    profile: RuleProfile
    file: str


class _RulesAction(argparse.Action):
    """Keeps the profile and the name of its file."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        *_: object,
    ) -> None:
        namespace.rules = values.profile if isinstance(values, _ReadRules) else values
        namespace.rules_file = values.file if isinstance(values, _ReadRules) else None


def writable_file(name: str) -> str:
    """The name of a file that is read and written: not that of a standard stream."""
    if name in ("", "-"):
        raise argparse.ArgumentTypeError(f"{name!r} is no file that can be written again")
    return name


def thread_count(text: str) -> int:
    """A number of threads; 0 means one for each core."""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: expected a number of threads, 0 or more")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return int(text) or cores or 1


def add_dragons_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--dragons``: the order of 5z 6z 7z."""
    parser.add_argument(
        "--dragons",
        type=_dragons,
        metavar="ORDER",
        help="read 1z-7z, with 5z 6z 7z in this order: CFP, PFC …",
    )


def utf8_text(argument: str) -> str:
    """An argument that does not name a file, read as UTF-8 whatever the locale says.

    Bytes that are not UTF-8 leave it unchanged.
    """
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def _rules(value: str) -> RuleProfile | _ReadRules:
    if value in PROFILE_NAMES:
        return get_profile(value)
    try:
        if not Path(value).exists():
            raise argparse.ArgumentTypeError(
                f"{value!r} is no rule profile and no file: expected {', '.join(PROFILE_NAMES)} or "
                "a TOML path"
            )
        return _ReadRules(load_profile(value), value)
    except GuobiaoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot read {value!r}: {error}") from None


def _dragons(value: str) -> str:
    try:
        with_dragons(value)
    except GuobiaoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return value
