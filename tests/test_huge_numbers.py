"""A number of five thousand digits, which Python itself refuses to print, breaks no message of
ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import guobiao
from guobiao.botzone import BotLimits
from guobiao.botzone.judge_log import parse_judge_log
from guobiao.competition.event_toml import make_event
from guobiao.competition.match import (
    Correction,
    Penalty,
    PlayedHand,
    parse_seat_change,
    position_of,
    start_match,
)
from guobiao.competition.match_json import parse_match
from guobiao.competition.pairings import make_schedule
from guobiao.competition.penalties import get_penalty_profile, make_penalty_profile, penalise
from guobiao.competition.settlement import settle_points
from guobiao.competition.standings import standard_points
from guobiao.competition.wall import break_wall, deal
from guobiao.errors import GuobiaoError
from guobiao.profiles import RuleProfile, get_profile
from guobiao.records.json_lines import parse_hand_record
from guobiao.series import Contestant, Series, play_series
from guobiao.table import TableHand, decode_action
from guobiao.tiles import Seat

HUGE = 10**5000
MATCH = start_match("ABCD")
HAND = guobiao.parse_hand("123456789m1155s9p")
FOUR = tuple(Contestant(name, "random") for name in "abcd")
POINTS = {"late": {"steps": [{"deducted": HUGE}]}}

CALLS: list[Callable[[], object]] = [
    lambda: start_match("ABCD", base_points=HUGE),
    lambda: start_match("ABCD", session=HUGE),
    lambda: start_match([HUGE, "B", "C", "D"]),
    lambda: parse_seat_change([HUGE] * 3),
    lambda: position_of("ABCD", HUGE),
    lambda: MATCH.add(HUGE),
    lambda: MATCH.add(PlayedHand("A", HUGE)),
    lambda: MATCH.add(PlayedHand("A", 8, HUGE)),
    lambda: MATCH.add(PlayedHand(penalties=(Penalty("A", "late", HUGE),))),
    lambda: MATCH.add(Correction((HUGE, -HUGE, 0, 0), "")),
    lambda: MATCH.add(Correction((0, 0, 0, 0), "", HUGE)),
    lambda: MATCH.next_step("A", HUGE),
    lambda: penalise("E", "late", step=HUGE),
    lambda: penalise("E", HUGE),
    lambda: penalise(HUGE, "late"),
    lambda: get_penalty_profile(HUGE),
    lambda: make_penalty_profile({"offences": POINTS}),
    lambda: make_penalty_profile({HUGE: 1}),
    lambda: make_penalty_profile({"name": HUGE}),
    lambda: get_profile(HUGE),
    lambda: guobiao.score("19m19p119sESWNPFC", rules=HUGE),
    *(
        lambda key=key, value=value: RuleProfile({key: value})
        for key in (
            "name",
            "based_on",
            "minimum",
            "base",
            "points",
            "exclusions",
            "switches",
            "payments",
        )
        for value in (HUGE, [HUGE])
    ),
    lambda: RuleProfile({HUGE: 1}),
    lambda: RuleProfile({"points": {"碰碰和": HUGE}}),
    lambda: RuleProfile({"exclusions": {"碰碰和": [HUGE]}}),
    lambda: RuleProfile({"exclusions": {"全双刻": ["断幺:" + "9" * 5000]}}),
    lambda: RuleProfile({"switches": {"mixed_kongs": HUGE}}),
    lambda: RuleProfile({"payments": {"others": HUGE}}),
    lambda: RuleProfile({"payments": {"others": "base + " + "9" * 5000}}),
    lambda: settle_points(HUGE, winner="E"),
    lambda: settle_points(8, winner="E", flowers=HUGE),
    lambda: settle_points(8, winner=HUGE),
    lambda: settle_points(8, winner="E", discarder=HUGE),
    lambda: Seat.parse(HUGE),
    lambda: TableHand(seed=HUGE),
    lambda: TableHand(seed=1, wall=HUGE),
    lambda: TableHand(tiles=[HUGE]),
    lambda: TableHand(seed=1, prevalent_wind=HUGE),
    lambda: TableHand(seed=1).apply(HUGE),
    lambda: TableHand(seed=1).observe(HUGE),
    lambda: decode_action(HUGE),
    lambda: guobiao.Hand(["1m"] * 13, seat_wind=HUGE),
    lambda: guobiao.Meld(HUGE, 1),
    lambda: guobiao.format_tiles([HUGE]),
    lambda: guobiao.waits(HAND, seen=[HUGE] * 34),
    lambda: guobiao.reach(HAND, minimum=HUGE),
    lambda: guobiao.reach(HAND, routes=HUGE),
    lambda: break_wall((HUGE, 1), (1, 1)),
    lambda: deal([HUGE], (1, 1), (1, 1)),
    lambda: Series(FOUR, HUGE),
    lambda: Series(FOUR, 1, seed=HUGE),
    lambda: play_series(Series(FOUR, 1), processes=HUGE),
    lambda: BotLimits(seconds=-HUGE),
    lambda: standard_points(HUGE),
    lambda: make_schedule("ABCD", HUGE),
    lambda: make_event([], {"awards": [HUGE]}),
    lambda: make_event([], {"ranked_in": HUGE}),
    lambda: make_event([], {HUGE: 1}),
    lambda: parse_match(HUGE),
    lambda: parse_hand_record(HUGE),
    lambda: parse_judge_log(HUGE),
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_it_is_refused_with_a_message_of_ours(call: Callable[[], object]) -> None:
    with pytest.raises(GuobiaoError) as raised:
        call()
    assert "Exceeds the limit" not in str(raised.value)
    assert len(str(raised.value)) < 500


def test_no_message_prints_a_value_that_could_be_any() -> None:
    """``shown`` does it: the repr of a number of thousands of digits, or of a list of lists of
    lists …, is an error.
    """
    package = Path(guobiao.__file__).parent
    for path in package.rglob("*.py"):
        assert not re.findall(r"\{[^{}]*!r:\.\d+\}", path.read_text(encoding="utf-8")), path
