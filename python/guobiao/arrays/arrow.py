"""Scores hands in Arrow tables: a step that Ray, Dask or pyarrow runs on each batch of a data set.
Needs ``pip install guobiao[arrow]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mahjong_core.messages import shown

from ..errors import BatchError, MissingExtraError
from ..profiles import RuleProfile
from ..values import checked_flag

try:
    import pyarrow as pa

    from .batch import FAN_COUNT, BatchScores, HandBatch, score_batch
except ImportError:
    raise MissingExtraError(
        "Arrow tables need pyarrow and NumPy, which are not both installed: pip install "
        "guobiao[arrow]"
    ) from None

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["score_arrow"]

_TEXTS: Final = ("string", "large_string", "string_view")
_ADDED: Final = ("points", "status", "fan_counts")


def score_arrow(
    table: pa.Table,
    *,
    lines: str | None = None,
    rules: str | RuleProfile = "mil",
    fans: bool = False,
    threads: int = 1,
) -> pa.Table:
    """The table with the worth of each row: ``points`` int16, ``status`` uint8 (``BatchStatus``),
    with ``fans`` the ``fan_counts``, lists of 82 uint8.

    The hands are the columns that ``HandBatch.from_arrow`` takes, or with ``lines`` texts in the
    column of that name, in any notation. Raises ``BatchError`` for columns that do not fit, and for
    a table that has such results already.

    >>> table = pa.table({"hand": ["11123456789995m", "nonsense"]})
    >>> score_arrow(table, lines="hand").to_pydict()
    {'hand': ['11123456789995m', 'nonsense'], 'points': [91, 0], 'status': [0, 11]}
    """
    if not isinstance(table, pa.Table):
        raise BatchError(f"a {type(table).__name__} is no table: expected a pyarrow Table")
    with_fans = checked_flag("fans", fans, BatchError)
    present = [name for name in _ADDED[: 3 if with_fans else 2] if name in table.column_names]
    if present:
        raise BatchError(f"the table has columns {present} already: rename or drop them")
    batch = (
        HandBatch.from_arrow(table) if lines is None else HandBatch.from_lines(_texts(table, lines))
    )
    scores = score_batch(batch, rules=rules, fans=with_fans, threads=threads)
    for name, column in _columns(scores):
        table = table.append_column(name, column)
    return table


def _texts(table: pa.Table, name: str) -> pa.ChunkedArray:
    """The lines of a column. A null is a bad line."""
    if not isinstance(name, str) or name not in table.column_names:
        raise BatchError(
            f"no column {shown(name)} among {shown(table.column_names)}: it holds the hands as text"
        )
    column = table.column(name)
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if str(kind) not in _TEXTS:
        raise BatchError(f"column {shown(name)} is of {column.type}: expected string")
    return column


def _columns(scores: BatchScores) -> list[tuple[str, pa.Array]]:
    columns = [("points", pa.array(scores.points)), ("status", pa.array(scores.status))]
    if scores.fan_counts is not None:
        columns.append(("fan_counts", _lists(scores.fan_counts)))
    return columns


def _lists(counts: NDArray[np.uint8]) -> pa.Array:
    return pa.FixedSizeListArray.from_arrays(pa.array(counts.reshape(-1)), FAN_COUNT)
