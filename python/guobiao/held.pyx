"""What is made for every hand: its numbers in C, a score, a fan that counts. Immutable, and cheap
to make.
"""

cimport cython
from cpython.bool cimport PyBool_Check
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_Check
from cpython.object cimport PyObject, PyTypeObject
from cpython.type cimport PyType_IsSubtype
from cpython.unicode cimport (
    PyUnicode_AsUTF8AndSize, PyUnicode_CheckExact, PyUnicode_DecodeASCII,
)
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from mahjong_core.distance.shanten cimport find_effective, find_shanten
from mahjong_core.lines cimport MOST_WRITTEN, read_line, write_line
from mahjong_core.scoring.rules cimport ProfileTables
from mahjong_core.scoring.score cimport check_complete, check_hand, score_fans, score_points
from mahjong_core.scoring.waits cimport find_waits
from mahjong_core.tiles cimport GUOBIAO_LOWEST_BIT, word_at
from mahjong_core.types cimport (
    CHOW_CODE, CONCEALED_KONG_CODE, FANS, FINE, FIRST_HONOUR, KONG, LAST_COPY, LAST_TILE, NO_TILE,
    PUNG_CODE, RULED_OUT, SELF_DRAWN, SHANTEN_COLUMNS, SLOTS, hand_t,
)

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)

cdef enum:
    FANS_IN_WORDS = 88
    NO_NUMBER = -1
    MOST_STANDING = 14
    MOST_LETTERS = 1000          # of a text: longer ones are refused by the notation

__all__ = [
    "CountedFan", "HandValues", "ScoreValues", "counted_fans", "hand_of_text", "listed_tiles",
    "score_of",
]

cdef struct held_t:              # a hand, and what its codes do not say
    hand_t hand
    uint8_t sources[4]           # of its melds: 1-3, 0 for a concealed kong and for no meld

cdef inline void clear(held_t *held) noexcept:
    memset(held, 0, sizeof(held_t))
    held.hand.win = NO_TILE

@cython.auto_pickle(False)
cdef class HandValues:
    """The numbers of a hand, as the core reads them, and the sources of its melds. Frozen; equal by
    content.

    The ``_take…`` fill it with what is a hand and given in the common way. They answer False for
    all else: Python's checks then say what is wrong, or ``_hold`` what they have read.
    """

    cdef held_t held
    cdef bint is_made

    def __cinit__(self):
        clear(&self.held)

    def _take_parts(
        self, type meld not None, standing, melds, winning_tile, self_drawn, last_copy, last_tile,
        kong, prevalent_wind, seat_wind, flowers
    ):
        """The parts of a hand; ``meld`` is the class of the melds."""
        cdef held_t held
        cdef int win = NO_TILE if winning_tile is None else slot_of(winning_tile)
        cdef int prevalent = wind_of(prevalent_wind), seat = wind_of(seat_wind)
        cdef int flower_count = number_of(flowers)
        clear(&held)
        if win < 0 or prevalent < 0 or seat < 0 or flower_count < 0:
            return False
        if not (
            set_flag(self_drawn, SELF_DRAWN, &held) and set_flag(last_copy, LAST_COPY, &held)
            and set_flag(last_tile, LAST_TILE, &held) and set_flag(kong, KONG, &held)
            and count_tiles(standing, held.hand.counts) and take_melds(melds, meld, False, &held)
        ):
            return False
        held.hand.win = win
        held.hand.winds = 4 * prevalent + seat
        held.hand.flowers = flower_count
        return self.take(&held)

    def _take_numbers(
        self, type meld not None, counts, melds, win, flags, winds, flowers
    ):
        """The numbers of a hand; ``melds`` are codes, or objects of the class ``meld``."""
        cdef held_t held
        cdef int slot = number_of(win), flag_bits = number_of(flags), wind_bits = number_of(winds)
        cdef int flower_count = number_of(flowers)
        clear(&held)
        if slot < 0 or flag_bits < 0 or wind_bits < 0 or flower_count < 0:
            return False
        if not (take_counts(counts, held.hand.counts) and take_melds(melds, meld, True, &held)):
            return False
        held.hand.win = slot
        held.hand.flags = flag_bits
        held.hand.winds = wind_bits
        held.hand.flowers = flower_count
        return self.take(&held)

    def _hold(
        self, bytes counts not None, bytes melds not None, bytes sources not None, uint8_t win,
        uint8_t flags, uint8_t winds, uint8_t flowers
    ):
        """Sets all numbers, which have been checked. Raises ``ValueError`` if it is no hand."""
        cdef held_t held
        if len(counts) != SLOTS or len(melds) != 4 or len(sources) != 4:
            raise ValueError(
                f"{len(counts)} counts, {len(melds)} melds and {len(sources)} sources: expected "
                "34, 4 and 4 bytes")
        memcpy(held.hand.counts, <const uint8_t *>counts, SLOTS)
        memcpy(held.hand.melds, <const uint8_t *>melds, 4)
        memcpy(held.sources, <const uint8_t *>sources, 4)
        held.hand.win = win
        held.hand.flags = flags
        held.hand.winds = winds
        held.hand.flowers = flowers
        if not self.take(&held):
            raise ValueError("these numbers are no hand")

    cdef bint take(self, const held_t *held) except -1:
        """Whether they are a hand, which is then held for good."""
        if self.is_made:
            raise AttributeError("a Hand is frozen")
        if check_hand(&held.hand, NULL) != FINE:
            return False
        self.held = held[0]
        self.is_made = True
        return True

    @property
    def counts(self):
        """How many of each slot (34 bytes), the winning tile included."""
        return PyBytes_FromStringAndSize(<const char *>self.held.hand.counts, SLOTS)

    @property
    def meld_codes(self):
        """Four bytes: the melds' codes, then 0."""
        return PyBytes_FromStringAndSize(<const char *>self.held.hand.melds, 4)

    @property
    def win(self):
        """The slot of the winning tile, 255 without one."""
        return self.held.hand.win

    @property
    def flags(self):
        """1 self-drawn, 2 last copy, 4 last tile of the wall, 8 kong."""
        return self.held.hand.flags

    @property
    def winds(self):
        """4 * prevalent wind + seat wind."""
        return self.held.hand.winds

    @property
    def flowers(self):
        """How many flowers."""
        return self.held.hand.flowers

    @property
    def tile_count(self):
        """13 or 14: the standing tiles, and 3 a meld."""
        cdef int slot, count = 0
        for slot in range(SLOTS):
            count += self.held.hand.counts[slot]
        for slot in range(4):
            count += 3 if self.held.hand.melds[slot] else 0
        return count

    def _melds(self, dict made not None, make):
        """The melds: those of ``made`` by code and source, or a call of ``make`` with the two."""
        cdef int place, key
        cdef list found = []
        for place in range(4):
            if self.held.hand.melds[place]:
                key = 4 * self.held.hand.melds[place] + self.held.sources[place]
                meld = made.get(key)
                if meld is None:
                    meld = made.setdefault(
                        key, make(self.held.hand.melds[place], self.held.sources[place]))
                found.append(meld)
        return tuple(found)

    def _tiles(self, tuple tiles not None):
        """The standing tiles by slot, of the 34 ``tiles``."""
        cdef int slot, copy
        cdef list found = []
        if len(tiles) != SLOTS:
            raise ValueError(f"{len(tiles)} tiles: expected 34")
        for slot in range(SLOTS):
            for copy in range(self.held.hand.counts[slot]):
                found.append(tiles[slot])
        return tuple(found)

    def _copies_left(self, bint waiting=False):
        """How many copies of each slot are not in the hand and its melds: 34 bytes.

        ``waiting``: without the winning tile.
        """
        cdef uint8_t copies[SLOTS]
        cdef int slot
        cdef hand_t hand = before_win(&self.held.hand) if waiting else self.held.hand
        check_hand(&hand, copies)
        for slot in range(SLOTS):
            copies[slot] = 4 - copies[slot]
        return PyBytes_FromStringAndSize(<const char *>copies, SLOTS)

    def _text(self):
        """The hand as a GB string: melds in their order, standing tiles by suit with the winning
        tile last, winds, flags, flowers.

        A blank before the '|' says that none of fourteen tiles is the winning one.
        """
        cdef char text[MOST_WRITTEN]
        cdef int size = write_line(&self.held.hand, self.held.sources, text)
        return PyUnicode_DecodeASCII(text, size, NULL)

    def _waits(self, bint formal):
        """The waits without the winning tile as a mask. Raises ``ValueError`` if these are not
        thirteen tiles.
        """
        cdef uint64_t mask
        cdef hand_t hand = before_win(&self.held.hand)
        if find_waits(&hand, formal, &mask) != FINE:
            raise ValueError("these are not thirteen tiles")
        return mask

    def _is_complete(self):
        """Whether fourteen tiles complete a form."""
        return check_complete(&self.held.hand) == FINE

    def _shanten(self, bint formal):
        """The six shanten numbers; None for a form that the melds rule out."""
        cdef int8_t found[SHANTEN_COLUMNS]
        find_shanten(&self.held.hand, formal, found)
        return numbers_of(found)

    def _effective(self, bint formal, bytes left not None, tuple made not None):
        """The same, and for each form the tiles that lower its number: see ``listed_tiles``."""
        cdef int8_t found[SHANTEN_COLUMNS]
        cdef uint64_t masks[SHANTEN_COLUMNS]
        cdef int column
        check_listed(left, made)
        find_effective(&self.held.hand, formal, False, found, masks)
        lists = [
            tiles_of(masks[column], left, made) if found[column] != RULED_OUT else None
            for column in range(SHANTEN_COLUMNS)
        ]
        return numbers_of(found), lists

    def _won_on(self, type kind not None, uint8_t tile, bint self_drawn):
        """Another hand: these tiles (the winning tile put back) won on one more, without a lucky
        fan.
        """
        cdef held_t held = self.held
        held.hand = before_win(&self.held.hand)
        if tile >= SLOTS:
            raise ValueError(f"{tile} is no tile")
        held.hand.counts[tile] += 1
        held.hand.win = tile
        held.hand.flags = SELF_DRAWN if self_drawn else 0
        return made_hand(kind, &held)

    def _without(self, type kind not None, uint8_t tile):
        """Another hand: these tiles without one, which wait; and its shanten and the mask of the
        tiles that lower it.
        """
        cdef int8_t found[SHANTEN_COLUMNS]
        cdef uint64_t masks[SHANTEN_COLUMNS]
        cdef held_t held = self.held
        if tile >= SLOTS or not held.hand.counts[tile]:
            raise ValueError(f"{tile} is no tile of the hand")
        held.hand.counts[tile] -= 1
        held.hand.win = NO_TILE
        held.hand.flags = 0
        rest = made_hand(kind, &held)
        find_effective(&held.hand, False, False, found, masks)
        return rest, found[0], masks[0]

    @property
    def _sources(self):
        """The sources of the melds: four bytes."""
        return PyBytes_FromStringAndSize(<const char *>self.held.sources, 4)

    def __eq__(self, other):
        if not isinstance(other, HandValues):
            return NotImplemented
        return memcmp(&self.held, &(<HandValues>other).held, sizeof(held_t)) == 0

    def __hash__(self):
        return hash(PyBytes_FromStringAndSize(<const char *>&self.held, sizeof(held_t)))

cdef inline hand_t before_win(const hand_t *hand) noexcept:
    """The hand without its winning tile, if it has one."""
    cdef hand_t waiting = hand[0]
    if waiting.win != NO_TILE:
        waiting.counts[waiting.win] -= 1
        waiting.win = NO_TILE
        waiting.flags = 0
    return waiting

cdef object made_hand(type kind, const held_t *held):
    """A hand of a class of ``HandValues``. Raises ``ValueError`` if the numbers are none."""
    cdef HandValues made = <HandValues?>empty_of(kind, HandValues)
    if not made.take(held):
        raise ValueError("these numbers are no hand")
    return made

cdef object numbers_of(const int8_t *shanten):
    cdef int column
    return [
        shanten[column] if shanten[column] != RULED_OUT else None
        for column in range(SHANTEN_COLUMNS)
    ]

cdef tuple tiles_of(uint64_t mask, const uint8_t *left, tuple made):
    cdef int slot
    cdef list found = []
    while mask:
        slot = GUOBIAO_LOWEST_BIT(mask)
        mask &= mask - 1
        if slot < SLOTS:
            found.append(made[5 * slot + left[slot]])
    return tuple(found)

cdef int check_listed(bytes left, tuple made) except -1:
    """Raises ``ValueError`` if they cannot be the copies left and what stands for each number."""
    if len(left) != SLOTS or len(made) != 5 * SLOTS or max(left) > 4:
        raise ValueError(
            f"{len(left)} copies left, of {len(made)} tiles: expected 34 of 0-4, and 170")
    return 0

def listed_tiles(uint64_t mask, bytes left not None, tuple made not None):
    """The tiles of a mask by slot; ``made`` has five for each, by the copies that are ``left``."""
    check_listed(left, made)
    return tiles_of(mask, left, made)

# ---------------------------------------------------------------------------------- what is given

cdef inline int number_of(object value) except -2:
    """A whole number from 0 to 255; NO_NUMBER for all else: Python's checks look at that again."""
    cdef int overflow = 0
    cdef long number
    if not PyLong_Check(value) or PyBool_Check(value):
        return NO_NUMBER
    number = PyLong_AsLongAndOverflow(value, &overflow)
    return <int>number if not overflow and 0 <= number <= 255 else NO_NUMBER

cdef inline int slot_of(object tile) except -2:
    cdef int slot = number_of(tile)
    return slot if slot < SLOTS else NO_NUMBER

cdef inline int wind_of(object wind) except -2:
    """0-3 of a seat, a number or a capital letter."""
    cdef int place = number_of(wind)
    if PyUnicode_CheckExact(wind) and len(<str>wind) == 1:
        place = "ESWN".find(<str>wind)
    return place if place < 4 else NO_NUMBER

cdef inline bint set_flag(object flag, int bit, held_t *held) noexcept:
    """Whether it is True or False; True sets the bit."""
    if flag is True:
        held.hand.flags |= bit
        return True
    return flag is False

cdef inline bint is_list(object value) noexcept:
    """Whether it is a list of the kinds that are read here: no code of anybody else runs."""
    return type(value) is list or type(value) is tuple or type(value) is bytes

cdef bint count_tiles(object tiles, uint8_t *counts) except -1:
    cdef int slot
    if not is_list(tiles) or len(tiles) > MOST_STANDING:
        return False
    for tile in tiles:
        slot = slot_of(tile)
        if slot < 0:
            return False
        counts[slot] += 1
    return True

cdef bint take_counts(object counts, uint8_t *found) except -1:
    cdef int number, slot = 0
    if not is_list(counts) or len(counts) != SLOTS:
        return False
    if type(counts) is bytes:
        memcpy(found, <const uint8_t *><bytes>counts, SLOTS)
        return True
    for count in counts:
        number = number_of(count)
        if number < 0 or slot == SLOTS:
            return False
        found[slot] = number
        slot += 1
    return slot == SLOTS

cdef bint take_melds(object melds, type kind, bint has_codes, held_t *held) except -1:
    """Melds of the class ``kind``, or codes of which 0 is no meld."""
    cdef int place = 0, code
    if not is_list(melds):
        return False
    for meld in melds:
        code = number_of(meld) if has_codes else NO_NUMBER
        if code == 0:
            continue
        if place == 4:
            return False
        if code > 0:
            held.hand.melds[place] = code
            held.sources[place] = code < CONCEALED_KONG_CODE
        elif type(meld) is not kind or not take_meld(meld, held, place):
            return False
        place += 1
    return True

cdef bint take_meld(object meld, held_t *held, int place) except -1:
    cdef int kind = number_of(meld.kind), slot = slot_of(meld.tile), source = number_of(meld.source)
    if kind < 0 or kind > 4 or slot < 0 or source < 0 or source > 3:
        return False
    held.hand.melds[place] = CHOW_CODE + (PUNG_CODE - CHOW_CODE) * kind + slot
    held.sources[place] = source
    return True

cdef object empty_of(type kind, type base):
    """A new object of a class of ``base``, made without arguments, which would be put into a tuple
    and taken out again.
    """
    if not PyType_IsSubtype(kind, base):
        raise TypeError(f"{kind!r:.80} is no class of {base.__name__}")
    return (<PyTypeObject *>kind).tp_new(kind, <PyObject *>(), NULL)

cdef inline int code_slot(char letter, char digit) noexcept:
    """The slot of a Botzone code, 34-41 for a flower; NO_NUMBER if it is none."""
    cdef int rank = digit - c"1", small = letter | 0x20
    if rank < 0 or rank > 8:
        return NO_NUMBER
    if small == c"w":
        return rank
    if small == c"t":
        return 9 + rank
    if small == c"b":
        return 18 + rank
    if small == c"f":
        return FIRST_HONOUR + rank if rank < 4 else NO_NUMBER
    if small == c"j":
        return FIRST_HONOUR + 4 + rank if rank < 3 else NO_NUMBER
    return SLOTS + rank if small == c"h" and rank < 8 else NO_NUMBER

cdef inline bint is_blank(char letter) noexcept:
    return letter == c" " or letter == c"\t"

cdef bint read_codes(const char *text, Py_ssize_t size, held_t *held) noexcept:
    """Botzone codes, with blanks between them or none; no flower twice."""
    cdef const char *end = text + size
    cdef int slot, last = 0, count = 0, flowers = 0
    clear(held)
    while text < end:
        slot = code_slot(text[0], text[1]) if end - text > 1 else NO_NUMBER
        if slot < 0 or count > MOST_STANDING or (slot >= SLOTS and flowers >> (slot - SLOTS) & 1):
            return False
        if slot >= SLOTS:
            flowers |= 1 << (slot - SLOTS)
            held.hand.flowers += 1
        else:
            held.hand.counts[slot] += 1
            last = slot
            count += 1
        text += 2
        while text < end and is_blank(text[0]):
            text += 1
    held.hand.win = last if count == MOST_STANDING else NO_TILE
    return count > 0

def hand_of_text(type kind not None, text):
    """A hand (``kind`` is a class of ``HandValues``) of a GB string in the common writing, or of
    Botzone codes.

    None for any other text, and for what is no hand: the notation says more.
    """
    cdef held_t held
    cdef HandValues made
    cdef Py_ssize_t size
    cdef const char *letters
    # No code of a class of texts runs.
    if not PyUnicode_CheckExact(text) or not PyUnicode_IS_ASCII(text):
        return None
    letters = PyUnicode_AsUTF8AndSize(text, &size)
    if not read_line(letters, size, &held.hand, held.sources) and (
            size > MOST_LETTERS or not read_codes(letters, size, &held)):
        return None
    made = <HandValues?>empty_of(kind, HandValues)
    return made if made.take(&held) else None

# ------------------------------------------------------------------------------------------ scores

@cython.freelist(32)
cdef class CountedFan:
    """A fan that counts: how often, the points of all copies, and for each copy the sets that make
    it. Immutable.

    ``sets`` has one tuple a copy in the order of the split: the chows, pungs or kongs of a fan of
    sets, the four tiles of a 四归一 (as a ``KONG``-shaped set), the set that the winning tile
    completes for a wait; it is empty for fans of the whole hand or of the win.
    """

    cdef readonly object fan
    cdef readonly int count
    cdef readonly int points
    cdef object _sets  # the sets, or the score whose explanation has them

    def __init__(self, fan, int count, int points, tuple sets=()):
        self.fan = fan
        self.count = count
        self.points = points
        self._sets = sets

    @property
    def sets(self):
        """For each copy the sets that make it; found when it is first asked for."""
        if not isinstance(self._sets, tuple):
            fans = self._sets.explanation.fans
            self._sets = next(each.sets for each in fans if each.fan == self.fan)
        return self._sets

    def __eq__(self, other):
        if not isinstance(other, CountedFan):
            return NotImplemented
        mine, theirs = (self.fan, self.count, self.points), (other.fan, other.count, other.points)
        return mine == theirs and self.sets == other.sets

    def __hash__(self):
        return hash((self.fan, self.count, self.points))

    def __repr__(self):
        return (
            f"CountedFan(fan={self.fan!r}, count={self.count}, points={self.points}, "
            f"sets={self.sets!r})"
        )

    def __reduce__(self):
        return CountedFan, (self.fan, self.count, self.points, self.sets)

@cython.auto_pickle(False)
cdef class ScoreValues:
    """What every score has: the hand, the profile, the points, and what is made of these when it is
    asked for.
    """

    cdef readonly object hand
    cdef readonly object profile
    cdef readonly int points
    cdef public object _explanation

    def __init__(self, hand, profile, int points, explanation=None):
        self.hand = hand
        self.profile = profile
        self.points = points
        self._explanation = explanation

def score_of(
    type kind not None, HandValues hand not None, profile, ProfileTables tables not None
):
    """A score (``kind`` is a class of ``ScoreValues``) of a hand, or None for one that has no
    points.
    """
    cdef int16_t total
    cdef ScoreValues made
    if score_points(&tables.rules, &hand.held.hand, &total) != FINE:
        return None
    made = <ScoreValues?>empty_of(kind, ScoreValues)
    made.hand = hand
    made.profile = profile
    made.points = total
    return made

def counted_fans(
    ProfileTables tables not None, HandValues hand not None, tuple fans not None, tuple points not
    None, score
):
    """The fans of the best reading by id: ``fans`` are those of the 82 columns, ``points`` those of
    ids 0-82; ``score`` knows the sets.
    """
    cdef int16_t total
    cdef uint8_t counts[FANS_IN_WORDS]
    cdef int first, column
    cdef CountedFan counted
    if len(fans) != FANS or len(points) != FANS + 1:
        raise ValueError(f"{len(fans)} fans and {len(points)} points: expected 82 and 83")
    memset(counts + FANS, 0, FANS_IN_WORDS - FANS)
    score_fans(&tables.rules, &hand.held.hand, &total, counts)
    found = []
    for first in range(0, FANS, 8):
        if word_at(counts + first) == 0:  # most are
            continue
        for column in range(first, first + 8):
            if counts[column]:
                counted = CountedFan.__new__(CountedFan)
                counted.fan = fans[column]
                counted.count = counts[column]
                counted.points = counts[column] * <int>points[column + 1]
                counted._sets = score
                found.append(counted)
    return tuple(found)
