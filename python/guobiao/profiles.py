"""Rule profiles: the built-in ones of ``PROFILE_NAMES``, and a user's own from a dict or a TOML
file.
"""

from __future__ import annotations

import _thread
import os
from collections.abc import Mapping
from typing import Final

from mahjong_core import fan_table
from mahjong_core.api import built_in_tables, make_tables
from mahjong_core.messages import shown
from mahjong_core.scoring.rules import ProfileTables

from .errors import ProfileError
from .fan import Fan
from .files.toml_file import read_toml
from .values import checked_path, whole_number

__all__ = ["PROFILE_NAMES", "RuleProfile", "get_profile", "load_profile"]

PROFILE_NAMES: Final = tuple(fan_table.PROFILES)


class RuleProfile:
    """A rule profile: points, exclusions, switches and the minimum, and (made on first use) the
    core's tables for them.

    Make one from a dict: overrides of a built-in profile. Keys, all optional: ``name``,
    ``based_on`` (a built-in profile, "mil" if missing), ``minimum``, ``base``, ``points`` {fan:
    points, 0 = switched off}, ``exclusions`` {fan: [fans that it excludes] or {"add": [...],
    "remove": [...]}}, ``switches`` {name: bool or word}, ``payments`` {"self_drawn", "discarder",
    "others": a sum such as ``"base + points"``}: what each loser pays on a self-draw, what the
    discarder and what the two others pay on a discard.

    An exclusion is a fan's name, ``"幺九刻:own"`` (only the copies of the excluder's own sets) or
    ``"幺九刻:1"`` (so many copies). Fans go by Chinese or English name. ``ProfileError`` says what
    is wrong.

    >>> profile = RuleProfile({"name": "club", "points": {"碰碰和": 8}, "minimum": 6})
    >>> profile.points(Fan.ALL_PUNGS), profile.minimum
    (8, 6)
    """

    __slots__ = ("_problem", "_tables", "rules")

    def __init__(self, overrides: Mapping[str, object]) -> None:
        try:
            self.rules: fan_table.Rules = fan_table.resolve(overrides)
        except fan_table.RulesError as error:
            raise ProfileError(str(error)) from None
        self._tables: ProfileTables | None = None
        self._problem: str | None = None

    @property
    def name(self) -> str:
        """The profile's name ("custom" if it was given none)."""
        return self.rules.name

    @property
    def minimum(self) -> int:
        """The points that a hand needs to win, flowers not counted (起和分)."""
        return self.rules.minimum

    @property
    def base(self) -> int:
        """What each player pays beside the points (底分)."""
        return self.rules.base

    @property
    def payments(self) -> fan_table.Payments:
        """What each loser pays for a win, as formulas of base and points."""
        return self.rules.payments

    def points(self, fan: Fan) -> int:
        """What one copy of ``fan`` is worth; 0: switched off."""
        number = whole_number(fan, 1, fan_table.FAN_COUNT)
        if number is None:
            raise ProfileError(f"{shown(fan)} is no fan: expected a Fan (1-{fan_table.FAN_COUNT})")
        return self.rules.points[number]

    @property
    def tables(self) -> ProfileTables:
        """The core's look-up tables, made on first use (a few seconds for a profile of one's own)
        and kept.

        Raises ``ProfileError`` if the profile's exclusions tie so many fans together that its
        tables would not fit. This is found out once and raised each time.
        """
        return self._tables or self._made_tables()

    @property
    def has_tables(self) -> bool:
        """Whether asking for its tables takes no seconds: they are made, or a built-in profile has
        the same.
        """
        return self._tables is not None or self._same_as() is not None

    def _same_as(self) -> str | None:
        """The built-in profile under which each hand is worth the same."""
        return next(
            (name for name in PROFILE_NAMES if _scores_alike(self.rules, fan_table.built_in(name))),
            None,
        )

    def _made_tables(self) -> ProfileTables:
        """Threads that ask at once wait for the one that makes them. Minimum, base and payments do
        not change the tables.
        """
        same = self._same_as()
        with _making:
            if self._tables is None and same is not None:
                self._tables = get_profile(same)._tables
            if self._tables is None and self._problem is None:
                try:
                    self._tables = make_tables(self.rules)
                except fan_table.RulesError as error:
                    self._problem = f"{self.name}: {error}"
            if self._tables is None:
                raise ProfileError(self._problem)
            return self._tables

    def __repr__(self) -> str:
        return f"<RuleProfile {self.name}>"

    def __eq__(self, other: object) -> bool:
        return self.rules == other.rules if isinstance(other, RuleProfile) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.rules.name, self.rules.points))

    def __reduce__(self) -> tuple[object, ...]:
        if LOADED.get(self.name) is self:
            return get_profile, (self.name,)
        return _from_rules, (self.rules,)


def _scores_alike(left: fan_table.Rules, right: fan_table.Rules) -> bool:
    """Whether each hand has the same fans and points under both."""
    return (left.points, left.exclusions, left.switches) == (
        right.points,
        right.exclusions,
        right.switches,
    )


_making = _thread.allocate_lock()


def _renew_lock() -> None:
    """A thread that held it is not in the forked process."""
    global _making
    _making = _thread.allocate_lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


def _from_rules(rules: fan_table.Rules) -> RuleProfile:
    profile = RuleProfile.__new__(RuleProfile)
    profile.rules = rules
    profile._tables = None
    profile._problem = None
    return profile


def _built_in(name: str) -> RuleProfile:
    profile = RuleProfile({"name": name, "based_on": name})
    profile._tables = built_in_tables(name)
    return profile


LOADED: Final[dict[str, RuleProfile]] = {}
"""The built-in profiles that somebody has asked for: each is one object. Reading their tables costs
more than the import.
"""


def get_profile(rules: str | RuleProfile) -> RuleProfile:
    """The profile of that name, or the profile itself. Raises ``ProfileError`` for an unknown name.

    >>> get_profile("1998")
    <RuleProfile 1998>
    """
    if isinstance(rules, str):
        return LOADED.get(rules) or _first_use(rules)
    return rules if isinstance(rules, RuleProfile) else _first_use(rules)


def _first_use(name: object) -> RuleProfile:
    if not isinstance(name, str) or name not in PROFILE_NAMES:
        raise ProfileError(
            f"{shown(name)} is no rule profile: expected {', '.join(PROFILE_NAMES)} or a "
            "RuleProfile (load_profile reads a TOML file)"
        )
    return LOADED.setdefault(
        name, _built_in(name)
    )  # of threads that ask at once, one puts the object that all get


def load_profile(path: str | os.PathLike[str]) -> RuleProfile:
    """A profile from a TOML file with the keys of ``RuleProfile``; its name is the file's stem if
    it gives none.

    Raises ``ProfileError`` if the file is no TOML or no profile. Raises ``OSError`` if it cannot be
    read.
    """
    from pathlib import Path

    file = Path(checked_path(path, ProfileError))
    table = read_toml(file, ProfileError)
    try:
        return RuleProfile({"name": file.stem, **table})
    except ProfileError as error:
        raise ProfileError(f"{file}: {error}") from None
