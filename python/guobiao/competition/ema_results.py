"""The list of results that the European Mahjong Association (EMA) takes, written and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, StandingsError
from ..files.csv_table import parse_csv
from ..names import check_name
from ..values import checked_whole
from ..visible import csv_text
from .event import Entrant, Event, check_ema_number, check_line
from .standings import rank_players
from .standings_tables import cell_text

__all__ = ["EMA_COLUMNS", "EmaResult", "parse_ema_csv", "results_to_ema_csv"]

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


# ------------------------------------------------------------------------------------------ reading


@dataclass(frozen=True, slots=True)
class EmaResult:
    """A line of a list of results. ``ema_number`` is empty if the player has none."""

    place: int
    name: str
    ema_number: str
    country: str

    def __post_init__(self) -> None:
        place = checked_whole("place", self.place, 1, None, StandingsError)
        object.__setattr__(self, "place", place)
        check_name("player", self.name, StandingsError)
        check_ema_number(self.ema_number)
        check_line("country", self.country)


def parse_ema_csv(text: str | bytes) -> tuple[EmaResult, ...]:
    """The players of a list of results, as ``results_to_ema_csv`` writes it.

    The columns Place, First Name, Last name, EMA number and Country are read; a number ``-`` is
    none. Raises ``StandingsError``, which names the line.

    >>> lines = "Place,First Name,Last name,EMA number,Country", "1,An,Li,04010001,Denmark"
    >>> parse_ema_csv("\\n".join(lines))
    (EmaResult(place=1, name='An Li', ema_number='04010001', country='Denmark'),)
    """
    if not isinstance(text, (str, bytes)):
        raise StandingsError(f"a list of results is a text: {shown(text)} is none")
    try:
        rows = parse_csv(text, _READ)
    except GuobiaoError as error:
        raise StandingsError(str(error)) from None
    return tuple(_result(line, row) for line, row in rows)


_READ: Final = ("Place", "First Name", "Last name", "EMA number", "Country")


def _result(line: int, row: Mapping[str, str]) -> EmaResult:
    place, first, last, number, country = (row[name] for name in _READ)
    if not (place.isascii() and place.isdigit() and len(place) < 9):
        raise StandingsError(f"line {line}: the place is {shown(place)}: expected a whole number")
    try:
        return EmaResult(int(place), f"{first} {last}".strip(), number.strip("-"), country)
    except StandingsError as error:
        raise StandingsError(f"line {line}: {error}") from None
