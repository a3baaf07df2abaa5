"""From tiles to text in any format; the rule for the winning tile's place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from ..hand import Hand, Meld, MeldKind
from .alphabets import FIRST_FLOWER, Alphabet

__all__ = ["format_botzone", "format_meld", "format_slots", "sorted_with_winning_tile_last"]


def format_slots(slots: Sequence[int], alphabet: Alphabet, separator: str = "") -> str:
    """Tiles (and flowers, 34-41) in their order.

    With no separator, neighbours of one suit share its letter.
    """
    groups = []
    for suit, group in groupby(
        slots, key=lambda slot: slot // 9 if alphabet.suit_texts and slot < 27 else None
    ):
        if suit is None:
            groups += _joined_symbols([alphabet.symbol_texts[slot] for slot in group], separator)
            continue
        digits = [alphabet.digit_texts[slot % 9] for slot in group]
        letter = alphabet.suit_texts[suit]
        groups += [digit + letter for digit in digits] if separator else ["".join(digits) + letter]
    return separator.join(groups)


def _joined_symbols(symbols: list[str], separator: str) -> list[str]:
    """``1z 2z`` share their letter as suits do; other symbols stand for themselves."""
    if separator or not symbols[0].endswith("z"):
        return symbols
    return ["".join(symbol[0] for symbol in symbols) + "z"]


def format_botzone(slots: Sequence[int]) -> str:
    """Tiles (and flowers, 34-41) as Botzone codes."""
    return " ".join(_botzone_code(slot) for slot in slots)


def _botzone_code(slot: int) -> str:
    if slot < 27:
        return f"{'WTB'[slot // 9]}{slot % 9 + 1}"
    if slot >= FIRST_FLOWER:
        return f"H{slot - FIRST_FLOWER + 1}"
    return f"F{slot - 26}" if slot < 31 else f"J{slot - 30}"


def format_meld(meld: Meld, write: Callable[[Sequence[int]], str]) -> str:
    """The meld in brackets with its source, as in a GB string: 5-7 for an added kong, no number for
    a concealed one.
    """
    if meld.kind is MeldKind.CONCEALED_KONG:
        return f"[{write(meld.tiles)}]"
    source = meld.source + (4 if meld.kind is MeldKind.ADDED_KONG else 0)
    return f"[{write(meld.tiles)},{source}]"


def sorted_with_winning_tile_last(
    hand: Hand, write: Callable[[Sequence[int]], str], separator: str = ""
) -> str:
    """The standing tiles by slot; the winning tile, if there is one, stands apart at the end."""
    slots: list[int] = list(hand.standing)
    if hand.winning_tile is None:
        return write(slots)
    slots.remove(hand.winning_tile)
    parts = [write(slots)] if slots else []
    return separator.join([*parts, write([hand.winning_tile])])
