from typing import Any

__pyx_capi__: dict[str, object]  # what other compiled modules cimport

# Buffers: NumPy arrays, memoryviews … of the types that the docstrings of
# guobiao.arrays.shanten say.
def shanten_rows(
    counts: Any, melds: Any, formal: bool, shanten: Any, status: Any, start: int, stop: int
) -> None: ...
def effective_rows(
    counts: Any,
    melds: Any,
    formal: bool,
    standard_only: bool,
    shanten: Any,
    masks: Any,
    status: Any,
    start: int,
    stop: int,
) -> None: ...
