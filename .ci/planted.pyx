"""Planted findings: the sanitizer build must end the process at each of them. Built by .ci/checks.py, never installed."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc


def undefined_behaviour(int index):
    """Index out of bounds of a C array: UBSan's."""
    cdef int32_t cells[4]
    cells[0] = cells[1] = cells[2] = cells[3] = 1
    return cells[index]


def bad_address(int index):
    """A read past the end of the heap block, or after its end of life: ASan's."""
    cdef int32_t* cells = <int32_t*> malloc(4 * sizeof(int32_t))
    cells[0] = cells[1] = cells[2] = cells[3] = 1
    cdef int32_t cell = cells[index]
    free(cells)
    return cell
