"""Standings: standard points, shared awards, every tie-break, teams, byes and substitutes, whatever
the order of input.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guobiao.competition.match import PlayedHand, position_of, start_match
from guobiao.competition.presets import get_preset
from guobiao.competition.standings import (
    Bye,
    Deduction,
    Entrant,
    Event,
    Game,
    Substitution,
    Team,
    Withdrawal,
    game_of,
    rank_nations,
    rank_players,
    rank_teams,
    ranked_games,
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


# --------------------------------------------------- the ways of Europe and of the championships


def test_ema_has_no_tie_break_by_the_best_game() -> None:
    event = Event(
        (
            game("A 100 B 0 C -20 D -80", 1, 1),
            game("E 90 F 10 G -20 H -80", 1, 2),
            game("E 60 B 0 G -20 H -40", 2, 1),
            game("A 50 F -10 C -20 D -20", 2, 2),
        ),
        preset="ema",
    )
    assert [(s.rank, s.name, str(s.standard_points), s.points) for s in rank_players(event)] == [
        (1, "A", "8", 150), (1, "E", "8", 150), (3, "B", "4", 0), (3, "F", "4", 0),
        (5, "G", "2", -40), (6, "C", "3/2", -40), (7, "D", "1/2", -100), (8, "H", "0", -120),
    ]  # fmt: skip
    assert [line.rank for line in rank_players(event, "mil")] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_ema_begins_at_nothing_and_changes_seats_three_times() -> None:
    ema = get_preset("ema")
    match = start_match("ABCD", base_points=ema.base_points, seat_change=ema.seat_change)
    assert (match.totals, ema.minutes) == ((0, 0, 0, 0), 120)
    rounds = [position_of("ABCD", hand, match.seat_change) for hand in (1, 5, 9, 13)]
    seats = {name: "".join(str(place.seat_of(name)) for place in rounds) for name in "ABCD"}
    assert seats == {"A": "ESNW", "B": "SEWN", "C": "WNES", "D": "NWSE"}


def test_a_match_can_be_ranked_from_other_base_points() -> None:
    match = start_match(["An", "Bo", "Cai", "Du"]).add(PlayedHand("Du", 11, "An"))
    assert game_of(match, base_points=0) == game("An -19 Bo -8 Cai -8 Du 35")


NATIONS = tuple(
    Entrant(name, country)
    for name, country in zip("ABCDEFGH", ("DEN", "DEN", "DEN", "DEN", "NED", "NED", "ITA", ""))
)


def test_the_best_three_of_a_nation_count() -> None:
    event = Event(
        (game("A 600 E 500 G 480 H 420"), game("B 590 F 510 C 490 D 410")),
        entrants=NATIONS,
        preset="ema",
    )
    assert [(s.rank, s.name, s.standard_points, s.points) for s in rank_nations(event)] == [
        (1, "DEN", 9, 1680),  # A, B and C; D does not count
        (2, "NED", 4, 1010),  # only two
        (3, "ITA", 1, 480),
    ]
    all_of_them = replace(event, best_of_nation=None)
    assert [s.points for s in rank_nations(all_of_them)] == [2090, 1010, 480]


def test_equal_nations_are_told_apart_by_points_and_then_share() -> None:
    games = (game("A 600 E 510 B 480 F 410"), game("E 590 A 520 F 480 B 410"))
    players = (Entrant("A", "DEN"), Entrant("B", "DEN"), Entrant("E", "NED"), Entrant("F", "NED"))
    ranked = rank_nations(Event(games, entrants=players, preset="ema"))
    assert [(s.rank, s.name, s.standard_points, s.points) for s in ranked] == [
        (1, "DEN", 7, 2010), (2, "NED", 7, 1990),
    ]  # fmt: skip
    games = (games[0], game("E 600 A 510 F 480 B 410"))
    ranked = rank_nations(Event(games, entrants=players, preset="ema"))
    assert [(s.rank, s.name) for s in ranked] == [(1, "DEN"), (1, "NED")]


def test_the_best_of_a_team_count() -> None:
    event = Event(
        (game("A 600 B 500 C 480 D 420"), game("E 590 F 510 G 490 H 410")),
        teams=(Team("Red", ("D", "C", "A")), Team("Blue", ("F", "E", "H"))),
        best_of_team=2,
    )
    assert [(s.name, s.standard_points, s.points, s.games) for s in rank_teams(event)] == [
        ("Blue", 6, 1100, 2), ("Red", 5, 1080, 2),
    ]  # fmt: skip


def test_standard_points_are_taken_from_players_and_teams() -> None:
    late = Deduction("A", Fraction(5, 2), 10, "late")
    event = Event(
        (game("A 600 B 500 C 480 D 420"), game("E 590 F 510 G 490 H 410")),
        teams=(Team("Red", ("A", "B")), Team("Blue", ("E", "H"))),
        deductions=(late, Deduction("A", Fraction(1)), Deduction("Blue", Fraction(4), kind="team")),
    )
    players = {line.name: line for line in rank_players(event)}
    assert (players["A"].standard_points, players["A"].points) == (Fraction(1, 2), 590)
    assert (players["A"].rank, players["A"].deductions[0]) == (6, late)
    assert [(s.name, str(s.standard_points), s.points) for s in rank_teams(event)] == [
        ("Red", "5/2", 1090), ("Blue", "0", 1000),
    ]  # fmt: skip


def test_who_has_withdrawn_keeps_the_place_or_is_last() -> None:
    games = (game("A 600 B 500 C 480 D 420", 1, 1), game("X 550 C 500 B 490 D 460", 2, 1))
    nobody = (Substitution("X", "A", 2, ranked=False),)
    for last, ranked in ((False, "ABCD"), (True, "BCDA")):
        event = Event(games, substitutions=nobody, withdrawals=(Withdrawal("A", 1, last),))
        lines = rank_players(event)
        assert "".join(line.name for line in lines) == ranked
        assert {line.name: line.withdrew_after for line in lines} == {
            "A": 1, "B": None, "C": None, "D": None,
        }  # fmt: skip


def test_a_substitute_for_nobody_is_not_ranked_and_takes_nothing_from_others() -> None:
    event = Event(
        (game("X 600 B 500 C 480 Y 420", 1, 1),),
        substitutions=(Substitution("X", "", ranked=False), Substitution("Y", "E", 1, False)),
    )
    assert lines(event) == [(1, "B", "2", 500, 500), (2, "C", "1", 480, 480)]
    assert [(s.player, s.standard_points) for s in ranked_games(event)[0].scores] == [
        (None, 4), ("B", 2), ("C", 1), (None, 0),
    ]  # fmt: skip


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
    ({"substitutions": (Substitution("A", ""),)}, "player '': expected a name"),
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
    ({"preset": "wmo"}, "preset 'wmo': expected mil or ema"),
    ({"entrants": (Entrant("A"),)}, "'B' has a result and is not among the entrants"),
    ({"entrants": (Entrant("A"), Entrant("A"))}, "'A' is listed 2 times among the entrants"),
    (
        {"entrants": tuple(Entrant(name, ema_number="01") for name in "ABCDEFGH")},
        "8 entrants have the EMA number 01",
    ),
    (
        {"entrants": (Entrant("A", "DEN"), Entrant("B", "Den"))},
        "countries 'DEN' and 'Den' differ in blanks or case only",
    ),
    ({"deductions": (Deduction("Z", 1),)}, "a deduction of 'Z': no player of this name is ranked"),
    (
        {"deductions": (Deduction("A", 1, kind="team"),)},
        "a deduction of 'A': no team of this name is ranked",
    ),
    (
        {"withdrawals": (Withdrawal("A", 0),)},
        "'A' has withdrawn after session 0 and has a result in session 1",
    ),
    ({"withdrawals": (Withdrawal("Z", 1),)}, "'Z' has withdrawn and has no result"),
    ({"withdrawals": (Withdrawal("A", 1),) * 2}, "'A' has withdrawn 2 times"),
    ({"games": None}, "games is None: expected a list"),
    ({"games": (("A", 500),)}, "an entry of games is ('A', 500): expected a Game"),
    ({"games": (G1, None)}, "an entry of games is None: expected a Game"),
    ({"teams": ("Red",)}, "an entry of teams is 'Red': expected a Team"),
    ({"byes": 5}, "byes is 5: expected a list"),
    ({"awards": (4, float("nan"), 1, 0)}, "an award is nan: expected a number"),
    ({"awards": 4}, "awards is 4: expected a list"),
    ({"best_of_team": 0}, "best_of_team is 0: expected a whole number from 1"),
    ({"best_of_nation": 2.5}, "best_of_nation is 2.5: expected a whole number"),
    ({"title": None}, "title is None: expected a text"),
    ({"dates": "\x1b[31m"}, "expected no control characters"),
]


@pytest.mark.parametrize(("parts", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_what_cannot_be_is_refused(parts: dict, message: str) -> None:
    with pytest.raises(StandingsError) as raised:
        Event(**({"games": (G1, G2)} | parts))
    assert message in str(raised.value)


def test_awards_are_as_many_as_are_ranked() -> None:
    with pytest.raises(StandingsError, match="3 awards for 4 entrants: expected one for each rank"):
        rank_players(Event((G1,), awards=(Fraction(2), Fraction(1), Fraction(0))))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Game(None), "scores is None: expected a list"),
        (lambda: Game(("A", 500)), "a score is 'A': expected a player and its points"),
        (lambda: Game((("A", float("nan")),)), "a score is nan: expected a whole number"),
        (lambda: Game((("A", 10**12),)), "expected a whole number from -1000000000"),
        (lambda: Game((), "1"), "session is '1': expected a whole number"),
        (lambda: Bye("A", None, 1, 0), "session is None: expected a whole number"),
        (lambda: Bye("A", 1, float("nan"), 0), "standard_points is nan: expected a number"),
        (lambda: Bye("A", 1, 10**400, 0), "expected a number"),
        (lambda: Team("Red", None), "members is None: expected a list"),
        (lambda: Substitution(None, "A"), "substitute is None: expected a text"),
        (lambda: Substitution("X", None), "player is None: expected a text"),
        (lambda: Substitution("X", "A", 1, 0), "ranked is 0: expected True or False"),
        (lambda: Deduction("A", -1), "standard_points is -1: they are taken away"),
        (lambda: Deduction("A", 1, kind="club"), "kind is 'club': expected 'player' or 'team'"),
        (lambda: Withdrawal("A", 1, "no"), "last is 'no': expected True or False"),
        (lambda: Entrant("A", ema_number=4010026), "ema_number is 4010026: expected a text"),
        (lambda: Entrant("A", ema_number="4-1"), "ema_number is '4-1': expected digits"),
    ],
)
def test_values_of_wrong_types_are_refused(make, message: str) -> None:
    with pytest.raises(StandingsError) as raised:
        make()
    assert message in str(raised.value)
