"""Hypothesis strategies for matches: hands, penalties, corrections, all
profiles and seat changes.
"""

from __future__ import annotations

from hypothesis import strategies as st

from guobiao.competition.match import (
    SEAT_CHANGES,
    Correction,
    Entry,
    Match,
    Penalty,
    PlayedHand,
    TimeUp,
    start_match,
)
from guobiao.competition.penalties import get_penalty_profile, make_penalty_profile
from guobiao.names import name_key
from guobiao.profiles import RuleProfile
from guobiao.visible import has_control_characters

_CLUB = RuleProfile({"name": "club", "base": 2, "minimum": 5, "payments": {"others": "base + 1"}})
_CLUB_PENALTIES = make_penalty_profile(
    {"name": "club", "offences": {"phone": {"steps": [{"deducted": 10}]}}}
)
_RULEBOOK = [
    (offence.name, step)
    for offence in get_penalty_profile("rulebook").offences
    for step in range(1, len(offence.steps) + 1)
    if not offence.sanction(step).hand_ends
]
_ORDERS = st.permutations("ESWN").map("".join)


def _is_name(text: str) -> bool:
    return bool(text.strip()) and not has_control_characters(text)


@st.composite
def played_hands(draw: st.DrawFn, players: tuple[str, ...]) -> PlayedHand:
    """A win or a draw; a penalised player may be any but the winner."""
    winner, *others = draw(st.permutations(players))
    penalties = tuple(
        Penalty(
            draw(st.sampled_from(others)),
            *draw(st.sampled_from(_RULEBOOK)),
            draw(st.sampled_from(["", "第二次"])),
        )
        for _ in range(draw(st.integers(0, 2)))
    )
    if draw(st.integers(0, 3)) == 0:
        return PlayedHand(penalties=penalties)
    flowers = draw(st.integers(0, 8))
    discarder = draw(st.none() | st.sampled_from(others))
    robbed = discarder is not None and draw(st.booleans())
    return PlayedHand(
        winner, draw(st.integers(8, 100)) + flowers, discarder, robbed, flowers, penalties
    )


@st.composite
def matches(draw: st.DrawFn, *, hand_count: int | None = None, log_only: bool = False) -> Match:
    """A match of ``hand_count`` hands (any number if None); ``log_only``:
    hands and nothing else.
    """
    names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6).filter(_is_name)
    players = draw(st.lists(names, min_size=4, max_size=4, unique_by=name_key))
    match = start_match(
        players,
        rules=draw(st.sampled_from(["mil", "1998", "botzone", "botzone-2020", "wmo", _CLUB])),
        penalties=draw(st.sampled_from(["rulebook", _CLUB_PENALTIES])),
        seat_change=draw(
            st.sampled_from(sorted(SEAT_CHANGES)) | st.tuples(_ORDERS, _ORDERS, _ORDERS)
        ),
        base_points=draw(st.sampled_from([500, 0, 1000])),
        session=draw(st.none() | st.integers(1, 9)),
        table=draw(st.none() | st.integers(1, 9)),
        title=draw(st.sampled_from(["", "第三轮 4号桌"])),
    )
    entries: list[Entry] = []
    for number in range(1, (draw(st.integers(0, 16)) if hand_count is None else hand_count) + 1):
        entries.append(draw(played_hands(match.players)))
        if not log_only and draw(st.integers(0, 5)) == 0:
            points = draw(st.integers(-50, 50))
            entries.append(
                Correction((points, -points, 0, 5), "漏记", draw(st.none() | st.just(number)), -5)
            )
    match = match.add(*entries)
    return (
        match.add(TimeUp()) if not log_only and not match.is_over and draw(st.booleans()) else match
    )
