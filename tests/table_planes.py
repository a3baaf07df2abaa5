"""The planes of an observation once more, in plain Python from what ``Observation`` says; the
layout is written out here again.
"""

from __future__ import annotations

import numpy as np

from guobiao.hand import MeldKind
from guobiao.table import Observation, Phase
from guobiao.tiles import Seat

FIRST_WIND = 27


def planes_again(seen: Observation) -> np.ndarray:
    """(56, 34) uint8."""
    planes = np.zeros((56, 34), np.uint8)
    hand = np.array(list(seen.hand))
    for copies in range(4):
        planes[copies] = hand > copies
    if seen.drawn is not None:
        planes[4, seen.drawn] = 1
    if seen.tile is not None:
        planes[5, seen.tile] = 1
    for relative in range(4):
        add_seat(planes, seen, relative)
    planes[30] = 4 - sum(visible_tiles(seen))
    planes[31, FIRST_WIND + seen.prevalent_wind] = 1
    planes[32, FIRST_WIND + seen.seat] = 1
    if seen.phase is not Phase.OVER:
        planes[33 + seen.phase] = 1
    return planes


def add_seat(planes: np.ndarray, seen: Observation, relative: int) -> None:
    """What is by seat."""
    seat = Seat((seen.seat + relative) % 4)
    for meld in seen.melds[seat]:
        if meld.tile is None:
            planes[52 + relative] += 1
        elif meld.kind is MeldKind.CHOW:
            planes[6 + relative, meld.tile] += 1
        elif meld.kind is MeldKind.PUNG:
            planes[10 + relative, meld.tile] = 1
        else:
            planes[(18 if meld.kind is MeldKind.CONCEALED_KONG else 14) + relative, meld.tile] = 1
    for place, tile in enumerate(seen.rivers[seat], 1):
        planes[22 + relative, tile] += 1
        planes[26 + relative, tile] = place
    planes[36 + relative] = seen.actor is seat
    planes[40 + relative] = seen.wall_left[seat]
    planes[44 + relative] = len(seen.flowers[seat])
    planes[48 + relative] = seen.standing[seat]


def visible_tiles(seen: Observation) -> list[np.ndarray]:
    """Counts of the tiles that the seat sees, from each place where tiles lie."""
    found = [np.array(list(seen.hand))]
    for seat in Seat:
        found.append(np.bincount(np.array(seen.rivers[seat], int), minlength=34))
        for meld in seen.melds[seat]:
            if meld.tile is None:
                continue
            step, size = (
                (1, 3)
                if meld.kind is MeldKind.CHOW
                else (0, 3 if meld.kind is MeldKind.PUNG else 4)
            )
            found.append(np.bincount([meld.tile + step * i for i in range(size)], minlength=34))
    # A tile added to a pung is in no meld yet; the winning tile is in the winner's hand only.
    is_winner = seen.phase is Phase.OVER and sum(seen.hand) % 3 == 2
    if seen.tile is not None and (
        seen.phase is Phase.ROB or (seen.phase is Phase.OVER and not is_winner)
    ):
        found.append(np.bincount([seen.tile], minlength=34))
    return found
