"""Columns of texts as other libraries hold them: read as texts, a bad one costs its row; tables,
dicts and masks are refused.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import guobiao
from guobiao import BatchError, BatchStatus, GuobiaoError, HandBatch, parse_hand, score_batch

GB = "[CCCC]234567m99p34s5s|EE1000|2"
CHINESE = "一九万一九条一九饼东南西北红中发财白板白板"
BAD, FINE = BatchStatus.BAD_NOTATION, BatchStatus.FINE

pa: Any = pytest.importorskip("pyarrow", reason="Arrow columns need pyarrow, of the extra test")


def status_of(lines: Any) -> list[int]:
    found: list[int] = score_batch(HandBatch.from_lines(lines)).status.tolist()
    return found


class Series:
    """A column as pandas and Polars have it: an iterable with a shape and a type."""

    shape = (2,)
    dtype = "str"

    def __iter__(self) -> Iterator[str]:
        return iter((GB, CHINESE))


class DataFrame:
    """A table as they have it: iterated, it gives the names of its columns."""

    columns = ("hand",)
    shape = (2, 1)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)


def not_utf8() -> Any:
    """An Arrow array of strings whose second value is not UTF-8: Arrow does not check arrays that
    are made of buffers.
    """
    texts = [GB.encode(), b"19m\xff", CHINESE.encode()]
    ends = np.cumsum([0, *map(len, texts)]).astype(np.int32)
    return pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(ends.tobytes()), pa.py_buffer(b"".join(texts))]
    )


TEXTS = [GB, CHINESE]
BYTES = [text.encode() for text in TEXTS]


@pytest.mark.parametrize(
    "lines",
    [
        TEXTS,
        BYTES,
        [bytearray(GB.encode()), CHINESE],
        np.array(TEXTS),
        np.array(TEXTS, object),
        np.array(BYTES),
        np.array(BYTES, object),
        np.array(TEXTS)[::-1][::-1],
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(BYTES, pa.binary()),
        pa.array(TEXTS).dictionary_encode(),
        pa.chunked_array([[GB], [], [CHINESE]], pa.string()),
        pa.chunked_array(
            [pa.array([GB]).dictionary_encode(), pa.array([CHINESE]).dictionary_encode()]
        ),
        pa.array(["", *TEXTS, ""])[1:3],
        list(pa.array(TEXTS)),
        Series(),
    ],
    ids=lambda lines: (
        f"{type(lines).__name__}-{getattr(lines, 'dtype', getattr(lines, 'type', ''))}"
    ),
)
def test_columns_of_texts(lines: Any) -> None:
    assert list(HandBatch.from_lines(lines)) == [parse_hand(GB), parse_hand(CHINESE)]


@pytest.mark.skipif(
    not hasattr(pa, "string_view"), reason="this pyarrow is older than string views"
)
def test_string_views() -> None:
    assert status_of(pa.array(TEXTS).cast(pa.string_view())) == [FINE, FINE]


def test_series_of_pandas() -> None:
    pd = pytest.importorskip(
        "pandas", reason="pandas is in no extra: it is large, and Series stands in for it"
    )
    for kind in (None, "object", "category", "string", pd.ArrowDtype(pa.string())):
        assert status_of(pd.Series([*TEXTS, None], dtype=kind)) == [FINE, FINE, BAD], kind
    assert status_of(pd.Index(TEXTS)) == status_of(pd.Series(BYTES)) == [FINE, FINE]
    with pytest.raises(
        BatchError, match="lines is a DataFrame: expected one text a hand, as in one column"
    ):
        HandBatch.from_lines(pd.DataFrame({"hand": TEXTS}))


def test_series_of_polars() -> None:
    pl = pytest.importorskip(
        "polars", reason="Polars is in no extra: it is large, and Series stands in for it"
    )
    for kind in (pl.String, pl.Categorical):
        assert status_of(pl.Series([*TEXTS, None], dtype=kind)) == [FINE, FINE, BAD], kind
    assert status_of(pl.Series(BYTES)) == [FINE, FINE]
    frame = pl.DataFrame({"hand": TEXTS})
    for table in (frame, frame.lazy()):
        with pytest.raises(BatchError, match="Frame: expected one text a hand, as in one column"):
            HandBatch.from_lines(table)


@pytest.mark.parametrize(
    "lines",
    [
        [GB, b"19m\xff", CHINESE],
        [GB, b"\xed\xa0\x80", CHINESE],
        np.array([GB.encode(), b"\xff", CHINESE.encode()]),
        not_utf8(),
        not_utf8().cast(pa.binary()).cast(pa.large_binary()),
        not_utf8().dictionary_encode(),
        pa.chunked_array([not_utf8()[:1], not_utf8()[1:]]),
        list(not_utf8()),
    ],
    ids=lambda lines: (
        f"{type(lines).__name__}-{getattr(lines, 'dtype', getattr(lines, 'type', ''))}"
    ),
)
def test_a_text_that_is_not_utf8_costs_its_row(lines: Any) -> None:
    batch = HandBatch.from_lines(lines)
    assert score_batch(batch).status.tolist() == [FINE, BAD, FINE]
    assert "bytes that are not UTF-8 at column" in batch.error(1)
    assert batch.error(0) is None


def test_the_message_shows_where_utf8_ends() -> None:
    batch = HandBatch.from_lines(["一万".encode() + b"\xff", b"\xe4\xb8"])
    assert batch.error(0).startswith("bytes that are not UTF-8 at column 3\n  一万\\xff\n      ^\n")
    assert pickle.loads(pickle.dumps(batch)).error(0) == batch.error(0)


def test_what_is_no_text_costs_its_row() -> None:
    assert status_of(pa.array([GB, None])) == status_of(np.array([GB, None], object)) == [FINE, BAD]
    assert (
        status_of(pa.array([1, 2]))
        == status_of(np.array([1, 2]))
        == status_of(pa.array([{"a": GB}] * 2))
        == [BAD] * 2
    )
    assert status_of(pa.nulls(2)) == [BAD] * 2
    assert status_of(pa.array([], pa.string())) == status_of(np.array([], "S8")) == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ({GB: 1}, "lines is a dict"),
        (OrderedDict({GB: 1}), "lines is a OrderedDict"),
        (MappingProxyType({GB: 1}), "lines is a mappingproxy"),
        (DataFrame(), "lines is a DataFrame"),
        (
            pa.table({"hand": TEXTS}),
            "lines is a Table: expected one text a hand, as in one column of it",
        ),
        (pa.RecordBatch.from_pydict({"hand": TEXTS}), "lines is a RecordBatch"),
        (np.array([TEXTS]), r"lines has the shape \(1, 2\): expected one dimension"),
        (np.array(GB), r"lines has the shape \(\)"),
        (np.array([(GB, 1)], [("hand", "U40"), ("number", int)]), "lines has the fields"),
        (np.ma.array(TEXTS, mask=[False, True]), "lines is a masked array"),
        (np.ma.array(TEXTS), "lines is a masked array"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_column_is_refused(lines: Any, message: str) -> None:
    with pytest.raises(BatchError, match=message):
        HandBatch.from_lines(lines)


# ------------------------------------------------------------------------------------ masked arrays


def _zeros(*shape: int) -> Any:
    return np.ma.zeros(shape, np.uint8)


def _scores(points: Any, status: Any) -> Any:
    return guobiao.BatchScores(points, status)


COUNTS = np.zeros((1, 34), np.uint8)
MASKED: dict[str, Callable[[], object]] = {
    "counts": lambda: HandBatch(_zeros(1, 34)),
    "melds": lambda: HandBatch.from_arrays(COUNTS, _zeros(1, 4)),
    "win": lambda: HandBatch.from_arrays(COUNTS, win=_zeros(1)),
    "flags": lambda: HandBatch.from_riichi(COUNTS, flags=_zeros(1)),
    "out.points": lambda: score_batch(
        HandBatch(COUNTS), out=_scores(np.ma.zeros(1, np.int16), np.zeros(1, np.uint8))
    ),
    "out.status": lambda: score_batch(
        HandBatch(COUNTS), out=_scores(np.zeros(1, np.int16), _zeros(1))
    ),
    "counts of shanten": lambda: guobiao.shanten_batch(_zeros(1, 34)),
    "melds of shanten": lambda: guobiao.effective_batch(COUNTS, melds=_zeros(1, 4)),
    "seen": lambda: guobiao.waits("1234444678m456p", seen=_zeros(34)),
    "seen of discards": lambda: guobiao.discards("11123456789995m", seen=_zeros(34)),
    "seen of reach": lambda: guobiao.reach("11123456789995m", seen=_zeros(34)),
    "seen of effective tiles": lambda: guobiao.effective_tiles("1234444678m456p", seen=_zeros(34)),
    "points": lambda: guobiao.settle_batch(np.ma.array([11]), [3], [0]),
    "winner": lambda: guobiao.settle_batch([11], np.ma.array([3]), [0]),
    "discarder": lambda: guobiao.settle_batch([11], [3], np.ma.array([0])),
    "flowers": lambda: guobiao.settle_batch([11], [3], [0], flowers=np.ma.array([0])),
}


@pytest.mark.parametrize("name", MASKED)
def test_masked_arrays_are_refused(name: str) -> None:
    """Also one that hides nothing: what it would hide must not be read."""
    with pytest.raises(GuobiaoError, match=f"{name.split(' of ')[0]} is a masked array"):
        MASKED[name]()


def test_masked_actions_are_refused() -> None:
    env = pytest.importorskip("guobiao.env", reason="the environments need the extra env")
    table = env.VectorTable(2)
    table.reset(seed=1)
    with pytest.raises(BatchError, match="actions is a masked array"):
        table.step(np.ma.zeros(2, np.int64))
