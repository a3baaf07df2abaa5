"""The solved tables of a profile as one block of bytes, as ``mahjong_core.rules`` reads it (little-endian, sections 8-aligned).

Header of 96 uint32: magic, length, switches, points of 无番和 and 花牌, then the offsets of the sections in the order that
``SECTIONS`` gives. A row is a uint32: points << 20 | index, where the index is the class, multiplied by the number of classes of the
other side if this table is the left one of its merge: adding both indices gives the row of the merge. Fans are uint16 numbers
of fan lists; a fan list is FAN_LIST_BYTES counts, byte k for fan k + 1.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence

from ..fan_table import Rules, RulesError, fan_id
from . import parts
from .profile import FORMS_WITH_SETS, MERGES, Family, Row, Solved, Table, place_options, solve
from .shows import FORMS, WAIT_LABELS

MAGIC = 0x31544247  # "GBT1"
HEADER_WORDS = 96
INDEX_BITS = 20
FAN_LIST_BYTES = 96
ALTERNATIVES = 1  # flag of a chow or pung row: further ones stand among the alternatives

# The tables that have one row an index, as the core numbers them.
TABLES = ("hogs", "honours", "ranks", "colours", "kongs", "win", *(name for _, _, name in MERGES))
SECTIONS = (
    "chows", "pungs", "chow alternatives", "pung alternatives", "fan lists", "place options",
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
    switches = rules.switches.knitted_body_wait | rules.switches.correct_flags << 1 | _seven_pairs_wait(solved) << 2
    chicken, flower = rules.points[fan_id("无番和")], rules.points[fan_id("花牌")]
    header = [MAGIC, 4 * HEADER_WORDS + len(body), switches, chicken, flower]
    header += [0] * (FIRST_SECTION - len(header)) + offsets
    return struct.pack(f"<{HEADER_WORDS}I", *header, *[0] * (HEADER_WORDS - len(header))) + bytes(body)


def _check_fits(rules: Rules, solved: Solved) -> None:
    families = (solved.with_sets, solved.without_sets)
    dearest = max(row.points for family in families for table in family.tables.values() for row in table.rows)
    if dearest >= 1 << (32 - INDEX_BITS) or len(solved.fan_lists) >= 1 << 16:
        raise RulesError("the points or exclusions of this profile are too large for its tables")


def _seven_pairs_wait(solved: Solved) -> bool:
    """Whether 单钓将 may count in a form of seven pairs: only then does the core look whether the wait was a sole one."""
    labels = len(WAIT_LABELS)
    rows = solved.without_sets.tables["win"].rows
    return any(rows[index] != rows[index + labels - 1] for index in range(0, len(rows), labels))


def _sections(rules: Rules, solved: Solved) -> dict[str, bytes]:
    chows, pungs = _hashed_chows(solved.with_sets), _hashed_pungs(solved.with_sets)
    places = [(sole, drawn, mask) for sole in (False, True) for drawn in (False, True) for mask in range(32)]
    sections = {
        "chows": chows.rows_bytes(),
        "pungs": pungs.rows_bytes(),
        "chow alternatives": chows.alternatives_bytes(),
        "pung alternatives": pungs.alternatives_bytes(),
        "fan lists": b"".join(map(_fan_list, solved.fan_lists)),
        "place options": b"".join(_options(rules, mask, drawn, sole) for sole, drawn, mask in places),
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
    return row.points << INDEX_BITS | row.part * factor


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


class _Hashed:
    """Rows by hash slot (row, fans, number of chows, flags: 8 bytes) and the alternatives (pair mask, slot, row, fans: 24 bytes)."""

    def __init__(self, table: Table, factor: int, slots: int) -> None:
        self._table, self._factor = table, factor
        self._rows = [(0, 0, 0, 0)] * slots
        self._more: list[tuple[int, int, int, int]] = []

    def put(self, slot: int, rows: Sequence[int], chows: int) -> None:
        """The first row at its slot, the others as alternatives for any pair."""
        first = self._table.rows[rows[0]]
        self._rows[slot] = (_row_word(first, self._factor), first.fans, chows, 0)
        self.add(slot, rows[1:], 0)

    def add(self, slot: int, rows: Sequence[int], pair_mask: int) -> None:
        """Further alternatives, for one pair only or (mask 0) for any."""
        for number in rows:
            row = self._table.rows[number]
            self._more.append((slot, pair_mask, _row_word(row, self._factor), row.fans))
            word, fans, chows, _ = self._rows[slot]
            self._rows[slot] = (word, fans, chows, ALTERNATIVES)

    def rows_bytes(self) -> bytes:
        return b"".join(struct.pack("<IHBB", *row) for row in self._rows)

    def alternatives_bytes(self) -> bytes:
        """In order of slot (stable), closed by a slot that is none."""
        listed = sorted(self._more, key=lambda one: one[0])
        packed = [struct.pack("<QIIHxxxxxx", mask, slot, word, fans) for slot, mask, word, fans in listed]
        return b"".join(packed) + struct.pack("<QIIHxxxxxx", 0, 0xFFFF_FFFF, 0, 0)
