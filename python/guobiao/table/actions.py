"""Actions as numbers below 235: the numbering that is common among this game's bots.

Pass 0 · win 1 · discard 2 + slot · chow 36 + 21 * suit + 3 * (rank of the middle tile, 2-8, minus
2) + (claimed - middle + 1) · pung 99 + slot · kong of a discard 133 + slot · concealed kong 167 +
slot · added kong 201 + slot. Suits are in the order of the slots, m s p.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from mahjong_core import codes
from mahjong_core.messages import shown

from ..errors import TableError
from ..tiles import SLOT_COUNT, Tile
from ..values import whole_number

__all__ = [
    "ACTION_COUNT",
    "Action",
    "ActionKind",
    "decode_action",
    "encode_action",
    "format_action",
]

ACTION_COUNT: Final = codes.ACTIONS


class ActionKind(IntEnum):
    """What an action does; the value is the first number of its kind."""

    PASS = codes.PASS
    WIN = codes.WIN
    DISCARD = codes.DISCARD_AT
    CHOW = codes.CHOW_AT
    PUNG = codes.PUNG_AT
    MELDED_KONG = codes.KONG_AT
    CONCEALED_KONG = codes.CONCEALED_KONG_AT
    ADDED_KONG = codes.ADDED_KONG_AT


@dataclass(frozen=True, slots=True)
class Action:
    """An action taken apart. ``tile``: the tile that it is about (of a chow the middle one),
    ``claimed``: which tile a chow claims.
    """

    kind: ActionKind
    tile: Tile | None = None
    claimed: Tile | None = None


def decode_action(action: int) -> Action:
    """What a number means. Raises ``TableError`` for a number that is no action.

    >>> decode_action(38)
    Action(kind=<ActionKind.CHOW: 36>, tile=<Tile.M2: 1>, claimed=<Tile.M3: 2>)
    """
    number = whole_number(action, 0, ACTION_COUNT - 1)
    if number is None:
        raise TableError(
            f"{shown(action)} is no action: expected a number from 0 to {ACTION_COUNT - 1}"
        )
    return _ACTIONS[number]


def encode_action(kind: ActionKind, tile: int | None = None, claimed: int | None = None) -> int:
    """The number of an action. Raises ``TableError`` for one that cannot be.

    >>> encode_action(ActionKind.CHOW, Tile.M2, Tile.M3), encode_action(ActionKind.DISCARD, Tile.P)
    (38, 35)
    """
    number = _NUMBERS.get((whole_number(kind), _slot(tile), _slot(claimed)))
    if number is None:
        raise TableError(
            f"no action {shown(kind, 40)} of {shown(tile, 40)} (claimed {shown(claimed, 40)}): "
            "expected no tile for a pass and a win, a tile for the others, "
            "and for a chow its middle tile and the claimed one, itself or a neighbour"
        )
    return number


def _slot(tile: object) -> int | None:
    """None for no tile, and -1 if it is no tile."""
    if tile is None:
        return None
    slot = whole_number(tile)
    return -1 if slot is None else slot


def format_action(action: int) -> str:
    """An action in words.

    >>> [format_action(action) for action in (0, 1, 38, 35, 100)]
    ['pass', 'win', 'chow 1m2m3m with 3m', 'discard P', 'pung 2m']
    """
    decoded = decode_action(action)
    name = decoded.kind.name.lower().replace("_", " ")
    if decoded.tile is None:
        return name
    if decoded.claimed is None:
        return f"{name} {decoded.tile}"
    return (
        f"{name} {''.join(str(Tile(decoded.tile + step)) for step in (-1, 0, 1))} with "
        f"{decoded.claimed}"
    )


def _all_actions() -> list[Action]:
    tiles = [Tile(slot) for slot in range(SLOT_COUNT)]
    middles = [tile for tile in tiles if not tile.is_honour and 0 < tile.rank < 8]
    chows = [
        Action(ActionKind.CHOW, middle, Tile(middle + step))
        for middle in middles
        for step in (-1, 0, 1)
    ]
    actions = [Action(ActionKind.PASS), Action(ActionKind.WIN)]
    actions += [Action(ActionKind.DISCARD, tile) for tile in tiles] + chows
    for kind in (
        ActionKind.PUNG,
        ActionKind.MELDED_KONG,
        ActionKind.CONCEALED_KONG,
        ActionKind.ADDED_KONG,
    ):
        actions += [Action(kind, tile) for tile in tiles]
    return actions


_ACTIONS: Final = tuple(_all_actions())
_NUMBERS: Final[dict[tuple[int | None, int | None, int | None], int]] = {
    (action.kind, action.tile, action.claimed): number for number, action in enumerate(_ACTIONS)
}
