"""The solved tables of a profile as one block of bytes, as ``mahjong_core.scoring.rules``
reads it (little-endian).

The block is the C struct that ``c_struct`` declares: everything of a fixed size at a fixed place,
so that the core needs one pointer; then, at offsets that the header holds, the alternatives of
chows and pungs, the rows of the merges and the fan lists. The header ends with a fingerprint of
this layout and a checksum of all else: a damaged block, or one of another version, is refused.

A row is a uint32: index << 16 | points. The index is the class; on the left side of a merge it is
multiplied by the number of classes on the right, and the place of the merge among all merges is
added. So the upper half of the sum of two rows is where the row of their merge stands, and the
lower half of the sum of all rows is the total.

For each row there is a word that lists its fans, of which byte k is fan k + 1; it depends on the
table how many different ones a word holds, since most tables hardly ever need several:
- SINGLE_LISTS one, DOUBLE_LISTS two: the byte of the first and how often, the byte of the second
  and how often, 8 bits each;
- TRIPLE_LISTS three: their bytes, then how often each, in 3, 2 and 2 bits.
A fan that is missing is there 0 times. A list that does not fit is LONG_LIST and the number of a
long list of 82 counts. The bytes of an empty list are others for each table: a processor waits when
it adds to one byte again and again. In RARE_LISTS an empty list is 0, and the others are as
DOUBLE_LISTS.
"""

from __future__ import annotations

import struct
from array import array
from binascii import crc32
from collections import Counter
from collections.abc import Iterable, Sequence

from ..codes import CONTRADICTION, INDEX_SHIFT, KONG, LAST_COPY, LAST_TILE, LONG_LIST, SELF_DRAWN
from ..fan_table import FAN_COUNT, Rules, RulesError, fan_id
from . import parts
from .profile import FORMS_WITH_SETS, MERGES, Family, Row, Solved, place_options, solve
from .shows import FORMS, WAIT_LABELS

MAGIC = 0x34544247  # "GBT4"
HEADER_WORDS = 16
ALTERNATIVES = 1  # flag of a chow or pung row: further ones stand among the alternatives
TOO_ENTANGLED = (
    "the exclusions of this profile tie too many fans together: its tables would not fit"
)

# The rows of parts (but for the direct ones), in the order in which they stand: name, family of
# forms, part, how many rows have a place.
WITH, WITHOUT = "with sets", "without sets"
PARTS = (
    ("HONOURS", WITH, "honours", 8192),
    ("RANKS", WITH, "ranks", 8192),
    ("COLOURS", WITH, "colours", 128),
    ("WIN", WITH, "win", 4608),
    ("HONOURS_ALONE", WITHOUT, "honours", 1),
    ("RANKS_ALONE", WITHOUT, "ranks", 8192),
    ("COLOURS_ALONE", WITHOUT, "colours", 128),
    ("CHOWS_ALONE", WITHOUT, "chows", 1),
    ("PUNGS_ALONE", WITHOUT, "pungs", 1),
)
PART_ROWS = sum(size for *_, size in PARTS)

TRIPLE_LISTS = ("honours", "manner")
DOUBLE_LISTS = ("chows", "win", "total")
SINGLE_LISTS = ("ranks", "colours", "chows and hogs", "reading", "tiles", "pungs")
RARE_LISTS = ("all pungs", "sets")

# The members of the block in their order: C declaration, bytes of one, how many.
MEMBERS = (
    ("uint32_t header", 4, HEADER_WORDS),
    ("set_row_t chow_rows", 12, 256),  # what the numbers stand for
    ("set_row_t pung_rows", 12, 256),
    # by sole, self-drawn and places: how many options, then label | lost << 2
    ("uint8_t places", 8, 2 * 2 * 32),
    ("uint8_t flags", 1, 640),
    ("uint8_t chow_numbers", 1, 1 << parts.CHOW_SLOT_BITS),
    ("uint8_t pung_numbers", 1, 1 << parts.PUNG_SLOT_BITS),
)


def c_struct() -> str:
    """The block in C, with the places of the parts among the rows."""
    places, at = "", 0
    for name, _, _, size in PARTS:
        places += f"#define {name}_AT {at}\n"
        at += size
    members = "".join(
        f"  {text}[{count * (8 if text == 'uint8_t places' else 1)}];\n"
        for text, _, count in MEMBERS
    )
    return f"""{places}#define MERGES_AT {PART_ROWS}
#define BLOCK_FINGERPRINT 0x{fingerprint():08X}u
typedef struct {{      /* a chow multiset or a pung set */
  uint32_t row;
  uint32_t fans;
  uint16_t chows;
  uint16_t alternatives;
}} set_row_t;
typedef struct {{      /* a further grouping of one */
  uint64_t pair;      /* for this pair only; 0 for any */
  uint32_t slot;
  uint32_t row;
  uint32_t fans;
}} alternative_t;
typedef struct {{      /* a rule profile */
{members}  uint32_t rows[{PART_ROWS}]; /* of the parts, then of the merges */
}} rules_block_t;
"""


def fingerprint() -> int:
    """A number that changes with the layout of the block and with its hashes."""
    hashes = [
        (found.multiplier, found.bucket_bits, found.slot_bits)
        for found in (parts.chow_hash(), parts.pung_hash())
    ]
    lists = (TRIPLE_LISTS, DOUBLE_LISTS, SINGLE_LISTS, RARE_LISTS)
    return crc32(repr((MEMBERS, PARTS, lists, hashes)).encode())


def profile_bytes(rules: Rules) -> bytes:
    """Solves a profile and lays it out.

    Raises ``RulesError`` if its exclusions tie too much together.
    """
    solved = solve(rules)
    lists = _FanLists(solved.fan_lists)
    families = ((WITH, solved.with_sets), (WITHOUT, solved.without_sets))
    placed = {label: _Placed(family, lists) for label, family in families}
    placed[WITHOUT].first_merge = placed[WITH].merge_rows
    _check_fits(solved, sum(one.merge_rows for one in placed.values()))
    chows, pungs = _hashed_chows(placed[WITH]), _hashed_pungs(placed[WITH])
    rows, fans = _rows_and_fans(placed)
    tails = [
        rows[4 * PART_ROWS :],
        fans,
        chows.alternatives_bytes(),
        pungs.alternatives_bytes(),
        lists.long_lists,
    ]
    fixed = _fixed_members(rules, chows, pungs) + rows[: 4 * PART_ROWS]
    offsets, body = [], bytearray(fixed)
    for tail in tails:
        offsets.append(4 * HEADER_WORDS + len(body))
        # the merges follow the parts at once: only what comes after a section is aligned
        body += tail
        body += bytes(-len(body) % 8)
    switches = rules.switches.knitted_body_wait | _seven_pairs_wait(solved) << 1
    chicken, flower = rules.points[fan_id("无番和")], rules.points[fan_id("花牌")]
    header = [
        MAGIC,
        4 * HEADER_WORDS + len(body),
        switches,
        chicken,
        flower,
        *offsets,
        fingerprint(),
    ]
    first = struct.pack(f"<{len(header)}I", *header)
    rest = bytes(4 * (HEADER_WORDS - len(header) - 1)) + bytes(body)
    return first + struct.pack("<I", crc32(rest, crc32(first))) + rest


def _fixed_members(rules: Rules, chows: _Hashed, pungs: _Hashed) -> bytes:
    """The members between header and rows."""
    chow_numbers, chow_rows = chows.numbers_and_rows()
    pung_numbers, pung_rows = pungs.numbers_and_rows()
    places = [
        (sole, drawn, mask)
        for sole in (False, True)
        for drawn in (False, True)
        for mask in range(32)
    ]
    options = b"".join(_options(rules, mask, drawn, sole) for sole, drawn, mask in places)
    flags = bytes(_flags(rules, index) for index in range(640))
    members = (chow_rows, pung_rows, options, flags, chow_numbers, pung_numbers)
    return b"".join(
        member.ljust(size * count, b"\0") for member, (_, size, count) in zip(members, MEMBERS[1:])
    )


def _check_fits(solved: Solved, merge_rows: int) -> None:
    tables = [
        table
        for family in (solved.with_sets, solved.without_sets)
        for table in family.tables.values()
    ]
    dearest = sum(max(row.points for row in table.rows) for table in tables)
    if merge_rows > 1 << INDEX_SHIFT or len(solved.fan_lists) > 1 << 16:
        raise RulesError(TOO_ENTANGLED)
    if dearest >= 1 << 15:
        raise RulesError("the points of this profile are too large for its tables")


def _seven_pairs_wait(solved: Solved) -> bool:
    """Whether 单钓将 may count in a form of seven pairs. Only then does the core find out whether
    the wait was the only one.
    """
    labels = len(WAIT_LABELS)
    rows = solved.without_sets.tables["win"].rows
    return any(rows[index] != rows[index + labels - 1] for index in range(0, len(rows), labels))


class _Placed:
    """A family of forms with the places of its merges among all merges."""

    def __init__(self, family: Family, lists: _FanLists) -> None:
        self.family, self._lists = family, lists
        self.first_merge = 0
        self.merge_rows = sum(len(family.tables[name].rows) for _, _, name in MERGES)

    def words(self, name: str, rows: Iterable[Row]) -> list[int]:
        """Rows of a table as they stand in the block."""
        base, factor = self._place(name)
        return [base + row.part * factor << INDEX_SHIFT | row.points for row in rows]

    def fans(self, name: str, rows: Iterable[Row]) -> list[int]:
        """The words that list the fans of rows of a table."""
        return [self._lists.word(name, row.fans) for row in rows]

    def _place(self, name: str) -> tuple[int, int]:
        """What the merge of this table adds to a class, and what it multiplies a class with."""
        at = self.first_merge
        for left, right, merged in MERGES:
            if name == left:
                return at, len(self.family.tables[right].classes)
            if name == right:
                return 0, 1
            at += len(self.family.tables[merged].rows)
        return 0, 0


def _rows_and_fans(placed: dict[str, _Placed]) -> tuple[bytes, bytes]:
    """The rows of all parts and merges, and the words that list the fans of the same rows."""
    words, fans = array("I"), array("I")

    def put(one: _Placed, name: str, rows: Sequence[Row], size: int) -> None:
        words.extend(one.words(name, rows) + [0] * (size - len(rows)))
        fans.extend(one.fans(name, rows) + [0] * (size - len(rows)))

    for _, label, name, size in PARTS:
        one = placed[label]
        if name == "win":
            _put_win_rows(placed, words, fans)
        else:
            put(one, name, one.family.tables[name].rows, size)
    for one in placed.values():
        for _, _, name in MERGES:
            rows = one.family.tables[name].rows
            put(one, name, rows, len(rows))
    return words.tobytes(), fans.tobytes()


def _put_win_rows(placed: dict[str, _Placed], words: array[int], fans: array[int]) -> None:
    """The win rows of all forms, each from its own family."""
    rows = {label: iter(one.family.tables["win"].rows) for label, one in placed.items()}
    per_form = parts.rows_per_form()
    for name in FORMS:
        label = WITH if name in FORMS_WITH_SETS else WITHOUT
        mine = [next(rows[label]) for _ in range(per_form)]
        words.extend(placed[label].words("win", mine))
        fans.extend(placed[label].fans("win", mine))


def _hashed_chows(placed: _Placed) -> _Hashed:
    """The rows of the chow multisets, then what a pair adds to those of a 双龙会."""
    hashed = _Hashed(placed, "chows", 1 << parts.CHOW_SLOT_BITS)
    multisets = list(parts.chow_multisets())
    chow_rows = placed.family.chow_rows
    for chows, rows in zip(multisets, chow_rows):
        hashed.put(_chow_slot(chows), rows, len(chows))
    for chows, rows in zip(parts.dragon_multisets(), chow_rows[len(multisets) :]):
        hashed.add(_chow_slot(chows), rows, parts.dragon_pair_mask(chows))
    return hashed


def _chow_slot(chows: Sequence[int]) -> int:
    return parts.chow_hash().slot(parts.chow_key(chows))


def _hashed_pungs(placed: _Placed) -> _Hashed:
    hashed = _Hashed(placed, "pungs", 1 << parts.PUNG_SLOT_BITS)
    for pungs, rows in zip(parts.pung_sets(), placed.family.pung_rows):
        hashed.put(parts.pung_hash().slot(parts.pung_key(pungs)), rows, 0)
    return hashed


class _FanLists:
    """The words of fan lists, and the long ones."""

    def __init__(self, lists: Sequence[tuple[int, ...]]) -> None:
        self._counts = [Counter(fans) for fans in lists]
        self._long: dict[int, int] = {}

    @property
    def long_lists(self) -> bytes:
        """Rows of 82 counts."""
        fans = range(1, FAN_COUNT + 1)
        return b"".join(bytes(self._counts[number][fan] for fan in fans) for number in self._long)

    def word(self, table: str, number: int) -> int:
        """The word of a list in a row of this table."""
        listed = self._counts[number].most_common()
        if not listed:
            return _idle_word(table)
        room = _room(table)
        if len(listed) > len(room) or any(n > most for (_, n), most in zip(listed, room)):
            return LONG_LIST | self._long.setdefault(number, len(self._long))
        return _word(table, [(fan - 1, count) for fan, count in listed])


def _room(table: str) -> tuple[int, ...]:
    """How often each fan of a word may be there."""
    return (7, 3, 3) if table in TRIPLE_LISTS else (255,) if table in SINGLE_LISTS else (255, 127)


def _word(table: str, listed: list[tuple[int, int]]) -> int:
    """The word of bytes and how often they are there; what is missing is the first one 0 times."""
    (first, a), (second, b), (third, c) = (*listed, *[(listed[0][0], 0)] * (3 - len(listed)))
    if table in TRIPLE_LISTS:
        return first | second << 8 | third << 16 | a << 24 | b << 27 | c << 29
    return first | a << 8 | second << 16 | b << 24


def _idle_word(table: str) -> int:
    """The word of an empty list."""
    if table in RARE_LISTS:
        return 0
    byte = 3 * (*TRIPLE_LISTS, *DOUBLE_LISTS, *SINGLE_LISTS).index(table)
    return _word(table, [(byte, 0), (byte + 1, 0), (byte + 2, 0)])


def _options(rules: Rules, mask: int, self_drawn: bool, sole: bool) -> bytes:
    """Eight bytes: how many places to try, then each as label | lost << 2."""
    options = place_options(rules, mask, self_drawn, sole)
    return bytes([len(options), *(label | lost << 2 for label, lost in options)]).ljust(8, b"\0")


def _flags(rules: Rules, index: int) -> int:
    """The flags of a win as they count, or CONTRADICTION.

    Index: the flags, then 16: another copy of the winning tile stands, 32: another copy stands or
    is melded, 64: the other three copies are the hand's own melds (和绝张 without the flag), 128:
    for each kong of the hand.
    """
    flags, stands, anywhere, melded, kong = (
        index & 15,
        index & 16,
        index & 32,
        index & 64,
        index >> 7,
    )
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
    """Chow multisets or pung sets by hash slot: a byte each, the number of its
    row; few rows are distinct.

    Rows are (row, fans, number of chows, flags: 12 bytes); alternatives (pair mask,
    slot, row, fans: 24 bytes).
    """

    def __init__(self, placed: _Placed, name: str, slots: int) -> None:
        table = placed.family.tables[name]
        self._words, self._fans = placed.words(name, table.rows), placed.fans(name, table.rows)
        self._slots = [(0, 0, 0, 0)] * slots
        self._more: list[tuple[int, int, int, int]] = []

    def put(self, slot: int, rows: Sequence[int], chows: int) -> None:
        """The first row at its slot, the others as alternatives for any pair."""
        self._slots[slot] = (self._words[rows[0]], self._fans[rows[0]], chows, 0)
        self.add(slot, rows[1:], 0)

    def add(self, slot: int, rows: Sequence[int], pair_mask: int) -> None:
        """Further alternatives, for one pair only or (mask 0) for any."""
        for number in rows:
            self._more.append((slot, pair_mask, self._words[number], self._fans[number]))
            self._slots[slot] = (*self._slots[slot][:3], ALTERNATIVES)

    def numbers_and_rows(self) -> tuple[bytes, bytes]:
        """The number of each slot's row, and the rows."""
        rows = list(dict.fromkeys(self._slots))
        if len(rows) > 256:
            raise RulesError(TOO_ENTANGLED)
        number = {row: index for index, row in enumerate(rows)}
        return bytes(number[row] for row in self._slots), b"".join(
            struct.pack("<IIHH", *row) for row in rows
        )

    def alternatives_bytes(self) -> bytes:
        """In order of slot (stable), closed by an impossible slot."""
        listed = sorted(self._more, key=lambda one: one[0])
        packed = [
            struct.pack("<QIIIxxxx", mask, slot, word, fans) for slot, mask, word, fans in listed
        ]
        return b"".join(packed) + struct.pack("<QIIIxxxx", 0, 0xFFFF_FFFF, 0, 0)
