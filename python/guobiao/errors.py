"""The library's errors: all under ``GuobiaoError``, itself a ``ValueError``.

Messages say what, where and what would be right.
"""

from __future__ import annotations

from mahjong_core.messages import as_symbols, shown

__all__ = [
    "BatchError",
    "BotError",
    "ClusterError",
    "ContradictionError",
    "ContradictoryNotationError",
    "FormatError",
    "GuobiaoError",
    "HandError",
    "IllegalActionError",
    "MatchError",
    "MatchFormatError",
    "MissingExtraError",
    "MissingNameError",
    "NeedsChangeError",
    "NotWinningError",
    "NotationError",
    "PenaltyError",
    "ProfileError",
    "RecordError",
    "ScheduleError",
    "SeriesError",
    "SettlementError",
    "StandingsError",
    "TableError",
    "WallError",
]


class GuobiaoError(ValueError):
    """The base of every error that this library raises for bad input."""


class NotationError(GuobiaoError):
    """A text that is not a hand: the ``text``, the ``problem``, its ``column`` from 0, and what was
    ``expected``.
    """

    def __init__(self, problem: str, *, text: str, column: int, expected: str) -> None:
        self.problem = problem
        self.text = text
        self.column = max(0, min(column, len(text)))
        self.expected = expected
        super().__init__(
            f"{problem} at column {self.column + 1}\n{self._picture()}\nexpected: {expected}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_notation_error, (
            type(self),
            self.problem,
            self.text,
            self.column,
            self.expected,
        )

    def _picture(self) -> str:
        """The text, cut to about 80 characters around the column, with a caret below."""
        start = max(0, self.column - 40)
        cut = as_symbols(self.text[start : start + 80])
        before, after = "…" if start else "", "…" if start + 80 < len(self.text) else ""
        pad = sum(2 if _is_wide(c) else 1 for c in before + cut[: self.column - start])
        return f"  {before}{cut}{after}\n  {' ' * pad}^"


class HandError(GuobiaoError):
    """Parts that do not make a hand: five copies, a wrong number of tiles, an invalid meld, nine
    flowers …
    """


class ContradictionError(HandError):
    """Flags of the win that contradict each other or the hand.

    ``flag`` is the name of the ``Hand`` attribute.
    """

    def __init__(self, message: str, flag: str = "") -> None:
        self.flag = flag
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.flag)


class ContradictoryNotationError(NotationError, ContradictionError):
    """A text whose flags contradict each other or the hand: a ``NotationError`` with its caret and
    a ``ContradictionError`` with its ``flag``.
    """

    def __init__(self, problem: str, *, text: str, column: int, expected: str, flag: str) -> None:
        NotationError.__init__(self, problem, text=text, column=column, expected=expected)
        self.flag = flag  # last: the call above passes the other base, which sets it to ""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_contradictory, (
            self.problem,
            self.text,
            self.column,
            self.expected,
            self.flag,
        )


class FormatError(GuobiaoError):
    """A hand that a format cannot hold without losing something, or an unknown format."""


class NotWinningError(GuobiaoError):
    """The fourteen tiles complete no form, or there is no winning tile yet.

    The message is made when it is read: a program that only counts losing hands does
    not pay for their notation.
    """

    def __init__(self, problem: str, hand: object = None) -> None:
        super().__init__(problem, hand)

    def __str__(self) -> str:
        problem, hand = self.args
        return str(problem) if hand is None else f"{hand!r} {problem}"


class BatchError(GuobiaoError):
    """Arrays, lines or options that do not make a batch: a wrong type, shape, order or length."""


class BotError(GuobiaoError):
    """An impossible bot: no command, an invalid limit.

    What a running bot does wrong raises no error.
    """


class ClusterError(GuobiaoError):
    """Work that a cluster cannot do, or no cluster to do it."""


class MissingExtraError(GuobiaoError, ImportError):
    """A package that this part of the library needs is not installed.

    The message names the extra to install.
    """


class MissingNameError(GuobiaoError, AttributeError):
    """A name of ``guobiao`` that needs a package that is not installed.

    ``hasattr`` says no, and the message names the extra to install.
    """


class ProfileError(GuobiaoError):
    """An impossible rule profile, or one whose name or file is unknown."""


class SettlementError(GuobiaoError):
    """A hand that cannot be settled: under the minimum, or its winner and discarder do not fit."""


class PenaltyError(GuobiaoError):
    """An impossible penalty profile, or an offence that a profile does not know."""


class MatchError(GuobiaoError):
    """Something impossible in a match: a hand 17, an unknown player,
    changes that do not add up …
    """


class MatchFormatError(MatchError):
    """A match file that is damaged or of an unknown version.

    ``problems`` lists all that is wrong, each with its entry.
    """

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        self.problems = problems or (message,)
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.problems)


class RecordError(GuobiaoError):
    """A record of play that is damaged: the ``problem``, the ``line`` (from 1) where it is, and the
    ``game`` ("" if it has no name).

    ``unit``: what ``line`` counts, "entry" for the array of a judge's log, "game"
    for a file of tziakcha's.
    """

    def __init__(self, problem: str, *, line: int, game: str = "", unit: str = "line") -> None:
        self.problem = problem
        self.line = line
        self.game = game
        self.unit = unit
        super().__init__(f"{unit} {line}{f', game {shown(game)}' * bool(game)}: {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_record_error, (type(self), self.problem, self.line, self.game, self.unit)


class StandingsError(GuobiaoError):
    """Results that cannot be ranked: a player at two tables of one session, a bye
    for a player who played …
    """


class ScheduleError(GuobiaoError):
    """No schedule: four does not divide the players, one is named twice, or a wish cannot be
    understood or fulfilled.
    """


class SeriesError(GuobiaoError):
    """A series of hands that cannot be played: three contestants, an unknown player …"""


class NeedsChangeError(GuobiaoError):
    """A payment that the cards of the two players cannot make: they need change at the table."""


class WallError(GuobiaoError):
    """Impossible dice or an impossible wall."""


class TableError(GuobiaoError):
    """A hand of play that cannot be set up or read: an invalid seed, setting or state."""


class IllegalActionError(TableError):
    """An action that the table does not allow now: the ``action``, and the ``legal`` ones.

    The hand is unchanged.
    """

    def __init__(self, message: str, action: object = None, legal: tuple[int, ...] = ()) -> None:
        self.action = action
        self.legal = legal
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.action, self.legal)


def _is_wide(char: str) -> bool:
    import unicodedata

    return unicodedata.east_asian_width(char) in "WF"


def _rebuild_notation_error(
    kind: type[NotationError], problem: str, text: str, column: int, expected: str
) -> NotationError:
    return kind(problem, text=text, column=column, expected=expected)


def _rebuild_record_error(
    kind: type[RecordError], problem: str, line: int, game: str, unit: str
) -> RecordError:
    return kind(problem, line=line, game=game, unit=unit)


def _rebuild_contradictory(
    problem: str, text: str, column: int, expected: str, flag: str
) -> ContradictoryNotationError:
    return ContradictoryNotationError(
        problem, text=text, column=column, expected=expected, flag=flag
    )
