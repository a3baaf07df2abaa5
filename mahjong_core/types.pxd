"""The numbers that the modules agree on: statuses, flags, sizes, and what the generated headers define."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

# What became of a row; numbers are stable (guobiao.BatchStatus).
cdef enum:
    FINE = 0
    NOT_WINNING = 1
    NO_WINNING_TILE = 2
    WRONG_NUMBER_OF_TILES = 3
    FIVE_COPIES = 4
    BAD_MELD = 5
    BAD_WINNING_TILE = 6
    CONTRADICTORY_FLAGS = 7
    BAD_FLAGS = 8
    BAD_WINDS = 9
    BAD_FLOWERS = 10

cdef enum:
    SELF_DRAWN = 1
    LAST_COPY = 2
    LAST_TILE = 4
    KONG = 8

cdef enum: # where the winning tile may stand in a split
    IN_EDGE = 1
    IN_CLOSED = 2
    IN_PAIR = 4
    IN_OTHER = 8
    IN_PUNG = 16

cdef enum: # as the win table numbers them
    BASIC = 0
    NINE_GATES = 1
    SEVEN_PAIRS = 2
    SEVEN_SHIFTED_PAIRS = 3
    THIRTEEN_ORPHANS = 4
    KNITTED = 5
    KNITTED_WITH_STRAIGHT = 6
    GREATER_KNITTED = 7
    KNITTED_STRAIGHT = 8

cdef enum:
    SLOTS = 34
    FANS = 82
    NO_TILE = 255
    NINE_LANES = 0o111111111  # the lowest bit of each of the nine counts of a suit key
    SEVEN_LANES = 0o1111111

cdef extern from "suit_hash.h" nogil:
    ctypedef struct suit_row_t:
        uint32_t key
        uint32_t chows
        uint16_t pungs
        uint16_t pair
        uint16_t sole
        uint16_t next

    ctypedef struct place_row_t:
        uint16_t kind
        uint8_t suit_shift
        uint8_t rank_shift

    ctypedef struct meld_row_t:
        uint64_t chow
        uint64_t sums
        uint32_t pung
        uint32_t facts

    const uint64_t SUIT_MULTIPLIER, CHOW_MULTIPLIER, PUNG_MULTIPLIER
    const int SUIT_BUCKET_SHIFT, SUIT_SLOT_SHIFT, SUIT_SLOT_MASK
    const int CHOW_BUCKET_SHIFT, CHOW_SLOT_SHIFT, CHOW_SLOT_MASK
    const int PUNG_BUCKET_SHIFT, PUNG_SLOT_SHIFT, PUNG_SLOT_MASK
    const uint32_t RANK_FACTS_MASK, FACT_PUNG, FACTS_NO_SETS, FACTS_ORPHANS, FACTS_BODY
    const int COLOUR_SHIFT, MAX_FACTS
