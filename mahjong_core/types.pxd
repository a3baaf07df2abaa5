"""What the modules agree on: the numbers of codes.py, a hand, and what the generated
header of the suits defines.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from .generated.codes cimport *  # the numbers of codes.py

# a hand: the argument of all that reads one, with the columns of a batch as members
cdef struct hand_t:
    uint8_t counts[SLOTS]        # standing tiles, the winning tile among them
    uint8_t melds[4]             # 0 none, else 1 + 34 * kind + slot
    uint8_t win                  # slot of the winning tile, NO_TILE without one
    uint8_t flags                # SELF_DRAWN, LAST_COPY, LAST_TILE, KONG
    uint8_t winds                # winds_code(prevalent, seat)
    uint8_t flowers              # how many

# made by mahjong_core/builder; the sizes of the arrays stand there
cdef extern from "suit_hash.h" nogil:
    ctypedef struct suit_row_t:
        uint32_t key
        uint32_t chows
        uint16_t pungs
        uint16_t pair
        uint16_t sole
        uint16_t next

    ctypedef struct honour_row_t:
        uint32_t key
        uint32_t facts
        uint16_t pair_kind
        uint8_t pungs
        uint8_t pair

    ctypedef struct place_row_t:
        uint16_t kind
        uint8_t suit_shift
        uint8_t rank_shift

    ctypedef struct meld_row_t:       # a cache line
        uint8_t copies[1]             # of slots 0-31
        uint64_t chow
        uint64_t sums
        uint64_t marks
        uint32_t last_copies          # of slots 32 and 33, a byte each

    ctypedef struct suit_tables_t:  # what does not depend on the rules
        uint16_t displacements[1]
        suit_row_t rows[1]            # by hash slot
        suit_row_t more[1]            # further splits
        uint32_t facts[1]             # [3][MAX_FACTS] by suit and number of facts
        uint32_t tile_facts[1]        # [3][512] by suit and present ranks
        uint32_t honour_facts[1]      # by present honours
        uint16_t honour_displacements[1]
        honour_row_t honour_rows[1]   # by hash slot
        # the body of a 组合龙, or -1, by groups: bit 3 * group + suit, all three ranks are held
        int8_t bodies[1]
        int8_t knitted_bodies[1]      # … of 全不靠: none of the three ranks is held
        # [5][8] by standing and all copies of the winning tile: what the index of the flags takes
        uint8_t copies[1]
        # [3][512] by kind of rank and the chows that hold the winning tile
        uint8_t places[1]
        place_row_t place_rows[1]     # by slot of the winning tile
        meld_row_t melds[1]           # by meld code
        uint16_t chow_displacements[1]
        uint16_t pung_displacements[1]

    ctypedef struct set_row_t:      # a chow multiset or a pung set
        uint32_t row
        uint32_t fans                 # a word that lists them, as those of the rows
        uint16_t chows
        uint16_t alternatives

    ctypedef struct alternative_t:  # a further grouping of one
        uint64_t pair                 # for this pair only; 0 for any
        uint32_t slot
        uint32_t row
        uint32_t fans

    ctypedef struct rules_block_t:  # a rule profile
        uint32_t header[1]
        set_row_t chow_rows[1]        # by number
        set_row_t pung_rows[1]
        # [2 sole][2 self-drawn][32 places][8]: how many options, then label | lost << 2
        uint8_t places[1]
        # by flags and what the hand holds: the flags that count, or CONTRADICTION
        uint8_t flags[1]
        uint8_t chow_numbers[1]       # by hash slot
        uint8_t pung_numbers[1]
        uint32_t rows[1]              # of the parts, then of the merges

    const uint64_t SUIT_MULTIPLIER, HONOUR_MULTIPLIER, CHOW_MULTIPLIER, PUNG_MULTIPLIER
    const int SUIT_BUCKET_SHIFT, SUIT_SLOT_SHIFT, SUIT_SLOT_MASK
    const int HONOUR_BUCKET_SHIFT, HONOUR_SLOT_SHIFT, HONOUR_SLOT_MASK
    const int CHOW_BUCKET_SHIFT, CHOW_SLOT_SHIFT, CHOW_SLOT_MASK
    const int PUNG_BUCKET_SHIFT, PUNG_SLOT_SHIFT, PUNG_SLOT_MASK
    const uint32_t RANK_FACTS_MASK, FACT_PUNG, FACTS_NO_SETS, FACTS_ORPHANS, FACTS_BODY
    const int COLOUR_SHIFT, MAX_FACTS
    const uint32_t BLOCK_FINGERPRINT  # of the layout of a profile's tables
    # Where the rows of each part begin; those of forms without sets stand alone.
    const int HONOURS_AT, RANKS_AT, COLOURS_AT, WIN_AT, MERGES_AT
    const int HONOURS_ALONE_AT, RANKS_ALONE_AT, COLOURS_ALONE_AT, CHOWS_ALONE_AT, PUNGS_ALONE_AT
