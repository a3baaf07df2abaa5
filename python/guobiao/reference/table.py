"""The rules of the table written down plainly: one hand of play, every question answered anew from
the tiles on the table.

Slow, and nothing here is shared with the engine: it is what tests hold the engine against. Actions
are the numbers of ``docs/table.md``. The rules are those of the rulebook's 打牌 part:
counter-clockwise, win before pung and kong before chow, one winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..errors import NotWinningError
from ..fan import Fan
from ..hand import Hand, Meld, MeldKind
from ..tiles import Tile
from . import is_win, score

if TYPE_CHECKING:
    from ..profiles import RuleProfile

__all__ = ["ReferenceTable"]

_FLOWERS: Final = 34
_PASS, _WIN, _DISCARD, _CHOW, _PUNG, _MELDED_KONG, _CONCEALED_KONG, _ADDED_KONG = (
    0,
    1,
    2,
    36,
    99,
    133,
    167,
    201,
)

Entry = tuple[object, ...]
Claims = dict[int, int]  # what each seat that was asked has answered


@dataclass
class Place:
    """What lies before one player."""

    standing: list[int] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    river: list[int] = field(default_factory=list)


class ReferenceTable:
    """One hand. ``tiles``: the wall as it lies, codes 0-33 and 34-41 for flowers; with
    ``own_walls`` four equal walls one after the other.

    ``asked`` is the seat that decides (None: over), ``phase`` ``"play"``, ``"claim"``, ``"rob"`` or
    ``"over"``, ``log`` all that happened.
    """

    def __init__(
        self,
        tiles: Sequence[int],
        *,
        own_walls: bool,
        prevalent_wind: int,
        rules: str | RuleProfile = "mil",
    ) -> None:
        from ..profiles import get_profile

        self.rules = get_profile(rules)
        self.own_walls = own_walls
        self.prevalent_wind = prevalent_wind
        quarter = len(tiles) // 4
        walls = [list(tiles[quarter * seat : quarter * (seat + 1)]) for seat in range(4)]
        self.walls = walls if own_walls else [list(tiles)]
        self.places = [Place() for _ in range(4)]
        self.log: list[Entry] = []
        self.phase = "play"
        self.player = 0  # whose turn it is
        self.drawn: int | None = None
        self.kong_replaced = False
        self.tile: int | None = None  # the discard or the added tile that may be claimed
        self.answers: Claims = {}
        self.changes = [0, 0, 0, 0]
        self.winner: int | None = None
        self.winning_hand: Hand | None = None
        self._deal()

    # ---------------------------------------------------------------------------------------- walls

    def wall_of(self, seat: int) -> list[int]:
        """The wall that a seat draws from."""
        return self.walls[seat] if self.own_walls else self.walls[0]

    def _take_replacement(self, seat: int) -> int:
        return self.wall_of(seat).pop(0 if self.own_walls else -1)

    @property
    def nothing_left_for_next(self) -> bool:
        """The last tile: whoever comes after the player has nothing to draw."""
        return not self.wall_of((self.player + 1) % 4)

    # -------------------------------------------------------------------------------- deal and draw

    def _deal(self) -> None:
        dealt: list[list[int]] = [[], [], [], []]
        for number in (4, 4, 4, 1):
            for seat in range(4):
                dealt[seat] += [self.wall_of(seat).pop(0) for _ in range(number)]
        for seat in range(4):
            self.log.append(("deal", seat, tuple(dealt[seat])))
            self.places[seat].standing = [tile for tile in dealt[seat] if tile < _FLOWERS]
        for seat in range(4):
            for flower in sorted(tile for tile in dealt[seat] if tile >= _FLOWERS):
                self.places[seat].standing.append(self._replace_flower(seat, flower) or 0)
            if seat == 0 and not self.own_walls:
                self._draw(0)
        if self.own_walls:
            self._draw(0)

    def _replace_flower(self, seat: int, flower: int) -> int | None:
        """Lays a flower open, and every flower that comes for it; the tile that comes at last, None
        if the wall is empty.
        """
        self.places[seat].flowers.append(flower)
        self.log.append(("flower", seat, flower))
        if not self.wall_of(seat):
            return None
        tile = self._take_replacement(seat)
        self.log.append(("replacement", seat, tile))
        return tile if tile < _FLOWERS else self._replace_flower(seat, tile)

    def _draw(self, seat: int, *, after_kong: bool = False) -> None:
        self.phase, self.player, self.tile = "play", seat, None
        if not self.wall_of(seat):
            self._end_without_winner()
            return
        tile: int | None = self._take_replacement(seat) if after_kong else self.wall_of(seat).pop(0)
        assert tile is not None
        self.log.append(("replacement" if after_kong else "draw", seat, tile))
        self.kong_replaced = after_kong and tile < _FLOWERS
        if tile >= _FLOWERS:
            tile = self._replace_flower(seat, tile)
        if tile is None:
            self._end_without_winner()
            return
        self.drawn = tile
        self.places[seat].standing.append(tile)

    # -------------------------------------------------------------------------------- what is legal

    @property
    def asked(self) -> int | None:
        """Who decides: the player, or the first who may claim and has not answered."""
        if self.phase == "over":
            return None
        if self.phase == "play":
            return self.player
        return next(seat for seat in self._claimers() if seat not in self.answers)

    def legal_actions(self) -> tuple[int, ...]:
        """What ``asked`` may do, ascending."""
        seat = self.asked
        if seat is None:
            return ()
        found = self._plays() if self.phase == "play" else [_PASS, *self._claims(seat)]
        return tuple(sorted(found))

    def _plays(self) -> Iterator[int]:
        place = self.places[self.player]
        yield from {_DISCARD + tile for tile in place.standing}
        if self.drawn is None:  # after a chow or a pung
            return
        if self._may_win(self.player, self.drawn):
            yield _WIN
        if self.wall_of(self.player) and not self.nothing_left_for_next:
            yield from {
                _CONCEALED_KONG + tile for tile in place.standing if place.standing.count(tile) == 4
            }
            pungs = [meld.tile for meld in place.melds if meld.kind is MeldKind.PUNG]
            yield from (_ADDED_KONG + tile for tile in pungs if tile in place.standing)

    def _claimers(self) -> list[int]:
        """Counter-clockwise from the player: who may do anything but pass."""
        others = [(self.player + step) % 4 for step in (1, 2, 3)]
        return [seat for seat in others if self._claims(seat)]

    def _claims(self, seat: int) -> list[int]:
        tile = self.tile
        assert tile is not None
        claims = [_WIN] if self._may_win(seat, tile) else []
        if self.phase == "rob":
            return claims
        standing = self.places[seat].standing
        if self.nothing_left_for_next:  # the last discard can only be won
            return claims
        if standing.count(tile) >= 2:
            claims.append(_PUNG + tile)
        if standing.count(tile) == 3:  # with nothing to replace it (own walls) the hand is drawn
            claims.append(_MELDED_KONG + tile)
        if seat == (self.player + 1) % 4:
            claims += self._chows(seat, tile)
        return claims

    def _chows(self, seat: int, tile: int) -> Iterator[int]:
        for suit in range(3):
            for rank in range(1, 8):  # of the middle tile
                middle = 9 * suit + rank
                chow = [middle - 1, middle, middle + 1]
                rest = [other for other in chow if other != tile]
                if tile in chow and all(other in self.places[seat].standing for other in rest):
                    yield _CHOW + 21 * suit + 3 * (rank - 1) + chow.index(tile)

    # -------------------------------------------------------------------------------------- the win

    def _open_copies(self, tile: int) -> int:
        """How many copies lie open: in rivers and melds, not in a concealed kong."""
        rivers = sum(place.river.count(tile) for place in self.places)
        melds = [
            meld
            for place in self.places
            for meld in place.melds
            if meld.kind is not MeldKind.CONCEALED_KONG
        ]
        return rivers + sum(meld.tiles.count(Tile(tile)) for meld in melds)

    def _won_hand(self, seat: int, tile: int) -> Hand:
        """The hand that a seat would win with the drawn, discarded or added tile."""
        self_drawn = self.phase == "play"
        place = self.places[seat]
        discarded = self.phase == "claim"  # it lies in the river already
        return Hand(
            place.standing if self_drawn else [*place.standing, tile],
            place.melds,
            tile,
            self_drawn=self_drawn,
            last_copy=self._open_copies(tile) - discarded == 3,
            last_tile=self.phase != "rob" and self.nothing_left_for_next,
            kong=self.kong_replaced if self_drawn else self.phase == "rob",
            prevalent_wind=self.prevalent_wind,
            seat_wind=seat,
            flowers=len(place.flowers),
        )

    def _may_win(self, seat: int, tile: int) -> bool:
        """A complete hand with the minimum of points, flowers not counted."""
        place = self.places[seat]
        copies = place.standing.count(tile) + sum(
            meld.tiles.count(Tile(tile)) for meld in place.melds
        )
        if self.phase != "play" and copies == 4:
            return False
        hand = self._won_hand(seat, tile)
        if not is_win(hand):
            return False
        try:
            points = score(hand, rules=self.rules).points
        except NotWinningError:
            return False
        return points - hand.flowers * self.rules.points(Fan.FLOWER_TILES) >= self.rules.minimum

    def _win(self, seat: int, tile: int, ignored: Entry) -> None:
        self.winning_hand = hand = self._won_hand(seat, tile)
        self_drawn = self.phase == "play"
        points, pays = score(hand, rules=self.rules).points, self.rules.payments
        for payer in range(4):
            if payer != seat:
                formula = (
                    pays.self_drawn
                    if self_drawn
                    else pays.discarder
                    if payer == self.player
                    else pays.others
                )
                amount = formula.bases * self.rules.base + formula.points * points + formula.fixed
                self.changes[payer] -= amount
                self.changes[seat] += amount
        if self.phase == "claim":
            self.places[self.player].river.pop()
        self.places[seat].standing = list(map(int, hand.standing))
        self.log.append(("win", seat, tile, None if self_drawn else self.player, ignored))
        self.winner, self.phase = seat, "over"

    def _end_without_winner(self) -> None:
        self.log.append(("drawn game",))
        self.phase = "over"

    # --------------------------------------------------------------------------------- what is done

    def apply(self, action: int) -> None:
        """Does what ``asked`` has decided; the action must be legal."""
        assert action in self.legal_actions()
        if self.phase != "play":
            assert self.asked is not None
            self.answers[self.asked] = action
            if all(seat in self.answers for seat in self._claimers()):
                self._resolve()
        elif action == _WIN:
            assert self.drawn is not None
            self._win(self.player, self.drawn, ())
        elif action < _CHOW:
            self._discard(action - _DISCARD)
        elif action < _ADDED_KONG:
            self._concealed_kong(action - _CONCEALED_KONG)
        else:
            self._add_to_pung(action - _ADDED_KONG)

    def _discard(self, tile: int) -> None:
        place = self.places[self.player]
        place.standing.remove(tile)
        place.river.append(tile)
        self.log.append(("discard", self.player, tile))
        self._offer("claim", tile)

    def _offer(self, phase: str, tile: int) -> None:
        self.phase, self.tile, self.drawn, self.answers = phase, tile, None, {}
        if not self._claimers():
            self._resolve()

    def _resolve(self) -> None:
        """One claim goes through: a win before pung and kong before a chow; of two wins the first
        counter-clockwise.
        """
        claims = [(seat, answer) for seat, answer in self.answers.items() if answer != _PASS]
        if not claims:
            self._go_on()
            return
        taken = min(claims, key=lambda claim: (self._rank(claim[1]), (claim[0] - self.player) % 4))
        ignored = tuple(
            sorted(
                (c for c in claims if c != taken), key=lambda claim: (claim[0] - self.player) % 4
            )
        )
        seat, action = taken
        assert self.tile is not None
        if action == _WIN:
            self._win(seat, self.tile, ignored)
        else:
            self._claim(seat, action, self.tile, ignored)

    @staticmethod
    def _rank(action: int) -> int:
        return 0 if action == _WIN else 2 if action < _PUNG else 1

    def _go_on(self) -> None:
        """Nobody claims: the kong is made, or the next player draws."""
        if self.phase == "rob":
            melds = self.places[self.player].melds
            place = next(
                at
                for at, meld in enumerate(melds)
                if meld.kind is MeldKind.PUNG and meld.tile == self.tile
            )
            melds[place] = Meld(MeldKind.ADDED_KONG, melds[place].tile, melds[place].source)
            self._draw(self.player, after_kong=True)
        elif self.nothing_left_for_next:
            self._end_without_winner()
        else:
            self._draw((self.player + 1) % 4)

    def _claim(self, seat: int, action: int, tile: int, ignored: Entry) -> None:
        self.places[self.player].river.pop()
        source = (seat - self.player) % 4
        if action < _PUNG:
            suit, rest = divmod(action - _CHOW, 21)
            middle, claimed = 9 * suit + rest // 3 + 1, rest % 3
            meld = Meld(MeldKind.CHOW, Tile(middle - 1), claimed + 1)
            self.log.append(("chow", seat, middle, tile, ignored))
        elif action < _MELDED_KONG:
            meld = Meld(MeldKind.PUNG, Tile(tile), source)
            self.log.append(("pung", seat, tile, self.player, ignored))
        else:
            meld = Meld(MeldKind.MELDED_KONG, Tile(tile), source)
            self.log.append(("melded kong", seat, tile, self.player, ignored))
        from_hand = list(map(int, meld.tiles))
        from_hand.remove(tile)
        for other in from_hand:
            self.places[seat].standing.remove(other)
        self.places[seat].melds.append(meld)
        self.phase, self.player, self.drawn, self.tile = "play", seat, None, None
        if meld.is_kong:
            self._draw(seat, after_kong=True)

    def _concealed_kong(self, tile: int) -> None:
        place = self.places[self.player]
        place.standing = [other for other in place.standing if other != tile]
        place.melds.append(Meld(MeldKind.CONCEALED_KONG, Tile(tile)))
        self.log.append(("concealed kong", self.player, tile))
        self._draw(self.player, after_kong=True)

    def _add_to_pung(self, tile: int) -> None:
        self.places[self.player].standing.remove(tile)
        self.log.append(("added kong", self.player, tile))
        self._offer("rob", tile)
