"""``guobiao match new``, ``add``, ``correct`` and ``undo``: a match file, entry by entry.

Each change is written to a new file that takes the place of the old one when it is complete.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..competition.match import SEAT_CHANGES, Correction, Match, PlayedHand, Record, start_match
from ..competition.match_json import VERSION, VERSIONS, format_entry, format_match
from ..competition.score_sheet import sheet_lines, sheet_to_json
from ..competition.settlement import PaymentReason, Settlement
from ..errors import GuobiaoError, ProfileError
from ..result import Score
from ..tiles import Seat
from ..visible import json_text, visible
from .console import Stop, complain, finish_stdout, format_table, is_terminal
from .event_files import read_event
from .match_entry import correction_of, entry_of
from .match_files import MatchFile, read_backup, read_whole_match
from .match_options import add_match_options, given_options
from .options import (
    add_dragons_option,
    add_rules_option,
    utf8_text,
    writable_file,
)
from .output_file import open_outputs, rewrite_file
from .quoting import hint_after_error
from .settle import points_of_seat

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_log_parsers"]

_EXIT_CODES: Final = """\
Exit codes: 0 written, 1 the file, the hand or the match is wrong, or the answer was no: nothing is
written; 2 wrong usage or a file that cannot be read or written.
"""

_NEW: Final = (
    """\
For example:
  guobiao match new table3.json --players An Bo Cai Du --title 'Spring Cup'
  guobiao match new r2t3.json --event event.toml --round 2 --table 3

The players sit E S W N in the first hand. With --event they are those of a table that event seat
has drawn, substitutes at their places, and the event says all the rest.
Version 2 of the file leaves out the changes of each hand, which follow from it.
"""
    + _EXIT_CODES
)
_ADD: Final = (
    """\
For example:
  guobiao match add table3.json --winner Du --points 24 --discarder An
  guobiao match add table3.json --winner E --points 12 --flowers 1 --self-draw
  guobiao match add table3.json --winner Du --hand '13347s12369m258p3m' --discarder An
  guobiao match add table3.json --draw --penalty Bo=false_win --note '7 points'
  guobiao match add table3.json --winner W --points 8 --discarder S --penalty An=deduction:2
  guobiao match add table3.json --time-up

WHO is a player's name, or the seat E S W N that a player has in this hand.
--hand is scored. If it names its winds they must be the round's and the winner's; if it has no
flags, --discarder or --self-draw says how it was won.
A penalty without a step is of step 1, or, if the offence is counted, of the next one.
On a terminal the payments are shown and a question asked before anything is written; --yes answers
it. Without a terminal nothing is asked: what is shown is written. --dry-run only shows it.
"""
    + _EXIT_CODES
)
_CORRECT: Final = (
    """\
For example:
  guobiao match correct table3.json --of 4 --change Bo=+2 --change Cai=-2 --reason '24, not 26'
  guobiao match correct table3.json --of 4 --change E=+2 --change W=-2 --reason '24, not 26'
  guobiao match correct table3.json --change An=-5 --lost 5 --reason 'late penalty'

What was written stays: the correction is a new entry. With --of a player may be named by the seat
in that hand. The changes add up to 0, or to minus what is lost to the table.
"""
    + _EXIT_CODES
)
_UNDO: Final = (
    """\
For example:
  guobiao match undo table3.json

The last entry is taken out of FILE and added to FILE.undone, a line of JSON for each. An older
entry gets a correction: guobiao match correct.
"""
    + _EXIT_CODES
)


def add_log_parsers(commands: Subparsers) -> None:
    """The subcommands of ``match`` that write."""
    _add_new(commands)
    _add_add(commands)
    _add_correct(commands)
    undo = _command(commands, "undo", "take the last entry back", _UNDO)
    undo.add_argument("--json", action="store_true", help="print one JSON object")
    undo.set_defaults(run=run_undo)


def _command(commands: Subparsers, name: str, what: str, epilog: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name,
        help=what,
        description=f"{what.capitalize()} ({name}).",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=writable_file, metavar="FILE", help="a match file")
    return parser


def _add_new(commands: Subparsers) -> None:
    new = _command(commands, "new", "begin a match file", _NEW)
    who = new.add_mutually_exclusive_group(required=True)
    who.add_argument("--players", nargs="+", type=utf8_text, metavar="NAME", help="E S W N")
    who.add_argument("--event", metavar="EVENT", help="the event file that has the seating")
    new.add_argument("--round", type=int, metavar="N", help="the round (session) of the event")
    new.add_argument("--table", type=int, metavar="N", help="the table of the round")
    new.add_argument("--title", type=utf8_text, help="the name of the event")
    add_rules_option(new, default=None)
    add_match_options(new)
    new.add_argument(
        "--file-version",
        type=int,
        choices=VERSIONS,
        default=VERSION,
        help=f"the version of the file (default: {VERSION})",
    )
    new.add_argument("--force", action="store_true", help="overwrite FILE")
    new.set_defaults(run=run_new)


def _add_add(commands: Subparsers) -> None:
    add = _command(commands, "add", "write down a hand", _ADD)
    what = add.add_mutually_exclusive_group(required=True)
    what.add_argument("--winner", type=utf8_text, metavar="WHO", help="who won")
    what.add_argument("--draw", action="store_true", help="nobody won, or a penalty ended the hand")
    what.add_argument("--time-up", action="store_true", help="time has ended the match")
    worth = add.add_mutually_exclusive_group()
    worth.add_argument("--points", type=int, metavar="N", help="with the flowers")
    worth.add_argument("--hand", type=utf8_text, metavar="HAND", help="the hand, quoted: scored")
    how = add.add_mutually_exclusive_group()
    how.add_argument(
        "--discarder", type=utf8_text, metavar="WHO", help="whose tile it was, or whose kong"
    )
    how.add_argument("--self-draw", action="store_true", help="the winner drew the tile")
    add.add_argument("--robbed-kong", action="store_true", help="the discarder's kong was robbed")
    add.add_argument("--flowers", type=int, metavar="N", help="how many of --points are flowers")
    add.add_argument(
        "--penalty",
        action="append",
        default=[],
        type=utf8_text,
        metavar="WHO=OFFENCE[:STEP]",
        help="may be given again",
    )
    add.add_argument("--note", type=utf8_text, help="a remark on the penalties")
    add_dragons_option(add)
    _add_writing_options(add)
    add.set_defaults(run=run_add)


def _add_correct(commands: Subparsers) -> None:
    correct = _command(commands, "correct", "correct an older entry", _CORRECT)
    correct.add_argument(
        "--change",
        action="append",
        required=True,
        type=utf8_text,
        metavar="WHO=POINTS",
        help="may be given again",
    )
    correct.add_argument("--reason", type=utf8_text, required=True, help="why")
    correct.add_argument("--of", type=int, metavar="HAND", help="the number of the hand")
    correct.add_argument("--lost", type=int, default=0, metavar="N", help="lost to the table")
    _add_writing_options(correct)
    correct.set_defaults(run=run_correct)


def _add_writing_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="write without asking")
    parser.add_argument("--dry-run", action="store_true", help="show it, and write nothing")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


# ---------------------------------------------------------------------------------------------- new


def run_new(args: argparse.Namespace) -> int:
    """Write the match before its first hand; 1 if there can be none."""
    try:
        match = _of_event(args) if args.event is not None else _of_players(args)
    except ProfileError:
        raise
    except GuobiaoError as error:
        complain(f"{error}: {visible(args.file)} is not written")
        return 1
    sources = [name for name in (args.event, args.rules_file) if name is not None]
    with open_outputs({"FILE": args.file}, force=args.force, sources=sources, keep_parts=False) as (
        file,
    ):
        file.write(format_match(match, version=args.file_version))
    seats = ", ".join(f"{seat} {name}" for seat, name in zip(Seat, match.players))
    print(visible(f"{args.file}: {seats}"))
    return 0


def _of_players(args: argparse.Namespace) -> Match:
    given = given_options(args)
    seats = given.pop("seat_change", SEAT_CHANGES["west"])
    match = start_match(
        args.players, session=args.round, table=args.table, title=args.title or "", **given
    )
    return replace(match, seat_change=seats)


def _of_event(args: argparse.Namespace) -> Match:
    if args.round is None or args.table is None:
        raise Stop("match new: --event needs --round and --table")
    if given := [*given_options(args), *(["title"] if args.title is not None else [])]:
        raise Stop(f"match new: the event says the {given[0].replace('_', ' ')}: leave it out")
    return read_event(args.event).plan.start(args.round, args.table)


# ------------------------------------------------------------------------------------ add, correct


def run_add(args: argparse.Namespace) -> int:
    """Show and write the entry; 1 if it is impossible."""
    log = read_whole_match(args.file)
    if log is None:
        return 1
    try:
        entry, score = entry_of(args, log.match)
        return _write(args, log, log.match.add(entry), score)
    except ProfileError:
        raise
    except GuobiaoError as error:
        complain(f"{error}: {visible(args.file)} is as it was")
        if args.hand and (hint := hint_after_error("match add --hand", args.hand)):
            complain(hint)
        return 1


def run_correct(args: argparse.Namespace) -> int:
    """Show and write the correction; 1 if it is impossible."""
    log = read_whole_match(args.file)
    if log is None:
        return 1
    try:
        return _write(args, log, log.match.add(correction_of(args, log.match)), None)
    except GuobiaoError as error:
        complain(f"{error}: {visible(args.file)} is as it was")
        return 1


def _write(args: argparse.Namespace, log: MatchFile, match: Match, score: Score | None) -> int:
    """Show the last entry, ask if somebody is there, and write the file."""
    print(json_text(_to_json(args, match)) if args.json else "\n".join(_shown(match, score)))
    finish_stdout()
    if args.dry_run:
        return 0
    if not args.yes and is_terminal(sys.stdin) and not _is_yes():
        complain(f"{visible(args.file)} is as it was")
        return 1
    rewrite_file(args.file, format_match(match, version=log.version), was=log.content)
    return 0


def _is_yes() -> bool:
    print("Write it? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes", "是")


def _to_json(args: argparse.Namespace, match: Match) -> dict[str, object]:
    sheet = sheet_to_json(match)
    lines = sheet["lines"]
    assert isinstance(lines, list)
    return {"file": args.file, "players": sheet["players"], **lines[-1], **_next_to_json(match)}


def _next_to_json(match: Match) -> dict[str, object]:
    position = match.next_position
    if position is None:
        return {"next": None}
    return {
        "next": {
            "hand": position.number,
            "wind": str(position.prevalent_wind),
            "seats": list(position.seats),
        }
    }


def _shown(match: Match, score: Score | None) -> list[str]:
    record, line = match.records[-1], sheet_lines(match)[-1]
    fans = "" if score is None else " ".join(f"{one.fan.zh}*{one.count}" for one in score.fans)
    head = [_what(record), f"Fans: {fans}" if fans else ""]
    remarks = [line.remarks if isinstance(record.entry, PlayedHand) else ""]
    return [*map(visible, filter(None, head + remarks)), *_payments(match, record), _next(match)]


def _what(record: Record) -> str:
    """``Hand 3, E round, dealer Cai: Du wins 24 points from An (点和)``."""
    entry, position = record.entry, record.position
    if isinstance(entry, Correction):
        return f"Correction{f' of hand {entry.hand}' if entry.hand else ''}: {entry.reason}"
    if position is None or not isinstance(entry, PlayedHand):
        return "Time is up (到时)"
    where = f"Hand {position.number}, {position.prevalent_wind} round, dealer {position.dealer}"
    if entry.winner is None:
        return f"{where}: nobody wins ({record.how})"
    loser = f" from {entry.discarder}" if entry.discarder else ""
    return f"{where}: {entry.winner} wins {entry.points} points{loser} ({record.how})"


def _payments(match: Match, record: Record) -> list[str]:
    """Who pays what, by seat; of an entry that is no hand by player."""
    names = match.players if record.position is None else record.position.seats
    penalties = [payment for ruling in record.rulings for payment in ruling.payments]
    paid = Settlement((*record.settlement.payments, *penalties))
    reasons = [reason for reason in PaymentReason if any(p.reason is reason for p in paid.payments)]
    rows: list[tuple[str, ...]] = [("Player", *map(str, reasons), "Change", "Total")]
    for seat, name in zip(Seat, names):
        change, total = (by[match.players.index(name)] for by in (record.changes, record.totals))
        parts = [points_of_seat(paid, seat, reason) for reason in reasons]
        paid_parts = (f"{part:+d}" if part else "" for part in parts)
        rows.append((name, *paid_parts, f"{change:+d}" if change else "0", str(total)))
    if record.position is not None:
        places = ["Seat", *(f"{seat} {seat.zh}" for seat in Seat)]
        rows = [(place, *row) for place, row in zip(places, rows)]
    return format_table(rows, right=range(len(rows[0]) - len(reasons) - 2, len(rows[0])))


def _next(match: Match) -> str:
    position = match.next_position
    if position is None:
        return f"Over after {match.hand_count} hand{'s' * (match.hand_count != 1)}"
    return visible(
        f"Next: hand {position.number}, {position.prevalent_wind} round, dealer {position.dealer}"
    )


# --------------------------------------------------------------------------------------------- undo


def run_undo(args: argparse.Namespace) -> int:
    """Take the last entry out of the file and keep it beside; 1 if there is none."""
    log = read_whole_match(args.file)
    if log is None:
        return 1
    if not log.match.records:
        complain(f"{visible(args.file)} has no entry to take back")
        return 1
    record = log.match.records[-1]
    match = replace(log.match, entries=log.match.entries[:-1])
    backup = f"{args.file}.undone"
    # The backup first: whenever this is stopped, the entry stands in one of the files.
    old = read_backup(backup)
    taken = format_entry(record, version=log.version) + "\n"
    rewrite_file(backup, (old or b"").decode("utf-8", "surrogateescape") + taken, was=old)
    rewrite_file(args.file, format_match(match, version=log.version), was=log.content)
    if args.json:
        told = {"file": args.file, "kept_in": backup, "totals": list(match.totals)}
        print(json_text(told | _next_to_json(match)))
        return 0
    print(visible(f"Taken back: {_what(record)}"))
    print(visible(f"It is kept in {backup}"))
    print(_next(match))
    return 0
