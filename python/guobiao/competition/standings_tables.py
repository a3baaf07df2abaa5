"""The standings, results and seating of an event as tables, in English or Chinese, for a terminal,
a file or a page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from mahjong_core.messages import shown

from ..errors import StandingsError
from ..values import checked_object
from .event import Deduction, Event
from .pairings import Schedule
from .presets import get_preset
from .standings import (
    RankedGame,
    RankedScore,
    Standing,
    rank_nations,
    rank_players,
    rank_teams,
    ranked_games,
)

__all__ = [
    "LANGUAGES",
    "Cell",
    "Table",
    "cell_text",
    "result_tables",
    "seating_tables",
    "standings_tables",
    "words_of",
]

Cell = str | int | Fraction
"""A text, or a number: only what is a number may work as one in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title; each row has as many cells as the heading."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "standings": "Standings",
        "seating": "Seating",
        "results": "Results",
        "players": "Players",
        "teams": "Teams",
        "nations": "Nations",
        "rank": "Rank",
        "player": "Player",
        "team": "Team",
        "nation": "Nation",
        "country": "Country",
        "standard_points": "Standard points",
        "ema standard_points": "Table points",
        "points": "Points",
        "ema points": "Mini points",
        "best_game": "Best game",
        "games": "Games",
        "note": "Note",
        "session": "Session {}",
        "unnumbered": "Games without a session",
        "table": "Table",
        "seat": "Seat",
        "seats": "East South West North",
        "withdrew": "withdrew after session {}",
        "deducted": "standard points -{}",
        "deducted points": "points -{}",
        "reason": " ({})",
        "stands in": "{} for {}",
        "not ranked": "{} (not ranked)",
    },
    "zh": {
        "standings": "名次表",
        "seating": "座位表",
        "results": "成绩表",
        "players": "选手",
        "teams": "团体",
        "nations": "国家和地区",
        "rank": "名次",
        "player": "选手",
        "team": "队伍",
        "nation": "国家或地区",
        "country": "国家或地区",
        "standard_points": "标准分",
        "ema standard_points": "标准分",
        "points": "总分",
        "ema points": "小分",
        "best_game": "最高局分",
        "games": "局数",
        "note": "备注",
        "session": "第{}轮",
        "unnumbered": "未编轮次",
        "table": "桌号",
        "seat": "座位",
        "seats": "东 南 西 北",
        "withdrew": "第{}轮后退赛",
        "deducted": "扣标准分{}",
        "deducted points": "扣分{}",
        "reason": "（{}）",
        "stands in": "{}（替{}）",
        "not ranked": "{}（不计名次）",
    },
}
LANGUAGES: Final = tuple(_WORDS)


def words_of(lang: str) -> Mapping[str, str]:
    """The words of the tables in a language.

    Raises ``StandingsError`` if it is none of ``LANGUAGES``.

    >>> words_of("zh")["rank"]
    '名次'
    """
    if not isinstance(lang, str) or lang not in _WORDS:
        raise StandingsError(f"language {shown(lang)}: expected {' or '.join(LANGUAGES)}")
    return _WORDS[lang]


def cell_text(cell: Cell) -> str:
    """The cell as it is shown: a fraction with at most two decimal places.

    >>> cell_text(Fraction(3, 2)), cell_text(Fraction(7, 3)), cell_text(-8), cell_text("-8")
    ('1.5', '2.33', '-8', '-8')
    """
    if isinstance(cell, Fraction):
        text = f"{float(cell):.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return str(cell)


# ------------------------------------------------------------------------------------------ ranking


def standings_tables(
    event: Event, *, preset: str | None = None, lang: str = "en"
) -> tuple[Table, ...]:
    """The ranking of the players; of the teams and of the nations, if there are any.

    >>> from guobiao.competition.event import Game
    >>> event = Event((Game((("An", 20), ("Bo", 0), ("Cai", 0), ("Du", -20))),), preset="ema")
    >>> (table,) = standings_tables(event)
    >>> table.heading, table.rows[0]
    (('Rank', 'Player', 'Table points', 'Mini points', 'Games'), (1, 'An', Fraction(4, 1), 20, 1))
    """
    words = words_of(lang)
    players = rank_players(event, preset)
    rules = get_preset(event.preset if preset is None else preset).name
    countries = {entrant.name: entrant.country for entrant in event.entrants}
    tables = [_ranking(words, "player", rules, players, countries)]
    if event.teams:
        tables.append(_ranking(words, "team", rules, rank_teams(event, preset), {}))
    if nations := rank_nations(event, preset):
        tables.append(_ranking(words, "nation", rules, nations, {}))
    return tuple(tables)


def _ranking(
    words: Mapping[str, str],
    kind: str,
    rules: str,
    lines: Sequence[Standing],
    country_of: Mapping[str, str],
) -> Table:
    """Countries and notes are left out where nobody has one."""
    countries = [country_of.get(line.name, "") for line in lines]
    notes = [_note(line, words) for line in lines]
    columns: list[tuple[bool, str, Sequence[Cell]]] = [
        (True, words["rank"], [line.rank for line in lines]),
        (True, words[kind], [line.name for line in lines]),
        (any(countries), words["country"], countries),
        (True, _word(words, rules, "standard_points"), [line.standard_points for line in lines]),
        (True, _word(words, rules, "points"), [line.points for line in lines]),
        (
            "best_game" in get_preset(rules).tie_breaks,
            words["best_game"],
            [line.best_game for line in lines],
        ),
        (True, words["games"], [line.games for line in lines]),
        (any(notes), words["note"], notes),
    ]
    heading, cells = zip(*(column[1:] for column in columns if column[0]))
    return Table(words[f"{kind}s"], heading, tuple(zip(*cells)))


def _word(words: Mapping[str, str], rules: str, name: str) -> str:
    """The word of this preset, or of all."""
    return words.get(f"{rules} {name}", words[name])


def _note(line: Standing, words: Mapping[str, str]) -> str:
    notes = [_deduction(one, words) for one in line.deductions]
    if line.withdrew_after is not None:
        notes.append(words["withdrew"].format(line.withdrew_after))
    return "; ".join(notes)


def _deduction(deduction: Deduction, words: Mapping[str, str]) -> str:
    taken = [
        words[word].format(cell_text(value))
        for word, value in (
            ("deducted", deduction.standard_points),
            ("deducted points", deduction.points),
        )
        if value
    ]
    reason = words["reason"].format(deduction.reason) if deduction.reason else ""
    return ", ".join(taken) + reason


# ------------------------------------------------------------------------------------------ results


def result_tables(
    event: Event, *, preset: str | None = None, lang: str = "en"
) -> tuple[Table, ...]:
    """A table for each session with the results of its tables; at last the games without a number
    of a session.
    """
    words = words_of(lang)
    sessions: defaultdict[int | None, list[RankedGame]] = defaultdict(list)
    for game in ranked_games(event):
        sessions[game.session].append(game)
    rules = get_preset(event.preset if preset is None else preset).name
    heading = (
        words["table"],
        words["seat"],
        words["player"],
        _word(words, rules, "points"),
        _word(words, rules, "standard_points"),
    )
    return tuple(
        Table(
            words["unnumbered"] if session is None else words["session"].format(session),
            heading,
            tuple(_result_rows(sessions[session], words)),
        )
        for session in sorted(sessions, key=lambda number: (number is None, number or 0))
    )


def _result_rows(
    games: Sequence[RankedGame], words: Mapping[str, str]
) -> Iterator[tuple[Cell, ...]]:
    for game in sorted(games, key=lambda one: (one.table is None, one.table or 0)):
        table = "" if game.table is None else game.table
        for seat, one in zip(words["seats"].split(), game.scores):
            yield table, seat, _who(one, words), one.points, one.standard_points


def _who(score: RankedScore, words: Mapping[str, str]) -> str:
    if score.player is None:
        return words["not ranked"].format(score.name)
    if score.player != score.name:
        return words["stands in"].format(score.name, score.player)
    return score.name


# ------------------------------------------------------------------------------------------ seating


def seating_tables(schedule: Schedule, *, lang: str = "en") -> tuple[Table, ...]:
    """A table for each session with who sits where; at last a list of the players with table and
    seat in each session.

    >>> from guobiao.competition.pairings import make_schedule
    >>> first, players = seating_tables(make_schedule("ABCD"))
    >>> first.rows, players.rows[1]
    (((1, 'A', 'B', 'C', 'D'),), ('B', '1 South'))
    """
    checked_object("schedule", schedule, Schedule, StandingsError)
    words = words_of(lang)
    seats = tuple(words["seats"].split())
    sessions = [words["session"].format(number) for number in range(1, len(schedule.rounds) + 1)]
    tables = [
        Table(
            session,
            (words["table"], *seats),
            tuple((number, *names) for number, names in enumerate(tables, start=1)),
        )
        for session, tables in zip(sessions, schedule.rounds)
    ]
    return (*tables, _by_player(schedule, words, seats, sessions))


def _by_player(
    schedule: Schedule, words: Mapping[str, str], seats: Sequence[str], sessions: Sequence[str]
) -> Table:
    places: defaultdict[str, list[str]] = defaultdict(lambda: [""] * len(sessions))
    for session, tables in enumerate(schedule.rounds):
        for table, names in enumerate(tables, start=1):
            for seat, name in zip(seats, names):
                places[name][session] = f"{table} {seat}"
    rows = tuple((name, *places[name]) for name in sorted(places))
    return Table(words["players"], (words["player"], *sessions), rows)
