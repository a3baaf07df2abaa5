"""Hands of play as Python objects: what the thin layer of guobiao.table stands on."""

from ..messages import shown

cimport cython
from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from ..types cimport (
    ACTIONS, FLOWERS_AT, HIDDEN_MELD, LAST_MELD_CODE, NO_TILE, OVER_PHASE, SEATS, SLOTS,
    WALL_TILES,
)
from ..scoring.rules cimport ProfileTables
from .engine cimport (
    MAX_LEGAL, RIVER_TILES, apply_action, event_t, game_t, list_actions, observation_t, observe,
    payment_t, start_hand, table_t, tiles_of, wall_left,
)
from .chance cimport play_to_end, random_t, seed_random, shuffle_wall
from ..arguments import whole_number

__all__ = ["SeatView", "TableRules", "TableState", "play_random", "shuffled"]

cdef enum:
    MOST_FIXED = 1000000      # so that the changes of a hand stay far within 32 bits
    MOST_TIMES = 1000

cdef payment_t payment_of(tuple formula) except *:
    cdef payment_t made
    fixed, times = None, None
    if len(formula) == 2:
        fixed, times = [whole_number(part, 0) for part in formula]
    if fixed is None or times is None or fixed > MOST_FIXED or times > MOST_TIMES:
        raise ValueError(
            f"a payment of {shown(formula)}: "
            f"expected up to {MOST_FIXED}, and up to {MOST_TIMES} times the points"
        )
    made.fixed = fixed
    made.times = times
    return made

cdef class TableRules:
    """What a rule profile says about a hand of play: its tables, its minimum, its payments as
    (fixed, times the points).

    ``seats`` and ``phases`` are the objects by which ``TableState`` names them (four each).
    """

    def __cinit__(
        self, profile, ProfileTables tables not None, int minimum, tuple self_drawn not None,
        tuple discarder not None, tuple others not None, tuple seats not None, tuple phases not None
    ):
        if len(seats) != 4 or len(phases) != 4:
            raise ValueError(f"{len(seats)} seats and {len(phases)} phases: expected four each")
        self.profile = profile
        self.tables = tables
        self.game.rules = &tables.rules
        self.game.minimum = minimum
        self.game.self_drawn = payment_of(self_drawn)
        self.game.discarder = payment_of(discarder)
        self.game.others = payment_of(others)
        self.seats = seats
        self.phases = phases

cdef class TableState:
    """A hand of play. ``wall``: the codes of its tiles in order, 144 with flowers or 136 without
    (own walls: one after the other).

    Raises ``ValueError`` if the wall is not the full set, or if another number is impossible.
    """

    def __cinit__(self, *arguments, **options):
        # Without __init__ the object is a hand that is over, so that nothing can be done with it.
        memset(&self.table, 0, sizeof(table_t))
        self.table.phase = OVER_PHASE

    def __init__(
        self, TableRules game not None, int wall_rule, int prevalent, bytes wall not None, seed=None
    ):
        check_wall(wall)
        check_settings(wall_rule, prevalent)
        self.game = game
        self.seed = seed
        start_hand(&game.game, wall_rule, len(wall) == WALL_TILES, prevalent, wall, &self.table)

    @property
    def turn(self):
        """The seat that is asked, or None when the hand is over."""
        return None if self.table.phase == OVER_PHASE else self.game.seats[self.table.turn]

    @property
    def phase(self):
        """What is asked of ``turn``."""
        if self.game is None:
            raise ValueError("a hand that was never dealt")
        return self.game.phases[self.table.phase]

    @property
    def is_over(self):
        """Whether the hand was won or nobody can draw."""
        return self.table.phase == OVER_PHASE

    @property
    def changes(self):
        """The point changes of E S W N that the hand has brought: zeros until it is won."""
        cdef int32_t *changes = self.table.changes
        return changes[0], changes[1], changes[2], changes[3]

    def legal_actions(self):
        """What ``turn`` may do, ascending; empty when the hand is over."""
        cdef uint8_t actions[MAX_LEGAL]
        cdef int i, count
        with cython.critical_section(self):
            count = list_actions(&self.table, actions)
        return tuple([actions[i] for i in range(count)])

    cdef const game_t *rules_of_game(self) noexcept:
        return NULL if self.game is None else &self.game.game

    def apply(self, action):
        """Does what ``turn`` decided, and all that follows up to the next decision."""
        cdef int number = number_of(action)
        cdef const game_t *game = self.rules_of_game()
        cdef bint is_done
        with cython.critical_section(self):
            is_done = apply_action(game, &self.table, number)
        if not is_done:
            self._refuse(action)

    def play_out(self, uint64_t seed, bint eager=False):
        """Plays on to the end without the GIL, each decision at random; how many there were.

        ``eager``: every win is taken, and what is loose in a hand is discarded.
        """
        cdef table_t table
        cdef const game_t *game = self.rules_of_game()
        cdef random_t random
        cdef int decisions
        with cython.critical_section(self):
            table = self.table
        with nogil:
            seed_random(&random, seed)
            decisions = play_to_end(game, &table, eager, &random)
        with cython.critical_section(self):
            self.table = table
        return decisions

    def copy(self):
        """A copy of the hand. Playing on with one does not change the other."""
        cdef TableState made = type(self).__new__(type(self))
        with cython.critical_section(self):
            made.table = self.table
        made.game = self.game
        made.seed = self.seed
        return made

    def _refuse(self, action):
        raise ValueError(
            f"{shown(action)} is no legal action: "
            f"expected one of {self.legal_actions()}"
        )

    def _wall(self):
        return <bytes>self.table.wall[:tiles_of(self.table.has_flowers)]

    def _actions(self):
        return <bytes>self.table.actions[:self.table.action_count]

    def events_since(self, Py_ssize_t first):
        """The events after the ``first`` ones in numbers: kind, seat, tile and detail of each.

        A program that follows a hand asks for the new events after each action.
        """
        cdef const event_t *event
        cdef Py_ssize_t place
        found = []
        for place in range(max(first, 0), self.table.event_count):
            event = &self.table.events[place]
            found.append((event.kind, event.seat, event.tile, event.detail))
        return found

    def _settings(self):
        return self.table.wall_rule, self.table.prevalent

    def _end(self):
        """Ending, winner, loser, flags of the win, winning tile."""
        cdef table_t *table = &self.table
        return table.ending, table.winner, table.loser, table.win_flags, table.tile

    def _tiles_of(self, int seat):
        """Standing counts, melds, their sources, flowers (a bit each)."""
        cdef table_t *table = &self.table
        cdef int count = table.meld_count[seat & 3]
        return (
            <bytes>table.hands[seat & 3].counts[:SLOTS], <bytes>table.hands[seat & 3].melds[:count],
            <bytes>table.sources[seat & 3][:count],
            table.flowers[seat & 3],
        )

    def _wall_left(self, int seat):
        return wall_left(&self.table, seat & 3)

    def _see(self, kind, int seat):
        """What a seat may see, as an object of a class that derives from ``SeatView``."""
        cdef SeatView view = kind.__new__(kind)
        with cython.critical_section(self):
            observe(&self.table, seat & 3, &view.seen)
        if view.seen.turn == view.seen.seat:
            view.legal_actions = self.legal_actions()
        return view

cdef class SeatView:
    """What a seat may see, in numbers; ``legal_actions`` are those of its decision, empty if it has
    none to make.
    """

    def __cinit__(self, *arguments, **options):
        memset(&self.seen, 0, sizeof(observation_t))
        self.seen.phase = OVER_PHASE
        self.legal_actions = ()

    @property
    def hand(self):
        """34 counts of the own standing tiles, a drawn tile included."""
        return <bytes>self.seen.hand[:SLOTS]

    @property
    def standing(self):
        """How many tiles stand in the hands of E S W N."""
        cdef uint8_t *counts = self.seen.standing
        return counts[0], counts[1], counts[2], counts[3]

    @property
    def wall_left(self):
        """How many tiles E S W N may still draw; at a common wall it is the same number."""
        cdef uint8_t *left = self.seen.wall_left
        return left[0], left[1], left[2], left[3]

    def _numbers(self):
        """Seat, prevalent wind, phase, turn, actor, tile."""
        cdef observation_t *seen = &self.seen
        return seen.seat, seen.prevalent, seen.phase, seen.turn, seen.actor, seen.tile

    def _melds_of(self, int seat):
        """Codes and sources of a seat's melds, and its flowers (a bit each)."""
        cdef int count = self.seen.meld_count[seat & 3]
        return (
            <bytes>self.seen.melds[seat & 3][:count], <bytes>self.seen.sources[seat & 3][:count],
            self.seen.flowers[seat & 3],
        )

    def _river_of(self, int seat):
        """The slots of a seat's discards that nobody claimed."""
        return <bytes>self.seen.rivers[seat & 3][:self.seen.river_length[seat & 3]]

    def _bytes(self):
        """All of it as bytes, without the legal actions."""
        return (<uint8_t *>&self.seen)[:sizeof(observation_t)]

    def _read(self, bytes content not None, tuple legal_actions not None):
        """Sets it from what ``_bytes`` gave. Raises ``ValueError`` if ``_bytes`` cannot have given
        it.
        """
        cdef observation_t seen
        if len(content) != sizeof(observation_t):
            raise ValueError(f"{len(content)} bytes: expected {sizeof(observation_t)}")
        memcpy(&seen, <const char *>content, sizeof(observation_t))
        check_view(&seen)
        self.seen = seen
        self.legal_actions = legal_actions

cdef int check_view(const observation_t *seen) except -1:
    """Raises ``ValueError`` if a number that is an index lies outside its array."""
    cdef int seat, i
    cdef bint fits = seen.seat < SEATS and seen.prevalent < SEATS
    fits = fits and seen.phase <= OVER_PHASE and seen.actor < SEATS
    fits = fits and (seen.turn < SEATS or seen.turn == NO_TILE)
    fits = fits and (seen.tile < SLOTS or seen.tile == NO_TILE)
    for seat in range(SEATS):
        fits = fits and seen.meld_count[seat] <= 4 and seen.river_length[seat] <= RIVER_TILES
        for i in range(4):
            fits = fits and (seen.melds[seat][i] <= LAST_MELD_CODE
                or seen.melds[seat][i] == HIDDEN_MELD)
            fits = fits and (i >= seen.meld_count[seat] or seen.melds[seat][i] > 0)
        for i in range(RIVER_TILES):
            fits = fits and seen.rivers[seat][i] < SLOTS
    if not fits:
        raise ValueError("these bytes are no view of a table")
    return 0

cdef int number_of(action) except -2:
    """An action as an int; -1 if it is no action."""
    cdef int overflow
    if type(action) is not int:
        action = whole_number(action)
        if action is None:
            return -1
    cdef long number = PyLong_AsLongAndOverflow(action, &overflow)
    return <int>number if 0 <= number < ACTIONS and not overflow else -1

cdef int check_settings(int wall_rule, int prevalent) except -1:
    if not 0 <= wall_rule <= 1 or not 0 <= prevalent <= 3:
        raise ValueError(f"wall rule {wall_rule}, prevalent wind {prevalent}: expected 0-1 and 0-3")
    return 0

cdef int check_wall(bytes wall) except -1:
    """Raises ``ValueError`` unless it is the full set, with or without flowers. The play relies on
    it to stay within its arrays.
    """
    cdef int counts[42]
    cdef int tile, place
    cdef const uint8_t *tiles = <const uint8_t *>wall  # a loop over bytes gives signed characters
    if len(wall) not in (WALL_TILES, 4 * SLOTS):
        raise ValueError(f"a wall of {len(wall)} tiles: expected 144, or 136 without flowers")
    memset(counts, 0, sizeof(counts))
    for place in range(<int>len(wall)):
        tile = tiles[place]
        if tile >= 42:
            raise ValueError(f"{tile} is no tile: expected a code from 0 to 41")
        counts[tile] += 1
        if counts[tile] > (4 if tile < FLOWERS_AT else 1):
            raise ValueError(
                f"{counts[tile]} copies of tile {tile}: "
                f"expected four of 0-33 and one of 34-41"
            )
    return 0

def shuffled(uint64_t seed, bint has_flowers):
    """The wall of a seed: 144 codes, 136 without flowers."""
    cdef uint8_t wall[WALL_TILES]
    shuffle_wall(seed, has_flowers, wall)
    return <bytes>wall[:tiles_of(has_flowers)]

def play_random(
    TableRules rules not None, uint64_t seed, Py_ssize_t hands, int wall_rule=0,
    bint has_flowers=True, int prevalent=0, bint eager=False
):
    """Plays ``hands`` whole hands at random without the GIL; hand k has the wall of the seed
    ``seed`` + k.

    ``eager``: every win is taken, and what is loose in a hand is discarded. Returns the decisions
    made, and how many hands ended self-drawn, on a discard, on a robbed kong, and without a winner.
    """
    cdef table_t table
    cdef uint8_t wall[WALL_TILES]
    cdef random_t random
    cdef Py_ssize_t hand, decisions = 0
    cdef Py_ssize_t endings[5]
    memset(endings, 0, sizeof(endings))
    check_settings(wall_rule, prevalent)
    with nogil:
        for hand in range(hands):
            shuffle_wall(seed + <uint64_t>hand, has_flowers, wall)
            seed_random(&random, ~(seed + <uint64_t>hand))
            start_hand(&rules.game, wall_rule, has_flowers, prevalent, wall, &table)
            decisions += play_to_end(&rules.game, &table, eager, &random)
            endings[table.ending] += 1
    return decisions, endings[1], endings[2], endings[3], endings[4]
