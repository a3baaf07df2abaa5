from .scoring.rules import ProfileTables

__all__ = ["score_text"]

def score_text(
    tables: ProfileTables, text: bytes
) -> tuple[bytes, int, list[tuple[int, int, int, int]]]: ...
