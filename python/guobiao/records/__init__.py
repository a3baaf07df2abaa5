"""Records of play, replayed at the table: every move, claim, win and payment is
checked (``docs/records.md``).

>>> import io
>>> from guobiao.records.json_lines import format_hand_record, record_hand
>>> from guobiao.table import TableHand, play_hand
>>> hand = TableHand(seed=1)
>>> result = play_hand(hand, [lambda seen: seen.legal_actions[0]] * 4)
>>> file = io.BytesIO(format_hand_record(record_hand(hand)).encode())
>>> [game.agrees for game in replay_games(file, RecordFormat.JSONL)]
[True]
"""

from __future__ import annotations

from .file_starts import RecordFormat, detect_format, seems_to_be
from .replay_files import replay_games
from .replay_json_lines import replay_hand_record
from .replay_judge_logs import replay_judge_log
from .replay_result import Difference, DifferenceKind, GameReplay
from .replay_texts import replay_text_game
from .replay_tziakcha import replay_tziakcha_game

__all__ = [
    "Difference",
    "DifferenceKind",
    "GameReplay",
    "RecordFormat",
    "detect_format",
    "replay_games",
    "replay_hand_record",
    "replay_judge_log",
    "replay_text_game",
    "replay_tziakcha_game",
    "seems_to_be",
]
