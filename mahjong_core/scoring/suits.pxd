"""Suit vectors to their rows: splits, sole waits and facts, from the tables that do
not depend on the rules.
"""

from libc.stdint cimport uint32_t, uint64_t
from ..types cimport (
    HONOUR_BUCKET_SHIFT, HONOUR_MULTIPLIER, HONOUR_SLOT_MASK, HONOUR_SLOT_SHIFT, SUIT_BUCKET_SHIFT,
    SUIT_MULTIPLIER, SUIT_SLOT_MASK, SUIT_SLOT_SHIFT, honour_row_t, suit_row_t, suit_tables_t,
)

# The tables of this process: a constant.
cdef const suit_tables_t *suit_tables() noexcept nogil

cdef inline const suit_row_t *suit_row(const suit_tables_t *tables, uint32_t key) noexcept nogil:
    """The row of a vector; its key differs if the vector is not decomposable."""
    cdef uint64_t hashed = key * SUIT_MULTIPLIER
    cdef uint64_t slot = (
        (hashed >> SUIT_SLOT_SHIFT) + tables.displacements[hashed >> SUIT_BUCKET_SHIFT]
    )
    return &tables.rows[slot & <uint64_t>SUIT_SLOT_MASK]

cdef inline uint32_t honour_key(uint64_t lanes) noexcept nogil:
    """Seven counts (each below 8), a byte each, in one word of 32 bits: the
    last three beside the first.
    """
    return <uint32_t>(lanes | (lanes >> 28))

cdef inline const honour_row_t *honour_row(
    const suit_tables_t *tables, uint32_t key
) noexcept nogil:
    """The row of the honours; its key differs if they are not pungs and at most one pair."""
    cdef uint64_t hashed = key * HONOUR_MULTIPLIER
    cdef uint64_t slot = (
        (hashed >> HONOUR_SLOT_SHIFT) + tables.honour_displacements[hashed >> HONOUR_BUCKET_SHIFT]
    )
    return &tables.honour_rows[slot & <uint64_t>HONOUR_SLOT_MASK]

cdef inline const suit_row_t *next_split(
    const suit_tables_t *tables, const suit_row_t *row
) noexcept nogil:
    """The following split of the same vector, or NULL.

    (The first further split never stands at 0.)
    """
    cdef uint32_t place = row.next & 0xFFF
    return &tables.more[place] if place else NULL
