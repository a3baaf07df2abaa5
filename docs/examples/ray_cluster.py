"""Self-play, a series and a Parquet file scored on a Ray cluster.

python docs/examples/ray_cluster.py FOLDER                               here, two workers
python docs/examples/ray_cluster.py FOLDER --address ray://host:10001    on a cluster

On a cluster, FOLDER is on a disk that all machines share.
"""

import argparse
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from guobiao import Fan, cluster, format_hand
from guobiao.players import make_player
from guobiao.series import Contestant, Series, SeriesTable


def make_players():
    """Called once in each task, on the worker: a model would be loaded here."""
    return [make_player("greedy") for _ in range(4)]


def play(hands):
    """Self-play: what was won comes back with all that happened in the hand."""
    won, endings = [], Counter()
    for hand in cluster.self_play(make_players, hands=hands, seed=1):
        result = hand.result
        endings[result.ending.name] += 1
        if result.score is not None:
            won.append(
                {
                    "seed": hand.seed,
                    "hand": format_hand(result.score.hand),
                    "paid": max(result.changes),
                }
            )
    print(f"{hands} hands: {dict(sorted(endings.items()))}")
    return won


def compare(hands):
    """A series: the same walls with each player on each seat."""
    names = ("greedy", "random", "random", "random")
    series = Series(
        tuple(Contestant(f"{name} {k}", name) for k, name in enumerate(names)), hands=hands, seed=1
    )
    table = SeriesTable(series)
    for played in cluster.play_series(series):
        table.add(played)
    for result in table.results():
        print(
            f"{result.contestant.name}: {result.points_per_hand:+.2f} points a hand, {result.wins} "
            "won"
        )


def score(won, folder):
    """A Parquet file of hands, scored by the workers."""
    pq.write_table(pa.Table.from_pylist(won), folder / "won.parquet")
    cluster.score_parquet(
        folder / "won.parquet", folder / "scored", lines="hand", fans=True, batch_size=64
    )
    scored = pq.read_table(folder / "scored").sort_by("seed")
    print(f"{scored.num_rows} hands scored, columns {', '.join(scored.column_names)}")
    best = max(scored.to_pylist(), key=lambda row: row["points"])
    fans = [Fan(column).zh for column, count in enumerate(best["fan_counts"], 1) if count]
    print(f"the best: {best['hand']}, {best['points']} points: {' '.join(fans)}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--address", help="of a cluster; without it one is started on this machine")
    parser.add_argument("--hands", type=int, default=400)
    args = parser.parse_args()
    cluster.connect(args.address, cpus=None if args.address else 2)
    won = play(args.hands)
    compare(args.hands)
    score(won, args.folder)


if __name__ == "__main__":
    main()
