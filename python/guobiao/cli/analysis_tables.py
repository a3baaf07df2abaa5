"""Tables for people: waits, routes to the minimum."""

from __future__ import annotations

from collections.abc import Sequence

from ..notation import format_tiles
from ..result import CountedFan, Score, Wait
from ..routes import Reach, Route
from .console import format_table

__all__ = ["fan_names", "reach_table", "tiles_left", "waits_table"]


def waits_table(waits: Sequence[Wait]) -> list[str]:
    """A line a wait: copies left, points in both ways (``*``: does not qualify), the fans by a discard."""
    rows = [("tile", "", "left", "discard", "self-draw", "fans by a discard")]
    for wait in waits:
        fans = fan_names(wait.discard.fans) if wait.discard else "the hand holds all four"
        rows.append(
            (str(wait.tile), wait.tile.zh, str(wait.left), _points(wait.discard), _points(wait.self_drawn), fans)
        )
    return format_table(rows, right=(2, 3, 4))


def _points(score: Score | None) -> str:
    return "-" if score is None else f"{score.points}{' ' if score.qualifies else '*'}"


def fan_names(fans: Sequence[CountedFan]) -> str:
    """``清龙 幺九刻 x2``."""
    return " ".join(f"{fan.fan.zh} x{fan.count}" if fan.count > 1 else fan.fan.zh for fan in fans)


def tiles_left(tiles: Sequence[tuple[int, int]]) -> str:
    """Tiles with the copies left: ``2m (3) 5m (4)``."""
    return " ".join(f"{format_tiles([tile])} ({left})" for tile, left in tiles)


def reach_table(way: Reach, minimum: int, shown: int) -> list[str]:
    """How far the minimum is, and the best routes."""
    if way.distance is None:
        return [f"To {minimum} points: at least {way.bound} exchanges."]
    if way.distance < 0:
        return [f"Worth {minimum} points as it stands: {way.routes[0].points} ({fan_names(way.routes[0].fans)})."]
    exchanges = "ready" if way.distance == 0 else f"{way.distance} exchange{'s' * (way.distance > 1)}"
    rows = [
        ("draw", "discard", "win on", "ways", "points", "fans"),
        *(_route_row(route) for route in way.routes[:shown]),
    ]
    return [f"To {minimum} points: {exchanges}.", *format_table(rows, right=(3, 4))]


def _route_row(route: Route) -> tuple[str, ...]:
    return (
        tiles_left([(tile, left) for tile, left in zip(route.needed, route.left)]),
        format_tiles(route.given) or "-",
        str(route.winning_tile),
        str(route.ways),
        str(route.points),
        fan_names(route.fans),
    )
