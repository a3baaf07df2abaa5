"""The hand of docs/architecture.md is what docs/one_hand.py prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_hand_of_the_page(tmp_path: Path) -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```\n(text .*?)^```$", page, re.DOTALL | re.MULTILINE)
    command = [sys.executable, "-X", "utf8", str(DOCS / "one_hand.py")]
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, check=True
    )
    assert done.stdout == shown
