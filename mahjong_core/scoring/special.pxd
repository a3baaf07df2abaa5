"""Hands that are no four sets and a pair: which form their tiles have."""

from libc.stdint cimport uint32_t
from ..types cimport suit_tables_t

cdef enum:
    # ranks 1 4 7 of a suit key; shifted by 3 and 6: 2 5 8 and 3 6 9
    KNITTED_SUIT_LANES = 0o001001001
    ALL_HONOURS = 0x7F

# The order in which three suits take the groups 147, 258, 369 (2 bits a suit), for the
# six bodies of a 组合龙.
cdef extern from *:
    """
    static const unsigned char GUOBIAO_BODIES[6] = {0x24, 0x18, 0x21, 0x09, 0x12, 0x06};
    """
    const unsigned char GUOBIAO_BODIES[6]

cdef inline uint32_t body_lanes(int body, int suit) noexcept nogil:
    """The three tiles that a body takes of a suit, as lanes of a suit key."""
    return <uint32_t>KNITTED_SUIT_LANES << (3 * (GUOBIAO_BODIES[body] >> (2 * suit) & 3))

cdef inline uint32_t lanes_of(uint32_t key) noexcept nogil:
    """The ranks that a suit key holds, one bit in each field of 3."""
    return (key | (key >> 1) | (key >> 2)) & <uint32_t>0o111111111

# A body of 组合龙 (0-5) that the tiles hold, or -1.
cdef int knitted_body(const suit_tables_t *tables, const uint32_t *keys) noexcept nogil

# KNITTED, KNITTED_WITH_STRAIGHT or GREATER_KNITTED for fourteen different tiles
# that are one, else -1.
cdef int all_knitted(
    const suit_tables_t *tables, const uint32_t *keys, uint32_t honours
) noexcept nogil

# Whether fourteen tiles are 十三幺.
cdef bint is_thirteen_orphans(const uint32_t *keys, uint32_t honours) noexcept nogil

# SEVEN_PAIRS or SEVEN_SHIFTED_PAIRS for fourteen tiles of which every kind is even.
cdef int seven_pairs_form(const uint32_t *keys) noexcept nogil
