"""The readers of texts against each other: the notation, the compiled reader of one hand and of
batches, texts as bytes, files of the command.

``python tests/notation_agreement.py --texts 1000000`` reads so many mutated and respelt hands,
prints each that they read differently (or that raises what is no error of ours) with its seed, and
exits 1.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from random import Random

import numpy as np

from batch_rows import NAMES, columns
from guobiao import (
    BatchStatus,
    GuobiaoError,
    Hand,
    HandBatch,
    NotationError,
    RuleProfile,
    format_hand,
    get_profile,
    parse_hand,
    score_batch,
)
from guobiao.cli.hand_lines import read_lines as lines_of_file
from guobiao.notation import read_draft
from guobiao.notation.alphabets import BLANKS
from guobiao.notation.draft import Draft
from mahjong_core.lines import read_lines
from mutations import mutated_hands, respelt_hands

CHUNK = 2000  # texts a seed

Row = list[object]


def fast(lines: list[str]) -> tuple[dict[str, np.ndarray], list[int]]:
    """What the compiled reader alone makes of lines, and which it leaves."""
    arrays = columns(HandBatch.from_arrays(np.full((len(lines), 34), 99, np.uint8)))
    return arrays, read_lines(lines, *arrays.values())


def plain_row(draft: Draft) -> Row:
    """The columns of what the notation reads, a hand or not."""
    slots, melds = [tile.slot for tile in draft.standing], [meld.code for meld in draft.melds]
    has_winning_tile = len(slots) + 3 * len(melds) == 14 and not draft.waiting
    flags = sum(1 << bit for bit, flag in enumerate(draft.flags) if flag == "1")
    winds = 4 * "ESWN".index(draft.winds[0]) + "ESWN".index(draft.winds[1])
    counts = [min(255, slots.count(slot)) for slot in range(34)]
    return [
        counts,
        (melds + [0] * 4)[:4],
        slots[-1] if has_winning_tile else 255,
        flags,
        winds,
        draft.flowers,
    ]


def hand_row(hand: Hand) -> Row:
    """The columns of a hand."""
    return [
        list(hand.counts),
        list(hand.meld_codes),
        hand.win,
        hand.flags,
        hand.winds,
        hand.flowers,
    ]


def rows(arrays: dict[str, np.ndarray]) -> list[Row]:
    """The rows of columns."""
    return [list(row) for row in zip(*(arrays[name].tolist() for name in NAMES), strict=True)]


EMPTY: Row = [[0] * 34, [0] * 4, 255, 0, 0, 0]


def differences(lines: list[str], rng: Random) -> Iterator[str]:
    """What the readers say differently of the lines."""
    expected = [_row_of_notation(line) for line in lines]
    yield from (f"{line!r}: {row}" for line, row in zip(lines, expected) if isinstance(row, str))
    yield from (told for line in lines for told in _differences_of_a_hand(line))
    arrays, unread = fast(lines)
    left, found = set(unread), rows(arrays)
    for number, (line, row) in enumerate(zip(lines, expected)):
        if found[number] != (EMPTY if number in left else row):
            yield f"{line!r}: the compiled reader has {found[number]}, the notation {row}"
    for kind, texts in (
        ("texts", lines),
        ("bytes", [line.encode("utf-8", "surrogatepass") for line in lines]),
    ):
        batch = HandBatch.from_lines(texts)
        status, found = score_batch(batch).status.tolist(), rows(columns(batch))
        for number, (line, row) in enumerate(zip(lines, expected)):
            is_bad = status[number] == BatchStatus.BAD_NOTATION
            if is_bad != (row is None) or (not is_bad and found[number] != row):
                yield f"{line!r} among {kind}: the batch has {found[number]}, the notation {row}"
    yield from _differences_of_a_file(lines, rng)


def _differences_of_a_hand(line: str) -> Iterator[str]:
    """What is read with the compiled reader first, and by the notation alone: the hand, the sources
    of its melds among it, or the error.
    """
    for rules in ("mil", "botzone"):
        profile = get_profile(rules)
        found = _outcome(partial(parse_hand, line, rules=profile))
        expected = _outcome(partial(_plain_hand, line, profile))
        if found != expected:
            yield f"{line!r} under {rules}: parse_hand has {found}, the notation {expected}"


def _plain_hand(line: str, profile: RuleProfile) -> Hand:
    return read_draft(line).to_hand(profile)


def _outcome(read: Callable[[], Hand]) -> Hand | tuple[type, str]:
    try:
        return read()
    except GuobiaoError as error:
        return type(error), str(error)


def _row_of_notation(line: str) -> Row | str | None:
    """The row of a line, None if no notation can read it; and what is wrong with the answer, as a
    text.
    """
    try:
        row = plain_row(read_draft(line))
    except NotationError as error:
        return (
            None
            if error.text == line.rstrip(BLANKS + "\r\n")
            else f"the error shows {error.text!r}"
        )
    except Exception as error:
        return repr(error)
    try:
        hand = parse_hand(line, rules="botzone")
    except NotationError:
        return row
    if hand_row(hand) != row:
        return f"the hand has {hand_row(hand)}, the draft {row}"
    return (
        row
        if parse_hand(format_hand(hand), rules="botzone") == hand
        else "another hand when written and read"
    )


def _differences_of_a_file(lines: list[str], rng: Random) -> Iterator[str]:
    """The same lines in a file, whatever ends them, are the hands that the command reads."""
    texts = [
        text
        for line in lines
        for text in line.replace("\r", "\n").split("\n")
        if "\ud800" not in text
    ]
    content = "".join(text + rng.choice(("\n", "\r\n", "\r")) for text in texts).encode()
    found = [line.text for line in lines_of_file(io.BytesIO(content), "hands")]
    hands = [text for text in texts if (bare := text.strip(BLANKS)) and bare[0] != "#"]
    if found != hands:
        yield from (f"{a!r} in a file is {b!r}" for a, b in zip(hands, found) if a != b)
        yield f"{len(hands)} lines in a file are {len(found)}"


def check_chunk(seed: int, texts: int) -> tuple[list[str], Counter[str]]:
    """The differences, and how the texts were taken; half of them mutated, half respelt."""
    lines = [*chain(mutated_hands(seed, texts // 2), respelt_hands(seed, texts - texts // 2))]
    _, unread = fast(lines)
    status = score_batch(HandBatch.from_lines(lines)).status
    bad = int((status == BatchStatus.BAD_NOTATION).sum())
    taken = Counter(
        compiled=len(lines) - len(unread),
        notation=len(unread) - bad,
        refused=bad,
        scored=int((status == 0).sum()),
    )
    return [f"seed {seed}: {told}" for told in differences(lines, Random(seed))], taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    args = parser.parse_args()
    started, wrong, taken = time.monotonic(), 0, Counter[str]()
    for seed in range(args.seed, args.seed + max(1, args.texts // CHUNK)):
        told, how = check_chunk(seed, CHUNK)
        print(*told, sep="\n", end="\n" if told else "", flush=True)
        wrong, taken = wrong + len(told), taken + how
    print(
        f"{taken.total() - taken['scored']:,} texts: {dict(taken)}; {wrong} differences, "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
