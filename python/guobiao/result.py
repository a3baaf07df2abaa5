"""What scoring returns: the vocabulary that the core's and the reference's results share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from typing import Final

from .fan import Fan
from .held import CountedFan, ScoreValues
from .tiles import Tile

__all__ = [
    "CountedFan",
    "DroppedFan",
    "Explanation",
    "Form",
    "Principle",
    "Score",
    "SetKind",
    "Split",
    "TileSet",
    "Wait",
    "Waits",
    "fan_to_dict",
]


class Form(IntEnum):
    """The forms of a complete hand, in the order in which ties prefer them."""

    BASIC = 0
    """Four sets and a pair (九莲宝灯 is of this form)."""
    KNITTED_STRAIGHT = 1
    """组合龙: 147 258 369 of three suits, a set and a pair."""
    ALL_KNITTED = 2
    """全不靠 and 七星不靠."""
    THIRTEEN_ORPHANS = 3
    """十三幺."""
    SEVEN_PAIRS = 4
    """七对 and 连七对."""


class SetKind(IntEnum):
    """The kinds of set in a split, in the order in which a split lists them."""

    CHOW = 0
    PUNG = 1
    KONG = 2
    PAIR = 3
    KNITTED = 4
    """Three tiles of the body of a 组合龙: 147, 258 or 369; its slot is the lowest tile."""
    SINGLE = 5
    """A tile on its own, in 全不靠, 七星不靠 and 十三幺."""


@dataclass(frozen=True, slots=True, order=True)
class TileSet:
    """A set of a split: kind and tile (the lowest one).

    ``melded`` for a meld (a concealed kong included).
    """

    kind: SetKind
    tile: Tile
    melded: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its one to four tiles."""
        return _TILES_OF[self.kind][self.tile]

    def __str__(self) -> str:
        """In GB notation without brackets: ``"123m"``, ``"EEE"``, ``"147p"``."""
        return _TEXT_OF[self.kind][self.tile]


_STEPS: Final = ((0, 1, 2), (0, 0, 0), (0, 0, 0, 0), (0, 0), (0, 3, 6), (0,))
_TILES: Final = tuple(Tile)
# by kind and tile; sets that cannot be end with the last tile
_TILES_OF: Final = tuple(
    tuple(tuple(_TILES[min(tile + step, Tile.P)] for step in steps) for tile in _TILES)
    for steps in _STEPS
)


def _text_of(tile: Tile, tiles: tuple[Tile, ...]) -> str:
    if tile.is_honour:
        return str(tile) * len(tiles)
    return "".join(str(each.rank + 1) for each in tiles) + tile.suit


_TEXT_OF: Final = tuple(
    tuple(_text_of(tile, tiles) for tile, tiles in zip(_TILES, row)) for row in _TILES_OF
)


@dataclass(frozen=True, slots=True)
class Split:
    """The reading of a hand that was scored.

    ``sets`` holds every tile once: chows before pungs and kongs, by slot, standing and melded
    alike; then the pair (seven pairs: seven pairs; knitted straight: chow or pung, pair, then the
    three groups of the body; the others: singles, for thirteen orphans with one pair).
    ``winning_set`` is the index of the set that holds the winning tile.
    """

    form: Form
    sets: tuple[TileSet, ...]
    winning_set: int

    def __str__(self) -> str:
        return " ".join(map(str, self.sets))


class Principle(Enum):
    """The principle by which a fan that the hand shows does not count."""

    NON_REPEAT = "不重复"
    NON_IDENTICAL = "不得相同"
    ACCOUNT_ONCE = "套算一次"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class DroppedFan:
    """A fan that the chosen reading shows but does not count: how many copies, by which
    principle, and which fan took it.

    ``by`` is the fan that took it: for 不重复 the first surviving fan of the table that excludes it
    (a fan that excludes a number of copies takes that many); for 不得相同 the fan itself; for
    套算一次 None, since the links of all counted fans of the group together rule it out.
    """

    fan: Fan
    count: int
    principle: Principle
    by: Fan | None = None

    @property
    def reason(self) -> str:
        """For people: ``幺九刻 x1: paid by 箭刻 (不重复)``, ``喜相逢 x1: 套算一次``."""
        if self.principle is Principle.NON_REPEAT and self.by is not None:
            return f"{self.fan.zh} x{self.count}: paid by {self.by.zh} ({self.principle})"
        return f"{self.fan.zh} x{self.count}: {self.principle}"

    def to_dict(self) -> dict[str, object]:
        """``{"fan", "zh", "count", "principle", "by", "reason"}``; ``by`` is None where no single
        fan took it.
        """
        principle, by, reason = _why_dropped(self)
        name, zh = _NAMES_OF[self.fan]
        return {
            "fan": name,
            "zh": zh,
            "count": self.count,
            "principle": principle,
            "by": by,
            "reason": reason,
        }


_NAMES_OF: Final = {fan: (fan.name, fan.zh) for fan in Fan}
"""The two names of each fan: the enum takes longer for them."""


@lru_cache(1 << 10)
def _why_dropped(dropped: DroppedFan) -> tuple[str, str | None, str]:
    """Its principle, taker and reason as texts. Few differ."""
    by = None if dropped.by is None else dropped.by.name
    return str(dropped.principle), by, dropped.reason


@dataclass(frozen=True, slots=True, order=True)
class Wait:
    """A tile that completes the hand, and what it is worth.

    ``left`` is how many copies are neither in the hand nor seen. Scores are made when they are
    asked for. Waits compare by tile and copies left.
    """

    tile: Tile
    left: int
    _score: Callable[[Tile, bool], Score] | None = field(compare=False, repr=False)

    @property
    def discard(self) -> Score | None:
        """The score by a discard, without lucky fans except those that the hand itself shows.

        None for an impossible fifth copy.
        """
        return None if self._score is None else self._score(self.tile, False)

    @property
    def self_drawn(self) -> Score | None:
        """The score when the player draws it; None for a fifth copy."""
        return None if self._score is None else self._score(self.tile, True)

    @property
    def is_fifth_copy(self) -> bool:
        """Whether the hand holds all four copies: it is then a wait in form only."""
        return self._score is None

    @property
    def qualifies(self) -> tuple[bool, bool]:
        """Whether it reaches the profile's minimum by a discard, and self-drawn."""
        discard, self_drawn = self.discard, self.self_drawn
        return (
            discard is not None and discard.qualifies,
            self_drawn is not None and self_drawn.qualifies,
        )

    def to_dict(self) -> dict[str, object]:
        """The wait as ``guobiao waits --json`` prints it, of plain types: ``{"tile", "left",
        "discard", "self_drawn"}``.

        The worth in both ways is ``{"points", "qualifies", "fans": [{"fan", "zh", "count",
        "points"}]}``, None for a fifth copy.

        >>> from guobiao import waits
        >>> told = waits("123456789m1155s")[0].to_dict()
        >>> told["tile"], told["left"], told["discard"]["points"]
        ('1s', 2, 21)
        """
        return {
            "tile": str(self.tile),
            "left": self.left,
            "discard": _worth(self.discard),
            "self_drawn": _worth(self.self_drawn),
        }


class Waits(tuple[Wait, ...]):
    """The waits of a hand: a tuple that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from .later import draw

        return draw("waits_svg", self)


def _worth(score: Score | None) -> dict[str, object] | None:
    if score is None:
        return None
    return {
        "points": score.points,
        "qualifies": score.qualifies,
        "fans": [fan_to_dict(counted) for counted in score.fans],
    }


def fan_to_dict(counted: CountedFan) -> dict[str, object]:
    """A fan that counts, without its sets: ``{"fan", "zh", "count", "points"}``."""
    name, zh = _NAMES_OF[counted.fan]
    return {"fan": name, "zh": zh, "count": counted.count, "points": counted.points}


@dataclass(frozen=True, slots=True)
class Explanation:
    """The fans that count, the chosen reading, and what does not count: one entry a fan (dropped: a
    fan and taker), in id order.
    """

    fans: tuple[CountedFan, ...]
    split: Split
    dropped: tuple[DroppedFan, ...]


class Score(ScoreValues):
    """What a winning hand is worth: ``points``, and on demand the ``fans``, the ``split``
    and what was ``dropped``.

    ``hand`` and ``profile`` are what was scored; ``points`` are all fans together, flowers included
    (基本分). Immutable; the explanation is made when it is first asked for. Equal when hand,
    profile and the whole explanation are.
    """

    __slots__ = ()

    @property
    def qualifies(self) -> bool:
        """Whether the points without flowers reach the profile's minimum."""
        return (
            self.points - self.hand.flowers * self.profile.rules.points[Fan.FLOWER_TILES]
            >= self.profile.minimum
        )

    @property
    def explanation(self) -> Explanation:
        """Fans, split and dropped in one."""
        if self._explanation is None:
            self._explanation = self._explain()
        return self._explanation

    def _explain(self) -> Explanation:
        raise NotImplementedError

    @property
    def fans(self) -> tuple[CountedFan, ...]:
        """The fans that count, by id."""
        return self.explanation.fans

    @property
    def fan_counts(self) -> dict[Fan, int]:
        """How often each fan counts, by id."""
        return {counted.fan: counted.count for counted in self.fans}

    @property
    def split(self) -> Split:
        """The reading that was chosen."""
        return self.explanation.split

    @property
    def dropped(self) -> tuple[DroppedFan, ...]:
        """What the reading shows but does not count, by fan id."""
        return self.explanation.dropped

    def to_dict(self) -> dict[str, object]:
        """The score as ``guobiao score --json`` prints it, of plain types: ``{"hand", "points",
        "qualifies", "fans": [{"fan", "zh", "count", "points", "sets"}], "dropped": [{"fan", "zh",
        "count", "principle", "by", "reason"}]}``.

        ``hand`` is the GB string (the command prints the text that was typed). ``points`` of a fan
        are those of all its copies; ``sets`` has one list of sets a copy in GB notation, none for
        fans of the whole hand. ``by`` is None where no single fan took the dropped one.

        >>> from guobiao import score
        >>> told = score("[EEE,2]234m678s88p34p5p|EE0000").to_dict()
        >>> told["hand"], told["points"], told["fans"][0]["zh"], told["fans"][0]["sets"]
        ('[EEE,2]234m678s3488p5p|EE0000', 4, '圈风刻', [['EEE']])
        """
        explanation = self.explanation
        return {
            "hand": self.hand._text(),
            "points": self.points,
            "qualifies": self.qualifies,
            "fans": [_fan_with_sets(counted) for counted in explanation.fans],
            "dropped": [dropped.to_dict() for dropped in explanation.dropped],
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        mine, theirs = (
            (self.hand, self.profile, self.points),
            (other.hand, other.profile, other.points),
        )
        return mine == theirs and self.explanation == other.explanation

    def __hash__(self) -> int:
        return hash((self.hand, self.points))

    def __repr__(self) -> str:
        listed = " ".join(f"{counted.fan.zh}*{counted.count}" for counted in self.fans)
        return f"<Score {self.points}: {listed}>"

    def _repr_svg_(self) -> str:
        from .later import draw

        return draw("score_svg", self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.hand, self.profile, self.points, self._explanation)


def _fan_with_sets(counted: CountedFan) -> dict[str, object]:
    told = fan_to_dict(counted)
    told["sets"] = [[_TEXT_OF[each.kind][each.tile] for each in copy] for copy in counted.sets]
    return told
