"""The compiled core of guobiao: numbers in, numbers out.

A folder of sources (a clone, an unpacked sdist) holds this package without its compiled modules.
Python finds it before the installed one when it runs in the folder above. It then stands in for the
installed one: modules come from there, the compiled ones and the others alike.
"""

import sys
from importlib.machinery import ModuleSpec, PathFinder


def _holds_compiled(folders: list[str]) -> bool:
    """Whether the compiled modules are in one of these folders of the package."""
    return PathFinder.find_spec("mahjong_core.api", folders) is not None


def _installed() -> ModuleSpec | None:
    """The first package of this name on the path that holds its compiled modules."""
    for entry in sys.path:
        spec = PathFinder.find_spec("mahjong_core", [entry])
        if spec and spec.origin and _holds_compiled(spec.submodule_search_locations or []):
            return spec
    return None


if not _holds_compiled(__path__) and (_found := _installed()):
    __file__ = _found.origin or ""
    __path__ = list(_found.submodule_search_locations or [])
