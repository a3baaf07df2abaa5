"""Many tables at once, and what a seat may see as planes of 34 numbers. The planes are listed in docs/env.md."""

from libc.stdint cimport uint8_t, uint64_t
from .engine cimport observation_t, table_t
from .objects cimport TableRules
from .chance cimport random_t

# What is by seat comes four times: of the seat that looks, the next one counter-clockwise (下家), the opposite one, the one before (上家).
cdef enum:
    HAND_AT = 0           # 1 where he holds at least 1, 2, 3, 4 copies
    DRAWN_AT = 4          # 1 at his drawn tile
    CLAIM_AT = 5          # 1 at the tile that may be claimed
    CHOWS_AT = 6          # how many chows have this lowest tile
    PUNGS_AT = 10
    OPEN_KONGS_AT = 14    # melded and added kongs
    HIDDEN_KONGS_AT = 18  # concealed kongs of which the tile may be seen
    RIVERS_AT = 22        # copies in the river
    LATEST_AT = 26        # place of the last copy in the river, from 1
    UNSEEN_AT = 30        # copies that he cannot see
    PREVALENT_AT = 31     # 1 at the wind
    SEAT_WIND_AT = 32
    # From here on all 34 numbers of a plane are the same.
    PHASES_AT = 33        # 1 in PLAY, CLAIM, ROB
    ACTORS_AT = 36        # 1: whose turn it is
    WALL_AT = 40          # tiles that he may still draw
    FLOWER_COUNT_AT = 44 
    STANDING_AT = 48      # tiles that stand in his hand
    UNKNOWN_KONGS_AT = 52 # concealed kongs, the tile of which may not be seen
    PLANES = 56

# The planes of what a seat sees: 56 * 34 numbers.
cdef void fill_planes(const observation_t *seen, uint8_t *planes) noexcept nogil

cdef class TableBatch:
    cdef table_t *tables
    cdef random_t *randoms           # of random_actions, one a table
    cdef uint64_t *seeds             # of each table's wall
    cdef readonly Py_ssize_t count
    cdef readonly TableRules game
    cdef int wall_rule
    cdef int prevalent
    cdef bint has_flowers
    cdef readonly object seed        # of the last deal; None before the first
    cdef readonly bint is_dealt
    cdef int _check_dealt(self, Py_ssize_t rows) except -1
