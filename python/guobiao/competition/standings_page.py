"""The standings, results and seating of an event as HTML pages to print: one file, nothing to load,
every text escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import starmap, zip_longest
from typing import Final

from ..errors import StandingsError
from ..values import checked_text
from ..visible import visible
from .event import Event
from .pairings import Schedule
from .standings_tables import (
    Cell,
    Table,
    cell_text,
    result_tables,
    seating_tables,
    standings_tables,
    words_of,
)

__all__ = ["seating_to_html", "standings_to_html"]

_STYLE: Final = """\
@page { size: A4; margin: 12mm }
body { font-family: "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif;
  font-size: 10pt; margin: 12mm auto; max-width: 186mm }
h1 { font-size: 16pt; margin: 0 0 2mm; overflow-wrap: anywhere }
h2 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid }
p { margin: 0 0 4mm; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% }
thead { display: table-header-group }
section, tr { break-inside: avoid }
section.new { break-inside: auto; margin-top: 12mm }
th, td { border: 0.2mm solid #888; padding: 0.8mm 1.5mm; text-align: left;
  overflow-wrap: anywhere }
th { background: #eee; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  overflow-wrap: normal; width: 1% }
@media print {
  body { margin: 0; max-width: none }
  section.new { break-before: page; margin-top: 0 }
}
"""


def standings_to_html(event: Event, *, preset: str | None = None, lang: str = "en") -> str:
    """A page with the ranking of players, teams and nations; from a new sheet of paper on, the
    results of each session.
    """
    tables = standings_tables(event, preset=preset, lang=lang)
    results = result_tables(event, preset=preset, lang=lang)
    words = words_of(lang)
    new_sheet = f'<section class="new">\n<h1>{words["results"]}</h1>\n{_shown(results)}\n</section>'
    return _page(
        event.title or words["standings"], event.dates, f"{_shown(tables)}\n{new_sheet}", lang
    )


def seating_to_html(schedule: Schedule, *, title: str = "", lang: str = "en") -> str:
    """A page with the tables of each session, and each player's tables and seats.

    >>> from guobiao.competition.pairings import make_schedule
    >>> "<td>1 East</td>" in seating_to_html(make_schedule("ABCD"))
    True
    """
    tables = seating_tables(schedule, lang=lang)
    heading = checked_text("title", title, StandingsError) or words_of(lang)["seating"]
    return _page(heading, "", _shown(tables), lang)


def _page(title: str, subtitle: str, body: str, lang: str) -> str:
    below = f"<p>{_escaped(subtitle)}</p>\n" if subtitle else ""
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{_escaped(title)}</title>
<style>
{_STYLE}</style>
</head>
<body>
<h1>{_escaped(title)}</h1>
{below}{body}
</body>
</html>
"""


def _escaped(text: str) -> str:
    """The text for HTML, its control characters escaped."""
    return escape(visible(text))


def _shown(tables: Iterable[Table]) -> str:
    return "\n".join(map(_table, tables))


def _table(table: Table) -> str:
    numbers = [not isinstance(cell, str) for cell in table.rows[0]] if table.rows else []
    heading = "".join(starmap(_heading, zip_longest(table.heading, numbers)))
    rows = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    return f"""<section>
<h2>{_escaped(table.title)}</h2>
<table>
<thead>
<tr>{heading}</tr>
</thead>
<tbody>
{rows}
</tbody>
</table>
</section>"""


def _heading(name: str, is_number: bool | None) -> str:
    return f'<th class="n">{_escaped(name)}</th>' if is_number else f"<th>{_escaped(name)}</th>"


def _cell(cell: Cell) -> str:
    text = _escaped(cell_text(cell))
    return f"<td>{text}</td>" if isinstance(cell, str) else f'<td class="n">{text}</td>'
