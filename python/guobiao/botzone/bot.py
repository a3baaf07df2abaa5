"""A bot: a command, its conversation in this hand so far, and its process while it runs."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import TracebackType

from mahjong_core.messages import shown

from ..errors import BotError
from ..values import checked_flag, checked_items, checked_object, checked_text, real_number
from ..visible import visible
from .process import BotProcess, RunningTurn, TurnEnd, run_turns
from .replies import BotReply, Verdict, json_input, plain_input, read_json_output, read_plain_output

__all__ = ["Bot", "BotLimits", "BotProtocol", "BotSpec", "ask_bots"]


class BotProtocol(Enum):
    """How a program is given its first turn, and answers: plain lines
    (Botzone's 简化交互) or JSON.
    """

    PLAIN = "plain"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class BotLimits:
    """What a bot may use for one reply.

    Botzone's defaults: a second, and two for the first reply of a hand. Raises ``BotError`` if a
    limit is impossible.

    ``seconds`` are real time. ``output_bytes``: the most that a turn may print on standard output.
    """

    seconds: float = 1.0
    first_factor: float = 2.0
    output_bytes: int = 1 << 18

    def __post_init__(self) -> None:
        for name, least in (("seconds", 0.001), ("first_factor", 1.0), ("output_bytes", 1)):
            number = real_number(getattr(self, name))
            if number is None or number < least:
                raise BotError(
                    f"{name} is {shown(getattr(self, name))}: expected a number from {least} up"
                )


@dataclass(frozen=True, slots=True)
class BotSpec:
    """How to run a bot. Raises ``BotError`` if the command is empty.

    ``command``: the words of the command, or one text that is split as a POSIX shell splits it (no
    shell runs; on Windows the system splits the text). ``close_input``: standard input is closed
    after each request, for programs that read to its end; such a bot cannot keep running.
    ``folder``: where it runs.
    """

    command: str | Sequence[str]
    protocol: BotProtocol = BotProtocol.PLAIN
    close_input: bool = False
    limits: BotLimits = field(default=BotLimits())
    folder: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.command, str):
            words = tuple(checked_items("command", self.command, BotError))
            object.__setattr__(
                self,
                "command",
                tuple(checked_text("a word of the command", word, BotError) for word in words),
            )
        checked_object("protocol", self.protocol, BotProtocol, BotError)
        checked_object("limits", self.limits, BotLimits, BotError)
        object.__setattr__(
            self, "close_input", checked_flag("close_input", self.close_input, BotError)
        )
        if self.folder is not None and not isinstance(self.folder, str | os.PathLike):
            raise BotError(f"folder is {shown(self.folder)}: expected a path, or None")
        if not self.command or not self.words:
            raise BotError(
                f"{shown(self.command)} is no command: expected a program and its arguments"
            )

    @property
    def words(self) -> tuple[str, ...]:
        """The command's words. Raises ``BotError`` if a quote is not closed."""
        if not isinstance(self.command, str):
            return tuple(self.command)
        try:
            return tuple(shlex.split(self.command, posix=sys.platform != "win32"))
        except ValueError as error:
            raise BotError(f"{shown(self.command)} is no command: {error}") from None


class Bot:
    """A program that plays hands by Botzone's protocol. Whatever it does, no error is raised.

    It starts when it is first asked; ``new_hand`` and ``close`` end it and all that it has started.
    Use it as a context manager.

    >>> import sys
    >>> spec = BotSpec([sys.executable, "-c", "print('PASS')"], limits=BotLimits(seconds=20))
    >>> with Bot(spec) as bot:
    ...     bot.ask("0 0 1").response
    'PASS'
    """

    def __init__(self, spec: BotSpec) -> None:
        checked_object("spec", spec, BotSpec, BotError)
        self.spec = spec
        self._requests: list[str] = []
        self._responses: list[str] = []
        self._data: str | None = None
        self._process: BotProcess | None = None
        self._was_kept = False  # its process was kept from the turn before

    def __enter__(self) -> Bot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def new_hand(self) -> None:
        """Forget the hand: the process ends, the next request is the first of another hand."""
        self.close()
        self._requests, self._responses, self._data = [], [], None

    def close(self) -> None:
        """End the process, if one runs."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def ask(self, request: str) -> BotReply:
        """Its reply to the request; ``verdict`` says what it did wrong."""
        return ask_bots([(self, request)])[0]

    def _begin(self, request: str) -> RunningTurn | BotReply:
        """Start the turn. Returns a failed reply if it cannot be started, else None."""
        limits, is_first = self.spec.limits, not self._requests
        self._requests.append(request)
        self._was_kept = self._process is not None
        if self._process is None:
            text, command = (
                self._whole_input(),
                self.spec.command if sys.platform == "win32" else self.spec.words,
            )
            try:
                self._process = BotProcess(command, folder=self.spec.folder)
            except (OSError, ValueError) as error:
                return BotReply(Verdict.CRASH, "", f"it cannot be started: {error}")
        elif self._process.exit_code is not None:
            return BotReply(
                Verdict.CRASH,
                "",
                f"it asked to be kept running and ended{_last_words(self._process)}",
            )
        else:
            text = request + "\n"
        return RunningTurn(
            self._process,
            text,
            close_input=self.spec.close_input,
            seconds=limits.seconds * (limits.first_factor if is_first else 1),
            output_bytes=int(limits.output_bytes),
        )

    def _whole_input(self) -> str:
        write = json_input if self.spec.protocol is BotProtocol.JSON else plain_input
        return write(self._requests, self._responses, self._data)

    def _finish(self, turn: RunningTurn) -> BotReply:
        reply = self._reply_of(turn)
        if turn.end is not TurnEnd.KEPT_RUNNING:
            self._process = None
        self._responses.append(reply.response)
        self._data = reply.data
        return reply

    def _reply_of(self, turn: RunningTurn) -> BotReply:
        words = _last_words(turn.process)
        if turn.end is TurnEnd.LATE:
            return BotReply(
                Verdict.TIME, "", f"no reply in time{words}{self._hint_when_late(turn)}"
            )
        if turn.end is TurnEnd.FLOODED:
            return BotReply(
                Verdict.OUTPUT, "", f"more than {self.spec.limits.output_bytes} bytes of output"
            )
        if turn.exit_code:
            return BotReply(Verdict.CRASH, "", f"it ended with exit code {turn.exit_code}{words}")
        if turn.end is TurnEnd.EXITED and self._was_kept and not turn.output.strip():
            return BotReply(Verdict.CRASH, "", f"it asked to be kept running and ended{words}")
        read = read_json_output if self.spec.protocol is BotProtocol.JSON else read_plain_output
        return read(turn.output.decode("utf-8", "replace"))

    def _hint_when_late(self, turn: RunningTurn) -> str:
        """A program that reads to the end of its input is late in its first turn."""
        if len(self._requests) > 1 or not turn.waits_for_input:
            return ""
        return (
            " (does it read its input to the end? The input stays open unless it is closed: "
            "--close-input)"
        )


def ask_bots(asked: Sequence[tuple[Bot, str]]) -> list[BotReply]:
    """The replies of several bots, each to its own request.

    They run side by side, each against its own clock.
    """
    listed = [_checked_asked(pair) for pair in checked_items("asked", asked, BotError)]
    begun = [bot._begin(request) for bot, request in listed]
    run_turns([turn for turn in begun if isinstance(turn, RunningTurn)])
    return [
        bot._finish(turn) if isinstance(turn, RunningTurn) else turn
        for (bot, _), turn in zip(listed, begun)
    ]


def _checked_asked(pair: tuple[Bot, str]) -> tuple[Bot, str]:
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise BotError(f"{shown(pair)} in asked: expected pairs of a Bot and its request")
    return checked_object("a bot", pair[0], Bot, BotError), checked_text(
        "a request", pair[1], BotError
    )


def _last_words(process: BotProcess) -> str:
    """The last line that it wrote to standard error, to put after a message."""
    # Only the end is kept, which may begin inside a character.
    lines = process.pipes.errors.decode("utf-8", "replace").lstrip("\ufffd").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f": {visible(last[:200])}" if last else ""
