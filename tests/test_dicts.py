"""``to_dict()``: plain types that JSON holds, and the very objects that the command prints."""

import json
from fractions import Fraction

import pytest

from guobiao import (
    GuobiaoError,
    Hand,
    discards,
    effective_tiles,
    parse_hand,
    reach,
    score,
    settle,
    waits,
)
from guobiao.cli import main
from guobiao.cli.score_json import score_json
from guobiao.competition.settlement import Payment, PaymentReason
from guobiao.competition.standings import Standing
from guobiao.tiles import Seat
from guobiao.visible import json_text
from mutations import case_hands

WON = "13347s12369m258p3m|EN0000"
READY, FOURTEEN, FAR = "123456789m1155s", "123456789m1155s9p", "[123m,1]456s34678p22s"

MADE = {
    "score": lambda: score(WON),
    "score with a text, kongs and flowers": lambda: score("[EEEE][222m,3]345m678p9s9s|EE0000|8"),
    "hand": lambda: parse_hand("[123m,2][CCCC][EEEE,6]45m99p6m|SW1000|3"),
    "hand that waits": lambda: parse_hand(READY),
    "wait": lambda: waits(READY)[0],
    "fifth copy": lambda: waits("1234444678m456p", formal=True)[1],
    "discard": lambda: discards(FOURTEEN)[0],
    "discard that leaves no ready hand": lambda: discards(FOURTEEN)[1],
    "effective tiles": lambda: effective_tiles(FAR),
    "reach": lambda: reach(FAR),
    "reach of nothing": lambda: reach("159m159s159pESWC", minimum=1000),
    "settlement": lambda: settle(score(WON), winner="N", discarder="S"),
    "payment to the table": lambda: Payment(Seat.S, None, 5, PaymentReason.PENALTY),
    "standing": lambda: Standing(1, "An", Fraction(11, 2), 30, 12, 3),
}


def parts(value: object):
    yield value
    if type(value) in (dict, list):
        for part in value.values() if type(value) is dict else value:
            yield from parts(part)


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_plain_types_only(made) -> None:
    """No enum and no tuple: JSON gives back the same value, and every key is a text."""
    told = made().to_dict()
    assert {type(part) for part in parts(told)} <= {dict, list, str, int, float, bool, type(None)}
    assert json.loads(json.dumps(told, allow_nan=False)) == told


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_each_call_makes_a_new_object(made) -> None:
    """Whoever changes what it got changes nobody else's."""
    one = made()
    told, again = one.to_dict(), one.to_dict()
    assert told == again
    shared = {id(part) for part in parts(told) if type(part) in (dict, list)}
    assert not shared & {id(part) for part in parts(again) if type(part) in (dict, list)}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> object:
    main(list(arguments))
    return json.loads(capsys.readouterr().out)


def test_the_command_prints_the_dicts(capsys: pytest.CaptureFixture[str]) -> None:
    """With the hand as it was typed, and what the command was told beside the hand."""
    typed, settled = "[CC CC]234567m99p34s5s| EE1000", settle(score(WON), winner="N", discarder=0)
    assert printed(capsys, "score", "--jsonl", typed) == {**score(typed).to_dict(), "hand": typed}
    assert printed(capsys, "waits", "--json", READY)["waits"] == [
        wait.to_dict() for wait in waits(READY)
    ]
    assert printed(capsys, "shanten", "--json", FAR) == {
        "hand": FAR,
        **effective_tiles(FAR).to_dict(),
    }
    analysis = printed(capsys, "analyze", "--json", FOURTEEN, "--routes", "24")
    assert analysis["discards"] == [discard.to_dict() for discard in discards(FOURTEEN)]
    assert analysis["reach"] == {"minimum": 8, **reach(FOURTEEN).to_dict()}
    paid = printed(capsys, "settle", "--json", WON, "--winner", "N", "--discarder", "E")
    assert {key: paid[key] for key in ("payments", "changes")} == settled.to_dict()


def test_a_hand_is_told_whole() -> None:
    """The parts of the constructor, and the GB string that reads as the same hand."""
    hand = parse_hand("[123m,2][CCCC][EEEE,6]45m99p6m|SW1000|3")
    told = hand.to_dict()
    assert parse_hand(told["hand"]) == hand
    assert told["standing"] == ["4m", "5m", "6m", "9p", "9p"]
    assert told["melds"] == [
        {"kind": "chow", "tiles": ["1m", "2m", "3m"], "source": 2},
        {"kind": "concealed_kong", "tiles": ["C"] * 4, "source": 0},
        {"kind": "added_kong", "tiles": ["E"] * 4, "source": 2},
    ]
    assert (told["winning_tile"], told["prevalent_wind"], told["seat_wind"]) == ("6m", "S", "W")
    assert (told["self_drawn"], told["kong"], told["flowers"]) == (True, False, 3)
    assert list(told)[1:] == list(Hand._parts(hand))


@pytest.mark.parametrize("rules", ["mil", "1998", "wmo", "botzone"])
def test_the_lines_of_the_command_are_those_of_to_dict(rules: str) -> None:
    """They are put together from texts that are kept, and not by the JSON library."""
    typed, seen = 0, set()
    for text in [*case_hands(), "一九万一九条一九饼东南西北中发白东"]:
        try:
            made = score(text, rules=rules)
        except GuobiaoError:
            continue
        typed += 1
        told = json_text({**made.to_dict(), "hand": text})
        assert score_json(made, text) == told
        seen |= {len(fan.sets) for fan in made.fans}
    assert typed > 400
    assert seen >= {0, 1, 2, 3}


@pytest.mark.parametrize("text", ['"', "\u202e", "\\", "\x00", "\ud800"])
def test_what_was_typed_is_escaped_in_a_line(text: str) -> None:
    made = score(WON)
    assert json.loads(score_json(made, text)) == {**made.to_dict(), "hand": text}
    assert score_json(made, text) == json_text({**made.to_dict(), "hand": text})
