"""A table from above: four hands, their melds, rivers and flowers, the wall, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import GuobiaoError
from ..hand import NO_TILE
from ..table import Observation, Phase, TableHand
from ..tiles import SLOT_COUNT, Seat, Tile
from ..values import checked_items
from ..visible import shown
from .drawing import BACK, HIGH, WIDE, Picture, cut_text
from .hands import LaidMeld, draw_meld, meld_width, tile_name

__all__ = ["table_svg"]

_SIDE: Final = 1360
_CENTRE: Final = 180  # half of the box in the middle
_STEP: Final = WIDE + 1
_APART: Final = 18
_MOST_WIDE: Final = _SIDE - 2 * 110  # of a hand: beside it the others' begin
_RIVER: Final = 0.9  # of a tile
_LONG_RIVER: Final = 0.75
_MOST_AT_FULL_SIZE: Final = 30
_FLOWER: Final = 0.6
_IN_A_ROW: Final = 6


@dataclass(frozen=True, slots=True)
class _Place:
    """What lies before a seat. ``apart``: the drawn or the winning tile."""

    seat: Seat
    standing: tuple[str, ...]
    apart: str | None
    melds: tuple[LaidMeld, ...]
    river: tuple[Tile, ...]
    flowers: tuple[int, ...]
    is_last: bool
    """Whether the last tile of the river is the one that may be claimed."""


def table_svg(
    table: TableHand | Observation,
    *,
    seat: Seat | int | str | None = None,
    names: Sequence[str] | None = None,
    theme: str = "light",
    index: bool = False,
    title: str = "",
) -> str:
    """A table as SVG, from above.

    A ``TableHand`` shows all tiles; with ``seat`` what that seat may see. An ``Observation`` shows
    what its seat may see. That seat, or E, sits below, the next one at its right. ``names``: those
    of the players E S W N. Raises ``GuobiaoError`` for what is no table, no seat, no four names.

    >>> from guobiao.table import TableHand
    >>> table_svg(TableHand(seed=7), seat="S").count('data-tile="back"')
    40
    """
    seen, places = _places(table, seat)
    named = _checked_names(names)
    if not isinstance(title, str):
        raise GuobiaoError(f"title {shown(title)}: expected a text")
    is_view = seat is not None or isinstance(table, Observation)
    picture = Picture(title or _title(table, seen, is_view), theme, index)
    below = seen.seat
    for place in places:
        turn = (below - place.seat) % 4 * 90
        picture.begin(f"rotate({turn} {_SIDE / 2} {_SIDE / 2})", f"seat {place.seat}")
        _draw_place(picture, place, named[place.seat], is_opposite=turn == 180)
        picture.end()
    _draw_centre(picture, table, seen)
    return picture.svg(_SIDE, _SIDE, ground="felt")


def _checked_names(names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [""] * 4
    listed = list(checked_items("names", names, GuobiaoError))
    if len(listed) != 4 or not all(isinstance(name, str) for name in listed):
        raise GuobiaoError(f"names {shown(listed)}: expected four texts, of E S W N")
    return listed


def _places(
    table: TableHand | Observation, seat: Seat | int | str | None
) -> tuple[Observation, list[_Place]]:
    """The view from below, and what lies before each seat."""
    if isinstance(table, Observation):
        if seat is not None and Seat.parse(seat) is not table.seat:
            raise GuobiaoError(
                f"seat {shown(seat)}: an Observation shows what its seat {table.seat} may see"
            )
        return table, [_seen_place(table, each) for each in Seat]
    if not isinstance(table, TableHand):
        raise GuobiaoError(f"{shown(table)}: expected a TableHand or an Observation")
    if seat is not None:
        seen = table.observe(seat)
        return seen, [_seen_place(seen, each) for each in Seat]
    return table.observe(Seat.E), [_open_place(table, each) for each in Seat]


def _seen_place(seen: Observation, seat: Seat) -> _Place:
    if seat is seen.seat:
        return _place(seen, seat, seen.hand, seen.drawn)
    count = seen.standing[seat]
    drew = count % 3 == 2
    return _Place(
        seat, (BACK,) * (count - drew), BACK if drew else None, seen.melds[seat],
        seen.rivers[seat], seen.flowers[seat], _is_claimed(seen, seat),
    )  # fmt: skip


def _open_place(table: TableHand, seat: Seat) -> _Place:
    hand, seen = table.hand_of(seat), table.observe(seat)
    apart = seen.drawn if hand.win == NO_TILE else hand.winning_tile
    return _place(seen, seat, hand.counts, apart)


def _place(seen: Observation, seat: Seat, counts: bytes, apart: Tile | None) -> _Place:
    """A place of which the standing tiles are known."""
    standing = [str(Tile(slot)) for slot in range(SLOT_COUNT) for _ in range(counts[slot])]
    if apart is not None and str(apart) in standing:
        standing.remove(str(apart))
    else:
        apart = None
    return _Place(
        seat, tuple(standing), None if apart is None else str(apart), seen.melds[seat],
        seen.rivers[seat], seen.flowers[seat], _is_claimed(seen, seat),
    )  # fmt: skip


def _is_claimed(seen: Observation, seat: Seat) -> bool:
    return seen.phase is Phase.CLAIM and seen.actor is seat


# ----------------------------------------------------------------------------- before each seat


def _draw_place(picture: Picture, place: _Place, name: str, *, is_opposite: bool) -> None:
    """What lies before a seat that sits below; the picture is turned for the others."""
    wide: float = len(place.standing) * _STEP + (_APART + _STEP) * (place.apart is not None)
    wide += sum(_APART + meld_width(meld) for meld in place.melds)
    size = min(1.0, _MOST_WIDE / wide) if wide else 1.0
    left, top = (_SIDE - wide * size) / 2, _SIDE - 14 - HIGH * size
    picture.begin(f"translate({left:.2f} {top:.2f}) scale({size:.4f})", f"hand {place.seat}")
    _draw_row(picture, place)
    picture.end()
    picture.begin("translate(0 0)", f"river {place.seat}")
    _draw_river(picture, place)
    picture.end()
    picture.begin("translate(0 0)", f"flowers {place.seat}")
    for column, flower in enumerate(place.flowers):
        picture.tile(tile_name(flower), 130 + column * 38, _SIDE - 168, _FLOWER)
    picture.end()
    _draw_name(picture, name, 142 + 38 * len(place.flowers), is_opposite=is_opposite)


def _draw_row(picture: Picture, place: _Place) -> None:
    x = 0.0
    for name in place.standing:
        picture.tile(name, x, 0)
        x += _STEP
    if place.apart is not None:
        picture.tile(place.apart, x + _APART, 0)
        x += _APART + _STEP
    for meld in place.melds:
        draw_meld(picture, meld, x + _APART, 0)
        x += _APART + meld_width(meld)


def _draw_river(picture: Picture, place: _Place) -> None:
    size = _RIVER if len(place.river) <= _MOST_AT_FULL_SIZE else _LONG_RIVER
    left = _SIDE / 2 - _IN_A_ROW * _STEP * size / 2
    top = _SIDE / 2 + _CENTRE + 12
    for number, tile in enumerate(place.river):
        row, column = divmod(number, _IN_A_ROW)
        x, y = left + column * _STEP * size, top + row * (HIGH + 2) * size
        picture.tile(str(tile), x, y, size)
        if place.is_last and number == len(place.river) - 1:
            picture.box(x - 1, y - 1, WIDE * size + 2, HIGH * size + 2, line="mark")


def _draw_name(picture: Picture, name: str, x: float, *, is_opposite: bool) -> None:
    if not name:
        return
    y = _SIDE - 134
    told = cut_text(name, 26, 300)
    if is_opposite:  # so that it can be read
        picture.begin(f"rotate(180 {x} {y - 9})")
    picture.text(x, y, told, 26, "quiet", anchor="end" if is_opposite else "start")
    if is_opposite:
        picture.end()


# ------------------------------------------------------------------------------------ the middle


def _draw_centre(picture: Picture, table: TableHand | Observation, seen: Observation) -> None:
    middle = _SIDE / 2
    picture.box(
        middle - _CENTRE, middle - _CENTRE, 2 * _CENTRE, 2 * _CENTRE, "quiet", opacity=0.12,
        round=14,
    )  # fmt: skip
    result = table.result if isinstance(table, TableHand) else None
    for seat in Seat:
        is_on = seen.actor is seat and seen.phase is not Phase.OVER
        points = "" if result is None else f" {result.changes[seat]:+d}"
        _draw_wind(picture, seat, (seat - seen.seat) % 4, is_on, points)
    lines = [f"{seen.prevalent_wind.zh}风圈 · {seen.prevalent_wind} round", _wall_text(seen)]
    lines.append(_state_text(table, seen))
    for row, line in enumerate(lines):
        colour = "ink" if row == 2 else "quiet"
        picture.text(
            middle, middle - 26 + row * 36, line, 24, colour, anchor="middle", bold=row == 2
        )


def _draw_wind(picture: Picture, seat: Seat, place: int, is_on: bool, points: str) -> None:
    """A seat's wind at its side of the middle; it is marked if it is its turn."""
    middle = _SIDE / 2
    across, down = ((0, 1), (1, 0), (0, -1), (-1, 0))[place]
    reach = _CENTRE - 40
    x, y = middle + across * reach, middle + down * reach
    if is_on:
        turn = -90 * place
        picture.begin(f"rotate({turn} {middle} {middle})", "turn")
        picture.box(middle - _CENTRE, middle + _CENTRE - 8, 2 * _CENTRE, 8, "mark", round=4)
        picture.end()
    colour = "mark" if is_on else "ink"
    picture.text(x, y + 12, f"{seat.zh} {seat}", 30, colour, anchor="middle", bold=True)
    if points:
        picture.text(x, y + (38 if place in (1, 3) else -20 if place == 0 else 38),
                     points.strip(), 22, "quiet", anchor="middle")  # fmt: skip


def _wall_text(seen: Observation) -> str:
    left = seen.wall_left
    told = str(left[0]) if len(set(left)) == 1 else " ".join(map(str, left))
    return f"牌墙 wall {told}"


def _state_text(table: TableHand | Observation, seen: Observation) -> str:
    if seen.phase is not Phase.OVER:
        if seen.phase is Phase.PLAY:
            return f"{seen.actor.zh} {seen.actor} 出牌 to play"
        what = "打出 discards" if seen.phase is Phase.CLAIM else "加杠 adds"
        return f"{seen.actor.zh} {seen.actor} {what} {seen.tile}"
    result = table.result if isinstance(table, TableHand) else None
    if result is None:
        return "终局 over"
    if result.winner is None or result.score is None:
        return "荒牌 drawn"
    return f"{result.winner} {result.ending.zh} {result.score.points} 分"


def _title(table: TableHand | Observation, seen: Observation, is_view: bool) -> str:
    view = f"seen by {seen.seat}" if is_view else "all tiles"
    return f"table, {view}: {_state_text(table, seen)}, {_wall_text(seen)}"
