"""The table before play: dice, the break of the wall, the deal and the opening
flowers, as four players do it.

A **wall index** (0-143) is a tile's place in the four walls: 36 * seat + 2 * stack + layer, where
``seat`` is whose wall it is (0 E … 3 N), ``stack`` counts 0-17 from that player's right hand,
``layer`` is 0 for the upper tile and 1 for the lower. A **wall** holds 144 slots by wall index:
0-33 a tile, 34-41 the eight flowers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from mahjong_core.messages import shown

from ..errors import WallError
from ..tiles import SLOT_COUNT, Seat, Tile
from ..values import checked_items, whole_number

__all__ = [
    "FULL_SET",
    "WALL_SIZE",
    "Break",
    "Deal",
    "Replacement",
    "break_wall",
    "deal",
    "shuffled_wall",
]

WALL_SIZE: Final = 144
_STACKS: Final = 72  # 18 in front of each player
_FIRST_FLOWER: Final = SLOT_COUNT

FULL_SET: Final = tuple(slot for slot in range(SLOT_COUNT) for _ in range(4)) + tuple(
    range(_FIRST_FLOWER, SLOT_COUNT + 8)
)
"""The 144 tiles of the game, sorted."""


@dataclass(frozen=True, slots=True)
class Break:
    """Where the wall is opened: who threw second, how many stacks are counted, and the first stack
    of the deal (``side``, ``stack``).
    """

    thrower: Seat
    count: int

    @property
    def side(self) -> Seat:
        """Whose wall the deal begins in."""
        return self._place(self.count)[0]

    @property
    def stack(self) -> int:
        """The stack (0-17 from that player's right) that the dealer takes
        first, after those counted.
        """
        return self._place(self.count)[1]

    @property
    def draw_order(self) -> tuple[int, ...]:
        """All 144 wall indices in drawing order: to the left, upper before
        lower, then the wall of 上家.
        """
        return tuple(index for step in range(_STACKS) for index in self._indices(self.count + step))

    @property
    def replacement_order(self) -> tuple[int, ...]:
        """All 144 wall indices in the order of replacements: from the other side
        of the break, upper first.
        """
        return tuple(
            index for step in range(1, _STACKS + 1) for index in self._indices(self.count - step)
        )

    def _place(self, number: int) -> tuple[Seat, int]:
        """The side and stack of a stack counted from the thrower's right end, on
        and on around the table.
        """
        sides, stack = divmod(number % _STACKS, 18)
        return Seat((self.thrower - sides) % 4), stack

    def _indices(self, number: int) -> tuple[int, int]:
        side, stack = self._place(number)
        upper = 36 * side + 2 * stack
        return upper, upper + 1


def break_wall(first: Sequence[int], second: Sequence[int]) -> Break:
    """The break that two throws of two dice give.

    The dealer throws first: 5 9 the dealer, 2 6 10 South, 3 7 11 West, 4 8 12 North throws again.
    As many stacks as both sums together are counted from the right end of the second thrower's
    wall, running on into the wall of 上家. Raises ``WallError`` if a throw is impossible.

    >>> opened = break_wall((1, 2), (6, 6))
    >>> opened.thrower, opened.count, opened.side, opened.stack
    (<Seat.W: 2>, 15, <Seat.W: 2>, 15)
    """
    thrown, counted = _sum_of_dice(first), _sum_of_dice(second)
    return Break(Seat((thrown - 1) % 4), thrown + counted)


def _sum_of_dice(throw: Sequence[int]) -> int:
    dice = [whole_number(die, 1, 6) for die in checked_items("dice", throw, WallError)]
    if len(dice) != 2 or dice[0] is None or dice[1] is None:
        raise WallError(f"dice {shown(throw)}: expected two numbers from 1 to 6")
    return dice[0] + dice[1]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A flower that ``seat`` laid open and the tile taken for it, both as wall indices."""

    seat: Seat
    flower: int
    tile: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal: ``taken`` wall indices by seat in the order in which they were taken, and the
    flowers replaced, in order.
    """

    wall: tuple[int, ...]
    opening: Break
    taken: tuple[tuple[int, ...], ...]
    replacements: tuple[Replacement, ...]

    @property
    def hands(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of E S W N after the flowers: 14, 13, 13, 13, sorted."""
        return tuple(
            tuple(sorted(Tile(self.wall[i]) for i in self._held(seat) if not self._is_flower(i)))
            for seat in Seat
        )

    @property
    def flowers(self) -> tuple[tuple[int, ...], ...]:
        """The flowers (0-7) that E S W N laid open, in that order."""
        return tuple(
            tuple(self.wall[r.flower] - _FIRST_FLOWER for r in self.replacements if r.seat is seat)
            for seat in Seat
        )

    @property
    def remaining(self) -> tuple[int, ...]:
        """The wall indices that are left, as they will be drawn."""
        gone = {index for taken in self.taken for index in taken} | {
            r.tile for r in self.replacements
        }
        return tuple(index for index in self.opening.draw_order if index not in gone)

    def _held(self, seat: Seat) -> list[int]:
        return [*self.taken[seat], *(r.tile for r in self.replacements if r.seat is seat)]

    def _is_flower(self, index: int) -> bool:
        return self.wall[index] >= _FIRST_FLOWER


def deal(wall: Sequence[int], first: Sequence[int], second: Sequence[int]) -> Deal:
    """The deal of a wall (144 slots by wall index) with two throws of the dice.

    Three times four tiles each, then the dealer jumps (跳牌): the first and the third upper tile;
    the others take one each. Then East replaces all flowers, then South, West, North. Raises
    ``WallError`` if the wall is not the full set.

    >>> dealt = deal(shuffled_wall(1), (2, 3), (4, 4))
    >>> [len(hand) for hand in dealt.hands], len(dealt.remaining)
    ([14, 13, 13, 13], 89)
    """
    tiles = tuple(
        slot
        for tile in checked_items("wall", wall, WallError)
        if (slot := whole_number(tile, 0)) is not None
    )
    if sorted(tiles) != list(FULL_SET):
        raise WallError(
            f"{len(tiles)} tiles that are not the full set: expected four of each slot 0-33 and "
            "one of each flower 34-41"
        )
    opening = break_wall(first, second)
    taken = _taken(opening.draw_order)
    return Deal(
        tiles, opening, taken, tuple(_replaced_flowers(tiles, taken, opening.replacement_order))
    )


def shuffled_wall(seed: int) -> tuple[int, ...]:
    """A wall in random order, the same for the same seed.

    Raises ``WallError`` if the seed is no whole number.
    """
    number = whole_number(seed)
    if number is None:
        raise WallError(f"seed {shown(seed)}: expected a whole number")
    return tuple(Random(number).sample(FULL_SET, WALL_SIZE))


def _taken(order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Who takes which of the first 53 tiles."""
    fours = [
        [i for turn in range(3) for i in order[16 * turn + 4 * seat :][:4]] for seat in range(4)
    ]
    jump = {0: (48, 52), 1: (49,), 2: (50,), 3: (51,)}
    return tuple((*fours[seat], *(order[place] for place in jump[seat])) for seat in range(4))


def _replaced_flowers(
    wall: Sequence[int], taken: Sequence[Sequence[int]], order: Sequence[int]
) -> list[Replacement]:
    replaced: list[Replacement] = []
    for seat in Seat:
        waiting = [index for index in taken[seat] if wall[index] >= _FIRST_FLOWER]
        while waiting:
            tile = order[len(replaced)]
            replaced.append(Replacement(seat, waiting.pop(0), tile))
            if wall[tile] >= _FIRST_FLOWER:
                waiting.append(tile)
    return replaced
