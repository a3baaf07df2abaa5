"""Damaged match files at a small scale; at full scale: python tests/match_faults.py."""

from __future__ import annotations

from collections import Counter

from match_faults import faults


def test_damaged_match_files() -> None:
    found = Counter[str]()
    assert [*faults(20261130, 600, found)] == []
    assert min(found[name] for name in ("read", "salvaged", "refused")) > 20, found
