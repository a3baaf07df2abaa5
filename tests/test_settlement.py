"""Settlement: the two formulas, what is refused, profiles of one's own, and many hands at once."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guobiao.competition.settlement import (
    Payment,
    PaymentReason,
    Settlement,
    settle,
    settle_batch,
    settle_draw,
    settle_points,
)
from guobiao.errors import SettlementError
from guobiao.evaluate import score
from guobiao.profiles import RuleProfile
from guobiao.tiles import Seat

SELF_DRAWN = "[CCCC]234567m99p34s5s|EE1000"  # 9 points
DISCARD = "13347s12369m258p3m|EE0000"  # 17 points
ROBBED = "[234m,1][555m,1]567m55576p|EE0101|3"
CLUB = RuleProfile(
    {
        "name": "club",
        "base": 2,
        "minimum": 5,
        "payments": {"self_drawn": "2*points", "others": "base + 1"},
    }
)
seats = st.sampled_from(Seat)
wins = st.tuples(st.integers(8, 32767), seats, st.none() | seats).filter(
    lambda win: win[1] != win[2]
)


# ----------------------------------------------------------------------------------------- one hand


def test_eleven_points_on_a_discard() -> None:
    assert settle_points(11, winner="N", discarder="E").changes == (-19, -8, -8, 35)


def test_a_self_drawn_hand_is_paid_by_all_three() -> None:
    assert settle(score(SELF_DRAWN), winner=Seat.W).changes == (-17, -17, 51, -17)


def test_a_robbed_player_pays_as_discarder() -> None:
    hand = score(ROBBED)
    assert hand.hand.kong
    paid = 8 + hand.points
    assert settle(hand, winner="E", discarder="S").changes == (24 + hand.points, -paid, -8, -8)


def test_every_payment_says_from_whom_to_whom_and_why() -> None:
    settlement = settle(score(DISCARD), winner="S", discarder="E")
    assert settlement.payments == (
        Payment(Seat.E, Seat.S, 8, PaymentReason.BASE),
        Payment(Seat.E, Seat.S, 17, PaymentReason.POINTS),
        Payment(Seat.W, Seat.S, 8, PaymentReason.BASE),
        Payment(Seat.N, Seat.S, 8, PaymentReason.BASE),
    )
    assert [settlement.between(payer, Seat.S) for payer in Seat] == [25, 0, 8, 8]


def test_nobody_pays_for_a_draw() -> None:
    assert settle_draw() == Settlement()
    assert settle_draw().changes == (0, 0, 0, 0)


def test_base_minimum_and_formulas_come_from_the_profile() -> None:
    assert settle_points(5, winner="E", rules=CLUB).changes == (30, -10, -10, -10)
    on_discard = settle_points(6, winner="E", discarder="W", rules=CLUB)
    assert on_discard.changes == (14, -3, -8, -3)
    assert PaymentReason.FIXED in {payment.reason for payment in on_discard.payments}
    assert settle(score(SELF_DRAWN, rules=CLUB), winner="E").changes == (54, -18, -18, -18)


@pytest.mark.parametrize(
    ("hand", "winner", "discarder", "message"),
    [
        (
            "[EEE,2]234m678s88p34p5p|EE0000",
            "E",
            "S",
            "4 points without flowers are under the minimum of 8 (rules mil): that is no win but "
            "错和",
        ),
        (
            "[123m,1][345m,1]678p56sWW7s|EE1000|8",
            "E",
            None,
            "1 points without flowers are under the minimum of 8",
        ),
        (DISCARD, "E", "E", "E wins on a tile of E: nobody discards to himself"),
        (DISCARD, "E", None, "the hand is won on a discard or a robbed kong: name the discarder"),
        (
            SELF_DRAWN,
            "E",
            "S",
            "the hand is self-drawn: it has no discarder, and 'S' is named as one",
        ),
        (DISCARD, "X", "S", "'X' is no seat: expected E, S, W, N or 0-3"),
        (DISCARD, "E", 4, "4 is no seat: expected E, S, W, N or 0-3"),
    ],
)
def test_what_cannot_be_settled_is_refused(
    hand: str, winner: str, discarder: object, message: str
) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        settle(score(hand), winner=winner, discarder=discarder)  # type: ignore[arg-type]


@pytest.mark.parametrize("points", [-1, 32768, 8.0, True, "8"])
def test_points_are_a_whole_number(points: object) -> None:
    with pytest.raises(SettlementError, match="points: expected a whole number from 0 to 32767"):
        settle_points(points, winner="E")  # type: ignore[arg-type]


@given(wins, st.sampled_from(["mil", "1998", "botzone", "botzone-2020", "wmo", CLUB]))
def test_every_settlement_sums_to_zero(
    win: tuple[int, Seat, Seat | None], rules: str | RuleProfile
) -> None:
    points, winner, discarder = win
    changes = settle_points(points, winner=winner, discarder=discarder, rules=rules).changes
    assert sum(changes) == 0
    assert changes[winner] > 0
    assert all(change <= 0 for seat, change in zip(Seat, changes) if seat is not winner)


# --------------------------------------------------------------------------------------- many hands


@settings(deadline=None)  # the first example imports NumPy
@given(st.lists(wins | st.none()), st.sampled_from(["mil", CLUB]))
def test_a_batch_is_settled_as_its_hands_are(rows: list, rules: str | RuleProfile) -> None:
    listed = [row or (0, 255, None) for row in rows]
    points, winner, discarder = ([row[k] for row in listed] for k in range(3))
    changes = settle_batch(
        points, winner, [255 if seat is None else seat for seat in discarder], rules=rules
    )
    assert changes.shape == (len(rows), 4)
    assert changes.dtype == "int32"
    expected = [
        (
            settle_points(row[0], winner=row[1], discarder=row[2], rules=rules)
            if row
            else settle_draw()
        ).changes
        for row in rows
    ]
    assert list(map(tuple, changes.tolist())) == expected


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (([11, 7], [0, 0], [1, 1]), "row 1: 7 points without flowers are under the minimum of 8"),
        (([11, 11], [0, 2], [1, 2]), "row 1: W wins on a tile of W"),
        (([11], [4], [1]), "row 0: 4 is no seat"),
        (([11], [1], [9]), "row 0: 9 is no seat"),
        (([0], [255], [1]), "row 0: 255 is no seat"),
        (([11], [255], [1]), "row 0: 255 is no seat"),
        (([40000], [0], [1]), "row 0: 40000 points: expected a whole number"),
        (([11, 12], [0], [1, 1, 1]), "arrays of different lengths: 2, 1, 3"),
        (([11.5], [0], [1]), "points is an array of float64: expected whole numbers"),
        (([[11]], [0], [1]), "points has the shape (1, 1): expected one dimension"),
        (([11, 12], [True, 0], [2, 2]), "winner[0] is True: expected a whole number"),
    ],
)
def test_a_batch_names_the_row_that_is_wrong(arrays: tuple, message: str) -> None:
    with pytest.raises(SettlementError, match="^" + re.escape(message)):
        settle_batch(*arrays)


def test_flowers_do_not_help_a_batch_over_the_minimum() -> None:
    assert settle_batch([10], [0], [255], flowers=[2]).tolist() == [[54, -18, -18, -18]]
    with pytest.raises(SettlementError, match="row 0: 7 points without flowers"):
        settle_batch([9], [0], [255], flowers=2)


# ------------------------------------------------------------------------ sixteen games of programs

RECORDS = Path(__file__).resolve().parents[1].joinpath("../shared/records/botzone-16-games.txt")


def recorded_games(text: str) -> list[tuple[int, int | None, int | None, tuple[int, ...]]]:
    """(points, winner, discarder, changes) of each game; no winner: a draw. The last to draw or
    play before ``Hu`` had the tile.
    """
    games = []
    for game in text.split("Match ")[1:]:
        points, winner, discarder, last = 0, None, None, None
        for words in map(str.split, game.splitlines()):
            if words[:1] == ["Player"] and words[2] == "Hu":
                winner = int(words[1])
                discarder = None if last == winner else last
            elif words[:1] == ["Player"] and words[2] in ("Draw", "Play", "BuGang"):
                last = int(words[1])
            elif words[:1] == ["Fan"]:
                points = int(words[1])
            elif words[:1] == ["Score"]:
                games.append((points, winner, discarder, tuple(map(int, words[1:]))))
    return games


def test_payments_of_the_botzone_games() -> None:
    if not RECORDS.exists():
        pytest.skip(f"{RECORDS.name} is not there: looked for {RECORDS}")
    games = recorded_games(RECORDS.read_text(encoding="utf-8"))
    assert len(games) == 16
    assert sum(winner is None for _, winner, _, _ in games) == 2
    for points, winner, discarder, changes in games:
        if winner is None:
            assert settle_draw().changes == changes
        else:
            assert (
                settle_points(points, winner=winner, discarder=discarder, rules="botzone").changes
                == changes
            )
