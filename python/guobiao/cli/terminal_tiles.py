"""Tiles in a terminal: Unicode's, with colours where they can be seen."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Final

from ..hand import Hand, Meld, MeldKind
from ..pictures.hands import LaidMeld
from ..table import Observation, Phase, TableHand
from ..tiles import SLOT_COUNT, Seat, Tile
from .console import is_terminal

__all__ = ["hand_line", "has_colour", "table_lines", "tile_text"]

_BACK: Final = "\U0001f02b"
_FIRST: Final = 0x1F000  # E S W N C F P, 1-9m, 1-9s, 1-9p, the flowers
_TEXT_STYLE: Final = "\ufe0e"  # else 🀄 comes as a picture, twice as wide
_RED, _GREEN, _BLUE, _PLAIN = "31", "32", "34", ""
_COLOURS: Final = (_RED,) * 9 + (_GREEN,) * 9 + (_BLUE,) * 9 + (_PLAIN,) * 4 + (
    _RED, _GREEN, _BLUE,
)  # fmt: skip


def has_colour() -> bool:
    """Whether standard output is a terminal that knows colours and ``NO_COLOR`` is not set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal(sys.stdout)


def _place(code: int) -> int:
    """A tile's place in the block of Unicode, which has the honours first and 梅 before 春."""
    if code < Tile.E:
        return SLOT_COUNT - Tile.E + code
    if code < SLOT_COUNT:
        return code - Tile.E
    return SLOT_COUNT + (code - SLOT_COUNT + 4) % 8


def tile_text(code: int | None, *, colour: bool) -> str:
    """A tile of a code 0-41; None is a tile's back."""
    if code is None:
        return _BACK
    shown = chr(_FIRST + _place(code)) + _TEXT_STYLE * (code == Tile.C)
    paint = _COLOURS[code] if code < SLOT_COUNT else _RED
    return f"\x1b[{paint}m{shown}\x1b[0m" if colour and paint else shown


def _tiles(tiles: Iterable[int], colour: bool) -> str:
    return " ".join(tile_text(tile, colour=colour) for tile in tiles)


def _meld(meld: LaidMeld, colour: bool) -> str:
    if meld.kind is not MeldKind.CONCEALED_KONG:
        assert meld.tile is not None
        tiles = Meld(meld.kind, meld.tile, meld.source).tiles
        return f"[{_tiles(tiles, colour)}]"
    middle = tile_text(meld.tile, colour=colour)
    return f"[{_BACK} {middle} {middle} {_BACK}]"


def hand_line(hand: Hand, *, colour: bool) -> str:
    """A hand: standing tiles, the winning tile apart, the melds; flowers as their number."""
    standing, winning = list(hand.standing), hand.winning_tile
    if winning is not None:
        standing.remove(winning)
    parts = [_tiles(standing, colour)]
    parts += [] if winning is None else [tile_text(winning, colour=colour)]
    parts += [_meld(meld, colour) for meld in hand.melds]
    parts += [f"花×{hand.flowers}"] if hand.flowers else []
    return "   ".join(part for part in parts if part)


def table_lines(table: TableHand, seat: Seat | None, *, colour: bool) -> list[str]:
    """A table: three lines a seat. ``seat``: what it may see; None: all."""
    seen = table.observe(Seat.E if seat is None else seat)
    lines = [_heading(table, seen)]
    for each in Seat:
        marker = ">" if seen.actor is each and seen.phase is not Phase.OVER else " "
        own = seat is None or seat is each
        hand = table.hand_of(each) if own else None
        if hand is not None:
            told = hand_line(hand, colour=colour)
        else:
            melds = [_meld(meld, colour) for meld in seen.melds[each]]
            told = "   ".join([" ".join([_BACK] * seen.standing[each]), *melds])
            told += f"   花×{len(seen.flowers[each])}" if seen.flowers[each] else ""
        lines.append(f"{marker} {each} {each.zh}  {told}")
        lines.append(f"        {_tiles(seen.rivers[each], colour)}".rstrip())
    return lines


def _heading(table: TableHand, seen: Observation) -> str:
    wall = seen.wall_left
    left = str(wall[0]) if len(set(wall)) == 1 else " ".join(map(str, wall))
    state = "over" if table.is_over else f"{seen.actor} {seen.phase.name.lower()}"
    return f"{seen.prevalent_wind.zh}风圈, wall {left}, {state}"
