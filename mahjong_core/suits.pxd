"""Suit vectors to their rows: splits, sole waits and facts, from the tables that do not depend on the rules."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from .types cimport SUIT_BUCKET_SHIFT, SUIT_MULTIPLIER, SUIT_SLOT_MASK, SUIT_SLOT_SHIFT, meld_row_t, place_row_t, suit_row_t

cdef struct suit_tables_t:
    const uint16_t *displacements
    const suit_row_t *rows       # by hash slot
    const suit_row_t *more       # further splits
    const uint32_t *facts        # [3][MAX_FACTS] by suit and number of facts
    const uint32_t *tile_facts   # [3][512] by suit and present ranks
    const uint32_t *honour_facts # [128] by present honours
    const uint8_t *places        # [3][512] by kind of rank and the chows that hold the winning tile
    const place_row_t *place_rows # [34] by slot of the winning tile
    const meld_row_t *melds      # [256]
    const uint64_t *meld_counts  # [256][5] words of byte counts
    const uint16_t *chow_displacements
    const uint16_t *pung_displacements

# The tables of this process: constants.
cdef const suit_tables_t *suit_tables() noexcept nogil

cdef inline const suit_row_t *suit_row(const suit_tables_t *tables, uint32_t key) noexcept nogil:
    """The row of a vector; its key differs if the vector is not decomposable."""
    cdef uint64_t hashed = key * SUIT_MULTIPLIER
    cdef uint64_t slot = (hashed >> SUIT_SLOT_SHIFT) + tables.displacements[hashed >> SUIT_BUCKET_SHIFT]
    return &tables.rows[slot & <uint64_t>SUIT_SLOT_MASK]

cdef inline const suit_row_t *next_split(const suit_tables_t *tables, const suit_row_t *row) noexcept nogil:
    """The following split of the same vector, or NULL. (The first further split never stands at 0.)"""
    cdef uint32_t place = row.next & 0xFFF
    return &tables.more[place] if place else NULL
