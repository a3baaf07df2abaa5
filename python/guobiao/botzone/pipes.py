"""The three pipes of a program that may misbehave. Reading never waits for it, and a flood of
output is not stored.
"""

from __future__ import annotations

import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from typing import IO, Final, Protocol

__all__ = ["Pipes", "PolledPipes", "ThreadedPipes", "pipes_of", "wait_for_any"]

_CHUNK: Final = 1 << 16
_KEPT_ERRORS: Final = 2000
_CHUNKS_WAITING: Final = 4
_SECONDS_BETWEEN_LOOKS: Final = 0.001
_SECONDS_TO_CLOSE: Final = 1.0


class Pipes(Protocol):
    """Standard input, output and error of a process. Nothing but ``wait`` waits."""

    output: bytearray
    """What was read from standard output and not yet taken away."""
    output_ended: bool
    """Whether every process that had standard output has closed it."""
    errors: bytearray
    """The last bytes of standard error; all that came before is dropped."""

    def send(self, data: bytes, *, close: bool) -> None:
        """Write this to standard input while ``pump`` is called, then close it if asked.

        What the program does not read is lost.
        """

    def pump(self) -> None:
        """Move what can be moved at once: at most one chunk of each stream."""

    def is_all_read(self) -> bool:
        """Whether standard input is open and the program has read all of it (or the system cannot
        tell).
        """

    def close(self) -> None:
        """Read the rest of standard error, then close all three. The process must have ended."""


class PolledPipes:
    """For systems where a pipe can be polled: no threads, and whoever holds the
    other end cannot block us.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.output, self.output_ended, self.errors = bytearray(), False, bytearray()
        self._streams = _streams(process)
        self._input, self._output, self._errors = (stream.fileno() for stream in self._streams)
        self._unsent, self._close_input, self._errors_ended = memoryview(b""), False, False
        for stream in self._streams:
            os.set_blocking(stream.fileno(), False)

    def send(self, data: bytes, *, close: bool) -> None:
        self._unsent, self._close_input = memoryview(bytes(self._unsent) + data), close
        self._write()

    def pump(self) -> None:
        self._write()
        if not self.output_ended:
            chunk = _read_now(self._output)
            self.output_ended = chunk == b""
            self.output += chunk or b""
        if not self._errors_ended:
            chunk = _read_now(self._errors)
            self._errors_ended = chunk == b""
            _keep_last(self.errors, chunk or b"")

    def is_all_read(self) -> bool:
        return not self._streams[0].closed and not self._unsent and _unread(self._input) == 0

    def _write(self) -> None:
        if self._streams[0].closed:
            return
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._input, self._unsent) :]
        except BlockingIOError:
            return
        except OSError:  # it reads no more
            self._unsent, self._close_input = memoryview(b""), True
        if self._close_input:
            self._streams[0].close()

    def close(self) -> None:
        if not self._errors_ended and not self._streams[2].closed:
            _keep_last(self.errors, _read_now(self._errors) or b"")
        for stream in self._streams:
            stream.close()

    def register(self, poll: select.poll) -> None:
        """Watch the streams on which something may happen."""
        if self._unsent:
            poll.register(self._input, select.POLLOUT)
        if not self.output_ended:
            poll.register(self._output, select.POLLIN)
        if not self._errors_ended:
            poll.register(self._errors, select.POLLIN)


class ThreadedPipes:
    """For Windows, where a pipe cannot be polled: a thread a stream.

    A program that floods fills a short queue, then waits.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.output, self.output_ended, self.errors = bytearray(), False, bytearray()
        self._streams = _streams(process)
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._chunks: queue.Queue[bytes] = queue.Queue(_CHUNKS_WAITING)
        self._error_chunks: queue.Queue[bytes] = queue.Queue(_CHUNKS_WAITING)
        self._threads = [
            threading.Thread(target=self._write, daemon=True),
            threading.Thread(target=_read_all, args=(self._streams[1], self._chunks), daemon=True),
            threading.Thread(
                target=_read_all, args=(self._streams[2], self._error_chunks), daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, data: bytes, *, close: bool) -> None:
        self._unsent.put(data)
        if close:
            self._unsent.put(None)

    def _write(self) -> None:
        try:
            while (data := self._unsent.get()) is not None:
                self._streams[0].write(data)
            self._streams[0].close()
        except (OSError, ValueError):  # it reads no more
            return

    def pump(self) -> None:
        if not self.output_ended and (chunk := _next(self._chunks)) is not None:
            self.output_ended = chunk == b""
            self.output += chunk
        _keep_last(self.errors, _next(self._error_chunks) or b"")

    def is_all_read(self) -> bool:
        return (
            not self._streams[0].closed
            and self._unsent.empty()
            and _unread(self._streams[0].fileno()) == 0
        )

    def close(self) -> None:
        self._unsent.put(None)
        # somebody else may still hold the other end
        deadline = time.monotonic() + _SECONDS_TO_CLOSE
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < deadline:
            _next(self._chunks)  # a reader waits until there is room
            _keep_last(self.errors, _next(self._error_chunks) or b"")
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        while chunk := _next(self._error_chunks):
            _keep_last(self.errors, chunk)
        for stream, thread in zip(self._streams, self._threads):
            if not thread.is_alive():
                stream.close()


def pipes_of(process: subprocess.Popen[bytes]) -> Pipes:
    """The pipes of a process, by what the system offers."""
    return PolledPipes(process) if hasattr(select, "poll") else ThreadedPipes(process)


def wait_for_any(watched: Iterable[Pipes], seconds: float) -> None:
    """Sleep until one of the pipes can be pumped, but no longer than ``seconds``."""
    polled = [pipes for pipes in watched if isinstance(pipes, PolledPipes)]
    if not polled:
        time.sleep(min(seconds, _SECONDS_BETWEEN_LOOKS))
        return
    poll = select.poll()
    for pipes in polled:
        pipes.register(poll)
    poll.poll(max(1, int(seconds * 1000)))


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise ValueError("the process was started without pipes")
    return process.stdin, process.stdout, process.stderr


def _unread(descriptor: int) -> int:
    """How many bytes wait in a pipe; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    import fcntl
    import termios

    try:
        return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)
    except OSError:
        return 0


def _read_now(descriptor: int) -> bytes | None:
    """What can be read: b"" at the end, None if there is nothing yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def _read_all(stream: IO[bytes], chunks: queue.Queue[bytes]) -> None:
    """Until the end, which b"" marks."""
    try:
        while chunk := os.read(stream.fileno(), _CHUNK):
            chunks.put(chunk)
    except OSError:
        pass
    chunks.put(b"")


def _next(chunks: queue.Queue[bytes]) -> bytes | None:
    try:
        return chunks.get_nowait()
    except queue.Empty:
        return None


def _keep_last(kept: bytearray, chunk: bytes) -> None:
    kept += chunk
    del kept[:-_KEPT_ERRORS]
