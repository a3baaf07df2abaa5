"""The table: a full game engine for one hand and for whole matches.

>>> from guobiao.table import TableHand
>>> hand = TableHand(seed=1)
>>> while not hand.is_over:
...     hand.apply(hand.legal_actions()[0])
>>> hand.result.ending.name, hand.result.changes
('DRAW', (0, 0, 0, 0))
"""

from __future__ import annotations

from .actions import ACTION_COUNT, Action, ActionKind, decode_action, encode_action, format_action
from .hand import TableHand, table_rules
from .phases import EventKind, HandEnding, Phase, WallRule
from .playing import PlayedMatch, Player, hand_seed, play_hand, play_match
from .views import Decision, Event, HandResult, Observation, OpenMeld

__all__ = [
    "ACTION_COUNT",
    "Action",
    "ActionKind",
    "Decision",
    "Event",
    "EventKind",
    "HandEnding",
    "HandResult",
    "Observation",
    "OpenMeld",
    "Phase",
    "PlayedMatch",
    "Player",
    "TableHand",
    "WallRule",
    "decode_action",
    "encode_action",
    "format_action",
    "hand_seed",
    "play_hand",
    "play_match",
    "table_rules",
]
