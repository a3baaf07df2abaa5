"""A GB string read and written by compiled code, for whoever holds its letters."""

from libc.stdint cimport uint8_t
from .types cimport hand_t

# Fills the hand and the sources of its four melds (1-3; 0 for a concealed kong and for no meld).
# False if the letters are not written in the common way: both then hold no tiles. Blanks and line
# ends after the hand are skipped. Only the writing is checked, not that the tiles are a hand.
cdef bint read_line(
    const char *text, Py_ssize_t size, hand_t *hand, uint8_t *sources
) noexcept nogil

cdef enum:
    MOST_WRITTEN = 96            # letters of a hand

# Writes a hand (as check_hand allows it) as read_line reads it, and a blank before the '|' if none
# of its fourteen tiles is the winning one. Returns how many letters.
cdef int write_line(const hand_t *hand, const uint8_t *sources, char *text) noexcept nogil

# Where the line ends that begins at ``place``, and where the next one begins.
cdef Py_ssize_t end_of_line(
    const char *text, Py_ssize_t place, Py_ssize_t size, bint has_returns
) noexcept nogil
cdef Py_ssize_t next_line(const char *text, Py_ssize_t end, Py_ssize_t size) noexcept nogil
