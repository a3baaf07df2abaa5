"""One program, run for a turn or longer: its input, output and time, and how it is ended."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from enum import Enum
from typing import Final

from .keeper import Keeper
from .pipes import pipes_of, wait_for_any

__all__ = ["KEEP_RUNNING", "BotProcess", "RunningTurn", "TurnEnd", "run_turns"]

KEEP_RUNNING: Final = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line by which a program ends a reply and keeps running: the next request is one more line."""

_KEEP_RUNNING_LINE: Final = re.compile(
    rb"^" + re.escape(KEEP_RUNNING.encode()) + rb"[ \t\r]{0,80}\n", re.MULTILINE
)
_LONGEST_LINE: Final = len(KEEP_RUNNING) + 80  # with blanks behind it
_LONGEST_SLEEP: Final = 0.05  # between two looks at a program whose end no pipe tells
_SECONDS_AFTER_END: Final = 0.1


class BotProcess:
    """A running program in its own process group, which ends with this process.

    Raises ``OSError`` if it cannot be started.
    """

    def __init__(
        self, command: Sequence[str] | str, *, folder: str | os.PathLike[str] | None = None
    ) -> None:
        pipe = subprocess.PIPE
        self._keeper = Keeper()  # first, so that nobody keeps watch for a moment only
        try:
            self._process = subprocess.Popen(
                command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                cwd=folder,
                start_new_session=True,
            )
        except BaseException:
            self._keeper.dismiss()
            self._keeper.wait()
            raise
        self._keeper.guard(self._process.pid)
        self.pipes = pipes_of(self._process)

    @property
    def exit_code(self) -> int | None:
        """None while it runs; below 0 the signal that ended it."""
        return self._process.poll()

    def kill(self) -> None:
        """End it and all that it has started, wait for it, and close its pipes.

        A program that has ended may have left others.

        After an interrupt in the middle it may be called again.
        """
        _kill_group(self._process)
        self._keeper.dismiss()
        self._process.wait()
        self.pipes.close()
        self._keeper.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """All of its group at once, by the signal that nobody can ignore (Windows: the tree of
    processes below one that still runs).
    """
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
            )
        return
    # The group's number is the process's. Nobody else gets it while one of the group is there; if
    # none is, nothing is hit.
    # macOS: no permission if only a zombie is left
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class TurnEnd(Enum):
    """How a program's turn ended."""

    KEPT_RUNNING = "it asked to be kept running"
    EXITED = "it ended"
    LATE = "its time was up"
    FLOODED = "it printed too much"


class RunningTurn:
    """One turn of one program: what goes in, and what has come out of it until
    ``end`` is no longer None.

    ``text``: the input. ``close_input``: the program is told that no more comes. ``seconds``: its
    time, ``output_bytes``: the most that it may print. The output is all that it printed, without
    the line ``KEEP_RUNNING``. Only a program that asked to be kept runs on. ``waits_for_input``: it
    was late, had read all that it was given, and had printed nothing.
    """

    def __init__(
        self,
        process: BotProcess,
        text: str,
        *,
        close_input: bool,
        seconds: float,
        output_bytes: int,
    ) -> None:
        self.process = process
        self.end: TurnEnd | None = None
        self.output, self.exit_code = b"", 0
        self.waits_for_input = False
        self.deadline = time.monotonic() + seconds
        self._limit = output_bytes
        self._searched = 0
        self._seen_ended: float | None = None
        process.pipes.send(text.encode(), close=close_input)

    def look(self) -> None:
        """See how far it is, and end its turn if it is over."""
        now = time.monotonic()
        # before the output is read: after the end all of it is there
        exit_code = self.process.exit_code
        pipes = self.process.pipes
        pipes.pump()
        line = _KEEP_RUNNING_LINE.search(pipes.output, max(0, self._searched - _LONGEST_LINE))
        self._searched = len(pipes.output)
        if len(pipes.output) > self._limit and (line is None or line.start() > self._limit):
            self._over(TurnEnd.FLOODED)
        elif line is not None:
            self.output = bytes(pipes.output[: line.start()])
            del pipes.output[: line.end()]
            self._over(TurnEnd.KEPT_RUNNING)
        elif exit_code is not None and self._has_all_output(now):
            self.output, self.exit_code = bytes(pipes.output), exit_code
            self._over(TurnEnd.EXITED)
        elif now >= self.deadline:
            self.waits_for_input = not pipes.output.strip() and pipes.is_all_read()
            self._over(TurnEnd.LATE)

    def _has_all_output(self, now: float) -> bool:
        """Whether nothing more can come from a program that has ended.

        One that it started may hold its standard output open.
        """
        self._seen_ended = self._seen_ended or now
        return self.process.pipes.output_ended or now - self._seen_ended > _SECONDS_AFTER_END

    def _over(self, end: TurnEnd) -> None:
        self.end = end
        if end is not TurnEnd.KEPT_RUNNING:
            self.process.kill()


def run_turns(turns: Sequence[RunningTurn]) -> None:
    """Run the turns side by side until each has its end."""
    while running := _still_running(turns):
        now = time.monotonic()
        until = min(turn.deadline for turn in running) - now
        if any(turn.process.pipes.output_ended for turn in running):
            until = 0.001  # it is about to end
        wait_for_any((turn.process.pipes for turn in running), max(0.0, min(until, _LONGEST_SLEEP)))


def _still_running(turns: Sequence[RunningTurn]) -> list[RunningTurn]:
    for turn in turns:
        if turn.end is None:
            turn.look()
    return [turn for turn in turns if turn.end is None]
