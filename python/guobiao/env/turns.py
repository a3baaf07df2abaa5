"""One step at a time, from any thread. A fork waits for the steps of other threads, so that the new
process has no half-done tables.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

__all__ = ["Turns"]

_SECONDS_A_FORK_WAITS: Final = 5.0


class Turns:
    """A lock that a forked process finds free.

    ``on_torn`` is called there if the fork could not wait for the lock's holder.

    That happens in a step of many seconds, or if a step's signal handler forks.
    """

    def __init__(self, on_torn: Callable[[], object]) -> None:
        self._on_torn = on_torn
        self._lock = threading.Lock()
        _all.add(self)

    def lock(self) -> threading.Lock:
        """What to hold for a turn: ``with turns.lock():``.

        (A lock's own ``with`` is never left half done by an interrupt.)
        """
        with _gate:  # a fork holds it while it waits: later turns come after it
            return self._lock

    def stop(self, deadline: float) -> bool:
        """Before a fork: nobody has the lock now, unless it took too long."""
        return self._lock.acquire(timeout=max(0.0, deadline - time.monotonic()))

    def go_on(self) -> None:
        """After ``stop``, in both processes."""
        self._lock.release()

    def tear(self) -> None:
        """In the new process, which lacks the thread that held the lock."""
        self._lock = threading.Lock()
        self._on_torn()


_all: WeakSet[Turns] = WeakSet()
_gate = threading.Lock()
_stopped: list[tuple[Turns, bool]] = []


def _before_fork() -> None:
    _gate.acquire()
    deadline = time.monotonic() + _SECONDS_A_FORK_WAITS
    _stopped.extend((turns, turns.stop(deadline)) for turns in list(_all))


def _after_in_parent() -> None:
    for turns, is_stopped in _stopped:
        if is_stopped:
            turns.go_on()
    _stopped.clear()
    _gate.release()


def _after_in_child() -> None:
    for turns, is_stopped in _stopped:
        if is_stopped:
            turns.go_on()
        else:
            turns.tear()
    _stopped.clear()
    _gate.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )
