"""Scoring: splits the hand by its suit rows, looks up every reading and keeps the best one.

A reading's value is points, then number of chows, then pair: the order in which ties prefer splits.
The further ties (grouping, place of the winning tile) are solved in the tables.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from ..types cimport (
    BASIC, CHICKEN_BYTE, FANS, FINE, FLOWERS_BYTE, INDEX_SHIFT, IN_OTHER, IN_PAIR, IN_PUNG,
    KNITTED_STRAIGHT, LONG_LIST, NINE_GATES, NOT_WINNING, NO_TILE, POINTS_MASK, SELF_DRAWN,
    SINGLE_WAIT, SLOTS, THIRTEEN_ORPHANS, CHOWS_ALONE_AT, COLOURS_ALONE_AT, COLOURS_AT,
    COLOUR_SHIFT, FACTS_BODY, FACTS_NO_SETS, FACTS_ORPHANS, HONOURS_ALONE_AT, HONOURS_AT, MAX_FACTS,
    MERGES_AT, PUNGS_ALONE_AT, RANKS_ALONE_AT, RANKS_AT, RANK_FACTS_MASK, WIN_AT, alternative_t,
    hand_t, honour_row_t, place_row_t, set_row_t, suit_row_t, suit_tables_t,
)
from ..lanes cimport add_lanes, lanes_of, lanes_t, read_lanes, store_lanes
from ..tiles cimport lane_bits, present_ranks
from .suits cimport honour_key, honour_row, next_split, suit_row, suit_tables
from .rules cimport rules_t
from .special cimport all_knitted, body_lanes, is_thirteen_orphans, knitted_body, seven_pairs_form
from .reading cimport (
    check_tiles, chow_slot, honour_index, honour_pungs_of, kong_index_of, lookup_t, melds_of,
    open_of, pung_slot, read_tiles, read_win, refused_win, tiles_t, total_points, win_index, win_t,
)
from .waits cimport count_waits

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define GUOBIAO_PREFETCH(address) __builtin_prefetch(address)
    #define GUOBIAO_PREFETCH_TO_WRITE(address) __builtin_prefetch(address, 1)
    #else
    #define GUOBIAO_PREFETCH(address) ((void)0)
    #define GUOBIAO_PREFETCH_TO_WRITE(address) ((void)0)
    #endif
    """
    void GUOBIAO_PREFETCH(const void *address) noexcept nogil
    void GUOBIAO_PREFETCH_TO_WRITE(const void *address) noexcept nogil

cdef enum:
    NO_SPLIT = 0
    ONE_SPLIT = 1
    SEVERAL_SPLITS = 2

cdef enum:
    BLOCK = 32       # rows that are scored together
    AHEAD = 32       # how many rows ahead the memory of fans is asked for
    LISTS = 13       # of fans: those of all rows of a reading
    TRIPLES = 2      # the first of them, whose words may list three fans

cdef struct best_t:
    uint64_t value               # points << 44 | chows << 40 | pair; 0: no reading
    lookup_t at                  # the reading

cdef struct split_t:             # one split of the standing tiles
    uint64_t chow_key
    uint64_t pungs               # 34 bits
    uint64_t pair                # one of 34 bits
    uint32_t facts

cdef struct shape_t:             # what all splits of a hand share
    uint32_t form
    uint32_t body_sets           # sets that are a body: no concealed pungs either
    uint32_t honours             # where the row of the honours stands
    uint32_t win                 # where the row of the win stands, without a wait label
    uint32_t kongs               # index of the kongs without the chows
    uint32_t sole                # 64 if the wait was a sole one: an offset into the place options
    uint32_t extra_places        # places of the winning tile outside the split
    uint32_t forbidden_places

cdef inline void keep(
    best_t *best, const lookup_t *at, uint64_t points, uint64_t tie
) noexcept nogil:
    """Keeps a reading if it is better than the best so far."""
    # One above the points: 0 means that there is no reading yet.
    cdef uint64_t value = ((points + 1) << 44) | tie
    if value > best.value:
        best.value = value
        best.at = at[0]

cdef inline uint32_t places_of(
    const suit_tables_t *tables, const split_t *split, uint32_t slot
) noexcept nogil:
    """Where the winning tile may stand in a split: bits IN_EDGE to IN_PUNG."""
    # The counts of the chows from rank - 2, rank - 1 and rank on, in which the tile is high, middle
    # and low; an honour has none.
    cdef const place_row_t *row = &tables.place_rows[slot]
    cdef uint64_t fields = ((split.chow_key >> row.suit_shift) & 0x1FFFFF) << 6
    cdef uint32_t places = tables.places[row.kind + (fields >> row.rank_shift & 0x1FF)]
    return places | IN_PAIR * (split.pair >> slot & 1) | IN_PUNG * (split.pungs >> slot & 1)

cdef void try_alternatives(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, const shape_t *shape,
    const split_t *split, lookup_t *at, uint64_t tie,
    best_t *best,
) noexcept nogil:
    """Every grouping of the chows and of the pungs, every place worth trying, in the order
    in which ties prefer them.
    """
    cdef uint32_t chow_at = chow_slot(rules.suits, split.chow_key + tiles.chow_key)
    cdef uint32_t pung_at = pung_slot(rules.suits, pungs_of(tiles, split))
    cdef const uint8_t *options = options_of(rules, win, shape, split)
    cdef uint64_t pair = split.pair
    cdef const set_row_t *chows = &rules.block.chow_rows[rules.block.chow_numbers[chow_at]]
    cdef const alternative_t *more = rules.chow_alternatives
    at.kongs = shape.kongs + chows.chows
    at.win = shape.win
    at.chows = chows.row
    at.chow_fans = chows.fans
    try_pungs(rules, at, pung_at, options, tie, best)
    while more.slot < chow_at:
        more += 1
    while more.slot == chow_at:
        at.chows = more.row
        at.chow_fans = more.fans
        if more.pair == 0 or more.pair == pair:
            try_pungs(rules, at, pung_at, options, tie, best)
        more += 1

cdef void try_pungs(
    const rules_t *rules, lookup_t *at, uint32_t pung_at, const uint8_t *options, uint64_t tie,
    best_t *best
) noexcept nogil:
    cdef const set_row_t *pungs = &rules.block.pung_rows[rules.block.pung_numbers[pung_at]]
    cdef const alternative_t *more = rules.pung_alternatives
    at.pungs = pungs.row
    at.pung_fans = pungs.fans
    try_places(rules, at, options, tie, best)
    while more.slot < pung_at:
        more += 1
    while more.slot == pung_at:
        at.pungs = more.row
        at.pung_fans = more.fans
        try_places(rules, at, options, tie, best)
        more += 1

cdef void try_places(
    const rules_t *rules, const lookup_t *at, const uint8_t *options, uint64_t tie, best_t *best
) noexcept nogil:
    cdef lookup_t placed = at[0]
    cdef int option
    for option in range(1, options[0] + 1):
        placed.kongs = at.kongs + (options[option] >> 2)
        placed.win = at.win + (options[option] & 3)
        keep(best, &placed, total_points(rules.block.rows, &placed), tie)

cdef inline uint32_t place_split(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, const shape_t *shape,
    const split_t *split, lookup_t *at
) noexcept nogil:
    """Where a split's first reading stands.

    Returns whether there are others: groupings of the chows or pungs, places of the winning tile.
    """
    cdef const suit_tables_t *tables = rules.suits
    cdef const set_row_t *chows = &rules.block.chow_rows[
        rules.block.chow_numbers[chow_slot(tables, split.chow_key + tiles.chow_key)]]
    cdef const set_row_t *pungs = &rules.block.pung_rows[
        rules.block.pung_numbers[pung_slot(tables, pungs_of(tiles, split))]]
    cdef const uint8_t *options = options_of(rules, win, shape, split)
    cdef uint32_t facts = split.facts | tiles.facts
    at.hogs = tiles.hogs
    at.honours = shape.honours
    at.ranks = RANKS_AT + (facts & RANK_FACTS_MASK)
    at.colours = COLOURS_AT + (facts >> COLOUR_SHIFT)
    at.chows = chows.row
    at.chow_fans = chows.fans
    at.chow_count = chows.chows
    at.pungs = pungs.row
    at.pung_fans = pungs.fans
    at.kongs = shape.kongs + chows.chows + (options[1] >> 2)
    at.win = shape.win + (options[1] & 3)
    return chows.alternatives | pungs.alternatives | (options[0] ^ 1)

cdef inline uint32_t pungs_of(const tiles_t *tiles, const split_t *split) noexcept nogil:
    """The pung key of a split with the melds."""
    return <uint32_t>(split.pungs & 0x7FFFFFF) + tiles.pung_key

cdef inline const uint8_t *options_of(
    const rules_t *rules, const win_t *win, const shape_t *shape, const split_t *split
) noexcept nogil:
    """The places of the winning tile that are worth trying: how many, then each."""
    cdef uint32_t places = (
        (places_of(rules.suits, split, win.slot) & ~shape.forbidden_places) | shape.extra_places
    )
    return &rules.block.places[8 * (shape.sole + 32 * (win.flags & SELF_DRAWN) + places)]

cdef inline void try_split(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, const shape_t *shape,
    const split_t *split, best_t *best
) noexcept nogil:
    """Tries every reading of a split."""
    cdef lookup_t at
    cdef uint64_t tie
    cdef uint32_t others = place_split(rules, tiles, win, shape, split, &at)
    tie = (<uint64_t>at.chow_count << 40) | split.pair
    if others:
        try_alternatives(rules, tiles, win, shape, split, &at, tie, best)
    else:
        keep(best, &at, total_points(rules.block.rows, &at), tie)

cdef inline void join_split(
    const suit_tables_t *tables, const suit_row_t *m, const suit_row_t *s, const suit_row_t *p,
    split_t *split
) noexcept nogil:
    """Three suit splits as one; the honours are in it already."""
    split.chow_key = (
        (<uint64_t>(m.chows & 0x1FFFFF))
        | (<uint64_t>(s.chows & 0x1FFFFF) << 21)
        | (<uint64_t>(p.chows & 0x1FFFFF) << 42)
    )
    split.pungs |= <uint64_t>m.pungs | (<uint64_t>s.pungs << 9) | (<uint64_t>p.pungs << 18)
    split.pair |= <uint64_t>m.pair | (<uint64_t>s.pair << 9) | (<uint64_t>p.pair << 18)
    split.facts |= (
        tables.facts[m.chows >> 21]
        | tables.facts[MAX_FACTS + (s.chows >> 21)]
        | tables.facts[2 * MAX_FACTS + (p.chows >> 21)]
    )

cdef inline int read_sets(
    const rules_t *rules, const tiles_t *tiles, const uint32_t *keys, const suit_row_t *const *rows,
    const win_t *win, shape_t *shape,
    uint32_t facts, split_t *honours,
) noexcept nogil:
    """Whether the standing tiles (suit keys ``keys`` with their rows, and the honours)
    are sets and a pair: NO_SPLIT, ONE_SPLIT or SEVERAL_SPLITS; what all splits share, and
    the honours' part of them.
    """
    cdef const suit_tables_t *tables = rules.suits
    cdef const suit_row_t *m = rows[0]
    cdef const suit_row_t *s = rows[1]
    cdef const suit_row_t *p = rows[2]
    cdef uint32_t key = honour_key(tiles.honours)
    cdef const honour_row_t *z = honour_row(tables, key)
    cdef uint64_t pairs = (<uint64_t>m.pair | (<uint64_t>s.pair << 9) | (<uint64_t>p.pair << 18)
        | (<uint64_t>z.pair << 27))
    cdef uint64_t soles
    cdef uint32_t wrong = (m.key ^ keys[0]) | (s.key ^ keys[1]) | (p.key ^ keys[2]) | (z.key ^ key)
    # Fourteen tiles that are sets and pairs hold one, four or seven pairs.
    if wrong | (pairs & (pairs - 1)):
        return NO_SPLIT
    soles = (<uint64_t>m.sole | (<uint64_t>s.sole << 9) | (<uint64_t>p.sole << 18)
        | (<uint64_t>z.pair << 27))
    # Seven pairs but for one tile: that tile is a wait too, unless it is the very one that won.
    shape.sole = 64 * (<uint32_t>(soles >> win.slot & 1)
        & ~(((tiles.odd_kinds ^ 2) | melds_of(tiles.sums)) == 0 and win.odd))
    shape.honours = HONOURS_AT + honour_index(win.winds, z.pair_kind,
        z.pungs | honour_pungs_of(tiles.sums))
    shape.kongs = kong_index_of(tiles.sums) + shape.body_sets
    shape.win = WIN_AT + win_index(shape.form, win.flags, open_of(tiles.sums))
    honours.pungs = <uint64_t>z.pungs << 27
    honours.pair = <uint64_t>z.pair << 27
    honours.facts = facts | z.facts
    return SEVERAL_SPLITS if m.next | s.next | p.next else ONE_SPLIT

cdef void try_sets(
    const rules_t *rules, const tiles_t *tiles, const suit_row_t *const *rows, const win_t *win,
    shape_t *shape, const split_t *honours,
    best_t *best,
) noexcept nogil:
    """Tries every split."""
    cdef const suit_tables_t *tables = rules.suits
    cdef const suit_row_t *m = rows[0]
    cdef const suit_row_t *s
    cdef const suit_row_t *p
    cdef split_t split
    # 九莲宝灯 fills one suit: the winning tile is of that suit, so its rank is enough.
    if (rows[0].next | rows[1].next | rows[2].next) >> 12 == win.slot % 9 + 1:
        shape.win = WIN_AT + win_index(NINE_GATES, win.flags, 0)
    while m != NULL:
        s = rows[1]
        while s != NULL:
            p = rows[2]
            while p != NULL:
                split = honours[0]
                join_split(tables, m, s, p, &split)
                try_split(rules, tiles, win, shape, &split, best)
                p = next_split(tables, p)
            s = next_split(tables, s)
        m = next_split(tables, m)

cdef void try_knitted_straight(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, int body, best_t *best
) noexcept nogil:
    """组合龙: the body taken out, the rest is a set and a pair (or, with a meld, a pair)."""
    cdef uint32_t keys[3]
    cdef const suit_row_t *rows[3]
    cdef uint32_t suit = win.slot // 9
    cdef shape_t shape
    cdef split_t honours
    cdef int i
    for i in range(3):
        keys[i] = tiles.keys[i] - body_lanes(body, i)
        rows[i] = suit_row(rules.suits, keys[i])
    shape.form = KNITTED_STRAIGHT
    shape.body_sets = 3
    shape.extra_places = 0
    shape.forbidden_places = 0
    if suit < 3 and body_lanes(body, suit) >> (3 * (win.slot - 9 * suit)) & 1:
        shape.extra_places = IN_OTHER
        shape.forbidden_places = 0 if rules.knitted_body_wait else 0xFF
    if read_sets(rules, tiles, keys, rows, win, &shape, FACTS_BODY, &honours) != NO_SPLIT:
        try_sets(rules, tiles, rows, win, &shape, &honours, best)

cdef uint32_t facts_of_tiles(
    const suit_tables_t *tables, const tiles_t *tiles, uint32_t honours
) noexcept nogil:
    cdef uint32_t facts = tables.honour_facts[honours]
    cdef int suit
    for suit in range(3):
        facts |= tables.tile_facts[512 * suit + present_ranks(tiles.keys[suit])]
    return facts

cdef void try_without_sets(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, uint32_t form, uint32_t honours,
    uint32_t label, best_t *best
) noexcept nogil:
    """A form without sets; any other form wins a tie against it."""
    cdef lookup_t at
    cdef const uint32_t *rows = rules.block.rows
    cdef uint32_t facts = facts_of_tiles(rules.suits, tiles, honours)
    facts |= FACTS_ORPHANS if form == THIRTEEN_ORPHANS else FACTS_NO_SETS
    at.chows = rows[CHOWS_ALONE_AT]
    at.pungs = rows[PUNGS_ALONE_AT]
    at.chow_fans = rules.fans[CHOWS_ALONE_AT]
    at.pung_fans = rules.fans[PUNGS_ALONE_AT]
    at.hogs = tiles.hogs
    at.honours = HONOURS_ALONE_AT
    at.ranks = RANKS_ALONE_AT + (facts & RANK_FACTS_MASK)
    at.colours = COLOURS_ALONE_AT + (facts >> COLOUR_SHIFT)
    at.kongs = 0
    at.win = WIN_AT + win_index(form, win.flags, 0) + label
    keep(best, &at, total_points(rows, &at), 0)

cdef void try_seven_pairs(
    const rules_t *rules, const tiles_t *tiles, const hand_t *hand, const win_t *win, best_t *best
) noexcept nogil:
    cdef uint32_t label = 0
    if rules.seven_pairs_wait and count_waits(hand) == 1:
        label = SINGLE_WAIT
    try_without_sets(rules, tiles, win, seven_pairs_form(tiles.keys), present_honours(tiles), label,
        best)

cdef inline uint32_t present_honours(const tiles_t *tiles) noexcept nogil:
    cdef uint64_t lanes = tiles.honours
    return lane_bits((lanes | (lanes >> 1) | (lanes >> 2)) & <uint64_t>0x01010101010101)

cdef void try_other_forms(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, best_t *best
) noexcept nogil:
    """The forms of a hand that is neither sets and a pair nor seven pairs."""
    cdef uint32_t honours = present_honours(tiles)
    cdef int form, body = knitted_body(rules.suits, tiles.keys)
    if body >= 0 and melds_of(tiles.sums) <= 1:
        try_knitted_straight(rules, tiles, win, body, best)
        if best.value:
            return
    if melds_of(tiles.sums):
        return
    if is_thirteen_orphans(tiles.keys, honours):
        try_without_sets(rules, tiles, win, THIRTEEN_ORPHANS, honours, 0, best)
    elif tiles.odd_kinds == 14:
        form = all_knitted(rules.suits, tiles.keys, honours)
        if form >= 0:
            try_without_sets(rules, tiles, win, form, honours, 0, best)

cdef inline int find_best(
    const rules_t *rules, const tiles_t *tiles, const hand_t *hand, lookup_t *at
) noexcept nogil:
    """Checks the hand and tries every reading: a status, and the best reading."""
    cdef win_t win
    cdef shape_t shape
    cdef split_t honours, split
    cdef int found, status = check_tiles(tiles, 14)
    cdef bint has_pairs
    if status == FINE:
        status = read_win(rules, tiles, hand, &win)
    if status != FINE:
        return status
    shape.form = BASIC
    shape.body_sets = 0
    shape.extra_places = 0
    shape.forbidden_places = 0
    found = read_sets(rules, tiles, tiles.keys, tiles.rows, &win, &shape, 0, &honours)
    has_pairs = not tiles.odd_kinds | melds_of(tiles.sums)
    if found == ONE_SPLIT and not has_pairs:
        split = honours
        join_split(rules.suits, tiles.rows[0], tiles.rows[1], tiles.rows[2], &split)
        if not place_split(rules, tiles, &win, &shape, &split, at):
            return FINE
    return find_best_of_several(rules, tiles, hand, &win, &shape, &honours, found != NO_SPLIT,
        has_pairs, at)

cdef int find_best_of_several(
    const rules_t *rules, const tiles_t *tiles, const hand_t *hand, const win_t *win,
    const shape_t *shape,
    const split_t *honours, bint has_sets, bint has_pairs, lookup_t *at,
) noexcept nogil:
    """The same for a hand of several readings, or of a form without sets."""
    cdef best_t best
    cdef shape_t own_shape = shape[0]
    best.value = 0
    if has_sets:
        try_sets(rules, tiles, tiles.rows, win, &own_shape, honours, &best)
    if has_pairs:
        try_seven_pairs(rules, tiles, hand, win, &best)
    elif not has_sets:
        try_other_forms(rules, tiles, win, &best)
    at[0] = best.at
    return FINE if best.value else NOT_WINNING

cdef inline int with_flowers(const rules_t *rules, uint32_t total, uint32_t flowers) noexcept nogil:
    """The points of a reading with those of 无番和 and of the flowers."""
    return (<int>total if total else rules.chicken) + <int>flowers * rules.flower

cdef inline void write_points(
    const rules_t *rules, int status, const lookup_t *at, uint32_t flowers, int16_t *points
) noexcept nogil:
    """The points of a reading; 0 unless the status is FINE."""
    points[0] = 0
    if status == FINE:
        points[0] = <int16_t>with_flowers(rules, total_points(rules.block.rows, at), flowers)

cdef inline void write_fans(
    const rules_t *rules, uint32_t total, const uint32_t *lists, uint32_t flowers, uint8_t *fans
) noexcept nogil:
    """The fans of a reading, with 无番和 and the flowers."""
    add_lists(rules, lists, fans)
    fans[CHICKEN_BYTE] = total == 0 and rules.chicken != 0
    fans[FLOWERS_BYTE] = <uint8_t>flowers if rules.flower else 0

cdef int score_points(const rules_t *rules, const hand_t *hand, int16_t *points) noexcept nogil:
    cdef tiles_t tiles
    cdef lookup_t at
    cdef int status
    read_tiles(rules.suits, hand, &tiles)
    status = find_best(rules, &tiles, hand, &at)
    write_points(rules, status, &at, hand.flowers, points)
    return status

cdef int score_fans(
    const rules_t *rules, const hand_t *hand, int16_t *points, uint8_t *fans
) noexcept nogil:
    cdef tiles_t tiles
    cdef lookup_t at
    cdef uint32_t lists[LISTS]
    cdef uint32_t total
    cdef int status
    read_tiles(rules.suits, hand, &tiles)
    status = find_best(rules, &tiles, hand, &at)
    points[0] = 0
    if status != FINE:
        clear_fans(fans)
        return status
    total = find_lists(rules, &at, lists)
    points[0] = <int16_t>with_flowers(rules, total, hand.flowers)
    write_fans(rules, total, lists, hand.flowers, fans)
    return status

cdef inline void read_row(const columns_t *columns, Py_ssize_t row, hand_t *hand) noexcept nogil:
    memcpy(hand.counts, columns.counts + SLOTS * row, SLOTS)
    memcpy(hand.melds, columns.melds + 4 * row, 4)
    hand.win = columns.win[row]
    hand.flags = columns.flags[row]
    hand.winds = columns.winds[row]
    hand.flowers = columns.flowers[row]

cdef inline void score_rows(
    const rules_t *rules, const columns_t *columns, Py_ssize_t start, Py_ssize_t stop,
    int16_t *points, uint8_t *status, uint8_t *fans,
    bint fans_too,
) noexcept nogil:
    """A block of rows at a time, in four passes, with fans in five.

    A processor works on several rows at once only if the way through one pass is short. Copying has
    a pass of its own: words that are read right after their bytes were written wait for them.
    """
    cdef columns_t of = columns[0]  # a copy: no store can change it
    cdef hand_t hands[BLOCK]
    cdef tiles_t tiles[BLOCK]
    cdef lookup_t at[BLOCK]
    cdef uint32_t lists[BLOCK][LISTS]
    cdef uint32_t totals[BLOCK]
    cdef Py_ssize_t first = start, row, ahead
    cdef int i, many
    while first < stop:
        many = <int>min(BLOCK, stop - first)
        for i in range(many):
            read_row(&of, first + i, &hands[i])
        for i in range(many):
            row = first + i
            if fans_too:
                ahead = min(row + AHEAD, stop - 1)
                GUOBIAO_PREFETCH_TO_WRITE(fans + FANS * ahead)
                GUOBIAO_PREFETCH_TO_WRITE(fans + FANS * ahead + FANS // 2)
            read_tiles(rules.suits, &hands[i], &tiles[i])
            # The suit rows come into the cache while the tiles of other rows are read.
            GUOBIAO_PREFETCH(tiles[i].rows[0])
            GUOBIAO_PREFETCH(tiles[i].rows[1])
            GUOBIAO_PREFETCH(tiles[i].rows[2])
        for i in range(many):
            row = first + i
            status[row] = find_best(rules, &tiles[i], &hands[i], &at[i])
        if not fans_too:
            for i in range(many):
                row = first + i
                write_points(rules, status[row], &at[i], hands[i].flowers, points + row)
        else:
            for i in range(many):
                row = first + i
                points[row] = 0
                if status[row] == FINE:
                    totals[i] = find_lists(rules, &at[i], lists[i])
                    points[row] = <int16_t>with_flowers(rules, totals[i], hands[i].flowers)
            for i in range(many):
                row = first + i
                if status[row] == FINE:
                    write_fans(rules, totals[i], lists[i], hands[i].flowers, fans + FANS * row)
                else:
                    clear_fans(fans + FANS * row)
        first += BLOCK

cdef void score_columns(
    const rules_t *rules, const columns_t *columns, Py_ssize_t start, Py_ssize_t stop,
    int16_t *points, uint8_t *status, uint8_t *fans
) noexcept nogil:
    if fans == NULL:
        score_rows(rules, columns, start, stop, points, status, fans, False)
    else:
        score_rows(rules, columns, start, stop, points, status, fans, True)

cdef inline uint32_t find_lists(
    const rules_t *rules, const lookup_t *at, uint32_t *found
) noexcept nogil:
    """The sum of a reading, as ``total_points``, and the words that list the fans of its rows: of
    parts and merges, those of up to three fans first, then two, then one; those hardly ever there
    last (see builder/layout.py).
    """
    cdef const uint32_t *rows = rules.block.rows
    cdef const uint32_t *words = rules.fans
    cdef uint32_t honours = rows[at.honours], ranks = rows[at.ranks], colours = rows[at.colours]
    cdef uint32_t win = rows[at.win]
    cdef uint32_t chows_and_hogs = MERGES_AT + at.hogs + (at.chows >> INDEX_SHIFT)
    cdef uint32_t all_pungs = merge_of(at.pungs, honours)
    cdef uint32_t sets = merge_of(rows[chows_and_hogs], rows[all_pungs])
    cdef uint32_t tiles = merge_of(ranks, colours)
    cdef uint32_t reading = merge_of(rows[sets], rows[tiles])
    cdef uint32_t manner = MERGES_AT + at.kongs + (win >> INDEX_SHIFT)
    cdef uint32_t total = merge_of(rows[reading], rows[manner])
    found[0] = words[at.honours]
    found[1] = words[manner]
    found[2] = at.chow_fans
    found[3] = words[at.win]
    found[4] = words[total]
    found[5] = words[at.ranks]
    found[6] = words[at.colours]
    found[7] = words[chows_and_hogs]
    found[8] = words[reading]
    found[9] = words[tiles]
    found[10] = at.pung_fans
    found[11] = words[all_pungs]
    found[12] = words[sets]
    return POINTS_MASK & (
        at.chows + at.pungs + honours + ranks + colours + win + rows[chows_and_hogs]
        + rows[all_pungs] + rows[sets] + rows[tiles] + rows[reading] + rows[manner] + rows[total]
    )

cdef inline void add_lists(
    const rules_t *rules, const uint32_t *found, uint8_t *fans
) noexcept nogil:
    """Adds up the fans of all lists of a reading, without a branch in nine of ten."""
    clear_fans(fans)
    if found[11] | found[12] | (LONG_LIST & (
        found[0] | found[1] | found[2] | found[3] | found[4] | found[5] | found[6] | found[7]
        | found[8] | found[9] | found[10]
    )):
        add_all(rules, found, fans)
    else:
        add_three(found[0], fans)
        add_three(found[1], fans)
        add_two(found[2], fans)
        add_two(found[3], fans)
        add_two(found[4], fans)
        add_one(found[5], fans)
        add_one(found[6], fans)
        add_one(found[7], fans)
        add_one(found[8], fans)
        add_one(found[9], fans)
        add_one(found[10], fans)

cdef inline void clear_fans(uint8_t *fans) noexcept nogil:
    """82 zeros: compilers turn a loop into a memset, whose branches on the
    address cannot be predicted.
    """
    cdef lanes_t zeros = lanes_of(0)
    store_lanes(fans, zeros)
    store_lanes(fans + 16, zeros)
    store_lanes(fans + 32, zeros)
    store_lanes(fans + 48, zeros)
    store_lanes(fans + 64, zeros)
    store_lanes(fans + FANS - 16, zeros)

cdef inline void add_one(uint32_t word, uint8_t *fans) noexcept nogil:
    """Adds the first fan of a word."""
    fans[word & 0xFF] += word >> 8 & 0xFF

cdef inline void add_two(uint32_t word, uint8_t *fans) noexcept nogil:
    """Adds the one or two fans of a word."""
    fans[word & 0xFF] += word >> 8 & 0xFF
    fans[word >> 16 & 0xFF] += word >> 24

cdef inline void add_three(uint32_t word, uint8_t *fans) noexcept nogil:
    """Adds the one, two or three fans of a word of a table that may have three."""
    fans[word & 0xFF] += word >> 24 & 7
    fans[word >> 8 & 0xFF] += word >> 27 & 3
    fans[word >> 16 & 0xFF] += word >> 29 & 3

cdef void add_all(const rules_t *rules, const uint32_t *words, uint8_t *fans) noexcept nogil:
    """The same for all lists of a reading, long ones among them."""
    cdef int i
    for i in range(LISTS):
        if words[i] & <uint32_t>LONG_LIST:
            add_long_list(rules.long_lists + FANS * (words[i] ^ <uint32_t>LONG_LIST), fans)
        elif i < TRIPLES:
            add_three(words[i], fans)
        else:
            add_two(words[i], fans)

cdef inline void add_long_list(const uint8_t *counts, uint8_t *fans) noexcept nogil:
    """Adds 82 counts: sixteen at a time, and the last two."""
    cdef int fan
    for fan in range(0, FANS - 15, 16):
        store_lanes(fans + fan, add_lanes(read_lanes(fans + fan), read_lanes(counts + fan)))
    fans[FANS - 2] += counts[FANS - 2]
    fans[FANS - 1] += counts[FANS - 1]

cdef inline uint32_t merge_of(uint32_t left, uint32_t right) noexcept nogil:
    """Where the row of a merge stands."""
    return MERGES_AT + ((left + right) >> INDEX_SHIFT)

cdef int check_complete(const hand_t *hand) noexcept nogil:
    cdef tiles_t tiles
    cdef int status
    read_tiles(suit_tables(), hand, &tiles)
    status = check_tiles(&tiles, 14)
    if status != FINE:
        return status
    return FINE if is_complete(&tiles) else NOT_WINNING

cdef bint are_sets_and_pair(const uint32_t *keys, uint64_t honours) noexcept nogil:
    """Whether suit keys and honour lanes are sets and one pair."""
    cdef const suit_tables_t *tables = suit_tables()
    cdef uint64_t lanes = <uint64_t>0x01010101010101
    cdef uint64_t one = honours & lanes, two = honours >> 1 & lanes, pairs
    cdef uint64_t wrong = (one & ~two) | (honours >> 2 & lanes)
    cdef const suit_row_t *row
    cdef int suit
    pairs = <uint64_t>lane_bits(two & ~one) << 27
    for suit in range(3):
        row = suit_row(tables, keys[suit])
        wrong |= row.key ^ keys[suit]
        pairs |= <uint64_t>row.pair << (9 * suit)
    return not wrong and pairs != 0 and pairs & (pairs - 1) == 0

cdef bint is_complete(const tiles_t *tiles) noexcept nogil:
    """Whether fourteen tiles are of any form."""
    cdef uint32_t keys[3]
    cdef uint32_t honours = present_honours(tiles)
    cdef int suit, body
    if are_sets_and_pair(tiles.keys, tiles.honours):
        return True
    body = knitted_body(suit_tables(), tiles.keys)
    if body >= 0 and melds_of(tiles.sums) <= 1:
        for suit in range(3):
            keys[suit] = tiles.keys[suit] - body_lanes(body, suit)
        if are_sets_and_pair(keys, tiles.honours):
            return True
    if melds_of(tiles.sums):
        return False
    if tiles.odd_kinds == 0 or is_thirteen_orphans(tiles.keys, honours):
        return True
    return tiles.odd_kinds == 14 and all_knitted(suit_tables(), tiles.keys, honours) >= 0

cdef int check_hand(const hand_t *hand, uint8_t *copies) noexcept nogil:
    cdef tiles_t tiles
    cdef int status
    read_tiles(suit_tables(), hand, &tiles)
    if copies != NULL:
        memcpy(copies, tiles.copies, SLOTS)
    status = check_tiles(&tiles, 13 if tiles.size == 13 and hand.win == NO_TILE else 14)
    if status != FINE:
        return status
    if (hand.flags | hand.winds) > 15 or hand.flowers > 8 or (
            hand.win != NO_TILE and (hand.win >= SLOTS or hand.counts[hand.win] == 0)):
        return refused_win(hand)
    return FINE
