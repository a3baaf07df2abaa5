"""The player that goes for the least shanten: always nearer, never mind the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mahjong_core import api

from ..hand import MeldKind
from ..table import Action, ActionKind, Observation, Phase, decode_action
from ..tiles import SLOT_COUNT, Seat
from .sight import copies_left, meld_codes, with_added_tile, with_meld

__all__ = ["ShantenPlayer", "after_claim", "after_own_kong", "best_discard"]

_PASS: Final = int(ActionKind.PASS)
_WIN: Final = int(ActionKind.WIN)
_DISCARD: Final = int(ActionKind.DISCARD)
_SLOTS: Final = tuple(range(SLOT_COUNT))


class ShantenPlayer:
    """Greedy by shanten and effective tiles (``best_discard``); it looks at no points, so that many of its ready hands may not win.

    It wins when it may. It makes a kong of its own tiles if the hand is then no farther from ready, and claims only what brings it nearer; of
    several claims the one that leaves the least shanten, then the most effective copies.
    """

    def new_hand(self, *, seat: Seat, seed: int) -> None:
        """It remembers nothing."""

    def act(self, observation: Observation) -> int:
        """Its action."""
        if _WIN in observation.legal_actions:
            return _WIN
        if observation.phase is Phase.PLAY:
            return self._own_turn(observation)
        return self._claim(observation)

    def _own_turn(self, observation: Observation) -> int:
        counts, melds = observation.hand, meld_codes(observation)
        for number in observation.legal_actions:
            if number >= ActionKind.CONCEALED_KONG:
                after = after_own_kong(counts, melds, decode_action(number))
                if _shanten(*after) <= _shanten(counts, melds):
                    return number
        return _DISCARD + best_discard(counts, melds, copies_left(observation))[2]

    def _claim(self, observation: Observation) -> int:
        counts, melds, left = observation.hand, meld_codes(observation), copies_left(observation)
        before, best, chosen = _shanten(counts, melds), (0, 0), _PASS
        for number in observation.legal_actions[1:]:
            action = decode_action(number)
            after = after_claim(counts, melds, action)
            if _shanten(*after) < before:
                rating = _rate(*after, left) if action.kind is ActionKind.MELDED_KONG else best_discard(*after, left)[:2]
                if chosen == _PASS or rating < best:
                    best, chosen = rating, number
        return chosen


def best_discard(counts: bytes, melds: bytes, left: Sequence[int]) -> tuple[int, int, int]:
    """What should go of 3k + 2 standing tiles: the shanten that it leaves, minus the copies left of effective tiles, and the slot.

    The least shanten, then the most copies, then the highest slot (honours go first).
    """
    tiles = bytearray(counts)
    leaves = []
    for slot in _SLOTS:
        if counts[slot]:
            tiles[slot] -= 1
            leaves.append((api.shanten(bytes(tiles), melds)[0], slot))  # type: ignore[index]  # it has so many tiles
            tiles[slot] += 1
    least = min(leaves)[0]
    rated = []
    for shanten, slot in leaves:
        if shanten == least:
            tiles[slot] -= 1
            rated.append((*_rate(bytes(tiles), melds, left), -slot))
            tiles[slot] += 1
    shanten, copies, slot = min(rated)
    return shanten, copies, -slot


def after_claim(counts: bytes, melds: bytes, action: Action) -> tuple[bytes, bytes]:
    """Standing tiles and melds when a claim has been made; a chow or pung leaves a tile too many."""
    tiles, tile = bytearray(counts), int(action.tile or 0)
    if action.kind is ActionKind.CHOW:
        for slot in (tile - 1, tile, tile + 1):
            tiles[slot] -= slot != action.claimed
        return bytes(tiles), with_meld(melds, MeldKind.CHOW, tile - 1)
    is_pung = action.kind is ActionKind.PUNG
    tiles[tile] -= 2 if is_pung else 3
    return bytes(tiles), with_meld(melds, MeldKind.PUNG if is_pung else MeldKind.MELDED_KONG, tile)


def after_own_kong(counts: bytes, melds: bytes, action: Action) -> tuple[bytes, bytes]:
    """Standing tiles and melds when a concealed or added kong has been made."""
    tiles, tile = bytearray(counts), int(action.tile or 0)
    if action.kind is ActionKind.ADDED_KONG:
        tiles[tile] -= 1
        return bytes(tiles), with_added_tile(melds, tile)
    tiles[tile] -= 4
    return bytes(tiles), with_meld(melds, MeldKind.CONCEALED_KONG, tile)


def _shanten(counts: bytes, melds: bytes) -> int:
    return api.shanten(counts, melds)[0]  # type: ignore[index]  # an int is for tiles that no hand has


def _rate(counts: bytes, melds: bytes, left: Sequence[int]) -> tuple[int, int]:
    """The shanten of 3k + 1 tiles, and minus the copies left of the tiles that lower it: the smaller the better."""
    numbers, masks = api.effective_tiles(counts, melds)  # type: ignore[misc]  # as above
    mask = masks[0]
    return numbers[0], -sum([left[slot] for slot in _SLOTS if mask >> slot & 1])
