"""Score cards: 500 points, and which cards change hands for a payment."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guobiao.competition.score_cards import (
    DENOMINATIONS,
    NO_CARDS,
    STANDARD_CARDS,
    Cards,
    exchange,
    pay_with_cards,
)
from guobiao.competition.settlement import settle_points
from guobiao.errors import NeedsChangeError

small = st.builds(Cards, st.tuples(*(st.integers(0, most) for most in (1, 2, 3, 3, 4))))


def test_a_player_begins_with_500() -> None:
    assert dict(zip(DENOMINATIONS, STANDARD_CARDS.counts)) == {100: 1, 50: 4, 10: 10, 8: 10, 1: 20}
    assert STANDARD_CARDS.value == 500


@pytest.mark.parametrize(
    ("amount", "given_", "returned"),
    [
        (8, "1x8", "nothing"),
        (16, "2x8", "nothing"),
        (19, "1x10 1x8 1x1", "nothing"),
        (25, "3x8 1x1", "nothing"),
        (42, "1x50", "1x8"),
        (96, "1x100 2x8", "2x10"),
        (500, "1x100 4x50 10x10 10x8 20x1", "nothing"),
    ],
)
def test_the_fewest_cards(amount: int, given_: str, returned: str) -> None:
    done = exchange(STANDARD_CARDS, STANDARD_CARDS, amount)
    assert (str(done.given), str(done.returned)) == (given_, returned)


@pytest.mark.parametrize("amount", range(8, 161))
def test_two_players_with_all_their_cards_can_make_every_payment(amount: int) -> None:
    done = exchange(STANDARD_CARDS, STANDARD_CARDS, amount)
    assert done.given.value - done.returned.value == amount


def brute_force(payer: Cards, payee: Cards, amount: int) -> int | None:
    """The fewest cards by trying the sums kind by kind."""
    reached = {0: 0}
    for worth, most, least in zip(DENOMINATIONS, payer.counts, payee.counts):
        further: dict[int, int] = {}
        for value, cards in reached.items():
            for count in range(-least, most + 1):
                total = value + count * worth
                further[total] = min(further.get(total, 999), cards + abs(count))
        reached = further
    return reached.get(amount)


@settings(max_examples=200, deadline=None)
@given(small, small, st.integers(0, 300))
def test_exchange_finds_the_fewest_or_says_that_there_is_no_way(
    payer: Cards, payee: Cards, amount: int
) -> None:
    fewest = brute_force(payer, payee, amount)
    if fewest is None:
        with pytest.raises(
            NeedsChangeError,
            match=f"a payment of {amount} needs change at the table: the payer has ",
        ):
            exchange(payer, payee, amount)
        return
    done = exchange(payer, payee, amount)
    assert done.given.value - done.returned.value == amount
    assert sum(done.given.counts) + sum(done.returned.counts) == fewest
    assert all(a <= b for a, b in zip(done.given.counts, payer.counts))
    assert all(a <= b for a, b in zip(done.returned.counts, payee.counts))


def test_a_hand_is_settled_card_by_card() -> None:
    settlement = settle_points(11, winner="N", discarder="E")
    exchanges, after = pay_with_cards(settlement, [STANDARD_CARDS] * 4)
    assert [(str(e.payer), str(e.payee), str(e.given), str(e.returned)) for e in exchanges] == [
        ("E", "N", "1x10 1x8 1x1", "nothing"),
        ("S", "N", "1x8", "nothing"),
        ("W", "N", "1x8", "nothing"),
    ]
    assert [cards.value for cards in after] == [481, 492, 492, 535]
    assert pay_with_cards(settle_points(8, winner="E"), after)[1][0].value == 529


def test_the_winner_gives_change_from_what_he_was_just_paid() -> None:
    settlement = settle_points(8, winner="N", discarder="E")  # E 16, S and W 8
    ten = Cards((0, 0, 2, 0, 0))
    exchanges, after = pay_with_cards(
        settlement, [ten, Cards((0, 0, 0, 1, 4)), Cards((0, 0, 0, 0, 8)), NO_CARDS]
    )
    assert [str(e.payer) for e in exchanges] == ["S", "W", "E"]
    assert [cards.value for cards in after] == [4, 4, 0, 32]


def test_without_small_cards_it_needs_change_at_the_table() -> None:
    big = Cards((1, 0, 0, 0, 0))
    with pytest.raises(
        NeedsChangeError,
        match="E pays N: a payment of 16 needs change at the table: the payer has 1x100",
    ):
        pay_with_cards(settle_points(8, winner="N", discarder="E"), [big] * 4)


def test_nothing_to_pay_moves_no_cards() -> None:
    from guobiao.competition.settlement import settle_draw

    assert pay_with_cards(settle_draw(), [STANDARD_CARDS] * 4) == ((), (STANDARD_CARDS,) * 4)


def test_an_exchange_between_rich_players_is_quick_even_if_there_is_none() -> None:
    tens = Cards((4, 16, 40, 0, 0))
    with pytest.raises(NeedsChangeError):
        exchange(tens, tens, 19)
