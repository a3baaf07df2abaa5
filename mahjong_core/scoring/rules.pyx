"""The object that holds a profile's tables."""

import sys
from binascii import crc32

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..types cimport BLOCK_FINGERPRINT
from .suits cimport suit_tables

cdef enum:
    MAGIC = 0x34544247
    # the words of the header that hold where the sections begin: merges, fans, alternatives of
    # chows and of pungs, long lists
    FIRST_SECTION = 5
    LAST_SECTION = 9
    FINGERPRINT = 10          # the word that tells how the builder lays tables out
    CHECKSUM = 11             # the word that holds the checksum of all others

cdef int check_block(bytes block) except -1:
    """Raises ``ValueError`` unless this version's builder made the block. The core relies on it to
    stay within the block.
    """
    cdef const uint32_t *header = <const uint32_t *><const uint8_t *>block
    cdef uint64_t size = len(block), end = sizeof(rules_block_t)
    cdef int word
    if size < end or header[0] != MAGIC or header[1] != size:
        raise ValueError("these are no tables of a rule profile")
    if header[FINGERPRINT] != BLOCK_FINGERPRINT:
        raise ValueError("these are the tables of another version's rule profile: make them again")
    content = memoryview(block)
    if header[CHECKSUM] != <uint32_t>crc32(content[4 * CHECKSUM + 4:],
            crc32(content[:4 * CHECKSUM])):
        raise ValueError("these tables of a rule profile are damaged")
    for word in range(FIRST_SECTION, LAST_SECTION + 1):
        if header[word] < end or header[word] > size or (word > FIRST_SECTION and header[word] % 8):
            raise ValueError("these tables of a rule profile are damaged: a section has no place")
        end = header[word]
    return 0

cdef class ProfileTables:
    """The look-up tables of one rule profile: an immutable block of bytes and the pointers into it.

    Raises ``ValueError`` if this version's builder did not make the block.
    """

    def __cinit__(self, bytes block not None):
        if sys.byteorder != "little":
            raise RuntimeError("the core's tables are little-endian, and this machine is not")
        check_block(block)
        cdef const uint8_t *start = <const uint8_t *>block
        cdef const uint32_t *header = <const uint32_t *>start
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
