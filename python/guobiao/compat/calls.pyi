from typing_extensions import disjoint_base

from mahjong_core.scoring.rules import ProfileTables

__all__ = ["CallFormat", "c_integer", "c_type_name", "fan_tuples"]

@disjoint_base
class CallFormat:
    def __new__(
        cls,
        tables: ProfileTables,
        suits: tuple[tuple[str, int, int], ...],
        packs: tuple[str, str, str],
        fans: tuple[tuple[tuple[object, ...], ...], tuple[tuple[object, ...], ...]],
    ) -> CallFormat: ...
    @property
    def tables(self) -> ProfileTables: ...
    @property
    def fans(self) -> tuple[tuple[tuple[object, ...], ...], tuple[tuple[object, ...], ...]]: ...

def fan_tuples(
    format: CallFormat,
    pack: object,
    hand: object,
    win_tile: object,
    flowers: object,
    self_drawn: object,
    last_copy: object,
    kong: object,
    last_tile: object,
    seat_wind: object,
    prevalent_wind: object,
    verbose: object,
) -> tuple[object, ...] | None: ...
def c_integer(number: object) -> int: ...
def c_type_name(value: object) -> str: ...
