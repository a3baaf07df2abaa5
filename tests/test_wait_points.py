"""What a wait is worth: by a discard and self-drawn, copies left, fifth copies; the batch of the
same.
"""

import pickle
from random import Random

import numpy as np
import pytest

import guobiao
from generator import random_hand, random_losing_hand
from guobiao import (
    BatchStatus,
    Fan,
    HandBatch,
    HandError,
    format_hand,
    reference,
    wait_points_batch,
)
from scale import scaled


def test_points_by_discard_and_self_drawn() -> None:
    first, second = guobiao.waits("123456789m1155s")
    assert (str(first.tile), first.left, first.discard.points, first.self_drawn.points) == (
        "1s",
        2,
        21,
        23,
    )
    assert (str(second.tile), second.left, second.discard.points, second.self_drawn.points) == (
        "5s",
        2,
        20,
        22,
    )
    assert first.qualifies == (True, True)
    assert Fan.FULLY_CONCEALED_HAND in first.self_drawn.fan_counts


def test_a_fifth_copy_has_no_points() -> None:
    one, four = guobiao.waits("1234444678m456p", formal=True)
    assert (one.qualifies, one.is_fifth_copy, one.left) == ((False, True), False, 3)
    assert (four.discard, four.self_drawn, four.qualifies, four.is_fifth_copy, four.left) == (
        None,
        None,
        (False, False),
        True,
        0,
    )


def test_copies_left() -> None:
    seen = [0] * 34
    seen[9] = 2
    hand = "123456789m1155s"
    assert [wait.left for wait in guobiao.waits(hand, seen=seen)] == [0, 2]
    assert guobiao.waits(hand, seen=seen)[0].discard.points == 21
    seen[9] = 3
    with pytest.raises(HandError, match=r"2 1s in .* and 3 seen"):
        guobiao.waits(hand, seen=seen)


def test_melds_that_hold_three_copies_make_the_last_copy() -> None:
    [wait] = [
        wait for wait in guobiao.waits("[333m,1][789p,1]12m456s77s") if str(wait.tile) == "3m"
    ]
    assert wait.left == 1
    assert Fan.LAST_TILE in wait.discard.fan_counts


def test_waits_are_values() -> None:
    ours, theirs = guobiao.waits("123456789m1155s"), reference.waits("123456789m1155s")
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert sorted((ours[1], ours[0])) == list(ours)
    copied = pickle.loads(pickle.dumps(ours))
    assert copied == ours
    assert copied[0].discard == ours[0].discard
    assert "_score" not in repr(ours)


@pytest.mark.parametrize("profile", ["mil", "1998", "botzone", "botzone-2020", "wmo"])
def test_reference_and_batch_say_the_same(profile: str) -> None:
    rng = Random(f"waits {profile}")
    hands = [
        random_losing_hand(rng) if number % 8 == 7 else random_hand(rng)
        for number in range(scaled(120))
    ]
    table = wait_points_batch(HandBatch.from_hands(hands), rules=profile)
    assert not table.status.any()
    assert (table.discard.dtype, table.self_drawn.dtype, table.discard.shape) == (
        np.int16,
        np.int16,
        (len(hands), 34),
    )
    for row, hand in enumerate(hands):
        ours, theirs = (module.waits(hand, rules=profile) for module in (guobiao, reference))
        told = f"{format_hand(hand)} row {row}"
        assert ours == theirs, told
        for found, expected in zip(ours, theirs):
            assert (found.discard, found.self_drawn) == (expected.discard, expected.self_drawn), (
                told
            )
        for column, scores in (
            ("discard", [w.discard for w in ours]),
            ("self_drawn", [w.self_drawn for w in ours]),
        ):
            points = dict(zip((wait.tile for wait in ours), (score.points for score in scores)))
            assert [points.get(slot, 0) for slot in range(34)] == getattr(table, column)[
                row
            ].tolist(), told


def test_wrong_rows_have_a_status_and_zeros() -> None:
    batch = HandBatch.from_lines(
        ["123456789m1155s", "nonsense", "123456789m1155s"] + ["123456789m11555s |"] * 4
    )
    batch.winds[2] = 16
    batch.flowers[3] = 9
    batch.win[4] = 20
    batch.counts[5, 0] = 9
    batch.melds[6, 0] = 200
    table = wait_points_batch(batch, threads=2)
    assert [BatchStatus(status).name for status in table.status] == [
        "FINE",
        "BAD_NOTATION",
        "BAD_WINDS",
        "WRONG_NUMBER_OF_TILES",
        "BAD_WINNING_TILE",
        "FIVE_COPIES",
        "BAD_MELD",
    ]
    assert not table.discard[1:].any()
    assert not table.self_drawn[1:].any()


def test_threads_and_the_empty_batch() -> None:
    batch = HandBatch.from_lines(["123456789m1155s", "1234444678m456p"] * 4000)
    one, two = wait_points_batch(batch), wait_points_batch(batch, threads=2)
    assert np.array_equal(one.discard, two.discard)
    assert np.array_equal(one.self_drawn, two.self_drawn)
    assert wait_points_batch(batch[:0]).discard.shape == (0, 34)
