"""The scalar path: bytes and small ints in, numbers out. Lengths are checked here. A wrong hand is
not an error: its status says what is wrong.
"""

from libc.stdint cimport int16_t, int8_t, uint8_t, uint32_t, uint64_t
from .types cimport FANS, FINE, SHANTEN_COLUMNS, SLOTS, hand_t, suit_row_t
from .tiles cimport set_tiles, suit_key
from .scoring.suits cimport next_split, suit_row, suit_tables
from .scoring.special cimport GUOBIAO_BODIES
from .scoring.rules cimport ProfileTables
from .scoring.score cimport check_complete, score_fans, score_points
from .distance.shanten cimport find_effective, find_shanten
from .scoring.waits cimport find_waits

__all__ = [
    "built_in_tables", "effective_tiles", "fan_counts", "is_complete", "knitted_bodies",
    "make_tables", "points", "shanten", "suit_splits",
    "waits",
]

cdef int read_tiles(bytes counts, bytes melds, hand_t *hand) except -1:
    if len(counts) != SLOTS or len(melds) != 4:
        raise ValueError(f"{len(counts)} counts and {len(melds)} melds: expected 34 and 4 bytes")
    set_tiles(hand, <const uint8_t *>counts, <const uint8_t *>melds)
    return 0

cdef int read_hand(
    bytes counts, bytes melds, unsigned int win, unsigned int flags, unsigned int winds,
    unsigned int flowers, hand_t *hand
) except -1:
    """A number that does not fit a byte counts as 255, which is wrong as well."""
    read_tiles(counts, melds, hand)
    hand.win = <uint8_t>min(win, 255)
    hand.flags = <uint8_t>min(flags, 255)
    hand.winds = <uint8_t>min(winds, 255)
    hand.flowers = <uint8_t>min(flowers, 255)
    return 0

def points(
    ProfileTables tables not None, bytes counts not None, bytes melds not None, unsigned int win,
    unsigned int flags, unsigned int winds, unsigned int flowers
):
    """The points of a hand, flowers included. A hand without points gives minus its status
    (``guobiao.BatchStatus``).

    ``counts``: 34 bytes, the winning tile included; ``melds``: 4 codes; ``win``: slot or 255;
    ``flags``: 1 self-drawn, 2 last copy, 4 last tile, 8 kong; ``winds``: 4 * prevalent + seat.
    Raises ``ValueError`` for other lengths.
    """
    cdef hand_t hand
    cdef int16_t total
    read_hand(counts, melds, win, flags, winds, flowers, &hand)
    cdef int status = score_points(&tables.rules, &hand, &total)
    return total if status == FINE else -status

def fan_counts(
    ProfileTables tables not None, bytes counts not None, bytes melds not None, unsigned int win,
    unsigned int flags, unsigned int winds, unsigned int flowers
):
    """The fans of the best reading: 82 bytes, byte k how often fan k + 1 counts; all zeros for a
    hand that has no points.
    """
    cdef hand_t hand
    cdef int16_t total
    cdef uint8_t fans[FANS]
    read_hand(counts, melds, win, flags, winds, flowers, &hand)
    score_fans(&tables.rules, &hand, &total, fans)
    return <bytes>fans[:FANS]

def is_complete(bytes counts not None, bytes melds not None):
    """0 if fourteen tiles are of a winning form, else the status that says why not."""
    cdef hand_t hand
    read_tiles(counts, melds, &hand)
    return check_complete(&hand)

def waits(bytes counts not None, bytes melds not None, bint formal=False):
    """The waits of thirteen tiles as a mask (bit = slot), or minus the status that says what is
    wrong.

    Formal waits include tiles that the hand holds four times.
    """
    cdef hand_t hand
    cdef uint64_t mask
    read_tiles(counts, melds, &hand)
    cdef int status = find_waits(&hand, formal, &mask)
    return mask if status == FINE else -status

def shanten(bytes counts not None, bytes melds not None, bint formal=False):
    """Six shanten numbers: the least, then standard form, seven pairs, thirteen orphans,
    all-knitted, knitted straight.

    -1 complete, 0 ready, 127 for a form that the melds rule out. If it is not a hand of 3k + 1 or
    3k + 2 tiles: minus the status.
    """
    cdef hand_t hand
    cdef int8_t found[SHANTEN_COLUMNS]
    read_tiles(counts, melds, &hand)
    cdef int status = find_shanten(&hand, formal, found)
    if status != FINE:
        return -status
    return found[0], found[1], found[2], found[3], found[4], found[5]

def effective_tiles(
    bytes counts not None, bytes melds not None, bint formal=False, bint standard_only=False
):
    """The same numbers, and for each the tiles that lower it as a mask (bit = slot); or minus the
    status.

    ``standard_only``: the other forms are left out (127).
    """
    cdef hand_t hand
    cdef int8_t found[SHANTEN_COLUMNS]
    cdef uint64_t masks[SHANTEN_COLUMNS]
    read_tiles(counts, melds, &hand)
    cdef int status = find_effective(&hand, formal, standard_only, found, masks)
    if status != FINE:
        return -status
    numbers = (found[0], found[1], found[2], found[3], found[4], found[5])
    return numbers, (masks[0], masks[1], masks[2], masks[3], masks[4], masks[5])

def suit_splits(bytes counts not None):
    """The splits of nine counts of one suit into sets and at most one pair: a tuple of (chow
    starts, pung ranks, pair's rank or -1).

    Empty if there is none. Raises ``ValueError`` for other lengths.
    """
    if len(counts) != 9:
        raise ValueError(f"{len(counts)} counts: expected 9 bytes")
    if max(counts) > 4:
        return ()
    cdef uint32_t key = suit_key(<const uint8_t *>counts)
    cdef const suit_row_t *row = suit_row(suit_tables(), key)
    if row.key != key:
        return ()
    found = []
    while row != NULL:
        chows = tuple(start for start in range(7) for _ in range(row.chows >> (3 * start) & 7))
        pungs = tuple(rank for rank in range(9) if row.pungs >> rank & 1)
        found.append((chows, pungs, (<int>row.pair).bit_length() - 1))
        row = next_split(suit_tables(), row)
    return tuple(found)

def knitted_bodies():
    """The six bodies of a 组合龙: for each the groups (0: 147, 1: 258, 2: 369) that the suits m, s,
    p take.
    """
    return tuple(
        tuple(GUOBIAO_BODIES[body] >> (2 * suit) & 3 for suit in range(3)) for body in range(6)
    )

def make_tables(rules):
    """The tables of a profile (``fan_table.Rules``), solved now, which takes some seconds. Raises
    ``fan_table.RulesError`` if they would not fit.
    """
    from .builder.layout import profile_bytes

    return ProfileTables(profile_bytes(rules))

def built_in_tables(name):
    """The tables of a built-in profile, solved when the package was built."""
    from pkgutil import get_data

    return ProfileTables(get_data("mahjong_core", f"generated/{name}.tables"))
