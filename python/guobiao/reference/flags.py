"""How the hand was won: the flags, checked for contradictions (an error, or corrected if the
profile says so).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mahjong_core.messages import shown

from ..errors import ContradictionError
from ..hand import Hand

__all__ = ["Win", "how_won"]


@dataclass(frozen=True, slots=True)
class Win:
    """The facts of a win, with nothing contradictory left in them (but 海底捞月 on a robbed kong,
    where flags are corrected).
    """

    tile: int
    self_drawn: bool
    last_copy: bool
    """The other three copies lie open: by the flag, or in the winner's own melds."""
    last_tile: bool
    replacement: bool
    """The replacement tile of a kong."""
    robbed: bool
    """A robbed kong."""


def how_won(hand: Hand, *, correct_flags: bool) -> Win:
    """The win of a hand with a winning tile. Raises ``ContradictionError`` if flags are impossible,
    unless they are to be corrected.
    """
    wrong = dict(_contradictions(hand))
    if wrong and not correct_flags:
        flag, message = next(iter(wrong.items()))
        raise ContradictionError(f"{flag} of {shown(hand)}: {message}", flag)
    kong = hand.kong and "kong" not in wrong
    return Win(
        tile=hand.win,
        self_drawn=hand.self_drawn,
        last_copy=(hand.last_copy and "last_copy" not in wrong) or _copies_in_melds(hand) == 3,
        last_tile=hand.last_tile,
        replacement=kong and hand.self_drawn,
        robbed=kong and not hand.self_drawn,
    )


def _contradictions(hand: Hand) -> Iterator[tuple[str, str]]:
    """The impossible flags, each with the reason."""
    stands_twice = hand.counts[hand.win] > 1
    robbed = hand.kong and not hand.self_drawn
    if hand.last_copy and stands_twice:
        yield "last_copy", "another copy of the winning tile stands in the hand"
    if robbed and (stands_twice or _copies_in_melds(hand)):
        yield "kong", "a robbed kong, and the hand has another copy of the tile"
    if hand.kong and hand.self_drawn and not any(meld.is_kong for meld in hand.melds):
        yield "kong", "a replacement tile of a kong, and the hand has no kong"
    if robbed and hand.last_tile:
        yield "last_tile", "nobody may make a kong with the last tile of the wall"


def _copies_in_melds(hand: Hand) -> int:
    return sum(meld.tiles.count(hand.win) for meld in hand.melds)
