"""The points of GB strings as text: one buffer of lines in, one total a line out, without the
GIL.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t
from libc.string cimport memcpy
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from .types cimport BAD_NOTATION, FINE, hand_t
from .lines cimport read_line
from .scoring.rules cimport ProfileTables
from .scoring.score cimport score_points

__all__ = ["NUMBER_BYTES", "joined_numbers", "score_lines"]

cdef enum:
    ROW_BYTES = 8  # how many letters, then the digits and LF

NUMBER_BYTES = ROW_BYTES

cdef inline void put_number(uint8_t *row, int number) noexcept nogil:
    cdef uint8_t digits[6]
    cdef int count = 0, place
    while True:
        digits[count] = <uint8_t>(48 + number % 10)
        count += 1
        number //= 10
        if number == 0:
            break
    row[0] = <uint8_t>(count + 1)
    for place in range(count):
        row[1 + place] = digits[count - 1 - place]
    row[1 + count] = 10

def score_lines(
    ProfileTables tables not None, const uint8_t[::1] text not None,
    const int64_t[:, ::1] spans not None, uint8_t[:, ::1] numbers not None,
    uint8_t[::1] status not None, Py_ssize_t start, Py_ssize_t stop
):
    """Scores the lines ``start`` to ``stop`` of a text, which begin and end where ``spans`` says.

    ``status`` says what became of each (``guobiao.BatchStatus``); a row of ``numbers`` holds its
    points as text, nothing if it has none.
    """
    cdef Py_ssize_t row, begin, end, size = text.shape[0]
    cdef Py_ssize_t rows = min(spans.shape[0], numbers.shape[0], status.shape[0])
    cdef hand_t hand
    cdef uint8_t sources[4]
    cdef int16_t points
    cdef int found
    if start < 0 or stop > rows or spans.shape[1] != 2 or numbers.shape[1] != ROW_BYTES:
        raise ValueError(f"lines {start} to {stop} of {rows}, or rows of another length")
    with nogil:
        for row in range(start, stop):
            begin, end = spans[row, 0], spans[row, 1]
            if begin < 0 or begin >= end or end > size:
                begin = end = 0
            found = BAD_NOTATION
            if begin < end and read_line(<const char *>&text[begin], end - begin, &hand, sources):
                found = score_points(&tables.rules, &hand, &points)
            status[row] = <uint8_t>found
            numbers[row, 0] = 0
            if found == FINE:
                put_number(&numbers[row, 0], points)

def joined_numbers(const uint8_t[:, ::1] numbers not None, Py_ssize_t start, Py_ssize_t stop):
    """The numbers of the rows ``start`` to ``stop`` as bytes, one a line."""
    cdef Py_ssize_t row, size = 0
    cdef bytes joined
    cdef char *place
    cdef int length
    if start < 0 or stop > numbers.shape[0] or numbers.shape[1] != ROW_BYTES:
        raise ValueError(f"rows {start} to {stop} of {numbers.shape[0]}")
    for row in range(start, stop):
        size += min(<int>numbers[row, 0], 7)
    joined = PyBytes_FromStringAndSize(NULL, size)
    place = PyBytes_AS_STRING(joined)
    with nogil:
        for row in range(start, stop):
            length = min(<int>numbers[row, 0], 7)
            memcpy(place, &numbers[row, 0] + 1, length)
            place += length
    return joined
