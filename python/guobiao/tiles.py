"""Tiles by slot: 0-8 = 1-9m, 9-17 = 1-9s, 18-26 = 1-9p, 27-30 = E S W N, 31-33 = C F P (中 發 白);
and seats.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from mahjong_core import codes
from mahjong_core.arguments import whole_number
from mahjong_core.messages import shown

from .errors import GuobiaoError

__all__ = ["SLOT_COUNT", "Seat", "Tile", "parse_tile"]

SLOT_COUNT: Final = codes.SLOTS


class _Drawn:
    """What a notebook shows of a tile. (The body of an enum takes no such name.)"""

    def _repr_svg_(self) -> str:
        from .later import draw

        return draw("tile_svg", self)


class Tile(_Drawn, IntEnum):
    """A kind of tile; the value is its slot (0-33).

    >>> Tile.M1, str(Tile.P9), Tile.C.zh, Tile(27).is_honour
    (<Tile.M1: 0>, '9p', '中', True)
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(0, 9)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(9, 18)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(18, 27)
    E, S, W, N, C, F, P = range(codes.FIRST_HONOUR, codes.SLOTS)

    def __str__(self) -> str:
        return _TEXTS[self]

    @property
    def zh(self) -> str:
        """The Chinese name: 一万 … 九饼 (万 条 饼), 东 南 西 北, 中 发 白."""
        return _ZH[self]

    @property
    def suit(self) -> str:
        """``"m"``, ``"s"`` or ``"p"``; ``"z"`` for an honour."""
        return "mspz"[self // 9]

    @property
    def rank(self) -> int:
        """0-8 for 1-9 of a suit; 0-6 for E S W N C F P."""
        return self % 9

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon."""
        return self >= Tile.E

    @property
    def is_terminal(self) -> bool:
        """A 1 or a 9 of a suit."""
        return self < Tile.E and self % 9 in (0, 8)


_TEXTS: Final = tuple(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)) + tuple("ESWNCFP")
_ZH: Final = tuple(f"{rank}{suit}" for suit in "万条饼" for rank in "一二三四五六七八九") + tuple(
    "东南西北中发白"
)
_TILE_OF_TEXT: Final = {text: Tile(slot) for slot, text in enumerate(_TEXTS)}


def parse_tile(text: str) -> Tile:
    """One tile as ``"5m"`` or ``"E"``. Raises ``GuobiaoError`` if it is anything else.

    >>> parse_tile("5s")
    <Tile.S5: 13>
    """
    tile = _TILE_OF_TEXT.get(text) if isinstance(text, str) else None
    if tile is None:
        raise GuobiaoError(
            f"{shown(text)} is no tile: expected 1-9 and m, s or p, or one of E S W N C F P"
        )
    return tile


class Seat(IntEnum):
    """A seat, which is a wind too: E=0, S=1, W=2, N=3, counter-clockwise from the dealer.

    >>> Seat.parse("W")
    <Seat.W: 2>
    """

    E, S, W, N = range(4)

    def __str__(self) -> str:
        return self.name

    @property
    def zh(self) -> str:
        """东 南 西 北."""
        return "东南西北"[self]

    @property
    def tile(self) -> Tile:
        """The wind's tile."""
        return Tile(Tile.E + self)

    @classmethod
    def parse(cls, value: object) -> Seat:
        """A seat from a ``Seat``, 0-3 or a letter of ``ESWN``. Raises ``GuobiaoError`` for
        anything else.
        """
        if isinstance(value, Seat):
            return value
        if isinstance(value, str) and value.upper() in cls.__members__:
            return cls[value.upper()]
        number = whole_number(value, 0, 3)
        if number is not None:
            return cls(number)
        raise GuobiaoError(f"{shown(value)} is no seat: expected E, S, W, N or 0-3")
