"""Designs: rounds of tables of four in which no two of the numbered players meet twice.

*Circles*. With three circles of n places, n = (players - 1) // 3, and one to three players who
stay, a base round of which all circles turn by one place a round: after n rounds everyone has met
as many as can be. The base rounds were found by search (``base_rounds``).

*Columns*. Four circles of m places that turn at speeds of their own: at round r the places x,
x + r, x + 2r and x + 3r meet, reckoned in a ring of m elements in which 1, 2, 3 and their
differences have inverses. Where there is no such ring, the turns of each round are found by
search. Who stands on one circle meets nobody of it, so that where four divides m each circle then
plays the rounds of m players on its own.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from .base_rounds import BASE_ROUNDS, Place
from .rings import Ring, ring_of

__all__ = ["Rounds", "perfect_rounds", "perfect_schedule"]

Rounds = list[list[list[int]]]
"""The players' numbers at the tables of each round."""

_Taken = dict[tuple[int, int], set[int]]  # by circles: the differences of their turns so far

_TRIES: Final = 1000
_TRIES_WITH_TABLES: Final = 150


def perfect_rounds(count: int) -> int:
    """For how many rounds of ``count`` players, a multiple of four, a design is known."""
    return max(_circle_rounds(count), _column_rounds(count // 4) + _own_rounds(count // 4))


def perfect_schedule(count: int, rounds: int) -> Rounds:
    """So many rounds, no more than ``perfect_rounds``, in which no two meet twice."""
    size = count // 4
    if _column_rounds(size) < rounds <= _circle_rounds(count):
        return _turning_circles(count, rounds)
    columns = _column_schedule(size, min(rounds, _column_rounds(size)))
    own = perfect_schedule(size, rounds - len(columns)) if rounds > len(columns) else []
    return columns + [
        [[4 * place + circle for place in table] for circle in range(4) for table in tables]
        for tables in own
    ]


def _circle_rounds(count: int) -> int:
    return (count - 1) // 3 if count in BASE_ROUNDS else 0


def _turning_circles(count: int, rounds: int) -> Rounds:
    """Who stays has the first numbers; then come the places, those of three circles by turns."""
    size = (count - 1) // 3
    staying = count - 3 * size
    base = _base_tables(count)

    def number(place: int, circle: int, turn: int) -> int:
        return staying + 3 * ((place + turn) % size) + circle

    return [
        [stays + [number(*place, turn) for place in places] for stays, places in base]
        for turn in range(rounds)
    ]


@cache
def _base_tables(count: int) -> list[tuple[list[int], tuple[Place, ...]]]:
    """The tables of the base round: who stays there, and the places."""
    listed = BASE_ROUNDS[count]
    if sum(map(len, listed)) < count // 2:  # a third of the tables: the others by shifted circles
        shifted = [
            tuple(sorted((place, (circle + shift) % 3) for place, circle in table))
            for table in listed
            for shift in range(3)
        ]
        listed = tuple(dict.fromkeys(shifted))
    staying = iter(range(3))
    return [([next(staying)] if len(table) == 3 else [], table) for table in listed]


def _own_rounds(size: int) -> int:
    return 0 if size % 4 else perfect_rounds(size)


def _column_rounds(size: int) -> int:
    """All that a ring has; else what the search finds, which is a little more than this."""
    return size if ring_of(size) else 4 * size // 5 if size > 3 else 1


def _column_schedule(size: int, rounds: int) -> Rounds:
    """Player 4 * place + circle."""
    ring = ring_of(size)
    return _by_ring(ring, rounds) if ring else _by_search(size, rounds)


def _by_ring(ring: Ring, rounds: int) -> Rounds:
    """The tables turn too, at a fifth speed: then nobody comes back to one. (A field of four has
    but four speeds.)
    """
    turns = [ring.multiples(times) for times in range(5 if ring.smallest > 4 else 4)]
    found = []
    for turn in range(rounds):
        tables: list[list[int]] = [[] for _ in range(ring.size)]
        for place in range(ring.size):
            tables[ring.add(place, turns[-1][turn])] = [
                4 * ring.add(place, turns[circle][turn]) + circle for circle in range(4)
            ]
        found.append(tables)
    return found


def _by_search(size: int, rounds: int) -> Rounds:
    """The tables turn too, where a fifth turn was found."""
    found = []
    for turns in _turns(size, rounds):
        tables = [
            [4 * ((place + turn) % size) + circle for circle, turn in enumerate(turns[:4])]
            for place in range(size)
        ]
        shift = turns[4] if len(turns) > 4 else 0
        found.append(tables[size - shift :] + tables[: size - shift])
    return found


@cache
def _turns(size: int, rounds: int) -> list[tuple[int, ...]]:
    """By how much each circle turns in each round, and the tables if it can be: no two of them
    twice by the same difference.
    """
    rng = Random(size)
    for turning, tries in ((5, _TRIES_WITH_TABLES), (4, _TRIES)):
        for _ in range(tries):
            found = _some_turns(size, rounds, turning, rng)
            if len(found) == rounds:
                return found
    raise AssertionError(f"no turns of {size} places for {rounds} rounds")


def _some_turns(size: int, rounds: int, turning: int, rng: Random) -> list[tuple[int, ...]]:
    """As many as chance has it: one after the other, each free of what those before it took."""
    found: list[tuple[int, ...]] = [(0,) * turning]
    taken = {pair: {0} for pair in combinations(range(turning), 2)}
    for second in rng.sample(range(1, size), size - 1):
        if len(found) == rounds:
            break
        if turns := _free_turns(size, (0, second), turning, taken, rng):
            found.append(turns)
            for (one, other), used in taken.items():
                used.add((turns[other] - turns[one]) % size)
    return found


def _free_turns(
    size: int, first: tuple[int, ...], turning: int, taken: _Taken, rng: Random
) -> tuple[int, ...] | None:
    """The first turns and those that go on with them."""
    if len(first) == turning:
        return first
    for turn in rng.sample(range(size), size):
        last = len(first)
        if all((turn - first[one]) % size not in taken[one, last] for one in range(last)) and (
            found := _free_turns(size, (*first, turn), turning, taken, rng)
        ):
            return found
    return None
