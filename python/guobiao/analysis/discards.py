"""What to discard: each discard of fourteen tiles, with the hand that it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mahjong_core import api

from ..errors import HandError
from ..evaluate import waits_left
from ..hand import Hand
from ..held import listed_tiles
from ..notation import parse_hand
from ..profiles import RuleProfile, get_profile
from ..result import Wait
from ..tiles import SLOT_COUNT, Tile
from ..unseen import copies_left
from .shanten import EFFECTIVE, EffectiveTile

__all__ = ["Discard", "discards"]

_TILES: Final = tuple(Tile)


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard, and the thirteen tiles that it leaves.

    ``shanten`` of the nearest form (0 ready, -1 never); ``effective``: the tiles that lower it (of
    a ready hand: its waits), by slot; ``left``: their copies together. The discarded tile counts as
    seen.
    """

    tile: Tile
    shanten: int
    effective: tuple[EffectiveTile, ...]
    left: int
    _hand: Hand = field(repr=False, compare=False)
    _copies: bytes = field(repr=False, compare=False)
    _profile: RuleProfile = field(repr=False, compare=False)

    @property
    def is_ready(self) -> bool:
        """Whether one more tile completes the hand."""
        return self.shanten == 0

    @property
    def waits(self) -> tuple[Wait, ...]:
        """The waits with their points, as ``guobiao.waits`` gives them; empty unless the thirteen
        are ready.
        """
        if not self.is_ready:
            return ()
        return waits_left(self._hand, self._copies, self._profile)

    @property
    def widening(self) -> tuple[EffectiveTile, ...]:
        """改良: tiles that do not lower the shanten, but after which some discard keeps it and
        leaves more effective copies; by slot.

        Only tiles of which a copy is left. Copies are counted with the drawn tile and both discards
        gone.
        """
        effective = {found.tile for found in self.effective}
        counts, melds = self._hand.counts, self._hand.meld_codes
        return tuple(
            EffectiveTile(tile, self._copies[tile])
            for tile in _TILES
            if self._copies[tile] and tile not in effective and self._widens(counts, melds, tile)
        )

    def to_dict(self) -> dict[str, object]:
        """The discard as ``guobiao analyze --json`` prints it, of plain types: ``{"discard",
        "shanten", "effective", "left", "widening", "waits"}``; tiles are ``{"tile", "left"}``.

        >>> told = discards("123456789m1155s9p")[0].to_dict()
        >>> told["discard"], told["left"], [wait["tile"] for wait in told["waits"]]
        ('9p', 4, ['1s', '5s'])
        """
        return {
            "discard": str(self.tile),
            "shanten": self.shanten,
            "effective": [found.to_dict() for found in self.effective],
            "left": self.left,
            "widening": [found.to_dict() for found in self.widening],
            "waits": [wait.to_dict() for wait in self.waits],
        }

    def _widens(self, counts: bytes, melds: bytes, drawn: Tile) -> bool:
        fourteen, copies = bytearray(counts), bytearray(self._copies)
        fourteen[drawn] += 1
        copies[drawn] -= 1
        for tile in _TILES:
            if fourteen[tile] and tile != drawn:
                fourteen[tile] -= 1
                shanten, mask = _effective(bytes(fourteen), melds)
                fourteen[tile] += 1
                if shanten == self.shanten and _copies_of(mask, copies) > self.left:
                    return True
        return False


class _Discards(tuple[Discard, ...]):
    """The discards of a hand: a tuple that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from ..later import draw

        return draw("discards_svg", self)


def discards(
    hand: Hand | str, *, rules: str | RuleProfile = "mil", seen: Sequence[int] | None = None
) -> tuple[Discard, ...]:
    """The discards of fourteen tiles, the best first: one entry for each kind of standing tile.

    The order: lower shanten; then more copies of effective tiles; then more kinds of them; then, of
    ready hands, more copies of waits that reach the profile's minimum by a discard, and more that
    do when self-drawn; then the higher slot (honours go first).

    ``seen``: 34 counts of the tiles that lie open elsewhere. The winning tile of a hand that names
    one is a tile like the others. Raises ``HandError`` for thirteen tiles.

    >>> [(str(d.tile), d.shanten, d.left) for d in discards("123456789m1155s9p")][:3]
    [('9p', 0, 4), ('5s', 1, 31), ('1s', 1, 23)]
    """
    profile = get_profile(rules)
    if not isinstance(hand, Hand):
        hand = parse_hand(hand, rules=profile)
    if hand.tile_count != 14:
        raise HandError(f"{hand!r}: thirteen tiles discard none: expected fourteen")
    left = copies_left(hand, seen)
    found = [_discard(hand, tile, left, profile) for tile in _TILES if hand.counts[tile]]
    return _Discards(sorted(found, key=_order))


def _discard(hand: Hand, tile: Tile, left: bytes, profile: RuleProfile) -> Discard:
    rest, shanten, mask = hand._without(Hand, tile)
    effective = listed_tiles(mask, left, EFFECTIVE)
    copies = sum([found.left for found in effective])
    return Discard(tile, shanten, effective, copies, rest, left, profile)


def _order(discard: Discard) -> tuple[int, ...]:
    by_discard = self_drawn = 0
    for wait in discard.waits:
        qualifies = wait.qualifies
        by_discard += wait.left * qualifies[0]
        self_drawn += wait.left * qualifies[1]
    return (
        discard.shanten,
        -discard.left,
        -len(discard.effective),
        -by_discard,
        -self_drawn,
        -discard.tile,
    )


def _effective(counts: bytes, melds: bytes) -> tuple[int, int]:
    """The shanten of thirteen tiles and the mask of the tiles that lower it,
    in the exact notion.
    """
    numbers, masks = api.effective_tiles(counts, melds)  # type: ignore[misc]  # a Hand has no other status
    return numbers[0], masks[0]


def _copies_of(mask: int, left: Sequence[int]) -> int:
    return sum(left[slot] for slot in range(SLOT_COUNT) if mask >> slot & 1)
