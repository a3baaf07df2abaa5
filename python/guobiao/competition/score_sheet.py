"""The score sheet of a match (比赛成绩记录表): its lines, as CSV, as JSON values, and as an HTML
page that prints on one A4 sheet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil
from typing import Final

from ..visible import csv_text, visible
from .match import (
    HAND_COUNT,
    Correction,
    Match,
    Penalty,
    PlayedHand,
    Position,
    Record,
    UnreadEntry,
    position_of,
)
from .penalties import PenaltyProfile
from .settlement import Changes

__all__ = [
    "SheetLine",
    "sheet_heading",
    "sheet_lines",
    "sheet_to_csv",
    "sheet_to_html",
    "sheet_to_json",
]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet as it is shown: a hand (``hand`` is its number), or a correction or
    the end of time (empty).

    ``changes`` and ``totals`` by player; None for a hand that is still to be played. ``remarks``:
    penalties and corrections.
    """

    hand: str
    wind: str
    dealer: str
    winner: str = ""
    how: str = ""
    discarder: str = ""
    points: str = ""
    changes: Changes | None = None
    totals: Changes | None = None
    remarks: str = ""


def sheet_lines(match: Match, *, whole: bool = False) -> tuple[SheetLine, ...]:
    """The lines of the log in order; ``whole``: with a line for each hand
    that is still to be played.

    >>> from guobiao.competition.match import start_match
    >>> match = start_match(["An", "Bo", "Cai", "Du"]).add(PlayedHand("Du", 11, "An"))
    >>> line = sheet_lines(match)[0]
    >>> line.hand, line.wind, line.dealer, line.winner, line.how, line.discarder, line.points
    ('1', 'E', 'An', 'Du', '点和', 'An', '11')
    >>> line.changes, line.totals
    ((-19, -8, -8, 35), (481, 492, 492, 535))
    """
    lines = [_line(record, match.penalties) for record in match.records]
    if whole and not match.is_over:
        open_hands = range(match.hand_count + 1, HAND_COUNT + 1)
        lines += [
            _open_line(position_of(match.players, number, match.seat_change))
            for number in open_hands
        ]
    return tuple(lines)


def _open_line(position: Position) -> SheetLine:
    return SheetLine(str(position.number), str(position.prevalent_wind), position.dealer)


def _line(record: Record, penalties: PenaltyProfile) -> SheetLine:
    how, remarks = _how_and_remarks(record, penalties)
    line = SheetLine(
        "", "", "", how=how, changes=record.changes, totals=record.totals, remarks=remarks
    )
    if record.position:
        wind = str(record.position.prevalent_wind)
        line = replace(
            line, hand=str(record.position.number), wind=wind, dealer=record.position.dealer
        )
    entry = record.entry
    if isinstance(entry, PlayedHand) and entry.winner:
        line = replace(
            line, winner=entry.winner, discarder=entry.discarder or "", points=str(entry.points)
        )
    return line


def _how_and_remarks(record: Record, penalties: PenaltyProfile) -> tuple[str, str]:
    entry = record.entry
    if isinstance(entry, PlayedHand):
        return str(record.how), "; ".join(
            _penalty(penalty, penalties) for penalty in entry.penalties
        )
    if isinstance(entry, Correction):
        return "更正", (f"hand {entry.hand}: " if entry.hand else "") + entry.reason
    if isinstance(entry, UnreadEntry):
        return "?", f"unreadable: {entry.problem}"
    return "到时", ""


def _penalty(penalty: Penalty, penalties: PenaltyProfile) -> str:
    """``Bo 错和 3x10``, ``An 罚分 -20 (phone)``."""
    offence = penalties.offence(penalty.offence)
    sanction = offence.sanction(penalty.step)
    costs = [
        f"3x{sanction.pays_each}" if sanction.pays_each else "",
        f"-{sanction.deducted}" if sanction.deducted else "",
        "out" if sanction.disqualified else "",
        f"({penalty.note})" if penalty.note else "",
    ]
    return " ".join([penalty.player, offence.zh, *filter(None, costs)])


# ------------------------------------------------------------------------------------- CSV and JSON


def sheet_heading(match: Match) -> tuple[str, ...]:
    """The columns' names: the players' names over their changes, ``Σ`` and
    the name over their totals.
    """
    fixed = ("Hand", "Wind", "Dealer", "Winner", "How", "From", "Points")
    return (*fixed, *match.players, *(f"Σ {name}" for name in match.players), "Remarks")


def sheet_to_csv(match: Match) -> str:
    """The sheet as CSV (RFC 4180) with a heading.

    A text that looks like a formula to a spreadsheet gets a ' before it.
    """
    rows: list[Sequence[object]] = [sheet_heading(match)]
    for line in sheet_lines(match):
        fixed = (
            line.hand,
            line.wind,
            line.dealer,
            line.winner,
            line.how,
            line.discarder,
            line.points,
        )
        rows.append((*fixed, *(line.changes or ()), *(line.totals or ()), line.remarks))
    return csv_text(rows)


def sheet_to_json(match: Match, problems: Sequence[str] = ()) -> dict[str, object]:
    """The sheet for programs.

    ``{"title", "session", "table", "players", "rules", "penalties", "lines": [{"hand", "wind",
    "dealer", "seats", "winner", "how", "discarder", "points", "changes", "totals", "penalties":
    [{"player", "offence", "step", "note"}], "remarks"}], "totals", "over", "problems"}``: ``seats``
    are the players at E S W N, the other fours are in the order of ``players``; ``hand``, ``wind``,
    ``dealer`` and ``seats`` are null if the line is no hand; ``winner``, ``discarder`` and
    ``points`` are null if there is none.
    """
    return {
        "title": match.title,
        "session": match.session,
        "table": match.table,
        "players": list(match.players),
        "rules": match.rules.name,
        "penalties": match.penalties.name,
        "lines": [_json_line(r, line) for r, line in zip(match.records, sheet_lines(match))],
        "totals": list(match.totals),
        "over": match.is_over,
        "problems": list(problems),
    }


def _json_line(record: Record, line: SheetLine) -> dict[str, object]:
    position, entry = record.position, record.entry
    hand = entry if isinstance(entry, PlayedHand) else PlayedHand()
    return {
        "hand": position.number if position else None,
        "wind": str(position.prevalent_wind) if position else None,
        "dealer": position.dealer if position else None,
        "seats": list(position.seats) if position else None,
        "winner": hand.winner,
        "how": line.how,
        "discarder": hand.discarder,
        "points": hand.points if hand.winner else None,
        "changes": list(record.changes),
        "totals": list(record.totals),
        "penalties": [
            {"player": p.player, "offence": p.offence, "step": p.step, "note": p.note}
            for p in hand.penalties
        ],
        "remarks": line.remarks,
    }


# --------------------------------------------------------------------------------------------- HTML

# A4 landscape, in mm. Below 1 the whole table is scaled, letters and lines alike.
_ROOM: Final = 144  # for the table's heading and lines, between the title and the signatures
_LINE: Final = 7.0  # a line of the table
_TEXT_LINE: Final = 4.4  # each further line of text in a cell
_LETTERS: Final = 10.0  # in pt
# Columns of text (a Chinese character takes two) in a line of a cell.
_REMARK_COLUMNS, _NAME_COLUMNS, _HEADING_COLUMNS = 23, 11, 6

_STYLE: Final = """\
@page { size: A4 landscape; margin: 10mm }
* { box-sizing: border-box }
body {
  font: 10pt "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif;
  margin: 0 auto; max-width: 277mm; color: #000
}
h1 { font-size: 15pt; margin: 0; text-align: center }
p { margin: 1mm 0 2mm; text-align: center }
table { border-collapse: collapse; table-layout: fixed; width: 100% }
th, td {
  border: 0.3mm solid #000; padding: 0 0.8mm; text-align: center; overflow-wrap: anywhere;
  line-height: 1.15
}
th { font-weight: 600; background: #eee }
td.n { text-align: right; font-variant-numeric: tabular-nums }
td.r { text-align: left; font-size: 80% }
tr.round td { border-top-width: 0.9mm }
tfoot td { font-weight: 600 }
.sign { display: flex; gap: 6mm; margin-top: 6mm }
.sign div { flex: 1; border-top: 0.3mm solid #000; padding-top: 1mm }
@media print { th { -webkit-print-color-adjust: exact; print-color-adjust: exact } }
"""

# Name, and share of the width in percent; then four changes and four totals of 5 each, and the
# remarks.
_FIXED: Final = (
    ("盘<br>Hand", 5),
    ("圈<br>Wind", 5),
    ("庄家<br>Dealer", 8),
    ("和牌<br>Winner", 8),
    ("方式<br>How", 6),
    ("点和者<br>From", 8),
    ("分<br>Points", 5),
)


def sheet_to_html(match: Match) -> str:
    """The sheet as one HTML file without links, which prints on one A4 page (landscape).

    Hands to come are empty lines to fill in.
    """
    lines = sheet_lines(match, whole=True)
    title = f"比赛成绩记录表 {match.title}".strip()
    scale = _scale(match, lines)
    rows = "\n".join(_html_line(line) for line in lines)
    columns = "".join(
        f'<col style="width:{share}%">' for share in (*(share for _, share in _FIXED), *[5] * 8)
    )
    signers = "".join(f"<div>{_escaped(name)}</div>" for name in (*match.players, "裁判员 Referee"))
    blank = "<td></td>" * 4
    return f"""<!DOCTYPE html>
<html lang="zh">
<head>
<meta charset="utf-8">
<title>{_escaped(title)}</title>
<style>
{_STYLE}table {{ font-size: {_LETTERS * scale:.1f}pt }}
td {{ height: {_LINE * scale:.2f}mm }}
</style>
</head>
<body>
<h1>{_escaped(title)}</h1>
<p>{_escaped(_subtitle(match))}</p>
<table>
<colgroup>{columns}<col></colgroup>
<thead>
{_html_heading(match)}
</thead>
<tbody>
{rows}
</tbody>
<tfoot>
<tr><td colspan="{len(_FIXED)}">局分 Score</td>{blank}{_numbers(match.totals)}<td></td></tr>
</tfoot>
</table>
<div class="sign">{signers}</div>
</body>
</html>
"""


def _escaped(text: str) -> str:
    """The text for HTML, its control characters escaped."""
    return escape(visible(text))


def _subtitle(match: Match) -> str:
    numbers = [("第{}轮 session {}", match.session), ("{}号桌 table {}", match.table)]
    parts = [text.format(number, number) for text, number in numbers if number is not None]
    base = f"基础分 base {match.base_points}"
    return " · ".join(
        [*parts, f"规则 rules {match.rules.name}", f"罚则 penalties {match.penalties.name}", base]
    )


def _html_heading(match: Match) -> str:
    names = "".join(f"<th>{_escaped(name)}</th>" for name in match.players)
    fixed = "".join(f'<th rowspan="2">{name}</th>' for name, _ in _FIXED)
    over = (
        '<th colspan="4">盘分 Changes</th><th colspan="4">累计 Totals</th><th '
        'rowspan="2">罚分、更正 Remarks</th>'
    )
    return f"<tr>{fixed}{over}</tr>\n<tr>{names}{names}</tr>"


def _html_line(line: SheetLine) -> str:
    texts = (line.hand, line.wind, line.dealer, line.winner, line.how, line.discarder, line.points)
    cells = "".join(f"<td>{_escaped(text)}</td>" for text in texts)
    starts_round = line.hand in ("5", "9", "13")
    numbers = _numbers(line.changes, sign="+") + _numbers(line.totals)
    return (
        f"<tr{' class=round' if starts_round else ''}>{cells}{numbers}<td "
        f'class="r">{_escaped(line.remarks)}</td></tr>'
    )


def _numbers(values: Changes | None, sign: str = "") -> str:
    if values is None:
        return "<td></td>" * 4
    return "".join(f'<td class="n">{value:{sign if value else ""}d}</td>' for value in values)


def _scale(match: Match, lines: Sequence[SheetLine]) -> float:
    """The largest scale at which the sheet fits on its page, about: long remarks and names
    take several lines of text.
    """
    scales = (1 - step / 50 for step in range(45))
    return next((scale for scale in scales if scale * _height(match, lines, scale) <= _ROOM), 0.1)


def _height(match: Match, lines: Sequence[SheetLine], scale: float) -> float:
    """The height of heading, lines and totals in mm, before it is scaled: a smaller scale
    has more letters on a line.
    """
    heading = _LINE + _cell_height(match.players, _HEADING_COLUMNS / scale)
    return heading + sum(_line_height(line, scale) for line in lines) + _LINE


def _line_height(line: SheetLine, scale: float) -> float:
    names = _cell_height((line.dealer, line.winner, line.discarder), _NAME_COLUMNS / scale)
    return max(names, _cell_height([line.remarks], _REMARK_COLUMNS / scale))


def _cell_height(texts: Sequence[str], columns: float) -> float:
    text_lines = max(ceil(_columns(text) / columns) for text in texts)
    return _LINE + _TEXT_LINE * max(text_lines - 1, 0)


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
