"""Seeded mutations of the case hands: what a careless or a hostile user would type, and how other
programs write.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

from case_files import read_cases
from guobiao import GuobiaoError, Seat, format_hand, format_tiles, parse_hand, parse_tiles

_FILES: Final = ("decisions.tsv", "profiles.tsv", "random-mil.tsv", "reports.tsv", "wmo.tsv")
_LETTERS: Final = (
    "0123456789mspzESWNCFPabhWTBFJH[],| "
    "\t\n-²٣１一万東中🀇🀄\ufe0f\u3000\x00\ud800éwtbfj\r\u00a0红白板１ｍＥ［］，｜Ｗ"
)


def case_hands() -> list[str]:
    """The hands of every case file."""
    return [case.hand for name in _FILES for case in read_cases(name)]


def mutated_hands(seed: int, count: int) -> Iterator[str]:
    """``count`` case hands, each with one to four letters put in, taken out, replaced, swapped, or
    parts doubled or mixed.
    """
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


# -------------------------------------------------------------------------- how others write a hand


def respelt_hands(seed: int, count: int) -> Iterator[str]:
    """``count`` case hands in one to three other spellings; now and then with a mutation too."""
    rng = random.Random(seed)
    hands = case_hands()
    for _ in range(count):
        text = rng.choice(hands)
        for respell in rng.sample(_SPELLINGS, rng.choice((1, 1, 2, 3))):
            text = respell(rng, text)
        yield _mutated(rng, text, hands) if rng.random() < 0.2 else text


def _wide(rng: random.Random, text: str) -> str:
    """Some or all letters full-width."""
    share = rng.choice((0.2, 1.0))
    return "".join(
        chr(ord(char) + 0xFEE0) if "!" <= char <= "~" and rng.random() < share else char
        for char in text
    )


def _padded(rng: random.Random, text: str) -> str:
    return text + "".join(rng.choices(" \t\u00a0\u3000\r\n", k=rng.choice((1, 2, 5))))


def _spaced(rng: random.Random, text: str) -> str:
    """Blanks before and behind brackets and bars, and between the flags."""
    parts = re.split(
        r"(?<=[\]|])|(?=[\[|])|(?<=[mspESWNCFP])(?=[1-9ESWNCFP])|(?<=[01])(?=[01])", text
    )
    return "".join(part + rng.choice(("", "", " ", "\t", "\u3000")) for part in parts if part)


def _melds_elsewhere(rng: random.Random, text: str) -> str:
    """Melds between or behind the tiles."""
    tiles, bar, context = text.partition("|")
    melds = re.findall(r"\[[^\]]*\]", tiles)
    groups = re.findall(r"[1-9]+[msp]|[ESWNCFP]", re.sub(r"\[[^\]]*\]", "", tiles))
    for meld in melds:
        groups.insert(rng.randint(0, len(groups)), meld)
    return "".join(groups) + bar + context


def _sources_behind(rng: random.Random, text: str) -> str:
    return text.replace(",", "") if rng.random() < 0.8 else text.replace(",", " ")


def _botzone(rng: random.Random, text: str) -> str:
    """The tiles as Botzone codes, in capitals or small letters, apart or not."""
    codes = format_tiles(_tiles(text), "botzone")
    return rng.choice((str.lower, str.upper))(codes.replace(" ", rng.choice(("", "", "  ", "\t"))))


def _chinese(rng: random.Random, text: str) -> str:
    """The tiles in Chinese, honours by their longer names."""
    names = {"中": "红中", "发": rng.choice(("发财", "青发", "發")), "白": "白板", "东": "東風"}
    written = format_tiles(_tiles(text), "chinese").replace(" ", rng.choice(("", " ")))
    return "".join(names.get(char, char) if rng.random() < 0.5 else char for char in written)


def _melds_of_symbols(rng: random.Random, text: str) -> str:
    """The tiles and melds of what is still a hand as Unicode tiles or in Chinese."""
    try:
        hand = parse_hand(text, rules="botzone").replace(
            self_drawn=False, last_copy=False, last_tile=False, kong=False,
            prevalent_wind=Seat.E, seat_wind=Seat.E,
        )  # fmt: skip
        written = format_hand(hand, rng.choice(("unicode", "chinese")))
    except GuobiaoError:
        return text
    return written.replace(",", rng.choice((",", "，", ""))).replace(" ", rng.choice((" ", "")))


def _tiles(text: str) -> tuple[int, ...]:
    """The tiles of what is still a GB string in ASCII, three a meld, else those of some hand."""
    tiles = text.partition("|")[0]
    if not re.fullmatch(r"(\[?([1-9]+[msp]|[ESWNCFP]+)(,\d\]|\])?)+", tiles):
        return parse_tiles("19m19p119sESWNPFC")
    melds = [parse_tiles(meld)[:3] for meld in re.findall(r"\[([^],]*)", tiles)]
    return (
        *(tile for meld in melds for tile in meld),
        *parse_tiles(re.sub(r"\[[^]]*\]", "", tiles)),
    )


_SPELLINGS: Final[tuple[Callable[[random.Random, str], str], ...]] = (
    _wide, _padded, _spaced, _melds_elsewhere, _sources_behind, _botzone, _chinese,
    _melds_of_symbols,
)  # fmt: skip
