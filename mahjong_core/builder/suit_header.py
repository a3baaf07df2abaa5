"""The tables that do not depend on the rules, as C: suit rows, facts, melds and the hashes of chow
multisets and pung sets.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

from ..codes import IN_CLOSED, IN_EDGE, IN_OTHER, SLOTS, meld_parts
from . import parts, suits
from .hashing import PerfectHash, find
from .layout import c_struct
from .parts import HONOUR_SIZES
from .shows import (
    BODY,
    COLOUR_SHIFT,
    DRAGON_PAIR,
    FACT,
    NO_HONOUR_PAIR,
    NO_SETS,
    ORPHANS,
    WIND_PAIR,
    facts_of_honours,
    facts_of_set,
    rank_facts_of_tiles,
    suit_facts_of_tiles,
)
from .suits import SuitSplit, Vector, packed

SUIT_BUCKET_BITS, SUIT_SLOT_BITS = 12, 15
HONOUR_BUCKET_BITS, HONOUR_SLOT_BITS = 7, 10
NO_KEY = 0xFFFF_FFFF
MAX_FACTS = 256  # distinct facts of a suit split: the stride of the member ``facts``

# Meld sums: one byte each, so that those of four melds add up in one word.
MELDS, OPEN_MELDS, KONG_INDEX, KONGS, BAD_MELDS = (1 << 8 * byte for byte in range(5))
# The index of the kongs: 25 * concealed + 5 * melded ones + sets that are no
# concealed pung or kong.
CONCEALED_KONG_STEP, MELDED_KONG_STEP, OPEN_PUNG_STEP = 25, 6, 1
HONOUR_PUNG_SHIFT = 48  # seven bits of honour pungs above the sums


def constants() -> str:
    """The small header: sizes, hashes, bits of the facts."""
    suit_hash, names = _suit_hash(), []
    hashes = {
        "SUIT": suit_hash,
        "HONOUR": _honour_hash(),
        "CHOW": parts.chow_hash(),
        "PUNG": parts.pung_hash(),
    }
    for name, found in hashes.items():
        names += [
            (f"{name}_MULTIPLIER", f"0x{found.multiplier:016X}ULL"),
            (f"{name}_BUCKET_SHIFT", 64 - found.bucket_bits),
            (f"{name}_SLOT_SHIFT", found.shift),
            (f"{name}_SLOT_MASK", (1 << found.slot_bits) - 1),
        ]
    names += [
        ("RANK_FACTS_MASK", (1 << COLOUR_SHIFT) - 1),
        ("COLOUR_SHIFT", COLOUR_SHIFT),
        ("MAX_FACTS", MAX_FACTS),
        ("FACT_PUNG", FACT["pung"]),
        ("FACTS_NO_SETS", NO_SETS),
        ("FACTS_ORPHANS", ORPHANS),
        ("FACTS_BODY", BODY),
    ]
    defines = "".join(f"#define {name} {value}\n" for name, value in names)
    return guarded("GUOBIAO_SUIT_HASH_H", defines + _TYPES + _tables_struct() + c_struct())


_TYPES = """
typedef struct {      /* one split of a suit vector */
  uint32_t key;       /* nine counts of 3 bits */
  uint32_t chows;     /* seven counts of 3 bits by start, then the number of its facts */
  uint16_t pungs;     /* a bit a rank */
  uint16_t pair;      /* a bit, or 0 */
  uint16_t sole;      /* ranks that are sole waits of this vector when they win */
  /* 12 bits: where a further split stands, 0 none; then 1 + the rank that wins nine gates, or 0 */
  uint16_t next;
} suit_row_t;
typedef struct {      /* honours that are pungs and at most one pair */
  /* four counts of a byte, the other three in the upper halves of the first three */
  uint32_t key;
  uint32_t facts;
  uint16_t pair_kind; /* as the index of the honours holds it */
  uint8_t pungs;      /* a bit a tile */
  uint8_t pair;
} honour_row_t;
typedef struct {      /* how a winning tile finds the chows that may hold it */
  uint16_t kind;      /* offset into places */
  uint8_t suit_shift; /* to the chows of its suit; an honour has none */
  uint8_t rank_shift;
} place_row_t;
#if defined(_MSC_VER)
#define GUOBIAO_LINE __declspec(align(64))
#else
#define GUOBIAO_LINE __attribute__((aligned(64)))
#endif
typedef struct {      /* a meld: a cache line */
  GUOBIAO_LINE uint8_t copies[32]; /* of slots 0-31 */
  uint64_t chow;      /* its part of the chow key */
  /* a byte each: melds, open, kong index, kongs, bad; from bit 48, seven bits of honour pungs */
  uint64_t sums;
  uint64_t marks;     /* the bit of a pung of a suit; from bit 32, facts */
  uint32_t last_copies; /* of slots 32 and 33, a byte each */
} meld_row_t;
"""


Member = tuple[str, str, list[object]]  # C type, name, values


@cache
def _members() -> list[Member]:
    """The members of the table struct in their order."""
    rows, more = _suit_rows()
    return [
        ("uint16_t", "displacements", [*_suit_hash().displacements]),
        ("suit_row_t", "rows", [*rows]),
        ("suit_row_t", "more", [*more]),
        ("uint32_t", "facts", [word for suit in range(3) for word in _suit_facts(suit)]),
        (
            "uint32_t",
            "tile_facts",
            [_tile_facts(suit, mask) for suit in range(3) for mask in range(512)],
        ),
        ("uint32_t", "honour_facts", [facts_of_honours(_bits(mask)) for mask in range(128)]),
        ("uint16_t", "honour_displacements", [*_honour_hash().displacements]),
        ("honour_row_t", "honour_rows", _honour_rows()),
        ("int8_t", "bodies", [_first_body(mask, of_others=False) for mask in range(512)]),
        ("int8_t", "knitted_bodies", [_first_body(mask, of_others=True) for mask in range(512)]),
        ("uint8_t", "copies", [_copies(here, copies) for here in range(5) for copies in range(8)]),
        (
            "uint8_t",
            "places",
            [_place_mask(kind, fields) for kind in range(3) for fields in range(512)],
        ),
        ("place_row_t", "place_rows", [_place_row(slot) for slot in range(SLOTS)]),
        ("meld_row_t", "melds", [_meld(code) for code in range(256)]),
        ("uint16_t", "chow_displacements", [*parts.chow_hash().displacements]),
        ("uint16_t", "pung_displacements", [*parts.pung_hash().displacements]),
    ]


def _tables_struct() -> str:
    members = "".join(f"  {c_type} {name}[{len(values)}];\n" for c_type, name, values in _members())
    return f"typedef struct {{\n{members}}} suit_tables_t;\n"


def tables() -> str:
    """The large header: all tables as one constant, for one module only."""
    values = ",\n".join(_braced(values) for _, _, values in _members())
    body = f"static const suit_tables_t SUIT_TABLES = {{\n{values}\n}};\n"
    return guarded("GUOBIAO_SUIT_TABLES_H", body, include="suit_hash.h")


def guarded(name: str, body: str, include: str = "stdint.h") -> str:
    made = "/* Made by mahjong_core/builder: do not edit. */\n"
    return f"{made}#ifndef {name}\n#define {name}\n#include <{include}>\n{body}#endif\n"


def _braced(values: Sequence[object]) -> str:
    texts = (
        "{" + ",".join(map(str, value)) + "}" if isinstance(value, tuple) else str(value)
        for value in values
    )
    return (
        "{"
        + textwrap.fill(" ".join(f"{text}," for text in texts), 118, break_long_words=False)
        + "}"
    )


HonourSets = tuple[int, int]  # masks of pungs and of the pair


@cache
def _honour_sets() -> dict[int, HonourSets]:
    """Honours that are pungs and at most one pair, by their key."""
    pungs = [
        sum(1 << tile for tile in tiles)
        for count in range(5)
        for tiles in combinations(range(7), count)
    ]
    pairs = [0, *(1 << tile for tile in range(7))]
    return {
        _honour_key(pung, pair): (pung, pair) for pung in pungs for pair in pairs if not pung & pair
    }


def _honour_key(pungs: int, pair: int) -> int:
    """The counts as bytes of a word, of which the last three are put beside the first."""
    word = sum((3 * (pungs >> tile & 1) + 2 * (pair >> tile & 1)) << 8 * tile for tile in range(7))
    return (word | word >> 28) & 0xFFFF_FFFF


@cache
def _honour_hash() -> PerfectHash:
    return find(_honour_sets(), HONOUR_BUCKET_BITS, HONOUR_SLOT_BITS)


def _honour_rows() -> list[object]:
    """Rows by slot."""
    rows: list[object] = [(NO_KEY, 0, 0, 0, 0)] * (1 << HONOUR_SLOT_BITS)
    for key, (pungs, pair) in _honour_sets().items():
        kind = NO_HONOUR_PAIR if not pair else WIND_PAIR if pair & 0b1111 else DRAGON_PAIR
        facts = facts_of_honours(_bits(pungs | pair)) | (FACT["pung"] if pungs else 0)
        rows[_honour_hash().slot(key)] = (key, facts, kind * HONOUR_SIZES[2], pungs, pair)
    return rows


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _suit_hash() -> PerfectHash:
    return find(map(packed, suits.splits()), SUIT_BUCKET_BITS, SUIT_SLOT_BITS)


# rank facts, then the colour facts that the same ranks have in m, s and p
FactKey = tuple[int, int, int, int]


def _fact_key(vector: Vector, split: SuitSplit) -> FactKey:
    ranks = [rank for rank in range(9) if vector[rank]]
    of_m, of_s, of_p = (suit_facts_of_tiles(suit, ranks) for suit in range(3))
    return split.facts, of_m, of_s, of_p


@cache
def _fact_numbers() -> dict[FactKey, int]:
    """The distinct facts of suit splits, numbered; the empty suit is 0."""
    keys = dict.fromkeys(
        _fact_key(vector, split) for vector, listed in suits.splits().items() for split in listed
    )
    return {key: number for number, key in enumerate(keys)}


def _suit_facts(suit: int) -> list[int]:
    """The facts by number for one suit."""
    words = [key[0] | key[1 + suit] for key in _fact_numbers()]
    return words + [0] * (MAX_FACTS - len(words))


def _tile_facts(suit: int, mask: int) -> int:
    """Facts of the tiles of a suit alone, for the forms without sets."""
    ranks = _bits(mask)
    return rank_facts_of_tiles(ranks) | suit_facts_of_tiles(suit, ranks)


def _first_body(mask: int, *, of_others: bool) -> int:
    """The first body with all its groups in the mask (``of_others``: all other
    groups of its suits), or -1.

    Bit 3 * group + suit of the mask.
    """
    for number, groups in enumerate(permutations(range(3))):
        own = sum(1 << 3 * group + suit for suit, group in enumerate(groups))
        wanted = 0b111_111_111 & ~own if of_others else own
        if mask & wanted == wanted:
            return number
    return -1


def _copies(here: int, copies: int) -> int:
    """What the copies of the winning tile (standing, all) add to the index of
    the flags: see ``layout``.
    """
    return 16 * (here >= 2) + 32 * (copies >= 2) + 64 * (copies - here == 3)


def _place_mask(kind: int, fields: int) -> int:
    """Which chows hold a winning tile, as places: ``fields`` are the counts (3 bits each) of the
    chows in which it is high, middle, low.

    ``kind``: 1 for a winning 3, 2 for a winning 7, 0 for any other rank.
    """
    high, middle, low = fields & 7, fields >> 3 & 7, fields >> 6 & 7
    edge = (high and kind == 1) or (low and kind == 2)
    side = (high and kind != 1) or (low and kind != 2)
    return (IN_EDGE if edge else 0) | (IN_CLOSED if middle else 0) | (IN_OTHER if side else 0)


def _place_row(slot: int) -> tuple[int, int, int]:
    suit, rank = divmod(slot, 9)
    return 512 * {2: 1, 6: 2}.get(rank, 0), 21 * suit, 3 * rank


def _suit_rows() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Rows by slot, and the rows of further splits: (key, chows | fact << 21, pungs, pair, sole
    waits, next | gates << 12).
    """
    found = _suit_hash()
    rows: list[tuple[int, ...]] = [(NO_KEY, 0, 0, 0, 0, 0)] * (1 << SUIT_SLOT_BITS)
    more: list[tuple[int, ...]] = [(NO_KEY, 0, 0, 0, 0, 0)]  # place 0 means that there is none
    for vector, listed in suits.splits().items():
        first = len(more)
        sole = suits.sole_waits(vector)
        gates = suits.gates_rank(vector)
        for index, split in enumerate(listed):
            following = first + index if index + 1 < len(listed) else 0
            link = following | (0 if gates is None else gates + 1) << 12
            row = _suit_row(vector, split, sole, link)
            if index:
                more.append(row)
            else:
                rows[found.slot(packed(vector))] = row
    return rows, more


def _suit_row(vector: Vector, split: SuitSplit, sole: int, link: int) -> tuple[int, ...]:
    fact = _fact_numbers()[_fact_key(vector, split)]
    pungs = sum(1 << rank for rank in split.pungs)
    pair = 0 if split.pair is None else 1 << split.pair
    return packed(vector), packed(split.chows) | fact << 21, pungs, pair, sole, link


def _meld(code: int) -> tuple[object, ...]:
    """The row of a meld byte."""
    if code == 0:
        return _meld_row([], 0, 0, 0)
    kind, slot = meld_parts(code)
    if kind > 4 or (kind == 0 and (slot >= 27 or slot % 9 > 6)):
        return _meld_row([], 0, BAD_MELDS, 0)
    tiles = [slot, slot + 1, slot + 2] if kind == 0 else [slot] * (3 if kind == 1 else 4)
    sums = MELDS + (OPEN_MELDS if kind != 4 else 0) + (KONGS if kind >= 2 else 0)
    sums += (
        KONG_INDEX
        * (0, OPEN_PUNG_STEP, MELDED_KONG_STEP, MELDED_KONG_STEP, CONCEALED_KONG_STEP)[kind]
    )  # chows are counted with the standing ones
    sums += 1 << HONOUR_PUNG_SHIFT + slot - 27 if slot >= 27 else 0
    chow = 1 << 3 * (7 * (slot // 9) + slot % 9) if kind == 0 else 0
    pung = 1 << slot if kind and slot < 27 else 0
    return _meld_row(tiles, chow, sums, pung | _meld_facts(tiles) << 32)


def _meld_row(tiles: Sequence[int], chow: int, sums: int, marks: int) -> tuple[object, ...]:
    copies = [tiles.count(slot) for slot in range(SLOTS)]
    return (
        _braced(copies[:32]),
        f"{chow}ULL",
        f"{sums}ULL",
        f"{marks}ULL",
        copies[32] | copies[33] << 8,
    )


def _meld_facts(tiles: Sequence[int]) -> int:
    if tiles[0] >= 27:
        return facts_of_honours([tiles[0] - 27]) | FACT["pung"]
    ranks = [tile % 9 for tile in tiles]
    return facts_of_set(ranks) | suit_facts_of_tiles(tiles[0] // 9, ranks)
