"""Rule profiles in JSON files: a built-in one by its name, any other as a whole."""

from __future__ import annotations

import json
from functools import lru_cache

from mahjong_core.fan_table import overrides
from mahjong_core.messages import shown

from .errors import ProfileError
from .profiles import PROFILE_NAMES, RuleProfile, get_profile

__all__ = ["rules_from_json", "rules_to_json"]


def rules_to_json(rules: RuleProfile) -> object:
    """The name of a built-in profile; another one as overrides of ``mil``."""
    is_built_in = rules.name in PROFILE_NAMES and get_profile(rules.name) == rules
    return rules.name if is_built_in else overrides(rules.rules)


def rules_from_json(value: object) -> RuleProfile:
    """The profile from what ``rules_to_json`` gives. Raises ``ProfileError`` if it is not a
    profile.

    Equal values give one object: its tables take seconds to make.
    """
    if isinstance(value, dict):
        return _profile_of_text(json.dumps(value))
    if not isinstance(value, str):
        raise ProfileError(
            f"{shown(value)} is no rule profile: expected a name, or an object with the keys of a "
            "profile"
        )
    return get_profile(value)


@lru_cache(maxsize=16)
def _profile_of_text(text: str) -> RuleProfile:
    return RuleProfile(json.loads(text))
