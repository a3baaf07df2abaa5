"""The rules written down plainly: the oracle of tests and benches, never a fallback of the compiled
core.

Every form, every split, every place of the winning tile and every legal grouping is looked at, one
after the other. Nothing here is shared with the core but the vocabulary and the fan table. Where to
find the five principles: 不重复 ``exclusions``, 不拆移 ``splits``, 不得相同 and 套算一次
``groupings``, 就高不就低 ``scoring`` (and ``ties``). ``table`` has the rules of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from mahjong_core.messages import shown

from ..errors import GuobiaoError, HandError
from ..hand import NO_TILE, Hand, why_no_winning_tile
from ..result import Score, Wait
from ..tiles import SLOT_COUNT, Tile
from ..values import checked_flag, checked_items, checked_whole
from .scoring import score_rules
from .splits import is_complete
from .waits import formal_waits, thirteen, won

if TYPE_CHECKING:
    from ..profiles import RuleProfile

__all__ = ["is_win", "score", "score_rules", "waits"]


def score(hand: Hand | str, *, rules: str | RuleProfile = "mil") -> Score:
    """What a winning hand is worth under a rule profile, with the explanation made.

    Raises ``NotWinningError`` for a hand that is not complete, ``ContradictionError`` for flags
    that cannot be, ``NotationError`` for a text that is no hand.

    >>> score("[EEE,2]234m678s88p34p5p|EE0000")
    <Score 4: 圈风刻*1 门风刻*1>
    """
    from ..profiles import get_profile

    profile = get_profile(rules)
    hand = _hand(hand, rules)
    explanation = score_rules(hand, profile.rules)
    return Score(hand, profile, sum(counted.points for counted in explanation.fans), explanation)


def is_win(hand: Hand | str) -> bool:
    """Whether fourteen tiles complete a form, whatever they are worth.

    >>> is_win("19m19p119sESWNPFC"), is_win("19m19p119sESWNPF1m")
    (True, False)
    """
    hand = _hand(hand)
    return hand.tile_count == 14 and is_complete(hand.counts, len(hand.melds))


def waits(
    hand: Hand | str,
    *,
    formal: bool = False,
    rules: str | RuleProfile = "mil",
    seen: Sequence[int] | None = None,
) -> tuple[Wait, ...]:
    """The tiles that complete thirteen (a winning tile is put back first), by slot, as
    ``guobiao.waits`` gives them.

    ``formal``: those too of which the hand itself holds all four. Raises ``HandError`` for fourteen
    tiles without a winning tile.

    >>> [str(wait.tile) for wait in waits("1234444678m456p", formal=True)]
    ['1m', '4m']
    """
    hand, formal = _hand(hand), checked_flag("formal", formal, GuobiaoError)
    visible = bytes(SLOT_COUNT) if seen is None else _checked_seen(seen)
    if hand.tile_count == 14 and hand.win == NO_TILE:
        raise HandError(f"{shown(hand)} waits for none: {why_no_winning_tile(hand)}")
    standing = thirteen(hand)
    found, worth = [], partial(_score_of_wait, hand, standing, rules)
    for slot in formal_waits(standing, len(hand.melds)):
        held = standing[slot] + sum(meld.tiles.count(Tile(slot)) for meld in hand.melds)
        if held < 4:
            found.append(Wait(Tile(slot), 4 - held - visible[slot], worth))
        elif formal:
            found.append(Wait(Tile(slot), 0, None))
    return tuple(found)


def _checked_seen(seen: Sequence[int]) -> bytes:
    counts = [
        checked_whole("a count seen", count, 0, 4, HandError)
        for count in checked_items("seen", seen, HandError)
    ]
    if len(counts) != SLOT_COUNT:
        raise HandError(f"{len(counts)} counts seen: expected {SLOT_COUNT}, by slot")
    return bytes(counts)


def _score_of_wait(
    hand: Hand, standing: bytes, rules: str | RuleProfile, tile: Tile, self_drawn: bool
) -> Score:
    """The thirteen tiles with this one."""
    tiles = [slot for slot in range(34) for _ in range(standing[slot])] + [tile]
    return score(won(hand, tiles, tile, self_drawn=self_drawn, flowers=hand.flowers), rules=rules)


def _hand(hand: Hand | str, rules: str | RuleProfile = "mil") -> Hand:
    if isinstance(hand, Hand):
        return hand
    from ..notation import parse_hand

    return parse_hand(hand, rules=rules)
