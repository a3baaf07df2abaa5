"""Logs of Botzone's judge, replayed: every request, reply, display and payment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, RecordError
from ..fan import parse_fan
from ..formats.botzone_judge import JudgeLog, JudgeOutput, JudgeTurn
from ..formats.botzone_tiles import SLOT_OF_BOTZONE_CODE, TILES_EXPECTED
from ..judge_table import JudgeTable
from ..notation.alphabets import FIRST_FLOWER
from ..profiles import RuleProfile
from ..record import BrokenGame
from ..table import TableHand, WallRule
from ..tiles import Seat
from ..values import checked_object, whole_number
from .result import Difference, DifferenceKind, GameReplay, unreadable
from .walls import Walls

__all__ = ["replay_judge_log"]

_SHOWN: Final = 240  # characters of a value
# What some logs leave out.
_OPTIONAL: Final = frozenset({"canHu", "tileCnt", "srand"})


def replay_judge_log(log: JudgeLog | BrokenGame, *, game: str = "", rules: str | RuleProfile = "botzone") -> GameReplay:
    """Judge the hand again with the recorded replies: each output must be the recorded one, field by field.

    ``game``: its name, for the differences; their ``line`` is the entry of the array. Fields that the judge here does not show are passed over.
    """
    if isinstance(log, BrokenGame):
        return unreadable(log)
    checked_object("log", log, JudgeLog, GuobiaoError)
    try:
        hand = _table_of(log, rules)
    except RecordError as error:
        return unreadable(BrokenGame(game, 1, error))
    table = JudgeTable(hand, srand=_number(log.turns[0].output.display.get("srand")))
    differences = tuple(_differences(log, table, game))
    return GameReplay(game, 1, differences, hand=hand)


def _differences(log: JudgeLog, table: JudgeTable, game: str) -> Iterator[Difference]:
    """What differs in the first output in which something does: what follows from it would differ too."""
    for turn in log.turns:
        found = [Difference(game, turn.entry, *texts) for texts in _output_differences(turn.output, table.output)]
        if found:
            yield from found
            return
        if turn.replies is not None and table.is_over:
            yield Difference(game, turn.entry + 1, DifferenceKind.ENDING, "replies", "the hand is over")
            return
        if turn.replies is not None:
            table.answer(turn.replies)
    if log.turns[-1].replies is not None:
        expected = f"the output {table.output.display['action']} follows"
        yield Difference(game, 2 * len(log.turns), DifferenceKind.ENDING, "the log ends", expected)
    elif not table.is_over:
        yield Difference(game, log.turns[-1].entry, DifferenceKind.ENDING, "the log ends", "the replies follow")


Texts = tuple[DifferenceKind, str, str]


def _output_differences(recorded: JudgeOutput, expected: JudgeOutput) -> Iterator[Texts]:
    if recorded.command != expected.command:
        yield DifferenceKind.DISPLAY, f"command {_json(recorded.command)}", _json(expected.command)
    for key, shown in expected.display.items():
        if key in recorded.display:
            if not _is_same(key, recorded.display[key], shown):
                yield DifferenceKind.DISPLAY, f"{key} {_json(recorded.display[key])}", _json(shown)
        elif key not in _OPTIONAL:
            yield DifferenceKind.DISPLAY, f"no {key}", _json(shown)
    for seat, told, due in zip(Seat, recorded.content, expected.content):
        if told != due:
            kind = DifferenceKind.PAYMENTS if expected.command == "finish" else DifferenceKind.REQUEST
            yield kind, f"seat {int(seat)}: {_json(told)}", _json(due)


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_same(key: str, recorded: object, expected: object) -> bool:
    return recorded == expected or (key == "fan" and _named(recorded) == _named(expected))


def _named(fans: object) -> object:
    """A list of fans without regard to order, old and new names alike; None for a list that is none."""
    try:
        return sorted((parse_fan(fan["name"]), fan["cnt"], fan["value"]) for fan in fans)  # type: ignore[attr-defined]
    except (GuobiaoError, TypeError, KeyError):
        return None


# -------------------------------------------------------------------------------------------------- the table of a log


def _table_of(log: JudgeLog, rules: str | RuleProfile) -> TableHand:
    """The hand before its first decision; ``RecordError`` for a log that does not tell it."""
    tiles = list(_tiles_seen(log))
    walls = Walls(has_flowers=any(tile >= FIRST_FLOWER for _, tile, _ in tiles))
    for seat, tile, entry in tiles:
        if problem := walls.take(seat, tile):
            raise RecordError(f"a tile of seat {int(seat)}: {problem}", line=entry, unit="entry")
    return TableHand(
        tiles=walls.filled(),
        wall=WallRule.OWN,
        flowers=walls.has_flowers,
        prevalent_wind=_wind(log.turns[0]),
        rules=rules,
    )


def _wind(turn: JudgeTurn) -> Seat:
    try:
        return Seat.parse(turn.output.display.get("quan"))
    except GuobiaoError as error:
        raise RecordError(f"quan: {error}", line=turn.entry, unit="entry") from None


def _tiles_seen(log: JudgeLog) -> Iterator[tuple[Seat, int, int]]:
    """Each tile that comes from a wall in order: whose wall, the tile, the entry."""
    for turn in log.turns:
        display = turn.output.display
        if display["action"] == "DEAL":
            for seat in Seat:
                for code in _hands(display, turn.entry)[seat]:
                    yield seat, _tile(code, turn.entry), turn.entry
        elif display["action"] in ("DRAW", "BUHUA"):
            yield _seat(display.get("player"), turn.entry), _tile(display.get("tile"), turn.entry), turn.entry


def _hands(display: Mapping[str, object], entry: int) -> list[list[object]]:
    hands = display.get("hand")
    if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, list) for hand in hands):
        raise RecordError(f"hand is {shown(hands)}: expected four lists of tiles", line=entry, unit="entry")
    if any(len(hand) < 13 for hand in hands):
        raise RecordError(f"hand is {shown(hands)}: expected thirteen tiles for each seat", line=entry, unit="entry")
    return hands


def _tile(code: object, entry: int) -> int:
    slot = SLOT_OF_BOTZONE_CODE.get(code) if isinstance(code, str) else None
    if slot is None:
        raise RecordError(f"{shown(code, 40)} is no tile: expected {TILES_EXPECTED}", line=entry, unit="entry")
    return slot


def _seat(value: object, entry: int) -> Seat:
    number = whole_number(value, 0, 3)
    if number is None:
        raise RecordError(f"player is {shown(value, 40)}: expected 0-3", line=entry, unit="entry")
    return Seat(number)


def _number(value: object) -> int:
    return whole_number(value) or 0
