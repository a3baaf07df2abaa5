"""An event: its games, and what else counts in its standings. All of it is checked when it is made:
each value by itself, and the event for contradictions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..names import check_name, find_same_names
from ..values import (
    checked_flag,
    checked_items,
    checked_object,
    checked_text,
    checked_whole,
    real_number,
)
from ..visible import has_control_characters
from .match import Match
from .presets import get_preset

__all__ = [
    "Bye",
    "Deduction",
    "Entrant",
    "Event",
    "Game",
    "Substitution",
    "Team",
    "Withdrawal",
    "check_ema_number",
    "check_line",
    "checked_award",
    "credited_player",
    "game_of",
]

_MOST_POINTS: Final = 10**9
_MOST_AWARD: Final = 10**6
_TABLE_OF: Final = 4


@dataclass(frozen=True, slots=True)
class Game:
    """The result of one match: the 局分 of its four players.

    ``session`` and ``table`` are None if they have no number.
    """

    scores: tuple[tuple[str, int], ...]
    session: int | None = None
    table: int | None = None

    def __post_init__(self) -> None:
        _set(self, scores=tuple(map(_checked_score, _items("scores", self.scores))))
        for name in ("session", "table"):
            if (value := getattr(self, name)) is not None:
                _set(self, **{name: _number(name, value)})


def game_of(match: Match, *, base_points: int | None = None) -> Game:
    """The result of a match, as it stands.

    ``base_points``: as if the players had begun with this many points (None: with those of the
    match).

    >>> from guobiao.competition.match import start_match
    >>> game_of(start_match(["An", "Bo", "Cai", "Du"]), base_points=0).scores[0]
    ('An', 0)
    """
    checked_object("match", match, Match, StandingsError)
    more = 0 if base_points is None else _number("base_points", base_points) - match.base_points
    scores = tuple((name, total + more) for name, total in zip(match.players, match.totals))
    return Game(scores, match.session, match.table)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event as the list of entries has it. ``ema_number`` is a text: it may begin
    with 0.
    """

    name: str
    country: str = ""
    first_name: str = ""
    last_name: str = ""
    ema_number: str = ""
    ema_member: bool = True

    def __post_init__(self) -> None:
        check_name("player", self.name, StandingsError)
        for name in ("country", "first_name", "last_name"):
            check_line(name, getattr(self, name))
        check_ema_number(self.ema_number)
        _set(self, ema_member=checked_flag("ema_member", self.ema_member, StandingsError))


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who sits out a session (轮空), and what the event gives for it."""

    player: str
    session: int
    standard_points: Fraction
    points: int

    def __post_init__(self) -> None:
        checked_text("player", self.player, StandingsError)
        _set(
            self,
            session=_number("session", self.session),
            standard_points=checked_award("standard_points", self.standard_points),
            points=_number("points", self.points),
        )


@dataclass(frozen=True, slots=True)
class Substitution:
    """``substitute`` (替补) plays for ``player``, who is credited with the result: in one
    session, or in all (None).

    If it is not ``ranked``, nobody is credited: the substitute only fills the seat, of ``player``
    or of nobody (an empty text).
    """

    substitute: str
    player: str
    session: int | None = None
    ranked: bool = True

    def __post_init__(self) -> None:
        checked_text("substitute", self.substitute, StandingsError)
        checked_text("player", self.player, StandingsError)
        if self.session is not None:
            _set(self, session=_number("session", self.session))
        _set(self, ranked=checked_flag("ranked", self.ranked, StandingsError))


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A player who has left the event (退赛) after a session, and has no results later.

    The results until then stand. ``last``: the player is ranked behind all who stayed.
    """

    player: str
    after: int
    last: bool = False

    def __post_init__(self) -> None:
        checked_text("player", self.player, StandingsError)
        _set(
            self,
            after=checked_whole("after", self.after, 0, _MOST_POINTS, StandingsError),
            last=checked_flag("last", self.last, StandingsError),
        )


@dataclass(frozen=True, slots=True)
class Deduction:
    """Standard points (and points) that the referee takes from a player, or from a team
    (``kind="team"``).
    """

    name: str
    standard_points: Fraction
    points: int = 0
    reason: str = ""
    kind: Literal["player", "team"] = "player"

    def __post_init__(self) -> None:
        checked_text("name", self.name, StandingsError)
        if not isinstance(self.kind, str) or self.kind not in ("player", "team"):
            raise StandingsError(f"kind is {shown(self.kind)}: expected 'player' or 'team'")
        check_line("reason", self.reason)
        taken = checked_award("standard_points", self.standard_points)
        if taken < 0:
            raise StandingsError(
                f"standard_points is {taken!s:.40}: they are taken away, expected a number from 0"
            )
        points = checked_whole("points", self.points, 0, _MOST_POINTS, StandingsError)
        _set(self, standard_points=taken, points=points)


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its points are the sums of its members'."""

    name: str
    members: tuple[str, ...]

    def __post_init__(self) -> None:
        checked_text("name", self.name, StandingsError)
        members = (
            checked_text("a member", one, StandingsError) for one in _items("members", self.members)
        )
        _set(self, members=tuple(members))


@dataclass(frozen=True, slots=True)
class Event:
    """Games and how they are ranked.

    Raises ``StandingsError`` if they contradict, such as with a player at
    two tables of one session, or if a part is of a wrong type.

    ``ranked_in``: standard points are given among the players of a table, or among all of a
    session. ``awards`` by rank; None: those of the rulebook for as many as are ranked. ``preset``:
    the tie-breaks (``presets``). ``entrants``, if there are any, are all who may be ranked.
    ``best_of_team``, ``best_of_nation``: how many members count (None: all).
    """

    games: tuple[Game, ...]
    teams: tuple[Team, ...] = ()
    byes: tuple[Bye, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    ranked_in: Literal["table", "session"] = "table"
    awards: tuple[Fraction, ...] | None = None
    entrants: tuple[Entrant, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    best_of_team: int | None = None
    best_of_nation: int | None = 3
    preset: str = "mil"
    title: str = ""
    dates: str = ""

    def __post_init__(self) -> None:
        _check_parts(self)
        _check_names(self)
        _check_games(self.games)
        _check_substitutions(self)
        _check_once_a_session(self)
        known = _check_entrants(self)
        _check_teams(self, known)
        _check_deductions(self, known)
        _check_withdrawals(self, known)


def credited_player(event: Event, name: str, session: int | None) -> str | None:
    """Who is credited with what this player has scored in the session; None: nobody."""
    for substitution in event.substitutions:
        if substitution.substitute == name and substitution.session in (None, session):
            return substitution.player if substitution.ranked else None
    return name


# ------------------------------------------------------------------------------------------- values


def checked_award(name: str, value: object) -> Fraction:
    """Standard points as a fraction: 2.5 is five halves, not the nearest binary number."""
    number = real_number(value)
    if number is None or abs(number) > _MOST_AWARD:
        raise StandingsError(f"{name} is {shown(value)}: expected a number")
    return value if isinstance(value, Fraction) else Fraction(str(number))


def _set(value: object, **fields: object) -> None:
    """Give a frozen value its checked fields."""
    for name, field in fields.items():
        object.__setattr__(value, name, field)


def _items(name: str, value: Iterable[Any]) -> Iterator[Any]:
    return checked_items(name, value, StandingsError)


def _number(name: str, value: object) -> int:
    return checked_whole(name, value, -_MOST_POINTS, _MOST_POINTS, StandingsError)


def check_ema_number(value: object) -> None:
    """Raises ``StandingsError`` if it is neither a number in digits nor empty."""
    number = checked_text("ema_number", value, StandingsError)
    if number and not (number.isascii() and number.isdigit()):
        raise StandingsError(f"ema_number is {shown(number)}: expected digits")


def check_line(name: str, value: object) -> None:
    """Raises ``StandingsError`` if it is no text, or has control characters."""
    text = checked_text(name, value, StandingsError)
    if has_control_characters(text):
        raise StandingsError(f"{name} is {shown(text)}: expected no control characters")


def _checked_score(score: object) -> tuple[str, int]:
    if not isinstance(score, Sequence) or isinstance(score, (str, bytes)) or len(score) != 2:
        raise StandingsError(f"a score is {shown(score)}: expected a player and its points")
    name, points = score
    return checked_text("a player", name, StandingsError), _number("a score", points)


def _check_parts(event: Event) -> None:
    """Each field is of its type, and becomes a tuple where it is a list."""
    for name, kind in _PARTS.items():
        given = _items(name, getattr(event, name))
        parts = [
            checked_object(f"an entry of {name}", part, kind, StandingsError) for part in given
        ]
        _set(event, **{name: tuple(parts)})
    if not isinstance(event.ranked_in, str) or event.ranked_in not in ("table", "session"):
        raise StandingsError(f"ranked in {shown(event.ranked_in)}: expected 'table' or 'session'")
    if event.awards is not None:
        awards = (checked_award("an award", award) for award in _items("awards", event.awards))
        _set(event, awards=tuple(awards))
    for name in ("best_of_team", "best_of_nation"):
        if (count := getattr(event, name)) is not None:
            _set(event, **{name: checked_whole(name, count, 1, _MOST_POINTS, StandingsError)})
    get_preset(event.preset)
    check_line("title", event.title)
    check_line("dates", event.dates)


_PARTS: Final[dict[str, type[object]]] = {
    "games": Game,
    "teams": Team,
    "byes": Bye,
    "substitutions": Substitution,
    "entrants": Entrant,
    "deductions": Deduction,
    "withdrawals": Withdrawal,
}


# ----------------------------------------------------------------------------------- contradictions


def _check_names(event: Event) -> None:
    """A player written in two ways would be ranked as two players."""
    players = [name for game in event.games for name, _ in game.scores]
    players += [bye.player for bye in event.byes]
    players += [one.substitute for one in event.substitutions]
    players += [one.player for one in event.substitutions if one.player or one.ranked]
    players += [member for team in event.teams for member in team.members]
    players += [entrant.name for entrant in event.entrants]
    players += [one.player for one in event.withdrawals]
    players += [one.name for one in event.deductions if one.kind == "player"]
    teams = [team.name for team in event.teams]
    teams += [one.name for one in event.deductions if one.kind == "team"]
    countries = [entrant.country for entrant in event.entrants if entrant.country]
    for kind, one, names in (
        ("players", "player", players),
        ("teams", "team", teams),
        ("countries", "country", countries),
    ):
        for name in names:
            check_name(one, name, StandingsError)
        if same := find_same_names(names):
            raise StandingsError(
                f"{kind} {shown(same[0], 60)} and {shown(same[1], 60)} differ in blanks or case "
                "only: one, or two?"
            )


def _check_games(games: Sequence[Game]) -> None:
    for game in games:
        names = {name for name, _ in game.scores}
        if len(game.scores) != _TABLE_OF or len(names) != _TABLE_OF:
            raise StandingsError(
                f"{_where(game)}: {len(names)} players: expected four different ones"
            )
    places = Counter(
        (game.session, game.table) for game in games if None not in (game.session, game.table)
    )
    for (session, table), count in places.items():
        if count > 1:
            raise StandingsError(f"session {session}, table {table}: {count} games, expected one")


def _where(game: Game) -> str:
    listed = " ".join(name for name, _ in game.scores)
    return f"session {game.session}, table {game.table} ({listed:.80})"


def _check_substitutions(event: Event) -> None:
    seen = [(s.substitute, s.session) for s in event.substitutions]
    for substitution in event.substitutions:
        name = substitution.substitute
        if name == substitution.player:
            raise StandingsError(f"{shown(name)} is a substitute for himself")
        if seen.count((name, substitution.session)) > 1 or (
            substitution.session is not None and (name, None) in seen
        ):
            raise StandingsError(f"{shown(name)} is a substitute twice in one session")
        if not any(
            name == player and substitution.session in (None, game.session)
            for game in event.games
            for player, _ in game.scores
        ):
            when = "" if substitution.session is None else f" in session {substitution.session}"
            raise StandingsError(f"the substitute {shown(name)} did not play{when}")


def _check_once_a_session(event: Event) -> None:
    """Nobody plays, is credited or sits out twice in a session that has a number."""
    played = [
        (name, game.session)
        for game in event.games
        for name, _ in game.scores
        if game.session is not None
    ]
    for (name, session), count in Counter(played).items():
        if count > 1:
            raise StandingsError(f"{shown(name)} plays at {count} tables in session {session}")
    for (name, numbered), count in Counter(_results(event)).items():
        if count > 1 and numbered is not None:
            raise StandingsError(
                f"{shown(name)} has {count} results in session {numbered}: games, substitutes and "
                "byes"
            )
    for game in event.games:
        names = [credited_player(event, name, game.session) for name, _ in game.scores]
        if any(count > 1 for name, count in Counter(names).items() if name is not None):
            raise StandingsError(f"{_where(game)}: a player and the substitute at one table")


def _results(event: Event) -> list[tuple[str, int | None]]:
    """Who is credited with a result, or sits out, and in which session; a line a result."""
    credited = [
        (credited_player(event, name, game.session), game.session)
        for game in event.games
        for name, _ in game.scores
    ]
    named = [(name, session) for name, session in credited if name is not None]
    return [*named, *((bye.player, bye.session) for bye in event.byes)]


def _check_entrants(event: Event) -> set[str]:
    """Returns who has a result."""
    known = {name for name, _ in _results(event)}
    entered = Counter(entrant.name for entrant in event.entrants)
    for name, count in entered.items():
        if count > 1:
            raise StandingsError(f"{shown(name)} is listed {count} times among the entrants")
    if entered and (strangers := sorted(known - set(entered))):
        raise StandingsError(
            f"{shown(strangers[0])} has a result and is not among the entrants: a substitute is "
            "listed in substitutions"
        )
    numbers = Counter(entrant.ema_number for entrant in event.entrants if entrant.ema_number)
    for number, count in numbers.items():
        if count > 1:
            raise StandingsError(f"{count} entrants have the EMA number {number}")
    return known


def _check_teams(event: Event, known: set[str]) -> None:
    members = Counter(member for team in event.teams for member in team.members)
    for member, count in members.items():
        if count > 1:
            raise StandingsError(f"{shown(member)} is in {count} teams, or twice in one")
        if member not in known:
            raise StandingsError(
                f"{shown(member)} is in a team and has no result: a reserve who never played is "
                "left out"
            )
    for name, count in Counter(team.name for team in event.teams).items():
        if count > 1:
            raise StandingsError(f"{count} teams are called {shown(name)}")


def _check_deductions(event: Event, known: set[str]) -> None:
    teams = {team.name for team in event.teams}
    for deduction in event.deductions:
        if deduction.name not in (known if deduction.kind == "player" else teams):
            raise StandingsError(
                f"a deduction of {shown(deduction.name)}: no {deduction.kind} of this name is "
                "ranked"
            )


def _check_withdrawals(event: Event, known: set[str]) -> None:
    results = _results(event)
    for player, count in Counter(one.player for one in event.withdrawals).items():
        if count > 1:
            raise StandingsError(f"{shown(player)} has withdrawn {count} times")
        if player not in known:
            raise StandingsError(
                f"{shown(player)} has withdrawn and has no result: a player who never played is "
                "left out"
            )
    for one in event.withdrawals:
        later = [s for name, s in results if name == one.player and s is not None and s > one.after]
        if later:
            raise StandingsError(
                f"{shown(one.player)} has withdrawn after session {one.after} and has a result in "
                f"session {min(later)}"
            )
