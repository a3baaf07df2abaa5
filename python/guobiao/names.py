"""Names of players and teams: what is one, and which two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .errors import GuobiaoError
from .visible import has_control_characters, shown

__all__ = ["check_name", "check_visible", "find_same_names", "name_key"]


def check_name(what: str, name: object, error: type[GuobiaoError]) -> None:
    """An ``error`` for what is no text, is blank, or holds control characters, with which a name
    could pass for something else.
    """
    if not isinstance(name, str) or not name.strip():
        raise error(f"{what} {shown(name)}: expected a name")
    check_visible(f"{what} {shown(name)}", name, error)


def check_visible(what: str, name: str, error: type[GuobiaoError]) -> None:
    """An ``error`` for a name with control characters."""
    if has_control_characters(name):
        raise error(f"{what}: a name has no control characters and no ends of lines")


def name_key(name: str) -> str:
    """One text for all names that differ in blanks, case or width only.

    >>> name_key("An  Li") == name_key("ａｎ li"), name_key("An") == name_key("Ann")
    (True, False)
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def find_same_names(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two different names that differ in blanks, case or width only."""
    found: dict[str, str] = {}
    for name in names:
        other = found.setdefault(name_key(name), name)
        if other != name:
            return other, name
    return None
