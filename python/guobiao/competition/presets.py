"""What the rules of an event settle beside the hands: how it is ranked, and how a match begins.

``mil`` is the rulebook. ``ema`` is what the tournaments of the European Mahjong Association and the
world championships do: the net of the match (mini points), another change of seats, no tie-break by
the best game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from mahjong_core.messages import shown

from ..errors import StandingsError
from .match import BASE_POINTS

__all__ = ["PRESETS", "Preset", "get_preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """How an event is ranked, and what its matches begin with.

    ``tie_breaks``: what decides between equal standard points, in this order. ``base_points`` and
    ``seat_change`` are those of ``start_match``. ``minutes``: how long a match may take (None: the
    rulebook does not say). ``ranks_net``: points are what a player has won or lost in a match,
    whatever it began with.
    """

    name: str
    tie_breaks: tuple[Literal["points", "best_game"], ...]
    base_points: int
    seat_change: str | tuple[str, str, str]
    minutes: int | None
    ranks_net: bool


PRESETS: Final[Mapping[str, Preset]] = {
    "mil": Preset("mil", ("points", "best_game"), BASE_POINTS, "west", None, False),
    "ema": Preset("ema", ("points",), 0, ("SENW", "NWES", "SENW"), 120, True),
}


def get_preset(name: str) -> Preset:
    """The preset of this name.

    Raises ``StandingsError`` if there is none.

    >>> get_preset("ema").base_points, get_preset("ema").minutes
    (0, 120)
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise StandingsError(f"preset {shown(name)}: expected {' or '.join(PRESETS)}")
    return PRESETS[name]
