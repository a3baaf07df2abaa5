"""Kills the command while it writes over a file, at random moments, and counts what is lost:
``python output_kills.py --kills 1000``.

Each round a process of its own writes one of two sheets, or the records of a series, over an old
file again and again until SIGKILL ends it. The file must then hold a whole one of them, to the last
byte.
"""

from __future__ import annotations

import argparse
import contextlib
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
from guobiao.competition.match_json import format_match

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
        parts = list(folder.glob("*.part"))
        found["parts"] += bool(parts)
        for part in parts:
            part.unlink()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = count_kills(Path(folder), args.kills, args.seed)
    print(
        f"{args.kills} kills, seed {args.seed}: {found['lost']} files lost, {found['parts']} kills "
        "while a part was written"
    )
    return 1 if found["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
