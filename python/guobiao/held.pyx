"""What is made for every hand: its numbers in C, a score, a fan that counts. Immutable, and cheap
to make.
"""

cimport cython
from cpython.object cimport PyObject, PyTypeObject
from cpython.type cimport PyType_IsSubtype
from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memset
from mahjong_core.scoring.rules cimport ProfileTables
from mahjong_core.scoring.score cimport score_fans, score_points
from mahjong_core.tiles cimport set_tiles, word_at
from mahjong_core.types cimport FANS, FINE, SLOTS, hand_t

cdef enum:
    FANS_IN_WORDS = 88

__all__ = ["CountedFan", "PackedHand", "ScoreValues", "counted_fans", "score_of"]

cdef class PackedHand:
    """The numbers of a hand, as the rows of a batch hold them. ``ValueError`` for other lengths,
    ``OverflowError`` for other numbers.
    """

    cdef hand_t hand

    def __cinit__(
        self, bytes counts not None, bytes melds not None, uint8_t win, uint8_t flags, uint8_t
        winds, uint8_t flowers
    ):
        if len(counts) != SLOTS or len(melds) != 4:
            raise ValueError(f"{len(counts)} counts and {len(melds)} melds: expected 34 and 4 bytes")
        set_tiles(&self.hand, <const uint8_t *>counts, <const uint8_t *>melds)
        self.hand.win = win
        self.hand.flags = flags
        self.hand.winds = winds
        self.hand.flowers = flowers

    def __reduce__(self):
        return PackedHand, (
            <bytes>self.hand.counts[:SLOTS], <bytes>self.hand.melds[:4], self.hand.win, self.hand.flags, self.hand.winds,
            self.hand.flowers,
        )

@cython.freelist(32)
cdef class CountedFan:
    """A fan that counts: how often, the points of all copies, and for each copy the sets that make
    it. Immutable.

    ``sets`` has one tuple a copy in the order of the split: the chows, pungs or kongs of a fan of
    sets, the four tiles of a 四归一 (as a ``KONG``-shaped set), the set that the winning tile
    completes for a wait; it is empty for fans of the whole hand or of the win.
    """

    cdef readonly object fan
    cdef readonly int count
    cdef readonly int points
    cdef object _sets  # the sets, or the score whose explanation has them

    def __init__(self, fan, int count, int points, tuple sets=()):
        self.fan = fan
        self.count = count
        self.points = points
        self._sets = sets

    @property
    def sets(self):
        """For each copy the sets that make it; found when it is first asked for."""
        if not isinstance(self._sets, tuple):
            self._sets = next(each.sets for each in self._sets.explanation.fans if each.fan == self.fan)
        return self._sets

    def __eq__(self, other):
        if not isinstance(other, CountedFan):
            return NotImplemented
        mine, theirs = (self.fan, self.count, self.points), (other.fan, other.count, other.points)
        return mine == theirs and self.sets == other.sets

    def __hash__(self):
        return hash((self.fan, self.count, self.points))

    def __repr__(self):
        return f"CountedFan(fan={self.fan!r}, count={self.count}, points={self.points}, sets={self.sets!r})"

    def __reduce__(self):
        return CountedFan, (self.fan, self.count, self.points, self.sets)

@cython.auto_pickle(False)
cdef class ScoreValues:
    """What every score has: the hand, the profile, the points, and what is made of these when it is
    asked for.
    """

    cdef readonly object hand
    cdef readonly object profile
    cdef readonly int points
    cdef public object _explanation

    def __init__(self, hand, profile, int points, explanation=None):
        self.hand = hand
        self.profile = profile
        self.points = points
        self._explanation = explanation

def score_of(
    type kind not None, hand, profile, ProfileTables tables not None, PackedHand packed not None
):
    """A score (``kind`` is a class of ``ScoreValues``) of a hand with its numbers, or None for one
    that has no points.
    """
    cdef int16_t total
    cdef ScoreValues made
    if not PyType_IsSubtype(kind, ScoreValues):
        raise TypeError(f"{kind!r:.80} is no class of scores")
    if score_points(&tables.rules, &packed.hand, &total) != FINE:
        return None
    # Made without arguments, which would be put into a tuple and taken out again.
    made = <ScoreValues?>(<PyTypeObject *>kind).tp_new(kind, <PyObject *>(), NULL)
    made.hand = hand
    made.profile = profile
    made.points = total
    return made

def counted_fans(
    ProfileTables tables not None, PackedHand hand not None, tuple fans not None, tuple points not
    None, score
):
    """The fans of the best reading by id: ``fans`` are those of the 82 columns, ``points`` those of
    ids 0-82; ``score`` knows the sets.
    """
    cdef int16_t total
    cdef uint8_t counts[FANS_IN_WORDS]
    cdef int first, column
    cdef CountedFan counted
    if len(fans) != FANS or len(points) != FANS + 1:
        raise ValueError(f"{len(fans)} fans and {len(points)} points: expected 82 and 83")
    memset(counts + FANS, 0, FANS_IN_WORDS - FANS)
    score_fans(&tables.rules, &hand.hand, &total, counts)
    found = []
    for first in range(0, FANS, 8):
        if word_at(counts + first) == 0:  # most are
            continue
        for column in range(first, first + 8):
            if counts[column]:
                counted = CountedFan.__new__(CountedFan)
                counted.fan = fans[column]
                counted.count = counts[column]
                counted.points = counts[column] * <int>points[column + 1]
                counted._sets = score
                found.append(counted)
    return tuple(found)
