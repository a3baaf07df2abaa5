"""Reads a picture back: it must be XML, with a title, and its tiles say what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "defs", "g", "path", "rect", "circle", "text", "use"}


def read_svg(text: str) -> ElementTree.Element:
    """The picture, checked: elements of drawings only, a title, each tile in ``defs`` once."""
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert root.tag == f"{SVG}svg"
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ALLOWED
    assert not any(name.startswith("on") for each in root.iter() for name in each.attrib)
    (title,) = root.findall(f"{SVG}title")
    assert title.text
    drawn = [each.attrib["id"] for each in root.iterfind(f"{SVG}defs/{SVG}g")]
    assert len(drawn) == len(set(drawn))
    assert {each.attrib["href"][1:] for each in root.iter(f"{SVG}use")} == set(drawn)
    return root


def tiles_of(root: ElementTree.Element) -> list[str]:
    """The tiles in the order in which they are put; each is drawn as what it says."""
    found = []
    for each in root.iter(f"{SVG}use"):
        tile = each.attrib["data-tile"]
        assert each.attrib["href"].endswith(f"-{tile}")
        found.append(tile)
    return found


def places_of(root: ElementTree.Element) -> Iterator[tuple[str, float, float, bool]]:
    """Each tile with its place and whether it lies turned."""
    for each in root.iter(f"{SVG}use"):
        transform = each.attrib["transform"]
        x, y = re.match(r"translate\((\S+) (\S+)\)", transform).groups()
        yield each.attrib["data-tile"], float(x), float(y), "rotate(90)" in transform


def texts_of(root: ElementTree.Element) -> list[str]:
    """The lines of text."""
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def part_of(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """The group that ``data-part`` names."""
    (found,) = [each for each in root.iter(f"{SVG}g") if each.attrib.get("data-part") == name]
    return found
