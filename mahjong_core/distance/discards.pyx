"""The best discard by shanten and effective tiles, for players that need it at every turn."""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from ..types cimport FINE, LEAST, SHANTEN_COLUMNS, SLOTS, hand_t
from ..tiles cimport set_tiles
from .shanten cimport find_effective, find_shanten

cdef struct leaves_t:      # what a discard leaves
    int shanten
    int copies             # copies left of the effective tiles
    int kinds              # of effective tiles
    int slot

cdef int weigh(const hand_t *hand, const uint8_t *left, leaves_t *leaves) noexcept nogil:
    """The effective tiles of 3k + 1 tiles. A status."""
    cdef int8_t numbers[SHANTEN_COLUMNS]
    cdef uint64_t masks[SHANTEN_COLUMNS]
    cdef int slot, status = find_effective(hand, False, False, numbers, masks)
    leaves.shanten = numbers[LEAST]
    leaves.copies = leaves.kinds = 0
    for slot in range(SLOTS):
        if masks[LEAST] >> slot & 1:
            leaves.copies += left[slot]
            leaves.kinds += 1
    return status

cdef bint is_better(const leaves_t *one, const leaves_t *other) noexcept nogil:
    """Among equal discards the highest slot is best: honours go before number tiles."""
    if one.copies != other.copies:
        return one.copies > other.copies
    return one.kinds > other.kinds or (one.kinds == other.kinds and one.slot > other.slot)

cdef int find_discard(const hand_t *hand, const uint8_t *left, leaves_t *best) noexcept nogil:
    """The best discard of 3k + 2 tiles. A status."""
    cdef hand_t rest = hand[0]
    cdef int8_t numbers[SHANTEN_COLUMNS], after[SLOTS]
    cdef leaves_t leaves
    cdef int status = find_shanten(hand, False, numbers), least = 127
    if status != FINE:
        return status
    for leaves.slot in range(SLOTS):
        after[leaves.slot] = 127
        if hand.counts[leaves.slot]:
            rest.counts[leaves.slot] -= 1
            find_shanten(&rest, False, numbers)
            rest.counts[leaves.slot] += 1
            after[leaves.slot] = numbers[LEAST]
            least = min(least, numbers[LEAST])
    best.slot, best.copies = -1, -1
    for leaves.slot in range(SLOTS):
        if hand.counts[leaves.slot] and after[leaves.slot] == least:
            rest.counts[leaves.slot] -= 1
            weigh(&rest, left, &leaves)
            rest.counts[leaves.slot] += 1
            if is_better(&leaves, best):
                best[0] = leaves
    return FINE

def best_discard(bytes counts not None, bytes melds not None, bytes left not None):
    """The discard of 3k + 2 standing tiles that leaves the least shanten, then the most copies of
    effective tiles, then the most kinds.

    ``counts``: 34 bytes; ``melds``: 4 codes; ``left``: how many copies of each slot may still come,
    34 bytes. A tuple of the slot, the shanten and the copies that it leaves; among equal ones the
    highest slot. Raises ``ValueError`` if the tiles are not a hand with one tile too many.
    """
    cdef leaves_t best
    if len(counts) != SLOTS or len(melds) != 4 or len(left) != SLOTS or sum(counts) % 3 != 2:
        raise ValueError("expected 34 counts of 3k + 2 tiles, 4 melds and 34 copies left")
    cdef hand_t hand
    set_tiles(&hand, <const uint8_t *>counts, <const uint8_t *>melds)
    cdef int status = find_discard(&hand, <const uint8_t *>left, &best)
    if status != FINE:
        raise ValueError(f"no hand: status {status}")
    return best.slot, best.shanten, best.copies
