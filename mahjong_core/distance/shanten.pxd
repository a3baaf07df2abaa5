"""How many tiles a hand is from each form, and which tiles bring it nearer."""

from libc.stdint cimport int8_t, uint64_t
from ..types cimport hand_t

# The six shanten numbers of 1-14 standing tiles (3k + 1 or 3k + 2; -1 complete, 0 ready, RULED_OUT
# for a form that the melds do not allow). Exact: a completed hand holds at most four of a tile,
# melds counted; formal: the textbook notion. Without melds a short hand stands for one whose melds
# nobody told. Returns a status; with another than FINE all are RULED_OUT.
cdef int find_shanten(const hand_t *hand, bint formal, int8_t *shanten) noexcept nogil

# The same, and for each column the tiles (a bit a slot) that lower its number. ``standard_only``
# leaves the other forms out.
cdef int find_effective(
    const hand_t *hand, bint formal, bint standard_only, int8_t *shanten, uint64_t *masks
) noexcept nogil
