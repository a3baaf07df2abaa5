"""The way to the minimum: how many exchanges until a complete hand is worth enough, and by which
routes. Exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from mahjong_core.distance import reach as core
from mahjong_core.messages import shown

from ..errors import GuobiaoError
from ..evaluate import is_win, score, won_hand
from ..hand import NO_TILE, Hand
from ..notation import parse_hand
from ..profiles import RuleProfile, get_profile
from ..result import CountedFan, Score, fan_to_dict
from ..tiles import Tile
from ..unseen import copies_left
from ..values import checked_whole

__all__ = ["MOST_EXCHANGES", "MOST_ROUTES", "Reach", "Route", "reach"]

MOST_EXCHANGES: Final = 4
"""The furthest distance that ``reach`` looks at."""
MOST_ROUTES: Final = 256
"""The most routes that are listed."""


@dataclass(frozen=True, slots=True)
class Route:
    """A complete hand that the tiles can become.

    ``hand`` is that hand, with its winning tile (of those that can come last, the one that gives
    the most points; then the lowest). ``needed``: the tiles to draw, the winning tile among them,
    by slot; ``left``: how many copies of each are left; ``ways``: in how many ways the needed tiles
    can be taken from the copies left. ``given``: the tiles to discard. ``points`` are without
    flowers.
    """

    hand: Hand
    needed: tuple[Tile, ...]
    given: tuple[Tile, ...]
    left: tuple[int, ...]
    ways: int
    points: int
    profile: RuleProfile = field(repr=False)

    @property
    def winning_tile(self) -> Tile:
        """The tile that comes last."""
        return Tile(self.hand.win)

    @property
    def score(self) -> Score:
        """The score of the complete hand, with its fans and their sets. It counts the flowers, and
        is made on first use.
        """
        return score(self.hand, rules=self.profile)

    @property
    def fans(self) -> tuple[CountedFan, ...]:
        """The fans of the complete hand."""
        return self.score.fans

    def to_dict(self) -> dict[str, object]:
        """``{"needed": [{"tile", "left"}], "given", "winning_tile", "ways", "points", "fans":
        [{"fan", "zh", "count", "points"}]}``, of plain types.
        """
        return {
            "needed": [
                {"tile": str(tile), "left": left} for tile, left in zip(self.needed, self.left)
            ],
            "given": [str(tile) for tile in self.given],
            "winning_tile": str(self.winning_tile),
            "ways": self.ways,
            "points": self.points,
            "fans": [fan_to_dict(counted) for counted in self.fans],
        }


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a hand is from a minimum of points.

    ``distance`` in exchanges: -1 fourteen tiles that are worth it, 0 ready for a tile that is left
    and gives it, None over ``MOST_EXCHANGES``. ``bound``: the distance is at least that (equal if
    there is a distance). ``routes``: the best first, all of that distance.
    """

    distance: int | None
    bound: int
    routes: tuple[Route, ...]

    def to_dict(self) -> dict[str, object]:
        """``{"distance", "bound", "routes"}`` of plain types; ``guobiao analyze --json`` prints it
        with the minimum before it.

        >>> told = reach("[123m,1]456s34678p22s").to_dict()
        >>> told["distance"], told["routes"][0]["needed"]
        (1, [{'tile': '5p', 'left': 4}, {'tile': '9p', 'left': 4}])
        """
        return {
            "distance": self.distance,
            "bound": self.bound,
            "routes": [route.to_dict() for route in self.routes],
        }


def reach(
    hand: Hand | str,
    *,
    minimum: int = 8,
    seen: Sequence[int] | None = None,
    win: Literal["discard", "self_draw"] = "discard",
    rules: str | RuleProfile = "mil",
    routes: int = 24,
) -> Reach:
    """The smallest number of exchanges until a tile that is left completes a hand of at least
    ``minimum`` points.

    An exchange is a draw of a tile that is left (four copies, without the hand's own and ``seen``:
    34 counts of the tiles that lie open elsewhere) and a discard, which does not come back. After
    so many exchanges the thirteen tiles wait for a tile of which a copy is still left, and with it
    are worth the minimum, flowers not counted. The melds stay; there are no claims and kongs on the
    way; the last tile comes by ``win``; no lucky fan counts but 和绝张 of a tile of which the own
    melds hold three. Profile and winds are as given.

    So with thirteen tiles H the distance is the smallest d for which a complete hand T exists whose
    tiles that H lacks (all left) are d + 1, the last to come being any one of them; or are d, the
    last being a tile of which T has no more than H and one is left: one copy is given away, to wait
    for another. (A sole wait may be worth that.) Fourteen tiles discard one tile more: d is the
    same number, counted from the fourteen. They are at -1 if they are worth the minimum themselves,
    won on their winning tile (or, without one, on any).

    ``routes`` lists at most so many (1 to 256) of the complete hands at that distance, each with
    its best last tile: those with more ways to draw what they need first, then with more points,
    then with lower tiles. The distance is exact, whatever the limit. Past four exchanges it is
    None, and ``bound`` is 5. Raises ``HandError`` for wrong ``seen``.

    >>> way = reach("[123m,1]456s34678p22s")
    >>> way.distance, [str(tile) for tile in way.routes[0].needed], way.routes[0].points
    (1, ['5p', '9p'], 12)
    """
    profile = get_profile(rules)
    if not isinstance(hand, Hand):
        hand = parse_hand(hand, rules=profile)
    self_drawn = _self_drawn(win)
    minimum = checked_whole("minimum", minimum, 0, 30_000, GuobiaoError)
    routes = checked_whole("routes", routes, 1, MOST_ROUTES, GuobiaoError)
    left = copies_left(hand, seen)
    if hand.tile_count == 14 and (done := _as_it_stands(hand, minimum, profile, self_drawn)):
        return Reach(-1, -1, (done,))
    distance, found = core.reach(
        profile.tables,
        hand.counts,
        hand.meld_codes,
        left,
        hand.winds,
        self_drawn,
        minimum,
        MOST_EXCHANGES,
        routes,
    )
    if distance < 0:
        return Reach(None, MOST_EXCHANGES + 1, ())
    return Reach(
        distance,
        distance,
        tuple(_route(hand, left, profile, self_drawn, *route) for route in found),
    )


def _self_drawn(win: object) -> bool:
    if not isinstance(win, str) or win not in ("discard", "self_draw"):
        raise GuobiaoError(f'win is {shown(win)}: expected "discard" or "self_draw"')
    return win == "self_draw"


def _as_it_stands(hand: Hand, minimum: int, profile: RuleProfile, self_drawn: bool) -> Route | None:
    """Fourteen tiles as a route that needs nothing, if they are worth the minimum."""
    wins = [tile for tile in Tile if hand.counts[tile]] if hand.win == NO_TILE else [Tile(hand.win)]
    best: Route | None = None
    for tile in wins if is_win(hand) else ():
        complete = won_hand(hand, hand.counts, tile, self_drawn=self_drawn)
        points = score(complete.replace(flowers=0), rules=profile).points
        if points >= minimum and (best is None or points > best.points):
            best = Route(complete, (), (), (), 1, points, profile)
    return best


def _route(
    hand: Hand,
    left: bytes,
    profile: RuleProfile,
    self_drawn: bool,
    target: bytes,
    win: int,
    points: int,
    ways: int,
) -> Route:
    needed, given = list(_more_of(target, hand.counts)), list(_more_of(hand.counts, target))
    if Tile(win) not in needed:  # one copy is given away, to wait for another
        needed.append(Tile(win))
        given.append(Tile(win))
    complete = won_hand(hand, target, win, self_drawn=self_drawn)
    needed.sort()
    return Route(
        complete,
        tuple(needed),
        tuple(sorted(given)),
        tuple(left[tile] for tile in needed),
        ways,
        points,
        profile,
    )


def _more_of(counts: bytes, others: bytes) -> Iterator[Tile]:
    """The tiles that the first has and the second lacks, each as often as it is lacking."""
    for tile in Tile:
        yield from [tile] * max(0, counts[tile] - others[tile])
