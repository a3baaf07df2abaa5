"""Chance at the table: the random numbers of a seed, shuffled walls, and players who choose at
random.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from ..types cimport CONCEALED_KONG_AT, DISCARD_AT, FLOWERS_AT, OVER_PHASE, PASS, SLOTS, WIN
from .engine cimport MAX_LEGAL, apply_action, game_t, list_actions, table_t, tiles_of
from ..tiles cimport GUOBIAO_LOWEST_BIT, slots_above

cdef inline uint64_t rotated(uint64_t word, int left) noexcept nogil:
    return (word << left) | (word >> (64 - left))

cdef void seed_random(random_t *random, uint64_t seed) noexcept nogil:
    """Four numbers of splitmix64."""
    cdef uint64_t mixed
    cdef int i
    for i in range(4):
        seed += <uint64_t>0x9E3779B97F4A7C15
        mixed = (seed ^ (seed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
        random.words[i] = mixed ^ (mixed >> 31)

cdef inline uint64_t next_random(random_t *random) noexcept nogil:
    """xoshiro256**."""
    cdef uint64_t *words = random.words
    cdef uint64_t made = rotated(words[1] * 5, 7) * 9, shifted = words[1] << 17
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = rotated(words[3], 45)
    return made

cdef uint32_t random_below(random_t *random, uint32_t bound) noexcept nogil:
    """The upper half of 32 bits times the bound; products in the few places that would favour some
    numbers are thrown away.
    """
    cdef uint64_t product = (next_random(random) >> 32) * bound
    cdef uint32_t least
    if <uint32_t>product < bound:
        least = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < least:
            product = (next_random(random) >> 32) * bound
    return <uint32_t>(product >> 32)

cdef void shuffle_wall(uint64_t seed, bint has_flowers, uint8_t *wall) noexcept nogil:
    """The sorted set, shuffled from its end on (Fisher and Yates)."""
    cdef random_t random
    cdef int i, other
    cdef uint8_t tile
    for i in range(4 * SLOTS):
        wall[i] = <uint8_t>(i >> 2)
    if has_flowers:
        for i in range(8):
            wall[4 * SLOTS + i] = <uint8_t>(FLOWERS_AT + i)
    seed_random(&random, seed)
    for i in range(tiles_of(has_flowers) - 1, 0, -1):
        other = <int>random_below(&random, <uint32_t>i + 1)
        tile = wall[i]
        wall[i] = wall[other]
        wall[other] = tile

# -------------------------------------------------------------------------------------- random play

cdef int choose_random(const table_t *table, random_t *random) noexcept nogil:
    cdef uint8_t actions[MAX_LEGAL]
    cdef int count = list_actions(table, actions)
    return actions[random_below(random, <uint32_t>count)]

cdef int choose_eager(const table_t *table, random_t *random) noexcept nogil:
    cdef uint8_t actions[MAX_LEGAL]
    cdef int count = list_actions(table, actions)
    cdef int first = actions[0], last = actions[count - 1]
    cdef int second = actions[1] if count > 1 else PASS
    if first == WIN or second == WIN:
        return WIN
    if first == PASS:
        if random_below(random, 2):
            return PASS
        return actions[1 + random_below(random, <uint32_t>count - 1)]
    if last >= CONCEALED_KONG_AT and random_below(random, 2):
        return last
    return DISCARD_AT + loosest_slot(table.hands[table.turn].counts, random)

cdef int loosest_slot(const uint8_t *counts, random_t *random) noexcept nogil:
    """The tile with the fewest copies and neighbours in the hand; one of them at random if there
    are several.
    """
    cdef uint64_t held = slots_above(counts, 1)
    cdef int slot, rank, weight, least = 255, equal = 0, chosen = 0
    while held:
        slot = GUOBIAO_LOWEST_BIT(held)
        held &= held - 1
        weight = 3 * counts[slot]
        if slot < 27:
            rank = slot % 9
            weight += 2 * (rank > 0 and counts[slot - 1] != 0)
            weight += 2 * (rank < 8 and counts[slot + 1] != 0)
            weight += (rank > 1 and counts[slot - 2] != 0) + (rank < 7 and counts[slot + 2] != 0)
        if weight < least:
            least = weight
            equal = 0
        if weight == least:
            equal += 1
            if random_below(random, <uint32_t>equal) == 0:
                chosen = slot
    return chosen

cdef int play_to_end(
    const game_t *game, table_t *table, bint eager, random_t *random
) noexcept nogil:
    cdef int action, decisions = 0
    while table.phase != OVER_PHASE:
        action = choose_eager(table, random) if eager else choose_random(table, random)
        apply_action(game, table, action)
        decisions += 1
    return decisions
