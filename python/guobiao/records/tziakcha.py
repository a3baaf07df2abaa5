"""Games of tziakcha (雀渣), where people play this game online: a common wall with flowers, the
dice, every move (``docs/records.md``).
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

from mahjong_core import codes, fan_table
from mahjong_core.messages import shown

from ..competition.settlement import Changes
from ..errors import GuobiaoError, RecordError
from ..hand import NO_TILE
from ..notation.alphabets import FIRST_FLOWER
from ..table.moves import BrokenGame, LostClaim, Move, MoveKind, NamedFan
from ..tiles import Seat
from ..values import (
    checked_list,
    checked_part,
    checked_table,
    checked_text,
    checked_whole,
    whole_number,
)

__all__ = ["FAN_NAMES", "TziakchaGame", "parse_tziakcha"]

_WALL_TILES: Final = codes.WALL_TILES
_SIDE_TILES: Final = 36
_FIRST_FLOWER_ID: Final = codes.COPIES * codes.SLOTS
_MAX_SCRIPT_BYTES: Final = 1 << 22  # a game has some ten thousand
_BETWEEN_GAMES: Final = re.compile(r"[\s\[,]*")
_FANS_THERE: Final = 82  # rows of the fan table that the site knows
_LEAST_KEYS: Final = ("w", "d", "i", "a", "b", "s")


def _fan_names() -> dict[int, str]:
    """The site's list: ours, with the fans of step two as entries of their own,
    and its names of the waits.
    """
    names = [row.zh for row in fan_table.ROWS[:_FANS_THERE]]
    names.insert(16, "一色四连环")
    names.insert(31, "一色三连环")
    others = {
        79: "独听・边张",
        80: "独听・嵌张",
        81: "独听・单钓",
        85: "天和",
        86: "地和",
        87: "人和Ⅰ",
        88: "人和Ⅱ",
    }
    return dict(enumerate(names, start=1)) | others


FAN_NAMES: Final = _fan_names()
"""The fans by the site's numbers."""


@dataclass(frozen=True, slots=True)
class TziakchaGame:
    """A hand as it is recorded, readable but not checked further.

    ``wall``: 144 tiles (0-33, flowers 34-41) as ``TableHand`` takes a common wall. ``opening``: the
    flowers laid open before play and what replaced them, ``moves`` the rest. ``winners`` has one
    seat or none by these rules; ``discarder`` is the winner if it has drawn the tile. ``points``
    and ``fans`` of the first winner, ``fan_points`` the sum of its fans by the record. ``number``:
    the hand's number in its file, from 1; the ``line`` of a move is its number in ``a``, and
    ``last_line`` that of the last one.
    """

    id: str
    players: tuple[str, str, str, str] | None
    prevalent_wind: Seat
    wall: tuple[int, ...]
    opening: tuple[Move, ...]
    moves: tuple[Move, ...]
    winners: tuple[Seat, ...]
    discarder: Seat | None
    points: int | None
    fans: tuple[NamedFan, ...]
    fan_points: int
    changes: Changes
    number: int = field(default=1, compare=False)
    last_line: int = field(default=1, compare=False)


def parse_tziakcha(text: str) -> tuple[TziakchaGame | BrokenGame, ...]:
    """The games of a JSON text: one, an array of them, or a session with its ``records``; each as
    it is, under ``step``, or under ``script`` as the site packs it.

    Raises ``RecordError`` if the text is something else. An unreadable game comes as a
    ``BrokenGame``. So does the rest of an array that is damaged, from where it stops being JSON.
    """
    text = checked_text("text", text, GuobiaoError).removeprefix("\ufeff")
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return _games_before(
            text, RecordError(f"no JSON, column {error.colno}: {error.msg}", line=error.lineno)
        )
    # a number of thousands of digits, thousands of brackets
    except (ValueError, RecursionError) as error:
        raise RecordError(f"no JSON: {error}", line=1) from None
    held = value.get("records", [value]) if isinstance(value, dict) else value
    if not isinstance(held, list) or not held:
        raise RecordError(
            f"{shown(value)}: expected a game of tziakcha, or an array of them", line=1
        )
    return tuple(_game_or_broken(game, number) for number, game in enumerate(held, start=1))


def _games_before(text: str, problem: RecordError) -> tuple[TziakchaGame | BrokenGame, ...]:
    """The games of a damaged array, and its other lines as one unreadable game. If there are no
    games, the problem.
    """
    games: list[TziakchaGame | BrokenGame] = []
    decoder, place = json.JSONDecoder(), _next_game(text, 0)
    while text.lstrip().startswith("["):
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        games.append(_game_or_broken(value, len(games) + 1))
        place = _next_game(text, place)
    if not games:
        raise problem
    rest = len(text[place:].rstrip().splitlines())
    lines = f"{rest:,} line{'s' * (rest != 1)} that cannot be read"
    number = len(games) + 1
    error = RecordError(
        f"{lines}: line {problem.line}, {problem.problem}", line=number, unit="game"
    )
    return (*games, BrokenGame("", number, error))


def _next_game(text: str, place: int) -> int:
    """Where the next game of an array begins."""
    between = _BETWEEN_GAMES.match(text, place)
    return place if between is None else between.end()


def _game_or_broken(value: object, number: int) -> TziakchaGame | BrokenGame:
    id = str(value.get("id", "")) if isinstance(value, dict) else ""
    try:
        return _read_game(_held(_table(value, "a game")), id, number)
    except GuobiaoError as error:
        return BrokenGame(id, number, RecordError(str(error), line=number, game=id, unit="game"))


def _held(record: Mapping[str, object]) -> Mapping[str, object]:
    """The game of a record: under ``step``, packed under ``script``, or the record itself."""
    script = record.get("script")
    if "step" in record:
        return _table(record["step"], "step")
    if "w" in record or not isinstance(script, str):
        return record
    try:
        content = zlib.decompressobj().decompress(
            base64.b64decode(script, validate=True), _MAX_SCRIPT_BYTES
        )
        game = json.loads(content)
    except (ValueError, zlib.error, RecursionError):
        _fail(
            f"script is {shown(script, 60)}: expected a game as the site packs it, zlib in base64"
        )
    return _table(game, "script")


def _read_game(game: Mapping[str, object], id: str, number: int) -> TziakchaGame:
    for key in _LEAST_KEYS:
        checked_part(repr(key), game, key, GuobiaoError)
    actions = [
        _read_action(action, line) for line, action in enumerate(_list(game["a"], "a"), start=1)
    ]
    opening = _opening_length(actions)
    ending = _whole(game["b"], "b", 255)
    winners = tuple(seat for seat in Seat if ending >> seat & 1)
    points, fans, fan_points = _read_worth(game, winners)
    return TziakchaGame(
        id,
        _read_players(game.get("p")),
        Seat(_whole(game["i"], "i", 1 << 20) // 4 % 4),
        _read_wall(game, actions),
        tuple(
            move
            for action in actions[:opening]
            if action.kind == _FLOWER
            for move in _flower_moves(action)
        ),
        _Moves(actions[opening:]).moves(),
        winners,
        next((seat for seat in Seat if ending >> 4 + seat & 1), None),
        points,
        fans,
        fan_points,
        _read_changes(game["s"]),
        number,
        max(1, len(actions)),
    )


# ----------------------------------------------------------------------------------------- the wall


def _read_wall(game: Mapping[str, object], actions: Sequence[_Action]) -> tuple[int, ...]:
    """The wall in the order of a common wall's draws, its end turned so that the last tile
    is the first replacement.

    Of the two tiles of a stack the upper one, which is told first, replaces first.
    """
    tiles = _read_tiles(game["w"])
    dice = _whole(game["d"], "d", 0xFFFF)
    thrown = [dice >> shift & 15 for shift in (0, 4, 8, 12)]
    if not all(1 <= die <= 6 for die in thrown):
        _fail(f"d is {dice}: the dice {thrown} are no numbers from 1 to 6")
    side = (12 - (thrown[0] + thrown[1] - 1)) % 4
    first = side * _SIDE_TILES + 2 * sum(thrown)
    order = [tiles[(first + place) % _WALL_TILES] for place in range(_WALL_TILES)]
    replaced = sum(
        action.kind == _FLOWER or (action.kind == _DRAW and action.data & 256 > 0)
        for action in actions
    )
    for upper in range(_WALL_TILES - 2, max(-1, _WALL_TILES - 2 - replaced), -2):
        order[upper], order[upper + 1] = order[upper + 1], order[upper]
    return tuple(order)


def _read_tiles(value: object) -> list[int]:
    expected = "expected the 144 tiles of the wall, two hexadecimal digits each"
    try:
        ids = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        ids = b""
    if len(ids) != _WALL_TILES:
        _fail(f"w is {shown(value, 60)}: {expected}")
    if sorted(ids) != list(range(_WALL_TILES)):
        twice = next(id for id in ids if ids.count(id) > 1)
        _fail(f"w has {twice:02x} twice: {expected}, each once")
    return [_tile(id) for id in ids]


def _tile(id: int) -> int:
    """The tile of a number of the site: four copies each of 34, then the flowers."""
    return id >> 2 if id < _FIRST_FLOWER_ID else id - _FIRST_FLOWER_ID + FIRST_FLOWER


# ---------------------------------------------------------------------------------------- the moves

_START, _FLOWER, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _DRAW, _PASS, _NO_WIN = range(10)
_CLAIM_OF_KIND: Final = {
    _CHOW: MoveKind.CHOW,
    _PUNG: MoveKind.PUNG,
    _KONG: MoveKind.MELDED_KONG,
    _WIN: MoveKind.WIN,
}


@dataclass(frozen=True, slots=True)
class _Action:
    """One entry of ``a``: what a seat did, and its number."""

    kind: int
    seat: Seat
    data: int
    line: int

    @property
    def tile(self) -> int:
        """The discarded or drawn tile, or the replacement of a flower."""
        id = self.data & 255
        if id >= _WALL_TILES:
            _fail(f"move {self.line}: {id} is no tile: expected 0-143")
        return _tile(id)

    @property
    def slot(self) -> int:
        """The tile of a pung or kong, or the middle tile of a chow."""
        slot = self.data & 63
        if slot >= FIRST_FLOWER:
            _fail(f"move {self.line}: {slot} is no kind of tile: expected 0-33")
        return slot


def _read_action(value: object, line: int) -> _Action:
    if not isinstance(value, list) or len(value) < 2:
        _fail(
            f"move {line}: {shown(value, 60)}: expected what was done and its data, as in [2, 375]"
        )
    what = _whole(value[0], f"move {line}", 63)
    if what & 15 > _NO_WIN:
        _fail(f"move {line}: {what & 15} is no kind of move: expected 0-{_NO_WIN}")
    return _Action(what & 15, Seat(what >> 4), _whole(value[1], f"move {line}", 0xFFFF), line)


def _opening_length(actions: Sequence[_Action]) -> int:
    """How many of the moves come before play: flowers, and the move that says that there are no
    more.
    """
    return next(
        (place for place, action in enumerate(actions) if action.kind not in (_FLOWER, _PASS)),
        len(actions),
    )


def _flower_moves(action: _Action) -> tuple[Move, Move]:
    flower = FIRST_FLOWER + (action.data >> 8 & 15)
    if flower >= FIRST_FLOWER + 8:
        _fail(f"move {action.line}: {flower - FIRST_FLOWER} is no flower: expected 0-7")
    return (
        Move(action.seat, MoveKind.FLOWER, flower, line=action.line),
        Move(action.seat, MoveKind.DRAW, action.tile, line=action.line),
    )


class _Moves:
    """The moves of a hand after its opening, without passes.

    Claims with data 0 were called and lost: they belong to the claim beside them. Without one they
    belong to the next move, which has nothing that could be claimed.
    """

    def __init__(self, actions: Sequence[_Action]) -> None:
        self._actions = actions
        self._made: list[Move] = []
        self._lost: list[LostClaim] = []
        self._turn: Seat | None = Seat.E
        """The seat that has drawn or claimed, and not discarded yet."""
        self._tile = NO_TILE
        self._claimed = False
        """Whether the last move claims another player's tile."""

    def moves(self) -> tuple[Move, ...]:
        """The moves in order."""
        for action in self._actions:
            if action.kind == _FLOWER:
                self._turn = action.seat
                self._add(*_flower_moves(action))
            elif action.kind in (_DISCARD, _DRAW):
                self._take_tile(action)
            elif action.kind in _CLAIM_OF_KIND and action.data == 0:
                self._take_lost(action)
            elif action.kind in _CLAIM_OF_KIND:
                self._take_claim(action)
        return tuple(self._made)

    def _add(self, *moves: Move) -> None:
        self._made += moves
        if self._lost:
            self._made[-len(moves)] = replace(moves[0], lost=tuple(self._lost))
            self._lost = []
        self._claimed = False

    def _take_tile(self, action: _Action) -> None:
        is_draw = action.kind == _DRAW
        self._turn, self._tile = (action.seat, NO_TILE) if is_draw else (None, action.tile)
        self._add(
            Move(
                action.seat,
                MoveKind.DRAW if is_draw else MoveKind.DISCARD,
                action.tile,
                line=action.line,
            )
        )

    def _take_lost(self, action: _Action) -> None:
        tile = NO_TILE if action.kind == _CHOW else self._tile
        claim = LostClaim(action.seat, _CLAIM_OF_KIND[action.kind], tile)
        if self._claimed:
            self._made[-1] = replace(self._made[-1], lost=(*self._made[-1].lost, claim))
        else:
            self._lost.append(claim)

    def _take_claim(self, action: _Action) -> None:
        kind = self._kong(action) if action.kind == _KONG else _CLAIM_OF_KIND[action.kind]
        is_claim = self._turn is not action.seat
        tile = NO_TILE if action.kind == _WIN else action.slot
        self._add(Move(action.seat, kind, tile, line=action.line))
        self._claimed = is_claim
        if action.kind != _WIN:
            self._turn = action.seat
        if kind is MoveKind.ADDED_KONG:
            self._turn, self._tile = None, tile

    def _kong(self, action: _Action) -> MoveKind:
        if action.data & 0x300 == 0x300:
            return MoveKind.ADDED_KONG
        return MoveKind.CONCEALED_KONG if self._turn is action.seat else MoveKind.MELDED_KONG


# ------------------------------------------------------------------------------------------ the end


def _read_worth(
    game: Mapping[str, object], winners: Sequence[Seat]
) -> tuple[int | None, tuple[NamedFan, ...], int]:
    """The points and fans of the first winner, and what the fans add up to.

    They stand in the game or by seat under ``y``.
    """
    if not winners:
        return None, (), 0
    by_seat = game.get("y")
    worth = game
    if "f" not in game and isinstance(by_seat, list) and len(by_seat) == 4:
        worth = _table(by_seat[winners[0]], f"y of seat {int(winners[0])}")
    if game.get("win", int(winners[0])) != winners[0]:
        _fail(f"win is {shown(game['win'], 40)}, and b says that seat {int(winners[0])} has won")
    fans = _table(worth.get("t"), "t")
    listed = [_read_fan(number, value) for number, value in fans.items()]
    named = tuple(NamedFan(name, count) for name, count, _ in listed)
    return (
        _whole(worth.get("f"), "f", 1 << 20),
        named,
        sum(count * points for _, count, points in listed),
    )


def _read_fan(number: str, value: object) -> tuple[str, int, int]:
    """A fan's name, how often it counts, and its points each time."""
    code = _whole(value, f"t: fan {shown(number, 20)}", 1 << 20)
    name = (
        FAN_NAMES.get(int(number))
        if number.isascii() and number.isdecimal() and len(number) < 4
        else None
    )
    return name or number, (code >> 8) + 1, code & 255


def _read_changes(value: object) -> Changes:
    read = map(whole_number, _list(value, "s"))
    numbers = [number for number in read if number is not None]
    if value != numbers or len(numbers) != 4:
        _fail(f"s is {shown(value)}: expected four whole numbers, by seat E S W N")
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _read_players(value: object) -> tuple[str, str, str, str] | None:
    """The names at E S W N; None where the record does not tell four."""
    names = (
        [player.get("n") for player in value if isinstance(player, dict)]
        if isinstance(value, list)
        else []
    )
    told = [name for name in names if isinstance(name, str)]
    return (told[0], told[1], told[2], told[3]) if len(told) == 4 else None


def _whole(value: object, name: str, most: int) -> int:
    return checked_whole(name, value, 0, most, GuobiaoError)


def _list(value: object, name: str) -> list[object]:
    return checked_list(name, value, GuobiaoError)


def _table(value: object, name: str) -> Mapping[str, object]:
    return checked_table(name, value, GuobiaoError)


def _fail(problem: str) -> NoReturn:
    """Raises the error of an invalid value; ``_game_or_broken`` adds where it stands."""
    raise GuobiaoError(problem)
