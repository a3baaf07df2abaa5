"""A hand taken apart into words (checked once), and the sum of one reading of it: the inner loop, all inline.

Why it is written so: bench/NOTES.md. What a hand is made of (melds, suits, flags) is never a branch, since it cannot be predicted.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from .types cimport (
    BAD_FLAGS, BAD_FLOWERS, BAD_MELD, BAD_WINDS, BAD_WINNING_TILE, CHOW_BUCKET_SHIFT, CHOW_MULTIPLIER, CHOW_SLOT_MASK,
    CHOW_SLOT_SHIFT, CONTRADICTION, CONTRADICTORY_FLAGS, FINE, FIVE_COPIES, INDEX_SHIFT, MERGES_AT, NO_TILE, NO_WINNING_TILE,
    POINTS_MASK, PUNG_BUCKET_SHIFT, PUNG_MULTIPLIER, PUNG_SLOT_MASK, PUNG_SLOT_SHIFT, SLOTS, WRONG_NUMBER_OF_TILES, meld_row_t,
    suit_row_t, suit_tables_t,
)
from .tiles cimport byte_sum, honour_lanes, suit_key, word_at
from .suits cimport suit_row
from .rules cimport rules_t

cdef struct tiles_t:             # the tiles of a hand
    uint32_t keys[3]             # suit keys of the standing tiles
    uint64_t honours             # lanes of the standing honours
    uint64_t chow_key            # of the melds
    uint64_t sums                # of the melds: see suit_hash.h
    uint32_t pung_key            # of the melds
    uint32_t facts               # of the melds
    uint32_t standing            # how many standing tiles
    uint32_t hogs                # 四归一: kinds with four tiles that are no kong
    uint32_t odd_kinds           # kinds of which an odd number stands
    bint too_many                # five copies of a tile
    uint64_t totals[5]           # standing and melded copies, a byte a slot
    const suit_row_t *rows[3]    # of the suit keys

cdef struct win_t:               # how it was won
    uint32_t slot
    uint32_t flags
    uint32_t winds
    bint odd                     # an odd number of the winning tile stands

cdef struct lookup_t:            # where the rows of a reading stand in the block
    uint32_t chows, pungs        # these two are rows themselves
    uint32_t honours, ranks, colours, win
    uint32_t hogs, kongs         # these are indices of their merges
    uint32_t chow_fans, pung_fans

cdef inline uint32_t melds_of(uint64_t sums) noexcept nogil:
    return sums & 0xFF

cdef inline uint32_t open_of(uint64_t sums) noexcept nogil:
    return sums >> 8 & 0xFF

cdef inline uint32_t kong_index_of(uint64_t sums) noexcept nogil:
    return sums >> 16 & 0xFF

cdef inline uint32_t kongs_of(uint64_t sums) noexcept nogil:
    return sums >> 24 & 0xFF

cdef inline uint32_t bad_of(uint64_t sums) noexcept nogil:
    return sums >> 32 & 0xFF

cdef inline uint32_t honour_pungs_of(uint64_t sums) noexcept nogil:
    return sums >> 48

cdef inline uint64_t with_melds(const suit_tables_t *tables, const uint8_t *melds, int word, uint64_t standing) noexcept nogil:
    """A word of byte counts with the copies in the melds."""
    cdef const uint64_t *counts = tables.meld_counts + word
    return standing + counts[5 * melds[0]] + counts[5 * melds[1]] + counts[5 * melds[2]] + counts[5 * melds[3]]

cdef inline void read_tiles(const suit_tables_t *tables, const uint8_t *counts, const uint8_t *melds, tiles_t *tiles) noexcept nogil:
    """Takes counts and melds apart. ``too_many`` is exact; the rest means nothing if it holds or a meld is bad."""
    cdef const meld_row_t *a = &tables.melds[melds[0]]
    cdef const meld_row_t *b = &tables.melds[melds[1]]
    cdef const meld_row_t *c = &tables.melds[melds[2]]
    cdef const meld_row_t *d = &tables.melds[melds[3]]
    cdef uint64_t ones = <uint64_t>0x0101010101010101
    cdef uint64_t s0 = word_at(counts), s1 = word_at(counts + 8), s2 = word_at(counts + 16), s3 = word_at(counts + 24)
    cdef uint64_t s4 = <uint64_t>counts[32] | (<uint64_t>counts[33] << 8)
    cdef uint64_t t0 = with_melds(tables, melds, 0, s0), t1 = with_melds(tables, melds, 1, s1), t2 = with_melds(tables, melds, 2, s2)
    cdef uint64_t t3 = with_melds(tables, melds, 3, s3), t4 = with_melds(tables, melds, 4, s4)
    # With standing counts below 8 a total is at most 23: + 0x7B sets the top bit of its byte from 5 on.
    cdef uint64_t seven_b = 0x7B * ones
    cdef uint64_t large = (s0 | s1 | s2 | s3 | s4) & (0xF8 * ones)
    cdef uint64_t overfull = ((t0 + seven_b) | (t1 + seven_b) | (t2 + seven_b) | (t3 + seven_b) | (t4 + seven_b)) & (0x80 * ones)
    cdef uint64_t fours = (t0 & 4 * ones) + (t1 & 4 * ones) + (t2 & 4 * ones) + (t3 & 4 * ones) + (t4 & 4 * ones)
    tiles.too_many = (large | overfull) != 0
    tiles.totals[0] = t0
    tiles.totals[1] = t1
    tiles.totals[2] = t2
    tiles.totals[3] = t3
    tiles.totals[4] = t4
    tiles.standing = byte_sum(s0 + s1 + s2 + s3 + s4)
    tiles.odd_kinds = byte_sum((s0 & ones) + (s1 & ones) + (s2 & ones) + (s3 & ones) + (s4 & ones))
    tiles.sums = a.sums + b.sums + c.sums + d.sums
    tiles.chow_key = a.chow + b.chow + c.chow + d.chow
    tiles.pung_key = a.pung + b.pung + c.pung + d.pung
    tiles.facts = a.facts | b.facts | c.facts | d.facts
    tiles.hogs = (byte_sum(fours) >> 2) - kongs_of(tiles.sums)
    tiles.keys[0] = suit_key(counts)
    tiles.keys[1] = suit_key(counts + 9)
    tiles.keys[2] = suit_key(counts + 18)
    tiles.rows[0] = suit_row(tables, tiles.keys[0])
    tiles.rows[1] = suit_row(tables, tiles.keys[1])
    tiles.rows[2] = suit_row(tables, tiles.keys[2])
    tiles.honours = honour_lanes(counts)

cdef inline uint32_t all_copies(const tiles_t *tiles, uint32_t slot) noexcept nogil:
    """How many copies of a tile stand or lie in the melds."""
    return (<const uint8_t *>tiles.totals)[slot]

cdef inline int check_tiles(const tiles_t *tiles, uint32_t expected) noexcept nogil:
    """FINE, or what is wrong with the tiles; ``expected``: 13 or 14, melds counted as three."""
    if (bad_of(tiles.sums) | tiles.too_many) == 0 and tiles.standing + 3 * melds_of(tiles.sums) == expected:
        return FINE
    return BAD_MELD if bad_of(tiles.sums) else FIVE_COPIES if tiles.too_many else WRONG_NUMBER_OF_TILES

cdef inline int refused_win(const uint8_t *counts, uint32_t slot, uint32_t flags, uint32_t winds) noexcept nogil:
    """What is wrong with the numbers of a win."""
    if slot == NO_TILE:
        return NO_WINNING_TILE
    if slot >= SLOTS or counts[slot] == 0:
        return BAD_WINNING_TILE
    return BAD_FLAGS if flags > 15 else BAD_WINDS if winds > 15 else BAD_FLOWERS

cdef inline int read_win(
    const rules_t *rules, const tiles_t *tiles, const uint8_t *counts,
    uint32_t slot, uint32_t flags, uint32_t winds, uint32_t flowers, win_t *win,
) noexcept nogil:
    """Checks how the hand was won and corrects the flags: FINE, or what is wrong."""
    cdef uint32_t here, copies
    if slot >= SLOTS or (flags | winds) > 15 or flowers > 8 or counts[slot] == 0:
        return refused_win(counts, slot, flags, winds)
    here = counts[slot]
    copies = all_copies(tiles, slot)
    win.slot = slot
    win.winds = winds
    win.odd = here & 1
    win.flags = rules.block.flags[flags + rules.suits.copies[8 * here + copies] + 64 * (kongs_of(tiles.sums) != 0)]
    return CONTRADICTORY_FLAGS if win.flags == CONTRADICTION else FINE

cdef inline uint32_t chow_slot(const suit_tables_t *tables, uint64_t key) noexcept nogil:
    cdef uint64_t hashed = key * CHOW_MULTIPLIER
    return <uint32_t>((hashed >> CHOW_SLOT_SHIFT) + tables.chow_displacements[hashed >> CHOW_BUCKET_SHIFT]) & CHOW_SLOT_MASK

cdef inline uint32_t pung_slot(const suit_tables_t *tables, uint32_t key) noexcept nogil:
    cdef uint64_t hashed = key * PUNG_MULTIPLIER
    return <uint32_t>((hashed >> PUNG_SLOT_SHIFT) + tables.pung_displacements[hashed >> PUNG_BUCKET_SHIFT]) & PUNG_SLOT_MASK

cdef inline uint32_t honour_index(uint32_t winds, uint32_t kind_of_pair, uint32_t pungs) noexcept nogil:
    """Index of the honour rows; ``kind_of_pair`` as suit_tables_t.honour_pairs has it."""
    return winds * 512 + kind_of_pair + pungs

cdef inline uint32_t win_index(uint32_t form, uint32_t flags, uint32_t open_melds) noexcept nogil:
    """Index of the win rows without a wait label."""
    return form * 512 + flags * 32 + open_melds * 4

cdef inline uint32_t joined(const uint32_t *rows, uint32_t left, uint32_t right) noexcept nogil:
    """The row of a merge: the points of two rows never carry into the sum of their indices."""
    return rows[MERGES_AT + ((left + right) >> INDEX_SHIFT)]

cdef inline uint32_t total_points(const uint32_t *rows, const lookup_t *at) noexcept nogil:
    """The sum of a reading: the rows of its parts and of seven merges."""
    cdef uint32_t honours = rows[at.honours], ranks = rows[at.ranks], colours = rows[at.colours], win = rows[at.win]
    cdef uint32_t chows_and_hogs = rows[MERGES_AT + at.hogs + (at.chows >> INDEX_SHIFT)]
    cdef uint32_t all_pungs = joined(rows, at.pungs, honours)
    cdef uint32_t sets = joined(rows, chows_and_hogs, all_pungs)
    cdef uint32_t tiles = joined(rows, ranks, colours)
    cdef uint32_t reading = joined(rows, sets, tiles)
    cdef uint32_t manner = rows[MERGES_AT + at.kongs + (win >> INDEX_SHIFT)]
    cdef uint32_t total = joined(rows, reading, manner)
    return POINTS_MASK & (
        at.chows + at.pungs + honours + ranks + colours + win
        + chows_and_hogs + all_pungs + sets + tiles + reading + manner + total
    )
