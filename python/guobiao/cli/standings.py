"""``guobiao standings``: the ranking of an event from its match files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..competition.event_toml import make_event
from ..competition.standings import Event, Game, Standing, game_of, rank_players, rank_teams
from ..errors import StandingsError
from ..files.toml_file import read_toml
from ..visible import csv_text, json_text, visible
from .console import Stop, complain, format_table
from .match_files import read_match_file
from .output_file import add_output_options, write_output

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "add_standings_options", "run"]

_EPILOG = """\
For example:
  guobiao standings round1-table1.json round1-table2.json
  guobiao standings *.json --event event.toml
  guobiao standings *.json --awards 4,3,2,1 --csv --output standings.csv

Ranked by standard points, then points, then the best single game; who is equal in all shares the
rank. Without --event or --awards the players of a table get 4 2 1 0 standard points, ties share.
event.toml may say: ranked_in = "session", awards = [4, 3, 2, 1], [[teams]] name, members; [[byes]]
player, session, standard_points, points; [[substitutions]] substitute, player, session.
--json prints {"players": [{"rank", "name", "standard_points", "points", "best_game", "games"}],
"teams": [the same]}.
Exit codes: 0 fine, 1 a file or the event is wrong, 2 wrong usage or a file that cannot be read or
written.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "standings",
        help="rank the players of matches",
        description="The standings of an event from its match files.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--event", metavar="TOML", help="teams, byes, substitutes and awards")
    add_standings_options(parser)
    parser.set_defaults(run=run)


def add_standings_options(parser: argparse.ArgumentParser) -> None:
    """All that ``run`` needs but ``event``."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a match file")
    parser.add_argument(
        "--awards",
        type=_awards,
        metavar="N,N,N,N",
        help="standard points by rank (default 4,2,1,0)",
    )
    shapes = parser.add_mutually_exclusive_group()
    shapes.add_argument("--json", action="store_true", help="print one JSON object")
    shapes.add_argument("--csv", action="store_true", help="print CSV, the players only")
    add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Show the standings; 1, and no ranking, if a file or the event is wrong."""
    _check_named_once(args.files)
    games = [_game(name) for name in args.files]
    if None in games:
        return 1
    try:
        event = make_event((game for game in games if game), _event_table(args))
        players, teams = rank_players(event), rank_teams(event)
    except StandingsError as error:
        complain(str(error))
        return 1
    write_output(
        _shown(event, players, teams, args),
        args,
        sources=(*args.files, *filter(None, [args.event])),
    )
    return 0


def _check_named_once(files: Sequence[str]) -> None:
    """Raises ``Stop`` if a file is named twice: its match would be counted twice, unseen."""
    paths = [os.path.realpath(name) for name in files]
    for name, path in zip(files, paths):
        if paths.count(path) > 1:
            raise Stop(f"standings: {visible(name)} is named twice")


def _awards(value: str) -> list[int | float]:
    try:
        return [float(part) if "." in part else int(part) for part in value.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{value!r} are no awards: expected numbers as 4,2,1,0"
        ) from None


def _game(name: str) -> Game | None:
    """The result of a match file. If it has problems they go to standard error, and it is None."""
    salvage = read_match_file(name)
    for problem in salvage.problems:
        complain(f"{visible(name)}: {problem}")
    if salvage.match is None or salvage.problems:
        return None
    if not salvage.match.is_over:
        complain(
            f"{visible(name)}: not over after {salvage.match.hand_count} hands, ranked as it stands"
        )
    return game_of(salvage.match)


def _event_table(args: argparse.Namespace) -> dict[str, object]:
    table: dict[str, object] = {}
    if args.event is not None:
        try:
            table = read_toml(args.event, StandingsError)
        except OSError as error:
            raise Stop(f"cannot read {visible(args.event)}: {error.strerror or error}") from None
    return table | ({"awards": args.awards} if args.awards else {})


def _shown(
    event: Event, players: Sequence[Standing], teams: Sequence[Standing], args: argparse.Namespace
) -> str:
    if args.json:
        shown = {
            "players": [line.to_dict() for line in players],
            "teams": [line.to_dict() for line in teams],
        }
        return json_text(shown)
    if args.csv:
        return csv_text(_rows("Player", players))
    tables = [_table("Player", players), *([_table("Team", teams)] if event.teams else [])]
    return "\n\n".join(tables)


def _table(kind: str, lines: Iterable[Standing]) -> str:
    return "\n".join(format_table(_rows(kind, lines), right=(0, 2, 3, 4, 5)))


def _rows(kind: str, lines: Iterable[Standing]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        ("Rank", kind, "Standard points", "Points", "Best game", "Games")
    ]
    for line in lines:
        numbers = (line.points, line.best_game, line.games)
        rows.append((str(line.rank), line.name, _decimal(line.standard_points), *map(str, numbers)))
    return rows


def _decimal(value: Fraction) -> str:
    """With at most two decimal places: 4, 1.5, 2.33."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
