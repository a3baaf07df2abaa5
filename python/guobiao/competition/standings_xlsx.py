"""The standings and results of an event as a workbook for spreadsheets (``guobiao[xlsx]``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any, Final
from unicodedata import east_asian_width

from ..errors import MissingExtraError
from ..visible import visible
from .event import Event
from .standings_tables import Cell, Table, cell_text, result_tables, standings_tables

try:
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
except ModuleNotFoundError:
    raise MissingExtraError(
        "XLSX needs openpyxl, which is not installed: pip install 'guobiao[xlsx]'"
    ) from None

__all__ = ["standings_to_xlsx"]


def standings_to_xlsx(event: Event, *, preset: str | None = None, lang: str = "en") -> bytes:
    """The ranking and the results of each session as an XLSX workbook, a sheet a table.

    A text stays a text, whatever it looks like.
    """
    tables = (
        *standings_tables(event, preset=preset, lang=lang),
        *result_tables(event, preset=preset, lang=lang),
    )
    return _workbook(tables)


def _workbook(tables: Iterable[Table]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for table in tables:
        _fill(book.create_sheet(table.title), table)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: Any, table: Table) -> None:
    for row, cells in enumerate((table.heading, *table.rows), start=1):
        for column, value in enumerate(cells, start=1):
            _put(sheet.cell(row, column), value)
            if row == 1:
                sheet.cell(row, column).font = Font(bold=True)
    sheet.freeze_panes = "A2"
    for column, width in enumerate(_widths(table), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width


_MOST_LETTERS: Final = 32_767  # of a cell
_WIDEST: Final = 60


def _put(cell: Any, value: Cell) -> None:
    """A text that begins with = would be a formula if its type were not said."""
    if not isinstance(value, str):
        cell.value = float(value) if isinstance(value, Fraction) else value
    elif value:
        cell.value = visible(value)[:_MOST_LETTERS]
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(("=", "+", "-", "@"))  # for who edits the cell


def _widths(table: Table) -> Iterator[int]:
    """Of the columns, in letters; a Chinese one is as wide as two."""
    for cells in zip(table.heading, *table.rows):
        letters = max(
            sum(1 + (east_asian_width(letter) in "WF") for letter in cell_text(cell))
            for cell in cells
        )
        yield min(letters + 2, _WIDEST)
