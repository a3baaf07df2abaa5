"""Explains an import that fails because a folder of sources hides the compiled modules."""

import sys

try:
    from mahjong_core.arguments import flag as flag

    from .held import HandValues as HandValues
except ModuleNotFoundError as error:
    package = (error.name or "").split(".")[0]
    if package not in sys.modules or package not in ("mahjong_core", "guobiao"):
        raise
    place = next(iter(sys.modules[package].__path__), "?")
    raise ImportError(
        f"{place} holds no compiled modules and hides the installed {package}: start Python in "
        "another "
        "folder, take this one off sys.path, or install guobiao (pip install .)",
        name=package,
    ) from error
