"""The object that holds a profile's tables."""

import sys

from libc.stdint cimport uint8_t, uint32_t
from .suits cimport suit_tables

cdef enum:
    MAGIC = 0x33544247
    HEADER_BYTES = 4 * 16

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
        # The rows of the merges (header[5]) follow those of the parts.
        self.block = block
        self.rules.suits = suit_tables()
        self.rules.block = <const rules_block_t *>start
        self.rules.knitted_body_wait = header[2] & 1
        self.rules.seven_pairs_wait = header[2] >> 1 & 1
        self.rules.chicken = header[3]
        self.rules.flower = header[4]
        self.rules.fans = <const uint32_t *>(start + header[6])
        self.rules.chow_alternatives = <const alternative_t *>(start + header[7])
        self.rules.pung_alternatives = <const alternative_t *>(start + header[8])
        self.rules.long_lists = start + header[9]

    def __reduce__(self):
        return ProfileTables, (self.block,)
