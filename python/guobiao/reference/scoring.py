"""4. 就高不就低: every reading of the hand, and the one with the most points
after the exclusions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from mahjong_core.fan_table import Rules
from mahjong_core.messages import shown

from ..errors import NotWinningError
from ..fan import Fan
from ..hand import NO_TILE, Hand, why_no_winning_tile
from ..result import Explanation, Split
from .exclusions import run_exclusions
from .explanation import explain
from .flags import Win, how_won
from .groupings import Grouping, candidates, legal_groupings
from .instances import Instance
from .shows_sets import shown_by_sets
from .shows_tiles import shown_by_tiles
from .shows_win import shown_by_concealed_pungs, shown_by_wait, shown_by_win
from .splits import places, shapes
from .ties import TieKey, tie_key
from .waits import is_sole_wait, wait_of_place

__all__ = ["score_rules"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A split with the winning tile in its place, and what it shows: the fans that are grouped
    (套算一次) apart from all others.
    """

    split: Split
    wait: Fan | None
    shown: list[Instance]
    groupable: Grouping


@dataclass(frozen=True, slots=True)
class Tally:
    """A reading with one choice of its grouped fans, and what it is worth."""

    reading: Reading
    grouping: Grouping
    points: int

    def tie_key(self, rules: Rules) -> TieKey:
        """The smaller one is chosen among tallies of equal points."""
        return tie_key(self.reading.split, self.grouping, self.reading.wait, rules)


def score_rules(hand: Hand, rules: Rules) -> Explanation:
    """The fans of a winning hand under these rules, the reading that was chosen, and what of it
    does not count.

    Raises ``NotWinningError`` for a hand that is not complete, ``ContradictionError`` for flags
    that cannot be.
    """
    if hand.win == NO_TILE:
        raise NotWinningError(f"{shown(hand)} has no winning tile: {why_no_winning_tile(hand)}")
    win = how_won(hand, correct_flags=rules.switches.correct_flags)
    best: Tally | None = None
    for reading in readings(hand, win, rules):
        best = _best_tally(best, reading, rules)
    if best is None:
        raise NotWinningError(
            f"{shown(hand)} is not a winning hand: its fourteen tiles complete no form"
        )
    split = best.reading.split
    survivors, taken = run_exclusions(best.reading.shown + list(best.grouping), split, rules)
    return explain(hand, split, best.reading.groupable, survivors, taken, rules)


def readings(hand: Hand, win: Win, rules: Rules) -> Iterator[Reading]:
    """Every form, every split in it and every place of the winning tile."""
    by_win = list(shown_by_win(hand, win))
    body_wait = rules.switches.knitted_body_wait
    # Both are asked for again by the next split and the next place.
    is_sole, by_tiles = cache(is_sole_wait), cache(lambda form: list(shown_by_tiles(hand, form)))
    for shape in shapes(hand):
        in_every_place = [
            *by_win,
            *by_tiles(shape.form),
            *shown_by_sets(hand, shape, rules.switches),
        ]
        groupable = tuple(_switched_on(candidates(shape.sets), rules))
        for split in places(shape, hand.win):
            wait = wait_of_place(split, hand.win, knitted_body_wait=body_wait)
            if wait and not (rules.points[wait] and is_sole(hand)):
                wait = None
            shown = [
                *in_every_place,
                *shown_by_concealed_pungs(hand, split, win),
                *shown_by_wait(split, wait),
            ]
            yield Reading(split, wait, sorted(_switched_on(shown, rules)), groupable)


def _switched_on(instances: Iterable[Instance], rules: Rules) -> Iterator[Instance]:
    """A fan of 0 points is switched off: it neither shows nor counts nor excludes."""
    return (instance for instance in instances if rules.points[instance.fan])


def _best_tally(best: Tally | None, reading: Reading, rules: Rules) -> Tally:
    """The best of the reading's groupings and the best tally so far."""
    shown_points = _points(reading.shown, rules)
    for grouping in legal_groupings(reading.groupable):
        # Exclusions only take away, so a reading that shows too little cannot be the best.
        if best is not None and shown_points + _points(grouping, rules) < best.points:
            continue
        survivors, _ = run_exclusions(reading.shown + list(grouping), reading.split, rules)
        tally = Tally(reading, grouping, _points(survivors, rules))
        if best is None or tally.points > best.points or _wins_tie(tally, best, rules):
            best = tally
    assert best is not None  # the empty grouping is always legal
    return best


def _wins_tie(tally: Tally, best: Tally, rules: Rules) -> bool:
    return tally.points == best.points and tally.tie_key(rules) < best.tie_key(rules)


def _points(instances: Iterable[Instance], rules: Rules) -> int:
    return sum(rules.points[instance.fan] for instance in instances)
