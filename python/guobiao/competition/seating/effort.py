"""How long a search may go on, and whom it tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Effort", "Progress"]

Progress = Callable[[str, int, int], object]
"""Is told what is being done, how many steps of it are over, and how many there are at most."""

_STEPS_BETWEEN_LOOKS: Final = 256


@dataclass(slots=True)
class Effort:
    """A time limit in seconds (None: none), and a function that is told the progress (or None)."""

    time_limit: float | None = None
    progress: Progress | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        if self.time_limit is None:
            return False
        return time.monotonic() - self.started >= self.time_limit

    def goes_on(self, doing: str, step: int, steps: int) -> bool:
        """Whether a step may be made; most calls look at nothing and are cheap."""
        if step % _STEPS_BETWEEN_LOOKS:
            return True
        if self.progress is not None:
            self.progress(doing, step, steps)
        return not self.is_over
