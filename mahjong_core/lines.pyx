"""GB strings to rows of a batch: compiled code reads the common writing, and writes it.

The notation may still read the other lines.

Read are melds, standing tiles in any order of groups, winds with four flags, and flowers as a
digit, without blanks; blanks and line ends after them. Only the writing is checked; whether the
tiles are a hand is for the scoring to say.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_Check, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_CheckSignals
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_Check
from .types cimport (
    ADDED_KONG_CODE, CHOW_CODE, CONCEALED_KONG_CODE, FIRST_HONOUR, MELDED_KONG_CODE, NO_TILE,
    PUNG_CODE, SLOTS,
    hand_t,
)

cdef extern from "Python.h":
    # asks the text itself, whatever its class says; runs no code of that class
    bint PyUnicode_IS_ASCII(object text)

cdef enum:
    NONE = 255
    MOST_TILES = 18           # of one group: more are no hand
    MOST_LETTERS = 1000       # of one line: longer ones are refused by the notation
    LINES_BETWEEN_LOOKS = 1 << 14  # for an interrupt

cdef inline uint8_t suit_start(char letter) noexcept nogil:
    return 0 if letter == c"m" else 9 if letter == c"s" else 18 if letter == c"p" else NONE

cdef inline uint8_t honour_slot(char letter) noexcept nogil:
    if letter == c"E": return 27
    if letter == c"S": return 28
    if letter == c"W": return 29
    if letter == c"N": return 30
    if letter == c"C": return 31
    if letter == c"F": return 32
    return 33 if letter == c"P" else NONE

cdef inline bint is_rank(char letter) noexcept nogil:
    return c"1" <= letter <= c"9"

cdef const char *read_group(
    const char *text, const char *end, uint8_t *slots, int *count
) noexcept nogil:
    """One honour, or digits and their suit: appends the slots and returns where the group
    ends, NULL if it is none.
    """
    cdef const char *digit = text
    cdef uint8_t start
    if text < end and not is_rank(text[0]):
        slots[count[0]] = honour_slot(text[0])
        count[0] += 1
        return text + 1 if honour_slot(text[0]) != NONE else NULL
    while text < end and is_rank(text[0]):
        text += 1
    if text == end or text - digit > MOST_TILES - count[0] or text == digit:
        return NULL
    start = suit_start(text[0])
    if start == NONE:
        return NULL
    while digit < text:
        slots[count[0]] = start + <uint8_t>(digit[0] - c"1")
        count[0] += 1
        digit += 1
    return text + 1

cdef int meld_code(const uint8_t *slots, int count, int source) noexcept nogil:
    """The code of a meld (``source`` 0 if there is none), or 0 if the slots are no meld."""
    cdef bint same = slots[0] == slots[1] == slots[2]
    if count == 4 and same and slots[3] == slots[0]:
        if source == 0:
            return CONCEALED_KONG_CODE + slots[0]
        return (ADDED_KONG_CODE if source > 4 else MELDED_KONG_CODE) + slots[0]
    if count != 3 or source > 4:
        return 0
    if same:
        return PUNG_CODE + slots[0]
    # Suits do not run into each other: nine ranks, and a chow starts at 7 at the latest.
    if (slots[0] < 27 and slots[0] % 9 <= 6
            and slots[1] == slots[0] + 1 and slots[2] == slots[0] + 2):
        return CHOW_CODE + slots[0]
    return 0

cdef const char *read_meld(
    const char *text, const char *end, uint8_t *meld, uint8_t *place
) noexcept nogil:
    """The text between brackets: fills code and source and returns where it ends, after the
    bracket. NULL if it is no meld.
    """
    cdef uint8_t slots[2 * MOST_TILES]
    cdef int count = 0, source = 0
    while text < end and text[0] != c"]" and text[0] != c",":
        if count > 4:
            return NULL
        text = read_group(text, end, slots, &count)
        if text == NULL:
            return NULL
    if count < 3 or count > 4 or text >= end:
        return NULL
    if text[0] == c",":
        if end - text < 3 or not (c"1" <= text[1] <= c"7") or text[1] == c"4":
            return NULL
        source = text[1] - c"0"
        text += 2
    if text >= end or text[0] != c"]":
        return NULL
    meld[0] = <uint8_t>meld_code(slots, count, source)
    # Without a number a chow and a pung read as 1, and a kong is concealed.
    place[0] = source - 4 if source > 4 else source if source or count == 4 else 1
    return text + 1 if meld[0] else NULL

cdef bint read_context(const char *text, const char *end, hand_t *hand) noexcept nogil:
    """What follows the tiles: nothing, or |winds and four flags, or these and |flowers."""
    cdef int i
    cdef uint8_t wind
    if text == end:
        return True
    if end - text != 7 and end - text != 9:
        return False
    for i in range(2):
        wind = honour_slot(text[1 + i])
        if wind > 30:
            return False
        hand.winds = 4 * hand.winds + wind - 27
    for i in range(4):
        if text[3 + i] != c"0" and text[3 + i] != c"1":
            return False
        hand.flags |= (text[3 + i] - c"0") << i
    if end - text == 9:
        if text[7] != c"|" or not (c"0" <= text[8] <= c"8"):
            return False
        hand.flowers = text[8] - c"0"
    return True

cdef bint read_parts(
    const char *text, const char *end, hand_t *hand, uint8_t *sources
) noexcept nogil:
    """Fills an empty hand; False, with half of it filled, if it is not written in this way."""
    cdef uint8_t slots[2 * MOST_TILES]
    cdef int count = 0, melds = 0, i
    while text < end and text[0] == c"[":
        if melds == 4:
            return False
        text = read_meld(text + 1, end, &hand.melds[melds], &sources[melds])
        if text == NULL:
            return False
        melds += 1
    while text < end and text[0] != c"|":
        if count >= MOST_TILES:
            return False
        text = read_group(text, end, slots, &count)
        if text == NULL:
            return False
    for i in range(count):
        hand.counts[slots[i]] += 1
    if count + 3 * melds == 14:
        hand.win = slots[count - 1]
    return read_context(text, end, hand)

cdef inline void clear(hand_t *hand, uint8_t *sources) noexcept nogil:
    memset(hand, 0, sizeof(hand_t))
    memset(sources, 0, 4)
    hand.win = NO_TILE

cdef bint read_line(
    const char *text, Py_ssize_t size, hand_t *hand, uint8_t *sources
) noexcept nogil:
    cdef const char *end
    clear(hand, sources)
    if text == NULL or size > MOST_LETTERS:
        return False
    end = text + size
    while text < end and (end[-1] == c"\n" or end[-1] == c"\r" or end[-1] == c" "
            or end[-1] == c"\t"):
        end -= 1
    if text == end:
        return False
    if read_parts(text, end, hand, sources):
        return True
    clear(hand, sources)
    return False

cdef inline const char *letters_of(object line, Py_ssize_t *size) except? NULL:
    """The letters of a text, owned by the object; NULL if it is no text or not all ASCII.

    Bytes are taken as they are.
    """
    if PyUnicode_Check(line):
        # Asked of the text itself: a derived class may say anything.
        return PyUnicode_AsUTF8AndSize(line, size) if PyUnicode_IS_ASCII(line) else NULL
    if PyBytes_Check(line):
        size[0] = PyBytes_GET_SIZE(line)
        return PyBytes_AS_STRING(line)
    return NULL

def read_lines(list lines not None, uint8_t[:, ::1] counts, uint8_t[:, ::1] melds, uint8_t[::1] win,
               uint8_t[::1] flags, uint8_t[::1] winds, uint8_t[::1] flowers):
    """Reads one hand a line (str or bytes) into the rows.

    Returns the numbers of the lines that it cannot read, whose rows stay empty.
    """
    cdef Py_ssize_t number, size = 0
    cdef const char *text
    cdef hand_t hand
    cdef uint8_t sources[4]
    cdef list unread = []
    cdef Py_ssize_t rows = min(counts.shape[0], melds.shape[0], win.shape[0], flags.shape[0],
        winds.shape[0], flowers.shape[0])
    if len(lines) > rows or counts.shape[1] != SLOTS or melds.shape[1] != 4:
        raise ValueError(f"{len(lines)} lines and {rows} rows of {counts.shape[1]} counts "
            f"and {melds.shape[1]} melds")
    for number in range(len(lines)):
        if number % LINES_BETWEEN_LOOKS == 0:
            PyErr_CheckSignals()
        line = lines[number]
        text = letters_of(line, &size)
        if not read_line(text, size, &hand, sources):
            unread.append(number)
        memcpy(&counts[number, 0], hand.counts, SLOTS)
        memcpy(&melds[number, 0], hand.melds, 4)
        win[number] = hand.win
        flags[number] = hand.flags
        winds[number] = hand.winds
        flowers[number] = hand.flowers
    return unread

# --------------------------------------------------------------------------------------- writing

cdef inline char *put(char *text, char letter) noexcept nogil:
    text[0] = letter
    return text + 1

cdef inline char letter_of(int slot) noexcept nogil:
    """The letter of an honour, or of a tile's suit."""
    cdef const char *suits = "msp"
    cdef const char *honours = "ESWNCFP"
    return honours[slot - FIRST_HONOUR] if slot >= FIRST_HONOUR else suits[slot // 9]

cdef char *put_tiles(char *text, const uint8_t *counts) noexcept nogil:
    """Tiles by slot; those of a suit share its letter."""
    cdef int slot, copy
    cdef char *before = text
    for slot in range(SLOTS):
        for copy in range(counts[slot]):
            text = put(text, c"1" + slot % 9 if slot < FIRST_HONOUR else letter_of(slot))
        if slot < FIRST_HONOUR and slot % 9 == 8 and text != before:
            text = put(text, letter_of(slot))
        if slot % 9 == 8:
            before = text
    return text

cdef char *put_meld(char *text, int code, int source) noexcept nogil:
    cdef uint8_t counts[SLOTS]
    cdef int slot = (code - 1) % SLOTS, step
    memset(counts, 0, SLOTS)
    for step in range(3):
        counts[slot + (step if code < PUNG_CODE else 0)] += 1
    counts[slot] += code >= MELDED_KONG_CODE
    text = put_tiles(put(text, c"["), counts)
    if code < CONCEALED_KONG_CODE:
        text = put(put(text, c","), c"0" + source + (4 if code >= ADDED_KONG_CODE else 0))
    return put(text, c"]")

cdef char *put_standing(char *text, const hand_t *hand, int melds) noexcept nogil:
    """The standing tiles, the winning tile last."""
    cdef uint8_t counts[SLOTS]
    cdef int slot, count = 3 * melds
    memcpy(counts, hand.counts, SLOTS)
    if hand.win != NO_TILE:
        counts[hand.win] -= 1
        text = put_tiles(text, counts)
        memset(counts, 0, SLOTS)
        counts[hand.win] = 1
        return put_tiles(text, counts)
    for slot in range(SLOTS):
        count += counts[slot]
    text = put_tiles(text, counts)
    return put(text, c" ") if count == 14 else text

cdef int write_line(const hand_t *hand, const uint8_t *sources, char *text) noexcept nogil:
    cdef char *end = text
    cdef int melds = 0, bit
    while melds < 4 and hand.melds[melds]:
        end = put_meld(end, hand.melds[melds], sources[melds])
        melds += 1
    end = put(put_standing(end, hand, melds), c"|")
    end = put(end, letter_of(FIRST_HONOUR + (hand.winds >> 2)))
    end = put(end, letter_of(FIRST_HONOUR + (hand.winds & 3)))
    for bit in range(4):
        end = put(end, c"0" + (hand.flags >> bit & 1))
    if hand.flowers:
        end = put(put(end, c"|"), c"0" + hand.flowers)
    return <int>(end - text)
