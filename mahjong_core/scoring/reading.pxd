"""A hand taken apart into words (checked once), and the sum of one reading of it:
the inner loop, all inline.

bench/NOTES.md has the reasons for its form. What a hand is made of (melds, suits, flags) is never a
branch, since it cannot be predicted.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..types cimport (
    BAD_FLAGS, BAD_FLOWERS, BAD_MELD, BAD_WINDS, BAD_WINNING_TILE, CONTRADICTION,
    CONTRADICTORY_FLAGS, FINE, FIVE_COPIES, INDEX_SHIFT, NO_TILE, NO_WINNING_TILE, POINTS_MASK,
    SLOTS, WRONG_NUMBER_OF_TILES, CHOW_BUCKET_SHIFT, CHOW_MULTIPLIER, CHOW_SLOT_MASK,
    CHOW_SLOT_SHIFT, MERGES_AT, PUNG_BUCKET_SHIFT, PUNG_MULTIPLIER, PUNG_SLOT_MASK, PUNG_SLOT_SHIFT,
    hand_t, meld_row_t, suit_row_t, suit_tables_t,
)
from ..lanes cimport (
    add_aligned, add_lanes, any_above, common_bits, lanes_of, lanes_t, low_lanes, most_lanes,
    read_lanes, store_lanes, sums_of,
)
from ..tiles cimport half_word_at, honour_lanes, suit_key
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
    uint32_t size                # how many tiles stand, and three for each meld
    uint32_t hogs                # 四归一: kinds with four tiles that are no kong
    uint32_t odd_kinds           # kinds of which an odd number stands
    uint32_t too_many            # five copies of a tile
    uint32_t refused             # that, or a bad meld
    uint8_t copies[48]           # standing and melded, by slot; zeros after slot 33
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
    uint32_t chow_count

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

cdef inline lanes_t with_melds(
    lanes_t standing, int half, const meld_row_t *a, const meld_row_t *b,
    const meld_row_t *c, const meld_row_t *d
) noexcept nogil:
    """Sixteen counts with the copies in the melds."""
    return add_aligned(add_aligned(add_aligned(add_aligned(
        standing, a.copies + 16 * half), b.copies + 16 * half),
        c.copies + 16 * half), d.copies + 16 * half)

cdef inline void read_tiles(
    const suit_tables_t *tables, const hand_t *hand, tiles_t *tiles
) noexcept nogil:
    """Takes counts and melds apart.

    ``too_many`` is always right. The other members mean nothing if it is set or a meld is bad.
    """
    cdef const uint8_t *counts = hand.counts
    cdef const uint8_t *melds = hand.melds
    cdef const meld_row_t *a = &tables.melds[melds[0]]
    cdef const meld_row_t *b = &tables.melds[melds[1]]
    cdef const meld_row_t *c = &tables.melds[melds[2]]
    cdef const meld_row_t *d = &tables.melds[melds[3]]
    cdef uint64_t marks = a.marks | b.marks | c.marks | d.marks, sums
    # The 34 counts are two times sixteen and the last two; then the same with
    # the copies in the melds.
    cdef lanes_t low = read_lanes(counts), high = read_lanes(counts + 16)
    cdef lanes_t last = low_lanes(half_word_at(counts + 32))
    cdef lanes_t all_low = with_melds(low, 0, a, b, c, d)
    cdef lanes_t all_high = with_melds(high, 1, a, b, c, d)
    cdef lanes_t all_last = add_lanes(last,
        low_lanes(a.last_copies + b.last_copies + c.last_copies + d.last_copies))
    cdef lanes_t one = lanes_of(1), four = lanes_of(4)
    tiles.too_many = any_above(most_lanes(most_lanes(all_low, all_high), all_last), 4)
    store_lanes(tiles.copies, all_low)
    store_lanes(tiles.copies + 16, all_high)
    store_lanes(tiles.copies + 32, all_last)
    sums = sums_of(
        add_lanes(add_lanes(low, high), last),
        add_lanes(add_lanes(common_bits(low, one), common_bits(high, one)), common_bits(last, one)),
        add_lanes(add_lanes(common_bits(all_low, four), common_bits(all_high, four)),
            common_bits(all_last, four)),
    )
    tiles.sums = a.sums + b.sums + c.sums + d.sums
    tiles.refused = tiles.too_many | bad_of(tiles.sums)
    tiles.standing = sums & 0xFFFF
    tiles.size = tiles.standing + 3 * melds_of(tiles.sums)
    tiles.odd_kinds = sums >> 16 & 0xFFFF
    tiles.hogs = <uint32_t>(sums >> 34) - kongs_of(tiles.sums)
    tiles.chow_key = a.chow + b.chow + c.chow + d.chow
    tiles.pung_key = <uint32_t>marks
    tiles.facts = marks >> 32
    tiles.keys[0] = suit_key(counts)
    tiles.keys[1] = suit_key(counts + 9)
    tiles.keys[2] = suit_key(counts + 18)
    tiles.rows[0] = suit_row(tables, tiles.keys[0])
    tiles.rows[1] = suit_row(tables, tiles.keys[1])
    tiles.rows[2] = suit_row(tables, tiles.keys[2])
    tiles.honours = honour_lanes(counts)

cdef inline uint32_t all_copies(const tiles_t *tiles, uint32_t slot) noexcept nogil:
    """How many copies of a tile stand or lie in the melds."""
    return tiles.copies[slot]

cdef inline int check_tiles(const tiles_t *tiles, uint32_t expected) noexcept nogil:
    """FINE, or what is wrong with the tiles; ``expected``: 13 or 14, melds counted as three."""
    if not tiles.refused | (tiles.size ^ expected):
        return FINE
    return (
        BAD_MELD if bad_of(tiles.sums) else FIVE_COPIES if tiles.too_many else WRONG_NUMBER_OF_TILES
    )

cdef inline int refused_win(const hand_t *hand) noexcept nogil:
    """What is wrong with the numbers of a win."""
    if hand.win == NO_TILE:
        return NO_WINNING_TILE
    if hand.win >= SLOTS or hand.counts[hand.win] == 0:
        return BAD_WINNING_TILE
    return BAD_FLAGS if hand.flags > 15 else BAD_WINDS if hand.winds > 15 else BAD_FLOWERS

cdef inline int read_win(
    const rules_t *rules, const tiles_t *tiles, const hand_t *hand, win_t *win
) noexcept nogil:
    """Checks how the hand was won and corrects the flags: FINE, or what is wrong."""
    cdef uint32_t slot = hand.win, flags = hand.flags, winds = hand.winds, here, copies
    if slot >= SLOTS or (flags | winds) > 15 or hand.flowers > 8 or hand.counts[slot] == 0:
        return refused_win(hand)
    here = hand.counts[slot]
    copies = all_copies(tiles, slot)
    win.slot = slot
    win.winds = winds
    win.odd = here & 1
    win.flags = rules.block.flags[flags + rules.suits.copies[8 * here + copies]
        + (kongs_of(tiles.sums) << 7)]
    return CONTRADICTORY_FLAGS if win.flags == CONTRADICTION else FINE

cdef inline uint32_t chow_slot(const suit_tables_t *tables, uint64_t key) noexcept nogil:
    cdef uint64_t hashed = key * CHOW_MULTIPLIER
    return <uint32_t>((hashed >> CHOW_SLOT_SHIFT)
        + tables.chow_displacements[hashed >> CHOW_BUCKET_SHIFT]) & CHOW_SLOT_MASK

cdef inline uint32_t pung_slot(const suit_tables_t *tables, uint32_t key) noexcept nogil:
    cdef uint64_t hashed = key * PUNG_MULTIPLIER
    return <uint32_t>((hashed >> PUNG_SLOT_SHIFT)
        + tables.pung_displacements[hashed >> PUNG_BUCKET_SHIFT]) & PUNG_SLOT_MASK

cdef inline uint32_t honour_index(
    uint32_t winds, uint32_t kind_of_pair, uint32_t pungs
) noexcept nogil:
    """Index of the honour rows; ``kind_of_pair`` as a row of the honours has it."""
    return winds * 512 + kind_of_pair + pungs

cdef inline uint32_t win_index(uint32_t form, uint32_t flags, uint32_t open_melds) noexcept nogil:
    """Index of the win rows without a wait label."""
    return form * 512 + flags * 32 + open_melds * 4

cdef inline uint32_t joined(const uint32_t *rows, uint32_t left, uint32_t right) noexcept nogil:
    """The row of a merge: the points of two rows never carry into the sum of their indices."""
    return rows[MERGES_AT + ((left + right) >> INDEX_SHIFT)]

cdef inline uint32_t total_points(const uint32_t *rows, const lookup_t *at) noexcept nogil:
    """The sum of a reading: the rows of its parts and of seven merges."""
    cdef uint32_t honours = rows[at.honours], ranks = rows[at.ranks], colours = rows[at.colours]
    cdef uint32_t win = rows[at.win]
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
