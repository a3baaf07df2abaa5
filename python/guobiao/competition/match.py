"""The match (局): a log of hands from which all else is computed: dealers, winds, seats, running
scores.

Sixteen hands in four rounds; the dealer never repeats, so the seat winds move on by one player a
hand. A **place** is where a player sits during a round; before each of the South, West and North
rounds the places may change. Points and changes by player are in the order of ``Match.players``,
who sit E S W N in the first hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, MatchError
from ..names import check_name, find_same_names
from ..profiles import RuleProfile, get_profile
from ..tiles import Seat
from ..values import (
    checked_file_text,
    checked_flag,
    checked_items,
    checked_object,
    checked_whole,
    whole_number,
)
from .penalties import PenaltyProfile, Ruling, get_penalty_profile, penalise
from .settlement import Changes, Settlement, settle_draw, settle_points

__all__ = [
    "BASE_POINTS",
    "HAND_COUNT",
    "MAX_ENTRIES",
    "SEAT_CHANGES",
    "Correction",
    "Entry",
    "HandEnd",
    "LogReplay",
    "Match",
    "Penalty",
    "PlayedHand",
    "Position",
    "Record",
    "SeatChange",
    "TimeUp",
    "UnreadEntry",
    "find_hand_problems",
    "parse_seat_change",
    "position_of",
    "start_match",
]

HAND_COUNT: Final = 16
BASE_POINTS: Final = 500
"""基础比赛分: what a player has before the first hand."""

MAX_ENTRIES: Final = 1000
"""The most entries of a log: sixteen hands, corrections, and the damaged entries of a file."""

Order = tuple[Seat, Seat, Seat, Seat]
SeatChange = tuple[Order, Order, Order]
"""Before the S, W and N rounds: who sits E S W N from now on, each named by the
place that the player had.
"""


def parse_seat_change(rounds: str | Sequence[str]) -> SeatChange:
    """A seat change by its name (``west``, ``none``) or as three orders.

    Raises ``MatchError`` if it is neither.

    >>> parse_seat_change("west") == parse_seat_change(["ESWN", "SENW", "ESWN"])
    True
    """
    if isinstance(rounds, str):
        if rounds not in SEAT_CHANGES:
            raise MatchError(
                f"seat change {shown(rounds)}: expected {', '.join(SEAT_CHANGES)}, or three orders "
                "as SENW"
            )
        return SEAT_CHANGES[rounds]
    if not isinstance(rounds, Sequence) or len(rounds) != 3:
        raise MatchError(
            f"seat change {shown(rounds)}: expected three orders, before the S, W and N rounds"
        )
    return (_order(rounds[0]), _order(rounds[1]), _order(rounds[2]))


def _order(letters: object) -> Order:
    if not isinstance(letters, str) or sorted(letters) != sorted("ESWN"):
        raise MatchError(
            f"seat change {shown(letters)}: expected the letters E S W N in some order, as SENW"
        )
    seats = [Seat[letter] for letter in letters]
    return (seats[0], seats[1], seats[2], seats[3])


_STAY: Final = _order("ESWN")
SEAT_CHANGES: Final[Mapping[str, SeatChange]] = {
    "west": (_STAY, _order("SENW"), _STAY),  # 第三圈开始前，东家跟南家，西家跟北家对调座位
    "none": (_STAY, _STAY, _STAY),
}


# ------------------------------------------------------------------------------------------ entries


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty in a hand: who, for what (a name of the penalty profile),
    which step, and a remark.
    """

    player: str
    offence: str
    step: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end. No winner: a draw (荒牌), or ended by a penalty.

    ``points`` include the ``flowers`` (how many there were). Without a ``discarder`` the hand was
    self-drawn; at a robbed kong the robbed player is the discarder. ``hand`` is the winning hand as
    text, if it was written down. ``changes``, by player, are those of a sheet or file, penalties
    included. They must agree with the rest, and do not count when entries are compared.
    """

    winner: str | None = None
    points: int = 0
    discarder: str | None = None
    robbed_kong: bool = False
    flowers: int = 0
    penalties: tuple[Penalty, ...] = ()
    hand: str = ""
    changes: Changes | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of what stands in the log: changes by player, why, and of which hand.

    Nothing is ever rewritten.

    The changes sum to minus ``lost_to_table`` (negative: a deduction is given back).
    """

    changes: Changes
    reason: str
    hand: int | None = None
    lost_to_table: int = 0


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time is up (到时): the hand that was being played does not count, nor
    does what happened in it.
    """


@dataclass(frozen=True, slots=True)
class UnreadEntry:
    """An entry of a damaged file, kept as it stands there: nobody's points change.

    A hand keeps its place in the match.
    """

    text: str
    problem: str
    is_hand: bool = True


Entry = PlayedHand | Correction | TimeUp | UnreadEntry


# ----------------------------------------------------------------------------- what follows from it


class HandEnd(Enum):
    """How a hand ended; the value is its Chinese name."""

    SELF_DRAWN = "自摸"
    DISCARD = "点和"
    ROBBED_KONG = "抢杠和"
    DRAW = "荒牌"
    PENALTY = "罚"
    UNREAD = "?"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Position:
    """Where hand ``number`` (1-16) stands in the match: the players at the seat winds E S W N."""

    number: int
    seats: tuple[str, str, str, str]

    @property
    def prevalent_wind(self) -> Seat:
        """圈风: E for hands 1-4, S, W, N."""
        return Seat((self.number - 1) // 4)

    @property
    def dealer(self) -> str:
        """The player at the East seat."""
        return self.seats[0]

    def seat_of(self, player: str) -> Seat:
        """The seat wind of a player in this hand.

        Raises ``MatchError`` if the player is not in the match.
        """
        if player not in self.seats:
            raise MatchError(
                f"{shown(player)} is no player of this match: expected one of "
                f"{', '.join(self.seats)}"
            )
        return Seat(self.seats.index(player))


def position_of(
    players: Sequence[str], number: int, seat_change: SeatChange = SEAT_CHANGES["west"]
) -> Position:
    """The position of hand ``number`` for players who sit E S W N in the first hand.

    Raises ``MatchError`` if there is no such hand, or if these are not four players or no
    seat change (``parse_seat_change`` makes one).

    >>> [position_of("ABCD", number).dealer for number in (1, 2, 8, 9, 10)]
    ['A', 'B', 'D', 'B', 'A']
    """
    players = tuple(checked_items("players", players, MatchError))
    _check_players(players)
    _check_seat_change(seat_change)
    return _checked_position(players, number, seat_change)


def _checked_position(players: Sequence[str], number: int, seat_change: SeatChange) -> Position:
    hand = whole_number(number, 1, HAND_COUNT)
    if hand is None:
        raise MatchError(
            f"there is no hand {shown(number)}: a match has four rounds, {HAND_COUNT} hands"
        )
    places = list(players)
    rounds, hands = divmod(hand - 1, 4)
    for order in seat_change[:rounds]:
        places = [places[place] for place in order]
    seats = places[hands:] + places[:hands]
    return Position(hand, (seats[0], seats[1], seats[2], seats[3]))


@dataclass(frozen=True, slots=True)
class Record:
    """An entry with what follows from it.

    ``position`` is None if the entry is no hand; ``settlement`` and ``rulings`` are by seat;
    ``changes`` and ``totals`` (after it) by player.
    """

    entry: Entry
    position: Position | None
    settlement: Settlement
    rulings: tuple[Ruling, ...]
    changes: Changes
    totals: Changes

    @property
    def how(self) -> HandEnd | None:
        """How the hand ended; None if the entry is no hand."""
        if isinstance(self.entry, UnreadEntry):
            return HandEnd.UNREAD
        if not isinstance(self.entry, PlayedHand):
            return None
        if self.entry.winner is None:
            return (
                HandEnd.PENALTY if any(r.sanction.hand_ends for r in self.rulings) else HandEnd.DRAW
            )
        if self.entry.discarder is None:
            return HandEnd.SELF_DRAWN
        return HandEnd.ROBBED_KONG if self.entry.robbed_kong else HandEnd.DISCARD


@dataclass(frozen=True, slots=True)
class Match:
    """Four players and the log of their match, checked as a whole and then frozen.

    ``start_match`` begins one.

    Raises ``MatchError``, which names the entry, if one is impossible: a hand 17, an unknown
    player, a winner who may not win, changes that do not add up.

    >>> match = start_match(["An", "Bo", "Cai", "Du"]).add(PlayedHand("Du", 11, discarder="An"))
    >>> match.totals, match.next_position.dealer
    ((481, 492, 492, 535), 'Bo')
    """

    players: tuple[str, str, str, str]
    entries: tuple[Entry, ...] = ()
    rules: RuleProfile = field(default_factory=lambda: get_profile("mil"))
    penalties: PenaltyProfile = field(default_factory=lambda: get_penalty_profile("rulebook"))
    seat_change: SeatChange = SEAT_CHANGES["west"]
    base_points: int = BASE_POINTS
    title: str = ""
    session: int | None = None
    """The numbers of the session (轮) in the event and of the table there, if they have any."""
    table: int | None = None

    def __post_init__(self) -> None:
        _check_head(self)
        for name in ("base_points", "session", "table"):
            if (number := getattr(self, name)) is not None or name == "base_points":
                object.__setattr__(self, name, _checked_number(name, number))
        object.__setattr__(self, "players", tuple(self.players))
        replayed = LogReplay(self)
        for entry in self.entries:
            replayed.add(entry)
        object.__setattr__(self, "entries", tuple(replayed.entries))

    def add(self, *entries: Entry) -> Match:
        """The match with these entries at the end of its log."""
        return replace(self, entries=(*self.entries, *entries))

    @property
    def records(self) -> tuple[Record, ...]:
        """The log, replayed: each entry with what follows from it."""
        replayed = LogReplay(self)
        return tuple(map(replayed.add, self.entries))

    @property
    def totals(self) -> Changes:
        """局分: the base points and all changes, by player."""
        records = self.records
        return records[-1].totals if records else _base(self)

    @property
    def hand_count(self) -> int:
        """The hands so far, unreadable ones included."""
        return sum(_is_hand(entry) for entry in self.entries)

    @property
    def is_over(self) -> bool:
        """Sixteen hands, or time is up."""
        return self.hand_count == HAND_COUNT or any(
            isinstance(entry, TimeUp) for entry in self.entries
        )

    @property
    def next_position(self) -> Position | None:
        """Where the next hand stands, or None if the match is over."""
        return (
            None
            if self.is_over
            else _checked_position(self.players, self.hand_count + 1, self.seat_change)
        )

    def next_step(self, player: str, offence: str) -> int:
        """One more than the player's earlier penalties for this offence: the
        step of a counted offence.
        """
        found = self.penalties.offence(offence)
        hands = [entry for entry in self.entries if isinstance(entry, PlayedHand)]
        given = [p for hand in hands for p in hand.penalties if p.player == player]
        return 1 + sum(self.penalties.offence(p.offence) == found for p in given)


def start_match(
    players: Iterable[str],
    *,
    rules: str | RuleProfile = "mil",
    penalties: str | PenaltyProfile = "rulebook",
    seat_change: str | Sequence[str] = "west",
    base_points: int = BASE_POINTS,
    title: str = "",
    session: int | None = None,
    table: int | None = None,
) -> Match:
    """A match before its first hand: four players in the order of their first seats E S W N.

    ``seat_change``: ``"west"`` (E and S, W and N swap before the West round), ``"none"``, or three
    orders for ``parse_seat_change``.
    """
    names = tuple(checked_items("players", players, MatchError))
    if len(names) != 4:
        raise MatchError(f"{len(names)} players: a match has four")
    return Match(
        (names[0], names[1], names[2], names[3]),
        rules=get_profile(rules),
        penalties=get_penalty_profile(penalties),
        seat_change=parse_seat_change(seat_change),
        base_points=base_points,
        title=title,
        session=session,
        table=table,
    )


def find_hand_problems(match: Match) -> Iterator[str]:
    """What is wrong with the written winning hands: each is scored and compared with its entry.

    Winds are compared where the hand names them.
    """
    checked_object("match", match, Match, MatchError)
    for record in match.records:
        if (
            isinstance(record.entry, PlayedHand)
            and record.position
            and record.entry.winner
            and record.entry.hand
        ):
            for problem in _hand_problems(match, record.entry, record.position):
                yield f"hand {record.position.number}: {problem}"


def _hand_problems(match: Match, entry: PlayedHand, position: Position) -> Iterator[str]:
    from ..evaluate import score
    from ..notation.gb import names_winds

    try:
        scored = score(entry.hand, rules=match.rules)
    except GuobiaoError as error:
        yield str(error)
        return
    hand = scored.hand
    facts = [
        ("points", entry.points, scored.points),
        ("flowers", entry.flowers, hand.flowers),
        ("self-drawn", entry.discarder is None, hand.self_drawn),
    ]
    if names_winds(entry.hand):
        facts.append(("prevalent wind", position.prevalent_wind, hand.prevalent_wind))
        facts.append(("seat wind", position.seat_of(str(entry.winner)), hand.seat_wind))
    for name, in_log, in_hand in facts:
        if in_log != in_hand:
            yield f"{name}: {in_log} in the log, {in_hand} in {shown(entry.hand)}"


# --------------------------------------------------------------------------------------- the replay


def _check_head(match: Match) -> None:
    """Raises ``MatchError`` if a part is impossible in a match, or in a match file."""
    _check_players(match.players)
    for name, value, kind in (
        ("rules", match.rules, RuleProfile),
        ("penalties", match.penalties, PenaltyProfile),
    ):
        if not isinstance(value, kind):
            raise MatchError(f"{name} {shown(value)}: expected a {kind.__name__}")
    _checked_text("title", match.title)
    _check_seat_change(match.seat_change)
    if not isinstance(match.entries, (tuple, list)):
        raise MatchError(f"entries {shown(match.entries)}: expected a tuple")


def _check_seat_change(orders: object) -> None:
    if not isinstance(orders, tuple) or len(orders) != 3 or not all(map(_is_order, orders)):
        raise MatchError(f"seat change {shown(orders)}: parse_seat_change makes one")


def _is_order(order: object) -> bool:
    return (
        isinstance(order, tuple)
        and all(isinstance(seat, Seat) for seat in order)
        and sorted(order) == list(Seat)
    )


def _check_players(players: tuple[str, ...]) -> None:
    if not isinstance(players, (tuple, list)):
        raise MatchError(f"players {shown(players)}: expected four names")
    for name in players:
        check_name("player", name, MatchError)
    if len(players) != 4 or len(set(players)) != 4:
        raise MatchError(f"players {shown(players, 120)}: expected four different names")
    if same := find_same_names(players):
        raise MatchError(
            f"players {shown(same[0], 60)} and {shown(same[1], 60)} differ in blanks or case only: "
            "expected four different names"
        )


def _base(match: Match) -> Changes:
    base = whole_number(match.base_points, 0, 1_000_000)
    if base is None:
        raise MatchError(
            f"base points {shown(match.base_points)}: expected a whole number from 0 to 1000000"
        )
    return (base, base, base, base)


def _is_hand(entry: Entry) -> bool:
    return isinstance(entry, PlayedHand) or (
        isinstance(entry, UnreadEntry) and entry.is_hand is True
    )


class LogReplay:
    """The log of a match replayed entry by entry: ``entries`` and ``hand_count`` so far.

    It ignores the entries of the match itself.
    """

    def __init__(self, match: Match) -> None:
        checked_object("match", match, Match, MatchError)
        self.entries: list[Entry] = []
        self.hand_count = 0
        self._match = match
        self._totals = _base(match)
        self._is_over = False
        self._out: set[str] = set()

    def add(self, entry: Entry) -> Record:
        """The next entry with what follows from it.

        Raises ``MatchError``, and changes nothing, if the entry is impossible.
        """
        number = self.hand_count + _is_hand(entry)
        try:
            entry = _checked_entry(entry)
            if len(self.entries) == MAX_ENTRIES:
                raise MatchError(f"expected at most {MAX_ENTRIES} entries")
            _check_time(entry, number, self._is_over)
            record = _record(self._match, entry, number, self._totals, self._out)
        except GuobiaoError as error:
            where = f"entry {len(self.entries) + 1}" + f" (hand {number})" * _is_hand(entry)
            raise MatchError(f"{where}: {error}") from None
        self.entries.append(entry)
        self.hand_count = number
        self._is_over = self._is_over or isinstance(entry, TimeUp)
        self._totals = record.totals
        self._out |= _disqualified(record)
        return record


_MAX_NUMBER: Final = 10**9
_NUMBER: Final = f"a whole number up to {_MAX_NUMBER:,}"


def _checked_entry(entry: object) -> Entry:
    """The entry with plain numbers.

    Raises ``MatchError`` if no match file could hold a part of it.
    """
    if isinstance(entry, PlayedHand):
        return _checked_hand(entry)
    if isinstance(entry, Correction):
        return Correction(
            _checked_changes(entry.changes),
            _checked_text("the reason", entry.reason),
            None if entry.hand is None else _checked_number("the corrected hand", entry.hand),
            _checked_number("lost_to_table", entry.lost_to_table),
        )
    if isinstance(entry, UnreadEntry):
        _checked_text("the text", entry.text)
        _checked_text("the problem", entry.problem)
        return replace(entry, is_hand=checked_flag("is_hand", entry.is_hand, MatchError))
    if isinstance(entry, TimeUp):
        return entry
    raise MatchError(
        f"{shown(entry)} is no entry: expected a PlayedHand, a Correction, TimeUp() or an "
        "UnreadEntry"
    )


def _checked_hand(hand: PlayedHand) -> PlayedHand:
    robbed_kong = checked_flag("robbed_kong", hand.robbed_kong, MatchError)
    if not isinstance(hand.penalties, (tuple, list)):
        raise MatchError(f"penalties is {shown(hand.penalties)}: expected a tuple of Penalty")
    return replace(
        hand,
        robbed_kong=robbed_kong,
        winner=None if hand.winner is None else _checked_text("winner", hand.winner),
        points=_checked_number("points", hand.points),
        discarder=None if hand.discarder is None else _checked_text("discarder", hand.discarder),
        flowers=_checked_number("flowers", hand.flowers),
        penalties=tuple(map(_checked_penalty, hand.penalties)),
        hand=_checked_text("hand", hand.hand),
        changes=None if hand.changes is None else _checked_changes(hand.changes),
    )


def _checked_penalty(penalty: object) -> Penalty:
    if not isinstance(penalty, Penalty):
        raise MatchError(f"{shown(penalty)} is no penalty: expected a Penalty")
    return Penalty(
        _checked_text("player", penalty.player),
        _checked_text("offence", penalty.offence),
        _checked_number("step", penalty.step),
        _checked_text("note", penalty.note),
    )


def _checked_text(name: str, value: object) -> str:
    return str(checked_file_text(name, value, MatchError))


def _checked_number(name: str, value: object) -> int:
    return checked_whole(name, value, -_MAX_NUMBER, _MAX_NUMBER, MatchError, _NUMBER)


def _checked_changes(changes: object) -> Changes:
    if isinstance(changes, (tuple, list)) and len(changes) == 4:
        try:
            a, b, c, d = (_checked_number("a change", change) for change in changes)
        except MatchError:
            pass
        else:
            return (a, b, c, d)
    raise MatchError(f"the changes {shown(changes)}: expected four whole numbers, by player")


def _check_time(entry: Entry, number: int, is_over: bool) -> None:
    if isinstance(entry, TimeUp) and (is_over or number == HAND_COUNT):
        raise MatchError("time is up, and the match was over before")
    if _is_hand(entry) and is_over:
        raise MatchError("a hand after the time was up")


def _record(match: Match, entry: Entry, number: int, totals: Changes, out: set[str]) -> Record:
    position = (
        _checked_position(match.players, number, match.seat_change) if _is_hand(entry) else None
    )
    settlement = settle_draw()
    rulings: tuple[Ruling, ...] = ()
    changes = settlement.changes
    if isinstance(entry, PlayedHand) and position:
        settlement, rulings, changes = _settled(match, entry, position, out)
    elif isinstance(entry, Correction):
        changes = _checked_correction(entry, number)
    return Record(entry, position, settlement, rulings, changes, _sum(totals, changes))


def _settled(
    match: Match, hand: PlayedHand, position: Position, out: set[str]
) -> tuple[Settlement, tuple[Ruling, ...], Changes]:
    """What a hand pays, what its penalties pay, and both by player."""
    names = [hand.winner, hand.discarder, *(penalty.player for penalty in hand.penalties)]
    for name in names:
        if name is not None and name not in match.players:
            raise MatchError(
                f"{shown(name)} is no player of this match: expected one of "
                f"{', '.join(match.players)}"
            )
    rulings = tuple(
        penalise(position.seat_of(p.player), p.offence, step=p.step, rules=match.penalties)
        for p in hand.penalties
    )
    _check_winner(hand, position, rulings, out)
    settlement = _win(match, hand, position)
    by_seat = [settlement.changes, *(ruling.changes for ruling in rulings)]
    sums = [sum(column) for column in zip(*by_seat)]
    changes = _by_player(match, position, sums)
    _check_written(hand.changes, changes)
    return settlement, rulings, changes


def _by_player(match: Match, position: Position, by_seat: Sequence[int]) -> Changes:
    a, b, c, d = (by_seat[position.seat_of(player)] for player in match.players)
    return (a, b, c, d)


def _win(match: Match, hand: PlayedHand, position: Position) -> Settlement:
    if hand.winner is None:
        return settle_draw()
    return settle_points(
        hand.points,
        winner=position.seat_of(hand.winner),
        discarder=None if hand.discarder is None else position.seat_of(hand.discarder),
        flowers=hand.flowers,
        rules=match.rules,
    )


def _check_winner(
    hand: PlayedHand, position: Position, rulings: tuple[Ruling, ...], out: set[str]
) -> None:
    if hand.winner is None:
        if (hand.points, hand.flowers, hand.discarder, hand.robbed_kong, hand.hand) != (
            0,
            0,
            None,
            False,
            "",
        ):
            raise MatchError("points, flowers, a discarder or a hand, and no winner")
        return
    if hand.robbed_kong and hand.discarder is None:
        raise MatchError("a robbed kong without the robbed player: name that player as discarder")
    if hand.winner in out:
        raise MatchError(f"{hand.winner} wins, and was disqualified before")
    for ruling in rulings:
        if ruling.sanction.hand_ends:
            raise MatchError(
                f"{hand.winner} wins, and {ruling.offence.name} ({ruling.offence.zh}) ends the hand"
            )
        if not ruling.sanction.may_win and ruling.offender is position.seat_of(hand.winner):
            raise MatchError(
                f"{hand.winner} wins, and may not after {ruling.offence.name} ({ruling.offence.zh})"
            )


def _check_written(written: Changes | None, changes: Changes) -> None:
    if written is not None and tuple(written) != changes:
        raise MatchError(
            f"the changes {shown(list(written))} (sum {sum(written)}) do not follow from the hand "
            f"and its penalties: {list(changes)}"
        )


def _checked_correction(entry: Correction, number: int) -> Changes:
    changes = entry.changes
    if entry.hand is not None and not 1 <= entry.hand <= number:
        raise MatchError(
            f"a correction of hand {shown(entry.hand)}, and {number} hands were played"
        )
    if sum(changes) != -entry.lost_to_table:
        lost = f" and {entry.lost_to_table} lost to the table" if entry.lost_to_table else ""
        raise MatchError(
            f"the changes {list(changes)} add up to {sum(changes)}{lost}: expected 0 in all"
        )
    return changes


def _disqualified(record: Record) -> set[str]:
    if record.position is None:
        return set()
    return {record.position.seats[r.offender] for r in record.rulings if r.sanction.disqualified}


def _sum(totals: Changes, changes: Changes) -> Changes:
    a, b, c, d = (total + change for total, change in zip(totals, changes))
    return (a, b, c, d)
