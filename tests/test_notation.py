"""Every format is read and written as documented, nothing is lost on the way, and every error
points at its place.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from case_files import read_cases
from guobiao import reference, score, waits
from guobiao.contradictions import find_contradiction
from guobiao.errors import (
    ContradictionError,
    ContradictoryNotationError,
    FormatError,
    GuobiaoError,
    NotationError,
)
from guobiao.hand import Hand, Meld, MeldKind
from guobiao.notation import FORMATS, MAX_LENGTH, format_hand, format_tiles, parse_hand, parse_tiles
from guobiao.notation.gb import names_winds
from guobiao.tiles import Seat, Tile
from hand_strategies import hands

FULL = "[123m,1][CCCC]45m789s99p6m|EE1000|2"


# ------------------------------------------------------------------------------------------ reading


def test_a_gb_string_gives_every_part() -> None:
    hand = parse_hand("[345p,2][EEE,3][7777s,1][2222m,6]5m5p|SW0110|3")
    assert hand.melds == (
        Meld(MeldKind.CHOW, Tile.P3, 2),
        Meld(MeldKind.PUNG, Tile.E, 3),
        Meld(MeldKind.MELDED_KONG, Tile.S7, 1),
        Meld(MeldKind.ADDED_KONG, Tile.M2, 2),
    )
    assert hand.standing == (Tile.M5, Tile.P5)
    assert hand.winning_tile is Tile.P5
    assert (hand.prevalent_wind, hand.seat_wind) == (Seat.S, Seat.W)
    assert (hand.self_drawn, hand.last_copy, hand.last_tile, hand.kong, hand.flowers) == (
        False,
        True,
        True,
        False,
        3,
    )


@pytest.mark.parametrize(
    ("written", "meld"),
    [
        ("[123m]", Meld(MeldKind.CHOW, Tile.M1, 1)),
        ("[123m,1]", Meld(MeldKind.CHOW, Tile.M1, 1)),
        ("[123m, 3]", Meld(MeldKind.CHOW, Tile.M1, 3)),
        ("[1m2m3m,2]", Meld(MeldKind.CHOW, Tile.M1, 2)),
        ("[CCC]", Meld(MeldKind.PUNG, Tile.C, 1)),
        ("[CCC,3]", Meld(MeldKind.PUNG, Tile.C, 3)),
        ("[CCCC]", Meld(MeldKind.CONCEALED_KONG, Tile.C)),
        ("[CCCC,1]", Meld(MeldKind.MELDED_KONG, Tile.C, 1)),
        ("[CCCC,3]", Meld(MeldKind.MELDED_KONG, Tile.C, 3)),
        ("[CCCC,5]", Meld(MeldKind.ADDED_KONG, Tile.C, 1)),
        ("[CCCC,7]", Meld(MeldKind.ADDED_KONG, Tile.C, 3)),
    ],
)
def test_melds(written: str, meld: Meld) -> None:
    assert parse_hand(written + "12345s66678p").melds == (meld,)


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ("", "EE0000"),
        ("|", "EE0000"),
        ("|SW", "SW0000"),
        ("|SW0100", "SW0100"),
        ("|0100", "EE0100"),
        ("| S W 0100 ", "SW0100"),
        ("|\tSW 0 1 0 0\u00a0| a b\u3000", "SW0100|2"),
        ("| SW 0100 | 3 ", "SW0100|3"),
        ("|SW|8", "SW0000|8"),
        ("||8", "EE0000|8"),
        ("|EE0000|", "EE0000"),
        ("|EE0000|0", "EE0000"),
        ("|EE0000|hb", "EE0000|2"),
        ("|EE0000|abcdefgh", "EE0000|8"),
        ("\n", "EE0000"),
        ("|EE0000\r\n", "EE0000"),
    ],
)
def test_missing_parts_of_the_context_are_the_defaults_and_blanks_mean_nothing(
    context: str, expected: str
) -> None:
    hand = "123456789m1155s2p"
    assert format_hand(parse_hand(hand + context)) == f"{hand}|{expected}"


@pytest.mark.parametrize(
    ("text", "winning_tile"),
    [
        ("123456789m1155s2p", Tile.P2),
        ("123456789m1155s2p|EE0000", Tile.P2),
        ("123456789m1155s2p |EE0000", None),
        ("123456789m1155s2p\t|EE0000", None),
        ("123456789m1155s2p\u00a0|", None),
        ("123456789m1155s2p\u3000|\n", None),
        ("123456789m1155s2p| EE0000", Tile.P2),
        ("[EEE] 456789m11s [SSS] |EE0000", None),
        ("[EEE] 456789m11s [SSS]|EE0000", Tile.S1),
        ("123456789m1155s", None),
        ("123456789m1155s |SW|3", None),
        ("  123m 456m 789m 1155s 2p", Tile.P2),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T1 T5 T5 B2", Tile.P2),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T1 T5 T5", None),
        ("一二三四五六七八九万一一五五条二饼", Tile.P2),
        ("🀇🀈🀉🀊🀋🀌🀍🀎🀏🀐🀐🀔🀔🀚", Tile.P2),
        ("🀇🀈🀉🀊🀋🀌🀍🀎🀏🀐🀐🀔🀔🀚\ufe0f", Tile.P2),
    ],
)
def test_the_last_of_fourteen_is_the_winning_tile_unless_a_blank_stands_before_the_bar(
    text: str, winning_tile: Tile | None
) -> None:
    assert parse_hand(text).winning_tile == winning_tile


@pytest.mark.parametrize(
    "text",
    [
        "123456789m1155s2p",
        FULL,
        "123456789m1155s2p |EE0000",
        "W1 W2 W3 W4 W5 W6 W7 W8 W9 T1 T1 T5 T5 B2",
        "一二三四五六七八九万一一五五条二饼",
        "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀐🀐🀔🀔🀚",
    ],
)
@pytest.mark.parametrize(
    "end", [" ", "\t", "\u00a0", "\u3000", "\r", "\n", "\r\n", "\t \u3000\r\n", " \n\n"]
)
def test_blanks_at_the_end_mean_nothing(text: str, end: str) -> None:
    """Padded columns, tab-ended files, lines that were copied."""
    assert parse_hand(text + end) == parse_hand(text)
    if "|" not in text:
        assert parse_tiles(text + end) == parse_tiles(text)


@pytest.mark.parametrize("ask", [score, reference.score, waits, reference.waits])
def test_an_error_of_fourteen_tiles_without_a_winning_tile_names_the_blank(
    ask: Callable[..., object],
) -> None:
    with pytest.raises(
        GuobiaoError, match=r"the blank before its '\|' says that none of its fourteen tiles"
    ) as caught:
        ask("123456789m1155s5s |EE0000")
    assert "123456789m11555s |EE0000" in str(caught.value)
    with pytest.raises(
        ContradictoryNotationError, match="a blank there says that none of them is it"
    ):
        parse_hand("123456789m1155s5s |EE1000")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        # Melds between and behind the tiles, sources without a comma, blanks between the parts.
        ("45m789s99p6m[123m,1][CCCC]|EE1000|2", FULL),
        ("45m[123m,1]789s99p[CCCC]6m|EE1000|2", FULL),
        ("45m 789s 99p 6m [123m1] [CCCC]| EE 1000 | 2", FULL),
        (" [ 123m , 1 ] [CCCC] 45m 789s 99p 6m| E E 1 0 0 0 |a b", FULL),
        ("[345m3][EEE 2][7777s1][2222p6]5m5m|EE0000", "[345m,3][EEE,2][7777s,1][2222p,6]5m5m"),
        # Full-width letters.
        ("［１２３ｍ，１］［ＣＣＣＣ］４５ｍ７８９ｓ９９ｐ６ｍ｜ＥＥ１０００｜２", FULL),
        ("１９m19s19pＥＳＷNCFPＰ", "19m19s19pESWNCFPP"),
        ("Ｗ１　Ｗ９　Ｔ１　T9 B1 B9 F1 F2 F3 F4 J1 J2 J3 J3", "19m19s19pESWNCFPP"),
        ("１９万１９条１９饼东南西北中发白白", "19m19s19pESWNCFPP"),
        # Botzone codes in small letters and without blanks.
        ("w1 w9 t1 t9 b1 b9 f1 f2 f3 f4 j1 j2 j3 j3", "19m19s19pESWNCFPP"),
        ("W1W9T1T9B1B9F1F2F3F4J1J2J3J3", "19m19s19pESWNCFPP"),
        ("w1w9t1t9 B1B9f1f2f3f4\tj1j2j3j3 h1H8", "19m19s19pESWNCFPP||2"),
        # Names of more than one character.
        ("一九万一九条一九饼东南西北红中发财白板白板", "19m19s19pESWNCFPP"),
        ("一九萬一九條一九餅東風南風西風北風紅中青發白板白", "19m19s19pESWNCFPP"),
        ("19万19索19筒东风南风西风北风中绿发白白板", "19m19s19pESWNCFPP"),
        ("五伍万123456789条東東東", "55m123456789sEEE"),
    ],
)
def test_hands_as_others_write_them(text: str, same: str) -> None:
    assert parse_hand(text) == parse_hand(same)


def test_a_winning_tile_before_melds_stays_the_last_standing_one() -> None:
    assert parse_hand("[EEE,1]45m789s99p[CCCC]6m").winning_tile is Tile.M6
    assert parse_hand("6m45m789s99p[EEE,1][CCCC]|").winning_tile is Tile.P9
    assert parse_hand("[EEE,1]45m789s99p6m [CCCC]|").winning_tile is Tile.M6


def test_an_error_shows_the_text_as_it_was_written() -> None:
    for text, column in (("１２３ｍ４Ｘ", 5), ("红中白板？", 4), ("１９ｍ１９ｍ｜ＥＱ", 8)):
        for read in (parse_hand, parse_tiles):
            with pytest.raises(NotationError) as caught:
                read(text)
            assert caught.value.text == text
        with pytest.raises(NotationError) as caught:
            parse_hand(text)
        assert caught.value.column == column


def test_winds_behind_a_wide_bar_are_named() -> None:
    assert names_winds("13347s12369m258p3m｜ＥＥ００００")
    assert not names_winds("13347s12369m258p3m｜００００")


@pytest.mark.parametrize(
    "text",
    [
        "147m258s369pESWNC",
        "W1 W4 W7 T2 T5 T8 B3 B6 B9 F1 F2 F3 F4 J1",
        "  W1  W4 W7 T2 T5 T8\tB3 B6 B9 F1 F2 F3 F4 J1",
        "一万 四万 七万 二条 五条 八条 三饼 六饼 九饼 东 南 西 北 中",
        "一萬 四萬 七萬 二條 五條 八條 三餅 六餅 九餅 東 南 西 北 中",
        "一萬 四萬 七萬 二索 五索 八索 三筒 六筒 九筒 東 南 西 北 中",
        "一四七万二五八条三六九饼东南西北中",
        "1万4万7万2条5条8条3饼6饼9饼东南西北中",
        "🀇🀊🀍🀑🀔🀗🀛🀞🀡🀀🀁🀂🀃🀄",
        "🀇🀊🀍 🀑🀔🀗 🀛🀞🀡 🀀🀁🀂🀃 🀄\ufe0e",
    ],
)
def test_the_same_hand_in_every_format(text: str) -> None:
    standing = [0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30, 31]
    hand = parse_hand(text)
    assert hand == Hand(standing, winning_tile=Tile.C)


@pytest.mark.parametrize(
    ("dragons", "last"), [("CFP", Tile.P), ("PFC", Tile.C), ("FCP", Tile.P), ("CPF", Tile.F)]
)
def test_z_is_read_in_the_order_that_is_named(dragons: str, last: Tile) -> None:
    hand = parse_hand("19m19s19p1234567z7z", dragons=dragons)
    assert hand.winning_tile is last
    assert format_hand(hand, "z", dragons=dragons) == "19m19s19p1234567z7z"


def test_a_format_of_tiles_refuses_fourteen_without_a_winning_tile() -> None:
    """A blank at the end would say nothing."""
    hand = parse_hand("123456789m1155s2p |EE0000")
    assert format_hand(hand) == "123456789m1155s2p |EE0000"
    for format in ("botzone", "unicode", "chinese", "z"):
        with pytest.raises(FormatError, match="fourteen tiles, none of them the winning tile"):
            format_hand(hand, format, dragons="CFP")  # type: ignore[arg-type]


def test_z_needs_a_named_order() -> None:
    with pytest.raises(NotationError, match='dragons="CFP"') as caught:
        parse_hand("19m19s19p1234567z7z")
    assert caught.value.column == 16
    for wrong in ("CF", "cfp", "ESW", 5):
        with pytest.raises(FormatError, match="order of the dragons"):
            parse_hand(FULL, dragons=wrong)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="order of the dragons"):
        format_hand(parse_hand("19m19s19pESWNCFPP"), "z")
    with pytest.raises(NotationError, match="no tile 8z"):
        parse_hand("19m19s19p1234568z7z", dragons="CFP")


@pytest.mark.parametrize(
    ("text", "flowers"),
    [
        ("H1 H8 W1 W4 W7 T2 T5 T8 B3 B6 B9 F1 F2 F3 F4 J1", 2),
        ("W1 W4 W7 T2 T5 T8 B3 B6 B9 F1 F2 F3 F4 J1 H3", 1),
        ("🀢🀩🀇🀊🀍🀑🀔🀗🀛🀞🀡🀀🀁🀂🀃🀄", 2),
        ("春 菊 竹 一四七万二五八条三六九饼东南西北中", 3),
    ],
)
def test_flowers_are_counted_and_are_no_winning_tile(text: str, flowers: int) -> None:
    hand = parse_hand(text)
    assert (hand.flowers, hand.winning_tile) == (flowers, Tile.C)


@pytest.mark.parametrize(
    "name", ["decisions.tsv", "reports.tsv", "profiles.tsv", "wmo.tsv", "random-mil.tsv"]
)
def test_every_case_is_read_and_written_unchanged(name: str) -> None:
    for case in read_cases(name):
        hand = parse_hand(case.hand, rules="botzone" if case.total is None else case.profile)
        assert parse_hand(format_hand(hand), rules="botzone") == hand, case.id


# -------------------------------------------------------------------------------------- round trips


@given(hands())
def test_gb_holds_every_hand(hand: Hand) -> None:
    text = format_hand(hand)
    again = parse_hand(text, rules="botzone")
    assert again == hand
    assert again.melds == hand.melds
    assert format_hand(again) == text


@given(hands(tiles_only=True, has_melds=False))
def test_botzone_codes_hold_every_hand_of_tiles_and_flowers(hand: Hand) -> None:
    _check_round_trip(hand, "botzone")


@given(hands(tiles_only=True), st.sampled_from(["unicode", "chinese"]))
def test_symbols_hold_every_hand_of_tiles_melds_and_flowers(hand: Hand, format: str) -> None:
    _check_round_trip(hand, format)


def _check_round_trip(hand: Hand, format: str) -> None:
    text = format_hand(hand, format)  # type: ignore[arg-type]
    again = parse_hand(text)
    assert again == hand
    assert again.melds == hand.melds
    assert format_hand(again, format) == text  # type: ignore[arg-type]


@given(hands(tiles_only=True, flowers=False), st.permutations("CFP").map("".join))
def test_z_holds_every_hand_of_tiles_and_melds(hand: Hand, dragons: str) -> None:
    text = format_hand(hand, "z", dragons=dragons)
    assert set(text) <= set("123456789mspz [],")
    again = parse_hand(text, dragons=dragons)
    assert again == hand
    assert again.melds == hand.melds


MELDED = "[234m,1][555p,3][EEEE,2][CCCC,5]6m6m"
WITH_FLOWER = "[123m,3][PPPP]456789m1s1s||1"
CLOSED = "[1111s][FFFF][999m,2]45m66p6m||2"


@pytest.mark.parametrize(
    ("hand", "format", "text"),
    [
        (MELDED, "unicode", "[🀈🀉🀊,1][🀝🀝🀝,3][🀀🀀🀀🀀,2][🀄🀄🀄🀄,5]🀌🀌"),
        (
            MELDED,
            "chinese",
            "[二万 三万 四万,1] [五饼 五饼 五饼,3] [东 东 东 东,2] [中 中 中 中,5] 六万 六万",
        ),
        (MELDED, "z", "[234m,1][555p,3][1111z,2][5555z,5]6m6m"),
        (CLOSED, "unicode", "🀢🀣[🀐🀐🀐🀐][🀅🀅🀅🀅][🀏🀏🀏,2]🀊🀋🀞🀞🀌"),
        (
            CLOSED,
            "chinese",
            "春 夏 [一条 一条 一条 一条] [发 发 发 发] [九万 九万 九万,2] 四万 五万 六饼 六饼 六万",
        ),
    ],
)
def test_melds_are_written_in_brackets(hand: str, format: str, text: str) -> None:
    """With the sources of a GB string: none for a concealed kong, 5-7 for an added one."""
    assert format_hand(parse_hand(hand), format, dragons="CFP") == text  # type: ignore[arg-type]
    assert parse_hand(text, dragons="CFP") == parse_hand(hand)


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("🀊🀋🀌🀐🀑🀒🀙🀙[🀇🀈🀉][🀄🀄🀄2]", "[123m][CCC2]456m123s11p"),
        ("🀊🀋🀌🀐🀑🀒🀙🀙🀢[🀇\ufe0e🀈\ufe0e🀉\ufe0e,3] [🀄🀄🀄 ,2 ]🀩", "[123m,3][CCC,2]456m123s11p||2"),
        ("四五六万[一二三万]一二三条一一饼[红中红中红中2]", "[123m][CCC,2]456m123s11p"),
        ("［一万　二万　三万，３］［白板白板白板白板］四五六七八九万一条一条菊", WITH_FLOWER),
        ("[五萬伍萬五万五万7]一万一万一万二万二万二万三万三万三万東", "[5555m,7]111222333mE"),
    ],
)
def test_melds_of_symbols_as_others_write_them(text: str, hand: str) -> None:
    assert parse_hand(text) == parse_hand(hand)


@given(st.lists(st.integers(0, 33).map(Tile), max_size=136), st.sampled_from(FORMATS))
def test_lists_of_tiles_keep_their_order(tiles: list[Tile], format: str) -> None:
    text = format_tiles(tiles, format, dragons="PFC")  # type: ignore[arg-type]
    assert parse_tiles(text, dragons="PFC") == tuple(tiles)


@given(hands())
def test_writing_never_loses_melds_or_context(hand: Hand) -> None:
    for format in ("botzone", "unicode", "chinese", "z"):
        try:
            text = format_hand(hand, format, dragons="CFP")  # type: ignore[arg-type]
        except FormatError:
            assert (
                (hand.melds and format == "botzone")
                or hand.flags
                or hand.winds
                or (hand.flowers and format == "z")
                or (hand.tile_count == 14 and hand.winning_tile is None)
            )
        else:
            assert parse_hand(text, dragons="CFP") == hand


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("123m45m789s99pCCC6m|EE1000", "flags"),
        ("123m45m789s99pCCC6m|ES", "winds"),
        ("[123m,1]45m789s99pCCC6m|SE0100", "flags of the win, winds"),
        ("[123m,1]45m789s99pCCC6m |", "fourteen tiles, none of them the winning tile"),
    ],
)
@pytest.mark.parametrize("format", ["botzone", "unicode", "chinese", "z"])
def test_writing_what_a_format_cannot_hold_is_an_error(text: str, lost: str, format: str) -> None:
    with pytest.raises(FormatError, match=lost):
        format_hand(parse_hand(text), format, dragons="CFP")  # type: ignore[arg-type]


def test_botzone_codes_hold_no_melds() -> None:
    with pytest.raises(FormatError, match="holds tiles only, and this hand has melds: write"):
        format_hand(parse_hand("[123m,1]45m789s99pCCC6m"), "botzone")
    with pytest.raises(FormatError, match="tiles and melds only, and this hand has winds other"):
        format_hand(parse_hand("[123m,1]45m789s99pCCC6m|ES"), "unicode")


def test_writing_in_no_format_or_no_hand_is_an_error() -> None:
    with pytest.raises(FormatError, match="expected one of gb, botzone"):
        format_hand(parse_hand(FULL), "tenhou")  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="a str is no Hand"):
        format_hand(FULL)  # type: ignore[arg-type]
    for tile in (34, -1, True, "1m", None):
        with pytest.raises(FormatError, match="is no tile"):
            format_tiles([tile])  # type: ignore[list-item]


def test_canonical_writing() -> None:
    hand = parse_hand("[CCCC][123m]7s8s9s 99p 5m4m 6m")
    assert format_hand(hand) == "[CCCC][123m,1]45m789s99p6m|EE0000"
    assert repr(hand) == "<Hand [CCCC][123m,1]45m789s99p6m|EE0000>"
    tiles = parse_hand("PFCNWSE 91p 91s 91m 9m|EE0000|2")
    assert format_hand(tiles) == "19m19s19pESWNCFP9m|EE0000|2"
    assert format_hand(tiles, "botzone") == "H1 H2 W1 W9 T1 T9 B1 B9 F1 F2 F3 F4 J1 J2 J3 W9"
    assert (
        format_hand(tiles, "chinese")
        == "春 夏 一万 九万 一条 九条 一饼 九饼 东 南 西 北 中 发 白 九万"
    )
    assert format_hand(tiles, "unicode") == "🀢🀣🀇🀏🀐🀘🀙🀡🀀🀁🀂🀃🀄🀅🀆🀏"


# ------------------------------------------------------------------------------------------- errors

ERRORS = [
    # text, column (from 0), problem, what would be right
    ("", 0, "empty", "a hand"),
    ("   ", 0, "empty", "a hand"),
    ("\n", 0, "empty", "a hand"),
    ("12x", 2, "unknown letter 'x'", "1-9 and then m, s or p"),
    ("0m", 0, "unknown letter '0'", "no red five"),
    ("123M", 3, "unknown letter 'M'", "suits in lower case"),
    ("e", 0, "unknown letter 'e'", "honours in upper case"),
    ("²m", 0, "unknown letter '²'", "1-9"),
    ("١٢٣m", 0, "unknown letter", "1-9"),
    ("１２３", 0, "digits without a suit: '123'", "1-9"),
    ("12Ｍ", 2, "unknown letter 'M'", "suits in lower case"),
    ("19m19p119sESWNPFa", 16, "unknown letter 'a'", "flowers behind a second '|', as |EE0000|a"),
    ("19m19p119sESWNPc", 15, "unknown letter 'c'", "honours in upper case); flowers behind"),
    ("(123m)11s", 0, "unknown letter '('", "a meld in square brackets"),
    ("12\x00m", 2, "unknown letter", "1-9"),
    ("\ud800m", 0, "unknown letter", "1-9"),
    ("123456789m123", 10, "digits without a suit: '123'", "m, s or p"),
    ("12 3m", 0, "digits without a suit: '12'", "m, s or p"),
    ("123E", 0, "digits without a suit: '123'", "m, s or p"),
    ("msp", 0, "suit 'm' without digits", "1-9"),
    ("11111m", 4, "a fifth 1m", "at most four"),
    ("[EEEE]EE123456789m", 6, "a fifth E", "melds included"),
    ("[123m][111m,1]123456s1m", 21, "a fifth 1m", "melds included"),
    ("123456789m123s", 14, "12 standing tiles", "13, or 14"),
    ("123456789m123456s|EE0000", 15, "15 standing tiles", "13, or 14"),
    ("[123m][CCCC]45m99p6m|EE1000|2", 20, "5 standing tiles beside 2 melds", "7, or 8"),
    ("[111m][222m][333m][444m]", 24, "0 standing tiles", "stands last and in no meld"),
    ("|EE0000", 0, "0 standing tiles", "13, or 14"),
    ("[ESW]", 1, "a chow of honours", "three equal honours"),
    ("[CFP,1]", 1, "a chow of honours", "three equal honours"),
    ("[12mE]", 2, "neither chow, pung nor kong", "three tiles of a chow"),
    ("[124m]", 2, "neither chow, pung nor kong", "three tiles of a chow"),
    ("[89m1s]", 2, "neither chow, pung nor kong", "three tiles of a chow"),
    ("[1234m]", 2, "neither chow, pung nor kong", "four of a kong"),
    ("[EEES]", 4, "neither chow, pung nor kong", "four of a kong"),
    ("[321m,1]", 2, "a chow out of order", "ascending"),
    ("[231m,1]", 3, "a chow out of order", "ascending"),
    ("[12m]", 4, "a meld of 2 tiles", "three tiles"),
    ("[]", 1, "a meld of 0 tiles", "three tiles"),
    ("[11111m]", 5, "a meld of 5 tiles", "three tiles"),
    ("[123m,4]", 6, "'4' is no source", "1-3"),
    ("[123m,5]", 6, "'5' is no source", "5-7 only on four tiles"),
    ("[EEE,7]", 5, "'7' is no source", "5-7 only on four tiles"),
    ("[EEEE,4]", 6, "'4' is no source", "5-7 the same of an added one"),
    ("[EEEE,8]", 6, "'8' is no source", "no number on a concealed one"),
    ("[EEEE,]", 6, "'' is no source", "no number on a concealed one"),
    ("[EEE,1,2]", 6, "'1,2' is no source", "1 left"),
    ("[EEE,²]", 5, "'²' is no source", "1 left"),
    ("[EEE", 0, "a bracket that is not closed", "']'"),
    ("[EEE|EE0000]", 0, "a bracket that is not closed", "']'"),
    ("[EEE[SSS]", 0, "a bracket that is not closed", "']'"),
    ("EEE]", 3, "a bracket that was not opened", "["),
    ("123m[EEE]", 9, "3 standing tiles beside 1 meld", "10, or 11"),
    ("12[EEE]3m", 0, "digits without a suit: '12'", "m, s or p"),
    ("[123m13]", 5, "digits without a suit: '13'", "m, s or p"),
    ("[123m4]", 5, "'4' is no source", "1-3"),
    ("[3]", 1, "digits without a suit: '3'", "m, s or p"),
    ("[111m][222m][333m][444m][555m]1s", 24, "a fifth meld", "at most four"),
    ("123456789m1155s2p|XE", 18, "'X' is no wind", "ESWN"),
    ("123456789m1155s2p|ez", 18, "'e' is no wind", "ESWN"),
    ("123456789m1155s2p|EC0000", 19, "'C' is no wind", "ESWN"),
    ("123456789m1155s2p|E", 19, "one wind", "prevalent and seat"),
    ("123456789m1155s2p|E1000", 19, "'1' is no wind", "ESWN"),
    ("123456789m1155s2p|EE100", 23, "3 flags", "four flags"),
    ("123456789m1155s2p|EE10000", 24, "'0' after the four flags", "'|' and flowers"),
    ("123456789m1155s2p|EE1002", 23, "'2' is no flag", "0 or 1"),
    ("123456789m1155s2p|EE¹000", 20, "'¹' is no flag", "0 or 1"),
    ("123456789m1155s2p|EE0000|9", 25, "'9' flowers", "0 to 8"),
    ("123456789m1155s2p|EE0000|10", 25, "'10' flowers", "0 to 8"),
    ("123456789m1155s2p|EE0000|abcdefghi", 33, "'abcdefghi' flowers", "0 to 8"),
    ("123456789m1155s2p|EE0000|aba", 27, "flower 'a' twice", "different letters"),
    ("123456789m1155s2p|EE0000|A", 25, "'A' flowers", "letters of a-h"),
    ("123456789m1155s2p|EE0000|²", 25, "'²' flowers", "0 to 8"),
    ("123456789m1155s2p|EE0000|0|", 26, "a third '|'", "flowers"),
    ("123456789m1155s2p|EE0000 trailing", 25, "'trailing' after the four flags", "'|' and flowers"),
    ("123456789m1155s2p|EE0000|2 x", 25, "'2 x' flowers", "0 to 8"),
    ("123456789m1155s2p trailing", 18, "unknown letter 't'", "1-9"),
    ("W1 W2 X3", 6, "'X3' is no Botzone code", "W1-W9"),
    ("W1 F5", 3, "no tile F5", "F1-F4"),
    ("W1 J4", 3, "no tile J4", "J1-J3"),
    ("W1 H9", 3, "no tile H9", "H1-H8"),
    ("H1 H1", 3, "a flower twice", "at most once"),
    ("W1 W1 W1 W1 W1", 12, "a fifth 1m", "at most four"),
    ("W1 W2|EE", 5, "'|EE' is no Botzone code", "tiles only"),
    ("W1W2X3", 4, "'X3' is no Botzone code", "W1-W9"),
    ("w1 w10", 5, "'0' is no Botzone code", "W1-W9"),
    ("w1f5", 2, "no tile f5", "F1-F4"),
    ("一二三", 0, "digits without a suit", "万"),
    ("一二三万|", 4, "'|' in Chinese", "no winds, flags or number of flowers"),
    ("一二三万[东东东]", 9, "3 standing tiles beside 1 meld", "10, or 11"),
    ("[一二三万,1]四五万|EE", 11, "'|' in Chinese", "no winds, flags"),
    ("🀊🀋[🀇🀈🀉,4]", 7, "'4' is no source of this meld", "1-3"),
    ("[🀇🀈]🀊", 3, "a meld of 2 tiles", "three tiles"),
    ("[🀇🀈🀊]", 2, "a meld that is neither chow", "three tiles"),
    ("[🀉🀈🀇]", 2, "a chow out of order", "ascending"),
    ("[🀇🀈🀉,1", 0, "a bracket that is not closed", "']' after"),
    ("🀊]", 1, "a bracket that was not opened", "[ before it"),
    ("[🀄🀄🀢]🀊", 3, "a flower in a meld", "flowers before or behind the melds"),
    ("[春夏秋]", 1, "a flower in a meld", "flowers before or behind the melds"),
    ("一[二三万四万]", 0, "digits without a suit: '一'", "万"),
    ("[东东东][东东西西西]", 10, "a meld of 5 tiles", "three tiles"),
    ("[东东东]东东", 6, "a fifth E", "melds included"),
    ("红三万", 0, "unknown letter '红'", "东南西北中发白"),
    ("一二三万m", 4, "unknown letter 'm' in Chinese", "万"),
    ("🀇🀈🀫", 2, "unknown letter", "U+1F000"),
    ("🀇🀈1", 2, "unknown letter '1'", "U+1F000"),
]


@pytest.mark.parametrize(
    ("text", "column", "problem", "expected"), ERRORS, ids=[repr(row[0]) for row in ERRORS]
)
def test_an_error_shows_the_text_the_column_and_what_would_be_right(
    text: str, column: int, problem: str, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    error = caught.value
    assert (error.text, error.column) == (text.rstrip(" \n"), column)
    assert problem in error.problem
    assert expected in error.expected
    message = str(error).split("\n")
    assert len(message) == 4  # problem, text, caret, what would be right
    assert message[2].strip() == "^"


@pytest.mark.parametrize("text", [None, 1, b"123m", ["1m"], ("1m",), 1.5, object()])
def test_what_is_no_text_is_an_error_of_ours(text: object) -> None:
    with pytest.raises(GuobiaoError, match="is written as a str"):
        parse_hand(text)  # type: ignore[arg-type]
    with pytest.raises(GuobiaoError, match="is written as a str"):
        parse_tiles(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["1m" * 10_000_000, " " * 1_000_000, "[" * 2000, "|" * 2000, "1" * 2000 + "m"], ids=repr
)
def test_a_long_text_is_refused_at_once_and_its_message_is_short(text: str) -> None:
    with pytest.raises(NotationError, match=f"at most {MAX_LENGTH}") as caught:
        parse_hand(text)
    assert len(str(caught.value)) < 300


def test_tiles_are_no_flowers() -> None:
    with pytest.raises(NotationError, match="a flower"):
        parse_tiles("W1 H1")
    assert parse_tiles("") == ()


# ----------------------------------------------------------------------------------- contradictions

CONTRADICTIONS = [
    # hand without flags, flags, the flag that is wrong, what the message says
    ("[NNN,3]77789m11888p7m", "0100", "last_copy", "another 7m stands in the hand"),
    ("1112345678999p1p", "0100", "last_copy", "another 1p stands in the hand"),
    ("1112345678999m1m", "0001", "kong", "another 1m stands in the hand"),
    ("[EEE,2][444s,2]1m445566p1m", "0001", "kong", "another 1m stands in the hand"),
    ("[123m,1][456s,1]23m22456p1m", "0001", "kong", "another 1m lies in a meld"),
    ("[123m,1][345m,1]567m34sCC5s", "1001", "kong", "no kong among the melds"),
    ("[234m,1][555m,1]567m55576p", "0011", "last_tile", "nobody may make a kong"),
]


@pytest.mark.parametrize(("tiles", "flags", "flag", "message"), CONTRADICTIONS)
def test_contradicting_flags_are_an_error_at_the_flag(
    tiles: str, flags: str, flag: str, message: str
) -> None:
    text = f"{tiles}|EE{flags}"
    with pytest.raises(ContradictoryNotationError, match=message) as caught:
        parse_hand(text)
    error = caught.value
    assert isinstance(error, ContradictionError)
    assert error.flag == flag
    assert error.column == len(tiles) + 3 + ["self_drawn", "last_copy", "last_tile", "kong"].index(
        flag
    )
    assert find_contradiction(parse_hand(text, rules="botzone")) == (flag, error.problem)
    assert find_contradiction(parse_hand(f"{tiles}|EE0000")) is None


@pytest.mark.parametrize(
    "text",
    [
        "[666m,2][123p,1]45m78999s6m|EE0100",  # the other three lie in the own pung
        "[234m,1][555m,1]567m55576p|EE0101",  # a robbed kong is a last copy too
        "[PPPP][2222s]8m555777s8m|EE1001",
        "[PPPP,5][222s]8m555777s8m|EE1011",
        "123456789m1155s2p|EE1110",
    ],
)
def test_flags_that_go_together(text: str) -> None:
    assert find_contradiction(parse_hand(text)) is None


@pytest.mark.parametrize("hand", ["123456789m1155s", "123456789m1155s2p "])
def test_flags_need_a_winning_tile(hand: str) -> None:
    with pytest.raises(ContradictoryNotationError, match="there is no winning tile") as caught:
        parse_hand(f"{hand}|SW0010")
    assert (caught.value.flag, caught.value.column) == ("last_tile", len(hand) + 5)
    assert parse_hand(f"{hand}|SW0010", rules="botzone").last_tile


def test_errors_can_be_copied_and_pickled() -> None:
    for text in ("12x", "[NNN,3]77789m11888p7m|EE0100"):
        with pytest.raises(NotationError) as caught:
            parse_hand(text)
        for again in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):
            assert type(again) is type(caught.value)
            assert str(again) == str(caught.value)
            assert vars(again) == vars(caught.value)
