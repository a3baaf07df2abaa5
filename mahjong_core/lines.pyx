"""GB strings to rows of a batch: compiled code reads the common writing, and writes it.

The notation may still read the other lines.

Read are melds, standing tiles in any order of groups, winds with four flags, and flowers as a
digit, without blanks; blanks and line ends after them. Only the writing is checked; whether the
tiles are a hand is for the scoring to say.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memchr, memcpy, memset
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

cdef extern from *:
    """
    /* What a letter is: 1-9 a digit, 0x20 + first slot a suit, 0x40 + slot an honour, 0 none. */
    static const unsigned char GUOBIAO_LETTERS[256] = {
        ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7, ['8'] = 8,
        ['9'] = 9, ['m'] = 0x20, ['s'] = 0x20 + 9, ['p'] = 0x20 + 18, ['E'] = 0x40 + 27,
        ['S'] = 0x40 + 28, ['W'] = 0x40 + 29, ['N'] = 0x40 + 30, ['C'] = 0x40 + 31,
        ['F'] = 0x40 + 32, ['P'] = 0x40 + 33,
    };
    """
    const uint8_t GUOBIAO_LETTERS[256]

cdef enum:
    SUIT = 0x20
    HONOUR = 0x40
    MOST_TILES = 18           # more are no hand
    MOST_LETTERS = 1000       # of one line: longer ones are refused by the notation
    LINES_BETWEEN_LOOKS = 1 << 14  # for an interrupt

cdef inline uint32_t kind_of(char letter) noexcept nogil:
    return GUOBIAO_LETTERS[<uint8_t>letter]

cdef inline bint is_digit(uint32_t kind) noexcept nogil:
    return kind - 1 < 9

cdef inline const char *after_digits(const char *text, const char *end) noexcept nogil:
    while text < end and is_digit(kind_of(text[0])):
        text += 1
    return text

cdef inline int first_slot(const char *text, const char *end) noexcept nogil:
    """The slot of rank 1 of the suit whose letter stands here, or -1."""
    cdef uint32_t kind = kind_of(text[0]) if text < end else 0
    return kind & 0x1F if kind & (SUIT | HONOUR) == SUIT else -1

cdef const char *read_standing(
    const char *text, const char *end, hand_t *hand, int *count, int *last
) noexcept nogil:
    """Honours, and digits with their suit, up to the '|'; ``last`` is the slot of the last tile.

    Returns where they end, NULL if something else stands there.
    """
    cdef const char *digit
    cdef uint32_t kind
    cdef int first
    while text < end and text[0] != c"|":
        kind = kind_of(text[0])
        if count[0] >= MOST_TILES:
            return NULL
        if kind & HONOUR:
            last[0] = kind & 0x3F
            hand.counts[last[0]] += 1
            count[0] += 1
            text += 1
            continue
        digit = text
        text = after_digits(text, end)
        first = first_slot(text, end)
        if first < 0 or text == digit or text - digit > MOST_TILES - count[0]:
            return NULL
        count[0] += <int>(text - digit)
        while digit < text:
            last[0] = first + (digit[0] - c"1")
            hand.counts[last[0]] += 1
            digit += 1
        text += 1
    return text

cdef int meld_code(int slot, int count, int step, int source) noexcept nogil:
    """The code of three or four tiles from a slot on (``source`` 0 if there is none), or 0."""
    if count == 4:
        if step:
            return 0
        if source == 0:
            return CONCEALED_KONG_CODE + slot
        return (ADDED_KONG_CODE if source > 4 else MELDED_KONG_CODE) + slot
    if count != 3 or source > 4:
        return 0
    return (CHOW_CODE if step else PUNG_CODE) + slot

cdef const char *read_meld(
    const char *text, const char *end, uint8_t *meld, uint8_t *place
) noexcept nogil:
    """The text between brackets: fills code and source and returns where it ends, after the
    bracket. NULL if it is no meld.
    """
    cdef const char *tiles = text
    cdef int slot, count, step = 0, source = 0, here
    if end - text < 4:
        return NULL
    if kind_of(text[0]) & HONOUR:
        slot = kind_of(text[0]) & 0x3F
        while text < end and text[0] == tiles[0]:
            text += 1
        count = <int>(text - tiles)
    else:
        text = after_digits(text, end)
        count = <int>(text - tiles)
        slot = first_slot(text, end)
        if slot < 0 or count < 3 or count > 4:
            return NULL
        slot += tiles[0] - c"1"
        step = tiles[1] - tiles[0]
        if step < 0 or step > 1:
            return NULL
        for here in range(2, count):
            if tiles[here] - tiles[here - 1] != step:
                return NULL
        text += 1
    if text < end and text[0] == c",":
        if end - text < 3 or not (c"1" <= text[1] <= c"7") or text[1] == c"4":
            return NULL
        source = text[1] - c"0"
        text += 2
    if text >= end or text[0] != c"]":
        return NULL
    meld[0] = <uint8_t>meld_code(slot, count, step, source)
    # Without a number a chow and a pung read as 1, and a kong is concealed.
    place[0] = source - 4 if source > 4 else source if source or count == 4 else 1
    return text + 1 if meld[0] else NULL

cdef bint read_context(const char *text, const char *end, hand_t *hand) noexcept nogil:
    """What follows the tiles: nothing, or |winds and four flags, or these and |flowers."""
    cdef int i
    cdef uint32_t wind
    if text == end:
        return True
    if end - text != 7 and end - text != 9:
        return False
    for i in range(2):
        wind = kind_of(text[1 + i]) - (HONOUR + FIRST_HONOUR)
        if wind > 3:
            return False
        hand.winds = 4 * hand.winds + wind
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
    cdef int count = 0, melds = 0, last = 0
    while text < end and text[0] == c"[":
        if melds == 4:
            return False
        text = read_meld(text + 1, end, &hand.melds[melds], &sources[melds])
        if text == NULL:
            return False
        melds += 1
    text = read_standing(text, end, hand, &count, &last)
    if text == NULL:
        return False
    if count + 3 * melds == 14:
        hand.win = last
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

# --------------------------------------------------------------------------------------- one buffer

cdef inline Py_ssize_t end_of_line(
    const char *text, Py_ssize_t place, Py_ssize_t size, bint has_returns
) noexcept nogil:
    """Where the line ends: at LF, CR or the end of the text."""
    cdef const char *found
    if not has_returns:
        found = <const char *>memchr(text + place, c"\n", size - place)
        return size if found == NULL else found - text
    while place < size and text[place] != c"\n" and text[place] != c"\r":
        place += 1
    return place

def find_lines(const uint8_t[::1] text not None, int64_t[:, ::1] spans=None):
    """How many lines a text has, which end at LF, CR LF or CR; fills ``spans`` with where each
    begins and ends (without its end). The last line may lack its end; nothing after the last end is
    no line.
    """
    cdef Py_ssize_t size = text.shape[0], place = 0, end, count = 0
    cdef Py_ssize_t most = 0 if spans is None else spans.shape[0]
    cdef const char *letters
    cdef bint has_returns
    if spans is not None and spans.shape[1] != 2:
        raise ValueError(f"rows of {spans.shape[1]}: expected begin and end")
    if size == 0:
        return 0
    letters = <const char *>&text[0]
    with nogil:
        has_returns = memchr(letters, c"\r", size) != NULL
        while place < size:
            end = end_of_line(letters, place, size, has_returns)
            if count < most:
                spans[count, 0] = place
                spans[count, 1] = end
            count += 1
            place = end + 1
            if end + 1 < size and letters[end] == c"\r" and letters[end + 1] == c"\n":
                place += 1
    return count

def read_text(
    const uint8_t[::1] text not None, const int64_t[:, ::1] spans not None,
    uint8_t[:, ::1] counts not None, uint8_t[:, ::1] melds not None, uint8_t[::1] win not None,
    uint8_t[::1] flags not None, uint8_t[::1] winds not None, uint8_t[::1] flowers not None,
    uint8_t[::1] unread not None, Py_ssize_t start, Py_ssize_t stop
):
    """Reads the lines ``start`` to ``stop`` of a text into the rows, without the GIL. ``unread`` is
    1 for the lines that it cannot read, whose rows stay empty.
    """
    cdef Py_ssize_t row, begin, end, size = text.shape[0]
    cdef hand_t hand
    cdef uint8_t sources[4]
    cdef Py_ssize_t rows = min(spans.shape[0], counts.shape[0], melds.shape[0], win.shape[0],
        flags.shape[0], winds.shape[0], flowers.shape[0], unread.shape[0])
    if (start < 0 or stop > rows or spans.shape[1] != 2 or counts.shape[1] != SLOTS
            or melds.shape[1] != 4):
        raise ValueError(f"lines {start} to {stop} of {rows}, or rows of another length")
    with nogil:
        for row in range(start, stop):
            begin, end = spans[row, 0], spans[row, 1]
            if begin < 0 or begin >= end or end > size:
                begin = end = 0
            unread[row] = not read_line(
                <const char *>&text[begin] if begin < end else NULL, end - begin, &hand, sources
            )
            memcpy(&counts[row, 0], hand.counts, SLOTS)
            memcpy(&melds[row, 0], hand.melds, 4)
            win[row] = hand.win
            flags[row] = hand.flags
            winds[row] = hand.winds
            flowers[row] = hand.flowers

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
