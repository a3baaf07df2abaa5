"""How many random hands a test makes: the one place that reads ``GUOBIAO_TEST_SCALE`` (checked
builds are slow, they make fewer).
"""

from __future__ import annotations

import os

SCALE = float(os.environ.get("GUOBIAO_TEST_SCALE", "1"))


def scaled(count: int) -> int:
    """``count`` at scale 1, never less than one."""
    return max(1, round(count * SCALE))
