from typing import TypeVar

from typing_extensions import disjoint_base

from mahjong_core.scoring.rules import ProfileTables

from .fan import Fan
from .hand import Hand
from .profiles import RuleProfile
from .result import Explanation, TileSet

__all__ = ["CountedFan", "PackedHand", "ScoreValues", "counted_fans", "score_of"]

@disjoint_base
class PackedHand:
    def __new__(
        cls, counts: bytes, melds: bytes, win: int, flags: int, winds: int, flowers: int
    ) -> PackedHand: ...

@disjoint_base
class CountedFan:
    def __init__(
        self, fan: Fan, count: int, points: int, sets: tuple[tuple[TileSet, ...], ...] = ()
    ) -> None: ...
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
    def __init__(
        self, hand: Hand, profile: RuleProfile, points: int, explanation: Explanation | None = None
    ) -> None: ...
    @property
    def hand(self) -> Hand: ...
    @property
    def profile(self) -> RuleProfile: ...
    @property
    def points(self) -> int: ...

_Kind = TypeVar("_Kind", bound=ScoreValues)

def score_of(
    kind: type[_Kind], hand: Hand, profile: RuleProfile, tables: ProfileTables, packed: PackedHand
) -> _Kind | None: ...
def counted_fans(
    tables: ProfileTables,
    hand: PackedHand,
    fans: tuple[Fan, ...],
    points: tuple[int, ...],
    score: ScoreValues,
) -> tuple[CountedFan, ...]: ...
