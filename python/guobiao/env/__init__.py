"""The table for training: an environment for one hand at a time (PettingZoo), and one for many
tables at once (NumPy only).

``TableEnv``, ``env`` and ``raw_env`` need ``pip install guobiao[env]``, the others
``guobiao[numpy]``: each is imported on first use. The planes of an observation are listed in
docs/env.md and in ``PLANES``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..later import are_installed, load_later
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


_NEEDED: Final = {
    "aec": ("numpy", "gymnasium", "pettingzoo"),
    "observing": ("numpy",),
    "vector": ("numpy",),
}

# Python asks ``__getattr__`` for it: without a package, a star import leaves out the names that
# need it.
_ALL: Final = __all__
del __all__


def __dir__() -> list[str]:
    """The public names, without those whose package is missing."""
    return sorted(_names_here())


def _names_here() -> list[str]:
    missing = [names for module, names in _LATER.items() if not are_installed(_NEEDED[module])]
    return [known for known in _ALL if not any(known in names for names in missing)]


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            return load_later(__name__, module, name)
    if name == "__all__":
        return _names_here()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
