"""The text format of Botzone's tournament records (``docs/records.md``): games one after the other,
read as a stream, written losslessly.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final, NoReturn

from mahjong_core.messages import shown

from ..competition.settlement import Changes
from ..errors import FormatError, GuobiaoError, RecordError
from ..files.limited_files import PatientStream
from ..files.limited_lines import decode_line, limited_lines
from ..hand import NO_TILE
from ..notation.alphabets import FIRST_FLOWER
from ..table import EventKind, TableHand, WallRule
from ..table.moves import BrokenGame, LostClaim, Move, MoveKind, NamedFan, moves_of_events
from ..tiles import Seat
from ..values import checked_object, checked_text
from .tiles import BOTZONE_CODES, SLOT_OF_BOTZONE_CODE, TILES_EXPECTED

__all__ = [
    "TextGame",
    "format_game",
    "format_move",
    "format_step",
    "parse_games",
    "read_games",
    "text_game_of",
]

Hands = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TextGame:
    """One game as it is recorded, readable but not checked further.

    ``hands``: the thirteen tiles dealt to each seat, in their order (flowers, 34-41, among them).
    ``points`` and ``fans`` are None and empty if nobody won (Huang). ``changes`` by seat E S W N.
    ``line``: where it begins in its file, from 1; ``newline``: how its lines end there.
    """

    id: str
    prevalent_wind: Seat
    hands: Hands
    moves: tuple[Move, ...]
    points: int | None
    fans: tuple[NamedFan, ...]
    changes: Changes
    line: int = field(default=1, compare=False)
    newline: str = field(default="\n", compare=False)

    @property
    def fans_line(self) -> int:
        """The line of ``Fan`` or ``Huang``."""
        return self.line + _HEAD_LINES + len(self.moves)

    @property
    def changes_line(self) -> int:
        """The line of ``Score``."""
        return self.fans_line + 1


_HEAD_LINES: Final = 6  # Match, Wind and four deals
_HAND_TILES: Final = 13
_MAX_LINE_BYTES: Final = 4_000  # longer lines and games are refused, their rest skipped
_MARK_BYTES: Final = 3  # a byte order mark
_MAX_GAME_LINES: Final = 1 << 11

# files that were put together have a mark before each
_MATCH: Final = re.compile(rb"(?:\xef\xbb\xbf)?[ \t]*Match")

_KIND_OF_WORD: Final = {kind.value: kind for kind in MoveKind}
_SEAT_OF_WORD: Final = {str(int(seat)): seat for seat in Seat}
_CLAIMS: Final = frozenset({MoveKind.CHOW, MoveKind.PUNG, MoveKind.MELDED_KONG, MoveKind.WIN})
_PLAIN_MOVES: Final = {
    f"Player {seat} {word} {code}": (_SEAT_OF_WORD[seat], kind, slot)
    for seat in _SEAT_OF_WORD
    for word, kind in _KIND_OF_WORD.items()
    for code, slot in SLOT_OF_BOTZONE_CODE.items()
}
"""The lines of moves without lost claims, as nearly all are."""
_MOVE_EXPECTED: Final = (
    "expected Player, a seat 0-3, an action and a tile, as in 'Player 0 Play W1'"
)


# ------------------------------------------------------------------------------------------ writing


def format_game(game: TextGame) -> str:
    """The game in the text format, a blank line at its end; ``read_games``
    reads it as the same game.

    What was read from a well-formed file is written byte for byte as it stood there.
    """
    checked_object("game", game, TextGame, FormatError)
    lines = [f"Match {game.id}", f"Wind {int(game.prevalent_wind)}"]
    lines += [f"Player {seat} Deal {_codes(hand)}" for seat, hand in enumerate(game.hands)]
    lines += map(format_move, game.moves)
    if game.points is None:
        lines.append("Huang")
    else:
        lines.append(
            f"Fan {game.points} {'+'.join(f'{fan.name}*{fan.count}' for fan in game.fans)}"
        )
    lines.append(f"Score {' '.join(map(str, game.changes))}")
    return game.newline.join([*lines, "", ""])


def _codes(tiles: Iterable[int]) -> str:
    return " ".join(BOTZONE_CODES[tile] for tile in tiles)


def format_move(move: Move) -> str:
    """A move as its line, without the line's end: ``Player 0 Peng W9 Ignore Player 3 Chi W8``."""
    checked_object("move", move, Move, FormatError)
    return " Ignore ".join([format_step(move), *map(format_step, move.lost)])


def format_step(step: Move | LostClaim) -> str:
    """What one player does, without claims that lost: ``Player 0 Peng W9``; without the tile if the
    record does not tell it.
    """
    if not isinstance(step, Move | LostClaim):
        raise FormatError(f"step is {shown(step)}: expected a Move or a LostClaim")
    text = f"Player {int(step.seat)} {step.kind.value}"
    return text if step.tile == NO_TILE else f"{text} {BOTZONE_CODES[step.tile]}"


def text_game_of(hand: TableHand, *, id: str) -> TextGame:
    """A finished hand as a game of this format, which has one wall a player.

    Raises ``FormatError`` for other hands.

    Flowers are written in the library's own way (``docs/records.md``): nobody
    else's records show any.
    """
    checked_object("hand", hand, TableHand, FormatError)
    if not isinstance(id, str) or not id or id != " ".join(id.split()):
        raise FormatError(
            f"{shown(id)} is no name for a game of the Botzone text format: expected words with "
            "one blank between"
        )
    result = hand.result
    if hand.wall_rule is not WallRule.OWN:
        raise FormatError(
            "the Botzone text format knows one wall a player only, and this hand has a common "
            "wall: write JSON lines"
        )
    if result is None:
        raise FormatError("the hand is not over: the Botzone text format has no unfinished games")
    events = hand.events
    a, b, c, d = (event.tiles for event in events if event.kind is EventKind.DEAL)
    score = result.score
    game = TextGame(
        id,
        hand.prevalent_wind,
        (a, b, c, d),
        tuple(moves_of_events(events)),
        None if score is None else score.points,
        ()
        if score is None
        else tuple(NamedFan(counted.fan.zh, counted.count) for counted in score.fans),
        result.changes,
    )
    if hand.has_flowers and not shows_flowers(game):
        raise FormatError(
            "a hand with flowers of which none was drawn: the Botzone text format cannot tell them"
        )
    return game


def shows_flowers(game: TextGame) -> bool:
    """Whether there are flowers: the walls then hold 36 tiles, not 34."""
    return any(tile >= FIRST_FLOWER for hand in game.hands for tile in hand) or any(
        move.tile >= FIRST_FLOWER for move in game.moves
    )


# ------------------------------------------------------------------------------------------ reading


def parse_games(text: str) -> tuple[TextGame, ...]:
    """The games of a text.

    Raises ``RecordError`` if one cannot be read: with its name, the line and what would be right.

    >>> parse_games("Match 7\\nWind 4\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    guobiao.errors.RecordError: line 2, game '7': 'Wind 4': expected Wind and 0-3 (E S W N), ...
    """
    content = checked_text("text", text, GuobiaoError).encode("utf-8", "surrogatepass")
    return tuple(_whole(game) for game in read_games(io.BytesIO(content)))


def _whole(game: TextGame | BrokenGame) -> TextGame:
    if isinstance(game, BrokenGame):
        raise game.error
    return game


def read_games(stream: BinaryIO) -> Iterator[TextGame | BrokenGame]:
    """The games of a file (UTF-8; opened in binary mode) one by one, in constant memory.

    A game reaches from ``Match …`` to ``Score``, or to the next ``Match``. An unreadable game comes
    as a ``BrokenGame``; lines between two games come as one too, and reading goes on. Raises
    ``RecordError`` if the file seems to have no end.
    """
    for first, lines, count in _groups(stream):
        yield _game(first, lines, count)


def _groups(stream: BinaryIO) -> Iterator[tuple[int, list[bytes], int]]:
    """For each game, and what stands between two: the number of its first line, its
    lines, and how many they are.

    Lines beyond a game's possible length are only counted; blank lines between games are skipped.
    """
    first, lines, count, patient = 1, list[bytes](), 0, PatientStream(stream)
    for number, line in enumerate(
        limited_lines(patient, _MAX_LINE_BYTES + _MARK_BYTES + 1), start=1
    ):
        is_blank = not line.strip()
        if lines and (
            _begins_game(line) or (_begins_game(lines[0]) and lines[-1].startswith(b"Score"))
        ):
            patient.found()
            yield first, lines, count
            lines = []
        if not lines:
            first = number
        if len(lines) <= _MAX_GAME_LINES and (lines or not is_blank):
            lines.append(line)
        if not is_blank:
            count = number - first + 1
    if lines:
        yield first, lines, count


def _begins_game(line: bytes) -> bool:
    return _MATCH.match(line) is not None


def _game(first: int, raw: list[bytes], count: int) -> TextGame | BrokenGame:
    newline = next((end for end in ("\r\n", "\r") if raw[0].endswith(end.encode())), "\n")
    while not raw[-1].strip():
        raw.pop()
    id = (
        _MATCH.sub(b"", raw[0], count=1).decode("utf-8", "replace").strip()
        if _begins_game(raw[0])
        else ""
    )
    try:
        if len(raw) > _MAX_GAME_LINES and id:
            raise RecordError(
                f"a game of more than {_MAX_GAME_LINES} lines: all its {count:,} are passed over",
                line=first,
                game=id,
            )
        return _Lines(first, id, raw, count).game(newline)
    except RecordError as error:
        return BrokenGame(id, first, error)


class _Lines:
    """The lines of one game, taken one after the other."""

    def __init__(self, first: int, id: str, raw: Sequence[bytes], count: int) -> None:
        self._first = first
        self._id = id
        self._count = count
        self._next = 0
        self._lines = self._decoded(raw)

    def game(self, newline: str) -> TextGame:
        """The lines as a game."""
        self._take_id()
        wind = self._take_wind()
        a, b, c, d = (self._take_hand(seat) for seat in Seat)
        moves = self._take_moves()
        points, fans = self._take_ending()
        changes = self._take_changes()
        return TextGame(
            self._id, wind, (a, b, c, d), moves, points, fans, changes, self._first, newline
        )

    def _decoded(self, raw: Sequence[bytes]) -> list[str]:
        lines = list[str]()
        for line in raw:
            try:
                text = decode_line(line)
                lines.append(text.rstrip())
                if len(line) > _MAX_LINE_BYTES:
                    self._next = len(lines) - 1
                    self._fail(f"a line of more than {_MAX_LINE_BYTES:,} bytes", text)
            except UnicodeDecodeError as error:
                self._next = len(lines)
                self._fail(
                    f"byte {error.start + 1} is not UTF-8: expected text in UTF-8",
                    line.decode("utf-8", "backslashreplace"),
                )
        lines[0] = lines[0].lstrip("\ufeff \t")
        return lines

    def _fail(self, expected: str, text: str | None = None) -> NoReturn:
        problem = expected if text is None else f"{shown(text)}: {expected}"
        raise RecordError(problem, line=self._first + self._next, game=self._id)

    def _line(self, expected: str) -> str:
        if self._next == len(self._lines):
            self._fail(f"the record ends here: {expected}")
        return self._lines[self._next]

    def _take_id(self) -> None:
        expected = "expected Match and the name of the game, as in 'Match 1'"
        line = self._line(expected)
        if not line.startswith("Match "):
            passed_over = f"; {self._count:,} lines without one are passed over"
            self._fail(
                expected + passed_over * (self._count > 1 and not line.startswith("Match")), line
            )
        self._next += 1

    def _take_wind(self) -> Seat:
        expected = "expected Wind and 0-3 (E S W N), as in 'Wind 0'"
        line = self._line(expected)
        wind = _SEAT_OF_WORD.get(line.removeprefix("Wind "))
        if wind is None or not line.startswith("Wind "):
            self._fail(expected, line)
        self._next += 1
        return wind

    def _take_hand(self, seat: Seat) -> tuple[int, ...]:
        expected = f"expected 'Player {int(seat)} Deal' and thirteen tiles"
        words = self._line(expected).split()
        if words[:3] != ["Player", str(int(seat)), "Deal"]:
            self._fail(expected, self._line(expected))
        if len(words) != 3 + _HAND_TILES:
            self._fail(f"{len(words) - 3} tiles are dealt: {expected}")
        hand = tuple(map(self._tile, words[3:]))
        self._next += 1
        return hand

    def _tile(self, word: str) -> int:
        slot = SLOT_OF_BOTZONE_CODE.get(word)
        if slot is None:
            self._fail(f"{shown(word, 20)} is no tile: expected {TILES_EXPECTED}")
        return slot

    def _take_moves(self) -> tuple[Move, ...]:
        moves = list[Move]()
        while not (line := self._line("expected a move, Fan or Huang")).startswith(
            ("Fan", "Huang")
        ):
            moves.append(self._move(line))
            self._next += 1
        return tuple(moves)

    def _move(self, line: str) -> Move:
        if plain := _PLAIN_MOVES.get(line):
            return Move(*plain, (), self._first + self._next)
        words = line.split()
        seat, kind, tile = self._action(words[:4], line)
        lost = tuple(
            self._lost_claim(words[start : start + 5], line) for start in range(4, len(words), 5)
        )
        return Move(seat, kind, tile, lost, self._first + self._next)

    def _action(self, words: Sequence[str], line: str) -> tuple[Seat, MoveKind, int]:
        if len(words) != 4 or words[0] != "Player":
            self._fail(_MOVE_EXPECTED, line)
        seat, kind = _SEAT_OF_WORD.get(words[1]), _KIND_OF_WORD.get(words[2])
        if seat is None:
            self._fail(f"{shown(words[1], 20)} is no seat: expected 0-3")
        if kind is None:
            self._fail(f"{shown(words[2], 20)} is no action: expected {', '.join(_KIND_OF_WORD)}")
        return seat, kind, self._tile(words[3])

    def _lost_claim(self, words: Sequence[str], line: str) -> LostClaim:
        expected = (
            "expected Ignore, Player, a seat, an action and a tile, as in 'Ignore Player 3 Chi W8'"
        )
        if len(words) != 5 or words[0] != "Ignore":
            self._fail(expected, line)
        seat, kind, tile = self._action(words[1:], line)
        if kind not in _CLAIMS:
            self._fail(f"{kind} cannot lose against another claim: expected Hu, Peng, Gang or Chi")
        return LostClaim(seat, kind, tile)

    def _take_ending(self) -> tuple[int | None, tuple[NamedFan, ...]]:
        line = self._line("expected Fan or Huang")
        points, fans = (None, ()) if line == "Huang" else self._fans(line)
        self._next += 1
        return points, fans

    def _fans(self, line: str) -> tuple[int, tuple[NamedFan, ...]]:
        expected = (
            "expected Huang, or Fan, the points and name*count, joined by +, as in 'Fan 8 花龙*1'"
        )
        words = line.split()
        if len(words) != 3 or words[0] != "Fan" or not _is_number(words[1]):
            self._fail(expected, line)
        fans = list[NamedFan]()
        for part in words[2].split("+"):
            name, star, count = part.rpartition("*")
            if not star or not name or not _is_number(count):
                self._fail(f"{shown(part, 40)}: {expected}")
            fans.append(NamedFan(name, int(count)))
        return int(words[1]), tuple(fans)

    def _take_changes(self) -> Changes:
        expected = "expected Score and four whole numbers, as in 'Score -8 33 -17 -8'"
        line = self._line(expected)
        words = line.split()
        if (
            len(words) != 5
            or words[0] != "Score"
            or not all(_is_number(word.removeprefix("-")) for word in words[1:])
        ):
            self._fail(expected, line)
        self._next += 1
        a, b, c, d = map(int, words[1:])
        return (a, b, c, d)


def _is_number(word: str) -> bool:
    return len(word) <= 9 and word.isascii() and word.isdecimal()
