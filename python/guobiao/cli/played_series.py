"""The work of ``guobiao play``: the series that the arguments ask for, played,
recorded and shown.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from ..botzone import BotFailure, BotLimits, BotProtocol, BotSpec
from ..errors import GuobiaoError
from ..players import PLAYER_NAMES
from ..profiles import get_profile
from ..series import Contestant, ContestantResult, Series, SeriesHand, SeriesTable, play_series
from ..series_json import series_to_json
from ..table import WallRule
from ..visible import json_text, visible
from .console import Progress, Stop, complain, finish_stdout, format_table
from .played_records import open_records

__all__ = ["play"]

_SHOWN_FAILURES: Final = 3
"""How many failures of each player are described."""


def play(args: argparse.Namespace) -> int:
    """Play the series and show the results; 1 if a bot failed."""
    try:
        series = _series(args)
    except GuobiaoError as error:
        raise Stop(f"play: {error}") from None
    table = _played(series, args)
    if args.json:
        print(json_text(series_to_json(series, table)))
    else:
        print("\n".join(_text(series, table)))
    finish_stdout()
    return 1 if table.failed else 0


def _played(series: Series, args: argparse.Namespace) -> SeriesTable:
    table, failures = SeriesTable(series), Counter[int]()
    progress = Progress(wanted=True, beside_output=True, every=1)
    processes = args.processes or os.cpu_count() or 1
    with (
        open_records(args, series) as record,
        closing(play_series(series, processes=processes)) as hands,
    ):
        for played in hands:
            table.add(played)
            record(played)
            if played.failure is not None:
                progress.clear()
                _tell_failure(series, played, played.failure, failures)
            progress.step()
    progress.close()
    return table


# ------------------------------------------------------------------------------------ the arguments


def _series(args: argparse.Namespace) -> Series:
    names = [name.strip() for name in str(args.players).split(",")]
    if len(names) != 4:
        raise Stop(
            f"play: {len(names)} players in --players {args.players!r}: expected four, apart by "
            "commas"
        )
    bots = _bots(args)
    plays = [_plays(name, bots) for name in names]
    contestants = tuple(map(Contestant, _distinct(names), plays))
    has_bots = any(not isinstance(played, str) for played in plays)
    return Series(
        contestants,
        hands=args.hands,
        seed=args.seed,
        rules=args.rules or get_profile("botzone" if has_bots else "mil"),
        wall=WallRule(args.wall or ("own" if has_bots else "common")),
        flowers=not has_bots if args.flowers is None else args.flowers,
    )


def _bots(args: argparse.Namespace) -> dict[str, BotSpec]:
    limits = BotLimits() if args.time_limit is None else BotLimits(seconds=args.time_limit)
    named = [(BotProtocol.PLAIN, *bot) for bot in args.bot] + [
        (BotProtocol.JSON, *bot) for bot in args.json_bot
    ]
    bots: dict[str, BotSpec] = {}
    for protocol, name, command in named:
        if name in bots or name in PLAYER_NAMES:
            raise Stop(f"play: two players are named {visible(name)}: give the bot another name")
        bots[name] = BotSpec(command, protocol, args.close_input, limits)
        program = bots[name].words[0].strip('"')
        if shutil.which(program) is None:
            raise Stop(
                f"play: the bot {visible(name)} cannot be run: there is no program {program!r}"
            )
    return bots


def _plays(name: str, bots: dict[str, BotSpec]) -> str | BotSpec:
    if name in PLAYER_NAMES:
        return name
    if name not in bots:
        known = ", ".join([*PLAYER_NAMES, *bots])
        raise Stop(
            f"play: {name!r} is no player: expected {known}, or a bot of your own (--bot "
            f"{visible(name) or 'NAME'}=COMMAND)"
        )
    return bots[name]


def _distinct(names: Sequence[str]) -> list[str]:
    """The names; one that sits more than once gets numbers: ``random 1``, ``random 2`` …"""
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


# --------------------------------------------------------------------------------------- the output


def _tell_failure(
    series: Series, played: SeriesHand, failure: BotFailure, told: Counter[int]
) -> None:
    contestant = played.contestant_at(failure.seat)
    told[contestant] += 1
    if told[contestant] <= _SHOWN_FAILURES:
        more = (
            " (its further failures are only counted)"
            if told[contestant] == _SHOWN_FAILURES
            else ""
        )
        name = series.contestants[contestant].name
        complain(f"{name}, hand {played.number + 1}, seat {failure.seat}: {failure}{more}")


def _text(series: Series, table: SeriesTable) -> list[str]:
    flowers = "flowers" if series.flowers else "no flowers"
    ended = [
        f"{table.drawn:,} drawn",
        *([f"{table.failed:,} ended by a failure"] if table.failed else []),
    ]
    hands = f"{table.hands:,} hand{'s' * (table.hands != 1)}"
    title = (
        f"{hands}, seed {series.seed}, rules {series.rules.name}, {series.wall.value} wall, "
        f"{flowers}"
    )
    heading = (
        "Player",
        "Wins",
        "Self-drawn",
        "Deal-ins",
        "Points a hand",
        "Interval",
        "Points a win",
        "Failures",
    )
    rows = [heading, *(_row(result) for result in table.results())]
    return [f"{title}: {', '.join(ended)}", *format_table(rows, right=range(1, len(heading)))]


def _row(result: ContestantResult) -> tuple[str, ...]:
    width, worth = result.half_width, result.fan_points_per_win
    return (
        result.contestant.name,
        *(f"{count:,}" for count in (result.wins, result.self_drawn, result.deal_ins)),
        f"{result.points_per_hand:+.2f}",
        "" if width is None else f"± {width:.2f}",
        "" if worth is None else f"{worth:.1f}",
        " ".join(f"{count} {verdict}" for verdict, count in result.failures.items()),
    )
