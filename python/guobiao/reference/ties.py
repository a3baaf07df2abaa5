"""Readings of equal totals: the first difference decides which one is the hand's."""

from __future__ import annotations

from typing import Final

from mahjong_core.fan_table import OWN, Exclusion, Rules

from ..fan import Fan
from ..result import Form, SetKind, Split
from .groupings import Grouping
from .splits import PUNG_KINDS

__all__ = ["TieKey", "tie_key"]

TieKey = tuple[object, ...]

_WAIT_ORDER: Final = {Fan.EDGE_WAIT: 0, Fan.CLOSED_WAIT: 1, Fan.SINGLE_WAIT: 2, None: 3}

_DRAGONS: Final = frozenset({Fan.PURE_TERMINAL_CHOWS, Fan.THREE_SUITED_TERMINAL_CHOWS})

# After any fan: of two choices that begin alike the longer one comes first.
_END: Final = len(Fan) + 1


def tie_key(split: Split, grouping: Grouping, wait: Fan | None, rules: Rules) -> TieKey:
    """The smallest key is the reading that is chosen: the tie order of the rules, (1) to (8)."""
    chosen = [instance.fan for instance in grouping]
    body = [(each.kind, each.tile) for each in split.sets if each.kind < SetKind.PAIR]
    return (
        split.form is Form.SEVEN_PAIRS,  # (1)
        -sum(kind is SetKind.CHOW for kind, _ in body),  # (2)
        -_pair_slot(split),  # (3)
        bool(_DRAGONS.intersection(chosen)),  # (4)
        -chosen.count(Fan.PURE_DOUBLE_CHOW),
        -chosen.count(Fan.MIXED_DOUBLE_CHOW),
        -chosen.count(Fan.SHORT_STRAIGHT),
        -chosen.count(Fan.TWO_TERMINAL_CHOWS),
        (*chosen, _END),
        _terminal_pungs_taken(split, grouping, rules),
        _WAIT_ORDER[wait],  # (5)
        body,  # (6): it is sorted, chows first
        split.winning_set,  # (7)
        tuple(each.sets for each in grouping),  # (8)
    )


def _terminal_pungs_taken(split: Split, grouping: Grouping, rules: Rules) -> int:
    """The pungs of terminals among the sets of chosen fans that take the 幺九刻
    of their own sets.
    """
    own = Exclusion(Fan.PUNG_OF_TERMINALS_OR_HONORS, OWN)
    taken = {index for each in grouping if own in rules.exclusions[each.fan] for index in each.sets}
    return sum(
        split.sets[index].kind in PUNG_KINDS and split.sets[index].tile.is_terminal
        for index in taken
    )


def _pair_slot(split: Split) -> int:
    """Seven pairs have one reading: any of them will do."""
    return next((each.tile for each in split.sets if each.kind is SetKind.PAIR), -1)
