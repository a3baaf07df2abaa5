"""Names of a package that are imported on first use, and the errors for those that need a package
that is not installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module

from .errors import MissingExtraError, MissingNameError

__all__ = ["are_installed", "draw", "load_later", "need_numpy"]


def load_later(package: str, module: str, name: str) -> object:
    """What a package's ``__getattr__`` gives for a name of one of its modules.

    Without what the module needs, ``from package import name`` raises ``MissingExtraError``, an
    ``ImportError``; whoever asks otherwise (``hasattr``, ``package.name``) is told by
    ``MissingNameError``, an ``AttributeError``. Both name the extra.
    """
    try:
        return getattr(import_module(f".{module}", package), name)
    except MissingExtraError as error:
        # An import too asks with hasattr, from within importlib: an AttributeError would become
        # "cannot import name".
        if sys._getframe(2).f_code.co_name == "_handle_fromlist":
            raise
        raise MissingNameError(f"{package}.{name}: {error}") from None


def need_numpy() -> None:
    """The one gate before ``import numpy``. Raises ``MissingExtraError`` without it."""
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtraError(
            "arrays need NumPy, which is not installed: pip install guobiao[numpy]"
        ) from None


def draw(function: str, value: object, **options: object) -> str:
    """What a function of ``guobiao.pictures`` draws of a value: for notebooks, which ask the value
    itself. The pictures are imported only then.
    """
    return str(getattr(import_module("guobiao.pictures"), function)(value, **options))


def are_installed(needed: Iterable[str]) -> bool:
    """Whether the packages can be found, without importing one."""
    from importlib.util import find_spec

    try:
        return all(find_spec(name) is not None for name in needed)
    except (ImportError, ValueError):  # somebody has blocked it
        return False
