"""Flags of a win that contradict each other or the hand: one list, used when a hand is read and
when it is scored.
"""

from __future__ import annotations

from .hand import Hand

__all__ = ["find_contradiction"]


def find_contradiction(hand: Hand) -> tuple[str, str] | None:
    """The first contradiction, as the flag (an attribute of ``Hand``) and a message; None if there
    is none.

    A flag of a win on a hand without a winning tile; the last copy of a tile that stands in the
    hand twice; a robbed kong of a tile that the hand or a meld has another copy of; a replacement
    tile without a kong; the last tile of the wall together with a robbed kong.

    >>> tiles = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4]
    >>> find_contradiction(Hand(tiles, winning_tile=4, kong=True, self_drawn=True))
    ('kong', 'a win on the replacement tile of a kong, and no kong among the melds')
    """
    if not hand.flags:
        return None
    tile = hand.winning_tile
    if tile is None:
        return _first_flag(hand), "a flag of the win, and there is no winning tile"
    if hand.last_copy and hand.counts[tile] > 1:
        return "last_copy", f"the last copy of {tile} is won, and another {tile} stands in the hand"
    if not hand.kong:
        return None
    if hand.self_drawn:
        if not any(meld.is_kong for meld in hand.melds):
            return "kong", "a win on the replacement tile of a kong, and no kong among the melds"
        return None
    if hand.counts[tile] > 1:
        return "kong", f"a robbed kong of {tile}, and another {tile} stands in the hand"
    if any(tile in meld.tiles for meld in hand.melds):
        return "kong", f"a robbed kong of {tile}, and another {tile} lies in a meld"
    if hand.last_tile:
        return (
            "last_tile",
            "the last tile of the wall and a robbed kong: nobody may make a kong of it",
        )
    return None


def _first_flag(hand: Hand) -> str:
    return next(
        name for name in ("self_drawn", "last_copy", "last_tile", "kong") if getattr(hand, name)
    )
