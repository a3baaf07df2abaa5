"""A hand of play as a page: one file that loads nothing, shows what it should, hides the rest."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from guobiao import GuobiaoError, Seat, Tile
from guobiao.cli import main
from guobiao.pictures import game_html
from guobiao.players import make_player
from guobiao.table import TableHand, decode_action

RECORDS = Path(__file__).parent / "records"
ATTACKS = ["</script><script>alert(1)</script>", "<!--<script>", "\u2028\x00\ud800", "y" * 10_000]


def played(seed: int, wall: str = "common") -> TableHand:
    table, player = TableHand(seed=seed, wall=wall), make_player("greedy")
    while not table.is_over:
        table.apply(player.act(table.observe(table.turn)))
    return table


TABLES = [played(14), played(3), played(5, "own")]


def data_of(page: str) -> dict:
    (found,) = re.findall(
        r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL
    )
    return json.loads(found)


class Loads(HTMLParser):
    """What a page would load or run."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts, self.outside = 0, []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        for name, value in attrs:
            if name in ("src", "href", "action", "data") and not (value or "").startswith("#"):
                self.outside.append(value)
            if name.startswith("on"):
                self.outside.append(name)


@pytest.mark.parametrize("attack", ["Ann", *ATTACKS], ids=lambda text: repr(text[:12]))
def test_a_page_loads_nothing_and_texts_stay_texts(attack: str) -> None:
    page = game_html(TABLES[0], names=[attack] * 4, title=attack, differences=[attack])
    page.encode("utf-8")
    reader = Loads()
    reader.feed(page)
    assert (reader.scripts, reader.outside) == (2, [])
    assert len(data_of(page)["players"][0]) <= 200
    assert "default-src 'none'" in page


def test_a_page_is_small() -> None:
    page = game_html(TABLES[0])
    data = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)[1]
    assert len(page.encode()) - len(data.encode()) < 400_000
    assert len(data.encode()) < 300_000


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_each_frame_is_the_table(table: TableHand) -> None:
    frames = data_of(game_html(table))["frames"]
    assert len(frames) == len(table.actions) + 1
    for seat in Seat:
        told = frames[-1]["seats"][seat]
        tiles = [*told["standing"], *([told["apart"]] if told["apart"] else [])]
        assert sorted(tiles) == sorted(map(str, table.hand_of(seat).standing))
        assert told["river"] == [str(tile) for tile in table.observe(seat).rivers[seat]]
    for frame, action in zip(frames, table.actions):
        decoded = decode_action(action)
        if "discards" in frame["choice"]:
            assert frame["choice"]["chosen"] == str(decoded.tile)
            least = min(shanten for _, shanten, _ in frame["choice"]["discards"])
            chosen = next(row for row in frame["choice"]["discards"] if row[0] == str(decoded.tile))
            assert frame["choice"]["back"] is (chosen[1] > least)
    assert sum("discards" in frame.get("choice", {}) for frame in frames) > 15


@pytest.mark.parametrize("table", TABLES, ids=repr)
@pytest.mark.parametrize("seat", Seat)
def test_a_seats_page_holds_nothing_hidden(table: TableHand, seat: Seat) -> None:
    """Two tables that look the same to a seat have the same page, up to where they differ."""
    frames = data_of(game_html(table, seat=seat))["frames"]
    for frame in frames[:-1]:
        for other in Seat:
            place = frame["seats"][other]
            if other is not seat:
                assert {*place["standing"], place["apart"]} <= {"back", None}
                assert "waits" not in place
                assert "shanten" not in place
                assert all(name is None for kind, name, _ in place["melds"] if kind == 4)
        if "choice" in frame:
            assert frame["choice"]["seat"] == seat
        for english, chinese in frame["events"]:
            if english[0] != str(seat) and (" draws" in english or "instead" in english):
                assert english in (f"{english[0]} draws", f"{english[0]} takes instead")
                assert not any(tile.zh in chinese[2:] for tile in Tile)
            assert ", before " not in english


def test_the_result_is_the_tables() -> None:
    result = data_of(game_html(TABLES[0]))["result"]
    assert result["points"] == TABLES[0].result.score.points
    assert [fan[1] for fan in result["fans"]] == [one.fan.zh for one in TABLES[0].result.score.fans]
    assert data_of(game_html(TableHand(seed=7)))["result"] is None


def test_a_table_as_a_page() -> None:
    names = ["A", "B", "C", "D"]
    page = TABLES[0].to_html(seat="S", names=names, title="One")
    assert page == game_html(TABLES[0], seat=1, names=names, title="One")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": "X"}, "is no seat"),
        ({"names": ["A"]}, "expected four texts"),
        ({"names": 5}, "expected a list"),
        ({"names": [1, 2, 3, 4]}, "a name 1: expected a text"),
        ({"title": 5}, "title 5: expected a text"),
        ({"differences": [5]}, "a difference 5: expected a text"),
    ],
)
def test_bad_input(options: dict[str, object], message: str) -> None:
    with pytest.raises(GuobiaoError, match=re.escape(message)):
        game_html(TABLES[0], **options)
    with pytest.raises(GuobiaoError, match="expected a TableHand"):
        game_html("table")


@pytest.mark.parametrize("name", ["games.txt", "judge-41.json", "tziakcha.json", "hands.jsonl"])
def test_a_record_as_a_page(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    code = main(["replay", str(RECORDS / name), "--html", str(page)])
    assert len(data_of(page.read_text(encoding="utf-8"))["frames"]) > 5
    assert code in (0, 1)
    page.write_text("mine", encoding="utf-8")
    assert main(["replay", str(RECORDS / name), "--html", str(page)]) == 2
    assert page.read_text(encoding="utf-8") == "mine"
    assert main(["replay", str(RECORDS / name), "--html", str(page), "--force"]) == code
    assert page.read_text(encoding="utf-8") != "mine"
    capsys.readouterr()


def test_the_differences_of_a_record_are_told(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    damaged = RECORDS.parents[1] / "docs/examples/damaged.txt"
    assert main(["replay", str(damaged), "--html", str(page)]) == 1
    assert data_of(page.read_text(encoding="utf-8"))["differences"]


def test_which_game_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for game in ("1", "2"):
        page = tmp_path / f"{game}.html"
        command = ["replay", str(RECORDS / "hands.jsonl"), "--html", str(page), "--game", game]
        main([*command, "--seat", "E"])
        pages.append(data_of(page.read_text(encoding="utf-8")))
    assert pages[0] != pages[1]
    assert pages[0]["seat"] == 0
    missing = tmp_path / "missing.html"
    command = ["replay", str(RECORDS / "hands.jsonl"), "--html", str(missing), "--game", "9999"]
    assert main(command) == 1
    assert "--game 9999: there are" in capsys.readouterr().err
    assert not missing.exists()
    assert main([*command[:-1], "0"]) == 2
    assert main([*command, "--seat", "X"]) == 2
    assert main(["replay", str(RECORDS / "hands.jsonl"), "--seat", "E"]) == 2
