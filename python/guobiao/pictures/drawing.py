"""One SVG: tiles, texts and lines, each where it is put; and the colours, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Final
from unicodedata import east_asian_width

from ..errors import GuobiaoError
from ..values import checked_flag
from ..visible import shown, visible
from .faces import FACES, INDEXES

__all__ = ["BACK", "HIGH", "WIDE", "Picture", "cut_text", "text_width"]

WIDE: Final = 60
HIGH: Final = 84
"""A tile with its edge; its face is 80 high."""
BACK: Final = "back"
_FONTS: Final = (
    "'Noto Sans CJK SC','Noto Sans SC','PingFang SC','Microsoft YaHei','Source Han Sans SC',"
    "system-ui,sans-serif"
)
_FLOWERS: Final = "abcdefgh"
_MOST_TITLE: Final = 200


@dataclass(frozen=True, slots=True)
class _Theme:
    """The colours: those of the faces by letter, then those of all else."""

    faces: dict[str, str]
    edge: str
    line: str
    texts: dict[str, str]
    page: str
    felt: str


_THEMES: Final = {
    "light": _Theme(
        {"k": "#1b1b1b", "r": "#c2181f", "g": "#0b6b35", "b": "#174a9c", "w": "#fffef9",
         "q": "#2b7a5a", "i": "#5b5346"},
        "#c9bfa8", "#6d6554",
        {"ink": "#1d1f22", "quiet": "#5d6167", "good": "#0b6b35", "bad": "#b3261e",
         "mark": "#c2410c"},
        "#ffffff", "#dbeadf",
    ),
    "dark": _Theme(
        {"k": "#f4f1e8", "r": "#ff7d76", "g": "#5fd68f", "b": "#8ab8ff", "w": "#2d3138",
         "q": "#2f6b54", "i": "#b9bcc2"},
        "#121417", "#8b9098",
        {"ink": "#eef0f2", "quiet": "#a9afb7", "good": "#5fd68f", "bad": "#ff8f88",
         "mark": "#ffb454"},
        "#17191d", "#1d2b25",
    ),
}  # fmt: skip


class Picture:
    """A picture that grows piece by piece. Lengths are in units in which a tile is 60 wide.

    ``theme``: ``"light"`` or ``"dark"``. ``index``: a small Latin letter or digit on each tile.
    Raises ``GuobiaoError`` for another theme.
    """

    def __init__(self, title: str, theme: str, index: bool) -> None:
        if not isinstance(theme, str) or theme not in _THEMES:
            raise GuobiaoError(f"theme {shown(theme)}: expected 'light' or 'dark'")
        self.title = title
        self._theme, self._name = _THEMES[theme], theme
        self._index = checked_flag("index", index, GuobiaoError)
        self._pieces: list[str] = []
        self._used: dict[str, None] = {}

    def tile(self, name: str, x: float, y: float, size: float = 1, turn: int = 0) -> None:
        """A tile by its text (``5m``, ``a``-``h`` for a flower, ``back``).

        x, y is the upper left corner of its place: that is 60 by 84, or with ``turn`` (90: to the
        left's giver, lying) 84 by 60.
        """
        self._used[name] = None
        place = f"translate({_number(x)} {_number(y)})"
        if size != 1:
            place += f" scale({_number(size)})"
        if turn:
            place += f" translate({HIGH} 0) rotate(90)"
        self._pieces.append(
            f'<use href="#{self._id(name)}" data-tile="{name}" transform="{place}"/>'
        )

    def text(
        self, x: float, y: float, text: str, size: float, colour: str = "ink", *,
        anchor: str = "start", bold: bool = False,
    ) -> None:  # fmt: skip
        """A line of text whose base is at y. Nothing in it works as a command of SVG."""
        look = f' text-anchor="{anchor}"' * (anchor != "start") + ' font-weight="700"' * bold
        self._pieces.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" '
            f'fill="{self._theme.texts[colour]}"{look}>{_safe(text)}</text>'
        )

    def line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A thin line."""
        self._pieces.append(
            f'<path d="M{_number(x)} {_number(y)}L{_number(to_x)} {_number(to_y)}" '
            f'stroke="{self._theme.texts["quiet"]}" stroke-opacity=".5" stroke-width="1.5"/>'
        )

    def box(
        self, x: float, y: float, wide: float, high: float, colour: str = "", *, line: str = "",
        round: float = 8, opacity: float = 1,
    ) -> None:  # fmt: skip
        """A box, filled with a colour of texts or framed by one."""
        texts = self._theme.texts
        fill = texts[colour] if colour else "none"
        frame = f' stroke="{texts[line]}" stroke-width="4"' if line else ""
        faint = f' fill-opacity="{opacity}"' * (opacity != 1)
        self._pieces.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(wide)}" '
            f'height="{_number(high)}" rx="{round}" fill="{fill}"{faint}{frame}/>'
        )

    def begin(self, transform: str, label: str = "") -> None:
        """What follows is turned or moved, until ``end``."""
        named = f' data-part="{_safe(label)}"' if label else ""
        self._pieces.append(f'<g transform="{transform}"{named}>')

    def end(self) -> None:
        """The end of what ``begin`` began."""
        self._pieces.append("</g>")

    def svg(self, wide: float, high: float, *, ground: str = "", size: float = 0.5) -> str:
        """The whole as a text. ``ground``: ``"page"`` or ``"felt"``, else it is clear. ``size``:
        the pixels of a unit.
        """
        width, height = _number(wide), _number(high)
        title = _safe(_shortened(self.title))
        colour = {"page": self._theme.page, "felt": self._theme.felt}.get(ground)
        filled = f'<rect width="{width}" height="{height}" rx="10" fill="{colour}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{_number(wide * size)}" height="{_number(high * size)}" role="img" '
            f'font-family="{_FONTS}"><title>{title}</title>'
            f"<defs>{''.join(self._definition(name) for name in self._used)}</defs>"
            f"{filled if colour else ''}{''.join(self._pieces)}</svg>"
        )

    def _id(self, name: str) -> str:
        return f"gb-{self._name}{'-index' * self._index}-{name}"

    def _definition(self, name: str) -> str:
        return f'<g id="{self._id(name)}">{_drawn(name, self._name, self._index)}</g>'


@lru_cache(maxsize=256)
def _drawn(name: str, theme_name: str, index: bool) -> str:
    """A tile: its edge, its body, its face."""
    theme = _THEMES[theme_name]
    face = FACES[name]
    if index and name != BACK:  # the face makes room for it
        face = f'<g transform="translate(10.5 11) scale(.81)">{face}</g>{_index_of(name)}'
    for letter, colour in theme.faces.items():
        face = face.replace(f"${letter}", colour)
    return (
        f'<rect x="1" y="5" width="58" height="78" rx="8" fill="{theme.edge}" '
        f'stroke="{theme.line}" stroke-width="1.6"/>'
        f'<rect x="1" y="1" width="58" height="78" rx="8" fill="{theme.faces["w"]}" '
        f'stroke="{theme.line}" stroke-width="1.6"/>{face}'
    )


def _index_of(name: str) -> str:
    if name in _FLOWERS:
        return INDEXES[str(_FLOWERS.index(name) % 4 + 1)]
    return INDEXES[name[0]]


def text_width(text: str, size: float) -> float:
    """How wide a line is at most, about: a Chinese character is as wide as it is high."""
    return size * sum(1 if east_asian_width(letter) in "WF" else 0.58 for letter in text)


def cut_text(text: str, size: float, wide: float) -> str:
    """The text, or its beginning and an ellipsis, if it is wider."""
    text = visible(text[:400])
    if text_width(text, size) <= wide:
        return text
    while text and text_width(text + "…", size) > wide:
        text = text[:-1]
    return text + "…"


def _safe(text: str) -> str:
    """A text from elsewhere as XML holds it."""
    return escape(visible(text))


def _shortened(title: str) -> str:
    return title if len(title) <= _MOST_TITLE else f"{title[: _MOST_TITLE - 1]}…"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
