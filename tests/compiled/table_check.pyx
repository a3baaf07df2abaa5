"""What must hold after every action of a hand of play, looked at from scratch: for tests, over
millions of hands.

Nothing that the engine has noted down is believed: copies that lie open, waits, options and the
replacement of a kong are found again from the tiles and the events, and each of the 235 actions is
asked for by itself.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset
from mahjong_core.types cimport (
    ACTIONS, ADDED_KONG_AT, ADDED_KONG_EVENT, CHOW_AT, CLAIM_PHASE, CONCEALED_KONG,
    CONCEALED_KONG_AT, CONCEALED_KONG_EVENT, DISCARD_AT, DISCARD_WIN, DRAWN_GAME, FINE, FLOWERS_AT,
    HIDDEN_MELD, IGNORED_EVENT, KONG, KONG_AT, LAST_COPY, LAST_TILE, MELDED_KONG_EVENT, NO_TILE,
    OVER_PHASE, PASS, PLAY_PHASE, PUNG, PUNG_AT, REPLACEMENT_EVENT, ROBBED_WIN, ROB_PHASE, SEATS,
    SELF_DRAWN, SELF_DRAWN_WIN, SLOTS, WALL_TILES, WIN, hand_t,
)
from mahjong_core.tiles cimport meld_kind, meld_slot, set_tiles, winds_code
from mahjong_core.scoring.score cimport score_points
from mahjong_core.scoring.waits cimport find_waits
from mahjong_core.play.engine cimport (
    MAX_ACTIONS, MAX_EVENTS, MAX_LEGAL, RIVER_TILES, apply_action, fill_mask, game_t,
    is_legal, list_actions, observation_t, observe, payment_t, start_hand, table_t, wall_left,
)
from mahjong_core.play.objects cimport TableRules
from mahjong_core.play.chance cimport (
    choose_eager, choose_random, random_below, random_t, seed_random, shuffle_wall,
)

__all__ = ["FAULTS", "check_random"]

FAULTS = (
    "sound", "bounds", "tiles", "hand sizes", "payments", "open copies", "waits", "legal actions",
    "who is asked", "hidden tiles",
    "a refused action", "replay",
)

cdef enum:  # places in FAULTS
    SOUND = 0
    BOUNDS = 1
    TILES = 2
    SIZES = 3
    PAYMENTS = 4
    OPEN_COPIES = 5
    WAITS = 6
    LEGAL = 7
    ASKED = 8
    HIDDEN = 9
    REFUSED = 10
    REPLAY = 11

cdef enum:
    CODES = 42            # 34 slots and eight flowers
    KINDS = 5             # of melds

# ------------------------------------------------------------------------------- tiles on the table

cdef void add_meld_tiles(int code, uint8_t *counts) noexcept nogil:
    cdef int i
    if meld_kind(code) == 0:
        for i in range(3):
            counts[meld_slot(code) + i] += 1
    else:
        counts[meld_slot(code)] += 3 if meld_kind(code) == PUNG else 4

cdef bint are_bounds_kept(const table_t *table) noexcept nogil:
    cdef int seat, place
    if table.event_count > MAX_EVENTS or table.action_count > MAX_ACTIONS:
        return False
    for seat in range(SEATS):
        if (table.river_length[seat] > RIVER_TILES or table.meld_count[seat] > 4
                or table.draw_at[seat] > table.draw_end[seat]):
            return False
        for place in range(table.meld_count[seat]):
            if not 1 <= table.hands[seat].melds[place] <= KINDS * SLOTS:
                return False
    return table.draw_end[SEATS - 1] <= WALL_TILES and table.draw_end[0] <= WALL_TILES

cdef void count_all(const table_t *table, uint8_t *counts) noexcept nogil:
    """Every tile that is somewhere, by code."""
    cdef int seat, i
    memset(counts, 0, CODES)
    for seat in range(SEATS):
        for i in range(SLOTS):
            counts[i] += table.hands[seat].counts[i]
        for i in range(table.meld_count[seat]):
            add_meld_tiles(table.hands[seat].melds[i], counts)
        for i in range(table.river_length[seat]):
            counts[table.rivers[seat][i]] += 1
        for i in range(8):
            counts[FLOWERS_AT + i] += table.flowers[seat] >> i & 1
        for i in range(table.draw_at[seat], table.draw_end[seat]):
            counts[table.wall[i]] += 1
    if table.phase == ROB_PHASE:  # between the hand and the meld
        counts[table.tile] += 1

cdef bint are_all_tiles_there(const table_t *table) noexcept nogil:
    cdef uint8_t counts[CODES]
    cdef int code
    count_all(table, counts)
    for code in range(CODES):
        if counts[code] != (4 if code < FLOWERS_AT else 1 if table.has_flowers else 0):
            return False
    return True

cdef int tiles_held(const table_t *table, int seat) noexcept nogil:
    """Standing tiles and three a meld."""
    cdef int slot, held = 3 * table.meld_count[seat]
    for slot in range(SLOTS):
        held += table.hands[seat].counts[slot]
    return held

cdef bint are_sizes_right(const table_t *table) noexcept nogil:
    """Thirteen; fourteen for who has drawn or claimed, and for the winner."""
    cdef int seat, more
    for seat in range(SEATS):
        more = NO_TILE
        if table.phase == PLAY_PHASE:
            more = table.turn
        elif table.phase == OVER_PHASE:
            more = table.winner
        if tiles_held(table, seat) != 13 + (seat == more):
            return False
    return True

cdef int open_copies(const table_t *table, int tile) noexcept nogil:
    """In rivers and in melds that are not concealed."""
    cdef uint8_t counts[CODES]
    cdef int seat, i, found = 0
    memset(counts, 0, CODES)
    for seat in range(SEATS):
        for i in range(table.river_length[seat]):
            found += table.rivers[seat][i] == tile
        for i in range(table.meld_count[seat]):
            if meld_kind(table.hands[seat].melds[i]) != CONCEALED_KONG:
                add_meld_tiles(table.hands[seat].melds[i], counts)
    return found + counts[tile]

cdef bint are_open_copies_noted(const table_t *table) noexcept nogil:
    cdef int tile
    for tile in range(SLOTS):
        # A win takes its tile out of the river.
        if table.open[tile] != open_copies(table, tile):
            return False
    return True

cdef bint are_waits_right(const table_t *table) noexcept nogil:
    cdef hand_t thirteen
    cdef uint64_t mask
    cdef int seat
    for seat in range(SEATS):
        if table.phase == OVER_PHASE or not table.waits_known >> seat & 1:
            continue
        set_tiles(&thirteen, table.hands[seat].counts, table.hands[seat].melds)
        if table.phase == PLAY_PHASE and table.turn == seat:
            if table.tile == NO_TILE:
                return False
            thirteen.counts[table.tile] -= 1
        if find_waits(&thirteen, False, &mask) != FINE or mask != table.waits[seat]:
            return False
    return True

# ---------------------------------------------------------------------------------------- the rules

cdef bint replaces_kong(const table_t *table) noexcept nogil:
    """Whether the last tile taken came for a kong and not for a flower, as the events have it."""
    cdef int at = table.event_count - 1, kind
    if table.events[at].kind != REPLACEMENT_EVENT:
        return False
    at -= 1
    while table.events[at].kind == IGNORED_EVENT:
        at -= 1
    kind = table.events[at].kind
    return kind == MELDED_KONG_EVENT or kind == CONCEALED_KONG_EVENT or kind == ADDED_KONG_EVENT

cdef bint is_last_tile(const table_t *table) noexcept nogil:
    return wall_left(table, (table.actor + 1) & 3) == 0

cdef bint wins(const game_t *game, const table_t *table, int seat) noexcept nogil:
    """Whether a seat may win with the drawn, discarded or added tile."""
    cdef hand_t hand
    cdef int tile = table.tile, flags = 0, copies = 0, i
    cdef int16_t points
    set_tiles(&hand, table.hands[seat].counts, table.hands[seat].melds)
    if table.phase == PLAY_PHASE:
        flags |= SELF_DRAWN | (KONG if replaces_kong(table) else 0)
    else:
        hand.counts[tile] += 1
        flags |= KONG if table.phase == ROB_PHASE else 0
        copies -= table.phase == CLAIM_PHASE  # the discard itself
    copies += open_copies(table, tile)
    flags |= (LAST_COPY if copies == 3 else 0) | (LAST_TILE if is_last_tile(table) else 0)
    for i in range(8):
        hand.flowers += table.flowers[seat] >> i & 1
    hand.win = <uint8_t>tile
    hand.flags = <uint8_t>flags
    hand.winds = winds_code(table.prevalent, seat)
    if score_points(game.rules, &hand, &points) != FINE:
        return False
    return points - hand.flowers * game.rules.flower >= game.minimum

cdef bint has_pung(const table_t *table, int seat, int tile) noexcept nogil:
    cdef int place, code
    for place in range(table.meld_count[seat]):
        code = table.hands[seat].melds[place]
        if meld_kind(code) == PUNG and meld_slot(code) == tile:
            return True
    return False

cdef bint may_play(const game_t *game, const table_t *table, int action) noexcept nogil:
    """Whether the rules allow an action on the own turn."""
    cdef int seat = table.turn
    cdef bint has_drawn = table.tile != NO_TILE
    cdef bint kongs = has_drawn and wall_left(table, seat) > 0 and not is_last_tile(table)
    if action == WIN:
        return has_drawn and wins(game, table, seat)
    if DISCARD_AT <= action < CHOW_AT:
        return table.hands[seat].counts[action - DISCARD_AT] > 0
    if CONCEALED_KONG_AT <= action < ADDED_KONG_AT:
        return kongs and table.hands[seat].counts[action - CONCEALED_KONG_AT] == 4
    if action >= ADDED_KONG_AT:
        return (kongs and table.hands[seat].counts[action - ADDED_KONG_AT] > 0
            and has_pung(table, seat, action - ADDED_KONG_AT))
    return False

cdef bint may_claim(const game_t *game, const table_t *table, int seat, int action) noexcept nogil:
    """Whether the rules allow an answer other than a pass."""
    cdef const uint8_t *counts = table.hands[seat].counts
    cdef int tile = table.tile, lowest, i
    if action == WIN:
        return wins(game, table, seat)
    if table.phase != CLAIM_PHASE or is_last_tile(table):
        return False
    if CHOW_AT <= action < PUNG_AT:
        lowest = 9 * ((action - CHOW_AT) // 21) + (action - CHOW_AT) % 21 // 3
        if seat != ((table.actor + 1) & 3) or tile != lowest + (action - CHOW_AT) % 3:
            return False
        for i in range(3):
            if lowest + i != tile and counts[lowest + i] == 0:
                return False
        return True
    if PUNG_AT <= action < KONG_AT:
        return action - PUNG_AT == tile and counts[tile] >= 2
    if KONG_AT <= action < CONCEALED_KONG_AT:
        return action - KONG_AT == tile and counts[tile] == 3
    return False

cdef bint are_actions_right(const game_t *game, const table_t *table) noexcept nogil:
    """Each of the 235 actions by the rules, and as the engine lists, masks and tests it."""
    cdef uint8_t actions[MAX_LEGAL]
    cdef uint8_t mask[ACTIONS]
    cdef int action, place = 0, count = list_actions(table, actions)
    cdef bint allowed
    fill_mask(table, mask)
    for action in range(ACTIONS):
        if table.phase == OVER_PHASE:
            allowed = False
        elif table.phase == PLAY_PHASE:
            allowed = may_play(game, table, action)
        else:
            allowed = action == PASS or may_claim(game, table, table.turn, action)
        if allowed != is_legal(table, action) or allowed != mask[action]:
            return False
        if allowed:
            if place >= count or actions[place] != action:
                return False
            place += 1
    return place == count and (count > 0) == (table.phase != OVER_PHASE)

cdef bint is_asking_right(const game_t *game, const table_t *table) noexcept nogil:
    """Of those who may claim the first counter-clockwise who has not answered is asked; nobody else
    is.
    """
    cdef int step, seat, action
    cdef bint claims, asked = False
    if table.phase != CLAIM_PHASE and table.phase != ROB_PHASE:
        return table.turn == (NO_TILE if table.phase == OVER_PHASE else table.actor)
    for step in range(1, 4):
        seat = (table.actor + step) & 3
        claims = False
        for action in range(1, ACTIONS):
            # No other action can be one of this tile.
            if action == WIN or CHOW_AT <= action < CONCEALED_KONG_AT:
                claims = claims or may_claim(game, table, seat, action)
        if not claims and (table.pending >> seat & 1 or table.answers[seat] != PASS):
            return False
        if table.pending >> seat & 1 and not asked:
            if table.turn != seat:
                return False
            asked = True
        elif (claims and not asked and table.answers[seat] != PASS
                and not may_claim(game, table, seat, table.answers[seat])):
            return False
        elif claims and asked and not table.pending >> seat & 1:
            return False
    return asked

cdef inline int32_t amount(const payment_t *payment, int points) noexcept nogil:
    return payment.fixed + payment.times * points

cdef bint are_payments_right(const game_t *game, const table_t *table) noexcept nogil:
    """They add up to nothing, and are those of the formulas; nobody pays before the end."""
    cdef int seat
    cdef int32_t total = 0, paid
    cdef int winner = table.winner, points
    for seat in range(SEATS):
        total += table.changes[seat]
        if (table.phase != OVER_PHASE or winner == NO_TILE) and table.changes[seat] != 0:
            return False
    if total != 0 or table.phase != OVER_PHASE:
        return total == 0
    if winner == NO_TILE:
        return table.ending == DRAWN_GAME
    points = table.worth[winner]
    for seat in range(SEATS):
        if table.ending == SELF_DRAWN_WIN:
            paid = amount(&game.self_drawn, points)
        else:
            paid = amount(&game.discarder if seat == table.loser else &game.others, points)
        if seat != winner and table.changes[seat] != -paid:
            return False
    return table.ending in (SELF_DRAWN_WIN, DISCARD_WIN, ROBBED_WIN)

# ----------------------------------------------------------------------------------- what is hidden

cdef void hide_differently(
    const table_t *table, int seat, random_t *random, table_t *other
) noexcept nogil:
    """The same table for one seat: all that it may not see is something else."""
    cdef uint8_t pool[WALL_TILES]
    cdef int size = 0, i, who, slot, left, taken = 0
    other[0] = table[0]
    for who in range(SEATS):
        for slot in range(SLOTS):
            for left in range(table.hands[who].counts[slot] if who != seat else 0):
                pool[size] = <uint8_t>slot
                size += 1
        for i in range(table.draw_at[who], table.draw_end[who]):
            if table.wall[i] < FLOWERS_AT:
                pool[size] = table.wall[i]
                size += 1
    shuffle(pool, size, random)
    for who in range(SEATS):
        if who != seat:
            left = tiles_held(table, who) - 3 * table.meld_count[who]
            memset(other.hands[who].counts, 0, SLOTS)
            for i in range(left):
                other.hands[who].counts[pool[taken]] += 1
                taken += 1
            other.options[who] = <uint8_t>random_below(random, 64)
            other.answers[who] = <uint8_t>random_below(random, ACTIONS)
            other.worth[who] = <int16_t>random_below(random, 100)
        for i in range(table.draw_at[who], table.draw_end[who]):
            if table.wall[i] < FLOWERS_AT:
                other.wall[i] = pool[taken]
                taken += 1
        shuffle(&other.wall[table.draw_at[who]], table.draw_end[who] - table.draw_at[who], random)
    if table.phase != PLAY_PHASE and table.phase != OVER_PHASE and table.turn != seat:
        # It is hidden, too, which of the others is asked.
        other.turn = (table.actor + 1) & 3
        if other.turn == seat:
            other.turn = (table.actor + 2) & 3
    if table.phase == PLAY_PHASE and table.turn != seat and table.tile != NO_TILE:
        other.tile = <uint8_t>random_below(random, SLOTS)

cdef void shuffle(uint8_t *tiles, int size, random_t *random) noexcept nogil:
    cdef int i, place
    cdef uint8_t tile
    for i in range(size - 1, 0, -1):
        place = <int>random_below(random, <uint32_t>i + 1)
        tile = tiles[i]
        tiles[i] = tiles[place]
        tiles[place] = tile

cdef bint is_rest_hidden(
    const table_t *table, int seat, bint leak, random_t *random
) noexcept nogil:
    """A seat sees the same however the hidden tiles lie, and of another's concealed kong only that
    it is one.
    """
    cdef table_t other
    cdef observation_t seen, other_seen
    cdef int who, place
    cdef bint hidden
    observe(table, seat, &seen)
    if leak:  # a planted fault
        seen.river_length[0] = table.hands[(seat + 1) & 3].counts[0]
    hide_differently(table, seat, random, &other)
    observe(&other, seat, &other_seen)
    if (memcmp(&seen, &other_seen, sizeof(observation_t)) != 0
            or memcmp(seen.hand, table.hands[seat].counts, SLOTS) != 0):
        return False
    for who in range(SEATS):
        for place in range(table.meld_count[who]):
            hidden = (who != seat and table.phase != OVER_PHASE
                and meld_kind(table.hands[who].melds[place]) == CONCEALED_KONG)
            if seen.melds[who][place] != (HIDDEN_MELD if hidden else table.hands[who].melds[place]):
                return False
    return True

# -------------------------------------------------------------------------------------- whole hands

cdef int find_fault(
    const game_t *game, const table_t *table, int seat, bint leak, random_t *random
) noexcept nogil:
    """What does not hold, or SOUND. ``seat``: whose view is looked at."""
    if not are_bounds_kept(table):
        return BOUNDS
    if not are_all_tiles_there(table):
        return TILES
    if not are_sizes_right(table):
        return SIZES
    if not are_payments_right(game, table):
        return PAYMENTS
    if not are_open_copies_noted(table):
        return OPEN_COPIES
    if not are_waits_right(table):
        return WAITS
    if not are_actions_right(game, table):
        return LEGAL
    if not is_asking_right(game, table):
        return ASKED
    return SOUND if is_rest_hidden(table, seat, leak, random) else HIDDEN

cdef bint is_refusal_right(
    const game_t *game, table_t *table, bint fault, random_t *random
) noexcept nogil:
    """An illegal action changes nothing."""
    cdef table_t before = table[0]
    cdef int action = <int>random_below(random, 256) - 10
    if is_legal(table, action):
        return True
    if apply_action(game, table, action):
        return False
    table.prevalent ^= fault
    return memcmp(&before, table, sizeof(table_t)) == 0

cdef bint is_replayed(const game_t *game, const table_t *table, bint fault) noexcept nogil:
    """The wall and the actions make the same hand, byte for byte."""
    cdef table_t again
    cdef int i
    start_hand(game, table.wall_rule, table.has_flowers, table.prevalent, table.wall, &again)
    for i in range(table.action_count):
        if not apply_action(game, &again, table.actions[i]):
            return False
    again.events[0].tile ^= fault
    return memcmp(&again, table, sizeof(table_t)) == 0

cdef void plant(table_t *table, int fault) noexcept nogil:
    """Damages a table so that a check must find it; the damages of the views, refusals and replays
    are done where they are looked at.
    """
    cdef int seat = table.actor, slot = 0
    if fault == BOUNDS:
        table.meld_count[seat] = 5
    elif fault == TILES:
        table.hands[seat].counts[0] += 1
    elif fault == SIZES:
        while table.hands[seat].counts[slot] == 0:
            slot += 1
        table.hands[seat].counts[slot] -= 1
        table.hands[(seat + 1) & 3].counts[slot] += 1
    elif fault == PAYMENTS:
        table.changes[seat] += 1
        table.changes[(seat + 1) & 3] -= 1
    elif fault == OPEN_COPIES:
        table.open[33] += 1
    elif fault == WAITS:
        table.waits_known |= 1
        table.waits[0] ^= 1
    elif fault == LEGAL:
        table.options[table.turn & 3] ^= 1
    elif fault == ASKED:
        table.actor = (seat + 1) & 3

cdef int play_checked(
    const game_t *game, table_t *table, bint eager, int fault, int fault_at, random_t *random,
    Py_ssize_t *decisions
) noexcept nogil:
    """Plays to the end and looks at everything after each action; the first fault, or SOUND."""
    cdef int found = find_fault(game, table, 0, False, random), number = 0, action
    while found == SOUND and table.phase != OVER_PHASE:
        if number == fault_at:
            plant(table, fault)
        else:
            action = choose_eager(table, random) if eager else choose_random(table, random)
            apply_action(game, table, action)
        number += 1
        found = find_fault(game, table, number & 3, fault == HIDDEN and number > fault_at, random)
        if found == SOUND and not is_refusal_right(game, table, fault == REFUSED, random):
            found = REFUSED
    decisions[0] += number
    if found == SOUND and not is_replayed(game, table, fault == REPLAY):
        found = REPLAY
    return found

def check_random(
    TableRules rules not None, uint64_t seed, Py_ssize_t hands, int wall_rule=0,
    bint has_flowers=True, bint eager=False, int fault=0, int fault_at=20
):
    """Plays ``hands`` hands as ``play_random`` and looks at everything after every action, without
    the GIL; hand k has the prevalent wind k % 4.

    Returns how many hands were sound, the decisions made, how many hands ended self-drawn, on a
    discard, on a robbed kong and without a winner, and the place in ``FAULTS`` of what did not hold
    in the next hand (0: all hands were sound). ``fault``: plants that fault after ``fault_at``
    actions of each hand, to show that it is found.
    """
    cdef table_t table
    cdef uint8_t wall[WALL_TILES]
    cdef random_t random
    cdef Py_ssize_t hand = 0, decisions = 0
    cdef Py_ssize_t endings[5]
    cdef int found = SOUND
    if not 0 <= wall_rule <= 1:
        raise ValueError(f"wall rule {wall_rule}: expected 0 or 1")
    memset(endings, 0, sizeof(endings))
    with nogil:
        while hand < hands:
            shuffle_wall(seed + <uint64_t>hand, has_flowers, wall)
            seed_random(&random, ~(seed + <uint64_t>hand))
            start_hand(&rules.game, wall_rule, has_flowers, hand & 3, wall, &table)
            found = play_checked(&rules.game, &table, eager, fault, fault_at if fault else -1,
                &random, &decisions)
            if found != SOUND:
                break
            endings[table.ending] += 1
            hand += 1
    return hand, decisions, (endings[1], endings[2], endings[3], endings[4]), found
