"""Standings of an event: standard points (标准分), ranking with its tie-breaks,
teams, byes and substitutes.

Rulebook: of n ranked entrants the first gets n standard points, the k-th n - k, the last 0. Of the
four at a table these are 4 2 1 0, which today's events use as table points. Equal scores share the
points of the places that they take. The ranking is by total standard points, then total points,
then the best single game; entrants equal in all three share the place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..names import check_name, find_same_names
from ..values import checked_items, checked_object, checked_whole, whole_number
from .match import Match

__all__ = [
    "Bye",
    "Event",
    "Game",
    "Standing",
    "Substitution",
    "Team",
    "game_of",
    "rank_players",
    "rank_teams",
    "share_awards",
    "standard_points",
]


_MAX_ENTRANTS: Final = 100_000


def standard_points(entrant_count: int) -> tuple[int, ...]:
    """标准分 by rank for n entrants: n, n-2, n-3 … 0.

    Raises ``StandingsError`` if it is no whole number, or over 100,000.

    >>> standard_points(4), standard_points(6)
    ((4, 2, 1, 0), (6, 4, 3, 2, 1, 0))
    """
    count = whole_number(entrant_count, 0, _MAX_ENTRANTS)
    if count is None:
        raise StandingsError(
            f"{shown(entrant_count)} entrants: expected a whole number from 0 to {_MAX_ENTRANTS}"
        )
    return (count, *(count - rank for rank in range(2, count + 1)))


def share_awards(scores: Sequence[int], awards: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """The award of each score: the best gets the first one; equal scores share theirs.

    Give as many awards as scores.

    >>> [str(award) for award in share_awards([520, 520, 460, 500], (4, 2, 1, 0))]
    ['3', '3', '0', '1']
    """
    scores = [
        checked_whole("a score", score, None, None, StandingsError)
        for score in _items("scores", scores)
    ]
    awards = [_checked_award(award) for award in _items("awards", awards)]
    if len(awards) != len(scores):
        raise StandingsError(
            f"{len(awards)} awards for {len(scores)} entrants: expected one for each rank"
        )
    ranked = sorted(scores, reverse=True)
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    for score, award in zip(ranked, awards):
        total[score] += Fraction(award)
    shared_by = Counter(ranked)
    return tuple(total[score] / shared_by[score] for score in scores)


def _items(name: str, value: Iterable[Any]) -> Iterator[Any]:
    return checked_items(name, value, StandingsError)


def _checked_award(award: object) -> Fraction:
    if isinstance(award, Fraction):
        return award
    return Fraction(checked_whole("an award", award, None, None, StandingsError))


@dataclass(frozen=True, slots=True)
class Game:
    """The result of one match: the 局分 of its four players.

    ``session`` and ``table`` are None if they have no number.
    """

    scores: tuple[tuple[str, int], ...]
    session: int | None = None
    table: int | None = None


def game_of(match: Match) -> Game:
    """The result of a match, as it stands."""
    checked_object("match", match, Match, StandingsError)
    return Game(tuple(zip(match.players, match.totals)), match.session, match.table)


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who sits out a session (轮空), and what the event gives for it."""

    player: str
    session: int
    standard_points: Fraction
    points: int


@dataclass(frozen=True, slots=True)
class Substitution:
    """``substitute`` (替补) plays for ``player``, who is credited with the result: in one
    session, or in all (None).
    """

    substitute: str
    player: str
    session: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its points are the sums of its members'."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Games and how they are ranked.

    Raises ``StandingsError`` if they contradict, such as with a player at
    two tables of one session.

    ``ranked_in``: standard points are given among the players of a table, or among all of a
    session. ``awards`` by rank; None: those of the rulebook for as many as are ranked.
    """

    games: tuple[Game, ...]
    teams: tuple[Team, ...] = ()
    byes: tuple[Bye, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    ranked_in: Literal["table", "session"] = "table"
    awards: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        if self.ranked_in not in ("table", "session"):
            raise StandingsError(
                f"ranked in {shown(self.ranked_in)}: expected 'table' or 'session'"
            )
        _check_names(self)
        _check_games(self.games)
        _check_substitutions(self)
        _check_once_a_session(self)
        _check_teams(self)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. Entrants equal in all that counts share ``rank``.

    ``games`` does not count byes; ``best_game`` is 0 without games.
    """

    rank: int
    name: str
    standard_points: Fraction
    points: int
    best_game: int
    games: int

    def to_dict(self) -> dict[str, object]:
        """The line as ``guobiao standings --json`` prints it, of plain types; the standard points
        as a float.
        """
        return {
            "rank": self.rank,
            "name": self.name,
            "standard_points": float(self.standard_points),
            "points": self.points,
            "best_game": self.best_game,
            "games": self.games,
        }


def rank_players(event: Event) -> tuple[Standing, ...]:
    """The players by rank, equal ones by name.

    The order of games, byes and substitutions does not matter.

    >>> one = Game((("An", 520), ("Bo", 500), ("Cai", 500), ("Du", 480)))
    >>> two = Game((("An", 490), ("Bo", 540), ("Cai", 480), ("Du", 490)))
    >>> ranked = rank_players(Event((one, two)))
    >>> [(one.rank, one.name, str(one.standard_points), one.points) for one in ranked[:2]]
    [(1, 'Bo', '11/2', 1040), (2, 'An', '11/2', 1010)]
    """
    checked_object("event", event, Event, StandingsError)
    return _ranked(_player_lines(event).values())


def rank_teams(event: Event) -> tuple[Standing, ...]:
    """The teams by rank: sums of their members' standard points and points, and the
    best game of any member.
    """
    checked_object("event", event, Event, StandingsError)
    lines = _player_lines(event)
    return _ranked(
        _team_line(team, [lines[member] for member in team.members]) for team in event.teams
    )


def _team_line(team: Team, members: Sequence[Standing]) -> Standing:
    return Standing(
        0,
        team.name,
        sum((line.standard_points for line in members), Fraction()),
        sum(line.points for line in members),
        max((line.best_game for line in members), default=0),
        sum(line.games for line in members),
    )


def _ranked(lines: Iterable[Standing]) -> tuple[Standing, ...]:
    listed = sorted(lines, key=lambda line: (*(-value for value in _worth(line)), line.name))
    ranks: dict[tuple[Fraction, int, int], int] = {}
    for rank, line in enumerate(listed, start=1):
        ranks.setdefault(_worth(line), rank)
    return tuple(
        Standing(ranks[_worth(line)], line.name, *_worth(line), line.games) for line in listed
    )


def _worth(line: Standing) -> tuple[Fraction, int, int]:
    """What is compared, in this order."""
    return line.standard_points, line.points, line.best_game


def _player_lines(event: Event) -> Mapping[str, Standing]:
    results: defaultdict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for group in _groups(event):
        awards = event.awards or standard_points(len(group))
        for (player, score), award in zip(
            group, share_awards([score for _, score in group], awards)
        ):
            results[player].append((award, score))
    byes: defaultdict[str, list[Bye]] = defaultdict(list)
    for bye in event.byes:
        byes[bye.player].append(bye)
    return {
        name: _player_line(name, results[name], byes[name])
        for name in [*results, *(set(byes) - set(results))]
    }


def _player_line(
    name: str, results: Sequence[tuple[Fraction, int]], byes: Sequence[Bye]
) -> Standing:
    return Standing(
        0,
        name,
        sum((award for award, _ in results), Fraction())
        + sum((bye.standard_points for bye in byes), Fraction()),
        sum(score for _, score in results) + sum(bye.points for bye in byes),
        max((score for _, score in results), default=0),
        len(results),
    )


def _groups(event: Event) -> list[list[tuple[str, int]]]:
    """The scores that are ranked together, each with the player who is credited."""
    tables = [
        [(_credited(event, name, game.session), score) for name, score in game.scores]
        for game in event.games
    ]
    if event.ranked_in == "table":
        return tables
    sessions: defaultdict[object, list[tuple[str, int]]] = defaultdict(list)
    for place, (game, scores) in enumerate(zip(event.games, tables)):
        sessions[("unnumbered", place) if game.session is None else game.session] += scores
    return list(sessions.values())


def _credited(event: Event, name: str, session: int | None) -> str:
    for substitution in event.substitutions:
        if substitution.substitute == name and substitution.session in (None, session):
            return substitution.player
    return name


# ------------------------------------------------------------------------------------------- checks

_TABLE_OF: Final = 4


def _check_names(event: Event) -> None:
    """A player written in two ways would be ranked as two players."""
    players = [name for game in event.games for name, _ in game.scores]
    players += [bye.player for bye in event.byes]
    players += [name for one in event.substitutions for name in (one.substitute, one.player)]
    players += [member for team in event.teams for member in team.members]
    teams = [team.name for team in event.teams]
    for kind, names in (("players", players), ("teams", teams)):
        for name in names:
            check_name(kind[:-1], name, StandingsError)
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
    credited = [(_credited(event, name, session), session) for name, session in played]
    for (name, session), count in Counter(played).items():
        if count > 1:
            raise StandingsError(f"{shown(name)} plays at {count} tables in session {session}")
    byes = Counter((bye.player, bye.session) for bye in event.byes)
    for (name, session), count in (Counter(credited) + byes).items():
        if count > 1:
            raise StandingsError(
                f"{shown(name)} has {count} results in session {session}: games, substitutes and "
                "byes"
            )
    for game in event.games:
        names = [_credited(event, name, game.session) for name, _ in game.scores]
        if len(set(names)) < len(names):
            raise StandingsError(f"{_where(game)}: a player and the substitute at one table")


def _check_teams(event: Event) -> None:
    known = {
        _credited(event, name, game.session) for game in event.games for name, _ in game.scores
    }
    known |= {bye.player for bye in event.byes}
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
