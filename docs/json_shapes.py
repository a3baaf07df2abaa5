"""The shapes of what the library gives as JSON, each once: ``docs/generate.py`` writes the schemas
of ``guobiao.schemas`` and the page ``docs/json.md`` from them.

A shape is a JSON Schema (draft 2020-12). Parts that several shapes have are referred to by name;
``schemas`` puts into each schema the parts that it needs, so that each file stands alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mahjong_core.fan_table import ROWS

__all__ = ["DRAFT", "page", "schemas"]

Schema = dict[str, object]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
SEATS: Final = list("ESWN")
TILES: Final = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + list("ESWNCFP")
FORMS: Final = ("basic", "seven_pairs", "thirteen_orphans", "all_knitted", "knitted_straight")

# ------------------------------------------------------------------------------------ small schemas


def text(meaning: str = "", values: Sequence[str] = (), pattern: str = "") -> Schema:
    made: Schema = {"type": "string", "description": meaning, "enum": list(values)}
    made["pattern"] = pattern
    return {key: value for key, value in made.items() if value}


def whole(meaning: str = "", least: int | None = None, most: int | None = None) -> Schema:
    made = {"type": "integer", "description": meaning, "minimum": least, "maximum": most}
    return {key: value for key, value in made.items() if value not in (None, "")}


def number(meaning: str) -> Schema:
    return {"type": "number", "description": meaning}


def flag(meaning: str) -> Schema:
    return {"type": "boolean", "description": meaning}


def listed(items: Schema, meaning: str = "", size: int | None = None) -> Schema:
    made: Schema = {"type": "array", "description": meaning, "items": items}
    made |= {} if size is None else {"minItems": size, "maxItems": size}
    return {key: value for key, value in made.items() if value != ""}


def part(name: str, meaning: str = "") -> Schema:
    made = {"$ref": f"#/$defs/{name}", "description": meaning}
    return {key: value for key, value in made.items() if value}


def or_null(schema: Schema) -> Schema:
    """The same, or null."""
    if "type" not in schema:
        rest = {key: value for key, value in schema.items() if key != "description"}
        return {"anyOf": [rest, {"type": "null"}], "description": schema.get("description", "")}
    made = {**schema, "type": [schema["type"], "null"]}
    if isinstance(values := schema.get("enum"), list):
        made["enum"] = [*values, None]
    return made


def record(
    keys: Mapping[str, Schema], meaning: str = "", *, optional: Mapping[str, Schema] | None = None
) -> Schema:
    """An object with exactly these keys, and those ``optional`` ones that have something to say."""
    made: Schema = {"description": meaning} if meaning else {}
    return made | {
        "type": "object",
        "properties": {**keys, **(optional or {})},
        "required": list(keys),
        "additionalProperties": False,
    }


# -------------------------------------------------------------------------------------------- parts

FAN_NAMES: Final = {"fan": part("fan_name"), "zh": part("fan_zh")}
FAN: Final = FAN_NAMES | {
    "count": whole("how often it counts", 1),
    "points": whole("of all its copies", 0),
}
COPIES_LEFT: Final = whole("copies that nobody sees yet", 0, 4)
TILE_SET: Final = text(
    "a set in GB notation, without brackets", pattern="^([1-9]{1,4}[msp]|([ESWNCFP])\\2{0,3})$"
)
TYPED: Final = text("the hand as it was typed")
GB: Final = text("the hand as a GB string")
WAITS: Final = listed(part("wait"), "by tile")

EFFECTIVE: Final = {
    "shanten": whole("of the nearest form; -1 complete, 0 ready", -1, 13),
    "effective": listed(part("tile_left"), "the tiles that lower it"),
    "left": whole("the copies left of all of them", 0, 136),
    "forms": {
        "type": "object",
        "description": "the same of each form that the melds allow",
        "properties": {form: part("form") for form in FORMS},
        "required": ["basic"],
        "additionalProperties": False,
    },
}
SCORE: Final = {
    "points": whole("all fans together, flowers included", 0),
    "qualifies": flag("whether the points without flowers reach the minimum"),
    "fans": listed(part("fan_with_sets"), "what counts, by the fan's number"),
    "dropped": listed(part("dropped"), "what the reading shows and does not count"),
}
REACH: Final = {
    "distance": or_null(
        whole("exchanges: -1 worth it as it stands, 0 ready; null: more than are searched", -1)
    ),
    "bound": whole("the distance is at least that", -1),
    "routes": listed(part("route"), "the best first"),
}
SETTLEMENT: Final = {
    "payments": listed(part("payment")),
    "changes": listed(whole(), "the point changes of E S W N", 4),
}
SEATS_OF_FOUR: Final = listed(text(), "the names at E S W N", 4)

PARTS: Final[dict[str, Schema]] = {
    "fan_name": text("a member of `guobiao.Fan`, as BIG_FOUR_WINDS", [row.member for row in ROWS]),
    "fan_zh": text("the Chinese name of a fan, as 大四喜", [row.zh for row in ROWS]),
    "tile": text("a tile in GB notation: 1m … 9m, 1s … 9s, 1p … 9p, ESWNCFP", TILES),
    "tile_left": record({"tile": part("tile"), "left": COPIES_LEFT}),
    "meld": record(
        {
            "kind": text(
                values=("chow", "pung", "melded_kong", "added_kong", "concealed_kong"),
            ),
            "tiles": listed(part("tile"), "three or four"),
            "source": whole(
                "1 left, 2 opposite, 3 right; of a chow, which of its tiles was claimed; 0 of a "
                "concealed kong",
                0,
                3,
            ),
        }
    ),
    "fan": record(FAN, "a fan that counts"),
    "fan_with_sets": record(
        FAN
        | {
            "sets": listed(
                listed(TILE_SET), "for each copy the sets that make it; none of the whole hand"
            )
        },
        "a fan that counts, with what makes it",
    ),
    "dropped": record(
        FAN_NAMES
        | {
            "count": whole("how many copies do not count", 1),
            "principle": text(
                "by which principle of the rules", ("不重复", "不得相同", "套算一次")
            ),
            "by": or_null(part("fan_name", "the fan that took it; null: no single one")),
            "reason": text("the same for people"),
        }
    ),
    "worth": record(
        {
            "points": SCORE["points"],
            "qualifies": SCORE["qualifies"],
            "fans": listed(part("fan"), "what counts, by the fan's number"),
        }
    ),
    "wait": record(
        {
            "tile": part("tile"),
            "left": COPIES_LEFT,
            "discard": or_null(part("worth", "by a discard; null: the hand holds all four")),
            "self_drawn": or_null(part("worth", "self-drawn; null: the hand holds all four")),
        },
        "a tile that completes the hand",
    ),
    "form": record(
        {
            "shanten": whole("of this form", -1, 13),
            "effective": listed(part("tile_left"), "the tiles that lower it"),
        }
    ),
    "discard": record(
        {
            "discard": part("tile"),
            "shanten": whole("of what it leaves; 0 ready", -1, 13),
            "effective": listed(part("tile_left"), "the tiles that lower it"),
            "left": whole("the copies left of all of them", 0, 136),
            "widening": listed(part("tile_left"), "改良: the tiles after which more are effective"),
            "waits": WAITS,
        },
        "a discard of fourteen tiles, and what it leaves",
    ),
    "route": record(
        {
            "needed": listed(part("tile_left"), "the tiles to draw, the winning tile among them"),
            "given": listed(part("tile"), "the tiles to discard"),
            "winning_tile": part("tile", "the one that comes last"),
            "ways": whole("in how many ways the needed tiles can be taken", 1),
            "points": whole("without flowers", 0),
            "fans": listed(part("fan"), "of the complete hand"),
        },
        "a complete hand that is worth the minimum",
    ),
    "payment": record(
        {
            "payer": text(values=SEATS),
            "payee": or_null(text("null: to the table", SEATS)),
            "points": whole(),
            "reason": text(values=("底分", "基本分", "固定分", "罚分")),
        }
    ),
    "standing": record(
        {
            "rank": whole("equal ones share it", 1),
            "name": text(),
            "standard_points": number("标准分"),
            "points": whole("of all games"),
            "best_game": whole("the points of the best game"),
            "games": whole("how many were played", 0),
        },
        "a line of the standings",
        optional={
            "country": text("of a player, if it is known"),
            "withdrew_after": whole("the session after which the player has left", 0),
            "deductions": listed(part("deduction"), "what was taken from the points"),
        },
    ),
    "deduction": record(
        {
            "standard_points": number("标准分"),
            "points": whole(),
            "reason": text(),
        }
    ),
    "exclusion": record(
        FAN_NAMES
        | {
            "copies": {
                "description": "which of its copies: all, those of the excluder's own sets, or "
                "how many",
                "anyOf": [text(values=("whole", "own")), whole(least=1)],
            }
        }
    ),
    "table_row": record(
        {"id": whole("its number, as `guobiao.Fan` has it", 1, len(ROWS))}
        | FAN_NAMES
        | {
            "english": text("its English name"),
            "aliases": listed(text(), "other names of it"),
            "green_book_number": or_null(
                whole("its number in the WMO's rules of 2006; null: it has none", 1)
            ),
            "points": or_null(whole("of one copy; null: the rules do not count it", 1)),
            "condition": text("what it asks for"),
            "condition_zh": text("what it asks for, in Chinese"),
            "excludes": listed(part("exclusion"), "the fans that are not counted with it"),
            "excluded_by": listed(part("exclusion"), "the fans with which it is not counted"),
            "example": text("a hand that shows it, as a GB string"),
        },
        "a row of the table of fans",
    ),
    "score": record({"hand": TYPED} | SCORE, "a hand that was scored"),
    "error": record(
        {
            "hand": TYPED,
            "error": record(
                {
                    "type": text("the name of the error in the library"),
                    "message": text("what is wrong, where, and what would be right"),
                }
            ),
        },
        "a hand of which the command cannot tell what was asked",
    ),
    "reach_of_minimum": record({"minimum": whole("the points asked for", 0)} | REACH),
    "sheet_line": record(
        {
            "hand": or_null(whole("its number; null: the line is no hand", 1)),
            "wind": or_null(text("the prevalent wind", SEATS)),
            "dealer": or_null(text()),
            "seats": or_null(SEATS_OF_FOUR),
            "winner": or_null(text()),
            "how": text("自摸, 点和, 荒牌 …"),
            "discarder": or_null(text()),
            "points": or_null(whole("with flowers", 0)),
            "changes": listed(whole(), "in the order of the players", 4),
            "totals": listed(whole(), "after this line", 4),
            "penalties": listed(part("penalty")),
            "remarks": text(),
        },
        "a line of the score sheet",
    ),
    "penalty": record(
        {
            "player": text(),
            "offence": text("as the penalty profile names it"),
            "step": whole("1 for the first time, then 2 …", 1),
            "note": text(),
        }
    ),
    "problems": listed(text(), "what is wrong with the file"),
    "difference": record(
        {
            "file": text(),
            "game": text("its name; empty if it has none"),
            "line": whole(least=0),
            "kind": text(
                values=(
                    "unreadable",
                    "tiles",
                    "draw",
                    "move",
                    "claim",
                    "priority",
                    "win tile",
                    "win",
                    "ending",
                    "fans",
                    "points",
                    "payments",
                    "request",
                    "display",
                    "events",
                )
            ),
            "recorded": text("what the record says"),
            "expected": text("what the rules say"),
        }
    ),
    "player": record(
        {
            "name": text(),
            "hands": whole(least=0),
            "wins": whole(least=0),
            "self_drawn": whole(least=0),
            "deal_ins": whole(least=0),
            "points": whole(),
            "points_per_hand": number("the mean"),
            "interval": or_null(
                listed({"type": "number"}, "of the mean at 95 %; null with fewer than two deals", 2)
            ),
            "fan_points_per_win": or_null(number("null without a win")),
            "failures": {
                "type": "object",
                "description": "how often a bot failed, by verdict",
                "propertyNames": {"enum": ["TLE", "OLE", "RE", "NJ", "WA", "WH"]},
                "additionalProperties": whole(least=1),
            },
        }
    ),
}

# ------------------------------------------------------------------------------------ whole answers


def any_of(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def of_hand(keys: Mapping[str, Schema]) -> Schema:
    """What a command says of a hand."""
    return record({"hand": TYPED, **keys})


_REACH_KEY: Final = {"reach": part("reach_of_minimum")}

SHAPES: Final[dict[str, tuple[str, Schema]]] = {
    "hand": (
        "`Hand.to_dict()`",
        record(
            {
                "hand": GB,
                "standing": listed(part("tile"), "by slot, the winning tile included"),
                "melds": listed(part("meld"), "in their order"),
                "winning_tile": or_null(part("tile")),
                "self_drawn": flag("won on the player's own draw"),
                "last_copy": flag("the other three copies lie open"),
                "last_tile": flag("the last tile of the wall, or the discard after it"),
                "kong": flag("a kong's replacement tile, or a robbed kong"),
                "prevalent_wind": text("圈风", SEATS),
                "seat_wind": text("门风", SEATS),
                "flowers": whole(least=0, most=8),
            }
        ),
    ),
    "score": ("`Score.to_dict()`", record({"hand": GB} | SCORE)),
    "wait": ("`Wait.to_dict()`", part("wait")),
    "effective": ("`EffectiveTiles.to_dict()`", record(EFFECTIVE)),
    "discard": ("`Discard.to_dict()`", part("discard")),
    "reach": ("`Reach.to_dict()`", record(REACH)),
    "settlement": ("`Settlement.to_dict()`", record(SETTLEMENT)),
    "standing": ("`Standing.to_dict()`", part("standing")),
    "score-line": (
        "A line of `guobiao score --jsonl`",
        any_of(part("score"), part("error")),
    ),
    "score-command": (
        "`guobiao score --json`",
        listed(any_of(part("score"), part("error"))),
    ),
    "waits-command": (
        "`guobiao waits --json`",
        any_of(of_hand({"waits": WAITS}), part("error")),
    ),
    "shanten-command": ("`guobiao shanten --json`", any_of(of_hand(EFFECTIVE), part("error"))),
    "analyze-command": (
        "`guobiao analyze --json`: of fourteen tiles the discards, the best first; of thirteen the "
        "waits, or the tiles that bring the hand nearer",
        any_of(
            of_hand({"discards": listed(part("discard")), **_REACH_KEY}),
            of_hand({"shanten": whole("ready", 0, 0), "waits": WAITS, **_REACH_KEY}),
            of_hand({**EFFECTIVE, **_REACH_KEY}),
            part("error"),
        ),
    ),
    "settle-command": (
        "`guobiao settle --json`",
        any_of(
            of_hand(
                {
                    "points": whole("of the hand", 0),
                    "winner": text("a seat", SEATS),
                    "discarder": or_null(text("a seat; null: self-drawn", SEATS)),
                    **SETTLEMENT,
                }
            ),
            part("error"),
        ),
    ),
    "fans-command": (
        "`guobiao fans --json`, of all fans or of one",
        record({"rules": text("the rule profile"), "fans": listed(part("table_row"))}),
    ),
    "standings-command": (
        "`guobiao standings --json`",
        record(
            {"players": listed(part("standing")), "teams": listed(part("standing"))},
            optional={"nations": listed(part("standing"), "where the event names countries")},
        ),
    ),
    "match-command": (
        "`guobiao match show --json`; of a file that cannot be read, its problems only",
        any_of(
            record(
                {
                    "title": text(),
                    "session": or_null(whole()),
                    "table": or_null(whole()),
                    "players": listed(text(), "who sat E S W N in the first hand", 4),
                    "rules": text("the rule profile"),
                    "penalties": text("the penalty profile"),
                    "lines": listed(part("sheet_line")),
                    "totals": listed(whole(), "in the order of the players", 4),
                    "over": flag("whether the match is over"),
                    "problems": part("problems"),
                }
            ),
            record({"problems": part("problems")}),
        ),
    ),
    "replay-command": (
        "`guobiao replay --json`",
        record(
            {
                "differences": listed(part("difference")),
                "repaired": listed(part("difference"), "what a lenient reading put right"),
                "other_labels": listed(part("difference"), "other names of the same fans"),
                "unreadable": listed(record({"file": text(), "message": text()})),
                "games": whole(least=0),
                "agree": whole(least=0),
                "differ": whole(least=0),
            }
        ),
    ),
    "play-command": (
        "`guobiao play --json`",
        record(
            {
                "hands": whole("that were played", 0),
                "seed": whole(),
                "rules": text("the rule profile"),
                "wall": text(values=("common", "own")),
                "flowers": flag("whether they were played with"),
                "drawn": whole("hands without a winner", 0),
                "failed": whole("hands that a bot's failure ended", 0),
                "players": listed(part("player"), size=4),
            }
        ),
    ),
}


# -------------------------------------------------------------------------------------------- files


def schemas() -> dict[str, str]:
    """The text of each schema by name."""
    return {
        name: json.dumps(_alone(name, *shape), ensure_ascii=False, indent=2) + "\n"
        for name, shape in SHAPES.items()
    }


def _alone(name: str, given_by: str, shape: Schema) -> Schema:
    """A shape with the parts that it needs."""
    needed = sorted(_parts_of(shape))
    made = {"$schema": DRAFT, "title": name, "description": given_by} | shape
    return made | ({"$defs": {each: PARTS[each] for each in needed}} if needed else {})


def _parts_of(value: object) -> set[str]:
    """The names of the parts that it refers to, and those to which these do."""
    found: set[str] = set()
    waiting = list(_references(value))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(PARTS[name])
    return found


def _references(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _references(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref":
                yield str(each).removeprefix("#/$defs/")
            else:
                yield from _references(each)


# --------------------------------------------------------------------------------------------- page


PAGE_HEAD: Final = """# JSON for other programs

<!-- Generated by docs/generate.py from docs/json_shapes.py: change the shapes, not this page. -->

`to_dict()` gives an answer as plain types, for `json.dumps`. The commands print the same objects
with `--json` and `--jsonl`; there `hand` is the text that was typed.

```python
>>> from guobiao import score, waits
>>> told = score("[CCCC]234567m99p34s5s|EE1000").to_dict()
>>> told["points"], told["fans"][1]
(9, {'fan': 'DRAGON_PUNG', 'zh': '箭刻', 'count': 1, 'points': 2, 'sets': [['CCCC']]})
>>> waits("123456789m1155s")[0].to_dict()["self_drawn"]["points"]
23
```

Every shape has a [JSON Schema](https://json-schema.org/) (draft 2020-12) in the package, in a file
that stands alone. It names all keys of its objects. All of them are always there, but for the
`forms` that melds rule out. Later versions may add keys, to the objects and to the schemas.

```python
>>> from guobiao import schemas
>>> schemas.names()[:3]
('analyze-command', 'discard', 'effective')
>>> schemas.read("score")["required"]
['hand', 'points', 'qualifies', 'fans', 'dropped']
```

With the package jsonschema, `jsonschema.validate(told, schemas.read("score"))` says whether an
object has the shape.
"""


def page() -> str:
    """The text of ``json.md``: each shape, then the parts."""
    sections = [_section(name, f"{by}.", shape) for name, (by, shape) in SHAPES.items()]
    names = [name for name in PARTS if name not in SHAPES]
    parts = [_section(name, "", PARTS[name], level=3) for name in names]
    return "\n".join([PAGE_HEAD, *sections, "## Parts\n", *parts])


def _section(name: str, given_by: str, shape: Schema, level: int = 2) -> str:
    lines = [f"{'#' * level} {name}", ""]
    lines += [given_by, ""] if given_by else []
    if reference := shape.get("$ref"):
        shape = PARTS[str(reference).removeprefix("#/$defs/")]
    choices = shape.get("anyOf", [shape])
    assert isinstance(choices, list)
    for place, choice in enumerate(choices):
        lines += [*(["or", ""] if place else []), *_described(choice), ""]
    return "\n".join(lines)


def _described(shape: Schema) -> list[str]:
    """A table of the keys of an object; one line of what is none."""
    if "properties" not in shape:
        if "$ref" in shape:
            return [_type(shape)]
        meaning = shape.get("description")
        return [f"{_type(shape)[:1].upper()}{_type(shape)[1:]}{f': {meaning}' if meaning else ''}."]
    keys = shape["properties"]
    assert isinstance(keys, dict)
    rows = [
        f"| `{key}` | {_type(each)} | {each.get('description', '')} |" for key, each in keys.items()
    ]
    return ["| key | type | meaning |", "|---|---|---|", *rows]


def _type(shape: Schema) -> str:
    """Its type in words."""
    if reference := shape.get("$ref"):
        name = str(reference).removeprefix("#/$defs/")
        return f"[{name}](#{name})"
    if isinstance(choices := shape.get("anyOf"), list):
        return " or ".join(map(_type, choices))
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    return " or ".join(_kind(str(kind), shape) for kind in kinds)


def _kind(kind: str, shape: Schema) -> str:
    if kind == "array":
        size = f"{shape['minItems']} " if "minItems" in shape else ""
        items = shape["items"]
        assert isinstance(items, dict)
        if items.get("type") in ("string", "integer", "number", "object"):
            items = items | {"type": f"{items['type']}s"}
        return f"list of {size}{_type(items)}"
    values = shape.get("enum")
    if kind == "string" and isinstance(values, list) and len(values) < 10:
        return " ".join(f'`"{value}"`' for value in values if value is not None)
    if kind.startswith("object") and isinstance(keys := shape.get("properties"), dict):
        return f"{kind} with " + ", ".join(f"`{key}`" for key in keys)
    return kind
