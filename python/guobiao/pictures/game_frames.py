"""A hand of play as data for a page: the table after each decision, and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from ..analysis.discards import discards
from ..analysis.shanten import shanten
from ..evaluate import waits
from ..hand import NO_TILE, Hand, MeldKind
from ..result import Score
from ..table import Event, EventKind, Observation, Phase, TableHand, decode_action
from ..table.actions import ActionKind, format_action
from ..tiles import SLOT_COUNT, Seat, Tile
from .hands import LaidMeld, tile_name
from .scores import dropped_words

__all__ = ["frames_of", "result_of"]

_SAID: Final = {
    EventKind.DEAL: "拿到配牌",
    EventKind.FLOWER: "补花",
    EventKind.DRAW: "摸",
    EventKind.REPLACEMENT: "补牌",
    EventKind.DISCARD: "打",
    EventKind.CHOW: "吃",
    EventKind.PUNG: "碰",
    EventKind.MELDED_KONG: "明杠",
    EventKind.CONCEALED_KONG: "暗杠",
    EventKind.ADDED_KONG: "加杠",
    EventKind.WIN: "和",
}
_HIDDEN: Final = (EventKind.DRAW, EventKind.REPLACEMENT, EventKind.CONCEALED_KONG)
_ACTIONS: Final = {
    ActionKind.PASS: "过",
    ActionKind.WIN: "和",
    ActionKind.DISCARD: "打",
    ActionKind.CHOW: "吃",
    ActionKind.PUNG: "碰",
    ActionKind.MELDED_KONG: "明杠",
    ActionKind.CONCEALED_KONG: "暗杠",
    ActionKind.ADDED_KONG: "加杠",
}
Frame = dict[str, Any]


def frames_of(table: TableHand, seat: Seat | None) -> list[Frame]:
    """A frame before the first decision and one after each. With a ``seat`` no frame has anything
    that this seat may not see.
    """
    played = table.at(0)
    frames, told = [_frame(played, seat, 0)], len(played.events)
    for action in table.actions:
        if seat is None or played.turn is seat:
            frames[-1]["choice"] = _choice(played, action, seat)
        played.apply(action)
        if not _is_hidden(played, seat):
            frames.append(_frame(played, seat, told))
            told = len(played.events)
    return frames


def _is_hidden(table: TableHand, seat: Seat | None) -> bool:
    """Whether another seat is asked for a claim: that it could claim is not to be seen."""
    asked = table.phase in (Phase.CLAIM, Phase.ROB)
    return seat is not None and asked and table.turn is not seat


def _frame(table: TableHand, seat: Seat | None, told: int) -> Frame:
    seen = table.observe(Seat.E if seat is None else seat)
    turn = table.turn if seat is None or table.turn is seat else None
    return {
        "events": [_event_words(event, seat) for event in table.events[told:]],
        "seats": [_seat(table, seen, each, _is_open(table, seat, each)) for each in Seat],
        "wall": list(seen.wall_left),
        "actor": None if seen.phase is Phase.OVER else int(seen.actor),
        "turn": None if turn is None else int(turn),
        "claim": seen.phase is Phase.CLAIM,
    }


def _is_open(table: TableHand, viewer: Seat | None, seat: Seat) -> bool:
    """Whether the viewer sees the tiles of a seat: all do at the end, if it won."""
    if viewer is None or viewer is seat:
        return True
    result = table.result
    return result is not None and result.winner is seat


def _seat(table: TableHand, seen: Observation, seat: Seat, is_open: bool) -> Frame:
    """What lies before a seat; without its tiles if they are hidden."""
    place: Frame = {
        "river": [str(tile) for tile in seen.rivers[seat]],
        "flowers": [tile_name(code) for code in seen.flowers[seat]],
    }
    if not is_open:
        count = seen.standing[seat]
        apart = count % 3 == 2
        return place | {
            "standing": ["back"] * (count - apart),
            "apart": "back" if apart else None,
            "melds": [_meld(meld) for meld in seen.melds[seat]],
        }
    hand, own = table.hand_of(seat), table.observe(seat)
    drawn = own.drawn if hand.win == NO_TILE else hand.winning_tile
    standing = [str(tile) for tile in hand.standing]
    if drawn is not None and str(drawn) in standing:
        standing.remove(str(drawn))
    place |= {
        "standing": standing,
        "apart": None if drawn is None else str(drawn),
        "melds": [_meld(meld) for meld in own.melds[seat]],
    }
    return place | (_prospects(table, hand, own) if hand.win == NO_TILE else {})


def _meld(meld: LaidMeld) -> list[object]:
    return [int(meld.kind), None if meld.tile is None else str(meld.tile), meld.source]


def _prospects(table: TableHand, hand: Hand, own: Observation) -> Frame:
    """The shanten of a seat, and the points of its waits if it is ready."""
    least = shanten(hand).overall
    if least != 0 or hand.tile_count != 13:
        return {"shanten": least}
    seen = _lying_open(own)
    found = waits(hand, rules=table.rules, seen=seen)
    told = [
        [str(wait.tile), wait.left, *(None if s is None else s.points for s in _both(wait))]
        for wait in found
    ]
    return {"shanten": least, "waits": told}


def _both(wait: Any) -> tuple[Score | None, Score | None]:
    return wait.discard, wait.self_drawn


def _lying_open(own: Observation) -> list[int]:
    """How many of each slot a seat sees elsewhere."""
    seen = [0] * SLOT_COUNT
    for seat in Seat:
        for tile in own.rivers[seat]:
            seen[tile] += 1
        for meld in own.melds[seat]:
            if seat is not own.seat and meld.tile is not None:
                for slot in _tiles_of(meld):
                    seen[slot] += 1
    return seen


def _tiles_of(meld: LaidMeld) -> Iterator[int]:
    first = NO_TILE if meld.tile is None else int(meld.tile)
    for step in range(4 if meld.kind >= MeldKind.MELDED_KONG else 3):
        yield first + step if meld.kind is MeldKind.CHOW else first


# --------------------------------------------------------------------------------- the decisions


def _choice(table: TableHand, action: int, seat: Seat | None) -> Frame:
    """A decision: who, what, among how many; for a discard what each one leaves."""
    asked = table.turn
    assert asked is not None
    decoded = decode_action(action)
    tile = "" if decoded.tile is None else decoded.tile.zh
    choice: Frame = {
        "seat": int(asked),
        "of": len(table.legal_actions()),
        "words": [format_action(action), f"{_ACTIONS[decoded.kind]}{tile}"],
    }
    if decoded.kind is not ActionKind.DISCARD or (seat is not None and seat is not asked):
        return choice
    hand = table.hand_of(asked)
    if hand.tile_count != 14:
        return choice
    found = discards(hand, rules=table.rules, seen=_lying_open(table.observe(asked)))
    choice["discards"] = [[str(each.tile), each.shanten, each.left] for each in found]
    chosen = next(each for each in found if each.tile == decoded.tile)
    choice["chosen"] = str(chosen.tile)
    choice["back"] = chosen.shanten > found[0].shanten
    return choice


def _event_words(event: Event, seat: Seat | None) -> list[str]:
    """An event in English and Chinese; of a hidden tile only that there was one."""
    if event.seat is None:
        return ["nobody wins", "荒牌"]
    name = f"{event.seat.zh} "
    hidden = seat is not None and event.seat is not seat and event.kind in _HIDDEN
    if seat is not None:
        event = replace(event, ignored=())  # nor what others wanted
    if event.kind is EventKind.DEAL:
        return [f"{event.seat} has its tiles", f"{name}{_SAID[event.kind]}"]
    if hidden:
        english = str(event).rsplit(" ", 1)[0] if event.kind is not EventKind.CONCEALED_KONG else ""
        return [english or f"{event.seat} makes a concealed kong", name + _SAID[event.kind]]
    tile = NO_TILE if event.tile is None else int(event.tile)
    told = Tile(tile).zh if tile < SLOT_COUNT else "春夏秋冬梅兰竹菊"[tile - SLOT_COUNT]
    if event.kind is EventKind.CHOW:
        told = " ".join(Tile(tile + step).zh for step in (-1, 0, 1))
    return [str(event), f"{name}{_SAID[event.kind]} {told}"]


# ------------------------------------------------------------------------------------- the ending


def result_of(table: TableHand) -> Frame | None:
    """How the hand ended, in both languages; None while it is played."""
    result = table.result
    if result is None:
        return None
    told: Frame = {"changes": list(result.changes), "ending": result.ending.zh}
    if result.winner is None or result.score is None:
        return told | {"winner": None}
    return told | {
        "winner": int(result.winner),
        "discarder": None if result.discarder is None else int(result.discarder),
        "points": result.score.points,
        "fans": [
            [one.fan.english, one.fan.zh, one.count, one.points, _sets(one)]
            for one in result.score.fans
        ],
        "dropped": [
            [dropped_words(each, "en"), dropped_words(each, "zh")] for each in result.score.dropped
        ],
    }


def _sets(counted: Any) -> list[str]:
    return [str(tile) for copy in counted.sets for each in copy for tile in each.tiles]
