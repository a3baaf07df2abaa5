"""Seeded random rule profiles: a few other points, exclusions of every kind, switches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from guobiao import ProfileError, RuleProfile
from mahjong_core.fan_table import PROFILES, ROWS

_POINTS = (0, 0, 1, 2, 3, 5, 6, 8, 16, 24)
_COPIES = ("", "", ":own", ":1", ":2")
_SWITCHES = ("knitted_body_wait", "mixed_kongs", "correct_flags")


def random_profile(seed: int) -> RuleProfile:
    """The profile of a seed: drawn until the rules allow it (":own" of unrelated fans is refused, for one)."""
    rng = Random(seed)
    while True:
        overrides = {"name": f"random-{seed}", **_overrides(rng)}
        try:
            return RuleProfile(overrides)
        except ProfileError:
            continue


def _overrides(rng: Random) -> dict[str, object]:
    names = [row.zh for row in ROWS if row.zh != "花牌"]
    return {
        "based_on": rng.choice(list(PROFILES)),
        "points": {name: rng.choice(_POINTS) for name in rng.sample(names, rng.randint(0, 8))},
        "exclusions": {**dict(_removals(rng)), **_additions(rng)},
        "switches": {name: rng.random() < 0.5 for name in _SWITCHES},
    }


def _additions(rng: Random) -> dict[str, dict[str, list[str]]]:
    added: dict[str, dict[str, list[str]]] = {}
    for _ in range(rng.randint(0, 6)):
        excluder, target = sorted(rng.sample(range(len(ROWS)), 2))
        listed = added.setdefault(ROWS[excluder].zh, {"add": []})["add"]
        listed.append(ROWS[target].zh + rng.choice(_COPIES))
    return added


def _removals(rng: Random) -> Iterator[tuple[str, dict[str, list[str]]]]:
    for row in rng.sample(ROWS, rng.randint(0, 3)):
        if row.excludes:
            yield row.zh, {"remove": [rng.choice(row.excludes).split(":")[0]]}
