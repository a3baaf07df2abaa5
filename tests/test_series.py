"""Series of hands: who sits where, what follows from the seed, and the figures of the results."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator

import pytest

from bot_programs import python_bot
from guobiao import series as worker
from guobiao.botzone import BotFailure, Verdict
from guobiao.errors import SeriesError
from guobiao.series import Contestant, Series, SeriesHand, SeriesTable, play_series
from guobiao.table import TableHand, WallRule
from guobiao.tiles import Seat


def series_of(*players: str, hands: int = 8, seed: int = 1, **options: object) -> Series:
    return Series(
        tuple(Contestant(f"{name} {k}", name) for k, name in enumerate(players)),
        hands,
        seed,
        **options,
    )


def table_of(series: Series, hands: list[SeriesHand]) -> SeriesTable:
    table = SeriesTable(series)
    for played in hands:
        table.add(played)
    return table


def test_everybody_sits_everywhere_once_a_deal() -> None:
    hands = list(play_series(series_of("random", "random", "random", "random", hands=10)))
    assert [played.number for played in hands] == list(range(10))
    for deal in (hands[:4], hands[4:8]):
        assert len({played.hand.wall for played in deal}) == 1
        assert sorted(played.contestants for played in deal) == [
            (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2),
        ]  # fmt: skip
        assert len({played.hand.prevalent_wind for played in deal}) == 1
        assert (
            len({played.hand.actions for played in deal}) == 4
        )  # random play is not the same at another seat
    assert [hands[number].hand.prevalent_wind for number in (0, 4, 8)] == [Seat.E, Seat.S, Seat.W]
    assert hands[0].hand.wall != hands[4].hand.wall


def test_changes_are_the_contestants() -> None:
    for played in play_series(series_of("greedy", "random", "random", "reach", hands=8)):
        result = played.result
        assert result is not None
        for seat in Seat:
            assert played.changes[played.contestant_at(seat)] == result.changes[seat]


def test_four_equal_players_who_leave_nothing_to_chance_are_equal() -> None:
    series = series_of("greedy", "greedy", "greedy", "greedy", hands=40)
    results = table_of(series, list(play_series(series))).results()
    assert [result.points for result in results] == [0] * 4
    assert len({(result.wins, result.self_drawn, result.deal_ins) for result in results}) == 1


def test_the_seed_decides_everything_however_many_processes() -> None:
    series = series_of(
        "greedy", "random", "random", "random", hands=70, wall=WallRule.OWN, flowers=False
    )
    one, two = list(play_series(series)), list(play_series(series, processes=2))
    assert [(played.number, played.hand, played.changes) for played in one] == [
        (played.number, played.hand, played.changes) for played in two
    ]
    other = series_of(
        "greedy", "random", "random", "random", hands=70, seed=2, wall=WallRule.OWN, flowers=False
    )
    assert next(play_series(other)).hand.wall != one[0].hand.wall


def test_bots_play_in_processes_too() -> None:
    bot = Contestant("bot", python_bot("1 / 0"))
    series = Series((bot, *(Contestant(name, "greedy") for name in "ABC")), hands=5)
    hands = list(play_series(series, processes=2))
    assert [played.changes for played in hands] == [(-30, 10, 10, 10)] * 5
    table = table_of(series, hands)
    assert (table.failed, table.drawn) == (5, 0)
    assert [result.failures for result in table.results()] == [{Verdict.CRASH: 5}, {}, {}, {}]


def test_a_series_may_be_left() -> None:
    hands = play_series(series_of("random", "random", "random", "random", hands=10**6), processes=2)
    assert next(hands).number == 0
    hands.close()


def test_nothing_played() -> None:
    for processes in (1, 2):
        assert (
            list(
                play_series(
                    series_of("random", "random", "random", "random", hands=0), processes=processes
                )
            )
            == []
        )
    result = SeriesTable(series_of("random", "random", "random", "random")).results()[0]
    assert (result.hands, result.points_per_hand, result.half_width, result.fan_points_per_win) == (
        0,
        0.0,
        None,
        None,
    )


# ------------------------------------------------------------------------------------------ figures


def hand_of(number: int, *changes: int, failure: BotFailure | None = None) -> SeriesHand:
    """A hand that nobody has played, with these changes."""
    a, b, c, d = changes
    return SeriesHand(number, TableHand(seed=0), (a, b, c, d), failure)


def test_the_interval_is_that_of_the_means_of_deals() -> None:
    changes = [30, -8, -8, -14, 20, -20, 12, -12, 0, 0, 24, -8]
    table = SeriesTable(series_of("random", "random", "random", "random"))
    for number, change in enumerate(changes):
        table.add(hand_of(number, change, -change, 0, 0))
    means = [statistics.mean(changes[first : first + 4]) for first in (0, 4, 8)]
    width = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(means) / math.sqrt(3)
    first, second, third, _ = table.results()
    assert first.points_per_hand == pytest.approx(statistics.mean(changes))
    assert first.half_width == pytest.approx(width)
    assert second.half_width == pytest.approx(width)
    assert third.half_width == 0.0


def test_looking_at_the_results_changes_nothing() -> None:
    series = series_of("random", "random", "random", "random")
    looked, other = SeriesTable(series), SeriesTable(series)
    for number in range(11):
        for table in (looked, other):
            table.add(hand_of(number, number * number % 7, 0, 0, -3))
        looked.results()
    assert looked.results() == other.results()
    assert looked.results()[0].hands == 11


def test_one_deal_has_no_interval() -> None:
    table = SeriesTable(series_of("random", "random", "random", "random"))
    for number in range(4):
        table.add(hand_of(number, number, 0, 0, 0))
    assert table.results()[0].half_width is None


def test_wins_and_deal_ins_are_counted() -> None:
    series = series_of("greedy", "greedy", "random", "random", hands=60)
    hands = list(play_series(series))
    table, results = table_of(series, hands), table_of(series, hands).results()
    won = [
        played for played in hands if played.result is not None and played.result.winner is not None
    ]
    self_drawn = sum(played.result.discarder is None for played in won)
    assert table.drawn == 60 - len(won)
    assert sum(result.wins for result in results) == len(won)
    assert sum(result.self_drawn for result in results) == self_drawn
    assert sum(result.deal_ins for result in results) == len(won) - self_drawn
    assert sum(result.fan_points for result in results) == sum(
        played.result.score.points for played in won
    )
    assert sum(result.points for result in results) == 0


def test_a_failure_is_its_contestants() -> None:
    table = SeriesTable(series_of("random", "random", "random", "random"))
    table.add(hand_of(1, -30, 10, 10, 10, failure=BotFailure(Seat.S, Verdict.TIME, "late", "2 W1")))
    assert (table.hands, table.failed, table.drawn) == (1, 1, 0)
    assert [result.failures for result in table.results()] == [{Verdict.TIME: 1}, {}, {}, {}]


def test_a_worker_that_is_told_to_leave_gives_up_its_hand_and_plays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The handler of its interrupt, and what has been handed out before it was told."""
    played = []

    def play_hands(given: Series, numbers: Iterable[int]) -> Iterator[SeriesHand]:
        for number in numbers:
            if number == 2:
                worker._Worker.leaves = True
                worker._leave_if_told(2, None)
            played.append(number)
            yield hand_of(number, 0, 0, 0, 0)

    monkeypatch.setattr(worker, "play_hands", play_hands)
    monkeypatch.setattr(worker._Worker, "leaves", False)
    worker._leave_if_told(2, None)  # nobody has told it: the interrupt is for another process
    series = series_of("random", "random", "random", "random")
    assert [hand.number for hand in worker._play_part(series, range(4))] == [0, 1]
    assert worker._play_part(series, range(4, 8)) == []
    assert played == [0, 1]
    assert not worker._Worker.plays


# ------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"contestants": ()}, "0 contestants: expected four"),
        (
            {"contestants": (Contestant("A", "clever"),) * 4},
            "'clever' is no player: expected one of random",
        ),
        ({"hands": -1}, "hands is -1: expected a whole number from 0"),
        ({"hands": True}, "hands is True"),
        ({"seed": "1"}, "seed is '1'"),
    ],
)
def test_what_is_no_series(options: dict[str, object], message: str) -> None:
    good = {"contestants": (Contestant("A", "random"),) * 4, "hands": 1}
    with pytest.raises(SeriesError, match=message):
        Series(**(good | options))


@pytest.mark.parametrize("processes", [0, -1, 1.5, True])
def test_what_is_no_number_of_processes(processes: object) -> None:
    with pytest.raises(SeriesError, match="processes is"):
        play_series(series_of("random", "random", "random", "random"), processes=processes)
