from typing import Any

from .scoring.rules import ProfileTables

# Buffers: NumPy arrays, memoryviews … of the types that the docstrings of guobiao.arrays.batch say.
def score_rows(
    tables: ProfileTables,
    counts: Any,
    melds: Any,
    win: Any,
    flags: Any,
    winds: Any,
    flowers: Any,
    points: Any,
    status: Any,
    fan_counts: Any,
    start: int,
    stop: int,
) -> None: ...
def waits_rows(
    counts: Any, melds: Any, win: Any, formal: bool, masks: Any, status: Any, start: int, stop: int
) -> None: ...
def wait_points_rows(
    tables: ProfileTables,
    counts: Any,
    melds: Any,
    win: Any,
    winds: Any,
    flowers: Any,
    discard: Any,
    self_drawn: Any,
    status: Any,
    start: int,
    stop: int,
) -> None: ...
def complete_rows(counts: Any, melds: Any, status: Any, start: int, stop: int) -> None: ...
