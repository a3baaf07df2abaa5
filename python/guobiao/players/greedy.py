"""What the greedy players share: they win when they may, and look at nothing
but the hand as it stands.
"""

from __future__ import annotations

from typing import Final

from ..errors import TableError
from ..table import ActionKind, Observation, Phase
from ..tiles import Seat
from ..values import checked_object

__all__ = ["GreedyPlayer"]

_WIN: Final = int(ActionKind.WIN)


class GreedyPlayer:
    """Takes every win; derived classes make all other decisions."""

    def new_hand(self, *, seat: Seat, seed: int) -> None:
        """It remembers nothing."""

    def act(self, observation: Observation) -> int:
        """Its action."""
        if (
            _WIN
            in checked_object("observation", observation, Observation, TableError).legal_actions
        ):
            return _WIN
        if observation.phase is Phase.PLAY:
            return self._own_turn(observation)
        return self._claim(observation)

    def _own_turn(self, observation: Observation) -> int:
        """After a draw or a claim: a discard or a kong."""
        raise NotImplementedError

    def _claim(self, observation: Observation) -> int:
        """For another player's tile: a claim or a pass."""
        raise NotImplementedError
