"""One hand of play by the rules of the table: deal, flowers, draws, discards, claims, kongs, wins, payments.

All that needs no decision happens by itself: after ``start_hand`` and each ``apply_action`` a seat is to decide, or the hand is over. What each
seat may do is found when the tile falls (``options``) and the win is scored then, so asking for it costs nothing.
"""

cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from .types cimport FINE, KONG, LAST_COPY, LAST_TILE, NO_TILE, SELF_DRAWN, SLOTS
from .rules cimport ProfileTables
from .score cimport score_points
from .tiles cimport lane_bits, word_at
from .waits cimport find_waits

__all__ = ["SeatView", "TableRules", "TableState", "play_random", "shuffled"]

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define GUOBIAO_LOWEST_BIT(word) __builtin_ctzll(word)
    #else
    static int GUOBIAO_LOWEST_BIT(unsigned long long word) {
        int bit = 0;
        while (!(word & 1)) { word >>= 1; bit++; }
        return bit;
    }
    #endif
    """
    int GUOBIAO_LOWEST_BIT(uint64_t word) noexcept nogil

cdef enum:  # what a seat may do
    OPTION_WIN = 1
    OPTION_PUNG = 2
    OPTION_KONG = 4       # of the discard; in PLAY: kongs are allowed
    OPTION_LOW = 8        # a chow in which the discard is the lowest tile
    OPTION_MIDDLE = 16
    OPTION_HIGH = 32

cdef enum:  # kinds of meld, as in the arrays of a batch
    CHOW_CODE = 1
    PUNG_CODE = 1 + SLOTS
    MELDED_KONG_CODE = 1 + 2 * SLOTS
    ADDED_KONG_CODE = 1 + 3 * SLOTS
    CONCEALED_KONG_CODE = 1 + 4 * SLOTS

# ---------------------------------------------------------------------------------------------------- random numbers

cdef inline uint64_t rotated(uint64_t word, int left) noexcept nogil:
    return (word << left) | (word >> (64 - left))

cdef void seed_random(random_t *random, uint64_t seed) noexcept nogil:
    """Four numbers of splitmix64."""
    cdef uint64_t mixed
    cdef int i
    for i in range(4):
        seed += <uint64_t>0x9E3779B97F4A7C15
        mixed = (seed ^ (seed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
        mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
        random.words[i] = mixed ^ (mixed >> 31)

cdef inline uint64_t next_random(random_t *random) noexcept nogil:
    """xoshiro256**."""
    cdef uint64_t *words = random.words
    cdef uint64_t made = rotated(words[1] * 5, 7) * 9, shifted = words[1] << 17
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = rotated(words[3], 45)
    return made

cdef uint32_t random_below(random_t *random, uint32_t bound) noexcept nogil:
    """The upper half of 32 bits times the bound; products in the few places that would favour some numbers are thrown away."""
    cdef uint64_t product = (next_random(random) >> 32) * bound
    cdef uint32_t least
    if <uint32_t>product < bound:
        least = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < least:
            product = (next_random(random) >> 32) * bound
    return <uint32_t>(product >> 32)

cdef inline int tiles_of(bint has_flowers) noexcept nogil:
    return WALL_TILES if has_flowers else 4 * SLOTS

cdef void shuffle_wall(uint64_t seed, bint has_flowers, uint8_t *wall) noexcept nogil:
    """The sorted set, shuffled from its end on (Fisher and Yates)."""
    cdef random_t random
    cdef int i, other
    cdef uint8_t tile
    for i in range(4 * SLOTS):
        wall[i] = <uint8_t>(i >> 2)
    if has_flowers:
        for i in range(8):
            wall[4 * SLOTS + i] = <uint8_t>(FLOWERS_AT + i)
    seed_random(&random, seed)
    for i in range(tiles_of(has_flowers) - 1, 0, -1):
        other = <int>random_below(&random, <uint32_t>i + 1)
        tile = wall[i]
        wall[i] = wall[other]
        wall[other] = tile

# ------------------------------------------------------------------------------------------------------- the table

cdef inline void note(table_t *table, int kind, int seat, int tile, int detail) noexcept nogil:
    cdef event_t *event = &table.events[table.event_count]
    event.kind = <uint8_t>kind
    event.seat = <uint8_t>seat
    event.tile = <uint8_t>tile
    event.detail = <uint8_t>detail
    table.event_count += 1

cdef inline int wall_of(const table_t *table, int seat) noexcept nogil:
    """Whose wall a seat draws from."""
    return seat if table.wall_rule == OWN_WALL else 0

cdef int wall_left(const table_t *table, int seat) noexcept nogil:
    cdef int wall = wall_of(table, seat)
    return table.draw_end[wall] - table.draw_at[wall]

cdef inline int after(int seat) noexcept nogil:
    """The next seat, counter-clockwise."""
    return (seat + 1) & 3

cdef inline uint8_t take_tile(table_t *table, int seat, bint from_end) noexcept nogil:
    """The next tile of a wall that is not empty; the common wall gives replacements from its end."""
    cdef int wall = wall_of(table, seat)
    if from_end and table.wall_rule == COMMON_WALL:
        table.draw_end[wall] -= 1
        return table.wall[table.draw_end[wall]]
    table.draw_at[wall] += 1
    return table.wall[table.draw_at[wall] - 1]

cdef inline void know_waits(table_t *table, int seat) noexcept nogil:
    """Looks for the waits of a seat that holds thirteen tiles, if his tiles have changed."""
    if not table.waits_known >> seat & 1:
        find_waits(table.counts[seat], table.melds[seat], False, &table.waits[seat])
        table.waits_known |= <uint8_t>(1 << seat)

cdef inline void forget_waits(table_t *table, int seat) noexcept nogil:
    table.waits_known &= <uint8_t>~(1 << seat)

cdef inline int flower_count(const table_t *table, int seat) noexcept nogil:
    cdef int bits = table.flowers[seat], count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count

cdef bint may_win(const game_t *game, table_t *table, int seat, int tile, int flags) noexcept nogil:
    """Whether a seat, whose standing tiles hold ``tile``, has the minimum of points with it; notes what the hand is worth."""
    cdef int flowers = flower_count(table, seat)
    cdef int status = score_points(
        game.rules, table.counts[seat], table.melds[seat], tile, flags, 4 * table.prevalent + seat, flowers, &table.worth[seat]
    )
    return status == FINE and table.worth[seat] - flowers * game.rules.flower >= game.minimum

# -------------------------------------------------------------------------------------------------------- the deal

cdef void start_hand(
    const game_t *game, int wall_rule, bint has_flowers, int prevalent, const uint8_t *wall, table_t *table
) noexcept nogil:
    cdef int seat, size = tiles_of(has_flowers)
    memset(table, 0, sizeof(table_t))
    memcpy(table.wall, wall, size)
    table.wall_rule = <uint8_t>wall_rule
    table.has_flowers = has_flowers
    table.prevalent = <uint8_t>prevalent
    table.winner = NO_TILE
    table.loser = NO_TILE
    table.draw_end[0] = <uint8_t>size
    if wall_rule == OWN_WALL:
        for seat in range(SEATS):
            table.draw_at[seat] = <uint8_t>(seat * size // 4)
            table.draw_end[seat] = <uint8_t>((seat + 1) * size // 4)
    deal_tiles(table)
    # At a common wall the dealer has taken his fourteenth tile before anybody replaces flowers.
    for seat in range(SEATS):
        replace_dealt_flowers(table, seat)
        if seat == 0 and wall_rule == COMMON_WALL:
            draw_tile(table, 0, False)
    if wall_rule == OWN_WALL:
        draw_tile(table, 0, False)
    begin_turn(game, table)

cdef void deal_tiles(table_t *table) noexcept nogil:
    """Three times four tiles each, then one; each from his own wall if he has one. Flowers wait in the hand's events."""
    cdef int turn, seat, i
    for seat in range(SEATS):
        note(table, DEAL_EVENT, seat, NO_TILE, 0)
    for turn in range(4):
        for seat in range(SEATS):
            for i in range(4 if turn < 3 else 1):
                keep_dealt(table, seat, take_tile(table, seat, False))

cdef inline void keep_dealt(table_t *table, int seat, int tile) noexcept nogil:
    if tile < FLOWERS_AT:
        table.counts[seat][tile] += 1
    else:
        table.flowers[seat] |= <uint8_t>(1 << (tile - FLOWERS_AT))

cdef void replace_dealt_flowers(table_t *table, int seat) noexcept nogil:
    """开局补花: a seat lays all his flowers open and takes a tile for each."""
    cdef int flower, tile, dealt = table.flowers[seat]
    table.flowers[seat] = 0
    for flower in range(8):
        if dealt >> flower & 1:
            tile = take_after_flower(table, seat, FLOWERS_AT + flower)
            table.counts[seat][tile] += 1

cdef int take_after_flower(table_t *table, int seat, int tile) noexcept nogil:
    """Lays a flower open, and those that replace it; the tile that replaces the last one, NO_TILE if the wall has none."""
    while tile >= FLOWERS_AT:
        table.flowers[seat] |= <uint8_t>(1 << (tile - FLOWERS_AT))
        note(table, FLOWER_EVENT, seat, tile, 0)
        if wall_left(table, seat) == 0:
            return NO_TILE
        tile = take_tile(table, seat, True)
        note(table, REPLACEMENT_EVENT, seat, tile, 0)
    return tile

# --------------------------------------------------------------------------------------------------------- a turn

cdef void draw_tile(table_t *table, int seat, bint for_kong) noexcept nogil:
    """A seat draws (or replaces a kong's tile) and lays flowers open; the hand ends if there is no tile left for him."""
    cdef int tile
    know_waits(table, seat)
    table.actor = <uint8_t>seat
    table.after_kong = for_kong
    if wall_left(table, seat) == 0:
        end_hand(table, DRAWN_GAME)
        return
    tile = take_tile(table, seat, for_kong)
    note(table, REPLACEMENT_EVENT if for_kong else DRAW_EVENT, seat, tile, 0)
    if tile >= FLOWERS_AT:
        # 补花后和牌 is 自摸, not 杠上开花.
        table.after_kong = False
        tile = take_after_flower(table, seat, tile)
        if tile == NO_TILE:
            end_hand(table, DRAWN_GAME)
            return
    table.counts[seat][tile] += 1
    table.tile = <uint8_t>tile

cdef void begin_turn(const game_t *game, table_t *table) noexcept nogil:
    """Asks the seat that has drawn: he may win, make a kong, or discard."""
    cdef int seat = table.actor, tile = table.tile, flags
    if table.phase == OVER_PHASE:
        return
    table.phase = PLAY_PHASE
    table.turn = <uint8_t>seat
    table.last_tile = wall_left(table, after(seat)) == 0
    table.options[seat] = OPTION_KONG if not table.last_tile and wall_left(table, seat) else 0
    if table.waits[seat] >> tile & 1:
        flags = SELF_DRAWN | LAST_COPY * (table.open[tile] == 3) | LAST_TILE * table.last_tile | KONG * table.after_kong
        if may_win(game, table, seat, tile, flags):
            table.options[seat] |= OPTION_WIN
            table.win_flags = <uint8_t>flags

cdef void discard(const game_t *game, table_t *table, int tile) noexcept nogil:
    cdef int seat = table.actor
    table.counts[seat][tile] -= 1
    if tile != table.tile:
        forget_waits(table, seat)
    table.rivers[seat][table.river_length[seat]] = <uint8_t>tile
    table.river_length[seat] += 1
    table.open[tile] += 1
    table.tile = <uint8_t>tile
    table.last_tile = wall_left(table, after(seat)) == 0
    note(table, DISCARD_EVENT, seat, tile, 0)
    offer(game, table, CLAIM_PHASE)

cdef void offer(const game_t *game, table_t *table, int phase) noexcept nogil:
    """Finds what the others may do with a discard, or with a tile that is added to a pung; goes on if nobody can do anything."""
    cdef int step, seat
    table.phase = <uint8_t>phase
    table.pending = 0
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        table.answers[seat] = PASS
        table.options[seat] = 0
        offer_win(game, table, seat)
        # Botzone's judge lets the last discard be chowed or punged: the hand goes on with the claimer's next player.
        if phase == CLAIM_PHASE and (not table.last_tile or table.wall_rule == OWN_WALL):
            offer_sets(table, seat, step == 1)
        if table.options[seat]:
            table.pending |= <uint8_t>(1 << seat)
    ask_next(game, table)

cdef inline void offer_win(const game_t *game, table_t *table, int seat) noexcept nogil:
    cdef int tile = table.tile, flags
    know_waits(table, seat)
    if not table.waits[seat] >> tile & 1:
        return
    if table.phase == ROB_PHASE:
        flags = KONG | LAST_COPY  # the other three are the pung
    else:
        flags = LAST_COPY * (table.open[tile] == 4) | LAST_TILE * table.last_tile
    table.counts[seat][tile] += 1
    if may_win(game, table, seat, tile, flags):
        table.options[seat] = OPTION_WIN
        table.win_flags = <uint8_t>flags
    table.counts[seat][tile] -= 1

cdef inline void offer_sets(table_t *table, int seat, bint is_next) noexcept nogil:
    """Pung, kong (never of the last discard) and, from the left only, chows."""
    cdef const uint8_t *counts = table.counts[seat]
    cdef int tile = table.tile, options = table.options[seat], rank = tile % 9
    if counts[tile] >= 2:
        options |= OPTION_PUNG
        if counts[tile] == 3 and not table.last_tile and wall_left(table, seat):
            options |= OPTION_KONG
    if is_next and tile < 27:
        if rank < 7 and counts[tile + 1] and counts[tile + 2]:
            options |= OPTION_LOW
        if 0 < rank < 8 and counts[tile - 1] and counts[tile + 1]:
            options |= OPTION_MIDDLE
        if rank > 1 and counts[tile - 2] and counts[tile - 1]:
            options |= OPTION_HIGH
    table.options[seat] = <uint8_t>options

cdef void ask_next(const game_t *game, table_t *table) noexcept nogil:
    """The next seat that may claim; when all have answered, what follows from it."""
    cdef int step, seat
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        if table.pending >> seat & 1:
            table.turn = <uint8_t>seat
            return
    if table.phase == CLAIM_PHASE:
        resolve_claims(game, table)
    else:
        resolve_robbing(game, table)

# ------------------------------------------------------------------------------------------------------ the claims

cdef inline int rank_of_claim(int action) noexcept nogil:
    """Win before pung and kong before chow before pass."""
    if action == HU:
        return 3
    if action >= PENG_AT:
        return 2
    return 1 if action >= CHI_AT else 0

cdef int best_claim(const table_t *table) noexcept nogil:
    """The seat whose claim goes first, or NO_TILE: among equals the first counter-clockwise from the discarder."""
    cdef int step, seat, best = NO_TILE, rank = 0
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        if rank_of_claim(table.answers[seat]) > rank:
            rank = rank_of_claim(table.answers[seat])
            best = seat
    return best

cdef void note_ignored(table_t *table, int claimer) noexcept nogil:
    cdef int step, seat
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        if seat != claimer and table.answers[seat] != PASS:
            note(table, IGNORED_EVENT, seat, table.answers[seat], 0)

cdef void resolve_claims(const game_t *game, table_t *table) noexcept nogil:
    cdef int seat = best_claim(table), action, loser = table.actor
    if seat == NO_TILE:
        if table.last_tile:
            end_hand(table, DRAWN_GAME)
        else:
            draw_tile(table, after(table.actor), False)
            begin_turn(game, table)
        return
    action = table.answers[seat]
    table.river_length[loser] -= 1
    if action == HU:
        table.open[table.tile] -= 1
        win(game, table, DISCARD_WIN, seat, loser)
    elif action >= GANG_AT:
        claim_set(table, seat, MELDED_KONG_CODE + table.tile, (seat - loser) & 3)
        draw_tile(table, seat, True)
        begin_turn(game, table)
    else:
        if action >= PENG_AT:
            claim_set(table, seat, PUNG_CODE + table.tile, (seat - loser) & 3)
        else:
            # Of three actions with one middle tile the claimed one is the lowest, the middle one, the highest.
            claim_set(table, seat, CHOW_CODE + table.tile - (action - CHI_AT) % 3, (action - CHI_AT) % 3 + 1)
        table.phase = PLAY_PHASE
        table.turn = <uint8_t>seat
        table.tile = NO_TILE
        table.options[seat] = 0

cdef void add_meld(table_t *table, int seat, int code, int source) noexcept nogil:
    cdef int place = table.meld_count[seat]
    table.melds[seat][place] = <uint8_t>code
    table.sources[seat][place] = <uint8_t>source
    table.meld_count[seat] += 1
    forget_waits(table, seat)

cdef void claim_set(table_t *table, int seat, int code, int source) noexcept nogil:
    """The claimed tile and those that the seat has for it become a meld; it is his turn."""
    cdef int tile = table.tile, i, slot, from_hand
    if code < PUNG_CODE:
        note(table, CHOW_EVENT, seat, code - CHOW_CODE + 1, tile)
        for i in range(3):
            slot = code - CHOW_CODE + i
            if slot != tile:
                table.counts[seat][slot] -= 1
                table.open[slot] += 1
    else:
        from_hand = 2 if code < MELDED_KONG_CODE else 3
        note(table, PUNG_EVENT if from_hand == 2 else MELDED_KONG_EVENT, seat, tile, table.actor)
        table.counts[seat][tile] -= <uint8_t>from_hand
        table.open[tile] += <uint8_t>from_hand
    note_ignored(table, seat)
    add_meld(table, seat, code, source)
    table.actor = <uint8_t>seat

# ------------------------------------------------------------------------------------------------------- the kongs

cdef void make_concealed_kong(const game_t *game, table_t *table, int tile) noexcept nogil:
    cdef int seat = table.actor
    table.counts[seat][tile] -= 4
    add_meld(table, seat, CONCEALED_KONG_CODE + tile, 0)
    note(table, CONCEALED_KONG_EVENT, seat, tile, 0)
    draw_tile(table, seat, True)
    begin_turn(game, table)

cdef void declare_added_kong(const game_t *game, table_t *table, int tile) noexcept nogil:
    """The tile leaves the hand; it is part of the meld when nobody has robbed it."""
    cdef int seat = table.actor
    table.counts[seat][tile] -= 1
    table.tile = <uint8_t>tile
    forget_waits(table, seat)
    note(table, ADDED_KONG_EVENT, seat, tile, 0)
    offer(game, table, ROB_PHASE)

cdef void resolve_robbing(const game_t *game, table_t *table) noexcept nogil:
    cdef int seat = table.actor, robber = best_claim(table), place
    if robber != NO_TILE:
        win(game, table, ROBBED_WIN, robber, seat)
        return
    for place in range(table.meld_count[seat]):
        if table.melds[seat][place] == PUNG_CODE + table.tile:
            table.melds[seat][place] = ADDED_KONG_CODE + table.tile
    table.open[table.tile] += 1
    draw_tile(table, seat, True)
    begin_turn(game, table)

# --------------------------------------------------------------------------------------------------------- the end

cdef inline int32_t amount(const payment_t *payment, int points) noexcept nogil:
    return payment.fixed + payment.times * points

cdef void win(const game_t *game, table_t *table, int ending, int winner, int loser) noexcept nogil:
    """Pays the winner; a claimed tile goes into his hand. ``loser``: the winner himself if he drew the tile."""
    cdef int seat, points = table.worth[winner]
    cdef int32_t paid
    note(table, WIN_EVENT, winner, table.tile, loser)
    if ending != SELF_DRAWN_WIN:
        table.counts[winner][table.tile] += 1
        table.loser = <uint8_t>loser
        note_ignored(table, winner)
    for seat in range(SEATS):
        if seat == winner:
            continue
        if ending == SELF_DRAWN_WIN:
            paid = amount(&game.self_drawn, points)
        else:
            paid = amount(&game.discarder if seat == loser else &game.others, points)
        table.changes[seat] -= paid
        table.changes[winner] += paid
    table.winner = <uint8_t>winner
    end_hand(table, ending)

cdef void end_hand(table_t *table, int ending) noexcept nogil:
    if ending == DRAWN_GAME:
        note(table, DRAWN_GAME_EVENT, 0, NO_TILE, 0)
        table.tile = NO_TILE
    table.ending = <uint8_t>ending
    table.phase = OVER_PHASE
    table.turn = NO_TILE
    table.pending = 0

# ----------------------------------------------------------------------------------------------------- the actions

cdef inline bint holds_pung(const table_t *table, int seat, int tile) noexcept nogil:
    cdef int place
    for place in range(table.meld_count[seat]):
        if table.melds[seat][place] == PUNG_CODE + tile:
            return True
    return False

cdef inline uint64_t slots_above(const uint8_t *counts, int least) noexcept nogil:
    """The slots of which a hand (at most four copies each) holds ``least`` tiles or more, a bit each."""
    cdef uint64_t ones = <uint64_t>0x0101010101010101
    cdef uint64_t more = (8 - least) * ones, found = 0
    cdef int word
    for word in range(4):
        found |= <uint64_t>lane_bits((word_at(counts + 8 * word) + more) >> 3 & ones) << (8 * word)
    return found | <uint64_t>(counts[32] >= least) << 32 | <uint64_t>(counts[33] >= least) << 33

cdef int list_actions(const table_t *table, uint8_t *actions) noexcept nogil:
    if table.phase == OVER_PHASE:
        return 0
    return list_plays(table, actions) if table.phase == PLAY_PHASE else list_claims(table, actions)

cdef inline int list_slots(uint64_t slots, int first, uint8_t *actions, int count) noexcept nogil:
    """Adds ``first`` + slot for each bit."""
    while slots:
        actions[count] = <uint8_t>(first + GUOBIAO_LOWEST_BIT(slots))
        count += 1
        slots &= slots - 1
    return count

cdef int list_plays(const table_t *table, uint8_t *actions) noexcept nogil:
    cdef int seat = table.turn, options = table.options[seat], count = 0, place
    cdef const uint8_t *counts = table.counts[seat]
    cdef uint64_t held, pungs = 0
    if options & OPTION_WIN:
        actions[0] = HU
        count = 1
    held = slots_above(counts, 1)
    count = list_slots(held, PLAY_AT, actions, count)
    if not options & OPTION_KONG:
        return count
    for place in range(table.meld_count[seat]):
        if PUNG_CODE <= table.melds[seat][place] < MELDED_KONG_CODE:
            pungs |= <uint64_t>1 << (table.melds[seat][place] - PUNG_CODE)
    count = list_slots(slots_above(counts, 4), ANGANG_AT, actions, count)
    return list_slots(held & pungs, BUGANG_AT, actions, count)

cdef inline int chow_action(int lowest, int claimed) noexcept nogil:
    """The action of a chow by its lowest tile and which of the three is claimed (0-2)."""
    return CHI_AT + 21 * (lowest // 9) + 3 * (lowest % 9) + claimed

cdef int list_claims(const table_t *table, uint8_t *actions) noexcept nogil:
    cdef int options = table.options[table.turn], tile = table.tile, count = 1
    actions[0] = PASS
    if options & OPTION_WIN:
        actions[count] = HU
        count += 1
    if options & OPTION_HIGH:
        actions[count] = <uint8_t>chow_action(tile - 2, 2)
        count += 1
    if options & OPTION_MIDDLE:
        actions[count] = <uint8_t>chow_action(tile - 1, 1)
        count += 1
    if options & OPTION_LOW:
        actions[count] = <uint8_t>chow_action(tile, 0)
        count += 1
    if options & OPTION_PUNG:
        actions[count] = <uint8_t>(PENG_AT + tile)
        count += 1
    if options & OPTION_KONG:
        actions[count] = <uint8_t>(GANG_AT + tile)
        count += 1
    return count

cdef void fill_mask(const table_t *table, uint8_t *mask) noexcept nogil:
    cdef uint8_t actions[MAX_LEGAL]
    cdef int i
    memset(mask, 0, ACTIONS)
    for i in range(list_actions(table, actions)):
        mask[actions[i]] = 1

cdef bint is_legal(const table_t *table, int action) noexcept nogil:
    if action < 0 or action >= ACTIONS or table.phase == OVER_PHASE:
        return False
    if action == HU:
        return (table.options[table.turn] & OPTION_WIN) != 0
    return is_legal_play(table, action) if table.phase == PLAY_PHASE else is_legal_claim(table, action)

cdef inline bint is_legal_play(const table_t *table, int action) noexcept nogil:
    cdef int seat = table.turn
    cdef bint kongs = (table.options[seat] & OPTION_KONG) != 0
    if PLAY_AT <= action < CHI_AT:
        return table.counts[seat][action - PLAY_AT] != 0
    if action >= BUGANG_AT:
        return kongs and table.counts[seat][action - BUGANG_AT] != 0 and holds_pung(table, seat, action - BUGANG_AT)
    return kongs and action >= ANGANG_AT and table.counts[seat][action - ANGANG_AT] == 4

cdef inline bint is_legal_claim(const table_t *table, int action) noexcept nogil:
    cdef int tile = table.tile, options = table.options[table.turn]
    if action == PASS:
        return True
    if action >= PENG_AT:
        return (action == PENG_AT + tile and options & OPTION_PUNG) or (action == GANG_AT + tile and options & OPTION_KONG)
    return (
        (options & OPTION_LOW and action == chow_action(tile, 0))
        or (options & OPTION_MIDDLE and action == chow_action(tile - 1, 1))
        or (options & OPTION_HIGH and action == chow_action(tile - 2, 2))
    )

cdef bint apply_action(const game_t *game, table_t *table, int action) noexcept nogil:
    if not is_legal(table, action):
        return False
    table.actions[table.action_count] = <uint8_t>action
    table.action_count += 1
    if table.phase != PLAY_PHASE:
        table.answers[table.turn] = <uint8_t>action
        table.pending &= <uint8_t>~(1 << table.turn)
        ask_next(game, table)
    elif action == HU:
        win(game, table, SELF_DRAWN_WIN, table.turn, table.turn)
    elif action < CHI_AT:
        discard(game, table, action - PLAY_AT)
    elif action < BUGANG_AT:
        make_concealed_kong(game, table, action - ANGANG_AT)
    else:
        declare_added_kong(game, table, action - BUGANG_AT)
    return True

# ------------------------------------------------------------------------------------------------ what a seat may see

cdef void observe(const table_t *table, int seat, observation_t *seen) noexcept nogil:
    cdef int other, place, slot
    memset(seen, 0, sizeof(observation_t))
    memcpy(seen.hand, table.counts[seat], SLOTS)
    memcpy(seen.melds, table.melds, sizeof(table.melds))
    memcpy(seen.sources, table.sources, sizeof(table.sources))
    memcpy(seen.meld_count, table.meld_count, SEATS)
    memcpy(seen.flowers, table.flowers, SEATS)
    memcpy(seen.river_length, table.river_length, SEATS)
    for other in range(SEATS):
        memcpy(seen.rivers[other], table.rivers[other], table.river_length[other])
        seen.wall_left[other] = <uint8_t>wall_left(table, other)
        for slot in range(SLOTS):
            seen.standing[other] += table.counts[other][slot]
        for place in range(table.meld_count[other]):
            if other != seat and table.phase != OVER_PHASE and table.melds[other][place] >= CONCEALED_KONG_CODE:
                seen.melds[other][place] = HIDDEN_MELD
    seen.seat = <uint8_t>seat
    seen.prevalent = table.prevalent
    seen.phase = table.phase
    seen.actor = table.actor
    # Who else is asked would tell that he can claim; and a drawn tile is its player's own.
    seen.turn = table.turn if table.phase == PLAY_PHASE or table.turn == seat else NO_TILE
    seen.tile = table.tile if table.phase != PLAY_PHASE or table.turn == seat else NO_TILE

# ------------------------------------------------------------------------------------------------------- random play

cdef int choose_random(const table_t *table, random_t *random) noexcept nogil:
    cdef uint8_t actions[MAX_LEGAL]
    cdef int count = list_actions(table, actions)
    return actions[random_below(random, <uint32_t>count)]

cdef int choose_eager(const table_t *table, random_t *random) noexcept nogil:
    cdef uint8_t actions[MAX_LEGAL]
    cdef int count = list_actions(table, actions)
    cdef int first = actions[0], last = actions[count - 1], second = actions[1] if count > 1 else PASS
    if first == HU or second == HU:
        return HU
    if first == PASS:
        return PASS if random_below(random, 2) else actions[1 + random_below(random, <uint32_t>count - 1)]
    if last >= ANGANG_AT and random_below(random, 2):
        return last
    return PLAY_AT + loosest_slot(table.counts[table.turn], random)

cdef int loosest_slot(const uint8_t *counts, random_t *random) noexcept nogil:
    """The tile with the fewest copies and neighbours in the hand; one of them at random if there are several."""
    cdef uint64_t held = slots_above(counts, 1)
    cdef int slot, rank, weight, least = 255, equal = 0, chosen = 0
    while held:
        slot = GUOBIAO_LOWEST_BIT(held)
        held &= held - 1
        weight = 3 * counts[slot]
        if slot < 27:
            rank = slot % 9
            weight += 2 * ((rank > 0 and counts[slot - 1] != 0) + (rank < 8 and counts[slot + 1] != 0))
            weight += (rank > 1 and counts[slot - 2] != 0) + (rank < 7 and counts[slot + 2] != 0)
        if weight < least:
            least = weight
            equal = 0
        if weight == least:
            equal += 1
            if random_below(random, <uint32_t>equal) == 0:
                chosen = slot
    return chosen

cdef int play_to_end(const game_t *game, table_t *table, bint eager, random_t *random) noexcept nogil:
    cdef int decisions = 0
    while table.phase != OVER_PHASE:
        apply_action(game, table, choose_eager(table, random) if eager else choose_random(table, random))
        decisions += 1
    return decisions

def play_random(TableRules rules not None, uint64_t seed, Py_ssize_t hands, int wall_rule=0, bint has_flowers=True, int prevalent=0,
                bint eager=False):
    """Plays ``hands`` whole hands at random without the GIL; hand k has the wall of the seed ``seed`` + k.

    ``eager``: every win is taken, and what is loose in a hand is discarded. Returns the decisions made, and how many hands ended
    self-drawn, on a discard, on a robbed kong, and without a winner.
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

# --------------------------------------------------------------------------------------------------------- the objects

cdef payment_t payment_of(tuple formula) except *:
    cdef payment_t made
    made.fixed = formula[0]
    made.times = formula[1]
    return made

cdef class TableRules:
    """What a rule profile says about a hand of play: its tables, its minimum, its payments as (fixed, times the points).

    ``seats`` and ``phases`` are the objects by which ``TableState`` names them (four each).
    """

    def __cinit__(self, profile, ProfileTables tables not None, int minimum, tuple self_drawn not None, tuple discarder not None,
                  tuple others not None, tuple seats not None, tuple phases not None):
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
    """A hand of play. ``wall``: the codes of its tiles in order, 144 with flowers or 136 without (own walls: one after the other).

    ``ValueError`` for a wall that is not the full set, and for other numbers that cannot be.
    """

    def __cinit__(self, *arguments, **options):
        # An object without __init__ is a hand that is over: nothing can be done with it.
        memset(&self.table, 0, sizeof(table_t))
        self.table.phase = OVER_PHASE

    def __init__(self, TableRules game not None, int wall_rule, int prevalent, bytes wall not None, seed=None):
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
        """The hand was won, or nobody can draw."""
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
        """Does what ``turn`` decided, and all that happens by itself until the next decision."""
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
        """The same hand once more: what happens to the one does not happen to the other."""
        cdef TableState made = type(self).__new__(type(self))
        with cython.critical_section(self):
            made.table = self.table
        made.game = self.game
        made.seed = self.seed
        return made

    def _refuse(self, action):
        raise ValueError(f"{action!r:.80} is no legal action: expected one of {self.legal_actions()}")

    def _wall(self):
        return <bytes>self.table.wall[:tiles_of(self.table.has_flowers)]

    def _actions(self):
        return <bytes>self.table.actions[:self.table.action_count]

    def _log(self):
        """Four bytes an event: kind, seat, tile, detail."""
        return (<uint8_t *>self.table.events)[:4 * self.table.event_count]

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
            <bytes>table.counts[seat & 3][:SLOTS], <bytes>table.melds[seat & 3][:count], <bytes>table.sources[seat & 3][:count],
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
    """What a seat may see, in numbers; ``legal_actions`` are those of its decision, empty if it has none to make."""

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
        return <bytes>self.seen.melds[seat & 3][:count], <bytes>self.seen.sources[seat & 3][:count], self.seen.flowers[seat & 3]

    def _river_of(self, int seat):
        """The slots of a seat's discards that nobody claimed."""
        return <bytes>self.seen.rivers[seat & 3][:self.seen.river_length[seat & 3]]

    def _bytes(self):
        """All of it, but for the legal actions."""
        return (<uint8_t *>&self.seen)[:sizeof(observation_t)]

    def _read(self, bytes content not None, tuple legal_actions not None):
        """Takes what ``_bytes`` gave; ``ValueError`` for what it cannot have given."""
        cdef observation_t seen
        if len(content) != sizeof(observation_t):
            raise ValueError(f"{len(content)} bytes: expected {sizeof(observation_t)}")
        memcpy(&seen, <const char *>content, sizeof(observation_t))
        check_view(&seen)
        self.seen = seen
        self.legal_actions = legal_actions

cdef int check_view(const observation_t *seen) except -1:
    """What is an index stays within its array."""
    cdef int seat, i
    cdef bint fits = seen.seat < SEATS and seen.prevalent < SEATS and seen.phase <= OVER_PHASE and seen.actor < SEATS
    fits = fits and (seen.turn < SEATS or seen.turn == NO_TILE) and (seen.tile < SLOTS or seen.tile == NO_TILE)
    for seat in range(SEATS):
        fits = fits and seen.meld_count[seat] <= 4 and seen.river_length[seat] <= RIVER_TILES
        for i in range(4):
            fits = fits and (seen.melds[seat][i] <= 5 * SLOTS or seen.melds[seat][i] == HIDDEN_MELD)
            fits = fits and (i >= seen.meld_count[seat] or seen.melds[seat][i] > 0)
        for i in range(RIVER_TILES):
            fits = fits and seen.rivers[seat][i] < SLOTS
    if not fits:
        raise ValueError("these bytes are no view of a table")
    return 0

cdef int number_of(action) noexcept:
    """An action as an int; -1 for what is none."""
    try:
        return action
    except (TypeError, OverflowError):
        return -1

cdef int check_settings(int wall_rule, int prevalent) except -1:
    if not 0 <= wall_rule <= 1 or not 0 <= prevalent <= 3:
        raise ValueError(f"wall rule {wall_rule}, prevalent wind {prevalent}: expected 0-1 and 0-3")
    return 0

cdef int check_wall(bytes wall) except -1:
    """The full set, with or without flowers; nothing else keeps the play within its arrays."""
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
            raise ValueError(f"{counts[tile]} copies of tile {tile}: expected four of 0-33 and one of 34-41")
    return 0

def shuffled(uint64_t seed, bint has_flowers):
    """The wall of a seed: 144 codes, 136 without flowers."""
    cdef uint8_t wall[WALL_TILES]
    shuffle_wall(seed, has_flowers, wall)
    return <bytes>wall[:tiles_of(has_flowers)]
