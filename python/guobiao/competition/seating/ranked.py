"""A round by rank: fours of neighbours in the ranking who have not met."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Final

from .effort import Effort
from .people import Wanted

__all__ = ["rank_tables", "seat_by_counts"]

_Costs = Sequence[Sequence[int]]  # of each two players at one table

_AGAIN: Final = 200  # what a meeting costs beside the places between two players
_GROUP: Final = 20
_NEAREST: Final = 12
_ATTEMPTS: Final = 5
_STEPS_A_PLAYER: Final = 1000
_HOT: Final = 40.0
_COLD: Final = 1.0
_REACH: Final = 8.0
_MORE: Final = 10  # what a seat costs that was had once more than the one had least


def rank_tables(
    met: _Costs, wanted: Wanted, fixed: Collection[int], effort: Effort
) -> list[list[int]]:
    """Tables of players, who have their places in the ranking as numbers: what two cost at one
    table is the places between them, more if they should not meet, most if they have met. Of those
    in ``fixed``, who stay at different tables, no two may meet.
    """
    count = len(met)
    cost = [
        [
            abs(one - other) + _AGAIN * met[one][other] ** 2 + _GROUP * wanted[one].get(other, 0)
            for other in range(count)
        ]
        for one in range(count)
    ]
    seats = [player for table in _from_the_top(cost) for player in table]
    if any(map(any, met)) or any(wanted):
        never = [[int(a in fixed and b in fixed) for b in range(count)] for a in range(count)]
        seats = _searched((never, met, cost), seats, effort)
    return sorted(sorted(table) for table in _tables(seats))


def _searched(costs: tuple[_Costs, ...], seats: list[int], effort: Effort) -> list[int]:
    """The best of some searches, each hotter than the one before it; one in which nobody meets
    again is the last. Which is best the first costs say, and where they are equal the next.
    """
    rng = Random(len(seats))
    least: tuple[float, ...] = (math.inf,)
    best = seats
    for attempt in range(_ATTEMPTS):
        found = _Exchange(costs[-1], seats[:]).run(_HOT * (1 + attempt), rng, effort)
        totals = tuple(_total(cost, found) for cost in costs)
        if totals < least:
            least, best = totals, found
        if not any(least[:-1]) or effort.is_over:
            break
    return best


def _total(cost: _Costs, seats: list[int]) -> int:
    return sum(cost[one][other] for t in _tables(seats) for one, other in combinations(t, 2))


def _tables(seats: list[int]) -> list[list[int]]:
    return [seats[place : place + 4] for place in range(0, len(seats), 4)]


def _from_the_top(cost: _Costs) -> list[list[int]]:
    """The best player who is left with the three of those next to it that cost the least."""
    left = list(range(len(cost)))
    tables = []
    while left:
        first, near = left[0], left[1 : 1 + _NEAREST]
        table = min(
            ([first, *others] for others in combinations(near, 3)),
            key=lambda players: sum(cost[a][b] for a, b in combinations(players, 2)),
        )
        tables.append(table)
        left = [player for player in left if player not in table]
    return tables


class _Exchange:
    """Simulated annealing: two players of different tables change places."""

    def __init__(self, cost: _Costs, seats: list[int]) -> None:
        self.cost = cost
        self.seats = seats

    def run(self, heat: float, rng: Random, effort: Effort) -> list[int]:
        now = least = 0
        best = self.seats[:]
        steps = _STEPS_A_PLAYER * len(best)
        cooling = (_COLD / heat) ** (1 / steps)
        for step in range(steps):
            if not effort.goes_on("round by rank", step, steps):
                break
            heat *= cooling
            now += self._step(heat, rng)
            if now < least:
                least, best = now, self.seats[:]
        return best

    def _step(self, heat: float, rng: Random) -> int:
        """What the step has changed in the cost."""
        seats = self.seats
        here = int(rng.random() * len(seats))
        there = here + int(rng.gauss(0, _REACH))
        if not 0 <= there < len(seats) or here >> 2 == there >> 2:
            return 0
        change = self._change(here, there)
        if change > 0 and rng.random() >= math.exp(-change / heat):
            return 0
        seats[here], seats[there] = seats[there], seats[here]
        return change

    def _change(self, here: int, there: int) -> int:
        seats = self.seats
        one, other = self.cost[seats[here]], self.cost[seats[there]]
        change = 0
        for place, less, more in ((here, one, other), (there, other, one)):
            table = place & ~3
            for at in range(table, table + 4):
                if at != place:
                    change += more[seats[at]] - less[seats[at]]
        return change


def seat_by_counts(table: Sequence[int], counts: Mapping[int, Sequence[int]]) -> list[int]:
    """The four in the order E S W N in which they have sat the least; the first of equal orders.

    ``counts``: how often each has sat E S W N before.
    """
    dear = {
        player: [_MORE ** (n - min(counts[player])) for n in counts[player]] for player in table
    }
    return list(
        min(
            permutations(table),
            key=lambda order: sum(dear[player][seat] for seat, player in enumerate(order)),
        )
    )
