"""The forms that count kinds of tiles: 十三幺, 七对 and 全不靠, and the bodies of 组合龙."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from ..types cimport SLOTS
from ..tiles cimport byte_sum, honour_lanes, lane_bits, word_at
from ..scoring.special cimport ALL_HONOURS, GUOBIAO_BODIES

cdef enum:
    TERMINAL_RANKS = 0o401
    KNITTED_RANKS = 0o111     # ranks 1 4 7 as a mask

cdef struct kinds_t:             # which tiles are held at least once, twice …
    uint32_t ranks[3]
    uint32_t honours
    int pairs                    # four equal tiles are two
    bint has_orphan_pair

cdef inline uint64_t ones_of(uint64_t word) noexcept nogil:
    """The lowest bit of each byte (below 8) that is not 0."""
    return (word | word >> 1 | word >> 2) & <uint64_t>0x0101010101010101

cdef inline int group_of(int body, int suit) noexcept nogil:
    return GUOBIAO_BODIES[body] >> (2 * suit) & 3

cdef inline uint32_t ranks_with(uint64_t ones, uint32_t ninth) noexcept nogil:
    """The lowest bits of eight bytes and the ninth as a mask."""
    return lane_bits(ones) | ninth << 8

cdef inline int bits_of(uint32_t mask) noexcept nogil:
    """The number of bits among the lowest nine."""
    cdef uint32_t three = (mask & 0o111) + (mask >> 1 & 0o111) + (mask >> 2 & 0o111)
    return (three & 7) + (three >> 3 & 7) + (three >> 6)

cdef inline void read_kinds(const uint8_t *counts, kinds_t *kinds) noexcept nogil:
    cdef uint64_t word, ones = <uint64_t>0x0101010101010101, honours = honour_lanes(counts)
    cdef uint32_t ninth
    cdef uint64_t ends = honours
    cdef uint64_t pairs = (honours >> 1 & ones) + 2 * (honours >> 2 & ones)
    cdef int suit
    for suit in range(3):
        word = word_at(counts + 9 * suit)
        ninth = counts[9 * suit + 8]
        kinds.ranks[suit] = ranks_with(ones_of(word), ninth != 0)
        pairs += (word >> 1 & ones) + 2 * (word >> 2 & ones) + (ninth >> 1)
        ends |= (word & 6) | (ninth & 6)
    kinds.pairs = byte_sum(pairs)
    kinds.honours = lane_bits(ones_of(honours))
    kinds.has_orphan_pair = (ends & (6 * ones)) != 0

cdef inline int orphan_kinds(const kinds_t *kinds) noexcept nogil:
    return (
        bits_of(kinds.ranks[0] & TERMINAL_RANKS)
        + bits_of(kinds.ranks[1] & TERMINAL_RANKS)
        + bits_of(kinds.ranks[2] & TERMINAL_RANKS)
        + bits_of(kinds.honours)
    )

cdef inline int kinds_of_body(const kinds_t *kinds, int body) noexcept nogil:
    return (
        bits_of(kinds.ranks[0] & <uint32_t>KNITTED_RANKS << group_of(body, 0))
        + bits_of(kinds.ranks[1] & <uint32_t>KNITTED_RANKS << group_of(body, 1))
        + bits_of(kinds.ranks[2] & <uint32_t>KNITTED_RANKS << group_of(body, 2))
    )

cdef inline int most_of_a_body(const kinds_t *kinds) noexcept nogil:
    cdef int body, found, most = 0
    for body in range(6):
        found = kinds_of_body(kinds, body)
        most = found if found > most else most
    return most

cdef inline int8_t orphans_shanten(const kinds_t *kinds) noexcept nogil:
    return <int8_t>(13 - orphan_kinds(kinds) - kinds.has_orphan_pair)

cdef inline uint64_t odd_tiles(const uint8_t *counts) noexcept nogil:
    cdef int slot
    cdef uint64_t mask = 0
    for slot in range(SLOTS):
        mask |= <uint64_t>(counts[slot] & 1) << slot
    return mask

cdef inline uint64_t effective_for_orphans(const kinds_t *kinds) noexcept nogil:
    """The kinds that are not held; all thirteen as long as none is held twice."""
    cdef uint64_t mask = <uint64_t>ALL_HONOURS << 27
    cdef uint64_t held = <uint64_t>kinds.honours << 27
    cdef int suit
    for suit in range(3):
        mask |= <uint64_t>TERMINAL_RANKS << (9 * suit)
        held |= <uint64_t>kinds.ranks[suit] << (9 * suit)
    return mask & ~held if kinds.has_orphan_pair else mask

cdef inline uint64_t effective_for_all_knitted(const kinds_t *kinds, int8_t shanten) noexcept nogil:
    """What is not held of the honours and of the bodies of which most is held."""
    cdef uint64_t mask = 0
    cdef int body, suit, most = most_of_a_body(kinds)
    if shanten < 0:
        return 0
    for body in range(6):
        if kinds_of_body(kinds, body) == most:
            for suit in range(3):
                mask |= <uint64_t>(
                    <uint32_t>KNITTED_RANKS << group_of(body, suit) & ~kinds.ranks[suit]
                ) << (9 * suit)
    return mask | <uint64_t>(ALL_HONOURS & ~kinds.honours) << 27
