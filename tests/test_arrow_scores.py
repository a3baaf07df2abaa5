"""Arrow tables with the worth of their hands."""

from __future__ import annotations

from typing import Any

import pytest

try:
    import pyarrow as pa
except ModuleNotFoundError:
    pytest.skip("pyarrow is not installed (pip install guobiao[arrow])", allow_module_level=True)

from batch_rows import corpus
from guobiao import BatchError, BatchStatus, HandBatch, score_batch
from guobiao.arrays.arrow import score_arrow
from mahjong_core.fan_table import FAN_COUNT

LINES = ["11123456789995m", "nonsense", "[EEE,2]234m678s88p34p5p|EE0000"]


def table_of(batch: HandBatch) -> Any:
    """A batch as a table."""
    return pa.table(
        {
            "counts": pa.FixedSizeListArray.from_arrays(pa.array(batch.counts.reshape(-1)), 34),
            "melds": pa.FixedSizeListArray.from_arrays(pa.array(batch.melds.reshape(-1)), 4),
            **{
                name: pa.array(getattr(batch, name))
                for name in ("win", "flags", "winds", "flowers")
            },
        }
    )


@pytest.mark.parametrize("fans", [False, True])
def test_columns(fans: bool) -> None:
    batch = corpus()[:3000]
    expected = score_batch(batch, rules="1998", fans=fans)
    table = table_of(batch)
    for part in (table, pa.concat_tables([table[:1000], table[1000:]])):
        scored = score_arrow(part, rules="1998", fans=fans, threads=2)
        assert scored.column_names == [
            *table.column_names,
            "points",
            "status",
            *(["fan_counts"] if fans else []),
        ]
        assert scored.column("points").to_pylist() == expected.points.tolist()
        assert scored.column("status").to_pylist() == expected.status.tolist()
        if fans:
            assert scored.column("fan_counts").to_pylist() == expected.fan_counts.tolist()
            assert scored.schema.field("fan_counts").type == pa.list_(pa.uint8(), FAN_COUNT)
    assert score_arrow(table[:0], fans=fans).num_rows == 0


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_lines(kind: str) -> None:
    if not hasattr(pa, kind):
        pytest.skip(f"this pyarrow is older than {kind}")
    wanted = pa.dictionary(pa.int32(), pa.string()) if kind == "dictionary" else getattr(pa, kind)()
    table = pa.table({"hand": pa.array([*LINES, None, ""]).cast(wanted)})
    scored = score_arrow(table, lines="hand")
    assert scored.column("points").to_pylist() == [
        *score_batch(HandBatch.from_lines(LINES)).points.tolist(),
        0,
        0,
    ]
    assert scored.column("status").to_pylist()[3:] == [BatchStatus.BAD_NOTATION] * 2


@pytest.mark.parametrize(
    ("table", "options", "message"),
    [
        (pa.table({"hand": LINES}), {}, "no column 'counts'"),
        (pa.table({"hand": LINES}), {"lines": "line"}, "no column 'line'"),
        (pa.table({"hand": [1, 2]}), {"lines": "hand"}, "is of int64: expected string"),
        (
            pa.table({"hand": LINES, "points": [1, 2, 3]}),
            {"lines": "hand"},
            r"\['points'\] already",
        ),
        (
            pa.table({"hand": LINES, "fan_counts": [1, 2, 3]}),
            {"lines": "hand", "fans": True},
            "already",
        ),
        (LINES, {"lines": "hand"}, "a list is no table"),
        (pa.table({"hand": LINES}), {"lines": "hand", "threads": -1}, "threads"),
    ],
)
def test_tables_that_are_refused(table: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BatchError, match=message):
        score_arrow(table, **options)
