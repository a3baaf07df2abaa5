from collections.abc import Callable

from typing_extensions import disjoint_base

__all__ = ["Crew"]

@disjoint_base
class Crew:
    def __init__(self, work: Callable[[int, int], object]) -> None: ...
    @property
    def is_cut(self) -> bool: ...
    def run(self, slices: list[tuple[int, int]]) -> None: ...
