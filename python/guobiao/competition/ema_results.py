"""The list of results that the European Mahjong Association (EMA) takes."""

from __future__ import annotations

from typing import Final

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..visible import csv_text
from .event import Entrant, Event
from .standings import rank_players
from .standings_tables import (
    cell_text,
)

__all__ = ["EMA_COLUMNS", "results_to_ema_csv"]

EMA_COLUMNS: Final = (
    "Place",
    "First Name",
    "Last name",
    "EMA number",
    "Table points",
    "Score",
    "Ema Member",
    "Country",
)
"""The columns of EMA's result list, in their order."""


def results_to_ema_csv(event: Event, *, preset: str | None = None) -> str:
    """The players by place with the columns ``EMA_COLUMNS``, as CSV.

    The dates of the event belong into the name of the file. Raises ``StandingsError`` if a player
    is not among the entrants with first name, last name, EMA number and country.
    """
    ranked = rank_players(event, preset)
    entrants = {entrant.name: entrant for entrant in event.entrants}
    if missing := [text for line in ranked if (text := _missing(line.name, entrants))]:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise StandingsError(f"no list for EMA: {missing[0]}{more}")
    rows = [(line, entrants[line.name]) for line in ranked]
    return csv_text(
        [
            EMA_COLUMNS,
            *(
                (
                    line.rank,
                    entrant.first_name,
                    entrant.last_name,
                    entrant.ema_number,
                    cell_text(line.standard_points),
                    line.points,
                    "Yes" if entrant.ema_member else "No",
                    entrant.country,
                )
                for line, entrant in rows
            ),
        ]
    )


_NEEDED: Final = ("first_name", "last_name", "ema_number", "country")


def _missing(name: str, entrants: dict[str, Entrant]) -> str | None:
    """What the list does not know of this player."""
    if name not in entrants:
        return f"{shown(name)} is not among the entrants"
    lacking = [key for key in _NEEDED if not getattr(entrants[name], key)]
    return f"{shown(name)} has no {', '.join(lacking)}" if lacking else None
