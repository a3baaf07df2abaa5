"""Lines of files that nobody has checked."""

from io import BytesIO

import pytest

from guobiao.files.limited_lines import decode_line, limited_lines

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"a\nb", [b"a\n", b"b"]),
        (BOM + b"a\nb\n", [b"a\n", b"b\n"]),
        (b"1234567\nb\n", [b"1234567\n", b"b\n"]),
        (b"12345678\nb\n", [b"12345678", b"b\n"]),
        (b"12345678" * 5 + b"\nb\n", [b"12345678", b"b\n"]),
        # The mark counts, and the rest of the line is passed over.
        (BOM + b"12345678" * 5 + b"\nb\n", [b"12345", b"b\n"]),
        (b"a\n" + BOM + b"b\n", [b"a\n", BOM + b"b\n"]),
        # Files of old programs: CR alone ends a line; CR CR LF is one end.
        (b"a\rb\r", [b"a\r", b"b\r"]),
        (BOM + b"a\r\rb", [b"a\r", b"\r", b"b"]),
        (b"a\r\nb\rc\nd\r\r\n", [b"a\r\n", b"b\r", b"c\n", b"d\r\r\n"]),
        (b"1234567\r\nb\r", [b"1234567\r", b"b\r"]),
        (b"12345678\r\nb\r", [b"12345678", b"b\r"]),
        (b"123456\r\nb\r", [b"123456\r\n", b"b\r"]),
        (b"12345678" * 5 + b"9\r\nb\rc", [b"12345678", b"b\r", b"c"]),
        (
            b"a\rbb\rccc\rdddd\reeeeeeeeeeeeee\rf",
            [b"a\r", b"bb\r", b"ccc\r", b"dddd\r", b"eeeeeeee", b"f"],
        ),
    ],
)
def test_lines_of_at_most_eight_bytes(content: bytes, lines: list[bytes]) -> None:
    assert list(limited_lines(BytesIO(content), 8)) == lines


def test_a_character_that_is_cut_at_the_end_is_left_out() -> None:
    content = "花龙".encode()
    assert [decode_line(content[:stop]) for stop in range(7)] == [
        "",
        "",
        "",
        "花",
        "花",
        "花",
        "花龙",
    ]
    for wrong in (content[1:], content[:2] + b"\n", b"\xff"):
        with pytest.raises(UnicodeDecodeError):
            decode_line(wrong)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
@pytest.mark.parametrize("most_bytes", [16, 17, 100, 1 << 16])
def test_the_same_lines_whatever_ends_them(end: bytes, most_bytes: int) -> None:
    contents = [b"x" * (number * 7 % 14) for number in range(400)]
    found = [
        line.rstrip(b"\r\n")
        for line in limited_lines(BytesIO(end.join(contents) + end), most_bytes)
    ]
    assert found == contents


@pytest.mark.parametrize(
    "content",
    [b"\r" * 10**6, b"x" * 10**6, b"\n" * 10**6, b"x\r" * 10**6],
    ids=["CR", "x", "LF", "xCR"],
)
def test_odd_files_take_no_long_time(content: bytes) -> None:
    """A run of CR is not searched again for each of its lines: the time is the file's length."""
    assert sum(1 for _ in limited_lines(BytesIO(content), 1 << 16)) == max(
        1, content.count(b"\r") + content.count(b"\n")
    )
