"""A hand of play in Python: numbering of actions, copies, states, what is refused."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from guobiao.errors import IllegalActionError, TableError, WallError
from guobiao.table import (
    ACTION_COUNT,
    Action,
    ActionKind,
    EventKind,
    Phase,
    TableHand,
    WallRule,
    decode_action,
    encode_action,
)
from guobiao.tiles import Seat, Tile


def play_on(hand: TableHand, seed: int, limit: int = 1000) -> TableHand:
    """Plays at random, at most ``limit`` actions."""
    rng = random.Random(seed)
    for _ in range(limit):
        if hand.is_over:
            break
        hand.apply(rng.choice(hand.legal_actions()))
    return hand


@pytest.mark.parametrize("number", range(ACTION_COUNT))
def test_each_number_is_one_action(number: int) -> None:
    action = decode_action(number)
    assert encode_action(action.kind, action.tile, action.claimed) == number


@pytest.mark.parametrize(
    ("number", "action"),
    [
        (0, Action(ActionKind.PASS)),
        (1, Action(ActionKind.WIN)),
        (2, Action(ActionKind.DISCARD, Tile.M1)),
        (35, Action(ActionKind.DISCARD, Tile.P)),
        (36, Action(ActionKind.CHOW, Tile.M2, Tile.M1)),
        (98, Action(ActionKind.CHOW, Tile.P8, Tile.P9)),
        (57, Action(ActionKind.CHOW, Tile.S2, Tile.S1)),
        (99, Action(ActionKind.PUNG, Tile.M1)),
        (133, Action(ActionKind.MELDED_KONG, Tile.M1)),
        (167, Action(ActionKind.CONCEALED_KONG, Tile.M1)),
        (201, Action(ActionKind.ADDED_KONG, Tile.M1)),
        (234, Action(ActionKind.ADDED_KONG, Tile.P)),
    ],
)
def test_the_numbering(number: int, action: Action) -> None:
    assert decode_action(number) == action


@pytest.mark.parametrize("number", [-1, 235, True, "1", None, 1.0])
def test_numbers_that_are_no_action(number: object) -> None:
    with pytest.raises(TableError, match="is no action"):
        decode_action(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("flowers", [True, False])
@pytest.mark.parametrize("wall", list(WallRule))
@pytest.mark.parametrize("seed", range(20))
def test_a_seed_decides_everything(seed: int, wall: WallRule, flowers: bool) -> None:
    first, second = (
        play_on(TableHand(seed=seed, wall=wall, flowers=flowers), seed) for _ in range(2)
    )
    assert first.events == second.events
    assert first.state == second.state
    assert first.is_over
    assert first.turn is None
    assert first.phase is Phase.OVER
    assert first.legal_actions() == ()


@pytest.mark.parametrize("limit", [0, 1, 7, 40, 1000])
def test_copies_and_states(limit: int) -> None:
    hand = play_on(TableHand(seed=limit, rules="1998", wall="own"), 3, limit)
    copies = [
        hand.copy(),
        copy.copy(hand),
        copy.deepcopy(hand),
        pickle.loads(pickle.dumps(hand)),
        TableHand.from_state(hand.state, rules="1998"),
    ]
    before = hand.state
    for other in copies:
        assert other == hand
        assert other.events == hand.events
        play_on(other, 5)
        assert hand.state == before


def test_an_illegal_action_changes_nothing() -> None:
    hand = TableHand(seed=2)
    before, legal = hand.state, hand.legal_actions()
    for action in set(range(-3, 240)) - set(legal):
        with pytest.raises(IllegalActionError) as caught:
            hand.apply(action)
        assert caught.value.legal == legal
    assert hand.state == before
    assert hand.legal_actions() == legal


@pytest.mark.parametrize("seed", [-1, 1 << 64, "1", True, 1.5])
def test_seeds_that_are_none(seed: object) -> None:
    with pytest.raises(TableError, match="seed"):
        TableHand(seed=seed)  # type: ignore[arg-type]


FULL = [slot for slot in range(34) for _ in range(4)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiles": FULL[:-1]}, "has 135 tiles"),
        ({"tiles": [*FULL[:-1], 0]}, "5 copies of 1m"),
        ({"tiles": [*FULL[:-1], 42]}, "42 is no tile"),
        ({"tiles": [*FULL[:-1], "E"]}, "'E' is no tile"),
        ({"tiles": FULL, "wall": "own"}, "walls: expected four"),
        ({"tiles": FULL, "seed": 1}, "a seed and tiles"),
        ({"tiles": FULL, "flowers": True}, "expected 144"),
        ({"wall": "round"}, "'common' or 'own'"),
    ],
)
def test_walls_that_are_none(options: dict[str, object], message: str) -> None:
    with pytest.raises((TableError, WallError), match=message):
        TableHand(**{"flowers": False, **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("state", [b"", b"GBT1", b"GBT1\x00\x00\x90", b"nonsense", "GBT1"])
def test_states_that_are_none(state: object) -> None:
    with pytest.raises(TableError):
        TableHand.from_state(state)  # type: ignore[arg-type]


def test_an_explicit_wall_is_dealt_as_at_the_table() -> None:
    hand = TableHand(tiles=FULL, flowers=False)
    deals = [event.tiles for event in hand.events if event.kind is EventKind.DEAL]
    assert deals[0] == tuple(FULL[0:4] + FULL[16:20] + FULL[32:36] + FULL[48:49])
    assert hand.events[4].kind is EventKind.DRAW
    assert hand.events[4].tile == FULL[52]
    assert hand.turn is Seat.E
