from typing import Any

__pyx_capi__: dict[str, object]  # what other compiled modules cimport

def find_lines(text: Any, spans: Any = None) -> int: ...
def find_parts(text: Any) -> list[tuple[int, int]]: ...
def read_text(
    text: Any,
    parts: Any,
    counts: Any,
    melds: Any,
    win: Any,
    flags: Any,
    winds: Any,
    flowers: Any,
    unread: Any,
    start: int,
    stop: int,
) -> None: ...
def read_spans(
    text: Any,
    spans: Any,
    counts: Any,
    melds: Any,
    win: Any,
    flags: Any,
    winds: Any,
    flowers: Any,
    unread: Any,
    start: int,
    stop: int,
) -> None: ...
def read_lines(
    lines: list[Any], counts: Any, melds: Any, win: Any, flags: Any, winds: Any, flowers: Any
) -> list[int]: ...
