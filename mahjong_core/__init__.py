"""The compiled core of guobiao: numbers in, numbers out.

A folder of sources (a clone, an unpacked sdist) holds this package without its compiled modules.
Python finds it before the installed one when it runs in the folder above. It then stands in for the
installed one: modules come from there, the compiled ones and the others alike.
"""

import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder


def _holds_compiled(folders: list[str]) -> bool:
    """Whether the compiled modules are in one of these folders of the package."""
    return PathFinder.find_spec("mahjong_core.api", folders) is not None


def _found() -> Iterator[ModuleSpec | None]:
    """Whatever has this name on the path, and for finders of their own: editable installs."""
    for entry in sys.path:
        yield PathFinder.find_spec("mahjong_core", [entry])
    for finder in sys.meta_path:
        if finder is not PathFinder and hasattr(finder, "find_spec"):
            yield finder.find_spec("mahjong_core", None)


def _installed() -> ModuleSpec | None:
    """The first package of this name that holds its compiled modules."""
    for spec in _found():
        if spec and spec.origin and _holds_compiled(spec.submodule_search_locations or []):
            return spec
    return None


if not _holds_compiled(__path__) and (_spec := _installed()):
    __file__ = _spec.origin or ""
    __path__ = list(_spec.submodule_search_locations or [])
