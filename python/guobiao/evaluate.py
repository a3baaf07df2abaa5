"""A hand's score, whether it is complete, and its waits. Compiled work, lazy
explanations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final, NoReturn

from mahjong_core import api
from mahjong_core.fan_table import Rules
from mahjong_core.scoring.rules import ProfileTables

from .contradictions import find_contradiction
from .errors import ContradictionError, GuobiaoError, HandError, NotWinningError
from .fan import Fan
from .hand import NO_TILE, Hand, why_no_winning_tile
from .held import counted_fans, score_of
from .profiles import LOADED, RuleProfile, get_profile
from .result import CountedFan, Explanation, Score, Wait, Waits
from .tiles import Tile
from .unseen import copies_left
from .values import checked_flag
from .written import common_hand

__all__ = ["is_win", "score", "waits"]

_TILES: Final = tuple(Tile)
_FANS: Final = tuple(Fan)


class CoreScore(Score):
    """A score whose points the core has counted; its explanation is made on request."""

    __slots__ = ()

    @property
    def fans(self) -> tuple[CountedFan, ...]:
        """The fans that count, by id: the core's own list, whose sets wait for the explanation.

        Made anew each time: a score that held its fans, which know the score, would be garbage that
        only the collector finds.
        """
        if self._explanation is not None:
            return self._explanation.fans
        profile = self.profile
        tables = profile._tables or _tables_at_hand(profile)
        if tables is None:
            return self.explanation.fans
        return counted_fans(tables, self.hand, _FANS, profile.rules.points, self)

    def _explain(self) -> Explanation:
        hand, profile = self.hand, self.profile
        tables = profile._tables or _tables_at_hand(profile)
        if tables is None:
            return _explainer()(hand, profile.rules, None)
        fans = api.fan_counts(
            tables, hand.counts, hand.meld_codes, hand.win, hand.flags, hand.winds, hand.flowers
        )
        return _explainer()(hand, profile.rules, fans)


def _tables_at_hand(profile: RuleProfile) -> ProfileTables | None:
    """The profile's tables, if they need not be built: that takes seconds, and the profile of an
    unpickled score is a new one.
    """
    return profile.tables if profile.has_tables else None


@lru_cache(1)
def _explainer() -> Callable[[Hand, Rules, bytes | None], Explanation]:
    """The readable rules, which are not imported for the points."""
    from .explain import explain

    return explain


def score(hand: Hand | str, *, rules: str | RuleProfile = "mil") -> Score:
    """What a winning hand is worth under a rule profile (a name or a ``RuleProfile``).

    ``hand`` is a ``Hand`` or any notation that ``parse_hand`` reads. Raises ``NotWinningError`` for
    a hand that is not complete, ``ContradictionError`` for flags that cannot be, ``NotationError``
    for a text that is no hand.

    >>> score("[EEE,2]234m678s88p34p5p|EE0000")
    <Score 4: 圈风刻*1 门风刻*1>
    """
    # What get_profile does for a name that is known, without the call: a fifth of the time.
    profile = (type(rules) is str and LOADED.get(rules)) or get_profile(rules)
    if not isinstance(hand, Hand):
        hand = _read(hand, profile)
    made = score_of(CoreScore, hand, profile, profile._tables or profile.tables)
    if made is None:
        _refuse(hand, profile)
    return made


def _read(text: str, profile: RuleProfile) -> Hand:
    """A hand from its notation, which is imported for the first one that needs it."""
    hand = common_hand(text, profile)
    if hand is None:
        from .notation import parse_hand

        hand = parse_hand(text, rules=profile)
    return hand


def _refuse(hand: Hand, profile: RuleProfile) -> NoReturn:
    """Raises what is wrong with a hand that the core did not score: its parts are in order, or
    there would be no ``Hand``.
    """
    if hand.win == NO_TILE:
        raise NotWinningError(f"has no winning tile: {why_no_winning_tile(hand)}", hand)
    if not profile.rules.switches.correct_flags and (contradiction := find_contradiction(hand)):
        raise ContradictionError(f"{hand!r}: {contradiction[1]}", contradiction[0])
    raise NotWinningError("is not a winning hand: its fourteen tiles complete no form", hand)


def is_win(hand: Hand | str) -> bool:
    """Whether fourteen tiles complete a form, whatever they are worth.

    >>> is_win("19m19p119sESWNPFC"), is_win("19m19p119sESWNPF1m")
    (True, False)
    """
    if not isinstance(hand, Hand):
        hand = _read(hand, get_profile("mil"))
    return hand._is_complete()


def waits(
    hand: Hand | str,
    *,
    formal: bool = False,
    rules: str | RuleProfile = "mil",
    seen: Sequence[int] | None = None,
) -> tuple[Wait, ...]:
    """The tiles that complete thirteen (a winning tile is put back first), by slot, with what each
    is worth under a profile.

    ``formal``: those too of which the hand itself holds all four; they have no score. ``seen``: 34
    counts of the tiles that lie open elsewhere; a wait of which no copy is left stays in the list.
    The winds, the melds and the flowers are the hand's; flags of its win are not looked at.
    Raises ``HandError`` for fourteen tiles without a winning tile, and for a fifth copy seen.

    >>> [str(wait.tile) for wait in waits("1234444678m456p", formal=True)]
    ['1m', '4m']
    >>> found = waits("123456789m1155s")
    >>> [(str(wait.tile), wait.left, wait.discard.points) for wait in found]
    [('1s', 2, 21), ('5s', 2, 20)]
    """
    profile = get_profile(rules)
    if formal is not False:
        formal = checked_flag("formal", formal, GuobiaoError)
    if not isinstance(hand, Hand):
        hand = _read(hand, profile)
    if hand.win == NO_TILE and hand.tile_count == 14:
        raise HandError(f"{hand!r} waits for none: {why_no_winning_tile(hand)}")
    return waits_left(hand, copies_left(hand, seen, waiting=True), profile, formal=formal)


def waits_left(
    hand: Hand, left: bytes, profile: RuleProfile, *, formal: bool = False
) -> tuple[Wait, ...]:
    """The same, with how many copies of each slot are left."""
    own_left = hand._copies_left(waiting=True)
    mask, worth = hand._waits(formal), partial(_score_of_wait, hand, profile)
    found = []
    while mask:
        slot = (mask & -mask).bit_length() - 1
        mask &= mask - 1
        found.append(Wait(_TILES[slot], left[slot], worth if own_left[slot] else None))
    return Waits(found)


def _score_of_wait(hand: Hand, profile: RuleProfile, tile: Tile, self_drawn: bool) -> Score:
    """The hand's thirteen tiles with this one."""
    return score(hand._won_on(Hand, tile, self_drawn), rules=profile)


def won_hand(hand: Hand, counts: Sequence[int], tile: int, *, self_drawn: bool) -> Hand:
    """Other standing tiles (34 counts) with the melds, winds and flowers of a hand, won on ``tile``
    without a lucky fan.
    """
    return Hand.from_numbers(counts, hand.melds, tile, int(self_drawn), hand.winds, hand.flowers)
