"""``guobiao score``: what hands are worth, for people or as JSON."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, BinaryIO

from .. import evaluate
from ..errors import GuobiaoError, ProfileError
from ..notation import parse_hand
from ..profiles import get_profile
from ..result import Score
from ..visible import csv_text, json_text, visible
from .console import Progress, Stop, complain, finish_stdout, is_closed_pipe
from .hand_answers import error_to_json
from .hand_lines import HandLine, HandSource, open_lines
from .language import say, told
from .options import add_dragons_option, add_rules_option, thread_count, utf8_text
from .quoting import hint_after_error
from .score_points import error_line, is_regular, print_points
from .score_table import format_score

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]

_EPILOG = """\
Quote every hand, or the shell takes its | for a pipe:
  guobiao score '[CCCC]234567m99p34s5s|EE1000|2'
  guobiao score --rules 1998 '11144488m888s55p8m|EE1000' '147s2333469m258p3m|EE0000'
  guobiao score --jsonl --file hands.txt

A hand: [melds]standing tiles, the winning tile last|prevalent and seat wind, four flags 0/1
(self-drawn, last copy, last tile of the wall, kong)|flowers. Botzone codes, Unicode tiles and
Chinese are read too.
A blank right before the | says that none of the fourteen tiles is the winning tile; at the end of a
line blanks mean nothing. A file has one hand a line, in UTF-8; blank lines and lines that begin
with # are passed over.
Exit codes: 0 all scored, 1 some hand wrong, 2 wrong usage or an unreadable file.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "score",
        help="score hands",
        description="What hands are worth: the fans, what does not count and why, the total.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "hands",
        type=utf8_text,
        nargs="*",
        metavar="HAND",
        help="a hand, quoted; - reads one hand a line from standard input",
    )
    parser.add_argument(
        "--file", metavar="F", help="read one hand a line from this file (-: standard input)"
    )
    shapes = parser.add_mutually_exclusive_group()
    shapes.add_argument("--json", action="store_true", help="print one JSON list")
    shapes.add_argument(
        "--jsonl",
        action="store_true",
        help="print one JSON object a line, in the order of the hands",
    )
    shapes.add_argument(
        "--points",
        action="store_true",
        help="print the total of each hand, or 'error: ...', one a line: for large files",
    )
    shapes.add_argument(
        "--csv",
        action="store_true",
        help="print line, hand, points, qualifies, fans and error as CSV",
    )
    parser.add_argument(
        "--threads",
        type=thread_count,
        default=1,
        metavar="N",
        help="with --points and --file: how many may score (0: one a core)",
    )
    add_rules_option(parser)
    add_dragons_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score every hand; 0 if all could be scored, else 1."""
    if not args.hands and args.file is None:
        raise Stop("score: no hand: give one in quotes, or - or --file F (guobiao score --help)")
    if args.points and args.file is not None and not args.hands:
        with open_lines(args.file) as stream:
            if is_regular(stream):
                return _points_of_file(stream, args)
    source = HandSource(args.hands, args.file)
    output = _output(args)
    is_data = not isinstance(output, _Tables)
    progress = Progress(wanted=is_data, total=source.total, place=source.place)
    print(output.opening(), end="")
    for line in source:
        _score_line(line, args, output)
        progress.step()
        if line.live:
            finish_stdout()
    print(output.closing(), end="")
    progress.close()
    if args.points or args.csv:
        finish_stdout()
        _count_wrong(output.hands, output.errors)
    return 1 if output.errors else 0


def _points_of_file(stream: BinaryIO, args: argparse.Namespace) -> int:
    profile = get_profile(args.rules)
    try:
        hands, wrong = print_points(stream, args.file, profile, args.dragons, args.threads)
    except OSError as error:
        if is_closed_pipe(error):
            raise
        raise Stop(f"cannot read {visible(args.file)}: {error.strerror or error}") from None
    _count_wrong(hands, wrong)
    return 1 if wrong else 0


def _count_wrong(hands: int, wrong: int) -> None:
    if wrong:
        complain(say("{wrong:,} of {hands:,} hands could not be scored", wrong=wrong, hands=hands))


def _output(args: argparse.Namespace) -> _Output:
    if args.points:
        return _Points()
    if args.csv:
        return _Csv()
    return _JsonLines() if args.jsonl else _JsonList() if args.json else _Tables()


def _score_line(line: HandLine, args: argparse.Namespace, output: _Output) -> None:
    output.hands += 1
    try:
        if line.error is not None:
            raise line.error
        hand = parse_hand(line.text, rules=args.rules, dragons=args.dragons)
        output.score(line, evaluate.score(hand, rules=args.rules))
    except ProfileError:
        raise
    except GuobiaoError as error:
        output.errors += 1
        output.error(line, error)
        _show_hint(line)


def _show_hint(line: HandLine) -> None:
    """For arguments only: a shell cuts no lines of files."""
    if not line.where and (hint := hint_after_error("score", line.text)):
        complain(hint)


class _Output(ABC):
    """One way of showing the results, in the order of the hands."""

    hands = 0
    errors = 0

    def opening(self) -> str:
        """The text before the first hand."""
        return ""

    def closing(self) -> str:
        """The text after the last hand."""
        return ""

    @abstractmethod
    def score(self, line: HandLine, score: Score) -> None:
        """Print a hand that was scored."""

    @abstractmethod
    def error(self, line: HandLine, error: GuobiaoError) -> None:
        """Print a hand that could not be scored."""


class _Tables(_Output):
    """For people: tables on standard output, errors on standard error."""

    def __init__(self) -> None:
        self._separator = ""

    def score(self, line: HandLine, score: Score) -> None:
        print(self._separator + "\n".join(format_score(score)))
        self._separator = "\n"

    def error(self, line: HandLine, error: GuobiaoError) -> None:
        finish_stdout()
        complain(f"{line.where}: {told(str(error))}" if line.where else str(error))


class _Points(_Output):
    """One total on each line."""

    def score(self, line: HandLine, score: Score) -> None:
        print(score.points)

    def error(self, line: HandLine, error: GuobiaoError) -> None:
        print(error_line(line, error))


class _Csv(_Output):
    """One row for each hand."""

    def opening(self) -> str:
        return csv_text([("line", "hand", "points", "qualifies", "fans", "error")])

    def score(self, line: HandLine, score: Score) -> None:
        fans = " ".join(f"{one.fan.zh}*{one.count}" for one in score.fans)
        qualifies = "yes" if score.qualifies else "no"
        self._row(line.where, line.text, score.points, qualifies, fans, "")

    def error(self, line: HandLine, error: GuobiaoError) -> None:
        self._row(line.where, line.text, "", "", "", str(error).split("\n", 1)[0])

    def _row(self, *values: object) -> None:
        print(csv_text([values]), end="")


class _JsonLines(_Output):
    """One object on each line."""

    def score(self, line: HandLine, score: Score) -> None:
        self._object({**score.to_dict(), "hand": line.text})

    def error(self, line: HandLine, error: GuobiaoError) -> None:
        self._object(error_to_json(line.text, error))

    def _object(self, value: dict[str, object]) -> None:
        print(json_text(value))


class _JsonList(_JsonLines):
    """One list with an object on each line, printed hand by hand."""

    def __init__(self) -> None:
        self._separator = ""

    def opening(self) -> str:
        return "["

    def closing(self) -> str:
        return "\n]\n" if self._separator else "]\n"

    def _object(self, value: dict[str, object]) -> None:
        print(f"{self._separator}\n  {json_text(value)}", end="")
        self._separator = ","
