"""Rule profiles: what a dict or a TOML file may say, and the message for everything that it may
not.
"""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import guobiao
from case_files import read_cases
from guobiao import profiles, score
from guobiao.cli import main
from guobiao.errors import GuobiaoError, ProfileError
from guobiao.fan import Fan
from guobiao.profiles import PROFILE_NAMES, RuleProfile, get_profile, load_profile
from mahjong_core import fan_table
from mahjong_core.fan_table import OWN, ROWS, WHOLE, RulesError

RECORDS = Path(__file__).parent / "records" / "hands.jsonl"


def excluded(profile: RuleProfile, fan: Fan) -> dict[Fan, str | int]:
    """What a fan excludes: {fan: copies}."""
    return {Fan(target): copies for target, copies in profile.rules.exclusions[fan]}


# --------------------------------------------------------------------------- what a profile may say


def test_an_empty_profile_is_mil_by_another_name():
    rules, mil = fan_table.resolve({}), fan_table.built_in("mil")
    assert rules.name == "custom"
    assert (rules.points, rules.exclusions, rules.switches) == (
        mil.points,
        mil.exclusions,
        mil.switches,
    )
    assert (rules.minimum, rules.base) == (8, 8)


def test_the_built_in_profiles_are_the_table_and_its_deltas():
    mil, old, botzone, judge, wmo = (get_profile(name) for name in PROFILE_NAMES)
    assert [profile.name for profile in (mil, old, botzone, judge, wmo)] == [
        "mil",
        "1998",
        "botzone",
        "botzone-2020",
        "wmo",
    ]
    changed = fan_table.PROFILES["mil"].get("points", {})
    assert all(mil.points(Fan(row.id)) == changed.get(row.zh, row.points) for row in ROWS)
    assert excluded(mil, Fan.NINE_GATES)[Fan.PUNG_OF_TERMINALS_OR_HONORS] == 1
    assert excluded(old, Fan.NINE_GATES)[Fan.PUNG_OF_TERMINALS_OR_HONORS] == WHOLE
    assert Fan.ALL_CHOWS in excluded(old, Fan.QUADRUPLE_CHOW)
    assert Fan.ALL_CHOWS not in excluded(mil, Fan.QUADRUPLE_CHOW)
    assert Fan.FULLY_CONCEALED_HAND not in excluded(old, Fan.FOUR_CONCEALED_PUNGS)
    assert not old.rules.switches.mixed_kongs
    assert botzone.rules.switches.correct_flags
    assert botzone.rules.exclusions == mil.rules.exclusions
    assert judge.rules == replace(
        botzone.rules,
        name="botzone-2020",
        switches=replace(botzone.rules.switches, knitted_body_wait=False),
    )
    assert wmo.rules.switches == fan_table.Switches(
        knitted_body_wait=False, forced_tile_hog=False, kongs_add_concealed="small"
    )
    assert (wmo.points(Fan.TWO_CONCEALED_KONGS), mil.points(Fan.TWO_CONCEALED_KONGS)) == (8, 6)
    assert wmo.payments == mil.payments


def test_the_judge_of_2020_gives_no_wait_on_a_tile_of_the_knitted_body():
    """97 of the hands of ``random-mil.tsv``: each is won on a knitted tile, and the wait is all
    that differs.
    """
    hands = [case.hand for case in read_cases("random-mil.tsv")]
    differing = [
        hand for hand in hands if points_of(hand, "botzone") != points_of(hand, "botzone-2020")
    ]
    assert (len(hands), len(differing)) == (20_472, 97)
    for hand in differing:
        now, older = (score(hand, rules=rules).fan_counts for rules in ("botzone", "botzone-2020"))
        waits = set(now) - set(older)
        assert Fan.KNITTED_STRAIGHT in older
        assert len(waits) == 1
        assert waits <= {Fan.EDGE_WAIT, Fan.CLOSED_WAIT, Fan.SINGLE_WAIT}
    assert [
        points_of("13347s12369m258p3m", rules) for rules in ("mil", "botzone", "botzone-2020")
    ] == [17, 17, 16]


def points_of(hand: str, rules: str) -> int:
    return score(hand, rules=rules).points


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_another_minimum_or_payment_needs_no_tables_of_its_own(name):
    profile = RuleProfile({"based_on": name, "minimum": 0, "base": 1, "payments": {"others": 0}})
    assert profile.tables is get_profile(name).tables


def test_numbers_points_and_switches_override():
    profile = RuleProfile(
        {
            "name": "club",
            "minimum": 6,
            "base": 1,
            "points": {"碰碰和": 8, "Half Flush": 7, "all_types": 0, "嵌张": 2},
            "switches": {"knitted_body_wait": False},
        }
    )
    assert (profile.name, profile.minimum, profile.base) == ("club", 6, 1)
    fans = (Fan.ALL_PUNGS, Fan.HALF_FLUSH, Fan.ALL_TYPES, Fan.CLOSED_WAIT)
    assert [profile.points(fan) for fan in fans] == [8, 7, 0, 2]
    assert not profile.rules.switches.knitted_body_wait
    assert profile.rules.switches.mixed_kongs


def test_a_list_of_exclusions_replaces_and_a_table_changes():
    replaced = RuleProfile({"exclusions": {"清龙": ["老少副:own", "连六:1", "平和"]}})
    assert excluded(replaced, Fan.PURE_STRAIGHT) == {
        Fan.ALL_CHOWS: WHOLE,
        Fan.SHORT_STRAIGHT: 1,
        Fan.TWO_TERMINAL_CHOWS: OWN,
    }
    changed = RuleProfile({"exclusions": {"清龙": {"add": ["平和"], "remove": ["连六"]}}})
    assert excluded(changed, Fan.PURE_STRAIGHT) == {
        Fan.ALL_CHOWS: WHOLE,
        Fan.TWO_TERMINAL_CHOWS: OWN,
    }
    assert excluded(RuleProfile({"exclusions": {"清龙": []}}), Fan.PURE_STRAIGHT) == {}


def test_remove_and_add_of_one_fan_changes_its_copies():
    profile = RuleProfile({"exclusions": {"九莲宝灯": {"remove": ["幺九刻"], "add": ["幺九刻:2"]}}})
    assert excluded(profile, Fan.NINE_GATES)[Fan.PUNG_OF_TERMINALS_OR_HONORS] == 2


def test_payments_are_sums_of_base_points_and_numbers():
    mil = get_profile("mil").payments
    assert [str(formula) for formula in (mil.self_drawn, mil.discarder, mil.others)] == [
        "base + points",
        "base + points",
        "base",
    ]
    club = RuleProfile(
        {"payments": {"discarder": "2*base+3 * points + 5 +1", "others": 0}}
    ).payments
    assert club.discarder == fan_table.Formula(2, 3, 6)
    assert (club.discarder.amount(base=8, points=11), club.others.amount(base=8, points=11)) == (
        55,
        0,
    )
    assert club.self_drawn == mil.self_drawn
    assert (str(club.discarder), str(club.others)) == ("2*base + 3*points + 6", "0")


@pytest.mark.parametrize(
    "profile",
    [
        *({"based_on": name, "name": name} for name in PROFILE_NAMES),
        {"minimum": 6, "base": 1, "points": {"碰碰和": 8, "ALL_TYPES": 0}},
        {"based_on": "1998", "exclusions": {"清龙": []}, "switches": {"mixed_kongs": True}},
        {"switches": {"kongs_add_concealed": "all", "forced_tile_hog": False}},
        {"payments": {"others": "points", "self_drawn": "2*base"}},
    ],
    ids=str,
)
def test_rules_are_made_again_from_their_overrides(profile):
    rules = fan_table.resolve(profile)
    assert fan_table.resolve(fan_table.overrides(rules)) == rules


def test_a_profile_may_start_from_another_one():
    profile = RuleProfile({"based_on": "1998", "switches": {"mixed_kongs": True}, "minimum": 5})
    assert profile.rules.exclusions == get_profile("1998").rules.exclusions
    assert profile.rules.switches == fan_table.Switches()
    assert profile.minimum == 5


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_exclusions_are_of_later_rows_and_in_their_order(name):
    for excluder, exclusions in enumerate(get_profile(name).rules.exclusions):
        targets = [exclusion.target for exclusion in exclusions]
        assert targets == sorted(set(targets))
        assert all(target > excluder for target in targets)


TOML = """\
based_on = "1998"
minimum = 6

[points]
"碰碰和" = 8
ALL_TYPES = 0

[exclusions]
"清一色" = ["无字"]
"七对" = { add = ["断幺"], remove = ["全大"] }

[switches]
correct_flags = true
forced_tile_hog = false
kongs_add_concealed = "all"
"""


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_a_toml_file_is_a_profile_named_after_it(tmp_path, start):
    path = tmp_path / "friday.toml"
    path.write_bytes(start + TOML.encode())
    profile = load_profile(path)
    assert (profile.name, profile.minimum) == ("friday", 6)
    assert (profile.points(Fan.ALL_PUNGS), profile.points(Fan.ALL_TYPES)) == (8, 0)
    assert excluded(profile, Fan.FULL_FLUSH) == {Fan.NO_HONORS: WHOLE}
    assert {Fan.ALL_SIMPLES, Fan.UPPER_FOUR} < set(excluded(profile, Fan.SEVEN_PAIRS))
    assert Fan.UPPER_TILES not in excluded(profile, Fan.SEVEN_PAIRS)
    assert profile.rules.switches == fan_table.Switches(
        mixed_kongs=False,
        correct_flags=True,
        forced_tile_hog=False,
        kongs_add_concealed="all",
    )
    assert load_profile(str(path)) == profile


def test_a_name_in_the_file_wins_over_its_stem(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text('name = "club"\n', encoding="utf-8")
    assert load_profile(path).name == "club"


def test_profiles_are_equal_by_content_hashable_and_picklable():
    one, same, other = (RuleProfile({"name": "a", "minimum": minimum}) for minimum in (6, 6, 7))
    assert one == same != other
    assert len({one, same, other}) == 2
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != "a"


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_built_in_profile_is_one_object(name):
    profile = get_profile(name)
    assert get_profile(profile) is profile
    assert pickle.loads(pickle.dumps(profile)) is profile
    assert repr(profile) == f"<RuleProfile {name}>"


def test_a_profile_does_not_follow_later_changes_of_its_dict():
    overrides = {"points": {"碰碰和": 8}}
    profile = RuleProfile(overrides)
    overrides["points"]["碰碰和"] = 9
    assert profile.points(Fan.ALL_PUNGS) == 8
    assert pickle.loads(pickle.dumps(profile)) == profile


def test_an_unpickled_score_shows_its_fans_without_building_tables_again():
    given = score("123m123s123p55sEEE", rules=RuleProfile({"points": {"三色三同顺": 9}}))
    again = pickle.loads(pickle.dumps(given))
    assert not again.profile.has_tables
    assert (again.fans, again.dropped) == (given.fans, given.dropped)
    assert not again.profile.has_tables


# ------------------------------------------------------------------------------ what it may not say

NAMES = ", ".join(PROFILE_NAMES)
SWITCHES = "knitted_body_wait, mixed_kongs, correct_flags, forced_tile_hog, kongs_add_concealed"
KEYS = "name, based_on, minimum, base, points, exclusions, switches, payments"
SUM = (
    "expected a sum of base, points and whole numbers, such as 'base + 2*points' (up to 99 "
    "times, 9999)"
)
WRONG = [
    # keys and plain values
    ({"pionts": {}}, f"unknown key 'pionts': expected {KEYS}"),
    ({1: 2}, "the profile is {1: 2}: expected a table of names"),
    ([], "the profile is []: expected a table of names"),
    ({"name": ""}, "name is '': expected a text"),
    ({"name": 7}, "name is 7: expected a text"),
    ({"based_on": "1999"}, f"based_on is '1999': expected one of {NAMES}"),
    ({"based_on": ["mil"]}, f"based_on is ['mil']: expected one of {NAMES}"),
    ({"minimum": -1}, "minimum is -1: expected a whole number from 0 to 1000"),
    ({"minimum": "8"}, "minimum is '8': expected a whole number from 0 to 1000"),
    ({"minimum": True}, "minimum is True: expected a whole number from 0 to 1000"),
    ({"base": 8.0}, "base is 8.0: expected a whole number from 0 to 1000"),
    ({"base": 1001}, "base is 1001: expected a whole number from 0 to 1000"),
    # points
    ({"points": ["碰碰和"]}, "points is ['碰碰和']: expected a table of names"),
    ({"points": {"碰碰和": 501}}, "points.碰碰和 is 501: expected a whole number from 0 to 500"),
    ({"points": {"碰碰和": -1}}, "points.碰碰和 is -1: expected a whole number from 0 to 500"),
    ({"points": {"碰碰和": None}}, "points.碰碰和 is None: expected a whole number from 0 to 500"),
    ({"points": {"碰碰和": True}}, "points.碰碰和 is True: expected a whole number from 0 to 500"),
    (
        {"points": {"天和": 88}},
        "unknown fan '天和': use a name of the fan table, such as 'ALL_PUNGS' or '碰碰和'",
    ),
    # exclusions: their form
    ({"exclusions": "清一色"}, "exclusions is '清一色': expected a table of names"),
    (
        {"exclusions": {"清一色": "无字"}},
        "exclusions.清一色 is '无字': expected a list of fan names",
    ),
    ({"exclusions": {"清一色": 3}}, "exclusions.清一色 is 3: expected a list of fan names"),
    ({"exclusions": {"清一色": [76]}}, "exclusions.清一色: 76 is no fan name"),
    (
        {"exclusions": {"清一色": {"add": "无字"}}},
        "exclusions.清一色.add is '无字': expected a list of fan names",
    ),
    (
        {"exclusions": {"清一色": {"remove": "无字"}}},
        "exclusions.清一色.remove is '无字': expected a list of fan names",
    ),
    (
        {"exclusions": {"清一色": {"delete": ["无字"]}}},
        "exclusions.清一色: unknown key 'delete': expected a list of fans, or a table with 'add' "
        "and 'remove'",
    ),
    (
        {"exclusions": {"FULL_FLUSH": ["无字", "No Honors"]}},
        "exclusions.清一色: a fan is named twice",
    ),
    ({"exclusions": {"清一色": {"add": ["无字"]}}}, "exclusions.清一色: a fan is named twice"),
    (
        {"exclusions": {"清一色": {"remove": ["平和"]}}},
        "exclusions.清一色.remove: 平和 is not excluded there",
    ),
    # exclusions: what they name
    (
        {"exclusions": {"碰碰和": ["大四喜"]}},
        "exclusions.碰碰和: a row may exclude only later rows, and 大四喜 (1) is not after 碰碰和 "
        "(48)",
    ),
    (
        {"exclusions": {"碰碰和": {"add": ["碰碰和"]}}},
        "exclusions.碰碰和: a row may exclude only later rows, and 碰碰和 (48) is not after 碰碰和 "
        "(48)",
    ),
    (
        {"exclusions": {"碰碰和": ["花牌"]}},
        "exclusions.碰碰和: 花牌 stands outside the tally: it neither excludes nor is excluded",
    ),
    (
        {"exclusions": {"清龙": ["双同刻:own"]}},
        "exclusions.清龙: '双同刻:own': the two fans are made of different sets, so ':own' means "
        "nothing",
    ),
    (
        {"exclusions": {"清一色": ["连六:own"]}},
        "exclusions.清一色: '连六:own': the two fans are made of different sets, so ':own' means "
        "nothing",
    ),
    (
        {"exclusions": {"清龙": ["连六:0"]}},
        "exclusions.清龙: '连六:0': after ':' comes 'own' or a number of copies from 1 to 4",
    ),
    (
        {"exclusions": {"清龙": ["连六:all"]}},
        "exclusions.清龙: '连六:all': after ':' comes 'own' or a number of copies from 1 to 4",
    ),
    # switches
    ({"switches": ["mixed_kongs"]}, "switches is ['mixed_kongs']: expected a table of names"),
    (
        {"switches": {"mixed_kong": True}},
        f"unknown switch 'mixed_kong': expected one of {SWITCHES}",
    ),
    ({"switches": {"mixed_kongs": 1}}, "switches.mixed_kongs is 1: expected true or false"),
    (
        {"switches": {"forced_tile_hog": "none"}},
        "switches.forced_tile_hog is 'none': expected true or false",
    ),
    (
        {"switches": {"kongs_add_concealed": True}},
        "switches.kongs_add_concealed is True: expected one of none, small, all",
    ),
    (
        {"switches": {"kongs_add_concealed": "some"}},
        "switches.kongs_add_concealed is 'some': expected one of none, small, all",
    ),
    # payments
    ({"payments": "base"}, "payments is 'base': expected a table of names"),
    (
        {"payments": {"loser": "base"}},
        "unknown payment 'loser': expected one of self_drawn, discarder, others",
    ),
    ({"payments": {"others": "bas"}}, f"payments.others is 'bas': {SUM}"),
    ({"payments": {"others": ""}}, f"payments.others is '': {SUM}"),
    ({"payments": {"others": "base - 1"}}, f"payments.others is 'base - 1': {SUM}"),
    ({"payments": {"others": "100*base"}}, f"payments.others is '100*base': {SUM}"),
    ({"payments": {"others": -8}}, f"payments.others is -8: {SUM}"),
    ({"payments": {"others": True}}, f"payments.others is True: {SUM}"),
    ({"payments": {"others": None}}, f"payments.others is None: {SUM}"),
    (
        {"payments": {"others": "60*base + 60*base"}},
        "payments.others is '60*base + 60*base': expected at most 99 times base and points, and at "
        "most 9999",
    ),
]


@pytest.mark.parametrize(
    ("overrides", "message"), WRONG, ids=[message[:50] for _, message in WRONG]
)
def test_a_wrong_profile_is_refused_with_what_is_wrong(overrides, message):
    with pytest.raises(RulesError) as raised:
        fan_table.resolve(overrides)
    assert str(raised.value) == message
    with pytest.raises(ProfileError) as raised:
        RuleProfile(overrides)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("碰碰胡", "碰碰和"),
        ("all pung", "碰碰和"),
        ("Half Flsh", "混一色"),
        ("三色三节", "三色三节高"),
    ],
)
def test_an_unknown_fan_is_told_its_near_names(name, near):
    for overrides in (
        {"points": {name: 6}},
        {"exclusions": {name: []}},
        {"exclusions": {"大四喜": [name]}},
    ):
        with pytest.raises(ProfileError, match=f"unknown fan {name!r}.*near it: .*{near}"):
            RuleProfile(overrides)


@pytest.mark.parametrize(
    "overrides", [{"points": {"和" * 5000: 6}}, {"minimum": "8" * 5000}, {"points": "和" * 5000}]
)
def test_a_message_shows_the_start_of_a_long_input(overrides):
    with pytest.raises(ProfileError) as raised:
        RuleProfile(overrides)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"minimum = \n", "no TOML: "),
        (b"\xff\xfe", "no TOML: "),
        (b"minimum = 1\nminimum = 2\n", "no TOML: "),
        ("[points]\n碰碰和 = 8\n".encode(), "no TOML: "),  # a bare key is ASCII
        (b"minimum = 6.5\n", "minimum is 6.5: expected a whole number from 0 to 1000"),
        (
            b"minimum = 2024-01-01\n",
            "minimum is datetime.date(2024, 1, 1): expected a whole number from 0 to 1000",
        ),
        (b"[rules]\n", f"unknown key 'rules': expected {KEYS}"),
    ],
    ids=[
        "no value",
        "no UTF-8",
        "a key twice",
        "a bare Chinese key",
        "a float",
        "a date",
        "an unknown table",
    ],
)
def test_a_wrong_file_is_refused_with_its_path(tmp_path, content, message):
    path = tmp_path / "wrong.toml"
    path.write_bytes(content)
    with pytest.raises(ProfileError) as raised:
        load_profile(path)
    assert str(raised.value).startswith(f"{path}: {message}")


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none\.toml"):
        load_profile(tmp_path / "none.toml")
    with pytest.raises(OSError):  # noqa: PT011  a folder: another class on each system
        load_profile(tmp_path)


@pytest.mark.parametrize("name", ["MIL", "", "club", None, 1998, Path("mil"), "x" * 1000])
def test_an_unknown_profile_name_is_refused(name):
    with pytest.raises(
        ProfileError,
        match=f"is no rule profile: expected {NAMES} or a RuleProfile",
    ) as raised:
        get_profile(name)
    assert isinstance(raised.value, GuobiaoError)
    assert len(str(raised.value)) < 250


# ----------------------------------------------------------------------- tables that cannot be made


@pytest.fixture
def unmakeable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, list[object]]:
    """The file of a profile whose tables would not fit, and the list of all tries to make them."""
    tries: list[object] = []

    def make_tables(rules: object) -> None:
        tries.append(rules)
        raise RulesError("its tables would not fit")

    monkeypatch.setattr(profiles, "make_tables", make_tables)
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\n[points]\n"碰碰和" = 8\n', encoding="utf-8")
    return file, tries


def test_a_profile_that_cannot_be_built_is_tried_once(
    unmakeable: tuple[Path, list[object]],
) -> None:
    file, tries = unmakeable
    own = load_profile(file)
    assert not tries
    for _ in range(3):
        with pytest.raises(ProfileError, match=r"^own: its tables would not fit$"):
            guobiao.score("19m19p119sESWNPFC", rules=own)
    assert len(tries) == 1


@pytest.mark.parametrize(
    "command",
    [
        ("score", "19m19p119sESWNPFC", "19m19s119pESWNPFC", "--json"),
        ("waits", "123456789m1155s"),
        ("analyze", "123456789m1155s9p"),
        ("settle", "19m19p119sESWNPFC", "--winner", "E"),
        ("play", "--players", "reach,random,random,random", "--hands", "1"),
        ("replay", str(RECORDS)),
    ],
    ids=lambda command: command[0],
)
def test_a_command_says_once_that_a_profile_cannot_be_built(
    unmakeable: tuple[Path, list[object]],
    capsys: pytest.CaptureFixture[str],
    command: tuple[str, ...],
) -> None:
    file, tries = unmakeable
    assert main([*command, "--rules", str(file)]) == 2
    assert capsys.readouterr().err == "guobiao: own: its tables would not fit\n"
    assert len(tries) == 1


def test_a_condition_is_shown_without_tables(
    unmakeable: tuple[Path, list[object]], capsys: pytest.CaptureFixture[str]
) -> None:
    file, tries = unmakeable
    assert main(["fans", "--rules", str(file), "碰碰和"]) == 0
    shown = capsys.readouterr().out
    assert "碰碰和 All Pungs (ALL_PUNGS, number 48): 8 points under the rules own" in shown
    assert "(guobiao score says what it is worth under own)" in shown
    assert not tries
    file.write_text("minimum = 6\n")
    assert load_profile(file).has_tables
    assert main(["fans", "--rules", str(file), "碰碰和"]) == 0
    assert "16: 碰碰和 双同刻x2" in capsys.readouterr().out
