"""Base rounds of the designs by turning circles, found by search; tests/test_seating_designs.py
develops and checks each one.

``7a`` is place 7 of circle a. A row that has only a third of the tables stands for all three ways
to shift its circles. A table of three places has a player who stays there.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["BASE_ROUNDS", "Place"]

Place = tuple[int, int]
"""A place on a circle, and the circle: 0, 1 or 2."""

_FOUND: Final = {
    16: "0a0b0c 4b1b3c2c",
    24: "1a4b3c 2c0c5b6c",
    28: "0a0b0c 1a2b3b6b 1b2c4a8b 1c2a5b7a 3a5a6a7c 3c4b6c8c 4c5c7b8a",
    36: "1a6b10c 7a4a2b3b 5a8c0a9a",
    40: "0a0b0c 2a11a3b10b 6b7b9a4a 1c8a12c5a",
    44: (
        "13a5b3c 4a8b2c 4c7b9c3b 8a7c11a13c 2b7a1b5a 10c10a9a1a 6a6b11b9b 12b12c1c11c "
        "12a5c2a0b 10b3a4b0c 6c13b8c0a"
    ),
    48: "2a13b4c 6b10c11c7c 14a9a8b1a 0c5b3a12a",
    52: "0a0b0c 15b9a13a1b 8c4b10b3c 7a6a2b16c 12a11c14a5a",
    56: (
        "5a11b17c 7a1b13c 10b10c8a9c 4c4a14b9a 16a16b2c9b 17b0b14c4b 5c0c2a16c 11a0a8b10a "
        "15b12a7b13b 15c12b1c7c 15a12c13a1a 2b3a11c6a 8c3b17a6b 14a3c5b6c"
    ),
    60: "1a11b8c 18b16a5c15b 0b14c2a10b 7a4c9a3b 12c13c6c17c",
    64: "0a0b0c 14b10c9c3b 6a7c8a19b 17c15b20c2b 12c5a1a18c 13c11a4a16a",
    72: "2a7b8c 18c21b12b5c 17b6c11b9a 13c3a22b1a 14b10a0c15a 19b16b20b4b",
    76: "0a0b0c 5b6b15c18a 19b11a3b4a 12b1c8a21a 17a20a22b23c 7a2a13b9c 10c14c24c16c",
    80: (
        "6a18b2c 16a22b14c 12c1a15b12b 10a3b19c10c 4b9c5a4a 24c0b6c1c 20a0c18a3a 8b0a2b9b "
        "20b17a11c24b 8c25b7a20c 24a23c21b8a 11a5b4c16b 7b15c12a22c 21c19a10b14a 3c25c5c13a "
        "9a23a15a13b 1b17b19b13c 23b22a11b6b 17c14b7c18c 25a16c21a2a"
    ),
    84: "16a25b20c 0a26b15a11c 10b8c7c2c 18b22b23c5c 24b4c17c14b 19c21c13b6b 3c1b9b12b",
    96: (
        "3a11b28c 16a18b25a6b 8b19b13b12b 0c26a30b15c 23a17b2a20a 9c27b7a5a 10c24c1b29a 21c22b4a14b"
    ),
}


def _read(row: str) -> tuple[tuple[Place, ...], ...]:
    return tuple(
        tuple((int(place), "abc".index(circle)) for place, circle in re.findall(r"(\d+)(.)", table))
        for table in row.split()
    )


BASE_ROUNDS: Final = {count: _read(row) for count, row in _FOUND.items()}
"""By number of players: the places at each table of the first round."""
