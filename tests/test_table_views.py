"""What one gets to see of a hand: observations, events, results; and players
who see nothing else.
"""

from __future__ import annotations

import pickle
import random
import threading
from collections.abc import Callable

import pytest

from guobiao import RuleProfile, Seat, parse_tile
from guobiao.competition.match import HandEnd
from guobiao.errors import GuobiaoError, IllegalActionError, MatchError, TableError
from guobiao.table import (
    EventKind,
    HandEnding,
    Observation,
    Phase,
    TableHand,
    format_action,
    hand_seed,
    play_hand,
    play_match,
)
from mahjong_core.play.objects import SeatView
from scale import scaled
from table_play import POLICIES
from table_walls import common_hand, own_hand


def played_hand(seed: int, actions: int = 1000, **options: object) -> TableHand:
    """A hand after so many actions of players who want to win."""
    hand, rng = TableHand(seed=seed, **options), random.Random(seed)  # type: ignore[arg-type]
    for _ in range(actions):
        if not hand.is_over:
            hand.apply(POLICIES["eager"](rng, hand))
    return hand


@pytest.mark.parametrize("actions", [0, 13, 60, 1000])
def test_observations_are_values(actions: int) -> None:
    hand = played_hand(3, actions)
    for seat in Seat:
        seen, again = hand.observe(seat), hand.observe(str(seat))
        assert seen == again
        assert hash(seen) == hash(again)
        copied = pickle.loads(pickle.dumps(seen))
        assert copied == seen
        assert (copied.melds, copied.rivers, copied.legal_actions) == (
            seen.melds,
            seen.rivers,
            seen.legal_actions,
        )
        assert seen != hand.observe((seat + 1) % 4)
        assert str(seat) in repr(seen)
        with pytest.raises(AttributeError):
            seen.melds = ()  # type: ignore[misc]
        with pytest.raises(AttributeError):
            seen.note = 1  # type: ignore[attr-defined]
    assert seen != 1


def test_an_observation_stays_as_it_was() -> None:
    hand = TableHand(seed=1)
    seen, before = hand.observe("E"), pickle.dumps(hand.observe("E"))
    hand.play_out(1)
    assert pickle.dumps(seen) == before
    assert seen.phase is Phase.PLAY


@pytest.mark.parametrize("seat", ["X", 4, None, -1, "东"])
def test_seats_that_are_none(seat: object) -> None:
    with pytest.raises(GuobiaoError, match="is no seat"):
        TableHand(seed=1).observe(seat)  # type: ignore[arg-type]
    with pytest.raises(GuobiaoError, match="is no seat"):
        TableHand(seed=1).hand_of(seat)  # type: ignore[arg-type]


def test_bytes_that_are_no_observation() -> None:
    """Nothing is read outside of its array, whatever the bytes are."""
    content, rng = TableHand(seed=1).observe("E")._bytes(), random.Random(1)
    for length in (0, len(content) - 1, len(content) + 1):
        with pytest.raises(ValueError, match="bytes"):
            SeatView()._read(bytes(length), ())
    refused = 0
    for _ in range(scaled(3000)):
        damaged = bytearray(content)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        seen = Observation()
        try:
            seen._read(bytes(damaged), ())
        except ValueError:
            refused += 1
        else:
            assert len(seen.rivers) == len(seen.melds) == len(seen.flowers) == 4
            assert (seen.tile, seen.drawn, seen.turn, repr(seen)) is not None
    assert refused


def test_states_with_damage() -> None:
    """A damaged state is refused or is another hand, never anything else."""
    rng = random.Random(2)
    state = played_hand(8, 60).state
    outcomes = set()
    for _ in range(scaled(1500)):
        damaged = bytearray(state)
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        cut = bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])
        try:
            hand = TableHand.from_state(cut)
        except TableError:
            outcomes.add("refused")
        else:
            outcomes.add("read")
            assert hand.state == cut
    assert outcomes == {"refused", "read"}


def test_a_state_under_other_rules() -> None:
    """The actions must be legal there too."""
    hand = next(
        hand
        for seed in range(50)
        if (hand := played_hand(seed)).result and hand.result.winner is not None
    )
    assert TableHand.from_state(hand.state, rules="botzone").result is not None
    with pytest.raises(TableError, match="damaged"):
        TableHand.from_state(hand.state, rules=RuleProfile({"minimum": 200}))


def test_a_hand_that_was_never_dealt() -> None:
    hand = TableHand.__new__(TableHand)
    assert hand.is_over
    assert hand.turn is None
    assert hand.legal_actions() == ()
    assert hand.play_out(1) == 0
    assert hand.copy().is_over
    with pytest.raises(IllegalActionError, match="is over"):
        hand.apply(1)
    with pytest.raises(ValueError, match="never dealt"):
        _ = hand.phase


# ------------------------------------------------------------------------------------------- events


def test_events_in_words() -> None:
    hand = own_hand(["5m", "46m", "", "CCCC"], ["9p", "", "", ""])
    for action in (encode("discard 5m"), encode("chow 4m5m6m with 5m")):
        hand.apply(action)
    told = [str(event) for event in hand.events]
    assert told[0].startswith("E is dealt 5m ")
    assert told[4:] == ["E draws 9p", "E discards 5m", "S chows 4m5m6m with 5m of E"]
    flowers = [
        str(event) for event in common_hand([[34], [], [], []], "1m", end="2m", flowers=True).events
    ]
    assert flowers[4:7] == ["E lays open a", "E takes instead 2m", "E draws 1m"]


def encode(words: str) -> int:
    """The action that is written so."""
    return next(action for action in range(235) if format_action(action) == words)


@pytest.mark.parametrize("wall", ["own", "common"])
@pytest.mark.parametrize("seed", range(8))
def test_the_events_tell_the_whole_hand(seed: int, wall: str) -> None:
    """Every tile that somebody has or had comes out of a deal, a draw or a replacement; the rivers
    are the discards that nobody took.
    """
    hand = played_hand(seed, wall=wall)
    taken = dict.fromkeys(Seat, 13)
    for event in hand.events:
        str(event)
        if event.kind in (EventKind.DRAW, EventKind.REPLACEMENT):
            assert event.seat is not None
            taken[event.seat] += 1
    left = sum(hand.wall_left(seat) for seat in Seat) if wall == "own" else hand.wall_left("E")
    assert sum(taken.values()) == 144 - left
    claims = (EventKind.CHOW, EventKind.PUNG, EventKind.MELDED_KONG)
    discards = sum(event.kind is EventKind.DISCARD for event in hand.events)
    claimed = sum(event.kind in claims for event in hand.events)
    won = hand.result is not None and hand.result.ending is HandEnding.DISCARD
    assert sum(map(len, hand.observe("E").rivers)) == discards - claimed - won


def test_a_hand_knows_its_settings() -> None:
    hand = TableHand(seed=3, wall="own", flowers=False, prevalent_wind="W", rules="1998")
    assert (hand.seed, hand.wall_rule.value, hand.has_flowers) == (3, "own", False)
    assert (hand.prevalent_wind, hand.rules.name, len(hand.wall), hand.actions) == (
        Seat.W,
        "1998",
        136,
        (),
    )
    assert "seed=3" in repr(hand)
    assert TableHand().seed != TableHand().seed
    assert TableHand(tiles=hand.wall, flowers=False).seed is None
    assert hand.result is None
    assert hand != TableHand(seed=3, wall="own", flowers=False, prevalent_wind="W")


# --------------------------------------------------------------------------------- players, matches


def wins_if_he_can(rng: random.Random) -> Callable[[Observation], int]:
    """A player who sees an observation only."""
    return lambda seen: 1 if 1 in seen.legal_actions else rng.choice(seen.legal_actions)


class Talker:
    """A player with ``act``, that counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, observation: Observation) -> int:
        """The last legal action."""
        self.asked += 1
        assert observation.turn is observation.seat
        return observation.legal_actions[-1]


def test_objects_and_functions_play() -> None:
    talker = Talker()
    hand = TableHand(seed=2)
    result = play_hand(
        hand, [talker, wins_if_he_can(random.Random(1)), talker, lambda seen: seen.legal_actions[0]]
    )
    assert result == hand.result
    assert talker.asked


def test_a_player_who_answers_nonsense() -> None:
    for answer in (-1, 300, None, "pass"):
        with pytest.raises(IllegalActionError):
            play_hand(TableHand(seed=2), [lambda _, answer=answer: answer] * 4)  # type: ignore[misc,list-item]
    with pytest.raises(TableError, match="3 players"):
        play_hand(TableHand(seed=2), [Talker()] * 3)
    with pytest.raises(TableError, match="5 players"):
        play_match([Talker()] * 5, seed=2)
    with pytest.raises(MatchError, match="different names"):
        play_match([Talker()] * 4, seed=2, names=["A", "A", "B", "C"])


@pytest.mark.parametrize(("wall", "flowers"), [("common", True), ("own", False)])
def test_a_match(wall: str, flowers: bool) -> None:
    """Sixteen hands: winds, seats and points are those of the log, which is the same for the same
    seed.
    """

    def eager_match(seed: int) -> tuple[object, ...]:
        class Eager(Talker):
            def act(self, observation: Observation) -> int:
                legal = observation.legal_actions
                return 1 if 1 in legal else min(legal, key=lambda action: (action < 99, action))

        played = play_match(
            [Eager() for _ in range(4)], seed=seed, wall=wall, flowers=flowers, seat_change="west"
        )
        for number, (hand, record) in enumerate(zip(played.hands, played.match.records), start=1):
            assert record.position is not None
            assert hand.prevalent_wind is record.position.prevalent_wind is Seat((number - 1) // 4)
            assert hand.seed == hand_seed(seed, number)
            assert hand.changes == record.settlement.changes
            assert hand.result is not None
            assert record.how is HandEnd[hand.result.ending.name]
        return played.match, [hand.state for hand in played.hands]

    assert eager_match(4) == eager_match(4)
    match, hands = eager_match(4)
    assert len(hands) == 16  # type: ignore[arg-type]
    assert sum(match.totals) == 2000  # type: ignore[attr-defined]


def test_the_seat_change_moves_the_players() -> None:
    asked: list[str] = []

    def player(name: str) -> Callable[[Observation], int]:
        def act(seen: Observation) -> int:
            if seen.seat is Seat.E and seen.wall_left[0] == 136 - 53 and seen.drawn is not None:
                asked.append(name)
            return seen.legal_actions[0]

        return act

    play_match([player(name) for name in "ABCD"], seed=1, flowers=False)
    assert "".join(asked) == "ABCDABCDBADCBADC"


def test_hands_in_threads() -> None:
    """Hands share nothing: four threads play the same."""
    found: dict[int, list[bytes]] = {}

    def play_some(number: int) -> None:
        hands = [TableHand(seed=seed) for seed in range(30)]
        for hand in hands:
            hand.play_out(1, eager=True)
        found[number] = [hand.state for hand in hands]

    threads = [threading.Thread(target=play_some, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2] == found[3]


def test_the_last_discard_is_named() -> None:
    hand = own_hand(["C", "", "", "CC"], ["", "", "", ""])
    hand.apply(encode("discard C"))
    assert hand.observe("N").last_discard is parse_tile("C")
    hand.apply(encode("pung C"))
    assert hand.observe("N").last_discard is None
    assert hand.observe("N").drawn is None
