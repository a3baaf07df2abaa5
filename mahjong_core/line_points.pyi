from typing import Any, Final

from .scoring.rules import ProfileTables

__all__ = ["NUMBER_BYTES", "joined_numbers", "score_lines"]

NUMBER_BYTES: Final[int]

def score_lines(
    tables: ProfileTables,
    text: Any,
    spans: Any,
    numbers: Any,
    status: Any,
    start: int,
    stop: int,
) -> None: ...
def joined_numbers(numbers: Any, start: int, stop: int) -> bytes: ...
