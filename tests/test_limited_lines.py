"""Lines of files that nobody has checked."""

from io import BytesIO

import pytest

from guobiao.formats.limited_lines import limited_lines

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
