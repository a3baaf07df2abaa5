"""The commands that answer hand by hand: ``waits``, ``shanten`` and ``analyze``. The hands are
arguments or the lines of a file, as those of ``score``; an answer is a table, or a JSON object on a
line.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import GuobiaoError, ProfileError
from ..hand import Hand
from ..notation import parse_hand
from ..visible import json_text, visible
from .console import Progress, Stop, complain, finish_stdout
from .hand_lines import HandLine, HandSource
from .language import told
from .options import utf8_text
from .quoting import hint_after_error

__all__ = [
    "EXIT_CODES",
    "add_hand_arguments",
    "answer_hands",
    "error_to_json",
    "hands_of",
    "show_hint",
]

EXIT_CODES = """\
A file has one hand a line, in UTF-8; blank lines and lines that begin with # are passed over.
Exit codes: 0 all answered, 1 some hand wrong, 2 wrong usage or an unreadable file.
"""


def add_hand_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments ``HAND …`` and ``--file``."""
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


def hands_of(command: str, args: argparse.Namespace) -> HandSource:
    """The hands that the arguments name. Raises ``Stop`` if there are none."""
    if not args.hands and args.file is None:
        raise Stop(
            f"{command}: no hand: give one in quotes, or - or --file F (guobiao {command} --help)"
        )
    return HandSource(args.hands, args.file)


def show_hint(command: str, line: HandLine) -> None:
    """Say what a shell does with an unquoted hand, if it looks like one: a shell cuts arguments,
    and no lines of files.
    """
    if not line.where and (hint := hint_after_error(command, line.text)):
        complain(hint)


def answer_hands(
    command: str,
    args: argparse.Namespace,
    as_json: Callable[[Hand], dict[str, Any]],
    as_table: Callable[[Hand], Sequence[str]],
) -> int:
    """Print the answer to each hand; 0 if all could be answered, else 1."""
    source = hands_of(command, args)
    output = _Output(command, args, as_json, as_table)
    progress = Progress(wanted=args.json, total=source.total, place=source.place)
    for line in source:
        output.answer(line)
        progress.step()
        if line.live:
            finish_stdout()
    progress.close()
    return output.close()


def error_to_json(text: str, error: GuobiaoError) -> dict[str, object]:
    """``{"hand", "error": {"type", "message"}}`` for a text that is not a hand, or a hand of which
    the command cannot tell what was asked.
    """
    return {"hand": text, "error": {"type": type(error).__name__, "message": str(error)}}


class _Output:
    """Answers in the order of the hands. With several hands each table stands under its hand."""

    def __init__(
        self,
        command: str,
        args: argparse.Namespace,
        as_json: Callable[[Hand], dict[str, Any]],
        as_table: Callable[[Hand], Sequence[str]],
    ) -> None:
        self._command, self._args = command, args
        self._as_json, self._as_table = as_json, as_table
        self._is_one = args.file is None and len(args.hands) == 1 and args.hands != ["-"]
        self._rules = getattr(args, "rules", "mil")
        self._separator = ""
        self._hands = self._wrong = 0

    def answer(self, line: HandLine) -> None:
        """Print the answer to one hand, or what is wrong with it."""
        self._hands += 1
        try:
            if line.error is not None:
                raise line.error
            hand = parse_hand(line.text, rules=self._rules, dragons=self._args.dragons)
            text = self._text(line, hand)
        except ProfileError:
            raise
        except GuobiaoError as error:
            self._wrong += 1
            self._refuse(line, error)
        else:
            print(text)

    def close(self) -> int:
        """Tell how many hands of a file were wrong. Returns the command's exit code."""
        if self._wrong and not self._is_one:
            finish_stdout()
            complain(f"{self._wrong:,} of {self._hands:,} hands could not be answered")
        return 1 if self._wrong else 0

    def _text(self, line: HandLine, hand: Hand) -> str:
        if self._args.json:
            return json_text({"hand": line.text, **self._as_json(hand)})
        table = "\n".join(self._as_table(hand))
        if self._is_one:
            return table
        text, self._separator = f"{self._separator}{visible(line.text)}\n{table}", "\n"
        return text

    def _refuse(self, line: HandLine, error: GuobiaoError) -> None:
        if self._args.json:
            print(json_text(error_to_json(line.text, error)))
        else:
            finish_stdout()
            complain(f"{line.where}: {told(str(error))}" if line.where else str(error))
        show_hint(self._command, line)
