"""Writes what the build needs: the C headers of the suit tables and distances, and the solved
tables of the built-in profiles.
"""

from __future__ import annotations

from pathlib import Path

from .. import codes
from ..fan_table import PROFILES, built_in
from . import distances
from .layout import profile_bytes
from .suit_header import constants, tables

__all__ = ["write_all"]


def write_all(directory: Path) -> None:
    """Writes what the build needs into ``directory``, which is made if it is missing.

    ``codes.pxd``, ``suit_hash.h``, ``suit_tables.h``, ``distances.h`` and ``<profile>.tables``.
    """
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "__init__.pxd").write_text("", encoding="utf-8")
    (directory / "codes.pxd").write_text(codes.c_names(), encoding="utf-8")
    (directory / "suit_hash.h").write_text(constants(), encoding="utf-8")
    (directory / "suit_tables.h").write_text(tables(), encoding="utf-8")
    (directory / "distances.h").write_text(distances.header(), encoding="utf-8")
    for name in PROFILES:
        (directory / f"{name}.tables").write_bytes(profile_bytes(built_in(name)))
