"""Many machines: hands played and Parquet files scored by the workers of a Ray cluster.

Needs ``pip install guobiao[ray]``.

The same calls run on the cluster that ``connect()`` starts on this machine and on a real one
(``connect("ray://host:10001")``). The workers need guobiao too, the same version.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mahjong_core.messages import shown

from .errors import ClusterError, MissingExtraError
from .profiles import RuleProfile, get_profile
from .series import Series, SeriesHand, play_hands
from .table import Observation, Player, TableHand, WallRule, play_hand
from .table.hand import checked_seed, checked_wall_rule
from .tiles import Seat
from .values import checked_flag, checked_whole

try:
    import ray

    from .arrays.arrow import score_arrow
except ImportError:
    raise MissingExtraError(
        "clusters need Ray, pyarrow and NumPy, which are not all installed: pip install "
        "guobiao[ray]"
    ) from None

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["connect", "play_series", "score_dataset", "score_parquet", "self_play"]

Path = str | os.PathLike[str]
Players = Sequence[Player | Callable[[Observation], int]]
_Made = TypeVar("_Made")

_SEEDS: Final = 1 << 64
_TASKS_A_CPU: Final = 2  # under way at the same time: a worker never waits for this process
_DEALS_A_TASK: Final = 8


def connect(address: str | None = None, *, cpus: int | None = None, **options: Any) -> None:
    """Joins a cluster: the one at an address, or with ``cpus`` a new one of that many
    workers on this machine.

    With neither Ray decides: the address in ``RAY_ADDRESS``, else the cluster that ``ray start``
    has started on this machine, else a new one with a worker for each core. Does nothing if this
    process has joined a cluster already. ``options`` are further arguments of ``ray.init``. Raises
    ``ClusterError`` if both an address and ``cpus`` are given, or if ``cpus`` is no such number.
    """
    if ray.is_initialized():
        return
    if cpus is None:
        ray.init(address=address, **options)
    elif address is None:
        started = {"include_dashboard": False, "num_cpus": _checked_count("cpus", cpus, 1)}
        ray.init(address="local", **{**started, **options})
    else:
        raise ClusterError(
            f"an address and cpus={shown(cpus)}: a cluster that is there has the cores that it has"
        )


# ------------------------------------------------------------------------------------------ playing


def self_play(
    players: Players | Callable[[], Players],
    *,
    hands: int,
    seed: int = 0,
    rules: str | RuleProfile = "mil",
    wall: str | WallRule = WallRule.COMMON,
    flowers: bool = True,
    prevalent_wind: Seat | int | str = Seat.E,
    hands_a_task: int = 32,
) -> Generator[TableHand, None, None]:
    """Hands played to their end on the cluster, in the order of their seeds (``seed``, ``seed``
    + 1 …), as they come in.

    ``players``: who sits E S W N, pickled to the workers; or a function that makes them, called
    once in each task: where a model is large, load it there. A player that has
    ``new_hand(seat=…, seed=…)`` is told of each hand, as the built-in ones are. A hand that comes
    back holds all that happened in it (``result``, ``events``, ``state``). Raises ``ClusterError``
    or ``TableError`` if an argument is impossible; what a player raises is raised here too.
    """
    _check_connected()
    first, rule, profile = checked_seed(seed), checked_wall_rule(wall), get_profile(rules)
    start = partial(
        _start_hand,
        profile,
        rule,
        checked_flag("flowers", flowers, ClusterError),
        Seat.parse(prevalent_wind),
    )
    parts = _parts(
        _checked_count("hands", hands, 0), _checked_count("hands_a_task", hands_a_task, 1)
    )
    tasks = (partial(_play, players, start, [(first + k) % _SEEDS for k in part]) for part in parts)
    return _in_order(tasks)


def play_series(
    series: Series, *, hands_a_task: int = 4 * _DEALS_A_TASK
) -> Generator[SeriesHand, None, None]:
    """The hands of a series, in order, played on the cluster: what
    ``guobiao.series.play_series`` plays in one process.

    Programs (``BotSpec``) must be there on every machine of the cluster.
    """
    if not isinstance(series, Series):
        raise ClusterError(f"{shown(series)} is no Series")
    _check_connected()
    parts = _parts(series.hands, _checked_count("hands_a_task", hands_a_task, 1))
    return _in_order(partial(_play_series_part, series, part) for part in parts)


def _start_hand(
    rules: RuleProfile, wall: WallRule, flowers: bool, wind: Seat, seed: int
) -> TableHand:
    return TableHand(seed=seed, rules=rules, wall=wall, flowers=flowers, prevalent_wind=wind)


def _play(
    players: Players | Callable[[], Players],
    start: Callable[[int], TableHand],
    seeds: Sequence[int],
) -> list[TableHand]:
    """What one task plays."""
    seated = players() if callable(players) else players
    hands = []
    for seed in seeds:
        for seat, player in zip(Seat, seated):
            if hasattr(player, "new_hand"):
                player.new_hand(seat=seat, seed=seed)
        hands.append(start(seed))
        play_hand(hands[-1], seated)
    return hands


def _play_series_part(series: Series, numbers: Sequence[int]) -> list[SeriesHand]:
    return list(play_hands(series, numbers))


def _parts(count: int, size: int) -> Iterator[range]:
    """The numbers below a count, in tasks of one size."""
    return (range(first, min(first + size, count)) for first in range(0, count, size))


def _checked_count(name: str, count: object, least: int) -> int:
    return checked_whole(name, count, least, None, ClusterError)


def _in_order(tasks: Iterable[Callable[[], list[_Made]]]) -> Generator[_Made, None, None]:
    """What the tasks make, in their order.

    Just enough of them are under way to keep the cluster busy.
    """
    remote = ray.remote(_carry_out)
    most = _TASKS_A_CPU * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: deque[Any] = deque()
    try:
        for task in tasks:
            waiting.append(remote.remote(task))
            if len(waiting) > most:
                yield from ray.get(waiting.popleft())
        while waiting:
            yield from ray.get(waiting.popleft())
    finally:
        for reference in waiting:
            ray.cancel(reference)


def _carry_out(task: Callable[[], list[_Made]]) -> list[_Made]:
    return task()


def _check_connected() -> None:
    if not ray.is_initialized():
        raise ClusterError(
            "this process has joined no cluster: guobiao.cluster.connect() starts one, or joins "
            "one by its address"
        )


# ------------------------------------------------------------------------------------------ scoring


def score_dataset(
    dataset: Dataset,
    *,
    lines: str | None = None,
    rules: str | RuleProfile = "mil",
    fans: bool = False,
    batch_size: int = 65_536,
    **options: Any,
) -> Dataset:
    """A data set of Ray with the worth of each row, by ``score_arrow`` in batches.

    Nothing runs until it is asked for.

    ``options`` are further arguments of ``map_batches`` (``num_cpus``, ``concurrency`` …).
    """
    wanted = {"lines": lines, "rules": get_profile(rules), "fans": fans}
    return dataset.map_batches(
        score_arrow,
        batch_format="pyarrow",
        batch_size=_checked_count("batch_size", batch_size, 1),
        fn_kwargs=wanted,
        **options,
    )


def score_parquet(
    source: Path | Sequence[Path],
    target: Path,
    *,
    lines: str | None = None,
    rules: str | RuleProfile = "mil",
    fans: bool = False,
    batch_size: int = 65_536,
    **options: Any,
) -> None:
    """Scores the hands of Parquet files (paths or folders that every worker can read) and writes
    them with their worth to a folder.

    The other arguments as for ``score_dataset``. If nothing can be scored (a missing column …), the
    error is raised as Ray raises it; a bad row has its status.
    """
    _check_connected()
    import ray.data

    paths = [source] if isinstance(source, str | os.PathLike) else source
    found = ray.data.read_parquet([os.fspath(path) for path in paths])
    score_dataset(
        found, lines=lines, rules=rules, fans=fans, batch_size=batch_size, **options
    ).write_parquet(os.fspath(target))
