"""Walls for tests: the hands as dealt and the tiles that come, the rest in some fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from guobiao import parse_tiles
from guobiao.table import TableHand
from table_play import dealt_places, full_set


def slots(text: str | Sequence[int]) -> list[int]:
    """``"123mEE"`` as slots; flowers are given as numbers, in a sequence."""
    return [int(tile) for tile in (parse_tiles(text) if isinstance(text, str) else text)]


class Rest:
    """The tiles that nobody has named. Those far apart come one after the other, so that they make
    no sets.
    """

    def __init__(self, named: Sequence[int], flowers: bool) -> None:
        left = Counter(full_set(flowers))
        left.subtract(named)
        assert min(left.values()) >= 0, [tile for tile, count in left.items() if count < 0]
        self.tiles = sorted(left, key=lambda tile: tile * 10 % 34)
        self.left = left

    def take(self, count: int) -> list[int]:
        """So many of them."""
        taken: list[int] = []
        while len(taken) < count:
            # Flowers come last, so that they are not in the way.
            tile = next(
                tile for tile in sorted(self.tiles, key=lambda tile: tile >= 34) if self.left[tile]
            )
            self.left[tile] -= 1
            self.tiles.remove(tile)
            self.tiles.append(tile)
            taken.append(tile)
        return taken


def own_hand(
    hands: Sequence[str | Sequence[int]],
    draws: Sequence[str | Sequence[int]] = ("", "", "", ""),
    *,
    last: Sequence[str] = ("", "", "", ""),
    **options: object,
) -> TableHand:
    """A hand with own walls: what each is dealt (missing tiles are filled in), what it then draws,
    and the ``last`` tiles of its wall.
    """
    flowers = bool(options.pop("flowers", False))
    size = 36 if flowers else 34
    dealt, drawn, ends = ([slots(tiles) for tiles in part] for part in (hands, draws, last))
    assert max(map(len, dealt)) <= 13
    rest = Rest([tile for tiles in dealt + drawn + ends for tile in tiles], flowers)
    walls = [hand + rest.take(13 - len(hand)) + draw for hand, draw in zip(dealt, drawn)]
    walls = [wall + rest.take(size - len(wall) - len(end)) + end for wall, end in zip(walls, ends)]
    return TableHand(tiles=walls, wall="own", flowers=flowers, **options)  # type: ignore[arg-type]


def common_hand(
    hands: Sequence[str | Sequence[int]],
    draws: str | Sequence[int],
    end: str | Sequence[int] = "",
    *,
    last: str | Sequence[int] = "",
    **options: object,
) -> TableHand:
    """The same with one wall: ``draws`` in the order of drawing, ``end`` the replacements, ``last``
    the last tiles drawn before them.
    """
    flowers = bool(options.pop("flowers", False))
    dealt, front = [slots(hand) for hand in hands], slots(draws)
    back = slots(last) + slots(end)[::-1]
    rest = Rest([tile for tiles in [*dealt, front, back] for tile in tiles], flowers)
    dealt = [hand + rest.take(13 - len(hand)) for hand in dealt]
    wall = [0] * 52
    for seat, hand in enumerate(dealt):
        for place, tile in zip(dealt_places(seat), hand):
            wall[place] = tile
    size = 144 if flowers else 136
    wall += front + rest.take(size - 52 - len(front) - len(back)) + back
    return TableHand(tiles=wall, flowers=flowers, **options)  # type: ignore[arg-type]
