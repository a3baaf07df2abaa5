"""The special forms, recognised by the suit keys and the mask of present honours."""

from libc.stdint cimport uint32_t
from .types cimport GREATER_KNITTED, KNITTED, KNITTED_WITH_STRAIGHT, SEVEN_PAIRS, SEVEN_SHIFTED_PAIRS

cdef enum:
    TERMINAL_LANES = 0o100000001
    SEVEN_PAIRS_KEY = 0o2222222  # 2 of each of seven consecutive ranks, from 1

cdef int knitted_body(const uint32_t *keys) noexcept nogil:
    cdef int body
    cdef uint32_t missing
    for body in range(6):
        missing = body_lanes(body, 0) & ~lanes_of(keys[0])
        missing |= body_lanes(body, 1) & ~lanes_of(keys[1])
        missing |= body_lanes(body, 2) & ~lanes_of(keys[2])
        if not missing:
            return body
    return -1

cdef int all_knitted(const uint32_t *keys, uint32_t honours) noexcept nogil:
    cdef int body, suit
    cdef uint32_t strange, missing
    for body in range(6):
        strange = 0
        missing = 0
        for suit in range(3):
            # A second copy sets a bit outside the lanes.
            strange |= keys[suit] & ~body_lanes(body, suit)
            missing |= body_lanes(body, suit) & ~keys[suit]
        if not strange:
            if honours == ALL_HONOURS:
                return GREATER_KNITTED
            return KNITTED if missing else KNITTED_WITH_STRAIGHT
    return -1

cdef bint is_thirteen_orphans(const uint32_t *keys, uint32_t honours) noexcept nogil:
    cdef int suit
    cdef bint fits = honours == ALL_HONOURS
    for suit in range(3):
        fits &= lanes_of(keys[suit]) == TERMINAL_LANES
    return fits

cdef int seven_pairs_form(const uint32_t *keys) noexcept nogil:
    # One suit holds all of it, so the other two keys are 0.
    cdef uint32_t key = keys[0] | keys[1] | keys[2]
    cdef bint one_suit = key == keys[0] + keys[1] + keys[2] and (key == keys[0] or key == keys[1] or key == keys[2])
    if one_suit and (key == SEVEN_PAIRS_KEY or key == SEVEN_PAIRS_KEY << 3 or key == SEVEN_PAIRS_KEY << 6):
        return SEVEN_SHIFTED_PAIRS
    return SEVEN_PAIRS
