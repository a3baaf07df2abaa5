"""``guobiao shanten`` and ``guobiao analyze``: tables, JSON, what is seen, wrong hands."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

import guobiao
from guobiao.cli import console, main

READY, FAR, FOURTEEN = "123456789m1155s", "245568m245568p7s", "123456789m1155s9p"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def run_command(*arguments: str) -> SimpleNamespace:
        code = main(list(arguments))
        told = capsys.readouterr()
        return SimpleNamespace(code=code, out=told.out, err=told.err)

    return run_command


def test_shanten_has_a_line_a_form(run) -> None:
    head, nearest, *forms = run("shanten", FAR).out.splitlines()
    assert head.split()[:3] == ["form", "shanten", "left"]
    assert nearest.split()[:3] == ["nearest", "3", "87"]
    assert len(forms) == 5
    assert (
        len(run("shanten", "[123m,1]19m19p19sESWN").out.splitlines()) == 4
    )  # one meld: two forms are left


def test_shanten_formal_and_seen(run) -> None:
    assert run("shanten", "123456789m1111p").out.splitlines()[1].split()[1] == "1"
    assert run("shanten", "--formal", "123456789m1111p").out.splitlines()[1].split()[1] == "0"
    assert run("shanten", READY, "--seen", "1s5s").out.splitlines()[1].split()[2:] == [
        "2",
        "1s(1)",
        "5s(1)",
    ]


def test_shanten_as_json(run) -> None:
    told = json.loads(run("shanten", "--json", READY).out)
    assert (told["hand"], told["shanten"], told["left"]) == (READY, 0, 4)
    assert told["effective"] == [{"tile": "1s", "left": 2}, {"tile": "5s", "left": 2}]
    assert set(told["forms"]) == {
        "basic",
        "seven_pairs",
        "thirteen_orphans",
        "all_knitted",
        "knitted_straight",
    }


def test_analyze_fourteen_tiles(run) -> None:
    lines = run("analyze", FOURTEEN).out.splitlines()
    assert lines[1].split() == ["9p", "0", "4", "1s(2)", "21/23", "5s(2)", "20/22"]
    assert any(line.startswith("改良") for line in lines)
    assert "To 8 points (by a discard): ready." in lines


def test_analyze_ready_and_far(run) -> None:
    ready = run("analyze", READY).out
    assert ready.splitlines()[1].split()[:5] == ["1s", "一条", "2", "21", "23"]
    assert "ready." in ready
    far = run("analyze", FAR, "--routes", "2").out.splitlines()
    assert far[1].startswith("nearest")
    assert far[-4] == "To 8 points (by a discard): 3 exchanges."
    assert (
        run("analyze", FOURTEEN[:-2] + "1s")
        .out.splitlines()[-1]
        .startswith("To 8 points (by a discard): worth 21 as it")
    )
    assert "at least 5 exchanges" in run("analyze", FAR, "--minimum", "300").out


def test_analyze_win_and_rules(run) -> None:
    assert "1 exchange." in run("analyze", "1234444678m456p").out
    assert "(self-drawn): ready." in run("analyze", "1234444678m456p", "--win", "self_draw").out
    assert run("analyze", READY, "--rules", "1998").code == 0


def test_analyze_as_json(run) -> None:
    told = json.loads(run("analyze", "--json", FOURTEEN).out)
    best = told["discards"][0]
    assert (best["discard"], best["shanten"], best["left"]) == ("9p", 0, 4)
    assert best["waits"][0]["discard"]["points"] == 21
    assert isinstance(best["widening"], list)
    assert (told["reach"]["minimum"], told["reach"]["distance"]) == (8, 0)
    route = told["reach"]["routes"][0]
    assert (route["needed"], route["given"], route["winning_tile"], route["points"]) == (
        [{"tile": "1s", "left": 2}],
        ["9p"],
        "1s",
        21,
    )
    assert "waits" in json.loads(run("analyze", "--json", READY).out)
    assert "effective" in json.loads(run("analyze", "--json", FAR).out)


@pytest.mark.parametrize("command", ["shanten", "analyze"])
def test_wrong_hands_and_wrong_usage(run, command: str) -> None:
    wrong = run(command, "12x")
    assert (wrong.code, wrong.out) == (1, "")
    assert json.loads(run(command, "--json", "12x").out)["error"]["type"] == "NotationError"
    assert run(command, READY, "--seen", "xyz").code == 2
    five = run(command, READY, "--seen", "111s")
    assert (five.code, five.out) == (1, "")
    assert run(command).code == 2


@pytest.mark.parametrize(
    "option", [("--minimum", "-1"), ("--minimum", "x"), ("--routes", "0"), ("--win", "ron")]
)
def test_wrong_options_of_analyze(run, option: tuple[str, str]) -> None:
    assert run("analyze", READY, *option).code == 2


def test_the_commands_say_what_the_functions_say(run) -> None:
    way = guobiao.reach(FAR)
    told = json.loads(run("analyze", "--json", FAR, "--routes", "24").out)["reach"]
    assert told["distance"] == way.distance
    assert [route["points"] for route in told["routes"]] == [route.points for route in way.routes]


# ------------------------------------------------------------------------------------ several hands


@pytest.mark.parametrize("command", ["waits", "shanten", "analyze"])
def test_the_hands_of_a_file_are_answered_in_order(run, tmp_path, command: str) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(f"\ufeff# ready and far\r\n{READY}\r\n\n{FAR}\n".encode())
    told = run(command, "--json", "--file", str(file), READY)
    alone = [run(command, "--json", hand).out for hand in (READY, READY, FAR)]
    assert (told.code, told.out, told.err) == (0, "".join(alone), "")
    tables = run(command, "--file", str(file))
    assert tables.out == "\n".join(f"{hand}\n{run(command, hand).out}" for hand in (READY, FAR))


@pytest.mark.parametrize("command", ["waits", "shanten", "analyze"])
def test_a_wrong_line_is_told_with_its_number_and_the_others_are_answered(
    run, tmp_path, command: str
) -> None:
    file = tmp_path / "hands.txt"
    file.write_bytes(b"12x\n\xff\n" + READY.encode())
    told = run(command, "--file", str(file))
    assert told.code == 1
    assert told.out == f"{READY}\n{run(command, READY).out}"
    assert f"guobiao: {file}:1: " in told.err
    assert f"guobiao: {file}:2: " in told.err
    assert told.err.endswith("guobiao: 2 of 3 hands could not be answered\n")
    objects = [
        json.loads(line)
        for line in run(command, "--json", "--file", str(file)).out.split("\n")[:-1]
    ]
    assert [sorted(one)[0] for one in objects[:2]] == ["error", "error"]
    assert objects[2]["hand"] == READY


@pytest.mark.parametrize("command", ["waits", "shanten", "analyze"])
def test_no_hand_and_no_file(run, tmp_path, command: str) -> None:
    told = run(command)
    assert (told.code, told.out) == (2, "")
    assert f"{command}: no hand" in told.err
    missing = run(command, "--file", str(tmp_path / "none.txt"))
    assert (missing.code, missing.out) == (2, "")
    assert "cannot read" in missing.err


def test_standard_input(run, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(f"{READY}\n{FAR}\n".encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    told = run("shanten", "--json", "-")
    assert [json.loads(line)["shanten"] for line in told.out.splitlines()] == [0, 3]


def test_progress_tells_the_share_of_the_file(run, tmp_path, monkeypatch) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{READY}\n" * 64 * 40, encoding="ascii")
    monkeypatch.setattr(console, "is_terminal", lambda stream: stream is sys.stderr)
    monkeypatch.setattr(console, "_SECONDS_BETWEEN", 0.0)
    told = run("shanten", "--json", "--file", str(file))
    assert "% of the file, " in told.err
    assert told.err.rstrip().endswith("100% of the file, 0 s left")
