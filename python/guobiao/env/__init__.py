"""The table for those who train: an environment for one hand at a time (PettingZoo), and one for many tables at once (NumPy only).

``TableEnv``, ``env`` and ``raw_env`` need ``pip install guobiao[env]``, the others ``guobiao[numpy]``: each is imported when it is asked
for. The planes of an observation are listed in docs/env.md and in ``PLANES``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from .planes import PLANES, PlaneGroup

if TYPE_CHECKING:
    from .aec import TableEnv, env, raw_env
    from .observing import action_mask, observation_planes
    from .vector import TableStep, VectorTable

__all__ = [
    "PLANES",
    "PlaneGroup",
    "TableEnv",
    "TableStep",
    "VectorTable",
    "action_mask",
    "env",
    "observation_planes",
    "raw_env",
]

_LATER: Final = {
    "aec": ("TableEnv", "env", "raw_env"),
    "observing": ("action_mask", "observation_planes"),
    "vector": ("TableStep", "VectorTable"),
}


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
