"""Which reading the best total belongs to, which sets make each fan, and what does not count and
why.

An explanation is made on request, after scoring. The readings of the hand are listed again with the
readable rules of the table builder, the very rules that the core's tables were solved from. What
these rules say of a part (its chows, its pungs, the facts of its tiles) depends on little, so it is
prepared once and kept (``_Prepared``, a profile's; the caches are ``lru_cache``, which threads may
share). Sets are numbers here: ``(kind * 34 + tile) * 2 + melded``, which sort as a split lists
them. What shows is a number too: the fan, and a bit for each set that makes it (``_number``).
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from mahjong_core.types cimport (
    CHICKEN_BYTE, CONCEALED_KONG_CODE, FANS, FIRST_HONOUR, FLOWERS_BYTE, PUNG_CODE, SELF_DRAWN,
    SLOTS,
)

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from mahjong_core import api, codes
from mahjong_core.builder import shows
from mahjong_core.builder.exclusions import Excluders
from mahjong_core.builder.groupings import groupings, tie_order
from mahjong_core.builder.shows import FACT, FORM, ID, Label, Shown
from mahjong_core.fan_table import OWN, WHOLE, AddedKongs, Rules, rules_of_pairs
from mahjong_core.messages import shown

from .contradictions import find_contradiction
from .fan import Fan
from .hand import Hand
from .result import CountedFan, DroppedFan, Explanation, Form, Principle, SetKind, Split, TileSet
from .tiles import SLOT_COUNT, Tile

__all__ = ["equal_lists", "explain"]

Sets = tuple[int, ...]
Listed = tuple[int, ...]

_CHOW, _PUNG, _KONG, _PAIR, _KNITTED, _SINGLE = map(int, SetKind)
_TILE_SETS: Final = tuple(
    TileSet(kind, tile, melded) for kind in SetKind for tile in Tile for melded in (False, True)
)
"""By number."""
_TILES_OF_SET: Final = tuple(tuple(map(int, each.tiles)) for each in _TILE_SETS)
_KIND_OF: Final = tuple(int(each.kind) for each in _TILE_SETS)
_TILE_OF: Final = tuple(int(each.tile) for each in _TILE_SETS)
_FIRST_HONOUR: Final = codes.FIRST_HONOUR
_FAN: Final = {int(fan): fan for fan in Fan}
_PARTS: Final = 1 << 14  # of each kind are kept

# The same as C arrays.
cdef enum:
    CHOW_SET = 0
    PUNG_SET = 1
    KONG_SET = 2
    PAIR_SET = 3
    KNITTED_SET = 4
    SET_NUMBERS = 12 * SLOTS
    FAN_BITS = 7   # of a number that shows: then come the sets, then 1 + a tile
    SET_BITS = 14
    SET_MASK = (1 << 14) - 1
    MIDDLE_TILE = 1  # stands for all number tiles that are no terminals
    MOST_SHOWN = 64  # more than any hand shows
    MOST_ORDERED = 6  # sets of a fan: more than any fan has
    TAKEN = 1 << 30  # of a number: it does not count
cdef uint8_t KIND_OF[SET_NUMBERS]
cdef uint8_t TILE_OF[SET_NUMBERS]
cdef uint64_t MASK_OF[SET_NUMBERS]  # the tiles, a bit each

cdef void fill_arrays() except *:
    cdef int number, tile
    for number in range(SET_NUMBERS):
        KIND_OF[number] = _KIND_OF[number]
        TILE_OF[number] = _TILE_OF[number]
        MASK_OF[number] = 0
        for tile in _TILES_OF_SET[number]:
            MASK_OF[number] |= <uint64_t>1 << tile

fill_arrays()

_TERMINAL_PUNG: Final = ID["幺九刻"]
_TILE_HOG: Final = ID["四归一"]
_PAIRED_WITH: Final = (ID["小四喜"], ID["小三元"])  # their sets: two or three pungs, and the pair
_WAIT_FANS: Final = {label: ID[shows.WAIT_LABELS[label]] for label in (1, 2, 3)}


def _set(kind: int, tile: int, melded: bool = False) -> int:
    return (kind * SLOT_COUNT + tile) * 2 + melded


_FAN_BITS: Final = FAN_BITS
_SET_BITS: Final = SET_BITS
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


cdef class Reading:
    """A split with the winning tile in its place, and one choice of its grouped fans."""

    cdef object form
    cdef tuple sets, places, grouping, counted, shown
    cdef int winning_set, wait


def explain(hand: Hand, rules: Rules, fans: bytes | None = None) -> Explanation:
    """The explanation of a hand that the core has scored, so that it is complete and its flags
    fit. ``fans``: the core's row of fan counts, if it is at hand: readings that do not show these
    fans are passed over.
    """
    prepared = _prepared_for(rules)
    cdef _Context context = _Context(hand, prepared)
    cdef Reading best = _chosen(
        context.best_readings() if fans is None else context.readings_of(fans), prepared
    )
    prepared = context.prepared_for(best.sets)
    sets = tuple([_TILE_SETS[number] for number in best.sets])
    split = Split(best.form, sets, best.winning_set)
    return Explanation(
        _counted_fans(hand, prepared, best), split, _dropped_fans(prepared, best)
    )


def equal_lists(hand: Hand, rules: Rules) -> Iterator[dict[Fan, int]]:
    """The fans of each reading that is worth as much as the explained one, which is among them."""
    prepared = _prepared_for(rules)
    for reading in _Context(hand, prepared).best_readings():
        counted = _counted_fans(hand, prepared, reading)
        yield {each.fan: each.count for each in counted}


def _chosen(list readings, prepared):
    """The first one by the tie order of the rules."""
    if not readings:
        raise ValueError("no reading of the hand counts the fans that were given")
    if len(readings) == 1:
        return readings[0]
    return min(readings, key=partial(_preference, prepared.tie))


def _preference(tie, Reading reading not None):
    """The tie order of the rules: the smallest is chosen."""
    cdef int each, pair = -1, chows = 0
    cdef list body = []
    for each in reading.sets:
        if KIND_OF[each] < PAIR_SET:
            body.append(each >> 1)  # kind and tile
            chows += KIND_OF[each] == CHOW_SET
        elif KIND_OF[each] == PAIR_SET and pair < 0:
            pair = TILE_OF[each]
    terminals = tuple([one for one in reading.shown if one & _FAN_MASK == _TERMINAL_PUNG])
    order, labels = tie(reading.grouping, terminals)
    return (
        reading.form is Form.SEVEN_PAIRS, -chows, -pair, order,
        reading.wait or len(shows.WAIT_LABELS), body, reading.winning_set, labels,
    )


# ------------------------------------------------------------------------------ a profile's answers


class _Prepared:
    """What a profile says of parts of hands, kept once it has been asked for."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.excluders = Excluders(rules)
        self.points = list(rules.points)
        # how a fan excludes another, by both: 1 whole, 2 of its own sets; the fans that take a
        # number of copies, by the other
        takes, takes_some = bytearray(128 * 128), bytearray(128 * 128)
        self.takers_of_some = {}
        for fan in range(1, FANS + 1):
            for target, how in rules.exclusions[fan]:
                takes[128 * fan + target] |= 1 if how == WHOLE else 2 if how == OWN else 0
                if isinstance(how, int):
                    takes_some[128 * fan + target] = how
                    self.takers_of_some.setdefault(target, []).append((fan, how))
        self.takes, self.takes_some = bytes(takes), bytes(takes_some)
        self.groupings = lru_cache(_PARTS)(self._groupings)
        self.tie = lru_cache(_PARTS)(self._tie)
        of_pairs = rules_of_pairs(rules)
        self.pairs = self if of_pairs is rules else _Prepared(of_pairs)

    def _groupings(self, places: Listed) -> list[Listed]:
        on = [place for place in map(_shown, places) if self.rules.points[place.fan]]
        harmless = frozenset(place.fan for place in on if not self.rules.exclusions[place.fan])
        return [tuple(map(_number_of, chosen)) for chosen in groupings(on, harmless)]

    def _tie(self, grouping, terminals):
        """What ``tie_order`` says of a grouping and the 幺九刻 beside it; the labels of the
        grouping.
        """
        chosen = list(map(_shown, grouping))
        order = tie_order([*chosen, *map(_shown, terminals)], self.excluders.takers)
        return order, [sorted(one.sets) for one in chosen]


_recent: tuple[_Prepared, ...] = ()


def _prepared_for(rules: Rules) -> _Prepared:
    """Those of the last profiles are kept. (A tuple is replaced whole: threads need no lock.)"""
    global _recent
    for one in _recent:
        if one.rules is rules:
            return one
    made = _Prepared(rules)
    _recent = (made, *_recent[:3])
    return made


# ------------------------------------------------------------------------------------- the readings


cdef class _Context:
    """A hand under a profile: what all of its readings share."""

    cdef object hand, prepared, rules
    cdef bytes counts
    cdef tuple melds
    cdef list fours, best
    cdef uint8_t told[FANS]      # the core's fans, and how often each counts
    cdef uint8_t told_times[FANS]
    cdef int told_count          # -1: not told
    cdef uint64_t open_tiles  # of melded pungs and kongs
    cdef int win, flags, open_count, most, sole

    def __init__(self, hand, prepared):
        cdef int code, each, melded = 0, slot
        cdef uint8_t held[SLOTS]
        cdef const uint8_t *counts
        if not isinstance(hand, Hand) or hand.win >= SLOT_COUNT:
            raise ValueError(f"{shown(hand)} is no Hand with a winning tile")
        self.hand = hand
        self.prepared = prepared
        self.rules = prepared.rules
        self.win = hand.win
        self.counts = hand.counts
        self.sole = -1
        self.most = -1
        self.best = []
        self.told_count = -1
        counts = <const uint8_t *>self.counts
        memcpy(held, counts, SLOTS)
        melds = []
        cdef bytes meld_codes = hand.meld_codes
        cdef const uint8_t *melded_sets = <const uint8_t *>meld_codes
        for slot in range(4):
            code = melded_sets[slot]  # a loop over bytes gives signed characters
            if code:
                each = _SET_OF_MELD[code]
                melds.append(each)
                for tile in _TILES_OF_SET[each]:
                    held[<int>tile] += 1
                if code < CONCEALED_KONG_CODE:
                    self.open_count += 1
                    if code >= PUNG_CODE:
                        self.open_tiles |= MASK_OF[each]
        self.melds = tuple(melds)
        self.fours = [slot for slot in range(SLOTS) if held[slot] == 4]
        melded = held[self.win] - counts[self.win]
        self.flags = _corrected_flags(hand, self.rules, melded)

    cdef object prepared_for(self, tuple sets):
        """What the profile says of these sets: 七对 may have exclusions of its own."""
        return self.prepared.pairs if len(sets) == 7 else self.prepared

    cdef bint is_sole_wait(self):
        """Whether, in form, no other tile completes the thirteen."""
        if self.sole < 0:
            before = bytearray(self.counts)
            before[self.win] -= 1
            mask = api.waits(bytes(before), self.hand.meld_codes, True)
            self.sole = mask & (mask - 1) == 0
        return self.sole

    def readings_of(self, bytes fans not None):
        """The readings that the core may have chosen: those that count its fans."""
        cdef int byte
        cdef Reading only
        cdef const uint8_t *row = <const uint8_t *>fans
        if len(fans) != FANS:
            raise ValueError(f"{len(fans)} counts of fans: expected {FANS}")
        self.told_count = 0
        for byte in range(FANS):
            if row[byte] and byte != FLOWERS_BYTE and byte != CHICKEN_BYTE:
                self.told[self.told_count] = <uint8_t>(byte + 1)
                self.told_times[self.told_count] = row[byte]
                self.told_count += 1
        self.best_readings()
        if len(self.best) == 1:
            only = self.best[0]
            only.counted = self.told_numbers(only.shown)
            if only.counted is not None:
                return self.best
        return [reading for reading in self.best if self.counts_told(reading)]

    cdef tuple told_numbers(self, tuple shown):
        """What counts of the only reading that can be it; None if some copies of a fan count."""
        cdef uint8_t counts[128]
        cdef int number, fan, place
        cdef list counted
        memset(counts, 0, 128)
        for number in shown:
            counts[number & 127] += 1
        for place in range(self.told_count):
            fan = self.told[place]
            if counts[fan] != self.told_times[place]:
                return None
            counts[fan] = 255
        # By fan: whole numbers are sorted faster than by a key.
        counted = [
            <uint64_t>(number & 127) << 32 | <uint64_t>number
            for number in shown if counts[number & 127] == 255
        ]
        counted.sort()
        return tuple([<int>(<uint64_t>each & 0xFFFFFFFF) for each in counted])

    cdef bint counts_told(self, Reading reading):
        """Whether these are the fans that count by the rules."""
        cdef uint8_t counts[128]
        cdef int number, fan, place
        reading.counted = _settled(
            self.prepared_for(reading.sets), reading.shown, reading.sets
        )
        memset(counts, 0, 128)
        for number in reading.counted:
            counts[number & 127] += 1
        for place in range(self.told_count):
            fan = self.told[place]
            if counts[fan] != self.told_times[place]:
                return False
            counts[fan] = 0
        for number in reading.counted:
            if counts[number & 127]:
                return False
        return True

    cdef bint shows_told(self, tuple shown):
        cdef uint8_t counts[128]
        cdef int number, fan, place
        memset(counts, 0, 128)
        for number in shown:
            counts[number & 127] += 1
        for place in range(self.told_count):
            fan = self.told[place]
            if counts[fan] < self.told_times[place]:
                return False
        return True

    def best_readings(self):
        """The readings of most points, without those that a fan without exclusions could join.

        Where the core's fans are told: all that show them, whose counted fans are still unknown.
        """
        cdef tuple sets
        form = "nine gates" if self.is_nine_gates() else "basic"
        for sets in _sets_and_pair(self.counts, self.melds, 4):
            self.read(form, sets)
        for sets in _knitted_straights(self.counts, self.melds):
            self.read("knitted straight", sets)
        if not self.melds:
            for form, sets in _forms_without_sets(self.counts):
                self.read(form, sets)
        return self.best

    cdef bint is_nine_gates(self):
        cdef int rank = self.win % 9, place
        cdef const uint8_t *counts = <const uint8_t *>self.counts + self.win - rank
        if self.melds or self.win >= FIRST_HONOUR:
            return False
        for place in range(9):
            if counts[place] - (place == rank) != (3 if place == 0 or place == 8 else 1):
                return False
        return True

    cdef read(self, form, tuple sets):
        """Every place of the winning tile in these sets, and every grouping: those of the most
        points are kept.
        """
        cdef int index, each, last = -1, wait, points
        cdef Reading made
        cdef tuple everywhere, in_place, listed, grouping
        cdef tuple places = _places(sets)
        prepared = self.prepared_for(sets)
        cdef list choices = prepared.groupings(places)
        everywhere = (*self.shown_by_sets(sets), *_shown_by_tiles(form, sets))
        for index, each in enumerate(sets):
            # Of equal sets one is enough.
            if each & 1 or each == last or not MASK_OF[each] >> self.win & 1:
                last = each
                continue
            last = each
            wait = self.wait(form, sets, each)
            in_place = everywhere + self.shown_by_win(form, sets, index, wait)
            for grouping in choices:
                listed = in_place + grouping
                if self.told_count >= 0:
                    if not self.shows_told(listed):
                        continue
                    counted = None
                else:
                    counted = _settled(prepared, listed, sets)
                    points = _points_of(prepared, counted)
                    if points < self.most:
                        continue
                    if points > self.most:
                        self.most = points
                        self.best = []
                made = Reading.__new__(Reading)
                made.form = _FORM_OF_NAME[form]
                made.sets, made.winning_set, made.wait = sets, index, wait
                made.places, made.grouping = places, grouping
                made.counted, made.shown = counted, listed
                self.best.append(made)

    cdef int wait(self, form, tuple sets, int number) except -1:
        """The number of the wait label (``shows.WAIT_LABELS``), 0 for none."""
        cdef int label = 0, rank = self.win - TILE_OF[number], low = TILE_OF[number] % 9, each
        if KIND_OF[number] == PAIR_SET and form != "thirteen orphans":
            label = 3
        elif KIND_OF[number] == CHOW_SET:
            label = 2 if rank == 1 else (low == 0 and rank == 2) or (low == 6 and rank == 0)
        if not label or not self.rules.points[_WAIT_FANS[label]]:
            return 0
        if not self.rules.switches.knitted_body_wait:
            for each in sets:
                if KIND_OF[each] == KNITTED_SET and MASK_OF[each] >> self.win & 1:
                    return 0
        return label if self.is_sole_wait() else 0

    cdef list shown_by_sets(self, tuple sets):
        """Honours, 幺九刻, kongs and 四归一."""
        cdef int index, each, pair = -1, slot, first = 0
        cdef uint64_t of_kongs = 0
        cdef list pungs = [], concealed = [], melded = [], found = []
        for index, each in enumerate(sets):
            if KIND_OF[each] == PAIR_SET:
                if pair < 0:
                    pair = TILE_OF[each]
            elif KIND_OF[each] == PUNG_SET or KIND_OF[each] == KONG_SET:
                if not pungs:
                    first = index
                pungs.append(TILE_OF[each])
                if KIND_OF[each] == KONG_SET:
                    of_kongs |= MASK_OF[each]
                    (melded if self.is_open(each) else concealed).append(index)
        if pungs:
            found = _moved(_shown_by_pungs(*self.told_pungs(pungs, pair)), first)
        if of_kongs:
            switches = self.rules.switches
            found.extend(_shown_by_kongs(
                tuple(concealed), tuple(melded), switches.mixed_kongs, switches.kongs_add_concealed
            ))
        for slot in self.fours:
            if not of_kongs >> slot & 1:
                found.append(_TILE_HOGS[slot])
        return found

    cdef tuple told_pungs(self, list pungs, int pair):
        """The pungs, the kind of the pair and the winds, as far as they matter to 幺九刻 and to
        the fans of honours.
        """
        cdef int tile
        cdef bint has_honours = False
        cdef list told = []
        for tile in pungs:
            has_honours = has_honours or tile >= FIRST_HONOUR
            told.append(tile if tile >= FIRST_HONOUR or tile % 9 in (0, 8) else MIDDLE_TILE)
        if not has_honours:
            return tuple(told), shows.NO_HONOUR_PAIR, 0
        return tuple(told), _kind_of_pair(pair), self.hand.winds

    cdef tuple shown_by_win(self, form, tuple sets, int index, int wait):
        """Form, win and the concealed pungs: a pung that a discard completes is not concealed."""
        cdef int place, each
        cdef bint drawn = self.flags & SELF_DRAWN
        cdef list concealed = []
        cdef tuple found = _shown_by_way(
            form, self.flags, not self.open_count, self.open_count == 4, wait, index
        )
        for place, each in enumerate(sets):
            if ((KIND_OF[each] == PUNG_SET or KIND_OF[each] == KONG_SET)
                    and not self.is_open(each) and (drawn or place != index)):
                concealed.append(place)
        return found + _shown_by_concealed(tuple(concealed)) if concealed else found

    cdef bint is_open(self, int each):
        return each & 1 and self.open_tiles >> TILE_OF[each] & 1


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


@lru_cache(_PARTS)
def _order(number: int) -> tuple[int, list[Label]]:
    one = _shown(number)
    return one.fan, sorted(one.sets)


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
    (
        body,
        tuple(tile for each in body for tile in _TILES_OF_SET[each]),
        sum(1 << tile for each in body for tile in _TILES_OF_SET[each]),
    )
    for body in (
        tuple(_set(_KNITTED, 9 * suit + group) for suit, group in enumerate(groups))
        for groups in api.knitted_bodies()
    )
)


cdef list _sets_and_pair(bytes counts, tuple melds, int wanted):
    """Every split of counts into sets and one pair, with the melds.

    Nothing if it is not ``wanted`` sets.
    """
    cdef tuple one, two, three, honours
    cdef list sets, found = []
    cdef int each, pairs
    honours = _honour_sets(counts[27:])
    if honours is None:
        return found
    suits = [_suit_sets(counts[9 * suit : 9 * suit + 9], suit) for suit in range(3)]
    for one in suits[0]:
        for two in suits[1]:
            for three in suits[2]:
                sets = [*melds, *honours, *one, *two, *three]
                if len(sets) == wanted + 1:
                    pairs = 0
                    for each in sets:
                        pairs += KIND_OF[each] == PAIR_SET
                    if pairs == 1:
                        sets.sort()
                        found.append(tuple(sets))
    return found


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


cdef list _knitted_straights(bytes counts, tuple melds):
    """组合龙: a body taken out, then a set and a pair."""
    cdef list found = []
    cdef const uint8_t *held = <const uint8_t *>counts
    cdef int tile
    cdef uint64_t present = 0
    for tile in range(FIRST_HONOUR):
        present |= <uint64_t>(held[tile] != 0) << tile
    for body, tiles, mask in _BODIES:
        if present & <uint64_t>mask == <uint64_t>mask:
            rest = bytearray(counts)
            for tile in tiles:
                rest[tile] -= 1
            for sets in _sets_and_pair(bytes(rest), melds, 1):
                found.append(tuple(sorted((*sets, *body))))
    return found


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


cdef list _moved(tuple numbers, int first):
    """Labels of the pungs among themselves as those of the split, where they stand together."""
    cdef int number
    if not first:
        return list(numbers)
    return [number & 127 | number >> FAN_BITS << FAN_BITS + first for number in numbers]


cdef tuple _places(tuple sets):
    """The places of the fans of chows and of number pungs."""
    cdef int index, each
    cdef list chows = [], pungs = []
    cdef tuple found = ()
    cdef int first = 0
    pair = None
    for index, each in enumerate(sets):
        if KIND_OF[each] == CHOW_SET:
            chows.append(TILE_OF[each])
        elif KIND_OF[each] == PAIR_SET:
            if pair is None:
                pair = TILE_OF[each]
        elif KIND_OF[each] < PAIR_SET and TILE_OF[each] < FIRST_HONOUR:
            if not pungs:
                first = index
            pungs.append((TILE_OF[each], index - first))
    if len(chows) > 1:
        found = _chow_places(tuple(chows), pair)
    if len(pungs) > 1:
        found = (*found, *_moved(_pung_places(tuple(pungs)), first))
    return found


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
def _shown_by_pungs(pungs: tuple[int, ...], pair: int, winds: int) -> Listed:
    """幺九刻 and the fans of honours, labelled with the places of the pungs among themselves."""
    index_of = {tile: place for place, tile in enumerate(pungs)}
    numbers = [Tile(tile) for tile in index_of if tile < _FIRST_HONOUR]
    honours = [tile - _FIRST_HONOUR for tile in index_of if tile >= _FIRST_HONOUR]
    found = shows.terminal_pungs(numbers)
    found += shows.honour_fans(honours, pair, *codes.wind_parts(winds))
    return _numbers(found, index_of)


@lru_cache(_PARTS)
def _shown_by_kongs(
    concealed: tuple[int, ...], melded: tuple[int, ...], mixed: bool, added: AddedKongs
) -> Listed:
    ordered = concealed + melded
    found = shows.kong_fans(
        len(concealed), len(melded), 0, mixed_kongs=mixed, add_concealed=added
    )
    return _numbers(found, ordered)


@lru_cache(_PARTS)
def _shown_by_concealed(concealed: tuple[int, ...]) -> Listed:
    found = shows.kong_fans(0, 0, len(concealed), mixed_kongs=True, add_concealed="none")
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


cdef tuple _settled(prepared, tuple listed, tuple sets):
    """What counts of what shows, by fan, as ``exclusions.run`` has it."""
    cdef uint64_t orders[MOST_SHOWN]
    cdef uint64_t order
    cdef int numbers[MOST_SHOWN]
    cdef int going[128]  # copies of a fan that will be taken, the last ones
    cdef list points = prepared.points, counted = []
    cdef bint has_order = prepared.excluders.count_copies
    cdef int count = 0, number, fan, place = 0, here, stop, left
    if len(listed) > MOST_SHOWN:
        raise ValueError(f"{len(listed)} fans: expected at most {MOST_SHOWN}")
    memset(going, 0, sizeof(going))
    for number in listed:
        if points[number & 127]:
            order = _order_of(number, sets) if has_order else number & 127
            here = count
            while here and orders[here - 1] > order:
                numbers[here], orders[here] = numbers[here - 1], orders[here - 1]
                here -= 1
            numbers[here], orders[here] = number, order
            count += 1
    while place < count:
        fan, stop, left = numbers[place] & 127, place, 0
        while stop < count and numbers[stop] & 127 == fan:
            if not numbers[stop] & TAKEN:
                numbers[place + left] = numbers[stop]
                left += 1
            stop += 1
        for here in range(place, place + left - going[fan]):
            counted.append(numbers[here])
            _take(prepared, numbers[here], numbers, stop, count, going)
        place = stop
    return tuple(counted)


cdef int _take(
    prepared, int number, int *numbers, int place, int count, int *going
) except -1:
    """A fan that counts takes others: those with higher ids, from ``place`` on, are not done."""
    cdef bytes takes = prepared.takes, some = prepared.takes_some
    cdef const uint8_t *ways = <const uint8_t *>takes + 128 * (number & 127)
    cdef const uint8_t *copies = <const uint8_t *>some + 128 * (number & 127)
    cdef int way, other, last = 0
    for place in range(place, count):
        other = numbers[place] & 127
        way = 0 if numbers[place] & TAKEN else ways[other]
        if way & 1 or (way & 2 and numbers[place] >> FAN_BITS and _is_part(numbers[place], number)):
            numbers[place] |= TAKEN
        if other != last:
            going[other] += copies[other]
            last = other
    return 0


cdef uint64_t _order_of(int number, tuple sets) except? 0:
    """The order in which an exclusion takes a number of copies: by fan, then by the ranks of the
    sets and by their places.
    """
    cdef uint64_t ranks = 0, places = 0
    cdef int index, rank, shift, left = 0
    for rank in range(10):
        for index in range(len(sets)):
            if number >> FAN_BITS + index & 1 and TILE_OF[<int>sets[index]] % 9 == rank:
                ranks = ranks << 4 | rank + 1
                left += 1
    for index in range(len(sets)):
        if number >> FAN_BITS + index & 1:
            places = places << 4 | index + 1
    if left > MOST_ORDERED:
        raise ValueError(f"a fan of {left} sets: expected at most {MOST_ORDERED}")
    shift = 4 * (MOST_ORDERED - left)
    return (
        <uint64_t>(number & 127) << 54 | ranks << 30 + shift | places << 6 + shift
        | number >> FAN_BITS + SET_BITS
    )


cdef int _points_of(prepared, tuple counted) except -1:
    cdef list points = prepared.points
    cdef int number, total = 0
    for number in counted:
        total += points[number & 127]
    return total


cdef inline bint _is_taken(int number, int taker) noexcept:
    """Whether a fan that takes those of its own sets takes this one, which is made of some."""
    return number >> FAN_BITS and _is_part(number, taker)


cdef tuple _counted_fans(hand, prepared, Reading reading):
    cdef list points = prepared.points, numbers = list(reading.counted), copies, found = []
    cdef int place = 0, size = len(numbers), fan, first, number
    while place < size:  # by fan
        first, fan, copies = place, <int>numbers[place] & 127, []
        while place < size and <int>numbers[place] & 127 == fan:
            if <int>numbers[place] >> FAN_BITS:
                copies.append(numbers[place])
            place += 1
        if len(copies) > 1:
            copies.sort(key=_order)
        copies = [_sets_of(fan, number, reading.sets) for number in copies]
        found.append(CountedFan(
            _FAN[fan], place - first, (place - first) * points[fan], tuple(copies)
        ))
    if not found and points[CHICKEN_BYTE + 1]:
        found.append(CountedFan(Fan.CHICKEN_HAND, 1, points[CHICKEN_BYTE + 1]))
    cdef int flower = points[FLOWERS_BYTE + 1] if hand.flowers else 0
    if flower:
        found.append(CountedFan(Fan.FLOWER_TILES, hand.flowers, hand.flowers * flower))
        found.sort(key=lambda counted: counted.fan)
    return tuple(found)


cdef tuple _sets_of(int fan, int number, tuple sets):
    cdef int index, each
    cdef list made_of = []
    if number >> FAN_BITS + SET_BITS:
        return (_TILE_SETS[_set(_KONG, (number >> FAN_BITS + SET_BITS) - 1)],)
    for index, each in enumerate(sets):
        if number >> FAN_BITS + index & 1:
            made_of.append(_TILE_SETS[each])
    if fan in _PAIRED_WITH:
        for each in sets:
            if KIND_OF[each] == PAIR_SET:
                made_of.append(_TILE_SETS[each])
    return tuple(made_of)


cdef tuple _dropped_fans(prepared, Reading reading):
    """One entry a fan, principle and taker, by fan and then taker."""
    cdef list points = prepared.points, counted = list(reading.counted)
    cdef dict reasons = {}, of_some = {}
    cdef int number, by
    left = list(counted)
    for number in reading.shown:
        if not points[number & 127]:
            continue
        if number in left:
            left.remove(number)
            continue
        by = _taker(prepared, counted, number)
        if not by:
            by = _next_taker_of_some(prepared, counted, number & 127, of_some)
        _count(reasons, number & 127, by, NON_REPEAT)
    for number in reading.places:
        if points[number & 127] and number not in reading.grouping:
            by = _taker(prepared, counted, number)
            if by:
                _count(reasons, number & 127, by, NON_REPEAT)
            elif _is_identical(counted, number):
                _count(reasons, number & 127, number & 127, NON_IDENTICAL)
            else:
                _count(reasons, number & 127, 0, ACCOUNT_ONCE)
    # Of equal fans and takers the one that was found first comes first.
    listed = sorted(reasons, key=_fan_and_taker) if len(reasons) > 1 else list(reasons)
    return tuple([_dropped(why, reasons[why]) for why in listed])


cdef enum:  # why a fan does not count, the last byte of a reason: then come the taker and the fan
    NON_REPEAT
    NON_IDENTICAL
    ACCOUNT_ONCE

_PRINCIPLES: Final = (Principle.NON_REPEAT, Principle.NON_IDENTICAL, Principle.ACCOUNT_ONCE)


cdef _count(dict reasons, int fan, int by, int principle):
    cdef int why = fan << 16 | by << 8 | principle
    reasons[why] = reasons.get(why, 0) + 1


def _fan_and_taker(int why):
    return why >> 8


cdef dict _made_dropped = {}


cdef _dropped(int why, int count):
    """The entry, made once."""
    cdef int by = why >> 8 & 127
    key = <uint64_t>why << 8 | count
    found = _made_dropped.get(key)
    if found is None:
        found = _made_dropped[key] = DroppedFan(
            _FAN[why >> 16], count, _PRINCIPLES[why & 255], _FAN[by] if by else None
        )
    return found


cdef int _taker(prepared, list counted, int number) except -1:
    """The first fan that takes it by itself or by its sets, 0 for none: an exclusion of a number of
    copies is the last resort.
    """
    cdef bytes takes = prepared.takes
    cdef const uint8_t *ways = <const uint8_t *>takes
    cdef int other, way
    for other in counted:  # by fan
        way = ways[128 * (other & 127) + (number & 127)]
        if way & 1 or (way & 2 and _is_part(number, other)):
            return other & 127
    return 0


cdef inline bint _is_part(int number, int other) noexcept:
    """Whether its sets are among those of the other."""
    cdef int tile = number >> FAN_BITS + SET_BITS
    return (not (number & ~other) >> FAN_BITS & SET_MASK
        and (not tile or tile == other >> FAN_BITS + SET_BITS))


cdef int _next_taker_of_some(prepared, list counted, int fan, dict begun) except -1:
    """The fans that take a number of copies of it, in table order, once for each copy."""
    cdef int other, taker
    if fan not in begun:
        takers = []
        for taker, how in prepared.takers_of_some.get(fan, ()):
            for other in counted:
                if other & 127 == taker:
                    takers += [taker] * how
        begun[fan] = iter(takers)
    return next(begun[fan])


cdef bint _is_identical(list counted, int number):
    """不得相同: a fan of three sets shares one with another place of it that counts."""
    cdef int sets = number >> FAN_BITS & SET_MASK, other
    if not sets & sets - 1 or not sets & (sets - 1) & (sets & sets - 1) - 1:
        return False
    for other in counted:
        if other & 127 == number & 127 and other >> FAN_BITS & sets:
            return True
    return False
