"""套算一次: which of the places of the chow fans (or number-pung fans) count together.

Sets are vertices, a fan is an edge or hyper-edge over its sets. A grouping is a largest choice without a cycle: every further
place would touch an already linked group twice. (This implies 不得相同: two fans of three sets among four sets share two.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .shows import ID, Label, Shown

# Ties: the grouping with more 一般高, then more 喜相逢, then 连六, then 老少副.
_TIE_FANS = tuple(ID[zh] for zh in ("一般高", "喜相逢", "连六", "老少副"))

Grouping = tuple[Shown, ...]


def tie_order(grouping: Sequence[Shown]) -> tuple[int, ...]:
    """Sorts groupings of equal totals: the first is the one that labels the hand."""
    fans = [place.fan for place in grouping]
    return tuple(-fans.count(fan) for fan in _TIE_FANS)


def groupings(places: Sequence[Shown]) -> list[Grouping]:
    """All groupings of these places, each sorted; one empty grouping if there are no places."""
    found = {tuple(sorted(chosen, key=_by_fan)) for chosen in _without_cycle(list(places), [])}
    return sorted(found, key=lambda grouping: [_by_fan(place) for place in grouping])


def distinct_groupings(places: Sequence[Shown]) -> list[Grouping]:
    """One grouping of each list of fans: what the tables need, since there only the fans matter."""
    by_fans = {tuple(place.fan for place in grouping): grouping for grouping in reversed(groupings(places))}
    return list(by_fans.values())


def _by_fan(place: Shown) -> tuple[int, list[Label]]:
    return place.fan, sorted(place.sets)


def _without_cycle(places: list[Shown], chosen: list[Shown]) -> Iterator[list[Shown]]:
    """Extends ``chosen`` in every way until no place fits any more."""
    fitting = [place for place in places if place not in chosen and _fits(place, chosen)]
    if not fitting:
        yield chosen
        return
    # Every largest choice holds the first fitting place, or one that rules it out.
    first = fitting[0]
    yield from _without_cycle(places, [*chosen, first])
    for rival in fitting[1:]:
        if not _fits(first, [*chosen, rival]):
            yield from _without_cycle(places, [*chosen, rival])
        elif len(places) > 1:
            rest = [place for place in places if place != first]
            yield from (other for other in _without_cycle(rest, [*chosen, rival]) if not _fits(first, other))


def _fits(place: Shown, chosen: Sequence[Shown]) -> bool:
    """No two sets of the place are linked already."""
    groups = {label: group for group in _linked(chosen) for label in group}
    touched = [id(groups[label]) for label in place.sets if label in groups]
    return len(touched) == len(set(touched))


def _linked(chosen: Sequence[Shown]) -> list[frozenset[Label]]:
    groups: list[frozenset[Label]] = []
    for place in chosen:
        met = [group for group in groups if group & place.sets]
        groups = [group for group in groups if not group & place.sets] + [place.sets.union(*met)]
    return groups
