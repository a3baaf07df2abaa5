"""The rules of the table one by one: what is just allowed, and what is just not. Sources: rulebook,
打牌; ``docs/table.md``.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from guobiao import Fan, RuleProfile, Seat, parse_tile, parse_tiles, settle_points
from guobiao.competition.wall import deal, shuffled_wall
from guobiao.hand import Meld, MeldKind
from guobiao.table import (
    ActionKind,
    EventKind,
    HandEnding,
    HandResult,
    OpenMeld,
    Phase,
    TableHand,
    decode_action,
    encode_action,
)
from guobiao.tiles import Tile
from table_walls import common_hand, own_hand

PASS, WIN = 0, 1
E, S, W, N = Seat

NINE = "1112345678999s"  # waits for any tile of bamboo, for 88 points and more
CHEAP = "345m345p34s678m99p"  # 三色三同顺 on 5s; 6 points on 2s
STRAIGHT = "46m123456789p99s"  # 清龙, waits for 5m
ROBBER = "46m234678p234s99s"  # 6 points on 5m, 抢杠和 is worth 8
LOOSE = "369m147p258sESWNFP"  # makes nothing with anything


def discard(tile: str) -> int:
    """The action."""
    return encode_action(ActionKind.DISCARD, parse_tile(tile))


def pung(tile: str) -> int:
    """The action."""
    return encode_action(ActionKind.PUNG, parse_tile(tile))


def kong(tile: str) -> int:
    """A kong of a discard."""
    return encode_action(ActionKind.MELDED_KONG, parse_tile(tile))


def concealed(tile: str) -> int:
    """A concealed kong."""
    return encode_action(ActionKind.CONCEALED_KONG, parse_tile(tile))


def added(tile: str) -> int:
    """A tile added to a pung."""
    return encode_action(ActionKind.ADDED_KONG, parse_tile(tile))


def chow(middle: str, claimed: str) -> int:
    """The action."""
    return encode_action(ActionKind.CHOW, parse_tile(middle), parse_tile(claimed))


def play(hand: TableHand, *actions: int) -> TableHand:
    """Applies actions."""
    for action in actions:
        hand.apply(action)
    return hand


def asked(hand: TableHand) -> tuple[Seat | None, Phase, tuple[int, ...]]:
    """What is to be decided."""
    return hand.turn, hand.phase, hand.legal_actions()


def kinds(hand: TableHand) -> set[ActionKind]:
    """The kinds of the legal actions."""
    return {decode_action(action).kind for action in hand.legal_actions()}


def result_of(hand: TableHand) -> HandResult:
    """The result of a hand that is over."""
    assert hand.result is not None
    return hand.result


def drop(hand: TableHand) -> TableHand:
    """The player discards the lowest tile of its hand."""
    assert hand.turn is not None
    return play(hand, discard(str(hand.hand_of(hand.turn).standing[0])))


def drop_drawn(hand: TableHand) -> TableHand:
    """The player discards what it drew."""
    assert hand.turn is not None
    return play(hand, discard(str(hand.observe(hand.turn).drawn)))


def go_on(hand: TableHand, seat: Seat | None = None, *, turns: int = 1) -> TableHand:
    """Everybody passes and discards the drawn tile, until ``seat`` is to play for the Nth
    time, now included (None: to the end).
    """
    while not hand.is_over:
        if hand.phase is not Phase.PLAY:
            hand.apply(PASS)
            continue
        turns -= hand.turn is seat
        if turns == 0:
            break
        assert hand.turn is not None
        drawn = hand.observe(hand.turn).drawn
        assert drawn is not None
        hand.apply(discard(str(drawn)))
    return hand


# ------------------------------------------------------------------------------------------- claims

CHOW_6S, PUNG_6S = chow("6s", "6s"), pung("6s")


def contested() -> TableHand:
    """E has discarded 6s, which S may chow, W may win with, N may pung."""
    hands = ["6s369m369pESWNCF", "57s147m258pESWNC", NINE, "66s258m147pSWNFF"]
    return play(own_hand(hands, ["P", "", "", ""]), discard("6s"))


def test_who_may_claim_is_asked_counter_clockwise() -> None:
    hand = contested()
    assert asked(hand) == (S, Phase.CLAIM, (PASS, CHOW_6S))
    assert asked(play(hand, CHOW_6S)) == (W, Phase.CLAIM, (PASS, WIN, *hand.legal_actions()[2:]))
    assert asked(play(hand, WIN)) == (N, Phase.CLAIM, (PASS, PUNG_6S))
    assert play(hand, PUNG_6S).is_over


@pytest.mark.parametrize(
    ("answers", "kind", "seat", "ignored"),
    [
        ((CHOW_6S, WIN, PUNG_6S), EventKind.WIN, W, ((S, CHOW_6S), (N, PUNG_6S))),
        ((CHOW_6S, WIN, PASS), EventKind.WIN, W, ((S, CHOW_6S),)),
        ((CHOW_6S, PASS, PUNG_6S), EventKind.PUNG, N, ((S, CHOW_6S),)),
        ((PASS, PASS, PUNG_6S), EventKind.PUNG, N, ()),
        ((CHOW_6S, PASS, PASS), EventKind.CHOW, S, ()),
        ((PASS, PASS, PASS), EventKind.DRAW, S, ()),
    ],
)
def test_win_before_pung_before_chow(
    answers: tuple[int, ...], kind: EventKind, seat: Seat, ignored: tuple[tuple[Seat, int], ...]
) -> None:
    event = play(contested(), *answers).events[-1]
    assert (event.kind, event.seat, event.ignored) == (kind, seat, ignored)


def test_of_two_wins_the_first_counter_clockwise_counts() -> None:
    def won(*answers: int) -> TableHand:
        hands = ["5s258m369pESWNCF", CHEAP, "339m147pESWNCFP", NINE]
        return play(own_hand(hands, ["P", "", "", ""]), discard("5s"), *answers)

    assert won(WIN, WIN).events[-1].ignored == ((N, WIN),)
    assert result_of(won(WIN, WIN)).winner is S
    assert result_of(won(PASS, WIN)).winner is N
    assert result_of(won(PASS, WIN)).discarder is E


@pytest.mark.parametrize(
    ("tile", "holds", "chows"),
    [
        ("5m", "46m", [("5m", "5m")]),
        ("5m", "67m", [("6m", "5m")]),
        ("5m", "34m", [("4m", "5m")]),
        ("5m", "3467m", [("4m", "5m"), ("5m", "5m"), ("6m", "5m")]),
        ("1s", "23s", [("2s", "1s")]),
        ("9p", "78p", [("8p", "9p")]),
        ("9m", "12s", []),
        ("1s", "89m", []),
        ("9p", "ES", []),
        ("E", "SW", []),
        ("C", "FP", []),
        ("5m", "37m", []),
        ("5m", "47m", []),
    ],
)
@pytest.mark.parametrize("seat", [S, W, N])
def test_chows(tile: str, holds: str, chows: list[tuple[str, str]], seat: Seat) -> None:
    """Three tiles of one suit in a row, the claimed one anywhere in it; from the left only."""
    claimed = parse_tile(tile)
    far = [other for other in parse_tiles("19m159s159p") if other.suit != claimed.suit]
    filler = [
        other
        for other in [*far, *list(Tile)[27:]]
        if other != claimed and other not in parse_tiles(holds)
    ]
    hands = [tile, "", "", ""]
    hands[seat] = holds + "".join(map(str, filler[: 13 - len(parse_tiles(holds))]))
    hand = play(own_hand(hands, ["", "", "", ""]), discard(tile))
    found = []
    while hand.phase is Phase.CLAIM:
        if hand.turn is seat:
            found = [
                action
                for action in hand.legal_actions()
                if decode_action(action).kind is ActionKind.CHOW
            ]
        hand.apply(PASS)
    assert found == ([chow(*pair) for pair in chows] if seat is S else [])


@pytest.mark.parametrize(("held", "options"), [(1, []), (2, [pung]), (3, [pung, kong])])
@pytest.mark.parametrize("seat", [S, W, N])
def test_pungs_and_kongs_of_a_discard(
    held: int, options: list[Callable[[str], int]], seat: Seat
) -> None:
    """From anybody; a pung with two, a kong with three."""
    hands = ["C", "", "", ""]
    hands[seat] = "C" * held + "".join(map(str, parse_tiles(LOOSE)[: 13 - held]))
    hand = play(own_hand(hands, ["", "", "", ""]), discard("C"))
    while hand.phase is Phase.CLAIM and hand.turn is not seat:
        hand.apply(PASS)
    expected = (PASS, *(option("C") for option in options)) if options else ()
    assert (hand.legal_actions() if hand.phase is Phase.CLAIM else ()) == expected


def test_a_meld_knows_where_it_comes_from() -> None:
    for seat, source in ((S, 1), (W, 2), (N, 3)):
        hands = ["C", "", "", ""]
        hands[seat] = "CCC"
        hand = play(own_hand(hands, ["", "", "", ""]), discard("C"))
        while hand.turn is not seat:
            hand.apply(PASS)
        play(hand, pung("C"))
        assert hand.hand_of(seat).melds == (Meld(MeldKind.PUNG, Tile.C, source),)
        assert hand.observe(E).melds[seat] == (OpenMeld(MeldKind.PUNG, Tile.C, source),)
        assert hand.observe(E).rivers[E] == ()
    hand = play(own_hand(["5m", "46m", "", ""], [""] * 4), discard("5m"), chow("5m", "5m"))
    assert hand.hand_of(S).melds == (Meld(MeldKind.CHOW, Tile.M4, 2),)


def test_after_a_claim_there_is_only_a_discard() -> None:
    """No kong, no win; the tile just claimed may be discarded too, and there is no furiten."""
    hand = own_hand(["5m", "5557m4444p111s", "", ""], ["", "5p", "", ""])
    play(hand, discard("5m"), pung("5m"))
    assert asked(hand)[:2] == (S, Phase.PLAY)
    assert kinds(hand) == {ActionKind.DISCARD}
    assert discard("5m") in hand.legal_actions()
    go_on(play(hand, discard("7m")), S)
    assert hand.observe(S).drawn is Tile.P5
    assert {added("5m"), concealed("4p")} <= set(hand.legal_actions())


# -------------------------------------------------------------------------------------------- kongs


@pytest.mark.parametrize("wall", ["own", "common"])
def test_the_replacement_of_a_kong(wall: str) -> None:
    """From the end of the common wall, from the front of the own one."""
    hands = ["CCCC", "", "", ""]
    own = wall == "own"
    hand = own_hand(hands, ["9m8m", "", "", ""]) if own else common_hand(hands, "9m", end="8m7m")
    play(hand, concealed("C"))
    assert [(event.kind, event.tile) for event in hand.events[-2:]] == [
        (EventKind.CONCEALED_KONG, Tile.C),
        (EventKind.REPLACEMENT, Tile.M8),
    ]
    assert asked(hand)[:2] == (E, Phase.PLAY)


def test_a_tile_may_be_added_whenever_one_has_drawn() -> None:
    hand = own_hand(["CCC", "", "", "C"], ["9m8m7m", "", "", ""])
    go_on(hand, N)
    play(hand, discard("C"), pung("C"))
    assert added("C") not in hand.legal_actions()
    go_on(drop(hand), E)
    assert added("C") in hand.legal_actions()
    play(hand, added("C"))
    assert hand.hand_of(E).melds == (Meld(MeldKind.ADDED_KONG, Tile.C, 1),)
    assert hand.events[-1].kind is EventKind.REPLACEMENT


def test_no_kong_on_the_last_tile_of_the_common_wall() -> None:
    hand = common_hand(["1111m", "1111s", "1111p", "EEEE"], "")
    tiles = {E: "1m", S: "1s", W: "1p", N: "E"}
    while not go_on(hand, E).is_over:
        for _ in range(4):
            if hand.is_over:
                break
            assert hand.turn is not None
            is_last = hand.wall_left(E) == 0
            assert (concealed(tiles[hand.turn]) in hand.legal_actions()) is not is_last
            go_on(hand, Seat((hand.turn + 1) % 4))
    assert hand.wall_left(E) == 0


def test_no_kong_when_the_next_player_has_nothing_to_draw() -> None:
    """Own walls: S has made three kongs and is short of three tiles. E has tiles, and makes no kong
    before it any more.
    """
    hand = own_hand(["1111m", "2222s3333s4444s", "", ""], ["", "", "", ""])
    go_on(hand, S)
    play(hand, concealed("2s"), concealed("3s"), concealed("4s"))
    while hand.wall_left(S) > 1:
        go_on(hand, E)
        assert concealed("1m") in hand.legal_actions()
        go_on(hand, S)
    go_on(go_on(go_on(hand, E), S), E)
    assert (hand.wall_left(S), hand.wall_left(E)) == (0, 2)
    assert concealed("1m") not in hand.legal_actions()


def robbing(hands: list[str], **options: object) -> TableHand:
    """E pungs the 5m of N, and adds the fourth one in its next turn."""
    hand = own_hand([hands[0], hands[1], hands[2], "5m"], ["9p5m", "", "", ""], **options)
    go_on(hand, N)
    play(hand, discard("5m"))
    while hand.turn is not E:
        hand.apply(PASS)
    play(hand, pung("5m"))
    return play(go_on(drop(hand), E), added("5m"))


def test_robbing_a_kong() -> None:
    """抢杠和: the pung stays a pung, and its player pays as for a discard."""
    hand = robbing(["55m147pESWNCFP", ROBBER, ""])
    assert asked(hand) == (S, Phase.ROB, (PASS, WIN))
    result = result_of(play(hand, WIN))
    assert (result.ending, result.winner, result.discarder) == (HandEnding.ROBBED_KONG, S, E)
    assert result.score is not None
    assert Fan.ROBBING_THE_KONG in result.score.fan_counts
    assert result.changes == settle_points(result.score.points, winner=S, discarder=E).changes
    assert hand.hand_of(E).melds[0].kind is MeldKind.PUNG
    assert hand.hand_of(S).kong


def test_a_kong_that_nobody_robs() -> None:
    hand = play(robbing(["55m147pESWNCFP", ROBBER, ""]), PASS)
    assert asked(hand)[:2] == (E, Phase.PLAY)
    assert hand.hand_of(E).melds[0].kind is MeldKind.ADDED_KONG


def test_of_two_robbers_the_first_counter_clockwise_wins() -> None:
    hand = robbing(["55m147pESWNCFP", ROBBER, "46m345678p345s11s"])
    assert result_of(play(hand, WIN, WIN)).winner is S
    hand = robbing(["55m147pESWNCFP", ROBBER, "46m345678p345s11s"])
    assert result_of(play(hand, PASS, WIN)).winner is W


def test_a_robber_needs_the_minimum() -> None:
    high = RuleProfile({"name": "high", "minimum": 30})
    assert asked(robbing(["55m147pESWNCFP", ROBBER, ""], rules=high))[:2] == (E, Phase.PLAY)


def test_a_concealed_kong_and_a_melded_one_cannot_be_robbed() -> None:
    hand = play(
        own_hand(["5555m", STRAIGHT.replace("46m", "34m"), "", ""], [""] * 4), concealed("5m")
    )
    assert hand.turn is E
    hand = play(own_hand(["555m", STRAIGHT.replace("5m", ""), "", "5m"], [""] * 4))
    go_on(hand, N)
    play(hand, discard("5m"), kong("5m"))
    assert asked(hand)[:2] == (S, Phase.CLAIM) or hand.turn is E


# -------------------------------------------------------------------------- the win and its context


def win_with(hand: TableHand, seat: Seat) -> HandResult:
    """The others pass, ``seat`` wins."""
    while hand.turn is not seat:
        hand.apply(PASS)
    return result_of(play(hand, WIN))


def fans(result: HandResult) -> set[str]:
    """Chinese names."""
    assert result.score is not None
    return {fan.zh for fan in result.score.fan_counts}


@pytest.mark.parametrize(
    ("tile", "minimum", "may_win"),
    [("5s", 8, True), ("2s", 8, False), ("2s", 6, True), ("2s", 7, False)],
)
def test_the_minimum(tile: str, minimum: int, may_win: bool) -> None:
    rules = RuleProfile({"name": "some", "minimum": minimum}) if minimum != 8 else "mil"
    hand = play(own_hand([tile, CHEAP, "", ""], [""] * 4, rules=rules), discard(tile))
    assert (WIN in hand.legal_actions() and hand.turn is S) is may_win


def test_flowers_do_not_help_to_the_minimum() -> None:
    flowers: list[str | list[int]] = ["", [34, 35, 36], "", ""]
    hand = own_hand(["2s", CHEAP, "", ""], ["1p", "", "", ""], flowers=True)
    assert hand.hand_of(S).flowers == 0
    hand = own_hand(["2s", CHEAP, "", ""], ["1p2s", flowers[1] + [16], "", ""], flowers=True)  # type: ignore[operator]
    play(hand, discard("1p"))
    go_on(hand, E)
    assert hand.hand_of(S).flowers == 3
    play(hand, discard("2s"))
    assert not (hand.turn is S and WIN in hand.legal_actions())


def test_flowers_are_in_the_points() -> None:
    hand = own_hand(["", CHEAP, "", ""], ["1p", [34, 35, 13], "", ""], flowers=True)
    play(hand, discard("1p"))
    go_on(hand, S)
    result = result_of(play(hand, WIN))
    assert result.score is not None
    assert result.score.fan_counts[Fan.FLOWER_TILES] == 2
    assert "自摸" in fans(result) or "不求人" in fans(result)
    assert "杠上开花" not in fans(result)
    assert result.changes == settle_points(result.score.points, winner=S, flowers=2).changes


@pytest.mark.parametrize(("replacements", "out_with_it"), [([13], True), ([34, 13], False)])
def test_out_with_the_replacement_of_a_kong(replacements: list[int], out_with_it: bool) -> None:
    """杠上开花 on the tile that replaces the kong, not on one that replaces a flower which came for
    it.
    """
    hand = own_hand(
        ["", "CCC345m345p34s99p", "", ""], ["", [31, *replacements], "", ""], flowers=True
    )
    go_on(hand, S)
    result = result_of(play(hand, concealed("C"), WIN))
    assert ("杠上开花" in fans(result)) is out_with_it
    assert result.ending is HandEnding.SELF_DRAWN


def test_the_kong_is_forgotten_after_a_discard() -> None:
    hand = own_hand(["", "CCC345m345p34s99p", "", ""], ["", "CN5s", "", ""])
    go_on(hand, S)
    play(hand, concealed("C"), discard("N"))
    assert "杠上开花" not in fans(result_of(play(go_on(hand, S), WIN)))


@pytest.mark.parametrize(("river", "last"), [(2, False), (3, True)])
def test_the_last_copy(river: int, last: bool) -> None:
    """和绝张: three copies lie in the rivers."""
    hands = ["5m", "5m" if river == 3 else "", "5m", STRAIGHT]
    hand = own_hand(hands, ["1s", "1s", "1s", "5m"])
    for seat in (E, S, W):
        go_on(hand, seat)
        if Tile.M5 in hand.hand_of(seat).standing:
            play(hand, discard("5m"))
    result = result_of(play(go_on(hand, N), WIN))
    assert ("和绝张" in fans(result)) is last
    assert hand.hand_of(N).last_copy is last


def test_the_last_copy_beside_a_pung() -> None:
    """A pung of another player lies open too; the discarded tile itself is the fourth."""
    hand = own_hand(["5m", "55m", STRAIGHT, "5m"], ["", "", "", ""])
    play(hand, discard("5m"), pung("5m"), PASS)
    play(go_on(drop(hand), N), discard("5m"))
    result = win_with(hand, W)
    assert "和绝张" in fans(result)
    assert result.discarder is N


def test_the_last_tile_of_the_common_wall_self_drawn() -> None:
    hand = common_hand(["", "", "", STRAIGHT], "", last="5m")
    go_on(hand, N, turns=21)
    assert hand.wall_left(N) == 0
    assert "妙手回春" in fans(result_of(play(hand, WIN)))


def test_the_last_discard_of_the_common_wall_can_only_be_won() -> None:
    hand = common_hand([NINE, "", "", ""], "", last="1s")
    go_on(hand, N, turns=21)
    play(hand, discard("1s"))
    assert asked(hand) == (E, Phase.CLAIM, (PASS, WIN))
    assert result_of(play(hand.copy(), PASS)).ending is HandEnding.DRAW
    assert "海底捞月" in fans(result_of(play(hand, WIN)))


def test_the_discard_before_it_can_be_claimed() -> None:
    hand = common_hand(["", "", "", NINE], "", last="1sC")
    go_on(hand, W, turns=21)
    assert (hand.wall_left(E), hand.observe(W).drawn) == (1, Tile.S1)
    play(hand, discard("1s"))
    assert {pung("1s"), kong("1s"), chow("2s", "1s")} <= set(hand.legal_actions())


def test_the_last_discard_of_own_walls_can_only_be_won() -> None:
    """The judge calls a pung of it a foul (``records/last-discard-pung.json``); the engine once
    allowed chow and pung.
    """
    hand = own_hand([NINE, "", "", ""], last=["", "", "", "1s"])
    go_on(hand, N, turns=21)
    play(hand, discard("1s"))
    assert asked(hand) == (E, Phase.CLAIM, (PASS, WIN))
    assert result_of(play(hand.copy(), PASS)).ending is HandEnding.DRAW
    assert "海底捞月" in fans(result_of(play(hand, WIN)))


def test_who_can_only_chow_or_pung_the_last_discard_is_not_asked() -> None:
    for held in ("23s", "11s", "111s"):
        hand = go_on(own_hand([held, "", "", ""], last=["", "", "", "1s"]), N, turns=21)
        assert result_of(play(hand, discard("1s"))).ending is HandEnding.DRAW


def test_walls_of_unequal_length() -> None:
    """S has nothing left to draw. What E discards can only be won: nobody chows, pungs or kongs it,
    W neither.
    """
    hand = own_hand(["9p", "2222s3333s4444s", "99p", ""], ["", "", "", ""])
    play(go_on(hand, S), concealed("2s"), concealed("3s"), concealed("4s"))
    while hand.wall_left(S):
        go_on(drop_drawn(hand), S)
    go_on(drop_drawn(hand), E)
    assert (hand.wall_left(S), hand.wall_left(E)) == (0, 2)
    assert result_of(play(hand, discard("9p"))).ending is HandEnding.DRAW


@pytest.mark.parametrize("claim", [pung, kong])
def test_a_claim_with_nothing_left_to_draw(claim: Callable[[str], int]) -> None:
    """W has an empty wall, S, who is next, has not: W may pung or kong the discard of E. After the
    kong the hand is drawn, as the judge has it (``records/kong-own-wall-empty.json``); the engine
    once allowed no such kong.
    """
    hand = own_hand(["9p", "", "2222s3333s999p", ""])
    play(go_on(hand, W), concealed("2s"), concealed("3s"))
    while hand.wall_left(W):
        go_on(drop_drawn(hand), W)
    go_on(drop_drawn(hand), E)
    assert [hand.wall_left(seat) for seat in (S, W)] == [2, 0]
    play(hand, discard("9p"))
    assert asked(hand) == (W, Phase.CLAIM, (PASS, pung("9p"), kong("9p")))
    play(hand, claim("9p"))
    if claim is pung:
        assert asked(hand)[:2] == (W, Phase.PLAY)
        return
    assert [event.kind for event in hand.events[-2:]] == [
        EventKind.MELDED_KONG,
        EventKind.DRAWN_GAME,
    ]
    assert result_of(hand) == HandResult(HandEnding.DRAW, None, None, None, (0, 0, 0, 0))
    assert hand.hand_of(W).melds[-1] == Meld(MeldKind.MELDED_KONG, Tile.P9, 2)


def test_no_own_kong_with_nothing_left_to_draw() -> None:
    """W draws its last tile: no concealed kong, though N, who is next, has tiles."""
    hand = own_hand(["", "", "2222s3333s9999p", ""])
    play(go_on(hand, W), concealed("2s"), concealed("3s"))
    while hand.wall_left(W):
        assert concealed("9p") in hand.legal_actions()
        go_on(drop_drawn(hand), W)
    assert hand.wall_left(N) > 0
    assert kinds(hand) == {ActionKind.DISCARD}


# -------------------------------------------------------------------------------------- the flowers


def test_opening_flowers_at_the_table() -> None:
    """E has taken its fourteenth tile and replaces all, then S, W, N; a flower that comes for a
    flower goes out at once.
    """
    hands: list[list[int]] = [[35, 34], [36], [], [37]]
    hand = common_hand(hands, [38], end=[0, 39, 1, 2, 3, 4], flowers=True)
    told = [(event.kind, event.seat, event.tile) for event in hand.events[4:]]
    flower, replacement, draw = EventKind.FLOWER, EventKind.REPLACEMENT, EventKind.DRAW
    assert told == [
        (flower, E, 34), (replacement, E, 0),
        (flower, E, 35), (replacement, E, 39), (flower, E, 39), (replacement, E, 1),
        (draw, E, 38), (flower, E, 38), (replacement, E, 2),
        (flower, S, 36), (replacement, S, 3),
        (flower, N, 37), (replacement, N, 4),
    ]  # fmt: skip
    assert hand.observe(E).drawn == 2
    assert hand.observe(W).flowers == ((34, 35, 38, 39), (36,), (), (37,))


def test_opening_flowers_of_own_walls() -> None:
    """All replace their flowers, then E draws."""
    hand = own_hand(["", "", "", ""], [[34], "", [35], ""], flowers=True)
    told = [(event.kind, event.seat) for event in hand.events[4:]]
    assert told[:1] == [(EventKind.DRAW, E)]
    walls = [list(hand.wall[36 * seat : 36 * seat + 36]) for seat in range(4)]
    walls[2][5], walls[2][13] = walls[2][13], walls[2][5]  # the flower is dealt
    told = [(event.kind, event.seat) for event in TableHand(tiles=walls, wall="own").events[4:]]
    assert told[:3] == [(EventKind.FLOWER, W), (EventKind.REPLACEMENT, W), (EventKind.DRAW, E)]


@pytest.mark.parametrize("seed", range(30))
def test_the_deal_is_that_of_the_table(seed: int) -> None:
    """The same tiles as ``guobiao.competition.wall.deal`` gives four players, with the wall as it
    is drawn and replaced there.
    """
    dealt = deal(shuffled_wall(seed), (2, 3), (4, 4))
    count = len(dealt.replacements)
    front = [dealt.wall[index] for index in dealt.opening.draw_order[: 144 - count]]
    back = [dealt.wall[index] for index in dealt.opening.replacement_order[:count]]
    taken = set(dealt.opening.replacement_order[:count])
    rest = [dealt.wall[index] for index in dealt.opening.draw_order if index not in taken]
    assert rest[:53] == front[:53]
    hand = TableHand(tiles=rest + back[::-1])
    assert [tuple(hand.hand_of(seat).standing) for seat in Seat] == list(dealt.hands)
    assert [set(flowers) for flowers in hand.observe(E).flowers] == [
        {34 + f for f in own} for own in dealt.flowers
    ]


def test_a_flower_that_nothing_can_replace_ends_the_hand() -> None:
    hand = common_hand(
        [[34, 35, 36], [37, 38], [39], [41]], "", last=[40], end=[1, 2, 3, 4, 5, 6, 7], flowers=True
    )
    go_on(hand)
    assert [event.kind for event in hand.events[-2:]] == [EventKind.FLOWER, EventKind.DRAWN_GAME]
    assert result_of(hand) == HandResult(HandEnding.DRAW, None, None, None, (0, 0, 0, 0))


# ---------------------------------------------------------------------------- the end, the payments


@pytest.mark.parametrize("wall", ["common", "own"])
def test_a_drawn_game(wall: str) -> None:
    hand = go_on(TableHand(seed=3, wall=wall, flowers=False))
    assert hand.events[-1].kind is EventKind.DRAWN_GAME
    assert hand.changes == (0, 0, 0, 0)
    assert [hand.wall_left(seat) for seat in Seat] == [0, 0, 0, 0]
    assert sum(map(len, hand.observe(E).rivers)) == 84


def test_the_hand_ends_when_the_next_player_has_nothing_to_draw() -> None:
    hand = own_hand(["", "2222s3333s4444s", "", ""], ["", "", "", ""])
    go_on(hand, S)
    go_on(play(hand, concealed("2s"), concealed("3s"), concealed("4s")))
    assert [hand.wall_left(seat) for seat in Seat] == [2, 0, 3, 3]
    assert hand.events[-2].seat is E


PAYMENTS = {"self_drawn": "2*base + points", "discarder": "base + 3*points", "others": 5}


@pytest.mark.parametrize(
    "rules", ["mil", RuleProfile({"name": "club", "base": 3, "payments": PAYMENTS})]
)
@pytest.mark.parametrize("self_drawn", [False, True])
def test_payments(rules: str | RuleProfile, self_drawn: bool) -> None:
    """By the profile's formulas, as ``settle`` has them."""
    hand = own_hand(["", "", CHEAP, "5s"], ["", "", "5s" if self_drawn else "", ""], rules=rules)
    seat = W if self_drawn else N
    go_on(hand, seat)
    result = win_with(hand if self_drawn else play(hand, discard("5s")), W)
    assert result.score is not None
    discarder = None if self_drawn else N
    assert (
        result.changes
        == settle_points(result.score.points, winner=W, discarder=discarder, rules=rules).changes
    )
    assert result.score.hand.winning_tile is Tile.S5
    assert sum(result.changes) == 0


# ----------------------------------------------------------------------------------- what is hidden


def test_a_concealed_kong_is_hidden_until_the_end() -> None:
    hand = play(own_hand(["CCCC", "", "", ""], [""] * 4), concealed("C"))
    assert hand.observe(E).melds[E] == (OpenMeld(MeldKind.CONCEALED_KONG, Tile.C, 0),)
    for seat in (S, W, N):
        assert hand.observe(seat).melds[E] == (OpenMeld(MeldKind.CONCEALED_KONG, None, 0),)
    go_on(hand)
    assert hand.observe(N).melds[E] == (OpenMeld(MeldKind.CONCEALED_KONG, Tile.C, 0),)


def test_drawn_tiles_and_claimers_are_hidden() -> None:
    hand = contested()
    assert [hand.observe(seat).turn for seat in Seat] == [None, S, None, None]
    assert [bool(hand.observe(seat).legal_actions) for seat in Seat] == [False, True, False, False]
    assert [hand.observe(seat).last_discard for seat in Seat] == [Tile.S6] * 4
    before = hand.observe(W)
    assert (
        play(hand.copy(), PASS).observe(W).legal_actions
        == play(hand, CHOW_6S).observe(W).legal_actions
    )
    assert before.turn is None
    hand = own_hand(["C", "", "", ""], ["9m", "", "", ""])
    assert [hand.observe(seat).drawn for seat in Seat] == [Tile.M9, None, None, None]
    assert [hand.observe(seat).turn for seat in Seat] == [E] * 4


@pytest.mark.parametrize("wind", list(Seat))
def test_the_prevalent_wind(wind: Seat) -> None:
    hand = own_hand(["", CHEAP, "", ""], ["", "5s", "", ""], prevalent_wind=wind)
    assert hand.observe(S).prevalent_wind is wind
    assert hand.observe(S).seat_wind is S
    play(go_on(hand, S), WIN)
    assert (hand.hand_of(S).prevalent_wind, hand.hand_of(S).seat_wind) == (wind, S)
