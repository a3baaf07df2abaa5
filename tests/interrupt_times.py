"""How long Ctrl-C takes: each long call over many rows gets a real SIGINT while it works, and says
when it had answered.

``python tests/interrupt_times.py --rows 30000000``. *Seconds* are those from the signal to the
exception; a call that has not ended within the limit (half a second) is marked, and the exit code
is 1. ``--kills N`` ends as many ``guobiao play`` at random moments by SIGKILL, and counts what is
left of their workers and bots.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import guobiao
from guobiao import HandBatch
from guobiao.records import RecordFormat, replay_games
from guobiao.series import Contestant, Series, play_series

LINE = "[EEE,2]234m678s88p34p5p|EE0000"
LIMIT = 0.5


def calls(rows: int) -> dict[str, Callable[[], object]]:
    """Every call that takes long on so many rows; the hands are those of the test rows, again and
    again.
    """
    some = HandBatch.from_lines(
        [LINE, "19m19p119sESWNPFC", "11123456789995m", "1234444678m456p1s"] * 250
    )
    names = ("counts", "melds", "win", "flags", "winds", "flowers")
    big = HandBatch(
        *(np.resize(getattr(some, name), (rows, *getattr(some, name).shape[1:])) for name in names)
    )
    many: dict[str, Callable[[], object]] = {}
    for threads in (1, 2):
        for name, call in {
            "score_batch": lambda threads: guobiao.score_batch(big, threads=threads),
            "score_batch, fans": lambda threads: guobiao.score_batch(
                big, fans=True, threads=threads
            ),
            "waits_batch": lambda threads: guobiao.waits_batch(big, threads=threads),
            "wait_points_batch": lambda threads: guobiao.wait_points_batch(big, threads=threads),
            "is_win_batch": lambda threads: guobiao.is_win_batch(big, threads=threads),
            "shanten_batch": lambda threads: guobiao.shanten_batch(
                big.counts, melds=big.melds, threads=threads
            ),
            "effective_batch": lambda threads: guobiao.effective_batch(
                big.counts, melds=big.melds, threads=threads
            ),
        }.items():
            many[f"{name}, threads={threads}"] = lambda call=call, threads=threads: call(threads)
    lines, series = (
        [LINE] * rows,
        Series(tuple(Contestant(name, "reach") for name in "ABCD"), hands=10**6),
    )
    won, nobody = np.zeros(rows, np.uint8), np.full(rows, 255, np.uint8)
    return many | {
        "HandBatch.from_lines": lambda: HandBatch.from_lines(lines),
        "HandBatch.from_riichi": lambda: HandBatch.from_riichi(big.counts, big.melds, big.win),
        "settle_batch": lambda: guobiao.settle_batch(np.full(rows, 11, np.int16), won, nobody),
        "replay_games, text": lambda: replayed("games.txt", RecordFormat.TEXT, rows),
        "replay_games, JSON lines": lambda: replayed("hands.jsonl", RecordFormat.JSONL, rows),
        "reach over many": lambda: [guobiao.reach("2448m458s18pSWNN") for _ in range(rows)],
        "play_series": lambda: [played.number for played in play_series(series)],
        "play_series, 2 processes": lambda: [
            played.number for played in play_series(series, processes=2)
        ],
    }


def replayed(name: str, format: RecordFormat, rows: int) -> int:
    """The games of a test record again and again, replayed; a byte a row at least."""
    content = (Path(__file__).parent / "records" / name).read_bytes()
    file = io.BytesIO(content * (1 + rows // len(content)))
    return sum(game.agrees for game in replay_games(file, format))


def seconds_to_answer(call: Callable[[], object], after: float) -> float | None:
    """From the signal to the exception; None if the call ended before it came."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        call()
        timer.cancel()
        timer.join()
        time.sleep(0.01)
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]
    return None


def left_of_kills(kills: int, seed: int) -> int:
    """How many processes of ``guobiao play`` are there a second after it was killed."""
    chance, left = random.Random(seed), 0
    bots = ("sleep 1000 & sleep 1001", "while read x; do sleep 0.01; echo PASS; done", "echo PASS")
    for number in range(kills):
        mark = f"{os.getpid()}-{number}"
        playing = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "guobiao",
                "play",
                "--players",
                "mine,random,random,random",
                "--bot",
                f'mine=sh -c "{bots[number % 3]}"',
                "--time-limit",
                "500",
                "--hands",
                "4000",
                "--processes",
                str(1 + number % 2),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=os.environ | {"MARK_OF_TEST": mark},
        )
        time.sleep(chance.uniform(0.2, 1.5))
        playing.kill()
        playing.wait()
        time.sleep(1.0)
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if f"MARK_OF_TEST={mark}\0".encode() in path.read_bytes():
                    left += 1
                    os.kill(int(path.parent.name), signal.SIGKILL)
            except OSError:  # it has ended, or is another user's
                continue
    return left


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=3_000_000)
    parser.add_argument("--after", type=float, default=0.2, help="seconds until the signal")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kills", type=int, default=0)
    options = parser.parse_args()
    late = 0
    for name, call in calls(options.rows).items():
        taken = [
            seconds_to_answer(call, options.after * (1 + number))
            for number in range(options.rounds)
        ]
        answered = [seconds for seconds in taken if seconds is not None]
        late += sum(seconds > LIMIT for seconds in answered)
        shown = " ".join(f"{seconds:.3f}" for seconds in answered) or "ended before the signal"
        print(
            f"{name:32} {shown}{'  LATE' if any(seconds > LIMIT for seconds in answered) else ''}",
            flush=True,
        )
    if options.kills:
        left = left_of_kills(options.kills, 9)
        late += left
        print(f"{options.kills} kills of guobiao play: {left} processes left")
    return 1 if late else 0


if __name__ == "__main__":
    raise SystemExit(main())
