"""The walls of a recorded game, one for each player, as far as the record tells them."""

from __future__ import annotations

from typing import Final

from ..notation.alphabets import FIRST_FLOWER
from ..tiles import Seat

__all__ = ["Walls"]

_FLOWERS: Final = 8


class Walls:
    """Four walls, filled tile by tile in the order in which the record shows them: the
    hand, then what is drawn.
    """

    def __init__(self, *, has_flowers: bool) -> None:
        self.has_flowers = has_flowers
        self._size = 36 if has_flowers else 34
        self._left = [4] * FIRST_FLOWER + [int(has_flowers)] * _FLOWERS
        self._walls: list[list[int]] = [[] for _ in Seat]

    def take(self, seat: Seat, tile: int) -> str | None:
        """Put the next tile into a wall. Returns what is wrong with it, or None."""
        wall = self._walls[seat]
        wall.append(tile)
        self._left[tile] -= 1
        if self._left[tile] < 0:
            return "all copies of it were there before"
        return (
            f"a wall has {self._size} tiles, the hand among them"
            if len(wall) > self._size
            else None
        )

    def filled(self) -> list[list[int]]:
        """The walls at their full length: the tiles that nobody has seen lie at their ends."""
        unseen = [tile for tile, count in enumerate(self._left) for _ in range(count)]
        for wall in self._walls:
            missing = self._size - len(wall)
            wall += unseen[:missing]
            del unseen[:missing]
        return self._walls
