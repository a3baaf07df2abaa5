"""What the sets of a split show, but for the chow fans and number-pung fans that are grouped, and
the concealed pungs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mahjong_core.fan_table import AddedKongs, Switches

from ..fan import Fan
from ..hand import Hand, MeldKind
from ..result import Form, SetKind, TileSet
from ..tiles import Tile
from .instances import Instance
from .shows_tiles import DRAGONS, WINDS
from .splits import PUNG_KINDS, Shape

__all__ = ["shown_by_sets"]

Sets = tuple[TileSet, ...]


def shown_by_sets(hand: Hand, shape: Shape, switches: Switches) -> Iterator[Instance]:
    """The fans of the form, of all sets together, of honour pungs, of terminal
    pungs and of kongs.
    """
    yield from map(Instance, _by_form(hand, shape))
    if shape.form is Form.BASIC:
        yield from (Instance(fan) for fan, holds in _OF_ALL_SETS.items() if holds(shape.sets))
    if shape.form in (Form.BASIC, Form.KNITTED_STRAIGHT):
        yield from _by_winds(hand, shape.sets)
        yield from _by_dragons(shape.sets)
        yield from _by_terminals_and_honours(shape.sets)
        yield from _by_kongs(hand, shape.sets, switches)


def _by_form(hand: Hand, shape: Shape) -> Iterator[Fan]:
    if shape.form is Form.BASIC and _is_nine_gates(hand):
        yield Fan.NINE_GATES
    if shape.form is Form.KNITTED_STRAIGHT:
        yield Fan.KNITTED_STRAIGHT
        if shape.sets[0].kind is SetKind.CHOW and not _pair(shape.sets).is_honour:
            yield Fan.ALL_CHOWS
    if shape.form is Form.ALL_KNITTED:
        honours = sum(single.tile.is_honour for single in shape.sets)
        yield (
            Fan.GREATER_HONORS_AND_KNITTED_TILES
            if honours == 7
            else Fan.LESSER_HONORS_AND_KNITTED_TILES
        )
        if honours == 5:  # and so all nine of the body
            yield Fan.KNITTED_STRAIGHT
    if shape.form is Form.THIRTEEN_ORPHANS:
        yield Fan.THIRTEEN_ORPHANS
    if shape.form is Form.SEVEN_PAIRS:
        yield Fan.SEVEN_PAIRS
        if _are_shifted_pairs(shape.sets):
            yield Fan.SEVEN_SHIFTED_PAIRS


def _is_nine_gates(hand: Hand) -> bool:
    """The thirteen tiles before the win are 1112345678999 of one suit."""
    suit = hand.win // 9
    before = list(hand.counts[9 * suit : 9 * suit + 9])
    before[hand.win % 9] -= 1
    return suit < 3 and before == [3, 1, 1, 1, 1, 1, 1, 1, 3]


def _are_shifted_pairs(pairs: Sets) -> bool:
    first = pairs[0].tile
    in_one_suit = not first.is_honour and first.rank + 6 < 9
    return in_one_suit and all(pair.tile == first + step for step, pair in enumerate(pairs))


def _pair(sets: Sets) -> Tile:
    return next(each.tile for each in sets if each.kind is SetKind.PAIR)


def _are_pungs(sets: Sets) -> bool:
    return all(each.kind is not SetKind.CHOW for each in sets)


def _are_even_pungs(sets: Sets) -> bool:
    return _are_pungs(sets) and all(
        not each.tile.is_honour and each.tile.rank + 1 in (2, 4, 6, 8) for each in sets
    )


def _are_chows(sets: Sets) -> bool:
    return all(each.kind is SetKind.CHOW for each in sets[:4]) and not _pair(sets).is_honour


def _hold_fives(sets: Sets) -> bool:
    return all(any(not tile.is_honour and tile.rank == 4 for tile in each.tiles) for each in sets)


def _hold_terminals_or_honours(sets: Sets) -> bool:
    return all(any(tile.is_terminal or tile.is_honour for tile in each.tiles) for each in sets)


_OF_ALL_SETS: Final[dict[Fan, Callable[[Sets], bool]]] = {
    Fan.ALL_EVEN_PUNGS: _are_even_pungs,
    Fan.ALL_FIVE: _hold_fives,
    Fan.ALL_PUNGS: _are_pungs,
    Fan.OUTSIDE_HAND: _hold_terminals_or_honours,
    Fan.ALL_CHOWS: _are_chows,
}


def _pungs_of(sets: Sets, tiles: frozenset[Tile]) -> tuple[int, ...]:
    """The indexes of the pungs and kongs of these tiles."""
    return tuple(
        index for index, each in enumerate(sets) if each.kind in PUNG_KINDS and each.tile in tiles
    )


def _with_pair(sets: Sets, pungs: tuple[int, ...]) -> tuple[int, ...]:
    return (*pungs, next(index for index, each in enumerate(sets) if each.kind is SetKind.PAIR))


def _by_winds(hand: Hand, sets: Sets) -> Iterator[Instance]:
    winds = _pungs_of(sets, WINDS)
    if len(winds) == 4:
        yield Instance(Fan.BIG_FOUR_WINDS, winds)
    if len(winds) == 3 and _pair(sets) in WINDS:
        yield Instance(Fan.LITTLE_FOUR_WINDS, _with_pair(sets, winds))
    if len(winds) >= 3:
        yield Instance(Fan.BIG_THREE_WINDS, winds)
    for index in winds:
        # Both count on one pung when the winds are the same.
        if sets[index].tile == hand.prevalent_wind.tile:
            yield Instance(Fan.PREVALENT_WIND, (index,))
        if sets[index].tile == hand.seat_wind.tile:
            yield Instance(Fan.SEAT_WIND, (index,))


def _by_dragons(sets: Sets) -> Iterator[Instance]:
    dragons = _pungs_of(sets, DRAGONS)
    if len(dragons) == 3:
        yield Instance(Fan.BIG_THREE_DRAGONS, dragons)
    if len(dragons) == 2 and _pair(sets) in DRAGONS:
        yield Instance(Fan.LITTLE_THREE_DRAGONS, _with_pair(sets, dragons))
    if len(dragons) >= 2:
        yield Instance(Fan.TWO_DRAGONS_PUNGS, dragons)
    yield from (Instance(Fan.DRAGON_PUNG, (index,)) for index in dragons)


def _by_terminals_and_honours(sets: Sets) -> Iterator[Instance]:
    for index, each in enumerate(sets):
        if each.kind in PUNG_KINDS and (each.tile.is_terminal or each.tile.is_honour):
            yield Instance(Fan.PUNG_OF_TERMINALS_OR_HONORS, (index,))


# The kong fans are one line, by the numbers of concealed and of melded kongs: one entry shows.
_KONG_LINE: Final = {
    (0, 1): Fan.MELDED_KONG,
    (1, 0): Fan.CONCEALED_KONG,
    (0, 2): Fan.TWO_MELDED_KONGS,
    (1, 1): Fan.CONCEALED_KONG_AND_MELDED_KONG,
    (2, 0): Fan.TWO_CONCEALED_KONGS,
}


def _by_kongs(hand: Hand, sets: Sets, switches: Switches) -> Iterator[Instance]:
    concealed_tiles = {meld.tile for meld in hand.melds if meld.kind is MeldKind.CONCEALED_KONG}
    kongs = tuple(index for index, each in enumerate(sets) if each.kind is SetKind.KONG)
    concealed = tuple(index for index in kongs if sets[index].tile in concealed_tiles)
    melded = tuple(index for index in kongs if sets[index].tile not in concealed_tiles)
    if len(concealed) == len(melded) == 1 and not switches.mixed_kongs:
        yield Instance(Fan.CONCEALED_KONG, concealed)
        yield Instance(Fan.MELDED_KONG, melded)
    elif len(kongs) >= 3:
        yield Instance(Fan.THREE_KONGS if len(kongs) == 3 else Fan.FOUR_KONGS, kongs)
        yield from _beside_three_kongs(concealed, switches.kongs_add_concealed)
    elif kongs:
        yield Instance(_KONG_LINE[len(concealed), len(melded)], kongs)


def _beside_three_kongs(concealed: tuple[int, ...], add: AddedKongs) -> Iterator[Instance]:
    """What the concealed ones among three or four kongs are paid beside 三杠 and 四杠."""
    if add == "none" or not concealed:
        return
    if len(concealed) == 1:
        yield Instance(Fan.CONCEALED_KONG, concealed)
    elif len(concealed) == 2 or add == "all":
        yield Instance(Fan.TWO_CONCEALED_KONGS, concealed[:2])
