"""Score cards (记分卡): 1x100, 4x50, 10x10, 10x8 and 20x1 a player, and which of them
change hands for a payment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError, NeedsChangeError
from ..tiles import Seat
from ..values import checked_items, checked_object, checked_whole, whole_number
from .settlement import Settlement

__all__ = [
    "DENOMINATIONS",
    "NO_CARDS",
    "STANDARD_CARDS",
    "Cards",
    "Exchange",
    "exchange",
    "pay_with_cards",
]

DENOMINATIONS: Final = (100, 50, 10, 8, 1)
_MOST_CARDS: Final = 1000  # of a kind; a difference may be negative


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards of 100, 50, 10, 8 and 1.

    >>> STANDARD_CARDS.value, str(STANDARD_CARDS)
    (500, '1x100 4x50 10x10 10x8 20x1')
    """

    counts: tuple[int, int, int, int, int]

    def __post_init__(self) -> None:
        given = checked_items("counts", self.counts, GuobiaoError)
        counts = [whole_number(count, -_MOST_CARDS, _MOST_CARDS) for count in given]
        if len(counts) != len(DENOMINATIONS) or None in counts:
            raise GuobiaoError(
                f"counts {shown(self.counts)}: expected five whole numbers up to {_MOST_CARDS}"
            )
        object.__setattr__(self, "counts", tuple(counts))

    @property
    def value(self) -> int:
        """Their worth in points."""
        return sum(count * worth for count, worth in zip(self.counts, DENOMINATIONS))

    def __add__(self, other: Cards) -> Cards:
        return _cards(a + b for a, b in zip(self.counts, other.counts))

    def __sub__(self, other: Cards) -> Cards:
        return _cards(a - b for a, b in zip(self.counts, other.counts))

    def __str__(self) -> str:
        return (
            " ".join(
                f"{count}x{worth}" for count, worth in zip(self.counts, DENOMINATIONS) if count
            )
            or "nothing"
        )


def _cards(counts: Iterable[int]) -> Cards:
    a, b, c, d, e = counts
    return Cards((a, b, c, d, e))


NO_CARDS: Final = Cards((0, 0, 0, 0, 0))
STANDARD_CARDS: Final = Cards((1, 4, 10, 10, 20))
"""What a player begins with: 500 points."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cards that change hands: ``given`` by the payer, ``returned`` by the payee.

    Seats are None where none were named.
    """

    given: Cards
    returned: Cards
    payer: Seat | None = None
    payee: Seat | None = None


def exchange(payer: Cards, payee: Cards, amount: int) -> Exchange:
    """The fewest cards that make a payment of ``amount`` points between two
    players with these cards.

    Among equally few, the exchange in which the fewest go back. Raises ``NeedsChangeError`` if
    their cards cannot make it.

    >>> done = exchange(STANDARD_CARDS, STANDARD_CARDS, 25)
    >>> str(done.given), str(done.returned)
    ('3x8 1x1', 'nothing')
    """
    checked_object("payer", payer, Cards, GuobiaoError)
    checked_object("payee", payee, Cards, GuobiaoError)
    amount = checked_whole("amount", amount, 0, None, GuobiaoError)
    most = _cost(payer.counts) + _RETURNED * sum(payee.counts)
    net = _fewest(amount, list(zip(DENOMINATIONS, payer.counts, payee.counts)), most)
    if net is None:
        raise NeedsChangeError(
            f"a payment of {amount} needs change at the table: the payer has {payer} "
            f"({payer.value}), the payee {payee}"
        )
    return Exchange(_cards(max(count, 0) for count in net), _cards(max(-count, 0) for count in net))


def _fewest(rest: int, kinds: Sequence[tuple[int, int, int]], limit: int) -> tuple[int, ...] | None:
    """Counts (minus: returned) that add up to ``rest``, of the least cost up to
    ``limit``; None if there are none.

    ``kinds`` are (worth, cards of the payer, cards of the payee), from the dearest.
    """
    worth, most, least = kinds[0]
    if len(kinds) == 1:
        return (rest,) if -least <= rest <= most and _cost((rest,)) <= limit else None
    best = None
    for count in sorted(
        range(-least, most + 1), key=lambda count: (abs(rest - count * worth), -count)
    ):
        left = rest - count * worth
        spent = _cost((count,))
        at_least = _GIVEN * -(-abs(left) // kinds[1][0])
        if spent + at_least <= limit and _is_in_reach(left, kinds[1:]):
            others = _fewest(left, kinds[1:], limit - spent)
            if others is not None:
                best = (count, *others)
                limit = _cost(best) - 1
    return best


_GIVEN: Final = 1000
_RETURNED: Final = 1001  # among equally few cards, the fewest go back


def _cost(counts: Iterable[int]) -> int:
    return sum(count * _GIVEN if count > 0 else -count * _RETURNED for count in counts)


def _is_in_reach(rest: int, kinds: Sequence[tuple[int, int, int]]) -> bool:
    """All cards of these kinds together could make the amount."""
    return -sum(w * least for w, _, least in kinds) <= rest <= sum(w * most for w, most, _ in kinds)


def pay_with_cards(
    settlement: Settlement, cards: Sequence[Cards]
) -> tuple[tuple[Exchange, ...], tuple[Cards, Cards, Cards, Cards]]:
    """The exchanges that settle a hand between E S W N with these cards,
    and what each has after it.

    The payers pay in the order E S W N, or in the first other order in which the cards suffice.
    Raises ``NeedsChangeError`` if they suffice in no order.
    """
    checked_object("settlement", settlement, Settlement, GuobiaoError)
    cards = [
        checked_object("cards", one, Cards, GuobiaoError)
        for one in checked_items("cards", cards, GuobiaoError)
    ]
    if len(cards) != len(Seat):
        raise GuobiaoError(f"the cards of {len(cards)} players: expected those of E S W N")
    due = [(a, b, settlement.between(a, b)) for a in Seat for b in Seat if settlement.between(a, b)]
    problem = None
    for order in permutations(due):
        try:
            return _paid_in_order(order, cards)
        except NeedsChangeError as error:
            problem = problem or error
    raise problem or NeedsChangeError("nothing to pay")


def _paid_in_order(
    order: Iterable[tuple[Seat, Seat, int]], cards: Sequence[Cards]
) -> tuple[tuple[Exchange, ...], tuple[Cards, Cards, Cards, Cards]]:
    held = list(cards)
    done = []
    for payer, payee, amount in order:
        try:
            moved = exchange(held[payer], held[payee], amount)
        except NeedsChangeError as error:
            raise NeedsChangeError(f"{payer} pays {payee}: {error}") from None
        held[payer] = held[payer] - moved.given + moved.returned
        held[payee] = held[payee] + moved.given - moved.returned
        done.append(Exchange(moved.given, moved.returned, payer, payee))
    return tuple(done), (held[0], held[1], held[2], held[3])
