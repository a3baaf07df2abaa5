"""Planted findings: the sanitizer build must end the process at each of them. Built by
.ci/checks.py, never installed.
"""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset


def undefined_behaviour(int index):
    """An index out of bounds of a C array: UBSan's. 3 is the last good one."""
    cdef int32_t cells[4]
    cells[0] = cells[1] = cells[2] = cells[3] = 1
    return cells[index]


def bad_address(int size):
    """A write past the end of a heap block of four bytes: ASan's."""
    cdef char* block = <char*> malloc(4)
    memset(block, size, size)
    cdef char first = block[0]
    free(block)
    return first
