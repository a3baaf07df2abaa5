"""Tiles in words: counts of 34 bytes, suit keys (nine counts of 3 bits) and honour lanes
(seven bytes of a word).
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from .types cimport NO_TILE, SLOTS, hand_t

cdef enum:
    LANES_OF_HONOURS = 7

cdef extern from *:
    """
    #ifndef GUOBIAO_LOWEST_BIT
    #if defined(__GNUC__)
    #define GUOBIAO_LOWEST_BIT(word) __builtin_ctzll(word)
    #else
    static int guobiao_lowest_bit(unsigned long long word) {
        int bit = 0;
        while (!(word & 1)) { word >>= 1; bit++; }
        return bit;
    }
    #define GUOBIAO_LOWEST_BIT(word) guobiao_lowest_bit(word)
    #endif
    #endif
    """
    int GUOBIAO_LOWEST_BIT(uint64_t word) noexcept nogil  # of a word that is not 0

cdef inline int meld_kind(int code) noexcept nogil:
    """The kind of a meld's byte, which is not 0."""
    return (code - 1) // SLOTS

cdef inline int meld_slot(int code) noexcept nogil:
    """The slot of a meld's byte, which is not 0."""
    return (code - 1) % SLOTS

cdef inline uint8_t winds_code(int prevalent, int seat) noexcept nogil:
    """The byte of a hand's winds."""
    return <uint8_t>(4 * prevalent + seat)

cdef inline uint64_t word_at(const uint8_t *bytes) noexcept nogil:
    """Eight bytes as a little-endian word, wherever they stand."""
    cdef uint64_t word
    memcpy(&word, bytes, 8)
    return word

cdef inline uint32_t half_word_at(const uint8_t *bytes) noexcept nogil:
    """Two bytes as the lower half of a little-endian word."""
    cdef uint16_t half
    memcpy(&half, bytes, 2)
    return half

cdef inline void set_tiles(
    hand_t *hand, const uint8_t *counts, const uint8_t *melds
) noexcept nogil:
    """A hand that nobody has won, of which only the tiles are known."""
    memcpy(hand.counts, counts, SLOTS)
    memcpy(hand.melds, melds, 4)
    hand.win = NO_TILE
    hand.flags = hand.winds = hand.flowers = 0

cdef inline uint32_t suit_key(const uint8_t *counts) noexcept nogil:
    """Nine counts (each below 8) packed to 3 bits: neighbours are joined three times."""
    cdef uint64_t word = word_at(counts)
    word = (word | (word >> 5)) & <uint64_t>0x003F003F003F003F
    word = (word | (word >> 10)) & <uint64_t>0x00000FFF00000FFF
    word = (word | (word >> 20)) & <uint64_t>0xFFFFFF
    return <uint32_t>word | (<uint32_t>counts[8] << 24)

cdef inline void write_suit(uint32_t key, uint8_t *counts, bint has_nine) noexcept nogil:
    """The counts of a suit key; of the honours (``has_nine`` false) seven."""
    cdef uint64_t word = key & 0xFFFFFF
    word = (word | (word << 20)) & <uint64_t>0x00000FFF00000FFF
    word = (word | (word << 10)) & <uint64_t>0x003F003F003F003F
    word = (word | (word << 5)) & <uint64_t>0x0707070707070707
    if has_nine:
        memcpy(counts, &word, 8)
        counts[8] = key >> 24
    else:
        memcpy(counts, &word, LANES_OF_HONOURS)

cdef inline uint64_t honour_lanes(const uint8_t *counts) noexcept nogil:
    """The seven honour counts as the bytes of a word (slots 27-33).

    The word is read from slot 26 on.
    """
    return word_at(counts + 26) >> 8

cdef inline uint32_t lane_bits(uint64_t lanes) noexcept nogil:
    """The lowest bit of each byte as a bit mask."""
    return <uint32_t>((lanes * <uint64_t>0x0102040810204080) >> 56)

cdef inline uint32_t byte_sum(uint64_t word) noexcept nogil:
    """The sum of eight bytes, below 256."""
    return <uint32_t>((word * <uint64_t>0x0101010101010101) >> 56)

cdef inline uint32_t present_ranks(uint32_t key) noexcept nogil:
    """Which ranks a suit key holds, as a mask of nine bits."""
    cdef uint32_t lanes = (key | (key >> 1) | (key >> 2)) & <uint32_t>0o111111111
    # Three ranks together in each third of the key, then the three thirds.
    lanes = (lanes | (lanes >> 2) | (lanes >> 4)) & <uint32_t>0o007007007
    return (lanes | (lanes >> 6) | (lanes >> 12)) & 0x1FF

cdef inline uint64_t slots_above(const uint8_t *counts, int least) noexcept nogil:
    """The slots of which a hand (at most four copies each) holds ``least``
    tiles or more, a bit each.
    """
    cdef uint64_t ones = <uint64_t>0x0101010101010101
    cdef uint64_t more = (8 - least) * ones, found = 0
    cdef int word
    for word in range(4):
        found |= <uint64_t>lane_bits((word_at(counts + 8 * word) + more) >> 3 & ones) << (8 * word)
    return found | <uint64_t>(counts[32] >= least) << 32 | <uint64_t>(counts[33] >= least) << 33
