"""Says what is wrong where a folder of sources hides compiled modules."""

from pathlib import Path

import mahjong_core

try:
    import mahjong_core.values

    from .held import PackedHand as PackedHand
except ModuleNotFoundError as error:
    package = (error.name or "").split(".")[0]
    places = {"mahjong_core": next(iter(mahjong_core.__path__), "?"), "guobiao": Path(__file__).parent}
    if package not in places:
        raise
    raise ImportError(
        f"{places[package]} holds no compiled modules and hides the installed {package}: start Python "
        "in another folder, take this one off sys.path, or install guobiao (pip install .)",
        name=package,
    ) from error
