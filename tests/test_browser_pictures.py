"""A real browser draws the pictures: no text leaves its picture, every tile is there, nothing runs.

Skipped where Playwright or Chromium is missing (``python browser_pictures.py FOLDER`` makes the
pictures to look at).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import browser_pictures
from guobiao.pictures import table_svg

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
