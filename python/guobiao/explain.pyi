from collections.abc import Iterator

from mahjong_core.fan_table import Rules

from .fan import Fan
from .hand import Hand
from .result import Explanation

__all__ = ["equal_lists", "explain"]

def explain(hand: Hand, rules: Rules, fans: bytes | None = None) -> Explanation: ...
def equal_lists(hand: Hand, rules: Rules) -> Iterator[dict[Fan, int]]: ...
