"""Options that several subcommands share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..errors import GuobiaoError
from ..notation.alphabets import with_dragons
from ..profiles import PROFILE_NAMES, RuleProfile, get_profile, load_profile

__all__ = ["add_dragons_option", "add_rules_option", "utf8_text"]


def add_rules_option(parser: argparse.ArgumentParser, *, default: str | None = "mil", otherwise: str = "mil") -> None:
    """``--rules``: parsed to a ``RuleProfile``; ``otherwise`` says what holds without it, if that is no one profile (``default`` None)."""
    parser.add_argument(
        "--rules",
        type=_rules,
        default=default,
        metavar="RULES",
        help=f"rule profile: {', '.join(PROFILE_NAMES)}, or the path of a TOML file (default: {otherwise})",
    )


def add_dragons_option(parser: argparse.ArgumentParser) -> None:
    """``--dragons``: the order of 5z 6z 7z."""
    parser.add_argument(
        "--dragons", type=_dragons, metavar="ORDER", help="read 1z-7z, with 5z 6z 7z in this order: CFP, PFC …"
    )


def utf8_text(argument: str) -> str:
    """An argument that is no file's name: as UTF-8, whatever the locale says; as it came if it is none."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def _rules(value: str) -> RuleProfile:
    if value in PROFILE_NAMES:
        return get_profile(value)
    try:
        if not Path(value).exists():
            raise argparse.ArgumentTypeError(
                f"{value!r} is no rule profile and no file: expected {', '.join(PROFILE_NAMES)} or a TOML path"
            )
        return load_profile(value)
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
