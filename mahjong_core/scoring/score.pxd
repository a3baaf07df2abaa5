"""The worth of one hand: points and the fans of the best reading."""

from libc.stdint cimport int16_t, uint8_t
from ..types cimport hand_t
from .rules cimport rules_t

cdef struct columns_t:           # the columns of a batch
    const uint8_t *counts        # 34 a row
    const uint8_t *melds         # 4 a row
    const uint8_t *win
    const uint8_t *flags
    const uint8_t *winds
    const uint8_t *flowers

# Scores the rows of columns from ``start`` to ``stop``; ``fans`` (82 a row) may be NULL.
cdef void score_columns(
    const rules_t *rules, const columns_t *columns, Py_ssize_t start, Py_ssize_t stop,
    int16_t *points, uint8_t *status, uint8_t *fans
) noexcept nogil

# Scores one hand. Returns a status; ``points`` (flowers included) is 0 unless it is FINE.
cdef int score_points(const rules_t *rules, const hand_t *hand, int16_t *points) noexcept nogil

# The same, and ``fans``: 82 counts, byte k for fan k + 1; zeros unless the status is FINE.
cdef int score_fans(
    const rules_t *rules, const hand_t *hand, int16_t *points, uint8_t *fans
) noexcept nogil

# Whether fourteen tiles complete a form: FINE, NOT_WINNING or what is wrong with the tiles.
cdef int check_complete(const hand_t *hand) noexcept nogil

# Whether it is a hand: thirteen tiles, or fourteen of which one may be the winning tile, with a way
# of winning in numbers. FINE or what is wrong. ``copies`` (34, or NULL): those of melds counted.
cdef int check_hand(const hand_t *hand, uint8_t *copies) noexcept nogil
