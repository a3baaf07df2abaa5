"""``guobiao play`` ended in every way: bots, what they have started, and workers end with it. With
real processes and real signals.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="looks for processes by their arguments in /proc"
)
SECONDS = 20.0  # on a busy machine


class Playing:
    """A command in a session of its own, as a terminal starts it, and all processes that have
    ``mark`` in their arguments or environment.
    """

    def __init__(self, mark: str, *arguments: object) -> None:
        self.mark = mark
        self.process = subprocess.Popen(
            [sys.executable, "-m", "guobiao", "play", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "MARK_OF_TEST": mark},
        )

    def left(self) -> dict[int, str]:
        """The processes with the mark: the command itself, workers, bots, what
        bots have started.
        """
        return {
            pid: words for pid, words in _processes() if self.mark.encode() in _environment(pid)
        }

    def key(self, number: int = signal.SIGINT) -> None:
        """What a terminal does at Ctrl-C: the signal goes to all of the foreground group."""
        os.killpg(self.process.pid, number)

    def close(self) -> None:
        for pid in self.left():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()


def _processes() -> Iterator[tuple[int, str]]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:  # it has ended meanwhile
            continue
        if rest.split()[0] not in "ZX":
            yield int(path.parent.name), name.partition("(")[2]


def _environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def wait_until(happens: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.02)


BOTS = {
    "thinks for long": "exec sleep 1000",
    "started by a shell": "sleep 1000 | sleep 1001",
    "has started others": "sleep 1000 & sleep 1001 & sleep 1002",
    "ignores signals": "trap '' HUP INT TERM; while :; do sleep 1; done",
}


@pytest.fixture
def play(request: pytest.FixtureRequest) -> Iterator[Callable[..., Playing]]:
    started: list[Playing] = []

    def begin(bot: str, processes: int) -> Playing:
        mark = f"{os.getpid()}-{time.monotonic_ns()}"
        begun = Playing(
            mark, "--players", "mine,random,random,random", "--bot", f'mine=sh -c "{bot}"',
            "--time-limit", 500, "--hands", 40, "--processes", processes,
        )  # fmt: skip
        started.append(begun)
        sleeping = bot.count("sleep") * processes
        wait_until(lambda: sum(name == "sleep" for name in begun.left().values()) >= sleeping)
        return begun

    yield begin
    for each in started:
        each.close()


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nobody_is_left_after_a_signal(
    play: Callable[..., Playing], number: signal.Signals, processes: int
) -> None:
    """To the command alone, which has no time for anything."""
    playing = play(BOTS["has started others"], processes)
    os.kill(playing.process.pid, number)
    assert playing.process.wait(SECONDS) == -number
    wait_until(lambda: not playing.left())


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_no_bot_is_left(play: Callable[..., Playing], bot: str) -> None:
    playing = play(bot, 1)
    os.kill(playing.process.pid, signal.SIGKILL)
    wait_until(lambda: not playing.left())


def test_a_worker_that_is_killed_takes_its_bots_with_it(play: Callable[..., Playing]) -> None:
    playing = play(BOTS["has started others"], 2)
    for pid in _children(playing.process.pid):
        with suppress(ProcessLookupError):  # the command ends the others when it has lost one
            os.kill(pid, signal.SIGKILL)
    playing.process.wait(SECONDS)
    wait_until(lambda: not playing.left())


def _children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(pid) for pid in text.split()]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("times", [1, 3])
def test_nobody_is_left_after_ctrl_c(
    play: Callable[..., Playing], times: int, processes: int
) -> None:
    """It does not wait for a bot that has 500 seconds."""
    playing = play(BOTS["thinks for long"], processes)
    for _ in range(times):
        playing.key()
        time.sleep(0.1)
    assert playing.process.wait(SECONDS) != 0
    wait_until(lambda: not playing.left())
    if times == 1:
        assert playing.process.returncode == 130
        assert playing.process.communicate() == (b"", b"")


def test_workers_without_bots_end_too(play: Callable[..., Playing], tmp_path: Path) -> None:
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    playing = Playing(
        mark, "--players", "reach,reach,reach,reach", "--hands", 100_000, "--processes", 2
    )
    try:
        wait_until(lambda: len(playing.left()) >= 3)
        os.kill(playing.process.pid, signal.SIGKILL)
        wait_until(lambda: not playing.left())
    finally:
        playing.close()
