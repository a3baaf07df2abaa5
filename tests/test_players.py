"""The built-in players keep to what their descriptions say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from guobiao import Hand, Meld, MeldKind, Tile, discards, reach, shanten
from guobiao.errors import TableError
from guobiao.players import (
    PLAYER_NAMES,
    BuiltInPlayer,
    RandomPlayer,
    ReachPlayer,
    ShantenPlayer,
    make_player,
)
from guobiao.players.sight import copies_left
from guobiao.table import ActionKind, Observation, Phase, TableHand, decode_action, play_hand
from guobiao.tiles import Seat
from mahjong_core.distance.discards import best_discard


def decisions(player: BuiltInPlayer, seeds: range) -> Iterator[tuple[TableHand, Observation, int]]:
    """What a player decides in hands of four like it: the table before, what
    it saw, its action.
    """
    for seed in seeds:
        hand = TableHand(seed=seed)
        while (turn := hand.turn) is not None:
            seen = hand.observe(turn)
            action = player.act(seen)
            yield hand.copy(), seen, action
            hand.apply(action)


def after(hand: TableHand, action: int) -> Hand:
    """The own tiles when an action has been done: a discard, a claim that nobody went before, a
    kong without its replacement.
    """
    assert hand.turn is not None
    own, decoded = hand.hand_of(hand.turn), decode_action(action)
    tile, tiles, melds = Tile(decoded.tile or 0), list(own.standing), list(own.melds)
    if decoded.kind is ActionKind.CHOW:
        gone = [Tile(tile + step) for step in (-1, 0, 1) if tile + step != decoded.claimed]
        melds.append(Meld(MeldKind.CHOW, Tile(tile - 1)))
    else:
        gone = [tile] * COPIES[decoded.kind]
    if decoded.kind is ActionKind.ADDED_KONG:
        melds.remove(
            next(meld for meld in melds if meld.tile == tile and meld.kind is MeldKind.PUNG)
        )
    if decoded.kind in MELDS:
        melds.append(Meld(MELDS[decoded.kind], tile))
    for one in gone:
        tiles.remove(one)
    return Hand(tiles, melds, prevalent_wind=own.prevalent_wind, seat_wind=own.seat_wind)


COPIES = {
    ActionKind.DISCARD: 1,
    ActionKind.PUNG: 2,
    ActionKind.MELDED_KONG: 3,
    ActionKind.CONCEALED_KONG: 4,
    ActionKind.ADDED_KONG: 1,
}
MELDS = {
    ActionKind.PUNG: MeldKind.PUNG,
    ActionKind.MELDED_KONG: MeldKind.MELDED_KONG,
    ActionKind.CONCEALED_KONG: MeldKind.CONCEALED_KONG,
    ActionKind.ADDED_KONG: MeldKind.ADDED_KONG,
}


def seen_elsewhere(hand: TableHand, seat: Seat) -> list[int]:
    """The open tiles that are not the seat's own, counted from all that happened."""
    counts = [0] * 34
    for other in Seat:
        seen = hand.observe(seat)
        for tile in seen.rivers[other]:
            counts[tile] += 1
        if other is not seat:
            for meld in hand.hand_of(other).melds:
                for tile in meld.tiles if meld.is_open else ():
                    counts[tile] += 1
    return counts


# -------------------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", PLAYER_NAMES)
def test_every_player_plays_hands_to_their_end(name: str) -> None:
    for wall, flowers in (("common", True), ("own", False)):
        hand = TableHand(seed=3, wall=wall, flowers=flowers)
        players = [make_player(name) for _ in Seat]
        for seat, player in zip(Seat, players):
            player.new_hand(seat=seat, seed=7)
        play_hand(hand, players)
        assert hand.is_over


def test_an_unknown_player() -> None:
    with pytest.raises(
        TableError, match="'clever' is no player: expected one of random, greedy, shanten, reach"
    ):
        make_player("clever")
    assert type(make_player("greedy")) is type(make_player("shanten"))


@pytest.mark.parametrize(
    "player", [ShantenPlayer(), pytest.param(ReachPlayer(), marks=pytest.mark.slow)]
)
def test_who_may_win_wins(player: BuiltInPlayer) -> None:
    wins = 0
    for _, seen, action in decisions(player, range(12)):
        assert (action == ActionKind.WIN) is (ActionKind.WIN in seen.legal_actions)
        wins += action == ActionKind.WIN
    assert wins > 5


@pytest.mark.parametrize("player", [ShantenPlayer(), ReachPlayer()])
def test_what_is_left_is_what_nobody_sees(player: BuiltInPlayer) -> None:
    for hand, seen, _ in decisions(player, range(2)):
        own = hand.hand_of(seen.seat)
        mine = [
            own.counts[slot] + sum(meld.tiles.count(slot) for meld in own.melds)
            for slot in range(34)
        ]
        assert list(copies_left(seen)) == [
            4 - a - b for a, b in zip(mine, seen_elsewhere(hand, seen.seat))
        ]


# ------------------------------------------------------------------------------------------- random


def test_random_play_is_the_seeds() -> None:
    def played(seed: int) -> TableHand:
        hand, players = TableHand(seed=1), [RandomPlayer() for _ in Seat]
        for seat, player in zip(Seat, players):
            player.new_hand(seat=seat, seed=seed)
        play_hand(hand, players)
        return hand

    assert played(1) == played(1)
    assert played(1) != played(2)


# ------------------------------------------------------------------------------------------ shanten


def test_the_best_discard_of_the_core_is_that_of_discards() -> None:
    chance = random.Random(6)
    for _ in range(300):
        wall = [slot for slot in range(34) for _ in range(4) if chance.random() < 0.8 or slot < 18]
        chance.shuffle(wall)
        tiles, seen = wall[:14], [wall[14:60].count(slot) for slot in range(34)]
        hand = Hand(tiles)
        best = discards(hand, seen=seen)
        left = bytes(4 - mine - other for mine, other in zip(hand.counts, seen))
        slot, number, copies = best_discard(hand.counts, bytes(4), left)
        kinds = {found.tile: len(found.effective) for found in best}
        assert (number, copies, kinds[slot]) == (
            best[0].shanten,
            best[0].left,
            len(best[0].effective),
        )
        equal = [
            d.tile
            for d in best
            if (d.shanten, d.left, len(d.effective)) == (number, copies, kinds[slot])
        ]
        assert slot == max(equal)


@pytest.mark.parametrize(
    ("counts", "melds", "left"),
    [(b"", b"", b""), (bytes(34), bytes(4), bytes(34)), (b"\5" + bytes(33), bytes(4), bytes(34))],
)
def test_what_has_no_discard(counts: bytes, melds: bytes, left: bytes) -> None:
    with pytest.raises(ValueError, match=r"expected 34 counts|no hand"):
        best_discard(counts, melds, left)


def test_the_shanten_player_discards_what_leaves_the_least() -> None:
    for hand, seen, action in decisions(ShantenPlayer(), range(3)):
        if seen.phase is Phase.PLAY and decode_action(action).kind is ActionKind.DISCARD:
            best = discards(hand.hand_of(seen.seat), seen=seen_elsewhere(hand, seen.seat))
            chosen = next(found for found in best if found.tile == decode_action(action).tile)
            assert (chosen.shanten, chosen.left) == (best[0].shanten, best[0].left)


def test_the_shanten_player_claims_what_brings_it_nearer_and_nothing_else() -> None:
    claimed = passed = kongs = 0
    for hand, seen, action in decisions(ShantenPlayer(), range(30)):
        before = shanten(hand.hand_of(seen.seat)).overall
        if seen.phase is Phase.CLAIM and action != ActionKind.WIN:
            nearer = [shanten(after(hand, other)).overall for other in seen.legal_actions if other]
            passed += action == 0
            claimed += action != 0
            assert (min(nearer) < before) is (action != 0)
            assert not action or shanten(after(hand, action)).overall == min(nearer)
        elif action >= ActionKind.CONCEALED_KONG:
            kongs += 1
            assert shanten(after(hand, action)).overall <= before
    assert min(claimed, passed) > 50
    assert kongs > 3


def test_the_shanten_player_is_better_than_chance() -> None:
    points = 0
    for seed in range(40):
        players = [ShantenPlayer(), *(RandomPlayer() for _ in range(3))]
        for seat, player in zip(Seat, players):
            player.new_hand(seat=seat, seed=seed)
        points += play_hand(TableHand(seed=seed), players).changes[0]
    assert points > 400


# -------------------------------------------------------------------------------------------- reach


@pytest.mark.slow
def test_the_reach_player_keeps_to_the_shortest_way() -> None:
    shorter = 0
    for hand, seen, action in decisions(ReachPlayer(), range(3)):
        own, elsewhere = hand.hand_of(seen.seat), seen_elsewhere(hand, seen.seat)
        kind = decode_action(action).kind
        if kind is ActionKind.WIN:
            continue
        before = reach(own, seen=elsewhere)
        if kind is ActionKind.DISCARD and before.distance is not None and before.distance >= 0:
            then = after(hand, action)
            elsewhere[decode_action(action).tile or 0] += 1  # it does not come back
            assert reach(then, seen=elsewhere).distance == before.distance
        elif kind in (ActionKind.CHOW, ActionKind.PUNG):
            elsewhere[int(seen.tile or 0)] -= 1
            then = reach(after(hand, action), seen=elsewhere)
            assert then.bound < before.bound
            shorter += 1
    assert shorter > 5


@pytest.mark.slow
def test_the_reach_player_is_better_than_the_shanten_player() -> None:
    points = 0
    for seed in range(8):
        players = [ReachPlayer(), ShantenPlayer(), ShantenPlayer(), ShantenPlayer()]
        points += sum(
            play_hand(TableHand(seed=seed), players[-turn:] + players[:-turn]).changes[turn]
            for turn in range(4)
        )
    assert points > 100
