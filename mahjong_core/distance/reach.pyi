from ..scoring.rules import ProfileTables

def reach(
    tables: ProfileTables,
    counts: bytes,
    melds: bytes,
    left: bytes,
    winds: int,
    self_drawn: bool,
    minimum: int,
    furthest: int,
    limit: int,
) -> tuple[int, list[tuple[bytes, int, int, int]]]: ...
