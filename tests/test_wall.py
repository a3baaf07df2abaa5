"""Dice, the break of the wall, the deal and the opening flowers."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guobiao.competition.wall import FULL_SET, Replacement, break_wall, deal, shuffled_wall
from guobiao.errors import WallError
from guobiao.tiles import Seat

throws = st.tuples(st.integers(1, 6), st.integers(1, 6))
PLAIN_WALL = tuple(sorted(FULL_SET))  # the flowers are the last eight of North's wall: stacks 14-17


def index(seat: Seat, stack: int, layer: int) -> int:
    return 36 * seat + 2 * stack + layer


@pytest.mark.parametrize(
    ("total", "thrower"),
    [
        (5, "E"),
        (9, "E"),
        (2, "S"),
        (6, "S"),
        (10, "S"),
        (3, "W"),
        (7, "W"),
        (11, "W"),
        (4, "N"),
        (8, "N"),
        (12, "N"),
    ],
)
def test_the_first_sum_says_who_throws_again(total: int, thrower: str) -> None:
    first = (total // 2, total - total // 2)
    assert break_wall(first, (1, 1)).thrower is Seat[thrower]


# First throw, second throw: whose wall, and which stack from the right is the dealer's first (the
# next one after the sum).
BREAKS = [
    ((1, 1), (1, 1), Seat.S, 4),
    ((2, 3), (6, 6), Seat.E, 17),
    ((3, 3), (6, 6), Seat.E, 0),  # 18 stacks of South's wall are counted: on with 上家's
    ((6, 6), (1, 5), Seat.W, 0),
    ((6, 6), (6, 6), Seat.W, 6),
    ((4, 5), (5, 5), Seat.N, 1),  # the dealer's 上家 is North
]


@pytest.mark.parametrize(("first", "second", "side", "stack"), BREAKS)
def test_where_the_wall_is_opened(first: tuple, second: tuple, side: Seat, stack: int) -> None:
    opening = break_wall(first, second)
    assert opening.count == sum(first) + sum(second)
    assert (opening.side, opening.stack) == (side, stack)


@given(throws, throws)
def test_tiles_go_to_the_left_and_replacements_come_from_the_other_side(
    first: tuple, second: tuple
) -> None:
    opening = break_wall(first, second)
    assert sorted(opening.draw_order) == sorted(opening.replacement_order) == list(range(144))
    assert opening.draw_order[:2] == (
        index(opening.side, opening.stack, 0),
        index(opening.side, opening.stack, 1),
    )
    last_counted = opening.replacement_order[0]
    assert set(opening.draw_order[-2:]) == {last_counted, last_counted + 1}
    assert last_counted % 2 == 0  # the upper tile first
    sides = [i // 36 for i in opening.draw_order]
    changes = [(a, b) for a, b in zip(sides, sides[1:]) if a != b]
    assert all(b == (a - 1) % 4 for a, b in changes)  # 上家 of each


def test_three_times_four_and_the_jump_of_the_dealer() -> None:
    dealt = deal(PLAIN_WALL, (2, 3), (4, 4))  # East's wall, after 13 stacks
    order = dealt.opening.draw_order
    assert order[:4] == tuple(
        index(Seat.E, *place) for place in ((13, 0), (13, 1), (14, 0), (14, 1))
    )
    assert dealt.taken[Seat.E][:12] == order[0:4] + order[16:20] + order[32:36]
    assert dealt.taken[Seat.S][:12] == order[4:8] + order[20:24] + order[36:40]
    # 24 stacks are gone. East jumps: the upper tiles of the first and the third stack; then S, W, N
    # take one each.
    jump = [
        index(Seat.W, 1, 0),
        index(Seat.W, 1, 1),
        index(Seat.W, 2, 0),
        index(Seat.W, 2, 1),
        index(Seat.W, 3, 0),
    ]
    assert dealt.taken[Seat.E][12:] == (jump[0], jump[4])
    assert [dealt.taken[seat][12:] for seat in (Seat.S, Seat.W, Seat.N)] == [
        (jump[1],),
        (jump[2],),
        (jump[3],),
    ]
    assert dealt.remaining[0] == index(Seat.W, 3, 1)


def test_flowers_are_replaced_east_first_and_flowers_again_at_once() -> None:
    opening = break_wall((2, 3), (4, 4))
    wall = list(PLAIN_WALL)

    def put(flower: int, place: int) -> None:
        at = wall.index(34 + flower)
        wall[at], wall[place] = wall[place], wall[at]

    east, south, north = opening.draw_order[0], opening.draw_order[49], opening.draw_order[15]
    back = opening.replacement_order
    # the other three lie where nobody gets them yet
    for flower, place in enumerate(
        [north, south, east, back[0], back[1], *opening.draw_order[90:93]]
    ):
        put(flower, place)
    dealt = deal(wall, (2, 3), (4, 4))
    assert dealt.replacements == (
        Replacement(Seat.E, east, back[0]),
        Replacement(Seat.E, back[0], back[1]),
        Replacement(Seat.E, back[1], back[2]),
        Replacement(Seat.S, south, back[3]),
        Replacement(Seat.N, north, back[4]),
    )
    assert dealt.flowers == ((2, 3, 4), (1,), (), (0,))
    assert [len(hand) for hand in dealt.hands] == [14, 13, 13, 13]


@given(st.integers(0, 10**6), throws, throws)
def test_every_tile_of_a_deal_is_somewhere_once(seed: int, first: tuple, second: tuple) -> None:
    dealt = deal(shuffled_wall(seed), first, second)
    assert [len(hand) for hand in dealt.hands] == [14, 13, 13, 13]
    flowers = [34 + flower for shown in dealt.flowers for flower in shown]
    held = [int(tile) for hand in dealt.hands for tile in hand]
    assert sorted(held + flowers + [dealt.wall[i] for i in dealt.remaining]) == sorted(FULL_SET)
    assert [r.tile for r in dealt.replacements] == list(
        dealt.opening.replacement_order[: len(flowers)]
    )
    assert [r.seat for r in dealt.replacements] == sorted(r.seat for r in dealt.replacements)
    assert deal(shuffled_wall(seed), first, second) == dealt


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (1,), (1, 2, 3), (1.5, 2), (True, 1), ("1", 2)])
def test_dice_that_cannot_be(dice: tuple) -> None:
    for throw in ((dice, (1, 1)), ((1, 1), dice)):
        with pytest.raises(
            WallError, match=re.escape(f"dice {dice!r}: expected two numbers from 1 to 6")
        ):
            break_wall(*throw)


@pytest.mark.parametrize("wall", [(), PLAIN_WALL[1:], (*PLAIN_WALL[1:], 3), (*PLAIN_WALL, 0)])
def test_a_wall_that_is_not_the_full_set(wall: tuple) -> None:
    with pytest.raises(WallError, match=f"{len(wall)} tiles that are not the full set"):
        deal(wall, (1, 1), (1, 1))
