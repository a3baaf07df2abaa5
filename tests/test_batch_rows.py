"""A batch says of every row what the one-hand call and the reference say: points, fans, statuses;
in any slice, order, threads.
"""

from __future__ import annotations

import _thread
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import guobiao
from agreement import outcome
from batch_rows import (
    Row,
    Wrong,
    batch_of_rows,
    case_batch,
    corpus,
    garbage,
    good_row,
    plain_status,
    random_hands,
    rows_of,
    sampled_corpus,
    taken,
    wrong_rows,
)
from case_files import Case, read_cases
from guobiao import (
    BatchScores,
    BatchStatus,
    HandBatch,
    format_hand,
    get_profile,
    is_win_batch,
    reference,
)
from guobiao.arrays import batch as batch_module
from guobiao.arrays import buffers as arrays
from guobiao.arrays.batch import score_batch, waits_batch
from mahjong_core import api
from mahjong_core.fan_table import FAN_COUNT
from scale import scaled

PROFILES = ("mil", "1998", "botzone", "wmo")
ERRORS = {
    BatchStatus.NOT_WINNING: guobiao.NotWinningError,
    BatchStatus.NO_WINNING_TILE: guobiao.NotWinningError,
    BatchStatus.CONTRADICTORY_FLAGS: guobiao.ContradictionError,
}
FILES = ("decisions.tsv", "profiles.tsv", "random-mil.tsv", "reports.tsv", "wmo.tsv")


def assert_same(found: BatchScores, expected: BatchScores, where: object = "") -> None:
    assert np.array_equal(found.points, expected.points), where
    assert np.array_equal(found.status, expected.status), where
    assert (found.fan_counts is None) is (expected.fan_counts is None), where
    if found.fan_counts is not None:
        assert np.array_equal(found.fan_counts, expected.fan_counts), where


def part_of(scores: BatchScores, rows: object) -> BatchScores:
    fan_counts = None if scores.fan_counts is None else scores.fan_counts[rows]
    return BatchScores(scores.points[rows], scores.status[rows], fan_counts)


# --------------------------------------------------------------------------- cases, core, reference


@pytest.mark.parametrize("name", PROFILES)
def test_the_totals_and_fans_of_the_case_files(name: str) -> None:
    cases = [case for file in FILES for case in read_cases(file)]
    scores = score_batch(case_batch(), rules=name, fans=True)
    of_profile = [row for row, case in enumerate(cases) if case.profile == name]
    assert scores.points[of_profile].tolist() == [cases[row].total or 0 for row in of_profile]
    assert np.array_equal(
        scores.fan_counts[of_profile], [fan_row(cases[row]) for row in of_profile]
    )
    fine = scores.status[of_profile] == BatchStatus.FINE
    assert fine.tolist() == [cases[row].total is not None for row in of_profile]


def fan_row(case: Case) -> list[int]:
    return [(case.fans or {}).get(fan, 0) for fan in range(1, FAN_COUNT + 1)]


@pytest.mark.parametrize("name", PROFILES)
def test_the_one_hand_call_says_the_same_of_every_row(name: str) -> None:
    profile, scores = get_profile(name), score_batch(corpus(), rules=name, fans=True)
    for number, row in enumerate(rows_of(corpus())):
        call = (profile.tables, bytes(row.counts), bytes(row.melds), *row[2:])
        points, status = int(scores.points[number]), int(scores.status[number])
        assert api.points(*call) == (-status if status else points), row
        if status == 0 or number % 7 == 0:
            assert api.fan_counts(*call) == scores.fan_counts[number].tobytes(), row


@pytest.mark.parametrize("name", PROFILES)
def test_the_reference_says_the_same(name: str) -> None:
    hands = random_hands(303, scaled(120))
    assert_agrees_with_reference(hands, name)


def assert_agrees_with_reference(
    hands: tuple[guobiao.Hand, ...], rules: str | guobiao.RuleProfile
) -> None:
    scores = score_batch(HandBatch.from_hands(hands), rules=rules, fans=True)
    for number, hand in enumerate(hands):
        status, where = BatchStatus(scores.status[number]), format_hand(hand)
        expected = outcome(reference, hand, rules)
        if isinstance(expected, str):
            waits = status is BatchStatus.WRONG_NUMBER_OF_TILES and hand.winning_tile is None
            assert expected == ("NotWinningError" if waits else ERRORS[status].__name__), where
            assert scores.points[number] == 0, where
            assert not scores.fan_counts[number].any(), where
        else:
            assert (status, scores.points[number]) == (BatchStatus.FINE, expected.points), where
            counts = {counted.fan: counted.count for counted in expected.fans}
            assert scores.fan_counts[number].tolist() == [
                counts.get(fan, 0) for fan in guobiao.Fan
            ], where


def test_points_are_the_same_without_the_fans() -> None:
    for name in PROFILES:
        with_fans, without = (
            score_batch(corpus(), rules=name, fans=True),
            score_batch(corpus(), rules=name),
        )
        assert without.fan_counts is None
        assert_same(without, BatchScores(with_fans.points, with_fans.status))
        points = np.array([get_profile(name).points(fan) for fan in guobiao.Fan])
        assert np.array_equal(with_fans.fan_counts @ points, with_fans.points)


# ------------------------------------------------------------------------------- statuses, messages


@pytest.mark.parametrize("wrong", list(wrong_rows()), ids=lambda wrong: wrong.name)
def test_a_mistake_has_its_status_and_message(wrong: Wrong) -> None:
    row = good_row()._replace(**wrong.changes)
    batch = batch_of_rows([good_row(), row, good_row()])
    scores = score_batch(batch, fans=True)
    assert scores.status.tolist() == [0, wrong.status, 0]
    assert scores.points[0] == scores.points[2] > scores.points[1] == 0, (
        "one bad row costs only itself"
    )
    assert not scores.fan_counts[1].any()
    assert np.array_equal(scores.fan_counts[0], scores.fan_counts[2])
    assert wrong.message in batch.error(1)
    assert batch.error(0) is None
    assert plain_status(row, get_profile("mil")) is wrong.status


def test_the_mistakes_are_of_every_status() -> None:
    assert {wrong.status for wrong in wrong_rows()} == set(BatchStatus) - {
        BatchStatus.FINE,
        BatchStatus.BAD_NOTATION,
    }


@pytest.mark.parametrize("name", ["mil", "botzone"])
def test_statuses_are_those_of_the_plain_check_and_of_the_errors(name: str) -> None:
    profile = get_profile(name)
    batch = sampled_corpus()
    statuses = score_batch(batch, rules=profile).status.tolist()
    for number, row in enumerate(rows_of(batch)):
        status = BatchStatus(statuses[number])
        assert status is plain_status(row, profile), row
        assert (batch.error(number, rules=profile) is None) is (status is BatchStatus.FINE), row
        error = error_of(batch, number, profile)
        if status in ERRORS:
            assert type(error) in (ERRORS[status], guobiao.HandError), row
        elif status is BatchStatus.WRONG_NUMBER_OF_TILES:
            assert type(error) is guobiao.HandError or (
                row.win == 255 and type(error) is guobiao.NotWinningError
            ), row
        else:
            assert (error is None) is (status is BatchStatus.FINE), row
            assert error is None or type(error) is guobiao.HandError, row


def error_of(batch: HandBatch, row: int, profile: guobiao.RuleProfile) -> Exception | None:
    try:
        guobiao.score(batch[row], rules=profile)
    except guobiao.GuobiaoError as error:
        return error
    return None


def test_a_message_is_of_the_mistake_that_the_status_names() -> None:
    row = good_row()
    every = Row(row.counts, (1, 200, 0, 0), 99, 77, 88, 66)
    for better, status, message in (
        ({}, BatchStatus.BAD_MELD, "meld code 200"),
        ({"melds": row.melds}, BatchStatus.BAD_WINNING_TILE, "99 is no winning tile"),
        ({"win": row.win}, BatchStatus.BAD_FLAGS, "flags 77"),
        ({"flags": 0}, BatchStatus.BAD_WINDS, "winds 88"),
        ({"winds": 0}, BatchStatus.BAD_FLOWERS, "flowers 66"),
    ):
        every = every._replace(**better)
        batch = batch_of_rows([every])
        assert score_batch(batch).status.tolist() == [status]
        assert message in batch.error(0)
    waiting = batch_of_rows([row._replace(win=255, flags=99)])
    assert score_batch(waiting).status.tolist() == [BatchStatus.NO_WINNING_TILE]
    assert "no winning tile" in waiting.error(0)


def test_error_is_of_a_row_and_a_profile_that_are_there() -> None:
    batch = corpus()[:5]
    with pytest.raises(IndexError):
        batch.error(5)
    with pytest.raises(guobiao.ProfileError):
        batch.error(0, rules="2006")
    assert batch.error(-1) == batch.error(4)


def test_garbage_never_crashes() -> None:
    batch = garbage(304, 20_000)
    scores = score_batch(batch, fans=True, threads=3)
    assert scores.status.max() <= BatchStatus.BAD_FLOWERS
    assert {0, 1, 3, 4, 5, 6, 7, 8, 9, 10} <= set(scores.status.tolist())
    bad = scores.status != BatchStatus.FINE
    assert not scores.points[bad].any()
    assert not scores.fan_counts[bad].any()
    for formal in (False, True):
        waits = waits_batch(batch, formal=formal)
        assert not waits.masks[waits.status != BatchStatus.FINE].any()
        assert not (waits.masks >> 34).any()
    assert is_win_batch(batch)[scores.status == BatchStatus.FINE].all()


# --------------------------------------------------------------------------- slices, threads, order


@pytest.fixture
def every_row_is_worth_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_ROWS_WORTH_A_THREAD", 1)


@pytest.mark.parametrize("fans", [False, True])
@pytest.mark.parametrize("threads", [0, 1, 2, 3, 7, 64])
def test_any_number_of_threads(threads: int, fans: bool, every_row_is_worth_a_thread: None) -> None:
    batch = corpus()
    assert_same(score_batch(batch, threads=threads, fans=fans), score_batch(batch, fans=fans))
    waits, expected = (
        waits_batch(batch, formal=fans, threads=threads),
        waits_batch(batch, formal=fans),
    )
    assert np.array_equal(waits.masks, expected.masks)
    assert np.array_equal(waits.status, expected.status)
    assert np.array_equal(is_win_batch(batch, threads=threads), is_win_batch(batch))


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65])
def test_more_threads_than_rows(count: int, every_row_is_worth_a_thread: None) -> None:
    batch = corpus()[:count]
    for threads in (0, 1, 64, 10**9):
        assert_same(score_batch(batch, threads=threads, fans=True), score_batch(batch, fans=True))


def test_a_system_that_gives_no_threads(
    monkeypatch: pytest.MonkeyPatch, every_row_is_worth_a_thread: None
) -> None:
    asked = []

    def start(work: object, arguments: object) -> None:
        asked.append(arguments)
        raise RuntimeError("can't start new thread")

    expected = score_batch(corpus())
    monkeypatch.setattr(_thread, "start_new_thread", start)
    assert_same(score_batch(corpus(), threads=7), expected)
    assert len(asked) == 6


def test_what_a_thread_raises_is_raised(
    monkeypatch: pytest.MonkeyPatch, every_row_is_worth_a_thread: None
) -> None:
    def score_rows(*arguments: object) -> None:
        if arguments[-2] != 0:
            raise MemoryError("in a thread")

    monkeypatch.setattr(batch_module.core, "score_rows", score_rows)
    score_batch(corpus())
    with pytest.raises(MemoryError, match="in a thread"):
        score_batch(corpus(), threads=7)


def test_any_slice_says_the_same() -> None:
    batch, rng = corpus(), Random(305)
    expected = score_batch(batch, fans=True)
    for start, stop in pieces(rng, len(batch)):
        view = batch[start:stop]
        assert len(view) == stop - start
        assert np.shares_memory(view.counts, batch.counts) or start == stop
        assert_same(
            score_batch(view, fans=True, threads=2),
            part_of(expected, slice(start, stop)),
            (start, stop),
        )
    whole = [
        score_batch(batch[start : start + 1000]).points for start in range(0, len(batch), 1000)
    ]
    assert np.array_equal(np.concatenate(whole), expected.points)


def pieces(rng: Random, count: int) -> Iterator[tuple[int, int]]:
    for _ in range(50):
        start = rng.randrange(count)
        yield start, min(count, start + rng.choice((0, 1, 2, 17, 3000)))


def test_any_order_says_the_same() -> None:
    order = np.random.default_rng(306).permutation(len(corpus()))
    shuffled = score_batch(taken(corpus(), order), fans=True, threads=2)
    assert_same(shuffled, part_of(score_batch(corpus(), fans=True), order))


def test_one_row_and_none() -> None:
    batch, scores = corpus(), score_batch(corpus(), fans=True)
    for row in (0, 1, len(batch) - 1):
        assert_same(
            score_batch(batch[row : row + 1], fans=True), part_of(scores, slice(row, row + 1))
        )
    for empty in (batch[:0], batch[5:2], HandBatch.from_hands([]), HandBatch.from_lines([])):
        for threads in (0, 1, 7):
            nothing = score_batch(empty, fans=True, threads=threads)
            assert (nothing.points.shape, nothing.status.shape, nothing.fan_counts.shape) == (
                (0,),
                (0,),
                (0, FAN_COUNT),
            )
            assert waits_batch(empty, threads=threads).masks.shape == (0,)
            assert is_win_batch(empty, threads=threads).shape == (0,)


# -------------------------------------------------------------------------------------- waits, wins


@pytest.mark.parametrize("formal", [False, True])
def test_waits_are_those_of_the_one_hand_call(formal: bool) -> None:
    batch = sampled_corpus()
    found = waits_batch(batch, formal=formal)
    for number, row in enumerate(rows_of(batch)):
        call = (bytes(thirteen(row)), bytes(row.melds), formal)
        status = plain_waits_status(row)
        assert found.status[number] == status, row
        if status is BatchStatus.FINE:
            assert found.masks[number] == api.waits(*call), row
        else:
            assert found.masks[number] == 0, row


def thirteen(row: Row) -> list[int]:
    counts = list(row.counts)
    if row.win < 34 and counts[row.win]:
        counts[row.win] -= 1
    return counts


def plain_waits_status(row: Row) -> BatchStatus:
    """As a hand to score, but for flags, winds, flowers; thirteen tiles without a winning tile are
    what it should be.
    """
    row = row._replace(flags=0, winds=0, flowers=0)
    status = plain_status(row, get_profile("mil"))
    if (
        status in (BatchStatus.NO_WINNING_TILE, BatchStatus.WRONG_NUMBER_OF_TILES)
        and row.win == 255
    ):
        melds = sum(map(bool, row.melds))
        return (
            BatchStatus.FINE
            if sum(row.counts) + 3 * melds == 13
            else BatchStatus.WRONG_NUMBER_OF_TILES
        )
    return BatchStatus.FINE if status is BatchStatus.NOT_WINNING else status


@pytest.mark.parametrize("formal", [False, True])
@pytest.mark.parametrize("module", [guobiao, reference], ids=["core", "reference"])
def test_waits_of_hands(module, formal: bool) -> None:
    hands = random_hands(307, scaled(100))
    found = waits_batch(HandBatch.from_hands(hands), formal=formal)
    assert not found.status.any()
    for hand, mask in zip(hands, found.masks.tolist(), strict=True):
        expected = sum(1 << wait.tile for wait in module.waits(hand, formal=formal))
        assert mask == expected, format_hand(hand)


def test_fourteen_tiles_without_a_winning_tile_wait_for_none() -> None:
    waits = waits_batch(HandBatch.from_lines(["1112345678999m1m |EE0000", "1112345678999m"]))
    assert waits.status.tolist() == [BatchStatus.WRONG_NUMBER_OF_TILES, BatchStatus.FINE]
    assert waits.masks.tolist() == [0, 0b111111111]


def test_wins_are_those_of_the_one_hand_call() -> None:
    found = is_win_batch(corpus())
    assert found.dtype == np.bool_
    for row, is_win in zip(rows_of(corpus()), found.tolist(), strict=True):
        assert is_win is (api.is_complete(bytes(row.counts), bytes(row.melds)) == 0), row
    hands = random_hands(307, scaled(100))
    wins = is_win_batch(HandBatch.from_hands(hands)).tolist()
    assert (
        wins
        == [guobiao.is_win(hand) for hand in hands]
        == [reference.is_win(hand) for hand in hands]
    )
