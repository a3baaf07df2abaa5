"""Reading a hand of play: the hand at a step, its decisions, events that a seat saw, its text."""

from __future__ import annotations

from random import Random

import pytest

from guobiao.errors import GuobiaoError, TableError
from guobiao.players import make_player
from guobiao.table import EventKind, Phase, TableHand, play_hand
from guobiao.tiles import Seat

SEATS = tuple(Seat)


def played(seed: int, **options: object) -> TableHand:
    hand = TableHand(seed=seed, **options)  # type: ignore[arg-type]
    hand.play_out(seed, eager=True)
    return hand


@pytest.mark.parametrize("seed", range(12))
def test_decisions_are_those_of_the_play(seed: int) -> None:
    """A plain loop over the same wall sees and is asked the same."""
    hand = played(seed, wall="own" if seed % 2 else "common")
    plain = TableHand.from_state(hand.at(0).state)
    step = -1
    for step, decision in enumerate(hand.decisions()):
        seat = plain.turn
        assert seat is not None
        assert (decision.step, decision.seat, decision.phase) == (step, seat, plain.phase)
        assert decision.observation == plain.observe(seat)
        assert decision.legal_actions == plain.legal_actions()
        assert decision.action == hand.actions[step]
        assert hand.at(step) == plain
        plain.apply(decision.action)
    assert step == len(hand.actions) - 1
    assert hand.at(step + 1) == hand == plain


def test_another_way_from_a_step_on_leaves_the_hand() -> None:
    hand = played(4)
    state = hand.state
    before = hand.undo(3)
    assert before.actions == hand.actions[:-3]
    assert before.seed == hand.seed == 4
    before.apply(before.legal_actions()[-1])
    assert hand.state == state
    assert hand.undo(0) == hand
    assert hand.undo(len(hand.actions)) == TableHand(seed=4)


@pytest.mark.parametrize("step", [-1, 10**6, 1.0, True, None, "1"])
def test_a_step_that_there_is_not(step: object) -> None:
    hand = played(4)
    for read in (hand.at, hand.undo):
        with pytest.raises(TableError, match="expected a whole number from 0 to"):
            read(step)  # type: ignore[arg-type]


def test_events_seen_hide_what_others_drew() -> None:
    hidden = {EventKind.DRAW, EventKind.REPLACEMENT, EventKind.CONCEALED_KONG}
    kinds = set()
    for seed in range(60):
        hand = played(seed)
        for viewer in (None, *SEATS):
            seen = hand.events_seen(viewer)
            assert len(seen) == len(hand.events)
            for event, whole in zip(seen, hand.events):
                kinds.add(event.kind)
                own = whole.seat is viewer and viewer is not None
                assert (event.kind, event.seat, event.source) == (
                    whole.kind,
                    whole.seat,
                    whole.source,
                )
                assert event.tile == (None if event.kind in hidden and not own else whole.tile)
                assert event.tiles == (whole.tiles if own else ())
                assert all(seat is viewer for seat, _ in event.ignored)
                assert str(event)
    assert kinds == set(EventKind)
    assert hand.events_seen("S") == hand.events_seen(Seat.S) == hand.events_seen(1)
    with pytest.raises(GuobiaoError):
        hand.events_seen("X")


def test_what_a_seat_saw_says_nothing_of_others_tiles() -> None:
    """Two hands that differ only in what others hold look the same to the seat."""
    hand = TableHand(seed=9, flowers=False)
    wall = list(hand.wall)
    south = [wall[16 * turn + 4 + place] for turn in range(3) for place in range(4)] + [wall[49]]
    other = wall[:]
    first = next(place for place in range(55, 136) if wall[place] != wall[4])
    other[4], other[first] = other[first], other[4]
    changed = TableHand(tiles=other, flowers=False)
    assert hand.events != changed.events
    assert hand.events_seen("N") == changed.events_seen("N")
    assert south[0] == wall[4]


def test_the_text_of_a_hand() -> None:
    hand = TableHand(seed=3)
    play_hand(hand, [make_player("greedy")] * 4)
    *_, last = str(hand).splitlines()
    assert last == "N wins 10 points, self-drawn; -18 -18 -18 54"
    assert "[CCC,2]" in str(hand)
    assert str(hand.at(20)).splitlines()[-1] == "S is asked: CLAIM on C"
    drawn = next(one for one in map(played, range(99)) if one.result and not one.result.winner)
    assert drawn.phase is Phase.OVER
    assert str(TableHand(seed=1, wall="own")).startswith("E round, own wall, ")


def test_every_text_names_each_seat_once() -> None:
    rng = Random(5)
    for seed in range(20):
        hand = played(seed)
        lines = str(hand.at(rng.randrange(len(hand.actions) + 1))).splitlines()
        assert [line[0] for line in lines[1:-1] if line[0] != " "] == list("ESWN")
