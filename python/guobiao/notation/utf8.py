"""Texts of files and columns that nobody has checked."""

from __future__ import annotations

from ..errors import NotationError

__all__ = ["decoded"]


def decoded(content: bytes) -> str:
    """Bytes in UTF-8 as text.

    Raises ``NotationError``, which shows other bytes with backslashes.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        text = content.decode("utf-8", "backslashreplace")
        column = len(content[: error.start].decode("utf-8"))
        raise NotationError(
            "bytes that are not UTF-8", text=text, column=column, expected="text in UTF-8"
        ) from None
