"""A Ray cluster of two workers: hands and series played there, Parquet scored there, the worked
example of docs/cluster.md.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
    import ray as _  # noqa: F401
except ModuleNotFoundError:
    pytest.skip("Ray is not installed (pip install guobiao[ray])", allow_module_level=True)

from guobiao import HandBatch, cluster, score_batch
from guobiao.errors import ClusterError, GuobiaoError, IllegalActionError
from guobiao.series import Contestant, Series, play_series
from guobiao.table import TableHand, play_hand
from guobiao.tiles import Seat
from ray_cluster import local_cluster
from ray_players import broken, first_legal, greedy_players

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]
LINES = [
    "11123456789995m",
    "nonsense",
    "[EEE,2]234m678s88p34p5p|EE0000",
    "",
    "19m19p119sESWNPF1m",
] * 50


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    with local_cluster(2) as started:
        yield started


# ------------------------------------------------------------------------------------------ playing


def test_the_cluster_has_two_workers(ray: Any) -> None:
    assert ray.cluster_resources()["CPU"] == 2
    cluster.connect(cpus=7)  # it has joined one already
    assert ray.cluster_resources()["CPU"] == 2


def test_hands_come_back_in_order(ray: Any) -> None:
    hands = list(
        cluster.self_play(
            [first_legal] * 4, hands=25, seed=2**64 - 3, hands_a_task=2, wall="own", flowers=False
        )
    )
    for number, hand in enumerate(hands):
        alone = TableHand(seed=(2**64 - 3 + number) % 2**64, wall="own", flowers=False)
        play_hand(alone, [first_legal] * 4)
        assert hand == alone
        assert (hand.seed, hand.result, hand.events) == (alone.seed, alone.result, alone.events)


@pytest.mark.parametrize(
    "players", [greedy_players, greedy_players()], ids=["made there", "sent there"]
)
def test_built_in_players(ray: Any, players: Any) -> None:
    hands = list(cluster.self_play(players, hands=9, seed=1, hands_a_task=4))
    for hand in hands:
        alone, again = greedy_players(), TableHand(seed=hand.seed)
        for seat, player in zip(Seat, alone):
            player.new_hand(seat=seat, seed=hand.seed)
        play_hand(again, alone)
        assert hand == again


def test_the_series_of_one_process(ray: Any) -> None:
    names = ("greedy", "random", "random", "random")
    series = Series(tuple(Contestant(name, name) for name in names), hands=21, seed=4)
    assert [
        (played.number, played.hand, played.changes)
        for played in cluster.play_series(series, hands_a_task=4)
    ] == [(played.number, played.hand, played.changes) for played in play_series(series)]


def test_it_may_be_left(ray: Any) -> None:
    hands = cluster.self_play([first_legal] * 4, hands=10**6, hands_a_task=1)
    assert next(hands).is_over
    hands.close()
    assert list(cluster.self_play([first_legal] * 4, hands=0)) == []


def test_what_a_player_does_wrong_is_raised_here(ray: Any) -> None:
    with pytest.raises(IllegalActionError, match="action 234 is illegal"):
        list(cluster.self_play([broken] * 4, hands=1))


# ------------------------------------------------------------------------------------------ scoring


@pytest.mark.parametrize("fans", [False, True])
def test_parquet_lines(ray: Any, tmp_path: Path, fans: bool) -> None:
    for part in range(2):
        table = pa.table(
            {
                "row": list(range(125 * part, 125 * part + 125)),
                "hand": LINES[125 * part : 125 * part + 125],
            }
        )
        pq.write_table(table, tmp_path / f"hands{part}.parquet")
    paths = [str(tmp_path / f"hands{part}.parquet") for part in range(2)]
    cluster.score_parquet(paths, tmp_path / "scored", lines="hand", fans=fans, batch_size=32)
    scored = pq.read_table(tmp_path / "scored").sort_by("row")
    assert scored.column("hand").to_pylist() == LINES
    check_scores(scored, score_batch(HandBatch.from_lines(LINES), fans=fans))


def test_parquet_columns(ray: Any, tmp_path: Path) -> None:
    batch = HandBatch.from_lines(LINES)
    columns = {
        "row": pa.array(range(len(batch))),
        "counts": pa.FixedSizeListArray.from_arrays(pa.array(batch.counts.reshape(-1)), 34),
        "melds": pa.FixedSizeListArray.from_arrays(pa.array(batch.melds.reshape(-1)), 4),
        **{name: pa.array(getattr(batch, name)) for name in ("win", "flags", "winds", "flowers")},
    }
    pq.write_table(pa.table(columns), tmp_path / "hands.parquet", row_group_size=60)
    cluster.score_parquet(
        str(tmp_path / "hands.parquet"),
        str(tmp_path / "scored"),
        rules="1998",
        fans=True,
        batch_size=100,
    )
    scored = pq.read_table(tmp_path / "scored").sort_by("row")
    plain = HandBatch.from_arrays(
        batch.counts, batch.melds, batch.win, batch.flags, batch.winds, batch.flowers
    )
    check_scores(scored, score_batch(plain, rules="1998", fans=True))


def check_scores(scored: Any, expected: Any) -> None:
    assert scored.column("points").to_pylist() == expected.points.tolist()
    assert scored.column("status").to_pylist() == expected.status.tolist()
    assert ("fan_counts" in scored.column_names) is (expected.fan_counts is not None)
    if expected.fan_counts is not None:
        assert scored.column("fan_counts").to_pylist() == expected.fan_counts.tolist()


# ---------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "options",
    [
        {"hands": -1},
        {"hands": True},
        {"hands": 1.0},
        {"hands": 1, "hands_a_task": 0},
        {"hands": 1, "seed": -1},
        {"hands": 1, "rules": "no such profile"},
        {"hands": 1, "wall": "brick"},
        {"hands": 1, "prevalent_wind": "X"},
    ],
)
def test_hands_that_cannot_be_played(ray: Any, options: dict[str, Any]) -> None:
    with pytest.raises(GuobiaoError):
        cluster.self_play([first_legal] * 4, **options)


def test_calls_that_cannot_be(ray: Any) -> None:
    with pytest.raises(ClusterError, match="no Series"):
        cluster.play_series("greedy")  # type: ignore[arg-type]
    with pytest.raises(ClusterError, match="batch_size"):
        cluster.score_dataset(ray.data.range(3), batch_size=0)
    with pytest.raises(GuobiaoError):
        list(cluster.self_play([first_legal] * 3, hands=1))


def test_without_a_cluster() -> None:
    """In a process of its own: this one has joined one."""
    program = """
from guobiao import cluster
for call in (
    lambda: cluster.self_play([], hands=1),
    lambda: cluster.score_parquet("a", "b"),
    lambda: cluster.connect("ray://nowhere:1", cpus=2),
    lambda: cluster.connect(cpus=0),
):
    try:
        call()
    except cluster.ClusterError as error:
        print(str(error).partition(":")[0])
"""
    assert run("-c", program).splitlines() == [
        *["this process has joined no cluster"] * 2,
        "an address and cpus=2",
        "cpus is 0",
    ]


def run(*arguments: object) -> str:
    """What a Python of its own prints."""
    path = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True, text=True, encoding="utf-8", timeout=300,
        env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_worked_example(tmp_path: Path) -> None:
    """It prints what docs/cluster.md shows, on a cluster of two workers that it starts itself."""
    page = (ROOT / "docs/cluster.md").read_text(encoding="utf-8")
    (shown,) = re.findall(
        r"^\$ python docs/examples/ray_cluster.py .*?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    assert run(ROOT / "docs/examples/ray_cluster.py", tmp_path) == shown
