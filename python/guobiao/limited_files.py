"""Limits for files that nobody has checked: one that never ends (``/dev/zero``, a pipe) is refused, and takes no memory."""

from __future__ import annotations

from typing import BinaryIO, Final

from .errors import GuobiaoError, RecordError

__all__ = ["PatientStream", "read_limited"]

_MAX_BYTES_OF_NOTHING: Final = 1 << 24
_MAX_LINES_OF_NOTHING: Final = 1_000_000


def read_limited(stream: BinaryIO, most_bytes: int) -> bytes:
    """All that the stream holds; ``GuobiaoError`` for more than so many bytes."""
    content = stream.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise GuobiaoError(f"more than {most_bytes:,} bytes: expected a smaller file")
    return content


class PatientStream:
    """The lines of a stream that may be as long as it likes, as long as something is ``found`` in it now and then.

    ``RecordError`` after 16 MiB or a million lines in which nothing was found: a line without an end, blank lines for ever.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._line = self._found_at = 1
        self._bytes_of_nothing = 0

    def readline(self, size: int) -> bytes:
        """The next line, or so many bytes of it."""
        piece = self._stream.readline(size)
        self._bytes_of_nothing += len(piece)
        self._line += piece.endswith(b"\n")
        lines_of_nothing = self._line - self._found_at
        if self._bytes_of_nothing > _MAX_BYTES_OF_NOTHING or lines_of_nothing > _MAX_LINES_OF_NOTHING:
            problem = f"nothing that can be read in {self._bytes_of_nothing:,} bytes: expected a file that ends"
            raise RecordError(problem, line=self._line)
        return piece

    def found(self) -> None:
        """Something stood there: its patience begins anew."""
        self._bytes_of_nothing, self._found_at = 0, self._line
