"""One rule of what is a whole number, a flag and a number, at every door."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import guobiao
from guobiao import GuobiaoError, Hand, HandError, Meld, MeldKind, RuleProfile, Seat, Tile
from guobiao.competition.match import Correction, start_match
from guobiao.competition.penalties import penalise
from guobiao.competition.settlement import settle_points
from guobiao.competition.wall import break_wall, shuffled_wall
from guobiao.env import VectorTable
from guobiao.errors import IllegalActionError, TableError
from guobiao.series import Contestant, Series
from guobiao.table import TableHand, decode_action, encode_action
from guobiao.values import real_number
from hostile_calls import FailingNumber
from mahjong_core.arguments import flag, whole_number

np = pytest.importorskip("numpy")

SLOTS = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4]
WHOLE = [3, Tile(3), np.int8(3), np.uint64(3), np.array(3), np.array(3, np.uint8)]
NOT_WHOLE = [
    3.0,
    float("nan"),
    True,
    np.float32(3),
    np.bool_(True),
    "3",
    b"3",
    None,
    [3],
    np.array([3]),
    np.array(3.0),
    np.array(True),
    FailingNumber(),
]


@pytest.mark.parametrize("value", WHOLE, ids=repr)
def test_what_is_a_whole_number(value: object) -> None:
    found = whole_number(value, 0, 9)
    assert (found, type(found)) == (3, int)
    assert whole_number(value, 4, 9) is whole_number(value, 0, 2) is None


@pytest.mark.parametrize("value", NOT_WHOLE, ids=repr)
def test_what_is_none(value: object) -> None:
    assert whole_number(value) is None


def test_flags() -> None:
    assert [flag(value) for value in (True, False, np.bool_(True), np.bool_(False))] == [
        True,
        False,
        True,
        False,
    ]
    assert [flag(value) for value in (0, 1, 2, "0", "", None, [], np.int64(1), np.array(True))] == [
        None
    ] * 9


def test_numbers() -> None:
    assert [
        real_number(value) for value in (2, 2.5, np.float32(0.5), np.int64(2), Fraction(1, 2))
    ] == [
        2,
        2.5,
        0.5,
        2,
        0.5,
    ]
    assert [
        real_number(value)
        for value in (True, np.bool_(True), "2", float("inf"), np.nan, 10**400, None, 1j)
    ] == [None] * 8


def series(**changes: object) -> Series:
    return Series(tuple(Contestant(name, "random") for name in "ABCD"), **{"hands": 3, **changes})  # type: ignore[arg-type]


# Doors that take 3, each with what it makes of it.
DOORS: dict[str, Callable[[object], object]] = {
    "a tile": lambda n: Hand([n, *SLOTS[:5], *SLOTS[6:]]),
    "the winning tile": lambda n: Hand(SLOTS, winning_tile=n).win,
    "flowers": lambda n: Hand(SLOTS, flowers=n).flowers,
    "the prevalent wind": lambda n: Hand(SLOTS, prevalent_wind=n).prevalent_wind,
    "a kind of meld": lambda n: Meld(n, Tile.E, 3).kind,
    "the tile of a meld": lambda n: Meld(MeldKind.PUNG, n).tile,
    "the source of a meld": lambda n: Meld(MeldKind.PUNG, Tile.E, n).source,
    "a seat": Seat.parse,
    "seen": lambda n: guobiao.effective_tiles("123456789m1155s", seen=[*[0] * 30, n, 0, 0, 0]),
    "routes": lambda n: len(guobiao.reach("123456789m1155s", routes=n).routes),
    "minimum": lambda n: guobiao.reach("123456789m1155s", minimum=n).distance,
    "tiles to write": lambda n: guobiao.format_tiles([n]),
    "a fan": lambda n: guobiao.get_profile("mil").points(n),
    "points of a profile": lambda n: RuleProfile({"points": {"断幺": n}}).points(
        guobiao.parse_fan("断幺")
    ),
    "minimum of a profile": lambda n: RuleProfile({"minimum": n}).minimum,
    "points": lambda n: settle_points(n, winner=0, rules=RuleProfile({"minimum": 3})).changes,
    "flowers of a payment": lambda n: settle_points(11, winner=0, flowers=n).changes,
    "a winner": lambda n: settle_points(11, winner=n).changes,
    "a step": lambda n: penalise("E", "deduction", step=n).changes,
    "a correction": lambda n: start_match("ABCD").add(Correction((n, -3, 0, 0), "")).totals,  # type: ignore[arg-type]
    "base points": lambda n: start_match("ABCD", base_points=n).totals,  # type: ignore[arg-type]
    "a die": lambda n: break_wall((n, 1), (2, 2)),
    "a seed of a wall": shuffled_wall,
    "a seed": lambda n: TableHand(seed=n).seed,
    "a seat of a table": lambda n: TableHand(seed=1).wall_left(n),
    "a seed of chance": lambda n: TableHand(seed=1).play_out(n),
    "an action": decode_action,
    "a tile of an action": lambda n: encode_action(2, n),  # type: ignore[arg-type]
    "tables": lambda n: len(VectorTable(n)),
    "threads": lambda n: len(VectorTable(3, threads=n)),
    "a seed of tables": lambda n: VectorTable(1).reset(n).seats.tolist(),
    "hands of a series": lambda n: series(hands=n).hands,
    "a seed of a series": lambda n: series(seed=n).seed,
}


@pytest.mark.parametrize("name", DOORS)
def test_every_door_takes_the_same(name: str) -> None:
    door = DOORS[name]
    expected = door(3)
    for value in (np.int64(3), np.uint8(3), np.array(3)):
        assert door(value) == expected
    for value in (3.0, np.float32(3), float("nan"), np.array([3, 3]), FailingNumber()):
        with pytest.raises(GuobiaoError):
            door(value)


@pytest.mark.parametrize("name", [name for name in DOORS if name != "a seat"])
def test_no_door_takes_a_bool_for_a_number(name: str) -> None:
    for value in (True, np.bool_(True)):
        with pytest.raises(GuobiaoError):
            DOORS[name](value)


FLAGS: dict[str, Callable[[object], object]] = {
    "self_drawn": lambda flag: Hand(SLOTS, winning_tile=4, self_drawn=flag).self_drawn,  # type: ignore[arg-type]
    "kong": lambda flag: Hand(SLOTS, winning_tile=4, kong=flag).kong,  # type: ignore[arg-type]
    "formal waits": lambda flag: guobiao.waits("1234444678m456p", formal=flag),  # type: ignore[arg-type]
    "formal shanten": lambda flag: guobiao.shanten("1234444678m456p", formal=flag),  # type: ignore[arg-type]
    "flowers": lambda flag: TableHand(seed=1, flowers=flag).has_flowers,  # type: ignore[arg-type]
    "flowers of a series": lambda flag: series(flowers=flag).flowers,
    "fans": lambda flag: (
        guobiao.score_batch(
            guobiao.HandBatch.from_lines(["19m19p119sESWNPFC"]), fans=flag
        ).fan_counts
        is None
    ),
    "a switch": lambda flag: RuleProfile({"switches": {"correct_flags": flag}}).rules.switches,
}


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_flags(name: str) -> None:
    for value in (True, False):
        assert FLAGS[name](np.bool_(value)) == FLAGS[name](value)
    for value in ("0", "", 0, 2, None, [], np.int64(1)):
        with pytest.raises(GuobiaoError):
            FLAGS[name](value)


def test_arrays_are_lists_of_tiles() -> None:
    hand = Hand(np.array(SLOTS, np.uint8), winning_tile=np.int16(4))
    assert hand == Hand(SLOTS, winning_tile=4)
    assert type(hand.flowers) is type(hand.win) is int
    assert TableHand(tiles=np.array(guobiao.competition.wall.FULL_SET)) == TableHand(
        tiles=guobiao.competition.wall.FULL_SET
    )
    for wrong in (np.array(SLOTS, float), np.array([SLOTS]), np.array(3)):
        with pytest.raises(HandError):
            Hand(wrong)


@pytest.mark.parametrize(
    "action",
    [float("nan"), 34.6, 2.0, True, "2", None, 2**70, -1, 235, FailingNumber(), np.float64(2), [2]],
    ids=repr,
)
def test_what_is_no_action_is_not_played(action: object, capfd: pytest.CaptureFixture[str]) -> None:
    """In CLAIM too, where 0 is a pass that every seat may make."""
    hand = TableHand(seed=1)
    while hand.phase.name != "CLAIM":
        hand.apply(hand.legal_actions()[0])
    before = hand.state
    with pytest.raises(IllegalActionError) as raised:
        hand.apply(action)  # type: ignore[arg-type]
    assert hand.state == before
    assert raised.value.legal == hand.legal_actions()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("bad", [float("nan"), 34.6, True, "2", None, FailingNumber()], ids=repr)
def test_a_step_of_tables_plays_whole_numbers_only(bad: object) -> None:
    tables = VectorTable(2)
    actions = tables.reset(seed=7).masks.argmax(axis=1)
    before = [tables.hand(row).state for row in range(2)]
    with pytest.raises(GuobiaoError):
        tables.step([int(actions[0]), bad])
    assert [tables.hand(row).state for row in range(2)] == before
    tables.step(actions.astype(np.uint8))


def test_a_refusal_does_not_contradict_itself() -> None:
    assert decode_action(np.int64(38)) == decode_action(38)
    with pytest.raises(TableError, match="expected a number from 0 to 234"):
        decode_action(np.float64(38))
