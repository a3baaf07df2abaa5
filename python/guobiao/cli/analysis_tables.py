"""Tables for people: waits, shanten, discards, routes to the minimum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..analysis.discards import Discard
from ..analysis.reach import Reach, Route
from ..analysis.shanten import EffectiveTile, EffectiveTiles
from ..notation import format_tiles
from ..profiles import RuleProfile
from ..result import CountedFan, Form, Score, Wait
from .console import format_table
from .language import say

__all__ = ["discards_table", "reach_table", "shanten_table", "waits_table"]


def _form(form: Form) -> str:
    return {
        Form.BASIC: say("four sets and a pair"),
        Form.SEVEN_PAIRS: say("七对 seven pairs"),
        Form.THIRTEEN_ORPHANS: say("十三幺 thirteen orphans"),
        Form.ALL_KNITTED: say("全不靠 honors and knitted tiles"),
        Form.KNITTED_STRAIGHT: say("组合龙 knitted straight"),
    }[form]


def waits_table(waits: Sequence[Wait], profile: RuleProfile) -> list[str]:
    """One line for each wait: the copies left, the points by discard and by self-draw, and the fans
    by a discard. ``*`` marks points that do not qualify.
    """
    rows = [
        (
            say("tile"),
            "",
            say("left"),
            say("discard"),
            say("self-draw"),
            say("fans by a discard"),
        )
    ]
    for wait in waits:
        discard, self_drawn = wait.discard, wait.self_drawn
        fans = fan_names(discard.fans) if discard else say("the hand holds all four")
        rows.append(
            (
                str(wait.tile),
                wait.tile.zh,
                str(wait.left),
                _points(discard),
                _points(self_drawn),
                fans,
            )
        )
    notes = []
    if any("*" in cell for row in rows for cell in row[3:5]):
        notes = [
            say(
                "(*) does not qualify: under {minimum} points without flowers (rules {rules})",
                minimum=profile.minimum,
                rules=profile.name,
            )
        ]
    return format_table(rows, right=(2, 3, 4)) + notes


def _points(score: Score | None) -> str:
    return "- " if score is None else f"{score.points}{' ' if score.qualifies else '*'}"


def fan_names(fans: Sequence[CountedFan]) -> str:
    """``清龙 幺九刻 x2``."""
    return " ".join(f"{fan.fan.zh} x{fan.count}" if fan.count > 1 else fan.fan.zh for fan in fans)


def _with_left(tiles: Iterable[EffectiveTile]) -> str:
    """``2m(3) 5m(4)``."""
    return " ".join(f"{found.tile}({found.left})" for found in tiles)


def shanten_table(found: EffectiveTiles) -> list[str]:
    """One line for each form: its shanten, the tiles that lower it, and how many copies are left.

    The first line is the nearest form's.
    """
    rows: list[tuple[str, ...]] = [(say("form"), *_number_heads())]
    numbers = found.shanten.by_form
    rows.append(_shanten_row(say("nearest"), found.shanten.overall, found.overall))
    rows += [
        _shanten_row(_form(form), numbers[form], tiles) for form, tiles in found.by_form.items()
    ]
    return format_table(rows, right=(1, 2))


def _number_heads() -> tuple[str, str, str]:
    return say("shanten"), say("left"), say("tiles that lower it (copies left)")


def _shanten_row(name: str, number: int, tiles: Sequence[EffectiveTile]) -> tuple[str, ...]:
    return name, str(number), str(sum(tile.left for tile in tiles)), _with_left(tiles) or "-"


def discards_table(table: Sequence[Discard]) -> list[str]:
    """One line for each discard, the best first.

    A second list has the tiles that widen the wait after a discard of the best shanten.
    """
    best = table[0].shanten
    rows = [(say("discard // the tile"), *_number_heads())]
    rows += [(str(one.tile), str(one.shanten), str(one.left), _what_helps(one)) for one in table]
    widening = [(str(one.tile), _with_left(one.widening)) for one in table if one.shanten == best]
    shown = [(f"{tile}:", tiles) for tile, tiles in widening if tiles]
    lines = format_table(rows, right=(1, 2))
    return (
        [*lines, "", say("改良 (tiles that widen the wait), by discard:"), *format_table(shown)]
        if shown
        else lines
    )


def _what_helps(discard: Discard) -> str:
    """A ready hand's waits with their points by discard and self-draw; another hand's effective
    tiles.
    """
    if not discard.is_ready:
        return _with_left(discard.effective)
    return " ".join(
        f"{wait.tile}({wait.left}) "
        f"{_points(wait.discard).strip()}/{_points(wait.self_drawn).strip()}"
        for wait in discard.waits
    )


def reach_table(way: Reach, minimum: int, win: str) -> list[str]:
    """How far the hand is from the minimum, and the best routes there."""
    how = say("by a discard") if win == "discard" else say("self-drawn")
    aim = say("To {minimum} points ({how}):", minimum=minimum, how=how)
    if way.distance is None:
        return [say("{aim} at least {bound} exchanges.", aim=aim, bound=way.bound)]
    if way.distance < 0:
        points, fans = way.routes[0].points, fan_names(way.routes[0].fans)
        text = say("{aim} worth {points} as it stands ({fans}).", aim=aim, points=points, fans=fans)
        return [text]
    heads = (
        say("draw (copies left)"),
        say("discard // the tile"),
        say("win on"),
        say("ways"),
        say("points"),
        say("fans"),
    )
    return [
        say("{aim} {exchanges}", aim=aim, exchanges=_exchanges(way.distance)),
        *format_table([heads, *map(_route_row, way.routes)], right=(3, 4)),
    ]


def _exchanges(distance: int) -> str:
    if distance < 2:
        return say("1 exchange.") if distance else say("ready.")
    return say("{distance} exchanges.", distance=distance)


def _route_row(route: Route) -> tuple[str, ...]:
    left = dict(zip(route.needed, route.left))
    draws = " ".join(
        f"{str(tile) * count}({left[tile]})" for tile, count in Counter(route.needed).items()
    )
    given = format_tiles(route.given) or "-"
    return (
        draws,
        given,
        str(route.winning_tile),
        str(route.ways),
        str(route.points),
        fan_names(route.fans),
    )
