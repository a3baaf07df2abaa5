"""Standings of an event: standard points (标准分), and the ranking of players, teams and nations.

Rulebook: of n ranked entrants the first gets n standard points, the k-th n - k, the last 0. Of the
four at a table these are 4 2 1 0, which today's events use as table points. Equal scores share the
points of the places that they take. The ranking is by total standard points, then total points,
then the best single game; entrants equal in all three share the place. Under the preset ``ema`` the
best game decides nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..values import checked_items, checked_object, checked_whole, whole_number
from .event import (
    Bye,
    Deduction,
    Entrant,
    Event,
    Game,
    Substitution,
    Team,
    Withdrawal,
    credited_player,
    game_of,
)
from .presets import Preset, get_preset

__all__ = [
    "Bye",
    "Deduction",
    "Entrant",
    "Event",
    "Game",
    "RankedGame",
    "RankedScore",
    "Standing",
    "Substitution",
    "Team",
    "Withdrawal",
    "game_of",
    "rank_nations",
    "rank_players",
    "rank_teams",
    "ranked_games",
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
class Standing:
    """A line of the standings. Entrants equal in all that counts share ``rank``.

    ``games`` does not count byes; ``best_game`` is 0 without games. What the ``deductions`` take is
    no longer in the points. ``withdrew_after``: the session after which a player has left.
    """

    rank: int
    name: str
    standard_points: Fraction
    points: int
    best_game: int
    games: int
    deductions: tuple[Deduction, ...] = ()
    withdrew_after: int | None = None

    def to_dict(self) -> dict[str, object]:
        """The line as ``guobiao standings --json`` prints it, of plain types; the standard points
        as a float. ``withdrew_after`` and ``deductions`` stand there if there are any.
        """
        told: dict[str, object] = {
            "rank": self.rank,
            "name": self.name,
            "standard_points": float(self.standard_points),
            "points": self.points,
            "best_game": self.best_game,
            "games": self.games,
        }
        if self.withdrew_after is not None:
            told["withdrew_after"] = self.withdrew_after
        if self.deductions:
            told["deductions"] = [_deduction_to_dict(one) for one in self.deductions]
        return told


def _deduction_to_dict(one: Deduction) -> dict[str, object]:
    return {
        "standard_points": float(one.standard_points),
        "points": one.points,
        "reason": one.reason,
    }


def rank_players(event: Event, preset: str | None = None) -> tuple[Standing, ...]:
    """The players by rank, equal ones by name.

    ``preset``: the tie-breaks (None: those of the event). The order of games, byes and
    substitutions does not matter.

    >>> one = Game((("An", 520), ("Bo", 500), ("Cai", 500), ("Du", 480)))
    >>> two = Game((("An", 490), ("Bo", 540), ("Cai", 480), ("Du", 490)))
    >>> ranked = rank_players(Event((one, two)))
    >>> [(one.rank, one.name, str(one.standard_points), one.points) for one in ranked[:2]]
    [(1, 'Bo', '11/2', 1040), (2, 'An', '11/2', 1010)]
    """
    rules = _rules_of(event, preset)
    behind = {one.player for one in event.withdrawals if one.last}
    return _ranked(_player_lines(event).values(), rules, behind)


def rank_teams(event: Event, preset: str | None = None) -> tuple[Standing, ...]:
    """The teams by rank: sums of their members' standard points and points, and the
    best game of any member. Only the best ``event.best_of_team`` members count.
    """
    rules = _rules_of(event, preset)
    lines = _player_lines(event)
    return _ranked(
        (
            _team_line(event, team, _best(event.best_of_team, map(lines.get, team.members), rules))
            for team in event.teams
        ),
        rules,
    )


def rank_nations(event: Event, preset: str | None = None) -> tuple[Standing, ...]:
    """The countries of ``event.entrants`` by rank: sums of their best ``event.best_of_nation``
    players. A nation with fewer players has their sum.
    """
    rules = _rules_of(event, preset)
    lines = _player_lines(event)
    members: defaultdict[str, list[Standing]] = defaultdict(list)
    for entrant in event.entrants:
        if entrant.country and entrant.name in lines:
            members[entrant.country].append(lines[entrant.name])
    return _ranked(
        (
            _sum_line(country, _best(event.best_of_nation, found, rules))
            for country, found in members.items()
        ),
        rules,
    )


def _rules_of(event: Event, preset: str | None) -> Preset:
    checked_object("event", event, Event, StandingsError)
    return get_preset(event.preset if preset is None else preset)


def _best(
    count: int | None, members: Iterable[Standing | None], rules: Preset
) -> Sequence[Standing]:
    found = [line for line in members if line is not None]
    return sorted(found, key=lambda line: _worth(line, rules), reverse=True)[:count]


def _team_line(event: Event, team: Team, members: Sequence[Standing]) -> Standing:
    return _reduced(_sum_line(team.name, members), event, "team")


def _sum_line(name: str, members: Sequence[Standing]) -> Standing:
    return Standing(
        0,
        name,
        sum((line.standard_points for line in members), Fraction()),
        sum(line.points for line in members),
        max((line.best_game for line in members), default=0),
        sum(line.games for line in members),
    )


def _ranked(
    lines: Iterable[Standing], rules: Preset, behind: Collection[str] = ()
) -> tuple[Standing, ...]:
    def worth(line: Standing) -> tuple[Fraction | int, ...]:
        return (line.name not in behind, *_worth(line, rules))

    listed = sorted(sorted(lines, key=lambda line: line.name), key=worth, reverse=True)
    ranks: dict[tuple[Fraction | int, ...], int] = {}
    for rank, line in enumerate(listed, start=1):
        ranks.setdefault(worth(line), rank)
    return tuple(replace(line, rank=ranks[worth(line)]) for line in listed)


def _worth(line: Standing, rules: Preset) -> tuple[Fraction | int, ...]:
    """What is compared, in this order."""
    return (line.standard_points, *(getattr(line, name) for name in rules.tie_breaks))


def _player_lines(event: Event) -> dict[str, Standing]:
    """The lines of all players who have a result, still without a rank."""
    results: defaultdict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for game in ranked_games(event):
        for one in game.scores:
            if one.player is not None:
                results[one.player].append((one.standard_points, one.points))
    byes: defaultdict[str, list[Bye]] = defaultdict(list)
    for bye in event.byes:
        byes[bye.player].append(bye)
    left = {one.player: one.after for one in event.withdrawals}
    return {
        name: _reduced(
            _player_line(name, results[name], byes[name], left.get(name)), event, "player"
        )
        for name in [*results, *(set(byes) - set(results))]
    }


def _player_line(
    name: str, results: Sequence[tuple[Fraction, int]], byes: Sequence[Bye], left: int | None
) -> Standing:
    return Standing(
        0,
        name,
        sum((award for award, _ in results), Fraction())
        + sum((bye.standard_points for bye in byes), Fraction()),
        sum(score for _, score in results) + sum(bye.points for bye in byes),
        max((score for _, score in results), default=0),
        len(results),
        withdrew_after=left,
    )


def _reduced(line: Standing, event: Event, kind: str) -> Standing:
    """The line after its deductions."""
    found = tuple(one for one in event.deductions if (one.kind, one.name) == (kind, line.name))
    return replace(
        line,
        standard_points=line.standard_points - sum((one.standard_points for one in found), 0),
        points=line.points - sum(one.points for one in found),
        deductions=found,
    )


# ----------------------------------------------------------------------------------------- by table


@dataclass(frozen=True, slots=True)
class RankedScore:
    """What a player has scored in a game, and the standard points for it. ``player`` is who is
    credited: None for a substitute who is not ranked.
    """

    name: str
    player: str | None
    points: int
    standard_points: Fraction


@dataclass(frozen=True, slots=True)
class RankedGame:
    """A game with its standard points, in the order of its players."""

    session: int | None
    table: int | None
    scores: tuple[RankedScore, ...]


def ranked_games(event: Event) -> tuple[RankedGame, ...]:
    """The games of the event in their order, each with what it gave to its players.

    >>> event = Event((Game((("An", 520), ("Bo", 500), ("Cai", 500), ("Du", 480)), 1, 1),))
    >>> [(one.name, str(one.standard_points)) for one in ranked_games(event)[0].scores]
    [('An', '4'), ('Bo', '3/2'), ('Cai', '3/2'), ('Du', '0')]
    """
    checked_object("event", event, Event, StandingsError)
    awards: dict[tuple[int, str], Fraction] = {}
    for group in _groups(event):
        scores = [score for place in group for _, score in event.games[place].scores]
        names = [(place, name) for place in group for name, _ in event.games[place].scores]
        due = event.awards or standard_points(len(scores))
        awards.update(zip(names, share_awards(scores, due)))
    return tuple(
        RankedGame(
            game.session,
            game.table,
            tuple(
                RankedScore(
                    name, credited_player(event, name, game.session), score, awards[place, name]
                )
                for name, score in game.scores
            ),
        )
        for place, game in enumerate(event.games)
    )


def _groups(event: Event) -> list[list[int]]:
    """The places of the games whose players are ranked together."""
    places = range(len(event.games))
    if event.ranked_in == "table":
        return [[place] for place in places]
    sessions: defaultdict[object, list[int]] = defaultdict(list)
    for place, game in zip(places, event.games):
        sessions[("unnumbered", place) if game.session is None else game.session].append(place)
    return list(sessions.values())
