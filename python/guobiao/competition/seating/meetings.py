"""Rounds in which some players must meet again: as few as a search finds, and nobody a third time
where a second time will do.

The search (simulated annealing) exchanges two players of different tables of a round. Each meeting
of two players costs more than the one before it, the first one nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Final

from .designs import Rounds, perfect_rounds, perfect_schedule
from .effort import Effort

__all__ = ["few_meetings", "fewest_meetings", "keep_from_meeting"]

_AGAIN: Final = 10
_ONCE_MORE: Final = 3  # what the next meeting costs beyond that
_NEVER: Final = 1000  # as if they had met so often
_HOT: Final = 6.0
_COLD: Final = 0.9
_STEPS: Final = 300_000
# Up to so many players all rounds are searched too: with more of them that does not end better.
_SMALL: Final = 24


def few_meetings(count: int, rounds: int, rng: Random, effort: Effort) -> Rounds:
    """So many rounds, whatever their number: a design as long as it lasts, then copies of it with
    other numbers, made better by the search.
    """
    known = min(rounds, perfect_rounds(count))
    found = perfect_schedule(count, known)
    while len(found) < rounds:
        numbers = rng.sample(range(count), count)
        copy = perfect_schedule(count, min(rounds - len(found), known))
        found += [[[numbers[p] for p in table] for table in tables] for tables in copy]
    if known == rounds:
        return found
    return _best_of(count, found, (known, 0, 0) if count <= _SMALL else (known,), rng, effort)


def _best_of(
    count: int, rounds: Rounds, first: tuple[int, ...], rng: Random, effort: Effort
) -> Rounds:
    """The best of some searches, each of the rounds from a first one on."""
    least, best = 0, rounds
    for number, start in enumerate(first):
        search = _Search(count, rounds, ())
        found = search.run(start, rng, effort)
        if number == 0 or search.best < least:
            least, best = search.best, found
        if least <= search.enough or effort.is_over:
            break
    return best


def keep_from_meeting(
    count: int, rounds: Rounds, pairs: Iterable[tuple[int, int]], rng: Random, effort: Effort
) -> Rounds:
    """The rounds changed so that these pairs never meet, if the search can do it, at the least
    cost in meetings.
    """
    return _Search(count, rounds, pairs).run(0, rng, effort)


def fewest_meetings(count: int, rounds: int) -> int:
    """How many meetings too many there are at the least: in 3 meetings a round of each player with
    ``count - 1`` others, and with fewer than four tables because players of one table meet again.
    """
    shared = {1: 6, 2: 4, 3: 3}.get(count // 4, 0)
    return max(count * max(0, 3 * rounds - count + 1) // 2, shared * (rounds - 1))


class _Search:
    """Where everyone sits, how often each two have met, and what that costs."""

    def __init__(self, count: int, rounds: Rounds, never: Iterable[tuple[int, int]]) -> None:
        self.count = count
        self.seats = [[player for table in tables for player in table] for tables in rounds]
        self.met = [[0] * count for _ in range(count)]
        for one, other in never:
            self.met[one][other] = self.met[other][one] = _NEVER
        most = _NEVER + len(rounds) + 1
        self.price = [0] + [_AGAIN + _ONCE_MORE * (times - 1) for times in range(1, most)]
        self.cost = 0
        for table in (table for tables in rounds for table in tables):
            for one, other in combinations(table, 2):
                self.cost += self.price[self.met[one][other]]
                self.met[one][other] += 1
                self.met[other][one] += 1
        self.best, self.enough = self.cost, self._least_cost()

    def run(self, first: int, rng: Random, effort: Effort) -> Rounds:
        """The best rounds that were found; those before ``first`` stay as they are."""
        kept = [seats[:] for seats in self.seats]
        cooling = (_COLD / _HOT) ** (1 / _STEPS)
        heat = _HOT
        for step in range(_STEPS):
            if self.best <= self.enough or not effort.goes_on("meetings", step, _STEPS):
                break
            heat *= cooling
            self._step(rng.randrange(first, len(kept)), heat, rng)
            if self.cost < self.best:
                self.best = self.cost
                kept = [seats[:] for seats in self.seats]
        return [[seats[place : place + 4] for place in range(0, self.count, 4)] for seats in kept]

    def _least_cost(self) -> int:
        """If everyone met all others equally often, or once more; or what must be by counting."""
        times, more = divmod(3 * len(self.seats), self.count - 1)
        each = (self.count - 1) * sum(self.price[:times]) + more * self.price[times]
        must = _AGAIN * fewest_meetings(self.count, len(self.seats))
        return max(self.count * each // 2, must)

    def _step(self, turn: int, heat: float, rng: Random) -> None:
        """Exchange two players of a round, if it costs no more than chance allows."""
        seats = self.seats[turn]
        here, there = int(rng.random() * self.count), int(rng.random() * self.count)
        if here >> 2 == there >> 2:
            return
        one, other = seats[here], seats[there]
        of_one = [seats[place] for place in _others(here)]
        of_other = [seats[place] for place in _others(there)]
        change = self._change(one, of_one, of_other) + self._change(other, of_other, of_one)
        if change > 0 and rng.random() >= math.exp(-change / heat):
            return
        self.cost += change
        seats[here], seats[there] = other, one
        self._move(one, of_one, of_other)
        self._move(other, of_other, of_one)

    def _change(self, player: int, left: list[int], joined: list[int]) -> int:
        """What it costs that the player leaves three and joins three."""
        met, price = self.met[player], self.price
        a, b, c = left
        d, e, f = joined
        return (
            price[met[d]] + price[met[e]] + price[met[f]]
            - price[met[a] - 1] - price[met[b] - 1] - price[met[c] - 1]
        )  # fmt: skip

    def _move(self, player: int, left: list[int], joined: list[int]) -> None:
        for others, change in ((left, -1), (joined, 1)):
            for other in others:
                self.met[player][other] += change
                self.met[other][player] += change


_OTHERS: Final = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))


def _others(place: int) -> tuple[int, ...]:
    """The other places of its table."""
    table = place & ~3
    return tuple(table + other for other in _OTHERS[place & 3])
