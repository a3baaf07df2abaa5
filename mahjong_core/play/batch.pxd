"""Many tables at once, and what a seat may see as planes of 34 numbers. The planes are listed in
docs/env.md.
"""

from libc.stdint cimport uint8_t, uint64_t
from .engine cimport observation_t, table_t
from .objects cimport TableRules
from .chance cimport random_t

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
