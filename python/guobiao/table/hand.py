"""One hand (盘) of play: the thin Python face of the compiled engine."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn

from mahjong_core import codes
from mahjong_core.fan_table import Formula
from mahjong_core.messages import shown
from mahjong_core.play.objects import TableRules, TableState, shuffled

from ..errors import IllegalActionError, TableError, WallError
from ..evaluate import score
from ..hand import NO_TILE, Hand, Meld
from ..profiles import RuleProfile, get_profile
from ..tiles import SLOT_COUNT, Seat, Tile
from ..values import checked_flag, checked_items, checked_whole, whole_number
from .actions import format_action
from .phases import HandEnding, Phase, WallRule
from .views import (
    Decision,
    Event,
    HandResult,
    Observation,
    events_of,
    seen_event,
    tile_of,
)

__all__ = ["TableHand", "table_rules"]

_SEATS: Final = tuple(Seat)
_PHASES: Final = tuple(Phase)
_TILES: Final = tuple(Tile)
_WALL_RULES: Final = tuple(WallRule)
_WALL_RULE_OF: Final = {rule.value: rule for rule in WallRule}
_MAGIC: Final = b"GBT1"
_HEADER: Final = len(_MAGIC) + 3


class TableHand(TableState):
    """A hand of play, from the deal to the payment. What needs no decision (draws, flowers) happens
    by itself.

    ``seed``: 0 to 2**64 - 1, decides the wall (none: a random one, which ``seed`` then tells);
    ``tiles`` gives the wall in order instead, as codes 0-33 (slots) and 34-41 (flowers): one
    sequence of 144 (136 without ``flowers``) or, with ``wall="own"``, four of 36 (34), by seat.
    ``wall``: ``"common"`` or ``"own"``. Raises ``TableError``, ``WallError`` for a seed or tiles
    that cannot be.

    >>> hand = TableHand(seed=7)
    >>> hand.turn, hand.phase, len(hand.legal_actions())
    (<Seat.E: 0>, <Phase.PLAY: 0>, 13)
    """

    __slots__ = ()

    def __init__(
        self,
        *,
        seed: int | None = None,
        rules: str | RuleProfile = "mil",
        wall: str | WallRule = WallRule.COMMON,
        flowers: bool = True,
        prevalent_wind: Seat | int | str = Seat.E,
        tiles: Sequence[int] | Sequence[Sequence[int]] | None = None,
    ) -> None:
        rule = checked_wall_rule(wall)
        flowers = checked_flag("flowers", flowers, TableError)
        if tiles is None:
            seed = int.from_bytes(os.urandom(8), "little") if seed is None else checked_seed(seed)
            order = shuffled(seed, flowers)
        elif seed is not None:
            raise TableError("a seed and tiles: the tiles are the wall that a seed would make")
        else:
            order = _wall_of_tiles(tiles, rule, 144 if flowers else 136)
        super().__init__(table_rules(rules), rule.number, Seat.parse(prevalent_wind), order, seed)

    def _refuse(self, action: object) -> NoReturn:
        legal = self.legal_actions()
        if not legal:
            raise IllegalActionError(
                f"action {shown(action)}: the hand is over, nothing can be done any more", action
            )
        names = ", ".join(f"{number} ({format_action(number)})" for number in legal)
        raise IllegalActionError(
            f"action {shown(action)} is illegal for {self.turn} in {self.phase.name}: expected one "
            f"of {names}",
            action,
            legal,
        )

    def play_out(self, seed: int, eager: bool = False) -> int:
        """Plays on to the end, each decision at random as the seed has it; how many there were.

        ``eager``: every win is taken, and what is loose in a hand is discarded. Raises
        ``TableError`` for a seed or a flag that is none.
        """
        return super().play_out(checked_seed(seed), checked_flag("eager", eager, TableError))

    @property
    def rules(self) -> RuleProfile:
        """The rule profile by which the hand is played."""
        return self.game.profile

    @property
    def wall_rule(self) -> WallRule:
        """Where the tiles come from."""
        return _WALL_RULES[self._settings()[0]]

    @property
    def has_flowers(self) -> bool:
        """144 tiles, not 136."""
        return len(self._wall()) == 144

    @property
    def prevalent_wind(self) -> Seat:
        """圈风."""
        return _SEATS[self._settings()[1]]

    @property
    def actions(self) -> tuple[int, ...]:
        """All that was decided, in order; with the wall it is the whole hand."""
        return tuple(self._actions())

    @property
    def wall(self) -> tuple[int, ...]:
        """The codes of all tiles as they lay before the deal (own walls: one after the other)."""
        return tuple(self._wall())

    def wall_left(self, seat: Seat | int | str) -> int:
        """How many tiles are left in the wall that a seat draws from."""
        return self._wall_left(Seat.parse(seat))

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order, with all that is hidden."""
        return tuple(events_of(self.events_since(0), self._deals()))

    def events_seen(self, seat: Seat | int | str | None = None) -> tuple[Event, ...]:
        """All that happened, as a seat has seen it; None: what everybody has seen. Of others' draws
        and concealed kongs there is only that they were.

        >>> [str(event) for event in TableHand(seed=7).events_seen("S")][-3:]
        ['N takes instead a tile', 'N lays open e', 'N takes instead a tile']
        """
        viewer = None if seat is None else Seat.parse(seat)
        return tuple(seen_event(event, viewer) for event in self.events)

    def at(self, step: int) -> TableHand:
        """The hand as it was after ``step`` decisions, to look at or to play on otherwise; this one
        does not change. Raises ``TableError`` for a step that it has not had.

        >>> hand = TableHand(seed=7)
        >>> hand.apply(hand.legal_actions()[0])
        >>> hand.at(0) == TableHand(seed=7), hand.at(1) == hand
        (True, True)
        """
        count = len(self._actions())
        kept = checked_whole("step", step, 0, count, TableError)
        state = self.state
        return type(self).from_state(
            state[: len(state) - count + kept], rules=self.rules, seed=self.seed
        )

    def undo(self, decisions: int = 1) -> TableHand:
        """The hand before its last decisions, as ``at``; this one does not change."""
        count = len(self._actions())
        return self.at(count - checked_whole("decisions", decisions, 0, count, TableError))

    def decisions(self) -> Iterator[Decision]:
        """Every decision in order: who chose, what it saw, what it could do, what it did.

        >>> hand = TableHand(seed=7)
        >>> hand.apply(hand.legal_actions()[0])
        >>> for decision in hand.decisions():
        ...     print(decision, len(decision.legal_actions))
        0: E discard 1m 13
        """
        played = self.at(0)
        for step, action in enumerate(self.actions):
            seat = _SEATS[played.turn or 0]
            yield Decision(step, seat, played.observe(seat), action)
            played.apply(action)

    def _deals(self) -> tuple[tuple[int, ...], ...]:
        wall, rule = self._wall(), self.wall_rule
        if rule is WallRule.OWN:
            size = len(wall) // 4
            return tuple(
                tuple(map(tile_of, wall[size * seat : size * seat + 13])) for seat in range(4)
            )
        fours = [[wall[16 * turn + 4 * seat :][:4] for turn in range(3)] for seat in range(4)]
        return tuple(
            tuple(map(tile_of, b"".join(fours[seat]) + wall[48 + seat : 49 + seat]))
            for seat in range(4)
        )

    def hand_of(self, seat: Seat | int | str) -> Hand:
        """The tiles of a seat; the winner's hand with its winning tile and how it was won."""
        asked = Seat.parse(seat)
        counts, melds, sources, flowers = self._tiles_of(asked)
        _, winner, _, flags, tile = self._end()
        won = self.is_over and winner == asked
        return Hand.from_numbers(
            counts,
            map(Meld.from_code, melds, sources),
            tile if won else NO_TILE,
            flags if won else 0,
            codes.winds_code(self.prevalent_wind, asked),
            flowers.bit_count(),
        )

    @property
    def result(self) -> HandResult | None:
        """How the hand ended; None while it is played."""
        if not self.is_over:
            return None
        ending, winner, loser, _, _ = self._end()
        if winner == codes.NO_TILE:
            return HandResult(HandEnding(ending), None, None, None, self.changes)
        worth = score(self.hand_of(winner), rules=self.rules)
        return HandResult(
            HandEnding(ending),
            _SEATS[winner],
            None if loser == codes.NO_TILE else _SEATS[loser],
            worth,
            self.changes,
        )

    def observe(self, seat: Seat | int | str) -> Observation:
        """What a seat may see now."""
        return self._see(Observation, seat if type(seat) is Seat else Seat.parse(seat))

    @property
    def state(self) -> bytes:
        """The whole hand as bytes (wall and decisions), for ``from_state``;
        hidden tiles are in it.
        """
        wall, (rule, wind) = self._wall(), self._settings()
        return _MAGIC + bytes((rule, wind, len(wall))) + wall + self._actions()

    @classmethod
    def from_state(
        cls, state: bytes, *, rules: str | RuleProfile = "mil", seed: int | None = None
    ) -> TableHand:
        """The hand that has this ``state``, played again under a profile. Raises ``TableError`` for
        bytes that are none.
        """
        if not isinstance(state, bytes) or state[: len(_MAGIC)] != _MAGIC or len(state) < _HEADER:
            raise TableError(
                f"{shown(state)} is no state of a hand: expected the bytes of TableHand.state"
            )
        rule, wind, size = state[len(_MAGIC) : _HEADER]
        dealt = None if seed is None else checked_seed(seed)
        hand = cls.__new__(cls)
        try:
            TableState.__init__(
                hand, table_rules(rules), rule, wind, state[_HEADER : _HEADER + size], dealt
            )
            for action in state[_HEADER + size :]:
                hand.apply(action)
        except ValueError as error:
            raise TableError(f"a damaged state of a hand: {error}") from None
        return hand

    def __copy__(self) -> TableHand:
        return self.copy()

    def __deepcopy__(self, memo: object) -> TableHand:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.state, self.rules, self.seed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableHand):
            return NotImplemented
        return self.state == other.state and self.rules == other.rules

    __hash__ = None  # type: ignore[assignment]

    def to_html(
        self,
        *,
        seat: Seat | int | str | None = None,
        names: Sequence[str] | None = None,
        title: str = "",
    ) -> str:
        """The hand as one HTML page to look at, step by step: ``guobiao.pictures.game_html``.

        ``seat``: only what this seat may see. ``names``: of the players E S W N. Raises
        ``GuobiaoError`` for a seat, names or a title that are none.
        """
        from ..later import draw

        return draw("game_html", self, seat=seat, names=names, title=title)

    def _repr_svg_(self) -> str:
        from ..later import draw

        return draw("table_svg", self)

    def __str__(self) -> str:
        """The table as a picture of text, with all that is hidden."""
        from ..later import draw

        return draw("table_text", self)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"{self.turn} to {self.phase.name.lower()}"
        return (
            f"<TableHand seed={self.seed} {self.wall_rule.value} wall, {len(self._actions())} "
            f"actions, {where}>"
        )


def _restore(
    kind: type[TableHand], state: bytes, rules: RuleProfile, seed: int | None
) -> TableHand:
    return kind.from_state(state, rules=rules, seed=seed)


def table_rules(rules: str | RuleProfile) -> TableRules:
    """A profile as the core's engine takes it."""
    return _table_rules(get_profile(rules))


@lru_cache(maxsize=64)
def _table_rules(profile: RuleProfile) -> TableRules:
    def formula(paid: Formula) -> tuple[int, int]:
        return paid.amount(profile.base, 0), paid.points

    pays = profile.payments
    return TableRules(
        profile,
        profile.tables,
        profile.minimum,
        formula(pays.self_drawn),
        formula(pays.discarder),
        formula(pays.others),
        _SEATS,
        _PHASES,
    )


def checked_wall_rule(wall: str | WallRule) -> WallRule:
    """A wall rule by its name. Raises ``TableError`` if there is none of that name."""
    if isinstance(wall, WallRule):
        return wall
    rule = _WALL_RULE_OF.get(wall) if isinstance(wall, str) else None
    if rule is None:
        raise TableError(f"wall {shown(wall)}: expected 'common' or 'own'")
    return rule


def hand_of_wall(
    tiles: Sequence[int],
    *,
    wall: WallRule,
    flowers: bool,
    prevalent_wind: Seat,
    rules: str | RuleProfile,
) -> TableHand:
    """The table before the first decision, of a wall as ``TableHand.wall`` has it: own walls one
    after the other.
    """
    size = len(tiles) // 4
    walls = [tiles[size * seat : size * seat + size] for seat in Seat]
    return TableHand(
        tiles=tiles if wall is WallRule.COMMON else walls,
        rules=rules,
        wall=wall,
        flowers=flowers,
        prevalent_wind=prevalent_wind,
    )


def checked_seed(seed: object) -> int:
    """A seed of a wall. Raises ``TableError`` if it cannot be one."""
    number = whole_number(seed, 0, (1 << 64) - 1)
    if number is None:
        raise TableError(f"seed {shown(seed)}: expected a whole number from 0 to 2**64 - 1")
    return number


def _wall_of_tiles(
    tiles: Sequence[int] | Sequence[Sequence[int]], rule: WallRule, size: int
) -> bytes:
    """An explicit wall as the core takes it; the set is checked there."""
    walls: list[Any] = (
        [tiles] if rule is WallRule.COMMON else list(checked_items("tiles", tiles, WallError))
    )
    if rule is WallRule.OWN and len(walls) != 4:
        raise WallError(f"{len(walls)} walls: expected four, one a player")
    joined: list[int] = []
    for number, wall in enumerate(walls):
        where = f"the wall of {_SEATS[number]}" if rule is WallRule.OWN else "the wall"
        codes = list(checked_items(where, wall, WallError))
        if len(codes) != size // len(walls):
            raise WallError(f"{where} has {len(codes)} tiles: expected {size // len(walls)}")
        joined += _checked_codes(codes, where)
    _check_set(joined, size)
    return bytes(joined)


def _checked_codes(wall: list[object], where: str) -> Iterator[int]:
    for place, tile in enumerate(wall):
        code = whole_number(tile, 0, 41)
        if code is None:
            raise WallError(
                f"{where}, tile {place}: {shown(tile)} is no tile: expected a code from 0 to 41"
            )
        yield code


def _check_set(tiles: list[int], size: int) -> None:
    for code in range(SLOT_COUNT + (8 if size == 144 else 0)):
        expected = 4 if code < SLOT_COUNT else 1
        if (count := tiles.count(code)) != expected:
            name = str(_TILES[code]) if code < SLOT_COUNT else f"the flower {code}"
            raise WallError(f"{count} copies of {name} in the wall: expected {expected}")
