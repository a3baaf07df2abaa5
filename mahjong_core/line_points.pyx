"""The points of GB strings as text: one buffer of lines in, one total a line out, without the
GIL.
"""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memchr
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from .types cimport FINE, hand_t
from .lines cimport end_of_line, next_line, read_line
from .scoring.rules cimport ProfileTables
from .scoring.score cimport score_points

__all__ = ["score_text"]

cdef inline Py_ssize_t put_number(char *text, int number) noexcept nogil:
    """Writes the number and LF; returns how many letters."""
    cdef char digits[6]
    cdef int count = 0, place
    while True:
        digits[count] = <char>(c"0" + number % 10)
        count += 1
        number //= 10
        if number == 0:
            break
    for place in range(count):
        text[place] = digits[count - 1 - place]
    text[count] = c"\n"
    return count + 1

def score_text(ProfileTables tables not None, bytes text not None):
    """The points of the hands of a text, one a line.

    Returns ``(output, lines, unscored)``: how many lines the text has, which end as those of
    ``find_lines`` do; and for each line without points its place in the output, its number from 0,
    and where it begins and ends in the text.
    """
    cdef Py_ssize_t size = PyBytes_GET_SIZE(text), place = 0, end, line = 0, written = 0
    # A hand has more letters than its points, so that the output is shorter than the text.
    cdef bytes output = PyBytes_FromStringAndSize(NULL, size)
    cdef const char *letters = PyBytes_AS_STRING(text)
    cdef char *out = PyBytes_AS_STRING(output)
    cdef list unscored = []
    cdef hand_t hand
    cdef uint8_t sources[4]
    cdef int16_t points
    cdef bint has_returns
    with nogil:
        has_returns = memchr(letters, c"\r", size) != NULL
        while place < size:
            end = end_of_line(letters, place, size, has_returns)
            if (
                read_line(letters + place, end - place, &hand, sources)
                and score_points(&tables.rules, &hand, &points) == FINE
            ):
                written += put_number(out + written, points)
            else:
                with gil:
                    unscored.append((written, line, place, end))
            line += 1
            place = next_line(letters, end, size)
    return output[:written], line, unscored
