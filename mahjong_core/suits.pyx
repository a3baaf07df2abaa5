"""Holds the generated suit tables: the one module that includes them."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from .types cimport meld_row_t, place_row_t, suit_row_t

cdef extern from "suit_tables.h" nogil:
    const uint16_t SUIT_DISPLACEMENTS[]
    const uint16_t CHOW_DISPLACEMENTS[]
    const uint16_t PUNG_DISPLACEMENTS[]
    const suit_row_t SUIT_ROWS[]
    const suit_row_t SUIT_MORE[]
    const uint32_t SUIT_FACTS[]
    const uint32_t SUIT_TILE_FACTS[]
    const uint32_t HONOUR_FACTS[]
    const uint8_t PLACE_MASKS[]
    const place_row_t PLACE_ROWS[]
    const meld_row_t MELD_ROWS[]
    const uint64_t MELD_COUNTS[]

# Written once, when the module is loaded; never changed.
cdef suit_tables_t _tables
_tables.displacements = SUIT_DISPLACEMENTS
_tables.rows = SUIT_ROWS
_tables.more = SUIT_MORE
_tables.facts = SUIT_FACTS
_tables.tile_facts = SUIT_TILE_FACTS
_tables.honour_facts = HONOUR_FACTS
_tables.places = PLACE_MASKS
_tables.place_rows = PLACE_ROWS
_tables.melds = MELD_ROWS
_tables.meld_counts = MELD_COUNTS
_tables.chow_displacements = CHOW_DISPLACEMENTS
_tables.pung_displacements = PUNG_DISPLACEMENTS

cdef const suit_tables_t *suit_tables() noexcept nogil:
    return &_tables
