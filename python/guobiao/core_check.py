"""Says what is wrong where a folder of sources hides the compiled core."""

import mahjong_core

try:
    import mahjong_core.values
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("mahjong_core"):
        raise
    place = next(iter(mahjong_core.__path__), "?")
    raise ImportError(
        f"{place} holds no compiled modules and hides the installed mahjong_core: start Python in another "
        "folder, take this one off sys.path, or install guobiao (pip install .)",
        name="mahjong_core",
    ) from error
