from typing_extensions import Self, disjoint_base

from guobiao.fan import Fan
from guobiao.hand import Hand
from guobiao.profiles import RuleProfile
from guobiao.result import Explanation, TileSet

from .rules import ProfileTables

__all__ = ["CountedFan", "PackedHand", "ScoreValues", "counted_fans", "points_of"]

@disjoint_base
class PackedHand:
    def __new__(cls, counts: bytes, melds: bytes, win: int, flags: int, winds: int, flowers: int) -> PackedHand: ...

@disjoint_base
class CountedFan:
    def __init__(self, fan: Fan, count: int, points: int, sets: tuple[tuple[TileSet, ...], ...] = ()) -> None: ...
    @property
    def fan(self) -> Fan: ...
    @property
    def count(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def sets(self) -> tuple[tuple[TileSet, ...], ...]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class ScoreValues:
    _explanation: Explanation | None
    def __new__(cls, hand: Hand, profile: RuleProfile, points: int, explanation: Explanation | None = None) -> Self: ...
    @property
    def hand(self) -> Hand: ...
    @property
    def profile(self) -> RuleProfile: ...
    @property
    def points(self) -> int: ...

def points_of(tables: ProfileTables, hand: PackedHand) -> int: ...
def counted_fans(
    tables: ProfileTables,
    hand: PackedHand,
    fans: tuple[Fan, ...],
    points: tuple[int, ...],
    score: ScoreValues,
) -> tuple[CountedFan, ...]: ...
