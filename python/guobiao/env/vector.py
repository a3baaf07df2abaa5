"""Many tables at once, on arrays: one compiled call a step.

Needs NumPy (``pip install guobiao[numpy]``).
"""

from __future__ import annotations

import secrets
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from mahjong_core.crew import Crew
from mahjong_core.messages import shown
from mahjong_core.play.batch import PLANE_COUNT, TableBatch, are_apart
from mahjong_core.play.objects import TableRules

from ..arrays.buffers import check_array, row_of, slices
from ..errors import BatchError, IllegalActionError, TableError
from ..later import need_numpy
from ..masked import is_masked
from ..profiles import RuleProfile
from ..table import ACTION_COUNT, TableHand, WallRule, table_rules
from ..table.actions import format_action
from ..table.hand import checked_seed, checked_wall_rule
from ..tiles import SLOT_COUNT, Seat
from ..values import check_no_flags, checked_flag, real_number, whole_number
from .turns import Turns

need_numpy()
import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["TableStep", "VectorTable"]

_ROWS_WORTH_A_THREAD: Final = 256  # steps: they take about as long as starting a thread
_ROWS: Final[dict[str, tuple[tuple[int, ...], type[np.generic]]]] = {
    "observations": ((PLANE_COUNT, SLOT_COUNT), np.uint8),
    "masks": ((ACTION_COUNT,), np.bool_),
    "seats": ((), np.uint8),
    "rewards": ((4,), np.float32),
    "endings": ((), np.uint8),
}
_arrays: Final = attrgetter(*_ROWS)  # those of a TableStep


@dataclass(frozen=True, slots=True, eq=False)
class TableStep:
    """The state of n tables after a step. A row is about the seat whose decision is next.

    ``observations`` (n, 56, 34) uint8: what it sees (``PLANES``). ``masks`` (n, 235) bool: what it
    may do. ``seats`` (n,) uint8: which one it is, E S W N = 0 1 2 3. ``rewards`` (n, 4) float32:
    what the step has brought to E S W N, payments times the scale, zeros unless it ended the hand.
    ``endings`` (n,) uint8: how it ended the hand (``HandEnding``), 0 if it did not; all else in the
    row is then about the next hand.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    endings: NDArray[np.uint8]

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Where the step ended a hand: (n,) bool."""
        done: NDArray[np.bool_] = self.endings != 0
        return done


MOST_TABLES: Final = 1 << 24  # some fifty gigabytes


class VectorTable:
    """``count`` tables that are stepped together, each of which deals its next
    hand as soon as one is over.

    ``rules``, ``wall``, ``flowers`` and ``prevalent_wind`` as for ``TableHand``; ``threads``: how
    many a step may use (0: one a core); ``reward_scale``: what a point of the payments is worth as
    a reward. The k-th hand (from 0) at table i has the wall of the seed ``seed + i + k * count``
    (modulo 2**64), on any number of threads. Raises ``TableError`` or ``BatchError`` if an argument
    is impossible.

    >>> tables = VectorTable(3)
    >>> step = tables.reset(seed=7)
    >>> step.observations.shape, step.masks.sum(axis=1).tolist(), step.seats.tolist()
    ((3, 56, 34), [13, 10, 11], [0, 0, 0])
    >>> step = tables.step(step.masks.argmax(axis=1))
    >>> step.dones.tolist()
    [False, False, False]
    """

    def __init__(
        self,
        count: int,
        *,
        rules: str | RuleProfile = "mil",
        wall: str | WallRule = WallRule.COMMON,
        flowers: bool = True,
        prevalent_wind: Seat | int | str = Seat.E,
        threads: int = 1,
        reward_scale: float = 1.0,
    ) -> None:
        tables = whole_number(count, 1, MOST_TABLES)
        if tables is None:
            raise TableError(
                f"{shown(count)} tables: expected a whole number from 1 to {MOST_TABLES:,}"
            )
        with_flowers = checked_flag("flowers", flowers, TableError)
        rule, wind = checked_wall_rule(wall), Seat.parse(prevalent_wind)
        self._slices = slices(tables, threads, _ROWS_WORTH_A_THREAD)
        self._threads = threads
        self._scale = checked_scale(reward_scale)
        self._settings = (tables, rule.number, with_flowers, int(wind))
        self._seat_at(table_rules(rules))

    def _seat_at(self, rules: TableRules) -> None:
        """Tables without hands, and the lock that allows one step at a time."""
        self._batch = TableBatch(rules, *self._settings)
        self._turns = Turns(self._batch.forget)

    def __len__(self) -> int:
        return self._batch.count

    def __repr__(self) -> str:
        return f"<VectorTable of {len(self)} tables, seed={self.seed}>"

    def __getstate__(self) -> dict[str, Any]:
        """The settings and the hands, each as the seed of its wall and its actions.

        Lock and tables cannot be pickled.
        """
        with self._turns.lock():
            content = self._batch.content() if self._batch.is_dealt else None
        kept = {
            name: value
            for name, value in vars(self).items()
            if name not in ("_batch", "_turns", "_slices")
        }
        return {**kept, "_rules": self._batch.game.profile, "_content": content}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules, content = state.pop("_rules"), state.pop("_content")
        vars(self).update(state)
        self._slices = slices(self._settings[0], self._threads, _ROWS_WORTH_A_THREAD)
        self._seat_at(table_rules(rules))
        if content is not None:
            self._batch.restore(*content)

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorTable:
        rules, made = self._batch.game.profile, type(self).__new__(type(self))
        memo[id(rules)] = rules  # it has its tables already
        memo[id(self)] = made
        made.__setstate__(deepcopy(self.__getstate__(), memo))
        return made

    @property
    def seed(self) -> int | None:
        """The seed of the last ``reset``; None before the first."""
        return self._batch.seed

    def reset(self, seed: int | None = None, *, out: TableStep | None = None) -> TableStep:
        """Deals the first hands of a seed (None: a random one, which ``seed`` then tells).

        Raises ``TableError`` if the seed is invalid.
        """
        chosen = secrets.randbits(64) if seed is None else checked_seed(seed)
        result = self._result(out)
        with self._turns.lock():
            self._batch.deal(chosen, *_buffers(result))
        return result

    def step(self, actions: ArrayLike, *, out: TableStep | None = None) -> TableStep:
        """One action at each table: (n,) whole numbers, each one that the table's mask allows.

        ``out``: an earlier result (or your own arrays), which is filled again and returned;
        otherwise the arrays are new. Raises ``BatchError`` if shape or type is wrong, and
        ``IllegalActionError`` if an action is not allowed; no table has then moved. An interrupt
        (Ctrl-C) is raised after all tables have moved; only a step of some tenths of a second, at a
        million tables, is left half way, and then the hands are lost: ``reset`` deals others.
        """
        numbers = self._numbers(actions)
        result = self._result(out)
        if out is not None:
            _check_actions_apart(np.asarray(actions), out)
        with self._turns.lock():
            self._check_dealt()
            illegal = self._batch.first_illegal(numbers)
            if illegal >= 0:
                self._refuse(illegal, int(numbers[illegal]))
            crew = Crew(partial(self._batch.step, numbers, self._scale, *_buffers(result)))
            try:
                crew.run(self._slices)
            finally:
                if crew.is_cut:
                    self._batch.forget()
        return result

    def random_actions(self, *, eager: bool = False) -> NDArray[np.int64]:
        """A legal action at each table, at random: (n,) int64.

        ``eager``: takes every win, and discards what is loose in a hand.

        The seed of ``reset`` decides them.
        """
        actions = np.empty(len(self), np.int64)
        with self._turns.lock():
            self._check_dealt()
            self._batch.random_actions(checked_flag("eager", eager, TableError), actions)
        return actions

    def hand(self, index: int) -> TableHand:
        """A copy of the hand that is played at a table, with all that is hidden.

        Raises ``IndexError`` if there is no such table.
        """
        row = row_of(index, len(self))
        copied = TableHand.__new__(TableHand)
        with self._turns.lock():
            self._check_dealt()
            self._batch.copy_table(row, copied)
        return copied

    def _check_dealt(self) -> None:
        if not self._batch.is_dealt:
            why = (
                "no hand has been dealt yet"
                if self.seed is None
                else "the hands were lost in a call that was interrupted"
            )
            raise TableError(f"{why}: reset() deals the first ones")

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        if is_masked(actions):
            raise BatchError(
                "actions is a masked array: expected whole numbers, one a table, none of them "
                "hidden"
            )
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BatchError(
                f"actions of the shape {given.shape} and the type {given.dtype}: expected "
                f"({len(self)},) whole numbers, one a table"
            )
        check_no_flags("actions", actions, BatchError)
        return np.ascontiguousarray(given, np.int64)

    def _refuse(self, index: int, action: int) -> None:
        copied = TableHand.__new__(TableHand)
        self._batch.copy_table(index, copied)
        legal = copied.legal_actions()
        names = ", ".join(f"{number} ({format_action(number)})" for number in legal)
        where = f"table {index}, {copied.turn} in {copied.phase.name}"
        raise IllegalActionError(
            f"action {action} is illegal ({where}): expected one of {names}", action, legal
        )

    def _result(self, out: TableStep | None) -> TableStep:
        """``out`` if it fits, or new arrays."""
        if out is None:
            return TableStep(
                **{name: np.empty((len(self), *row), kind) for name, (row, kind) in _ROWS.items()}
            )
        if not isinstance(out, TableStep):
            raise BatchError(f"out is {shown(out)}: expected a TableStep")
        arrays = _arrays(out)
        for array, (name, (row, kind)) in zip(arrays, _ROWS.items()):
            check_array(f"out.{name}", array, (len(self), *row), kind)
            if not array.flags.writeable:
                raise BatchError(f"out.{name} is read-only: it is to be written")
        if not are_apart(arrays):
            raise BatchError("arrays of out share memory: expected each to be its own")
        return out


def _check_actions_apart(actions: NDArray[Any], out: TableStep) -> None:
    """Output must not overwrite actions that are still to be read."""
    if actions.flags.c_contiguous and are_apart((actions, *_arrays(out))):
        return
    for name in _ROWS:
        if np.may_share_memory(actions, getattr(out, name)):
            raise BatchError(
                f"out.{name} shares memory with the actions: expected an array of its own"
            )


def _buffers(step: TableStep) -> tuple[Any, Any, Any, Any, Any]:
    """The arrays as the core takes them: bool as bytes."""
    return step.observations, step.masks.view(np.uint8), step.seats, step.rewards, step.endings


def checked_scale(scale: object) -> float:
    """A factor of rewards. Raises ``TableError`` if it is not a number."""
    number = real_number(scale)
    if number is None:
        raise TableError(f"reward_scale {shown(scale)}: expected a number")
    return number
