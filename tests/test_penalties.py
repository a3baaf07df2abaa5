"""Penalties: the built-in profiles row by row, what is paid to whom, profiles of one's own and
every message.
"""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guobiao.competition.penalties import (
    PENALTY_PROFILE_NAMES,
    DeductedAt,
    Sanction,
    get_penalty_profile,
    load_penalty_profile,
    make_penalty_profile,
    penalise,
)
from guobiao.errors import PenaltyError
from guobiao.tiles import Seat

# The rules page, section 4: profile, offence, Chinese name, then a row a step:
# paid to each, lost to the table, may win, hand ends, disqualified.
RULEBOOK = [
    ("rulebook", "false_win", "错和", [(10, 0, False, False, False)]),
    ("rulebook", "bluff", "诈和", [(20, 0, False, False, False), (0, 0, False, True, True)]),
    ("rulebook", "wrong_claim", "错报", [(0, 0, False, False, False)]),
    ("rulebook", "empty_call", "空报", [(0, lost, True, False, False) for lost in (0, 5, 10, 20)]),
    (
        "rulebook",
        "late",
        "迟到",
        [(0, 10, True, False, False), (0, 20, True, False, False), (0, 0, False, True, True)],
    ),
    ("rulebook", "wrong_tile_count", "相公", [(0, 0, False, False, False)]),
    ("rulebook", "exposed_tile", "亮张", [(0, 5, True, False, False)]),
    (
        "rulebook",
        "deduction",
        "罚分",
        [(0, lost, True, False, False) for lost in (5, 10, 20, 30, 40, 50, 60)],
    ),
]
TABLE = [
    *RULEBOOK,
    *(("ema", *row[1:]) for row in RULEBOOK),
    ("ema", "tile_not_taken", "未取和牌", [(0, 10, True, False, False)]),
    ("botzone", "false_win", "错和", [(10, 0, False, True, False)]),
    ("botzone", "bluff", "诈和", [(10, 0, False, True, False)]),
    ("botzone", "wrong_claim", "错报", [(10, 0, False, True, False)]),
    ("botzone", "illegal_reply", "非法操作", [(10, 0, False, True, False)]),
    ("botzone", "late", "超时", [(10, 0, False, True, False)]),
]


@pytest.mark.parametrize(
    ("profile", "name", "zh", "steps"), TABLE, ids=[f"{row[0]} {row[1]}" for row in TABLE]
)
def test_the_built_in_offences(profile: str, name: str, zh: str, steps: list) -> None:
    offence = get_penalty_profile(profile).offence(zh)
    assert (offence.name, offence.zh, offence.counted) == (name, zh, name == "empty_call")
    found = [
        (s.pays_each, s.deducted, s.may_win, s.hand_ends, s.disqualified) for s in offence.steps
    ]
    assert found == steps
    assert {s.deducted_at for s in offence.steps} == {DeductedAt.END_OF_HAND}


def test_the_profiles_have_no_other_offences() -> None:
    found = [
        (name, o.name) for name in PENALTY_PROFILE_NAMES for o in get_penalty_profile(name).offences
    ]
    assert found == [(row[0], row[1]) for row in TABLE]


def test_what_is_paid_to_players_and_what_is_lost() -> None:
    false_win = penalise("S", "错和")
    assert (false_win.changes, false_win.lost_to_table) == ((10, -30, 10, 10), 0)
    assert penalise(Seat.N, "illegal_reply", rules="botzone").changes == (10, 10, 10, -30)
    deduction = penalise("W", "deduction", step=7)
    assert (deduction.changes, deduction.lost_to_table) == ((0, 0, -60, 0), 60)
    assert deduction.payments[0].payee is None


def test_a_counted_offence_stays_at_its_last_step() -> None:
    assert [penalise("E", "empty_call", step=step).lost_to_table for step in range(1, 7)] == [
        0,
        5,
        10,
        20,
        20,
        20,
    ]
    with pytest.raises(PenaltyError, match=r"step 4 of late \(迟到\): expected 1 to 3"):
        penalise("E", "late", step=4)


offences = st.sampled_from(
    [(row[0], row[1], step) for row in TABLE for step in range(1, len(row[3]) + 1)]
)


@given(offences, st.sampled_from(Seat))
def test_changes_sum_to_what_is_lost(offence: tuple[str, str, int], offender: Seat) -> None:
    ruling = penalise(offender, offence[1], step=offence[2], rules=offence[0])
    assert sum(ruling.changes) == -ruling.lost_to_table
    assert ruling.changes[offender] == -3 * ruling.sanction.pays_each - ruling.sanction.deducted


# ---------------------------------------------------------------------------- profiles of one's own

TOML = """\
[offences.false_win]
steps = [{ pays_each = 8 }, { deducted = 30, disqualified = true, deducted_at = "at once" }]
counted = true

[offences.phone]
zh = "手机"
steps = [{ deducted = 10 }]

[offences]
late = false
"""


def test_a_toml_file_changes_adds_and_takes_out(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(TOML, encoding="utf-8")
    profile = load_penalty_profile(path)
    assert profile.name == "club"
    assert penalise("E", "false_win", rules=profile).changes == (-24, 8, 8, 8)
    assert profile.offence("错和").sanction(9) == Sanction(
        deducted=30, disqualified=True, deducted_at=DeductedAt.AT_ONCE
    )
    assert penalise("N", "手机", rules=profile).lost_to_table == 10
    with pytest.raises(PenaltyError, match="'late' is no offence of club"):
        penalise("E", "late", rules=profile)
    assert profile.offence("bluff") == get_penalty_profile("rulebook").offence("bluff")


@pytest.mark.parametrize("name", PENALTY_PROFILE_NAMES)
def test_a_profile_is_made_again_from_its_dict(name: str) -> None:
    profile = get_penalty_profile(name)
    assert make_penalty_profile(json.loads(json.dumps(profile.to_dict()))) == profile
    assert get_penalty_profile(profile) is profile


WRONG = [
    (
        {"offense": {}},
        "the penalty profile: unknown key 'offense': expected name, based_on, offences",
    ),
    ([], "the penalty profile is []: expected a table of names"),
    ({"name": 1}, "name is 1: expected a text"),
    ({"based_on": "mil"}, "based_on is 'mil': expected one of rulebook, ema, botzone, none"),
    ({"offences": ["late"]}, "offences is ['late']: expected a table of names"),
    ({"offences": {"late": 10}}, "offences.late is 10: expected a table of names"),
    (
        {"offences": {"phone": False}},
        "offences.phone is false: there is no such offence to take out",
    ),
    (
        {"offences": {"phone": {}}},
        "offences.phone.steps is None: expected a list with a table for each step",
    ),
    (
        {"offences": {"late": {"steps": []}}},
        "offences.late.steps is []: expected a list with a table for each step",
    ),
    (
        {"offences": {"late": {"step": []}}},
        "offences.late: unknown key 'step': expected zh, counted, steps",
    ),
    ({"offences": {"late": {"zh": ""}}}, "offences.late.zh is '': expected a text"),
    ({"offences": {"late": {"counted": 1}}}, "offences.late.counted is 1: expected true or false"),
    (
        {"offences": {"late": {"steps": [10]}}},
        "offences.late.steps[1] is 10: expected a table of names",
    ),
    (
        {"offences": {"late": {"steps": [{}, {"deducted": -5}]}}},
        "offences.late.steps[2].deducted is -5: expected a whole number from 0 to 10000",
    ),
    (
        {"offences": {"late": {"steps": [{"pays_each": True}]}}},
        "offences.late.steps[1].pays_each is True: expected a whole number from 0 to 10000",
    ),
    (
        {"offences": {"late": {"steps": [{"may_win": 0}]}}},
        "offences.late.steps[1].may_win is 0: expected true or false",
    ),
    (
        {"offences": {"late": {"steps": [{"deducted_at": "later"}]}}},
        "offences.late.steps[1].deducted_at is 'later': expected 'end of hand' or 'at once'",
    ),
    (
        {"offences": {"late": {"steps": [{"points": 5}]}}},
        "offences.late.steps[1]: unknown key 'points': expected pays_each, deducted, may_win, "
        "hand_ends, disqualified, deducted_at",
    ),
]


@pytest.mark.parametrize(
    ("overrides", "message"), WRONG, ids=[message[:50] for _, message in WRONG]
)
def test_a_wrong_profile_is_refused(overrides: dict, message: str) -> None:
    with pytest.raises(PenaltyError, match="^" + re.escape(message) + "$"):
        make_penalty_profile(overrides)


def test_a_wrong_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("name = 1", encoding="utf-8")
    with pytest.raises(PenaltyError, match=re.escape(f"{path}: name is 1: expected a text")):
        load_penalty_profile(path)
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(PenaltyError, match=re.escape(f"{path}: no TOML: ")):
        load_penalty_profile(path)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(
        PenaltyError, match=r"'fals_win' is no offence of rulebook \(did you mean false_win\?\)"
    ):
        penalise("E", "fals_win")
    with pytest.raises(
        PenaltyError,
        match="'mil' is no penalty profile: expected rulebook, ema, botzone, none or a Penalty",
    ):
        get_penalty_profile("mil")
