"""Seats and tables: everyone sits E, S, W and N equally often, within one, and changes tables.

That the seats are possible in any schedule is a theorem on bipartite graphs (their edges can be
coloured evenly at each vertex): players and tables are the vertices, and who sits where the edges.
Twice the edges are split into halves, along closed walks and by turns, so that each vertex has as
many edges in one half as in the other, within one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from .designs import Rounds
from .effort import Effort

__all__ = ["seat_evenly", "spread_over_tables"]

_Edge = tuple[int, int]  # a player, and a table of the schedule
_COLD: Final = 0.15
_STEPS: Final = 40_000
_STEPS_A_TABLE: Final = 50


def seat_evenly(count: int, rounds: Rounds) -> Rounds:
    """The same tables, each in the order E S W N; the first one stays as it is."""
    tables = [table for tables in rounds for table in tables]
    edges = [(player, number) for number, table in enumerate(tables) for player in table]
    chosen = _four_parts(count, len(tables), edges)
    order = {seat: place for place, seat in enumerate(chosen[:4])}
    seated = [[0] * 4 for _ in tables]
    for (player, number), seat in zip(edges, chosen):
        seated[number][order[seat]] = player
    size = count // 4
    return [seated[start : start + size] for start in range(0, len(seated), size)]


def _four_parts(count: int, tables: int, edges: Sequence[_Edge]) -> list[int]:
    """0 to 3 for each edge, evenly at each vertex."""
    halves = _halves(count, tables, edges)
    chosen = [0] * len(edges)
    for half in (0, 1):
        numbers = [number for number, found in enumerate(halves) if found == half]
        for number, part in zip(numbers, _halves(count, tables, [edges[n] for n in numbers])):
            chosen[number] = 2 * half + part
    return chosen


def _halves(count: int, tables: int, edges: Sequence[_Edge]) -> list[int]:
    """0 or 1 for each edge, by turns along closed walks; players with an odd number of edges are
    joined to a table that is none, and both sides are, if need be, joined so.
    """
    degree = [0] * (count + tables)
    for player, table in edges:
        degree[player] += 1
        degree[count + table] += 1
    joined = [(player, count + table) for player, table in edges]
    joined += [(player, count + tables) for player in range(count) if degree[player] % 2]
    at: list[list[int]] = [[] for _ in range(count + tables + 1)]
    for number, (player, place) in enumerate(joined):
        at[player].append(number)
        at[place].append(number)
    return _by_turns(joined, at)[: len(edges)]


def _by_turns(joined: Sequence[_Edge], at: Sequence[list[int]]) -> list[int]:
    chosen = [-1] * len(joined)
    for start, numbers in enumerate(at):
        vertex, turn = start, 0
        while numbers or vertex != start:
            number = at[vertex].pop()
            if chosen[number] >= 0:
                continue
            chosen[number] = turn
            turn = 1 - turn
            one, other = joined[number]
            vertex = other if vertex == one else one
    return chosen


def spread_over_tables(
    count: int, rounds: Rounds, fixed: Mapping[int, int], rng: Random, effort: Effort
) -> Rounds:
    """The tables of each round put in another order (simulated annealing): few players come back
    to a table, and those in ``fixed`` are always at the one with that number. The first round stays
    as it is but for those.
    """
    return _Spread(count, rounds, fixed).run(rng, effort)


class _Spread:
    """The order of the tables, and how often everyone has been at each: the second visit costs 1,
    the third 4, the fourth 9 …
    """

    def __init__(self, count: int, rounds: Rounds, fixed: Mapping[int, int]) -> None:
        size = count // 4
        self.fixed = fixed
        self.rounds = [self._ordered(tables) for tables in rounds]
        self.visits = [[0] * size for _ in range(count)]
        self.cost = 0
        for tables in self.rounds:
            for place, table in enumerate(tables):
                for player in table:
                    self.cost += self.visits[player][place] ** 2
                    self.visits[player][place] += 1
        times, more = divmod(len(rounds), size)
        self.least = count * (size * sum(n * n for n in range(times)) + more * times**2)

    def _ordered(self, tables: list[list[int]]) -> list[list[int]]:
        """The tables of the fixed players where they belong."""
        order = tables[:]
        for player, place in self.fixed.items():
            now = next(here for here, table in enumerate(order) if player in table)
            order[now], order[place] = order[place], order[now]
        return order

    def run(self, rng: Random, effort: Effort) -> Rounds:
        kept = set(self.fixed.values())
        free = [place for place in range(len(self.rounds[0])) if place not in kept]
        if len(free) < 2 or len(self.rounds) < 2:
            return self.rounds
        steps = max(_STEPS, _STEPS_A_TABLE * len(self.rounds) * len(self.rounds[0]))
        hot = 0.3 + len(self.rounds) / len(free)
        cooling = (_COLD / hot) ** (1 / steps)
        heat = hot
        best, found = self.cost, [tables[:] for tables in self.rounds]
        for step in range(steps):
            if best <= self.least or not effort.goes_on("tables", step, steps):
                break
            heat *= cooling
            tables = self.rounds[rng.randrange(1, len(self.rounds))]
            here, there = rng.sample(free, 2)
            gain = self._gain(tables, here, there)
            if gain >= 0 or rng.random() < math.exp(gain / heat):
                self._exchange(tables, here, there)
                self.cost -= gain
            if self.cost < best:
                best, found = self.cost, [tables[:] for tables in self.rounds]
        return found

    def _gain(self, tables: list[list[int]], here: int, there: int) -> int:
        gain = 0
        for player in tables[here]:
            seen = self.visits[player]
            gain += (seen[here] - 1) ** 2 - seen[there] ** 2
        for player in tables[there]:
            seen = self.visits[player]
            gain += (seen[there] - 1) ** 2 - seen[here] ** 2
        return gain

    def _exchange(self, tables: list[list[int]], here: int, there: int) -> None:
        for left, joined in ((here, there), (there, here)):
            for player in tables[left]:
                self.visits[player][left] -= 1
                self.visits[player][joined] += 1
        tables[here], tables[there] = tables[there], tables[here]
