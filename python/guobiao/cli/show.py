"""``guobiao show``: a tile, a hand or a table of a record, in the terminal or as SVG."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..errors import GuobiaoError, RecordError
from ..notation import parse_hand
from ..pictures import hand_svg, table_svg, tile_svg
from ..records import GameReplay, replay_games
from ..table import TableHand
from ..table.hand import hand_of_wall
from ..tiles import SLOT_COUNT, Seat, Tile
from ..visible import visible
from .console import Stop, complain
from .hand_lines import open_lines
from .options import add_dragons_option, utf8_text
from .output_file import open_outputs
from .replay import detected_format
from .terminal_tiles import hand_line, has_colour, table_lines, tile_text

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]

_EPILOG = """\
Quote a hand:
  guobiao show '[123m,2][999p,1][CCCC]234s5s5s'
  guobiao show 5m --svg 5m.svg
  guobiao show games.txt --game 2 --step 30 --seat S --svg table.svg

A tile is 5m or E, a flower a to h (春 夏 秋 冬 梅 兰 竹 菊), and back is a tile's back.
A file is any record that guobiao replay reads.
Tiles have colours in a terminal, unless NO_COLOR is set.
Exit codes: 0 shown, 1 the hand or the record is wrong, 2 wrong usage or an unreadable file.
"""


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "show",
        help="show a tile, a hand or a table",
        description="A tile, a hand, or the table of a record at some step: as Unicode tiles, or "
        "as an SVG picture.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", type=utf8_text, metavar="WHAT", help="a tile, a hand, or a file")
    parser.add_argument(
        "--game", type=int, metavar="N", help="which game of the file (default: 1, the first)"
    )
    parser.add_argument(
        "--step", type=int, metavar="N", help="after how many decisions (default: all)"
    )
    parser.add_argument(
        "--seat", metavar="SEAT", help="only what this seat may see: E, S, W or N (default: all)"
    )
    parser.add_argument("--svg", metavar="F", help="write a picture to this new file (-: print it)")
    parser.add_argument("--force", action="store_true", help="overwrite the file of --svg")
    parser.add_argument("--dark", action="store_true", help="a picture for a dark page")
    parser.add_argument(
        "--index", action="store_true", help="a small Latin letter or digit on each tile"
    )
    add_dragons_option(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class _Shown:
    """What is shown: its picture and its lines, each made when it is wanted."""

    svg: Callable[[], str]
    lines: Callable[[], list[str]]


def run(args: argparse.Namespace) -> int:
    """Show it; 1 if the hand or the record is wrong."""
    try:
        shown = _table(args) if _is_record(args) else _tile_or_hand(args)
        if args.svg is None:
            print("\n".join(shown.lines()))
            return 0
        picture = shown.svg()
    except GuobiaoError as error:
        complain(str(error))
        return 1
    sources = [args.what] if _is_record(args) else []
    with open_outputs({"--svg": args.svg}, force=args.force, sources=sources, keep_parts=False) as (
        file,
    ):
        file.write(picture + "\n")
    return 0


def _is_record(args: argparse.Namespace) -> bool:
    if os.path.isfile(args.what):
        return True
    asked = [name for name in ("game", "step", "seat") if getattr(args, name) is not None]
    if asked:
        raise Stop(f"show: --{asked[0]} is for a record: {visible(args.what)} is no file")
    return False


def _tile_or_hand(args: argparse.Namespace) -> _Shown:
    theme = "dark" if args.dark else "light"
    name = args.what
    if name in _TILE_CODES:
        return _Shown(
            lambda: tile_svg(name, theme=theme, index=args.index),
            lambda: [tile_text(_TILE_CODES[name], colour=has_colour())],
        )
    hand = parse_hand(name, dragons=args.dragons)
    return _Shown(
        lambda: hand_svg(hand, theme=theme, index=args.index),
        lambda: [hand_line(hand, colour=has_colour())],
    )


_TILE_CODES: Final[dict[str, int | None]] = {
    **{str(tile): int(tile) for tile in Tile},
    **{letter: SLOT_COUNT + place for place, letter in enumerate("abcdefgh")},
    "back": None,
}


def _table(args: argparse.Namespace) -> _Shown:
    game = _game(args)
    if game.hand is None:
        raise RecordError(f"{visible(args.what)}: {game.differences[0]}", line=game.line)
    table = _at_step(game.hand, args.step)
    seat = None if args.seat is None else Seat.parse(args.seat)
    return _Shown(
        lambda: table_svg(
            table,
            seat=seat,
            names=game.players,
            theme="dark" if args.dark else "light",
            index=args.index,
        ),
        lambda: table_lines(table, seat, colour=has_colour()),
    )


def _game(args: argparse.Namespace) -> GameReplay:
    number = 1 if args.game is None else args.game
    if number < 1:
        raise Stop(f"show: --game {number}: expected 1 for the first, or more")
    with open_lines(args.what) as stream:
        try:
            format = detected_format(stream)
            games = replay_games(stream, format, name=Path(args.what).stem)
            game = next(islice(games, number - 1, None), None)
        except OSError as error:
            raise Stop(f"cannot read {visible(args.what)}: {error.strerror or error}") from None
    if game is None:
        raise Stop(f"show: --game {number}: {visible(args.what)} has fewer games")
    return game


def _at_step(hand: TableHand, step: int | None) -> TableHand:
    """The table after some decisions."""
    actions = hand.actions
    if step is None:
        return hand
    if not 0 <= step <= len(actions):
        raise Stop(f"show: --step {step}: expected 0 to {len(actions)}")
    table = hand_of_wall(
        hand.wall,
        wall=hand.wall_rule,
        flowers=hand.has_flowers,
        prevalent_wind=hand.prevalent_wind,
        rules=hand.rules,
    )
    for action in actions[:step]:
        table.apply(action)
    return table
