"""From characters to tiles with their columns, in any format."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..errors import NotationError
from .alphabets import BLANKS, FIRST_FLOWER, Alphabet

__all__ = ["PlacedTile", "is_botzone", "scan_botzone", "scan_tiles"]

BOTZONE_EXPECTED: Final = (
    "codes as W1-W9 (万) T1-T9 (条) B1-B9 (饼) F1-F4 (ESWN) J1-J3 (CFP) H1-H8 (flowers), tiles only"
)
_BOTZONE_CODE: Final = re.compile("[WTBFJH][1-9]", re.ASCII | re.IGNORECASE)
# No GB string begins so: a digit is followed by digits or a suit.
_BOTZONE_BEGINNING: Final = re.compile(
    rf"[{BLANKS}]*[WTBFJH][1-9](?:[WTBFJH][1-9]|[{BLANKS}]|\Z)", re.ASCII | re.IGNORECASE
)
_BOTZONE_FIRST: Final = {
    "W": (0, 9),
    "T": (9, 9),
    "B": (18, 9),
    "F": (27, 4),
    "J": (31, 3),
    "H": (FIRST_FLOWER, 8),
}


class PlacedTile(NamedTuple):
    """A tile and the column where it stands; slots from 34 on are flowers."""

    slot: int
    column: int


def scan_tiles(text: str, start: int, stop: int, alphabet: Alphabet) -> list[PlacedTile]:
    """The tiles of ``text[start:stop]`` in their order; blanks between groups are skipped.

    A loop over characters with the digits that still wait for their suit; Raises ``NotationError``
    if something is no tile.
    """
    tiles: list[PlacedTile] = []
    waiting: list[int] = []  # columns of digits before their suit
    digits, suits, symbols = alphabet.digits, alphabet.suits, alphabet.symbols
    for column in range(start, stop):
        char = text[column]
        if char in digits:
            waiting.append(column)
        elif (ranks := suits.get(char)) is not None:
            if not waiting:
                raise NotationError(
                    f"suit {char!r} without digits",
                    text=text,
                    column=column,
                    expected=alphabet.expected,
                )
            for digit in waiting:
                tiles.append(PlacedTile(_slot(text, digit, ranks, char, alphabet), digit))
            waiting.clear()
        elif char in symbols or char in BLANKS or char in alphabet.ignored:
            if waiting:
                raise _no_suit(text, waiting, alphabet)
            if (slot := symbols.get(char)) is not None:
                tiles.append(PlacedTile(slot, column))
        else:
            raise _unknown(text, column, alphabet)
    if waiting:
        raise _no_suit(text, waiting, alphabet)
    return tiles


def _slot(text: str, column: int, ranks: tuple[int, ...], suit: str, alphabet: Alphabet) -> int:
    rank = alphabet.digits[text[column]]
    if rank >= len(ranks):
        raise NotationError(
            f"no tile {rank + 1}{suit}",
            text=text,
            column=column,
            expected=f"1-{len(ranks)} before {suit}",
        )
    return ranks[rank]


def _no_suit(text: str, waiting: list[int], alphabet: Alphabet) -> NotationError:
    listed = "".join(text[column] for column in waiting[:14])
    return NotationError(
        f"digits without a suit: {listed!r}",
        text=text,
        column=waiting[0],
        expected=alphabet.expected,
    )


def _unknown(text: str, column: int, alphabet: Alphabet) -> NotationError:
    """Which letter is wrong, and the likeliest reason."""
    char, expected = text[column], alphabet.expected
    if char == "0":
        expected = f"{expected} (there is no 0 and no red five)"
    elif char == "]":
        return NotationError(
            "a bracket that was not opened",
            text=text,
            column=column,
            expected=f"[ before it, or {expected}",
        )
    elif char in "[|":
        return NotationError(
            f"{char!r} in {alphabet.name}",
            text=text,
            column=column,
            expected=f"{expected}: "
            + ("these are tiles only" if char == "[" else "no winds, flags or number of flowers"),
        )
    elif char in "({<【〔":
        expected = f"{expected}; a meld in square brackets, as [123m,1]"
    elif char == "z":
        expected = (
            'the order of the dragons named, since programs differ: dragons="CFP" (5z 中 6z 发 7z '
            '白), dragons="PFC" '
            "(5z 白 6z 发 7z 中) or another; or the letters ESWNCFP"
        )
        return NotationError(
            "'z' without an order of the dragons", text=text, column=column, expected=expected
        )
    elif char.upper() in alphabet.symbols or char.lower() in alphabet.suits:
        expected = f"{expected} (suits in lower case, honours in upper case)"
    if char in "abcdefgh" and alphabet.suit_texts == "msp":
        expected = f"{expected}; flowers behind a second '|', as |EE0000|{char} or ||{char}"
    return NotationError(
        f"unknown letter {char!r} in {alphabet.name} notation",
        text=text,
        column=column,
        expected=expected,
    )


def is_botzone(text: str) -> bool:
    """Whether the text begins with a Botzone code.

    No other format can, so the rest is judged as codes.
    """
    return _BOTZONE_BEGINNING.match(text) is not None


def scan_botzone(text: str) -> list[PlacedTile]:
    """The tiles of Botzone codes (``W1 T9 F1``, ``w1t9f1``) in their order.

    Raises ``NotationError`` if a word is no code.
    """
    tiles = []
    for match in re.finditer(f"[^{BLANKS}]+", text):
        for column in range(match.start(), match.end(), 2):
            tiles.append(_botzone_tile(text, column, match.end()))
    return tiles


def _botzone_tile(text: str, column: int, stop: int) -> PlacedTile:
    code = _BOTZONE_CODE.match(text, column, stop)
    if code is None:
        problem = f"{text[column : min(stop, column + 20)]!r} is no Botzone code"
        raise NotationError(problem, text=text, column=column, expected=BOTZONE_EXPECTED)
    letter, rank = text[column].upper(), int(text[column + 1])
    first, count = _BOTZONE_FIRST[letter]
    if rank > count:
        raise NotationError(
            f"no tile {code.group()}",
            text=text,
            column=column,
            expected=f"{letter}1-{letter}{count}",
        )
    return PlacedTile(first + rank - 1, column)
