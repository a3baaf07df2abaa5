"""Shanten and effective tiles: distance rows of the suits and the honours by table, joined
by small min-plus steps (``rows.pxd``); the forms that only count kinds of tiles (``kinds.pxd``).

The tables know targets with four copies of a tile (exact) or any number (formal). What they do not
know is searched, rank by rank: suits of which melds hold tiles (in the exact notion), a fifth copy
that a formal wait asks for, and fifteen tiles of a suit.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from ..types cimport (
    ALL_KNITTED_FORM, BAD_MELD, FINE, FIVE_COPIES, KNITTED_STRAIGHT_FORM, LEAST, ORPHANS_FORM,
    RULED_OUT, SEVEN_PAIRS_FORM, SHANTEN_COLUMNS, SLOTS, STANDARD, WRONG_NUMBER_OF_TILES, hand_t,
)
from ..tiles cimport byte_sum, honour_lanes, lane_bits, set_tiles, word_at
from ..lanes cimport lanes_of, lanes_t
from ..scoring.suits cimport suit_tables
from ..scoring.reading cimport all_copies, bad_of, melds_of, read_tiles, tiles_t
from .kinds cimport (
    bits_of, effective_for_all_knitted, effective_for_orphans, group_of, kinds_t, odd_tiles,
    ones_of, orphans_shanten, read_kinds,
)
from .rows cimport (
    FAR, NO_SHORTER, PAIR_LANE, PAIR_STEP, READ_BYTES, ROW_BYTES, SETS_LANE, clear_row,
    honour_index, join, joined_distance, lower, place_of, place_t, row_t, store_row,
)

# made by mahjong_core/builder; the sizes of the arrays stand there
cdef extern from "distances.h" nogil:
    const uint8_t DISTANCE_ROWS[1]
    const uint32_t DISTANCE_BASES[1]
    const uint16_t DISTANCE_POSITIONS[1]
    const uint8_t EXACT_SUITS[1]
    const uint8_t EXACT_HONOURS[1]
    const uint8_t FORMAL_SUITS[1]
    const uint8_t FORMAL_HONOURS[1]

cdef enum:
    HONOUR_GROUP = 3
    GROUPS = 4
    NO_LIMIT = 15
    MOST_TILES = 14

cdef extern from *:
    """
    static const unsigned short GUOBIAO_POWERS[9] = {1, 5, 25, 125, 1, 5, 25, 125, 625};
    """
    const uint16_t GUOBIAO_POWERS[9]

cdef struct notion_t:
    const uint8_t *suits
    const uint8_t *honours
    bint formal

cdef struct far_t:               # a hand that is to become ``sets`` sets and a pair
    notion_t notion
    int sets
    bint searched                # some suit has limits of its own
    uint8_t counts[40]
    # the most copies of each tile that the target may take of the standing tiles and the wall
    uint8_t limits[40]
    place_t places[3]
    const uint8_t *rows[4]
    row_t own_rows[3]            # those that were searched

cdef inline const uint8_t *suit_distances(
    const notion_t *notion, uint32_t low, uint32_t high
) noexcept nogil:
    return DISTANCE_ROWS + ROW_BYTES * notion.suits[DISTANCE_BASES[high] + DISTANCE_POSITIONS[low]]

cdef inline const uint8_t *honour_distances(const notion_t *notion, uint64_t lanes) noexcept nogil:
    return DISTANCE_ROWS + ROW_BYTES * notion.honours[honour_index(lanes)]

# ------------------------------------------------------------------------------------------- search

cdef void search_row(
    const uint8_t *counts, const uint8_t *limits, bint is_suit, uint8_t *row
) noexcept nogil:
    """The row of nine suit counts or seven honours, for a target with at most
    ``limits`` of each tile.

    Rank by rank: ``rows[3 * a + b]`` is the row so far when a chows end at this rank and b at the
    next. Three equal chows are three pungs.
    """
    cdef row_t rows[9]
    cdef lanes_t following[9]
    cdef int rank, state
    for state in range(9):
        clear_row(rows[state])
    rows[0][SETS_LANE] = 0
    for rank in range(9 if is_suit else 7):
        for state in range(9):
            following[state] = lanes_of(FAR)
        for state in range(9):
            go_on(rows[state], state, counts[rank], limits[rank], 2 if is_suit and rank < 7 else 0,
                following)
        for state in range(9):
            store_row(following[state], rows[state])
    memcpy(row, rows[0], ROW_BYTES)

cdef inline void go_on(
    const uint8_t *row, int state, int count, int limit, int most_chows, lanes_t *following
) noexcept nogil:
    """All that a target can take of a rank from one state: new chows, a pung, the pair."""
    cdef int chows, pungs, pairs, copies, reaching = state // 3 + state % 3
    for chows in range(most_chows + 1):
        for pungs in range(2):
            for pairs in range(2):
                copies = reaching + chows + 3 * pungs + 2 * pairs
                if copies <= limit:
                    following[3 * (state % 3) + chows] = lower(
                        following[3 * (state % 3) + chows],
                        row + SETS_LANE - chows - pungs - PAIR_STEP * pairs,
                        <uint8_t>(copies - count if copies > count else 0),
                    )

# ---------------------------------------------------------------------------------- sets and a pair

cdef inline void set_suit(far_t *far, int suit) noexcept nogil:
    far.places[suit] = place_of(word_at(far.counts + 9 * suit), far.counts[9 * suit + 8])
    far.rows[suit] = suit_distances(&far.notion, far.places[suit].low, far.places[suit].high)

cdef inline uint64_t free_honours(const far_t *far) noexcept nogil:
    """The honour lanes without those that lie in melds: no pair and no pung of them is left."""
    cdef uint64_t lanes = honour_lanes(far.counts)
    cdef uint64_t free = honour_lanes(far.limits) >> 2 & <uint64_t>0x01010101010101
    return lanes & (free * 7)

cdef void search_suits(far_t *far) noexcept nogil:
    """In the exact notion: the rows of suits of which melds hold tiles."""
    cdef int suit, rank
    cdef uint32_t total
    for suit in range(3):
        total = 0
        for rank in range(9):
            total += far.limits[9 * suit + rank]
        if total < 36:
            search_row(far.counts + 9 * suit, far.limits + 9 * suit, True, far.own_rows[suit])
            far.rows[suit] = far.own_rows[suit]

cdef inline void measure(far_t *far) noexcept nogil:
    """Fills places and rows from the counts."""
    cdef int suit
    for suit in range(3):
        set_suit(far, suit)
    far.rows[HONOUR_GROUP] = honour_distances(&far.notion, free_honours(far))
    if far.searched:
        search_suits(far)

cdef inline int distance_to_sets(const far_t *far) noexcept nogil:
    """The tiles that are missing to the sets and a pair."""
    cdef row_t left, right
    join(far.rows[0], far.rows[1], left)
    join(far.rows[2], far.rows[3], right)
    # Constant numbers let the compiler unroll the steps.
    if far.sets == 4:
        return joined_distance(left, right, 4)
    return joined_distance(left, right, far.sets)

cdef inline void mark_shortest(
    const uint8_t *row, const uint8_t *others, int sets, int distance, uint8_t *marks
) noexcept nogil:
    """Sets the lanes of a row that lie on a shortest way: with what the others
    have, they make the distance.
    """
    cdef int here
    memset(marks, 0, READ_BYTES)
    for here in range(sets + 1):
        marks[here] = row[SETS_LANE + here] + others[PAIR_LANE + sets - here] == distance
        marks[PAIR_STEP + here] = (
            row[PAIR_LANE + here] + others[SETS_LANE + sets - here] == distance
        )

cdef inline bint is_nearer(
    const uint8_t *row, const uint8_t *with_tile, const uint8_t *marks
) noexcept nogil:
    """Whether a tile lowers a marked distance.

    It lowers each by one or not at all, so that no byte borrows from the next.
    """
    cdef uint64_t sets = word_at(marks) & (
        word_at(row + SETS_LANE) - word_at(with_tile + SETS_LANE))
    cdef uint64_t pair = word_at(marks + 8) & (
        word_at(row + SETS_LANE + 8) - word_at(with_tile + SETS_LANE + 8))
    return (sets | pair) != 0

cdef uint32_t nearer_by_search(
    far_t *far, int group, const uint8_t *marks, bint fifth_copy
) noexcept nogil:
    """The tiles of a group that lower a marked distance, by search.

    ``fifth_copy``: only those that are held four times.
    """
    cdef uint8_t *counts = far.counts + 9 * group
    cdef const uint8_t *limits = far.limits + 9 * group
    cdef row_t row
    cdef uint32_t mask = 0
    cdef int tile
    for tile in range(9 if group < HONOUR_GROUP else 7):
        if counts[tile] < limits[tile] and (counts[tile] == 4) == fifth_copy:
            counts[tile] += 1
            search_row(counts, limits, group < HONOUR_GROUP, row)
            counts[tile] -= 1
            mask |= <uint32_t>is_nearer(far.rows[group], row, marks) << tile
    return mask

cdef inline uint32_t nearer_of_suit(
    const far_t *far, int suit, const uint8_t *marks
) noexcept nogil:
    """The tiles of a suit, by table: those that are not held four times."""
    cdef const uint8_t *counts = far.counts + 9 * suit
    cdef place_t place = far.places[suit]
    cdef uint32_t mask = 0
    cdef int rank
    for rank in range(4):
        if counts[rank] < 4:
            mask |= <uint32_t>is_nearer(
                far.rows[suit],
                suit_distances(&far.notion, place.low + GUOBIAO_POWERS[rank], place.high),
                marks,
            ) << rank
    for rank in range(4, 9):
        if counts[rank] < 4:
            mask |= <uint32_t>is_nearer(
                far.rows[suit],
                suit_distances(&far.notion, place.low, place.high + GUOBIAO_POWERS[rank]),
                marks,
            ) << rank
    return mask

cdef inline uint32_t nearer_of_honours(const far_t *far, const uint8_t *marks) noexcept nogil:
    """The nearer honours that are not held four times; equally held ones count all or none.

    Tiles of melds help no more.
    """
    cdef uint64_t ones = <uint64_t>0x01010101010101, lanes = free_honours(far)
    cdef uint64_t free = honour_lanes(far.limits) >> 2 & ones
    cdef uint64_t low = lanes & ones, high = lanes >> 1 & ones, below_four = ones & ~(lanes >> 2)
    cdef uint64_t held[4]
    cdef uint32_t index = honour_index(lanes)
    cdef const uint8_t *row
    cdef uint64_t nearer = 0
    cdef int count
    held[0] = ~low & ~high & below_four
    held[1] = low & ~high
    held[2] = ~low & high
    held[3] = low & high
    for count in range(4):
        # One more tile of which ``count`` are held: the next digit of the index.
        row = DISTANCE_ROWS + ROW_BYTES * far.notion.honours[index + (1 << (3 * count))]
        nearer |= held[count] & (0 - <uint64_t>is_nearer(far.rows[HONOUR_GROUP], row, marks))
    return lane_bits(nearer & free)

cdef inline bint needs_search(const far_t *far, int suit) noexcept nogil:
    """Whether the tables lack the suit with one tile more."""
    cdef const uint8_t *counts = far.counts + 9 * suit
    return (
        far.rows[suit] == far.own_rows[suit] or byte_sum(word_at(counts)) + counts[8] >= MOST_TILES
    )

cdef int effective_for_sets(far_t *far, uint64_t *mask) noexcept nogil:
    """The distance to the sets and a pair, and the tiles that lower it."""
    cdef row_t left, right
    cdef row_t others[4]
    cdef uint8_t marks[READ_BYTES]
    cdef uint32_t nearer
    cdef int group, distance
    join(far.rows[0], far.rows[1], left)
    join(far.rows[2], far.rows[3], right)
    distance = joined_distance(left, right, far.sets)
    join(far.rows[1], right, others[0])
    join(far.rows[0], right, others[1])
    join(far.rows[3], left, others[2])
    join(far.rows[2], left, others[3])
    mask[0] = 0
    if distance == 0:
        return 0
    for group in range(GROUPS):
        mark_shortest(far.rows[group], others[group], far.sets, distance, marks)
        if group == HONOUR_GROUP:
            nearer = nearer_of_honours(far, marks)
        elif needs_search(far, group):
            nearer = nearer_by_search(far, group, marks, False)
        else:
            nearer = nearer_of_suit(far, group, marks)
        # The last tile that the sets and the pair lack may be a fifth copy, in form; no other.
        if far.notion.formal and distance == 1:
            nearer |= nearer_by_search(far, group, marks, True)
        mask[0] |= <uint64_t>nearer << (9 * group)
    return distance

# --------------------------------------------------------------------------------- knitted straight

# a suit without the tiles of a group (147, 258 or 369) that it holds, one of each
cdef struct rest_t:
    int missing                  # tiles of the group
    const uint8_t *row

cdef struct straight_t:
    rest_t rests[3][3]           # by suit and group
    int pairs[3][3]              # with a meld: the tiles that are missing to a pair in it
    int honour_pair

cdef inline uint64_t group_word(int group) noexcept nogil:
    """The first eight ranks of a group, a byte each; the last of 369 is the ninth."""
    return <uint64_t>0x0001000001000001 << (8 * group)

cdef inline int missing_to_pair(uint64_t word, uint32_t ninth) noexcept nogil:
    if (word | ninth) & <uint64_t>0x0606060606060606:
        return 0
    return 1 if word | ninth else 2

cdef inline void read_rests(const far_t *far, straight_t *straight) noexcept nogil:
    cdef const uint8_t *counts
    cdef const place_t *place
    cdef rest_t *rest
    cdef uint32_t low, middle, high, below, above
    cdef int suit, group
    for suit in range(3):
        counts = far.counts + 9 * suit
        place = &far.places[suit]
        for group in range(3):
            rest = &straight.rests[suit][group]
            low = counts[group] != 0
            middle = counts[group + 3] != 0
            high = counts[group + 6] != 0
            # What they are worth as digits in base five: 147 is 1, 125 | 25; 258 is 5 | 1,
            # 125; 369 is 25 | 5, 625.
            below = low + 125 * middle if group == 0 else 5 * low if group == 1 else 25 * low
            above = (
                25 * high if group == 0
                else middle + 125 * high if group == 1
                else 5 * middle + 625 * high
            )
            rest.missing = 3 - <int>(low + middle + high)
            rest.row = suit_distances(&far.notion, place.low - below, place.high - above)

cdef inline uint64_t word_without(const uint8_t *counts, int group) noexcept nogil:
    """Eight counts of a suit without the tiles of a group."""
    cdef uint64_t word = word_at(counts)
    return word - (ones_of(word) & group_word(group))

cdef inline uint32_t ninth_without(const uint8_t *counts, int group) noexcept nogil:
    return counts[8] - (1 if group == 2 and counts[8] else 0)

cdef inline int smaller(int left, int right) noexcept nogil:
    return left if left < right else right

cdef inline int distance_to_set_and_pair(
    const far_t *far, const straight_t *straight, int body
) noexcept nogil:
    """The tiles that are missing to a set and a pair, of what the body leaves."""
    cdef const uint8_t *row = far.rows[HONOUR_GROUP]
    cdef int chow_or_pung = row[SETS_LANE + 1], pair = row[PAIR_LANE], both = row[PAIR_LANE + 1]
    cdef int suit
    for suit in range(3):
        row = straight.rests[suit][group_of(body, suit)].row
        both = smaller(both, row[PAIR_LANE + 1])
        both = smaller(both, smaller(chow_or_pung + row[PAIR_LANE], pair + row[SETS_LANE + 1]))
        chow_or_pung = smaller(chow_or_pung, row[SETS_LANE + 1])
        pair = smaller(pair, row[PAIR_LANE])
    return both

cdef inline int missing_to_body(const straight_t *straight, int body) noexcept nogil:
    return (
        straight.rests[0][group_of(body, 0)].missing + straight.rests[1][group_of(body, 1)].missing
        + straight.rests[2][group_of(body, 2)].missing
    )

cdef inline void distances_to_bodies(
    const far_t *far, const straight_t *straight, int *distances
) noexcept nogil:
    """The distance to the knitted straight with each body, beside four sets'
    worth of standing tiles.
    """
    cdef int body
    for body in range(6):
        distances[body] = (
            missing_to_body(straight, body) + distance_to_set_and_pair(far, straight, body)
        )

cdef uint64_t pairable(const uint8_t *limits) noexcept nogil:
    """Eight tiles as bytes, 7 for each that a pair may take."""
    cdef uint64_t word = word_at(limits)
    return (word >> 1 | word >> 2) & <uint64_t>0x0101010101010101

cdef void distances_beside_a_meld(
    const far_t *far, straight_t *straight, int *distances
) noexcept nogil:
    """The same when the meld is the set.

    A body takes one copy and a pair two of what the meld leaves.
    """
    cdef int body, suit, group, pair, rank
    cdef const uint8_t *counts
    cdef uint64_t honours = free_honours(far)
    straight.honour_pair = missing_to_pair(honours, 0)
    for suit in range(3):
        counts = far.counts + 9 * suit
        for group in range(3):
            straight.pairs[suit][group] = missing_to_pair(
                word_without(counts, group) & (7 * pairable(far.limits + 9 * suit)),
                ninth_without(counts, group) if far.limits[9 * suit + 8] >= 2 else 0,
            )
    for body in range(6):
        pair = straight.honour_pair
        for suit in range(3):
            pair = smaller(pair, straight.pairs[suit][group_of(body, suit)])
        distances[body] = missing_to_body(straight, body) + pair
        for suit in range(3):
            for rank in range(group_of(body, suit), 9, 3):
                if far.limits[9 * suit + rank] == 0:
                    distances[body] = NO_SHORTER

cdef int straight_distance(const far_t *far, straight_t *straight, int *distances) noexcept nogil:
    """The distance to the knitted straight, and that with each body."""
    cdef int body, least
    read_rests(far, straight)
    if far.sets == 4:
        distances_to_bodies(far, straight, distances)
    else:
        distances_beside_a_meld(far, straight, distances)
    least = distances[0]
    for body in range(1, 6):
        least = smaller(least, distances[body])
    return least

cdef void take_body(far_t *far, int body) noexcept nogil:
    """Takes the tiles of a body out of the hand: what is left is to become a
    set (or none) and a pair.
    """
    cdef int suit, group
    cdef uint8_t *counts
    cdef uint64_t word
    for suit in range(3):
        group = group_of(body, suit)
        counts = far.counts + 9 * suit
        word = word_without(counts, group)
        counts[8] = <uint8_t>ninth_without(counts, group)
        memcpy(counts, &word, 8)
        set_suit(far, suit)

cdef uint64_t lacking_of_body(const uint8_t *counts, int body) noexcept nogil:
    cdef int suit, rank
    cdef uint64_t mask = 0
    for suit in range(3):
        for rank in range(group_of(body, suit), 9, 3):
            mask |= <uint64_t>(counts[9 * suit + rank] == 0) << (9 * suit + rank)
    return mask

cdef uint64_t effective_for_pair(
    const far_t *far, const uint8_t *counts, int missing
) noexcept nogil:
    """The tiles that make a pair out of what a body leaves, when ``missing``
    tiles are missing to it.
    """
    cdef int slot
    cdef uint64_t mask = 0
    if missing:
        for slot in range(SLOTS):
            if counts[slot] == 2 - missing and far.limits[slot] >= 2:
                mask |= <uint64_t>1 << slot
    return mask

cdef int effective_for_straight(
    const far_t *far, straight_t *straight, uint64_t *mask
) noexcept nogil:
    """The distance to the knitted straight, and the tiles that lower it."""
    cdef far_t rest
    cdef int distances[6]
    cdef int body, missing, distance = straight_distance(far, straight, distances)
    cdef uint64_t tiles
    mask[0] = 0
    for body in range(6):
        if distances[body] != distance:
            continue
        memcpy(&rest, far, sizeof(far_t))
        missing = missing_to_body(straight, body)
        take_body(&rest, body)
        if far.sets == 4:
            rest.sets = 1
            effective_for_sets(&rest, &tiles)
        else:
            tiles = effective_for_pair(far, rest.counts, distance - missing)
        mask[0] |= tiles | lacking_of_body(far.counts, body)
    return distance

# ------------------------------------------------------------------------------------------- a hand

cdef inline int read_hand(const hand_t *hand, bint formal, far_t *far) noexcept nogil:
    """Checks a hand and sets what is to become of it: FINE, or what is wrong."""
    cdef tiles_t tiles
    cdef int slot
    cdef uint32_t told
    read_tiles(suit_tables(), hand, &tiles)
    if bad_of(tiles.sums) | tiles.too_many:
        return BAD_MELD if bad_of(tiles.sums) else FIVE_COPIES
    told = melds_of(tiles.sums)
    far.sets = <int>(tiles.standing // 3)
    if tiles.standing % 3 == 0 or tiles.standing > MOST_TILES or (told and told + far.sets != 4):
        return WRONG_NUMBER_OF_TILES
    far.notion.formal = formal
    far.notion.suits = &FORMAL_SUITS[0] if formal else &EXACT_SUITS[0]
    far.notion.honours = &FORMAL_HONOURS[0] if formal else &EXACT_HONOURS[0]
    far.searched = told and not formal
    memcpy(far.counts, hand.counts, SLOTS)
    memset(far.limits, NO_LIMIT if formal else 4, sizeof(far.limits))
    if far.searched:
        for slot in range(SLOTS):
            far.limits[slot] = <uint8_t>(4 - (all_copies(&tiles, slot) - hand.counts[slot]))
    measure(far)
    return FINE

cdef inline void set_least(int8_t *shanten) noexcept nogil:
    cdef int form
    shanten[LEAST] = shanten[STANDARD]
    for form in range(STANDARD + 1, SHANTEN_COLUMNS):
        shanten[LEAST] = shanten[form] if shanten[form] < shanten[LEAST] else shanten[LEAST]

cdef inline int8_t all_knitted_shanten(
    const kinds_t *kinds, const straight_t *straight
) noexcept nogil:
    """Fourteen of sixteen kinds: the nine of a body, and the honours."""
    cdef int body, least = missing_to_body(straight, 0)
    for body in range(1, 6):
        least = smaller(least, missing_to_body(straight, body))
    return <int8_t>(4 + least - bits_of(kinds.honours))

cdef inline void special_shanten(
    const far_t *far, const straight_t *straight, kinds_t *kinds, int8_t *shanten
) noexcept nogil:
    """The forms that no meld allows."""
    if far.sets == 4:
        read_kinds(far.counts, kinds)
        shanten[SEVEN_PAIRS_FORM] = <int8_t>(6 - kinds.pairs)
        shanten[ORPHANS_FORM] = orphans_shanten(kinds)
        shanten[ALL_KNITTED_FORM] = all_knitted_shanten(kinds, straight)

cdef int find_shanten(const hand_t *hand, bint formal, int8_t *shanten) noexcept nogil:
    cdef far_t far
    cdef kinds_t kinds
    cdef straight_t straight
    cdef int distances[6]
    cdef int status = read_hand(hand, formal, &far)
    memset(shanten, RULED_OUT, SHANTEN_COLUMNS)
    if status != FINE:
        return status
    shanten[STANDARD] = <int8_t>(distance_to_sets(&far) - 1)
    if far.sets >= 3:
        shanten[KNITTED_STRAIGHT_FORM] = <int8_t>(straight_distance(&far, &straight, distances) - 1)
    special_shanten(&far, &straight, &kinds, shanten)
    set_least(shanten)
    return FINE

cdef int find_effective(
    const hand_t *hand, bint formal, bint standard_only, int8_t *shanten, uint64_t *masks
) noexcept nogil:
    cdef far_t far
    cdef kinds_t kinds
    cdef straight_t straight
    cdef int form
    cdef int status = read_hand(hand, formal, &far)
    memset(shanten, RULED_OUT, SHANTEN_COLUMNS)
    memset(masks, 0, SHANTEN_COLUMNS * sizeof(uint64_t))
    if status != FINE:
        return status
    shanten[STANDARD] = <int8_t>(effective_for_sets(&far, &masks[STANDARD]) - 1)
    if standard_only:
        shanten[LEAST] = shanten[STANDARD]
        masks[LEAST] = masks[STANDARD]
        return FINE
    if far.sets >= 3:
        shanten[KNITTED_STRAIGHT_FORM] = <int8_t>(effective_for_straight(&far, &straight,
            &masks[KNITTED_STRAIGHT_FORM]) - 1)
    special_shanten(&far, &straight, &kinds, shanten)
    if far.sets == 4:
        masks[SEVEN_PAIRS_FORM] = odd_tiles(hand.counts)
        masks[ORPHANS_FORM] = effective_for_orphans(&kinds)
        masks[ALL_KNITTED_FORM] = effective_for_all_knitted(&kinds, shanten[ALL_KNITTED_FORM])
    set_least(shanten)
    for form in range(STANDARD, SHANTEN_COLUMNS):
        if shanten[form] == shanten[LEAST]:
            masks[LEAST] |= masks[form]
    return FINE

# -------------------------------------------------------------------------------------------- batch

cdef int check_rows(
    Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows, Py_ssize_t slots, Py_ssize_t melds,
    Py_ssize_t columns,
) except -1:
    """Raises ``ValueError`` if an array does not have the rows: the loops themselves check nothing.
    """
    if start < 0 or stop > rows or slots != SLOTS or melds != 4 or columns != SHANTEN_COLUMNS:
        raise ValueError(f"rows {start} to {stop} of {rows} rows of {slots} counts, "
            f"{melds} melds and {columns} columns")
    return 0

def shanten_rows(const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, bint formal,
                 int8_t[:, ::1] shanten, uint8_t[::1] status, Py_ssize_t start, Py_ssize_t stop):
    """The six shanten numbers of rows ``start`` to ``stop``."""
    cdef Py_ssize_t row, rows = min(counts.shape[0], melds.shape[0], shanten.shape[0],
        status.shape[0])
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1], shanten.shape[1])
    if start >= stop:
        return
    cdef hand_t hand
    with nogil:
        for row in range(start, stop):
            set_tiles(&hand, &counts[row, 0], &melds[row, 0])
            status[row] = find_shanten(&hand, formal, &shanten[row, 0])

def effective_rows(const uint8_t[:, ::1] counts, const uint8_t[:, ::1] melds, bint formal,
                   bint standard_only, int8_t[:, ::1] shanten, uint64_t[:, ::1] masks,
                   uint8_t[::1] status, Py_ssize_t start, Py_ssize_t stop):
    """The same with the masks of the tiles that lower each number.

    ``standard_only`` leaves the other forms out.
    """
    cdef Py_ssize_t row, rows = min(counts.shape[0], melds.shape[0], shanten.shape[0],
        masks.shape[0], status.shape[0])
    check_rows(start, stop, rows, counts.shape[1], melds.shape[1],
        min(shanten.shape[1], masks.shape[1]))
    if start >= stop:
        return
    cdef hand_t hand
    with nogil:
        for row in range(start, stop):
            set_tiles(&hand, &counts[row, 0], &melds[row, 0])
            status[row] = find_effective(&hand, formal, standard_only, &shanten[row, 0],
                &masks[row, 0])
