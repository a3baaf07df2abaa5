"""Distance rows: the tiles that a suit or the honours lack to 0-4 sets, and to as many and a pair.

A row (builder/distances.py) is laid out so that sixteen bytes read from a place further ahead are
the same row with more sets (or a pair more). Joining two rows is ten such reads, an addition and a
minimum each, which compilers turn into vector code. The tables of rows are in shanten.pyx.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from ..lanes cimport add_lanes, lanes_of, lanes_t, least_lanes, read_lanes, store_lanes
from ..tiles cimport byte_sum

cdef enum:
    FAR = 64             # around the distances of a row
    SETS_LANE = 13       # where the distances to 0-4 sets begin
    PAIR_LANE = 22       # … to 0-4 sets and a pair
    PAIR_STEP = 9
    ROW_BYTES = 32
    READ_BYTES = 16
    NO_SHORTER = 99

ctypedef uint8_t[32] row_t

cdef struct place_t:             # the index of a suit vector: ranks 1-4 and ranks 5-9
    uint32_t low
    uint32_t high

cdef inline lanes_t lower(lanes_t least, const uint8_t *bytes, uint8_t more) noexcept nogil:
    """The smaller of each lane and the lane that is read, with ``more`` tiles more."""
    return least_lanes(least, add_lanes(read_lanes(bytes), lanes_of(more)))

cdef inline void clear_row(uint8_t *row) noexcept nogil:
    memset(row, FAR, ROW_BYTES)

cdef inline void join(const uint8_t *left, const uint8_t *right, uint8_t *joined) noexcept nogil:
    """The row of two groups together."""
    cdef lanes_t least = lanes_of(FAR)
    cdef int sets
    for sets in range(5):
        least = lower(least, right + SETS_LANE - sets, left[SETS_LANE + sets])
        least = lower(least, right + SETS_LANE - PAIR_STEP - sets, left[PAIR_LANE + sets])
    store_row(least, joined)

cdef inline void store_row(lanes_t least, uint8_t *row) noexcept nogil:
    """Sixteen lanes as a row: the bytes beside its distances are set back,
    no distance is over FAR.
    """
    cdef uint8_t lanes[READ_BYTES]
    store_lanes(lanes, least)
    memset(row, FAR, ROW_BYTES)
    memcpy(row + SETS_LANE, lanes, 8)
    memset(row + SETS_LANE + 5, FAR, 4)
    memcpy(row + PAIR_LANE, lanes + PAIR_STEP, 5)

cdef inline int joined_distance(const uint8_t *left, const uint8_t *right, int sets) noexcept nogil:
    """The distance of two groups together to the sets and a pair."""
    cdef int here, distance, least = NO_SHORTER
    for here in range(sets + 1):
        distance = left[SETS_LANE + here] + right[PAIR_LANE + sets - here]
        least = distance if distance < least else least
        distance = left[PAIR_LANE + here] + right[SETS_LANE + sets - here]
        least = distance if distance < least else least
    return least

cdef inline place_t place_of(uint64_t word, uint32_t ninth) noexcept nogil:
    """The index of nine counts, eight of them as the bytes of a word:
    neighbours are joined twice.
    """
    cdef place_t place
    word = (word & <uint64_t>0x00FF00FF00FF00FF) + 5 * (word >> 8 & <uint64_t>0x00FF00FF00FF00FF)
    word = (word & <uint64_t>0x0000FFFF0000FFFF) + 25 * (word >> 16 & <uint64_t>0x0000FFFF0000FFFF)
    place.low = <uint32_t>word
    place.high = <uint32_t>(word >> 32) + 625 * ninth
    return place

cdef inline uint32_t honour_index(uint64_t lanes) noexcept nogil:
    """How many honours are held at least once, twice, three times and four times, in three bits
    each (lanes of at most four).
    """
    cdef uint64_t ones = <uint64_t>0x01010101010101
    cdef uint64_t four = lanes >> 2 & ones
    cdef uint64_t two = (lanes >> 1 & ones) | four
    cdef uint64_t one = (lanes & ones) | two
    cdef uint64_t three = (lanes >> 1 & lanes & ones) | four
    return byte_sum(one + 8 * two) + 64 * byte_sum(three + 8 * four)
