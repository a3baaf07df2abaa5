"""Hands and tiles as text: the GB string, Botzone codes, Unicode tiles, Chinese, and ``1234567z``.

The GB string ``[123m,1][CCCC]45m789s99p6m|EE1000|2`` holds a whole hand:

- Melds in brackets, first or wherever they stand, a chow in ascending order. After the comma (or
  right after the tiles, ``[123m1]``): pung and kong 1 left, 2 opposite, 3 right, an added kong 5-7
  for the same; a kong without a number is concealed. On a chow, which of its tiles was claimed
  (1-3). A chow or pung without a number reads as 1.
- Standing tiles, the winning tile last. Thirteen tiles (3 a meld), or a blank right before the
  ``|``: no winning tile yet.
- After ``|``: prevalent wind, seat wind, then four flags 0/1: self-drawn, last copy of its kind,
  last tile of the wall, kong (self-drawn: replacement tile; else: robbed). After the next ``|``:
  flowers, a number 0-8 or different letters a-h. Missing parts are EE, 0000, 0. Flags need a
  winning tile.

The other formats hold tiles, melds (but for Botzone codes) and flowers (but for ``z``); the last
tile of fourteen is the winning tile. Melds stand in the same brackets: ``[🀇🀈🀉,1][🀄🀄🀄🀄]🀊🀋``,
``[一万 二万 三万,1] [中 中 中 中] 四万``. Botzone codes may be small letters, and stand without
blanks (``w1w2``). Full-width letters are read as ASCII ones, 红中 白板 发财 青发 东风 as 中 白 发
发 东.

Blanks (space, tab, U+00A0, U+3000) and line ends at the end of a text mean nothing; nor do blanks
between groups of tiles or the other parts, but for the one before the first ``|``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeVar

from mahjong_core.messages import shown

from ..errors import FormatError, GuobiaoError, NotationError
from ..gb_text import gb_tiles
from ..hand import Hand
from ..profiles import LOADED, RuleProfile, get_profile
from ..tiles import SLOT_COUNT, Tile
from ..values import checked_items, whole_number
from ..written import common_hand
from .alphabets import (
    BLANKS,
    CHINESE,
    FIRST_FLOWER,
    UNICODE,
    Alphabet,
    plain_spelling,
    with_dragons,
)
from .draft import Draft
from .gb import read_gb
from .scanning import PlacedTile, is_botzone, scan_botzone, scan_tiles
from .tiles_only import read_botzone, read_symbols, write_tiles_only, writer

__all__ = [
    "FORMATS",
    "MAX_LENGTH",
    "Format",
    "format_hand",
    "format_tiles",
    "parse_hand",
    "parse_tiles",
    "read_draft",
]

Format = Literal["gb", "botzone", "unicode", "chinese", "z"]
FORMATS: Final[tuple[Format, ...]] = ("gb", "botzone", "unicode", "chinese", "z")
MAX_LENGTH: Final = 1000
"""The most characters of a hand or of a list of a game's tiles."""
_END: Final = BLANKS + "\r\n"  # mean nothing at the end of a text
T = TypeVar("T")


def parse_hand(text: str, *, rules: str | RuleProfile = "mil", dragons: str | None = None) -> Hand:
    """A hand from text in any format, recognised by the text itself; see
    the module for the grammar.

    ``dragons`` names the order of 5z 6z 7z (``"CFP"``, ``"PFC"`` …); without it a ``z`` is an
    error. Raises ``NotationError`` (with the column, and what would be right) if the text is no
    hand, and ``ContradictoryNotationError`` if flags contradict, unless the profile ``rules``
    corrects flags.

    >>> hand = parse_hand("[123m,1][CCCC]45m789s99p6m|EE1000|2")
    >>> str(hand.winning_tile), hand.self_drawn, hand.flowers
    ('6m', True, 2)
    >>> parse_hand("W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T1 T1 F1 F1").winning_tile
    <Tile.E: 27>
    """
    profile = (type(rules) is str and LOADED.get(rules)) or get_profile(rules)
    if dragons is None and (hand := common_hand(text, profile)) is not None:
        return hand
    return read_draft(text, dragons=dragons).to_hand(profile)


def read_draft(text: object, *, dragons: str | None = None) -> Draft:
    """What ``parse_hand`` reads, not yet checked to be a hand.

    Raises ``NotationError`` if it is in no format.
    """
    alphabet = with_dragons(dragons)
    line = _checked_text(text)
    if not line:
        raise NotationError(
            "an empty text",
            text=line,
            column=0,
            expected="a hand, as [123m,1][CCCC]45m789s99p6m|EE1000|2",
        )
    draft = _in_plain_spelling(line, lambda plain: _read_plain(plain, alphabet))
    draft.text = line
    return draft


def _read_plain(line: str, alphabet: Alphabet) -> Draft:
    if not line.isascii() and (symbols := _symbols_of(line)) is not None:
        return read_symbols(line, symbols)
    return read_botzone(line) if is_botzone(line) else read_gb(line, alphabet)


def _in_plain_spelling(line: str, read: Callable[[str], T]) -> T:
    """Reads a line in its plain spelling; an error shows the line as it was written."""
    plain = plain_spelling(line)
    try:
        return read(plain)
    except NotationError as error:
        if plain == line:
            raise
        raise NotationError(
            error.problem, text=line, column=error.column, expected=error.expected
        ) from None


def format_hand(hand: Hand, format: Format = "gb", *, dragons: str | None = None) -> str:
    """The hand as text that ``parse_hand`` reads as the same hand.

    Melds in their order, standing tiles by suit (m s p) and then ESWNCFP, the winning tile last.
    Fourteen tiles without a winning tile have a blank before the ``|``. Raises ``FormatError`` if
    the format cannot show what the hand has (no winning tile among fourteen, winds or flags in any
    but ``gb``, melds in ``botzone``, flowers in ``z``), or if ``z`` lacks an order of the dragons.

    >>> format_hand(parse_hand("[CCCC][123m]789s99p45m6m"))
    '[CCCC][123m,1]45m789s99p6m|EE0000'
    >>> format_hand(parse_hand("19m19p119sESWNPFC"), "botzone")
    'W1 W9 T1 T1 T9 B1 B9 F1 F2 F3 F4 J2 J3 J1'
    >>> format_hand(parse_hand("[CCCC][123m,2]789s99p45m6m"), "chinese")
    '[中 中 中 中] [一万 二万 三万,2] 四万 五万 七条 八条 九条 九饼 九饼 六万'
    """
    if not isinstance(hand, Hand):
        raise FormatError(f"a {type(hand).__name__} is no Hand: parse_hand makes one from text")
    _check_format(format)
    return hand._text() if format == "gb" else write_tiles_only(hand, format, dragons)


def parse_tiles(text: str, *, dragons: str | None = None) -> tuple[Tile, ...]:
    """Tiles from text in any format, in the order of the text.

    Raises ``NotationError`` if something is no tile; a flower is none.

    >>> parse_tiles("19m E")
    (<Tile.M1: 0>, <Tile.M9: 8>, <Tile.E: 27>)
    """
    alphabet = with_dragons(dragons)
    return _in_plain_spelling(_checked_text(text), lambda plain: _read_tiles(plain, alphabet))


def _read_tiles(line: str, alphabet: Alphabet) -> tuple[Tile, ...]:
    symbols = None if line.isascii() else _symbols_of(line)
    placed = (
        scan_botzone(line)
        if is_botzone(line)
        else scan_tiles(line, 0, len(line), symbols or alphabet)
    )
    return tuple(_tile(line, tile) for tile in placed)


def format_tiles(tiles: Iterable[int], format: Format = "gb", *, dragons: str | None = None) -> str:
    """Tiles (slots) as text in the order given.

    Raises ``FormatError`` if a tile or the format is unknown.

    >>> format_tiles([0, 8, 27], "chinese")
    '一万 九万 东'
    """
    _check_format(format)
    slots = []
    for tile in checked_items("tiles", tiles, FormatError):
        slot = whole_number(tile, 0, SLOT_COUNT - 1)
        if slot is None:
            raise FormatError(f"{shown(tile)} is no tile: expected a Tile (slots 0-33)")
        slots.append(slot)
    return gb_tiles(slots) if format == "gb" else writer(format, dragons)(slots)


def _checked_text(text: object) -> str:
    """A text that is short enough, without the blanks and line ends after it."""
    if not isinstance(text, str):
        raise GuobiaoError(f"a hand is written as a str, not as a {type(text).__name__}")
    line = text.rstrip(_END) if len(text) <= MAX_LENGTH else text
    if len(line) > MAX_LENGTH:
        raise NotationError(
            f"{len(line)} characters",
            text=line,
            column=MAX_LENGTH,
            expected=f"at most {MAX_LENGTH}: one hand",
        )
    return line


def _symbols_of(line: str) -> Alphabet | None:
    """The alphabet of the first symbol that only one format has: Unicode tiles or Chinese."""
    for char in line:
        if char in UNICODE.symbols:
            return UNICODE
        if not char.isascii() and (
            char in CHINESE.symbols or char in CHINESE.digits or char in CHINESE.suits
        ):
            return CHINESE
    return None


def _check_format(format: str) -> None:
    if not isinstance(format, str) or format not in FORMATS:
        raise FormatError(f"{shown(format)} is no format: expected one of {', '.join(FORMATS)}")


def _tile(line: str, tile: PlacedTile) -> Tile:
    if tile.slot >= FIRST_FLOWER:
        raise NotationError(
            "a flower", text=line, column=tile.column, expected="tiles that are no flowers"
        )
    return Tile(tile.slot)
