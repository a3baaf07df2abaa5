"""How far a hand is from each form (向听数), and which tiles bring it nearer (有效牌)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import GuobiaoError
from ..hand import Hand
from ..notation import parse_hand
from ..result import Form
from ..tiles import Tile
from ..unseen import copies_left
from ..values import checked_flag

__all__ = ["EffectiveTile", "EffectiveTiles", "Shanten", "effective_tiles", "shanten"]


@dataclass(frozen=True, slots=True)
class Shanten:
    """How many tiles a hand is from being ready: -1 complete, 0 ready. ``overall`` is the least;
    None for a form that the melds rule out.
    """

    overall: int
    standard: int
    """Four sets and a pair, melds counted."""
    seven_pairs: int | None = None
    """七对."""
    thirteen_orphans: int | None = None
    """十三幺."""
    all_knitted: int | None = None
    """全不靠 and 七星不靠."""
    knitted_straight: int | None = None
    """组合龙; one meld is allowed."""

    @property
    def by_form(self) -> dict[Form, int]:
        """The numbers of the forms that the melds allow."""
        numbers = (
            self.standard,
            self.seven_pairs,
            self.thirteen_orphans,
            self.all_knitted,
            self.knitted_straight,
        )
        return {form: number for form, number in zip(_FORMS, numbers) if number is not None}


@dataclass(frozen=True, slots=True, order=True)
class EffectiveTile:
    """A tile that lowers a shanten number, and how many copies of it are left among the tiles that
    nobody sees.
    """

    tile: Tile
    left: int

    def to_dict(self) -> dict[str, object]:
        """``{"tile", "left"}``."""
        return {"tile": str(self.tile), "left": self.left}


@dataclass(frozen=True, slots=True)
class EffectiveTiles:
    """The tiles that lower each number of ``shanten``, by slot; None for a form that the melds rule
    out.

    ``overall``: those that lower the least number, so the tiles of all forms that are as near as
    that.
    """

    shanten: Shanten
    overall: tuple[EffectiveTile, ...]
    standard: tuple[EffectiveTile, ...]
    seven_pairs: tuple[EffectiveTile, ...] | None = None
    thirteen_orphans: tuple[EffectiveTile, ...] | None = None
    all_knitted: tuple[EffectiveTile, ...] | None = None
    knitted_straight: tuple[EffectiveTile, ...] | None = None

    @property
    def left(self) -> int:
        """The copies that are left of all tiles of ``overall``."""
        return sum(tile.left for tile in self.overall)

    @property
    def by_form(self) -> dict[Form, tuple[EffectiveTile, ...]]:
        """The tiles of the forms that the melds allow."""
        tiles = (
            self.standard,
            self.seven_pairs,
            self.thirteen_orphans,
            self.all_knitted,
            self.knitted_straight,
        )
        return {form: listed for form, listed in zip(_FORMS, tiles) if listed is not None}

    def to_dict(self) -> dict[str, object]:
        """The tiles as ``guobiao shanten --json`` prints them, of plain types: ``{"shanten",
        "effective": [{"tile", "left"}], "left", "forms": {form: {"shanten", "effective"}}}``.

        >>> effective_tiles("123456789m1155p").to_dict()["effective"]
        [{'tile': '1p', 'left': 2}, {'tile': '5p', 'left': 2}]
        """
        numbers = self.shanten.by_form
        return {
            "shanten": self.shanten.overall,
            "effective": [found.to_dict() for found in self.overall],
            "left": self.left,
            "forms": {
                form.name.lower(): {
                    "shanten": numbers[form],
                    "effective": [found.to_dict() for found in tiles],
                }
                for form, tiles in self.by_form.items()
            },
        }


EFFECTIVE: Final = tuple(EffectiveTile(tile, left) for tile in Tile for left in range(5))
"""Each tile with each number of copies."""
# The forms in the order of the numbers.
_FORMS: Final = (
    Form.BASIC,
    Form.SEVEN_PAIRS,
    Form.THIRTEEN_ORPHANS,
    Form.ALL_KNITTED,
    Form.KNITTED_STRAIGHT,
)


def shanten(hand: Hand | str, *, formal: bool = False) -> Shanten:
    """How many tiles a hand must exchange until it is ready, by form.

    The number is one less than the tiles that are missing to the nearest complete hand of the form:
    -1 complete, 0 ready. A meld is a set that stays, so a hand with melds needs four sets less its
    melds, and a pair, of its 10, 7, 4 or 1 other tiles; only the standard form (and with one meld
    the knitted straight) is left to it. Of fourteen tiles (11, 8, 5 or 2) the number is that after
    the best discard, -1 if they are complete.

    Exact: the complete hand holds at most four of a tile, melds counted. ``formal=True`` is the
    textbook count, which lets a target hold any number of a tile (but no two pungs of it). Four
    equal tiles are two pairs of 七对. Tiles that others show play no part.

    >>> shanten("123456789m1111p")  # doctest: +ELLIPSIS
    Shanten(overall=1, standard=1, seven_pairs=4, thirteen_orphans=9, ...)
    >>> shanten("123456789m1111p", formal=True).overall
    0
    >>> shanten("[123m,1]19m19p19sESWN").by_form
    {<Form.BASIC: 0>: 6, <Form.KNITTED_STRAIGHT: 1>: 7}
    """
    hand = _hand(hand)
    if formal is not False:
        formal = checked_flag("formal", formal, GuobiaoError)
    return _shanten(hand._shanten(formal))


def effective_tiles(
    hand: Hand | str, *, seen: Sequence[int] | None = None, formal: bool = False
) -> EffectiveTiles:
    """The tiles that lower a hand's shanten, by form and overall, with the copies that are left of
    each.

    ``seen``: how many of each slot (34 counts) lie open beside the hand's own tiles and melds,
    which always count. A tile of which no copy is left is listed with 0. Of fourteen tiles: what
    lowers the number after a discard that keeps it. Numbers as in ``shanten``; with ``formal`` a
    tile that the hand holds four times is listed only as the last one that the sets and the pair
    lack.

    Raises ``HandError`` for more than four copies of a tile.

    >>> found = effective_tiles("123456789m1155p")
    >>> found.shanten.overall, [(str(tile.tile), tile.left) for tile in found.overall], found.left
    (0, [('1p', 2), ('5p', 2)], 4)
    """
    hand = _hand(hand)
    if formal is not False:
        formal = checked_flag("formal", formal, GuobiaoError)
    left = copies_left(hand, seen)
    numbers, tiles = hand._effective(formal, left, EFFECTIVE)
    return EffectiveTiles(_shanten(numbers), *tiles)  # type: ignore[arg-type]  # the first two are never ruled out


def _shanten(numbers: list[int | None]) -> Shanten:
    return Shanten(*numbers)  # type: ignore[arg-type]  # as above


def _hand(hand: Hand | str) -> Hand:
    return hand if isinstance(hand, Hand) else parse_hand(hand)
