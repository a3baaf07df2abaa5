"""Seeded mutations of the case hands: what a careless or a hostile user would type."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from case_files import read_cases

_FILES: Final = ("decisions.tsv", "profiles.tsv", "random-mil.tsv", "reports.tsv")
_LETTERS: Final = "0123456789mspzESWNCFPabhWTBFJH[],| \t\n-²٣１一万東中🀇🀄\ufe0f\u3000\x00\ud800é"


def case_hands() -> list[str]:
    """The hands of every case file."""
    return [case.hand for name in _FILES for case in read_cases(name)]


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
