"""Holds the generated suit tables: the one module that includes them."""

from ..types cimport suit_tables_t

cdef extern from "suit_tables.h" nogil:
    const suit_tables_t SUIT_TABLES

cdef const suit_tables_t *suit_tables() noexcept nogil:
    return &SUIT_TABLES
