"""A real browser draws the pictures: no text leaves its picture, every tile is there, nothing runs.

Skipped where Playwright or Chromium is missing (``python browser_pictures.py FOLDER`` makes the
pictures to look at).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import browser_pictures
from guobiao.pictures import game_html, table_svg
from guobiao.table import TableHand

REASON = browser_pictures.why_no_browser()
pytestmark = pytest.mark.skipif(bool(REASON), reason=REASON or "there is a browser")

LEAVING = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text, use')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
      || box.bottom > frame.bottom + 1 || box.width === 0;
  }).map(each => each.textContent || each.dataset.tile);
})"""
CROSSING = """() => {
  const boxes = [...document.querySelectorAll('svg text')].map(
    each => [each.textContent, each.getBoundingClientRect()]);
  return boxes.flatMap(([text, a], k) => boxes.slice(k + 1).filter(([, b]) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 6 && b.top < a.bottom - 6
  ).map(([other]) => `${text} / ${other}`));
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with browser_pictures.browser_page() as page:
        yield page


@pytest.mark.parametrize("theme", browser_pictures.PAGES)
@pytest.mark.parametrize("name", browser_pictures.pictures("light"))
def test_nothing_leaves_its_picture(page: Any, name: str, theme: str) -> None:
    page.set_content(browser_pictures.page_of(browser_pictures.pictures(theme)[name], theme))
    assert page.evaluate(LEAVING) == []
    assert page.evaluate(CROSSING) == []


def test_each_tile_looks_different(page: Any) -> None:
    for theme in browser_pictures.PAGES:
        page.set_content(browser_pictures.page_of(browser_pictures.tiles(theme, 24), theme))
        shots = [tile.screenshot() for tile in page.locator("svg").all()]
        assert len(shots) == len(set(shots)) == 43


def test_a_name_runs_nothing(page: Any) -> None:
    page.set_content("<title>fine</title>")
    attack = (
        "</text></svg><script>document.title='run'</script><img src=x onerror=document.title='x'>"
    )
    drawn = table_svg(browser_pictures.table(), names=[attack] * 4, title=attack)
    page.set_content(f"<title>fine</title>{drawn}")
    assert page.title() == "fine"
    assert page.locator("script, img").count() == 0


def opened(page: Any, **options: object) -> list[str]:
    """Opens the page of a game; a list of the errors that its script makes."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda told: errors.append(told.text))
    page.set_content(
        game_html(browser_pictures.table(999), names=browser_pictures.NAMES, **options)
    )
    return errors


def test_a_game_is_read_with_keys(page: Any) -> None:
    errors = opened(page, title="A game", differences=[])
    table = browser_pictures.table(999)
    assert page.locator("#place").inner_text() == f"Step 0 of {len(table.actions)}"
    page.keyboard.press("ArrowRight")
    assert "E discards" in page.locator("#events").inner_text()
    page.keyboard.press("End")
    result = page.locator("#result").inner_text()
    for counted in table.result.score.fans:
        assert counted.fan.english in result
    page.keyboard.press("l")
    assert table.result.score.fans[0].fan.zh in page.locator("#result").inner_text()
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.keyboard.press("l")
    page.keyboard.press("Home")
    page.keyboard.press("d")
    assert page.locator("#choice").inner_text().startswith("Decision")
    assert errors == []


def test_the_page_shows_the_same_table_as_the_picture(page: Any) -> None:
    """Both are drawn with the same places; the page by its script."""
    opened(page)
    page.keyboard.press("End")
    places = """root => [...root.querySelectorAll('use')].map(each => {
      const box = each.getBoundingClientRect(), whole = root.getScreenCTM();
      return [each.dataset.tile, (box.left - whole.e) / whole.a, (box.top - whole.f) / whole.d];
    })"""
    shown = page.locator("#board svg").evaluate(places)
    page.set_content(table_svg(browser_pictures.table(999)))
    drawn = page.locator("svg").evaluate(places)
    assert len(shown) == len(drawn) > 90
    for there, here in zip(shown, drawn):
        assert there[0] == here[0]
        assert there[1:] == pytest.approx(here[1:], abs=2)


def test_a_seats_view_turns_the_others_tiles_over(page: Any) -> None:
    opened(page)
    backs = page.locator('#board use[data-tile="back"]')
    assert backs.count() == 0
    page.select_option("#view", "2")
    assert backs.count() == 40
    page.evaluate("document.querySelector('details').open = true")
    lines = page.locator("#text li").all_inner_texts()
    assert [line.split("; ")[0] for line in lines if " tiles" in line] == [
        "E Ann: hand 14 tiles",
        "S 王小明: hand 13 tiles",
        "N 李丽: hand 13 tiles",
    ]
    own = sorted(map(str, TableHand(seed=14).hand_of("W").standing))
    assert sorted(lines[2].split("hand ")[1].split("; ")[0].split()) == own
    assert "draws" in page.locator("#events").inner_text()
    assert "E draws\n" in page.locator("#events").inner_text() + "\n"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, title="x" * 300)
    for key in ("Home", "ArrowRight", "End", "l"):
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_attack_in_a_game_runs_nothing(page: Any) -> None:
    attack = "</script><script>document.title='run'</script><img src=x onerror=document.title=1>"
    opened(page, title=attack, differences=[attack])
    page.keyboard.press("End")
    assert page.title() == attack
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


def test_paper_is_white(page: Any) -> None:
    """Whatever the screen's colours are."""
    opened(page)
    shown = (
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    page.emulate_media(media="screen", color_scheme="dark")
    assert page.evaluate(shown) == ["rgb(23, 25, 29)", "rgb(238, 240, 242)"]
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(shown) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert not page.locator("#slider").is_visible()
    page.emulate_media(media="screen", color_scheme="light")
