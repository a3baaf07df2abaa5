"""A hand from the common ways of writing one; ``notation`` reads the rest."""

from __future__ import annotations

from mahjong_core.codes import SELF_DRAWN

from .contradictions import find_contradiction
from .hand import NO_TILE, Hand
from .held import hand_of_text
from .profiles import RuleProfile

__all__ = ["common_hand"]


def common_hand(text: object, profile: RuleProfile) -> Hand | None:
    """The hand. None if the text is written in another way or is wrong: the notation then reads it,
    and says what is wrong.

    >>> from guobiao import get_profile
    >>> common_hand("19m19p119sESWNPFC", get_profile("mil"))
    <Hand 19m119s19pESWNFPC|EE0000>
    """
    hand = hand_of_text(Hand, text)
    if hand is None or not _may_contradict(hand) or profile.rules.switches.correct_flags:
        return hand
    return None if find_contradiction(hand) else hand


def _may_contradict(hand: Hand) -> bool:
    """A win on the player's own draw contradicts no hand that has a winning tile."""
    return hand.flags > SELF_DRAWN or (hand.flags > 0 and hand.win == NO_TILE)
