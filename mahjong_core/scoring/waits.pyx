"""The waits, from the suit rows.

Only a suit that is not decomposable can take one (if all are: the suits that hold tiles).
"""

from libc.stdint cimport uint32_t, uint64_t
from ..types cimport FINE, SLOTS, hand_t, suit_row_t, suit_tables_t
from ..tiles cimport byte_sum, lane_bits
from .suits cimport suit_row, suit_tables
from .special cimport ALL_HONOURS, GUOBIAO_BODIES, body_lanes, lanes_of
from .reading cimport all_copies, check_tiles, melds_of, read_tiles, tiles_t

cdef enum:
    NO_SPLIT = -1
    TERMINAL_LANES = 0o100000001

cdef inline int pairs_of(const suit_tables_t *tables, uint32_t key) noexcept nogil:
    """0 or 1: the pairs of a decomposable suit vector; NO_SPLIT for any other."""
    cdef const suit_row_t *row = suit_row(tables, key)
    return row.pair != 0 if row.key == key else NO_SPLIT

cdef int pairs_with_five(const suit_tables_t *tables, uint32_t key, int rank) noexcept nogil:
    """The same for a vector with five copies of a rank, which the tables do not have: some set or
    pair of that rank is taken out.
    """
    cdef uint32_t one = <uint32_t>1 << (3 * rank)
    cdef uint32_t chow
    cdef int start, pairs = pairs_of(tables, key - 3 * one)
    if pairs != NO_SPLIT:
        return pairs
    if pairs_of(tables, key - 2 * one) == 0:
        return 1
    for start in range(rank - 2 if rank > 2 else 0, (rank if rank < 6 else 6) + 1):
        chow = <uint32_t>0o111 << (3 * start)
        if (lanes_of(key) & chow) == chow:
            pairs = pairs_of(tables, key - chow)
            if pairs != NO_SPLIT:
                return pairs
    return NO_SPLIT

cdef int pairs_with(const suit_tables_t *tables, uint32_t key, int rank) noexcept nogil:
    """The pairs of a suit vector with one more tile."""
    cdef uint32_t more = key + (<uint32_t>1 << (3 * rank))
    if (more >> (3 * rank) & 7) == 5:
        return pairs_with_five(tables, more, rank)
    return pairs_of(tables, more)

cdef inline int honour_pairs(uint64_t honours) noexcept nogil:
    """The pairs among honour lanes (a fifth copy makes pung and pair), or NO_SPLIT."""
    cdef uint64_t lanes = <uint64_t>0x01010101010101
    cdef uint64_t one = honours & lanes, two = honours >> 1 & lanes, four = honours >> 2 & lanes
    if (one & ~two & ~four) | (four & ~one):  # one copy, or four
        return NO_SPLIT
    return byte_sum((two & ~one) | four)

cdef uint64_t waits_of_sets(
    const suit_tables_t *tables, const uint32_t *keys, uint64_t honours
) noexcept nogil:
    """The tiles that make suit keys and honour lanes into sets and one pair, in form."""
    cdef int pairs[4]
    cdef int group, wrong = 0, total = 0, tile, made
    cdef uint64_t mask = 0
    for group in range(4):
        pairs[group] = pairs_of(tables, keys[group]) if group < 3 else honour_pairs(honours)
        wrong += pairs[group] == NO_SPLIT
        total += pairs[group] if pairs[group] != NO_SPLIT else 0
    if wrong > 1:
        return 0
    for group in range(4):
        if wrong and pairs[group] != NO_SPLIT:
            continue
        for tile in range(9 if group < 3 else 7):
            if group < 3:
                made = pairs_with(tables, keys[group], tile)
            else:
                made = honour_pairs(honours + (<uint64_t>1 << (8 * tile)))
            if made != NO_SPLIT and total - (0 if wrong else pairs[group]) + made == 1:
                mask |= <uint64_t>1 << (9 * group + tile)
    return mask

cdef uint64_t slots_of(uint32_t lanes, int suit) noexcept nogil:
    """Lanes of a suit key as slots."""
    cdef int rank
    cdef uint64_t mask = 0
    for rank in range(9):
        mask |= <uint64_t>(lanes >> (3 * rank) & 1) << (9 * suit + rank)
    return mask

cdef inline uint32_t ranks_of_groups(uint32_t lanes) noexcept nogil:
    """How many ranks of 147, 258 and 369 a suit holds: three fields of 3 bits."""
    return (lanes & 0o111) + (lanes >> 9 & 0o111) + (lanes >> 18 & 0o111)

cdef inline uint32_t held_of_body(const uint32_t *held, int body) noexcept nogil:
    """How many of the nine tiles of a body are held."""
    cdef uint32_t groups = GUOBIAO_BODIES[body]
    return (
        (held[0] >> 3 * (groups & 3) & 7)
        + (held[1] >> 3 * (groups >> 2 & 3) & 7)
        + (held[2] >> 3 * (groups >> 4) & 7)
    )

cdef uint64_t waits_of_knitted_straight(
    const suit_tables_t *tables, const tiles_t *tiles
) noexcept nogil:
    """组合龙: the body is there and the rest waits, or one tile of the body is missing
    and the rest is complete.
    """
    cdef uint32_t rest[3]
    cdef uint32_t held[3]
    cdef uint32_t missing
    cdef uint64_t lacking, mask = 0
    cdef int body, suit
    for suit in range(3):
        held[suit] = ranks_of_groups(lanes_of(tiles.keys[suit]))
    for body in range(6):
        # Most hands lack more than one tile of every body, and this finds out quickly.
        if held_of_body(held, body) < 8:
            continue
        lacking = 0
        for suit in range(3):
            missing = body_lanes(body, suit) & ~lanes_of(tiles.keys[suit])
            rest[suit] = tiles.keys[suit] - (body_lanes(body, suit) & ~missing)
            lacking |= slots_of(missing, suit)
        if lacking == 0:
            mask |= waits_of_sets(tables, rest, tiles.honours)
        elif lacking & (lacking - 1) == 0 and are_complete(tables, rest, tiles.honours):
            mask |= lacking
    return mask

cdef bint are_complete(
    const suit_tables_t *tables, const uint32_t *keys, uint64_t honours
) noexcept nogil:
    """Sets and exactly one pair."""
    cdef int m = pairs_of(tables, keys[0]), s = pairs_of(tables, keys[1])
    cdef int p = pairs_of(tables, keys[2]), z = honour_pairs(honours)
    return (
        m != NO_SPLIT and s != NO_SPLIT and p != NO_SPLIT and z != NO_SPLIT and m + s + p + z == 1
    )

cdef uint64_t waits_of_all_knitted(const tiles_t *tiles, uint32_t honours) noexcept nogil:
    """全不靠 and 七星不靠 of thirteen different tiles."""
    cdef uint64_t mask = 0, lacking
    cdef uint32_t strange
    cdef int body, suit
    for body in range(6):
        strange = 0
        lacking = <uint64_t>(ALL_HONOURS & ~honours) << 27
        for suit in range(3):
            strange |= tiles.keys[suit] & ~body_lanes(body, suit)
            lacking |= slots_of(body_lanes(body, suit) & ~tiles.keys[suit], suit)
        if not strange:
            mask |= lacking
    return mask

cdef uint64_t waits_of_orphans(const tiles_t *tiles, uint32_t honours) noexcept nogil:
    """十三幺: all thirteen kinds wait for any of them, twelve for the last one."""
    cdef uint64_t all_kinds = <uint64_t>ALL_HONOURS << 27, kinds = <uint64_t>honours << 27
    cdef int suit
    for suit in range(3):
        if lanes_of(tiles.keys[suit]) & ~<uint32_t>TERMINAL_LANES:
            return 0
        all_kinds |= slots_of(TERMINAL_LANES, suit)
        kinds |= slots_of(lanes_of(tiles.keys[suit]), suit)
    cdef uint64_t lacking = all_kinds & ~kinds
    if lacking == 0:
        return all_kinds
    return lacking if lacking & (lacking - 1) == 0 else 0

cdef uint64_t odd_slots(const tiles_t *tiles) noexcept nogil:
    cdef int suit
    cdef uint64_t mask = <uint64_t>lane_bits(tiles.honours & <uint64_t>0x01010101010101) << 27
    for suit in range(3):
        mask |= slots_of(tiles.keys[suit], suit)
    return mask

cdef uint64_t formal_waits(const tiles_t *tiles) noexcept nogil:
    cdef const suit_tables_t *tables = suit_tables()
    cdef uint64_t mask = waits_of_sets(tables, tiles.keys, tiles.honours)
    cdef uint64_t lanes = tiles.honours
    cdef uint32_t honours = lane_bits((lanes | (lanes >> 1) | (lanes >> 2))
        & <uint64_t>0x01010101010101)
    if melds_of(tiles.sums) <= 1:
        mask |= waits_of_knitted_straight(tables, tiles)
    if melds_of(tiles.sums):
        return mask
    if tiles.odd_kinds == 1:  # 七对: six pairs and one tile
        mask |= odd_slots(tiles)
    if tiles.odd_kinds == 13:
        mask |= waits_of_all_knitted(tiles, honours)
    return mask | waits_of_orphans(tiles, honours)

cdef int find_waits(const hand_t *hand, bint formal, uint64_t *mask) noexcept nogil:
    cdef const suit_tables_t *tables = suit_tables()
    cdef tiles_t tiles
    cdef int status, slot
    mask[0] = 0
    read_tiles(tables, hand, &tiles)
    status = check_tiles(&tiles, 13)
    if status != FINE:
        return status
    mask[0] = formal_waits(&tiles)
    if mask[0] and not formal:
        for slot in range(SLOTS):
            if all_copies(&tiles, slot) >= 4:
                mask[0] &= ~(<uint64_t>1 << slot)
    return FINE

cdef int count_waits(const hand_t *hand) noexcept nogil:
    cdef hand_t before = hand[0]
    cdef uint64_t mask = 0
    cdef int count = 0
    before.counts[hand.win] -= 1
    find_waits(&before, True, &mask)
    while mask:
        mask &= mask - 1
        count += 1
    return count
