from typing_extensions import Buffer

from .rules import ProfileTables

def score_rows(
    tables: ProfileTables,
    counts: Buffer,
    melds: Buffer,
    win: Buffer,
    flags: Buffer,
    winds: Buffer,
    flowers: Buffer,
    points: Buffer,
    status: Buffer,
    fan_counts: Buffer | None,
    start: int,
    stop: int,
) -> None: ...
def waits_rows(
    counts: Buffer,
    melds: Buffer,
    win: Buffer,
    formal: bool,
    masks: Buffer,
    status: Buffer,
    start: int,
    stop: int,
) -> None: ...
def complete_rows(counts: Buffer, melds: Buffer, status: Buffer, start: int, stop: int) -> None: ...
