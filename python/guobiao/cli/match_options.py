"""Options of the commands that begin a match."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..competition.match import SeatChange, parse_seat_change
from ..competition.penalties import (
    PENALTY_PROFILE_NAMES,
    PenaltyProfile,
    get_penalty_profile,
    load_penalty_profile,
)
from ..errors import GuobiaoError

__all__ = ["add_match_options", "given_options"]


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """``--penalties``, ``--seat-change`` and ``--base-points``: None if they are not given."""
    parser.add_argument(
        "--penalties",
        type=_penalties,
        metavar="P",
        help=f"{', '.join(PENALTY_PROFILE_NAMES)}, or a TOML file (default: rulebook)",
    )
    parser.add_argument(
        "--seat-change",
        type=_seat_change,
        metavar="S",
        help="west, none, or three orders as SENW,NWES,SENW (default: west)",
    )
    parser.add_argument(
        "--base-points", type=int, metavar="N", help="what a player begins with (default: 500)"
    )


def given_options(args: argparse.Namespace) -> dict[str, Any]:
    """Those of ``--rules`` and ``add_match_options`` that were given."""
    names = ("rules", "penalties", "seat_change", "base_points")
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def _penalties(value: str) -> PenaltyProfile:
    try:
        known = value in PENALTY_PROFILE_NAMES or not Path(value).exists()
        return get_penalty_profile(value) if known else load_penalty_profile(value)
    except GuobiaoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"cannot read {value!r}: {error}") from None


def _seat_change(value: str) -> SeatChange:
    try:
        return parse_seat_change(value.split(",") if "," in value else value)
    except GuobiaoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
