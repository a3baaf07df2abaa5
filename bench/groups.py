"""What is compared with what: groups of contenders that answer the same question over the same
hands.

A contender is made ready once (``ready`` gets the hands and returns what is timed, so that only the
calls are timed) and answers for all of them; ``read`` turns its answers, afterwards, into the ones
that all contenders must agree on. ``test_groups.py`` gives the groups to pytest-benchmark,
``ratios.py`` runs them side by side. A new group is one more entry of ``GROUPS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import guobiao
import pymahjonggb
from corpus import NAMES, WINNING
from guobiao import Hand, NotWinningError, format_hand, is_win, parse_hand, reference, score, waits
from guobiao.compat.mahjonggb import MahjongFanCalculator
from guobiao.notation import Format
from guobiao.reference.splits import suit_pieces
from guobiao.result import SetKind
from mahjong_core import api

Answers = Sequence[Any]
Run = Callable[[], Answers]


@dataclass(frozen=True)
class Contender:
    """A way to answer; ``None`` from ``ready`` means that it is not installed. A slow one runs over
    ``most_hands`` hands of a corpus.
    """

    name: str
    ready: Callable[[Sequence[Hand]], Run | None]
    read: Callable[[Any], Any] = lambda answer: answer
    most_hands: int = 2_000


@dataclass(frozen=True)
class Group:
    """Contenders over corpora; ``answers`` makes what each of them must say. Ratios are to
    ``base``; ``charted`` corpora are drawn.
    """

    name: str
    corpora: tuple[str, ...]
    answers: Callable[[Sequence[Hand]], Answers]
    contenders: tuple[Contender, ...]
    base: str
    charted: tuple[str, ...] = ()
    in_pieces: bool = True
    """Whether a pass may be timed in pieces; not what is called once for many hands."""


SLOW = 200  # hands for the reference and for explanations
EVERY = 1 << 30  # all hands of a corpus


def _core_arguments(hand: Hand) -> tuple[Any, ...]:
    tables = guobiao.get_profile("mil").tables
    return tables, hand.counts, hand.meld_codes, hand.win, hand.flags, hand.winds, hand.flowers


def _each(
    call: Callable[..., Any], arguments: Callable[[Hand], tuple[Any, ...]]
) -> Callable[[Sequence[Hand]], Run]:
    """Calls ``call`` with arguments that are made beforehand."""

    def ready(hands: Sequence[Hand]) -> Run:
        prepared = [arguments(hand) for hand in hands]
        return lambda: [call(*each) for each in prepared]

    return ready


def _over(listed: Callable[[Sequence[Hand]], Answers]) -> Callable[[Sequence[Hand]], Run]:
    """A list comprehension over the hands."""
    return lambda hands: lambda: listed(hands)


# -------------------------------------------------------------------------------------------- parse


def _as_row(hand: Hand) -> Hand:
    """The hand as a batch holds it: without the sources of melds."""
    return guobiao.HandBatch.from_hands([hand])[0]


def _lines_to_batch(hands: Sequence[Hand]) -> Run:
    """All lines in one call; the hands are made of the batch when they are compared."""
    lines = [format_hand(hand) for hand in hands]
    return lambda: guobiao.HandBatch.from_lines(lines)


PARSE = Group(
    name="parse",
    corpora=("mixed", "game"),
    answers=lambda hands: list(guobiao.HandBatch.from_hands(hands)),
    contenders=(
        Contender(
            "parse_hand, GB notation",
            _each(parse_hand, lambda hand: (format_hand(hand),)),
            read=_as_row,
        ),
        Contender("HandBatch.from_lines", _lines_to_batch),
    ),
    base="parse_hand, GB notation",
    in_pieces=False,
)


def _tiles_only(hand: Hand) -> Hand:
    """All that the other formats can hold of an unmelded hand."""
    return Hand(hand.standing, winning_tile=hand.win)


def _parse_as(format: Format) -> Callable[[Sequence[Hand]], Run]:
    return _each(parse_hand, lambda hand: (format_hand(_tiles_only(hand), format),))


FORMATS = Group(
    name="parse fourteen tiles",
    corpora=("seven pairs",),
    answers=lambda hands: list(map(_tiles_only, hands)),
    contenders=(
        Contender("GB notation", _parse_as("gb")),
        Contender("Botzone codes", _parse_as("botzone")),
        Contender("Unicode tiles", _parse_as("unicode")),
        Contender("Chinese", _parse_as("chinese")),
    ),
    base="GB notation",
)

# ------------------------------------------------------------------------------------------- splits


def _suits(hand: Hand) -> tuple[bytes, ...]:
    return hand.counts[0:9], hand.counts[9:18], hand.counts[18:27]


def _core_splits(hands: Sequence[Hand]) -> Run:
    suits = [suit for hand in hands for suit in _suits(hand)]
    return lambda: [api.suit_splits(suit) for suit in suits]


def _reference_splits(hands: Sequence[Hand]) -> Run:
    suits = [suit for hand in hands for suit in _suits(hand)]
    take_apart = suit_pieces.__wrapped__  # without its cache
    return lambda: [take_apart(suit, 0) for suit in suits]


def _plain_split(pieces: Any) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The reference's pieces as the core writes a split."""
    ranks = {kind: tuple(rank for other, rank in pieces if other is kind) for kind in SetKind}
    return ranks[SetKind.CHOW], ranks[SetKind.PUNG], *(ranks[SetKind.PAIR] or (-1,))  # type: ignore[return-value]


SPLITS = Group(
    name="splits of three suits",
    corpora=("many splits", "game"),
    answers=lambda hands: [
        set(map(_plain_split, suit_pieces(suit, 0))) for hand in hands for suit in _suits(hand)
    ],
    contenders=(
        Contender("api.suit_splits", _core_splits, read=set),
        Contender(
            "reference",
            _reference_splits,
            read=lambda found: set(map(_plain_split, found)),
            most_hands=SLOW,
        ),
    ),
    base="reference",
)

# -------------------------------------------------------------------------------------------- score


def _total(fans: Any) -> int:
    return sum(counted.points for counted in fans)


SCORE = Group(
    name="score",
    corpora=WINNING,
    answers=lambda hands: [score(hand).points for hand in hands],
    contenders=(
        Contender("api.points (core)", _each(api.points, _core_arguments)),
        Contender(
            "score(hand).points", _over(lambda hands: [score(hand).points for hand in hands])
        ),
        Contender(
            "score(hand).fans",
            _over(lambda hands: [score(hand).fans for hand in hands]),
            read=_total,
        ),
        Contender(
            "score(hand).explanation: sets, split, dropped",
            _over(lambda hands: [score(hand).explanation.fans for hand in hands]),
            read=_total,
            most_hands=SLOW,
        ),
        Contender("PyMahjongGB", pymahjonggb.ready_to_score, read=pymahjonggb.points),
        Contender(
            "reference",
            _over(lambda hands: [reference.score(hand).points for hand in hands]),
            most_hands=SLOW,
        ),
    ),
    base="PyMahjongGB",
    charted=("mixed", "game"),
)


def _refused(hands: Sequence[Hand]) -> list[bool]:
    answers = []
    for hand in hands:
        try:
            score(hand)
            answers.append(True)
        except NotWinningError:
            answers.append(False)
    return answers


def _statuses_of_batch(hands: Sequence[Hand]) -> Run:
    batch = guobiao.HandBatch.from_hands(hands)
    out = guobiao.score_batch(batch)
    return lambda: guobiao.score_batch(batch, out=out).status


LOSING = Group(
    name="a hand that wins nothing",
    corpora=("losing",),
    answers=lambda hands: [reference.is_win(hand) for hand in hands],
    contenders=(
        Contender(
            "api.points (core)", _each(api.points, _core_arguments), read=lambda points: points >= 0
        ),
        Contender("is_win(hand)", _over(lambda hands: [is_win(hand) for hand in hands])),
        Contender("score(hand), which raises", _over(_refused)),
        Contender(
            "score_batch",
            _statuses_of_batch,
            read=lambda status: status == guobiao.BatchStatus.FINE,
            most_hands=EVERY,
        ),
        Contender("PyMahjongGB, which raises", pymahjonggb.ready_to_refuse),
        Contender(
            "reference",
            _over(lambda hands: [reference.is_win(hand) for hand in hands]),
            most_hands=SLOW,
        ),
    ),
    base="PyMahjongGB, which raises",
    in_pieces=False,
)

# -------------------------------------------------------------------------------------------- waits


def _thirteen(hand: Hand) -> tuple[bytes, bytes, bool]:
    before = bytearray(hand.counts)
    before[hand.win] -= 1
    return bytes(before), hand.meld_codes, True


def _mask(found: Any) -> int:
    return sum(1 << wait.tile for wait in found)


def _waits_of_batch(hands: Sequence[Hand]) -> Run:
    batch = guobiao.HandBatch.from_hands(
        [
            Hand(
                hand.standing[: hand.standing.index(hand.win)]
                + hand.standing[hand.standing.index(hand.win) + 1 :],
                hand.melds,
            )
            for hand in hands
        ]
    )
    return lambda: guobiao.waits_batch(batch, formal=True).masks


WAITS = Group(
    # in form: PyMahjongGB is not told of the melds, so it cannot know that a fifth copy is none
    name="waits",
    corpora=NAMES,
    answers=lambda hands: [_mask(reference.waits(hand, formal=True)) for hand in hands],
    contenders=(
        Contender("api.waits (core)", _each(api.waits, _thirteen)),
        Contender(
            "waits(hand)",
            _over(lambda hands: [waits(hand, formal=True) for hand in hands]),
            read=_mask,
        ),
        Contender("waits_batch", _waits_of_batch, read=int, most_hands=EVERY),
        Contender(
            "PyMahjongGB, five shanten calls", pymahjonggb.ready_to_wait, read=pymahjonggb.mask
        ),
        Contender(
            "reference",
            _over(lambda hands: [reference.waits(hand, formal=True) for hand in hands]),
            read=_mask,
            most_hands=SLOW,
        ),
    ),
    base="PyMahjongGB, five shanten calls",
    in_pieces=False,
)

# ------------------------------------------------------------------------------------------- compat

COMPAT = Group(
    name="compat",
    corpora=("mixed", "game"),
    answers=lambda hands: [MahjongFanCalculator(*pymahjonggb.arguments(hand)) for hand in hands],
    contenders=(
        Contender("guobiao.compat.mahjonggb", _each(MahjongFanCalculator, pymahjonggb.arguments)),
        Contender("PyMahjongGB", pymahjonggb.ready_to_score),
    ),
    base="PyMahjongGB",
)

# ------------------------------------------------------------------------------------------ batches


def _points_of_batch(hands: Sequence[Hand], *, threads: int = 1) -> Run:
    """The points of all hands in one call that fills the arrays of the call before."""
    batch = guobiao.HandBatch.from_hands(hands)
    out = guobiao.score_batch(batch)
    return lambda: guobiao.score_batch(batch, threads=threads, out=out).points


BATCH = Group(
    name="score batch",
    corpora=("mixed", "flush", "game"),
    answers=lambda hands: [score(hand).points for hand in hands],
    contenders=(
        Contender("score_batch", _points_of_batch, read=int, most_hands=EVERY),
        Contender(
            "score_batch, 2 threads",
            partial(_points_of_batch, threads=2),
            read=int,
            most_hands=EVERY,
        ),
        Contender(
            "PyMahjongGB", pymahjonggb.ready_to_score, read=pymahjonggb.points, most_hands=EVERY
        ),
    ),
    base="PyMahjongGB",
    in_pieces=False,
)


def _points_of_row(counts: Any) -> int:
    points = guobiao.get_profile("mil").rules.points
    return sum(int(count) * points[fan] for fan, count in enumerate(counts, 1))


def _fans_of_batch(hands: Sequence[Hand], *, threads: int = 1) -> Run:
    """The matrix of all hands, in the array of the call before."""
    batch = guobiao.HandBatch.from_hands(hands)
    out = guobiao.score_batch(batch, fans=True)

    def run() -> Answers:
        counts = guobiao.score_batch(batch, threads=threads, fans=True, out=out).fan_counts
        assert counts is not None
        return counts

    return run


FANS = Group(
    name="fans matrix",
    corpora=("mixed", "flush", "game"),
    answers=lambda hands: [score(hand).points for hand in hands],
    contenders=(
        Contender("score_batch(fans=True)", _fans_of_batch, read=_points_of_row, most_hands=EVERY),
        Contender(
            "the same, 2 threads",
            partial(_fans_of_batch, threads=2),
            read=_points_of_row,
            most_hands=EVERY,
        ),
        Contender(
            "score(hand).fans",
            _over(lambda hands: [score(hand).fans for hand in hands]),
            read=_total,
        ),
        Contender(
            "PyMahjongGB", pymahjonggb.ready_to_score, read=pymahjonggb.points, most_hands=EVERY
        ),
    ),
    base="PyMahjongGB",
    in_pieces=False,
)

GROUPS = (PARSE, FORMATS, SPLITS, SCORE, LOSING, WAITS, COMPAT, BATCH, FANS)
