"""Many tables at once: one loop over arrays a step, without the GIL; and what a seat may see as
planes of numbers.

Raises ``ValueError`` if an array does not have the rows. The Python layer (guobiao.env) makes the
checks whose messages help a user.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from ..types cimport (
    ACTIONS, ACTORS_PLANE, CHOW, CHOWS_PLANE, CLAIM_PHASE, CLAIM_PLANE, CONCEALED_KONG,
    DRAWN_PLANE, FIRST_HONOUR,
    FLOWERS_PLANE, HAND_PLANE, HIDDEN_MELD, LATEST_PLANE, NO_TILE, OPEN_KONGS_PLANE, OVER_PHASE,
    PHASES_PLANE,
    PLANES, PLAY_PHASE, PREVALENT_PLANE, PUNG, PUNGS_PLANE, RIVERS_PLANE, ROB_PHASE, SEATS,
    SEAT_WIND_PLANE, SHOWN_KONGS_PLANE, SLOTS, STANDING_PLANE, UNKNOWN_KONGS_PLANE, UNSEEN_PLANE,
    WALL_PLANE, WALL_TILES,
)
from ..tiles cimport meld_kind, meld_slot
from .engine cimport apply_action, fill_mask, is_legal, observation_t, observe, start_hand, table_t
from .objects cimport SeatView, TableRules, TableState
from .chance cimport choose_eager, choose_random, random_t, seed_random, shuffle_wall

__all__ = ["PLANE_COUNT", "TableBatch", "are_apart", "planes_of"]

PLANE_COUNT = PLANES

cdef enum:
    PIECE_ROWS = 1 << 14  # tables in a piece of a loop: an interrupt is noticed between two pieces

# --------------------------------------------------------------------------------------- the planes

cdef inline void fill(uint8_t *planes, int plane, int number) noexcept nogil:
    memset(planes + SLOTS * plane, number, SLOTS)

cdef inline int flowers_in(int bits) noexcept nogil:
    cdef int count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count

cdef inline void fill_at_least(const uint8_t *hand, int copies, uint8_t *plane) noexcept nogil:
    cdef int slot
    for slot in range(SLOTS):
        plane[slot] = hand[slot] >= copies

cdef inline void fill_hand(
    const observation_t *seen, uint8_t *planes, uint8_t *unseen
) noexcept nogil:
    """Plane by plane: compilers make vectors of such loops."""
    cdef uint8_t hand[SLOTS]
    cdef int slot
    memcpy(hand, seen.hand, SLOTS)
    fill_at_least(hand, 1, planes + SLOTS * HAND_PLANE)
    fill_at_least(hand, 2, planes + SLOTS * (HAND_PLANE + 1))
    fill_at_least(hand, 3, planes + SLOTS * (HAND_PLANE + 2))
    fill_at_least(hand, 4, planes + SLOTS * (HAND_PLANE + 3))
    for slot in range(SLOTS):
        unseen[slot] = <uint8_t>(4 - hand[slot])

cdef inline void fill_melds(
    const observation_t *seen, int seat, int relative, uint8_t *planes, uint8_t *unseen
) noexcept nogil:
    """The melds of a seat; their tiles have been seen."""
    cdef int place, kind, slot, plane, hidden = 0
    for place in range(seen.meld_count[seat]):
        if seen.melds[seat][place] == HIDDEN_MELD:
            hidden += 1
            continue
        kind, slot = meld_kind(seen.melds[seat][place]), meld_slot(seen.melds[seat][place])
        if kind == CHOW:
            planes[SLOTS * (CHOWS_PLANE + relative) + slot] += 1
            unseen[slot] -= 1
            unseen[slot + 1] -= 1
            unseen[slot + 2] -= 1
        elif kind == PUNG:
            planes[SLOTS * (PUNGS_PLANE + relative) + slot] = 1
            unseen[slot] -= 3
        else:
            plane = SHOWN_KONGS_PLANE if kind == CONCEALED_KONG else OPEN_KONGS_PLANE
            planes[SLOTS * (plane + relative) + slot] = 1
            unseen[slot] -= 4
    fill(planes, UNKNOWN_KONGS_PLANE + relative, hidden)

cdef inline void fill_river(
    const observation_t *seen, int seat, int relative, uint8_t *planes, uint8_t *unseen
) noexcept nogil:
    cdef uint8_t *copies = planes + SLOTS * (RIVERS_PLANE + relative)
    cdef uint8_t *latest = planes + SLOTS * (LATEST_PLANE + relative)
    cdef int place, slot
    for place in range(seen.river_length[seat]):
        slot = seen.rivers[seat][place]
        copies[slot] += 1
        latest[slot] = <uint8_t>(place + 1)
        unseen[slot] -= 1

cdef inline void fill_tile(
    const observation_t *seen, uint8_t *planes, uint8_t *unseen
) noexcept nogil:
    """A drawn tile is in the hand and a discard in its river. A tile that everybody knows may also
    be in neither place: added to a pung that may still be robbed, or among the fourteen tiles of
    the winner.
    """
    if seen.tile == NO_TILE:
        return
    if seen.phase == PLAY_PHASE:
        planes[SLOTS * DRAWN_PLANE + seen.tile] = 1
        return
    planes[SLOTS * CLAIM_PLANE + seen.tile] = 1
    if seen.phase == ROB_PHASE or (seen.phase == OVER_PHASE and seen.standing[seen.seat] % 3 != 2):
        unseen[seen.tile] -= 1

cdef void fill_planes(const observation_t *seen, uint8_t *planes) noexcept nogil:
    cdef int relative, seat
    cdef uint8_t *unseen = planes + SLOTS * UNSEEN_PLANE
    memset(planes, 0, PHASES_PLANE * SLOTS)
    fill_hand(seen, planes, unseen)
    for relative in range(SEATS):
        seat = (seen.seat + relative) & 3
        fill_melds(seen, seat, relative, planes, unseen)
        fill_river(seen, seat, relative, planes, unseen)
        fill(planes, ACTORS_PLANE + relative, seen.actor == seat)
        fill(planes, WALL_PLANE + relative, seen.wall_left[seat])
        fill(planes, FLOWERS_PLANE + relative, flowers_in(seen.flowers[seat]))
        fill(planes, STANDING_PLANE + relative, seen.standing[seat])
    fill_tile(seen, planes, unseen)
    planes[SLOTS * PREVALENT_PLANE + FIRST_HONOUR + seen.prevalent] = 1
    planes[SLOTS * SEAT_WIND_PLANE + FIRST_HONOUR + seen.seat] = 1
    fill(planes, PHASES_PLANE, seen.phase == PLAY_PHASE)
    fill(planes, PHASES_PLANE + 1, seen.phase == CLAIM_PHASE)
    fill(planes, PHASES_PLANE + 2, seen.phase == ROB_PHASE)

def planes_of(SeatView view not None, uint8_t[:, ::1] planes not None):
    """Fills (56, 34) numbers with what a seat sees."""
    if planes.shape[0] != PLANES or planes.shape[1] != SLOTS:
        raise ValueError(
            f"planes of the shape ({planes.shape[0]}, {planes.shape[1]}): "
            f"expected ({PLANES}, {SLOTS})"
        )
    fill_planes(&view.seen, &planes[0, 0])

# --------------------------------------------------------------------------------------- the tables

cdef void deal_table(TableBatch batch, Py_ssize_t row) noexcept nogil:
    cdef uint8_t wall[WALL_TILES]
    shuffle_wall(batch.seeds[row], batch.has_flowers, wall)
    start_hand(
        &batch.game.game, batch.wall_rule, batch.has_flowers, batch.prevalent, wall,
        &batch.tables[row],
    )

def are_apart(tuple buffers not None):
    """Whether no two of at most eight contiguous buffers have a byte in common."""
    cdef const char *starts[8]
    cdef const char *ends[8]
    cdef Py_buffer view
    cdef int count = 0, other
    for buffer in buffers[:8]:
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        starts[count] = <const char *>view.buf
        ends[count] = starts[count] + view.len
        PyBuffer_Release(&view)
        for other in range(count):
            if starts[count] < ends[other] and starts[other] < ends[count]:
                return False
        count += 1
    return True

cdef bint play_again(
    TableBatch batch, Py_ssize_t row, const uint8_t *actions, int count
) noexcept nogil:
    """Does the actions of a hand that has just been dealt. False if one is illegal, or if one ends
    the hand: the table would have dealt the next one.
    """
    cdef table_t *table = &batch.tables[row]
    cdef int place
    for place in range(count):
        if not apply_action(&batch.game.game, table, actions[place]):
            return False
    return table.phase != OVER_PHASE

cdef struct outputs_t:  # where the results of row 0 go
    uint8_t *planes
    uint8_t *masks
    uint8_t *seats
    float *rewards
    uint8_t *endings

cdef int check_outputs(
    Py_ssize_t count, uint8_t[:, :, ::1] planes, uint8_t[:, ::1] masks, uint8_t[::1] seats,
    float[:, ::1] rewards, uint8_t[::1] endings,
    Py_ssize_t start, Py_ssize_t stop, outputs_t *outputs,
) except -1:
    """Raises ``ValueError`` if an array does not have the rows: the loops themselves check nothing.
    """
    cdef Py_ssize_t rows = min(planes.shape[0], masks.shape[0], seats.shape[0], rewards.shape[0],
        endings.shape[0], count)
    cdef bint fits = planes.shape[1] == PLANES and planes.shape[2] == SLOTS
    fits = fits and masks.shape[1] == ACTIONS and rewards.shape[1] == SEATS
    if start < 0 or stop > rows or not fits:
        raise ValueError(f"tables {start} to {stop} of {rows} rows, or rows of another length")
    if start < stop:
        outputs.planes = &planes[0, 0, 0]
        outputs.masks = &masks[0, 0]
        outputs.seats = &seats[0]
        outputs.rewards = &rewards[0, 0]
        outputs.endings = &endings[0]
    return 0

cdef void write_row(const table_t *table, Py_ssize_t row, const outputs_t *outputs) noexcept nogil:
    """What the seat that is asked sees and may do."""
    cdef observation_t seen
    observe(table, table.turn, &seen)
    fill_planes(&seen, outputs.planes + row * PLANES * SLOTS)
    fill_mask(table, outputs.masks + row * ACTIONS)
    outputs.seats[row] = table.turn

cdef void step_row(
    TableBatch batch, Py_ssize_t row, int action, float scale, const outputs_t *outputs
) noexcept nogil:
    """Does an action; a hand that it ends is paid, and the next one is dealt."""
    cdef table_t *table = &batch.tables[row]
    cdef float *rewards = outputs.rewards + row * SEATS
    cdef int seat
    memset(rewards, 0, SEATS * sizeof(float))
    outputs.endings[row] = 0
    apply_action(&batch.game.game, table, action)
    if table.phase == OVER_PHASE:
        outputs.endings[row] = table.ending
        for seat in range(SEATS):
            rewards[seat] = scale * <float>table.changes[seat]
        batch.seeds[row] += <uint64_t>batch.count
        deal_table(batch, row)
    write_row(table, row, outputs)

cdef class TableBatch:
    """``count`` tables, each of which plays hand after hand: table i has the walls of the seeds
    ``seed`` + i, + i + count, + i + 2 count …

    ``step`` and ``random_actions`` may run in several threads at once, each over rows of its own.
    """

    def __cinit__(
        self, TableRules game not None, Py_ssize_t count, int wall_rule, bint has_flowers, int
        prevalent
    ):
        if count < 1 or not 0 <= wall_rule <= 1 or not 0 <= prevalent <= 3:
            raise ValueError(
                f"{count} tables, wall rule {wall_rule}, prevalent wind {prevalent}: "
                f"expected 1 or more, 0-1 and 0-3"
            )
        self.tables = <table_t *>calloc(count, sizeof(table_t))
        self.randoms = <random_t *>calloc(count, sizeof(random_t))
        self.seeds = <uint64_t *>calloc(count, sizeof(uint64_t))
        if self.tables is NULL or self.randoms is NULL or self.seeds is NULL:
            raise MemoryError
        self.game = game
        self.count = count
        self.wall_rule = wall_rule
        self.has_flowers = has_flowers
        self.prevalent = prevalent

    def __dealloc__(self):
        free(self.tables)
        free(self.randoms)
        free(self.seeds)

    def deal(
        self, uint64_t seed, uint8_t[:, :, ::1] planes not None, uint8_t[:, ::1] masks not None,
        uint8_t[::1] seats not None, float[:, ::1] rewards not None, uint8_t[::1] endings not None
    ):
        """Deals the first hand at every table, and fills the rows with what is seen of it. An
        interrupt leaves no hand at any table.
        """
        cdef outputs_t outputs
        cdef Py_ssize_t row, start
        check_outputs(self.count, planes, masks, seats, rewards, endings, 0, self.count, &outputs)
        self.forget()
        for start in range(0, self.count, PIECE_ROWS):
            PyErr_CheckSignals()
            with nogil:
                for row in range(start, min(start + PIECE_ROWS, self.count)):
                    memset(outputs.rewards + row * SEATS, 0, SEATS * sizeof(float))
                    outputs.endings[row] = 0
                    self.seeds[row] = seed + <uint64_t>row
                    seed_random(&self.randoms[row], ~self.seeds[row])
                    deal_table(self, row)
                    write_row(&self.tables[row], row, &outputs)
        self.seed = seed
        self.is_dealt = True

    def forget(self):
        """There is no hand at any table, until the next ones are dealt."""
        self.is_dealt = False

    def first_illegal(self, const int64_t[::1] actions not None):
        """The first table at which its action is illegal, or -1."""
        cdef Py_ssize_t row, found = -1
        self._check_dealt(actions.shape[0])
        with nogil:
            for row in range(self.count):
                if not 0 <= actions[row] < ACTIONS or not is_legal(
                    &self.tables[row], <int>actions[row]
                ):
                    found = row
                    break
        return found

    def step(
        self, const int64_t[::1] actions not None, float scale, uint8_t[:, :, ::1] planes not None,
        uint8_t[:, ::1] masks not None, uint8_t[::1] seats not None, float[:, ::1] rewards not None,
        uint8_t[::1] endings not None, Py_ssize_t start, Py_ssize_t stop
    ):
        """An action at each of the tables ``start`` to ``stop``; an illegal one does nothing."""
        cdef outputs_t outputs
        cdef Py_ssize_t row
        cdef int action
        self._check_dealt(actions.shape[0])
        check_outputs(self.count, planes, masks, seats, rewards, endings, start, stop, &outputs)
        with nogil:
            for row in range(start, stop):
                action = <int>actions[row] if 0 <= actions[row] < ACTIONS else -1
                step_row(self, row, action, scale, &outputs)

    def random_actions(self, bint eager, int64_t[::1] actions not None):
        """A legal action at each table (``eager``: one that takes every win and keeps what belongs
        together).
        """
        cdef Py_ssize_t row, start
        self._check_dealt(actions.shape[0])
        for start in range(0, self.count, PIECE_ROWS):
            PyErr_CheckSignals()
            with nogil:
                for row in range(start, min(start + PIECE_ROWS, self.count)):
                    if eager:
                        actions[row] = choose_eager(&self.tables[row], &self.randoms[row])
                    else:
                        actions[row] = choose_random(&self.tables[row], &self.randoms[row])

    def copy_table(self, Py_ssize_t row, TableState state not None):
        """Makes ``state`` the hand that is played at a table."""
        self._check_dealt(self.count)
        if not 0 <= row < self.count:
            raise ValueError(f"table {row} of {self.count}")
        state.table = self.tables[row]
        state.game = self.game
        state.seed = self.seeds[row]

    def content(self):
        """All that ``restore`` needs: the seed, and by table the seed of its wall, its random
        numbers, and how many actions the hand has had; then these actions.
        """
        cdef Py_ssize_t row
        cdef list counts = [], actions = []
        self._check_dealt(self.count)
        for row in range(self.count):
            counts.append(<bytes>(<uint8_t *>&self.tables[row].action_count)[:sizeof(uint16_t)])
            actions.append(<bytes>self.tables[row].actions[:self.tables[row].action_count])
        return (
            self.seed, <bytes>(<uint8_t *>self.seeds)[:self.count * sizeof(uint64_t)],
            <bytes>(<uint8_t *>self.randoms)[:self.count * sizeof(random_t)], b"".join(counts),
            b"".join(actions),
        )

    def restore(
        self, uint64_t seed, bytes seeds not None, bytes randoms not None, bytes counts not None,
        bytes actions not None
    ):
        """Takes what ``content`` gave: deals each hand and plays it again. Raises ``ValueError`` if
        ``content`` cannot have given it.
        """
        cdef Py_ssize_t row, at = 0
        cdef uint16_t many
        if (len(seeds) != self.count * sizeof(uint64_t)
                or len(randoms) != self.count * sizeof(random_t)
                or len(counts) != self.count * sizeof(uint16_t)):
            raise ValueError(
                f"{len(seeds)}, {len(randoms)} and {len(counts)} bytes are no content of "
                f"{self.count} tables"
            )
        self.forget()
        memcpy(self.seeds, <const char *>seeds, len(seeds))
        memcpy(self.randoms, <const char *>randoms, len(randoms))
        for row in range(self.count):
            if row % PIECE_ROWS == 0:
                PyErr_CheckSignals()
            memcpy(&many, <const char *>counts + row * sizeof(uint16_t), sizeof(uint16_t))
            deal_table(self, row)
            if many > len(actions) - at or not play_again(
                self, row, <const uint8_t *>actions + at, many
            ):
                raise ValueError(f"table {row}: these actions are none of the hand")
            at += many
        if at != len(actions):
            raise ValueError(f"{len(actions)} actions: the tables have had {at}")
        self.seed = seed
        self.is_dealt = True

    cdef int _check_dealt(self, Py_ssize_t rows) except -1:
        if not self.is_dealt or rows != self.count:
            raise ValueError(
                f"{rows} actions for {self.count} tables" if self.is_dealt else "no hand has been "
                f"dealt yet"
            )
        return 0
