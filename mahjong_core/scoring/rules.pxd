"""A profile's tables as the core reads them: one immutable block of bytes (laid
out by builder/layout.py).
"""

from libc.stdint cimport uint8_t, uint32_t
from ..types cimport alternative_t, rules_block_t, suit_tables_t

cdef struct rules_t:
    const suit_tables_t *suits
    const rules_block_t *block
    # for each row of the block a word that lists its fans: see builder/layout.py
    const uint32_t *fans
    const uint8_t *long_lists    # 82 counts each
    const alternative_t *chow_alternatives
    const alternative_t *pung_alternatives
    int chicken                  # points of 无番和
    int flower                   # points of a 花牌
    bint knitted_body_wait
    bint seven_pairs_wait        # 单钓将 may count beside 七对

cdef class ProfileTables:
    cdef rules_t rules
    cdef readonly bytes block
