"""Limits for files that nobody has checked: one that never ends (``/dev/zero``, a pipe) is
refused, and takes no memory.
"""

from __future__ import annotations

import io
from typing import BinaryIO, Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, RecordError

__all__ = ["PatientStream", "read_limited"]

_CHUNK: Final = 1 << 16
_MAX_BYTES_OF_NOTHING: Final = 1 << 24
_MAX_LINES_OF_NOTHING: Final = 1_000_000


def read_limited(stream: BinaryIO, most_bytes: int) -> bytes:
    """All that the stream holds. Raises ``GuobiaoError`` if it is over the limit of bytes."""
    content = stream.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise GuobiaoError(f"more than {most_bytes:,} bytes: expected a smaller file")
    return content


class PatientStream(io.BufferedReader):
    """A stream of any length, as long as its reader reports now and then that it has ``found``
    something.

    Raises ``RecordError`` after 16 MiB or a million lines in which nothing was found: an endless
    line, endless blank lines.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._counted = _Counted(stream)
        super().__init__(self._counted, _CHUNK)

    def found(self) -> None:
        """Something was found: start counting again."""
        self._counted.bytes_of_nothing = self._counted.lines_of_nothing = 0


class _Counted(io.RawIOBase):
    """Counts what is read, a chunk at a time: reading lines is as fast as without it."""

    def __init__(self, stream: BinaryIO) -> None:
        readinto = getattr(stream, "readinto1", None) or getattr(stream, "readinto", None)
        if readinto is None:
            raise GuobiaoError(f"{shown(stream)}: expected a file that is opened in binary mode")
        self._readinto = readinto
        self._line = 1
        self.bytes_of_nothing = self.lines_of_nothing = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if (
            self.bytes_of_nothing > _MAX_BYTES_OF_NOTHING
            or self.lines_of_nothing > _MAX_LINES_OF_NOTHING
        ):
            problem = (
                f"nothing that can be read in {self.bytes_of_nothing:,} bytes: expected a "
                "file that ends"
            )
            raise RecordError(problem, line=self._line)
        size = int(self._readinto(buffer))
        lines = bytes(buffer[:size]).count(b"\n")
        self._line += lines
        self.bytes_of_nothing += size
        self.lines_of_nothing += lines
        return size
