# The names and arguments are not ours.
# ruff: noqa: N802, N803
"""PyMahjongGB's interface: ``from guobiao.compat.mahjonggb import MahjongFanCalculator`` in place
of ``from MahjongGB import …``.

Names, arguments, keyword names, answers and errors are those of PyMahjongGB 1.4; ``docs/compat.md``
lists what differs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final, Literal, NoReturn, SupportsIndex, TypeAlias, overload

from mahjong_core import api
from mahjong_core.fan_table import ROWS, FanRow

from ..profiles import get_profile
from .calls import CallFormat, c_integer, c_type_name, fan_tuples

__all__ = [
    "HonorsAndKnittedTilesShanten",
    "KnittedStraightShanten",
    "MahjongFanCalculator",
    "MahjongShanten",
    "RegularShanten",
    "SevenPairsShanten",
    "ThirteenOrphansShanten",
]

Pack: TypeAlias = tuple[str, str, SupportsIndex]
"""A meld: ``"CHI"``, ``"PENG"`` or ``"GANG"``; its tile (the middle one of a chow); its offer."""

# Letter, first slot, number of ranks: 万 条 饼, winds, dragons.
_SUITS: Final = (("W", 0, 9), ("T", 9, 9), ("B", 18, 9), ("F", 27, 4), ("J", 31, 3))
_PACKS: Final = ("CHI", "PENG", "GANG")
_CODES: Final = frozenset(
    f"{letter}{rank}" for letter, _, ranks in _SUITS for rank in range(1, ranks + 1)
)

# Where its names are not the table's.
_NAMES: Final = {"边张": "独听・边张", "坎张": "独听・嵌张", "单钓将": "独听・单钓"}

_MOST_COPIES: Final = 4  # of a fan that is not 花牌
_MOST_FLOWERS: Final = 255


def _copies(row: FanRow) -> range:
    return range(1, 1 + (_MOST_FLOWERS if row.zh == "花牌" else _MOST_COPIES))


def _format() -> CallFormat:
    """What the compiled call is told of codes and names."""
    rules = get_profile("botzone")
    names = [_NAMES.get(row.zh, row.zh) for row in ROWS]
    points = [rules.rules.points[row.id] for row in ROWS]
    plain = tuple(
        tuple((each * count, name) for count in _copies(row))
        for row, name, each in zip(ROWS, names, points)
    )
    verbose = tuple(
        tuple((each, count, name, row.english) for count in _copies(row))
        for row, name, each in zip(ROWS, names, points)
    )
    return CallFormat(rules.tables, _SUITS, _PACKS, (plain, verbose))


_FORMAT: Final = _format()


@overload
def MahjongFanCalculator(
    pack: tuple[Pack, ...],
    hand: tuple[str, ...],
    winTile: str,
    flowerCount: SupportsIndex,
    isSelfDrawn: object,
    is4thTile: object,
    isAboutKong: object,
    isWallLast: object,
    seatWind: SupportsIndex,
    prevalentWind: SupportsIndex,
    verbose: Literal[False] = False,
) -> tuple[tuple[int, str], ...]: ...


@overload
def MahjongFanCalculator(
    pack: tuple[Pack, ...],
    hand: tuple[str, ...],
    winTile: str,
    flowerCount: SupportsIndex,
    isSelfDrawn: object,
    is4thTile: object,
    isAboutKong: object,
    isWallLast: object,
    seatWind: SupportsIndex,
    prevalentWind: SupportsIndex,
    verbose: Literal[True],
) -> tuple[tuple[int, int, str, str], ...]: ...


@overload
def MahjongFanCalculator(
    pack: tuple[Pack, ...],
    hand: tuple[str, ...],
    winTile: str,
    flowerCount: SupportsIndex,
    isSelfDrawn: object,
    is4thTile: object,
    isAboutKong: object,
    isWallLast: object,
    seatWind: SupportsIndex,
    prevalentWind: SupportsIndex,
    verbose: object = False,
) -> tuple[tuple[int, str], ...] | tuple[tuple[int, int, str, str], ...]: ...


def MahjongFanCalculator(
    pack: tuple[Pack, ...],
    hand: tuple[str, ...],
    winTile: str,
    flowerCount: SupportsIndex,
    isSelfDrawn: object,
    is4thTile: object,
    isAboutKong: object,
    isWallLast: object,
    seatWind: SupportsIndex,
    prevalentWind: SupportsIndex,
    verbose: object = False,
) -> tuple[tuple[int, str], ...] | tuple[tuple[int, int, str, str], ...]:
    """The fans of a win, as PyMahjongGB lists them.

    ``pack``: the melds, ``("CHI" | "PENG" | "GANG", tile, offer)`` each; the tile of a chow is its
    middle one; the offer is 1-3, 0 for a concealed kong. ``hand``: the standing tiles without
    ``winTile``. Tiles are ``"W1"``-``"W9"`` (万), ``"T1"``-``"T9"`` (条), ``"B1"``-``"B9"`` (饼),
    ``"F1"``-``"F4"`` (winds), ``"J1"``-``"J3"`` (中 发 白). Winds are 0-3 for E S W N.

    A tuple of ``(points of all copies, name)`` by fan; ``verbose``: of ``(points of one, copies,
    name, English name)``. Raises ``TypeError`` for what cannot be read and for a hand that does not
    win (``str(error) == "ERROR_NOT_WIN"``); if there is no such hand, as with five copies of a
    tile, it has a note that says why (``error.__notes__``).

    >>> hand = ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W9", "T1", "T2", "T3", "F1")
    >>> MahjongFanCalculator((), hand, "F1", 1, False, False, False, False, 0, 0)
    ((16, '清龙'), (2, '门前清'), (1, '喜相逢'), (1, '缺一门'), (1, '独听・单钓'), (1, '花牌'))
    """
    fans = fan_tuples(
        _FORMAT,
        pack,
        hand,
        winTile,
        flowerCount,
        isSelfDrawn,
        is4thTile,
        isAboutKong,
        isWallLast,
        seatWind,
        prevalentWind,
        verbose,
    )
    if not fans:
        if fans is None:
            flags = (isSelfDrawn, is4thTile, isAboutKong, isWallLast)
            _refuse(pack, hand, winTile, flowerCount, flags, (seatWind, prevalentWind), verbose)
        raise TypeError("ERROR_NOT_WIN")
    return fans  # type: ignore[return-value]  # entries of _FORMAT


# ------------------------------------------------------------------------------------------ shanten

_SLOTS: Final = {
    code: slot
    for slot, code in enumerate(
        f"{letter}{rank}" for letter, _, ranks in _SUITS for rank in range(1, ranks + 1)
    )
}
_CODE_OF_SLOT: Final = tuple(_SLOTS)
_NO_MELDS: Final = bytes(4)
_SHORT: Final = (1, 4, 7, 10, 13)
# The columns of the core.
_LEAST, _REGULAR, _SEVEN_PAIRS, _ORPHANS, _ALL_KNITTED, _KNITTED_STRAIGHT = range(6)


def MahjongShanten(pack: tuple[Pack, ...], hand: tuple[str, ...]) -> int:
    """The least shanten of 1, 4, 7, 10 or 13 standing tiles over the forms; the melds are checked
    and play no part.

    >>> MahjongShanten((), tuple("W1 W9 T1 T9 B1 B9 F1 F2 F3 F4 J1 J2 J2".split()))
    0
    """
    _checked_packs(pack)
    counts = _counts(hand, _SHORT, "ERROR_INVALID_HAND_OR_PACK")
    return api.shanten(counts, _NO_MELDS, True)[_LEAST]  # type: ignore[index]  # checked counts have no other status


def RegularShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The shanten of 1, 4, 7, 10 or 13 tiles to as many sets and a pair, and the tiles that lower
    it.

    >>> RegularShanten(("W1", "W2", "B5", "B5"))
    (0, ('W3',))
    """
    numbers, masks = _effective(_counts(hand, _SHORT), standard_only=True)
    return _useful(numbers, masks, _REGULAR)


def SevenPairsShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The same of 13 tiles to 七对."""
    return _useful(*_effective(_counts(hand, (13,))), _SEVEN_PAIRS)


def ThirteenOrphansShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The same of 13 tiles to 十三幺."""
    return _useful(*_effective(_counts(hand, (13,))), _ORPHANS)


def HonorsAndKnittedTilesShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The same of 13 tiles to 全不靠."""
    return _useful(*_effective(_counts(hand, (13,))), _ALL_KNITTED)


def KnittedStraightShanten(hand: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The same of 10 or 13 tiles to 组合龙."""
    return _useful(*_effective(_counts(hand, (10, 13))), _KNITTED_STRAIGHT)


def _counts(hand: object, sizes: tuple[int, ...], error: str = "ERROR_INVALID_HAND") -> bytes:
    codes = _checked_hand(hand)
    if len(codes) not in sizes:
        raise TypeError(error)
    counts = bytearray(len(_SLOTS))
    for code in codes:
        counts[_SLOTS[code]] += 1
    if max(counts) > _MOST_COPIES:
        raise _noted(error, _too_many_copies(codes))
    return bytes(counts)


def _effective(
    counts: bytes, *, standard_only: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return api.effective_tiles(counts, _NO_MELDS, True, standard_only)  # type: ignore[return-value]  # as above


def _useful(
    numbers: tuple[int, ...], masks: tuple[int, ...], column: int
) -> tuple[int, tuple[str, ...]]:
    mask = masks[column]
    return numbers[column], tuple(
        code for slot, code in enumerate(_CODE_OF_SLOT) if mask >> slot & 1
    )


# ------------------------------------------------------------------------ what is wrong with a call


def _refuse(
    pack: object,
    hand: object,
    win_tile: object,
    flowers: object,
    flags: tuple[object, ...],
    winds: tuple[object, ...],
    verbose: object,
) -> NoReturn:
    """Raises what PyMahjongGB raises if a call is not a hand: its checks, in its order."""
    win_code = _checked_text(win_tile, 3)
    c_integer(flowers)
    for flag in flags:
        bool(flag)  # raises what the truth of an object raises
    for wind in winds:
        c_integer(wind)
    bool(verbose)
    melds = _checked_packs(pack)
    codes = _checked_hand(hand)
    _check_code(win_code)
    if len(melds) > 4 or len(codes) + 3 * len(melds) != 13:
        raise TypeError("ERROR_WRONG_TILES_COUNT")
    # PyMahjongGB does not check these: it says that they do not win, or gives some fans.
    raise _noted("ERROR_NOT_WIN", _why_impossible(melds, (*codes, win_code)))


def _noted(error: str, note: str) -> TypeError:
    """An error in PyMahjongGB's words, which programs compare, with a note of ours.

    Python 3.11 and later print it below the error.
    """
    noted = TypeError(error)
    if sys.version_info >= (3, 11):
        noted.add_note(note)
    else:
        noted.__notes__ = [note]
    return noted


def _checked_text(text: object, position: int) -> str:
    """A text as C takes it: no other type, no lone surrogate, no NUL."""
    if not isinstance(text, str):
        raise TypeError(f"argument {position} must be str, not {c_type_name(text)}")
    text.encode()
    if "\0" in text:
        raise ValueError("embedded null character")
    return text


def _checked_packs(pack: object) -> tuple[tuple[str, str, int], ...]:
    if not isinstance(pack, tuple):
        raise TypeError("Param `pack` must be a tuple!")
    return tuple(map(_checked_meld, pack))


def _checked_meld(meld: object) -> tuple[str, str, int]:
    if not isinstance(meld, tuple):
        raise TypeError("Param `pack` must be a tuple of tuples!")
    if len(meld) != 3:
        raise TypeError(f"function takes exactly 3 arguments ({len(meld)} given)")
    name, code, offer = _checked_text(meld[0], 1), _checked_text(meld[1], 2), c_integer(meld[2])
    _check_code(code)
    if not 0 <= offer <= 3:
        raise TypeError("ERROE_WRONG_OFFER_CODE")
    if name not in _PACKS:
        raise TypeError("ERROE_WRONG_PACK_CODE")
    return name, code, offer


def _checked_hand(hand: object) -> tuple[str, ...]:
    if not isinstance(hand, tuple):
        raise TypeError("Param `hand` must be a tuple!")
    for code in hand:
        if not isinstance(code, str):
            raise TypeError("Param `hand` must be a tuple of strs!")
        _check_code(code)
    return hand


def _check_code(code: str) -> None:
    if code not in _CODES:
        raise TypeError("ERROE_WRONG_TILE_CODE")


def _why_impossible(melds: tuple[tuple[str, str, int], ...], tiles: tuple[str, ...]) -> str:
    """Why there is no such hand, though each of its parts can be read."""
    held = list(tiles)
    for name, code, offer in melds:
        if name == "CHI" and (code[0] not in "WTB" or code[1] in "19"):
            return f"no chow has {code} in the middle"
        if name != "GANG" and not offer:
            return f"({name!r}, {code!r}, 0): only a concealed kong has the offer 0"
        held += _tiles(name, code)
    return _too_many_copies(held)


def _too_many_copies(held: Sequence[str]) -> str:
    copies, code = max((held.count(code), code) for code in held)
    return f"{copies} copies of {code}: there are four of each tile"


def _tiles(name: str, code: str) -> list[str]:
    if name == "CHI":
        return [f"{code[0]}{int(code[1]) + step}" for step in (-1, 0, 1)]
    return [code] * (4 if name == "GANG" else 3)
