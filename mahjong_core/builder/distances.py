"""How far a suit or the honours are from sets and a pair: for every vector of counts
the least tiles to draw.

A distance row has ten numbers: the tiles that are missing to zero to four sets, without a pair and
with one. A target may hold at most four of a tile (exact), or any number (formal, the textbook
notion, which also has no target of two pungs of one tile). Both notions together have few distinct
rows, so a vector is one byte: the number of its row.

A suit vector is found by two small look-ups: ``base[ranks 5-9] + position[ranks 1-4]``, both
indices in base five. The vectors of ranks 1-4 are numbered by their sum, so those that fit beside
the other ranks (fourteen tiles in all) come first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, combinations_with_replacement, product

from .suit_header import guarded

Row = tuple[int, ...]  # ten distances: to 0-4 sets without a pair, then with one
Vector = tuple[int, ...]  # counts

STARTS, HONOURS = 7, 7
MOST_TILES = 14
LOW_RANKS, HIGH_RANKS = 4, 5
EXACT, FORMAL = 4, 99  # the most copies that a target holds
IMPOSSIBLE = 20  # more than any distance

# How a row lies in memory, so that sixteen bytes read from a place further ahead are the row with
# as many sets (or a pair) more: bytes that are too far around the five distances without a pair
# and the five with one.
FAR, SETS_LANE, PAIR_LANE, ROW_BYTES = 64, 13, 22, 32

# chows that hold this rank and end here, those that end at the next, pairs, sets
Key = tuple[int, int, int, int]
State = dict[Key, int]  # the least missing tiles for each


def lanes(row: Row) -> list[int]:
    """A row as it lies in memory."""
    laid = [FAR] * ROW_BYTES
    laid[SETS_LANE : SETS_LANE + 5] = row[:5]
    laid[PAIR_LANE : PAIR_LANE + 5] = row[5:]
    return laid


@cache
def _moves(reaching: int, most: int, may_start: bool) -> tuple[tuple[int, int, int, int], ...]:
    """What a target can take of a rank, beside the chows that reach it: (new chows, pairs,
    new sets, copies in all).

    Three equal chows are three pungs, so two are enough.
    """
    choices = product(range(3) if may_start else (0,), (0, 1), (0, 1))
    moves = (
        (chows, pairs, chows + pungs, reaching + chows + 3 * pungs + 2 * pairs)
        for chows, pairs, pungs in choices
    )
    return tuple(move for move in moves if move[3] <= most)


class _Ranks:
    """Suit vectors taken rank by rank: states of an automaton, numbered
    from 0 (nothing taken yet).
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.states: list[State] = [{(0, 0, 0, 0): 0}]
        self.numbers: dict[frozenset[tuple[Key, int]], int] = {frozenset(self.states[0].items()): 0}
        self.steps: dict[tuple[int, int, bool], int] = {}

    def after(self, number: int, rank: int, count: int) -> int:
        """The state after one more rank, of which the hand holds ``count``."""
        step = number, count, rank < STARTS
        if step not in self.steps:
            state = self._next(self.states[number], count, rank < STARTS)
            found = self.numbers.setdefault(frozenset(state.items()), len(self.states))
            if found == len(self.states):
                self.states.append(state)
            self.steps[step] = found
        return self.steps[step]

    def row(self, number: int) -> Row:
        """The distances when all ranks are taken."""
        state = self.states[number]
        return tuple(
            state.get((0, 0, pairs, sets), IMPOSSIBLE) for pairs in (0, 1) for sets in range(5)
        )

    def _next(self, state: State, count: int, may_start: bool) -> State:
        found: State = {}
        for (ending, going_on, pairs, sets), missing in state.items():
            for chows, more_pairs, more_sets, copies in _moves(
                ending + going_on, self.most, may_start
            ):
                if pairs + more_pairs <= 1 and sets + more_sets <= 4:
                    key = (going_on, chows, pairs + more_pairs, sets + more_sets)
                    distance = missing + (copies - count if copies > count else 0)
                    if distance < found.get(key, IMPOSSIBLE):
                        found[key] = distance
        return {key: missing for key, missing in found.items() if not _is_idle(key, missing, found)}


def _is_idle(key: Key, missing: int, found: State) -> bool:
    """Whether a state with fewer open chows misses no more tiles: then this
    one leads nowhere better.
    """
    ending, going_on, pairs, sets = key
    for fewer_ending in range(ending + 1):
        for fewer_going_on in range(going_on + 1):
            fewer = (fewer_ending, fewer_going_on, pairs, sets)
            if fewer != key and found.get(fewer, IMPOSSIBLE) <= missing:
                return True
    return False


def low_vectors() -> list[Vector]:
    """The counts of ranks 1-4, by their sum."""
    return sorted(product(range(5), repeat=LOW_RANKS), key=lambda counts: (sum(counts), counts))


def high_vectors() -> list[Vector]:
    """The counts of ranks 5-9, by their index in base five (the first rank is the lowest digit)."""
    return [counts[::-1] for counts in product(range(5), repeat=HIGH_RANKS)]


def positions() -> list[int]:
    """The place of each index of ranks 1-4 in ``low_vectors``."""
    places = [0] * 5**LOW_RANKS
    for place, counts in enumerate(low_vectors()):
        places[_index(counts)] = place
    return places


def bases() -> list[int]:
    """Where the vectors with given ranks 5-9 begin, by the index of these.

    Vectors with too many tiles have no meaning.
    """
    sums = [sum(low) for low in low_vectors()]
    sizes = [bisect_right(sums, MOST_TILES - sum(high)) for high in high_vectors()]
    return list(accumulate(sizes, initial=0))[:-1]


def _index(counts: Vector) -> int:
    return sum(count * 5**digit for digit, count in enumerate(counts))


def suit_rows(most: int) -> list[Row]:
    """The rows of the suit vectors in the order of ``bases`` and ``positions``."""
    ranks = _Ranks(most)
    lows = low_vectors()
    numbers = [0] * len(lows)
    for rank in range(LOW_RANKS):
        numbers = [ranks.after(number, rank, low[rank]) for number, low in zip(numbers, lows)]
    blocks: dict[Vector, list[int]] = {(): numbers}
    sums = [sum(low) for low in lows]
    for rank in range(LOW_RANKS, 9):
        blocks = {
            (*high, count): [
                ranks.after(number, rank, count)
                for number in block[: bisect_right(sums, MOST_TILES - sum(high) - count)]
            ]
            for high, block in blocks.items()
            for count in range(5)
        }
    rows = [ranks.row(number) for number in range(len(ranks.states))]
    return [rows[number] for high in high_vectors() for number in blocks[high]]


# ------------------------------------------------------------------------------------------ honours


def honour_index(counts: Iterable[int]) -> int:
    """Six bits: how many honours are held at least once and twice.

    Six more: at least three times and four times.
    """
    listed = list(counts)
    at_least = [sum(count >= least for count in listed) for least in range(1, 5)]
    return sum(number << 3 * place for place, number in enumerate(at_least))


def honour_rows(most: int) -> dict[int, Row]:
    """The rows of the honours by index."""
    vectors = combinations_with_replacement(range(5), HONOURS)
    return {honour_index(counts): _honour_row(counts, most) for counts in vectors}


def _honour_row(counts: Vector, most: int) -> Row:
    found = {(0, 0): 0}  # pairs and sets
    for count in counts:
        best: dict[tuple[int, int], int] = {}
        for (pairs, sets), missing in found.items():
            for _, more_pairs, more_sets, copies in _moves(0, most, may_start=False):
                key = (pairs + more_pairs, sets + more_sets)
                if key[0] <= 1 and key[1] <= 4:
                    best[key] = min(best.get(key, IMPOSSIBLE), missing + max(0, copies - count))
        found = best
    return tuple(found[pairs, sets] for pairs in (0, 1) for sets in range(5))


# --------------------------------------------------------------------------------------- the header


def header() -> str:
    """The tables as C, for one module only: the distinct rows, and the number of its row for
    every vector in both notions.
    """
    notions = [(suit_rows(most), honour_rows(most)) for most in (EXACT, FORMAL)]
    distinct = dict.fromkeys(
        row for suits, honours in notions for row in (*suits, *honours.values())
    )
    numbers = {row: number for number, row in enumerate(distinct)}
    text = _array("uint8_t", "DISTANCE_ROWS", [byte for row in distinct for byte in lanes(row)])
    text += _array("uint32_t", "DISTANCE_BASES", bases()) + _array(
        "uint16_t", "DISTANCE_POSITIONS", positions()
    )
    for name, (suits, honours) in zip(("EXACT", "FORMAL"), notions):
        of_honours = [numbers.get(honours.get(index, ()), 0) for index in range(1 << 12)]
        text += _array("uint8_t", f"{name}_SUITS", [numbers[row] for row in suits])
        text += _array("uint8_t", f"{name}_HONOURS", of_honours)
    return guarded("GUOBIAO_DISTANCES_H", text)


def _array(c_type: str, name: str, values: list[int]) -> str:
    lines = (",".join(map(str, values[start : start + 40])) for start in range(0, len(values), 40))
    return f"static const {c_type} {name}[{len(values)}] = {{\n" + ",\n".join(lines) + "};\n"
