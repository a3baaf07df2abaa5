"""Scoring: splits the hand by its suit rows, looks up every reading and keeps the best one.

A reading's value is points, then number of chows, then pair: the order in which ties prefer splits. The further ties (grouping,
place of the winning tile) are solved in the tables.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from .types cimport (
    BASIC, CHOWS_ALONE_AT, COLOURS_ALONE_AT, COLOURS_AT, COLOUR_SHIFT, FACTS_BODY, FACTS_NO_SETS, FACTS_ORPHANS, FACT_PUNG, FANS,
    FINE, HONOURS_ALONE_AT, HONOURS_AT, INDEX_SHIFT, IN_OTHER, IN_PAIR, IN_PUNG,
    KNITTED_STRAIGHT, LONG_LIST, MAX_FACTS, MERGES_AT, NINE_GATES, NOT_WINNING, PUNGS_ALONE_AT, RANKS_ALONE_AT,
    RANKS_AT, RANK_FACTS_MASK, SELF_DRAWN, SLOTS, THIRTEEN_ORPHANS, WIN_AT, alternative_t, place_row_t, set_row_t, suit_row_t, suit_tables_t,
)
from .tiles cimport lane_bits, present_ranks
from .suits cimport next_split, suit_row, suit_tables
from .rules cimport rules_t
from .special cimport all_knitted, body_lanes, is_thirteen_orphans, knitted_body, seven_pairs_form
from .reading cimport (
    check_tiles, chow_slot, honour_index, honour_pungs_of, kong_index_of, lookup_t, melds_of, open_of, pung_slot, read_tiles,
    read_win, tiles_t, total_points, win_index, win_t,
)
from .waits cimport count_waits

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define GUOBIAO_PREFETCH(address) __builtin_prefetch(address)
    #else
    #define GUOBIAO_PREFETCH(address) ((void)0)
    #endif
    """
    void GUOBIAO_PREFETCH(const void *address) noexcept nogil

cdef enum:
    SINGLE_WAIT = 3  # label of 单钓将
    CHICKEN = 42     # byte of 无番和 in a fan row
    FLOWERS = 80     # byte of 花牌

cdef struct best_t:
    uint64_t value               # points << 44 | chows << 40 | pair; 0: no reading
    bint keeps_rows              # for the fan list
    lookup_t at

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

cdef inline uint64_t points_of(uint64_t value) noexcept nogil:
    return value >> 44

cdef inline void keep(best_t *best, bint rows_too, const lookup_t *at, uint64_t points, uint64_t tie) noexcept nogil:
    """Keeps a reading if it is better than the best so far; ``rows_too``: for the fan list."""
    # One above the points: 0 means that there is no reading yet.
    cdef uint64_t value = ((points + 1) << 44) | tie
    if value > best.value:
        best.value = value
        if rows_too:
            best.at = at[0]

cdef inline uint32_t places_of(const suit_tables_t *tables, const split_t *split, uint32_t slot) noexcept nogil:
    """Where the winning tile may stand in a split: bits IN_EDGE to IN_PUNG."""
    # The counts of the chows from rank - 2, rank - 1 and rank on, in which the tile is high, middle and low; an honour has none.
    cdef const place_row_t *row = &tables.place_rows[slot]
    cdef uint64_t fields = ((split.chow_key >> row.suit_shift) & 0x1FFFFF) << 6
    cdef uint32_t places = tables.places[row.kind + (fields >> row.rank_shift & 0x1FF)]
    return places | IN_PAIR * (split.pair >> slot & 1) | IN_PUNG * (split.pungs >> slot & 1)

cdef void try_alternatives(
    const rules_t *rules, lookup_t *at, uint32_t chow_at, uint32_t pung_at, const uint8_t *options, uint64_t pair, uint64_t tie, best_t *best
) noexcept nogil:
    """Every grouping of the chows and of the pungs, every place worth trying, in the order in which ties prefer them.

    ``at`` is without a place of the winning tile.
    """
    cdef const set_row_t *chows = &rules.block.chow_rows[rules.block.chow_numbers[chow_at]]
    cdef const alternative_t *more = rules.chow_alternatives
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
    const rules_t *rules, lookup_t *at, uint32_t pung_at, const uint8_t *options, uint64_t tie, best_t *best
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

cdef void try_places(const rules_t *rules, const lookup_t *at, const uint8_t *options, uint64_t tie, best_t *best) noexcept nogil:
    cdef lookup_t placed = at[0]
    cdef int option
    for option in range(1, options[0] + 1):
        placed.kongs = at.kongs + (options[option] >> 2)
        placed.win = at.win + (options[option] & 3)
        keep(best, best.keeps_rows, &placed, total_points(rules.block.rows, &placed), tie)

cdef inline void try_split(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, const shape_t *shape, const split_t *split, bint rows_too, best_t *best
) noexcept nogil:
    """Looks one split up and keeps it if it is the best."""
    cdef lookup_t at, seldom
    cdef best_t better
    cdef const suit_tables_t *tables = rules.suits
    cdef uint32_t chow_at = chow_slot(tables, split.chow_key + tiles.chow_key)
    cdef uint32_t pung_at = pung_slot(tables, <uint32_t>(split.pungs & 0x7FFFFFF) + tiles.pung_key)
    cdef const set_row_t *chows = &rules.block.chow_rows[rules.block.chow_numbers[chow_at]]
    cdef const set_row_t *pungs = &rules.block.pung_rows[rules.block.pung_numbers[pung_at]]
    cdef uint32_t places = (places_of(tables, split, win.slot) & ~shape.forbidden_places) | shape.extra_places
    cdef const uint8_t *options = &rules.block.places[8 * (shape.sole + 32 * (win.flags & SELF_DRAWN) + places)]
    cdef uint32_t facts = split.facts | tiles.facts
    cdef uint64_t tie = (<uint64_t>chows.chows << 40) | split.pair
    at.hogs = tiles.hogs
    at.honours = shape.honours
    at.ranks = RANKS_AT + (facts & RANK_FACTS_MASK)
    at.colours = COLOURS_AT + (facts >> COLOUR_SHIFT)
    at.kongs = shape.kongs + chows.chows
    at.win = shape.win
    if chows.alternatives | pungs.alternatives | (options[0] ^ 1):
        # Copies for a call that is seldom made: what has an address cannot stay in registers.
        seldom = at
        better.value = best.value
        better.keeps_rows = rows_too
        try_alternatives(rules, &seldom, chow_at, pung_at, options, split.pair, tie, &better)
        if better.value > best.value:
            best.value = better.value
            if rows_too:
                best.at = better.at
        return
    at.chows = chows.row
    at.chow_fans = chows.fans
    at.pungs = pungs.row
    at.pung_fans = pungs.fans
    at.kongs += options[1] >> 2
    at.win += options[1] & 3
    keep(best, rows_too, &at, total_points(rules.block.rows, &at), tie)

cdef inline void join_split(
    const suit_tables_t *tables, const suit_row_t *m, const suit_row_t *s, const suit_row_t *p, split_t *split
) noexcept nogil:
    """Three suit splits as one; the honours are in it already."""
    split.chow_key = (
        (<uint64_t>(m.chows & 0x1FFFFF)) | (<uint64_t>(s.chows & 0x1FFFFF) << 21) | (<uint64_t>(p.chows & 0x1FFFFF) << 42)
    )
    split.pungs |= <uint64_t>m.pungs | (<uint64_t>s.pungs << 9) | (<uint64_t>p.pungs << 18)
    split.pair |= <uint64_t>m.pair | (<uint64_t>s.pair << 9) | (<uint64_t>p.pair << 18)
    split.facts |= tables.facts[m.chows >> 21] | tables.facts[MAX_FACTS + (s.chows >> 21)] | tables.facts[2 * MAX_FACTS + (p.chows >> 21)]

cdef inline bint try_sets(
    const rules_t *rules, const tiles_t *tiles, const uint32_t *keys, const suit_row_t *const *rows, const win_t *win, shape_t *shape,
    uint32_t facts, bint rows_too, best_t *best,
) noexcept nogil:
    """Tries every split of the standing tiles (suit keys ``keys`` with their rows, and the honours) into sets and a pair; False if there is none."""
    cdef const suit_tables_t *tables = rules.suits
    cdef const suit_row_t *m = rows[0]
    cdef const suit_row_t *s = rows[1]
    cdef const suit_row_t *p = rows[2]
    cdef const suit_row_t *m_split
    cdef const suit_row_t *s_split
    cdef const suit_row_t *p_split
    cdef uint64_t lanes = <uint64_t>0x01010101010101
    cdef uint64_t one = tiles.honours & lanes, two = tiles.honours >> 1 & lanes, four = tiles.honours >> 2 & lanes
    cdef uint32_t honour_pungs = lane_bits(one & two), honour_pairs = lane_bits(two & ~one)
    cdef uint64_t pairs = (
        <uint64_t>m.pair | (<uint64_t>s.pair << 9) | (<uint64_t>p.pair << 18) | (<uint64_t>honour_pairs << 27)
    )
    cdef uint64_t soles
    cdef split_t split, honours
    cdef uint64_t wrong = (m.key ^ keys[0]) | (s.key ^ keys[1]) | (p.key ^ keys[2]) | (one & ~two) | four
    if wrong or pairs == 0 or pairs & (pairs - 1):
        return False
    soles = <uint64_t>m.sole | (<uint64_t>s.sole << 9) | (<uint64_t>p.sole << 18) | (<uint64_t>honour_pairs << 27)
    # Seven pairs but for one tile: that tile is a wait too, unless it is the very one that won.
    shape.sole = 64 * ((soles >> win.slot & 1) & ~((tiles.odd_kinds == 2) & (melds_of(tiles.sums) == 0) & win.odd))
    shape.honours = HONOURS_AT + honour_index(
        win.winds, tables.honour_pairs[honour_pairs], honour_pungs | honour_pungs_of(tiles.sums)
    )
    shape.kongs = kong_index_of(tiles.sums) + shape.body_sets
    shape.win = WIN_AT + win_index(shape.form, win.flags, open_of(tiles.sums))
    honours.pungs = <uint64_t>honour_pungs << 27
    honours.pair = <uint64_t>honour_pairs << 27
    honours.facts = facts | tables.honour_facts[honour_pungs | honour_pairs] | FACT_PUNG * (honour_pungs != 0)
    split = honours
    join_split(tables, m, s, p, &split)
    if (m.next | s.next | p.next) == 0:
        try_split(rules, tiles, win, shape, &split, rows_too, best)
        return True
    # 九莲宝灯 fills one suit: the winning tile is of that suit, so its rank is enough.
    if (m.next | s.next | p.next) >> 12 == win.slot % 9 + 1:
        shape.win = WIN_AT + win_index(NINE_GATES, win.flags, 0)
    m_split = m
    while m_split != NULL:
        s_split = s
        while s_split != NULL:
            p_split = p
            while p_split != NULL:
                split = honours
                join_split(tables, m_split, s_split, p_split, &split)
                try_split(rules, tiles, win, shape, &split, rows_too, best)
                p_split = next_split(tables, p_split)
            s_split = next_split(tables, s_split)
        m_split = next_split(tables, m_split)
    return True

cdef void try_knitted_straight(const rules_t *rules, const tiles_t *tiles, const win_t *win, int body, best_t *best) noexcept nogil:
    """组合龙: the body taken out, the rest is a set and a pair (or, with a meld, a pair)."""
    cdef uint32_t keys[3]
    cdef const suit_row_t *rows[3]
    cdef uint32_t suit = win.slot // 9
    cdef shape_t shape
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
    try_sets(rules, tiles, keys, rows, win, &shape, FACTS_BODY, best.keeps_rows, best)

cdef uint32_t facts_of_tiles(const suit_tables_t *tables, const tiles_t *tiles, uint32_t honours) noexcept nogil:
    cdef uint32_t facts = tables.honour_facts[honours]
    cdef int suit
    for suit in range(3):
        facts |= tables.tile_facts[512 * suit + present_ranks(tiles.keys[suit])]
    return facts

cdef void try_without_sets(
    const rules_t *rules, const tiles_t *tiles, const win_t *win, uint32_t form, uint32_t honours, uint32_t label, best_t *best
) noexcept nogil:
    """A form that has no sets; any other form goes before it in a tie."""
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
    keep(best, best.keeps_rows, &at, total_points(rows, &at), 0)

cdef void try_seven_pairs(
    const rules_t *rules, const tiles_t *tiles, const uint8_t *counts, const uint8_t *melds, const win_t *win, best_t *best
) noexcept nogil:
    cdef uint32_t label = 0
    if rules.seven_pairs_wait and count_waits(counts, melds, win.slot) == 1:
        label = SINGLE_WAIT
    try_without_sets(rules, tiles, win, seven_pairs_form(tiles.keys), present_honours(tiles), label, best)

cdef inline uint32_t present_honours(const tiles_t *tiles) noexcept nogil:
    cdef uint64_t lanes = tiles.honours
    return lane_bits((lanes | (lanes >> 1) | (lanes >> 2)) & <uint64_t>0x01010101010101)

cdef void try_other_forms(const rules_t *rules, const tiles_t *tiles, const win_t *win, best_t *best) noexcept nogil:
    """The forms of a hand that is neither sets and a pair nor seven pairs."""
    cdef uint32_t honours = present_honours(tiles)
    cdef int form, body = knitted_body(tiles.keys)
    if body >= 0 and melds_of(tiles.sums) <= 1:
        try_knitted_straight(rules, tiles, win, body, best)
        if best.value:
            return
    if melds_of(tiles.sums):
        return
    if is_thirteen_orphans(tiles.keys, honours):
        try_without_sets(rules, tiles, win, THIRTEEN_ORPHANS, honours, 0, best)
    elif tiles.odd_kinds == 14:
        form = all_knitted(tiles.keys, honours)
        if form >= 0:
            try_without_sets(rules, tiles, win, form, honours, 0, best)

cdef inline int find_best(
    const rules_t *rules, const tiles_t *tiles, const uint8_t *counts, const uint8_t *melds, uint32_t slot, uint32_t flags, uint32_t winds,
    uint32_t flowers, bint rows_too, best_t *best,
) noexcept nogil:
    """Checks the hand and tries every reading: a status, and the best reading."""
    cdef win_t win, seldom_win
    cdef shape_t shape
    cdef best_t other
    cdef bint has_sets, has_pairs
    cdef int status = check_tiles(tiles, 14)
    if status == FINE:
        status = read_win(rules, tiles, counts, slot, flags, winds, flowers, &win)
    if status != FINE:
        return status
    best.value = 0
    shape.form = BASIC
    shape.body_sets = 0
    shape.extra_places = 0
    shape.forbidden_places = 0
    has_sets = try_sets(rules, tiles, tiles.keys, tiles.rows, &win, &shape, 0, rows_too, best)
    has_pairs = tiles.odd_kinds == 0 and melds_of(tiles.sums) == 0
    if has_sets and not has_pairs:
        return FINE
    # Copies for a call that is seldom made: what has an address cannot stay in registers.
    seldom_win = win
    other.value = 0
    other.keeps_rows = rows_too
    if has_pairs:
        try_seven_pairs(rules, tiles, counts, melds, &seldom_win, &other)
    else:
        try_other_forms(rules, tiles, &seldom_win, &other)
    if other.value > best.value:
        best.value = other.value
        if rows_too:
            best.at = other.at
    return FINE if best.value else NOT_WINNING

cdef inline int score_read(
    const rules_t *rules, const tiles_t *tiles, const uint8_t *counts, const uint8_t *melds, uint32_t win, uint32_t flags, uint32_t winds,
    uint32_t flowers, int16_t *points, uint8_t *fans, bint fans_too,
) noexcept nogil:
    """Scores a hand whose tiles have been read; ``fans`` is filled if ``fans_too``."""
    cdef best_t best
    cdef int total, status = find_best(rules, tiles, counts, melds, win, flags, winds, flowers, fans_too, &best)
    points[0] = 0
    if status != FINE:
        if fans_too:
            memset(fans, 0, FANS)
        return status
    total = <int>points_of(best.value) - 1
    points[0] = <int16_t>((total if total else rules.chicken) + <int>flowers * rules.flower)
    if fans_too:
        list_fans(rules, &best.at, fans)
        fans[CHICKEN] = total == 0 and rules.chicken != 0
        fans[FLOWERS] = <uint8_t>flowers if rules.flower else 0
    return FINE

cdef int score_points(
    const rules_t *rules, const uint8_t *counts, const uint8_t *melds, uint32_t win, uint32_t flags, uint32_t winds, uint32_t flowers,
    int16_t *points,
) noexcept nogil:
    cdef tiles_t tiles
    read_tiles(rules.suits, counts, melds, &tiles)
    return score_read(rules, &tiles, counts, melds, win, flags, winds, flowers, points, NULL, False)

cdef int score_fans(
    const rules_t *rules, const uint8_t *counts, const uint8_t *melds, uint32_t win, uint32_t flags, uint32_t winds, uint32_t flowers,
    int16_t *points, uint8_t *fans,
) noexcept nogil:
    cdef tiles_t tiles
    read_tiles(rules.suits, counts, melds, &tiles)
    return score_read(rules, &tiles, counts, melds, win, flags, winds, flowers, points, fans, True)

cdef inline void read_ahead(const rules_t *rules, const columns_t *columns, Py_ssize_t row, tiles_t *tiles) noexcept nogil:
    """Reads the tiles of a row and calls its suit rows into the cache: they come while the row before is scored."""
    read_tiles(rules.suits, columns.counts + SLOTS * row, columns.melds + 4 * row, tiles)
    GUOBIAO_PREFETCH(tiles.rows[0])
    GUOBIAO_PREFETCH(tiles.rows[1])
    GUOBIAO_PREFETCH(tiles.rows[2])

cdef inline void score_rows(
    const rules_t *rules, const columns_t *columns, Py_ssize_t start, Py_ssize_t stop, int16_t *points, uint8_t *status, uint8_t *fans,
    bint fans_too,
) noexcept nogil:
    cdef tiles_t tiles[2]
    cdef Py_ssize_t row
    if start < stop:
        read_ahead(rules, columns, start, &tiles[start & 1])
    for row in range(start, stop):
        if row + 1 < stop:
            read_ahead(rules, columns, row + 1, &tiles[(row + 1) & 1])
        status[row] = score_read(
            rules, &tiles[row & 1], columns.counts + SLOTS * row, columns.melds + 4 * row, columns.win[row], columns.flags[row],
            columns.winds[row], columns.flowers[row], points + row, fans + FANS * row if fans_too else NULL, fans_too,
        )

cdef void score_columns(
    const rules_t *rules, const columns_t *columns, Py_ssize_t start, Py_ssize_t stop, int16_t *points, uint8_t *status, uint8_t *fans
) noexcept nogil:
    if fans == NULL:
        score_rows(rules, columns, start, stop, points, status, fans, False)
    else:
        score_rows(rules, columns, start, stop, points, status, fans, True)

cdef void list_fans(const rules_t *rules, const lookup_t *at, uint8_t *fans) noexcept nogil:
    """Adds up the fans of all rows of a reading: of its parts, then of the merges."""
    cdef const uint32_t *rows = rules.block.rows
    cdef const uint32_t *words = rules.fans
    cdef uint32_t found[13]
    cdef uint32_t chows_and_hogs = MERGES_AT + at.hogs + (at.chows >> INDEX_SHIFT), all_pungs = merge_of(at.pungs, rows[at.honours])
    cdef uint32_t sets = merge_of(rows[chows_and_hogs], rows[all_pungs])
    cdef uint32_t tiles = merge_of(rows[at.ranks], rows[at.colours])
    cdef uint32_t reading = merge_of(rows[sets], rows[tiles])
    cdef uint32_t manner = MERGES_AT + at.kongs + (rows[at.win] >> INDEX_SHIFT)
    cdef int i, count = 0
    # Most rows list nothing: what is there is moved together without a branch.
    count = noted(found, count, at.chow_fans)
    count = noted(found, count, at.pung_fans)
    count = noted(found, count, words[at.honours])
    count = noted(found, count, words[at.ranks])
    count = noted(found, count, words[at.colours])
    count = noted(found, count, words[at.win])
    count = noted(found, count, words[chows_and_hogs])
    count = noted(found, count, words[all_pungs])
    count = noted(found, count, words[sets])
    count = noted(found, count, words[tiles])
    count = noted(found, count, words[reading])
    count = noted(found, count, words[manner])
    count = noted(found, count, words[merge_of(rows[reading], rows[manner])])
    memset(fans, 0, FANS)
    for i in range(count):
        if found[i] & <uint32_t>LONG_LIST:
            add_long_list(rules.long_lists + FANS * (found[i] ^ <uint32_t>LONG_LIST), fans)
        else:
            fans[found[i] & 0xFF] += found[i] >> 8 & 0xFF
            fans[found[i] >> 16 & 0xFF] += found[i] >> 24

cdef inline int noted(uint32_t *found, int count, uint32_t word) noexcept nogil:
    found[count] = word
    return count + (word != 0)

cdef void add_long_list(const uint8_t *counts, uint8_t *fans) noexcept nogil:
    cdef int fan
    for fan in range(FANS):
        fans[fan] += counts[fan]

cdef inline uint32_t merge_of(uint32_t left, uint32_t right) noexcept nogil:
    """Where the row of a merge stands."""
    return MERGES_AT + ((left + right) >> INDEX_SHIFT)

cdef int check_complete(const uint8_t *counts, const uint8_t *melds) noexcept nogil:
    cdef tiles_t tiles
    cdef int status
    read_tiles(suit_tables(), counts, melds, &tiles)
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
    body = knitted_body(tiles.keys)
    if body >= 0 and melds_of(tiles.sums) <= 1:
        for suit in range(3):
            keys[suit] = tiles.keys[suit] - body_lanes(body, suit)
        if are_sets_and_pair(keys, tiles.honours):
            return True
    if melds_of(tiles.sums):
        return False
    if tiles.odd_kinds == 0 or is_thirteen_orphans(tiles.keys, honours):
        return True
    return tiles.odd_kinds == 14 and all_knitted(tiles.keys, honours) >= 0
