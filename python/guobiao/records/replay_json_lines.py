"""Hands of the library's own JSON lines, replayed."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest

from ..errors import GuobiaoError
from ..profiles import RuleProfile
from ..table.moves import BrokenGame, moves_of_events
from ..values import checked_object
from .endings import RecordedEnding, check_ending
from .json_lines import HandRecord, RecordedResult, event_text, record_result
from .move_player import MovePlayer
from .older_reading import name_older_reading
from .replay_moves import replay_moves
from .replay_result import Difference, DifferenceKind, GameReplay, unreadable

__all__ = ["replay_hand_record"]


def replay_hand_record(
    record: HandRecord | BrokenGame, *, rules: RuleProfile | None = None, lenient: bool = False
) -> GameReplay:
    """Play the hand again: its wall, every event and the result are checked.

    ``rules``: used instead of the record's. ``lenient``: as for ``replay_text_game``.
    """
    if isinstance(record, BrokenGame):
        return unreadable(record)
    checked_object("record", record, HandRecord, GuobiaoError)
    return name_older_reading(rules, lambda rules: _replayed(record, rules, lenient))


def _replayed(record: HandRecord, rules: RuleProfile | None, lenient: bool) -> GameReplay:
    line = record.line
    try:
        hand = record.start(rules)
    except GuobiaoError as error:
        difference = Difference(record.id, line, DifferenceKind.TILES, "a wall", str(error))
        return GameReplay(record.id, line, (difference,))
    return replay_moves(
        hand,
        record.id,
        line,
        moves_of_events(record.events, line=line),
        partial(_check_end, record),
        check_start=partial(_check_wall, record),
        players=record.players,
        lenient=lenient,
    )


def _check_wall(record: HandRecord, player: MovePlayer) -> bool:
    """Whatever the seed makes, the recorded wall can be played."""
    if not record.is_wall_of_seed:
        player.differs(
            DifferenceKind.TILES, record.line, f"seed {record.seed}", "the seed makes another wall"
        )
    return True


def _check_end(record: HandRecord, player: MovePlayer) -> None:
    if record.result is not None:
        player.pass_on()
    _check_events(record, player, record.line)
    _check_ending(record.result, player, record.line)


def _check_events(record: HandRecord, player: MovePlayer, line: int) -> None:
    """What the moves do not tell: deals, sources, the order of lost claims, the end."""
    if player.repaired or any(
        found.kind is DifferenceKind.WIN_TILE for found in player.differences
    ):
        return  # the win is told already
    for number, (recorded, played) in enumerate(
        zip_longest(record.events, player.hand.events), start=1
    ):
        if recorded != played:
            texts = [
                "nothing" if event is None else event_text(event) for event in (recorded, played)
            ]
            player.differs(DifferenceKind.EVENTS, line, f"event {number}: {texts[0]}", texts[1])
            return


def _check_ending(recorded: RecordedResult | None, player: MovePlayer, line: int) -> None:
    if recorded is None:  # the record of a hand that is still played
        if result := player.hand.result:
            player.differs(DifferenceKind.ENDING, line, "not over", result.ending.name.lower())
        return
    name = recorded.ending.name.lower()
    ended = RecordedEnding(
        recorded.points,
        recorded.fans,
        recorded.changes,
        line,
        line,
        drawn=name,
        won=name,
        outcome=_outcome(recorded),
    )
    check_ending(ended, player, lambda result: _outcome(record_result(result)))


def _outcome(result: RecordedResult) -> str:
    seats = [
        f"{name} {seat}"
        for name, seat in (("by", result.winner), ("from", result.discarder))
        if seat is not None
    ]
    return " ".join([result.ending.name.lower(), *seats])
