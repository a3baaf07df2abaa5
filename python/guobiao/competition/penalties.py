"""Penalties (罚分) as data: what an offence costs whom, and whether the hand goes on.

Profiles ``rulebook``, ``ema`` and ``botzone``, or your own.

The printed rulebook deducts penalties at the end of the hand. Payments to the other players sum to
zero; the rest is lost to the table (``Ruling.lost_to_table``). Whoever may not win any more still
plays on and pays like the others.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from mahjong_core.messages import shown

from ..errors import PenaltyError
from ..files.toml_file import read_toml
from ..names import check_visible
from ..tiles import Seat
from ..values import (
    check_keys,
    checked_flag,
    checked_path,
    checked_table,
    checked_text,
    checked_whole,
    whole_number,
)
from ..visible import visible
from .settlement import Changes, Payment, PaymentReason, add_up

__all__ = [
    "PENALTY_PROFILE_NAMES",
    "DeductedAt",
    "Offence",
    "PenaltyProfile",
    "Ruling",
    "Sanction",
    "get_penalty_profile",
    "load_penalty_profile",
    "make_penalty_profile",
    "penalise",
]


class DeductedAt(Enum):
    """When a penalty is taken from the score."""

    END_OF_HAND = "end of hand"
    AT_ONCE = "at once"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Sanction:
    """What an offence costs; amounts in points."""

    pays_each: int = 0
    """Paid to each of the three other players."""
    deducted: int = 0
    """Lost to the table: nobody gets it."""
    may_win: bool = True
    """The offender may still win this hand."""
    hand_ends: bool = False
    """The hand ends here, without a winner; otherwise play goes on."""
    disqualified: bool = False
    """The offender is out of the match (取消比赛资格, 弃权)."""
    deducted_at: DeductedAt = DeductedAt.END_OF_HAND


@dataclass(frozen=True, slots=True)
class Offence:
    """An offence and its steps: by gravity, as the referee rules, or (``counted``) by how often the
    player has done it in the match.
    """

    name: str
    zh: str
    steps: tuple[Sanction, ...]
    counted: bool = False

    def sanction(self, step: int = 1) -> Sanction:
        """The sanction of a step, from 1.

        A counted offence stays at its last step. Raises ``PenaltyError`` if there is no such step.
        """
        number = whole_number(step, 1, None if self.counted else len(self.steps))
        if number is None:
            raise PenaltyError(
                f"step {shown(step)} of {self.name} ({self.zh}): expected 1 to {len(self.steps)}"
            )
        return self.steps[min(number, len(self.steps)) - 1]


@dataclass(frozen=True, slots=True)
class PenaltyProfile:
    """The offences that an event knows.

    ``make_penalty_profile`` makes one from a dict, ``load_penalty_profile`` from a TOML file.

    >>> get_penalty_profile("rulebook").offence("错和").sanction()  # doctest: +ELLIPSIS
    Sanction(pays_each=10, deducted=0, may_win=False, ...)
    """

    name: str
    offences: tuple[Offence, ...]

    def offence(self, name: str) -> Offence:
        """The offence by its English or Chinese name.

        Raises ``PenaltyError``, with near names, if the profile does not know it.
        """
        for offence in self.offences:
            if isinstance(name, str) and name in (offence.name, offence.zh):
                return offence
        names = [offence.name for offence in self.offences]
        near = difflib.get_close_matches(name, names, n=1) if isinstance(name, str) else []
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise PenaltyError(
            f"{shown(name)} is no offence of {self.name}{hint}: expected one of {', '.join(names)}"
        )

    def to_dict(self) -> dict[str, object]:
        """The profile as a dict from which ``make_penalty_profile`` makes it again."""
        return {
            "name": self.name,
            "based_on": "none",
            "offences": {o.name: _offence_to_dict(o) for o in self.offences},
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """A penalty that was imposed: on whom, for what, and what is paid for it."""

    offender: Seat
    offence: Offence
    step: int
    payments: tuple[Payment, ...]

    @property
    def sanction(self) -> Sanction:
        """What the step costs."""
        return self.offence.sanction(self.step)

    @property
    def changes(self) -> Changes:
        """The point changes of E S W N; they add up to minus ``lost_to_table``."""
        return add_up(self.payments)

    @property
    def lost_to_table(self) -> int:
        """The points that nobody gets."""
        return sum(payment.points for payment in self.payments if payment.payee is None)


def penalise(
    offender: Seat | int | str,
    offence: str,
    *,
    step: int = 1,
    rules: str | PenaltyProfile = "rulebook",
) -> Ruling:
    """The penalty for an offence (English or Chinese name).

    Raises ``PenaltyError`` if offence, profile or step is unknown.

    >>> penalise("S", "false_win").changes, penalise("S", "空报", step=3).lost_to_table
    ((10, -30, 10, 10), 10)
    """
    found = get_penalty_profile(rules).offence(offence)
    seat = Seat.parse(offender)
    return Ruling(seat, found, step, tuple(_payments(seat, found.sanction(step))))


def _payments(offender: Seat, sanction: Sanction) -> Iterator[Payment]:
    if sanction.pays_each:
        for payee in Seat:
            if payee is not offender:
                yield Payment(offender, payee, sanction.pays_each, PaymentReason.PENALTY)
    if sanction.deducted:
        yield Payment(offender, None, sanction.deducted, PaymentReason.PENALTY)


# ----------------------------------------------------------------------------------------- profiles

_OUT: Final = {"may_win": False, "hand_ends": True, "disqualified": True}
_ENDS: Final = {"steps": [{"pays_each": 10, "may_win": False, "hand_ends": True}]}

# In the very form that a user's profile has. The rules' page of the competition
# says what each step stands for.
_RULEBOOK: Final[dict[str, object]] = {
    "false_win": {"zh": "错和", "steps": [{"pays_each": 10, "may_win": False}]},
    "bluff": {"zh": "诈和", "steps": [{"pays_each": 20, "may_win": False}, _OUT]},
    "wrong_claim": {"zh": "错报", "steps": [{"may_win": False}]},
    "empty_call": {
        "zh": "空报",
        "steps": [{}, {"deducted": 5}, {"deducted": 10}, {"deducted": 20}],
        "counted": True,
    },
    "late": {"zh": "迟到", "steps": [{"deducted": 10}, {"deducted": 20}, _OUT]},
    "wrong_tile_count": {"zh": "相公", "steps": [{"may_win": False}]},
    "exposed_tile": {"zh": "亮张", "steps": [{"deducted": 5}]},
    "deduction": {
        "zh": "罚分",
        "steps": [{"deducted": points} for points in (5, 10, 20, 30, 40, 50, 60)],
    },
}
# What the penalties of the European Mahjong Association add; their prices of a false call's grades
# are not known here.
_EMA: Final[dict[str, object]] = _RULEBOOK | {
    "tile_not_taken": {"zh": "未取和牌", "steps": [{"deducted": 10}]},
}
_BUILT_IN: Final[dict[str, dict[str, object]]] = {
    "rulebook": _RULEBOOK,
    "ema": _EMA,
    "botzone": {
        "false_win": _ENDS | {"zh": "错和"},
        "bluff": _ENDS | {"zh": "诈和"},
        "wrong_claim": _ENDS | {"zh": "错报"},
        "illegal_reply": _ENDS | {"zh": "非法操作"},
        "late": _ENDS | {"zh": "超时"},
    },
    "none": {},
}
PENALTY_PROFILE_NAMES: Final = tuple(_BUILT_IN)
_MAX_PENALTY: Final = 10_000


def get_penalty_profile(rules: str | PenaltyProfile) -> PenaltyProfile:
    """The penalty profile of that name (``rulebook``, ``ema``, ``botzone``, ``none``), or the
    profile itself. Raises ``PenaltyError`` for another.
    """
    if isinstance(rules, PenaltyProfile):
        return rules
    profile = _PROFILES.get(rules) if isinstance(rules, str) else None
    if profile is None:
        raise PenaltyError(
            f"{shown(rules)} is no penalty profile: expected {', '.join(_BUILT_IN)} or a "
            "PenaltyProfile (load_penalty_profile reads a TOML file)"
        )
    return profile


def make_penalty_profile(overrides: Mapping[str, object]) -> PenaltyProfile:
    """A profile from a dict: ``name``, ``based_on`` (``rulebook`` if missing, ``ema``,
    ``botzone``, ``none``) and ``offences``.

    ``offences`` is {name: {"zh", "counted", "steps": [{"pays_each", "deducted", "may_win",
    "hand_ends", "disqualified", "deducted_at"}]}}, all optional but the steps of a new offence;
    False takes an offence out. Raises ``PenaltyError``, which says what is wrong.

    >>> own = {"false_win": {"steps": [{"pays_each": 20}]}}
    >>> club = make_penalty_profile({"name": "club", "offences": own})
    >>> penalise("E", "false_win", rules=club).changes
    (-60, 20, 20, 20)
    """
    table = _checked_table(overrides, "the penalty profile", ("name", "based_on", "offences"))
    name = checked_text("name", table.get("name", "custom"), PenaltyError, may_be_empty=False)
    check_visible(f"name is {shown(name)}", name, PenaltyError)
    based_on = table.get("based_on", "rulebook")
    if not isinstance(based_on, str) or based_on not in _BUILT_IN:
        raise PenaltyError(f"based_on is {shown(based_on)}: expected one of {', '.join(_BUILT_IN)}")
    changes = _checked_table(table.get("offences", {}), "offences")
    return PenaltyProfile(name, tuple(_offences(get_penalty_profile(based_on).offences, changes)))


def load_penalty_profile(path: str | os.PathLike[str]) -> PenaltyProfile:
    """A profile from a TOML file with the keys of ``make_penalty_profile``; the file's stem is
    the name if it gives none.

    Raises ``PenaltyError`` if the file is no TOML or no profile, and
    ``OSError`` if it cannot be read.
    """
    file = Path(checked_path(path, PenaltyError))
    table = read_toml(file, PenaltyError)
    try:
        return make_penalty_profile({"name": file.stem, **table})
    except PenaltyError as error:
        raise PenaltyError(f"{file}: {error}") from None


def _offences(old: tuple[Offence, ...], changes: Mapping[str, object]) -> Iterator[Offence]:
    known = {offence.name: offence for offence in old}
    for name, change in changes.items():
        if change is False:
            if name not in known:
                raise PenaltyError(
                    f"offences.{visible(name)} is false: there is no such offence to take out"
                )
            del known[name]
        else:
            known[name] = _changed_offence(known.get(name) or Offence(name, name, ()), change)
    yield from known.values()


def _changed_offence(old: Offence, change: object) -> Offence:
    where = f"offences.{visible(old.name)}"
    table = _checked_table(change, where, ("zh", "counted", "steps"))
    zh = checked_text(f"{where}.zh", table.get("zh", old.zh), PenaltyError, may_be_empty=False)
    check_visible(where, old.name + zh, PenaltyError)
    counted = _checked_flag(f"{where}.counted", table.get("counted", old.counted))
    steps = _changed_steps(old.steps, table.get("steps"), f"{where}.steps")
    return replace(old, zh=zh, counted=counted, steps=steps)


def _changed_steps(old: tuple[Sanction, ...], steps: object, where: str) -> tuple[Sanction, ...]:
    if steps is None and old:
        return old
    if not isinstance(steps, (list, tuple)) or not steps:
        raise PenaltyError(f"{where} is {shown(steps)}: expected a list with a table for each step")
    return tuple(
        _sanction(step, f"{where}[{number}]") for number, step in enumerate(steps, start=1)
    )


_SANCTION_KEYS: Final = tuple(field.name for field in fields(Sanction))


def _sanction(step: object, where: str) -> Sanction:
    table = _checked_table(step, where, _SANCTION_KEYS)
    parts: dict[str, Any] = {
        key: _checked_value(key, value, f"{where}.{key}") for key, value in table.items()
    }
    return Sanction(**parts)


def _checked_value(key: str, value: object, where: str) -> object:
    if key == "deducted_at":
        for moment in DeductedAt:
            if value == moment.value:
                return moment
        raise PenaltyError(
            f"{where} is {shown(value)}: expected {' or '.join(repr(m.value) for m in DeductedAt)}"
        )
    if key in ("pays_each", "deducted"):
        return checked_whole(where, value, 0, _MAX_PENALTY, PenaltyError)
    return _checked_flag(where, value)


def _checked_flag(where: str, value: object) -> bool:
    return checked_flag(where, value, PenaltyError, "true or false")


def _checked_table(
    value: object, where: str, keys: tuple[str, ...] | None = None
) -> Mapping[str, object]:
    table = checked_table(where, value, PenaltyError, "a table of names")
    if keys is not None:
        check_keys(where, table, keys, PenaltyError)
    return table


def _offence_to_dict(offence: Offence) -> dict[str, object]:
    return {
        "zh": offence.zh,
        "counted": offence.counted,
        "steps": [_sanction_to_dict(step) for step in offence.steps],
    }


def _sanction_to_dict(sanction: Sanction) -> dict[str, object]:
    """What differs from a sanction that costs nothing."""
    values = {
        key: getattr(sanction, key)
        for key in _SANCTION_KEYS
        if getattr(sanction, key) != getattr(Sanction(), key)
    }
    return {
        key: value.value if isinstance(value, DeductedAt) else value
        for key, value in values.items()
    }


_PROFILES: Final = {
    name: PenaltyProfile(name, tuple(_offences((), table))) for name, table in _BUILT_IN.items()
}
