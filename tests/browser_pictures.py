"""Pixel pictures, made by a real browser: all tiles, a hand with every kind of meld, a score, a
table; light and dark.

python browser_pictures.py FOLDER           writes them there
python browser_pictures.py FOLDER NAME …    only these, as docs/pictures has them: tiles-light …

Needs Playwright for Python and a Chromium that is installed already (GUOBIAO_CHROMIUM, or chromium
on the path), with a font that has Chinese characters. No browser is downloaded.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import guobiao
from guobiao import Hand, Meld, MeldKind, Tile
from guobiao.pictures import (
    discards_svg,
    game_html,
    hand_svg,
    score_svg,
    table_svg,
    tile_svg,
    waits_svg,
)
from guobiao.players import make_player
from guobiao.table import TableHand

NAMES = ["Ann", "王小明", "Cleo", "李丽"]
PAGES = {"light": "#ffffff", "dark": "#101214"}


def chromium() -> str | None:
    """The browser that is installed, or None."""
    return os.environ.get("GUOBIAO_CHROMIUM") or shutil.which("chromium")


def why_no_browser() -> str:
    """What is missing, or an empty text."""
    try:
        import playwright.sync_api  # noqa: F401
    except ModuleNotFoundError:
        return "Playwright is not installed: pip install playwright"
    return "" if chromium() else "no Chromium is installed (GUOBIAO_CHROMIUM names one)"


@contextmanager
def browser_page(width: int = 900, height: int = 700) -> Iterator[Any]:
    """A page of the browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": width, "height": height})
        browser.close()


def every_meld() -> Hand:
    """A hand with a chow, a pung, an added kong and a concealed kong; the winning tile apart."""
    melds = [
        Meld(MeldKind.CHOW, Tile.P2, 3), Meld(MeldKind.PUNG, Tile.E, 2),
        Meld(MeldKind.ADDED_KONG, Tile.M5, 3), Meld(MeldKind.CONCEALED_KONG, Tile.C),
    ]  # fmt: skip
    return Hand([Tile.S1, Tile.S1], melds, Tile.S1, seat_wind="S")


def table(decisions: int = 52) -> TableHand:
    """A hand that four players have played for a while."""
    hand, player = TableHand(seed=14), make_player("greedy")
    for _ in range(decisions):
        if not hand.is_over:
            hand.apply(player.act(hand.observe(hand.turn)))
    return hand


def tiles(theme: str, pixels: int, index: bool = False) -> str:
    """All tiles, each so many pixels wide, nine in a row."""
    rows = [[f"{rank}{suit}" for rank in range(1, 10)] for suit in "msp"]
    rows += [[*"ESWNCFP"], [*"abcdefgh", "back"]]
    scaled = f'style="width:{pixels}px;height:auto;margin:1px"'
    drawn = ("".join(
        tile_svg(name, theme=theme, index=index).replace("<svg ", f"<svg {scaled} ", 1)
        for name in row
    ) for row in rows)  # fmt: skip
    return "<br>".join(drawn)


def pictures(theme: str) -> dict[str, str]:
    """The body of a page for each picture."""
    melded = "[1111s,2][222p,1][678m,2]CCC9m9m|SW0000|2"
    scored = guobiao.score("[CCCC]234567m99p34s5s|EE1000|2")
    return {
        "tiles": tiles(theme, 48),
        "tiles-index": tiles(theme, 48, index=True),
        "tiles-24": tiles(theme, 24),
        "hand": hand_svg(every_meld(), theme=theme) + "<br>" + hand_svg(melded, theme=theme),
        "score": score_svg(scored, theme=theme),
        "waits": waits_svg(guobiao.waits("123456789m1155s"), theme=theme),
        "discards": discards_svg(guobiao.discards("123456789m1155s9p"), theme=theme),
        "table": table_svg(table(), names=NAMES, theme=theme),
        "table-seat": table_svg(table(), seat="S", names=NAMES, theme=theme),
        "table-over": table_svg(table(999), names=NAMES, theme=theme),
    }


def page_of(body: str, theme: str) -> str:
    """An HTML page around a picture."""
    return (
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{PAGES[theme]}">'
        f'<div id="all" style="display:inline-block;padding:8px;line-height:0">{body}</div>'
    )


def game_pictures(page: Any, folder: Path) -> None:
    """The page of a game, on a desk and on a phone, in both languages."""
    html = game_html(table(999), names=NAMES, title="One hand", differences=[])
    for name, width, theme in (("game", 1100, "light"), ("game-phone", 390, "dark")):
        page.set_viewport_size({"width": width, "height": 700})
        page.emulate_media(color_scheme=theme)
        page.set_content(html)
        if theme == "dark":
            page.click("#switch")
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        page.screenshot(path=folder / f"{name}-{theme}.png", full_page=theme == "dark")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with browser_page() as page:
        for theme in PAGES:
            for name, body in pictures(theme).items():
                if sys.argv[2:] and f"{name}-{theme}" not in sys.argv[2:]:
                    continue
                page.set_content(page_of(body, theme))
                page.locator("#all").screenshot(path=folder / f"{name}-{theme}.png")
        if not sys.argv[2:] or "game" in sys.argv[2:]:
            game_pictures(page, folder)


if __name__ == "__main__":
    main()
