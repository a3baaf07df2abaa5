"""Pictures as SVG: tiles, hands, scores and tables, light and dark (``docs/pictures.md``); a game
as a page, the table as text.

>>> hand_svg("[CCCC]234567m99p34s5s").startswith("<svg")
True
"""

from __future__ import annotations

from .game_page import game_html
from .hands import hand_svg, tile_svg
from .scores import discards_svg, score_svg, waits_svg
from .table_text import table_text
from .tables import table_svg

__all__ = [
    "discards_svg",
    "game_html",
    "hand_svg",
    "score_svg",
    "table_svg",
    "table_text",
    "tile_svg",
    "waits_svg",
]
