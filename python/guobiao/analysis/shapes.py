"""Waits, discards and the way to the minimum as JSON, as ``guobiao waits``, ``shanten`` and
``analyze`` print them. Only this module knows these shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..result import Score, Wait
from .discards import Discard
from .reach import Reach, Route
from .shanten import EffectiveTile, EffectiveTiles

__all__ = ["discard_to_json", "effective_to_json", "reach_to_json", "wait_to_json", "waits_to_json"]


def waits_to_json(waits: Sequence[Wait]) -> dict[str, object]:
    """``{"waits": [...]}``."""
    return {"waits": [wait_to_json(wait) for wait in waits]}


def wait_to_json(wait: Wait) -> dict[str, object]:
    """``{"tile", "left", "discard", "self_drawn"}``: copies left, and the worth in both ways, null
    for a fifth copy.

    A worth is ``{"points", "qualifies", "fans": [{"fan", "zh", "count", "points"}]}``.
    """
    return {
        "tile": str(wait.tile),
        "left": wait.left,
        "discard": _worth(wait.discard),
        "self_drawn": _worth(wait.self_drawn),
    }


def effective_to_json(found: EffectiveTiles) -> dict[str, object]:
    """``{"shanten", "effective": [{"tile", "left"}], "left", "forms": {form: {"shanten",
    "effective"}}}``: overall and of each form.
    """
    numbers = found.shanten.by_form
    return {
        "shanten": found.shanten.overall,
        "effective": _tiles(found.overall),
        "left": found.left,
        "forms": {
            form.name.lower(): {"shanten": numbers[form], "effective": _tiles(tiles)}
            for form, tiles in found.by_form.items()
        },
    }


def discard_to_json(discard: Discard) -> dict[str, object]:
    """``{"discard", "shanten", "effective", "left", "widening", "waits"}``: tiles with the copies
    left, waits as ``wait_to_json``.
    """
    return {
        "discard": str(discard.tile),
        "shanten": discard.shanten,
        "effective": _tiles(discard.effective),
        "left": discard.left,
        "widening": _tiles(discard.widening),
        "waits": [wait_to_json(wait) for wait in discard.waits],
    }


def _tiles(tiles: Sequence[EffectiveTile]) -> list[dict[str, object]]:
    return [{"tile": str(found.tile), "left": found.left} for found in tiles]


def reach_to_json(way: Reach, minimum: int) -> dict[str, object]:
    """``{"minimum", "distance", "bound", "routes": [...]}``; distance null if it is at least
    ``bound`` and not known.
    """
    return {
        "minimum": minimum,
        "distance": way.distance,
        "bound": way.bound,
        "routes": [_route(route) for route in way.routes],
    }


def _route(route: Route) -> dict[str, object]:
    return {
        "needed": [
            {"tile": str(tile), "left": left} for tile, left in zip(route.needed, route.left)
        ],
        "given": [str(tile) for tile in route.given],
        "winning_tile": str(route.winning_tile),
        "ways": route.ways,
        "points": route.points,
        "fans": _fans(route.score),
    }


def _worth(score: Score | None) -> dict[str, object] | None:
    if score is None:
        return None
    return {"points": score.points, "qualifies": score.qualifies, "fans": _fans(score)}


def _fans(score: Score) -> list[dict[str, object]]:
    return [
        {
            "fan": counted.fan.name,
            "zh": counted.fan.zh,
            "count": counted.count,
            "points": counted.points,
        }
        for counted in score.fans
    ]
