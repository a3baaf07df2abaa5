"""Seeded mutations of the case hands: what a careless or a hostile user would type."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CASES: Final = Path(__file__).parent / "cases"
_LETTERS: Final = "0123456789mspzESWNCFPabhWTBFJH[],| \t\n-²٣１一万東中🀇🀄\ufe0f\u3000\x00\ud800é"


def case_hands() -> list[str]:
    """The hands of every case file, in the files' order."""
    hands = []
    for path in sorted(CASES.glob("*.tsv")):
        column = 0 if path.name == "random-mil.tsv" else 2
        with path.open(encoding="utf-8") as file:
            rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            hands += [row[column] for row in rows if row and not row[0].startswith("#")]
    return hands


def mutated_hands(seed: int, count: int) -> Iterator[str]:
    """``count`` case hands, each with one to four letters put in, taken out, replaced, swapped, or parts doubled or mixed."""
    rng = random.Random(seed)
    hands = case_hands()
    for _ in range(count):
        text = rng.choice(hands)
        for _ in range(rng.choice((1, 1, 2, 4))):
            text = _mutated(rng, text, hands)
        yield text


def _mutated(rng: random.Random, text: str, hands: list[str]) -> str:
    place, stop = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    match rng.randrange(6):
        case 0:
            return text[:place] + rng.choice(_LETTERS) + text[place:]
        case 1:
            return text[:place] + text[place + 1 :]
        case 2:
            return text[:place] + rng.choice(_LETTERS) + text[place + 1 :]
        case 3:
            return text[:place] + text[place:stop][::-1] + text[stop:]
        case 4:
            return text[:stop] + text[place:]
        case _:
            return text[:place] + rng.choice(hands)[place:]
