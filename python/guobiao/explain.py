"""Which reading the best total belongs to, which sets make each fan, and what does not count and
why.

An explanation is made on request, after scoring. The readings of the hand are listed again with the
readable rules of the table builder, the very rules that the core's tables were solved from. What
these rules say of a part (its chows, its pungs, the facts of its tiles) depends on little, so it is
prepared once and kept (``_Prepared``, a profile's; the caches are ``lru_cache``, which threads may
share). Sets are numbers here: ``(kind * 34 + tile) * 2 + melded``, which sort as a split lists
them. What shows is a number too: the fan, and a bit for each set that makes it (``_number``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import groupby, product
from typing import Final, NamedTuple

from mahjong_core import api, codes
from mahjong_core.builder import shows
from mahjong_core.builder.exclusions import Excluders, run
from mahjong_core.builder.groupings import groupings, tie_order
from mahjong_core.builder.shows import FACT, FORM, ID, Label, Shown
from mahjong_core.fan_table import OWN, WHOLE, Rules

from .contradictions import find_contradiction
from .fan import Fan
from .hand import Hand
from .result import CountedFan, DroppedFan, Explanation, Form, Principle, SetKind, Split, TileSet
from .tiles import SLOT_COUNT, Tile

__all__ = ["equal_lists", "explain"]

Sets = tuple[int, ...]
Listed = tuple[int, ...]

_CHOW, _PUNG, _KONG, _PAIR, _KNITTED, _SINGLE = map(int, SetKind)
_KIND_STEP: Final = 2 * SLOT_COUNT
_TILE_SETS: Final = tuple(
    TileSet(kind, tile, melded) for kind in SetKind for tile in Tile for melded in (False, True)
)
"""By number."""
_TILES_OF_SET: Final = tuple(tuple(map(int, each.tiles)) for each in _TILE_SETS)
_KIND_OF: Final = tuple(int(each.kind) for each in _TILE_SETS)
_TILE_OF: Final = tuple(int(each.tile) for each in _TILE_SETS)
_FIRST_HONOUR: Final = int(Tile.E)
_FAN: Final = {int(fan): fan for fan in Fan}
_PARTS: Final = 1 << 14  # of each kind are kept

_TERMINAL_PUNG: Final = ID["幺九刻"]
_TILE_HOG: Final = ID["四归一"]
_PAIRED_WITH: Final = (ID["小四喜"], ID["小三元"])  # their sets are two or three pungs and the pair
_WAIT_FANS: Final = {label: ID[shows.WAIT_LABELS[label]] for label in (1, 2, 3)}


def _set(kind: int, tile: int, melded: bool = False) -> int:
    return (kind * SLOT_COUNT + tile) * 2 + melded


# A number that shows: seven bits for the fan, fourteen for the sets, then 1 + a tile.
_FAN_BITS: Final = 7
_SET_BITS: Final = 14
_FAN_MASK: Final = (1 << _FAN_BITS) - 1


def _number(fan: int, indexes: Iterable[int] = (), tile: int = -1) -> int:
    """A fan made of sets of the split, or of the four copies of a tile."""
    bits = 0
    for index in indexes:
        bits |= 1 << index
    return fan | bits << _FAN_BITS | tile + 1 << _FAN_BITS + _SET_BITS


@lru_cache(_PARTS)
def _shown(number: int) -> Shown:
    """The number as the builder has it."""
    bits, tile = number >> _FAN_BITS, number >> _FAN_BITS + _SET_BITS
    labels: list[Label] = [("set", index) for index in range(_SET_BITS) if bits >> index & 1]
    if tile:
        labels.append(("tile", tile - 1))
    return Shown(number & _FAN_MASK, frozenset(labels))


class Reading(NamedTuple):
    """A split with the winning tile in its place, and one choice of its grouped fans."""

    form: Form
    sets: Sets
    winning_set: int
    wait: int
    grouping: Listed
    counted: Listed
    shown: Listed

    def preference(self, takers: Set[int]) -> tuple[object, ...]:
        """The tie order of the rules: the smallest is chosen. ``takers`` as for ``tie_order``."""
        body = [(_KIND_OF[each], _TILE_OF[each]) for each in self.sets if _KIND_OF[each] < _PAIR]
        pair = next((_TILE_OF[each] for each in self.sets if _KIND_OF[each] == _PAIR), -1)
        grouping = list(map(_shown, self.grouping))
        terminals = [_shown(one) for one in self.shown if one & _FAN_MASK == _TERMINAL_PUNG]
        return (
            self.form is Form.SEVEN_PAIRS,
            -sum(kind == _CHOW for kind, _ in body),
            -pair,
            tie_order([*grouping, *terminals], takers),
            self.wait or len(shows.WAIT_LABELS),
            body,
            self.winning_set,
            [sorted(one.sets) for one in grouping],
        )


def explain(hand: Hand, rules: Rules) -> Explanation:
    """The explanation of a hand that the core has scored, so that it is complete and its flags
    fit.
    """
    prepared = _prepared_for(rules)
    best = _chosen(_Context(hand, prepared).best_readings(), prepared)
    sets = tuple(map(_TILE_SETS.__getitem__, best.sets))
    split = Split(best.form, sets, best.winning_set)
    dropped = prepared.dropped(best.shown, best.counted, best.grouping, _places(best.sets))
    return Explanation(_counted_fans(hand, prepared, best), split, dropped)


def equal_lists(hand: Hand, rules: Rules) -> Iterator[dict[Fan, int]]:
    """The fans of each reading that is worth as much as the explained one, which is among them."""
    prepared = _prepared_for(rules)
    for reading in _Context(hand, prepared).best_readings():
        yield {counted.fan: counted.count for counted in _counted_fans(hand, prepared, reading)}


def _chosen(readings: Sequence[Reading], prepared: _Prepared) -> Reading:
    if len(readings) == 1:
        return readings[0]
    takers = prepared.excluders.takers
    return min(readings, key=lambda reading: reading.preference(takers))


# ------------------------------------------------------------------------------ a profile's answers


class _Prepared:
    """What a profile says of parts of hands, kept once it has been asked for."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.excluders = Excluders(rules)
        self.settled = lru_cache(_PARTS)(self._settled)
        self.groupings = lru_cache(_PARTS)(self._groupings)
        self.counted = lru_cache(_PARTS)(self._counted)
        self.dropped = lru_cache(_PARTS)(self._dropped)

    def _settled(self, listed: Listed, ranks: tuple[int, ...]) -> tuple[Listed, int]:
        """What counts of what shows, and its points. ``ranks``: those of the sets, which decide
        what an exclusion of a number of copies takes; empty if there is no such exclusion.
        """
        ordered = list(map(_shown, listed))
        if ranks:
            ordered.sort(key=lambda one: _order_by_rank(one, ranks))
        settled, _ = run(self.excluders, ordered)
        points = sum(self.rules.points[one.fan] for one in settled)
        return tuple(map(_number_of, settled)), points

    def _groupings(self, places: Listed) -> list[Listed]:
        on = [place for place in map(_shown, places) if self.rules.points[place.fan]]
        harmless = frozenset(place.fan for place in on if not self.rules.exclusions[place.fan])
        return [tuple(map(_number_of, chosen)) for chosen in groupings(on, harmless)]

    def _counted(self, counted: Listed) -> tuple[tuple[Fan, int, int, list[list[Label]]], ...]:
        """Each fan once: how often, its points together, and the labels of its sets."""
        points = self.rules.points
        found = []
        ordered = sorted(map(_shown, counted), key=_order)
        for fan, copies in groupby(ordered, lambda one: one.fan):
            listed = list(copies)
            labels = [sorted(one.sets) for one in listed if one.sets]
            found.append((_FAN[fan], len(listed), len(listed) * points[fan], labels))
        if not found and points[Fan.CHICKEN_HAND]:
            found.append((Fan.CHICKEN_HAND, 1, points[Fan.CHICKEN_HAND], []))
        return tuple(found)

    def _dropped(
        self, numbers: Listed, counted_numbers: Listed, grouping: Listed, places: Listed
    ) -> tuple[DroppedFan, ...]:
        """One entry a fan, principle and taker, by fan and then taker."""
        rules = self.rules
        counted = list(map(_shown, counted_numbers))
        on = [one for one in map(_shown, numbers) if rules.points[one.fan]]
        excluded = list((Counter(on) - Counter(counted)).elements())
        outside = (_shown(place) for place in places if place not in grouping)
        left_out = [one for one in outside if rules.points[one.fan]]
        reasons = Counter(_why_excluded(excluded, counted, rules))
        reasons += Counter((one.fan, *_why_left_out(one, counted, rules)) for one in left_out)
        return tuple(
            DroppedFan(_FAN[fan], count, principle, None if by is None else _FAN[by])
            for (fan, principle, by), count in sorted(
                reasons.items(), key=lambda item: (item[0][0], item[0][2] or 0)
            )
        )


_recent: tuple[_Prepared, ...] = ()


def _prepared_for(rules: Rules) -> _Prepared:
    """Those of the last profiles are kept. (A tuple is replaced whole: threads need no lock.)"""
    global _recent
    for one in _recent:
        if one.rules is rules:
            return one
    made = _Prepared(rules)
    _recent = (made, *_recent[:7])
    return made


# ------------------------------------------------------------------------------------- the readings


class _Context:
    """A hand under a profile: what all of its readings share."""

    def __init__(self, hand: Hand, prepared: _Prepared) -> None:
        self.hand = hand
        self.prepared = prepared
        self.rules = prepared.rules
        self.win = hand.win
        self.counts = hand.counts
        self.melds: Sets = ()
        self.open_tiles: Sets = ()  # of melded pungs and kongs
        self.open_count = 0
        held: Sequence[int] = self.counts
        if codes_of_melds := hand.meld_codes.rstrip(b"\0"):
            self.melds = tuple(_SET_OF_MELD[code] for code in codes_of_melds)
            is_open = [code for code in codes_of_melds if code < codes.CONCEALED_KONG_CODE]
            self.open_count = len(is_open)
            self.open_tiles = tuple(
                _TILE_OF[_SET_OF_MELD[code]] for code in is_open if code >= codes.PUNG_CODE
            )
            all_tiles = held = bytearray(self.counts)
            for each in self.melds:
                for tile in _TILES_OF_SET[each]:
                    all_tiles[tile] += 1
        self.fours = [slot for slot, count in enumerate(held) if count == 4] if 4 in held else ()
        self.flags = _corrected_flags(hand, self.rules, held[self.win] - self.counts[self.win])

    @cached_property
    def is_sole_wait(self) -> bool:
        """Whether, in form, no other tile completes the thirteen."""
        before = bytearray(self.counts)
        before[self.win] -= 1
        mask = api.waits(bytes(before), self.hand.meld_codes, True)
        return mask & (mask - 1) == 0

    def best_readings(self) -> list[Reading]:
        """The readings of most points, without those that a fan without exclusions could join."""
        most, best = -1, list[Reading]()
        for form, sets in self.all_sets():
            for points, reading in self.readings(form, sets, most):
                if points > most:
                    most, best = points, []
                best.append(reading)
        return best

    def all_sets(self) -> Iterator[tuple[str, Sets]]:
        """Every form (by its name in the win table) with its sets, sorted."""
        counts = self.counts
        for sets in _sets_and_pair(counts, self.melds, 4):
            yield ("nine gates" if self._is_nine_gates() else "basic"), sets
        for sets in _knitted_straights(counts, self.melds):
            yield "knitted straight", sets
        if not self.melds:
            yield from _forms_without_sets(counts)

    def _is_nine_gates(self) -> bool:
        if self.melds or self.win >= _FIRST_HONOUR:
            return False
        rank = self.win % 9
        before = list(self.counts[self.win - rank : self.win - rank + 9])
        before[rank] -= 1
        return before == [3, 1, 1, 1, 1, 1, 1, 1, 3]

    def readings(self, form: str, sets: Sets, least: int) -> Iterator[tuple[int, Reading]]:
        """Every place of the winning tile in these sets, and every grouping; with the points, if
        they are the most so far.
        """
        prepared = self.prepared
        choices = prepared.groupings(_places(sets))
        everywhere = (*self._shown_by_sets(sets), *_shown_by_tiles(form, sets))
        ranks: tuple[int, ...] = ()
        if prepared.excluders.count_copies:
            ranks = tuple(_TILE_OF[each] % 9 for each in sets)
        for index in self._places(sets):
            wait = self._wait(form, sets, index)
            shown = (*everywhere, *self._shown_by_win(form, sets, index, wait))
            for grouping in choices:
                listed = shown + grouping
                counted, points = prepared.settled(listed, ranks)
                if points >= least:
                    least = points
                    made = _FORM_OF_NAME[form], sets, index, wait, grouping, counted, listed
                    yield points, Reading(*made)

    def _places(self, sets: Sets) -> list[int]:
        """The sets that may hold the winning tile: one of equal ones is enough."""
        found: list[int] = []
        for index, each in enumerate(sets):
            is_first = not index or sets[index - 1] != each
            if not each & 1 and is_first and self.win in _TILES_OF_SET[each]:
                found.append(index)
        return found

    def _wait(self, form: str, sets: Sets, index: int) -> int:
        """The number of the wait label (``shows.WAIT_LABELS``), 0 for none."""
        kind, low = _KIND_OF[sets[index]], _TILE_OF[sets[index]]
        label = 0
        if kind == _PAIR and form != "thirteen orphans":
            label = 3
        elif kind == _CHOW:
            rank = self.win - low
            label = 2 if rank == 1 else int((low % 9, rank) in ((0, 2), (6, 0)))
        if not label or not self.rules.points[_WAIT_FANS[label]]:
            return 0
        in_body = any(
            _KIND_OF[each] == _KNITTED and self.win in _TILES_OF_SET[each] for each in sets
        )
        if in_body and not self.rules.switches.knitted_body_wait:
            return 0
        return label if self.is_sole_wait else 0

    def _shown_by_sets(self, sets: Sets) -> Iterator[int]:
        """Honours, 幺九刻, kongs and 四归一."""
        pair = next((_TILE_OF[each] for each in sets if _KIND_OF[each] == _PAIR), -1)
        pungs = tuple(
            (_TILE_OF[each], index)
            for index, each in enumerate(sets)
            if _PUNG <= _KIND_OF[each] <= _KONG
        )
        if pungs:
            yield from _shown_by_pungs(pungs, pair, self.hand.winds)
        kongs = [index for index, each in enumerate(sets) if _KIND_OF[each] == _KONG]
        if kongs:
            concealed = tuple(index for index in kongs if not self._is_open(sets[index]))
            melded = tuple(index for index in kongs if index not in concealed)
            yield from _shown_by_kongs(concealed, melded, self.rules.switches.mixed_kongs)
        for slot in self.fours:
            if not any(_TILE_OF[sets[index]] == slot for index in kongs):
                yield _TILE_HOGS[slot]

    def _shown_by_win(self, form: str, sets: Sets, index: int, wait: int) -> Iterator[int]:
        """Form, win and the concealed pungs: a pung that a discard completes is not concealed."""
        yield from _shown_by_way(
            form, self.flags, not self.open_count, self.open_count == 4, wait, index
        )
        drawn = self.flags & codes.SELF_DRAWN
        concealed = tuple(
            place
            for place, each in enumerate(sets)
            if _PUNG <= _KIND_OF[each] <= _KONG
            and not self._is_open(each)
            and (drawn or place != index)
        )
        if concealed:
            yield from _shown_by_concealed(concealed)

    def _is_open(self, each: int) -> bool:
        return bool(each & 1) and _TILE_OF[each] in self.open_tiles


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


def _order(one: Shown) -> tuple[int, list[Label]]:
    return one.fan, sorted(one.sets)


def _order_by_rank(one: Shown, ranks: Sequence[int]) -> tuple[int, list[int], list[Label]]:
    """The order in which an exclusion takes a number of copies: by the ranks of their sets."""
    labels = sorted(one.sets)
    return one.fan, sorted(ranks[index] for kind, index in labels if kind == "set"), labels


def _number_of(one: Shown) -> int:
    """The number of what the builder's rules have taken from ``_shown``."""
    tile = next((label for kind, label in one.sets if kind == "tile"), -1)
    return _number(one.fan, (label for kind, label in one.sets if kind == "set"), tile)


def _numbers(found: Iterable[Shown], indexes: Mapping[int, int] | Sequence[int]) -> Listed:
    """What the builder shows of a part, whose labels are mapped to sets of the split."""
    return tuple(_number(one.fan, (indexes[label] for _, label in one.sets)) for one in found)


def _corrected_flags(hand: Hand, rules: Rules, melded: int) -> int:
    """The flags as the core reads them: without those that a lenient profile ignores, with 和绝张
    by the hand's own melds (``melded`` copies of the winning tile).
    """
    drop = {"last_copy": codes.LAST_COPY, "kong": codes.KONG}
    flags = hand.flags
    while rules.switches.correct_flags and (found := find_contradiction(hand)) and found[0] in drop:
        flags &= ~drop[found[0]]
        hand = hand.replace(**{found[0]: False})
    return flags | (codes.LAST_COPY if melded == 3 else 0)


def _set_of_meld(code: int) -> int:
    kind, tile = codes.meld_parts(code)
    return _set(min(kind, _KONG), tile, True)


_SET_OF_MELD: Final = (0, *map(_set_of_meld, range(1, codes.LAST_MELD_CODE + 1)))


# ----------------------------------------------------------------------------------------- the sets

# The bodies of a 组合龙: their sets, and their nine tiles.
_BODIES: Final = tuple(
    (body, tuple(tile for each in body for tile in _TILES_OF_SET[each]))
    for body in (
        tuple(_set(_KNITTED, 9 * suit + group) for suit, group in enumerate(groups))
        for groups in api.knitted_bodies()
    )
)


def _sets_and_pair(counts: Sequence[int], melds: Sets, wanted: int) -> Iterator[Sets]:
    """Every split of counts into sets and one pair, with the melds.

    Nothing if it is not ``wanted`` sets.
    """
    honours = _honour_sets(bytes(counts[27:]))
    if honours is None:
        return
    suits = [_suit_sets(bytes(counts[9 * suit : 9 * suit + 9]), suit) for suit in range(3)]
    for one, two, three in product(*suits):
        sets = (*melds, *honours, *one, *two, *three)
        if len(sets) == wanted + 1 and sum(_KIND_OF[each] == _PAIR for each in sets) == 1:
            yield tuple(sorted(sets))


@lru_cache(_PARTS)
def _suit_sets(counts: bytes, suit: int) -> tuple[Sets, ...]:
    start = 9 * suit
    return tuple(
        (
            *(_set(_CHOW, start + low) for low in chows),
            *(_set(_PUNG, start + rank) for rank in pungs),
            *((_set(_PAIR, start + pair),) if pair >= 0 else ()),
        )
        for chows, pungs, pair in api.suit_splits(counts)
    )


@lru_cache(_PARTS)
def _honour_sets(counts: bytes) -> Sets | None:
    kinds = {2: _PAIR, 3: _PUNG}
    present = [(_FIRST_HONOUR + place, count) for place, count in enumerate(counts) if count]
    if any(count not in kinds for _, count in present):
        return None
    return tuple(_set(kinds[count], tile) for tile, count in present)


def _knitted_straights(counts: Sequence[int], melds: Sets) -> Iterator[Sets]:
    """组合龙: a body taken out, then a set and a pair."""
    for body, tiles in _BODIES:
        if all(map(counts.__getitem__, tiles)):
            rest = list(counts)
            for tile in tiles:
                rest[tile] -= 1
            for sets in _sets_and_pair(rest, melds, 1):
                yield tuple(sorted((*sets, *body)))


def _forms_without_sets(counts: Sequence[int]) -> Iterator[tuple[str, Sets]]:
    kinds = [slot for slot in range(SLOT_COUNT) if counts[slot]]
    if len(kinds) <= 7 and all(count % 2 == 0 for count in counts):
        pairs = [_set(_PAIR, tile) for tile in kinds for _ in range(counts[tile] // 2)]
        yield ("seven shifted pairs" if _are_shifted(kinds) else "seven pairs"), tuple(pairs)
    if len(kinds) == 13 and all(tile >= _FIRST_HONOUR or tile % 9 in (0, 8) for tile in kinds):
        singles = [_set(_PAIR if counts[tile] == 2 else _SINGLE, tile) for tile in kinds]
        yield "thirteen orphans", tuple(sorted(singles))
    if len(kinds) == 14 and any(_is_knitted(kinds, groups) for groups in api.knitted_bodies()):
        honours = sum(tile >= _FIRST_HONOUR for tile in kinds)
        name = {7: "greater knitted", 5: "knitted with straight"}.get(honours, "knitted")
        yield name, tuple(_set(_SINGLE, tile) for tile in kinds)


def _are_shifted(kinds: Sequence[int]) -> bool:
    """Seven kinds of one suit, each a rank above the last."""
    first = kinds[0]
    return first < _FIRST_HONOUR and first % 9 <= 2 and list(kinds) == [*range(first, first + 7)]


def _is_knitted(kinds: Sequence[int], groups: Sequence[int]) -> bool:
    return all(tile >= _FIRST_HONOUR or tile % 3 == groups[tile // 9] for tile in kinds)


# ------------------------------------------------------------------------- what tiles and sets show

_TILE_HOGS: Final = tuple(_number(_TILE_HOG, tile=slot) for slot in range(SLOT_COUNT))


def _places(sets: Sets) -> Listed:
    """The places of the fans of chows and of number pungs."""
    chows = tuple(_TILE_OF[each] for each in sets if _KIND_OF[each] == _CHOW)
    pungs = tuple(
        (_TILE_OF[each], index)
        for index, each in enumerate(sets)
        if _PUNG <= _KIND_OF[each] <= _KONG and _TILE_OF[each] < _FIRST_HONOUR
    )
    found: Listed = ()
    if len(chows) > 1:
        pair = next((_TILE_OF[each] for each in sets if _KIND_OF[each] == _PAIR), None)
        found = _chow_places(chows, pair)
    return found + _pung_places(pungs) if len(pungs) > 1 else found


@lru_cache(_PARTS)
def _chow_places(chows: tuple[int, ...], pair: int | None) -> Listed:
    """Chows are the first sets of a split."""
    numbers = [7 * (tile // 9) + tile % 9 for tile in chows]
    return _numbers(shows.chow_fans(numbers, pair), range(len(chows)))


@lru_cache(_PARTS)
def _pung_places(pungs: tuple[tuple[int, int], ...]) -> Listed:
    """Tiles with the indexes of their sets."""
    index_of = dict(pungs)
    return _numbers(shows.pung_fans(sorted(index_of)), index_of)


@lru_cache(_PARTS)
def _shown_by_pungs(pungs: tuple[tuple[int, int], ...], pair: int, winds: int) -> Listed:
    """幺九刻 and the fans of honours."""
    index_of = dict(pungs)
    numbers = [Tile(tile) for tile in index_of if tile < _FIRST_HONOUR]
    honours = [tile - _FIRST_HONOUR for tile in index_of if tile >= _FIRST_HONOUR]
    kind = _kind_of_pair(pair) if honours else shows.NO_HONOUR_PAIR
    found = shows.terminal_pungs(numbers)
    found += shows.honour_fans(honours, kind, *codes.wind_parts(winds))
    return _numbers(found, index_of)


@lru_cache(_PARTS)
def _shown_by_kongs(concealed: tuple[int, ...], melded: tuple[int, ...], mixed: bool) -> Listed:
    ordered = concealed + melded
    found = shows.kong_fans(len(concealed), len(melded), 0, mixed_kongs=mixed)
    return _numbers(found, ordered)


@lru_cache(_PARTS)
def _shown_by_concealed(concealed: tuple[int, ...]) -> Listed:
    found = shows.kong_fans(0, 0, len(concealed), mixed_kongs=True)
    return _numbers(found, concealed)


@lru_cache(_PARTS)
def _shown_by_way(
    form: str, flags: int, is_closed: bool, is_all_melded: bool, wait: int, index: int
) -> Listed:
    """Form and win; the wait is labelled with the set of the winning tile."""
    found = shows.win_fans(FORM[form], flags, is_closed, is_all_melded, wait)
    fan = _WAIT_FANS.get(wait)
    return tuple(_number(one.fan, [index] if one.fan == fan else ()) for one in found)


def _shown_by_tiles(form: str, sets: Sets) -> Listed:
    facts = _extra_facts(form)
    is_plain = not facts
    for each in sets:
        facts |= _facts(each, is_plain)
    return _shown_by_facts(facts)


@lru_cache(_PARTS)
def _shown_by_facts(facts: int) -> Listed:
    return tuple(_number(one.fan) for one in shows.rank_fans(facts) + shows.colour_fans(facts))


def _extra_facts(form: str) -> int:
    if form in ("basic", "nine gates", "knitted straight"):
        return 0
    return shows.ORPHANS if form == "thirteen orphans" else shows.NO_SETS


@lru_cache(_PARTS)
def _facts(number: int, of_sets: bool) -> int:
    """The facts of a set; ``of_sets``: the form is made of sets and a pair."""
    kind, tile = _KIND_OF[number], _TILE_OF[number]
    if kind == _KNITTED:
        return shows.BODY
    if tile >= _FIRST_HONOUR:
        pung = FACT["pung"] if _PUNG <= kind <= _KONG else 0
        return shows.facts_of_honours([tile - _FIRST_HONOUR]) | pung
    ranks = [each % 9 for each in _TILES_OF_SET[number]]
    of_suit = shows.suit_facts_of_tiles(tile // 9, ranks)
    return of_suit | (shows.facts_of_set(ranks) if of_sets else shows.rank_facts_of_tiles(ranks))


def _kind_of_pair(pair: int) -> int:
    if pair < _FIRST_HONOUR:
        return shows.NO_HONOUR_PAIR
    return shows.WIND_PAIR if pair <= Tile.N else shows.DRAGON_PAIR


# ------------------------------------------------------------------------------ counted and dropped


def _counted_fans(hand: Hand, prepared: _Prepared, reading: Reading) -> tuple[CountedFan, ...]:
    sets = reading.sets
    found = [
        CountedFan(fan, count, points, tuple(_sets_of(fan, labels, sets) for labels in copies))
        for fan, count, points, copies in prepared.counted(reading.counted)
    ]
    flower = prepared.rules.points[Fan.FLOWER_TILES]
    if hand.flowers and flower:
        found.append(CountedFan(Fan.FLOWER_TILES, hand.flowers, hand.flowers * flower))
        found.sort(key=lambda counted: counted.fan)
    return tuple(found)


def _sets_of(fan: Fan, labels: list[Label], sets: Sets) -> tuple[TileSet, ...]:
    if labels[0][0] == "tile":
        return tuple(_TILE_SETS[_set(_KONG, slot)] for _, slot in labels)
    made_of = [_TILE_SETS[sets[index]] for _, index in labels]
    if fan in _PAIRED_WITH:
        made_of += [_TILE_SETS[each] for each in sets if _KIND_OF[each] == _PAIR]
    return tuple(made_of)


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
