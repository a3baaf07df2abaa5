"""A hand of play as one HTML file: nothing to load, every text a text, no script but its own."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from ..errors import GuobiaoError
from ..table import TableHand
from ..tiles import Seat
from ..values import checked_items, checked_object
from ..visible import json_text, shown, visible
from .faces import FACES
from .game_frames import frames_of, result_of

__all__ = ["game_html"]

_LONGEST: Final = 200
_BUTTONS: Final = ("first", "back", "next", "last", "before", "after", "mark")


def game_html(
    table: TableHand,
    *,
    seat: Seat | int | str | None = None,
    names: Sequence[str] | None = None,
    title: str = "",
    differences: Sequence[str] | None = None,
) -> str:
    """A hand of play as an HTML page, to be opened from a disk: each step of the table, the
    decisions with what each discard leaves, shanten, waits with their points, the result.

    ``seat``: the file holds only what this seat may see; None: all, and the page chooses.
    ``names``: of the players E S W N. ``differences``: what a replay found; None if
    there was none. Raises ``GuobiaoError`` for what is no table, seat, names or text.

    >>> game_html(TableHand(seed=7)).startswith("<!DOCTYPE html>")
    True
    """
    checked_object("table", table, TableHand, GuobiaoError)
    viewer = None if seat is None else Seat.parse(seat)
    told = _shortened(_checked_text("title", title)) or "国标麻将"
    data = {
        "frames": frames_of(table, viewer),
        "result": result_of(table),
        "players": [_shortened(name) for name in _checked_names(names)],
        "round": int(table.prevalent_wind),
        "seat": None if viewer is None else int(viewer),
        "differences": None
        if differences is None
        else [
            visible(_checked_text("a difference", each))
            for each in checked_items("differences", differences, GuobiaoError)
        ],
    }
    return _page(told, json_text(data).replace("<", "\\u003c"))


def _checked_text(name: str, text: object) -> str:
    if not isinstance(text, str):
        raise GuobiaoError(f"{name} {shown(text)}: expected a text")
    return text


def _checked_names(names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [""] * 4
    listed = list(checked_items("names", names, GuobiaoError))
    if len(listed) != 4:
        raise GuobiaoError(f"names {shown(listed)}: expected four texts, of E S W N")
    return [_checked_text("a name", name) for name in listed]


def _shortened(text: str) -> str:
    told = visible(text[: 2 * _LONGEST])
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"


@lru_cache(maxsize=2)
def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _tiles() -> str:
    """All tiles to be used by the page; their colours are those of its style."""
    drawn = []
    for name, face in FACES.items():
        for letter in "krgbwqi":
            face = face.replace(f"${letter}", f"var(--{letter})")
        drawn.append(
            f'<g id="gb-{name}"><rect x="1" y="5" width="58" height="78" rx="8" '
            'fill="var(--edge)" stroke="var(--line)" stroke-width="1.6"/><rect x="1" y="1" '
            'width="58" height="78" rx="8" fill="var(--w)" stroke="var(--line)" '
            f'stroke-width="1.6"/>{face}</g>'
        )
    return "".join(drawn)


def _page(title: str, data: str) -> str:
    script = _part("game_page.js")
    own = b64encode(sha256(script.encode()).digest()).decode()
    buttons = "".join(f'<button type="button" id="{name}"></button>' for name in _BUTTONS)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}'">
<title>{escape(title)}</title>
<style>
{_part("game_page.css")}</style>
</head>
<body>
<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>{_tiles()}</defs></svg>
<header><h1>{escape(title)}</h1><button type="button" id="switch"></button></header>
<main>
<div>
<div id="board"><noscript>This page needs JavaScript. 本页需要 JavaScript。</noscript></div>
<div class="bar">{buttons}<select id="view"></select></div>
<div class="bar"><input type="range" id="slider" min="0" value="0"><span id="place"></span></div>
<p id="keys" class="quiet"></p>
<details><summary id="text-title"></summary><div id="text"></div></details>
</div>
<div>
<section id="events" aria-live="polite"></section>
<section id="choice"></section>
<section id="result"></section>
<section id="hands"></section>
<section id="differences"></section>
</div>
</main>
<script type="application/json" id="game">{data}</script>
<script>{script}</script>
</body>
</html>
"""
