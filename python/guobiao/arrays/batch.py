"""Batches: hands as columns of arrays, scored by compiled loops on all cores. Needs NumPy (``pip
install guobiao[numpy]``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, overload

from mahjong_core import batch as core
from mahjong_core import codes
from mahjong_core.lines import read_lines
from mahjong_core.messages import shown

from ..errors import BatchError, GuobiaoError, HandError, MissingExtraError
from ..hand import NO_TILE, Hand
from ..later import need_numpy
from ..notation import parse_hand, read_draft
from ..profiles import RuleProfile, get_profile
from ..tiles import SLOT_COUNT, Seat
from ..values import checked_flag, checked_items
from .buffers import check_array, in_threads, pieces, row_of, slices
from .text_columns import line_text, listed_texts, text_of

need_numpy()
import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]

__all__ = [
    "BatchScores",
    "BatchStatus",
    "BatchWaitPoints",
    "BatchWaits",
    "HandBatch",
    "is_win_batch",
    "score_batch",
    "wait_points_batch",
    "waits_batch",
]

FAN_COUNT: Final = codes.FANS


class BatchStatus(IntEnum):
    """What became of a row. Numbers are stable; a row with a status other than
    ``FINE`` has zeros.
    """

    FINE = codes.FINE
    NOT_WINNING = codes.NOT_WINNING
    """The fourteen tiles complete no form."""
    NO_WINNING_TILE = codes.NO_WINNING_TILE
    WRONG_NUMBER_OF_TILES = codes.WRONG_NUMBER_OF_TILES
    FIVE_COPIES = codes.FIVE_COPIES
    """More than four copies of a tile, melds counted."""
    BAD_MELD = codes.BAD_MELD
    """A code over 170, or a chow that cannot be."""
    BAD_WINNING_TILE = codes.BAD_WINNING_TILE
    """Not a slot, or not among the standing tiles."""
    CONTRADICTORY_FLAGS = codes.CONTRADICTORY_FLAGS
    BAD_FLAGS = codes.BAD_FLAGS
    """Over 15."""
    BAD_WINDS = codes.BAD_WINDS
    """Over 15."""
    BAD_FLOWERS = codes.BAD_FLOWERS
    """Over 8."""
    BAD_NOTATION = codes.BAD_NOTATION
    """A line that is written in no notation."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchScores:
    """The worth of each row: ``points`` (n,) int16, flowers included; ``status`` (n,) uint8;
    ``fan_counts`` (n, 82) uint8 or None.
    """

    points: NDArray[np.int16]
    status: Bytes
    fan_counts: Bytes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BatchWaits:
    """The waits of each row: ``masks`` (n,) uint64, bit = slot; ``status`` (n,) uint8."""

    masks: NDArray[np.uint64]
    status: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class BatchWaitPoints:
    """The worth of each row's waits: ``discard`` and ``self_drawn`` (n, 34) int16 by slot, 0 no
    wait; ``status`` (n,) uint8.
    """

    discard: NDArray[np.int16]
    self_drawn: NDArray[np.int16]
    status: Bytes


# The columns of a batch: name, shape of a row, value where a column is not given.
_COLUMNS: Final[tuple[tuple[str, tuple[int, ...], int], ...]] = (
    ("counts", (SLOT_COUNT,), 0),
    ("melds", (4,), 0),
    ("win", (), NO_TILE),
    ("flags", (), 0),
    ("winds", (), 0),
    ("flowers", (), 0),
)


class HandBatch:
    """``n`` hands as columns of uint8, C-contiguous.

    ``counts`` (n, 34): standing tiles with the winning tile, by slot. ``melds`` (n, 4): 0 none,
    else 1 + 34 * kind + slot (``MeldKind``). ``win`` (n,): slot, 255 none. ``flags`` (n,): 1
    self-drawn, 2 last copy, 4 last tile of the wall, 8 kong. ``winds`` (n,): 4 * prevalent + seat.
    ``flowers`` (n,). Make one with ``from_hands``, ``from_lines``, ``from_arrays``, ``from_arrow``
    or ``from_riichi``; ``len(batch)``, ``batch[i]`` is a ``Hand``, ``batch[i:j]`` a view. A batch
    keeps its columns; what they hold is looked at when it is scored.

    >>> batch = HandBatch.from_lines(["11123456789995m", "nonsense"])
    >>> score_batch(batch).points.tolist(), [BatchStatus(s).name for s in score_batch(batch).status]
    ([91, 0], ['FINE', 'BAD_NOTATION'])
    """

    __slots__ = ("_lines", "counts", "flags", "flowers", "melds", "win", "winds")

    counts: Bytes
    melds: Bytes
    win: Bytes
    flags: Bytes
    winds: Bytes
    flowers: Bytes
    _lines: _BadLines

    def __init__(
        self,
        counts: Bytes,
        melds: Bytes | None = None,
        win: Bytes | None = None,
        flags: Bytes | None = None,
        winds: Bytes | None = None,
        flowers: Bytes | None = None,
    ) -> None:
        """The same as ``from_arrays``."""
        given = {
            "counts": counts,
            "melds": melds,
            "win": win,
            "flags": flags,
            "winds": winds,
            "flowers": flowers,
        }
        check_array("counts", counts, (None, SLOT_COUNT), np.uint8)
        count = len(counts)
        for name, row, missing in _COLUMNS:
            array = given[name]
            if array is None:
                array = np.full((count, *row), missing, np.uint8)
            check_array(name, array, (count, *row), np.uint8)
            # A view: its owner may change the shape of the array, the batch keeps its own.
            object.__setattr__(self, name, array.view(np.ndarray))
        object.__setattr__(self, "_lines", _BadLines({}, 0))

    @classmethod
    def _of(cls, columns: dict[str, Bytes], lines: _BadLines) -> HandBatch:
        """A batch of columns that are known to fit, and of its bad lines."""
        batch = cls.__new__(cls)
        for name, array in columns.items():
            object.__setattr__(batch, name, array)
        object.__setattr__(batch, "_lines", lines)
        return batch

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a HandBatch is frozen: make another one with the {name} that you want (from_arrays)"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a HandBatch is frozen")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_batch, (type(self), self._columns(), self._lines.first(len(self)))

    # --------------------------------------------------------------------------------- constructors

    @classmethod
    def from_arrays(
        cls,
        counts: Bytes,
        melds: Bytes | None = None,
        win: Bytes | None = None,
        flags: Bytes | None = None,
        winds: Bytes | None = None,
        flowers: Bytes | None = None,
    ) -> HandBatch:
        """A batch over these arrays, which are not copied. Columns that are not given: no meld, no
        winning tile, zeros.

        Raises ``BatchError`` for an array of another type, shape, length or order: rows are checked
        only when they are scored.
        """
        return cls(counts, melds, win, flags, winds, flowers)

    @classmethod
    def from_hands(cls, hands: Iterable[Hand]) -> HandBatch:
        """A batch of ``Hand`` objects. Raises ``BatchError`` if one is no ``Hand``."""
        listed = list(checked_items("hands", hands, BatchError))
        for number, hand in enumerate(listed):
            if not isinstance(hand, Hand):
                raise BatchError(
                    f"hands[{number}] is {shown(hand)}: expected a Hand (from_lines reads texts)"
                )
        return cls(
            counts=_from_bytes(b"".join(hand.counts for hand in listed)).reshape(-1, SLOT_COUNT),
            melds=_from_bytes(b"".join(hand.meld_codes for hand in listed)).reshape(-1, 4),
            win=_from_bytes(bytes(hand.win for hand in listed)),
            flags=_from_bytes(bytes(hand.flags for hand in listed)),
            winds=_from_bytes(bytes(hand.winds for hand in listed)),
            flowers=_from_bytes(bytes(hand.flowers for hand in listed)),
        )

    @classmethod
    def from_lines(cls, lines: Iterable[str | bytes]) -> HandBatch:
        """A batch of hands in any notation that ``parse_hand`` reads, one a line.

        A line that is written in none becomes a row with the status ``BAD_NOTATION``; its message
        is ``batch.error(row)``. Whether the tiles are a hand is for the scoring to say: a fifth
        copy is ``FIVE_COPIES``, however it is written. Plain GB strings are read by compiled code,
        the others by the notation. A line may end in blanks, CR and LF; an empty one is a bad one.

        ``lines`` is any column of texts: a list, a NumPy array, a series of pandas or Polars, an
        Arrow array. Bytes are read as UTF-8; what is none, or no text, is a bad line. Raises
        ``BatchError`` for a single text, a dict, a table, and an array with two dimensions or a
        mask.
        """
        listed = listed_texts(lines)
        columns = {name: np.empty((len(listed), *row), np.uint8) for name, row, _ in _COLUMNS}
        bad: dict[int, object] = {}
        for number in read_lines(listed, **columns):
            if not _read_slowly(listed[number], number, columns):
                bad[number] = listed[number]
        return cls._of(columns, _BadLines(bad, 0))

    @classmethod
    def from_text(cls, data: Any, *, threads: int = 1) -> HandBatch:
        """A batch of the lines of one text, read without the GIL and without a Python object a
        line.

        ``data``: bytes, or whatever has the bytes of a UTF-8 text (a ``bytearray``, a ``mmap``, a
        ``memoryview``); or an Arrow column of texts, one hand each. Lines end at LF, CR LF or
        CR; the end of the last one may be missing. Everything else is as in ``from_lines``.
        ``threads``: how many may read (0: one a core). Raises ``BatchError`` if it is no such text.

        >>> batch = HandBatch.from_text(b"11123456789995m\\n19m19p119sESWNPFC\\n")
        >>> score_batch(batch).points.tolist()
        [91, 88]
        """
        text = line_text(data)
        if text is None:
            return cls.from_lines(data)
        columns = {name: np.empty((text.size, *row), np.uint8) for name, row, _ in _COLUMNS}
        unread = np.empty(text.size, np.uint8)
        read = partial(text.reader, text.letters, text.places, *columns.values(), unread)
        in_threads(read, slices(text.size, threads))
        bad: dict[int, object] = {}
        for row, line in text.lines(np.flatnonzero(unread).tolist()) if unread.any() else ():
            if not _read_slowly(line, row, columns):
                bad[row] = line
        return cls._of(columns, _BadLines(bad, 0))

    @classmethod
    def from_arrow(cls, table: Any) -> HandBatch:
        """A batch over the columns of a ``pyarrow`` Table or RecordBatch, by name: ``counts`` and
        ``melds`` are fixed-size lists of 34 and 4 uint8, the others uint8. Only ``counts`` must be
        there; other columns are left alone. A table of one chunk is not copied.

        Raises ``BatchError`` for another type, a null, or a missing column; ``MissingExtraError``
        without ``pyarrow``.
        """
        columns = _arrow_columns(table)
        if "counts" not in columns:
            raise BatchError(
                f"no column 'counts' among {shown(list(table.schema.names))}: it holds the tiles"
            )
        return cls(**columns)

    @classmethod
    def from_riichi(
        cls,
        counts: Bytes,
        melds: Bytes | None = None,
        win: Bytes | None = None,
        flags: Bytes | None = None,
        winds: Bytes | None = None,
        flowers: Bytes | None = None,
    ) -> HandBatch:
        """The same from arrays in the order of Japanese programs: m p s, then E S W N 白 發 中.

        ``counts``, ``melds`` (codes with such a slot) and ``win`` are converted, so copied.
        """
        batch = cls.from_arrays(counts, melds, win, flags, winds, flowers)
        columns = batch._columns() | {
            name: np.empty_like(getattr(batch, name)) for name in ("counts", "melds", "win")
        }
        for rows in pieces(len(batch)):
            columns["counts"][rows] = batch.counts[rows][:, _RIICHI_SLOTS[:SLOT_COUNT]]
            columns["melds"][rows] = _MELD_OF_RIICHI[batch.melds[rows]]
            columns["win"][rows] = _SLOT_OF_RIICHI[batch.win[rows]]
        return cls(**columns)

    # ------------------------------------------------------------------------------------- contents

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, index: int) -> Hand: ...
    @overload
    def __getitem__(self, index: slice) -> HandBatch: ...
    def __getitem__(self, index: int | slice) -> Hand | HandBatch:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise BatchError(
                    f"a step of {step}: a slice of a batch is a view of rows that follow each other"
                )
            columns = {name: array[start:stop] for name, array in self._columns().items()}
            return self._of(columns, self._lines.shifted(start))
        row = row_of(index, len(self))
        hand = self._tiles(row)
        self._check_context(row)
        return hand

    def __iter__(self) -> Iterator[Hand]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<HandBatch of {len(self)} hands>"

    def error(self, index: int, *, rules: str | RuleProfile = "mil") -> str | None:
        """What is wrong with a row when it is scored under ``rules``; None if nothing is wrong.
        Raises ``IndexError`` if there is no such row.
        """
        from ..evaluate import score

        profile, row = get_profile(rules), row_of(index, len(self))
        try:
            hand = self._tiles(row)
            if hand.win != NO_TILE:  # a hand that waits has no score, whatever else is wrong
                self._check_context(row)
            score(hand, rules=profile)
        except GuobiaoError as error:
            return str(error)
        return None

    def _columns(self) -> dict[str, Bytes]:
        return {name: getattr(self, name) for name, _, _ in _COLUMNS}

    def _tiles(self, row: int) -> Hand:
        """The row as a hand, with those of its flags, winds and flowers that are possible; an error
        if its tiles are not a hand.
        """
        if row in self._lines:
            self._lines.parse(row)
        return Hand.from_numbers(
            self.counts[row].tobytes(),
            self.melds[row].tobytes(),
            int(self.win[row]),
            int(self.flags[row]) & 15,
            int(self.winds[row]) & 15,
            min(8, int(self.flowers[row])),
        )

    def _check_context(self, row: int) -> None:
        for name, most in (("flags", 15), ("winds", 15), ("flowers", 8)):
            number = int(getattr(self, name)[row])
            if number > most:
                raise HandError(f"{name} {number}: expected 0 to {most}")


def _rebuild_batch(
    kind: type[HandBatch], columns: dict[str, Bytes], lines: dict[int, object]
) -> HandBatch:
    return kind._of(columns, _BadLines(lines, 0))


class _BadLines:
    """The bad lines, by row of the batch that was read. A view of the batch counts from another
    row.
    """

    __slots__ = ("_lines", "_start")

    def __init__(self, lines: dict[int, object], start: int) -> None:
        self._lines, self._start = lines, start

    def __contains__(self, row: int) -> bool:
        return row + self._start in self._lines

    def shifted(self, start: int) -> _BadLines:
        return _BadLines(self._lines, self._start + start)

    def first(self, count: int) -> dict[int, object]:
        """The bad lines among the first rows, by row."""
        view = range(self._start, self._start + count)
        fewer = self._lines if len(self._lines) < count else view
        return {
            row - self._start: self._lines[row]
            for row in fewer
            if row in view and row in self._lines
        }

    def parse(self, row: int) -> None:
        """Raises what is wrong with the line."""
        parse_hand(text_of(self._lines[row + self._start]), rules="botzone")  # type: ignore[arg-type]

    def mark(self, status: Bytes, *results: NDArray[np.generic] | None) -> None:
        """Sets the status of the rows of these lines, and zeros in the results."""
        for row in self.first(len(status)):
            status[row] = BatchStatus.BAD_NOTATION
            for result in results:
                if result is not None:
                    result[row] = 0


# ------------------------------------------------------------------------------------------ scoring


def score_batch(
    batch: HandBatch,
    *,
    rules: str | RuleProfile = "mil",
    threads: int = 1,
    fans: bool = False,
    out: BatchScores | None = None,
) -> BatchScores:
    """Scores every row under a profile, on ``threads`` threads (0: one a core), with the fan counts
    if ``fans``.

    ``out`` takes the results of an earlier call (or your own arrays in a ``BatchScores``) and
    is filled again, at least as long as the batch; what is returned are its first rows (its
    ``fan_counts`` only with ``fans``). No array of it may share memory with another one or with the
    batch. Raises ``BatchError`` for what does not fit, before anything is written.

    >>> batch = HandBatch.from_lines(["[EEE,2]234m678s88p34p5p|EE0000"])
    >>> scores = score_batch(batch, fans=True)
    >>> int(scores.points[0]), scores.fan_counts.nonzero()[1] + 1
    (4, array([60, 61]))
    """
    parts, fans = _slices(batch, threads), checked_flag("fans", fans, BatchError)
    result = (
        _new_scores(len(batch), fans=fans) if out is None else _checked_out(out, batch, fans=fans)
    )
    tables = get_profile(rules).tables
    columns = (batch.counts, batch.melds, batch.win, batch.flags, batch.winds, batch.flowers)
    in_threads(
        partial(core.score_rows, tables, *columns, result.points, result.status, result.fan_counts),
        parts,
    )
    batch._lines.mark(result.status, result.points, result.fan_counts)
    return result


def waits_batch(batch: HandBatch, *, formal: bool = False, threads: int = 1) -> BatchWaits:
    """The waits of every row of thirteen tiles (a winning tile is put back first); ``formal`` as in
    ``waits``.

    Only the tiles, the melds and the winning tile are looked at, and only their statuses are given.

    >>> batch = HandBatch.from_lines(["1234444678m456p"])
    >>> waits_batch(batch).masks.tolist(), waits_batch(batch, formal=True).masks.tolist()
    ([1], [9])
    """
    parts, formal = _slices(batch, threads), checked_flag("formal", formal, BatchError)
    result = BatchWaits(np.empty(len(batch), np.uint64), np.empty(len(batch), np.uint8))
    columns = (batch.counts, batch.melds, batch.win)
    in_threads(partial(core.waits_rows, *columns, formal, result.masks, result.status), parts)
    batch._lines.mark(result.status, result.masks)
    return result


def wait_points_batch(
    batch: HandBatch, *, rules: str | RuleProfile = "mil", threads: int = 1
) -> BatchWaitPoints:
    """The points (flowers included) of each tile that completes a row of thirteen, won by a discard
    and self-drawn.

    A winning tile is put back first. Tiles that the hand itself holds four times are no waits here;
    flags of a win are not looked at: no lucky fan counts but 和绝张 of a tile of which the own
    melds hold three.

    >>> points = wait_points_batch(HandBatch.from_lines(["123456789m1155s"]))
    >>> points.discard[0].nonzero()[0], points.discard[0, [9, 13]], points.self_drawn[0, [9, 13]]
    (array([ 9, 13]), array([21, 20], dtype=int16), array([23, 22], dtype=int16))
    """
    parts = _slices(batch, threads)
    tables, count = get_profile(rules).tables, len(batch)
    result = BatchWaitPoints(
        np.empty((count, SLOT_COUNT), np.int16),
        np.empty((count, SLOT_COUNT), np.int16),
        np.empty(count, np.uint8),
    )
    columns = (batch.counts, batch.melds, batch.win, batch.winds, batch.flowers)
    in_threads(
        partial(
            core.wait_points_rows,
            tables,
            *columns,
            result.discard,
            result.self_drawn,
            result.status,
        ),
        parts,
    )
    batch._lines.mark(result.status, result.discard, result.self_drawn)
    return result


def is_win_batch(batch: HandBatch, *, threads: int = 1) -> NDArray[np.bool_]:
    """Whether the fourteen tiles of each row complete a form, whatever they are worth: (n,) bool.
    False for tiles that are no hand.

    Only the tiles and the melds are looked at.

    >>> is_win_batch(HandBatch.from_lines(["19m19p119sESWNPFC", "19m19p119sESWNPF1m"])).tolist()
    [True, False]
    """
    parts = _slices(batch, threads)
    status = np.empty(len(batch), np.uint8)
    in_threads(partial(core.complete_rows, batch.counts, batch.melds, status), parts)
    batch._lines.mark(status)
    fine: NDArray[np.bool_] = status == BatchStatus.FINE
    return fine


def _slices(batch: object, threads: object) -> list[tuple[int, int]]:
    """The rows of a batch in slices, one for each thread. Raises ``BatchError`` if it is not a
    batch, or if ``threads`` is not a number of threads.
    """
    if not isinstance(batch, HandBatch):
        raise BatchError(
            f"{shown(batch)} is no HandBatch: HandBatch.from_lines, from_hands or from_arrays "
            "makes one"
        )
    return slices(len(batch), threads)


def _new_scores(count: int, *, fans: bool) -> BatchScores:
    fan_counts = np.empty((count, FAN_COUNT), np.uint8) if fans else None
    return BatchScores(np.empty(count, np.int16), np.empty(count, np.uint8), fan_counts)


def _checked_out(out: BatchScores, batch: HandBatch, *, fans: bool) -> BatchScores:
    """The first rows of ``out``. Raises ``BatchError`` if it cannot take the results."""
    if not isinstance(out, BatchScores):
        raise BatchError(f"out is {shown(out)}: expected a BatchScores")
    if fans and out.fan_counts is None:
        raise BatchError(
            "out.fan_counts is None: with fans=True it takes an array (n, 82) of uint8"
        )
    wanted: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
        "points": ((), np.int16),
        "status": ((), np.uint8),
    }
    if fans:
        wanted["fan_counts"] = (FAN_COUNT,), np.uint8
    arrays = {
        name: _checked_out_array(f"out.{name}", getattr(out, name), len(batch), *each)
        for name, each in wanted.items()
    }
    _check_apart(arrays, batch._columns())
    return BatchScores(**arrays)


def _checked_out_array(
    name: str, array: Any, count: int, row: tuple[int, ...], kind: type[np.generic]
) -> Any:
    check_array(name, array, (None, *row), kind)
    if len(array) < count:
        raise BatchError(f"{name} has {len(array)} rows: the batch has {count}")
    if not array.flags.writeable:
        raise BatchError(f"{name} is read-only: it is to be written")
    return array.view(np.ndarray)[:count]


def _check_apart(out: dict[str, Any], columns: dict[str, Bytes]) -> None:
    """Contiguous arrays share memory exactly if their bounds overlap."""
    others = {f"the batch's {name}": array for name, array in columns.items()}
    for name, array in out.items():
        for other_name, other in others.items():
            if np.may_share_memory(array, other):
                raise BatchError(
                    f"out.{name} shares memory with {other_name}: expected an array of its own"
                )
        others[f"out.{name}"] = array


# ------------------------------------------------------------------------------ other people's rows


def _from_bytes(data: bytes) -> Bytes:
    return np.frombuffer(data, np.uint8)


def _read_slowly(line: object, row: int, columns: dict[str, Bytes]) -> bool:
    """Reads a line that the compiled reader does not know with the notation. False if no notation
    can read it.
    """
    try:
        draft = read_draft(text_of(line))
    except GuobiaoError:
        return False
    slots = [tile.slot for tile in draft.standing]
    melds = [meld.code for meld in draft.melds]
    has_winning_tile = len(slots) + 3 * len(melds) == 14 and not draft.waiting
    columns["counts"][row] = [min(255, slots.count(slot)) for slot in range(SLOT_COUNT)]
    columns["melds"][row] = melds + [0] * (4 - len(melds))
    columns["win"][row] = slots[-1] if has_winning_tile else NO_TILE
    columns["flags"][row] = int(draft.flags[::-1], 2)
    columns["winds"][row] = codes.winds_code(*map(Seat.parse, draft.winds))
    columns["flowers"][row] = draft.flowers
    return True


def _arrow_columns(table: Any) -> dict[str, Any]:
    """The columns that a table of ``pyarrow`` has, as arrays."""
    try:
        import pyarrow as pa
    except ModuleNotFoundError:
        raise MissingExtraError(
            "from_arrow needs pyarrow, which is not installed: pip install guobiao[arrow]"
        ) from None
    if not isinstance(table, pa.Table | pa.RecordBatch):
        raise BatchError(
            f"a {type(table).__name__} is no table: expected a pyarrow Table or RecordBatch"
        )
    found = {}
    for name, row, _ in _COLUMNS:
        places = table.schema.get_all_field_indices(name)
        if len(places) > 1:
            raise BatchError(f"{len(places)} columns are called {name!r}: expected one")
        if places:
            wanted = pa.list_(pa.uint8(), row[0]) if row else pa.uint8()
            found[name] = _array_of_arrow(name, table.column(places[0]), row, wanted)
    return found


def _array_of_arrow(name: str, column: Any, row: Sequence[int], wanted: Any) -> Any:
    """A column as an array of uint8."""
    if column.type != wanted:
        raise BatchError(f"column {name!r} is of {column.type}: expected {wanted}")
    if hasattr(column, "chunks"):  # of a Table; a RecordBatch has plain arrays
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    values = column.flatten() if row else column
    if column.null_count or values.null_count:
        raise BatchError(f"column {name!r} has nulls: every hand needs a value")
    return values.to_numpy(zero_copy_only=False).reshape(-1, *row)


def _meld_of_riichi(code: int) -> int:
    """The code of the meld with its tile in this library's order. A code that is not a meld stays
    unchanged.
    """
    if code == codes.NO_MELD or code > codes.LAST_MELD_CODE:
        return code
    kind, slot = codes.meld_parts(code)
    return codes.meld_code(kind, int(_RIICHI_SLOTS[slot]))


# Riichi slots: 9-17 are p, 18-26 s, 31-33 白 發 中.
_RIICHI_SLOTS: Final = np.array(
    [*range(9), *range(18, 27), *range(9, 18), 27, 28, 29, 30, 33, 32, 31], np.uint8
)
_SLOT_OF_RIICHI: Final = np.concatenate([_RIICHI_SLOTS, np.arange(SLOT_COUNT, 256, dtype=np.uint8)])
_MELD_OF_RIICHI: Final = np.array([_meld_of_riichi(code) for code in range(256)], np.uint8)
