"""Settlement (盘分): who pays what to whom for a hand.

The base, the minimum and the formulas come from the rule profile.

Rulebook, 计分: self-drawn, each of the three others pays base and points; on a discard (a robbed
kong too) each of the three pays the base and the discarder also pays the points. Nobody pays for a
draw (荒牌). Everything by seat is in the order E S W N of the hand's seat winds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from mahjong_core import codes
from mahjong_core.messages import shown

from ..errors import SettlementError
from ..fan import Fan
from ..held import ScoreValues
from ..masked import is_masked
from ..profiles import RuleProfile, get_profile
from ..tiles import Seat
from ..values import check_no_flags, whole_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from mahjong_core.fan_table import Formula

    from ..result import Score

__all__ = [
    "Changes",
    "Payment",
    "PaymentReason",
    "Settlement",
    "settle",
    "settle_batch",
    "settle_draw",
    "settle_points",
]

Changes = tuple[int, int, int, int]
"""Point changes of the four seats (or players), in their order."""


class PaymentReason(Enum):
    """What a payment is for; the value is its name in the rulebook."""

    BASE = "底分"
    POINTS = "基本分"
    FIXED = "固定分"
    """The fixed amount of a profile's formula; the rulebook's formulas have none."""
    PENALTY = "罚分"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Payment:
    """``points`` that ``payer`` gives to ``payee`` (None: to the table, they are lost to all)."""

    payer: Seat
    payee: Seat | None
    points: int
    reason: PaymentReason

    def to_dict(self) -> dict[str, object]:
        """``{"payer", "payee", "points", "reason"}``: seats as letters, ``payee`` None for the
        table.
        """
        return {
            "payer": str(self.payer),
            "payee": None if self.payee is None else str(self.payee),
            "points": self.points,
            "reason": str(self.reason),
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments of a hand; the point changes follow from them.

    >>> settle_points(11, winner="N", discarder="S").changes
    (-8, -19, -8, 35)
    """

    payments: tuple[Payment, ...] = ()

    @property
    def changes(self) -> Changes:
        """The point changes of E S W N; they add up to 0."""
        return add_up(self.payments)

    def between(self, payer: Seat, payee: Seat) -> int:
        """What ``payer`` pays to ``payee`` in all."""
        pair = (Seat.parse(payer), Seat.parse(payee))
        return sum(p.points for p in self.payments if (p.payer, p.payee) == pair)

    def to_dict(self) -> dict[str, object]:
        """``{"payments": [{"payer", "payee", "points", "reason"}], "changes"}`` of plain types, the
        changes in the order E S W N; ``guobiao settle --json`` adds hand, points, winner and
        discarder.

        >>> told = settle_points(11, winner="N", discarder="E").to_dict()
        >>> told["payments"][0], told["changes"]
        ({'payer': 'E', 'payee': 'N', 'points': 8, 'reason': '底分'}, [-19, -8, -8, 35])
        """
        return {
            "payments": [payment.to_dict() for payment in self.payments],
            "changes": list(self.changes),
        }


def add_up(payments: Iterable[Payment]) -> Changes:
    """The point changes of E S W N that the payments make."""
    changes = [0, 0, 0, 0]
    for payment in payments:
        changes[payment.payer] -= payment.points
        if payment.payee is not None:
            changes[payment.payee] += payment.points
    return (changes[0], changes[1], changes[2], changes[3])


def settle(
    score: Score, *, winner: Seat | int | str, discarder: Seat | int | str | None = None
) -> Settlement:
    """The payments for a scored hand under the profile that it was scored with.

    ``winner`` and ``discarder`` (the robbed player of a robbed kong; None for a self-drawn hand)
    are seats of this hand. The score's own seat wind is not compared: a hand written without winds
    has none. Raises ``SettlementError`` if the hand is under the minimum, if winner and discarder
    are the same, or if a self-drawn hand has a discarder or another hand has none.

    >>> from guobiao import score
    >>> settle(score("[CCCC]234567m99p34s5s|EE1000"), winner="E").changes
    (51, -17, -17, -17)
    """
    if not isinstance(score, ScoreValues):
        raise SettlementError(f"{shown(score)} is no Score: guobiao.score makes one of a hand")
    if score.hand.self_drawn and discarder is not None:
        raise SettlementError(
            f"the hand is self-drawn: it has no discarder, and {shown(discarder)} is named as one"
        )
    if not score.hand.self_drawn and discarder is None:
        raise SettlementError(
            "the hand is won on a discard or a robbed kong: name the discarder, who pays for it"
        )
    return settle_points(
        score.points,
        winner=winner,
        discarder=discarder,
        flowers=score.hand.flowers,
        rules=score.profile,
    )


def settle_points(
    points: int,
    *,
    winner: Seat | int | str,
    discarder: Seat | int | str | None = None,
    flowers: int = 0,
    rules: str | RuleProfile = "mil",
) -> Settlement:
    """The payments for a hand of which only the ``points`` are known.

    The points include the flowers; ``flowers`` is how many there were.

    Without a discarder it is self-drawn. Raises ``SettlementError`` as ``settle`` does.

    >>> settle_points(11, winner="N", discarder="E").changes
    (-19, -8, -8, 35)
    """
    profile = get_profile(rules)
    won = Seat.parse(winner)
    thrown = None if discarder is None else Seat.parse(discarder)
    points = _checked_points(points, flowers, profile)
    if won is thrown:
        raise SettlementError(
            f"{won} wins on a tile of {thrown}: nobody discards to himself (self-drawn: no "
            "discarder)"
        )
    return Settlement(tuple(_payments(points, won, thrown, profile)))


def settle_draw() -> Settlement:
    """The settlement of a hand that nobody won (荒牌): nothing is paid.

    >>> settle_draw().changes
    (0, 0, 0, 0)
    """
    return Settlement()


def _checked_points(points: object, flowers: object, profile: RuleProfile) -> int:
    worth, flower_count = whole_number(points, 0, _MAX_POINTS), whole_number(flowers, 0, 8)
    if worth is None:
        raise SettlementError(
            f"{shown(points)} points: expected a whole number from 0 to {_MAX_POINTS}"
        )
    if flower_count is None:
        raise SettlementError(f"{shown(flowers)} flowers: expected 0 to 8")
    without = worth - flower_count * profile.points(Fan.FLOWER_TILES)
    if without < profile.minimum:
        raise SettlementError(
            f"{without} points without flowers are under the minimum of {profile.minimum} (rules "
            f"{profile.name}): "
            "that is no win but 错和, a matter for the penalties"
        )
    return worth


_MAX_POINTS = 32767  # what the arrays of a batch hold


def _payments(
    points: int, winner: Seat, discarder: Seat | None, profile: RuleProfile
) -> Iterator[Payment]:
    for payer in Seat:
        if payer is not winner:
            for reason, amount in _parts(_formula(payer, discarder, profile), points, profile):
                if amount:
                    yield Payment(payer, winner, amount, reason)


def _formula(payer: Seat, discarder: Seat | None, profile: RuleProfile) -> Formula:
    if discarder is None:
        return profile.payments.self_drawn
    return profile.payments.discarder if payer is discarder else profile.payments.others


def _parts(
    formula: Formula, points: int, profile: RuleProfile
) -> Iterator[tuple[PaymentReason, int]]:
    yield PaymentReason.BASE, formula.bases * profile.base
    yield PaymentReason.POINTS, formula.points * points
    yield PaymentReason.FIXED, formula.fixed


# --------------------------------------------------------------------------------------- many hands

_NOBODY = codes.NO_TILE  # no winner, or no discarder


def settle_batch(
    points: ArrayLike,
    winner: ArrayLike,
    discarder: ArrayLike,
    *,
    flowers: ArrayLike = 0,
    rules: str | RuleProfile = "mil",
) -> NDArray[np.int32]:
    """The point changes of n hands: (n, 4) int32, the columns E S W N.

    ``points`` (n,) flowers included; ``winner`` (n,) seats 0-3, 255: nobody (a draw); ``discarder``
    (n,) seats 0-3, 255: self-drawn; ``flowers`` (n,) or one number. Raises ``SettlementError``,
    which names the first row that cannot be settled and why, and ``MissingExtraError`` without
    NumPy.

    >>> settle_batch([11, 9, 0], [3, 0, 255], [0, 255, 255]).tolist()
    [[-19, -8, -8, 35], [51, -17, -17, -17], [0, 0, 0, 0]]
    """
    from ..later import need_numpy

    need_numpy()
    import numpy as np

    from ..arrays.buffers import pieces

    profile = get_profile(rules)
    columns = _columns(points, winner, discarder, flowers)
    changes = np.empty((len(columns[0]), 4), np.int32)
    for rows in pieces(len(changes)):
        piece = [np.array(column[rows], np.int64) for column in columns]
        _check_rows(piece, profile, rows.start)
        changes[rows] = _changes_of_rows(piece, profile)
    return changes


def _changes_of_rows(rows: list[NDArray[np.int64]], profile: RuleProfile) -> NDArray[np.int64]:
    import numpy as np

    worth, won, thrown, _ = rows
    seats = np.arange(4)
    pays = profile.payments
    on_discard = np.where(
        seats == thrown[:, None],
        _amounts(pays.discarder, worth, profile),
        _amounts(pays.others, worth, profile),
    )
    paid = np.where(
        thrown[:, None] == _NOBODY, _amounts(pays.self_drawn, worth, profile), on_discard
    )
    paid[(won[:, None] == _NOBODY) | (seats == won[:, None])] = 0
    received: NDArray[np.int64] = np.where(seats == won[:, None], paid.sum(axis=1)[:, None], 0)
    return received - paid


def _amounts(formula: Formula, worth: NDArray[np.int64], profile: RuleProfile) -> NDArray[np.int64]:
    """What one player pays in each row, as a column."""
    return (formula.amount(profile.base, 0) + formula.points * worth)[:, None]


def _columns(*columns: ArrayLike) -> list[NDArray[np.integer[Any]]]:
    """The columns of a batch as (n,) whole numbers, one number stretched to n."""
    import numpy as np

    arrays = [np.asarray(column) for column in columns]
    for name, column, array in zip(("points", "winner", "discarder", "flowers"), columns, arrays):
        if is_masked(column):
            raise SettlementError(
                f"{name} is a masked array: expected a number a hand, none of them hidden"
            )
        if array.dtype.kind not in "iu" and array.size:
            raise SettlementError(f"{name} is an array of {array.dtype}: expected whole numbers")
        if array.ndim != 1 and not (name == "flowers" and array.ndim == 0):
            raise SettlementError(
                f"{name} has the shape {array.shape}: expected one dimension, a number a hand"
            )
        if array.ndim:
            check_no_flags(name, column, SettlementError)
    try:
        return list(np.broadcast_arrays(*arrays))
    except ValueError:
        lengths = ", ".join(str(array.shape[0]) for array in arrays if array.ndim)
        raise SettlementError(f"arrays of different lengths: {lengths}") from None


def _check_rows(rows: list[NDArray[np.int64]], profile: RuleProfile, first: int) -> None:
    """Settle the first row that looks wrong by itself, which raises the exact error.

    ``first``: the number of row 0.
    """
    import numpy as np

    worth, won, thrown, flowers = rows
    is_draw = (won == _NOBODY) & (thrown == _NOBODY)
    is_seat = (
        (won >= 0)
        & (won <= 3)
        & (((thrown >= 0) & (thrown <= 3)) | (thrown == _NOBODY))
        & (won != thrown)
    )
    enough = worth - flowers * profile.points(Fan.FLOWER_TILES) >= profile.minimum
    in_range = (worth >= 0) & (worth <= _MAX_POINTS) & (flowers >= 0) & (flowers <= 8)
    for row in np.flatnonzero(~(is_draw | (is_seat & enough & in_range)))[:1].tolist():
        discarder = None if thrown[row] == _NOBODY else int(thrown[row])
        try:
            settle_points(
                int(worth[row]),
                winner=int(won[row]),
                discarder=discarder,
                flowers=int(flowers[row]),
                rules=profile,
            )
        except ValueError as error:
            raise SettlementError(f"row {first + row}: {error}") from None
