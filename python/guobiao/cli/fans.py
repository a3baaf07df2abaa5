"""``guobiao fans``: the table of fans, and one fan explained."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mahjong_core.fan_table import OWN, WHOLE

from .. import evaluate
from ..errors import GuobiaoError
from ..fan import Fan, parse_fan
from ..profiles import RuleProfile
from ..visible import json_text
from .console import Stop, format_table
from .language import is_chinese, say
from .options import add_rules_option, utf8_text

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = subparsers.add_parser(
        "fans",
        help="show the table of fans, or explain one",
        description="The table of fans; with a name (Chinese or English) what that fan asks for, "
        "what it excludes, and an example.",
        epilog="For example:\n  guobiao fans\n  guobiao fans 组合龙\n  guobiao fans 'Knitted "
        "Straight'\n  guobiao fans --json --rules 1998\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "name",
        type=utf8_text,
        nargs="*",
        metavar="NAME",
        help="a fan's name, as 组合龙, KNITTED_STRAIGHT or Knitted Straight",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help='print {"rules", "fans": [{"id", "fan", "zh", "english", "aliases", '
        '"green_book_number", "points", "condition", "condition_zh", "excludes", '
        '"excluded_by", "example"}]}',
    )
    add_rules_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table, or the one fan."""
    try:
        fan = parse_fan(" ".join(args.name)) if args.name else None
    except GuobiaoError as error:
        raise Stop(str(error)) from None
    if args.json:
        print(json_text(_to_json(Fan if fan is None else [fan], args.rules)))
    else:
        print("\n".join(_table(args.rules) if fan is None else _explained(fan, args.rules)))
    return 0


def _to_json(fans: Iterable[Fan], profile: RuleProfile) -> dict[str, object]:
    return {"rules": profile.name, "fans": [_fan_to_json(fan, profile) for fan in fans]}


def _fan_to_json(fan: Fan, profile: RuleProfile) -> dict[str, object]:
    """The points are None if the profile does not count the fan."""
    row = fan.row
    return {
        "id": int(fan),
        "fan": fan.name,
        "zh": fan.zh,
        "english": fan.english,
        "aliases": list(row.aliases),
        "green_book_number": fan.green_book_number,
        "points": profile.points(fan) if _counts(fan, profile) else None,
        "condition": row.condition,
        "condition_zh": row.condition_zh,
        "excludes": [_named(*pair) for pair in _excluded(fan, profile)],
        "excluded_by": [_named(*pair) for pair in _excluders(fan, profile)],
        "example": row.example,
    }


def _named(fan: Fan, copies: str | int) -> dict[str, object]:
    return {"fan": fan.name, "zh": fan.zh, "copies": copies}


def _table(profile: RuleProfile) -> list[str]:
    """A Chinese table has no column of English names."""
    rows = [("#", "番种", "Fan", say("Points"), say("Condition"))]
    rows += [
        (str(int(fan)), fan.zh, fan.english, _points(fan, profile), _condition(fan)) for fan in Fan
    ]
    if is_chinese():
        return format_table([(*row[:2], *row[3:]) for row in rows], right=(0, 2))
    return format_table(rows, right=(0, 3))


def _condition(fan: Fan) -> str:
    return fan.condition_zh if is_chinese() else fan.condition


def _points(fan: Fan, profile: RuleProfile) -> str:
    return str(profile.points(fan)) if _counts(fan, profile) else "-"


def _counts(fan: Fan, profile: RuleProfile) -> bool:
    """Whether the profile counts the fan."""
    switched_off = (
        fan is Fan.CONCEALED_KONG_AND_MELDED_KONG and not profile.rules.switches.mixed_kongs
    )
    return profile.points(fan) > 0 and not switched_off


def _explained(fan: Fan, profile: RuleProfile) -> list[str]:
    row = fan.row
    worth = _worth(profile.points(fan)) if _counts(fan, profile) else say("not counted")
    facts = [
        (say("Also called:"), ", ".join(row.aliases)),
        (say("Green Book:"), _green_book(fan)),
        (say("Condition:"), _condition(fan)),
        (say("Excludes:"), _listed(_excluded(fan, profile))),
        (say("Excluded by:"), _listed(_excluders(fan, profile))),
        (say("Example:"), f"'{row.example}'"),
        ("", _example_score(row.example, profile)),
    ]
    title = say(
        "{name} ({member}, number {number}): {worth} under the rules {rules}",
        name=f"{row.zh} {row.english}",
        member=fan.name,
        number=row.id,
        worth=worth,
        rules=profile.name,
    )
    return [title, *format_table([f for f in facts if f[1]])]


def _worth(points: int) -> str:
    return say("1 point") if points == 1 else say("{points} points", points=points)


def _green_book(fan: Fan) -> str:
    """The number there, if it is another one."""
    number = fan.green_book_number
    if number == fan:
        return ""
    return say("no number of its own") if number is None else say("number {number}", number=number)


def _excluded(fan: Fan, profile: RuleProfile) -> Iterator[tuple[Fan, str | int]]:
    """The fans that it excludes, and which copies of each: all, those of its own sets, a number."""
    for exclusion in profile.rules.exclusions[fan]:
        yield Fan(exclusion.target), exclusion.copies


def _excluders(fan: Fan, profile: RuleProfile) -> Iterator[tuple[Fan, str | int]]:
    for other in Fan:
        for exclusion in profile.rules.exclusions[other]:
            if exclusion.target == fan:
                yield other, exclusion.copies


def _listed(fans: Iterable[tuple[Fan, str | int]]) -> str:
    comma = "、" if is_chinese() else ", "
    return comma.join(fan.zh + _how_much(copies) for fan, copies in fans) or say("nothing")


def _how_much(copies: str | int) -> str:
    if copies == WHOLE:
        return ""
    return say(" (of its own sets)") if copies == OWN else say(" ({copies} of them)", copies=copies)


def _example_score(example: str, profile: RuleProfile) -> str:
    """What the example is worth under these rules. Tables that do not exist are not made for it."""
    if not profile.has_tables:
        return say("(guobiao score says what it is worth under {rules})", rules=profile.name)
    try:
        score = evaluate.score(example, rules=profile)
    except GuobiaoError:
        return ""
    listed = " ".join(c.fan.zh + (f"x{c.count}" if c.count > 1 else "") for c in score.fans)
    return f"{score.points}: {listed}"
