"""Bots: programs that play by Botzone's protocol (lines on standard input and output), run, judged,
and ended safely.

``docs/bots.md`` describes the protocol and how to run a bot.
"""

from __future__ import annotations

from .bot import Bot, BotLimits, BotProtocol, BotSpec, ask_bots
from .judged_hands import BotFailure, JudgedHand, judge_hand
from .process import KEEP_RUNNING
from .replies import BotReply, Verdict

__all__ = [
    "KEEP_RUNNING",
    "Bot",
    "BotFailure",
    "BotLimits",
    "BotProtocol",
    "BotReply",
    "BotSpec",
    "JudgedHand",
    "Verdict",
    "ask_bots",
    "judge_hand",
]
