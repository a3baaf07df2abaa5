"""Seeded random rule profiles: other points, exclusions of every kind, switches; readings worth the
same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from guobiao import ProfileError, RuleProfile
from mahjong_core.fan_table import ROWS

_POINTS = (0, 0, 1, 2, 3, 5, 6, 8, 16, 24)
_BASES = ("mil", "1998", "botzone")  # fixed: seeds go on meaning what they meant
_COPIES = ("", "", ":own", ":1", ":2")
_ID_OF_NAME = {row.zh: row.id for row in ROWS}
_SWITCHES = ("knitted_body_wait", "mixed_kongs", "correct_flags")
_ADDED_KONGS = ("none", "small", "all")


# What the readings of a hand differ in: grouped fans, 幺九刻, concealed pungs, waits; what stands
# beside.
_OF_READINGS = (
    "一色双龙会",
    "一色四节高",
    "一色三节高",
    "一色三步高",
    "三色双龙会",
    "三同刻",
    "三色三节高",
    "三色三步高",
    "三暗刻",
    "双同刻",
    "双暗刻",
    "一般高",
    "喜相逢",
    "连六",
    "老少副",
    "幺九刻",
    "边张",
    "坎张",
    "单钓将",
)
_BESIDE = (
    "清一色",
    "碰碰和",
    "混一色",
    "全带幺",
    "不求人",
    "平和",
    "门前清",
    "四归一",
    "断幺",
    "明杠",
    "缺一门",
    "无字",
    "自摸",
)
_SHORT_POINTS = (0, 1, 1, 2, 2, 3, 4, 8)


def random_profile(seed: int) -> RuleProfile:
    """The profile of a seed: any points, exclusions and switches."""
    return _allowed(f"random-{seed}", Random(seed), _overrides)


def close_profile(seed: int) -> RuleProfile:
    """The profile of a seed that changes the fans in which readings differ: many are worth the
    same.
    """
    return _allowed(f"close-{seed}", Random(seed), _close_overrides)


def disputed_profile(seed: int) -> RuleProfile:
    """The profile of a seed that starts from ``wmo`` and changes its switches, among others."""
    return _allowed(f"disputed-{seed}", Random(seed), _disputed_overrides)


def _allowed(name: str, rng: Random, draw: Callable[[Random], dict[str, object]]) -> RuleProfile:
    """Drawn until the rules allow it (":own" of unrelated fans is refused, for one)."""
    while True:
        try:
            return RuleProfile({"name": name, **draw(rng)})
        except ProfileError:
            continue


def _overrides(rng: Random) -> dict[str, object]:
    names = [row.zh for row in ROWS if row.zh != "花牌"]
    return {
        "based_on": rng.choice(_BASES),
        "points": {name: rng.choice(_POINTS) for name in rng.sample(names, rng.randint(0, 8))},
        "exclusions": {**dict(_removals(rng)), **_additions(rng)},
        "switches": {name: rng.random() < 0.5 for name in _SWITCHES},
    }


def _disputed_overrides(rng: Random) -> dict[str, object]:
    drawn = _overrides(rng) | {"based_on": "wmo"}
    exclusions = drawn["exclusions"]
    assert isinstance(exclusions, dict)
    if rng.random() < 0.2:
        hogs = "四归一" + rng.choice(_COPIES)
        exclusions.setdefault(rng.choice(("绿一色", "清幺九")), {"add": [hogs]})
    switches = {name: rng.random() < 0.5 for name in (*_SWITCHES, "forced_tile_hog")}
    added = {"kongs_add_concealed": rng.choice(_ADDED_KONGS)}
    return drawn | {"switches": switches | added}


def _close_overrides(rng: Random) -> dict[str, object]:
    points = {
        name: rng.choice(_SHORT_POINTS)
        for name in rng.sample(_OF_READINGS, rng.randint(1, len(_OF_READINGS)))
    }
    points |= {name: rng.choice(_POINTS) for name in rng.sample(_BESIDE, rng.randint(0, 3))}
    added: dict[str, dict[str, list[str]]] = {}
    for _ in range(rng.randint(0, 6)):
        excluder, target = sorted(
            rng.sample([*_OF_READINGS, *_BESIDE], 2), key=_ID_OF_NAME.__getitem__
        )
        added.setdefault(excluder, {"add": []})["add"].append(target + rng.choice(_COPIES))
    if rng.random() < 0.3:
        added.setdefault(rng.choice(_PUNG_FANS), {"add": []})["add"].append("幺九刻:own")
    return {
        "points": points,
        "exclusions": added,
        "switches": {name: rng.random() < 0.5 for name in _SWITCHES},
    }


_PUNG_FANS = ("三同刻", "三色三节高", "双同刻")


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
