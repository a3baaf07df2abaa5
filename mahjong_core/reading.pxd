"""A hand taken apart into words (checked once), and the sum of one reading of it: the inner loop, all inline."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from .types cimport (
    BAD_FLAGS, BAD_FLOWERS, BAD_MELD, BAD_WINDS, BAD_WINNING_TILE, CHOW_BUCKET_SHIFT, CHOW_MULTIPLIER, CHOW_SLOT_MASK,
    CHOW_SLOT_SHIFT, COLOUR_SHIFT, CONTRADICTORY_FLAGS, FINE, FIVE_COPIES, KONG, LAST_COPY, LAST_TILE, NO_TILE,
    NO_WINNING_TILE, PUNG_BUCKET_SHIFT, PUNG_MULTIPLIER, PUNG_SLOT_MASK, PUNG_SLOT_SHIFT, RANK_FACTS_MASK, SELF_DRAWN,
    SLOTS, WRONG_NUMBER_OF_TILES, meld_row_t,
)
from .tiles cimport byte_sum, honour_lanes, lane_bits, suit_key, word_at
from .suits cimport suit_tables_t
from .rules cimport (
    ALL_PUNGS, CHOWS_AND_HOGS, COLOURS, HOGS, HONOURS, INDEX_BITS, INDEX_MASK, KONGS, MANNER, RANKS, READING, SETS, TILES, TOTAL,
    WIN, family_t, rules_t, set_row_t,
)

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

cdef struct win_t:               # how it was won
    uint32_t slot
    uint32_t flags
    uint32_t winds
    bint odd                     # an odd number of the winning tile stands

cdef struct lookup_t:            # where a reading's rows stand: what its fan list is made of
    uint32_t chow_row, pung_row
    uint32_t chow_fans, pung_fans
    uint32_t index[6]            # of the tables HOGS to WIN

cdef inline uint32_t melds_of(uint64_t sums) noexcept nogil:
    return sums & 0xFF

cdef inline uint32_t open_of(uint64_t sums) noexcept nogil:
    return sums >> 8 & 0xFF

cdef inline uint32_t chows_of(uint64_t sums) noexcept nogil:
    return sums >> 16 & 0xFF

cdef inline uint32_t kong_code_of(uint64_t sums) noexcept nogil:
    return sums >> 24 & 0xFF

cdef inline uint32_t kongs_of(uint64_t sums) noexcept nogil:
    return sums >> 32 & 0xFF

cdef inline uint32_t bad_of(uint64_t sums) noexcept nogil:
    return sums >> 40 & 0xFF

cdef inline uint32_t honour_pungs_of(uint64_t sums) noexcept nogil:
    return sums >> 48

cdef inline void read_tiles(const suit_tables_t *tables, const uint8_t *counts, const uint8_t *melds, tiles_t *tiles) noexcept nogil:
    """Takes counts and melds apart. ``too_many`` is exact; the rest means nothing if it holds or a meld is bad."""
    cdef const meld_row_t *rows[4]
    cdef const uint64_t *adds[4]
    cdef uint64_t standing[5]
    cdef uint64_t total, fours = 0, odds = 0, large = 0, overfull = 0
    cdef int i
    for i in range(4):
        rows[i] = &tables.melds[melds[i]]
        adds[i] = tables.meld_counts + 5 * melds[i]
        standing[i] = word_at(counts + 8 * i)
    standing[4] = <uint64_t>counts[32] | (<uint64_t>counts[33] << 8)
    for i in range(5):
        total = standing[i] + adds[0][i] + adds[1][i] + adds[2][i] + adds[3][i]
        large |= standing[i] & <uint64_t>0xF8F8F8F8F8F8F8F8
        # With standing counts below 8 a byte holds at most 23: + 0x7B sets its top bit from 5 on.
        overfull |= (total + <uint64_t>0x7B7B7B7B7B7B7B7B) & <uint64_t>0x8080808080808080
        fours += (total & <uint64_t>0x0404040404040404) >> 2
        odds += standing[i] & <uint64_t>0x0101010101010101
    tiles.too_many = (large | overfull) != 0
    tiles.standing = byte_sum(standing[0] + standing[1] + standing[2] + standing[3]) + byte_sum(standing[4])
    tiles.sums = rows[0].sums + rows[1].sums + rows[2].sums + rows[3].sums
    tiles.chow_key = rows[0].chow + rows[1].chow + rows[2].chow + rows[3].chow
    tiles.pung_key = rows[0].pung + rows[1].pung + rows[2].pung + rows[3].pung
    tiles.facts = rows[0].facts | rows[1].facts | rows[2].facts | rows[3].facts
    tiles.hogs = byte_sum(fours) - kongs_of(tiles.sums)
    tiles.odd_kinds = byte_sum(odds)
    for i in range(3):
        tiles.keys[i] = suit_key(counts + 9 * i)
    tiles.honours = honour_lanes(counts)

cdef inline uint32_t melded_copies(const suit_tables_t *tables, const uint8_t *melds, uint32_t slot) noexcept nogil:
    """How many copies of a tile lie in the melds."""
    cdef uint32_t shift = 8 * (slot & 7), word = slot >> 3
    return <uint32_t>(
        (tables.meld_counts[5 * melds[0] + word] >> shift & 0xFF) + (tables.meld_counts[5 * melds[1] + word] >> shift & 0xFF)
        + (tables.meld_counts[5 * melds[2] + word] >> shift & 0xFF) + (tables.meld_counts[5 * melds[3] + word] >> shift & 0xFF)
    )

cdef inline int check_tiles(const tiles_t *tiles, uint32_t expected) noexcept nogil:
    """FINE, or what is wrong with the tiles; ``expected``: 13 or 14, melds counted as three."""
    if bad_of(tiles.sums):
        return BAD_MELD
    if tiles.too_many:
        return FIVE_COPIES
    if tiles.standing + 3 * melds_of(tiles.sums) != expected:
        return WRONG_NUMBER_OF_TILES
    return FINE

cdef inline int read_win(
    const rules_t *rules, const tiles_t *tiles, const uint8_t *counts, const uint8_t *melds,
    uint32_t slot, uint32_t flags, uint32_t winds, uint32_t flowers, win_t *win,
) noexcept nogil:
    """Checks how the hand was won and corrects the flags: FINE, or what is wrong."""
    cdef uint32_t here, melded, robbed, twice, again, no_kong, both
    if slot >= SLOTS or flags > 15 or winds > 15 or flowers > 8 or counts[slot if slot < SLOTS else 0] == 0:
        if slot == NO_TILE:
            return NO_WINNING_TILE
        if slot >= SLOTS or counts[slot] == 0:
            return BAD_WINNING_TILE
        return BAD_FLAGS if flags > 15 else BAD_WINDS if winds > 15 else BAD_FLOWERS
    here = counts[slot]
    melded = melded_copies(rules.suits, melds, slot)
    robbed = (flags & (KONG | SELF_DRAWN)) == KONG
    twice = (flags & LAST_COPY) != 0 and here >= 2
    again = robbed & (here + melded >= 2)
    no_kong = (flags & (KONG | SELF_DRAWN)) == (KONG | SELF_DRAWN) and kongs_of(tiles.sums) == 0
    both = robbed & ((flags & LAST_TILE) != 0)
    if twice | again | no_kong | both:
        if not rules.correct_flags:
            return CONTRADICTORY_FLAGS
        flags &= ~((LAST_COPY if twice else 0) | (KONG if again | no_kong else 0))
    # 和绝张 without the flag: the other three copies lie in the winner's own melds.
    win.flags = flags | (LAST_COPY if melded == 3 else 0)
    win.slot = slot
    win.odd = here & 1
    win.winds = winds
    return FINE

cdef inline const set_row_t *chow_row(const rules_t *rules, uint64_t key) noexcept nogil:
    cdef uint64_t hashed = key * CHOW_MULTIPLIER
    cdef uint64_t slot = (hashed >> CHOW_SLOT_SHIFT) + rules.suits.chow_displacements[hashed >> CHOW_BUCKET_SHIFT]
    return &rules.chows[slot & <uint64_t>CHOW_SLOT_MASK]

cdef inline const set_row_t *pung_row(const rules_t *rules, uint32_t key) noexcept nogil:
    cdef uint64_t hashed = key * PUNG_MULTIPLIER
    cdef uint64_t slot = (hashed >> PUNG_SLOT_SHIFT) + rules.suits.pung_displacements[hashed >> PUNG_BUCKET_SHIFT]
    return &rules.pungs[slot & <uint64_t>PUNG_SLOT_MASK]

cdef inline uint32_t honour_index(uint32_t winds, uint32_t pungs, uint64_t pair) noexcept nogil:
    """Index of the honour table; ``pair`` is one bit of 34: winds 27-30, dragons 31-33."""
    return (winds * 128 + pungs) * 3 + ((pair >> 27 & 15) != 0) + 2 * (pair >> 31 != 0)

cdef inline uint32_t win_index(uint32_t form, uint32_t flags, uint32_t open_melds, uint32_t melded_hand, uint32_t label) noexcept nogil:
    return (((form * 16 + flags) * 2 + (open_melds == 0)) * 2 + melded_hand) * 4 + label

cdef inline uint32_t joined(const uint32_t *rows, uint32_t left, uint32_t right) noexcept nogil:
    """The row of a merge."""
    return rows[(left & INDEX_MASK) + (right & INDEX_MASK)]

cdef inline uint32_t total_points(const family_t *family, const lookup_t *at) noexcept nogil:
    """The sum of a reading: six rows of parts, the rows of its chows and pungs, and seven merges."""
    cdef uint32_t hogs = family.rows[HOGS][at.index[HOGS]], honours = family.rows[HONOURS][at.index[HONOURS]]
    cdef uint32_t ranks = family.rows[RANKS][at.index[RANKS]], colours = family.rows[COLOURS][at.index[COLOURS]]
    cdef uint32_t kongs = family.rows[KONGS][at.index[KONGS]], win = family.rows[WIN][at.index[WIN]]
    cdef uint32_t chows_and_hogs = joined(family.rows[CHOWS_AND_HOGS], at.chow_row, hogs)
    cdef uint32_t all_pungs = joined(family.rows[ALL_PUNGS], at.pung_row, honours)
    cdef uint32_t sets = joined(family.rows[SETS], chows_and_hogs, all_pungs)
    cdef uint32_t tiles = joined(family.rows[TILES], ranks, colours)
    cdef uint32_t reading = joined(family.rows[READING], sets, tiles)
    cdef uint32_t manner = joined(family.rows[MANNER], kongs, win)
    cdef uint32_t total = joined(family.rows[TOTAL], reading, manner)
    return (
        (at.chow_row >> INDEX_BITS) + (at.pung_row >> INDEX_BITS) + (hogs >> INDEX_BITS) + (honours >> INDEX_BITS)
        + (ranks >> INDEX_BITS) + (colours >> INDEX_BITS) + (kongs >> INDEX_BITS) + (win >> INDEX_BITS)
        + (chows_and_hogs >> INDEX_BITS) + (all_pungs >> INDEX_BITS) + (sets >> INDEX_BITS) + (tiles >> INDEX_BITS)
        + (reading >> INDEX_BITS) + (manner >> INDEX_BITS) + (total >> INDEX_BITS)
    )
