"""Calls as another library takes them: tuples of tile codes in, its tuples of fans out.

Codes, names and order of the fans are the caller's (``CallFormat``); here they become counts, melds
and flags, and counts of fans become tuples. A call that cannot be read has no answer; the caller
says what is wrong with it.
"""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.object cimport PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.limits cimport INT_MAX, INT_MIN
from libc.stdint cimport int16_t, uint8_t, uint32_t
from libc.string cimport memset
from mahjong_core.types cimport (
    CLOSED_WAIT_BYTE, CONCEALED_KONG_CODE, DOUBLE_PUNG_BYTE, EDGE_WAIT_BYTE, FANS, FINE,
    FIRST_HONOUR, FLOWERS_BYTE, KONG, LAST_COPY, LAST_TILE, MELDED_KONG_CODE, NOT_WINNING,
    PUNG_CODE, SELF_DRAWN, SLOTS, THREE_CONCEALED_PUNGS_BYTE, TRIPLE_PUNG_BYTE,
    TWO_CONCEALED_KONGS_BYTE, TWO_CONCEALED_PUNGS_BYTE, hand_t,
)
from mahjong_core.tiles cimport winds_code, word_at
from mahjong_core.scoring.rules cimport ProfileTables
from mahjong_core.scoring.score cimport score_fans

__all__ = ["CallFormat", "c_integer", "c_type_name", "fan_tuples"]


cdef enum:
    NO_CODE = 255
    CODE_LETTERS = 128
    MOST_COPIES = 4           # of a fan that is not 花牌
    MOST_FLOWERS = 255
    MOST_STANDING = 13        # without the winning tile
    FAN_BYTES = 88            # 82 in words

cdef class CallFormat:
    """What the codes of a call mean and what the answer is made of. Immutable.

    ``suits``: (letter, first slot, number of ranks) each; a tile code is a letter and a rank from
    1. ``packs``: the names of chow, pung and kong. ``fans``: for each form of the answer (plain,
    verbose) and each of the 82 fans the entries for one, two … copies: four at least, 255 for 花牌.
    Raises ``ValueError`` if it is anything else.
    """

    cdef readonly ProfileTables tables
    cdef readonly tuple fans
    cdef str chow, pung, kong
    cdef uint8_t first_slots[CODE_LETTERS]
    cdef uint8_t ranks[CODE_LETTERS]

    def __cinit__(
        self, ProfileTables tables not None, tuple suits not None, tuple packs not None, tuple fans
        not None
    ):
        if len(fans) != 2:
            raise ValueError(f"{len(fans)} forms of the answer: expected two")
        for form in fans:
            if not isinstance(form, tuple) or len(form) != FANS:
                raise ValueError("a form of the answer: expected a tuple of the entries of 82 fans")
            for fan, entries in enumerate(form):
                most = MOST_FLOWERS if fan == FLOWERS_BYTE else MOST_COPIES
                if not isinstance(entries, tuple) or len(entries) < most:
                    raise ValueError(
                        f"fan {fan + 1}: expected a tuple with an entry for each number of "
                        f"copies"
                    )
        self.tables = tables
        self.fans = fans
        self.chow, self.pung, self.kong = packs
        memset(self.ranks, 0, CODE_LETTERS)
        for letter, first_slot, ranks in suits:
            if not 0 <= first_slot <= first_slot + ranks <= SLOTS or ord(letter) >= CODE_LETTERS:
                raise ValueError(
                    f"{letter!r}: {ranks} ranks from slot {first_slot} on: "
                    f"expected an ASCII letter and slots below 34"
                )
            self.first_slots[<int>ord(letter)] = first_slot
            self.ranks[<int>ord(letter)] = ranks

cdef inline uint32_t slot_of(CallFormat format, object code):
    """The slot of a tile code; NO_CODE if it is not one."""
    cdef Py_UCS4 letter
    cdef uint32_t rank
    if not isinstance(code, str) or len(<str>code) != 2:
        return NO_CODE
    letter = (<str>code)[0]
    rank = <uint32_t>(<str>code)[1] - <uint32_t>c'1'
    if letter >= CODE_LETTERS or rank >= format.ranks[letter]:
        return NO_CODE
    return format.first_slots[letter] + rank

cdef uint32_t meld_of(CallFormat format, object pack) except? 0:
    """The code of a meld; 0 if it is not one (or an error is set)."""
    cdef uint32_t slot
    cdef int offer
    if not isinstance(pack, tuple) or PyTuple_GET_SIZE(pack) != 3:
        return 0
    name = <object>PyTuple_GET_ITEM(pack, 0)
    slot = slot_of(format, <object>PyTuple_GET_ITEM(pack, 1))
    if not isinstance(name, str) or slot == NO_CODE:
        return 0
    offer = c_int(<object>PyTuple_GET_ITEM(pack, 2))
    if offer < 0 or offer > 3:
        return 0
    if <str>name == format.kong:
        return (MELDED_KONG_CODE if offer else CONCEALED_KONG_CODE) + slot
    if offer == 0:
        return 0
    if <str>name == format.pung:
        return PUNG_CODE + slot
    # A chow is named by its middle tile.
    if <str>name == format.chow and slot < FIRST_HONOUR and 1 <= slot % 9 <= 7:
        return slot
    return 0

cdef bint read_tiles(
    CallFormat format, tuple pack, tuple hand, uint32_t win, hand_t *call
) except -1:
    """Reads melds and standing tiles; False if they are not such."""
    cdef Py_ssize_t i
    cdef uint32_t code
    memset(call, 0, sizeof(hand_t))
    if PyTuple_GET_SIZE(pack) > 4 or PyTuple_GET_SIZE(hand) > MOST_STANDING:
        return False
    for i in range(PyTuple_GET_SIZE(pack)):
        code = meld_of(format, <object>PyTuple_GET_ITEM(pack, i))
        if code == 0:
            return False
        call.melds[i] = code
    for i in range(PyTuple_GET_SIZE(hand)):
        code = slot_of(format, <object>PyTuple_GET_ITEM(hand, i))
        if code == NO_CODE:
            return False
        call.counts[code] += 1
    call.counts[win] += 1
    return True

cdef int c_int(object number) except? -1:
    """A Python integer as a C int. Raises ``OverflowError`` (as CPython words it) if it does not
    fit.
    """
    cdef int overflow
    cdef long long value = PyLong_AsLongLongAndOverflow(number, &overflow)
    if overflow:
        raise OverflowError("Python int too large to convert to C long")
    if value > INT_MAX:
        raise OverflowError("signed integer is greater than maximum")
    if value < INT_MIN:
        raise OverflowError("signed integer is less than minimum")
    return <int>value

def c_integer(number):
    """A Python integer, if a C int can hold it; else ``TypeError`` or ``OverflowError``."""
    return c_int(number)

def c_type_name(value):
    """The type of a value as CPython's own errors of arguments name it: with the module if it is
    compiled.
    """
    if value is None:
        return "None"
    cdef type kind = type(value)
    cdef const char *name = (<PyTypeObject *>kind).tp_name
    return (<bytes>name)[:50].decode("utf-8", "replace")

cdef uint32_t wind_of(const hand_t *call, int wind) noexcept nogil:
    """A wind. Any other number becomes a wind of which the hand has no pung, so that it counts
    nothing. (If the hand has pungs of all four, 大四喜 takes the wind fans.)
    """
    cdef uint32_t other, slot
    cdef int i
    if 0 <= wind <= 3:
        return wind
    for other in range(4):
        slot = FIRST_HONOUR + other
        if call.counts[slot] >= 3:
            continue
        for i in range(4):
            if call.melds[i] > <uint32_t>SLOTS and (call.melds[i] - 1) % <uint32_t>SLOTS == slot:
                break
        else:
            return other
    return 0

cdef inline bint stands(
    const hand_t *call, int first_slot, int first, int second, int third, int fourth
) noexcept nogil:
    """Whether four neighbouring slots have these numbers of standing tiles."""
    cdef const uint8_t *counts = call.counts + first_slot
    return counts[0] == first and counts[1] == second and counts[2] == third and counts[3] == fourth

cdef inline bint has_concealed_pung(const hand_t *call, uint32_t slot) noexcept nogil:
    """Three copies standing, or a concealed kong."""
    cdef uint8_t kong = CONCEALED_KONG_CODE + slot
    return call.counts[slot] == 3 or call.melds[0] == kong or call.melds[1] == kong

cdef void choose_chows(const hand_t *call, int win, uint8_t *fans) noexcept nogil:
    """11223344 won on the 3 beside melded 123 and 234: 11 234 234 (坎张), not 123 123 44 (边张).
    66778899 on the 7: 66 789 789 (边张).
    """
    cdef int rank = win % 9
    cdef int first = win - 2 if rank == 2 else win - 1
    cdef int low = min(call.melds[0], call.melds[1]), high = max(call.melds[0], call.melds[1])
    # The codes of melded chows: 1 + the lowest slot.
    if ((rank == 2 or rank == 6) and low == 1 + first and high == 2 + first
            and stands(call, first, 2, 2, 2, 2)):
        fans[EDGE_WAIT_BYTE] = rank == 6
        fans[CLOSED_WAIT_BYTE] = rank == 2

cdef void choose_pungs(const hand_t *call, int win, uint8_t *fans) noexcept nogil:
    """55567888 won on a discarded 8 beside two concealed pungs of 8: 三同刻 双暗刻 (55 567 888),
    not 三暗刻 双同刻 (555 678 88).
    """
    cdef int rank = win % 9
    # On a 4 or a 9 the totals differ: one of the readings has a 幺九刻 more.
    if not 4 <= rank <= 7 or not stands(call, win - 3, 3, 1, 1, 3):
        return
    if has_concealed_pung(call, (win + 9) % 27) and has_concealed_pung(call, (win + 18) % 27):
        fans[THREE_CONCEALED_PUNGS_BYTE] = fans[DOUBLE_PUNG_BYTE] = 0
        fans[TRIPLE_PUNG_BYTE] = fans[TWO_CONCEALED_PUNGS_BYTE] = 1

cdef inline void choose_reading(const hand_t *call, int win, uint8_t *fans) noexcept nogil:
    """Whether the other library takes another of two readings with equal totals than the core does.
    There are only two such kinds of hand.
    """
    if win >= FIRST_HONOUR:
        return
    if fans[EDGE_WAIT_BYTE] | fans[CLOSED_WAIT_BYTE]:
        choose_chows(call, win, fans)
    elif (fans[THREE_CONCEALED_PUNGS_BYTE] & fans[DOUBLE_PUNG_BYTE]
            & ~fans[TWO_CONCEALED_KONGS_BYTE]):
        choose_pungs(call, win, fans)

cdef tuple tuple_of(tuple entries, const uint8_t *fans):
    """The entry of each fan that counts, by id. ``fans``: FAN_BYTES counts; most are 0, so eight
    are looked at in one.
    """
    cdef uint8_t counting[FAN_BYTES]
    cdef Py_ssize_t size = 0, place
    cdef int first, fan
    for first in range(0, FAN_BYTES, 8):
        if word_at(fans + first):
            for fan in range(first, first + 8):
                counting[size] = fan
                size += fans[fan] != 0
    cdef tuple answer = PyTuple_New(size)
    for place in range(size):
        fan = counting[place]
        entry = (<tuple>(<tuple>entries)[fan])[fans[fan] - 1]
        Py_INCREF(entry)
        PyTuple_SET_ITEM(answer, place, entry)
    return answer

cdef inline uint32_t flags_of(
    bint self_drawn, bint last_copy, bint kong, bint last_tile
) noexcept nogil:
    return SELF_DRAWN * self_drawn + LAST_COPY * last_copy + KONG * kong + LAST_TILE * last_tile

def fan_tuples(
    CallFormat format not None, pack, hand, win_tile, flowers, self_drawn, last_copy, kong,
    last_tile, seat_wind, prevalent_wind, verbose,
):
    """The fans of a call as the format's entries: an empty tuple for a hand that does not win, None
    for a call that is not a hand. A wind other than 0-3 counts nothing; of ``flowers`` the lowest
    byte counts. Raises ``TypeError`` or ``OverflowError`` if a number does not fit a C integer.
    """
    cdef hand_t call
    cdef uint8_t fans[FAN_BYTES]
    cdef int16_t points
    cdef uint32_t win = slot_of(format, win_tile)
    cdef uint32_t flags
    cdef int flower_count, seat, prevalent, status
    cdef bint in_words
    if win == NO_CODE:
        return None
    # In the order of the arguments: the first wrong one raises its error.
    flower_count = c_int(flowers)
    flags = flags_of(self_drawn, last_copy, kong, last_tile)
    seat, prevalent, in_words = c_int(seat_wind), c_int(prevalent_wind), verbose
    if (not isinstance(pack, tuple) or not isinstance(hand, tuple)
            or not read_tiles(format, <tuple>pack, <tuple>hand, win, &call)):
        return None
    call.win = <uint8_t>win
    call.flags = <uint8_t>flags
    call.winds = winds_code(wind_of(&call, prevalent), wind_of(&call, seat))
    status = score_fans(&format.tables.rules, &call, &points, fans)
    if status != FINE:
        return () if status == NOT_WINNING else None
    choose_reading(&call, win, fans)
    memset(fans + FANS, 0, FAN_BYTES - FANS)
    fans[FLOWERS_BYTE] = <uint8_t>(flower_count & 0xFF)
    return tuple_of(<tuple>format.fans[in_words], fans)
