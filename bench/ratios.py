"""All groups side by side in one process, interleaved: nanoseconds a hand, and how many times
faster than the group's base.

``python3 .ci/dev.py bench`` (or ``make bench``) runs it on the built package and writes
``docs/benchmarks.md`` and its chart. Each round runs every contender once over the whole corpus, in
an order that changes; the least of the rounds is what the machine can do, the median what it did.
Every contender's answers are compared before anything is timed.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from random import Random
from typing import NamedTuple

import guobiao
from corpus import NAMES, corpus
from groups import GROUPS, Contender, Group, Run

DOCS = Path(__file__).resolve().parent.parent / "docs"
PIECE_NS = 1_000_000
COMMAND = "python3 .ci/dev.py bench"


class Row(NamedTuple):
    """What one contender took over one corpus, in nanoseconds a hand."""

    contender: str
    hands: int
    least: float
    median: float


class Table(NamedTuple):
    """A group over one corpus."""

    group: Group
    corpus: str
    rows: list[Row]

    def times_base(self, row: Row) -> float | None:
        """How many times the base takes what the row takes; None without the base."""
        base = next((other for other in self.rows if other.contender == self.group.base), None)
        return base.least / row.least if base else None


# ---------------------------------------------------------------------------------------- measuring


def measure(group: Group, name: str, rounds: int, seconds: float) -> Table:
    """Runs the contenders that are there, interleaved, for so many rounds or seconds.

    A pass is timed piece by piece and the least times of the pieces are added up: so other programs
    on the machine, which take a core away for milliseconds, spoil a piece and not a pass.
    """
    running = [one for each in group.contenders if (one := _ready(group, name, each)) is not None]
    order, end = Random(name), time.monotonic() + seconds
    for number in range(rounds):
        if number >= 3 and time.monotonic() > end:
            break
        for one in order.sample(running, len(running)):
            one.rounds.append([_timed(run) for run in one.pieces])
    return Table(group, name, [one.row() for one in running])


class Running(NamedTuple):
    """A contender made ready, its pieces, and for each round what the pieces took."""

    name: str
    hands: int
    pieces: list[Run]
    rounds: list[list[int]]

    def row(self) -> Row:
        """Nanoseconds a hand."""
        of_pieces = list(zip(*self.rounds))
        least, median = sum(map(min, of_pieces)), sum(map(statistics.median, of_pieces))
        return Row(self.name, self.hands, least / self.hands, median / self.hands)


def _ready(group: Group, name: str, contender: Contender) -> Running | None:
    """The contender with its hands; None if it is not there. Its answers are compared first, which
    warms it up too.
    """
    hands = corpus(name).hands[: contender.most_hands]
    size = _piece_size(contender, hands) if group.in_pieces else len(hands)
    pieces = []
    for start in range(0, len(hands), size):
        some = hands[start : start + size]
        run = contender.ready(some)
        if run is None:
            return None
        if [contender.read(answer) for answer in run()] != list(group.answers(some)):
            raise SystemExit(
                f"{contender.name} has other answers than its group ({group.name}) on {name!r}"
            )
        pieces.append(run)
    return Running(contender.name, len(hands), pieces, [])


def _piece_size(contender: Contender, hands: tuple[guobiao.Hand, ...]) -> int:
    """So many hands take about ``PIECE_NS``: as little for a slow contender as for a fast one."""
    run = contender.ready(hands[:10])
    each = 1 + min(_timed(run) for _ in range(3)) // 10 if run else PIECE_NS
    return max(1, min(200, PIECE_NS // each))


def _timed(run: Run) -> int:
    """One piece, without the garbage collector."""
    gc.disable()
    try:
        start = time.perf_counter_ns()
        run()
        return time.perf_counter_ns() - start
    finally:
        gc.enable()


# ---------------------------------------------------------------------------------------- reporting


def machine() -> Iterator[tuple[str, str]]:
    """What the figures depend on."""
    yield "command", f"`{COMMAND}`"
    yield "date", datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    yield "machine", f"{_cpu()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    yield (
        "Python",
        f"{platform.python_implementation()} {platform.python_version()}, built with "
        f"{platform.python_compiler()}",
    )
    yield "C compiler", _compiler()
    yield "guobiao", _version()


def _version() -> str:
    try:
        return guobiao.__version__
    except metadata.PackageNotFoundError:
        return "not installed: a build in place"


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    fields = dict(line.split(":", 1) for line in reversed(lines) if ":" in line)
    fields = {name.strip(): value.strip() for name, value in fields.items()}
    model = fields.get("model name", platform.processor() or "unknown CPU")
    return (
        f"{model} (family {fields['cpu family']} model {fields['model']})"
        if "cpu family" in fields
        else model
    )


def _compiler() -> str:
    command = shutil.which(os.environ.get("CC", "cc"))
    if command is None:
        return "not found"
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[0] if done.stdout else command


def heading(table: Table) -> str:
    """The group and what it runs over."""
    return f"{table.group.name}: {table.corpus}"


def lines(table: Table) -> Iterator[tuple[str, ...]]:
    """The cells of the table."""
    yield "", "ns a hand, least", "median", f"times {table.group.base}", "hands"
    for row in table.rows:
        times = table.times_base(row)
        yield (
            row.contender,
            f"{row.least:,.0f}",
            f"{row.median:,.0f}",
            f"{times:,.2f}" if times else "",
            f"{row.hands:,}",
        )


def print_table(table: Table) -> None:
    """For the terminal."""
    print(f"\n{heading(table)}", flush=True)
    cells = list(lines(table))
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    for row in cells:
        print(
            f"  {row[0]:{widths[0]}}",
            *(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:])),
            sep="  ",
        )


def markdown(tables: list[Table]) -> str:
    """The page of the documentation."""
    page = ["# Benchmarks", "", "<!-- Written by bench/ratios.py: do not edit. -->", ""]
    page += [f"- {name}: {value}" for name, value in machine()]
    page += [
        "",
        "Nanoseconds a hand, the least and the median of interleaved rounds in one process; the",
        "ratio is of the least times, larger is faster. Each contender answers for every hand of",
        "the corpus, and its answers are compared before it is timed. Calls are made from Python,",
        "one a hand, with arguments that are ready; their loop is in the figures of all of them.",
        "",
        "![Nanoseconds a hand to score](benchmarks.svg)",
        "",
        "The corpora (`bench/corpus.py`, seeded):",
        "",
    ]
    page += [f"- **{name}**: {corpus(name).holds}" for name in NAMES]
    for table in tables:
        head, *rows = lines(table)
        page += [
            "",
            f"## {heading(table)}",
            "",
            f"| {' | '.join(head)} |",
            "|---" + "|---:" * (len(head) - 1) + "|",
        ]
        page += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(page) + "\n"


def draw(tables: list[Table], path: Path) -> None:
    """Bars on a logarithmic scale: the tables of the groups that have ``charted`` corpora, one
    panel each.
    """
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "guobiao"
    from matplotlib import pyplot

    shown = [table for table in tables if table.corpus in table.group.charted]
    heights = [len(table.rows) + 1 for table in shown]
    figure, panels = pyplot.subplots(
        len(shown),
        sharex=True,
        squeeze=False,
        figsize=(9, 0.34 * sum(heights) + 0.6),
        height_ratios=heights,
        layout="constrained",
    )
    for table, panel in zip(shown, panels[:, 0]):
        names = [row.contender for row in table.rows]
        colours = [
            "#9a9a9a" if name in (table.group.base, "reference") else "#b3261e" for name in names
        ]
        bars = panel.barh(names, [row.least for row in table.rows], color=colours)
        panel.bar_label(bars, [f"{row.least:,.0f} ns" for row in table.rows], padding=4)
        panel.set_title(heading(table), loc="left", fontsize=10)
        panel.set_xscale("log")
        panel.invert_yaxis()
        panel.margins(x=0.15)
        panel.spines[["top", "right"]].set_visible(False)
    panels[-1, 0].set_xlabel("nanoseconds a hand (logarithmic)")
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("groups", nargs="*", help="names of groups (default: all)")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument(
        "--seconds",
        type=float,
        default=12,
        help="for one group over one corpus, three rounds at least",
    )
    parser.add_argument(
        "--write", action="store_true", help="write docs/benchmarks.md and docs/benchmarks.svg"
    )
    options = parser.parse_args()
    names = [group.name for group in GROUPS]
    if unknown := set(options.groups) - set(names):
        parser.error(f"no group {min(unknown)!r}: there are {', '.join(map(repr, names))}")
    for name, value in machine():
        print(f"{name}: {value}")
    tables = []
    for group in GROUPS:
        for name in group.corpora if not options.groups or group.name in options.groups else ():
            tables.append(measure(group, name, options.rounds, options.seconds))
            print_table(tables[-1])
    if options.write:
        draw(tables, DOCS / "benchmarks.svg")
        (DOCS / "benchmarks.md").write_text(markdown(tables), encoding="utf-8")
        print(f"\nwritten: {DOCS / 'benchmarks.md'}, {DOCS / 'benchmarks.svg'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
