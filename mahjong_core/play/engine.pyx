"""One hand of play by the rules of the table: deal, flowers, draws, discards, claims, kongs, wins,
payments.

The engine goes on by itself until a seat has to decide or the hand is over: in ``start_hand`` and
in each ``apply_action``. When a tile is drawn or discarded it finds what each seat may do
(``options``) and scores a win, so that later questions cost nothing.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
from ..types cimport (
    ACTIONS, ADDED_KONG_AT, ADDED_KONG_CODE, ADDED_KONG_EVENT, CHOW_AT, CHOW_CODE, CHOW_EVENT,
    CLAIM_PHASE, COMMON_WALL, CONCEALED_KONG_AT, CONCEALED_KONG_CODE, CONCEALED_KONG_EVENT,
    DEAL_EVENT, DISCARD_AT, DISCARD_EVENT, DISCARD_WIN, DRAWN_GAME, DRAWN_GAME_EVENT, DRAW_EVENT,
    FINE, FLOWERS_AT, FLOWER_EVENT, HIDDEN_MELD, IGNORED_EVENT, KONG, KONG_AT, LAST_COPY, LAST_TILE,
    MELDED_KONG_CODE, MELDED_KONG_EVENT, MELDS, NO_TILE, OVER_PHASE, OWN_WALL, PASS, PLAY_PHASE,
    PUNG_AT, PUNG_CODE, PUNG_EVENT, REPLACEMENT_EVENT, ROBBED_WIN, ROB_PHASE, SEATS, SELF_DRAWN,
    SELF_DRAWN_WIN, SLOTS, WIN, WIN_EVENT, hand_t,
)
from ..scoring.score cimport score_points
from ..tiles cimport GUOBIAO_LOWEST_BIT, slots_above, winds_code
from ..scoring.waits cimport find_waits

cdef enum:  # what a seat may do
    OPTION_WIN = 1
    OPTION_PUNG = 2
    OPTION_KONG = 4       # of the discard; in PLAY: kongs are allowed
    OPTION_LOW = 8        # a chow in which the discard is the lowest tile
    OPTION_MIDDLE = 16
    OPTION_HIGH = 32


# ---------------------------------------------------------------------------------------- the table

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
    """The next tile of a wall that is not empty; the common wall gives replacements from its end.
    """
    cdef int wall = wall_of(table, seat)
    if from_end and table.wall_rule == COMMON_WALL:
        table.draw_end[wall] -= 1
        return table.wall[table.draw_end[wall]]
    table.draw_at[wall] += 1
    return table.wall[table.draw_at[wall] - 1]

cdef inline void know_waits(table_t *table, int seat) noexcept nogil:
    """Looks for the waits of a seat that holds thirteen tiles, if the tiles have changed."""
    if not table.waits_known >> seat & 1:
        find_waits(&table.hands[seat], False, &table.waits[seat])
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
    """Whether a seat may win with ``tile``, which its standing tiles hold: whether it has the
    minimum of points. Notes what the hand is worth.
    """
    cdef hand_t *hand = &table.hands[seat]
    cdef int status
    hand.win = <uint8_t>tile
    hand.flags = <uint8_t>flags
    hand.winds = winds_code(table.prevalent, seat)
    hand.flowers = <uint8_t>flower_count(table, seat)
    status = score_points(game.rules, hand, &table.worth[seat])
    return status == FINE and table.worth[seat] - hand.flowers * game.rules.flower >= game.minimum

# ----------------------------------------------------------------------------------------- the deal

cdef void start_hand(
    const game_t *game, int wall_rule, bint has_flowers, int prevalent, const uint8_t *wall,
    table_t *table
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
    # At a common wall the dealer has taken the fourteenth tile before anybody replaces flowers.
    for seat in range(SEATS):
        replace_dealt_flowers(table, seat)
        if seat == 0 and wall_rule == COMMON_WALL:
            draw_tile(table, 0, False)
    if wall_rule == OWN_WALL:
        draw_tile(table, 0, False)
    begin_turn(game, table)

cdef void deal_tiles(table_t *table) noexcept nogil:
    """Three times four tiles each, then one; each from its own wall if it has one. Flowers wait in
    the hand's events.
    """
    cdef int turn, seat, i
    for seat in range(SEATS):
        note(table, DEAL_EVENT, seat, NO_TILE, 0)
    for turn in range(4):
        for seat in range(SEATS):
            for i in range(4 if turn < 3 else 1):
                keep_dealt(table, seat, take_tile(table, seat, False))

cdef inline void keep_dealt(table_t *table, int seat, int tile) noexcept nogil:
    if tile < FLOWERS_AT:
        table.hands[seat].counts[tile] += 1
    else:
        table.flowers[seat] |= <uint8_t>(1 << (tile - FLOWERS_AT))

cdef void replace_dealt_flowers(table_t *table, int seat) noexcept nogil:
    """开局补花: a seat lays all its flowers open and takes a tile for each."""
    cdef int flower, tile, dealt = table.flowers[seat]
    table.flowers[seat] = 0
    for flower in range(8):
        if dealt >> flower & 1:
            tile = take_after_flower(table, seat, FLOWERS_AT + flower)
            table.hands[seat].counts[tile] += 1

cdef int take_after_flower(table_t *table, int seat, int tile) noexcept nogil:
    """Lays a flower open, and each flower that replaces it. Returns the last replacement, or
    NO_TILE if the wall has none left.
    """
    while tile >= FLOWERS_AT:
        table.flowers[seat] |= <uint8_t>(1 << (tile - FLOWERS_AT))
        note(table, FLOWER_EVENT, seat, tile, 0)
        if wall_left(table, seat) == 0:
            return NO_TILE
        tile = take_tile(table, seat, True)
        note(table, REPLACEMENT_EVENT, seat, tile, 0)
    return tile

# ------------------------------------------------------------------------------------------- a turn

cdef void draw_tile(table_t *table, int seat, bint for_kong) noexcept nogil:
    """A seat draws (or replaces a kong's tile) and lays flowers open; the hand ends if there is no
    tile left for it.
    """
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
    table.hands[seat].counts[tile] += 1
    table.tile = <uint8_t>tile

cdef void begin_turn(const game_t *game, table_t *table) noexcept nogil:
    """Asks the seat that has drawn: it may win, make a kong, or discard."""
    cdef int seat = table.actor, tile = table.tile, flags
    if table.phase == OVER_PHASE:
        return
    table.phase = PLAY_PHASE
    table.turn = <uint8_t>seat
    table.last_tile = wall_left(table, after(seat)) == 0
    table.options[seat] = OPTION_KONG if not table.last_tile and wall_left(table, seat) else 0
    if table.waits[seat] >> tile & 1:
        flags = (SELF_DRAWN | LAST_COPY * (table.open[tile] == 3)
            | LAST_TILE * table.last_tile | KONG * table.after_kong)
        if may_win(game, table, seat, tile, flags):
            table.options[seat] |= OPTION_WIN
            table.win_flags = <uint8_t>flags

cdef void discard(const game_t *game, table_t *table, int tile) noexcept nogil:
    cdef int seat = table.actor
    table.hands[seat].counts[tile] -= 1
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
    """Finds what the others may do with a discard, or with a tile that is added to a pung; goes on
    if nobody can do anything.
    """
    cdef int step, seat
    table.phase = <uint8_t>phase
    table.pending = 0
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        table.answers[seat] = PASS
        table.options[seat] = 0
        offer_win(game, table, seat)
        if phase == CLAIM_PHASE and not table.last_tile:  # the last discard can only be won
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
    table.hands[seat].counts[tile] += 1
    if may_win(game, table, seat, tile, flags):
        table.options[seat] = OPTION_WIN
        table.win_flags = <uint8_t>flags
    table.hands[seat].counts[tile] -= 1

cdef inline void offer_sets(table_t *table, int seat, bint is_next) noexcept nogil:
    """Pung, kong and, from the left only, chows. With own walls a kong needs no replacement:
    without one the hand is drawn.
    """
    cdef const uint8_t *counts = table.hands[seat].counts
    cdef int tile = table.tile, options = table.options[seat], rank = tile % 9
    if counts[tile] >= 2:
        options |= OPTION_PUNG
        if counts[tile] == 3:
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

# --------------------------------------------------------------------------------------- the claims

cdef inline int rank_of_claim(int action) noexcept nogil:
    """Win before pung and kong before chow before pass."""
    if action == WIN:
        return 3
    if action >= PUNG_AT:
        return 2
    return 1 if action >= CHOW_AT else 0

cdef int best_claim(const table_t *table) noexcept nogil:
    """The seat whose claim goes first, or NO_TILE: among equals the first counter-clockwise from
    the discarder.
    """
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
    if action == WIN:
        table.open[table.tile] -= 1
        win(game, table, DISCARD_WIN, seat, loser)
    elif action >= KONG_AT:
        claim_set(table, seat, MELDED_KONG_CODE + table.tile, (seat - loser) & 3)
        draw_tile(table, seat, True)
        begin_turn(game, table)
    else:
        if action >= PUNG_AT:
            claim_set(table, seat, PUNG_CODE + table.tile, (seat - loser) & 3)
        else:
            # Of three actions with one middle tile the claimed one is the lowest, the middle one,
            # the highest.
            claim_set(table, seat, CHOW_CODE + table.tile - (action - CHOW_AT) % 3,
                (action - CHOW_AT) % 3 + 1)
        table.phase = PLAY_PHASE
        table.turn = <uint8_t>seat
        table.tile = NO_TILE
        table.options[seat] = 0

cdef void add_meld(table_t *table, int seat, int code, int source) noexcept nogil:
    cdef int place = table.meld_count[seat]
    table.hands[seat].melds[place] = <uint8_t>code
    table.sources[seat][place] = <uint8_t>source
    table.meld_count[seat] += 1
    forget_waits(table, seat)

cdef void claim_set(table_t *table, int seat, int code, int source) noexcept nogil:
    """The claimed tile and those that the seat has for it become a meld; it is its turn."""
    cdef int tile = table.tile, i, slot, from_hand
    if code < PUNG_CODE:
        note(table, CHOW_EVENT, seat, code - CHOW_CODE + 1, tile)
        for i in range(3):
            slot = code - CHOW_CODE + i
            if slot != tile:
                table.hands[seat].counts[slot] -= 1
                table.open[slot] += 1
    else:
        from_hand = 2 if code < MELDED_KONG_CODE else 3
        note(table, PUNG_EVENT if from_hand == 2 else MELDED_KONG_EVENT, seat, tile, table.actor)
        table.hands[seat].counts[tile] -= <uint8_t>from_hand
        table.open[tile] += <uint8_t>from_hand
    note_ignored(table, seat)
    add_meld(table, seat, code, source)
    table.actor = <uint8_t>seat

# ---------------------------------------------------------------------------------------- the kongs

cdef void make_concealed_kong(const game_t *game, table_t *table, int tile) noexcept nogil:
    cdef int seat = table.actor
    table.hands[seat].counts[tile] -= 4
    add_meld(table, seat, CONCEALED_KONG_CODE + tile, 0)
    note(table, CONCEALED_KONG_EVENT, seat, tile, 0)
    draw_tile(table, seat, True)
    begin_turn(game, table)

cdef void declare_added_kong(const game_t *game, table_t *table, int tile) noexcept nogil:
    """The tile leaves the hand; it is part of the meld when nobody has robbed it."""
    cdef int seat = table.actor
    table.hands[seat].counts[tile] -= 1
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
        if table.hands[seat].melds[place] == PUNG_CODE + table.tile:
            table.hands[seat].melds[place] = ADDED_KONG_CODE + table.tile
    table.open[table.tile] += 1
    draw_tile(table, seat, True)
    begin_turn(game, table)

# ------------------------------------------------------------------------------------------ the end

cdef inline int32_t amount(const payment_t *payment, int points) noexcept nogil:
    return payment.fixed + payment.times * points

cdef void win(const game_t *game, table_t *table, int ending, int winner, int loser) noexcept nogil:
    """Pays the winner; a claimed tile goes into its hand. ``loser``: the winner itself if it drew
    the tile.
    """
    cdef int seat, points = table.worth[winner]
    cdef int32_t paid
    note(table, WIN_EVENT, winner, table.tile, loser)
    if ending != SELF_DRAWN_WIN:
        table.hands[winner].counts[table.tile] += 1
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

# -------------------------------------------------------------------------------------- the actions

cdef inline bint holds_pung(const table_t *table, int seat, int tile) noexcept nogil:
    cdef int place
    for place in range(table.meld_count[seat]):
        if table.hands[seat].melds[place] == PUNG_CODE + tile:
            return True
    return False

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
    cdef const uint8_t *counts = table.hands[seat].counts
    cdef uint64_t held, pungs = 0
    if options & OPTION_WIN:
        actions[0] = WIN
        count = 1
    held = slots_above(counts, 1)
    count = list_slots(held, DISCARD_AT, actions, count)
    if not options & OPTION_KONG:
        return count
    for place in range(table.meld_count[seat]):
        if PUNG_CODE <= table.hands[seat].melds[place] < MELDED_KONG_CODE:
            pungs |= <uint64_t>1 << (table.hands[seat].melds[place] - PUNG_CODE)
    count = list_slots(slots_above(counts, 4), CONCEALED_KONG_AT, actions, count)
    return list_slots(held & pungs, ADDED_KONG_AT, actions, count)

cdef inline int chow_action(int lowest, int claimed) noexcept nogil:
    """The action of a chow by its lowest tile and which of the three is claimed (0-2)."""
    return CHOW_AT + 21 * (lowest // 9) + 3 * (lowest % 9) + claimed

cdef int list_claims(const table_t *table, uint8_t *actions) noexcept nogil:
    cdef int options = table.options[table.turn], tile = table.tile, count = 1
    actions[0] = PASS
    if options & OPTION_WIN:
        actions[count] = WIN
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
        actions[count] = <uint8_t>(PUNG_AT + tile)
        count += 1
    if options & OPTION_KONG:
        actions[count] = <uint8_t>(KONG_AT + tile)
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
    if action == WIN:
        return (table.options[table.turn] & OPTION_WIN) != 0
    if table.phase == PLAY_PHASE:
        return is_legal_play(table, action)
    return is_legal_claim(table, action)

cdef inline bint is_legal_play(const table_t *table, int action) noexcept nogil:
    cdef int seat = table.turn
    cdef bint kongs = (table.options[seat] & OPTION_KONG) != 0
    if DISCARD_AT <= action < CHOW_AT:
        return table.hands[seat].counts[action - DISCARD_AT] != 0
    if action >= ADDED_KONG_AT:
        return (kongs and table.hands[seat].counts[action - ADDED_KONG_AT] != 0
            and holds_pung(table, seat, action - ADDED_KONG_AT))
    return (kongs and action >= CONCEALED_KONG_AT
        and table.hands[seat].counts[action - CONCEALED_KONG_AT] == 4)

cdef inline bint is_legal_claim(const table_t *table, int action) noexcept nogil:
    cdef int tile = table.tile, options = table.options[table.turn]
    if action == PASS:
        return True
    if action >= PUNG_AT:
        return ((action == PUNG_AT + tile and options & OPTION_PUNG)
            or (action == KONG_AT + tile and options & OPTION_KONG))
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
    elif action == WIN:
        win(game, table, SELF_DRAWN_WIN, table.turn, table.turn)
    elif action < CHOW_AT:
        discard(game, table, action - DISCARD_AT)
    elif action < ADDED_KONG_AT:
        make_concealed_kong(game, table, action - CONCEALED_KONG_AT)
    else:
        declare_added_kong(game, table, action - ADDED_KONG_AT)
    return True

# ------------------------------------------------------------------------------ what a seat may see

cdef void observe(const table_t *table, int seat, observation_t *seen) noexcept nogil:
    cdef int other, place, slot
    memset(seen, 0, sizeof(observation_t))
    memcpy(seen.hand, table.hands[seat].counts, SLOTS)
    memcpy(seen.sources, table.sources, sizeof(table.sources))
    memcpy(seen.meld_count, table.meld_count, SEATS)
    memcpy(seen.flowers, table.flowers, SEATS)
    memcpy(seen.river_length, table.river_length, SEATS)
    for other in range(SEATS):
        memcpy(seen.melds[other], table.hands[other].melds, MELDS)
        memcpy(seen.rivers[other], table.rivers[other], table.river_length[other])
        seen.wall_left[other] = <uint8_t>wall_left(table, other)
        for slot in range(SLOTS):
            seen.standing[other] += table.hands[other].counts[slot]
        for place in range(table.meld_count[other]):
            if (other != seat and table.phase != OVER_PHASE
                    and table.hands[other].melds[place] >= CONCEALED_KONG_CODE):
                seen.melds[other][place] = HIDDEN_MELD
    seen.seat = <uint8_t>seat
    seen.prevalent = table.prevalent
    seen.phase = table.phase
    seen.actor = table.actor
    # That another seat is asked stays hidden, since it shows that the seat can claim. Only its
    # player sees a drawn tile.
    seen.turn = table.turn if table.phase == PLAY_PHASE or table.turn == seat else NO_TILE
    seen.tile = table.tile if table.phase != PLAY_PHASE or table.turn == seat else NO_TILE
