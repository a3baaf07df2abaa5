"""The European ranking (MERS) of players and nations over the events of two years, by EMA's rules
since 2018.

An event of N players gives place p the base rank 1000 (N - p) / (N - 1), rounded, a half to the
even side. It weighs its MERS weight times its age: 1 up to a year, 1/2 up to two, then nothing. Who
has two results or more is ranked. Five results are the least: missing ones are 0 and weigh 1. Part
A is the weighted mean of the best 5, and of 4 in 5 of those beyond (rounded up); part B that of the
best four; the ranking is the mean of both. A nation has a third of the sum of its best three.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Final

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..values import checked_items, checked_object, checked_text, checked_whole
from .ema_results import EmaResult
from .event import checked_award

__all__ = [
    "CountedResult",
    "MersEvent",
    "MersNation",
    "MersPlayer",
    "base_rank",
    "rank_mers_nations",
    "rank_mers_players",
]

_MOST_PLAYERS: Final = 100_000
_MOST_WEIGHT: Final = 100
_OLDEST: Final = date(1900, 1, 1)
_LEAST_RESULTS: Final = 2  # to be ranked at all
_FILLED_TO: Final = 5
_BEST_FOR_B: Final = 4
_BEST_OF_NATION: Final = 3


@dataclass(frozen=True, slots=True)
class MersEvent:
    """An event that counts: its name, its last day, its MERS weight, and all its players.

    Raises ``StandingsError`` for fewer than two players, a place that cannot be, or an EMA number
    that is there twice.
    """

    name: str
    day: date
    weight: Fraction
    results: tuple[EmaResult, ...]

    def __post_init__(self) -> None:
        where = f"event {shown(checked_text('name', self.name, StandingsError))}"
        _checked_day(f"{where}: day", self.day)
        weight = checked_award(f"{where}: weight", self.weight)
        if not 0 < weight <= _MOST_WEIGHT:
            raise StandingsError(
                f"{where}: weight is {weight!s:.40}: expected a number over 0 up to {_MOST_WEIGHT}"
            )
        results = tuple(
            checked_object("a result", one, EmaResult, StandingsError)
            for one in checked_items("results", self.results, StandingsError)
        )
        _check_results(where, results)
        object.__setattr__(self, "weight", weight)
        object.__setattr__(self, "results", results)


def _checked_day(name: str, value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime) or value < _OLDEST:
        raise StandingsError(f"{name} is {shown(value)}: expected a date from {_OLDEST}")
    return value


def _check_results(where: str, results: Sequence[EmaResult]) -> None:
    if len(results) < 2:
        raise StandingsError(f"{where}: {len(results)} players: expected two or more")
    for one in results:
        if one.place > len(results):
            raise StandingsError(
                f"{where}: {shown(one.name)} is in place {one.place} of {len(results)} players: "
                "expected all players of the event"
            )
    numbers = Counter(one.ema_number for one in results if one.ema_number)
    for number, count in numbers.items():
        if count > 1:
            raise StandingsError(f"{where}: {count} players have the EMA number {number}")


@dataclass(frozen=True, slots=True)
class CountedResult:
    """A result of a player on the day of the ranking: its ``weight`` is that of its age."""

    event: str
    base_rank: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class MersPlayer:
    """A line of the ranking; equal players share ``rank``. ``results``: the best one first."""

    rank: int
    ema_number: str
    name: str
    country: str
    rating: Fraction
    results: tuple[CountedResult, ...]


@dataclass(frozen=True, slots=True)
class MersNation:
    """A line of the nations' ranking. ``players``: how many of its players are ranked."""

    rank: int
    country: str
    rating: Fraction
    players: int


def base_rank(place: int, players: int) -> int:
    """The base rank of a place among so many players.

    >>> base_rank(1, 41), base_rank(5, 21), base_rank(41, 41)
    (1000, 800, 0)
    """
    count = checked_whole("players", players, 2, _MOST_PLAYERS, StandingsError)
    place = checked_whole("place", place, 1, count, StandingsError)
    return round(Fraction(1000 * (count - place), count - 1))


def rank_mers_players(
    events: Iterable[MersEvent], on: date | None = None
) -> tuple[MersPlayer, ...]:
    """The players with an EMA number and two results or more, as they are ranked on a day (None:
    the last day of an event). Later events do not count yet.

    A player has the name and country of the latest event. Of equal base ranks the heavier one
    counts first.
    """
    listed = [
        checked_object("an event", event, MersEvent, StandingsError)
        for event in checked_items("events", events, StandingsError)
    ]
    if on is not None:
        _checked_day("on", on)
    day = on or max((event.day for event in listed), default=_OLDEST)
    results: defaultdict[str, list[CountedResult]] = defaultdict(list)
    latest: dict[str, EmaResult] = {}
    for event in sorted(listed, key=lambda event: event.day):
        weight = event.weight * _age_weight(event.day, day)
        for one in event.results:
            if one.ema_number and weight:
                rank = base_rank(one.place, len(event.results))
                results[one.ema_number].append(CountedResult(event.name, rank, weight))
                latest[one.ema_number] = one
    ranked = {
        number: sorted(found, key=lambda one: (one.base_rank, one.weight), reverse=True)
        for number, found in results.items()
        if len(found) >= _LEAST_RESULTS
    }
    ratings = {number: _rating(found) for number, found in ranked.items()}
    order = sorted(ratings, key=lambda number: (-ratings[number], latest[number].name, number))
    return tuple(
        MersPlayer(
            rank,
            number,
            latest[number].name,
            latest[number].country,
            ratings[number],
            tuple(ranked[number]),
        )
        for rank, number in zip(_ranks([ratings[number] for number in order]), order)
    )


def _age_weight(day: date, on: date) -> Fraction:
    if day > on or day < _years_before(on, 2):
        return Fraction(0)
    return Fraction(1) if day >= _years_before(on, 1) else Fraction(1, 2)


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February
        return day.replace(year=day.year - years, day=28)


def _rating(results: Sequence[CountedResult]) -> Fraction:
    """From the results, the best one first."""
    pairs = [(one.base_rank, one.weight) for one in results]
    pairs += [(0, Fraction(1))] * (_FILLED_TO - len(pairs))
    beyond = len(pairs) - _FILLED_TO
    counted = _FILLED_TO + -(-4 * beyond // 5)
    return (_weighted_mean(pairs[:counted]) + _weighted_mean(pairs[:_BEST_FOR_B])) / 2


def _weighted_mean(pairs: Sequence[tuple[int, Fraction]]) -> Fraction:
    return sum((rank * weight for rank, weight in pairs), Fraction()) / sum(
        (weight for _, weight in pairs), Fraction()
    )


def rank_mers_nations(players: Iterable[MersPlayer]) -> tuple[MersNation, ...]:
    """The nations of ranked players: a third of the sum of the best three, also where there are
    fewer.
    """
    ratings: defaultdict[str, list[Fraction]] = defaultdict(list)
    for player in checked_items("players", players, StandingsError):
        checked_object("a player", player, MersPlayer, StandingsError)
        if player.country:
            ratings[player.country].append(player.rating)
    worth = {
        country: sum(sorted(found, reverse=True)[:_BEST_OF_NATION], Fraction()) / _BEST_OF_NATION
        for country, found in ratings.items()
    }
    order = sorted(worth, key=lambda country: (-worth[country], country))
    return tuple(
        MersNation(rank, country, worth[country], len(ratings[country]))
        for rank, country in zip(_ranks([worth[country] for country in order]), order)
    )


def _ranks(values: Sequence[Fraction]) -> list[int]:
    """The rank of each of the sorted values: equal ones share it."""
    first: dict[Fraction, int] = {}
    for rank, value in enumerate(values, start=1):
        first.setdefault(value, rank)
    return [first[value] for value in values]
