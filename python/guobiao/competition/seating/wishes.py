"""What an event asks of a schedule: who should not meet, and who stays at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from mahjong_core.messages import shown

from ...errors import ScheduleError
from ...names import check_name, find_same_names
from ...values import checked_items, checked_object, checked_text, checked_whole
from .people import Wanted

__all__ = [
    "Apart",
    "checked_apart",
    "checked_fixed",
    "checked_names",
    "compatriots",
    "least_meetings",
    "wanted_of",
]

_HIGHEST_WEIGHT: Final = 1000
_FIXED: Final = 10**6  # what it costs that two meet who stay at different tables


@dataclass(frozen=True, slots=True)
class Apart:
    """Players who should not meet each other, if it can be had: of one nation, club or family.

    ``weight``: what each of their meetings counts beside those of other groups, 1 to 1000.
    Raises ``ScheduleError`` for less than two players or one named twice.
    """

    players: tuple[str, ...]
    weight: int = 1
    name: str = ""

    def __post_init__(self) -> None:
        checked_text("a group's name", self.name, ScheduleError)
        named = checked_items("the players of a group", self.players, ScheduleError)
        players = tuple(checked_text("a player", player, ScheduleError) for player in named)
        what = f"group {shown(self.name)}" if self.name else "a group"
        if len(players) < 2 or len(set(players)) < len(players):
            raise ScheduleError(
                f"{what} has the players {shown(list(players))}: expected two or more, each once"
            )
        weight = checked_whole(f"{what}: weight", self.weight, 1, _HIGHEST_WEIGHT, ScheduleError)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "weight", weight)


def compatriots(nations: Mapping[str, str], weight: int = 1) -> tuple[Apart, ...]:
    """A group for each nation (or club) with two or more players, from player -> nation.

    Raises ``ScheduleError`` if it is no mapping of texts.

    >>> compatriots({"An": "CHN", "Bo": "DEN", "Cai": "CHN"})
    (Apart(players=('An', 'Cai'), weight=1, name='CHN'),)
    """
    if not isinstance(nations, Mapping):
        raise ScheduleError(f"nations are {shown(nations)}: expected player -> nation")
    found: dict[str, list[str]] = {}
    for player, nation in nations.items():
        checked_text("a player", player, ScheduleError)
        check_name(f"the nation of {shown(player, 60)}:", nation, ScheduleError)
        found.setdefault(nation, []).append(player)
    return tuple(
        Apart(tuple(players), weight, nation)
        for nation, players in found.items()
        if len(players) > 1
    )


def checked_names(players: Iterable[Any], what: str) -> list[str]:
    """The names; ``ScheduleError`` if two are the same or one is no name."""
    listed = checked_items("players", players, ScheduleError)
    names = [checked_text("a player", name, ScheduleError) for name in listed]
    if len(set(names)) < len(names):
        raise ScheduleError(f"{what}: a player is named twice")
    for name in names:
        check_name(f"{what}: player", name, ScheduleError)
    if same := find_same_names(names):
        raise ScheduleError(
            f"{what}: {shown(same[0], 60)} and {shown(same[1], 60)} differ in blanks or case only"
        )
    return names


def checked_apart(apart: Iterable[Any], names: Sequence[str], what: str) -> tuple[Apart, ...]:
    """The groups; ``ScheduleError`` for one with somebody who does not play."""
    groups = tuple(
        checked_object("a group to keep apart", group, Apart, ScheduleError)
        for group in checked_items("apart", apart, ScheduleError)
    )
    known = set(names)
    for group in groups:
        for player in group.players:
            if player not in known:
                raise ScheduleError(
                    f"{what}: {shown(player, 60)} of the group {shown(group.name, 60)} is none of "
                    f"the {len(names)} players"
                )
    return groups


def checked_fixed(fixed: object, names: Sequence[str], what: str) -> dict[int, int]:
    """The numbers of players who stay at a table, and those of the tables, from 0."""
    if fixed is None:
        return {}
    if not isinstance(fixed, Mapping):
        raise ScheduleError(f"fixed_tables is {shown(fixed)}: expected player -> table")
    numbers = {name: number for number, name in enumerate(names)}
    found: dict[int, int] = {}
    at: dict[int, object] = {}
    for player, table in fixed.items():
        if not isinstance(player, str) or player not in numbers:
            raise ScheduleError(
                f"{what}: {shown(player, 60)} with a fixed table is none of the {len(names)} "
                "players"
            )
        told = f"{what}: the fixed table of {shown(player, 60)}"
        place = checked_whole(told, table, 1, len(names) // 4, ScheduleError) - 1
        if place in at:
            raise ScheduleError(
                f"{what}: {shown(at[place], 60)} and {shown(player, 60)} both stay at table "
                f"{place + 1}, and would meet in each round"
            )
        at[place] = player
        found[numbers[player]] = place
    return found


def least_meetings(group: Apart, tables: int, rounds: int) -> int:
    """How often they must meet: the least is had when they are dealt out evenly each round."""
    each, more = divmod(len(group.players), tables)
    return rounds * (tables * each * (each - 1) // 2 + more * each)


def wanted_of(names: Sequence[str], apart: Iterable[Apart], fixed: Iterable[int]) -> Wanted:
    """By player, whom it should not meet, and at what cost."""
    numbers = {name: number for number, name in enumerate(names)}
    wanted: Wanted = [{} for _ in names]
    for one, other, cost in _costs(numbers, apart, fixed):
        for here, there in ((one, other), (other, one)):
            wanted[here][there] = wanted[here].get(there, 0) + cost
    return wanted


def _costs(
    numbers: Mapping[str, int], apart: Iterable[Apart], fixed: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    for group in apart:
        for one, other in combinations(group.players, 2):
            yield numbers[one], numbers[other], group.weight
    for first, second in combinations(fixed, 2):
        yield first, second, _FIXED
