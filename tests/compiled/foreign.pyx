"""Another project's module that cimports the core: it scores hands in a loop of its own, without
the GIL and without a Python object a hand.
"""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy, memset

from mahjong_core.types cimport FINE, SHANTEN_COLUMNS, SLOTS, hand_t
from mahjong_core.scoring.rules cimport ProfileTables
from mahjong_core.scoring.score cimport score_points
from mahjong_core.distance.shanten cimport find_shanten


def total_of(ProfileTables tables not None, const uint8_t[:, ::1] counts, const uint8_t[::1] win):
    """The points of all hands together; a hand that wins nothing has none."""
    cdef hand_t hand
    cdef int16_t points
    cdef long total = 0
    cdef Py_ssize_t row
    if counts.shape[1] != SLOTS or win.shape[0] != counts.shape[0]:
        raise ValueError("expected rows of 34 counts, and a winning tile for each")
    with nogil:
        for row in range(counts.shape[0]):
            memset(&hand, 0, sizeof(hand))
            memcpy(hand.counts, &counts[row, 0], SLOTS)
            hand.win = win[row]
            if score_points(&tables.rules, &hand, &points) == FINE:
                total += points
    return total


def shanten_of(bytes counts not None):
    """The least shanten number of 34 counts without melds."""
    cdef hand_t hand
    cdef signed char found[SHANTEN_COLUMNS]
    if len(counts) != SLOTS:
        raise ValueError("expected 34 counts")
    memset(&hand, 0, sizeof(hand))
    memcpy(hand.counts, <const uint8_t *>counts, SLOTS)
    if find_shanten(&hand, False, found) != FINE:
        raise ValueError("no hand")
    return found[0]
