"""The planes of an observation: which numbers of the 56 x 34 hold what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["PLANES", "PlaneGroup"]


@dataclass(frozen=True, slots=True)
class PlaneGroup:
    """Planes that belong together: the ``first`` one's index and how many there are; ``most``: the
    greatest number that they hold.

    ``by_seat``: one plane a seat: the observer's, the next one counter-clockwise (下家), the
    opposite one, the previous one (上家). ``by_tile``: a plane has a number for each slot;
    otherwise all its 34 numbers are the same.
    """

    name: str
    first: int
    count: int
    most: int
    by_seat: bool
    by_tile: bool
    holds: str


def _groups() -> tuple[PlaneGroup, ...]:
    """The groups one after the other, so that no plane is forgotten and none has two meanings."""
    made: list[PlaneGroup] = []
    for name, count, most, by_seat, by_tile, holds in _LISTED:
        first = made[-1].first + made[-1].count if made else 0
        made.append(PlaneGroup(name, first, count, most, by_seat, by_tile, holds))
    return tuple(made)


# Name, planes, greatest number, by seat, by tile, what they hold.
_LISTED: Final[tuple[tuple[str, int, int, bool, bool, str], ...]] = (
    (
        "hand",
        4,
        1,
        False,
        True,
        "1 where the seat holds at least 1, 2, 3, 4 copies; a drawn tile is one of them",
    ),
    (
        "drawn",
        1,
        1,
        False,
        True,
        "1 at the tile that the seat has drawn; nothing after a chow or a pung",
    ),
    (
        "claimable",
        1,
        1,
        False,
        True,
        "1 at the discard or the added tile that may be claimed; at the end the winning tile",
    ),
    ("chows", 4, 4, True, True, "how many chows have this lowest tile"),
    ("pungs", 4, 1, True, True, "1 at a pung"),
    ("open kongs", 4, 1, True, True, "1 at a melded or added kong"),
    (
        "concealed kongs",
        4,
        1,
        True,
        True,
        "1 at a concealed kong of which the tile may be seen: the own ones, all at the end",
    ),
    ("rivers", 4, 4, True, True, "how many copies lie among the discards that nobody claimed"),
    (
        "latest",
        4,
        48,
        True,
        True,
        "where the last copy lies in that river, counted from 1; 0: none",
    ),
    ("unseen", 1, 4, False, True, "how many copies the seat does not see anywhere"),
    ("prevalent wind", 1, 1, False, True, "1 at the wind"),
    ("seat wind", 1, 1, False, True, "1 at the wind"),
    ("phase", 3, 1, False, False, "1 in PLAY, in CLAIM, in ROB; nothing at the end"),
    ("actor", 4, 1, True, False, "1 for who draws and discards, or adds a tile to a pung"),
    (
        "wall",
        4,
        91,
        True,
        False,
        "how many tiles the seat may still draw; at a common wall the same number four times",
    ),
    ("flowers", 4, 8, True, False, "how many flowers lie open"),
    ("standing", 4, 14, True, False, "how many tiles stand in the hand"),
    (
        "hidden kongs",
        4,
        4,
        True,
        False,
        "how many concealed kongs there are of which the tile may not be seen",
    ),
)

PLANES: Final = _groups()
