"""Where records lie: the project's own, and real ones where somebody has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from guobiao.botzone.texts import TextGame, parse_games

OWN = Path(__file__).resolve().parent / "records"
OWN_TEXT = OWN / "games.txt"
OWN_JSONL = OWN / "hands.jsonl"
OWN_TZIAKCHA = OWN / "tziakcha.json"
OWN_JUDGE = sorted(OWN.glob("judge-*.json"))


def own_games() -> dict[str, TextGame]:
    """The project's games by name."""
    return {game.id: game for game in parse_games(OWN_TEXT.read_text(encoding="utf-8"))}


def real_record(name: str) -> Path:
    """A real record; the test is skipped if it is not there.

    They have no licence, so they are not part of the project: ``GUOBIAO_RECORDS`` names the folder,
    or they lie in ``shared/records`` beside the checkout.
    """
    beside = Path(__file__).resolve().parents[2] / "shared/records"
    path = Path(os.environ.get("GUOBIAO_RECORDS") or beside) / name
    if not path.exists():
        pytest.skip(f"no real records: {path} is not there (GUOBIAO_RECORDS names their folder)")
    return path
