from typing import Any

__pyx_capi__: dict[str, object]  # what other compiled modules cimport

def read_lines(
    lines: list[Any], counts: Any, melds: Any, win: Any, flags: Any, winds: Any, flowers: Any
) -> list[int]: ...
