from typing import Any, Final

from typing_extensions import Self, disjoint_base

from .objects import SeatView, TableRules, TableState

__all__ = ["PLANE_COUNT", "TableBatch", "are_apart", "planes_of"]

PLANE_COUNT: Final[int]

# Buffers: NumPy arrays, memoryviews … of the types that the docstrings of guobiao.env say.
@disjoint_base
class TableBatch:
    def __new__(
        cls, game: TableRules, count: int, wall_rule: int, has_flowers: bool, prevalent: int
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    @property
    def game(self) -> TableRules: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def is_dealt(self) -> bool: ...
    def deal(
        self, seed: int, planes: Any, masks: Any, seats: Any, rewards: Any, endings: Any
    ) -> None: ...
    def first_illegal(self, actions: Any) -> int: ...
    def step(
        self,
        actions: Any,
        scale: float,
        planes: Any,
        masks: Any,
        seats: Any,
        rewards: Any,
        endings: Any,
        start: int,
        stop: int,
    ) -> None: ...
    def random_actions(self, eager: bool, actions: Any) -> None: ...
    def forget(self) -> None: ...
    def content(self) -> tuple[int, bytes, bytes, bytes, bytes]: ...
    def restore(
        self, seed: int, seeds: bytes, randoms: bytes, counts: bytes, actions: bytes
    ) -> None: ...
    def copy_table(self, row: int, state: TableState) -> None: ...

def are_apart(buffers: tuple[Any, ...]) -> bool: ...
def planes_of(view: SeatView, planes: Any) -> None: ...
