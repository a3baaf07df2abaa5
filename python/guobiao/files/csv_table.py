"""Reading a CSV file by the names of its columns, as spreadsheets write it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final

from mahjong_core.messages import shown

from ..errors import GuobiaoError

__all__ = ["parse_csv"]

_MOST_ROWS: Final = 100_000


def parse_csv(content: str | bytes, columns: Sequence[str]) -> list[tuple[int, Mapping[str, str]]]:
    """The rows that are not empty, each with the number of its line: the texts of these columns,
    without blanks around them.

    The text is UTF-8, with or without a BOM, and divided by commas or semicolons; the heading is in
    the first row, in any case and order. Other columns are ignored. Raises ``GuobiaoError``, which
    names the line.
    """
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    except UnicodeDecodeError as error:
        raise GuobiaoError(f"bytes that are not UTF-8: {error.reason}") from None
    first = text.split("\n", 1)[0]
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True
    )
    try:
        places = _places(next(reader, []), columns)
        rows: list[tuple[int, Mapping[str, str]]] = []
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(rows) == _MOST_ROWS:
                raise GuobiaoError(f"more than {_MOST_ROWS:,} rows")
            if len(row) <= max(places.values()):
                raise GuobiaoError(f"line {reader.line_num}: {len(row)} cells: a cell is missing")
            rows.append((reader.line_num, {name: row[at].strip() for name, at in places.items()}))
    except csv.Error as error:
        raise GuobiaoError(f"line {reader.line_num}: no CSV: {error}") from None
    return rows


def _places(heading: Sequence[str], columns: Sequence[str]) -> Mapping[str, int]:
    found = [name.strip().casefold() for name in heading]
    for name in columns:
        if found.count(name.casefold()) != 1:
            raise GuobiaoError(
                f"the heading is {shown(', '.join(heading), 120)}: expected the columns "
                f"{', '.join(columns)}"
            )
    return {name: found.index(name.casefold()) for name in columns}
