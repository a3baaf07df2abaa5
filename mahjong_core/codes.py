"""The numbers that the core, its doors and the Python layer agree on, each written once.

The build writes them as C names (``generated/codes.pxd``, which ``types.pxd`` hands on); the
builder and ``guobiao`` import them. Numbers of arrays and files are stable. ``guobiao.reference``
has its own on purpose.
"""

from __future__ import annotations

from .fan_table import FAN_COUNT, fan_id

# Sizes.
SLOTS = 34  # kinds of tile: 1-9m, 1-9s, 1-9p, E S W N, C F P
SUITS = 3
RANKS = 9  # of a suit
FIRST_HONOUR = 27  # the slot of the first honour
COPIES = 4  # of each kind
FANS = FAN_COUNT
SEATS = 4
MELDS = 4  # the most that a hand has
FLOWER_TILES = 8
FLOWERS_AT = SLOTS  # the code of the first flower, where flowers have codes
WALL_TILES = COPIES * SLOTS + FLOWER_TILES
NO_TILE = 255  # no winning tile, no drawn tile, nobody

# Melds: 0 none, else 1 + 34 * kind + slot; of a chow the lowest slot.
CHOW, PUNG, MELDED_KONG, ADDED_KONG, CONCEALED_KONG = range(5)
NO_MELD = 0
CHOW_CODE, PUNG_CODE, MELDED_KONG_CODE, ADDED_KONG_CODE, CONCEALED_KONG_CODE = range(
    1, 1 + 5 * SLOTS, SLOTS
)
LAST_MELD_CODE = 5 * SLOTS
HIDDEN_MELD = 255  # another player's concealed kong, in what a seat sees

# Flags of a win.
SELF_DRAWN, LAST_COPY, LAST_TILE, KONG = 1, 2, 4, 8

# What became of a row of a batch.
FINE = 0
NOT_WINNING = 1
NO_WINNING_TILE = 2
WRONG_NUMBER_OF_TILES = 3
FIVE_COPIES = 4
BAD_MELD = 5
BAD_WINNING_TILE = 6
CONTRADICTORY_FLAGS = 7
BAD_FLAGS = 8
BAD_WINDS = 9
BAD_FLOWERS = 10
BAD_NOTATION = 11

# Forms, as the win rows number them.
BASIC = 0
NINE_GATES = 1
SEVEN_PAIRS = 2
SEVEN_SHIFTED_PAIRS = 3
THIRTEEN_ORPHANS = 4
KNITTED = 5
KNITTED_WITH_STRAIGHT = 6
GREATER_KNITTED = 7
KNITTED_STRAIGHT = 8

# Where the winning tile may stand in a split: bits.
IN_EDGE, IN_CLOSED, IN_PAIR, IN_OTHER, IN_PUNG = 1, 2, 4, 8, 16

# A row of the solved tables is index << 16 | points.
INDEX_SHIFT = 16
POINTS_MASK = 0xFFFF
LONG_LIST = 0x80000000  # in a word of fans
CONTRADICTION = 0xFF  # in the rows of the flags
SINGLE_WAIT = 3  # the label of 单钓将

# Bytes of a row of fan counts: byte k is fan k + 1.
CHICKEN_BYTE = fan_id("无番和") - 1
TRIPLE_PUNG_BYTE = fan_id("三同刻") - 1
THREE_CONCEALED_PUNGS_BYTE = fan_id("三暗刻") - 1
TWO_CONCEALED_KONGS_BYTE = fan_id("双暗杠") - 1
DOUBLE_PUNG_BYTE = fan_id("双同刻") - 1
TWO_CONCEALED_PUNGS_BYTE = fan_id("双暗刻") - 1
EDGE_WAIT_BYTE = fan_id("边张") - 1
CLOSED_WAIT_BYTE = fan_id("坎张") - 1
FLOWERS_BYTE = fan_id("花牌") - 1

# The columns of a shanten result, and the number of a form that the melds rule out.
LEAST, STANDARD, SEVEN_PAIRS_FORM, ORPHANS_FORM, ALL_KNITTED_FORM, KNITTED_STRAIGHT_FORM = range(6)
SHANTEN_COLUMNS = 6
RULED_OUT = 127

# Actions at the table, below ACTIONS; those with _AT stand for a tile each, in the order of the
# slots.
PASS = 0
WIN = 1
DISCARD_AT = 2
CHOW_AT = (
    DISCARD_AT + SLOTS
)  # + 21 * suit + 3 * (rank of the middle tile - 1) + claimed - middle + 1
CHOWS_OF_SUIT = 21
PUNG_AT = CHOW_AT + SUITS * CHOWS_OF_SUIT
KONG_AT = PUNG_AT + SLOTS  # of a discard
CONCEALED_KONG_AT = KONG_AT + SLOTS
ADDED_KONG_AT = CONCEALED_KONG_AT + SLOTS
ACTIONS = ADDED_KONG_AT + SLOTS

# Where the tiles come from, what a seat is asked, and how a hand ends.
COMMON_WALL, OWN_WALL = range(2)
PLAY_PHASE, CLAIM_PHASE, ROB_PHASE, OVER_PHASE = range(4)
SELF_DRAWN_WIN, DISCARD_WIN, ROBBED_WIN, DRAWN_GAME = range(1, 5)

# Events: four bytes each, kind, seat, tile, detail.
DEAL_EVENT = 0
FLOWER_EVENT = 1
DRAW_EVENT = 2
REPLACEMENT_EVENT = 3
DISCARD_EVENT = 4
CHOW_EVENT = 5  # tile: the middle one; detail: the claimed one
PUNG_EVENT = 6  # detail: whose discard
MELDED_KONG_EVENT = 7  # detail: whose discard
CONCEALED_KONG_EVENT = 8
ADDED_KONG_EVENT = 9
WIN_EVENT = 10  # detail: who discarded or is robbed; the winner itself if it drew the tile
DRAWN_GAME_EVENT = 11
IGNORED_EVENT = 12  # after a claim: what another player claimed in vain; tile: its action

# The planes of what a seat sees: 34 numbers each. What is by seat comes four times: the seat that
# looks, the next one counter-clockwise (下家), the opposite one, the one before (上家).
HAND_PLANE = 0  # 1 where the seat holds at least 1, 2, 3, 4 copies
DRAWN_PLANE = 4  # 1 at its drawn tile
CLAIM_PLANE = 5  # 1 at the tile that may be claimed
CHOWS_PLANE = 6  # by seat: how many chows have this lowest tile
PUNGS_PLANE = 10
OPEN_KONGS_PLANE = 14  # melded and added kongs
SHOWN_KONGS_PLANE = 18  # concealed kongs of which the tile may be seen
RIVERS_PLANE = 22  # copies in the river
LATEST_PLANE = 26  # place of the last copy in the river, from 1
UNSEEN_PLANE = 30  # copies that the seat cannot see
PREVALENT_PLANE = 31  # 1 at the wind
SEAT_WIND_PLANE = 32
PHASES_PLANE = 33  # 1 in PLAY, CLAIM, ROB; from here on all 34 numbers of a plane are the same
ACTORS_PLANE = 36  # 1: whose turn it is
WALL_PLANE = 40  # tiles that the seat may still draw
FLOWERS_PLANE = 44
STANDING_PLANE = 48  # tiles that stand in the hand
UNKNOWN_KONGS_PLANE = 52  # concealed kongs of which the tile may not be seen
PLANES = 56


def meld_code(kind: int, slot: int) -> int:
    """The byte of a meld.

    >>> meld_code(PUNG, 27)
    62
    """
    return 1 + SLOTS * kind + slot


def meld_parts(code: int) -> tuple[int, int]:
    """Kind and slot of a meld's byte.

    >>> meld_parts(62)
    (1, 27)
    """
    return divmod(code - 1, SLOTS)


def winds_code(prevalent: int, seat: int) -> int:
    """The byte of a hand's winds, each 0 E 1 S 2 W 3 N.

    >>> winds_code(1, 2)
    6
    """
    return 4 * prevalent + seat


def wind_parts(winds: int) -> tuple[int, int]:
    """Prevalent and seat wind of a hand's byte.

    >>> wind_parts(6)
    (1, 2)
    """
    return divmod(winds, 4)


def c_names() -> str:
    """The numbers of this module as a Cython declaration file."""
    numbers = {
        name: value
        for name, value in globals().items()
        if name.isupper() and isinstance(value, int)
    }
    names = "".join(
        f"    {name} = {value:#x}\n" for name, value in numbers.items() if name != "FAN_COUNT"
    )
    return f'"""Made by mahjong_core/codes.py: do not edit."""\n\ncdef enum:\n{names}'
