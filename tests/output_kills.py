"""Kills the command while it writes over a file, at random moments, and counts what is lost:
``python output_kills.py --kills 1000``.

Each round a process of its own works until SIGKILL ends it. Of three kinds:

- It writes one of two sheets, or the records of a series, over an old file again and again. The
  file must then hold a whole one of them, to the last byte.
- It adds entries to a match file and takes some of them back. The file must then be a whole match,
  and each entry that was written must stand in it or among those that were taken back.
- It makes an event file, draws its seating and names a substitute, again and again. The file must
  then be one of the three, to the last byte.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from guobiao.cli import main as guobiao
from guobiao.competition.match import Correction, start_match
from guobiao.competition.match_json import format_match, parse_match

LONGEST_WAIT = 0.04  # seconds: some ten files are written by then


def write_commands(folder: Path) -> list[list[str]]:
    """Command lines that each write a text of another length over the same file."""
    target = str(folder / "target")
    commands = []
    for number, entries in enumerate((1, 400)):
        match = start_match(["An", "Bo", "Cai", "Du"]).add(
            *[Correction((1, -1, 0, 0), "x" * 500)] * entries
        )
        source = folder / f"match{number}.json"
        source.write_text(format_match(match), encoding="utf-8")
        commands.append(["match", "show", str(source), "--csv", "--force", "--output", target])
    players = "random,random,random,random"
    commands += [
        ["play", "--players", players, "--hands", str(hands), "--force", "--records", target]
        for hands in (1, 4)
    ]
    return commands


def whole_texts(commands: Sequence[Sequence[str]]) -> set[bytes]:
    """What the file holds after each of the commands."""
    texts = set()
    for command in commands:
        assert run_quietly(command) == 0, command
        texts.add(Path(command[-1]).read_bytes())
    assert len(texts) == len(commands)
    return texts


def run_quietly(command: Sequence[str]) -> int:
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        return guobiao(command)


def kill_while(work: Callable[[], object], seconds: float) -> None:
    """Do the work again and again in a process of its own, and kill that after some time."""
    process = os.fork()
    if process == 0:
        try:
            while True:
                work()
        finally:
            os._exit(1)
    time.sleep(seconds)
    assert os.waitpid(process, os.WNOHANG) == (0, 0), "the command failed before it was killed"
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def count_kills(folder: Path, kills: int, seed: int) -> Counter[str]:
    """``{"whole", "lost", "parts"}``: after how many kills the file was whole, or not; and how many
    left a part beside it.
    """
    chance, commands, found = random.Random(seed), write_commands(folder), Counter[str]()
    texts, target = whole_texts(commands), Path(commands[0][-1])
    for _ in range(kills):
        pair = chance.sample(commands, 2)
        kill_while(
            lambda pair=pair: [run_quietly(command) for command in pair],
            chance.uniform(0, LONGEST_WAIT),
        )
        is_whole = target.exists() and target.read_bytes() in texts
        found["whole" if is_whole else "lost"] += 1
        if not is_whole:
            run_quietly(commands[0])
        found["parts"] += take_parts(folder)
    return found


def take_parts(folder: Path) -> bool:
    """Remove the parts that a kill has left; whether there were any."""
    parts = list(folder.glob("*.part"))
    for part in parts:
        part.unlink()
    return bool(parts)


def log_work(match: Path, done: int) -> Callable[[], None]:
    """Adds a correction, and takes every third one back. The number of each one that the command
    has written goes into the pipe ``done``.
    """
    numbers = iter(range(10**9))

    def work() -> None:
        number = next(numbers)
        change = ("--change", "An=1", "--change", "Bo=-1", "--reason", str(number))
        assert run_quietly(["match", "correct", str(match), *change, "--yes"]) == 0
        os.write(done, b"%d " % number)
        if number % 3 == 2:
            assert run_quietly(["match", "undo", str(match)]) == 0

    return work


def is_log_whole(match: Path, written: Sequence[int]) -> bool:
    """Whether the file is a whole match, and holds each entry that was written, or ``.undone``
    does.
    """
    kept = {int(entry.reason) for entry in parse_match(match.read_bytes()).entries}
    undone = Path(f"{match}.undone")
    if undone.exists():
        kept |= {int(json.loads(line)["reason"]) for line in undone.read_text("utf-8").splitlines()}
    return kept.issuperset(written)


def count_log_kills(folder: Path, kills: int, seed: int) -> Counter[str]:
    """As ``count_kills``, of a match file that is written entry by entry."""
    chance, found, match = random.Random(seed), Counter[str](), folder / "log.json"
    for _ in range(kills):
        players = ("--players", "An", "Bo", "Cai", "Du")
        assert run_quietly(["match", "new", str(match), *players, "--force"]) == 0
        Path(f"{match}.undone").unlink(missing_ok=True)
        read, done = os.pipe()
        kill_while(log_work(match, done), chance.uniform(0, 5 * LONGEST_WAIT))
        os.close(done)
        with open(read, "rb") as pipe:
            written = list(map(int, pipe.read().split()))
        found["whole" if is_log_whole(match, written) else "lost"] += 1
        found["parts"] += take_parts(folder)
    return found


def count_event_kills(folder: Path, kills: int, seed: int) -> Counter[str]:
    """As ``count_kills``, of an event file from the list of its players to a substitute."""
    chance, found, event = random.Random(seed), Counter[str](), folder / "event.toml"
    name = str(event)
    new = ["event", "new", name, "--rounds", "5", "--force", "--players", *"ABCDEFGHIJKLMNOP"]
    substitute = ["event", "substitute", name, "--player", "B", "--substitute", "Zed"]
    commands, texts = (new, ["event", "seat", name], substitute), set()
    for command in commands:
        assert run_quietly(command) == 0
        texts.add(event.read_bytes())
    assert len(texts) == len(commands)
    for _ in range(kills):
        kill_while(
            lambda: [run_quietly(command) for command in commands],
            chance.uniform(0, 5 * LONGEST_WAIT),
        )
        found["whole" if event.exists() and event.read_bytes() in texts else "lost"] += 1
        found["parts"] += take_parts(folder)
    return found


KINDS = {"files": count_kills, "logs": count_log_kills, "events": count_event_kills}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lost = 0
    for kind, count in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            found = count(Path(folder), args.kills, args.seed)
        print(
            f"{kind}: {args.kills} kills, seed {args.seed}: {found['lost']} files lost, "
            f"{found['parts']} kills while a part was written"
        )
        lost += found["lost"]
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
