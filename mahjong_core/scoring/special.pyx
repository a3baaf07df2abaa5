"""The special forms, recognised by the suit keys and the mask of present honours."""

from libc.stdint cimport uint32_t
from ..types cimport (
    GREATER_KNITTED, KNITTED, KNITTED_WITH_STRAIGHT, SEVEN_PAIRS, SEVEN_SHIFTED_PAIRS,
    suit_tables_t,
)

cdef enum:
    TERMINAL_LANES = 0o100000001
    SEVEN_PAIRS_KEY = 0o2222222  # 2 of each of seven consecutive ranks, from 1

cdef inline uint32_t residues(uint32_t lanes) noexcept nogil:
    """Which of 147, 258, 369 a lane of each rank is set in all three of: bits 0, 3, 6."""
    return lanes & (lanes >> 9) & (lanes >> 18) & <uint32_t>0o111

cdef int knitted_body(const suit_tables_t *tables, const uint32_t *keys) noexcept nogil:
    cdef uint32_t held = (
        residues(lanes_of(keys[0])) | (residues(lanes_of(keys[1])) << 1)
        | (residues(lanes_of(keys[2])) << 2)
    )
    return tables.bodies[held]

cdef int all_knitted(
    const suit_tables_t *tables, const uint32_t *keys, uint32_t honours
) noexcept nogil:
    cdef uint32_t empty = residues(~keys[0]) | (residues(~keys[1]) << 1) | (residues(~keys[2]) << 2)
    cdef int body = tables.knitted_bodies[empty]
    if body < 0:
        return -1
    if honours == ALL_HONOURS:
        return GREATER_KNITTED
    return KNITTED_WITH_STRAIGHT if knitted_body(tables, keys) >= 0 else KNITTED

cdef bint is_thirteen_orphans(const uint32_t *keys, uint32_t honours) noexcept nogil:
    cdef int suit
    cdef bint fits = honours == ALL_HONOURS
    for suit in range(3):
        fits &= lanes_of(keys[suit]) == TERMINAL_LANES
    return fits

cdef int seven_pairs_form(const uint32_t *keys) noexcept nogil:
    # One suit holds all of it, so the other two keys are 0.
    cdef uint32_t key = keys[0] | keys[1] | keys[2]
    cdef bint one_suit = (
        key == keys[0] + keys[1] + keys[2]
        and (key == keys[0] or key == keys[1] or key == keys[2])
    )
    if one_suit and (key == SEVEN_PAIRS_KEY or key == SEVEN_PAIRS_KEY << 3
            or key == SEVEN_PAIRS_KEY << 6):
        return SEVEN_SHIFTED_PAIRS
    return SEVEN_PAIRS
