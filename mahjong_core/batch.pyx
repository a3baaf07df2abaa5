"""The batch path: loops over C-contiguous arrays without the GIL.

Raises ``ValueError`` if an array does not have the rows. The Python layer (guobiao.arrays.batch)
makes the checks whose messages help a user.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memset
from .types cimport (
    BAD_FLOWERS, BAD_WINDS, BAD_WINNING_TILE, FANS, FINE, NO_TILE, SELF_DRAWN, SLOTS, hand_t,
)
from .tiles cimport set_tiles
from .scoring.reading cimport check_tiles, read_tiles, tiles_t
from .scoring.rules cimport ProfileTables, rules_t
from .scoring.score cimport check_complete, columns_t, score_columns, score_points
from .scoring.suits cimport suit_tables
from .scoring.waits cimport find_waits

cdef int check_rows(
    Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows, Py_ssize_t slots, Py_ssize_t melds
) except -1:
    """Raises ``ValueError`` if an array does not have them: the loops themselves check nothing."""
    if start < 0 or stop > rows or slots != SLOTS or melds != 4:
        raise ValueError(
            f"rows {start} to {stop} of {rows} rows of {slots} counts and {melds} "
            f"melds"
        )
    return 0

def score_rows(
    ProfileTables tables not None, const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds,
    const uint8_t[::1] win, const uint8_t[::1] flags, const uint8_t[::1] winds,
    const uint8_t[::1] flowers, int16_t[::1] points, uint8_t[::1] status,
    uint8_t[:, ::1] fan_counts, Py_ssize_t start, Py_ssize_t stop
):
    """Scores rows ``start`` to ``stop``: fills points and status, and ``fan_counts`` unless it is
    None.
    """
    cdef const rules_t *rules = &tables.rules
    cdef Py_ssize_t rows = min(
        counts.shape[0], melds.shape[0], win.shape[0], flags.shape[0], winds.shape[0],
        flowers.shape[0], points.shape[0], status.shape[0],
    )
    if fan_counts is not None:
        rows = min(rows, fan_counts.shape[0]) if fan_counts.shape[1] == FANS else 0
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1])
    if start >= stop:
        return
    cdef columns_t columns
    columns.counts = &counts[0, 0]
    columns.melds = &melds[0, 0]
    columns.win = &win[0]
    columns.flags = &flags[0]
    columns.winds = &winds[0]
    columns.flowers = &flowers[0]
    cdef uint8_t *fans = NULL if fan_counts is None else &fan_counts[0, 0]
    with nogil:
        score_columns(rules, &columns, start, stop, &points[0], &status[0], fans)

def waits_rows(
    const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, const uint8_t[::1] win, bint formal,
    uint64_t[::1] masks, uint8_t[::1] status, Py_ssize_t start, Py_ssize_t stop
):
    """The waits of rows ``start`` to ``stop``; a winning tile is put back first."""
    cdef Py_ssize_t row, rows = min(counts.shape[0], melds.shape[0], win.shape[0], masks.shape[0],
        status.shape[0])
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1])
    if start >= stop:
        return
    cdef hand_t hand
    with nogil:
        for row in range(start, stop):
            set_tiles(&hand, &counts[row, 0], &melds[row, 0])
            hand.win = win[row]
            status[row] = waits_of_row(&hand, formal, &masks[row])

def wait_points_rows(
    ProfileTables tables not None, const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds,
    const uint8_t[::1] win, const uint8_t[::1] winds, const uint8_t[::1] flowers,
    int16_t[:, ::1] discard, int16_t[:, ::1] self_drawn, uint8_t[::1] status, Py_ssize_t start,
    Py_ssize_t stop
):
    """The worth of each wait of rows ``start`` to ``stop``, won by a discard and self-drawn; a
    winning tile is put back first.
    """
    cdef const rules_t *rules = &tables.rules
    cdef Py_ssize_t row, rows = min(
        counts.shape[0], melds.shape[0], win.shape[0], winds.shape[0], flowers.shape[0],
        discard.shape[0], self_drawn.shape[0],
        status.shape[0],
    )
    if discard.shape[1] != SLOTS or self_drawn.shape[1] != SLOTS:
        rows = 0
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1])
    if start >= stop:
        return
    cdef hand_t hand
    with nogil:
        for row in range(start, stop):
            set_tiles(&hand, &counts[row, 0], &melds[row, 0])
            hand.win = win[row]
            hand.winds = winds[row]
            hand.flowers = flowers[row]
            status[row] = wait_points_of_row(rules, &hand, &discard[row, 0], &self_drawn[row, 0])

cdef int wait_points_of_row(
    const rules_t *rules, const hand_t *hand, int16_t *discard, int16_t *self_drawn
) noexcept nogil:
    """Every tile of the mask added and scored in both ways, without a lucky fan."""
    cdef hand_t complete = hand[0]
    cdef uint64_t mask
    cdef int slot
    cdef int status = waits_of_row(hand, False, &mask)
    memset(discard, 0, SLOTS * sizeof(int16_t))
    memset(self_drawn, 0, SLOTS * sizeof(int16_t))
    if status != FINE or hand.winds > 15 or hand.flowers > 8:
        return status if status != FINE else BAD_WINDS if hand.winds > 15 else BAD_FLOWERS
    if hand.win != NO_TILE:
        complete.counts[hand.win] -= 1
    for slot in range(SLOTS):
        if mask >> slot & 1:
            complete.win = <uint8_t>slot
            complete.counts[slot] += 1
            complete.flags = 0
            score_points(rules, &complete, &discard[slot])
            complete.flags = SELF_DRAWN
            score_points(rules, &complete, &self_drawn[slot])
            complete.counts[slot] -= 1
    return FINE

cdef int waits_of_row(const hand_t *hand, bint formal, uint64_t *mask) noexcept nogil:
    cdef hand_t before
    cdef tiles_t tiles
    cdef int status
    if hand.win == NO_TILE:
        return find_waits(hand, formal, mask)
    mask[0] = 0
    # Checked before the winning tile is put back, since it may be the fifth copy.
    read_tiles(suit_tables(), hand, &tiles)
    status = check_tiles(&tiles, 14)
    if status != FINE:
        return status
    if hand.win >= SLOTS or hand.counts[hand.win] == 0:
        return BAD_WINNING_TILE
    before = hand[0]
    before.counts[hand.win] -= 1
    return find_waits(&before, formal, mask)

def complete_rows(
    const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, uint8_t[::1] status, Py_ssize_t
    start, Py_ssize_t stop
):
    """The status of each row of fourteen tiles: FINE if they complete a form, NOT_WINNING if not,
    else what is wrong.
    """
    cdef Py_ssize_t row, rows = min(counts.shape[0], melds.shape[0], status.shape[0])
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1])
    if start >= stop:
        return
    cdef hand_t hand
    with nogil:
        for row in range(start, stop):
            set_tiles(&hand, &counts[row, 0], &melds[row, 0])
            status[row] = check_complete(&hand)
