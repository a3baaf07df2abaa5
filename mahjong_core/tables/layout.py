"""The solved tables of a profile as one block of bytes, as ``mahjong_core.rules`` reads it (little-endian, sections 8-aligned).

Header of 96 uint32: magic, length, switches, points of 无番和 and 花牌, then the offsets of the sections in the order that
``SECTIONS`` gives. A row is a uint32: index << 16 | points, where the index is the class, multiplied by the number of classes of the
other side if this table is the left one of its merge. So the upper half of the sum of two rows is the index of the row of their
merge, and the lower half of the sum of all rows is the total. Fans are uint16 numbers
of fan lists; a fan list is FAN_LIST_BYTES counts, byte k for fan k + 1.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence

from ..fan_table import Rules, RulesError, fan_id
from . import parts
from .profile import FORMS_WITH_SETS, MERGES, Family, Row, Solved, Table, place_options, solve
from .shows import FORMS, KONG, LAST_COPY, LAST_TILE, SELF_DRAWN, WAIT_LABELS

MAGIC = 0x31544247  # "GBT1"
HEADER_WORDS = 96
INDEX_SHIFT = 16
FAN_LIST_BYTES = 96
ALTERNATIVES = 1  # flag of a chow or pung row: further ones stand among the alternatives

# The tables that have one row an index, as the core numbers them.
TABLES = ("hogs", "honours", "ranks", "colours", "kongs", "win", *(name for _, _, name in MERGES))
SECTIONS = (
    "chow numbers", "chow rows", "pung numbers", "pung rows", "chow alternatives", "pung alternatives",
    "fan lists", "place options", "flags",
    *(f"{family} {name} {kind}" for family in ("with sets", "without sets") for name in TABLES for kind in ("rows", "fans")),
)  # fmt: skip
FIRST_SECTION = 8


def profile_bytes(rules: Rules) -> bytes:
    """Solves a profile and lays it out; ``RulesError`` if its exclusions tie too much together."""
    solved = solve(rules)
    _check_fits(rules, solved)
    sections = _sections(rules, solved)
    body, offsets = bytearray(), []
    for name in SECTIONS:
        offsets.append(4 * HEADER_WORDS + len(body))
        body += sections[name] + bytes(-len(sections[name]) % 8)
    switches = rules.switches.knitted_body_wait | _seven_pairs_wait(solved) << 1
    chicken, flower = rules.points[fan_id("无番和")], rules.points[fan_id("花牌")]
    header = [MAGIC, 4 * HEADER_WORDS + len(body), switches, chicken, flower]
    header += [0] * (FIRST_SECTION - len(header)) + offsets
    return struct.pack(f"<{HEADER_WORDS}I", *header, *[0] * (HEADER_WORDS - len(header))) + bytes(body)


def _check_fits(rules: Rules, solved: Solved) -> None:
    families = (solved.with_sets, solved.without_sets)
    tables = [table for family in families for table in family.tables.values()]
    dearest = sum(max(row.points for row in table.rows) for table in tables)
    largest = max(len(table.rows) for table in tables)
    if dearest >= 1 << 15 or largest > 1 << INDEX_SHIFT or len(solved.fan_lists) > 1 << 16:
        raise RulesError("the points or exclusions of this profile are too large for its tables")


def _seven_pairs_wait(solved: Solved) -> bool:
    """Whether 单钓将 may count in a form of seven pairs: only then does the core look whether the wait was a sole one."""
    labels = len(WAIT_LABELS)
    rows = solved.without_sets.tables["win"].rows
    return any(rows[index] != rows[index + labels - 1] for index in range(0, len(rows), labels))


def _sections(rules: Rules, solved: Solved) -> dict[str, bytes]:
    chows, pungs = _hashed_chows(solved.with_sets), _hashed_pungs(solved.with_sets)
    places = [(sole, drawn, mask) for sole in (False, True) for drawn in (False, True) for mask in range(32)]
    chow_numbers, chow_rows = chows.numbers_and_rows()
    pung_numbers, pung_rows = pungs.numbers_and_rows()
    sections = {
        "chow numbers": chow_numbers,
        "chow rows": chow_rows,
        "pung numbers": pung_numbers,
        "pung rows": pung_rows,
        "chow alternatives": chows.alternatives_bytes(),
        "pung alternatives": pungs.alternatives_bytes(),
        "fan lists": b"".join(map(_fan_list, solved.fan_lists)),
        "place options": b"".join(_options(rules, mask, drawn, sole) for sole, drawn, mask in places),
        "flags": bytes(_flags(rules, index) for index in range(256)),
    }
    for label, family in {"with sets": solved.with_sets, "without sets": solved.without_sets}.items():
        for name in TABLES:
            rows = _win_rows(family, label) if name == "win" else family.tables[name].rows
            sections[f"{label} {name} rows"] = _rows_bytes(rows, _factor(family, name))
            sections[f"{label} {name} fans"] = array("H", (row.fans for row in rows)).tobytes()
    return sections


def _hashed_chows(family: Family) -> _Hashed:
    """The rows of the chow multisets, then what a pair adds to those of a 双龙会."""
    hashed = _Hashed(family.tables["chows"], _factor(family, "chows"), 1 << parts.CHOW_SLOT_BITS)
    multisets = list(parts.chow_multisets())
    for chows, rows in zip(multisets, family.chow_rows):
        hashed.put(_chow_slot(chows), rows, len(chows))
    for chows, rows in zip(parts.dragon_multisets(), family.chow_rows[len(multisets) :]):
        hashed.add(_chow_slot(chows), rows, parts.dragon_pair_mask(chows))
    return hashed


def _chow_slot(chows: Sequence[int]) -> int:
    return parts.chow_hash().slot(parts.chow_key(chows))


def _hashed_pungs(family: Family) -> _Hashed:
    hashed = _Hashed(family.tables["pungs"], _factor(family, "pungs"), 1 << parts.PUNG_SLOT_BITS)
    for pungs, rows in zip(parts.pung_sets(), family.pung_rows):
        hashed.put(parts.pung_hash().slot(parts.pung_key(pungs)), rows, 0)
    return hashed


def _win_rows(family: Family, label: str) -> list[Row]:
    """The win rows of one family at their places among all forms; the forms of the other family have empty rows."""
    own, per_form = iter(family.tables["win"].rows), 16 * 2 * 2 * 4
    rows: list[Row] = []
    for name in FORMS:
        mine = (name in FORMS_WITH_SETS) == (label == "with sets")
        rows += [next(own) if mine else Row(0, 0, 0) for _ in range(per_form)]
    return rows


def _factor(family: Family, name: str) -> int:
    """What the class of a table is multiplied with to be an index into its merge."""
    right = next((right for left, right, _ in MERGES if left == name), None)
    return len(family.tables[right].classes) if right else 1


def _row_word(row: Row, factor: int) -> int:
    return row.part * factor << INDEX_SHIFT | row.points


def _rows_bytes(rows: Iterable[Row], factor: int) -> bytes:
    return array("I", (_row_word(row, factor) for row in rows)).tobytes()


def _fan_list(fans: Sequence[int]) -> bytes:
    counts = bytearray(FAN_LIST_BYTES)
    for fan in fans:
        counts[fan - 1] += 1
    return bytes(counts)


def _options(rules: Rules, mask: int, self_drawn: bool, sole: bool) -> bytes:
    """Eight bytes: how many places to try, then each as label | lost << 2."""
    options = place_options(rules, mask, self_drawn, sole)
    return bytes([len(options), *(label | lost << 2 for label, lost in options)]).ljust(8, b"\0")


CONTRADICTION = 0xFF


def _flags(rules: Rules, index: int) -> int:
    """The flags of a win as they count, or CONTRADICTION.

    Index: the flags, then 16: another copy of the winning tile stands, 32: another copy stands or is melded, 64: the hand has a
    kong, 128: the other three copies are the hand's own melds (和绝张 without the flag).
    """
    flags, stands, anywhere, kong, melded = index & 15, index & 16, index & 32, index & 64, index & 128
    robbed = bool(flags & KONG and not flags & SELF_DRAWN)
    drop = 0
    if flags & LAST_COPY and stands:
        drop |= LAST_COPY
    if (robbed and anywhere) or (flags & KONG and flags & SELF_DRAWN and not kong):
        drop |= KONG
    if (drop or (robbed and flags & LAST_TILE)) and not rules.switches.correct_flags:
        return CONTRADICTION
    return flags & ~drop | (LAST_COPY if melded else 0)


class _Hashed:
    """Chow multisets or pung sets by hash slot: a byte each, the number of its row; few rows are distinct.

    Rows are (row, fans, number of chows, flags: 8 bytes); alternatives (pair mask, slot, row, fans: 24 bytes).
    """

    def __init__(self, table: Table, factor: int, slots: int) -> None:
        self._table, self._factor = table, factor
        self._slots = [(0, 0, 0, 0)] * slots
        self._more: list[tuple[int, int, int, int]] = []

    def put(self, slot: int, rows: Sequence[int], chows: int) -> None:
        """The first row at its slot, the others as alternatives for any pair."""
        first = self._table.rows[rows[0]]
        self._slots[slot] = (_row_word(first, self._factor), first.fans, chows, 0)
        self.add(slot, rows[1:], 0)

    def add(self, slot: int, rows: Sequence[int], pair_mask: int) -> None:
        """Further alternatives, for one pair only or (mask 0) for any."""
        for number in rows:
            row = self._table.rows[number]
            self._more.append((slot, pair_mask, _row_word(row, self._factor), row.fans))
            word, fans, chows, _ = self._slots[slot]
            self._slots[slot] = (word, fans, chows, ALTERNATIVES)

    def numbers_and_rows(self) -> tuple[bytes, bytes]:
        """The number of each slot's row, and the rows."""
        rows = list(dict.fromkeys(self._slots))
        if len(rows) > 256:
            raise RulesError("the exclusions of this profile tie too many fans together: its tables would not fit")
        number = {row: index for index, row in enumerate(rows)}
        return bytes(number[row] for row in self._slots), b"".join(struct.pack("<IHBB", *row) for row in rows)

    def alternatives_bytes(self) -> bytes:
        """In order of slot (stable), closed by a slot that is none."""
        listed = sorted(self._more, key=lambda one: one[0])
        packed = [struct.pack("<QIIHxxxxxx", mask, slot, word, fans) for slot, mask, word, fans in listed]
        return b"".join(packed) + struct.pack("<QIIHxxxxxx", 0, 0xFFFF_FFFF, 0, 0)
