"""One hand (盘) at the table, from the wall to the payment: a plain struct and what happens to it.

A ``table_t`` holds no pointer: copying it is a ``memcpy``, and a copy is an undo. Seats are 0 E 1 S
2 W 3 N, tile codes 0-33 the slots and 34-41 the flowers. An action is a number below ``ACTIONS``.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from ..scoring.rules cimport rules_t
from ..types cimport MELDS, SEATS, SLOTS, WALL_TILES, hand_t

cdef enum:
    # More than one player can discard: a turn of each of the others lies between two, but for
    # sixteen claims.
    RIVER_TILES = 48
    MAX_EVENTS = 288
    MAX_ACTIONS = 512     # 108 discards with three answers each, sixteen kongs with as many
    MAX_LEGAL = 24

cdef struct payment_t:           # what one player pays for a win: fixed + times * points
    int32_t fixed
    int32_t times

cdef struct game_t:              # what a rule profile says about a hand
    const rules_t *rules
    int minimum                  # without flowers
    payment_t self_drawn
    payment_t discarder
    payment_t others

cdef struct event_t:
    uint8_t kind
    uint8_t seat
    uint8_t tile
    uint8_t detail

cdef struct table_t:
    # masks of the tiles that complete a seat's thirteen; of the seats in waits_known
    uint64_t waits[SEATS]
    # standing tiles and melds; what is of a win is set when one is tried
    hand_t hands[SEATS]
    # 1 left 2 opposite 3 right; for a chow which of its tiles was claimed, 1-3
    uint8_t sources[SEATS][MELDS]
    uint8_t meld_count[SEATS]
    uint8_t flowers[SEATS]                # a bit a flower
    uint8_t open[SLOTS]                   # copies in rivers and open melds
    uint8_t river_length[SEATS]
    # where the next tile of each wall stands; the common wall is that of seat 0
    uint8_t draw_at[SEATS]
    uint8_t draw_end[SEATS]               # and where the wall ends
    uint8_t wall_rule
    uint8_t has_flowers
    uint8_t prevalent                     # wind, 0-3
    uint8_t waits_known                   # a bit a seat
    uint8_t phase
    uint8_t turn                          # who is asked
    # whose turn it is: who draws, discards or adds a tile to a pung
    uint8_t actor
    # the drawn tile (PLAY; NO_TILE after a claim), the discard (CLAIM), the added tile (ROB)
    uint8_t tile
    uint8_t last_tile                     # the next player has nothing to draw
    uint8_t after_kong                    # the drawn tile replaces a kong
    uint8_t pending                       # a bit for each seat that is still to be asked
    uint8_t options[SEATS]                # what each seat may do: the bits of OPTION_ in table.pyx
    uint8_t answers[SEATS]                # actions
    # points of the win, flowers included, for each seat that may win
    int16_t worth[SEATS]
    uint8_t ending
    uint8_t winner                        # NO_TILE: nobody
    uint8_t loser                         # who discarded or is robbed; NO_TILE: nobody
    uint8_t win_flags
    int32_t changes[SEATS]                # the payments
    uint16_t event_count
    uint16_t action_count
    uint8_t rivers[SEATS][RIVER_TILES]    # discards that nobody claimed, in order
    uint8_t wall[WALL_TILES]
    event_t events[MAX_EVENTS]
    uint8_t actions[MAX_ACTIONS]          # all that was decided: with the wall it is the whole hand

cdef struct observation_t:                # what one seat may see
    uint8_t hand[SLOTS]                   # the seat's standing tiles
    uint8_t melds[SEATS][MELDS]       # HIDDEN_MELD: a concealed kong of another, until the end
    uint8_t sources[SEATS][MELDS]
    uint8_t meld_count[SEATS]
    uint8_t flowers[SEATS]                # a bit a flower
    uint8_t standing[SEATS]               # how many tiles stand in each hand
    uint8_t wall_left[SEATS]
    uint8_t river_length[SEATS]
    uint8_t rivers[SEATS][RIVER_TILES]
    uint8_t seat
    uint8_t prevalent
    uint8_t phase
    # who is asked; NO_TILE: over, or some other player thinks about a claim
    uint8_t turn
    uint8_t actor
    # its own drawn tile, the discard, or the tile added to a pung; else NO_TILE
    uint8_t tile

# Deals from ``wall`` (144 codes, 136 without flowers) and goes on to the first decision.
cdef void start_hand(
    const game_t *game, int wall_rule, bint has_flowers, int prevalent, const uint8_t *wall,
    table_t *table
) noexcept nogil

# The legal actions of ``turn``, ascending; how many there are (0 when the hand is over).
cdef int list_actions(const table_t *table, uint8_t *actions) noexcept nogil

# The same as 235 bytes of 0 and 1.
cdef void fill_mask(const table_t *table, uint8_t *mask) noexcept nogil

cdef bint is_legal(const table_t *table, int action) noexcept nogil

# Does what ``turn`` decided, and all that follows without a decision. An illegal action changes
# nothing and gives False.
cdef bint apply_action(const game_t *game, table_t *table, int action) noexcept nogil

# What a seat may see.
cdef void observe(const table_t *table, int seat, observation_t *seen) noexcept nogil

# How many tiles a seat may still draw.
cdef int wall_left(const table_t *table, int seat) noexcept nogil

cdef inline int tiles_of(bint has_flowers) noexcept nogil:
    """How many tiles are played with."""
    return WALL_TILES if has_flowers else 4 * SLOTS
