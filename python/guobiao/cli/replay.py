"""``guobiao replay``: records of play, replayed at the table and compared."""

from __future__ import annotations

import argparse
import io
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ..botzone.texts import format_game, text_game_of
from ..errors import FormatError, GuobiaoError, RecordError
from ..records import (
    Difference,
    DifferenceKind,
    GameReplay,
    RecordFormat,
    detect_format,
    replay_games,
    seems_to_be,
)
from ..records.file_starts import START_BYTES
from ..records.json_lines import format_hand_record, record_hand
from ..tiles import Seat
from ..visible import json_text, visible
from .console import Progress, Stop, complain, finish_stdout
from .hand_lines import open_lines
from .options import add_rules_option, rules_files
from .output_file import open_outputs

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "detected_format", "run"]

_READ: Final = (
    """expected Match (Botzone's text), [ or {"logs" (a judge's log), """
    """[ or {"step" (tziakcha) or {"format" (JSON lines); """
    "--format reads it whatever it is"
)

_EPILOG = """\
For example:
  guobiao replay games.txt judge.json hands.jsonl
  guobiao replay --lenient games.txt --write-jsonl hands.jsonl
  guobiao replay --json games.txt

Reads Botzone's text format, the log of Botzone's judge (one a file), games of tziakcha (雀渣) and
the library's own JSON lines; which one a file has is seen by its beginning. Every move, claim, win,
fan and payment is checked: what differs in a move is printed with its game, its line (of a judge's
log the entry of the array, of tziakcha's games the number of the move), what the record says and
what the rules say, in one line; --verbose prints long lists whole, and all that differs. A broken
game does not stop the rest.
--html writes one game as an HTML page that needs nothing else: each step, what each discard leaves,
waits and their points, the differences.
--lenient takes the drawn or discarded tile where a win names another one. --write-text and
--write-jsonl write the games that agree.
A win that the record calls otherwise, by a reading of the hand that is worth the same, agrees and
is shown under "other labels".
--json prints {"differences": [{"file", "game", "line", "kind", "recorded", "expected"}],
"repaired": [the same], "other_labels": [the same],
"unreadable": [{"file", "message"}], "games", "agree", "differ"}: the last three count games.
Exit codes: 0 all games agree, 1 some game differs or could not be written, 2 wrong usage or a file
that cannot be read.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "replay",
        help="replay records of play and check them",
        description="Records of play, replayed at the table: every move, win and payment is "
        "checked.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file of records (-: standard input)"
    )
    parser.add_argument(
        "--format",
        type=_format,
        metavar="FORMAT",
        help="text, judge, jsonl or tziakcha, whatever a file looks like",
    )
    parser.add_argument("--lenient", action="store_true", help="put right the tile of a win")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="print all that follows from a move, and long lists whole",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--write-text", metavar="F", help="write the games that agree in Botzone's text format"
    )
    parser.add_argument(
        "--write-jsonl", metavar="F", help="write the games that agree as JSON lines"
    )
    parser.add_argument(
        "--html", metavar="F", help="write one game as a page to look at, whether it agrees or not"
    )
    parser.add_argument(
        "--game", type=_game_number, default=1, metavar="N", help="which game --html writes (1)"
    )
    parser.add_argument(
        "--seat", type=_seat, metavar="SEAT", help="with --html: only what this seat may see"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="overwrite the files of --write-text, --write-jsonl and --html",
    )
    add_rules_option(
        parser, default=None, otherwise="a hand's own in JSON lines, mil for tziakcha, else botzone"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay every game.

    Returns 2 if a file could not be read, 1 if a game differs or could not be written, else 0.
    """
    if args.seat is not None and args.html is None:
        raise Stop("replay: --seat says what the page of --html shows: give --html F too")
    if args.rules is not None:
        args.rules.tables  # noqa: B018  (refuses a profile without tables once, not in each game)
    with ExitStack() as opened:
        copies = _Copies(args, opened)
        report: _Report = _JsonReport() if args.json else _Lines(verbose=args.verbose)
        progress = Progress(wanted=True, unit="games", beside_output=True)
        for name in args.files:
            for game in _games(name, args, report):
                progress.step()
                if game.differences or game.repaired or game.other_labels:
                    progress.clear()
                report.game(name, game)
                copies.write(name, game)
        progress.close()
        copies.close()
    report.close()
    if report.unreadable:
        return 2
    return 1 if report.differ or copies.refused else 0


def _format(value: str) -> RecordFormat:
    try:
        return RecordFormat(value)
    except ValueError:
        expected = ", ".join(map(str, RecordFormat))
        raise argparse.ArgumentTypeError(f"{value!r} is no format: expected {expected}") from None


def _games(name: str, args: argparse.Namespace, report: _Report) -> Iterator[GameReplay]:
    """The games of a file, replayed. If reading fails, the file is reported."""
    try:
        stream = open_lines(name)
    except Stop as stop:
        report.cannot_read(name, str(stop).removeprefix(f"cannot read {visible(name)}: "))
        return
    with ExitStack() as opened:
        if name != "-":
            opened.enter_context(stream)
        try:
            format = args.format or detected_format(stream)
            yield from replay_games(
                stream, format, name=Path(name).stem, rules=args.rules, lenient=args.lenient
            )
        except RecordError as error:
            report.cannot_read(name, str(error))
        except OSError as error:
            report.cannot_read(name, error.strerror or str(error))


def _game_number(value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is no game: expected 1 for the first, or more")
    return int(value)


def _seat(value: str) -> Seat:
    try:
        return Seat.parse(value)
    except GuobiaoError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def detected_format(stream: BinaryIO) -> RecordFormat:
    """The format that the file begins like. Raises ``RecordError`` if it is unknown."""
    start = stream.peek(START_BYTES) if isinstance(stream, io.BufferedReader) else b""
    format = detect_format(start)
    if format is None:
        text = start.strip().decode("utf-8", "backslashreplace")  # cut below, between characters
        guess = seems_to_be(start)
        problem = f"{text[:40]!r}: {_READ}" if text else f"an empty file: {_READ}"
        raise RecordError(problem + f"; it seems to be {guess}" * bool(guess), line=1)
    return format


class _Copies:
    """The files of ``--write-text``, ``--write-jsonl`` and ``--html``; ``refused`` counts the games
    that they could not hold.
    """

    def __init__(self, args: argparse.Namespace, opened: ExitStack) -> None:
        options = {"--write-text": args.write_text, "--write-jsonl": args.write_jsonl}
        options["--html"] = args.html
        targets = {option: name for option, name in options.items() if name is not None}
        sources = [*args.files, *rules_files(args)]
        files = opened.enter_context(open_outputs(targets, force=args.force, sources=sources))
        self._file_of = dict(zip(targets, files))
        self.refused = 0
        self._games = 0
        self._page_of, self._seat = args.game, args.seat

    def write(self, name: str, game: GameReplay) -> None:
        """Write the game if it agrees."""
        self._games += 1
        if self._games == self._page_of and "--html" in self._file_of:
            self._write_page(name, game)
        if game.differences or game.hand is None:
            return
        id = game.game or str(self._games)
        text, jsonl = self._file_of.get("--write-text"), self._file_of.get("--write-jsonl")
        if jsonl is not None:
            jsonl.write(
                format_hand_record(record_hand(game.hand, id=id, players=game.players)) + "\n"
            )
        if text is not None:
            try:
                text.write(format_game(text_game_of(game.hand, id=id)))
            except FormatError as error:
                self.refused += 1
                complain(f"{visible(name)}:{game.line}: not written: {error}")

    def _write_page(self, name: str, game: GameReplay) -> None:
        if game.hand is None:
            self.refused += 1
            complain(f"{visible(name)}:{game.line}: no page: the game could not be begun")
            return
        from ..pictures import game_html

        page = game_html(
            game.hand,
            seat=self._seat,
            names=game.players,
            title=f"{Path(name).name} {game.game}".strip(),
            differences=[f"{found.line}: {found}" for found in game.differences],
        )
        self._file_of["--html"].write(page)

    def close(self) -> None:
        """Say so if there was no game to write as a page."""
        if "--html" in self._file_of and self._games < self._page_of:
            self.refused += 1
            complain(f"--game {self._page_of}: there are {self._games} games, and no page")


class _Report(ABC):
    """One way of showing what was found."""

    def __init__(self) -> None:
        self.games = 0
        self.differ = 0
        self.repaired = 0
        self.relabelled = 0
        self.unreadable = 0

    def game(self, name: str, game: GameReplay) -> None:
        """Count and show a replayed game."""
        self.games += 1
        self.differ += not game.agrees
        self.repaired += bool(game.repaired)
        self.relabelled += bool(game.other_labels)
        self.show(name, game)

    def cannot_read(self, name: str, message: str) -> None:
        """Count and show a file that cannot be read to its end."""
        self.unreadable += 1
        self.show_unreadable(name, message)

    @abstractmethod
    def show(self, name: str, game: GameReplay) -> None:
        """Show the differences of a game."""

    @abstractmethod
    def show_unreadable(self, name: str, message: str) -> None:
        """Show what is wrong with a file."""

    @abstractmethod
    def close(self) -> None:
        """Show the numbers of games."""


_OF_THE_END: Final = frozenset({DifferenceKind.FANS, DifferenceKind.POINTS})
_LISTS_ACTIONS: Final = frozenset(
    {
        DifferenceKind.MOVE,
        DifferenceKind.CLAIM,
        DifferenceKind.DRAW,
        DifferenceKind.PRIORITY,
        DifferenceKind.ENDING,
    }
)
_SHOWN: Final = 48  # characters of a list of actions


class _Lines(_Report):
    """For people: one line for the differences of one move, and a last line with the numbers.

    With ``verbose``, each difference has its own line with its whole text.
    """

    def __init__(self, *, verbose: bool) -> None:
        super().__init__()
        self._verbose = verbose

    def show(self, name: str, game: GameReplay) -> None:
        for found, remark in (
            (game.differences, ""),
            (game.repaired, "repaired: "),
            (game.other_labels, "other labels: "),
        ):
            for _, together in groupby(found, key=_place):
                first, *others = together
                for difference in (first, *others) if self._verbose else (_shortened(first),):
                    where = f"{name}:{difference.line}: " + f"game {difference.game}: " * bool(
                        difference.game
                    )
                    more = f" (and {len(others)} more: --verbose)" * bool(
                        others and not self._verbose
                    )
                    print(visible(f"{where}{remark}{difference}{more}"))

    def show_unreadable(self, name: str, message: str) -> None:
        finish_stdout()
        complain(f"{visible(name)}: {message}")

    def close(self) -> None:
        numbers = [f"{self.games} game{'s' * (self.games != 1)}: {self.games - self.differ} agree"]
        numbers += [f"{self.differ} differ"] if self.differ else []
        numbers += [f"{self.repaired} repaired"] if self.repaired else []
        numbers += [f"{self.relabelled} with other labels"] if self.relabelled else []
        numbers += (
            [f"{self.unreadable} file{'s' * (self.unreadable != 1)} unreadable"]
            if self.unreadable
            else []
        )
        print(", ".join(numbers))


class _JsonReport(_Report):
    """One object. The differences are printed as they are found."""

    def __init__(self) -> None:
        super().__init__()
        self._repaired: list[dict[str, object]] = []
        self._other_labels: list[dict[str, object]] = []
        self._files: list[dict[str, object]] = []
        self._separator = ""
        print('{"differences": [', end="")

    def show(self, name: str, game: GameReplay) -> None:
        for difference in game.differences:
            print(f"{self._separator}\n  {json_text(_to_json(name, difference))}", end="")
            self._separator = ","
        self._repaired += [_to_json(name, difference) for difference in game.repaired]
        self._other_labels += [_to_json(name, difference) for difference in game.other_labels]

    def show_unreadable(self, name: str, message: str) -> None:
        self._files.append({"file": name, "message": message})

    def close(self) -> None:
        rest = {
            "repaired": self._repaired,
            "other_labels": self._other_labels,
            "unreadable": self._files,
            "games": self.games,
            "agree": self.games - self.differ,
            "differ": self.differ,
        }
        end = "\n]" if self._separator else "]"
        print(f"{end}, {json_text(rest)[1:]}")


def _place(difference: Difference) -> tuple[int, DifferenceKind | None]:
    """Differences of one move go together, but fans and points are shown apart."""
    return difference.line, difference.kind if difference.kind in _OF_THE_END else None


def _shortened(difference: Difference) -> Difference:
    """The difference with a long list of allowed actions cut short."""
    expected = difference.expected
    if difference.kind not in _LISTS_ACTIONS or len(expected) <= _SHOWN:
        return difference
    return replace(difference, expected=f"{expected[:_SHOWN].rstrip()}…")


def _to_json(name: str, difference: Difference) -> dict[str, object]:
    return {
        "file": name,
        "game": difference.game,
        "line": difference.line,
        "kind": difference.kind.value,
        "recorded": difference.recorded,
        "expected": difference.expected,
    }
