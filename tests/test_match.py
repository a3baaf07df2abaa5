"""The match: dealers, winds, seats and running scores from a log of hands, and what is refused."""

import re

import pytest
from hypothesis import HealthCheck, given, settings

from guobiao.competition.match import (
    SEAT_CHANGES,
    Correction,
    Entry,
    HandEnd,
    Match,
    Penalty,
    PlayedHand,
    TimeUp,
    UnreadEntry,
    find_hand_problems,
    parse_seat_change,
    position_of,
    start_match,
)
from guobiao.errors import MatchError
from guobiao.profiles import RuleProfile
from guobiao.tiles import Seat
from match_strategies import matches

AN, BO, CAI, DU = PLAYERS = ("An", "Bo", "Cai", "Du")


def begin(*entries: Entry, **options: object) -> Match:
    return start_match(PLAYERS, **options).add(*entries)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------- dealers and seats

# Hand, prevalent wind, who sits E S W N: seats change before the West round (E and S, W and N).
SCHEDULE = """
1 E ABCD   5 S ABCD    9 W BADC   13 N BADC
2 E BCDA   6 S BCDA   10 W ADCB   14 N ADCB
3 E CDAB   7 S CDAB   11 W DCBA   15 N DCBA
4 E DABC   8 S DABC   12 W CBAD   16 N CBAD
"""


def test_who_sits_where_in_all_sixteen_hands() -> None:
    cells = re.findall(r"(\d+) ([ESWN]) (\w{4})", SCHEDULE)
    assert len(cells) == 16
    for number, wind, seats in cells:
        position = position_of("ABCD", int(number))
        assert (str(position.prevalent_wind), "".join(position.seats), position.dealer) == (
            wind,
            seats,
            seats[0],
        )


def test_without_a_change_of_seats_everyone_deals_in_turn() -> None:
    dealers = "".join(
        position_of("ABCD", number, SEAT_CHANGES["none"]).dealer for number in range(1, 17)
    )
    assert dealers == "ABCD" * 4


def test_an_order_names_the_places_that_the_new_ones_come_from() -> None:
    # Before the South round: East is taken by who sat West, South by East, West by North, North by
    # South.
    change = parse_seat_change(["WENS", "ESWN", "ESWN"])
    assert "".join(position_of("ABCD", 5, change).seats) == "CADB"


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches(hand_count=16))
def test_sixteen_random_hands_have_the_right_dealer_wind_and_seats(match: Match) -> None:
    hands = [record for record in match.records if record.position]
    assert [record.position.number for record in hands] == list(range(1, 17))
    places = dict(zip(Seat, match.players))
    for record in hands:
        rounds, hand = divmod(record.position.number - 1, 4)
        if hand == 0 and rounds:
            places = {new: places[old] for new, old in zip(Seat, match.seat_change[rounds - 1])}
        assert record.position.prevalent_wind == rounds
        assert record.position.dealer == places[Seat(hand)]
        for place, player in places.items():
            assert record.position.seat_of(player) == (place - hand) % 4
    for four in (hands[k : k + 4] for k in range(0, 16, 4)):
        assert {record.position.dealer for record in four} == set(match.players)
    assert match.is_over
    assert match.next_position is None


# ------------------------------------------------------------------------------------------- scores


def test_points_go_to_players_whatever_their_seats() -> None:
    match = begin(PlayedHand(DU, 11, discarder=AN), PlayedHand(AN, 9), PlayedHand())
    changes = [record.changes for record in match.records]
    assert changes == [(-19, -8, -8, 35), (51, -17, -17, -17), (0, 0, 0, 0)]
    assert match.totals == (532, 475, 475, 518)
    assert [record.how for record in match.records] == [
        HandEnd.DISCARD,
        HandEnd.SELF_DRAWN,
        HandEnd.DRAW,
    ]


def test_several_penalties_in_a_hand_and_the_offender_still_pays() -> None:
    hand = PlayedHand(
        DU,
        11,
        AN,
        penalties=(Penalty(BO, "错和"), Penalty(BO, "deduction", 2), Penalty(CAI, "相公")),
    )
    record = begin(hand).records[0]
    assert record.settlement.changes == (-19, -8, -8, 35)
    assert [ruling.changes for ruling in record.rulings] == [
        (10, -30, 10, 10),
        (0, -10, 0, 0),
        (0, 0, 0, 0),
    ]
    assert record.changes == (-9, -48, 2, 45)


def test_a_penalty_may_end_the_hand() -> None:
    match = begin(PlayedHand(penalties=(Penalty(CAI, "illegal_reply"),)), penalties="botzone")
    assert match.totals == (510, 510, 470, 510)
    assert match.records[0].how is HandEnd.PENALTY
    assert match.next_position.number == 2


def test_counted_offences_go_on_step_by_step() -> None:
    match = begin()
    lost = []
    for _ in range(5):
        step = match.next_step(BO, "空报")
        match = match.add(PlayedHand(penalties=(Penalty(BO, "empty_call", step),)))
        lost.append(match.records[-1].rulings[0].lost_to_table)
    assert lost == [0, 5, 10, 20, 20]
    assert match.next_step(AN, "empty_call") == 1


def test_a_correction_is_a_new_entry() -> None:
    match = begin(
        PlayedHand(DU, 11, AN),
        Correction((-2, 0, 0, 2), "13 points", 1),
        Correction((0, 5, 0, 0), "", None, -5),
    )
    assert match.totals == (479, 497, 492, 537)
    assert match.hand_count == 1
    assert [record.how for record in match.records] == [HandEnd.DISCARD, None, None]


def test_time_ends_a_match_and_the_unfinished_hand_does_not_count() -> None:
    match = begin(PlayedHand(DU, 11, AN), TimeUp())
    assert match.is_over
    assert match.hand_count == 1
    assert match.totals == begin(PlayedHand(DU, 11, AN)).totals
    assert match.add(Correction((1, -1, 0, 0), "after the end")).totals == (482, 491, 492, 535)


def test_the_rules_of_the_match_decide() -> None:
    club = RuleProfile({"name": "club", "base": 1, "minimum": 5})
    assert begin(PlayedHand(BO, 5), rules=club, base_points=0).totals == (-6, 18, -6, -6)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matches())
def test_replaying_twice_gives_the_same_and_nothing_is_lost_unnamed(match: Match) -> None:
    assert match.records == match.records
    assert (
        match.totals == match.records[-1].totals
        if match.entries
        else match.totals == (match.base_points,) * 4
    )
    lost = sum(ruling.lost_to_table for record in match.records for ruling in record.rulings)
    lost += sum(entry.lost_to_table for entry in match.entries if isinstance(entry, Correction))
    assert sum(match.totals) == 4 * match.base_points - lost


# ----------------------------------------------------------------------------------- what cannot be

DRAW = PlayedHand()
WRONG = [
    ([DRAW] * 17, "entry 17 (hand 17): there is no hand 17: a match has four rounds, 16 hands"),
    (
        [PlayedHand("Eva", 11)],
        "entry 1 (hand 1): 'Eva' is no player of this match: expected one of An, Bo, Cai, Du",
    ),
    ([DRAW, PlayedHand(AN, 11, "Eva")], "entry 2 (hand 2): 'Eva' is no player"),
    ([PlayedHand(penalties=(Penalty("Eva", "late"),))], "entry 1 (hand 1): 'Eva' is no player"),
    ([PlayedHand(AN, 7)], "entry 1 (hand 1): 7 points without flowers are under the minimum of 8"),
    (
        [PlayedHand(AN, 9, flowers=2)],
        "entry 1 (hand 1): 7 points without flowers are under the minimum",
    ),
    ([PlayedHand(AN, 8, AN)], "entry 1 (hand 1): E wins on a tile of E"),
    (
        [PlayedHand(AN, 8, robbed_kong=True)],
        "entry 1 (hand 1): a robbed kong without the robbed player",
    ),
    (
        [PlayedHand(points=8)],
        "entry 1 (hand 1): points, flowers, a discarder or a hand, and no winner",
    ),
    (
        [PlayedHand(discarder=AN)],
        "entry 1 (hand 1): points, flowers, a discarder or a hand, and no winner",
    ),
    (
        [PlayedHand(DU, 11, AN, changes=(-19, -8, -8, 36))],
        "entry 1 (hand 1): the changes [-19, -8, -8, 36] (sum 1) do not follow from the hand and "
        "its penalties: [-19, -8, -8, 35]",
    ),
    (
        [PlayedHand(penalties=(Penalty(AN, "lat"),))],
        "entry 1 (hand 1): 'lat' is no offence of rulebook",
    ),
    (
        [PlayedHand(penalties=(Penalty(AN, "late", 4),))],
        "entry 1 (hand 1): step 4 of late (迟到): expected 1 to 3",
    ),
    (
        [PlayedHand(AN, 8, penalties=(Penalty(AN, "相公"),))],
        "entry 1 (hand 1): An wins, and may not after wrong_tile_count (相公)",
    ),
    (
        [PlayedHand(AN, 8, penalties=(Penalty(BO, "late", 3),))],
        "entry 1 (hand 1): An wins, and late (迟到) ends the hand",
    ),
    (
        [PlayedHand(penalties=(Penalty(BO, "诈和", 2),)), PlayedHand(BO, 8)],
        "entry 2 (hand 2): Bo wins, and was disqualified before",
    ),
    (
        [Correction((1, 0, 0, 0), "")],
        "entry 1: the changes [1, 0, 0, 0] add up to 1: expected 0 in all",
    ),
    (
        [Correction((-5, 0, 0, 0), "", None, 6)],
        "entry 1: the changes [-5, 0, 0, 0] add up to -5 and 6 lost to the table: expected 0 in "
        "all",
    ),
    (
        [Correction((0, 0, 0), "")],
        "entry 1: the changes (0, 0, 0): expected four whole numbers, by player",
    ),
    (
        [Correction((0, 0, 0.0, 0), "")],
        "entry 1: the changes (0, 0, 0.0, 0): expected four whole numbers",
    ),
    (
        [DRAW, Correction((0, 0, 0, 0), "", 2)],
        "entry 2: a correction of hand 2, and 1 hands were played",
    ),
    ([TimeUp(), DRAW], "entry 2 (hand 1): a hand after the time was up"),
    ([TimeUp(), TimeUp()], "entry 2: time is up, and the match was over before"),
    ([*[DRAW] * 16, TimeUp()], "entry 17: time is up, and the match was over before"),
]


@pytest.mark.parametrize(("entries", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_what_cannot_be_is_refused_with_its_entry(entries: list, message: str) -> None:
    with pytest.raises(MatchError, match="^" + re.escape(message)):
        begin(*entries)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": "ABC"}, "3 players: a match has four"),
        ({"players": "ABCA"}, "players ('A', 'B', 'C', 'A'): expected four different names"),
        ({"players": ["A", "B", "C", " "]}, "player ' ': expected a name"),
        (
            {"seat_change": "east"},
            "seat change 'east': expected west, none, or three orders as SENW",
        ),
        ({"seat_change": ["ESWN"]}, "seat change ['ESWN']: expected three orders"),
        (
            {"seat_change": ["ESWN", "EESW", "ESWN"]},
            "seat change 'EESW': expected the letters E S W N in some order",
        ),
        ({"base_points": -1}, "base points -1: expected a whole number from 0"),
    ],
)
def test_a_match_that_cannot_begin(options: dict, message: str) -> None:
    with pytest.raises(MatchError, match="^" + re.escape(message)):
        start_match(options.pop("players", PLAYERS), **options)


# ------------------------------------------------------------------------------- hands written down


def test_written_hands_are_scored_and_compared() -> None:
    hand = "13347s12369m258p3m|EE0000"
    assert not list(find_hand_problems(begin(PlayedHand(AN, 17, BO, hand=hand))))
    assert not list(find_hand_problems(begin(PlayedHand(BO, 17, AN, hand="13347s12369m258p3m"))))
    wrong = begin(DRAW, PlayedHand(AN, 16, hand=hand), PlayedHand(AN, 8, hand="12x"))
    first, second, third, *others = find_hand_problems(wrong)
    assert first == f"hand 2: points: 16 in the log, 17 in '{hand}'"
    assert second == f"hand 2: self-drawn: True in the log, False in '{hand}'"
    assert third == f"hand 2: seat wind: N in the log, E in '{hand}'"
    assert others[0].startswith("hand 3: unknown letter 'x'")


def test_the_seat_of_somebody_else_is_an_error() -> None:
    with pytest.raises(
        MatchError, match="'Eva' is no player of this match: expected one of An, Bo, Cai, Du"
    ):
        begin().next_position.seat_of("Eva")


def test_an_unread_hand_keeps_its_place() -> None:
    match = begin(
        UnreadEntry("{", "damaged"), PlayedHand(BO, 8), UnreadEntry("?", "no entry", is_hand=False)
    )
    assert match.hand_count == 2
    assert [record.how for record in match.records] == [
        HandEnd.UNREAD,
        HandEnd.SELF_DRAWN,
        HandEnd.UNREAD,
    ]
    assert match.records[1].position.dealer == BO


@pytest.mark.parametrize(
    ("players", "number", "change", "message"),
    [
        (None, 1, SEAT_CHANGES["west"], "players is None: expected a list"),
        (["A", "B", "C", None], 1, SEAT_CHANGES["west"], "player None: expected a name"),
        ("ABC", 1, SEAT_CHANGES["west"], "expected four different names"),
        ("ABCD", float("nan"), SEAT_CHANGES["west"], "there is no hand nan"),
        ("ABCD", 9, "west", "seat change 'west': parse_seat_change makes one"),
        ("ABCD", 9, (0, 1, 2), "parse_seat_change makes one"),
    ],
)
def test_a_position_of_wrong_arguments(players, number, change, message: str) -> None:
    with pytest.raises(MatchError) as raised:
        position_of(players, number, change)
    assert message in str(raised.value)
