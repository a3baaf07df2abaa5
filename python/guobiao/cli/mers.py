"""``guobiao mers``: the European ranking over several events."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..competition.ema_results import parse_ema_csv
from ..competition.mers import (
    MersEvent,
    MersNation,
    MersPlayer,
    rank_mers_nations,
    rank_mers_players,
)
from ..errors import GuobiaoError, StandingsError
from ..files.csv_table import parse_csv
from ..files.limited_files import read_limited
from ..visible import csv_text, json_text, shown, visible
from .console import Stop, complain, format_table
from .output_file import add_output_options, write_output

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]

_EPILOG = """\
For example:
  guobiao mers season.csv
  guobiao mers season.csv --date 2026-12-01 --csv --output ranking.csv

season.csv lists the events, with the heading Date,Weight,Event,Results: the last day (2026-05-10),
the MERS weight, a name, and a file beside it with all players of the event, as guobiao standings
--ema-csv writes it. Commas or semicolons divide the cells.
The base rank of place p among N is 1000 (N - p) / (N - 1). An event weighs its weight for a year,
half of it for another, then nothing. Who has two results or more is ranked; missing ones up to five
are 0 and weigh 1. The ranking is the mean of two weighted means: of the best five and 4 in 5 beyond
them, and of the best four. A nation has a third of the sum of its best three.
--json prints {"date", "players": [{"rank", "name", "country", "ema_number", "rating", "results":
[{"event", "base_rank", "weight"}]}], "nations": [{"rank", "country", "rating", "players"}]}.
Exit codes: 0 fine, 1 a file is wrong, 2 wrong usage or a file that cannot be read or written.
"""
_COLUMNS: Final = ("Date", "Weight", "Event", "Results")
_MOST_BYTES: Final = 1 << 24


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "mers",
        help="rank players over several events",
        description="The European ranking (MERS) of players and nations.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("season", metavar="SEASON", help="a CSV file that lists the events")
    parser.add_argument(
        "--date", type=_date, help="the day of the ranking (default: that of the last event)"
    )
    shapes = parser.add_mutually_exclusive_group()
    shapes.add_argument("--json", action="store_true", help="print one JSON object")
    shapes.add_argument("--csv", action="store_true", help="print CSV, the players only")
    add_output_options(parser)
    parser.set_defaults(run=run)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date: expected 2026-12-01") from None


def run(args: argparse.Namespace) -> int:
    """Show the ranking; 1, and no ranking, if a file is wrong."""
    try:
        files = [*_listed(args.season)]
        _check_listed_once(files, args.season)
        events = [_event(line, row, args.season) for line, row in files]
        players = rank_mers_players(events, args.date)
    except StandingsError as error:
        complain(str(error))
        return 1
    day = args.date or max((event.day for event in events), default=None)
    sources = [args.season, *(_beside(args.season, row["Results"]) for _, row in files)]
    write_output(_shown(day, players, args), args, sources=sources)
    return 0


def _listed(season: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    try:
        yield from parse_csv(_content(season), _COLUMNS)
    except GuobiaoError as error:
        raise StandingsError(f"{visible(season)}: {error}") from None


def _check_listed_once(files: Sequence[tuple[int, Mapping[str, str]]], season: str) -> None:
    """Raises ``StandingsError`` if a file would be counted twice, unseen."""
    seen: dict[str, int] = {}
    for line, row in files:
        path = os.path.realpath(_beside(season, row["Results"]))
        if seen.setdefault(path, line) != line:
            raise StandingsError(
                f"{visible(season)}: line {line}: {visible(row['Results'])} is listed in line "
                f"{seen[path]} already"
            )


def _event(line: int, row: Mapping[str, str], season: str) -> MersEvent:
    name = _beside(season, row["Results"])
    try:
        day, weight = _day(row["Date"]), _weight(row["Weight"])
    except StandingsError as error:
        raise StandingsError(f"{visible(season)}: line {line}: {error}") from None
    try:
        return MersEvent(row["Event"], day, weight, parse_ema_csv(_content(name)))
    except GuobiaoError as error:
        raise StandingsError(f"{visible(name)}: {error}") from None


def _beside(season: str, name: str) -> str:
    return os.path.join(os.path.dirname(season), name)


def _content(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return read_limited(file, _MOST_BYTES)
    except (OSError, ValueError) as error:
        if isinstance(error, GuobiaoError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise Stop(f"cannot read {visible(name)}: {reason}") from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise StandingsError(f"the date is {shown(text)}: expected one as 2026-05-10") from None


def _weight(text: str) -> Fraction:
    """2.5, or 2,5 as European spreadsheets write it."""
    whole, _, part = text.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit() or len(text) > 20:
        raise StandingsError(f"the weight is {shown(text)}: expected a number as 2.5")
    return Fraction(f"{whole or 0}.{part or 0}")


# ------------------------------------------------------------------------------------------- output


def _shown(day: date | None, players: Sequence[MersPlayer], args: argparse.Namespace) -> str:
    nations = rank_mers_nations(players)
    if args.json:
        return json_text(
            {
                "date": None if day is None else str(day),
                "players": [_player_to_json(player) for player in players],
                "nations": [_nation_to_json(nation) for nation in nations],
            }
        )
    rows = [_PLAYER_HEADING, *map(_player_row, players)]
    if args.csv:
        return csv_text(rows)
    tables = [format_table(rows, right=(0, 4, 5))]
    if nations:
        tables.append(format_table([_NATION_HEADING, *map(_nation_row, nations)], right=(0, 2, 3)))
    return "\n\n".join("\n".join(table) for table in tables)


_PLAYER_HEADING: Final = ("Rank", "Player", "Country", "EMA number", "Rating", "Events")
_NATION_HEADING: Final = ("Rank", "Country", "Rating", "Players")


def _player_row(player: MersPlayer) -> tuple[str, ...]:
    return (
        str(player.rank),
        player.name,
        player.country,
        player.ema_number,
        f"{float(player.rating):.2f}",
        str(len(player.results)),
    )


def _nation_row(nation: MersNation) -> tuple[str, ...]:
    return str(nation.rank), nation.country, f"{float(nation.rating):.2f}", str(nation.players)


def _player_to_json(player: MersPlayer) -> dict[str, object]:
    results = [
        {"event": one.event, "base_rank": one.base_rank, "weight": float(one.weight)}
        for one in player.results
    ]
    return {
        "rank": player.rank,
        "name": player.name,
        "country": player.country,
        "ema_number": player.ema_number,
        "rating": float(player.rating),
        "results": results,
    }


def _nation_to_json(nation: MersNation) -> dict[str, object]:
    return {
        "rank": nation.rank,
        "country": nation.country,
        "rating": float(nation.rating),
        "players": nation.players,
    }
