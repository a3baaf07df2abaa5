"""From characters to tiles with their columns, in any format."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..errors import NotationError
from .alphabets import BLANKS, FIRST_FLOWER, Alphabet

__all__ = ["PlacedTile", "is_botzone", "scan_botzone", "scan_tiles"]

BOTZONE_EXPECTED: Final = "words as W1-W9 (万) T1-T9 (条) B1-B9 (饼) F1-F4 (ESWN) J1-J3 (CFP) H1-H8 (flowers)"
_BOTZONE_WORD: Final = re.compile("[WTBFJH][1-9]")
_BOTZONE_FIRST: Final = {"W": (0, 9), "T": (9, 9), "B": (18, 9), "F": (27, 4), "J": (31, 3), "H": (FIRST_FLOWER, 8)}


class PlacedTile(NamedTuple):
    """A tile and the column where it stands; slots from 34 on are flowers."""

    slot: int
    column: int


def scan_tiles(text: str, start: int, stop: int, alphabet: Alphabet) -> list[PlacedTile]:
    """The tiles of ``text[start:stop]`` in their order; blanks between groups are skipped.

    A loop over characters with the digits that still wait for their suit; ``NotationError`` for what is no tile.
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
                    f"suit {char!r} without digits", text=text, column=column, expected=alphabet.expected
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
            f"no tile {rank + 1}{suit}", text=text, column=column, expected=f"1-{len(ranks)} before {suit}"
        )
    return ranks[rank]


def _no_suit(text: str, waiting: list[int], alphabet: Alphabet) -> NotationError:
    listed = "".join(text[column] for column in waiting[:14])
    return NotationError(f"digits without a suit: {listed!r}", text=text, column=waiting[0], expected=alphabet.expected)


def _unknown(text: str, column: int, alphabet: Alphabet) -> NotationError:
    """Which letter is none, and the likeliest reason."""
    char, expected = text[column], alphabet.expected
    if char == "0":
        expected = f"{expected} (there is no 0 and no red five)"
    elif char == "[":
        return NotationError(
            "a meld after the standing tiles",
            text=text,
            column=column,
            expected="the melds first, then the standing tiles",
        )
    elif char == "]":
        return NotationError(
            "a bracket that was not opened", text=text, column=column, expected=f"[ before it, or {expected}"
        )
    elif char == "|":
        return NotationError(
            f"'|' in {alphabet.name}", text=text, column=column, expected=f"{expected}: this format holds tiles only"
        )
    elif char == "z":
        expected = (
            'the order of the dragons named, since programs differ: dragons="CFP" (5z 中 6z 发 7z 白), dragons="PFC" '
            "(5z 白 6z 发 7z 中) or another; or the letters ESWNCFP"
        )
        return NotationError("'z' without an order of the dragons", text=text, column=column, expected=expected)
    elif char.upper() in alphabet.symbols or char.lower() in alphabet.suits:
        expected = f"{expected} (suits in lower case, honours in upper case)"
    return NotationError(
        f"unknown letter {char!r} in {alphabet.name} notation", text=text, column=column, expected=expected
    )


def is_botzone(text: str) -> bool:
    """The text begins with a Botzone code; no other format can, so that what follows is judged as codes."""
    words = text.split(None, 1)
    return bool(words) and _BOTZONE_WORD.fullmatch(words[0]) is not None


def scan_botzone(text: str) -> list[PlacedTile]:
    """The tiles of Botzone codes (``W1 T9 F1 J3 H2``) in their order; ``NotationError`` for a word that is none."""
    tiles = []
    for match in re.finditer(f"[^{BLANKS}]+", text):
        word, column = match.group(), match.start()
        if not _BOTZONE_WORD.fullmatch(word):
            raise NotationError(
                f"{word[:20]!r} is no Botzone code", text=text, column=column, expected=BOTZONE_EXPECTED
            )
        first, count = _BOTZONE_FIRST[word[0]]
        if int(word[1]) > count:
            raise NotationError(f"no tile {word}", text=text, column=column, expected=f"{word[0]}1-{word[0]}{count}")
        tiles.append(PlacedTile(first + int(word[1]) - 1, column))
    return tiles
