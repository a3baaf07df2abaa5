"""Small programs that play, or do all that a bot should not do."""

from __future__ import annotations

import sys

from guobiao.botzone import BotLimits, BotProtocol, BotSpec

# A program that has to be started within its time: the machine may be busy.
PATIENT = BotLimits(seconds=30.0)
IMPATIENT = BotLimits(seconds=0.25, first_factor=1.0)

READ_ALL = "n = int(input()); lines = [input() for _ in range(2 * n - 1)]\n"


def python_bot(
    program: str,
    *,
    limits: BotLimits = PATIENT,
    protocol: BotProtocol = BotProtocol.PLAIN,
    close_input: bool = False,
) -> BotSpec:
    """A bot of a few lines of Python; without ``site``, which doubles the time to start."""
    return BotSpec(
        [sys.executable, "-S", "-c", program],
        protocol=protocol,
        close_input=close_input,
        limits=limits,
    )
