"""The player that goes for the least shanten and ignores the points."""

from __future__ import annotations

from typing import Final

from mahjong_core import api
from mahjong_core.distance.discards import best_discard

from ..errors import TableError
from ..hand import MeldKind
from ..table import Action, ActionKind, Observation, decode_action
from ..values import checked_object
from .greedy import GreedyPlayer
from .sight import copies_left, meld_codes, with_added_tile, with_meld

__all__ = ["ShantenPlayer", "after_claim", "after_own_kong"]

_PASS: Final = int(ActionKind.PASS)
_DISCARD: Final = int(ActionKind.DISCARD)


class ShantenPlayer(GreedyPlayer):
    """Greedy by shanten. It ignores points, so that many of its ready hands may not win.

    It wins when it may. It discards what leaves the least shanten, then the most copies of
    effective tiles. It makes a kong of its own tiles if the hand is then no farther from ready, and
    claims only what brings it nearer; of several claims the one that leaves the least shanten, then
    the most copies.
    """

    def _own_turn(self, observation: Observation) -> int:
        counts, melds = observation.hand, meld_codes(observation)
        for number in observation.legal_actions:
            if number >= ActionKind.CONCEALED_KONG:
                after = after_own_kong(counts, melds, decode_action(number))
                if _shanten(*after) <= _shanten(counts, melds):
                    return number
        return self.discard(observation)

    def discard(self, observation: Observation) -> int:
        """The discard that it would make."""
        checked_object("observation", observation, Observation, TableError)
        return (
            _DISCARD
            + best_discard(observation.hand, meld_codes(observation), copies_left(observation))[0]
        )

    def _claim(self, observation: Observation) -> int:
        counts, melds = observation.hand, meld_codes(observation)
        nearer = []
        for number in observation.legal_actions[1:]:
            action = decode_action(number)
            after = after_claim(counts, melds, action)
            if (shanten := _shanten(*after)) < _shanten(counts, melds):
                copies = (
                    best_discard(*after, copies_left(observation))[2]
                    if action.kind < ActionKind.MELDED_KONG
                    else 0
                )
                nearer.append((shanten, -copies, number))
        return min(nearer)[2] if nearer else _PASS


def after_claim(counts: bytes, melds: bytes, action: Action) -> tuple[bytes, bytes]:
    """Standing tiles and melds after a claim; a chow or pung leaves a tile too many."""
    tiles, tile = bytearray(counts), int(action.tile or 0)
    if action.kind is ActionKind.CHOW:
        for slot in (tile - 1, tile, tile + 1):
            tiles[slot] -= slot != action.claimed
        return bytes(tiles), with_meld(melds, MeldKind.CHOW, tile - 1)
    is_pung = action.kind is ActionKind.PUNG
    tiles[tile] -= 2 if is_pung else 3
    return bytes(tiles), with_meld(melds, MeldKind.PUNG if is_pung else MeldKind.MELDED_KONG, tile)


def after_own_kong(counts: bytes, melds: bytes, action: Action) -> tuple[bytes, bytes]:
    """Standing tiles and melds after a concealed or added kong."""
    tiles, tile = bytearray(counts), int(action.tile or 0)
    if action.kind is ActionKind.ADDED_KONG:
        tiles[tile] -= 1
        return bytes(tiles), with_added_tile(melds, tile)
    tiles[tile] -= 4
    return bytes(tiles), with_meld(melds, MeldKind.CONCEALED_KONG, tile)


def _shanten(counts: bytes, melds: bytes) -> int:
    return api.shanten(counts, melds)[0]  # type: ignore[index]  # an int comes only for impossible tiles
