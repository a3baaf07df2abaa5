"""The way to the minimum: known hands, both kinds of last tile, what is refused, and the plain
search on random hands.
"""

import threading
from itertools import islice

import pytest

import guobiao
from guobiao import Fan, HandError, parse_tiles
from guobiao.errors import GuobiaoError
from reach_agreement import MOST_TILES_FOR_TWO, expected, found, random_cases
from scale import scaled


def counts_of(tiles: str) -> list[int]:
    listed = parse_tiles(tiles) if tiles else ()
    return [listed.count(slot) for slot in range(34)]


# Hand, seen, minimum, win, distance, and of the first route: what is needed, the winning tile,
# points.
KNOWN = [
    # Ready, and worth it: 清龙.
    ("123456789m1155s", "", 8, "discard", 0, "1s", "1s", 21),
    # Thirteen of 九莲宝灯: of 2s are three copies left, of 1s (110 points) one.
    ("1112345678999s", "", 88, "discard", 0, "2s", "2s", 92),
    # The only tile that gives the minimum lies open four times: another way is needed.
    ("19m19p119sESWNPF", "CCCC", 88, "discard", None, None, None, None),
    ("19m19p119sESWNPF", "CCC", 88, "discard", 0, "C", "C", 88),
    # Fourteen tiles as they stand: 无番和 is not so far from them, they have 平和 and 门前清.
    ("123456789m1155s1s", "", 8, "discard", -1, "", "1s", 21),
    # Self-drawn 不求人 lifts it over the minimum, a discard does not.
    ("1234444678m456p", "", 8, "self_draw", 0, "1m", "1m", 8),
    ("1234444678m456p", "", 8, "discard", 1, None, None, None),
]


@pytest.mark.parametrize(
    ("hand", "seen", "minimum", "win", "distance", "needed", "last", "points"), KNOWN
)
def test_known_hands(hand, seen, minimum, win, distance, needed, last, points) -> None:
    way = guobiao.reach(hand, minimum=minimum, seen=counts_of(seen), win=win)
    assert way.distance == distance
    if needed is not None:
        first = way.routes[0]
        assert (guobiao.format_tiles(first.needed), str(first.winning_tile), first.points) == (
            needed,
            last,
            points,
        )


def test_a_tile_is_given_away_to_wait_for_it() -> None:
    seen = [int(count) for count in "3104120000201000404011032222214000"]
    way = guobiao.reach("[678p,2][234s,2][123m,2]45pPP|ES0000", seen=seen)
    first = way.routes[0]
    assert way.distance == 1
    assert [str(tile) for tile in first.needed] == ["3p", "4p"]
    assert [str(tile) for tile in first.given] == ["4p"]
    assert Fan.CLOSED_WAIT in first.score.fan_counts
    assert first.left == (3, 2)


@pytest.mark.parametrize("case", list(islice(random_cases(8), 40)), ids=str)
def test_every_route_is_a_complete_hand_of_the_minimum_out_of_tiles_that_are_left(case) -> None:
    win = "self_draw" if case.self_drawn else "discard"
    way = guobiao.reach(
        case.hand, minimum=case.minimum, seen=case.seen, win=win, rules=case.profile
    )
    left = guobiao.unseen.copies_left(case.hand, case.seen)
    flower = guobiao.get_profile(case.profile).points(Fan.FLOWER_TILES)
    assert (way.distance is None) == (not way.routes)
    assert way.bound == (5 if way.distance is None else way.distance)
    for route in way.routes:
        assert route.score.points - flower * case.hand.flowers == route.points >= case.minimum
        assert len(route.needed) == way.distance + 1
        assert all(0 < route.needed.count(tile) <= left[tile] for tile in route.needed)
        assert [left[tile] for tile in route.needed] == list(route.left)
        assert not route.needed or route.winning_tile in route.needed
        before = sorted([*case.hand.standing, *route.needed])
        assert before == sorted([*route.hand.standing, *route.given])
    order = [(-route.ways, -route.points) for route in way.routes]
    assert order == sorted(order)


def test_the_number_of_routes_changes_nothing_else() -> None:
    some, many = (
        guobiao.reach("123456m2345p67sEE", routes=3),
        guobiao.reach("123456m2345p67sEE", routes=256),
    )
    assert (some.distance, some.bound, some.routes) == (many.distance, many.bound, many.routes[:3])


def test_too_far_is_none_with_the_bound() -> None:
    way = guobiao.reach("159m159s159pESWN", minimum=300)
    assert (way.distance, way.bound, way.routes) == (None, 5, ())


def test_a_minimum_of_none_is_the_nearest_complete_hand() -> None:
    # 123m and a pair of sets: without a minimum it is ready; no fan but 门前清 by a discard.
    assert guobiao.reach("123m456p78s345s22s", minimum=0).distance == 0


def test_a_profile_of_ones_own() -> None:
    rules = guobiao.RuleProfile({"name": "own", "points": {"断幺": 8}})
    hand = "[234m,1]567s34p678s55p"
    assert guobiao.reach(hand).distance != 0
    assert guobiao.reach(hand, rules=rules).distance == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"win": "ron"}, '\'ron\': expected "discard" or "self_draw"'),
        ({"minimum": -1}, "minimum is -1"),
        ({"minimum": 8.0}, "minimum is 8.0"),
        ({"routes": 0}, "routes is 0: expected a whole number from 1 to 256"),
        ({"seen": [0] * 33}, "expected 34 counts"),
        ({"seen": [5] + [0] * 33}, "counts of 0 to 4"),
        ({"seen": [4] + [0] * 33}, "1 1m in .* and 4 seen"),
        ({"seen": "many"}, "expected 34 counts by slot"),
        ({"seen": 7}, "expected 34 counts by slot"),
    ],
)
def test_what_is_refused(options, message) -> None:
    with pytest.raises(GuobiaoError, match=message) as caught:
        guobiao.reach("123456789m1155s", **options)
    assert "seen" not in options or isinstance(caught.value, HandError)


def test_threads_agree() -> None:
    hands = [
        "123456m2345p67sEE",
        "1234444678m456p",
        "159m159s159pESWN",
        "[123m,1]456s34p789p22s",
    ] * 3
    alone = [guobiao.reach(hand) for hand in hands]
    together: list[guobiao.Reach] = []

    def work() -> None:
        together.extend(guobiao.reach(hand) for hand in hands)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(repr, together)) == sorted(map(repr, alone + alone))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_plain_search_over_exchanges_agrees(seed: int) -> None:
    """Distances 0 and 1 of any hand, 2 of hands with melds (``reach_agreement.py`` does it for
    thousands).
    """
    for case in islice(random_cases(seed), scaled(100)):
        assert found(case) == expected(case), f"seed {seed}: {case}"


@pytest.mark.slow
def test_the_plain_search_agrees_at_two_exchanges() -> None:
    cases = (
        case
        for case in random_cases(9)
        if len(case.hand.standing) <= MOST_TILES_FOR_TWO and found(case) in (2, None)
    )
    distances = []
    for case in islice(cases, scaled(12)):
        distances.append(expected(case))
        assert found(case) == distances[-1], str(case)
    assert 2 in distances
