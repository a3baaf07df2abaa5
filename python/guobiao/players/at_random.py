"""The player that takes any legal action."""

from __future__ import annotations

import random

from ..errors import TableError
from ..table import Observation
from ..tiles import Seat
from ..values import checked_object, checked_whole

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """One of the legal actions, each as likely as the others.

    The ``seed`` of the hand decides which.
    """

    def __init__(self) -> None:
        self._random = random.Random(0)

    def new_hand(self, *, seat: Seat, seed: int) -> None:
        """Begin the hand's own random numbers. Players of one seed at several seats differ."""
        number = checked_whole("seed", seed, None, None, TableError)
        self._random.seed(4 * number + Seat.parse(seat))

    def act(self, observation: Observation) -> int:
        """Its action."""
        legal = checked_object("observation", observation, Observation, TableError).legal_actions
        return legal[int(self._random.random() * len(legal))]
