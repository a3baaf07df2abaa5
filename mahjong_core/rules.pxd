"""A profile's tables as the core reads them: pointers into one immutable block of bytes (laid out by tables/layout.py)."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from .suits cimport suit_tables_t

cdef enum: # tables/layout.py: TABLES
    HOGS = 0
    HONOURS = 1
    RANKS = 2
    COLOURS = 3
    KONGS = 4
    WIN = 5
    CHOWS_AND_HOGS = 6
    ALL_PUNGS = 7
    SETS = 8
    TILES = 9
    READING = 10
    MANNER = 11
    TOTAL = 12
    TABLE_COUNT = 13

cdef enum:
    INDEX_SHIFT = 16          # a row is index << 16 | points
    POINTS_MASK = 0xFFFF
    CONTRADICTION = 0xFF      # in the table of flags
    FAN_LIST_BYTES = 96

cdef struct set_row_t:        # a chow multiset or a pung set
    uint32_t row
    uint16_t fans
    uint8_t chows
    uint8_t alternatives

cdef struct alternative_t:    # a further grouping of one
    uint64_t pair             # for this pair only; 0 for any
    uint32_t slot
    uint32_t row
    uint16_t fans

cdef struct family_t:         # the forms with sets, or those without
    const uint32_t *rows[13]
    const uint16_t *fans[13]

cdef struct rules_t:
    const suit_tables_t *suits
    const uint8_t *chow_numbers  # by hash slot: the number of a row
    const set_row_t *chow_rows
    const uint8_t *pung_numbers
    const set_row_t *pung_rows
    const alternative_t *chow_alternatives
    const alternative_t *pung_alternatives
    const uint8_t *fan_lists  # rows of FAN_LIST_BYTES counts
    const uint8_t *places     # [2 sole][2 self-drawn][32 places][8]: how many options, then label | lost << 2
    const uint8_t *flags      # [256] by flags and what the hand holds: the flags that count, or CONTRADICTION
    family_t with_sets
    family_t without_sets
    int chicken               # points of 无番和
    int flower                # points of a 花牌
    bint knitted_body_wait
    bint seven_pairs_wait

cdef class ProfileTables:
    cdef rules_t rules
    cdef readonly bytes block
