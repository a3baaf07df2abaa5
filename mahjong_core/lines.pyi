from typing import Any

def read_lines(
    lines: list[Any], counts: Any, melds: Any, win: Any, flags: Any, winds: Any, flowers: Any
) -> list[int]: ...
