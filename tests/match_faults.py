"""Damaged match files, read and salvaged: an error of ours or a match that is written and read
again, never anything else.

python tests/match_faults.py                    100,000 files
python tests/match_faults.py --files 1000 --seed 7

The example files are damaged as texts (letters, cuts, lines twice) and as values (another kind of
value at any place, keys taken out, added or given twice, entries exchanged).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from guobiao.competition.match import PlayedHand
from guobiao.competition.match_json import VERSIONS, format_match, parse_match, salvage_match
from guobiao.errors import GuobiaoError

EXAMPLES: Final = sorted((Path(__file__).parents[1] / "docs/examples").glob("table*.json"))
LETTERS: Final = '{}[],:"\\0123456789-+.eEtruefalsn \n\t\u3000\x00\x1b\u202e花"'
VALUES: Final = (
    None,
    True,
    -1,
    0,
    1,
    4,
    2.5,
    10**9,
    10**10,
    "",
    "An",
    "an ",
    "=1",
    "\x1b[2J",
    [],
    {},
    [5] * 40,
    {"a": 1},
    "NaN",
    [0, 0, 0, 0],
    "time_up",
    "hand",
)
SECONDS_A_FILE: Final = 2.0


def damaged_text(rng: random.Random, text: str) -> str:
    """One to four letters or parts changed."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        place, stop = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        match rng.randrange(5):
            case 0:
                text = text[:place] + rng.choice(LETTERS) + text[place:]
            case 1:
                text = text[:place] + text[place + rng.choice((1, 1, 9)) :]
            case 2:
                text = text[:stop]
            case 3:
                lines = text.splitlines(keepends=True) or [""]
                text = "".join([*lines, rng.choice(lines)])
            case _:
                text = text[:place] + rng.choice(LETTERS) + text[place + 1 :]
    return text


def damaged_value(rng: random.Random, value: object) -> object:
    """The value with something else at one place in it."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        match rng.randrange(6):
            case 0:
                return {name: held for name, held in value.items() if name != key}
            case 1:
                return {**value, rng.choice(("note", "", "winner", "x" * 200)): rng.choice(VALUES)}
            case _:
                return {**value, key: damaged_value(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        match rng.randrange(5):
            case 0:
                return [*value[:place], *value[place + 1 :]]
            case 1:
                return [*value, value[place]]
            case _:
                return [*value[:place], damaged_value(rng, value[place]), *value[place + 1 :]]
    return rng.choice(VALUES)


def damaged_files(seed: int, count: int) -> Iterator[str]:
    """``count`` damaged match files."""
    rng = random.Random(seed)
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    texts += [without_changes(text) for text in texts]
    for _ in range(count):
        text = rng.choice(texts)
        if rng.random() < 0.5:
            value: object = json.loads(text)
            for _ in range(rng.choice((1, 1, 2, 3))):
                value = damaged_value(rng, value)
            text = json.dumps(value, ensure_ascii=False)
        yield damaged_text(rng, text) if rng.random() < 0.5 else text


def without_changes(text: str) -> str:
    """The file in version 2, the hands without their changes."""
    match = parse_match(text)
    bare = [
        replace(entry, changes=None) if isinstance(entry, PlayedHand) else entry
        for entry in match.entries
    ]
    return format_match(replace(match, entries=tuple(bare)), version=2)


def outcome(text: str) -> str:
    """What becomes of a file: "read", "salvaged" or "refused"; raises what is wrong with the
    library.
    """
    try:
        match = parse_match(text)
    except GuobiaoError:
        salvage = salvage_match(text)
        if not salvage.problems:
            raise AssertionError("refused, and salvaged without a problem") from None
        if salvage.match is None:
            return "refused"
        salvage_match(format_match(salvage.match))
        return "salvaged"
    if any(parse_match(format_match(match, version=version)) != match for version in VERSIONS):
        raise AssertionError("another match after it was written and read again")
    return "read"


def faults(seed: int, count: int, found: Counter[str]) -> Iterator[str]:
    """What went wrong, with the file; ``found`` counts what became of the others."""
    for text in damaged_files(seed, count):
        started = time.perf_counter()
        try:
            found[outcome(text)] += 1
        except Exception as error:
            yield f"{type(error).__name__}: {error}: {text!r}"
        if time.perf_counter() - started > SECONDS_A_FILE:
            yield f"more than {SECONDS_A_FILE} s: {text!r}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started, found = time.perf_counter(), Counter[str]()
    wrong = 0
    for fault in faults(options.seed, options.files, found):
        print(fault, flush=True)
        wrong += 1
    told = ", ".join(f"{count:,} {name}" for name, count in sorted(found.items()))
    print(
        f"{options.files:,} files (seed {options.seed}): {told}, {wrong} faults, "
        f"{time.perf_counter() - started:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
