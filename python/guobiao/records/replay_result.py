"""What a replay finds: differences between what a record says and what the rules say."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from ..table.moves import BrokenGame

if TYPE_CHECKING:
    from ..table import TableHand

__all__ = ["Difference", "DifferenceKind", "GameReplay", "unreadable"]


class DifferenceKind(Enum):
    """What differs."""

    UNREADABLE = "unreadable"
    """The game cannot be read."""
    TILES = "tiles"
    """Five copies of a tile, a flower twice, more draws than the wall has."""
    DRAW = "draw"
    """Another player draws, or somebody draws first."""
    MOVE = "move"
    """The rules do not allow the move."""
    CLAIM = "claim"
    """The rules do not allow a claim that lost."""
    PRIORITY = "priority"
    """Another claim goes first."""
    WIN_TILE = "win tile"
    """The tile of the win is not the drawn or discarded one."""
    WIN = "win"
    """No winning hand, or too few points."""
    ENDING = "ending"
    """The hand is over, or not over yet."""
    FANS = "fans"
    POINTS = "points"
    """The sum of the fans."""
    PAYMENTS = "payments"
    REQUEST = "request"
    """What the judge told a seat."""
    DISPLAY = "display"
    """What the judge showed to everyone."""
    EVENTS = "events"
    """The log of the table."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: ``game`` and ``line``, what the record says and what the rules say.

    In a judge's log ``line`` is the entry of the array, in a game of tziakcha's the
    number of the move. If the game cannot be read, ``recorded`` tells what is wrong with
    it and ``expected`` is empty.
    """

    game: str
    line: int
    kind: DifferenceKind
    recorded: str
    expected: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.recorded}" + f"; by the rules: {self.expected}" * bool(
            self.expected
        )


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A replayed game: its name, the line where it begins, and its differences, none
    if record and rules agree.

    ``repaired``: what a lenient reading put right. ``other_labels``: where the record has the fans
    of another reading of the winning hand that is worth as much; the game still agrees.
    ``players``: the names at E S W N, if the record tells them. ``hand``: the table, played as far
    as the record could be followed; None for a game that could not be begun.
    """

    game: str
    line: int
    differences: tuple[Difference, ...] = ()
    repaired: tuple[Difference, ...] = ()
    players: tuple[str, str, str, str] | None = None
    hand: TableHand | None = field(default=None, compare=False, repr=False)
    other_labels: tuple[Difference, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the record is what the rules say, to the last payment."""
        return not self.differences


def unreadable(game: BrokenGame) -> GameReplay:
    """The replay of a game that cannot be read."""
    difference = Difference(
        game.id, game.error.line, DifferenceKind.UNREADABLE, game.error.problem, ""
    )
    return GameReplay(game.id, game.line, (difference,))
