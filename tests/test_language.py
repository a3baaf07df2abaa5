"""The command in Chinese: each text of ``say`` has one, none is stale, and it is printed."""

import ast
import re
from pathlib import Path

import pytest

import guobiao
import guobiao.cli
from guobiao.cli import main
from guobiao.cli.chinese import SAID, TOLD

FIELD = r"\{(\w+)\}"


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


def test_no_message_is_stale():
    """What stands between the fields of a message of ``TOLD`` is in some text of the library."""
    texts = set()
    for path in Path(guobiao.__file__).parent.rglob("*.py"):
        if path.name == "chinese.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
    for template in TOLD:
        for part in re.sub(FIELD, "\n", template).split("\n"):
            assert any(part.strip() in text for text in texts), f"stale in TOLD: {template}"


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


def test_json_and_exceptions_stay_english(capsys: pytest.CaptureFixture[str]):
    main(["--lang", "zh", "score", "--json", "19m19p119sESWNPF1m"])
    assert "is not a winning hand" in capsys.readouterr().out
