"""Logs of Botzone's judge, replayed: every request, reply, display and payment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from ..botzone.judge import JudgeTable
from ..botzone.judge_log import JudgeLog, JudgeOutput
from ..errors import GuobiaoError, RecordError
from ..fan import Fan, parse_fan
from ..notation.alphabets import FIRST_FLOWER
from ..profiles import RuleProfile
from ..table import TableHand, WallRule
from ..table.moves import BrokenGame, NamedFan
from ..tiles import Seat
from ..values import checked_object, whole_number
from .fan_lists import fans_text, is_other_label, named_fans
from .judge_tiles import prevalent_wind, tiles_seen
from .older_reading import name_older_reading
from .replay_result import Difference, DifferenceKind, GameReplay, unreadable
from .walls import Walls

__all__ = ["replay_judge_log"]

_LEFT_OF_LONG_WALL: Final = 36 - 13  # no flower was dealt: it would be seen
_SHOWN: Final = 240  # characters of a value
# What some logs leave out.
_OPTIONAL: Final = frozenset({"canHu", "tileCnt", "srand"})


def replay_judge_log(
    log: JudgeLog | BrokenGame, *, game: str = "", rules: str | RuleProfile = "botzone"
) -> GameReplay:
    """Judge the hand again with the recorded replies: each output must be the
    recorded one, field by field.

    ``game``: its name, for the differences; their ``line`` is the entry of the array. Fields
    that the judge here does not show are ignored. If an output has no display, what each
    seat is told is compared.
    """
    if isinstance(log, BrokenGame):
        return unreadable(log)
    checked_object("log", log, JudgeLog, GuobiaoError)
    return name_older_reading(rules, lambda rules: _replayed(log, game, rules))


def _replayed(log: JudgeLog, game: str, rules: str | RuleProfile) -> GameReplay:
    try:
        hand = _table_of(log, rules)
    except RecordError as error:
        return unreadable(BrokenGame(game, 1, error))
    table = JudgeTable(hand, srand=_number(log.turns[0].output.display.get("srand")))
    labels: list[Difference] = []
    differences = tuple(_differences(log, table, game, labels))
    return GameReplay(game, 1, differences, hand=hand, other_labels=tuple(labels))


def _differences(
    log: JudgeLog, table: JudgeTable, game: str, labels: list[Difference]
) -> Iterator[Difference]:
    """The differences in the first output that has any: what follows from it would differ too.

    Another label of the win goes into ``labels``.
    """
    for turn in log.turns:
        label = _other_label(turn.output, table)
        if label is not None:
            labels.append(Difference(game, turn.entry, *label))
        found = [
            Difference(game, turn.entry, *texts)
            for texts in _output_differences(
                turn.output, table.output, has_other_label=label is not None
            )
        ]
        if found:
            yield from found
            return
        if turn.replies is not None and table.is_over:
            yield Difference(
                game, turn.entry + 1, DifferenceKind.ENDING, "replies", "the hand is over"
            )
            return
        if turn.replies is not None:
            table.answer(turn.replies)
    if log.turns[-1].replies is not None and log.is_input:
        return  # the next output is what the judge is asked for
    if log.turns[-1].replies is not None:
        expected = f"the output {table.output.display['action']} follows"
        yield Difference(game, 2 * len(log.turns), DifferenceKind.ENDING, "the log ends", expected)
    elif not table.is_over:
        yield Difference(
            game, log.turns[-1].entry, DifferenceKind.ENDING, "the log ends", "the replies follow"
        )


Texts = tuple[DifferenceKind, str, str]


def _other_label(recorded: JudgeOutput, table: JudgeTable) -> Texts | None:
    """The fans shown and those by the rules, if they are two labels of the same points."""
    result = table.hand.result
    if "fan" not in table.output.display or result is None or result.score is None:
        return None
    points = result.score.profile.points
    named = _named(recorded.display.get("fan"))
    if named is None or any(
        type(count) is not int or value != points(fan) for fan, count, value in named
    ):
        return None
    fans = [NamedFan(fan.zh, count) for fan, count, _ in named]
    if not is_other_label(fans, result.score):
        return None
    return DifferenceKind.FANS, fans_text(fans), fans_text(named_fans(result.score))


def _output_differences(
    recorded: JudgeOutput, expected: JudgeOutput, *, has_other_label: bool
) -> Iterator[Texts]:
    if recorded.command != expected.command:
        yield DifferenceKind.DISPLAY, f"command {_json(recorded.command)}", _json(expected.command)
    for key, display in expected.display.items():
        if key == "fan" and has_other_label:
            continue
        if key in recorded.display:
            if not _is_same(key, recorded.display[key], display):
                yield (
                    DifferenceKind.DISPLAY,
                    f"{key} {_json(recorded.display[key])}",
                    _json(display),
                )
        elif recorded.display and key not in _OPTIONAL:
            yield DifferenceKind.DISPLAY, f"no {key}", _json(display)
    for seat, told, due in zip(Seat, recorded.content, expected.content):
        if told != due:
            kind = (
                DifferenceKind.PAYMENTS if expected.command == "finish" else DifferenceKind.REQUEST
            )
            yield kind, f"seat {int(seat)}: {_json(told)}", _json(due)


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_same(key: str, recorded: object, expected: object) -> bool:
    return recorded == expected or (key == "fan" and _named(recorded) == _named(expected))


def _named(fans: object) -> list[tuple[Fan, int, int]] | None:
    """The fans of a list in any order, old and new names alike; None if it is no such list."""
    try:
        return sorted((parse_fan(fan["name"]), fan["cnt"], fan["value"]) for fan in fans)  # type: ignore[attr-defined]
    except (GuobiaoError, TypeError, KeyError):
        return None


# ------------------------------------------------------------------------------- the table of a log


def _table_of(log: JudgeLog, rules: str | RuleProfile) -> TableHand:
    """The hand before its first decision. Raises ``RecordError`` if the log does not tell it."""
    tiles = [seen for turn in log.turns for seen in tiles_seen(turn)]
    walls = Walls(
        has_flowers=any(tile >= FIRST_FLOWER for _, tile, _ in tiles) or _has_long_walls(log)
    )
    for seat, tile, entry in tiles:
        if problem := walls.take(seat, tile):
            raise RecordError(f"a tile of seat {int(seat)}: {problem}", line=entry, unit="entry")
    return TableHand(
        tiles=walls.filled(),
        wall=WallRule.OWN,
        flowers=walls.has_flowers,
        prevalent_wind=prevalent_wind(log.turns[0]),
        rules=rules,
    )


def _has_long_walls(log: JudgeLog) -> bool:
    """Whether the counts of the deal are those of walls with flowers, even if none has come yet."""
    return any(
        turn.output.display.get("action") == "DEAL"
        and turn.output.display.get("tileCnt") == [_LEFT_OF_LONG_WALL] * 4
        for turn in log.turns
    )


def _number(value: object) -> int:
    return whole_number(value) or 0
