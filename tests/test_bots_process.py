"""Bots as processes: what they are told, how they answer, and that each is
ended whatever it does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot_programs import IMPATIENT, PATIENT, READ_ALL, python_bot
from guobiao.botzone import KEEP_RUNNING, Bot, BotLimits, BotProtocol, BotSpec, Verdict, ask_bots
from guobiao.botzone import process as bot_process
from guobiao.botzone.pipes import Pipes, PolledPipes, ThreadedPipes
from guobiao.errors import BotError

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups, signals and /bin")
SHOWS_INPUT = "import sys; print(repr(sys.stdin.read()))"
KEEPS_RUNNING = (
    READ_ALL
    + f"""
while True:
    print("heard", len(lines), lines[-1])
    print("{KEEP_RUNNING}", flush=True)
    lines.append(input())
"""
)


@pytest.fixture(autouse=True)
def _pipes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A parameter says how pipes are read."""
    make: Callable[[subprocess.Popen[bytes]], Pipes] | None = getattr(request, "param", None)
    if make is not None:
        monkeypatch.setattr(bot_process, "pipes_of", make)


# As on POSIX, and as on Windows.
with_threads_too = pytest.mark.parametrize(
    "_pipes", [ThreadedPipes, *([PolledPipes] if sys.platform != "win32" else [])], indirect=True
)


@pytest.fixture(autouse=True)
def _nothing_is_left() -> None:
    """No thread, no child and no open file more than before."""
    threads, files, children = threading.active_count(), _open_files(), _children()
    yield
    assert threading.active_count() <= threads
    assert _open_files() <= files
    assert _children() <= children


def _children() -> set[int]:
    """The child processes of this one, those that ended and nobody waited for too (Linux; other
    tests may have left some of theirs).
    """
    children = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parent = (
                stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
            )
            if int(parent) == os.getpid():
                children.add(int(stat.parent.name))
    return children


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


# --------------------------------------------------------------------------------- the conversation


def test_a_plain_bot_is_started_each_turn_with_all_that_was_said() -> None:
    with Bot(python_bot(SHOWS_INPUT, close_input=True)) as bot:
        first = bot.ask("0 1 2")
        assert (first.verdict, first.response) == (Verdict.OK, repr("1\n0 1 2\n"))
        assert bot.ask("2 W5").response == repr(f"2\n0 1 2\n{first.response}\n2 W5\n")
        bot.new_hand()
        assert bot.ask("0 2 0").response == repr("1\n0 2 0\n")


def test_a_json_bot_is_started_each_turn_with_all_that_was_said() -> None:
    program = (
        "import json, sys; print(json.dumps({'response': sys.stdin.readline(), 'data': "
        "[1]}, indent=2))"
    )
    with Bot(python_bot(program, protocol=BotProtocol.JSON)) as bot:
        first = bot.ask("0 1 2")
        assert json.loads(first.response) == {"requests": ["0 1 2"], "responses": []}
        assert json.loads(bot.ask("2 W5").response) == {
            "requests": ["0 1 2", "2 W5"], "responses": [first.response], "data": [1],
        }  # fmt: skip


@with_threads_too
@pytest.mark.parametrize("protocol", BotProtocol)
def test_a_bot_that_keeps_running_gets_one_line_a_turn(protocol: BotProtocol) -> None:
    program = KEEPS_RUNNING
    if protocol is BotProtocol.JSON:
        program = program.replace(READ_ALL, "import json; lines = json.loads(input())['requests']")
        program = program.replace(
            'print("heard", len(lines), lines[-1])',
            'print(json.dumps({"response": f"heard {len(lines)} {lines[-1]}"}))',
        )
    with Bot(python_bot(program, protocol=protocol)) as bot:
        assert [bot.ask(request).response for request in ("0 1 2", "2 W5", "3 1 PLAY W5")] == [
            "heard 1 0 1 2", "heard 2 2 W5", "heard 3 3 1 PLAY W5",
        ]  # fmt: skip
        bot.new_hand()
        assert bot.ask("0 3 3").response == "heard 1 0 3 3"


def test_a_bot_may_keep_running_for_a_while_only() -> None:
    program = (
        READ_ALL + f"print('PASS', len(lines))\nif n == 1: print('{KEEP_RUNNING}', flush=True); "
        "print(input())"
    )
    with Bot(python_bot(program)) as bot:
        assert [bot.ask(request).response for request in ("0 1 2", "2 W5", "3 1 DRAW")] == [
            "PASS 1",
            "2 W5",
            "PASS 5",
        ]


def test_the_data_of_a_plain_bot_comes_back() -> None:
    program = (
        READ_ALL + "print('PASS'); print('debug'); print('seen', input() if n > 1 else 'nothing')"
    )
    with Bot(python_bot(program)) as bot:
        assert bot.ask("0 1 2").data == "seen nothing"
        assert bot.ask("2 W5").data == "seen seen nothing"


@with_threads_too
def test_bots_are_asked_side_by_side() -> None:
    slow = "import time; time.sleep(0.8); print('PASS')"
    bots = [Bot(python_bot(slow)) for _ in range(4)]
    started = time.monotonic()
    replies = ask_bots([(bot, "0 0 0") for bot in bots])
    assert [reply.response for reply in replies] == ["PASS"] * 4
    assert time.monotonic() - started < 3.2  # one after the other they take as long as they sleep


@pytest.mark.parametrize("reply", ["PASS", " PASS", "PASS ", "PLAY  W1", "PASS\t"])
def test_a_reply_is_taken_as_it_stands(reply: str) -> None:
    """Blank lines before it and a carriage return at its end do not matter. Blanks do: the judge
    calls ``"HU "`` illegal.
    """
    program = READ_ALL + (
        f"print(); print({reply!r} + '\\r'); print(' {KEEP_RUNNING}'); print('{KEEP_RUNNING} \\r', "
        "flush=True); input()"
    )
    with Bot(python_bot(program)) as bot:
        assert bot.ask("0 1 2").response == reply
    with Bot(
        python_bot(
            f"print('{{\"response\":', {json.dumps(reply)!r}, '}}')", protocol=BotProtocol.JSON
        )
    ) as bot:
        assert bot.ask("0 1 2").response == reply


# ---------------------------------------------------------------------------------- what goes wrong

FAILS = {
    "hangs": ("import time; time.sleep(100)", Verdict.TIME, "no reply in time"),
    "answers and stays": (
        "print('PASS', flush=True)\nimport time; time.sleep(100)",
        Verdict.TIME,
        "no reply in time",
    ),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(100)",
        Verdict.TIME,
        "no reply in time",
    ),
    "reads to the end": (
        "import sys; sys.stdin.read(); print('PASS')",
        Verdict.TIME,
        "no reply in time",
    ),
    "keeps running in the middle of a line": (
        READ_ALL + f"print('PASS {KEEP_RUNNING}', flush=True); input()",
        Verdict.TIME,
        "no",
    ),
    "crashes": ("raise ValueError('boom')", Verdict.CRASH, "exit code 1: ValueError: boom"),
    "answers and crashes": (
        "print('PASS', flush=True); 1 / 0",
        Verdict.CRASH,
        "exit code 1: ZeroDivisionError",
    ),
    "prints nothing": ("", Verdict.ILLEGAL, "printed nothing"),
    "floods lines": ("while True: print('PASS')", Verdict.OUTPUT, "more than 262144 bytes"),
    "floods one line": ("print('x' * 10 ** 8)", Verdict.OUTPUT, "more than 262144 bytes"),
}


@with_threads_too
@pytest.mark.parametrize("name", FAILS)
def test_what_a_bot_does_wrong_is_its_verdict(name: str) -> None:
    program, verdict, problem = FAILS[name]
    with Bot(python_bot(program, limits=IMPATIENT if verdict is Verdict.TIME else PATIENT)) as bot:
        reply = bot.ask("0 1 2")
    assert (reply.verdict, reply.response) == (verdict, "")
    assert problem in reply.problem


@on_posix
def test_a_bot_that_ignores_signals_is_ended() -> None:
    program = (
        "import signal, time\nfor s in (15, 2, 1): signal.signal(s, "
        "signal.SIG_IGN)\ntime.sleep(100)"
    )
    with Bot(python_bot(program, limits=IMPATIENT)) as bot:
        assert bot.ask("0 1 2").verdict is Verdict.TIME


@on_posix
def test_a_signal_is_a_crash() -> None:
    with Bot(python_bot("import os; os.kill(os.getpid(), 9)")) as bot:
        assert bot.ask("0 1 2").problem == "it ended with exit code -9"


@pytest.mark.parametrize(
    "output",
    ["PASS", "", "[]", "{}", '{"response": 1}', '{"response": "PASS"} PASS', "[" * 100_000],
)
def test_what_is_no_reply_in_json(output: str) -> None:
    with Bot(python_bot(f"print({output!r})", protocol=BotProtocol.JSON)) as bot:
        assert bot.ask("0 1 2").verdict is Verdict.NOT_JSON


@pytest.mark.parametrize(
    "data",
    ["'[' * 900 + ']' * 900", "'1e999'", r"""r'"\ud800"'""", """'"' + 'x' * 200_000 + '"'"""],
)
def test_the_data_of_a_json_bot_may_be_anything(data: str) -> None:
    program = r"""print(r'{"response": "\ud800", "data": ' + DATA + '}')""".replace("DATA", data)
    with Bot(python_bot(program, protocol=BotProtocol.JSON)) as bot:
        assert [bot.ask(request).response for request in ("0 1 2", "2 W5")] == ["?", "?"]


def test_garbage_is_text() -> None:
    with Bot(python_bot(r"import os; os.write(1, b'\xff\x00PASS\xfe')")) as bot:
        assert bot.ask("0 1 2").response == "\ufffd\0PASS\ufffd"


@with_threads_too
def test_a_flood_of_errors_costs_nothing_but_its_last_line() -> None:
    program = (
        "import sys; sys.stderr.write('x' * 10 ** 7 + chr(10) + 'last words' + chr(10)); "
        "print('PASS')"
    )
    with Bot(python_bot(program)) as bot:
        assert bot.ask("0 1 2").response == "PASS"
    with Bot(python_bot(program + "; sys.exit(3)")) as bot:
        assert bot.ask("0 1 2").problem == "it ended with exit code 3: last words"


def test_what_is_kept_of_the_errors_is_not_cut_inside_a_character() -> None:
    program = "import sys; sys.stderr.buffer.write('牌'.encode() * 1_000); sys.exit(3)"
    with Bot(python_bot(program)) as bot:
        assert bot.ask("0 1 2").problem == "it ended with exit code 3: " + "牌" * 200


@with_threads_too
def test_a_bot_that_reads_nothing_may_answer() -> None:
    long = " ".join(["T1"] * 100_000)  # more than a pipe holds
    with Bot(python_bot("import os; os.close(0); print('PASS')")) as bot:
        assert bot.ask(long).response == "PASS"
    with Bot(python_bot("print(len(open(0).readlines()))", close_input=True)) as bot:
        assert bot.ask(long).response == "2"


def test_a_bot_that_was_kept_and_ended() -> None:
    with Bot(python_bot(READ_ALL + f"print('PASS'); print('{KEEP_RUNNING}', flush=True)")) as bot:
        assert bot.ask("0 1 2").verdict is Verdict.OK
        wait_until(lambda: bot._process.exit_code is not None)
        assert bot.ask("2 W5").problem == "it asked to be kept running and ended"
        bot.new_hand()
        assert bot.ask("0 1 2").verdict is Verdict.OK


@pytest.mark.parametrize("protocol", BotProtocol)
@pytest.mark.parametrize("ending", ["", "sys.exit(0)", "print(); sys.exit(0)"])
def test_a_bot_that_is_kept_and_ends_at_the_next_request(
    protocol: BotProtocol, ending: str
) -> None:
    """Whether it is seen to have ended before it is asked or after is chance: it is the same
    verdict.
    """
    reply = "PASS" if protocol is BotProtocol.PLAIN else '{"response": "PASS"}'
    program = (
        f"import sys; input(); {'input();' * (protocol is BotProtocol.PLAIN)} print('{reply}'); "
    )
    program += f"print('{KEEP_RUNNING}', flush=True); input(); {ending}"
    with Bot(python_bot(program, protocol=protocol)) as bot:
        assert bot.ask("0 1 2").verdict is Verdict.OK
        ended = bot.ask("2 W5")
        assert (ended.verdict, ended.problem) == (
            Verdict.CRASH,
            "it asked to be kept running and ended",
        )
        assert bot.ask("3 1 DRAW").verdict is Verdict.OK  # it is started again


def test_a_bot_that_is_kept_and_ends_after_a_reply() -> None:
    program = (
        READ_ALL + f"print('PASS')\nif n == 1: print('{KEEP_RUNNING}', flush=True); print(input())"
    )
    with Bot(python_bot(program)) as bot:
        assert [bot.ask(request).verdict for request in ("0 1 2", "2 W5")] == [Verdict.OK] * 2


@on_posix
@with_threads_too
def test_a_bot_that_reads_to_the_end_is_told_of_close_input() -> None:
    command = ["/bin/sh", "-c", "cat > /dev/null; echo PASS"]  # starts at once
    with Bot(BotSpec(command, limits=BotLimits(seconds=0.5, first_factor=1.0))) as bot:
        assert bot.ask("0 1 2").problem == (
            "no reply in time (does it read its input to the end? The input stays open unless it "
            "is closed: --close-input)"
        )
    with Bot(BotSpec(command, close_input=True, limits=PATIENT)) as bot:
        assert bot.ask("0 1 2").response == "PASS"


def test_who_is_told_of_close_input() -> None:
    """Not whoever has printed something, has not read its input, has answered before, or has its
    input closed.
    """
    for program, close_input, requests in (
        *([] if sys.platform == "win32" else [("import time; time.sleep(100)", False, 1)]),
        ("print('PASS', flush=True); import time; time.sleep(100)", False, 1),
        (READ_ALL + "import time; print('PASS') if n == 1 else time.sleep(100)", False, 2),
        ("import time; time.sleep(100)", True, 1),
    ):
        limits = BotLimits(seconds=0.25, first_factor=1.0 if requests == 1 else 80.0)
        with Bot(python_bot(program, limits=limits, close_input=close_input)) as bot:
            replies = [bot.ask("0 1 2") for _ in range(requests)]
        assert replies[-1].problem == "no reply in time"


def test_a_command_that_does_not_exist() -> None:
    with Bot(BotSpec("no-such-program --fast")) as bot:
        reply = bot.ask("0 1 2")
    assert reply.verdict is Verdict.CRASH
    assert "cannot be started" in reply.problem


@with_threads_too
@on_posix
@pytest.mark.parametrize(
    "ending",
    [
        "print('PASS')",
        "time.sleep(100)",
        f"print('PASS'); print('{KEEP_RUNNING}', flush=True); input()",
    ],
)
def test_what_a_bot_has_started_ends_with_it(ending: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = f"""
import os, subprocess, time
child = subprocess.Popen(["/bin/sleep", "100"])  # it holds the standard output open, too
open({str(note)!r}, "w").write(str(child.pid))
{ending}"""
    with Bot(
        python_bot(program, limits=BotLimits(seconds=0.5 if "sleep(100)" in ending else 30.0))
    ) as bot:
        bot.ask("0 1 2")
    wait_until(lambda: not is_alive(note.read_text()))


@with_threads_too
def test_a_bot_is_ended_twice() -> None:
    """As it happens when an interrupt comes between the end of a turn and what follows."""
    with Bot(python_bot(KEEPS_RUNNING)) as bot:
        bot.ask("0 1 2")
        bot._process.kill()
        bot._process.kill()


def is_alive(pid: str) -> bool:
    """It runs; one that has ended may wait for somebody to see it (Z)."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True
    ).stdout.strip()
    return state not in ("", "Z")


def wait_until(happens: Callable[[], bool]) -> None:
    """What must happen soon; on a busy machine it may take a while."""
    deadline = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --------------------------------------------------------------------------------- specs and limits


@pytest.mark.parametrize("command", ["", "   ", [], "play 'it"])
def test_what_is_no_command(command: str | list[str]) -> None:
    with pytest.raises(BotError, match="is no command"):
        BotSpec(command)


@pytest.mark.parametrize(
    "limits",
    [
        {"seconds": 0},
        {"seconds": float("inf")},
        {"seconds": "1"},
        {"first_factor": 0.5},
        {"output_bytes": 0},
    ],
)
def test_what_is_no_limit(limits: dict[str, float]) -> None:
    with pytest.raises(BotError, match=f"{next(iter(limits))} is .*: expected a number from"):
        BotLimits(**limits)


def test_the_first_reply_has_twice_the_time() -> None:
    program = READ_ALL + "import time; time.sleep(0.5); print('PASS')"
    with Bot(python_bot(program, limits=BotLimits(seconds=0.4, first_factor=10.0))) as bot:
        assert [bot.ask("0 1 2").verdict, bot.ask("2 W5").verdict] == [Verdict.OK, Verdict.TIME]
