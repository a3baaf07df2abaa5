"""The command in Chinese: each text of ``say`` has one, none is stale, and it is printed."""

import ast
import re
from pathlib import Path

import pytest

import guobiao
import guobiao.cli
from guobiao.cli import language, main
from guobiao.cli.chinese import SAID, TOLD
from guobiao.cli.language import told, use_language
from guobiao.cli.quoting import hint_after_error

FIELD = r"\{(\w+)(?::,)?\}"


def said_in_source() -> set[str]:
    """The literal of every call of ``say``."""
    found = set()
    for path in Path(guobiao.cli.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                assert isinstance(node.args[0], ast.Constant), f"{path}:{node.lineno}: no literal"
                found.add(node.args[0].value)
    return found


def test_each_text_has_a_chinese_one():
    missing, stale = said_in_source() - set(SAID), set(SAID) - said_in_source()
    assert not missing, f"add to SAID in guobiao/cli/chinese.py: {sorted(missing)}"
    assert not stale, f"remove from SAID in guobiao/cli/chinese.py: {sorted(stale)}"


WRONG = [
    "123456789m1155s",
    "19m19p119sESWNPF1m",
    "[123m,1]45m789s99p6m",
    "[123m,1][123m,1]45m789s6m",
    "12m",
    "123",
    "123m|EE0000|0|0",
    "[111m,1][222m,1][333m,1][444m,1][555m,1]66m",
    "[123m,1",
    "123m]",
    "[ESW,1]123456789m11s",
    "[124m,1]123456789m11s",
    "[321m,1]123456789m11s",
    "11123456789995m|XE0000",
    "11123456789995m|E",
    "11123456789995m|EE0000|9",
    "111112345678m99s",
    "",
    "11123456789995m|EE0100",
    "11123456789999m|EE0100",
    "11123456789995m|EE1001",
    "11123456789955m|EE0001",
    "[123m,1]567789s99p12m3m|EE0001",
    "[123m,1]567789s99p45m6m|EE0011",
    "123456789m1155s|EE1000",
]


def told_of(text: str) -> str:
    """What the command says of a wrong hand, and its hint."""
    try:
        guobiao.score(text)
    except guobiao.GuobiaoError as error:
        return told(f"{error}\n{hint_after_error('score', 'EE1000|2')}")
    raise AssertionError(f"{text} is a right hand")


def test_each_message_is_still_told(monkeypatch: pytest.MonkeyPatch):
    """Without any one line of ``TOLD``, what some wrong hand is told differs."""
    use_language("zh")
    full = [told_of(text) for text in WRONG]
    stale = []
    for english in list(TOLD):
        with monkeypatch.context() as changed:
            changed.delitem(TOLD, english)
            language._patterns.cache_clear()
            if [told_of(text) for text in WRONG] == full:
                stale.append(english)
    language._patterns.cache_clear()
    use_language("en")
    for message in full:
        assert not re.search(r"[a-z]{3,} [a-z]{3,}", message.replace("guobiao score", ""))
    assert not stale, f"no hand of WRONG is told this: add one, or remove it from TOLD: {stale}"


@pytest.mark.parametrize(("english", "chinese"), [*SAID.items(), *TOLD.items()])
def test_the_fields_are_the_same(english: str, chinese: str):
    assert sorted(re.findall(FIELD, english)) == sorted(re.findall(FIELD, chinese))


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["score", "[CCCC]234567m99p34s5s|EE1000|2"], "合计：11 分，不计花牌 9 分，可以和牌"),
        (["score", "[CCCC]234567m99p34s5s|EE1000|2"], "幺九刻 ×1：已含在箭刻中（不重复）"),
        (["fans", "组合龙"], "组成的特殊顺子"),
        (["fans"], "分值"),
        (["waits", "[CCCC]234567m99p34s"], "(*) 不够起和分"),
        (["waits", "11m13579s2468p13s"], "这手牌没有听牌"),
        (["shanten", "245568m245568p7s"], "有效进张（余张）"),
        (["shanten", "19m19p119sESWNPF"], "十三幺"),
        (["analyze", "123456789m1155s"], "已经听牌。"),
        (["analyze", "123456m234p67sEE9p"], "凑到 8 分（点和）：要换"),
        (["analyze", "--win", "self_draw", "1234444678m456p"], "（自摸）"),
        (["analyze", "--minimum", "300", "159m159s159pESWC"], "至少要换"),
        (["score", "19m19p119sESWNPF1m"], "没有和牌：这十四张牌不成任何和牌型"),
        (["score", "[123m,1]45m789s99p6m"], "1 副吃碰杠之外，立牌有 8 张（第 21 列）"),
    ],
)
def test_the_command_speaks_chinese(
    arguments: list[str], shown: str, capsys: pytest.CaptureFixture[str]
):
    main(["--lang", "zh", *arguments])
    told = capsys.readouterr()
    assert shown in told.out + told.err
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", told.out + told.err)


def test_the_environment_chooses_and_the_option_wins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GUOBIAO_LANG", "zh_CN")
    main(["fans", "无字"])
    assert "条件：" in capsys.readouterr().out
    main(["--lang", "en", "fans", "无字"])
    assert "Condition:" in capsys.readouterr().out
    monkeypatch.setenv("GUOBIAO_LANG", "fr")
    main(["fans", "无字"])
    assert "Condition:" in capsys.readouterr().out


def test_a_line_of_a_file_is_told_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    hands = tmp_path / "hands.txt"
    hands.write_text("123\n", encoding="utf-8")
    for command in ("score", "waits"):
        main(["--lang", "zh", command, "--file", str(hands)])
        assert ":1: 数字没有花色：'123'（第 1 列）" in capsys.readouterr().err


def test_json_and_exceptions_stay_english(capsys: pytest.CaptureFixture[str]):
    main(["--lang", "zh", "score", "--json", "19m19p119sESWNPF1m"])
    assert "is not a winning hand" in capsys.readouterr().out
