"""``guobiao match``: match files. ``show`` prints the score sheet, checked."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ..competition.match import Match
from ..competition.match_json import Salvage
from ..competition.score_sheet import (
    SheetLine,
    sheet_heading,
    sheet_lines,
    sheet_to_csv,
    sheet_to_html,
    sheet_to_json,
)
from ..visible import json_text, visible
from .console import complain, finish_stdout, format_table
from .match_files import read_match_file
from .match_log import add_log_parsers
from .output_file import add_output_options, write_output

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run_show"]

_EPILOG = """\
For example:
  guobiao match show table3.json
  guobiao match show table3.json --html --output table3.html
  guobiao match show table3.json --json

The file is checked as a whole: what is wrong with it is listed with the entry that it is in, and
the rest is shown. It is never written to. docs/match-format.md describes such files.
Exit codes: 0 fine, 1 something is wrong with the file, 2 wrong usage or a file that cannot be read
or written.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "match", help="write a match down, show its score sheet", description="Match files."
    )
    parser.set_defaults(run=lambda args: _help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    show = commands.add_parser(
        "show",
        help="print the score sheet and check it",
        description="The score sheet (比赛成绩记录表) of a match file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    show.add_argument("file", metavar="FILE", help="a match file; -: standard input")
    shapes = show.add_mutually_exclusive_group()
    shapes.add_argument("--json", action="store_true", help="print one JSON object")
    shapes.add_argument("--csv", action="store_true", help="print CSV")
    shapes.add_argument("--html", action="store_true", help="print an HTML page for one A4 sheet")
    add_output_options(show)
    show.set_defaults(run=run_show)
    add_log_parsers(commands)


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help(sys.stderr)
    return 2


def run_show(args: argparse.Namespace) -> int:
    """Show the sheet of the file and its problems; 1 if it has any."""
    salvage = read_match_file(args.file)
    if salvage.match is not None:
        write_output(_shown(salvage.match, salvage, args), args, sources=(args.file,))
    elif args.json:
        write_output(json_text({"problems": salvage.problems}), args, sources=(args.file,))
    finish_stdout()
    for problem in salvage.problems:
        complain(f"{visible(args.file)}: {problem}")
    return 1 if salvage.problems else 0


def _shown(match: Match, salvage: Salvage, args: argparse.Namespace) -> str:
    if args.json:
        return json_text(sheet_to_json(match, salvage.problems))
    if args.csv:
        return sheet_to_csv(match)
    if args.html:
        return sheet_to_html(match)
    return "\n".join(_text(match))


def _text(match: Match) -> list[str]:
    rows = [sheet_heading(match), *(_cells(line) for line in sheet_lines(match))]
    table = format_table(rows, right=(0, 6, *range(7, 15)))
    return [_title(match), *table, _verdict(match)]


def _title(match: Match) -> str:
    places = [
        f"session {match.session}" if match.session is not None else "",
        f"table {match.table}" if match.table is not None else "",
        f"rules {match.rules.name}",
        f"penalties {match.penalties.name}",
        f"base {match.base_points}",
    ]
    return visible(": ".join(filter(None, [match.title, ", ".join(filter(None, places))])))


def _cells(line: SheetLine) -> tuple[str, ...]:
    fixed = (line.hand, line.wind, line.dealer, line.winner, line.how, line.discarder, line.points)
    changes = [f"{change:+d}" if change else "0" for change in line.changes or ()]
    return (*fixed, *changes, *map(str, line.totals or ()), line.remarks)


def _verdict(match: Match) -> str:
    hands = f"{match.hand_count} hand{'s' * (match.hand_count != 1)}"
    scores = ", ".join(f"{name} {total}" for name, total in zip(match.players, match.totals))
    return visible(f"{'Over' if match.is_over else 'Not over'} after {hands}: {scores}")
