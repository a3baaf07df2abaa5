"""``shanten_batch`` and ``effective_batch``: the scalar answers row by row, slices, threads, wrong
rows and wrong arrays.
"""

from __future__ import annotations

from random import Random

import pytest

from guobiao import BatchError, BatchStatus, effective_batch, shanten_batch
from mahjong_core import api
from scale import scaled
from shanten_hands import random_melded, random_standing

np = pytest.importorskip("numpy")

SEED = 20_260_712
ROWS = scaled(6_000)


@pytest.fixture(scope="module")
def arrays():
    rng = Random(SEED)
    hands = [
        random_melded(rng) if number % 2 else random_standing(rng, rng.choice((13, 14, 10, 4)))
        for number in range(ROWS)
    ]
    counts = np.frombuffer(b"".join(hand.counts for hand in hands), np.uint8).reshape(-1, 34)
    return counts, np.frombuffer(b"".join(hand.codes for hand in hands), np.uint8).reshape(-1, 4)


@pytest.mark.parametrize("formal", [False, True])
def test_rows_are_the_scalar_answers(arrays, formal: bool) -> None:
    counts, melds = arrays
    near, found = (
        shanten_batch(counts, melds=melds, formal=formal),
        effective_batch(counts, melds=melds, formal=formal),
    )
    for row in range(ROWS):
        numbers, masks = api.effective_tiles(counts[row].tobytes(), melds[row].tobytes(), formal)
        assert tuple(near.shanten[row]) == tuple(found.shanten[row]) == numbers
        assert tuple(map(int, found.masks[row])) == masks
    assert not near.status.any()
    assert not found.status.any()


def test_the_standard_form_alone(arrays) -> None:
    counts, melds = arrays
    found, alone = (
        effective_batch(counts, melds=melds),
        effective_batch(counts, melds=melds, standard_only=True),
    )
    for column in (0, 1):
        assert (alone.masks[:, column] == found.masks[:, 1]).all()
        assert (alone.shanten[:, column] == found.shanten[:, 1]).all()
    assert (alone.shanten[:, 2:] == 127).all()
    assert not alone.masks[:, 2:].any()


@pytest.mark.parametrize("threads", [0, 2, 3, 7])
def test_threads_and_slices(arrays, threads: int) -> None:
    counts, melds = arrays
    one, many = (
        effective_batch(counts, melds=melds),
        effective_batch(counts, melds=melds, threads=threads),
    )
    assert (one.masks == many.masks).all()
    assert (one.shanten == many.shanten).all()
    assert (shanten_batch(counts, melds=melds, threads=threads).shanten == one.shanten).all()
    part = slice(ROWS // 3, ROWS // 2)
    assert (shanten_batch(counts[part], melds=melds[part]).shanten == one.shanten[part]).all()


def test_no_rows() -> None:
    nothing = effective_batch(np.zeros((0, 34), np.uint8))
    assert (nothing.masks.shape, nothing.shanten.shape, nothing.status.shape) == (
        (0, 6),
        (0, 6),
        (0,),
    )


def test_wrong_rows_cost_the_others_nothing() -> None:
    counts = np.zeros((6, 34), np.uint8)
    melds = np.zeros((6, 4), np.uint8)
    counts[:, :13] = 1
    counts[1, 0] = 5
    counts[2, 13:15] = 1
    melds[3, 0] = 200
    melds[4, 0] = 1
    expected = [
        "FINE",
        "FIVE_COPIES",
        "WRONG_NUMBER_OF_TILES",
        "BAD_MELD",
        "WRONG_NUMBER_OF_TILES",
        "FINE",
    ]
    for found in (shanten_batch(counts, melds=melds), effective_batch(counts, melds=melds)):
        assert [BatchStatus(status).name for status in found.status] == expected
        assert (found.shanten[1:5] == 127).all()
        assert (found.shanten[0] == found.shanten[5]).all()
        assert found.shanten[0, 0] == 0


GOOD = np.zeros((3, 34), np.uint8)


@pytest.mark.parametrize(
    ("counts", "options"),
    [
        (None, {}),
        (GOOD.tolist(), {}),
        (GOOD[:, :33], {}),
        (GOOD.astype(np.int64), {}),
        (GOOD[::2], {}),
        (np.asfortranarray(GOOD), {}),
        (GOOD, {"melds": np.zeros((2, 4), np.uint8)}),
        (GOOD, {"melds": np.zeros((3, 5), np.uint8)}),
        (GOOD, {"threads": -1}),
        (GOOD, {"threads": 1.5}),
        (GOOD, {"threads": True}),
    ],
)
def test_wrong_arrays(counts, options) -> None:
    for call in (shanten_batch, effective_batch):
        with pytest.raises(BatchError):
            call(counts, **options)
