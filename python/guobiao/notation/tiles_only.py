"""Formats that hold tiles and nothing of the win: Botzone codes; Unicode tiles, Chinese and
``1234567z``, with melds in brackets as in a GB string. All but ``z`` hold flowers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..errors import FormatError, NotationError
from ..hand import Hand
from ..tiles import Seat
from .alphabets import CHINESE, FIRST_FLOWER, UNICODE, Alphabet, with_dragons
from .draft import Draft
from .gb import read_tiles
from .scanning import PlacedTile, scan_botzone
from .writing import format_botzone, format_meld, format_slots, sorted_with_winning_tile_last

__all__ = ["read_botzone", "read_symbols", "write_tiles_only", "writer"]

_SEPARATORS: Final = {"botzone": " ", "chinese": " ", "unicode": "", "z": ""}


def read_botzone(text: str) -> Draft:
    """Botzone codes; ``H1``-``H8`` are flowers, wherever they stand."""
    return _draft(text, scan_botzone(text))


def read_symbols(text: str, alphabet: Alphabet) -> Draft:
    """Unicode tiles or Chinese, melds in brackets; flowers count wherever else they stand."""
    melds, melded, tiles = read_tiles(text, 0, len(text), alphabet)
    draft = _draft(text, tiles)
    draft.melds, draft.melded = melds, melded
    return draft


def _draft(text: str, tiles: list[PlacedTile]) -> Draft:
    seen: set[int] = set()
    for flower in (tile for tile in tiles if tile.slot >= FIRST_FLOWER):
        if flower.slot in seen:
            raise NotationError(
                "a flower twice",
                text=text,
                column=flower.column,
                expected="each of the eight flowers at most once",
            )
        seen.add(flower.slot)
    standing = [tile for tile in tiles if tile.slot < FIRST_FLOWER]
    return Draft(text, standing, len(text), flowers=len(seen))


def writer(format: str, dragons: str | None) -> Callable[[Sequence[int]], str]:
    """The function that writes slots in that format."""
    separator = _SEPARATORS[format]
    if format == "botzone":
        return format_botzone
    alphabet = _writing_alphabet(format, dragons)
    return lambda slots: format_slots(slots, alphabet, separator)


def _hand_writer(format: str, dragons: str | None) -> Callable[[Sequence[int]], str]:
    """As ``writer``, but dragons keep their number in ``z``, whatever the order."""
    write = writer(format, dragons)
    if format != "z":
        return write
    texts = with_dragons(dragons).symbol_texts
    return lambda slots: write(
        sorted(slots, key=lambda slot: (slot >= 27, texts.get(slot, ""), slot))
    )


def _writing_alphabet(format: str, dragons: str | None) -> Alphabet:
    if format != "z":
        return CHINESE if format == "chinese" else UNICODE
    if dragons is None:
        raise FormatError(
            'the format z needs an order of the dragons: dragons="CFP" (5z 中 6z 发 7z 白), '
            'dragons="PFC" or another'
        )
    return with_dragons(dragons)


def write_tiles_only(hand: Hand, format: str, dragons: str | None) -> str:
    """Flowers, then melds, then standing tiles with the winning tile last.

    Raises ``FormatError`` if the format would lose something.
    """
    write, separator = _hand_writer(format, dragons), _SEPARATORS[format]
    if lost := _what_would_be_lost(hand, format):
        held = "tiles only" if format == "botzone" else "tiles and melds only"
        raise FormatError(
            f"the format {format} holds {held}, and this hand has {lost}: write it as format='gb'"
        )
    flowers = range(FIRST_FLOWER, FIRST_FLOWER + hand.flowers)
    melds = [format_meld(meld, write) for meld in hand.melds]
    tiles = sorted_with_winning_tile_last(hand, write, separator)
    return separator.join([*([write(flowers)] if flowers else []), *melds, tiles])


def _what_would_be_lost(hand: Hand, format: str) -> str:
    lost = [
        (format == "botzone" and bool(hand.melds), "melds"),
        (
            hand.tile_count == 14 and hand.winning_tile is None,
            "fourteen tiles, none of them the winning tile",
        ),
        (bool(hand.flags), "flags of the win"),
        ((hand.prevalent_wind, hand.seat_wind) != (Seat.E, Seat.E), "winds other than EE"),
        (format == "z" and hand.flowers > 0, "flowers"),
    ]
    return ", ".join(name for is_lost, name in lost if is_lost)
