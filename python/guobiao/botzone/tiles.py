"""Single tiles in Botzone's spelling: W1-W9 万, T1-T9 条, B1-B9 饼, F1-F4 E S W N,
J1-J3 C F P, H1-H8 flowers.
"""

from __future__ import annotations

from typing import Final

from ..notation.alphabets import FIRST_FLOWER
from ..notation.writing import format_botzone

__all__ = ["BOTZONE_CODES", "SLOT_OF_BOTZONE_CODE", "TILES_EXPECTED"]

BOTZONE_CODES: Final = tuple(format_botzone([slot]) for slot in range(FIRST_FLOWER + 8))
"""The code of each tile: slots 0-33, then the flowers 34-41."""
SLOT_OF_BOTZONE_CODE: Final = {code: slot for slot, code in enumerate(BOTZONE_CODES)}
TILES_EXPECTED: Final = "W1-W9, T1-T9, B1-B9, F1-F4, J1-J3 or H1-H8"
