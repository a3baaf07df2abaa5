"""Records of play, replayed at the table: every move, claim, win and payment is checked (``docs/records.md``)."""

from __future__ import annotations

from .result import Difference, DifferenceKind, GameReplay
from .text_games import replay_text_game

__all__ = ["Difference", "DifferenceKind", "GameReplay", "replay_text_game"]
