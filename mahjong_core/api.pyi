from .fan_table import Rules
from .scoring.rules import ProfileTables

__all__ = [
    "built_in_tables",
    "effective_tiles",
    "fan_counts",
    "is_complete",
    "knitted_bodies",
    "make_tables",
    "points",
    "shanten",
    "suit_splits",
    "waits",
]

def points(
    tables: ProfileTables,
    counts: bytes,
    melds: bytes,
    win: int,
    flags: int,
    winds: int,
    flowers: int,
) -> int: ...
def fan_counts(
    tables: ProfileTables,
    counts: bytes,
    melds: bytes,
    win: int,
    flags: int,
    winds: int,
    flowers: int,
) -> bytes: ...
def is_complete(counts: bytes, melds: bytes) -> int: ...
def waits(counts: bytes, melds: bytes, formal: bool = False) -> int: ...
def shanten(counts: bytes, melds: bytes, formal: bool = False) -> tuple[int, ...] | int: ...
def effective_tiles(
    counts: bytes, melds: bytes, formal: bool = False, standard_only: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...]] | int: ...
def suit_splits(counts: bytes) -> tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]: ...
def knitted_bodies() -> tuple[tuple[int, int, int], ...]: ...
def make_tables(rules: Rules) -> ProfileTables: ...
def built_in_tables(name: str) -> ProfileTables: ...
