"""Chance at the table: the random numbers of a seed, shuffled walls, and players who choose at
random.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from .engine cimport game_t, table_t

cdef struct random_t:            # xoshiro256**
    uint64_t words[4]

# The random numbers of a seed, and the next of them below ``bound``.
cdef void seed_random(random_t *random, uint64_t seed) noexcept nogil
cdef uint32_t random_below(random_t *random, uint32_t bound) noexcept nogil

# A wall in the order of a seed.
cdef void shuffle_wall(uint64_t seed, bint has_flowers, uint8_t *wall) noexcept nogil

# A decision of ``turn``: any of the legal ones; or one that takes every win and keeps what belongs
# together.
cdef int choose_random(const table_t *table, random_t *random) noexcept nogil
cdef int choose_eager(const table_t *table, random_t *random) noexcept nogil

# Plays on until the hand is over; how many decisions that took.
cdef int play_to_end(
    const game_t *game, table_t *table, bint eager, random_t *random
) noexcept nogil
