"""Melds and hands: checked once when they are made, frozen after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from mahjong_core import codes
from mahjong_core.messages import shown

from .errors import HandError
from .held import HandValues
from .masked import is_masked
from .tiles import SLOT_COUNT, Seat, Tile
from .values import checked_flag, checked_items, whole_number

__all__ = ["NO_TILE", "Hand", "HandNumbers", "Meld", "MeldKind", "why_no_winning_tile"]

NO_TILE: Final = codes.NO_TILE  # the win byte of a hand without a winning tile
_SEATS: Final = tuple(Seat)
_TILES: Final = tuple(Tile)


class MeldKind(IntEnum):
    """The kinds of meld, numbered as in the arrays of a batch."""

    CHOW = codes.CHOW
    PUNG = codes.PUNG
    MELDED_KONG = codes.MELDED_KONG
    ADDED_KONG = codes.ADDED_KONG
    CONCEALED_KONG = codes.CONCEALED_KONG


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: its kind, its tile (the lowest one of a chow) and its source.

    ``source``: 1 left, 2 opposite, 3 right for pungs and kongs (for an added kong: of its pung);
    for a chow which of its three tiles was claimed (1-3, always from the left); 0 for a concealed
    kong. Raises ``HandError`` for a meld that cannot be.

    >>> Meld(MeldKind.CHOW, Tile.M3, 2).tiles
    (<Tile.M3: 2>, <Tile.M4: 3>, <Tile.M5: 4>)
    """

    kind: MeldKind
    tile: Tile
    source: int = 1

    def __post_init__(self) -> None:
        kind, tile = whole_number(self.kind, 0, 4), whole_number(self.tile, 0, SLOT_COUNT - 1)
        if kind is None:
            raise HandError(f"{shown(self.kind)} is no kind of meld: expected a MeldKind")
        if tile is None:
            raise HandError(f"{shown(self.tile)} is no tile: expected a Tile (slots 0-33)")
        source = 0 if kind == MeldKind.CONCEALED_KONG else whole_number(self.source, 1, 3)
        object.__setattr__(self, "kind", MeldKind(kind))
        object.__setattr__(self, "tile", Tile(tile))
        if self.kind is MeldKind.CHOW and (self.tile.is_honour or self.tile.rank > 6):
            raise HandError(
                f"no chow starts at {self.tile}: a chow is three tiles of one suit, from 1-7"
            )
        if source is None:
            raise HandError(f"{shown(self.source)} is no source of a meld: expected 1, 2 or 3")
        object.__setattr__(self, "source", source)

    @property
    def is_kong(self) -> bool:
        """A kong of any kind."""
        return self.kind >= MeldKind.MELDED_KONG

    @property
    def is_open(self) -> bool:
        """Anything but a concealed kong."""
        return self.kind is not MeldKind.CONCEALED_KONG

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, Tile(self.tile + 1), Tile(self.tile + 2))
        return (self.tile,) * (4 if self.is_kong else 3)

    @property
    def code(self) -> int:
        """The meld as a byte of a batch's ``melds``: 1 + 34 * kind + slot."""
        return codes.meld_code(self.kind, self.tile)

    def to_dict(self) -> dict[str, object]:
        """``{"kind", "tiles", "source"}`` of plain types.

        >>> Meld(MeldKind.PUNG, Tile.E, 3).to_dict()
        {'kind': 'pung', 'tiles': ['E', 'E', 'E'], 'source': 3}
        """
        return {
            "kind": self.kind.name.lower(),
            "tiles": [str(tile) for tile in self.tiles],
            "source": self.source,
        }

    @classmethod
    def from_code(cls, code: int, source: int = 1) -> Meld:
        """The meld of a code, which does not say the source. Raises ``HandError`` for a code of no
        meld.

        >>> Meld.from_code(1 + 34 * MeldKind.PUNG + Tile.E, source=3)
        Meld(kind=<MeldKind.PUNG: 1>, tile=<Tile.E: 27>, source=3)
        """
        number = whole_number(code, 1, codes.LAST_MELD_CODE)
        if number is None:
            raise HandError(
                f"meld code {shown(code)}: expected 0, or 1 + 34 * kind + slot, 170 at most"
            )
        kind, slot = codes.meld_parts(number)
        return cls(MeldKind(kind), Tile(slot), source)


class HandNumbers(NamedTuple):
    """A hand as numbers, as a row of a batch holds it: ``Hand.from_numbers(*numbers)`` is the hand
    again.

    All but the sources of the melds: their codes do not hold them.
    """

    counts: bytes
    """How many of each slot (34 bytes), the winning tile included."""
    melds: bytes
    """Four bytes: the melds' codes (1 + 34 * kind + slot), then 0."""
    win: int
    """The slot of the winning tile, 255 without one."""
    flags: int
    """1 self-drawn, 2 last copy, 4 last tile of the wall, 8 kong: their sum."""
    winds: int
    """4 * prevalent wind + seat wind."""
    flowers: int


class Hand(HandValues):
    """Standing tiles and melds, with or without the fourteenth tile, and how it was won. Frozen;
    equal by content.

    ``standing`` are all tiles that are not melded, the winning tile included. Tiles count 3 a meld:
    13 in all without, 14 with a winning tile (14 without one are a hand before its discard). The
    flags: ``self_drawn``; ``last_copy``: the other three copies lie open (和绝张); ``last_tile`` of
    the wall; ``kong``: the replacement tile of a kong, or (not self-drawn) a robbed kong. Raises
    ``HandError`` if it is no hand. Flags that contradict each other or the hand are an error of the
    scoring, since a rule profile may correct them.

    >>> hand = Hand([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4], winning_tile=Tile.M5)
    >>> len(hand.standing), hand.winning_tile
    (14, <Tile.M5: 4>)
    """

    __slots__ = ()

    def __init__(
        self,
        standing: Iterable[int],
        melds: Iterable[Meld] = (),
        winning_tile: int | None = None,
        *,
        self_drawn: bool = False,
        last_copy: bool = False,
        last_tile: bool = False,
        kong: bool = False,
        prevalent_wind: Seat | int | str = Seat.E,
        seat_wind: Seat | int | str = Seat.E,
        flowers: int = 0,
    ) -> None:
        # Not as one tuple of arguments: that takes 0.4 µs more.
        if not self._take_parts(
            Meld, standing, melds, winning_tile, self_drawn, last_copy, last_tile, kong,
            prevalent_wind, seat_wind, flowers,
        ):  # fmt: skip
            _hold_parts(
                self, standing, melds, winning_tile, self_drawn, last_copy, last_tile, kong,
                prevalent_wind, seat_wind, flowers,
            )  # fmt: skip

    @classmethod
    def from_numbers(
        cls,
        counts: Sequence[int],
        melds: Iterable[int | Meld] = (),
        win: int = NO_TILE,
        flags: int = 0,
        winds: int = 0,
        flowers: int = 0,
    ) -> Hand:
        """A hand from the numbers of a row of a batch, checked as any hand; no list of tiles is
        made on the way.

        ``counts``: 34, the winning tile included, as bytes or any sequence. ``melds``: codes (0 is
        no meld) or ``Meld`` objects. A code does not say the source: it reads as 1, the left or the
        first tile of a chow; a ``Meld`` keeps its own. ``win``: a slot, or 255. ``flags`` and
        ``winds``: 0-15, see ``HandNumbers``. Raises ``HandError`` if they are no hand.

        >>> counts = [3, 1, 1, 1, 2, 1, 1, 1, 3] + [0] * 25
        >>> Hand.from_numbers(counts, win=Tile.M5, flags=1)
        <Hand 1112345678999m5m|EE1000>
        """
        hand = cls.__new__(cls)
        if not hand._take_numbers(Meld, counts, melds, win, flags, winds, flowers):
            _hold_numbers(hand, counts, melds, win, flags, winds, flowers)
        return hand

    @property
    def numbers(self) -> HandNumbers:
        """The hand as numbers, all but the sources of its melds.

        >>> Hand([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4], winning_tile=Tile.M5).numbers[2:]
        (4, 0, 0, 0)
        """
        return HandNumbers(
            self.counts, self.meld_codes, self.win, self.flags, self.winds, self.flowers
        )

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, in the order in which they were given."""
        return self._melds(_MELDS, Meld.from_code)

    @property
    def prevalent_wind(self) -> Seat:
        """圈风."""
        return _SEATS[self.winds >> 2]

    @property
    def seat_wind(self) -> Seat:
        """门风."""
        return _SEATS[self.winds & 3]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a Hand is frozen: make another one with the {name} that you want (Hand.replace)"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Hand is frozen")

    def __repr__(self) -> str:
        return f"<Hand {self._text()}>"

    def _repr_svg_(self) -> str:
        from .later import draw

        return draw("hand_svg", self)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_hand, (*self.numbers, self._sources)

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The standing tiles by slot, the winning tile included."""
        return self._tiles(_TILES)

    @property
    def winning_tile(self) -> Tile | None:
        """The winning tile, or None."""
        return None if self.win == NO_TILE else _TILES[self.win]

    @property
    def self_drawn(self) -> bool:
        """Won on the player's own draw."""
        return bool(self.flags & codes.SELF_DRAWN)

    @property
    def last_copy(self) -> bool:
        """The other three copies of the winning tile lie open."""
        return bool(self.flags & codes.LAST_COPY)

    @property
    def last_tile(self) -> bool:
        """The last tile of the wall, or the discard after it."""
        return bool(self.flags & codes.LAST_TILE)

    @property
    def kong(self) -> bool:
        """A kong's replacement tile (self-drawn) or a robbed kong."""
        return bool(self.flags & codes.KONG)

    def replace(self, **changes: object) -> Hand:
        """The same hand with other parts (names as in the constructor), checked again."""
        return Hand(**(self._parts() | changes))  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, object]:
        """The hand of plain types, as JSON holds them: the GB string as ``hand``, then the parts of
        the constructor. Tiles and seats are texts; a meld is ``{"kind", "tiles", "source"}``.

        >>> told = Hand([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4], winning_tile=Tile.M5).to_dict()
        >>> told["hand"], told["winning_tile"], told["seat_wind"]
        ('1112345678999m5m|EE0000', '5m', 'E')
        """
        parts, win = self._parts(), self.winning_tile
        return (
            {"hand": self._text()}
            | parts
            | {
                "standing": [str(tile) for tile in self.standing],
                "melds": [meld.to_dict() for meld in self.melds],
                "winning_tile": None if win is None else str(win),
                "prevalent_wind": str(self.prevalent_wind),
                "seat_wind": str(self.seat_wind),
            }
        )

    def _parts(self) -> dict[str, object]:
        return {
            "standing": self.standing,
            "melds": self.melds,
            "winning_tile": self.winning_tile,
            "self_drawn": self.self_drawn,
            "last_copy": self.last_copy,
            "last_tile": self.last_tile,
            "kong": self.kong,
            "prevalent_wind": self.prevalent_wind,
            "seat_wind": self.seat_wind,
            "flowers": self.flowers,
        }


_MELDS: Final[dict[int, Meld]] = {}  # by 4 * code + source, made when a hand first has them


def _rebuild_hand(
    counts: bytes, codes: bytes, win: int, flags: int, winds: int, flowers: int, sources: bytes
) -> Hand:
    melds = [Meld.from_code(code, source) for code, source in zip(codes, sources) if code]
    return Hand.from_numbers(counts, melds, win, flags, winds, flowers)


# ------------------------------------------------------------------- what the core does not take


def _hold_parts(
    hand: Hand,
    standing: Iterable[int],
    melds: Iterable[Meld],
    winning_tile: int | None,
    self_drawn: bool,
    last_copy: bool,
    last_tile: bool,
    kong: bool,
    prevalent_wind: Seat | int | str,
    seat_wind: Seat | int | str,
    flowers: int,
) -> None:
    """Holds the parts of a hand, or says what is wrong with them."""
    own_melds, counts = _checked_melds(melds), _checked_counts(standing)
    win = NO_TILE if winning_tile is None else _checked_winning_tile(winning_tile)
    winds = 4 * Seat.parse(prevalent_wind) + Seat.parse(seat_wind)
    flower_count = _checked_flowers(flowers)
    _check_tiles(counts, own_melds, win)
    flags = _checked_flags(self_drawn, last_copy, last_tile, kong)
    hand._hold(counts, *_bytes_of(own_melds), win, flags, winds, flower_count)


def _hold_numbers(
    hand: Hand,
    counts: Sequence[int],
    melds: Iterable[int | Meld],
    win: int,
    flags: int,
    winds: int,
    flowers: int,
) -> None:
    """The same for numbers."""
    own_melds, checked = _melds_of_codes(melds), _checked_slot_counts(counts)
    slot = _checked_win(win)
    flag_bits, wind_bits = _checked_bits("flags", flags), _checked_bits("winds", winds)
    flower_count = _checked_flowers(flowers)
    _check_tiles(checked, own_melds, slot)
    hand._hold(checked, *_bytes_of(own_melds), slot, flag_bits, wind_bits, flower_count)


def _bytes_of(melds: tuple[Meld, ...]) -> tuple[bytes, bytes]:
    """The codes and the sources of melds, four bytes each."""
    rest = bytes(4 - len(melds))
    return bytes(meld.code for meld in melds) + rest, bytes(meld.source for meld in melds) + rest


def _checked_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    listed = tuple(checked_items("melds", melds, HandError))
    for meld in listed:
        if not isinstance(meld, Meld):
            raise HandError(f"{shown(meld)} is no meld: expected a Meld")
    if len(listed) > 4:
        raise HandError(f"{len(listed)} melds: a hand has at most four")
    return listed


def _melds_of_codes(melds: Iterable[int | Meld]) -> tuple[Meld, ...]:
    if is_masked(melds):
        raise HandError("melds is a masked array: expected codes, none of them hidden")
    listed = checked_items("melds", melds, HandError)
    found = (
        meld if isinstance(meld, Meld) else Meld.from_code(meld)
        for meld in listed
        if isinstance(meld, Meld) or whole_number(meld) != 0
    )
    return _checked_melds(found)


def _checked_slot_counts(counts: Sequence[int]) -> bytes:
    if isinstance(counts, bytes | bytearray) and len(counts) == SLOT_COUNT:
        return bytes(counts)
    if is_masked(counts):
        raise HandError(
            f"counts is a masked array: expected {SLOT_COUNT} counts by slot, none of them hidden"
        )
    given = [whole_number(count, 0, 255) for count in checked_items("counts", counts, HandError)]
    numbers = bytes(count for count in given if count is not None)
    if len(given) != SLOT_COUNT or len(numbers) != SLOT_COUNT:
        raise HandError(
            f"counts is {shown(counts)}: expected {SLOT_COUNT} counts by slot, whole numbers"
        )
    return numbers


def _checked_win(win: object) -> int:
    if (slot := whole_number(win, 0, NO_TILE)) is None or SLOT_COUNT <= slot < NO_TILE:
        raise HandError(
            f"{shown(win)} is no winning tile: expected a slot 0-33, or 255 without one"
        )
    return slot


def _checked_bits(name: str, value: object) -> int:
    number = whole_number(value, 0, 15)
    if number is None:
        raise HandError(f"{name} {shown(value)}: expected 0 to 15")
    return number


def _checked_counts(standing: Iterable[int]) -> bytes:
    counts = [0] * SLOT_COUNT
    for tile in checked_items("standing", standing, HandError):
        slot = whole_number(tile, 0, SLOT_COUNT - 1)
        if slot is None:
            raise HandError(f"{shown(tile)} is no tile: expected a Tile (slots 0-33)")
        counts[slot] += 1
    if max(counts) > 255:
        raise HandError(f"{max(counts)} copies of one tile: there are four of each")
    return bytes(counts)


def _checked_winning_tile(tile: object) -> int:
    slot = whole_number(tile, 0, SLOT_COUNT - 1)
    if slot is None:
        raise HandError(f"{shown(tile)} is no winning tile: expected a Tile (slots 0-33) or None")
    return slot


def _checked_flowers(flowers: object) -> int:
    count = whole_number(flowers, 0, 8)
    if count is None:
        raise HandError(f"{shown(flowers)} flowers: expected 0 to 8")
    return count


def _checked_flags(self_drawn: object, last_copy: object, last_tile: object, kong: object) -> int:
    """How the hand was won, a bit each."""
    return (
        codes.SELF_DRAWN * checked_flag("self_drawn", self_drawn, HandError)
        + codes.LAST_COPY * checked_flag("last_copy", last_copy, HandError)
        + codes.LAST_TILE * checked_flag("last_tile", last_tile, HandError)
        + codes.KONG * checked_flag("kong", kong, HandError)
    )


def _check_tiles(counts: bytes, melds: tuple[Meld, ...], win: int) -> None:
    """Copies, number of tiles, and where the winning tile is."""
    totals = list(counts)
    for meld in melds:
        for tile in meld.tiles:
            totals[tile] += 1
    for slot, total in enumerate(totals):
        if total > 4:
            raise HandError(f"{total} copies of {Tile(slot)}: there are four of each tile")
    standing, most = sum(counts), 14 - 3 * len(melds)
    if standing not in (most - 1, most):
        raise HandError(
            f"{standing} standing tiles with {len(melds)} melds: expected {most - 1}, or {most} "
            "with the winning tile"
        )
    if win != NO_TILE:
        _check_winning_tile(counts, win, is_whole=standing == most)


def _check_winning_tile(counts: bytes, win: int, *, is_whole: bool) -> None:
    if not counts[win]:
        raise HandError(
            f"the winning tile {Tile(win)} is not among the standing tiles: they include it"
        )
    if not is_whole:
        raise HandError(
            "thirteen tiles and a winning tile: the standing tiles include the winning tile, "
            "fourteen in all"
        )


def why_no_winning_tile(hand: Hand) -> str:
    """What a hand without a winning tile lacks; of fourteen tiles, as their notation shows it."""
    if hand.tile_count == 13:
        return "a score is of fourteen tiles, the winning tile among them"
    return (
        "the blank before its '|' says that none of its fourteen tiles is the winning tile "
        "(without it the last one is)"
    )
