"""The designs: nobody meets twice, for every number of players up to 256."""

from itertools import combinations

import pytest

from guobiao.competition.seating.base_rounds import BASE_ROUNDS
from guobiao.competition.seating.designs import Rounds, perfect_rounds, perfect_schedule
from guobiao.competition.seating.rings import ring_of


def is_perfect(rounds: Rounds, count: int) -> bool:
    """Whether everybody plays in each round and no two meet twice."""
    met: set[tuple[int, int]] = set()
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == list(range(count))
        pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
        if not met.isdisjoint(pairs):
            return False
        met.update(pairs)
    return True


def test_the_check_sees_who_meets_twice() -> None:
    rounds = perfect_schedule(16, 5)
    assert not is_perfect([*rounds, rounds[0]], 16)


@pytest.mark.parametrize("count", range(4, 130, 4))
def test_all_rounds_that_are_known(count: int) -> None:
    rounds = perfect_rounds(count)
    assert is_perfect(perfect_schedule(count, rounds), count)
    assert len(perfect_schedule(count, rounds)) == rounds <= (count - 1) // 3


@pytest.mark.parametrize("count", range(132, 260, 4))
def test_more_players(count: int) -> None:
    assert perfect_rounds(count) >= 26
    assert is_perfect(perfect_schedule(count, 12), count)


def test_the_largest_complete_design() -> None:
    """256 players are the points of the affine space of four dimensions over four elements."""
    assert perfect_rounds(256) == 85
    assert is_perfect(perfect_schedule(256, 85), 256)


@pytest.mark.parametrize("count", BASE_ROUNDS)
def test_base_rounds_turn_into_as_many_rounds_as_can_be(count: int) -> None:
    most = (count - 1) // 3
    assert perfect_rounds(count) == most
    assert is_perfect(perfect_schedule(count, most), count)


@pytest.mark.parametrize("size", [4, 5, 8, 9, 16, 20, 25, 27, 36, 49, 64])
def test_rings(size: int) -> None:
    """The multiples by 0 to 3, and those by their differences, are all elements once."""
    ring = ring_of(size)
    assert ring is not None
    multiples = [ring.multiples(times) for times in range(4)]
    for one, other in combinations(multiples, 2):
        minus = [next(n for n in range(size) if ring.add(n, a) == 0) for a in one]
        assert sorted(map(ring.add, other, minus)) == list(range(size))


@pytest.mark.parametrize("size", [2, 3, 6, 10, 12, 15, 21])
def test_no_ring_with_a_field_of_two_or_three(size: int) -> None:
    assert ring_of(size) is None
