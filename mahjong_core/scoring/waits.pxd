"""Which tiles complete thirteen: every form, as a mask of 34 bits."""

from libc.stdint cimport uint64_t
from ..types cimport hand_t

# The waits of thirteen tiles (a meld counts three). Formal waits include tiles that the hand holds
# four times. Returns a status.
cdef int find_waits(const hand_t *hand, bint formal, uint64_t *mask) noexcept nogil

# How many formal waits fourteen tiles have without the winning tile.
cdef int count_waits(const hand_t *hand) noexcept nogil
