"""The file of ``guobiao play --records``: JSON lines or Botzone's text, written hand by hand."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..botzone import BotSpec
from ..botzone.texts import format_game, text_game_of
from ..records.json_lines import format_hand_record, record_hand
from ..series import Series, SeriesHand
from ..table import WallRule
from .console import Stop
from .options import rules_files
from .output_file import open_outputs

__all__ = ["open_records"]


@contextmanager
def open_records(
    args: argparse.Namespace, series: Series
) -> Iterator[Callable[[SeriesHand], object]]:
    """A function that writes a hand to the file of ``--records``; without that option it does
    nothing.

    Raises ``Stop`` if the file exists and ``--force`` was not given, if the command also reads it,
    if it cannot be written, or if its format cannot hold such hands.
    """
    if args.records is None:
        yield lambda played: None
        return
    name, record = str(args.records), _json_line
    if name.lower().endswith(".txt"):
        if series.wall is not WallRule.OWN or series.flowers:
            raise Stop(
                "play: Botzone's text knows own walls without flowers only: --wall own "
                "--no-flowers, or JSON lines"
            )
        record = _text_game
    with open_outputs({"--records": name}, force=args.force, sources=_files_read(args, series)) as (
        file,
    ):
        yield lambda played: file.write(record(series, played))


def _files_read(args: argparse.Namespace, series: Series) -> list[str]:
    """The file of the rules, and all words of the bots' commands: any may name a file."""
    bots = [
        contestant.plays
        for contestant in series.contestants
        if isinstance(contestant.plays, BotSpec)
    ]
    words = [word.strip('"') for bot in bots for word in bot.words]
    programs = [shutil.which(word) or word for word in words]
    return [*words, *programs, *rules_files(args)]


def _json_line(series: Series, played: SeriesHand) -> str:
    a, b, c, d = (series.contestants[index].name for index in played.contestants)
    record = record_hand(played.hand, id=_name(series, played), players=(a, b, c, d))
    return format_hand_record(record) + "\n"


def _text_game(series: Series, played: SeriesHand) -> str:
    """Empty for a hand that a bot's failure ended: this format has no such games."""
    return (
        "" if played.failure else format_game(text_game_of(played.hand, id=_name(series, played)))
    )


def _name(series: Series, played: SeriesHand) -> str:
    return f"{series.seed}-{played.number + 1}"
