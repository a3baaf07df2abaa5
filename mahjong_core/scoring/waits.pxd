"""Which tiles complete thirteen: every form, as a mask of 34 bits."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# The waits of thirteen tiles (a meld counts three). Formal waits include tiles that the hand holds four times. Returns a status.
cdef int find_waits(const uint8_t *counts, const uint8_t *melds, bint formal, uint64_t *mask) noexcept nogil

# How many formal waits fourteen tiles have without one copy of ``slot``.
cdef int count_waits(const uint8_t *counts, const uint8_t *melds, uint32_t slot) noexcept nogil
