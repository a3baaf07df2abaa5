"""Which reading the core's best total belongs to, which sets make each fan, and
what does not count and why.

An explanation is made on request, after scoring: the readings are enumerated once more with the
readable rules of the table builder (the very rules that the core's tables were solved from), and
the best one is taken apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import groupby, product
from typing import Final, NamedTuple

from mahjong_core import api, codes
from mahjong_core.builder import shows
from mahjong_core.builder.exclusions import Excluders, run
from mahjong_core.builder.groupings import Grouping, groupings, tie_order
from mahjong_core.builder.shows import FACT, FORM, ID, Label, Shown
from mahjong_core.fan_table import OWN, WHOLE, Rules

from .contradictions import find_contradiction
from .fan import Fan
from .hand import Hand, MeldKind
from .result import CountedFan, DroppedFan, Explanation, Form, Principle, SetKind, Split, TileSet
from .tiles import SLOT_COUNT, Tile

__all__ = ["equal_lists", "explain"]

Sets = tuple[TileSet, ...]

_PUNGS: Final = (SetKind.PUNG, SetKind.KONG)
_TERMINAL_PUNG: Final = ID["幺九刻"]
_PAIRED_WITH: Final = (ID["小四喜"], ID["小三元"])  # their sets are two or three pungs and the pair


class Reading(NamedTuple):
    """A split with the winning tile in its place, and one choice of its grouped fans."""

    split: Split
    wait: int
    grouping: Grouping
    counted: list[Shown]
    shown: list[Shown]
    points: int

    def preference(self, takers: Set[int]) -> tuple[object, ...]:
        """The tie order of the rules: the smallest is chosen. ``takers`` as for ``tie_order``."""
        body = [(each.kind, each.tile) for each in self.split.sets if each.kind < SetKind.PAIR]
        pair = next((each.tile for each in self.split.sets if each.kind is SetKind.PAIR), -1)
        terminals = [one for one in self.shown if one.fan == _TERMINAL_PUNG]
        return (
            self.split.form is Form.SEVEN_PAIRS,
            -sum(kind is SetKind.CHOW for kind, _ in body),
            -pair,
            tie_order([*self.grouping, *terminals], takers),
            self.wait or len(shows.WAIT_LABELS),
            body,
            self.split.winning_set,
            [sorted(one.sets) for one in self.grouping],
        )


def explain(hand: Hand, rules: Rules) -> Explanation:
    """The explanation of a hand that the core has scored, so that it is
    complete and its flags fit.
    """
    context = _Context(hand, rules)
    best = min(
        context.best_readings(), key=lambda reading: reading.preference(context.excluders.takers)
    )
    counted = _counted_fans(context, best)
    return Explanation(counted, best.split, tuple(_dropped_fans(context, best)))


def equal_lists(hand: Hand, rules: Rules) -> Iterator[dict[Fan, int]]:
    """The fans of each reading that is worth as much as the explained one, which is among them."""
    context = _Context(hand, rules)
    for reading in context.best_readings():
        yield {counted.fan: counted.count for counted in _counted_fans(context, reading)}


class _Context:
    """A hand under a profile: what all of its readings share."""

    def __init__(self, hand: Hand, rules: Rules) -> None:
        self.hand = hand
        self.rules = rules
        self.excluders = _excluders(rules)
        self.win = Tile(hand.win)
        self.flags = _corrected_flags(hand, rules)
        self.melds = tuple(_set_of_meld(hand, index) for index in range(len(hand.melds)))

    @cached_property
    def is_sole_wait(self) -> bool:
        """Whether, in form, no other tile completes the thirteen."""
        before = bytearray(self.hand.counts)
        before[self.win] -= 1
        mask = api.waits(bytes(before), self.hand.meld_codes, True)
        return mask & (mask - 1) == 0

    def best_readings(self) -> list[Reading]:
        """The readings of most points, without those that a fan without exclusions could join."""
        readings = [reading for sets in self.all_sets() for reading in self.readings(*sets)]
        most = max(reading.points for reading in readings)
        return [reading for reading in readings if reading.points == most]

    def all_sets(self) -> Iterator[tuple[str, Sets]]:
        """Every form (by its name in the win table) with its sets, sorted."""
        counts = self.hand.counts
        for sets in _sets_and_pair(counts, self.melds, 4):
            yield ("nine gates" if self._is_nine_gates() else "basic"), sets
        for sets in _knitted_straights(counts, self.melds):
            yield "knitted straight", sets
        if not self.melds:
            yield from _forms_without_sets(counts)

    def _is_nine_gates(self) -> bool:
        if self.hand.melds or self.win.is_honour:
            return False
        start = self.win - self.win.rank
        before = [self.hand.counts[start + rank] - (rank == self.win.rank) for rank in range(9)]
        return before == [3, 1, 1, 1, 1, 1, 1, 1, 3]

    def readings(self, form: str, sets: Sets) -> Iterator[Reading]:
        """Every place of the winning tile in these sets, and every grouping."""
        places = _chow_places(sets) + _pung_places(sets)
        everywhere = [*self._shown_by_sets(sets), *self._shown_by_tiles(form, sets)]
        for index in self._places(sets):
            wait = self._wait(form, sets, index)
            shown = [*everywhere, *self._shown_by_win(form, sets, index, wait)]
            for grouping in _groupings(tuple(places), self.rules):
                listed = [*shown, *grouping]
                if self.excluders.count_copies:
                    listed.sort(key=lambda one: _order_by_rank(one, sets))
                settled, _ = run(self.excluders, listed)
                points = sum(self.rules.points[one.fan] for one in settled)
                split = Split(_FORM_OF_NAME[form], sets, index)
                yield Reading(split, wait, grouping, settled, shown + list(grouping), points)

    def _places(self, sets: Sets) -> list[int]:
        """The sets that may hold the winning tile: one of equal ones is enough."""
        standing = [i for i, each in enumerate(sets) if not each.melded and self.win in each.tiles]
        return [i for i in standing if sets.index(sets[i]) == i]

    def _wait(self, form: str, sets: Sets, index: int) -> int:
        """The number of the wait label (``shows.WAIT_LABELS``), 0 for none."""
        place = sets[index]
        in_body = any(each.kind is SetKind.KNITTED and self.win in each.tiles for each in sets)
        if in_body and not self.rules.switches.knitted_body_wait:
            return 0
        label = 0
        if place.kind is SetKind.PAIR and form != "thirteen orphans":
            label = 3
        elif place.kind is SetKind.CHOW:
            low, rank = place.tile.rank, self.win.rank
            label = 2 if rank == low + 1 else int((low, rank) in ((0, 2), (6, 6)))
        if label and self.rules.points[ID[shows.WAIT_LABELS[label]]] and self.is_sole_wait:
            return label
        return 0

    def _shown_by_sets(self, sets: Sets) -> Iterator[Shown]:
        """Honours, 幺九刻, kongs and 四归一."""
        pair = next((each.tile for each in sets if each.kind is SetKind.PAIR), None)
        index_of = {each.tile: index for index, each in enumerate(sets) if each.kind in _PUNGS}
        numbers = [tile for tile in index_of if not tile.is_honour]
        honours = [tile - Tile.E for tile in index_of if tile.is_honour]
        kind = _kind_of_pair(pair) if honours else shows.NO_HONOUR_PAIR
        for one in shows.terminal_pungs(numbers) + shows.honour_fans(
            honours, kind, *divmod(self.hand.winds, 4)
        ):
            yield _labelled(one, (index_of[Tile(slot)] for _, slot in one.sets))
        kongs = self._kongs(sets)
        concealed = [index for index in kongs if not self._is_open(sets[index])]
        ordered = concealed + [index for index in kongs if index not in concealed]
        mixed = self.rules.switches.mixed_kongs
        for one in shows.kong_fans(
            len(concealed), len(kongs) - len(concealed), 0, mixed_kongs=mixed
        ):
            yield _labelled(one, (ordered[place] for _, place in one.sets))
        for slot, count in enumerate(self._all_counts()):
            if count == 4 and not any(sets[index].tile == slot for index in kongs):
                yield Shown(ID["四归一"], frozenset([("tile", slot)]))

    def _shown_by_win(self, form: str, sets: Sets, index: int, wait: int) -> Iterator[Shown]:
        """Form, win and the concealed pungs: a pung that a discard completes is not concealed."""
        is_open = [each for each in self.hand.melds if each.is_open]
        for one in shows.win_fans(FORM[form], self.flags, not is_open, len(is_open) == 4, wait):
            yield _labelled(one, [index] if wait and one.fan == ID[shows.WAIT_LABELS[wait]] else ())
        drawn = self.flags & codes.SELF_DRAWN
        concealed = [
            place
            for place, each in enumerate(sets)
            if each.kind in _PUNGS and not self._is_open(each) and (drawn or place != index)
        ]
        for one in shows.kong_fans(0, 0, len(concealed), mixed_kongs=True):
            yield _labelled(one, (concealed[place] for _, place in one.sets))

    def _shown_by_tiles(self, form: str, sets: Sets) -> Iterator[Shown]:
        facts = _extra_facts(form)
        for each in sets:
            facts |= _facts(each, form)
        yield from shows.rank_fans(facts) + shows.colour_fans(facts)

    def _kongs(self, sets: Sets) -> list[int]:
        return [index for index, each in enumerate(sets) if each.kind is SetKind.KONG]

    def _is_open(self, each: TileSet) -> bool:
        return each.melded and any(
            meld.is_open and meld.tile == each.tile for meld in self.hand.melds if meld.kind
        )

    def _all_counts(self) -> list[int]:
        counts = list(self.hand.counts)
        for meld in self.hand.melds:
            for tile in meld.tiles:
                counts[tile] += 1
        return counts


_FORM_OF_NAME: Final = {
    "basic": Form.BASIC,
    "nine gates": Form.BASIC,
    "seven pairs": Form.SEVEN_PAIRS,
    "seven shifted pairs": Form.SEVEN_PAIRS,
    "thirteen orphans": Form.THIRTEEN_ORPHANS,
    "knitted": Form.ALL_KNITTED,
    "knitted with straight": Form.ALL_KNITTED,
    "greater knitted": Form.ALL_KNITTED,
    "knitted straight": Form.KNITTED_STRAIGHT,
}


@lru_cache(maxsize=8)
def _excluders(rules: Rules) -> Excluders:
    return Excluders(rules)


def _order(one: Shown) -> tuple[int, list[Label]]:
    return one.fan, sorted(one.sets)


def _order_by_rank(one: Shown, sets: Sets) -> tuple[int, list[int], list[Label]]:
    """The order in which an exclusion takes a number of copies: by the ranks of their sets."""
    labels = sorted(one.sets)
    return one.fan, sorted(sets[index].tile % 9 for kind, index in labels if kind == "set"), labels


def _labelled(one: Shown, indexes: Iterable[int]) -> Shown:
    """The same fan, made of sets of the split."""
    return Shown(one.fan, frozenset(("set", index) for index in indexes))


def _corrected_flags(hand: Hand, rules: Rules) -> int:
    """The flags as the core reads them: without those that a lenient profile ignores, with 和绝张
    by the hand's own melds.
    """
    drop = {"last_copy": codes.LAST_COPY, "kong": codes.KONG}
    flags = hand.flags
    while rules.switches.correct_flags and (found := find_contradiction(hand)) and found[0] in drop:
        flags &= ~drop[found[0]]
        hand = hand.replace(**{found[0]: False})
    melded = sum(meld.tiles.count(Tile(hand.win)) for meld in hand.melds)
    return flags | (codes.LAST_COPY if melded == 3 else 0)


def _set_of_meld(hand: Hand, index: int) -> TileSet:
    meld = hand.melds[index]
    kind = (
        SetKind.KONG
        if meld.is_kong
        else SetKind.CHOW
        if meld.kind is MeldKind.CHOW
        else SetKind.PUNG
    )
    return TileSet(kind, meld.tile, True)


# ----------------------------------------------------------------------------------------- the sets


def _sets_and_pair(counts: Sequence[int], melds: Sets, wanted: int) -> Iterator[Sets]:
    """Every split of counts into sets and one pair, with the melds.

    Nothing if it is not ``wanted`` sets.
    """
    suits = [list(_suit_sets(bytes(counts[9 * suit : 9 * suit + 9]), suit)) for suit in range(3)]
    honours = _honour_sets(counts)
    if honours is None:
        return
    for chosen in product(*suits):
        sets = tuple(sorted((*melds, *honours, *(each for part in chosen for each in part))))
        if [each.kind for each in sets].count(SetKind.PAIR) == 1 and len(sets) == wanted + 1:
            yield sets


def _suit_sets(counts: bytes, suit: int) -> Iterator[Sets]:
    for chows, pungs, pair in api.suit_splits(counts):
        start = 9 * suit
        sets = [TileSet(SetKind.CHOW, Tile(start + low)) for low in chows]
        sets += [TileSet(SetKind.PUNG, Tile(start + rank)) for rank in pungs]
        yield (*sets, *([TileSet(SetKind.PAIR, Tile(start + pair))] if pair >= 0 else []))


def _honour_sets(counts: Sequence[int]) -> Sets | None:
    kinds = {2: SetKind.PAIR, 3: SetKind.PUNG}
    present = [tile for tile in Tile if tile.is_honour and counts[tile]]
    if any(counts[tile] not in kinds for tile in present):
        return None
    return tuple(TileSet(kinds[counts[tile]], tile) for tile in present)


def _knitted_straights(counts: Sequence[int], melds: Sets) -> Iterator[Sets]:
    """组合龙: a body taken out, then a set and a pair."""
    for groups in api.knitted_bodies():
        body = tuple(
            TileSet(SetKind.KNITTED, Tile(9 * suit + group)) for suit, group in enumerate(groups)
        )
        rest = list(counts)
        for tile in (tile for each in body for tile in each.tiles):
            rest[tile] -= 1
        if min(rest) >= 0:
            for sets in _sets_and_pair(rest, melds, 1):
                yield tuple(sorted((*sets, *body)))


def _forms_without_sets(counts: Sequence[int]) -> Iterator[tuple[str, Sets]]:
    kinds = [Tile(slot) for slot in range(SLOT_COUNT) if counts[slot]]
    if all(count % 2 == 0 for count in counts):
        pairs = tuple(
            TileSet(SetKind.PAIR, tile) for tile in kinds for _ in range(counts[tile] // 2)
        )
        yield ("seven shifted pairs" if _are_shifted(pairs) else "seven pairs"), pairs
    if len(kinds) == 13 and all(tile.is_honour or tile.is_terminal for tile in kinds):
        yield (
            "thirteen orphans",
            tuple(
                sorted(
                    TileSet(SetKind.PAIR if counts[tile] == 2 else SetKind.SINGLE, tile)
                    for tile in kinds
                )
            ),
        )
    if len(kinds) == 14 and any(_is_knitted(kinds, groups) for groups in api.knitted_bodies()):
        honours = sum(tile.is_honour for tile in kinds)
        name = {7: "greater knitted", 5: "knitted with straight"}.get(honours, "knitted")
        yield name, tuple(TileSet(SetKind.SINGLE, tile) for tile in kinds)


def _are_shifted(pairs: Sets) -> bool:
    tiles = [pair.tile for pair in pairs]
    return (
        tiles[0].suit == tiles[-1].suit
        and not tiles[0].is_honour
        and tiles == list(range(tiles[0], tiles[0] + 7))
    )


def _is_knitted(kinds: Sequence[Tile], groups: Sequence[int]) -> bool:
    return all(tile.is_honour or tile.rank % 3 == groups[tile // 9] for tile in kinds)


def _kind_of_pair(pair: Tile | None) -> int:
    if pair is None or not pair.is_honour:
        return shows.NO_HONOUR_PAIR
    return shows.WIND_PAIR if pair <= Tile.N else shows.DRAGON_PAIR


# ------------------------------------------------------------------------- what tiles and sets show


def _extra_facts(form: str) -> int:
    if form in ("basic", "nine gates", "knitted straight"):
        return 0
    return shows.ORPHANS if form == "thirteen orphans" else shows.NO_SETS


def _facts(each: TileSet, form: str) -> int:
    if each.kind is SetKind.KNITTED:
        return shows.BODY
    if each.tile.is_honour:
        pung = FACT["pung"] if each.kind in _PUNGS else 0
        return shows.facts_of_honours([each.tile - Tile.E]) | pung
    ranks = [tile.rank for tile in each.tiles]
    of_suit = shows.suit_facts_of_tiles(each.tile // 9, ranks)
    return of_suit | (
        shows.rank_facts_of_tiles(ranks) if _extra_facts(form) else shows.facts_of_set(ranks)
    )


def _chow_places(sets: Sets) -> list[Shown]:
    chows = [7 * (each.tile // 9) + each.tile.rank for each in sets if each.kind is SetKind.CHOW]
    pair = next((int(each.tile) for each in sets if each.kind is SetKind.PAIR), None)
    return [
        _labelled(one, (index for _, index in one.sets)) for one in shows.chow_fans(chows, pair)
    ]


def _pung_places(sets: Sets) -> list[Shown]:
    index_of = {
        int(each.tile): i
        for i, each in enumerate(sets)
        if each.kind in _PUNGS and not each.tile.is_honour
    }
    places = shows.pung_fans(sorted(index_of))
    return [_labelled(one, (index_of[slot] for _, slot in one.sets)) for one in places]


@lru_cache(maxsize=1 << 10)
def _groupings(places: tuple[Shown, ...], rules: Rules) -> list[Grouping]:
    on = [place for place in places if rules.points[place.fan]]
    return groupings(on, frozenset(place.fan for place in on if not rules.exclusions[place.fan]))


# ------------------------------------------------------------------------------ counted and dropped


def _counted_fans(context: _Context, reading: Reading) -> tuple[CountedFan, ...]:
    points, sets = context.rules.points, reading.split.sets
    found = []
    for fan, copies in groupby(sorted(reading.counted, key=_order), lambda one: one.fan):
        listed = list(copies)
        made_of = tuple(_sets_of(one, sets) for one in listed if one.sets)
        found.append(CountedFan(Fan(fan), len(listed), len(listed) * points[fan], made_of))
    if not found and points[Fan.CHICKEN_HAND]:
        found.append(CountedFan(Fan.CHICKEN_HAND, 1, points[Fan.CHICKEN_HAND]))
    flowers = context.hand.flowers
    if flowers and points[Fan.FLOWER_TILES]:
        found.append(CountedFan(Fan.FLOWER_TILES, flowers, flowers * points[Fan.FLOWER_TILES]))
    return tuple(sorted(found, key=lambda counted: counted.fan))


def _sets_of(one: Shown, sets: Sets) -> Sets:
    if next(iter(one.sets))[0] == "tile":
        return tuple(TileSet(SetKind.KONG, Tile(slot)) for _, slot in one.sets)
    made_of = [sets[index] for index in sorted(index for _, index in one.sets)]
    pair = [each for each in sets if each.kind is SetKind.PAIR] if one.fan in _PAIRED_WITH else []
    return tuple(made_of + pair)


def _dropped_fans(context: _Context, reading: Reading) -> Iterator[DroppedFan]:
    """One entry a fan, principle and taker, by fan and then taker."""
    rules, sets = context.rules, reading.split.sets
    shown = [one for one in reading.shown if rules.points[one.fan]]
    excluded = list((Counter(shown) - Counter(reading.counted)).elements())
    candidates = [one for one in _chow_places(sets) + _pung_places(sets) if rules.points[one.fan]]
    left_out = [one for one in candidates if one not in reading.grouping]
    reasons = Counter(_why_excluded(excluded, reading.counted, rules))
    reasons += Counter((one.fan, *_why_left_out(one, reading.counted, rules)) for one in left_out)
    for (fan, principle, by), count in sorted(
        reasons.items(), key=lambda item: (item[0][0], item[0][2] or 0)
    ):
        yield DroppedFan(Fan(fan), count, principle, None if by is None else Fan(by))


_Why = tuple[Principle, int | None]


def _takes(excluder: Shown, target: Shown, rules: Rules) -> bool:
    """By its fan or by its sets; an exclusion of a number of copies is the last resort."""
    return any(
        how == WHOLE or (how == OWN and target.sets <= excluder.sets)
        for fan, how in rules.exclusions[excluder.fan]
        if fan == target.fan
    )


def _why_excluded(
    excluded: Sequence[Shown], counted: Sequence[Shown], rules: Rules
) -> Iterator[tuple[int, Principle, int | None]]:
    """Fan and reason of each copy.

    What no fan takes whole goes to the fans that take a number of copies each.
    """
    counting = {fan: _takers_of_some(fan, counted, rules) for fan in {one.fan for one in excluded}}
    for one in excluded:
        takers = [other.fan for other in counted if _takes(other, one, rules)]
        yield one.fan, Principle.NON_REPEAT, min(takers) if takers else next(counting[one.fan])


def _takers_of_some(target: int, counted: Sequence[Shown], rules: Rules) -> Iterator[int]:
    """The fans that take a number of copies of ``target``, in table order, once for each copy."""
    for excluder in counted:
        for fan, how in rules.exclusions[excluder.fan]:
            if fan == target and isinstance(how, int):
                yield from [excluder.fan] * how


def _why_left_out(one: Shown, counted: Sequence[Shown], rules: Rules) -> _Why:
    takers = [other.fan for other in counted if _takes(other, one, rules)]
    if takers:
        return Principle.NON_REPEAT, min(takers)
    same = any(other.fan == one.fan and other.sets & one.sets for other in counted)
    if same and len(one.sets) >= 3:
        return Principle.NON_IDENTICAL, one.fan
    return Principle.ACCOUNT_ONCE, None
