"""``guobiao event``: an event from sign-up to ranking."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..competition.event_plan import EventPlan, format_event_plan, format_substitution
from ..competition.match import parse_seat_change
from ..competition.pairings import Apart
from ..competition.presets import PRESETS
from ..competition.standings import Substitution
from ..errors import GuobiaoError, ProfileError
from ..files.limited_files import read_limited
from ..visible import visible
from .console import Stop, complain
from .event_files import append_to_event, read_event
from .event_seat import SEAT_EPILOG, add_seat_arguments, run_seat
from .hand_lines import open_lines
from .match_options import add_match_options, given_options
from .options import add_rules_option, utf8_text, writable_file
from .output_file import open_outputs
from .standings import add_standings_options
from .standings import run as run_standings

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser"]

_MAX_BYTES: Final = 1 << 20

_EXIT_CODES: Final = """\
Exit codes: 0 fine, 1 the event, a player or a file is wrong: nothing is written; 2 wrong usage or a
file that cannot be read or written.
"""

_NEW: Final = (
    """\
For example:
  guobiao event new event.toml --title 'Spring Cup' --rounds 5 --players-file players.txt
  guobiao event new event.toml --rounds 1 --players An Bo Cai Du --seed 7
  guobiao event new event.toml --rounds 8 --players-file - --apart An Bo --fixed-table Cai=1

The file is TOML, for editing too. Fours must divide the players; each name stands once.
--seed says which of all seatings event seat draws: the same seed, the same seating.
"""
    + _EXIT_CODES
)
_SUBSTITUTE: Final = (
    """\
For example:
  guobiao event substitute event.toml --player Bo --substitute Zed --round 3
  guobiao event substitute event.toml --player Bo --substitute Zed

The substitute plays in that round, or in all; the player is credited with the result.
"""
    + _EXIT_CODES
)
_STANDINGS: Final = (
    """\
For example:
  guobiao event standings event.toml round*.json
  guobiao event standings event.toml round*.json --csv --output standings.csv

The same as guobiao standings FILE ... --event EVENT: guobiao standings --help says how it ranks.
Whoever played must be a player of the event or a substitute.
"""
    + _EXIT_CODES
)


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "event",
        help="run an event: sign-up, seating, substitutes, standings",
        description="Event files.",
    )
    parser.set_defaults(run=lambda args: _help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_new(commands)
    _add_seat(commands)
    _add_substitute(commands)
    standings = _command(commands, "standings", "rank the players", _STANDINGS)
    add_standings_options(standings)
    standings.set_defaults(run=run_standings)


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help(sys.stderr)
    return 2


def _command(commands: Subparsers, name: str, what: str, epilog: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=what,
        description=f"{what.capitalize()}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("event", type=writable_file, metavar="EVENT", help="an event file")
    return parser


def _add_new(commands: Subparsers) -> None:
    new = _command(commands, "new", "write an event file", _NEW)
    who = new.add_mutually_exclusive_group(required=True)
    who.add_argument("--players", nargs="+", type=utf8_text, metavar="NAME", help="their names")
    who.add_argument(
        "--players-file", metavar="F", help="a text file with a name a line; -: standard input"
    )
    new.add_argument("--rounds", type=int, required=True, metavar="N", help="how many rounds")
    new.add_argument("--title", type=utf8_text, default="", help="the name of the event")
    new.add_argument(
        "--preset",
        choices=PRESETS,
        default="mil",
        help="what --seat-change and --base-points are if they are not given (default: mil)",
    )
    add_rules_option(new, default=None)
    add_match_options(new)
    new.add_argument(
        "--seed", type=int, default=0, metavar="N", help="for the seating (default: 0)"
    )
    new.add_argument(
        "--apart",
        nargs="+",
        action="append",
        type=utf8_text,
        default=[],
        metavar="NAME",
        help="these should not meet (a club, a family); again for another group",
    )
    new.add_argument(
        "--fixed-table",
        action="append",
        type=_fixed_table,
        default=[],
        metavar="NAME=N",
        help="this player always sits at table N",
    )
    new.add_argument("--force", action="store_true", help="overwrite EVENT")
    new.set_defaults(run=run_new)


def _add_seat(commands: Subparsers) -> None:
    what = "draw the seating, or show it"
    seat = _command(commands, "seat", what, SEAT_EPILOG + _EXIT_CODES)
    add_seat_arguments(seat)
    seat.set_defaults(run=run_seat)


def _add_substitute(commands: Subparsers) -> None:
    substitute = _command(commands, "substitute", "let somebody play for a player", _SUBSTITUTE)
    substitute.add_argument("--player", type=utf8_text, required=True, help="who does not play")
    substitute.add_argument("--substitute", type=utf8_text, required=True, help="who does")
    substitute.add_argument("--round", type=int, metavar="N", help="in this round; none: in all")
    substitute.set_defaults(run=run_substitute)


# ---------------------------------------------------------------------------------------------- new


def run_new(args: argparse.Namespace) -> int:
    """Write the event file; 1 if there can be no such event."""
    try:
        plan = EventPlan(
            _players(args),
            args.rounds,
            args.title,
            seed=args.seed,
            apart=tuple(Apart(tuple(names)) for names in args.apart),
            fixed_tables=dict(args.fixed_table),
            **_played_by(args),
        )
    except ProfileError:
        raise
    except GuobiaoError as error:
        complain(f"{error}: {visible(args.event)} is not written")
        return 1
    sources = [name for name in (args.players_file, args.rules_file) if name is not None]
    with open_outputs(
        {"EVENT": args.event}, force=args.force, sources=sources, keep_parts=False
    ) as (file,):
        file.write(format_event_plan(plan))
    rounds = f"{plan.rounds} round{'s' * (plan.rounds != 1)}"
    print(visible(f"{args.event}: {len(plan.players)} players, {rounds}"))
    return 0


def _fixed_table(value: str) -> tuple[str, int]:
    name, sign, number = utf8_text(value).rpartition("=")
    if not sign or not number.isascii() or not number.isdigit() or len(number) > 4:
        raise argparse.ArgumentTypeError(f"{value[:60]!r}: expected NAME=N, N the table's number")
    return name, int(number)


def _played_by(args: argparse.Namespace) -> dict[str, Any]:
    preset = PRESETS[args.preset]
    return {
        "preset": args.preset,
        "seat_change": parse_seat_change(preset.seat_change),
        "base_points": preset.base_points,
        **given_options(args),
    }


def _players(args: argparse.Namespace) -> tuple[str, ...]:
    """The names of the options. Raises ``Stop`` if their file cannot be read."""
    if args.players is not None:
        return tuple(args.players)
    name = visible(args.players_file)
    stream = open_lines(args.players_file)
    try:
        lines = read_limited(stream, _MAX_BYTES).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise Stop(f"cannot read {name}: {error.strerror or error}") from None
    except (GuobiaoError, UnicodeDecodeError) as error:
        raise Stop(f"cannot read {name}: {error}") from None
    finally:
        if args.players_file != "-":
            stream.close()
    return tuple(line.strip() for line in lines if line.strip())


# ------------------------------------------------------------------------------------- substitute


def run_substitute(args: argparse.Namespace) -> int:
    """Put the substitution at the end of the event file; 1 if it contradicts the event."""
    try:
        event = read_event(args.event)
        one = Substitution(args.substitute, args.player, args.round)
        plan = replace(event.plan, substitutions=(*event.plan.substitutions, one))
        append_to_event(event, format_substitution(one), plan)
    except GuobiaoError as error:
        complain(f"{error}: {visible(args.event)} is as it was")
        return 1
    when = "in all rounds" if args.round is None else f"in round {args.round}"
    print(visible(f"{args.substitute} plays for {args.player} {when}"))
    return 0
