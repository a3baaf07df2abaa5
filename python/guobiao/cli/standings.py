"""``guobiao standings``: the ranking of an event from its match files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..competition.ema_results import results_to_ema_csv
from ..competition.event_toml import make_event
from ..competition.match import Match
from ..competition.presets import PRESETS, get_preset
from ..competition.standings import (
    Event,
    game_of,
    rank_nations,
    rank_players,
    rank_teams,
)
from ..competition.standings_page import standings_to_html
from ..competition.standings_tables import LANGUAGES, Table, cell_text, standings_tables
from ..errors import MissingExtraError, StandingsError
from ..files.toml_file import read_toml
from ..visible import csv_text, json_text, visible
from .console import Stop, complain, format_table
from .match_files import read_match_file
from .output_file import add_output_options, open_outputs, write_output

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "add_standings_options", "event_of_matches", "read_matches", "run"]

_EPILOG = """\
For example:
  guobiao standings round1-table1.json round1-table2.json
  guobiao standings *.json --event event.toml
  guobiao standings *.json --awards 4,3,2,1 --csv --output standings.csv
  guobiao standings *.json --event event.toml --preset ema --lang zh --html page.html

Ranked by standard points, then points, then the best single game; who is equal in all shares the
rank. With --preset ema the points are what a match has won or lost, and the best game decides
nothing. Without --event or --awards the players of a table get 4 2 1 0 standard points, ties share.
event.toml may say: preset = "ema", ranked_in = "session", awards = [4, 3, 2, 1], title, dates,
[[teams]] name, members; best_of_team; [[entrants]] name, country, first_name, last_name,
ema_number, ema_member; best_of_nation (3); [[byes]] player, session, standard_points, points;
[[substitutions]] substitute, player, session, ranked; [[withdrawals]] player, after, last;
[[deductions]] player or team, standard_points, points, reason.
--json prints {"players": [{"rank", "name", "standard_points", "points", "best_game", "games"}],
"teams": [the same]}; where there are some, "nations" [the same], and of a player or team "country",
"withdrew_after" and "deductions" [{"standard_points", "points", "reason"}]. --force overwrites the
files of --xlsx, --html and --ema-csv too; they are all written, or none. EMA's list has the columns
Place, First Name, Last name, EMA number, Table points, Score, Ema Member, Country.
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
    parser.add_argument(
        "--preset", choices=PRESETS, help="how to rank (default: as the event says, or mil)"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="the language of tables and pages"
    )
    shapes = parser.add_mutually_exclusive_group()
    shapes.add_argument("--json", action="store_true", help="print one JSON object")
    shapes.add_argument("--csv", action="store_true", help="print CSV, the players only")
    for option, what in (
        ("--xlsx", "standings and results as a workbook (needs guobiao[xlsx])"),
        ("--html", "standings and results as a page to print"),
        ("--ema-csv", "the players as EMA's list of results"),
    ):
        parser.add_argument(option, metavar="F", help=f"write {what}")
    add_output_options(parser)


def run(args: argparse.Namespace) -> int:
    """Show the standings; 1, and no ranking, if a file or the event is wrong."""
    matches = read_matches(args.files, "standings")
    if matches is None:
        return 1
    try:
        event = _event(matches, _event_table(args))
        shown, files = _shown(event, args), _files(event, args)
    except MissingExtraError as error:
        raise Stop(str(error)) from None
    except StandingsError as error:
        complain(str(error))
        return 1
    _write(shown, files, args)
    return 0


def read_matches(files: Sequence[str], command: str) -> list[Match] | None:
    """The matches of the files; None, and their problems on standard error, if one is wrong."""
    _check_named_once(files, command)
    matches = [_match(name) for name in files]
    found = [match for match in matches if match]
    return found if len(found) == len(matches) else None


def event_of_matches(matches: Sequence[Match], name: str) -> Event:
    """The matches as the event of a file. Raises ``StandingsError`` if they contradict it."""
    return _event(matches, _read_table(name))


def _event(matches: Sequence[Match], table: Mapping[str, object]) -> Event:
    event = make_event(map(game_of, matches), table)
    if not get_preset(event.preset).ranks_net:
        return event
    return replace(event, games=tuple(game_of(match, base_points=0) for match in matches))


def _files(event: Event, args: argparse.Namespace) -> dict[str, tuple[str, str | bytes]]:
    """The name and the content of each file that is asked for, by option."""
    files: dict[str, tuple[str, str | bytes]] = {}
    if args.xlsx is not None:
        from ..competition.standings_xlsx import standings_to_xlsx  # needs openpyxl

        files["--xlsx"] = args.xlsx, standings_to_xlsx(event, lang=args.lang)
    if args.html is not None:
        files["--html"] = args.html, standings_to_html(event, lang=args.lang)
    if args.ema_csv is not None:
        files["--ema-csv"] = args.ema_csv, results_to_ema_csv(event)
    return files


def _write(shown: str, files: dict[str, tuple[str, str | bytes]], args: argparse.Namespace) -> None:
    """All files, or none; the table is printed unless something else goes to standard output."""
    is_printed = args.output in (None, "-")
    if not is_printed:
        files = {"--output": (args.output, shown), **files}
    targets = {option: name for option, (name, _) in files.items()}
    sources = (*args.files, *filter(None, [args.event]))
    with open_outputs(targets, force=args.force, sources=sources, keep_parts=False) as outputs:
        for output, (_, content) in zip(outputs, files.values()):
            output.write(content)
    if is_printed and "-" not in targets.values():
        write_output(shown, args)


def _check_named_once(files: Sequence[str], command: str) -> None:
    """Raises ``Stop`` if a file is named twice: its match would be counted twice, unseen."""
    paths = [os.path.realpath(name) for name in files]
    for name, path in zip(files, paths):
        if paths.count(path) > 1:
            raise Stop(f"{command}: {visible(name)} is named twice")


def _awards(value: str) -> list[int | float]:
    try:
        return [float(part) if "." in part else int(part) for part in value.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{value!r} are no awards: expected numbers as 4,2,1,0"
        ) from None


def _match(name: str) -> Match | None:
    """The match of a file. If it has problems they go to standard error, and it is None."""
    salvage = read_match_file(name)
    for problem in salvage.problems:
        complain(f"{visible(name)}: {problem}")
    if salvage.match is None or salvage.problems:
        return None
    if not salvage.match.is_over:
        complain(
            f"{visible(name)}: not over after {salvage.match.hand_count} hands, ranked as it stands"
        )
    return salvage.match


def _event_table(args: argparse.Namespace) -> dict[str, object]:
    table = {} if args.event is None else _read_table(args.event)
    given = {"awards": args.awards, "preset": args.preset}
    return table | {key: value for key, value in given.items() if value}


def _read_table(name: str) -> dict[str, object]:
    try:
        return read_toml(name, StandingsError)
    except OSError as error:
        raise Stop(f"cannot read {visible(name)}: {error.strerror or error}") from None


def _shown(event: Event, args: argparse.Namespace) -> str:
    if args.json:
        return json_text(_to_json(event))
    tables = standings_tables(event, lang=args.lang)
    if args.csv:
        return csv_text([tables[0].heading, *_texts(tables[0])])
    return "\n\n".join(map(_aligned, tables))


def _aligned(table: Table) -> str:
    numbers = [
        column
        for column, cells in enumerate(zip(*table.rows))
        if not any(isinstance(cell, str) for cell in cells)
    ]
    return "\n".join(format_table([table.heading, *_texts(table)], right=numbers))


def _texts(table: Table) -> list[tuple[str, ...]]:
    return [tuple(map(cell_text, row)) for row in table.rows]


def _to_json(event: Event) -> dict[str, object]:
    countries = {entrant.name: entrant.country for entrant in event.entrants if entrant.country}
    shown: dict[str, object] = {
        "players": [
            line.to_dict() | ({"country": countries[line.name]} if line.name in countries else {})
            for line in rank_players(event)
        ],
        "teams": [line.to_dict() for line in rank_teams(event)],
    }
    if nations := rank_nations(event):
        shown["nations"] = [line.to_dict() for line in nations]
    return shown
