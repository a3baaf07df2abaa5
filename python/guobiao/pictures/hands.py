"""A tile, and a hand as it lies at the table."""

from __future__ import annotations

from typing import Final, Protocol

from mahjong_core.messages import shown

from ..errors import GuobiaoError
from ..hand import Hand, MeldKind
from ..notation import format_hand, parse_hand
from ..tiles import SLOT_COUNT, Tile
from ..values import whole_number
from .drawing import BACK, HIGH, WIDE, Picture

__all__ = [
    "LaidMeld",
    "draw_hand",
    "draw_meld",
    "hand_svg",
    "hand_width",
    "height_above",
    "meld_width",
    "tile_name",
    "tile_svg",
]

_STEP: Final = WIDE + 1  # from tile to tile
_APART: Final = 18
_TURNED_OF: Final = {1: 0, 2: 1, 3: -1}  # by the source: which of the tiles lies
_ANY_TEXT: Final = {str(tile): str(tile) for tile in Tile} | {
    letter: letter for letter in "abcdefgh"
}


class LaidMeld(Protocol):
    """A ``Meld``, or an ``OpenMeld`` of a table, whose tile may be hidden."""

    @property
    def kind(self) -> MeldKind: ...
    @property
    def tile(self) -> Tile | None: ...
    @property
    def source(self) -> int: ...


def tile_name(code: int) -> str:
    """The text of a code 0-41: flowers are ``a`` to ``h``."""
    return str(Tile(code)) if code < SLOT_COUNT else "abcdefgh"[code - SLOT_COUNT]


def _read_tile(tile: object) -> str:
    if isinstance(tile, str):
        if tile == BACK or tile in _ANY_TEXT:
            return tile
    elif (code := whole_number(tile, 0, SLOT_COUNT + 7)) is not None:
        return tile_name(code)
    raise GuobiaoError(
        f"{shown(tile)} is no tile: expected a Tile, its text (5m, E), a-h for a flower, or 'back'"
    )


def tile_svg(tile: Tile | int | str, *, theme: str = "light", index: bool = False) -> str:
    """One tile as SVG: a ``Tile``, its text, ``"a"`` to ``"h"`` (or 34-41) for the flowers 春 夏 秋
    冬 梅 兰 竹 菊, or ``"back"``.

    ``theme``: ``"light"`` or ``"dark"``; ``index``: with a small Latin letter or digit. Raises
    ``GuobiaoError`` for anything else.

    >>> tile_svg("5m").count("data-tile")
    1
    """
    name = _read_tile(tile)
    picture = Picture(_title_of(name), theme, index)
    picture.tile(name, 0, 0)
    return picture.svg(WIDE, HIGH)


def _title_of(name: str) -> str:
    if name == BACK:
        return "a tile's back 牌背"
    if name in "abcdefgh":
        return f"flower {'春夏秋冬梅兰竹菊'['abcdefgh'.index(name)]}"
    return f"{name} {_ZH[name]}"


_ZH: Final = {str(tile): tile.zh for tile in Tile}


def hand_svg(
    hand: Hand | str, *, theme: str = "light", index: bool = False, title: str = ""
) -> str:
    """A hand as SVG: standing tiles, the winning tile apart, melds.

    A tile of a meld lies turned where its giver sits: left 上家, middle 对家, right 下家; an added
    tile lies on it. A concealed kong has its outer tiles face down. ``title``: what a screen reader
    says, if not the hand's text. Raises ``NotationError`` and ``HandError`` for what is no hand.

    >>> hand_svg("[CCCC]234567m99p34s5s").count("data-tile")
    15
    """
    read = hand if isinstance(hand, Hand) else parse_hand(hand)
    picture = Picture(_checked_title(title) or f"hand {format_hand(read)}", theme, index)
    top = height_above(read)
    draw_hand(picture, read, 2, 2 + top)
    return picture.svg(hand_width(read) + 4, HIGH + 4 + top)


def _checked_title(title: object) -> str:
    if not isinstance(title, str):
        raise GuobiaoError(f"title {shown(title)}: expected a text")
    return title


def height_above(hand: Hand) -> float:
    """What ``draw_hand`` needs above: an added tile lies above the turned one."""
    added = any(meld.kind is MeldKind.ADDED_KONG for meld in hand.melds)
    return 2 * WIDE - HIGH if added else 0


def hand_width(hand: Hand) -> float:
    """How wide ``draw_hand`` is."""
    wide: float = _STEP * len(hand.standing) + _APART * (hand.winning_tile is not None)
    wide += sum(_APART + meld_width(meld) for meld in hand.melds)
    return wide + (84 if hand.flowers else 0)


def draw_hand(picture: Picture, hand: Hand, x: float, y: float) -> None:
    """Puts a hand into a picture, its upper left corner at x, y."""
    standing = list(hand.standing)
    if (winning := hand.winning_tile) is not None:
        standing.remove(winning)
    for tile in standing:
        picture.tile(str(tile), x, y)
        x += _STEP
    if winning is not None:
        picture.tile(str(winning), x + _APART, y)
        x += _APART + _STEP
    for meld in hand.melds:
        draw_meld(picture, meld, x + _APART, y)
        x += _APART + meld_width(meld)
    if hand.flowers:
        picture.text(x + 10, y + HIGH - 8, f"花×{hand.flowers}", 24, "quiet")


def meld_width(meld: LaidMeld) -> float:
    """How wide ``draw_meld`` is."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return 4 * _STEP
    count = 4 if meld.kind is MeldKind.MELDED_KONG else 3
    return (count - 1) * _STEP + HIGH + 1


def draw_meld(picture: Picture, meld: LaidMeld, x: float, y: float) -> None:
    """Puts a meld into a picture, its upright tiles from x, y on."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        middle = BACK if meld.tile is None else str(meld.tile)
        for name in (BACK, middle, middle, BACK):
            picture.tile(name, x, y)
            x += _STEP
        return
    names, turned = _lying(meld)
    for place, name in enumerate(names):
        if place != turned:
            picture.tile(name, x, y)
            x += _STEP
            continue
        if meld.kind is MeldKind.ADDED_KONG:
            picture.tile(name, x, y + HIGH - 2 * WIDE, turn=90)
        picture.tile(name, x, y + HIGH - WIDE, turn=90)
        x += HIGH + 1


def _lying(meld: LaidMeld) -> tuple[list[str], int]:
    """The tiles of an open meld from the left, and which of them is turned."""
    assert meld.tile is not None
    if meld.kind is MeldKind.CHOW:
        names = [str(Tile(meld.tile + step)) for step in range(3)]
        claimed = names.pop(meld.source - 1)
        return [claimed, *names], 0
    count = 4 if meld.kind is MeldKind.MELDED_KONG else 3
    return [str(meld.tile)] * count, _TURNED_OF[meld.source] % count
