"""``guobiao score``: what hands are worth, for people or as JSON."""

from __future__ import annotations

import argparse
import sys
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, BinaryIO

from .. import evaluate
from ..errors import GuobiaoError, ProfileError
from ..notation import parse_hand
from ..profiles import get_profile
from ..result import Score
from ..visible import csv_text, json_text, visible
from .console import Progress, Stop, complain, finish_stdout, is_closed_pipe
from .hand_answers import add_hand_arguments, error_to_json, hands_of, show_hint
from .hand_lines import HandLine, open_lines
from .language import say, told
from .options import add_dragons_option, add_rules_option, thread_count
from .output_file import open_outputs
from .score_json import score_json
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
    add_hand_arguments(parser)
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
    shapes.add_argument(
        "--svg",
        metavar="F",
        help="write the score of one hand as a picture to this new file (-: print it)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file of --svg")
    parser.add_argument(
        "--tiles",
        action="store_true",
        help="show each hand as Unicode tiles too, in colour in a terminal (not with NO_COLOR)",
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
    if args.tiles and (args.points or args.csv or args.json or args.jsonl or args.svg is not None):
        raise Stop("score: --tiles is for the tables of people: take the other option away")
    if args.points and args.file is not None and not args.hands:
        with open_lines(args.file) as stream:
            if is_regular(stream):
                return _points_of_file(stream, args)
    if args.svg is not None:
        return _picture(args)
    source = hands_of("score", args)
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


def _picture(args: argparse.Namespace) -> int:
    """One hand's score as SVG."""
    if args.file is not None or len(args.hands) != 1 or args.hands == ["-"]:
        raise Stop("score: --svg draws one hand: give exactly one, in quotes")
    from ..pictures import score_svg

    try:
        hand = parse_hand(args.hands[0], rules=args.rules, dragons=args.dragons)
        picture = score_svg(evaluate.score(hand, rules=args.rules))
    except ProfileError:
        raise
    except GuobiaoError as error:
        complain(str(error))
        show_hint("score", HandLine(args.hands[0]))
        return 1
    with open_outputs({"--svg": args.svg}, force=args.force, keep_parts=False) as (file,):
        file.write(picture + "\n")
    return 0


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
    if args.jsonl or args.json:
        return _JsonLines() if args.jsonl else _JsonList()
    return _Tables(with_tiles=args.tiles)


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
        show_hint("score", line)


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

    def __init__(self, *, with_tiles: bool) -> None:
        self._separator = ""
        self._with_tiles = with_tiles

    def score(self, line: HandLine, score: Score) -> None:
        lines = format_score(score)
        if self._with_tiles:
            from .terminal_tiles import hand_line, has_colour

            lines.insert(1, f"  {hand_line(score.hand, colour=has_colour())}")
        print(self._separator + "\n".join(lines))
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
        self._print(score_json(score, line.text))

    def error(self, line: HandLine, error: GuobiaoError) -> None:
        self._print(json_text(error_to_json(line.text, error)))

    def _print(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")


class _JsonList(_JsonLines):
    """One list with an object on each line, printed hand by hand."""

    def __init__(self) -> None:
        self._separator = ""

    def opening(self) -> str:
        return "["

    def closing(self) -> str:
        return "\n]\n" if self._separator else "]\n"

    def _print(self, text: str) -> None:
        sys.stdout.write(f"{self._separator}\n  {text}")
        self._separator = ","
