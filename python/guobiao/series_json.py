"""The results of a series as JSON, in the shape that ``guobiao play --json`` prints."""

from __future__ import annotations

from .series import ContestantResult, Series, SeriesTable

__all__ = ["series_to_json"]


def series_to_json(series: Series, table: SeriesTable) -> dict[str, object]:
    """``{"hands", "seed", "rules", "wall", "flowers", "drawn", "failed", "players": [{"name",
    "hands", "wins", "self_drawn", "deal_ins", "points", "points_per_hand", "interval",
    "fan_points_per_win", "failures"}]}``.

    ``interval`` is [lower, upper] at 95 %, null with fewer than two deals;
    ``failures`` {verdict: count}.
    """
    return {
        "hands": table.hands,
        "seed": series.seed,
        "rules": series.rules.name,
        "wall": series.wall.value,
        "flowers": series.flowers,
        "drawn": table.drawn,
        "failed": table.failed,
        "players": [_player(result) for result in table.results()],
    }


def _player(result: ContestantResult) -> dict[str, object]:
    mean, width = result.points_per_hand, result.half_width
    return {
        "name": result.contestant.name,
        "hands": result.hands,
        "wins": result.wins,
        "self_drawn": result.self_drawn,
        "deal_ins": result.deal_ins,
        "points": result.points,
        "points_per_hand": mean,
        "interval": None if width is None else [mean - width, mean + width],
        "fan_points_per_win": result.fan_points_per_win,
        "failures": {str(verdict): count for verdict, count in result.failures.items()},
    }
