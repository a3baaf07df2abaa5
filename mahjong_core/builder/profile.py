"""A rule profile solved into tables: what the core adds up for a reading.

Each part of a reading (see ``parts``) gets a table of rows: the points of the fans that are settled
whatever the other parts show, and the *class* of what is open (``exclusions.Part``). Merge tables
join two classes into one, settling what can be settled then; after the last merge nothing is open.
So a total is a fixed number of look-ups and a sum, for any exclusions. Beside every row stands the
list of the fans that it settles: together they are the fan list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from ..codes import IN_CLOSED, IN_EDGE, IN_OTHER, IN_PAIR, IN_PUNG, SINGLE_WAIT
from ..fan_table import ROWS, Rules, RulesError, rules_of_pairs
from . import parts
from .exclusions import NOTHING, Excluders, Part, moved_by, run
from .groupings import Grouping, tie_order
from .shows import FORM, FORMS, ID, WAIT_LABELS, Shown

MAX_ROWS = 1 << 16  # of a merge


class Row(NamedTuple):
    """Points, class of what is open, and the settled fans."""

    points: int
    part: int
    fans: int


T = TypeVar("T")


class Lists(Generic[T]):
    """Numbers equal values: 0, 1, 2 … in order of appearance."""

    def __init__(self, first: T) -> None:
        self.values = [first]
        self._numbers = {first: 0}

    def number(self, value: T) -> int:
        """The number of ``value``, a new one if it has none."""
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


class Table(NamedTuple):
    """The rows of one part or merge, the classes that they name, and how many of the four
    sets a class takes at least.
    """

    rows: list[Row]
    classes: list[Part]
    sets: list[int]


class _TableInMaking:
    """Collects the rows of a table, its classes and the sets that they take."""

    def __init__(self) -> None:
        self.classes: Lists[Part] = Lists(NOTHING)
        self._rows: list[Row] = []
        self._sets = [4]

    def add(self, row: Row, sets: int) -> None:
        """A row that ``sets`` sets can show."""
        self._sets += [4] * (len(self.classes.values) - len(self._sets))
        self._sets[row.part] = min(self._sets[row.part], sets)
        self._rows.append(row)

    def add_impossible(self) -> None:
        """A row that no hand names."""
        self._rows.append(Row(0, 0, 0))

    def table(self) -> Table:
        return Table(self._rows, self.classes.values, self._sets)


class Others:
    """Which fans the parts that are not merged yet may show, beside a
    number of sets that are taken.
    """

    def __init__(self, needs: Iterable[Mapping[int, int]]) -> None:
        needed: dict[int, int] = {}
        for part in needs:
            for fan, sets in part.items():
                needed[fan] = min(sets, needed.get(fan, sets))
        self._by_taken = [
            frozenset(fan for fan, sets in needed.items() if sets + taken <= 4)
            for taken in range(5)
        ]

    def beside(self, taken: int) -> frozenset[int]:
        """The fans that still fit."""
        return self._by_taken[taken]


class Entry(NamedTuple):
    """What a key shows, and how many of the four sets it takes (of chows, pungs and honours)."""

    shown: tuple[Shown, ...]
    sets: int


class Solver:
    """Solves parts and merges for one profile; fan lists are shared by all tables."""

    def __init__(self, rules: Rules, fan_lists: Lists[tuple[int, ...]]) -> None:
        self.rules = rules
        self.excluders = Excluders(rules)
        self.fan_lists = fan_lists
        self.most: Counter[int] = Counter()
        """How many copies of each fan a hand shows at most."""

    def part(self, entries: Iterable[Entry], others: Others) -> Table:
        """One row an entry; equal entries are solved once."""
        known: dict[Entry, Row] = {}
        making = _TableInMaking()
        for entry in entries:
            if entry not in known:
                known[entry] = self.row(entry.shown, (), others.beside(entry.sets), making.classes)
            making.add(known[entry], entry.sets)
        return making.table()

    def direct_part(self, entries: Iterable[Entry]) -> Table:
        """A part whose entries are left open as they are: row and class are the index."""
        listed = list(entries)
        rows = [Row(0, index, 0) for index in range(len(listed))]
        return Table(
            rows,
            [Part(entry.shown, frozenset()) for entry in listed],
            [entry.sets for entry in listed],
        )

    def grouped_part(
        self, entries: list[list[Entry]], others: Others
    ) -> tuple[Table, list[list[int]]]:
        """The rows of entries with alternatives, and for each entry the numbers of its rows."""
        known: dict[int, list[Entry]] = {}
        for alternatives in entries:  # equal entries are one object: see ``parts``
            if id(alternatives) not in known:
                known[id(alternatives)] = self.best_groupings(alternatives, others)
        left = [known[id(alternatives)] for alternatives in entries]
        table = self.part([entry for alternatives in left for entry in alternatives], others)
        numbers = iter(range(len(table.rows)))
        return table, [[next(numbers) for _ in alternatives] for alternatives in left]

    def merge(self, left: Table, right: Table, others: Others) -> Table:
        """Rows by class of ``left``, then of ``right``.

        What no hand can hold together is an empty row.
        """
        if len(left.classes) * len(right.classes) > MAX_ROWS:
            raise RulesError(
                "the exclusions of this profile tie too many fans together: its tables would not "
                "fit"
            )
        making = _TableInMaking()
        for one, one_sets in zip(left.classes, left.sets):
            for other, other_sets in zip(right.classes, right.sets):
                taken = one_sets + other_sets
                if taken > 4:
                    making.add_impossible()
                    continue
                shown, effects = (*one.pending, *other.pending), (*one.effects, *other.effects)
                making.add(self.row(shown, effects, others.beside(taken), making.classes), taken)
        return making.table()

    def row(
        self,
        shown: Sequence[Shown],
        effects: Iterable[tuple[int, int]],
        elsewhere: frozenset[int],
        classes: Lists[Part],
    ) -> Row:
        """One row: runs the exclusions and numbers what is open and what is settled."""
        settled, part = run(self.excluders, shown, effects, elsewhere)
        fans = tuple(one.fan for one in settled)
        return Row(self._points(settled), classes.number(part), self.fan_lists.number(fans))

    def best_groupings(self, groupings: Sequence[Entry], others: Others) -> list[Entry]:
        """The groupings that may be the best one, whatever the other parts show, in tie order.

        A grouping whose best case is worth less than another's worst case is left out. With the
        built-in profiles one remains.
        """
        if len(groupings) == 1:
            return list(groupings)
        best: dict[Part, tuple[int, Entry]] = {}
        for grouping in sorted(groupings, key=self._tie_order):
            settled, part = run(self.excluders, grouping.shown, (), others.beside(grouping.sets))
            points = self._points(settled)
            if part not in best or points > best[part][0]:
                best[part] = (points, grouping)
        floor = max(points - self._risk(part) for part, (points, _) in best.items())
        left = [
            grouping
            for part, (points, grouping) in best.items()
            if points + self._hope(part) >= floor
        ]
        return sorted(left, key=self._tie_order)

    def _tie_order(self, grouping: Entry) -> tuple[object, ...]:
        return tie_order(grouping.shown, self.excluders.takers)

    def _points(self, settled: Iterable[Shown]) -> int:
        return sum(self.rules.points[one.fan] for one in settled)

    def _hope(self, part: Part) -> int:
        """The most that the open copies can add, with fans that come back because
        their excluders are dropped.
        """
        given_back = moved_by(self.rules, self._targets(part))
        return sum(self.rules.points[one.fan] for one in part.pending) + self._most_points(
            given_back
        )

    def _risk(self, part: Part) -> int:
        """The most that its effects and those of its open copies can cost
        other parts in the end.
        """
        targets = self._targets(part)
        return self._most_points(targets | moved_by(self.rules, targets))

    def _targets(self, part: Part) -> frozenset[int]:
        """What its effects and those of its open copies drop of other parts."""
        excluded = (
            exclusion.target for one in part.pending for exclusion in self.rules.exclusions[one.fan]
        )
        return frozenset([*excluded, *(fan for fan, _ in part.effects)])

    def _most_points(self, fans: Iterable[int]) -> int:
        return sum(self.most[fan] * self.rules.points[fan] for fan in fans)


def place_options(
    rules: Rules, mask: int, self_drawn: bool, sole: bool
) -> tuple[tuple[int, int], ...]:
    """The (wait label, concealed pungs lost) of a mask of places that may be best, in tie order.

    Only a sole wait has a label, if its fan counts at all. A pung completed by a discard is not
    concealed.
    """
    for label, bit in _LABEL_BITS:
        if mask & bit and not (sole and rules.points[_LABEL_FANS[label]]):
            mask = mask & ~bit | IN_OTHER
    options = [(label, 0) for label, bit in _LABEL_BITS if mask & bit]
    options += [(0, 0)] * bool(mask & IN_OTHER or (mask & IN_PUNG and self_drawn))
    options += [(0, 1)] * bool(mask & IN_PUNG and not self_drawn)
    kept: list[tuple[int, int]] = []
    for option in options:
        if not any(_never_worse(rules, better, option) for better in kept):
            kept.append(option)
    return tuple(kept) or ((0, 0),)


_LABEL_BITS = ((1, IN_EDGE), (2, IN_CLOSED), (SINGLE_WAIT, IN_PAIR))
_REPEATED = frozenset(
    [ID["四归一"], *(row.id for row in ROWS if row.families)]
)  # up to four times; the others count once
_LABEL_FANS = (0, *(ID[zh] for zh in WAIT_LABELS[1:]))
_CONCEALED_FANS = (0, 0, ID["双暗刻"], ID["三暗刻"], ID["四暗刻"])  # by number of concealed pungs


def _never_worse(rules: Rules, better: tuple[int, int], worse: tuple[int, int]) -> bool:
    """Whether a place is at least as good as another in every hand of the
    profile (a sufficient test).
    """
    (label, lost), (other_label, other_lost) = better, worse
    if lost > other_lost or (lost < other_lost and not _concealment_pays(rules)):
        return False
    return _label_pays(rules, label, other_label)


def _label_pays(rules: Rules, label: int, other: int) -> bool:
    fan, other_fan = _LABEL_FANS[label], _LABEL_FANS[other]
    if fan == other_fan:
        return True
    if rules.exclusions[fan]:
        return False
    if other == 0:
        return True
    if rules.points[fan] < rules.points[other_fan] or rules.exclusions[other_fan]:
        return False
    return _droppers(rules, fan) <= _droppers(rules, other_fan)


def _droppers(rules: Rules, fan: int) -> set[int]:
    """The fans whose exclusions name ``fan``."""
    return {
        excluder
        for excluder, listed in enumerate(rules.exclusions)
        if any(found.target == fan for found in listed)
    }


def _concealment_pays(rules: Rules) -> bool:
    """One concealed pung more is never worth less."""
    for fan, smaller in zip(_CONCEALED_FANS[2:], _CONCEALED_FANS[1:]):
        targets = {exclusion.target for exclusion in rules.exclusions[fan]} - {smaller}
        given_back = moved_by(rules, {exclusion.target for exclusion in rules.exclusions[smaller]})
        moved = targets | moved_by(rules, targets) | given_back
        dropped = sum(rules.points[one] * (4 if one in _REPEATED else 1) for one in moved)
        can_go = smaller and _droppers(rules, fan)  # below 双暗刻 there is nothing to lose
        if can_go or rules.points[fan] - dropped < rules.points[smaller]:
            return False
    return True


# Readings of four sets and a pair (or of a body, a set and a pair), and readings without sets: no
# fan of sets can stand beside 七对, so each family of forms has tables of its own and the other's
# exclusions do not burden it.
FORMS_WITH_SETS = ("basic", "nine gates", "knitted straight")

PART_NAMES = ("chows", "hogs", "pungs", "honours", "ranks", "colours", "kongs", "win")
# Each merge joins two tables, by name, into a new one; the last one leaves nothing open.
MERGES = (
    ("chows", "hogs", "chows and hogs"),
    ("pungs", "honours", "all pungs"),
    ("chows and hogs", "all pungs", "sets"),
    ("ranks", "colours", "tiles"),
    ("sets", "tiles", "reading"),
    ("win", "kongs", "manner"),
    ("reading", "manner", "total"),
)
# Parts of few entries, whose index itself is the class: the core finds their merge
# without a row of theirs.
DIRECT_PARTS = ("hogs", "kongs")


class Family(NamedTuple):
    """The tables of one family of forms by name.

    Rows of alternatives by number of chow multiset and pung set.
    """

    tables: dict[str, Table]
    chow_rows: list[list[int]]
    pung_rows: list[list[int]]


class Solved(NamedTuple):
    """The tables of a profile, and the fan lists that their rows name."""

    with_sets: Family
    without_sets: Family
    fan_lists: list[tuple[int, ...]]


def solve(rules: Rules) -> Solved:
    """Solves both families of forms."""
    fan_lists: Lists[tuple[int, ...]] = Lists(())
    chows, pungs = chow_entries(rules), pung_entries(rules)
    with_sets = _solve_family(
        Solver(rules, fan_lists), chows, pungs, _entries(rules, FORMS_WITH_SETS)
    )
    nothing = Entry((), 0)
    entries = _entries(rules, [name for name in FORMS if name not in FORMS_WITH_SETS])
    entries |= {"honours": [nothing], "kongs": [nothing]}
    # Of these forms only 七对 has the tiles of 绿一色 or 清幺九.
    solver = Solver(rules_of_pairs(rules), fan_lists)
    without_sets = _solve_family(solver, [[nothing]], [[nothing]], entries)
    return Solved(with_sets, without_sets, fan_lists.values)


def chow_entries(rules: Rules) -> list[list[Entry]]:
    """The groupings of each chow multiset, then of those that a pair makes a 双龙会."""
    solved = _OncePerShape(lambda chows: parts.chow_alternatives(chows, rules))
    plain = [solved.entries(parts.smallest_by_suits(chows, 7)) for chows in parts.chow_multisets()]
    dragons = [
        parts.chow_alternatives(chows, rules, dragons=True) for chows in parts.dragon_multisets()
    ]
    return plain + [_as_entries(groupings, 4) for groupings in dragons]


def pung_entries(rules: Rules) -> list[list[Entry]]:
    """The groupings of each pung set."""
    solved = _OncePerShape(lambda pungs: parts.pung_alternatives(pungs, rules))
    return [solved.entries(parts.smallest_by_suits(pungs, 9)) for pungs in parts.pung_sets()]


def _as_entries(groupings: Iterable[Grouping], sets: int) -> list[Entry]:
    return [Entry(grouping, sets) for grouping in groupings]


class _OncePerShape:
    """Sets that differ by an exchange of suits share one (the same) list of entries."""

    def __init__(self, alternatives: Callable[[tuple[int, ...]], list[Grouping]]) -> None:
        self._alternatives = alternatives
        self._known: dict[tuple[int, ...], list[Entry]] = {}

    def entries(self, shape: tuple[int, ...]) -> list[Entry]:
        if shape not in self._known:
            self._known[shape] = _as_entries(self._alternatives(shape), len(shape))
        return self._known[shape]


def _entries(rules: Rules, forms: Sequence[str]) -> dict[str, list[Entry]]:
    """The entries of the parts that have no alternatives, with the win entries of these forms."""
    listed = {
        "hogs": parts.hog_entries(),
        "ranks": parts.rank_entries(),
        "colours": parts.colour_entries(),
        "kongs": parts.kong_entries(rules),
        "win": parts.win_entries([FORM[name] for name in forms]),
    }
    entries = {name: [Entry(tuple(shown), 0) for shown in found] for name, found in listed.items()}
    return entries | {
        "honours": [Entry(tuple(shown), sets) for shown, sets in parts.honour_entries()]
    }


def _needs(rules: Rules, entries: Iterable[Entry]) -> dict[int, int]:
    """How many sets an entry takes at least to show a fan."""
    needs: dict[int, int] = {}
    for entry in entries:
        for fan in {one.fan for one in entry.shown if rules.points[one.fan]}:
            needs[fan] = min(entry.sets, needs.get(fan, 4))
    return needs


def _most_copies(parts_: Iterable[Iterable[Entry]]) -> Counter[int]:
    """The copies of each fan that a reading shows at most, all parts together."""
    total: Counter[int] = Counter()
    for entries in parts_:
        most: Counter[int] = Counter()
        for entry in set(entries):
            most |= Counter(one.fan for one in entry.shown)
        total += most
    return total


def _solve_family(
    solver: Solver,
    chows: list[list[Entry]],
    pungs: list[list[Entry]],
    entries: dict[str, list[Entry]],
) -> Family:
    grouped = {"chows": chows, "pungs": pungs}
    flat = {
        name: [entry for alternatives in listed for entry in alternatives]
        for name, listed in grouped.items()
    }
    needs = {name: _needs(solver.rules, listed) for name, listed in (entries | flat).items()}
    solver.most = _most_copies([*entries.values(), *flat.values()])
    members = {name: frozenset([name]) for name in PART_NAMES}

    def others(name: str) -> Others:
        return Others(needs[part] for part in PART_NAMES if part not in members[name])

    tables: dict[str, Table] = {}
    rows: dict[str, list[list[int]]] = {}
    for name, listed in grouped.items():
        tables[name], rows[name] = solver.grouped_part(listed, others(name))
    for name, single in entries.items():
        tables[name] = (
            solver.direct_part(single)
            if name in DIRECT_PARTS
            else solver.part(single, others(name))
        )
    for left, right, name in MERGES:
        members[name] = members[left] | members[right]
        tables[name] = solver.merge(tables[left], tables[right], others(name))
    return Family(tables, rows["chows"], rows["pungs"])
