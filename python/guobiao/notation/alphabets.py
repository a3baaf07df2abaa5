"""How each format spells a tile: letters for suits and honours, and which symbols are flowers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType
from typing import Final

from mahjong_core import codes
from mahjong_core.messages import shown

from ..errors import FormatError
from ..tiles import SLOT_COUNT

__all__ = [
    "BLANKS",
    "CHINESE",
    "FIRST_FLOWER",
    "GB",
    "UNICODE",
    "Alphabet",
    "plain_spelling",
    "with_dragons",
]

BLANKS: Final = " \t\u00a0\u3000"
FIRST_FLOWER: Final = codes.FLOWERS_AT  # symbols of the eight flowers stand for 34-41
_FLOWERS: Final = tuple(range(FIRST_FLOWER, FIRST_FLOWER + 8))
_HONOURS: Final = tuple(range(27, SLOT_COUNT))
_DRAGON_ORDERS: Final = tuple("".join(order) for order in permutations("CFP"))


@dataclass(frozen=True)
class Alphabet:
    """A format in which a tile is one symbol, or digits and then the suit that they share.

    ``suits`` gives for each suit letter the slots of its ranks, ``symbols`` the slots (flowers:
    34-41) of whole tiles. ``digit_texts``, ``suit_texts`` and ``symbol_texts`` are the spelling in
    which tiles are written.
    """

    name: str
    expected: str
    digits: Mapping[str, int] = field(default_factory=dict)
    suits: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    symbols: Mapping[str, int] = field(default_factory=dict)
    ignored: str = ""
    digit_texts: str = ""
    suit_texts: str = ""
    symbol_texts: Mapping[int, str] = field(default_factory=dict)


def _suits(letters: str) -> dict[str, tuple[int, ...]]:
    """``letters`` are groups of spellings for m, s and p, separated by blanks."""
    groups = letters.split()
    return {
        letter: tuple(range(9 * k, 9 * k + 9)) for k, group in enumerate(groups) for letter in group
    }


def _spellings(texts: str, slots: tuple[int, ...]) -> dict[str, int]:
    """``texts`` has one group of spellings a slot, separated by blanks."""
    return {
        symbol: slot for group, slot in zip(texts.split(), slots, strict=True) for symbol in group
    }


def _written(symbols: Mapping[str, int]) -> dict[int, str]:
    """The first spelling of each slot is the one that is written."""
    return {slot: symbol for symbol, slot in reversed(list(symbols.items()))}


_ASCII_DIGITS: Final = {str(rank + 1): rank for rank in range(9)}
_GB_HONOURS: Final = _spellings("E S W N C F P", _HONOURS)

GB: Final = Alphabet(
    name="GB",
    expected="1-9 and then m, s or p, or a letter of ESWNCFP",
    digits=_ASCII_DIGITS,
    suits=_suits("m s p"),
    symbols=_GB_HONOURS,
    digit_texts="123456789",
    suit_texts="msp",
    symbol_texts=_written(_GB_HONOURS),
)

_CHINESE_SYMBOLS: Final = _spellings("东東 南 西 北 中 发發 白", _HONOURS) | _spellings(
    "春 夏 秋 冬 梅 兰蘭 竹 菊", _FLOWERS
)

CHINESE: Final = Alphabet(
    name="Chinese",
    expected="一 to 九 and then 万, 条 or 饼, or one of 东南西北中发白",
    digits=_ASCII_DIGITS
    | {digit: rank for rank, digit in enumerate("一二三四五六七八九")}
    | {"伍": 4},
    suits=_suits("万萬 条條索 饼餅筒"),
    symbols=_CHINESE_SYMBOLS,
    digit_texts="一二三四五六七八九",
    suit_texts="万条饼",
    symbol_texts=_written(_CHINESE_SYMBOLS),
)


def _unicode_symbols() -> dict[str, int]:
    """The block's order: E S W N C F P, characters, bamboos, circles, flowers."""
    slots = (*_HONOURS, *range(27), *_FLOWERS)
    return {chr(0x1F000 + k): slot for k, slot in enumerate(slots)}


UNICODE: Final = Alphabet(
    name="Unicode tiles",
    expected="tiles from U+1F000 (🀀) to U+1F029 (🀩)",
    symbols=_unicode_symbols(),
    ignored="\ufe0e\ufe0f",  # "show as text", "show as picture"
    symbol_texts=_written(_unicode_symbols()),
)


def with_dragons(dragons: str | None) -> Alphabet:
    """GB letters, and ``1z`` to ``7z`` if the order of the dragons 5z 6z 7z is named.

    Raises ``FormatError`` if that is no such order.
    """
    if dragons is None:
        return GB
    if not isinstance(dragons, str) or dragons not in _DRAGON_ORDERS:
        raise FormatError(
            f"{shown(dragons)} is no order of the dragons: expected one of "
            f"{', '.join(_DRAGON_ORDERS)} (which of them is 5z 6z 7z)"
        )
    return _with_named_dragons(dragons)


@lru_cache(maxsize=len(_DRAGON_ORDERS))
def _with_named_dragons(dragons: str) -> Alphabet:
    z = (27, 28, 29, 30, *(_GB_HONOURS[letter] for letter in dragons))
    return Alphabet(
        name="1-7z",
        expected="1-9 and then m, s or p, 1-7 and then z, or a letter of ESWNCFP",
        digits=GB.digits,
        suits=MappingProxyType({**GB.suits, "z": z}),
        symbols=GB.symbols,
        digit_texts=GB.digit_texts,
        suit_texts="msp",
        symbol_texts={slot: f"{rank + 1}z" for rank, slot in enumerate(z)},
    )


# Full-width letters, as an input method for Chinese types them: U+FF01-U+FF5E are the ASCII ones.
_NARROW: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
# Names of honours with more than one character: 红中 白板 发财 青发 绿发 东风.
_SECOND_CHARACTER: Final = re.compile(
    "[红紅](?=中)|(?<=白)板|(?<=[发發])[财財]|[青绿綠](?=[发發])|(?<=[东東南西北])[风風]"
)
# Any letter of the two groups: most texts have none and need no second pass.
_SPELT_OTHERWISE: Final = re.compile("[！-～红紅板财財青绿綠风風]")


def plain_spelling(text: str) -> str:
    """The text in the letters of the alphabets, each in its column: full-width letters
    narrow, 红中 as 中 and a blank.
    """
    if text.isascii() or _SPELT_OTHERWISE.search(text) is None:
        return text
    return _SECOND_CHARACTER.sub(" ", text.translate(_NARROW))
