"""The way to a minimum of points: every complete hand at a distance, scored.

A *target* is the standing part of a complete hand; the tiles that it holds and the hand does not
are *missing*, and copies of them must be unseen. Targets of sets and a pair are enumerated suit by
suit: each suit lists its decomposable vectors by pair, sets and missing tiles, and the lists are
combined to exact sums. The forms without sets, and 组合龙, are enumerated one target after the
other.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset
from ..types cimport FINE, SELF_DRAWN, SLOTS, SUIT_SLOT_MASK, hand_t, suit_row_t
from ..tiles cimport set_tiles, write_suit
from ..scoring.special cimport GUOBIAO_BODIES
from ..scoring.rules cimport ProfileTables, rules_t
from ..scoring.score cimport score_points

cdef enum:
    # tiles that a target may lack at most, and one more for the ends of the lists
    MAX_MISSING = 6
    TOO_MANY = 64        # missing tiles of a vector that wants more copies than are left
    SUIT_ROWS = 22000    # above the number of decomposable vectors
    HONOUR_ROWS = 512
    MAX_ROUTES = 256
    NO_WAY = 100

cdef struct part_t:              # what a target holds of one suit, or of the honours
    uint32_t key                 # counts of 3 bits
    uint16_t needed              # ranks of which a tile is missing
    uint16_t kept                # ranks of which none is missing and another copy is left
    uint16_t ways                # to take what is missing from the copies left
    uint16_t place               # of its list: (pair * 5 + sets) * MAX_MISSING + missing

cdef struct parts_t:             # a group's parts, by list
    part_t *part
    uint32_t starts[2 * 5 * MAX_MISSING + 1]
    int least[2][5]              # missing tiles of the nearest part; NO_WAY if there is none

cdef struct route_t:
    uint8_t target[SLOTS]
    uint8_t win
    int16_t points
    uint32_t ways

cdef struct search_t:
    const rules_t *rules
    uint8_t held[SLOTS]
    uint8_t left[SLOTS]
    int minimum, sets, limit, found
    bint by_kept                 # the winning tile is one that the hand had and gave away
    parts_t groups[4]            # honours, m, s, p
    int least[5][2][5]           # missing tiles of the nearest parts of this group and all after it
    hand_t target                # its standing part; melds, winds and flags are those of the hand
    route_t *routes              # the best first

# --------------------------------------------------------------------------------------- one target

cdef inline int missing_of(const search_t *search, int slot, int count) noexcept nogil:
    """How many tiles are missing to this many copies in a target; TOO_MANY if they are not left."""
    cdef int more = count - search.held[slot]
    if more <= 0:
        return 0
    return more if more <= search.left[slot] else TOO_MANY

cdef inline int lowest_slot(uint64_t mask) noexcept nogil:
    """The lowest of the bits; there is one."""
    cdef int slot = 0
    while not mask >> slot & 1:
        slot += 1
    return slot

cdef inline uint32_t ways_to_take(int left, int taken) noexcept nogil:
    """Binomial coefficients of at most four copies."""
    if taken == 0 or taken == left:
        return 1
    return 6 if left == 4 and taken == 2 else left

cdef void judge(search_t *search, uint64_t wins, uint32_t ways) noexcept nogil:
    """Scores the target for each of these winning tiles, and keeps it if the best
    of them gives the minimum.
    """
    cdef int16_t points, best = -1
    cdef int slot, win = 0
    # A winning tile that was given away must come again: at most four ways more.
    if (search.found == search.limit
            and (ways << 2 * search.by_kept) < search.routes[search.limit - 1].ways):
        return
    while wins:
        slot = lowest_slot(wins)
        wins &= wins - 1
        search.target.win = <uint8_t>slot
        if score_points(search.rules, &search.target, &points) == FINE and points > best:
            best = points
            win = slot
    if best >= search.minimum:
        keep_route(search, win, best, ways * search.left[win] if search.by_kept else ways)

cdef int order_of(const route_t *left, const route_t *right) noexcept nogil:
    """Below 0 if the left one is better: more ways, then more points, then the lower tiles."""
    if left.ways != right.ways:
        return -1 if left.ways > right.ways else 1
    if left.points != right.points:
        return -1 if left.points > right.points else 1
    return -memcmp(left.target, right.target, SLOTS)

cdef void keep_route(search_t *search, int win, int16_t points, uint32_t ways) noexcept nogil:
    cdef route_t route
    cdef int place = search.found, order
    memcpy(route.target, search.target.counts, SLOTS)
    route.win = <uint8_t>win
    route.points = points
    route.ways = ways
    while place > 0:
        order = order_of(&route, &search.routes[place - 1])
        if order == 0:  # both seven pairs and four sets
            return
        if order > 0:
            break
        place -= 1
    if place == search.limit:
        return
    if search.found < search.limit:
        search.found += 1
    for order in range(search.found - 1, place, -1):
        search.routes[order] = search.routes[order - 1]
    search.routes[place] = route

cdef void judge_whole(search_t *search, int missing) noexcept nogil:
    """Judges a target of which only the counts are known, if it misses the
    right number of tiles.
    """
    cdef uint64_t needed = 0, kept = 0
    cdef uint32_t ways = 1
    cdef int slot, more, total = 0
    for slot in range(SLOTS):
        if search.target.counts[slot] == 0:
            continue
        more = missing_of(search, slot, search.target.counts[slot])
        total += more
        if total > missing:
            return
        if more:
            needed |= <uint64_t>1 << slot
            ways *= ways_to_take(search.left[slot], more)
        elif search.left[slot]:
            kept |= <uint64_t>1 << slot
    if total == missing:
        judge(search, kept if search.by_kept else needed, ways)

# ----------------------------------------------------------------------------- four sets and a pair

cdef inline void make_part(
    const search_t *search, int first, int ranks, uint32_t key, part_t *part
) noexcept nogil:
    """Fills in what a part needs, but for its list."""
    cdef int rank, count, more
    part.key = key
    part.needed = 0
    part.kept = 0
    part.ways = 1
    for rank in range(ranks):
        count = key >> (3 * rank) & 7
        if count:
            more = count - search.held[first + rank]
            if more > 0:
                part.needed |= 1 << rank
                part.ways *= ways_to_take(search.left[first + rank], more)
            elif search.left[first + rank]:
                part.kept |= 1 << rank

cdef void sort_parts(const part_t *listed, int count, parts_t *parts) noexcept nogil:
    """Puts the parts into their lists, one behind the other."""
    cdef uint32_t ends[2 * 5 * MAX_MISSING + 1]
    cdef int place, number, pair, sets, missing
    memset(parts.starts, 0, sizeof(parts.starts))
    for number in range(count):
        parts.starts[listed[number].place + 1] += 1
    for place in range(2 * 5 * MAX_MISSING):
        parts.starts[place + 1] += parts.starts[place]
    memcpy(ends, parts.starts, sizeof(ends))
    for number in range(count):
        parts.part[ends[listed[number].place]] = listed[number]
        ends[listed[number].place] += 1
    for pair in range(2):
        for sets in range(5):
            parts.least[pair][sets] = NO_WAY
            for missing in range(MAX_MISSING - 1, -1, -1):
                place = (pair * 5 + sets) * MAX_MISSING + missing
                if parts.starts[place + 1] > parts.starts[place]:
                    parts.least[pair][sets] = missing

cdef void list_suit(
    const search_t *search, int suit, int most, part_t *listed, parts_t *parts
) noexcept nogil:
    """The decomposable vectors of a suit that miss at most ``most`` tiles."""
    cdef uint16_t cells[3][512]  # by three counts: missing tiles, and 256 * their number
    cdef const suit_row_t *rows = search.rules.suits.rows
    cdef uint32_t key, cell, sum_
    cdef int third, slot, tiles, number, count = 0
    for third in range(3):
        slot = 9 * suit + 3 * third
        for cell in range(512):
            sum_ = missing_of(search, slot, cell & 7) + missing_of(search, slot + 1, cell >> 3 & 7)
            sum_ += missing_of(search, slot + 2, cell >> 6)
            tiles = (cell & 7) + (cell >> 3 & 7) + (cell >> 6)
            cells[third][cell] = <uint16_t>((sum_ if sum_ < TOO_MANY else TOO_MANY) + 256 * tiles)
    for number in range(SUIT_SLOT_MASK + 1):
        key = rows[number].key
        if key >> 27:
            continue
        sum_ = cells[0][key & 511] + cells[1][key >> 9 & 511] + cells[2][key >> 18]
        tiles = sum_ >> 8
        if <int>(sum_ & 255) > most or tiles // 3 > search.sets:
            continue
        make_part(search, 9 * suit, 9, key, &listed[count])
        listed[count].place = <uint16_t>(((tiles % 3 == 2) * 5 + tiles // 3) * MAX_MISSING
            + (sum_ & 255))
        count += 1
    sort_parts(listed, count, parts)

cdef int list_honours_from(
    const search_t *search, int honour, int pair, int sets, int missing, int most, uint32_t key,
    part_t *listed, int count
) noexcept nogil:
    """Nothing, a pair or a pung of each honour from here on; returns how many parts are listed."""
    cdef int more
    if honour == 7:
        make_part(search, 27, 7, key, &listed[count])
        listed[count].place = <uint16_t>((pair * 5 + sets) * MAX_MISSING + missing)
        return count + 1
    count = list_honours_from(search, honour + 1, pair, sets, missing, most, key, listed, count)
    more = missing + missing_of(search, 27 + honour, 2)
    if pair == 0 and more <= most:
        count = list_honours_from(search, honour + 1, 1, sets, more, most,
            key | <uint32_t>2 << (3 * honour), listed, count)
    more = missing + missing_of(search, 27 + honour, 3)
    if sets < search.sets and more <= most:
        count = list_honours_from(search, honour + 1, pair, sets + 1, more, most,
            key | <uint32_t>3 << (3 * honour), listed, count)
    return count

cdef void list_parts(search_t *search, int most, part_t *room) noexcept nogil:
    """The parts of all groups, and how near the groups can come from each one on."""
    cdef int group, pair, sets, here, there, least
    list_honours_parts(search, most, room)
    for group in range(1, 4):
        list_suit(search, group - 1, most, room, &search.groups[group])
    for pair in range(2):
        for sets in range(5):
            search.least[4][pair][sets] = NO_WAY if pair or sets else 0
    for group in range(3, -1, -1):
        for pair in range(2):
            for sets in range(5):
                least = NO_WAY
                for here in range(pair + 1):
                    for there in range(sets + 1):
                        least = min(least, search.groups[group].least[here][there]
                            + search.least[group + 1][pair - here][sets - there])
                search.least[group][pair][sets] = least

cdef void list_honours_parts(search_t *search, int most, part_t *room) noexcept nogil:
    sort_parts(room, list_honours_from(search, 0, 0, 0, 0, most, 0, room, 0), &search.groups[0])

cdef void combine(
    search_t *search, int group, int pair, int sets, int missing, uint64_t wins, uint32_t ways
) noexcept nogil:
    """Every choice of parts from this group on that makes the pair (if it is still to come), the
    sets and the sum of missing tiles.
    """
    cdef const parts_t *parts = &search.groups[group]
    cdef const part_t *part
    cdef int here, there, more, shift = 27 if group == 0 else 9 * (group - 1)
    cdef uint32_t number, place
    cdef uint64_t added
    for here in range(pair + 1):
        for there in range(sets + 1):
            for more in range(missing + 1):
                if search.least[group + 1][pair - here][sets - there] > missing - more:
                    break
                if group == 3 and (here != pair or there != sets or more != missing):
                    continue
                place = (here * 5 + there) * MAX_MISSING + more
                for number in range(parts.starts[place], parts.starts[place + 1]):
                    part = &parts.part[number]
                    write_suit(part.key, search.target.counts + shift, group != 0)
                    added = wins | <uint64_t>(part.kept if search.by_kept else part.needed) << shift
                    if group == 3:
                        judge(search, added, ways * part.ways)
                    else:
                        combine(search, group + 1, pair - here, sets - there, missing - more, added,
                            ways * part.ways)

# -------------------------------------------------------------------------------------- other forms

cdef void seven_pairs_from(search_t *search, int slot, int pairs, int missing) noexcept nogil:
    """No, one or two pairs of each tile from here on."""
    cdef int count, more
    if pairs == 0 or slot == SLOTS:
        if pairs == 0 and missing == 0:
            judge_whole(search, search_missing(search))
        return
    for count in range(3 if pairs > 1 else 2):
        more = missing_of(search, slot, 2 * count)
        if more > missing:
            break
        search.target.counts[slot] = <uint8_t>(2 * count)
        seven_pairs_from(search, slot + 1, pairs - count, missing - more)
    search.target.counts[slot] = 0

cdef int search_missing(const search_t *search) noexcept nogil:
    """Tiles that the target misses."""
    cdef int slot, total = 0
    for slot in range(SLOTS):
        total += missing_of(search, slot, search.target.counts[slot])
    return total

cdef inline bint is_orphan(int slot) noexcept nogil:
    return slot >= 27 or slot % 9 == 0 or slot % 9 == 8

cdef void orphans(search_t *search, int missing) noexcept nogil:
    """十三幺: one of each kind, and one kind twice."""
    cdef int slot
    for slot in range(SLOTS):
        search.target.counts[slot] = is_orphan(slot)
    for slot in range(SLOTS):
        if is_orphan(slot):
            search.target.counts[slot] = 2
            judge_whole(search, missing)
            search.target.counts[slot] = 1
    memset(search.target.counts, 0, SLOTS)

cdef void body_slots(int body, uint8_t *slots) noexcept nogil:
    """The nine tiles of a body."""
    cdef int suit, step
    for suit in range(3):
        for step in range(3):
            slots[3 * suit + step] = <uint8_t>(9 * suit + (GUOBIAO_BODIES[body] >> (2 * suit) & 3)
                + 3 * step)

cdef void all_knitted_targets(search_t *search, int missing) noexcept nogil:
    """全不靠 and 七星不靠: two of the sixteen tiles of a body and the honours are left out."""
    cdef uint8_t slots[16]
    cdef int body, place, other
    for body in range(6):
        body_slots(body, slots)
        for place in range(9, 16):
            slots[place] = <uint8_t>(18 + place)
        for place in range(16):
            search.target.counts[slots[place]] = 1
        for place in range(16):
            search.target.counts[slots[place]] = 0
            for other in range(place):
                search.target.counts[slots[other]] = 0
                judge_whole(search, missing)
                search.target.counts[slots[other]] = 1
            search.target.counts[slots[place]] = 1
        memset(search.target.counts, 0, SLOTS)

cdef void knitted_straights(search_t *search, int missing) noexcept nogil:
    """组合龙: a body, a pair and, without a meld, a chow or a pung."""
    cdef uint8_t slots[9]
    cdef int body, place, slot, total
    for body in range(6):
        body_slots(body, slots)
        total = 0
        for place in range(9):
            total += missing_of(search, slots[place], 1)
        if total > missing:
            continue
        for place in range(9):
            search.target.counts[slots[place]] += 1
        if search.sets == 3:
            pairs_beside(search, missing)
        else:
            for slot in range(SLOTS):
                search.target.counts[slot] += 3
                pairs_beside(search, missing)
                search.target.counts[slot] -= 3
                if slot < 27 and slot % 9 < 7:
                    for place in range(3):
                        search.target.counts[slot + place] += 1
                    pairs_beside(search, missing)
                    for place in range(3):
                        search.target.counts[slot + place] -= 1
        memset(search.target.counts, 0, SLOTS)

cdef void pairs_beside(search_t *search, int missing) noexcept nogil:
    """The target with each pair."""
    cdef int slot
    if search_missing(search) > missing:
        return
    for slot in range(SLOTS):
        search.target.counts[slot] += 2
        if search.target.counts[slot] <= 4:
            judge_whole(search, missing)
        search.target.counts[slot] -= 2

# --------------------------------------------------------------------------------------- the search

cdef void search_targets(search_t *search, int missing) noexcept nogil:
    """Every target that misses this many tiles."""
    memset(search.target.counts, 0, SLOTS)
    if search.least[0][1][search.sets] <= missing:
        combine(search, 0, 1, search.sets, missing, 0, 1)
        memset(search.target.counts, 0, SLOTS)
    if search.sets >= 3:
        knitted_straights(search, missing)
    if search.sets == 4:
        seven_pairs_from(search, 0, 7, missing)
        orphans(search, missing)
        all_knitted_targets(search, missing)

cdef int search_distance(search_t *search, int furthest, part_t *room) noexcept nogil:
    """The smallest distance at which a route was kept, or -1."""
    cdef int distance
    list_parts(search, furthest + 1, room)
    for distance in range(furthest + 1):
        search.by_kept = True
        search_targets(search, distance)
        search.by_kept = False
        search_targets(search, distance + 1)
        if search.found:
            return distance
    return -1

def reach(
    ProfileTables tables not None, bytes counts not None, bytes melds not None, bytes left not None,
    unsigned int winds, bint self_drawn, int minimum, int furthest, int limit
):
    """The distance of thirteen or fourteen tiles from ``minimum`` points, and the best routes:
    (target, win, points, ways) each.

    ``left``: how many copies of each slot may still come. -1 and no route if the distance is over
    ``furthest`` (at most 4).
    """
    cdef search_t search
    cdef int group, distance
    cdef part_t *room
    if (len(counts) != SLOTS or len(melds) != 4 or len(left) != SLOTS or not 0 <= furthest <= 4
            or not 1 <= limit <= MAX_ROUTES):
        raise ValueError("expected 34 counts, 4 melds, 34 copies left, a distance of 0 to 4 "
            "and 1 to 256 routes")
    memcpy(search.held, <const uint8_t *>counts, SLOTS)
    memcpy(search.left, <const uint8_t *>left, SLOTS)
    search.rules = &tables.rules
    set_tiles(&search.target, <const uint8_t *>counts, <const uint8_t *>melds)
    search.target.winds = <uint8_t>min(winds, 255)
    search.target.flags = SELF_DRAWN * self_drawn
    search.minimum = minimum
    search.sets = 4 - sum(1 for meld in melds if meld)
    search.limit = limit
    search.found = 0
    room = <part_t *>malloc((4 * SUIT_ROWS + HONOUR_ROWS) * sizeof(part_t))
    search.routes = <route_t *>malloc(limit * sizeof(route_t))
    try:
        if room == NULL or search.routes == NULL:
            raise MemoryError
        for group in range(1, 4):
            search.groups[group].part = room + SUIT_ROWS * group
        search.groups[0].part = room + 4 * SUIT_ROWS
        with nogil:
            distance = search_distance(&search, furthest, room)
        return distance, [
            (<bytes>search.routes[group].target[:SLOTS], search.routes[group].win,
            search.routes[group].points,
             search.routes[group].ways)
            for group in range(search.found)
        ]
    finally:
        free(room)
        free(search.routes)
