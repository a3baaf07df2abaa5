"""The player that takes the shortest way to the minimum of points, as ``guobiao.reach`` sees it."""

from __future__ import annotations

from typing import Final, NamedTuple

from mahjong_core import codes
from mahjong_core.distance import reach as core

from ..analysis.reach import MOST_EXCHANGES
from ..profiles import RuleProfile, get_profile
from ..table import ActionKind, Observation, decode_action
from ..tiles import SLOT_COUNT
from .by_shanten import ShantenPlayer, after_claim, after_own_kong
from .greedy import GreedyPlayer
from .sight import copies_left, meld_codes

__all__ = ["ReachPlayer"]

_PASS: Final = int(ActionKind.PASS)
_DISCARD: Final = int(ActionKind.DISCARD)
_ROUTES: Final = 64


class _Way(NamedTuple):
    """How many exchanges it takes, and the nearest hands: standing tiles and ways.

    ``MOST_EXCHANGES + 1`` means more exchanges than are looked for.
    """

    length: int
    targets: tuple[tuple[bytes, int], ...]


class ReachPlayer(GreedyPlayer):
    """Greedy by ``reach``: the fewest exchanges to a hand that may win.

    It wins when it may. It discards the tile that the most ways of the shortest routes give away.
    It makes a kong of its own tiles if the way is then no longer, and claims only what shortens it.
    Where no way is found (more than four exchanges) it discards as ``ShantenPlayer`` does, and
    claims what brings a way into reach.
    """

    def __init__(self, *, rules: str | RuleProfile = "mil") -> None:
        self._rules = get_profile(rules)
        self._by_shanten = ShantenPlayer()

    def _own_turn(self, observation: Observation) -> int:
        counts, melds = observation.hand, meld_codes(observation)
        way = self._way(observation, counts, melds)
        for number in observation.legal_actions:
            if number >= ActionKind.CONCEALED_KONG:
                after = after_own_kong(counts, melds, decode_action(number))
                if self._way(observation, *after).length <= way.length:
                    return number
        if not way.targets:
            return self._by_shanten.discard(observation)
        return _DISCARD + _given_most(counts, way)

    def _claim(self, observation: Observation) -> int:
        counts, melds = observation.hand, meld_codes(observation)
        best, chosen = self._way(observation, counts, melds).length, _PASS
        for number in observation.legal_actions[1:]:
            length = self._way(
                observation, *after_claim(counts, melds, decode_action(number))
            ).length
            if length < best:
                best, chosen = length, number
        return chosen

    def _way(self, observation: Observation, counts: bytes, melds: bytes) -> _Way:
        winds = codes.winds_code(observation.prevalent_wind, observation.seat)
        left = copies_left(observation)
        length, routes = core.reach(
            self._rules.tables,
            counts,
            melds,
            left,
            winds,
            False,
            self._rules.minimum,
            MOST_EXCHANGES,
            _ROUTES,
        )
        if length < 0:
            return _Way(MOST_EXCHANGES + 1, ())
        return _Way(length, tuple((target, ways) for target, _, _, ways in routes))


def _given_most(counts: bytes, way: _Way) -> int:
    """The tile that the most ways do without; among equal ones the highest slot."""
    given = [
        (sum(ways for target, ways in way.targets if target[slot] < counts[slot]), slot)
        for slot in range(SLOT_COUNT)
        if counts[slot]
    ]
    return max(given)[1]
