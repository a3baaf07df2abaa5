"""Ends a program when the process that started it has ended, even by ``kill -9``."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import Final

__all__ = ["Keeper"]

# It reads the number of a process group. Then a line lets the keeper go, and the end of the pipe,
# which nobody can hold back, ends the group.
_SCRIPT: Final = """
trap '' HUP INT TERM
read group && { read line || kill -s KILL -- "-$group"; }
"""


class Keeper:
    """A small shell beside a program. It waits at a pipe whose other end only this process has.

    (Linux can send a signal at the parent's death. But it reaches the program alone, not what it
    has started, and asking for it needs code between ``fork`` and ``exec``, which is not safe
    beside threads.) Without ``/bin/sh`` nobody keeps watch.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform != "win32":
            quiet = subprocess.DEVNULL
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(
                    ["/bin/sh", "-c", _SCRIPT],
                    stdin=subprocess.PIPE,
                    stdout=quiet,
                    stderr=quiet,
                    bufsize=0,
                    start_new_session=True,
                )

    def guard(self, group: int) -> None:
        """This process group ends with this process from now on."""
        self._tell(b"%d\n" % group)

    def dismiss(self) -> None:
        """The group has ended, and no other group that gets its number must be ended.

        Call ``wait`` next.
        """
        self._tell(b"\n")
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def wait(self) -> None:
        """Wait until it has gone."""
        if self._process is not None:
            self._process.wait()

    def _tell(self, line: bytes) -> None:
        if (
            self._process is not None
            and self._process.stdin is not None
            and not self._process.stdin.closed
        ):
            with contextlib.suppress(OSError):  # somebody has ended it
                self._process.stdin.write(line)
