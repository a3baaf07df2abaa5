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
    /* What a letter does to a reader that goes backwards and remembers the first slot of the suit:
       four bytes, from below: which bits of that slot stay, what is added to them for the slot of
       the tile, and which bits are new. 0x3F is the slot of what is no tile. Wrong are slots with
       the bit 0x40, another letter or a digit without a suit, and with the bit 0x80, which a suit
       leaves for the digit that must stand before it. */
    #define GUOBIAO_RANK(rank) (0x7F | ((rank) - 1) << 8)
    #define GUOBIAO_SUIT(first) (0x80 | 0x3F << 8 | (0x80 | (first)) << 16)
    #define GUOBIAO_HONOUR(slot) (0x80 | (slot) << 8 | 0x40 << 16)
    #define GUOBIAO_WRONG (0x40 << 8)
    static unsigned int GUOBIAO_STEPS[256];
    static void guobiao_fill_steps(void) {
        int letter;
        for (letter = 0; letter < 256; letter++) {
            int kind = GUOBIAO_LETTERS[letter];
            GUOBIAO_STEPS[letter] = kind == 0 ? GUOBIAO_WRONG : kind < 10 ? GUOBIAO_RANK(kind)
                : kind < 0x40 ? GUOBIAO_SUIT(kind & 0x1F) : GUOBIAO_HONOUR(kind & 0x3F);
        }
    }
    """
    const uint8_t GUOBIAO_LETTERS[256]
    const uint32_t GUOBIAO_STEPS[256]
    void guobiao_fill_steps() noexcept nogil

cdef enum:
    SUIT = 0x20
    HONOUR = 0x40
    NO_SUIT = 0x40            # bits of slots that are none
    NEW_SUIT = 0x80
    NO_SLOT = 0x3F            # where what is no tile is counted
    MOST_TILES = 18           # more are no hand
    MOST_LETTERS = 1000       # of one line: longer ones are refused by the notation
    LINES_BETWEEN_LOOKS = 1 << 14  # for an interrupt
    PART_LETTERS = 1 << 16

guobiao_fill_steps()

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

cdef bint read_standing(
    const char *begin, const char *end, hand_t *hand, int *count, int *last
) noexcept nogil:
    """Honours, and digits with their suit behind them; ``last`` is the slot of the last tile. False
    if something else stands there.

    Read backwards, where a suit comes before its digits, and without branches: a processor cannot
    guess how long the suits of a hand are.
    """
    cdef const char *text = end
    cdef uint32_t step, slot, kept, kind, first = NO_SUIT, seen = 0
    cdef Py_ssize_t tiles = end - begin
    cdef uint8_t counts[256]
    if tiles > 2 * MOST_TILES:
        return False
    memset(counts, 0, 64)  # the slots that are not wrong
    while text > begin:
        text -= 1
        step = GUOBIAO_STEPS[<uint8_t>text[0]]
        kept = first & step
        slot = kept + <uint8_t>(step >> 8)
        counts[<uint8_t>slot] += 1
        seen |= slot
        first = kept | step >> 16
    tiles -= counts[NO_SLOT]
    if seen & (NO_SUIT | NEW_SUIT) or first & NEW_SUIT or tiles > MOST_TILES:
        return False
    memcpy(hand.counts, counts, SLOTS)
    count[0] = <int>tiles
    if tiles:
        kind = kind_of(end[-1])
        last[0] = kind & 0x3F if kind & HONOUR else (kind & 0x1F) + kind_of(end[-2]) - 1
    return True

cdef enum:
    MELD_LETTERS = 9  # of the longest meld, after its bracket

cdef const char *read_meld(
    const char *text, const char *end, uint8_t *meld, uint8_t *place
) noexcept nogil:
    """The text between brackets: fills code and source and returns where it ends, after the
    bracket. NULL if it is no meld.

    Like the standing tiles almost without branches.
    """
    cdef char padded[MELD_LETTERS + 1]
    cdef const char *letters = text
    cdef uint32_t kind, suit, number, is_kong, has_source, source, step, code, wrong
    cdef int slot, size
    if end - text < MELD_LETTERS:
        memset(padded, 0, sizeof(padded))
        memcpy(padded, text, end - text)
        letters = padded
    kind = kind_of(letters[0])
    number = is_digit(kind)
    is_kong = letters[3] == letters[0]
    step = <uint8_t>(letters[1] - letters[0])
    wrong = (letters[2] - letters[1] != <int>step) | (step > number)
    wrong |= (kind + 2 * step > 9) & number
    size = 3 + is_kong
    suit = kind_of(letters[size])
    wrong |= ((suit & (SUIT | HONOUR)) != SUIT) & number | (kind < HONOUR) & ~number
    slot = (kind & 0x3F) + number * ((suit & 0x1F) - 1)
    size += number
    has_source = letters[size] == c","
    source = <uint8_t>(letters[size + 1] - c"0") * has_source
    size += 2 * has_source
    code = MELD_CODES[is_kong << 4 | (step & 1) << 3 | source & 7]
    wrong |= (source > 7) | (code == 0) | has_source & (source == 0) | (letters[size] != c"]")
    if wrong & 1:
        return NULL
    meld[0] = <uint8_t>(code + slot)
    # Without a number a chow and a pung read as 1, and a kong is concealed.
    place[0] = <uint8_t>(source - 4 * (source > 4) + (source == 0 and not is_kong))
    return text + size + 1

# By what a meld is, a kong, a chow, and the number that tells whom it was taken from: the code of
# slot 0, or 0.
cdef uint8_t[32] MELD_CODES
cdef int _number
for _number in range(32):
    MELD_CODES[_number] = 0
for _number in (0, 1, 2, 3):
    MELD_CODES[_number] = PUNG_CODE
    MELD_CODES[8 + _number] = CHOW_CODE
    MELD_CODES[16 + _number] = MELDED_KONG_CODE if _number else CONCEALED_KONG_CODE
for _number in (5, 6, 7):
    MELD_CODES[16 + _number] = ADDED_KONG_CODE

cdef inline const char *end_of_tiles(const char *text, const char *end) noexcept nogil:
    """Where the tiles end: at the first of the bars that the context begins with, or at the end."""
    if end - text >= 9 and end[-9] == c"|" and end[-2] == c"|":
        return end - 9
    return end - 7 if end - text >= 7 and end[-7] == c"|" else end

cdef bint read_context(const char *text, const char *end, hand_t *hand) noexcept nogil:
    """What follows the tiles: nothing, or |winds and four flags, or these and |flowers."""
    cdef int i
    cdef uint32_t wind
    if text == end:
        return True
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
        if not (c"0" <= text[8] <= c"8"):
            return False
        hand.flowers = text[8] - c"0"
    return True

cdef bint read_parts(
    const char *text, const char *end, hand_t *hand, uint8_t *sources
) noexcept nogil:
    """Fills an empty hand; False, with half of it filled, if it is not written in this way."""
    cdef int count = 0, melds = 0, last = 0
    cdef const char *tiles_end
    while text < end and text[0] == c"[":
        if melds == 4:
            return False
        text = read_meld(text + 1, end, &hand.melds[melds], &sources[melds])
        if text == NULL:
            return False
        melds += 1
    tiles_end = end_of_tiles(text, end)
    if not read_standing(text, tiles_end, hand, &count, &last):
        return False
    if count + 3 * melds == 14:
        hand.win = last
    return read_context(tiles_end, end, hand)

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

cdef Py_ssize_t end_of_line(
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

cdef Py_ssize_t next_line(const char *text, Py_ssize_t end, Py_ssize_t size) noexcept nogil:
    return end + (2 if end + 1 < size and text[end] == c"\r" and text[end + 1] == c"\n" else 1)

cdef bint has_return(const char *text, Py_ssize_t size) noexcept nogil:
    return memchr(text, c"\r", size) != NULL

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
        has_returns = has_return(letters, size)
        while place < size:
            end = end_of_line(letters, place, size, has_returns)
            if count < most:
                spans[count, 0] = place
                spans[count, 1] = end
            count += 1
            place = next_line(letters, end, size)
    return count

cdef Py_ssize_t count_lines(
    const char *text, Py_ssize_t place, Py_ssize_t size, bint has_returns
) noexcept nogil:
    """How many lines begin in a part of a text."""
    cdef Py_ssize_t stop, count = 0
    cdef uint8_t some
    if has_returns:
        while place < size:
            place = next_line(text, end_of_line(text, place, size, True), size)
            count += 1
        return count
    count = place < size and text[size - 1] != c"\n"
    while place < size:  # in short loops, whose bytes a compiler counts side by side
        stop = min(size, place + 255)
        some = 0
        while place < stop:
            some += text[place] == c"\n"
            place += 1
        count += some
    return count

def find_parts(const uint8_t[::1] text not None):
    """A text in parts of whole lines: for each the place where it begins and the number of its
    first line, from 0. At last the size of the text, and how many lines it has.
    """
    cdef Py_ssize_t size = text.shape[0], place = 0, stop, line = 0
    cdef const char *letters
    cdef const char *found
    cdef bint has_returns
    cdef list parts = []
    if size:
        letters = <const char *>&text[0]
        has_returns = has_return(letters, size)
    while place < size:
        PyErr_CheckSignals()
        parts.append((place, line))
        with nogil:
            stop = min(size, place + PART_LETTERS)
            found = <const char *>memchr(letters + stop - 1, c"\n", size - stop + 1)
            stop = size if found == NULL else found - letters + 1
            line += count_lines(letters, place, stop, has_returns)
        place = stop
    parts.append((size, line))
    return parts

cdef struct columns_t:  # the columns of a batch that is read
    Py_ssize_t rows
    uint8_t *counts
    uint8_t *melds
    uint8_t *win
    uint8_t *flags
    uint8_t *winds
    uint8_t *flowers
    uint8_t *unread

cdef columns_t columns_of(
    uint8_t[:, ::1] counts, uint8_t[:, ::1] melds, uint8_t[::1] win, uint8_t[::1] flags,
    uint8_t[::1] winds, uint8_t[::1] flowers, uint8_t[::1] unread, Py_ssize_t start, Py_ssize_t stop
) except *:
    """Columns with rows ``start`` to ``stop``."""
    cdef columns_t found
    found.rows = min(counts.shape[0], melds.shape[0], win.shape[0], flags.shape[0],
        winds.shape[0], flowers.shape[0], unread.shape[0])
    if start < 0 or stop > found.rows or counts.shape[1] != SLOTS or melds.shape[1] != 4:
        raise ValueError(f"lines {start} to {stop} of {found.rows}, or rows of another length")
    if start < stop:
        found.counts, found.melds, found.win = &counts[0, 0], &melds[0, 0], &win[0]
        found.flags, found.winds = &flags[0], &winds[0]
        found.flowers, found.unread = &flowers[0], &unread[0]
    return found

cdef inline void put_row(
    const columns_t *columns, Py_ssize_t row, const char *text, Py_ssize_t size
) noexcept nogil:
    """Reads a line into a row. ``unread`` becomes 1 if that is not possible, and the row empty."""
    cdef hand_t hand
    cdef uint8_t sources[4]
    columns.unread[row] = not read_line(text, size, &hand, sources)
    memcpy(columns.counts + SLOTS * row, hand.counts, SLOTS)
    memcpy(columns.melds + 4 * row, hand.melds, 4)
    columns.win[row] = hand.win
    columns.flags[row] = hand.flags
    columns.winds[row] = hand.winds
    columns.flowers[row] = hand.flowers

def read_text(
    const uint8_t[::1] text not None, const int64_t[:, ::1] parts not None,
    uint8_t[:, ::1] counts not None, uint8_t[:, ::1] melds not None, uint8_t[::1] win not None,
    uint8_t[::1] flags not None, uint8_t[::1] winds not None, uint8_t[::1] flowers not None,
    uint8_t[::1] unread not None, Py_ssize_t start, Py_ssize_t stop
):
    """Reads the lines ``start`` to ``stop`` of a text into the rows, without the GIL. ``parts``:
    those of ``find_parts``. ``unread`` is 1 for the lines that it cannot read, whose rows stay
    empty.
    """
    cdef columns_t columns = columns_of(
        counts, melds, win, flags, winds, flowers, unread, start, stop
    )
    cdef Py_ssize_t size = text.shape[0], part, row, place, end
    cdef const char *letters
    cdef bint has_returns
    if parts.shape[0] == 0 or parts.shape[1] != 2:
        raise ValueError(f"{parts.shape[0]} parts of {parts.shape[1]} numbers: expected two")
    if start >= stop:
        return
    with nogil:
        part = part_of_line(parts, start)
        place, row = min(max(0, parts[part, 0]), size), max(0, parts[part, 1])
        part = part_of_line(parts, stop - 1) + 1
        size = min(size, parts[min(part, parts.shape[0] - 1), 0])
        letters = <const char *>&text[0] if place < size else NULL
        has_returns = place < size and has_return(letters + place, size - place)
        while row < stop:
            end = end_of_line(letters, place, size, has_returns) if place < size else place
            if row >= start:
                put_row(&columns, row, letters + place if place < size else NULL, end - place)
            row += 1
            place = next_line(letters, end, size) if end < size else size

cdef Py_ssize_t part_of_line(const int64_t[:, ::1] parts, Py_ssize_t line) noexcept nogil:
    """The part that holds the line: the last one that begins with it or before it, or the first."""
    cdef Py_ssize_t first = 0, stop = parts.shape[0], middle
    while first < stop:
        middle = (first + stop) // 2
        if parts[middle, 1] <= line:
            first = middle + 1
        else:
            stop = middle
    return max(0, first - 1)

def read_spans(
    const uint8_t[::1] text not None, const int64_t[:, ::1] spans not None,
    uint8_t[:, ::1] counts not None, uint8_t[:, ::1] melds not None, uint8_t[::1] win not None,
    uint8_t[::1] flags not None, uint8_t[::1] winds not None, uint8_t[::1] flowers not None,
    uint8_t[::1] unread not None, Py_ssize_t start, Py_ssize_t stop
):
    """The same for lines that begin and end where ``spans`` says."""
    cdef columns_t columns = columns_of(
        counts, melds, win, flags, winds, flowers, unread, start, stop
    )
    cdef Py_ssize_t row, begin, end, size = text.shape[0]
    if stop > spans.shape[0] or spans.shape[1] != 2:
        raise ValueError(f"lines {start} to {stop} of {spans.shape[0]} spans")
    with nogil:
        for row in range(start, stop):
            begin, end = spans[row, 0], spans[row, 1]
            if begin < 0 or begin >= end or end > size:
                begin = end = 0
            put_row(
                &columns, row, <const char *>&text[begin] if begin < end else NULL, end - begin
            )

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
