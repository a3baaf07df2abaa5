"""套算一次: which of the places of the chow fans (or number-pung fans) count together.

Sets are vertices, a fan is an edge or hyper-edge over its sets. A grouping is a choice without a
cycle: no place touches an already linked group twice. (This implies 不得相同: two fans of three
sets among four sets share two.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from ..fan_table import FAN_COUNT
from .shows import ID, Label, Shown

# With one pair only: the core tries them after what any pair allows.
_DRAGONS = (ID["一色双龙会"], ID["三色双龙会"])
_TIE_FANS = tuple(ID[zh] for zh in ("一般高", "喜相逢", "连六", "老少副"))
_TERMINAL_PUNG = ID["幺九刻"]
_END = FAN_COUNT + 1  # after any fan: of two choices that begin alike the longer one comes first

Grouping = tuple[Shown, ...]


def tie_order(shown: Iterable[Shown], takers: Set[int]) -> tuple[object, ...]:
    """Sorts groupings of equal totals under any profile: the first one labels the hand
    (step 4 of the tie order).

    ``shown``: the grouping and the 幺九刻 of its pungs; ``takers``: the fans that take
    those of their own sets.
    """
    pungs = [one.sets for one in shown if one.fan == _TERMINAL_PUNG]
    chosen = sorted(one.fan for one in shown if one.fan != _TERMINAL_PUNG)
    taking = [one.sets for one in shown if one.fan in takers]
    return (
        any(fan in _DRAGONS for fan in chosen),
        *(-chosen.count(fan) for fan in _TIE_FANS),
        [*chosen, _END],
        sum(any(pung <= sets for sets in taking) for pung in pungs),
    )


def groupings(places: Sequence[Shown], harmless: Set[int]) -> list[Grouping]:
    """The groupings of these places, without those that a further ``harmless`` fan (which
    excludes nothing) could join.

    Such a fan never lowers the points of a hand, so the best grouping is still there. One empty
    grouping if there are no places.
    """
    listed = sorted(places, key=lambda place: (place.fan, sorted(place.sets)))
    choices = _choices(listed, ())
    return [
        tuple(chosen)
        for chosen, linked in choices
        if not _could_join(listed, chosen, linked, harmless)
    ]


def distinct_groupings(
    places: Sequence[Shown], harmless: Set[int], takers: Set[int]
) -> list[Grouping]:
    """One grouping of each list of fans, with the sets of the ``takers``: nothing
    else matters to the tables.
    """
    distinct: dict[tuple[object, ...], Grouping] = {}
    for grouping in groupings(places, harmless):
        distinct.setdefault(
            tuple(place if place.fan in takers else place.fan for place in grouping), grouping
        )
    return list(distinct.values())


_Linked = tuple[frozenset[Label], ...]


def _choices(places: Sequence[Shown], linked: _Linked) -> Iterator[tuple[list[Shown], _Linked]]:
    """Every choice without a cycle, with the groups of sets that it links: first those with the
    first place, then those without.
    """
    if not places:
        yield [], linked
        return
    first, rest = places[0], places[1:]
    if _fits(first, linked):
        met = [group for group in linked if group & first.sets]
        joined = (*(group for group in linked if not group & first.sets), first.sets.union(*met))
        yield from (([first, *chosen], groups) for chosen, groups in _choices(rest, joined))
    yield from _choices(rest, linked)


def _fits(place: Shown, linked: _Linked) -> bool:
    """No two sets of the place are linked already."""
    return all(len(group & place.sets) <= 1 for group in linked)


def _could_join(
    places: Sequence[Shown], chosen: Sequence[Shown], linked: _Linked, harmless: Set[int]
) -> bool:
    return any(
        place.fan in harmless and place not in chosen and _fits(place, linked) for place in places
    )
