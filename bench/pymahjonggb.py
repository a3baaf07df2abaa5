"""PyMahjongGB (1.4) as a contender: its arguments for a hand, and its answers as ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from guobiao import Hand, MeldKind

try:
    import MahjongGB
except ImportError:
    MahjongGB = None

_TILES = [
    f"{suit}{rank}"
    for suit, count in (("W", 9), ("T", 9), ("B", 9), ("F", 4), ("J", 3))
    for rank in range(1, count + 1)
]
_SLOT = {tile: slot for slot, tile in enumerate(_TILES)}
_KINDS = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}


def _packs(hand: Hand) -> tuple[tuple[str, str, int], ...]:
    """A chow goes by its middle tile; a concealed kong has offer 0."""
    return tuple(
        (
            _KINDS.get(meld.kind, "GANG"),
            _TILES[meld.tile + (meld.kind is MeldKind.CHOW)],
            meld.source,
        )
        for meld in hand.melds
    )


def _thirteen(hand: Hand) -> tuple[str, ...]:
    """The standing tiles without the winning one."""
    tiles = [_TILES[tile] for tile in hand.standing]
    tiles.remove(_TILES[hand.win])
    return tuple(tiles)


def arguments(hand: Hand) -> tuple[Any, ...]:
    """What ``MahjongFanCalculator`` takes for a hand; the last one asks for points beside the
    names.
    """
    context = (
        hand.self_drawn,
        hand.last_copy,
        hand.kong,
        hand.last_tile,
        int(hand.seat_wind),
        int(hand.prevalent_wind),
    )
    return (_packs(hand), _thirteen(hand), _TILES[hand.win], hand.flowers, *context, True)


def ready_to_score(hands: Sequence[Hand]) -> Callable[[], list[Any]] | None:
    """The fan lists."""
    if MahjongGB is None:
        return None
    calculate, prepared = MahjongGB.MahjongFanCalculator, [arguments(hand) for hand in hands]
    return lambda: [calculate(*each) for each in prepared]


def points(fans: Any) -> int:
    """The total of a fan list."""
    return sum(value * count for value, count, _, _ in fans)


def ready_to_refuse(hands: Sequence[Hand]) -> Callable[[], list[bool]] | None:
    """Whether each hand wins, told by its TypeError."""
    if MahjongGB is None:
        return None
    calculate, prepared = MahjongGB.MahjongFanCalculator, [arguments(hand) for hand in hands]

    def run() -> list[bool]:
        answers = []
        for each in prepared:
            try:
                calculate(*each)
                answers.append(True)
            except TypeError:
                answers.append(False)
        return answers

    return run


def ready_to_wait(hands: Sequence[Hand]) -> Callable[[], list[Any]] | None:
    """It has no waits of its own: the useful tiles of each form at shanten 0. Melded hands need the
    forms with sets only.
    """
    if MahjongGB is None:
        return None
    every_form = (
        MahjongGB.RegularShanten,
        MahjongGB.KnittedStraightShanten,
        MahjongGB.HonorsAndKnittedTilesShanten,
        MahjongGB.SevenPairsShanten,
        MahjongGB.ThirteenOrphansShanten,
    )
    calls = [
        (every_form, every_form[:2], every_form[:1])[min(len(hand.melds), 2)] for hand in hands
    ]
    prepared = [(forms, _thirteen(hand)) for forms, hand in zip(calls, hands)]
    return lambda: [[form(tiles) for form in forms] for forms, tiles in prepared]


def mask(found: Any) -> int:
    """The tiles that complete a form, a bit a slot."""
    return sum(
        1 << slot
        for slot in {_SLOT[tile] for shanten, useful in found if shanten == 0 for tile in useful}
    )
