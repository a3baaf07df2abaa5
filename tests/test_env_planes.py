"""What a seat sees as planes: the same as ``Observation`` says, and nothing that is hidden."""

from __future__ import annotations

import random

import numpy as np
import pytest

from guobiao.env import PLANES, action_mask, observation_planes
from guobiao.table import Phase, TableHand, WallRule
from guobiao.tiles import Seat
from mahjong_core.play.batch import PLANE_COUNT, planes_of
from scale import SCALE, scaled
from table_planes import planes_again
from table_play import eager, suited_wall

PASS = 0
ROBBED = (192, 318)  # seeds of hands in which a kong is robbed


def suited_hand(seed: int) -> TableHand:
    """A hand with many melds, kongs and wins."""
    rng = random.Random(seed)
    own, flowers = rng.random() < 0.5, rng.random() < 0.5
    wall = suited_wall(rng, flowers, own)
    size = len(wall) // 4
    tiles = [wall[seat * size : seat * size + size] for seat in range(4)] if own else wall
    return TableHand(
        tiles=tiles,
        wall=WallRule.OWN if own else WallRule.COMMON,
        flowers=flowers,
        prevalent_wind=rng.randrange(4),
    )


def test_planes_are_what_an_observation_says() -> None:
    phases, most = set(), np.zeros(PLANE_COUNT, int)
    for seed in [*ROBBED, *range(scaled(60))]:
        rng = random.Random(seed)
        hand = suited_hand(seed) if seed % 3 else TableHand(seed=seed)
        while True:
            for seat in Seat:
                seen = hand.observe(seat)
                planes = observation_planes(seen)
                assert (planes == planes_again(seen)).all(), (seed, hand.actions, seat)
                assert tuple(action_mask(seen).nonzero()[0]) == seen.legal_actions
                most = np.maximum(most, planes.max(axis=1))
            phases.add(hand.phase)
            if hand.is_over:
                break
            hand.apply(eager(rng, hand))
    assert (
        most <= np.repeat([group.most for group in PLANES], [group.count for group in PLANES])
    ).all()
    assert phases == set(Phase)
    if SCALE >= 1:  # fewer hands do not show every plane
        assert np.flatnonzero(most == 0).tolist() == [52]  # nobody's own kongs are hidden from it


def decisions(hand: TableHand) -> list[tuple[Seat, int]]:
    """What was decided and by whom, but for the passes."""
    again, listed = (
        TableHand.from_state(hand.state[: -len(hand.actions)] if hand.actions else hand.state),
        [],
    )
    for action in hand.actions:
        if action != PASS:
            listed.append((again.turn, action))
        again.apply(action)
    return listed


def decided_again(hand: TableHand, wall: list[int], kong_of: dict[int, int]) -> TableHand | None:
    """A hand from another wall in which everybody decides the same, passing where it was not asked
    before; None if it cannot.

    ``kong_of``: actions that take the place of others.
    """
    again = TableHand(tiles=wall, flowers=hand.has_flowers)
    waiting = [(seat, kong_of.get(action, action)) for seat, action in decisions(hand)]
    while waiting or (again.turn is not hand.turn and again.phase is not Phase.PLAY):
        legal = again.legal_actions()
        if waiting and (again.turn, waiting[0][1]) == waiting[0] and waiting[0][1] in legal:
            again.apply(waiting.pop(0)[1])
        elif PASS in legal:
            again.apply(PASS)
        else:
            return None
    return again


@pytest.mark.parametrize("flowers", [True, False])
def test_no_hidden_tile_is_in_them(flowers: bool) -> None:
    """Two tiles change places that a seat cannot see, in the wall or in other hands: what it sees
    is the same.
    """
    rng, compared = random.Random(63), 0
    for seed in range(scaled(120)):
        hand = TableHand(seed=seed, flowers=flowers)
        for _ in range(rng.randrange(1, 40)):
            hand.apply(rng.choice(hand.legal_actions()))
            if hand.is_over:
                break
        if (seat := hand.turn) is None:
            continue
        for _ in range(6):
            wall = list(hand.wall)
            first, second = rng.sample([place for place, tile in enumerate(wall) if tile < 34], 2)
            wall[first], wall[second] = wall[second], wall[first]
            other = decided_again(hand, wall, {})
            if (
                other is None
                or wall == list(hand.wall)
                or other.turn is not seat
                or other.phase is not hand.phase
            ):
                continue
            if same_tiles(hand, other, seat):
                compared += 1
                assert (
                    observation_planes(other.observe(seat))
                    == observation_planes(hand.observe(seat))
                ).all()
                assert (action_mask(other.observe(seat)) == action_mask(hand.observe(seat))).all()
    assert compared > scaled(60)


def same_tiles(hand: TableHand, other: TableHand, seat: Seat) -> bool:
    """The seat has drawn the same tiles, and the same ones lie open."""
    views = [each.observe(seat) for each in (hand, other)]
    shown = [(view.hand, view.drawn, view.rivers, view.melds, view.flowers) for view in views]
    return shown[0] == shown[1]


def test_another_s_concealed_kong_is_in_no_plane() -> None:
    """East makes a kong of one tile or of another one, all copies of which nobody has drawn."""
    rest = [tile for tile in range(2, 34) for _ in range(4)]
    views = []
    for kong, last in ((0, 1), (1, 0)):
        tiles = [[kong] * 4 + rest[:26] + [last] * 4, rest[26:60], rest[60:94], rest[94:]]
        hand = TableHand(tiles=tiles, wall="own", flowers=False)
        hand.apply(167 + kong)
        assert hand.observe("E").melds[0][0].tile == kong
        views.append(hand.observe("S"))
    planes = [observation_planes(view) for view in views]
    assert (planes[0] == planes[1]).all()
    assert planes[0][52 + 3, 0] == 1
    assert planes[0][30, :2].tolist() == [4, 4]


@pytest.mark.parametrize("shape", [(55, 34), (56, 35), (0, 34)])
def test_planes_of_another_shape(shape: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        planes_of(TableHand(seed=1).observe("E"), np.zeros(shape, np.uint8))
