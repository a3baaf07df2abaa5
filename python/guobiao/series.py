"""A series of hands between four contestants (built-in players and bots), and its results.

Each wall (a *deal*) is played four times. Each time everybody moves a seat on, so that each
contestant has held the tiles of each seat (复式). The seed decides everything except what programs
do. The number of processes changes nothing.
"""

from __future__ import annotations

import _thread
import hashlib
import math
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from operator import add
from typing import Final, NamedTuple

from mahjong_core.messages import shown

from .botzone import Bot, BotFailure, BotSpec, Verdict, judge_hand
from .competition.settlement import Changes
from .errors import SeriesError
from .names import check_name
from .players import PLAYER_NAMES, BuiltInPlayer, make_player
from .profiles import RuleProfile, get_profile
from .table import HandResult, TableHand, WallRule, play_hand
from .table.hand import checked_wall_rule
from .tiles import Seat
from .values import checked_flag, checked_items, checked_object, checked_whole

__all__ = [
    "Contestant",
    "ContestantResult",
    "Series",
    "SeriesHand",
    "SeriesTable",
    "play_hands",
    "play_series",
]

_ROTATIONS: Final = 4
_DEALS_A_TASK: Final = 8
_MAX_PROCESSES: Final = 1024
# of the normal distribution: 95 % lie within this many standard errors
_QUANTILE: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Contestant:
    """Who plays: a name for the table of results, and a built-in player's name or a program."""

    name: str
    plays: str | BotSpec


@dataclass(frozen=True, slots=True)
class Series:
    """Hands between four contestants under one set of rules.

    Raises ``SeriesError`` if they cannot be played.

    Hand ``number`` (from 0) is rotation ``number % 4`` of deal ``number // 4``; the prevalent
    wind goes from deal to deal.
    """

    contestants: tuple[Contestant, ...]
    hands: int
    seed: int = 0
    rules: RuleProfile = field(default_factory=lambda: get_profile("mil"))
    wall: WallRule = WallRule.COMMON
    flowers: bool = True

    def __post_init__(self) -> None:
        contestants = tuple(checked_items("contestants", self.contestants, SeriesError))
        if len(contestants) != 4:
            raise SeriesError(f"{len(contestants)} contestants: expected four")
        for contestant in contestants:
            checked_object("a contestant", contestant, Contestant, SeriesError)
            check_name("contestant", contestant.name, SeriesError)
            if isinstance(contestant.plays, str) and contestant.plays not in PLAYER_NAMES:
                raise SeriesError(
                    f"{shown(contestant.plays)} is no player: expected one of "
                    f"{', '.join(PLAYER_NAMES)}"
                )
        for name in ("hands", "seed"):
            value = getattr(self, name)
            number = checked_whole(
                name, value, 0, (1 << 64) - 1, SeriesError, "a whole number from 0"
            )
            object.__setattr__(self, name, number)
        object.__setattr__(self, "rules", get_profile(self.rules))
        object.__setattr__(self, "wall", checked_wall_rule(self.wall))
        object.__setattr__(self, "flowers", checked_flag("flowers", self.flowers, SeriesError))

    @property
    def has_bots(self) -> bool:
        """Whether some contestant is a program."""
        return any(isinstance(contestant.plays, BotSpec) for contestant in self.contestants)

    def start(self, number: int) -> TableHand:
        """The table at the beginning of a hand."""
        deal = checked_whole("number", number, 0, None, SeriesError) // _ROTATIONS
        return TableHand(
            seed=self._number_from("deal", deal),
            rules=self.rules,
            wall=self.wall,
            flowers=self.flowers,
            prevalent_wind=Seat(deal % 4),
        )

    def chance_of(self, number: int) -> int:
        """The seed of what the players do at random in a hand."""
        return self._number_from("hand", checked_whole("number", number, 0, None, SeriesError))

    def _number_from(self, purpose: str, number: int) -> int:
        """64 bits that differ between series, purposes and numbers."""
        digest = hashlib.sha256(f"guobiao series {self.seed} {purpose} {number}".encode()).digest()
        return int.from_bytes(digest[:8], "little")


@dataclass(frozen=True, slots=True)
class SeriesHand:
    """A hand that was played, with its ``changes`` by contestant. ``hand`` is over, or a bot's
    ``failure`` ended it.
    """

    number: int
    hand: TableHand
    changes: Changes
    failure: BotFailure | None = None

    @property
    def contestants(self) -> Changes:
        """Who sits E S W N, as indices of the series' contestants."""
        a, b, c, d = (self.contestant_at(seat) for seat in Seat)
        return (a, b, c, d)

    def contestant_at(self, seat: Seat) -> int:
        """The index of the contestant who sits there."""
        return (Seat.parse(seat) - self.number) % 4

    @property
    def result(self) -> HandResult | None:
        """How it ended at the table; None after a failure."""
        return None if self.failure else self.hand.result


# ------------------------------------------------------------------------------------------ playing


def play_series(series: Series, *, processes: int = 1) -> Generator[SeriesHand, None, None]:
    """The hands of a series, in order, as they are played.

    Raises ``SeriesError`` if the number of processes is impossible.

    With more than one process the program's main module must be importable
    (``if __name__ == "__main__"``), as always with ``concurrent.futures``. Close the generator, or
    take all of it, to end the processes.
    """
    checked_object("series", series, Series, SeriesError)
    processes = checked_whole("processes", processes, 1, _MAX_PROCESSES, SeriesError)
    if processes == 1:
        return play_hands(series, range(series.hands))
    return _play_side_by_side(series, processes)


def _play_side_by_side(series: Series, processes: int) -> Generator[SeriesHand, None, None]:
    step = _ROTATIONS * (1 if series.has_bots else _DEALS_A_TASK)
    told, tell = multiprocessing.Pipe(duplex=False)
    pool, waiting = (
        ProcessPoolExecutor(processes, initializer=_begin_work, initargs=(told,)),
        deque[_Part](),
    )
    try:
        for first in range(0, series.hands, step):
            waiting.append(
                pool.submit(_play_part, series, range(first, min(first + step, series.hands)))
            )
            if len(waiting) > 2 * processes:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        tell.send_bytes(b"leave")
        pool.shutdown(cancel_futures=True)
        tell.close()
        told.close()


_Part = Future[list[SeriesHand]]


# ------------------------------------------------------------- in a process that works for a series


class _Left(BaseException):
    """Raised in the middle of a hand when the worker is to leave."""


class _Worker:
    """Whether a worker plays, and whether it has been told to leave."""

    plays = leaves = False


_SECONDS_BETWEEN_LOOKS: Final = 0.5
_SECONDS_TO_LEAVE: Final = 1.0


def _begin_work(told: Connection) -> None:
    """A worker leaves when its parent process tells it to or has ended.

    An interrupt from the keyboard is for the parent.
    """
    signal.signal(signal.SIGINT, _leave_if_told)
    threading.Thread(target=_watch, args=(told, os.getppid()), daemon=True).start()


def _leave_if_told(number: int, frame: object) -> None:
    if _Worker.leaves and _Worker.plays:
        raise _Left


def _watch(told: Connection, parent: int) -> None:
    """Give up the hand that is played, since a bot may think for long.

    A worker that does not leave then is ended; a bot ends with its process.
    """
    process = multiprocessing.parent_process()
    ends = [process.sentinel] if process is not None else []
    while not (ready := wait([told, *ends], _SECONDS_BETWEEN_LOOKS)):
        if os.getppid() != parent:  # workers forked later hold the pipe whose end would tell it
            os._exit(1)
    if told in ready:
        _Worker.leaves = True
        _thread.interrupt_main()
        wait(ends, _SECONDS_TO_LEAVE)
    os._exit(1)


def _play_part(series: Series, numbers: Sequence[int]) -> list[SeriesHand]:
    hands = []
    try:
        _Worker.plays = True
        # parts may still wait for a worker
        for played in play_hands(series, () if _Worker.leaves else numbers):
            hands.append(played)
    except _Left:
        pass
    finally:
        _Worker.plays = False
    return hands


def play_hands(series: Series, numbers: Iterable[int]) -> Generator[SeriesHand, None, None]:
    """Some hands of a series, by number, in this process."""
    checked_object("series", series, Series, SeriesError)
    players = [_player(contestant, series.rules) for contestant in series.contestants]
    for number in checked_items("numbers", numbers, SeriesError):
        hand, seated = series.start(number), [players[(seat - number) % 4] for seat in Seat]
        for seat, player in zip(Seat, seated):
            if not isinstance(player, Bot):
                player.new_hand(seat=seat, seed=series.chance_of(number))
        changes, failure = _changes_and_failure(hand, seated)
        a, b, c, d = (changes[(contestant + number) % 4] for contestant in range(4))
        yield SeriesHand(number, hand, (a, b, c, d), failure)


def _player(contestant: Contestant, rules: RuleProfile) -> Bot | BuiltInPlayer:
    if isinstance(contestant.plays, BotSpec):
        return Bot(contestant.plays)
    return make_player(contestant.plays, rules=rules)


def _changes_and_failure(
    hand: TableHand, seated: Sequence[Bot | BuiltInPlayer]
) -> tuple[Changes, BotFailure | None]:
    players = [player for player in seated if not isinstance(player, Bot)]
    if len(players) == len(seated):
        return play_hand(hand, players).changes, None
    judged = judge_hand(hand, seated)
    return judged.changes, judged.failure


# ------------------------------------------------------------------------------------------ results


@dataclass(frozen=True, slots=True)
class ContestantResult:
    """The results of one contestant.

    ``points``: the sum of its changes. ``deal_ins``: hands in which it discarded the winning tile,
    or its kong was robbed. ``fan_points``: the total worth of the hands that it won. ``failures``:
    hands that it ended by a fault, by verdict. ``half_width``: half the width of the 95 %
    confidence interval of ``points_per_hand``; None with fewer than two deals.
    """

    contestant: Contestant
    hands: int
    wins: int
    self_drawn: int
    deal_ins: int
    points: int
    fan_points: int
    failures: dict[Verdict, int]
    half_width: float | None

    @property
    def points_per_hand(self) -> float:
        """The mean of its changes."""
        return self.points / self.hands if self.hands else 0.0

    @property
    def fan_points_per_win(self) -> float | None:
        """The average worth of a hand that it won; None without a win."""
        return self.fan_points / self.wins if self.wins else None


class SeriesTable:
    """Counts the hands of a series as they come."""

    def __init__(self, series: Series) -> None:
        checked_object("series", series, Series, SeriesError)
        self.hands = self.drawn = self.failed = 0
        self._series = series
        self._counts = [_Counts() for _ in series.contestants]

    def add(self, played: SeriesHand) -> None:
        """Count a hand. They come in order."""
        checked_object("played", played, SeriesHand, SeriesError)
        self.hands += 1
        result = played.result
        for counts, change in zip(self._counts, played.changes):
            counts.add(played.number // _ROTATIONS, change)
        if played.failure is not None:
            self.failed += 1
            self._counts[played.contestant_at(played.failure.seat)].failures[
                played.failure.verdict
            ] += 1
        elif result is None or result.winner is None or result.score is None:
            self.drawn += 1
        else:
            winner = self._counts[played.contestant_at(result.winner)]
            winner.wins += 1
            winner.fan_points += result.score.points
            if result.discarder is None:
                winner.self_drawn += 1
            else:
                self._counts[played.contestant_at(result.discarder)].deal_ins += 1

    def results(self) -> tuple[ContestantResult, ...]:
        """The results of each contestant so far."""
        return tuple(
            ContestantResult(
                contestant,
                self.hands,
                counts.wins,
                counts.self_drawn,
                counts.deal_ins,
                counts.points,
                counts.fan_points,
                dict(counts.failures),
                counts.half_width(),
            )
            for contestant, counts in zip(self._series.contestants, self._counts)
        )


class _Counts:
    """The counts of one contestant, and the sums over deals that give the spread of its points."""

    def __init__(self) -> None:
        self.wins = self.self_drawn = self.deal_ins = self.fan_points = 0
        self.failures: Counter[Verdict] = Counter()
        self._over = _Deals()
        self._deal, self._deal_points, self._deal_hands = -1, 0, 0

    @property
    def points(self) -> int:
        return self._over.points + self._deal_points

    def add(self, deal: int, change: int) -> None:
        if deal != self._deal:
            self._over = self._with_this_deal()
            self._deal, self._deal_points, self._deal_hands = deal, 0, 0
        self._deal_points += change
        self._deal_hands += 1

    def half_width(self) -> float | None:
        return self._with_this_deal().half_width()

    def _with_this_deal(self) -> _Deals:
        return (
            self._over.plus(self._deal_points, self._deal_hands) if self._deal_hands else self._over
        )


class _Deals(NamedTuple):
    """Sums over deals: of points and hands, their squares and products."""

    deals: int = 0
    points: int = 0
    hands: int = 0
    points_squared: int = 0
    products: int = 0
    hands_squared: int = 0

    def plus(self, points: int, hands: int) -> _Deals:
        more = (1, points, hands, points * points, points * hands, hands * hands)
        return _Deals(*map(add, self, more))

    def half_width(self) -> float | None:
        """Normal approximation; the hands of a deal, which share a wall, are one observation (a
        last deal may have fewer hands).
        """
        if self.deals < 2:
            return None
        mean = self.points / self.hands
        spread = max(
            0.0, self.points_squared - 2 * mean * self.products + mean * mean * self.hands_squared
        )
        return _QUANTILE * math.sqrt(spread * self.deals / (self.deals - 1)) / self.hands
