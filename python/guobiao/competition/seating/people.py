"""Who stands where in a design: players who should not meet are put where they do not.

The search (tabu) takes players who meet somebody of their own group and exchanges them with those
with whom it helps most; who has been moved stays for a while.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from .designs import Rounds
from .effort import Effort

__all__ = ["Wanted", "by_circles", "draw_places", "often_met", "seat_people"]

Wanted = list[dict[int, int]]
"""By player: those whom it should not meet, and what each meeting with them costs."""

_STEPS: Final = 6_000
_CANDIDATES: Final = 64
_STAYS: Final = 12  # steps, and up to as many more


def often_met(count: int, rounds: Rounds) -> list[list[int]]:
    """How often each two players meet."""
    met = [[0] * count for _ in range(count)]
    for table in (table for tables in rounds for table in tables):
        for one, other in combinations(table, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met


def seat_people(rounds: Rounds, places: list[int]) -> Rounds:
    """The rounds with the players in place of the design's numbers: ``places[number]``."""
    return [[[places[number] for number in table] for table in tables] for tables in rounds]


def by_circles(players: list[int]) -> list[int]:
    """The players by the numbers of a design by columns, circle after circle: those who follow one
    another mostly share a circle, and so never meet.
    """
    places = [0] * len(players)
    for number, player in zip(sorted(range(len(players)), key=lambda n: n % 4), players):
        places[number] = player
    return places


def draw_places(
    rounds: Rounds, places: list[int], wanted: Wanted, least: int, rng: Random, effort: Effort
) -> list[int]:
    """The players by the numbers of the design; ``places``: where the search begins, ``least``:
    the cost at which it ends.
    """
    if not any(wanted):
        return places
    return _Draw(rounds, places, wanted).run(least, rng, effort)


class _Draw:
    """Who has which number, and what that costs each player."""

    def __init__(self, rounds: Rounds, places: list[int], wanted: Wanted) -> None:
        self.met = often_met(len(places), rounds)
        self.places = places[:]
        self.number = [0] * len(places)
        for number, player in enumerate(places):
            self.number[player] = number
        self.wanted = wanted
        self.total = sum(map(self._cost, range(len(places)))) // 2

    def run(self, enough: int, rng: Random, effort: Effort) -> list[int]:
        least, best = self.total, self.places[:]
        until = [0] * len(best)
        for step in range(_STEPS):
            if least <= enough or not effort.goes_on("people apart", step, _STEPS):
                break
            one = rng.choice([player for player in range(len(best)) if self._cost(player)])
            drawn = rng.sample(range(len(best)), min(_CANDIDATES, len(best)))
            free = [player for player in drawn if player != one and until[player] <= step]
            if not free:
                continue
            changes = [self._change(one, other) for other in free]
            change = min(changes)
            other = free[rng.choice([n for n, found in enumerate(changes) if found == change])]
            self._exchange(one, other)
            self.total += change
            until[one] = step + _STAYS + rng.randrange(_STAYS)
            until[other] = step + rng.randrange(_STAYS)
            if self.total < least:
                least, best = self.total, self.places[:]
        return best

    def _cost(self, player: int) -> int:
        met, number = self.met[self.number[player]], self.number
        return sum(cost * met[number[other]] for other, cost in self.wanted[player].items())

    def _change(self, one: int, other: int) -> int:
        return self._moved(one, other) + self._moved(other, one)

    def _moved(self, player: int, there: int) -> int:
        """What it costs that the player goes where another one is, who comes back for it."""
        number = self.number
        now, then = self.met[number[player]], self.met[number[there]]
        change = 0
        for other, cost in self.wanted[player].items():
            if other != there:
                at = number[other]
                change += cost * (then[at] - now[at])
        return change

    def _exchange(self, one: int, other: int) -> None:
        here, there = self.number[one], self.number[other]
        self.number[one], self.number[other] = there, here
        self.places[here], self.places[there] = other, one
