"""Hands of play for tests: walls that bring kongs and wins, players that want them, the engine
beside the reference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from guobiao import RuleProfile
from guobiao.errors import HandError
from guobiao.hand import Hand, Meld, MeldKind
from guobiao.reference.table import ReferenceTable
from guobiao.table import Event, EventKind, OpenMeld, Phase, TableHand, WallRule
from guobiao.tiles import Seat
from mahjong_core import api

PASS, WIN, DISCARD, CHOW, PUNG, KONG, CONCEALED, ADDED = 0, 1, 2, 36, 99, 133, 167, 201


def full_set(flowers: bool) -> list[int]:
    """The tiles of a wall, sorted."""
    return [slot for slot in range(34) for _ in range(4)] + (list(range(34, 42)) if flowers else [])


def shuffled_wall(rng: random.Random, flowers: bool) -> list[int]:
    """Any order."""
    wall = full_set(flowers)
    rng.shuffle(wall)
    return wall


def suited_wall(rng: random.Random, flowers: bool, own: bool) -> list[int]:
    """A wall that deals each player mostly one suit or honours: flushes, pungs and kongs are
    common, and so are wins.
    """
    wall = shuffled_wall(rng, flowers)
    size = len(wall)
    for seat in range(4):
        first = seat * size // 4 if own else 0
        places = range(first, first + 13) if own else dealt_places(seat)
        for place in places:
            if rng.random() < 0.8 and wall[place] // 9 != seat:
                swap_in(rng, wall, place, seat, set(places))
    return wall


def dealt_places(seat: int) -> list[int]:
    """Where the thirteen tiles of a seat lie in a common wall."""
    return [16 * turn + 4 * seat + i for turn in range(3) for i in range(4)] + [48 + seat]


def swap_in(rng: random.Random, wall: list[int], place: int, suit: int, kept: set[int]) -> None:
    """Puts a tile of a suit to a place, from anywhere else."""
    others = [i for i, tile in enumerate(wall) if tile // 9 == suit and tile < 34 and i not in kept]
    if others:
        other = rng.choice(others)
        wall[place], wall[other] = wall[other], wall[place]


def uniform(rng: random.Random, hand: TableHand) -> int:
    """Any legal action."""
    return rng.choice(hand.legal_actions())


def eager(rng: random.Random, hand: TableHand) -> int:
    """Wins when it can, likes kongs and claims, keeps what is near to a complete hand."""
    legal = hand.legal_actions()
    if WIN in legal:
        return WIN if rng.random() < 0.9 else rng.choice(legal)
    kongs = [action for action in legal if action >= KONG]
    if kongs and rng.random() < 0.8:
        return rng.choice(kongs)
    if legal[0] == PASS:
        return rng.choice(legal)
    turn = hand.turn
    assert turn is not None
    counts, melds, _, _ = hand._tiles_of(turn)
    return min(legal, key=lambda action: (_distance(counts, melds, action), rng.random()))


def _distance(counts: bytes, melds: bytes, action: int) -> int:
    if not DISCARD <= action < CHOW:
        return 99
    left = bytearray(counts)
    left[action - DISCARD] -= 1
    found = api.shanten(bytes(left), melds + bytes(4 - len(melds)))
    return found[0] if isinstance(found, tuple) else 99


POLICIES = {"uniform": uniform, "eager": eager}


# -------------------------------------------------------------------------- engine beside reference


def differences(hand: TableHand, plain: ReferenceTable) -> Iterator[str]:
    """What the engine and the reference say differently of one moment."""
    phase = Phase[plain.phase.upper()]
    if (hand.turn, hand.phase, hand.legal_actions()) != (plain.asked, phase, plain.legal_actions()):
        ours, theirs = (
            (hand.turn, hand.phase, hand.legal_actions()),
            (plain.asked, phase, plain.legal_actions()),
        )
        yield f"{ours} against {theirs}"
    for seat, place in zip(Seat, plain.places):
        counts, _, _, flowers = hand._tiles_of(seat)
        if counts != bytes(place.standing.count(slot) for slot in range(34)):
            yield f"the standing tiles of {seat}"
        if tuple(hand_melds(hand, seat)) != tuple(place.melds):
            yield f"the melds of {seat}"
        if flowers != sum(1 << (flower - 34) for flower in place.flowers):
            yield f"the flowers of {seat}"
        if hand.wall_left(seat) != len(plain.wall_of(seat)):
            yield f"the wall of {seat}"
        seen = hand.observe(seat)
        for name, expected in expected_view(plain, seat).items():
            if getattr(seen, name) != expected:
                yield f"{name} of {seat}: {getattr(seen, name)} against {expected}"
    if plain.phase == "over":
        yield from result_differences(hand, plain)


def hand_melds(hand: TableHand, seat: Seat) -> tuple[object, ...]:
    """The melds of a seat as ``Meld``."""
    _, codes, sources, _ = hand._tiles_of(seat)
    return tuple(map(Meld.from_code, codes, sources))


def result_differences(hand: TableHand, plain: ReferenceTable) -> Iterator[str]:
    """The end: who, for what, and what is paid."""
    result = hand.result
    assert result is not None
    if (result.winner, list(result.changes)) != (plain.winner, plain.changes):
        yield f"{result} against winner {plain.winner} and {plain.changes}"
    if plain.winning_hand is not None and (
        result.score is None or result.score.hand != plain.winning_hand
    ):
        yield f"{result.score} against {plain.winning_hand}"
    if [as_entry(event) for event in hand.events] != plain.log:
        yield "the events"


def as_entry(event: Event) -> tuple[object, ...]:
    """An event as the reference's log has it."""
    name = event.kind.name.lower().replace("_", " ")
    if event.kind is EventKind.DEAL:
        return name, event.seat, event.tiles
    if event.kind is EventKind.DRAWN_GAME:
        return (name,)
    if event.kind is EventKind.CHOW:
        return name, event.seat, event.tile, event.claimed, event.ignored
    if event.kind in (EventKind.PUNG, EventKind.MELDED_KONG, EventKind.WIN):
        return name, event.seat, event.tile, event.source, event.ignored
    return name, event.seat, event.tile


def expected_view(plain: ReferenceTable, seat: Seat) -> dict[str, object]:
    """What an observation must show to this seat."""
    is_over = plain.phase == "over"
    own_turn = plain.phase == "play" and plain.player == seat
    asked = plain.asked
    last = plain.log[-1]
    claimed = (
        plain.tile
        if plain.phase in ("claim", "rob")
        else last[2]
        if is_over and last[0] == "win"
        else None
    )
    return {
        "seat": seat,
        "prevalent_wind": plain.prevalent_wind,
        "phase": Phase[plain.phase.upper()],
        "turn": None if is_over or (plain.phase != "play" and asked != seat) else asked,
        "actor": plain.player,
        "tile": claimed,
        "drawn": plain.drawn if own_turn else None,
        "hand": bytes(plain.places[seat].standing.count(slot) for slot in range(34)),
        "melds": tuple(tuple(seen_melds(plain, other, seat)) for other in Seat),
        "rivers": tuple(tuple(place.river) for place in plain.places),
        "flowers": tuple(tuple(sorted(place.flowers)) for place in plain.places),
        "standing": tuple(len(place.standing) for place in plain.places),
        "wall_left": tuple(len(plain.wall_of(other)) for other in range(4)),
        "legal_actions": plain.legal_actions() if asked == seat else (),
    }


def seen_melds(plain: ReferenceTable, other: Seat, seat: Seat) -> Iterator[OpenMeld]:
    """The melds of one seat as another sees them."""
    for meld in plain.places[other].melds:
        is_hidden = meld.kind is MeldKind.CONCEALED_KONG and other != seat and plain.phase != "over"
        yield OpenMeld(meld.kind, None if is_hidden else meld.tile, meld.source)


def compare_hand(
    wall: Sequence[int],
    seed: int,
    *,
    own: bool,
    rules: str | RuleProfile,
    policy: str,
    every: int = 1,
) -> tuple[list[str], TableHand]:
    """Plays a wall in the engine and in the reference; what differs, at every Nth action and
    at the end.
    """
    rng = random.Random(seed)
    quarter = len(wall) // 4
    tiles = [wall[quarter * seat : quarter * (seat + 1)] for seat in range(4)] if own else wall
    wind = Seat(seed % 4)
    flowers = len(wall) == 144
    rule = WallRule.OWN if own else WallRule.COMMON
    hand = TableHand(tiles=tiles, wall=rule, flowers=flowers, prevalent_wind=wind, rules=rules)
    plain = ReferenceTable(wall, own_walls=own, prevalent_wind=wind, rules=rules)
    for number in range(1000):
        if number % every == 0 or hand.is_over:
            found = list(differences(hand, plain))
            if found or hand.is_over:
                where = (
                    f"seed {seed} own={own} {hand.rules.name} {policy} action {number} "
                    f"{list(hand.actions)}: "
                )
                return [where + text for text in found], hand
        action = POLICIES[policy](rng, hand)
        hand.apply(action)
        plain.apply(action)
    raise AssertionError("a hand that does not end")


def holds(hand: TableHand, seat: Seat) -> Hand | None:
    """The hand of a seat; None if its tiles are not a hand."""
    try:
        return hand.hand_of(seat)
    except HandError:
        return None
