from collections.abc import Callable
from typing import Self, TypeVar

from typing_extensions import disjoint_base

from mahjong_core.scoring.rules import ProfileTables

from .fan import Fan
from .hand import Hand, Meld
from .profiles import RuleProfile
from .result import Explanation, TileSet
from .tiles import Tile

__all__ = [
    "CountedFan",
    "HandValues",
    "ScoreValues",
    "counted_fans",
    "hand_of_text",
    "listed_tiles",
    "score_of",
]

_T = TypeVar("_T")
_HandKind = TypeVar("_HandKind", bound="HandValues")

@disjoint_base
class HandValues:
    def __new__(cls, *args: object, **kwargs: object) -> Self: ...
    @property
    def counts(self) -> bytes: ...
    @property
    def meld_codes(self) -> bytes: ...
    @property
    def win(self) -> int: ...
    @property
    def flags(self) -> int: ...
    @property
    def winds(self) -> int: ...
    @property
    def flowers(self) -> int: ...
    @property
    def tile_count(self) -> int: ...
    @property
    def _sources(self) -> bytes: ...
    def _take_parts(
        self,
        meld: type[Meld],
        standing: object,
        melds: object,
        winning_tile: object,
        self_drawn: object,
        last_copy: object,
        last_tile: object,
        kong: object,
        prevalent_wind: object,
        seat_wind: object,
        flowers: object,
    ) -> bool: ...
    def _take_numbers(
        self,
        meld: type[Meld],
        counts: object,
        melds: object,
        win: object,
        flags: object,
        winds: object,
        flowers: object,
    ) -> bool: ...
    def _hold(
        self,
        counts: bytes,
        melds: bytes,
        sources: bytes,
        win: int,
        flags: int,
        winds: int,
        flowers: int,
    ) -> None: ...
    def _melds(
        self, made: dict[int, Meld], make: Callable[[int, int], Meld]
    ) -> tuple[Meld, ...]: ...
    def _copies_left(self, waiting: bool = False) -> bytes: ...
    def _text(self) -> str: ...
    def _waits(self, formal: bool) -> int: ...
    def _is_complete(self) -> bool: ...
    def _shanten(self, formal: bool) -> list[int | None]: ...
    def _effective(
        self, formal: bool, left: bytes, made: tuple[_T, ...]
    ) -> tuple[list[int | None], list[tuple[_T, ...] | None]]: ...
    def _won_on(self, kind: type[_HandKind], tile: int, self_drawn: bool) -> _HandKind: ...
    def _without(self, kind: type[_HandKind], tile: int) -> tuple[_HandKind, int, int]: ...
    def _tiles(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

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

def listed_tiles(mask: int, left: bytes, made: tuple[_T, ...]) -> tuple[_T, ...]: ...
def hand_of_text(kind: type[_HandKind], text: object) -> _HandKind | None: ...
def score_of(
    kind: type[_Kind], hand: HandValues, profile: RuleProfile, tables: ProfileTables
) -> _Kind | None: ...
def counted_fans(
    tables: ProfileTables,
    hand: HandValues,
    fans: tuple[Fan, ...],
    points: tuple[int, ...],
    score: ScoreValues,
) -> tuple[CountedFan, ...]: ...
