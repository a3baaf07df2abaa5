"""Lines of files that nobody has checked."""

from io import BytesIO

import pytest

from guobiao.formats.limited_lines import decode_line, limited_lines

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
    ],
)
def test_lines_of_at_most_eight_bytes(content: bytes, lines: list[bytes]) -> None:
    assert list(limited_lines(BytesIO(content), 8)) == lines


def test_a_character_that_is_cut_at_the_end_is_left_out() -> None:
    content = "花龙".encode()
    assert [decode_line(content[:stop]) for stop in range(7)] == ["", "", "", "花", "花", "花", "花龙"]
    for wrong in (content[1:], content[:2] + b"\n", b"\xff"):
        with pytest.raises(UnicodeDecodeError):
            decode_line(wrong)
