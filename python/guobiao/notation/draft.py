"""A text that was read but is no hand yet: parts with their columns, so that every
error points at its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ..contradictions import find_contradiction
from ..errors import ContradictoryNotationError, NotationError
from ..hand import Hand, Meld
from ..profiles import RuleProfile
from ..tiles import SLOT_COUNT, Tile
from .scanning import PlacedTile

__all__ = ["FLAG_NAMES", "Draft"]

FLAG_NAMES: Final = ("self_drawn", "last_copy", "last_tile", "kong")


@dataclass(slots=True)
class Draft:
    """Parts of a hand and their columns.

    ``stop`` is the column after the last tile, ``flags_columns`` of the flags.
    """

    text: str
    standing: list[PlacedTile]
    stop: int
    melds: list[Meld] = field(default_factory=list)
    melded: list[PlacedTile] = field(default_factory=list)
    waiting: bool = False
    """A blank right before the '|': fourteen tiles are a hand without a winning tile."""
    winds: str = "EE"
    flags: str = "0000"
    flags_columns: list[int] = field(default_factory=list)
    flowers: int = 0

    def to_hand(self, profile: RuleProfile) -> Hand:
        """The hand.

        Raises ``NotationError`` if there are five copies, a wrong number of tiles
        or flags that contradict.
        """
        self._check_copies()
        self._check_number()
        hand = Hand(
            [tile.slot for tile in self.standing],
            self.melds,
            None if self.waiting or self._total == 13 else self.standing[-1].slot,
            **self._flags,
            prevalent_wind=self.winds[0],
            seat_wind=self.winds[1],
            flowers=self.flowers,
        )
        if hand.flags and not profile.rules.switches.correct_flags:
            self._check_flags(hand)
        return hand

    @property
    def _total(self) -> int:
        return len(self.standing) + 3 * len(self.melds)

    @property
    def _flags(self) -> Mapping[str, bool]:
        return {name: flag == "1" for name, flag in zip(FLAG_NAMES, self.flags, strict=True)}

    def _check_copies(self) -> None:
        copies = [0] * SLOT_COUNT
        for tile in (*self.melded, *self.standing):
            copies[tile.slot] += 1
            if copies[tile.slot] > 4:
                raise NotationError(
                    f"a fifth {Tile(tile.slot)}",
                    text=self.text,
                    column=tile.column,
                    expected="at most four copies of a tile, melds included",
                )

    def _check_number(self) -> None:
        if self._total in (13, 14):
            return
        needed = 13 - 3 * len(self.melds)
        column = self.standing[needed + 1].column if self._total > 14 else self.stop
        beside = (
            f" beside {len(self.melds)} meld{'s' * (len(self.melds) > 1)}" if self.melds else ""
        )
        raise NotationError(
            f"{len(self.standing)} standing tile{'s' * (len(self.standing) != 1)}{beside}",
            text=self.text,
            column=column,
            expected=f"{needed}, or {needed + 1} with the winning tile, which stands last and in "
            "no meld",
        )

    def _check_flags(self, hand: Hand) -> None:
        contradiction = find_contradiction(hand)
        if contradiction is None:
            return
        flag, message = contradiction
        place = FLAG_NAMES.index(flag)
        expected = f"0 for this flag ({flag.replace('_', ' ')}), or other tiles"
        if hand.winning_tile is None:
            expected = (
                "0000 on a hand that waits; fourteen tiles with the winning tile right before the "
                "'|' otherwise, "
                "since a blank there says that none of them is it"
            )
        raise ContradictoryNotationError(
            message, text=self.text, column=self.flags_columns[place], expected=expected, flag=flag
        )
