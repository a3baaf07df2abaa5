"""Pictures show exactly the tiles that were asked for, as XML in which a text stays a text."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

import guobiao
from generator import random_hand
from guobiao import GuobiaoError, Hand, Meld, MeldKind, Seat, Tile
from guobiao.pictures import discards_svg, hand_svg, score_svg, table_svg, tile_svg, waits_svg
from guobiao.players import make_player
from guobiao.table import Phase, TableHand
from pictures_read import part_of, places_of, read_svg, texts_of, tiles_of

ROOT = Path(__file__).resolve().parents[1]
ALL_TILES = [*map(str, Tile), *"abcdefgh", "back"]
BAD_TEXTS = ["<script>alert(1)</script>", "]]><&\"'", "\x00\x1b[31m", "\ud800", "x" * 10_000]
SCORE = guobiao.score("[CCCC]234567m99p34s5s|EE1000|2")


@pytest.mark.parametrize("name", ALL_TILES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("index", [False, True])
def test_a_tile(name: str, theme: str, index: bool) -> None:
    root = read_svg(tile_svg(name, theme=theme, index=index))
    assert tiles_of(root) == [name]


def test_each_tile_has_a_face_of_its_own() -> None:
    assert len({tile_svg(name).split("<defs>")[1].split("<use")[0] for name in ALL_TILES}) == 43
    assert tile_svg(Tile.E) == tile_svg("E") == tile_svg(27)
    assert tile_svg(34) == tile_svg("a")
    assert "$" not in "".join(map(tile_svg, ALL_TILES))


@pytest.mark.parametrize("tile", ["10m", "", "z", 42, -1, None, 1.0, True, ["5m"]])
def test_what_is_no_tile(tile: object) -> None:
    with pytest.raises(GuobiaoError, match="is no tile"):
        tile_svg(tile)


def told_tiles(hand: Hand) -> list[str]:
    """The tiles that a picture of the hand has; the outer ones of a concealed kong lie hidden."""
    told = [*map(str, hand.standing)]
    for meld in hand.melds:
        hidden = meld.kind is MeldKind.CONCEALED_KONG
        told += ["back", str(meld.tile), str(meld.tile), "back"] if hidden else map(str, meld.tiles)
    return sorted(told)


def test_random_hands_are_read_back() -> None:
    rng = random.Random(15)
    for _ in range(200):
        hand = random_hand(rng)
        root = read_svg(hand_svg(hand, index=rng.random() < 0.5))
        assert sorted(tiles_of(root)) == told_tiles(hand), hand


def test_the_winning_tile_lies_apart() -> None:
    tiles = [place[:2] for place in places_of(read_svg(hand_svg("11123456789995m")))]
    steps = [later[1] - tile[1] for tile, later in zip(tiles, tiles[1:])]
    assert tiles[-1][0] == "5m"
    assert steps == [61] * 12 + [79]


@pytest.mark.parametrize(
    ("meld", "turned"),
    [
        ("[555m,1]", [True, False, False]),
        ("[555m,2]", [False, True, False]),
        ("[555m,3]", [False, False, True]),
        ("[5555m,1]", [True, False, False, False]),
        ("[5555m,2]", [False, True, False, False]),
        ("[5555m,3]", [False, False, False, True]),
        ("[567m,3]", [True, False, False]),
        ("[5555m]", [False, False, False, False]),
    ],
)
def test_a_melds_tile_lies_where_its_giver_sits(meld: str, turned: list[bool]) -> None:
    laid = list(places_of(read_svg(hand_svg(f"{meld}1122334455s"))))[10:]
    assert [lies for *_, lies in laid] == turned
    assert [x for _, x, *_ in laid] == sorted(x for _, x, *_ in laid)


def test_the_claimed_tile_of_a_chow_comes_first() -> None:
    laid = list(places_of(read_svg(hand_svg("[567m,2]1122334455s"))))[10:]
    assert [name for name, *_ in laid] == ["6m", "5m", "7m"]


def test_an_added_tile_lies_on_the_turned_one() -> None:
    hand = Hand([9, 9, 10, 10, 11, 11, 12, 12, 13, 13], [Meld(MeldKind.ADDED_KONG, Tile.M5, 3)])
    laid = [place[1:] for place in places_of(read_svg(hand_svg(hand))) if place[0] == "5m"]
    lying = [(x, y) for x, y, turned in laid if turned]
    assert len(laid) == 4
    assert lying[0][0] == lying[1][0]
    assert lying[1][1] - lying[0][1] == 60
    assert min(y for _, y in lying) >= 0


def test_a_score_shows_its_fans_and_what_was_dropped() -> None:
    root = read_svg(score_svg(SCORE))
    text = "\n".join(texts_of(root))
    for counted in SCORE.fans:
        assert f"{counted.fan.zh}  {counted.fan.english}" in text
    assert (
        "幺九刻  Pung of Terminals or Honors: 已计入箭刻, paid by Dragon Pung (不重复 non-repeat)"
        in text
    )
    shown = told_tiles(SCORE.hand) + [
        str(tile) for fan in SCORE.fans for copy in fan.sets for each in copy for tile in each.tiles
    ]
    assert sorted(tiles_of(root)) == sorted(shown)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_score_in_one_language(language: str) -> None:
    told = texts_of(read_svg(score_svg(SCORE, language=language)))
    latin = [text for text in told if any("a" <= letter <= "z" for letter in text)]
    chinese = [text for text in told if any("\u4e00" <= letter <= "\u9fff" for letter in text)]
    assert not latin if language == "zh" else chinese == ["花×2"]


def test_each_random_score_is_read_back() -> None:
    rng = random.Random(16)
    for row in rng.sample((ROOT / "tests/cases/fans.tsv").read_text("utf-8").splitlines()[1:], 60):
        hand = next((cell for cell in row.split("\t") if "|" in cell), None)
        if hand is None:
            continue
        root = read_svg(score_svg(guobiao.score(hand)))
        assert texts_of(root)[-1]


def test_a_score_that_does_not_qualify() -> None:
    text = "\n".join(texts_of(read_svg(score_svg(guobiao.score("[EEE,2]234m678s88p34p5p")))))
    assert "不够 8 分起和" in text
    assert "below the minimum of 8" in text


def test_waits_and_discards() -> None:
    waits = guobiao.waits("123456789m1155s")
    root = read_svg(waits_svg(waits))
    assert tiles_of(root) == ["1s", "5s"]
    assert {"21", "20", "23", "22"} <= set(texts_of(root))
    found = guobiao.discards("123456789m1155s9p")
    shown = [str(tile) for each in found for tile in (each.tile, *(e.tile for e in each.effective))]
    assert tiles_of(read_svg(discards_svg(found))) == shown
    assert "没有听牌 no tile completes this hand" in texts_of(read_svg(waits_svg(())))


def played(seed: int, decisions: int) -> TableHand:
    table, player = TableHand(seed=seed), make_player("greedy")
    for _ in range(decisions):
        if table.is_over:
            break
        table.apply(player.act(table.observe(table.turn)))
    return table


TABLES = [
    played(seed, decisions) for seed, decisions in ((1, 0), (2, 17), (3, 40), (4, 70), (5, 999))
]
assert TABLES[-1].is_over


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_a_table_shows_all_tiles(table: TableHand) -> None:
    root = read_svg(table_svg(table))
    for seat in Seat:
        shown = tiles_of(part_of(root, f"hand {seat}"))
        assert sorted(shown) == told_tiles(table.hand_of(seat))
        river = [*map(str, table.observe(seat).rivers[seat])]
        assert tiles_of(part_of(root, f"river {seat}")) == river
        flowers = ["abcdefgh"[code - 34] for code in table.observe(seat).flowers[seat]]
        assert tiles_of(part_of(root, f"flowers {seat}")) == flowers
    turns = [each for each in root.iter() if each.attrib.get("data-part") == "turn"]
    assert len(turns) == (0 if table.is_over else 1)


@pytest.mark.parametrize("table", TABLES, ids=repr)
@pytest.mark.parametrize("seat", Seat)
def test_a_seat_sees_what_it_may(table: TableHand, seat: Seat) -> None:
    seen = table.observe(seat)
    drawn = table_svg(table, seat=seat)
    assert (drawn == table_svg(seen)) is not table.is_over  # who won is not in an observation
    root = read_svg(drawn)
    for other in Seat:
        shown = tiles_of(part_of(root, f"hand {other}"))
        melded = [tile for meld in seen.melds[other] for tile in laid(meld)]
        if other is seat:
            own = [str(tile) for tile in Tile for _ in range(seen.hand[tile])]
            assert sorted(shown) == sorted(own + melded)
        else:
            assert sorted(shown) == sorted(["back"] * seen.standing[other] + melded)


def laid(meld: object) -> list[str]:
    if meld.kind is MeldKind.CONCEALED_KONG:
        return ["back"] * 4 if meld.tile is None else ["back", str(meld.tile)] * 2
    return [*map(str, Meld(meld.kind, meld.tile, meld.source).tiles)]


def test_the_discard_that_may_be_claimed_is_marked() -> None:
    table = next(
        table
        for table in (played(6, number) for number in range(60))
        if not table.is_over and table.phase is Phase.CLAIM
    )
    marked = part_of(read_svg(table_svg(table)), f"river {table.observe('E').actor}")
    assert 'stroke="#c2410c"' in table_svg(table)
    assert [each.tag.rpartition("}")[2] for each in marked][-1] == "rect"


@pytest.mark.parametrize("bad", BAD_TEXTS, ids=lambda text: repr(text[:10]))
def test_a_name_stays_a_text(bad: str) -> None:
    root = read_svg(table_svg(TABLES[1], names=[bad] * 4, title=bad))
    assert len(table_svg(TABLES[1], names=[bad] * 4)) < len(table_svg(TABLES[1])) + 1_500
    assert sum(text[:5] == guobiao_text(bad)[:5] for text in texts_of(root)) == 4
    assert len(hand_svg(SCORE.hand, title=bad)) < len(hand_svg(SCORE.hand)) + 1_000


def guobiao_text(text: str) -> str:
    from guobiao.visible import visible

    return visible(text)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tile_svg("5m", theme="blue"), "theme 'blue': expected 'light' or 'dark'"),
        (lambda: tile_svg("5m", theme=None), "theme None"),
        (lambda: tile_svg("5m", index=1), "index is 1: expected True or False"),
        (lambda: hand_svg("nonsense"), "nonsense"),
        (lambda: hand_svg(SCORE.hand, title=5), "title 5: expected a text"),
        (lambda: score_svg("11123456789995m"), "expected a Score"),
        (lambda: score_svg(SCORE, language="fr"), "language 'fr': expected 'both', 'en' or 'zh'"),
        (lambda: waits_svg([1]), "expected a Wait"),
        (lambda: waits_svg(5), "expected a list"),
        (lambda: discards_svg(guobiao.waits("123456789m1155s")), "expected a Discard"),
        (lambda: table_svg("table"), "expected a TableHand or an Observation"),
        (lambda: table_svg(TABLES[0], seat="X"), "is no seat"),
        (lambda: table_svg(TABLES[0].observe("E"), seat="S"), "what its seat E may see"),
        (lambda: table_svg(TABLES[0], names=["A"]), "expected four texts"),
        (lambda: table_svg(TABLES[0], names=[1, 2, 3, 4]), "expected four texts"),
        (lambda: table_svg(TABLES[0], title=None), "title None: expected a text"),
    ],
)
def test_bad_input(call: object, message: str) -> None:
    with pytest.raises(GuobiaoError) as caught:
        call()
    assert message in str(caught.value)


def test_what_a_notebook_shows() -> None:
    hand = SCORE.hand
    waits, discards = guobiao.waits("123456789m1155s"), guobiao.discards("123456789m1155s9p")
    shown = {
        Tile.M5: tile_svg("5m"),
        hand: hand_svg(hand),
        SCORE: score_svg(SCORE),
        waits: waits_svg(waits),
        discards: discards_svg(discards),
        TABLES[1].observe("S"): table_svg(TABLES[1], seat="S"),
    }
    for value, picture in shown.items():
        assert value._repr_svg_() == picture
    assert TABLES[1]._repr_svg_() == table_svg(TABLES[1])


@pytest.mark.parametrize(
    "found", [guobiao.waits("123456789m1155s"), guobiao.discards("123456789m1155s9p")]
)
def test_waits_and_discards_are_tuples_still(found: tuple) -> None:
    assert isinstance(found, tuple)
    assert found == tuple(found)
    assert repr(found) == repr(tuple(found))
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert type(again) is type(found)


def test_importing_guobiao_imports_no_pictures() -> None:
    program = (
        "import sys, guobiao; guobiao.score('11123456789995m'); guobiao.waits('123456789m1155s');"
        "print([n for n in sys.modules if 'pictures' in n or n in ('html', 'guobiao.later')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_faces_are_current() -> None:
    """Drawn again of the outlines that are kept; with GUOBIAO_TILE_FONT, read from the font too."""
    command = [sys.executable, str(ROOT / "docs/draw_tiles.py"), "--check"]
    if font := os.environ.get("GUOBIAO_TILE_FONT"):
        command += ["--font", font]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_licence_names_the_font() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Noto Serif CJK" in text
    assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_the_pictures_are_small() -> None:
    """The wheel may grow by 300 kB: this is what the pictures take before they are compressed."""
    files = (ROOT / "python/guobiao/pictures").glob("*.py")
    assert 30_000 < sum(file.stat().st_size for file in files) < 300_000
    assert len(table_svg(TABLES[3])) < 100_000
