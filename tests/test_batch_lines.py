"""Lines of text as batches: the compiled reader reads what the notation reads, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
import pytest

import guobiao
from batch_rows import NAMES, columns
from guobiao import BatchError, BatchStatus, Hand, HandBatch, format_hand, parse_hand, score_batch
from guobiao.notation import MAX_LENGTH, read_draft
from mutations import case_hands, mutated_hands
from notation_agreement import check_chunk, fast, hand_row, plain_row, rows
from scale import scaled

GB = "[CCCC]234567m99p34s5s|EE1000|2"
BAD, FINE = BatchStatus.BAD_NOTATION, BatchStatus.FINE


# --------------------------------------------------------------------------------------- GB strings


def test_every_case_line_is_read_by_the_compiled_reader_as_the_notation_reads_it() -> None:
    lines = case_hands()
    arrays, unread = fast(lines)
    assert not unread
    every = slice(None, None, len(lines) // scaled(len(lines)) or 1)
    for found, line in zip(rows(arrays)[every], lines[every], strict=True):
        assert found == hand_row(parse_hand(line, rules="botzone")), line
    assert rows(columns(HandBatch.from_lines(lines))) == rows(arrays)


def test_mutated_lines() -> None:
    """What it accepts, the notation accepts, as the same row; what it leaves is an empty row."""
    lines = list(mutated_hands(311, scaled(70_000)))
    arrays, unread = fast(lines)
    assert not any(arrays[name][unread].any() for name in NAMES if name != "win")
    assert (arrays["win"][unread] == 255).all()
    read = sorted(set(range(len(lines))) - set(unread))
    assert len(read) > len(lines) // 20
    found = rows(arrays)
    for number in read:
        assert found[number] == plain_row(read_draft(lines[number])), repr(lines[number])


@pytest.mark.parametrize("seed", range(314, 318))
def test_every_reader_reads_the_same(seed: int) -> None:
    """Notation, compiled reader, bytes, files: ``python tests/notation_agreement.py`` reads more of
    them.
    """
    told, taken = check_chunk(seed, scaled(1_000))
    assert not told
    assert all(taken[how] > scaled(50) for how in ("compiled", "notation", "refused", "scored"))


def test_mutated_letters_of_the_grammar() -> None:
    """The same with letters that GB strings are made of: more of it can be read."""
    lines = list(islice(rewritten_lines(Random(312)), scaled(30_000)))
    arrays, unread = fast(lines)
    left, found = set(unread), rows(arrays)
    for number, line in enumerate(lines):
        if number not in left:
            assert found[number] == plain_row(read_draft(line)), repr(line)
    assert 0.2 < 1 - len(left) / len(lines) < 0.9


def rewritten_lines(rng: Random) -> Iterator[str]:
    hands = case_hands()
    while True:
        letters = list(rng.choice(hands))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            place = rng.randrange(len(letters))
            letters[place : place + rng.choice((0, 1, 1, 1, 2))] = rng.choices(
                "123456789mspESWNCFP[],|01\r\n", k=rng.choice((0, 1, 1))
            )
            letters = letters or ["m"]
        yield "".join(letters)


def test_a_batch_of_mutated_lines_has_the_status_of_the_notation() -> None:
    lines = list(mutated_hands(313, scaled(4_000)))
    batch = HandBatch.from_lines(lines)
    status, found = score_batch(batch).status.tolist(), rows(columns(batch))
    for number, line in enumerate(lines):
        try:
            expected = plain_row(read_draft(line))
        except guobiao.NotationError:
            assert status[number] == BAD, repr(line)
        else:
            assert found[number] == expected, repr(line)
            assert status[number] != BAD, repr(line)
            assert (status[number] == FINE) is is_scored(line), repr(line)


def is_scored(line: str) -> bool:
    try:
        guobiao.score(line)
    except guobiao.GuobiaoError:
        return False
    return True


NEAR_MISSES = (
    *(
        "",
        "\n",
        "\r\n",
        " ",
        "\t",
        "|",
        "||",
        "[",
        "]",
        "[]",
        "m",
        "1",
        "E1",
        "1z",
        "1mE2",
        "0m",
        "1M",
        "e",
        "EES1",
        "1m,",
        "1m-2m",
    ),
    *(
        "[123m",
        "123m]",
        "[12m]",
        "[124m,1]",
        "[135m]",
        "[321m,1]",
        "[132m]",
        "[891m]",
        "[89m1s]",
        "[9m12s]",
        "[789m1]",
        "[ESW]",
    ),
    *(
        "[123m,]",
        "[123m,0]",
        "[123m,4]",
        "[123m,5]",
        "[123m,8]",
        "[123m,11]",
        "[123m1]",
        "[123m;1]",
        "[123m,1",
        "[123m,,1]",
    ),
    *(
        "[111m,4]",
        "[111m,5]",
        "[1111m,4]",
        "[1111m,0]",
        "[1111m,8]",
        "[1111m,]",
        "[11111m]",
        "[1112m]",
        "[EEE,6]",
        "[EEEE,4]",
    ),
    *(
        "[[123m]]",
        "[123m][",
        "[123m]]",
        "1m[123m]",
        "[123m]" * 5,
        "[1m,1]",
        "[,1]",
        "[E,1]",
        "[123456m]",
        "[E1m]",
        "[1mE]",
    ),
    *(
        "|E",
        "|EE",
        "|EE0",
        "|EE000",
        "|EE00000",
        "|EE0002",
        "|EEE000",
        "|0000",
        "|EE0000|",
        "|EE0000|9",
        "|EE0000|10",
        "|EE0000|a",
    ),
    *(
        "|CC0000",
        "|EC0000",
        "|ee0000",
        "|EE 0000",
        "|EE0000 ",
        "|EE0000||",
        "|EE0000|1|",
        "|EE0000|1|1",
        "|EE0000|-1",
        "|EE0000|+",
    ),
)
HEADS = ("", "[CCCC]234567m99p34s5s", "11123456789995m", "[123m,1]")


@pytest.mark.parametrize("head", HEADS)
def test_near_misses(head: str) -> None:
    lines = [line for tail in NEAR_MISSES for line in (head + tail, tail + head)]
    arrays, unread = fast(lines)
    found = rows(arrays)
    for number, line in enumerate(lines):
        try:
            expected = plain_row(read_draft(line))
        except guobiao.NotationError:
            assert number in unread, line
        else:
            assert number in unread or found[number] == expected, line


@pytest.mark.parametrize("letter", [*map(chr, range(256)), "一", "🀇", "\ud800", "１", "²"])
def test_any_letter_anywhere(letter: str) -> None:
    lines = [GB[:place] + letter + GB[place:] for place in range(len(GB) + 1)]
    lines += [GB[:place] + letter + GB[place + 1 :] for place in range(len(GB))]
    arrays, unread = fast(lines)
    found = rows(arrays)
    for number in set(range(len(lines))) - set(unread):
        assert found[number] == plain_row(read_draft(lines[number])), repr(lines[number])


# ------------------------------------------------------------------------ statuses, however written


# A blank right after the last tile would say that no tile has won.
@pytest.mark.parametrize(
    ("plain", "spaced", "status"),
    [
        ("11111222333444m", "11111m 222333444m", BatchStatus.FIVE_COPIES),
        ("[1111m]11m345678s99p|EE0000", "[1111m] 11m345678s99p", BatchStatus.FIVE_COPIES),
        ("1112345678999m", "1112345678999m |EE", BatchStatus.WRONG_NUMBER_OF_TILES),
        ("123m", "123m|", BatchStatus.WRONG_NUMBER_OF_TILES),
        ("123456789m123456789p", "123456789m 123456789p", BatchStatus.WRONG_NUMBER_OF_TILES),
        ("|EE0000", " | EE 0000", BatchStatus.WRONG_NUMBER_OF_TILES),
        ("11123456789995m|EE1001", "11123456789995m| EE 1001", BatchStatus.CONTRADICTORY_FLAGS),
        ("11123456789995s|EE0000", "1112345678999 5s", BAD),
        ("19m19p119sESWNPF1m", "19m 19p 119s ESWNPF 1m", BatchStatus.NOT_WINNING),
        ("19m19p119sESWNPFC", "19m 19p 119s ESWNPF C", FINE),
    ],
)
def test_a_status_is_that_of_the_hand_however_it_is_written(
    plain: str, spaced: str, status: BatchStatus
) -> None:
    batch = HandBatch.from_lines([plain, spaced])
    found = score_batch(batch).status.tolist()
    assert found == ([FINE, BAD] if status is BAD else [status, status])
    for number in range(2):
        assert (batch.error(number) is None) is (found[number] == FINE)


def test_far_too_many_tiles_are_counted_no_further_than_a_byte() -> None:
    lines = [
        "1" * 999 + "m",
        "1" * 256 + "m" + "2" * 300 + "s",
        "E" * 1000,
        "1m" * 500,
        "[EEE,1]" * 4 + "N" * 257,
    ]
    scores = score_batch(HandBatch.from_lines(lines))
    assert scores.status.tolist() == [BatchStatus.FIVE_COPIES] * len(lines)


def test_huge_lines() -> None:
    longest = GB + "\n" * (MAX_LENGTH - len(GB))
    too_long = (
        longest + "\n",
        GB + " " * MAX_LENGTH,
        "1" * 10**6 + "m",
        "[" * 10**6,
        "一" * 5000,
        "[123m,1]" * 10**5,
        "9" * 10**7,
    )
    batch = HandBatch.from_lines([longest, *too_long, GB])
    assert score_batch(batch).status.tolist() == [FINE, *[BAD] * len(too_long), FINE]
    assert all("expected" in batch.error(number) for number in range(1, len(too_long)))


def test_line_ends() -> None:
    ends = ("", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n")
    batch = HandBatch.from_lines([GB + end for end in ends])
    assert not fast([GB + end for end in ends])[1]
    assert list(batch) == [parse_hand(GB)] * len(ends)
    assert (
        list(HandBatch.from_lines(f"{GB}\r\n{GB}\n".splitlines(keepends=True)))
        == [parse_hand(GB)] * 2
    )
    before = HandBatch.from_lines(["\n" + GB, GB[:20] + "\n" + GB[20:]])
    assert score_batch(before).status.tolist() == [BAD, BAD]


@pytest.mark.parametrize("text", [GB, GB.partition("|")[0], f"{GB.partition('|')[0]} |EE0000"])
def test_blanks_at_the_end_mean_nothing(text: str) -> None:
    """Compiled code reads such a line as well as one without, but for blanks that are not ASCII."""
    ends = (" ", "\t", "\t\t \r\n", " \n", "\n ", "\u00a0", "\u3000\n")
    lines = [text + end for end in ends]
    assert fast(lines)[1] == ([5, 6] if " |" not in text else [*range(7)])
    assert list(HandBatch.from_lines(lines)) == [parse_hand(text)] * len(ends)


def test_the_status_of_fourteen_tiles_without_a_winning_tile_names_the_blank() -> None:
    batch = HandBatch.from_lines(["11123456789995m |EE0000", "11123456789995m "])
    assert score_batch(batch).status.tolist() == [BatchStatus.NO_WINNING_TILE, FINE]
    assert "the blank before its '|'" in batch.error(0)


def test_empty_lines_and_what_is_no_text() -> None:
    values = ["", "\n", " ", None, 14, 1.5, b"", ["1m"], parse_hand(GB), object(), GB]
    batch = HandBatch.from_lines(values)  # type: ignore[arg-type]
    scores = score_batch(batch, fans=True)
    assert scores.status.tolist() == [BAD] * 10 + [FINE]
    assert not scores.points[:10].any()
    assert not scores.fan_counts[:10].any()
    assert "empty text" in batch.error(0)
    assert "not as a NoneType" in batch.error(3)
    with pytest.raises(guobiao.GuobiaoError, match="not as a list"):
        batch[7]


@pytest.mark.parametrize(
    "text", [GB, "", GB.encode(), b"", bytearray(GB.encode()), memoryview(b"")]
)
def test_one_text_is_no_list_of_lines(text: object) -> None:
    with pytest.raises(BatchError, match="one text a hand"):
        HandBatch.from_lines(text)  # type: ignore[arg-type]


def test_a_text_of_ones_own_class() -> None:
    class Text(str):
        __slots__ = ()

    assert score_batch(HandBatch.from_lines([Text(GB), Text("nonsense")])).status.tolist() == [
        FINE,
        BAD,
    ]


def test_a_text_that_says_it_is_ascii() -> None:
    """It is asked what it is, not what its class says."""

    class Text(str):
        __slots__ = ()

        def isascii(self) -> bool:
            return True

    lines = [Text("\ud800"), Text("一万"), Text(GB)]
    assert score_batch(HandBatch.from_lines(lines)).status.tolist() == [
        BAD,
        BatchStatus.WRONG_NUMBER_OF_TILES,
        FINE,
    ]


# ---------------------------------------------------------------------------------- other notations


@pytest.mark.parametrize("format", ["botzone", "unicode", "chinese"])
def test_other_notations(format: guobiao.notation.Format) -> None:
    hands = [
        hand
        for line in case_hands()[::100]
        if not (hand := parse_hand(line, rules="botzone")).melds
    ]
    bare = [Hand(hand.standing, winning_tile=hand.win, flowers=hand.flowers) for hand in hands]
    assert len(bare) > 30
    lines = [format_hand(hand, format) for hand in bare]
    assert list(HandBatch.from_lines(lines)) == bare
    mixed = HandBatch.from_lines(
        [line for hand, text in zip(bare, lines, strict=True) for line in (format_hand(hand), text)]
    )
    assert np.array_equal(mixed.counts[::2], mixed.counts[1::2])
    assert np.array_equal(score_batch(mixed).points[::2], score_batch(mixed).points[1::2])


def test_z_without_an_order_of_the_dragons_is_a_bad_line() -> None:
    batch = HandBatch.from_lines(["1112345678999m1z"])
    assert score_batch(batch).status.tolist() == [BAD]
    assert "dragons" in batch.error(0)


def test_lines_may_be_any_iterable() -> None:
    assert (
        list(HandBatch.from_lines(iter([GB, GB])))
        == list(HandBatch.from_lines((GB, GB)))
        == [parse_hand(GB)] * 2
    )
    assert len(HandBatch.from_lines({GB})) == 1
    with pytest.raises(BatchError, match="expected a list"):
        HandBatch.from_lines(14)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------- bad lines


def test_bad_lines_of_views() -> None:
    lines = [GB, "nonsense", GB, "[124m,1]", GB, ""]
    batch = HandBatch.from_lines(lines)
    whole = [FINE, BAD, FINE, BAD, FINE, BAD]
    for start in range(7):
        for stop in range(start, 7):
            view = batch[start:stop]
            for again in (view, view[:], batch[start:][: stop - start]):
                assert score_batch(again).status.tolist() == whole[start:stop]
                assert guobiao.waits_batch(again).status.tolist() == whole[start:stop]
                assert guobiao.is_win_batch(again).tolist() == [
                    status == FINE for status in whole[start:stop]
                ]
    assert "unknown letter 'n'" in batch[1:4].error(0)
    assert batch[1:4].error(1) is None
    assert "neither chow, pung nor kong" in batch[1:4].error(2)
    with pytest.raises(guobiao.NotationError):
        batch[2:][1]


def test_a_bad_line_stays_one_whatever_is_written_to_its_row() -> None:
    batch = HandBatch.from_lines([GB, "nonsense"])
    for array in columns(batch).values():
        array[1] = array[0]
    scores = score_batch(batch, fans=True)
    assert scores.status.tolist() == [FINE, BAD]
    assert scores.points[1] == 0
    assert not scores.fan_counts[1].any()
    waits = guobiao.waits_batch(batch)
    assert (waits.status[1], waits.masks[1]) == (BAD, 0)
    assert guobiao.is_win_batch(batch).tolist() == [True, False]
