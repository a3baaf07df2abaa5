"""The GB string: ``[123m,1][CCCC]45m789s99p6m|EE1000|2``, the one format
that holds a whole hand (``mahjong_core.lines`` writes it).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from ..errors import NotationError
from ..hand import Meld, MeldKind
from ..tiles import Tile
from .alphabets import BLANKS, FIRST_FLOWER, Alphabet, plain_spelling
from .draft import FLAG_NAMES, Draft
from .scanning import PlacedTile, scan_tiles

__all__ = ["names_winds", "read_gb", "read_tiles"]

_SOURCES: Final = "1 left, 2 opposite, 3 right"
_DIGITS: Final = tuple("0123456789")
_MELD_EXPECTED: Final = (
    "three tiles of a chow or pung, or four of a kong, as [123m,2] [EEE,1] [5555p,7] [CCCC]"
)


class _Span(NamedTuple):
    """Where a part of the text begins and stops."""

    start: int
    stop: int


def read_gb(text: str, alphabet: Alphabet) -> Draft:
    """The parts of a GB string, each with its column. Raises ``NotationError`` if it is none."""
    spans = _parts(text)
    melds, melded, standing = read_tiles(text, *spans[0], alphabet)
    stop = spans[0].stop
    waiting = len(spans) > 1 and stop > 0 and text[stop - 1] in BLANKS
    draft = Draft(text, standing, stop, melds, melded, waiting=waiting)
    if len(spans) > 1:
        _read_winds_and_flags(draft, spans[1])
    if len(spans) > 2:
        _read_flowers(draft, spans[2])
    return draft


def names_winds(text: str) -> bool:
    """Whether a readable hand names its winds: something that is no flag follows its first bar.

    >>> names_winds("13347s12369m258p3m|EE0000"), names_winds("13347s12369m258p3m|0000")
    (True, False)
    """
    _, _, context = plain_spelling(text).partition("|")
    return context.partition("|")[0].strip(BLANKS)[:1] not in ("", "0", "1")


def _parts(text: str) -> list[_Span]:
    """The spans between the bars."""
    bars = [column for column, char in enumerate(text) if char == "|"]
    if len(bars) > 2:
        raise NotationError(
            "a third '|'", text=text, column=bars[2], expected="tiles|winds and flags|flowers"
        )
    return [
        _Span(start, stop)
        for start, stop in zip([0, *(bar + 1 for bar in bars)], [*bars, len(text)], strict=True)
    ]


def _trimmed(text: str, span: _Span) -> _Span:
    """The span without the blanks at its ends."""
    start, stop = span
    while start < stop and text[start] in BLANKS:
        start += 1
    while start < stop and text[stop - 1] in BLANKS:
        stop -= 1
    return _Span(start, stop)


# -------------------------------------------------------------------------------------------- melds


def read_tiles(
    text: str, start: int, stop: int, alphabet: Alphabet
) -> tuple[list[Meld], list[PlacedTile], list[PlacedTile]]:
    """The melds of ``text[start:stop]``, wherever they stand, their tiles, and the standing tiles
    before, between and after them. Raises ``NotationError`` if something is neither.
    """
    melds: list[Meld] = []
    melded: list[PlacedTile] = []
    standing: list[PlacedTile] = []
    while (opening := text.find("[", start, stop)) >= 0:
        standing += scan_tiles(text, start, opening, alphabet)
        if len(melds) == 4:
            raise NotationError(
                "a fifth meld", text=text, column=opening, expected="at most four melds"
            )
        close = _closing_bracket(text, opening, stop)
        meld, tiles = _read_meld(text, _Span(opening + 1, close), alphabet)
        melds.append(meld)
        melded += tiles
        start = close + 1
    standing += scan_tiles(text, start, stop, alphabet)
    return melds, melded, standing


def _closing_bracket(text: str, opening: int, stop: int) -> int:
    close, following = text.find("]", opening, stop), text.find("[", opening + 1, stop)
    if close < 0 or 0 <= following < close:
        expected = f"']' after {_MELD_EXPECTED}"
        raise NotationError(
            "a bracket that is not closed", text=text, column=opening, expected=expected
        )
    return close


def _read_meld(text: str, span: _Span, alphabet: Alphabet) -> tuple[Meld, list[PlacedTile]]:
    comma = text.find(",", *span)
    stop = _source_start(text, span) if comma < 0 else comma
    tiles = scan_tiles(text, span.start, stop, alphabet)
    _check_meld_length(text, span.start, stop, tiles)
    source, has_source = (
        _trimmed(text, _Span(stop + (comma >= 0), span.stop)),
        comma >= 0 or stop < span.stop,
    )
    slots = [tile.slot for tile in tiles]
    if flowers := [tile for tile in tiles if tile.slot >= FIRST_FLOWER]:
        raise NotationError(
            "a flower in a meld",
            text=text,
            column=flowers[0].column,
            expected="flowers before or behind the melds",
        )
    if len(set(slots)) == 1:
        return _same_tiles(text, slots, source, has_source=has_source), tiles
    return _chow(text, tiles, source, has_source=has_source), tiles


def _source_start(text: str, span: _Span) -> int:
    """Where the source of ``[345m3]`` stands, the end if there is none: a
    digit that no suit follows.
    """
    word = text[span.start : span.stop].rstrip(BLANKS)
    before = word[:-1].rstrip(BLANKS)
    if word[-1:] in _DIGITS and before and before[-1] not in _DIGITS:
        return span.start + len(word) - 1
    return span.stop


def _check_meld_length(text: str, start: int, stop: int, tiles: list[PlacedTile]) -> None:
    if len(tiles) not in (3, 4):
        column = tiles[4].column if len(tiles) > 4 else stop if tiles else start
        raise NotationError(
            f"a meld of {len(tiles)} tile{'s' * (len(tiles) != 1)}",
            text=text,
            column=column,
            expected=_MELD_EXPECTED,
        )


def _same_tiles(text: str, slots: list[int], source: _Span, *, has_source: bool) -> Meld:
    """A pung or a kong: 1-3 is its source, 5-7 that of an added kong.

    A kong without a number is concealed.
    """
    tile = Tile(slots[0])
    if len(slots) == 3:
        return Meld(
            MeldKind.PUNG,
            tile,
            _read_source(text, source, "123", f"{_SOURCES} of a pung (5-7 only on four tiles)")
            if has_source
            else 1,
        )
    if not has_source:
        return Meld(MeldKind.CONCEALED_KONG, tile)
    number = _read_source(
        text,
        source,
        "123567",
        f"{_SOURCES} of a melded kong, 5-7 the same of an added one, no number on a concealed one",
    )
    return (
        Meld(MeldKind.ADDED_KONG, tile, number - 4)
        if number > 4
        else Meld(MeldKind.MELDED_KONG, tile, number)
    )


def _chow(text: str, tiles: list[PlacedTile], source: _Span, *, has_source: bool) -> Meld:
    slots = [tile.slot for tile in tiles]
    if len(tiles) == 3 and all(slot >= Tile.E for slot in slots):
        raise NotationError(
            "a chow of honours",
            text=text,
            column=tiles[0].column,
            expected="three equal honours, or a chow of m, s or p",
        )
    lowest = min(slots)
    if sorted(slots) != [lowest, lowest + 1, lowest + 2] or lowest // 9 != max(slots) // 9:
        wrong = next(tile for tile in tiles if tile.slot != slots[0])
        raise NotationError(
            "a meld that is neither chow, pung nor kong",
            text=text,
            column=wrong.column,
            expected=_MELD_EXPECTED,
        )
    if slots != sorted(slots):
        column = next(b.column for a, b in pairwise(tiles) if b.slot < a.slot)
        raise NotationError(
            "a chow out of order",
            text=text,
            column=column,
            expected="its tiles ascending; after the comma which of them was claimed, as [123m,2]",
        )
    return Meld(
        MeldKind.CHOW,
        Tile(lowest),
        _read_source(
            text,
            source,
            "123",
            "which of the chow's tiles was claimed, 1-3 (5-7 only on four tiles)",
        )
        if has_source
        else 1,
    )


def _read_source(text: str, span: _Span, allowed: str, expected: str) -> int:
    word = text[span.start : span.stop]
    if len(word) == 1 and word in allowed:
        return int(word)
    column = span.start + (1 if len(word) > 1 and word[0] in allowed else 0)
    raise NotationError(
        f"{word[:20]!r} is no source of this meld", text=text, column=column, expected=expected
    )


# ------------------------------------------------------------------------------------------ context


def _read_winds_and_flags(draft: Draft, span: _Span) -> None:
    """Prevalent and seat wind, then four flags; either may be missing.

    Blanks between them mean nothing.
    """
    text, columns = draft.text, _letters(draft.text, span)
    if columns and text[columns[0]] not in "01":
        winds, columns = columns[:2], columns[2:]
        for column in winds:
            if text[column] not in "ESWN":
                raise NotationError(
                    f"{text[column]!r} is no wind",
                    text=text,
                    column=column,
                    expected="prevalent and seat wind, each of ESWN, as |EE1000",
                )
        if len(winds) < 2:
            raise NotationError(
                "one wind",
                text=text,
                column=winds[0] + 1,
                expected="prevalent and seat wind, as |ES",
            )
        draft.winds = "".join(text[column] for column in winds)
    if columns:
        _read_flags(draft, columns)


def _letters(text: str, span: _Span) -> list[int]:
    """The columns of all that is no blank."""
    return [column for column in range(*span) if text[column] not in BLANKS]


def _read_flags(draft: Draft, columns: list[int]) -> None:
    listed, text = ", ".join(name.replace("_", " ") for name in FLAG_NAMES), draft.text
    for column in columns[:4]:
        if text[column] not in "01":
            raise NotationError(
                f"{text[column]!r} is no flag",
                text=text,
                column=column,
                expected=f"0 or 1 for {listed}",
            )
    if len(columns) > 4:
        rest = text[columns[4] : columns[-1] + 1]
        raise NotationError(
            f"{rest[:20]!r} after the four flags",
            text=text,
            column=columns[4],
            expected="'|' and flowers, or the end",
        )
    if len(columns) < 4:
        problem = f"{len(columns)} flag{'s' * (len(columns) > 1)}"
        raise NotationError(
            problem, text=text, column=columns[-1] + 1, expected=f"four flags 0 or 1: {listed}"
        )
    draft.flags, draft.flags_columns = "".join(text[column] for column in columns), columns


def _read_flowers(draft: Draft, span: _Span) -> None:
    """A number 0-8, or distinct letters a-h."""
    text, columns = draft.text, _letters(draft.text, span)
    word = "".join(text[column] for column in columns)
    if len(word) == 1 and word in "012345678":
        draft.flowers = int(word)
        return
    for place, letter in enumerate(word):
        if letter not in "abcdefgh" or letter in word[:place]:
            problem = (
                f"flower {letter!r} twice"
                if letter in word[:place] and letter in "abcdefgh"
                else f"{text[columns[0] : columns[-1] + 1][:20]!r} flowers"
            )
            raise NotationError(
                problem,
                text=text,
                column=columns[place],
                expected="a number from 0 to 8, or different letters of a-h",
            )
    draft.flowers = len(word)
