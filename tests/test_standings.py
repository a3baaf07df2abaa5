"""Standings: standard points, shared awards, every tie-break, teams, byes and substitutes, whatever
the order of input.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guobiao.competition.match import PlayedHand, start_match
from guobiao.competition.standings import (
    Bye,
    Event,
    Game,
    Substitution,
    Team,
    game_of,
    rank_players,
    rank_teams,
    share_awards,
    standard_points,
)
from guobiao.errors import StandingsError


def game(scores: str, session: int | None = None, table: int | None = None) -> Game:
    """``"An 520 Bo 500 …"``"""
    words = scores.split()
    return Game(
        tuple((name, int(score)) for name, score in zip(words[::2], words[1::2])), session, table
    )


def lines(event: Event) -> list[tuple[int, str, str, int, int]]:
    return [
        (s.rank, s.name, str(s.standard_points), s.points, s.best_game) for s in rank_players(event)
    ]


@pytest.mark.parametrize(
    ("count", "points"), [(1, (1,)), (2, (2, 0)), (4, (4, 2, 1, 0)), (8, (8, 6, 5, 4, 3, 2, 1, 0))]
)
def test_standard_points_of_the_rulebook(count: int, points: tuple[int, ...]) -> None:
    assert standard_points(count) == points


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ([520, 510, 490, 480], "4 2 1 0"),
        ([480, 520, 490, 510], "0 4 1 2"),
        ([520, 520, 490, 470], "3 3 1 0"),
        ([520, 500, 500, 480], "4 3/2 3/2 0"),
        ([510, 510, 510, 470], "7/3 7/3 7/3 0"),
        ([500, 500, 500, 500], "7/4 7/4 7/4 7/4"),
        ([510, 510, 490, 490], "3 3 1/2 1/2"),
    ],
)
def test_equal_scores_share(scores: list[int], shares: str) -> None:
    assert " ".join(map(str, share_awards(scores, (4, 2, 1, 0)))) == shares


# ------------------------------------------------------------------------------------------ ranking


def test_standard_points_then_points_then_the_best_game() -> None:
    event = Event(
        (
            game("A 600 B 500 C 480 D 420", 1, 1),
            game("E 590 F 510 G 480 H 420", 1, 2),
            game("E 560 B 500 G 480 H 460", 2, 1),
            game("A 550 F 490 C 480 D 480", 2, 2),
        )
    )
    assert lines(event) == [
        (1, "A", "8", 1150, 600),
        (2, "E", "8", 1150, 590),  # the best single game
        (3, "F", "4", 1000, 510),
        (4, "B", "4", 1000, 500),
        (5, "G", "2", 960, 480),
        (6, "C", "3/2", 960, 480),  # ties shared
        (7, "D", "1/2", 900, 480),
        (8, "H", "0", 880, 460),
    ]


def test_who_is_equal_in_all_shares_the_rank() -> None:
    event = Event((game("A 520 B 500 C 500 D 480"), game("E 520 F 500 G 500 H 480")))
    assert [(line[0], line[1]) for line in lines(event)] == [
        (1, "A"),
        (1, "E"),
        (3, "B"),
        (3, "C"),
        (3, "F"),
        (3, "G"),
        (7, "D"),
        (7, "H"),
    ]


def test_other_awards_and_the_rulebook_over_a_whole_session() -> None:
    games = (game("A 600 B 500 C 480 D 420", 1, 1), game("E 590 F 510 G 490 H 410", 1, 2))
    other = Event(games, awards=(Fraction(4), Fraction(3), Fraction(2), Fraction(1)))
    assert [line[1:3] for line in lines(other)][:3] == [("A", "4"), ("E", "4"), ("F", "3")]
    session = Event(games, ranked_in="session")
    assert [line[1:3] for line in lines(session)] == [
        ("A", "8"), ("E", "6"), ("F", "5"), ("B", "4"),
        ("G", "3"), ("C", "2"), ("D", "1"), ("H", "0"),
    ]  # fmt: skip


def test_teams_sum_their_members() -> None:
    event = Event(
        (game("A 600 B 500 C 480 D 420"), game("E 590 F 510 G 490 H 410")),
        teams=(Team("Red", ("B", "F", "C")), Team("Blue", ("A", "H")), Team("Green", ("E", "D"))),
    )
    assert [
        (s.rank, s.name, s.standard_points, s.points, s.best_game) for s in rank_teams(event)
    ] == [
        (1, "Red", 5, 1490, 510),
        (2, "Blue", 4, 1010, 600),
        (3, "Green", 4, 1010, 590),
    ]


def test_a_bye_gives_what_the_event_says() -> None:
    event = Event(
        (game("A 600 B 500 C 480 D 420", 1, 1),),
        byes=(Bye("E", 1, Fraction(2), 500), Bye("A", 2, Fraction(1), 0)),
    )
    assert lines(event)[:3] == [
        (1, "A", "5", 600, 600),
        (2, "B", "2", 500, 500),
        (3, "E", "2", 500, 0),
    ]


def test_a_substitute_plays_for_the_player() -> None:
    games = (game("A 600 B 500 C 480 D 420", 1, 1), game("X 550 B 500 C 490 D 460", 2, 1))
    for session in (2, None):
        event = Event(games, substitutions=(Substitution("X", "A", session),))
        assert lines(event)[0] == (1, "A", "8", 1150, 600)
        assert "X" not in [line[1] for line in lines(event)]


def test_the_result_of_a_match() -> None:
    match = start_match(["An", "Bo", "Cai", "Du"], session=2, table=3).add(
        PlayedHand("Du", 11, "An")
    )
    assert game_of(match) == game("An 481 Bo 492 Cai 492 Du 535", 2, 3)


PEOPLE = [f"P{number}" for number in range(12)]


@st.composite
def events(draw: st.DrawFn) -> Event:
    games = []
    for session in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(PEOPLE))
        for table in range(draw(st.integers(1, 3))):
            four = order[4 * table : 4 * table + 4]
            scores = tuple((name, draw(st.integers(490, 510))) for name in four)
            games.append(Game(scores, session, table + 1))
    return Event(tuple(games), ranked_in=draw(st.sampled_from(["table", "session"])))


@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_input_means_nothing(event: Event, random) -> None:
    games = [Game(tuple(random.sample(g.scores, 4)), g.session, g.table) for g in event.games]
    random.shuffle(games)
    assert rank_players(replace(event, games=tuple(games))) == rank_players(event)
    assert sum(line.points for line in rank_players(event)) == sum(
        score for g in games for _, score in g.scores
    )


# ----------------------------------------------------------------------------------- what cannot be

G1, G2 = game("A 600 B 500 C 480 D 420", 1, 1), game("E 600 F 500 G 480 H 420", 1, 2)
WRONG = [
    ({"games": (game("A 500 B 500 C 500"),)}, "(A B C): 3 players: expected four different ones"),
    (
        {"games": (game("A 500 B 500 C 500 A 500", 1, 1),)},
        "session 1, table 1 (A B C A): 3 players",
    ),
    ({"games": (G1, replace(G2, table=1))}, "session 1, table 1: 2 games, expected one"),
    ({"games": (G1, game("A 500 F 500 G 500 H 500", 1, 2))}, "'A' plays at 2 tables in session 1"),
    (
        {"byes": (Bye("A", 1, Fraction(1), 0),)},
        "'A' has 2 results in session 1: games, substitutes and byes",
    ),
    ({"byes": (Bye("X", 1, Fraction(1), 0),) * 2}, "'X' has 2 results in session 1"),
    (
        {"substitutions": (Substitution("X", "A", 1),)},
        "the substitute 'X' did not play in session 1",
    ),
    ({"substitutions": (Substitution("A", "A"),)}, "'A' is a substitute for himself"),
    (
        {"substitutions": (Substitution("A", "X"), Substitution("A", "Y", 1))},
        "'A' is a substitute twice",
    ),
    ({"substitutions": (Substitution("A", "E", 1),)}, "'E' has 2 results in session 1"),
    (
        {"teams": (Team("Red", ("A", "B")), Team("Blue", ("B",)))},
        "'B' is in 2 teams, or twice in one",
    ),
    ({"teams": (Team("Red", ("Z",)),)}, "'Z' is in a team and has no result"),
    ({"teams": (Team("Red", ("A",)), Team("Red", ("B",)))}, "2 teams are called 'Red'"),
    ({"ranked_in": "round"}, "ranked in 'round': expected 'table' or 'session'"),
]


@pytest.mark.parametrize(("parts", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_what_cannot_be_is_refused(parts: dict, message: str) -> None:
    with pytest.raises(StandingsError) as raised:
        Event(**({"games": (G1, G2)} | parts))
    assert message in str(raised.value)


def test_awards_are_as_many_as_are_ranked() -> None:
    with pytest.raises(StandingsError, match="3 awards for 4 entrants: expected one for each rank"):
        rank_players(Event((G1,), awards=(Fraction(2), Fraction(1), Fraction(0))))
