"""The plan of an event: its players, its rounds, what is played by, and the seating once it is
drawn. It is the head of an event file (TOML), written here and read by ``event_toml``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, ScheduleError, StandingsError
from ..names import check_name, find_same_names
from ..profile_json import rules_to_json
from ..profiles import RuleProfile, get_profile
from ..values import checked_items, checked_object, checked_whole
from .match import BASE_POINTS, SEAT_CHANGES, Match, SeatChange
from .match_json import penalties_to_json, seat_change_to_json
from .pairings import TableOfFour
from .penalties import PenaltyProfile, get_penalty_profile
from .presets import get_preset
from .seating.wishes import Apart, checked_apart, checked_fixed
from .standings import Entrant, Substitution

__all__ = [
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "EventPlan",
    "format_event_plan",
    "format_seating",
    "format_substitution",
]

MAX_PLAYERS: Final = 10_000
MAX_ROUNDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event before and between its rounds.

    ``seating``: the tables of each round that is drawn, from the first one. ``seed``: what it was
    drawn with, so that those of one country (``entrants``) or of a group (``apart``) seldom meet;
    ``fixed_tables``: player -> the number of the table where it always sits. ``preset``: how it is
    ranked. Raises ``StandingsError`` if a player is named twice, if fours do not divide the
    players, or if the seating, a substitution or a wish contradicts them.

    >>> plan = EventPlan(("An", "Bo", "Cai", "Du"), 1, seating=((("Du", "An", "Bo", "Cai"),),))
    >>> plan.start(1, 1).players
    ('Du', 'An', 'Bo', 'Cai')
    """

    players: tuple[str, ...]
    rounds: int
    title: str = ""
    rules: RuleProfile = field(default_factory=lambda: get_profile("mil"))
    penalties: PenaltyProfile = field(default_factory=lambda: get_penalty_profile("rulebook"))
    seat_change: SeatChange = SEAT_CHANGES["west"]
    base_points: int = BASE_POINTS
    seed: int = 0
    seating: tuple[tuple[TableOfFour, ...], ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    preset: str = "mil"
    entrants: tuple[Entrant, ...] = ()
    apart: tuple[Apart, ...] = ()
    fixed_tables: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        get_preset(self.preset)
        object.__setattr__(self, "entrants", _checked_entrants(self.entrants))
        _check_players(self.players)
        object.__setattr__(self, "players", tuple(self.players))
        for name, most in (("rounds", MAX_ROUNDS), ("seed", 10**9)):
            number = checked_whole(
                name, getattr(self, name), name == "rounds", most, StandingsError
            )
            object.__setattr__(self, name, number)
        self._check_head()
        self._check_wishes()
        _check_seating(self)
        _check_substitutions(self)

    def start(self, session: int, table: int) -> Match:
        """The match of a table in a round, before its first hand; substitutes sit at their places.

        Raises ``StandingsError`` if no such table is drawn.
        """
        tables = self.tables(session)
        place = checked_whole("table", table, 1, len(tables), StandingsError)
        return Match(
            tables[place - 1],
            (),
            self.rules,
            self.penalties,
            self.seat_change,
            self.base_points,
            self.title,
            session,
            place,
        )

    def tables(self, session: int) -> tuple[TableOfFour, ...]:
        """The tables of a round, substitutes at their places.

        Raises ``StandingsError`` if the round is not drawn.
        """
        number = checked_whole("round", session, 1, self.rounds, StandingsError)
        if number > len(self.seating):
            raise StandingsError(f"round {number} is not seated yet: event seat draws it")
        return tuple(
            (
                self._sits_for(east, number),
                self._sits_for(south, number),
                self._sits_for(west, number),
                self._sits_for(north, number),
            )
            for east, south, west, north in self.seating[number - 1]
        )

    def _sits_for(self, player: str, session: int) -> str:
        for substitution in self.substitutions:
            if substitution.player == player and substitution.session in (None, session):
                return substitution.substitute
        return player

    def _check_wishes(self) -> None:
        """Takes copies of ``apart`` and ``fixed_tables``."""
        try:
            apart = checked_apart(self.apart, self.players, "apart")
            checked_fixed(self.fixed_tables, self.players, "fixed_tables")
        except ScheduleError as error:
            raise StandingsError(str(error)) from None
        object.__setattr__(self, "apart", apart)
        object.__setattr__(self, "fixed_tables", dict(self.fixed_tables))

    def _check_head(self) -> None:
        """What a match of the event would be refused for, before there is one."""
        try:
            a, b, c, d = self.players[:4]
            Match(
                (a, b, c, d),
                (),
                self.rules,
                self.penalties,
                self.seat_change,
                self.base_points,
                self.title,
            )
        except GuobiaoError as error:
            raise StandingsError(str(error)) from None


def _check_player_count(count: int) -> None:
    """Raises ``StandingsError``, which says what would be right, if fours do not divide it."""
    if not 4 <= count <= MAX_PLAYERS:
        raise StandingsError(f"{count} players: expected 4 to {MAX_PLAYERS:,}, four a table")
    if odd := count % 4:
        more = 4 - odd
        raise StandingsError(
            f"{count} players: a table has four, so {more} more (substitutes) would make "
            f"{count + more}, or {odd} fewer (byes) {count - odd}"
        )


def _check_players(players: Sequence[str]) -> None:
    if not isinstance(players, (tuple, list)):
        raise StandingsError(f"players is {shown(players)}: expected names")
    for name in players:
        check_name("player", name, StandingsError)
    seen: set[str] = set()
    for name in players:
        if name in seen:
            raise StandingsError(f"player {shown(name)} is named twice: each player once")
        seen.add(name)
    if same := find_same_names(players):
        raise StandingsError(
            f"players {shown(same[0], 60)} and {shown(same[1], 60)} differ in blanks, case or "
            "width only: expected different names"
        )
    _check_player_count(len(players))


def _check_seating(plan: EventPlan) -> None:
    rounds = _listed("seating", plan.seating)
    if len(rounds) > plan.rounds:
        raise StandingsError(f"seating of {len(rounds)} rounds: the event has {plan.rounds}")
    players = set(plan.players)
    for number, tables in enumerate(rounds, start=1):
        seen: set[str] = set()
        for table in _listed(f"round {number}", tables):
            if len(_listed(f"round {number}: a table", table)) != 4:
                raise StandingsError(f"round {number}: {shown(table)}: expected four, E S W N")
            for name in table:
                if not isinstance(name, str) or name not in players:
                    raise StandingsError(f"round {number}: {shown(name)} is no player of the event")
                if name in seen:
                    raise StandingsError(f"round {number}: {shown(name)} has two seats")
                seen.add(name)


def _listed(name: str, value: object) -> Sequence[Any]:
    if not isinstance(value, (tuple, list)):
        raise StandingsError(f"{name} is {shown(value)}: expected a tuple")
    return value


def _check_substitutions(plan: EventPlan) -> None:
    players = set(plan.players)
    taken: defaultdict[str, set[int | None]] = defaultdict(set)
    for substitution in _listed("substitutions", plan.substitutions):
        checked_object("a substitution", substitution, Substitution, StandingsError)
        check_name("substitute", substitution.substitute, StandingsError)
        check_name("player", substitution.player, StandingsError)
        if substitution.player not in players:
            raise StandingsError(
                f"{shown(substitution.substitute)} is a substitute for "
                f"{shown(substitution.player)}, who is no player of the event"
            )
        if substitution.substitute in players:
            raise StandingsError(
                f"{shown(substitution.substitute)} is a player of the event: a substitute is not"
            )
        session = substitution.session
        if session is not None:
            checked_whole("the round of a substitute", session, 1, plan.rounds, StandingsError)
        for name in (substitution.player, substitution.substitute):
            if taken[name] and (session is None or taken[name] & {session, None}):
                raise StandingsError(f"{shown(name)} is in two substitutions of one round")
            taken[name].add(session)


# ------------------------------------------------------------------------------------------ writing


def _checked_entrants(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    return tuple(
        checked_object("an entrant", one, Entrant, StandingsError)
        for one in checked_items("entrants", entrants, StandingsError)
    )


def format_event_plan(plan: EventPlan) -> str:
    """The plan as TOML, from which ``make_event_plan`` makes it again.

    >>> print(format_event_plan(EventPlan(("An", "Bo", "Cai", "Du"), 1)).splitlines()[1])
    rounds = 1
    """
    checked_object("plan", plan, EventPlan, StandingsError)
    head: dict[str, object] = {
        "title": plan.title,
        "rounds": plan.rounds,
        "rules": rules_to_json(plan.rules),
        "penalties": penalties_to_json(plan.penalties),
        "seat_change": seat_change_to_json(plan.seat_change),
        "base_points": plan.base_points,
        "seed": plan.seed,
    }
    if plan.preset != "mil":
        head["preset"] = plan.preset
    if plan.fixed_tables:
        head["fixed_tables"] = plan.fixed_tables
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    lines += ["players = [", *(f"  {_toml(name)}," for name in plan.players), "]", ""]
    parts = ["\n".join(lines), *map(_format_entrant, plan.entrants)]
    parts += map(_format_apart, plan.apart)
    parts += map(format_substitution, plan.substitutions)
    return "".join([*parts, format_seating(plan.seating)])


def format_seating(seating: Sequence[Sequence[TableOfFour]], first: int = 1) -> str:
    """The tables of rounds, the number ``first`` and those after it, to stand at the end of an
    event file.
    """
    lines = []
    for number, tables in enumerate(seating, start=first):
        lines += ["", "[[seating]]", f"round = {number}", "tables = ["]
        lines += [*(f"  {_toml(table)}," for table in tables), "]"]
    return "".join(f"{line}\n" for line in lines)


def format_substitution(substitution: Substitution) -> str:
    """The substitution, to stand at the end of an event file."""
    values = [("substitute", substitution.substitute), ("player", substitution.player)]
    session = [] if substitution.session is None else [f"session = {substitution.session}"]
    lines = ["", "[[substitutions]]", *(f"{key} = {_toml(name)}" for key, name in values), *session]
    return "".join(f"{line}\n" for line in lines)


def _format_entrant(entrant: Entrant) -> str:
    texts = ("name", "country", "first_name", "last_name", "ema_number")
    told = {key: getattr(entrant, key) for key in texts if getattr(entrant, key)}
    if not entrant.ema_member:
        told["ema_member"] = False
    lines = ["", "[[entrants]]", *(f"{key} = {_toml(value)}" for key, value in told.items())]
    return "".join(f"{line}\n" for line in lines)


def _format_apart(group: Apart) -> str:
    told: dict[str, object] = {"name": group.name} if group.name else {}
    told |= {"players": group.players, "weight": group.weight}
    lines = ["", "[[apart]]", *(f"{key} = {_toml(value)}" for key, value in told.items())]
    return "".join(f"{line}\n" for line in lines)


def _toml(value: object) -> str:
    """A text, number, flag, list or table as TOML on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(str(k))} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
