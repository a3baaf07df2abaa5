"""``guobiao event seat``: draw the seating of all rounds, or of the next one by rank."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ..competition.event_plan import EventPlan, format_seating
from ..competition.match import Match
from ..competition.pairings import (
    Apart,
    Schedule,
    TableOfFour,
    compatriots,
    format_report,
    format_schedule,
    make_schedule,
    next_round,
    report_schedule,
    report_to_json,
)
from ..competition.standings import rank_players
from ..errors import GuobiaoError, StandingsError
from ..visible import json_text, visible
from .console import Progress, complain
from .event_files import append_to_event, read_event
from .standings import event_of_matches, read_matches

__all__ = ["SEAT_EPILOG", "add_seat_arguments", "run_seat"]

SEAT_EPILOG: Final = """\
For example:
  guobiao event seat event.toml
  guobiao event seat event.toml --round 2 --report
  guobiao event seat event.toml --draw 1
  guobiao event seat event.toml --by-rank round*.json

The first call draws the seating of all rounds (--draw N: of the first N) and writes it into the
event file as [[seating]]; later calls show what stands there. To draw again, take these tables out
of the file. Players of one country ([[entrants]]) and of one group ([[apart]]) meet as seldom as
can be had; [fixed_tables] says who stays where.
--by-rank draws the round after those of the match files, which must be all of the rounds before it:
neighbours in the standings who have not met. Called again, it shows that round. Who has withdrawn
keeps the place: event substitute names who sits there.
--json prints {"rounds": [{"round", "tables": [{"table", "players"}]}]}, players at E S W N, and
with --report "report".
"""


def add_seat_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments beside the event file."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--round", type=int, metavar="N", help="show this round only")
    which.add_argument("--draw", type=int, metavar="N", help="draw the first N rounds, not all")
    which.add_argument(
        "--by-rank", nargs="+", metavar="FILE", help="draw the next round by the match files so far"
    )
    parser.add_argument("--time-limit", type=float, metavar="S", help="search S seconds at most")
    parser.add_argument(
        "--report", action="store_true", help="show how good the seating of all rounds is"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_seat(args: argparse.Namespace) -> int:
    """Show the seating, drawn before or now; 1 if there is none for so many players."""
    try:
        event = read_event(args.event)
        plan, number, matches = event.plan, args.round, None
        if args.by_rank is not None:
            matches = read_matches(args.by_rank, "event seat")
            if matches is None:
                return 1
            number = _next_number(plan, matches)
        if drawn := _drawn(plan, matches, args):
            first = len(plan.seating) + 1
            plan = replace(plan, seating=(*plan.seating, *drawn))
            append_to_event(event, format_seating(drawn, first), plan)
        _print_seating(plan, number, args)
    except GuobiaoError as error:
        complain(str(error))
        return 1
    return 0


def _print_seating(plan: EventPlan, number: int | None, args: argparse.Namespace) -> None:
    numbers = range(1, len(plan.seating) + 1) if number is None else (number,)
    rounds = {one: plan.tables(one) for one in numbers}
    report = None
    if args.report:
        report = report_schedule(
            Schedule(plan.seating), apart=_apart(plan), fixed_tables=plan.fixed_tables
        )
    if args.json:
        told: dict[str, object] = {"rounds": [_to_json(*one) for one in rounds.items()]}
        print(json_text(told | ({"report": report_to_json(report)} if report else {})))
        return
    for one, tables in rounds.items():
        _, *lines = format_schedule(Schedule((tables,))).splitlines()
        print("\n".join(map(visible, (f"Round {one}", *lines))))
    if report:
        print("\n".join(map(visible, ("", *format_report(report).splitlines()))))


# ---------------------------------------------------------------------------------------- drawing


def _drawn(
    plan: EventPlan, matches: Sequence[Match] | None, args: argparse.Namespace
) -> tuple[tuple[TableOfFour, ...], ...]:
    """The rounds that are not seated yet: all of them, the first ones, or the next by rank."""
    if matches is not None and _next_number(plan, matches) <= len(plan.seating):
        return ()
    if matches is None and plan.seating:
        _check_draw(plan, args.draw)
        return ()
    progress = Progress(wanted=True, unit="steps", beside_output=True)
    wishes: dict[str, Any] = {
        "apart": _apart(plan),
        "fixed_tables": plan.fixed_tables,
        "time_limit": args.time_limit,
        "progress": lambda doing, step, steps: progress.advance(step, 0),
    }
    try:
        if matches is not None:
            ranking = _ranking(plan, matches, args.event)
            return (next_round(ranking, Schedule(plan.seating), **wishes),)
        rounds = plan.rounds if args.draw is None else _checked_draw(plan, args.draw)
        return make_schedule(plan.players, rounds, seed=plan.seed, **wishes).rounds
    finally:
        progress.clear()


def _apart(plan: EventPlan) -> tuple[Apart, ...]:
    """The groups of the event, and those of one country."""
    nations = {
        one.name: one.country for one in plan.entrants if one.country and one.name in plan.players
    }
    return (*plan.apart, *compatriots(nations))


def _checked_draw(plan: EventPlan, rounds: int) -> int:
    if not 1 <= rounds <= plan.rounds:
        raise StandingsError(f"--draw {rounds}: expected 1 to {plan.rounds} rounds")
    return rounds


def _check_draw(plan: EventPlan, rounds: int | None) -> None:
    if rounds is not None and rounds > len(plan.seating):
        raise StandingsError(
            f"--draw {rounds}: {len(plan.seating)} rounds are drawn already; --by-rank draws the "
            "next one, and all are drawn anew once [[seating]] is taken out of the file"
        )


# ----------------------------------------------------------------------------------------- by rank


def _next_number(plan: EventPlan, matches: Sequence[Match]) -> int:
    """The round after those of the matches. Raises ``StandingsError`` if one of their tables was
    not played, or if there is no round after them.
    """
    played = Counter(match.session for match in matches)
    last = max((number for number in played if number is not None), default=0)
    for number in range(1, last + 1):
        tables = len(plan.tables(number))
        if played[number] != tables:
            raise StandingsError(
                f"round {number} has {tables} tables, and {played[number]} match files are of it: "
                "--by-rank needs all rounds that were played, whole"
            )
    if last == 0:
        raise StandingsError("no match file says which round it is of: expected those of round 1")
    if last >= plan.rounds:
        raise StandingsError(f"round {last} was the last of {plan.rounds}")
    if last > len(plan.seating):
        raise StandingsError(f"round {last} was played but is not seated in the event file")
    return last + 1


def _ranking(plan: EventPlan, matches: Sequence[Match], name: str) -> list[str]:
    """The players, the best first; those who have no result yet at the end."""
    ranked = [line.name for line in rank_players(event_of_matches(matches, name))]
    players = set(plan.players)
    known = [one for one in ranked if one in players]
    return [*known, *(one for one in plan.players if one not in set(known))]


def _to_json(number: int, tables: tuple[TableOfFour, ...]) -> dict[str, object]:
    return {
        "round": number,
        "tables": [
            {"table": place, "players": list(names)} for place, names in enumerate(tables, start=1)
        ],
    }
