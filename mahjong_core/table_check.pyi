from .play.objects import TableRules

__all__ = ["FAULTS", "check_random"]

FAULTS: tuple[str, ...]

def check_random(
    rules: TableRules,
    seed: int,
    hands: int,
    wall_rule: int = 0,
    has_flowers: bool = True,
    eager: bool = False,
    fault: int = 0,
    fault_at: int = 20,
) -> tuple[int, int, tuple[int, int, int, int], int]: ...
