"""Players of the tests' own that Ray's workers import by this module's name: that of a test module
is not the same everywhere.
"""

from __future__ import annotations

from typing import Any

from guobiao.players import make_player
from guobiao.table import Observation


def first_legal(seen: Observation) -> int:
    return seen.legal_actions[0]


def greedy_players() -> list[Any]:
    return [make_player("greedy"), *(make_player("random") for _ in range(3))]


def broken(seen: Observation) -> int:
    return 234
