"""The object that holds a profile's tables."""

import sys

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from .suits cimport suit_tables

cdef enum:
    MAGIC = 0x31544247
    HEADER_BYTES = 4 * 96
    FIRST_SECTION = 8

cdef class ProfileTables:
    """The look-up tables of one rule profile: an immutable block of bytes and the pointers into it.

    ``ValueError`` if the block is none that this version's builder makes.
    """

    def __cinit__(self, bytes block not None):
        if sys.byteorder != "little":
            raise RuntimeError("the core's tables are little-endian, and this machine is not")
        cdef const uint8_t *start = <const uint8_t *>block
        cdef const uint32_t *header = <const uint32_t *>start
        if len(block) < HEADER_BYTES or header[0] != MAGIC or header[1] != <uint32_t>len(block):
            raise ValueError("these are no tables of a rule profile")
        self.block = block
        self.rules.suits = suit_tables()
        self.rules.knitted_body_wait = header[2] & 1
        self.rules.seven_pairs_wait = header[2] >> 1 & 1
        self.rules.chicken = header[3]
        self.rules.flower = header[4]
        cdef const uint32_t *offsets = header + FIRST_SECTION
        self.rules.chow_numbers = start + offsets[0]
        self.rules.chow_rows = <const set_row_t *>(start + offsets[1])
        self.rules.pung_numbers = start + offsets[2]
        self.rules.pung_rows = <const set_row_t *>(start + offsets[3])
        self.rules.chow_alternatives = <const alternative_t *>(start + offsets[4])
        self.rules.pung_alternatives = <const alternative_t *>(start + offsets[5])
        self.rules.fan_lists = start + offsets[6]
        self.rules.places = start + offsets[7]
        self.rules.flags = start + offsets[8]
        fill_family(&self.rules.with_sets, start, offsets + 9)
        fill_family(&self.rules.without_sets, start, offsets + 9 + 2 * TABLE_COUNT)

    def __reduce__(self):
        return ProfileTables, (self.block,)

cdef void fill_family(family_t *family, const uint8_t *start, const uint32_t *offsets) noexcept nogil:
    cdef int table
    for table in range(TABLE_COUNT):
        family.rows[table] = <const uint32_t *>(start + offsets[2 * table])
        family.fans[table] = <const uint16_t *>(start + offsets[2 * table + 1])
