"""Records that look right and tell wrong moves, through the replay: each is a difference, never an
exception, and the games after it count.

python tests/record_faults.py                       100,000 records of each format
python tests/record_faults.py --records 1000 text   a thousand of one format

A sound record is changed in one place or a few: another player, another action or another tile, a
move too many or too few, two that have changed places, a claim that lost. Some of them still say
what the rules say: those must be told by the table as they were recorded.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from guobiao.botzone.texts import TextGame, format_game, parse_games, text_game_of
from guobiao.records import GameReplay, RecordFormat, replay_games
from guobiao.records.json_lines import event_text, parse_hand_record, record_hand
from guobiao.records.tziakcha import TziakchaGame, parse_tziakcha
from guobiao.table import ActionKind as A
from guobiao.table import Event, EventKind, encode_action
from guobiao.table.moves import LostClaim, Move, MoveKind, moves_of_events
from guobiao.tiles import Seat, Tile
from record_files import OWN_JSONL, OWN_JUDGE, OWN_TEXT, OWN_TZIAKCHA

CHUNK = 500

# ----------------------------------------------------------------------------------- lists of moves


def changed_places(
    rng: random.Random, moves: list, another: Callable[[random.Random, list, int], object]
) -> list:
    """The moves with one to three places changed: taken out, told twice, exchanged, or ``another``
    one in or for it.
    """
    moves = list(moves)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        place = rng.randrange(len(moves)) if moves else 0
        match rng.randrange(8) if moves else 0:
            case 0:
                moves.insert(place, another(rng, moves, place))
            case 1:
                del moves[place]
            case 2:
                moves.insert(rng.randrange(len(moves)), moves[place])
            case 3:
                other = min(len(moves) - 1, place + rng.choice((1, 1, 2, 7)))
                moves[place], moves[other] = moves[other], moves[place]
            case _:
                moves[place] = another(rng, moves, place)
    return moves


# ---------------------------------------------------------------------------------- the text format

CLAIMS = (MoveKind.CHOW, MoveKind.PUNG, MoveKind.MELDED_KONG, MoveKind.WIN)


def any_tile(rng: random.Random, near: int) -> int:
    """A tile: the same one, a neighbour, any, or a flower."""
    return rng.choice(
        (near, near, max(0, near - 1), min(33, near + 1), rng.randrange(34), rng.randrange(34, 42))
    )


def another_move(rng: random.Random, moves: Sequence[Move], place: int) -> Move:
    """A move like the one there, in one respect another one; often a win."""
    move = moves[place] if moves else Move(Seat.E, MoveKind.WIN, 0)
    match rng.randrange(6):
        case 0:
            return replace(move, seat=Seat(rng.randrange(4)))
        case 1:
            return replace(move, kind=rng.choice(list(MoveKind)))
        case 2:
            return replace(move, tile=any_tile(rng, move.tile))
        case 3:
            kind, tile = rng.choice(CLAIMS), any_tile(rng, move.tile)
            return replace(move, lost=(*move.lost, LostClaim(Seat(rng.randrange(4)), kind, tile)))
        case 4:
            return replace(move, seat=Seat(rng.randrange(4)), kind=MoveKind.WIN)
        case _:
            return Move(
                Seat(rng.randrange(4)), rng.choice(list(MoveKind)), any_tile(rng, move.tile)
            )


GAMES = parse_games(OWN_TEXT.read_text(encoding="utf-8"))
SOUND_GAME = format_game(min(GAMES, key=lambda game: len(game.moves)))


def wrong_text(rng: random.Random) -> str:
    game = rng.choice(GAMES)
    return (
        format_game(replace(game, moves=tuple(changed_places(rng, game.moves, another_move))))
        + SOUND_GAME
    )


def check_text(text: str, game: GameReplay) -> None:
    """What agrees is what the table would have written."""
    recorded = parse_games(text)[0]
    assert game.hand is not None
    assert by_table(text_game_of(game.hand, id=recorded.id)) == by_table(recorded)


def by_table(game: TextGame) -> tuple[object, ...]:
    """The game without the order of lost claims."""
    moves = [(move.seat, move.kind, move.tile, frozenset(move.lost)) for move in game.moves]
    return game.hands, moves, game.points, frozenset(game.fans), game.changes


# --------------------------------------------------------------------------------------- JSON lines

# Without the hands under a profile of one's own: whoever changes that profile waits seconds for its
# tables.
RECORDS = [
    parse_hand_record(line)
    for line in OWN_JSONL.read_text(encoding="utf-8").splitlines()
    if '"club"' not in line
]
SOUND_LINE = OWN_JSONL.read_text(encoding="utf-8").splitlines()[-1]  # a hand that is not over
_SEATED = [kind for kind in EventKind if kind is not EventKind.DRAWN_GAME]


def another_event(rng: random.Random, events: Sequence[Event], place: int) -> Event:
    """An event like the one there, in one respect another one; often a win."""
    event = events[place] if events else Event(EventKind.WIN, Seat.E, Tile(0))
    seat, tile = Seat(rng.randrange(4)), any_tile(rng, event.tile or 0)
    match rng.randrange(6):
        case 0 if event.seat is not None:
            return replace(event, seat=seat)
        case 1 if event.tile is not None:
            return replace(event, tile=tile)
        case 2:
            claim = rng.choice((encode_action(A.PUNG, 4), encode_action(A.CHOW, 4, 5), int(A.WIN)))
            return replace(event, ignored=(*event.ignored, (seat, claim)))
        case 3 | 4:
            source = rng.choice((None, Seat(rng.randrange(4))))
            return Event(EventKind.WIN, seat, tile, source=source)
        case _:
            return event_of(rng.choice(_SEATED), seat, tile, Seat(rng.randrange(4)))


def event_of(kind: EventKind, seat: Seat, tile: int, source: Seat) -> Event:
    if kind is EventKind.DEAL:
        return Event(kind, seat, tiles=tuple([tile] * 13))
    if kind is EventKind.CHOW:
        return Event(kind, seat, tile, claimed=Tile(min(tile, 33)), source=Seat((seat - 1) % 4))
    has_source = kind in (EventKind.PUNG, EventKind.MELDED_KONG)
    return Event(kind, seat, tile, source=source if has_source else None)


def wrong_line(rng: random.Random) -> str:
    record = rng.choice(RECORDS)
    value = json.loads(SOUND_LINES[record.id])
    events = changed_places(rng, list(record.events), another_event)
    value["events"] = [event_text(event) for event in events]
    return json.dumps(value) + "\n" + SOUND_LINE + "\n"


SOUND_LINES = {
    json.loads(line)["id"]: line for line in OWN_JSONL.read_text(encoding="utf-8").splitlines()
}


def check_line(text: str, game: GameReplay) -> None:
    recorded = parse_hand_record(text.split("\n")[0])
    assert game.hand is not None
    assert record_hand(game.hand, id=recorded.id, players=recorded.players) == recorded


# --------------------------------------------------------------------------------- the judge's logs

LOGS = [json.loads(path.read_text(encoding="utf-8")) for path in OWN_JUDGE]
CODES = (
    [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)]
    + [f"F{k}" for k in range(1, 5)]
    + ["J1", "J2", "J3", "H1", "H8"]
)
WORDS = ("PASS", "HU", "GANG", "PLAY", "PENG", "CHI", "BUGANG", "GANG", "DRAW", "BUHUA", "")


def another_text(rng: random.Random, text: object) -> str:
    """A reply or request, with another word."""
    words = str(text).split(" ")
    match rng.randrange(4):
        case 0:
            words[rng.randrange(len(words))] = rng.choice((*WORDS, *CODES, "0", "1", "2", "3"))
        case 1:
            words.append(rng.choice(CODES))
        case _:
            words = [rng.choice(WORDS), *rng.sample(CODES, rng.randrange(3))]
    return " ".join(words)


def another_entry(rng: random.Random, entries: Sequence[dict], place: int) -> dict:
    entry = json.loads(json.dumps(entries[place]))
    seat = rng.choice("0123")
    if "output" not in entry:
        entry[seat]["response"] = another_text(rng, entry[seat]["response"])
        return entry
    output = entry["output"]
    display = output.get("display")
    match rng.randrange(5) if display else 0:
        case 0:
            output["content"][seat] = another_text(rng, output["content"][seat])
        case 1:
            display["player"] = rng.randrange(4)
        case 2:
            display["tile"] = rng.choice(CODES)
        case 3:
            display["action"] = rng.choice((*WORDS, "DEAL", "INIT", "HUANG", "WA"))
        case _:
            del display[rng.choice(list(display))]
    return entry


def without_display(entries: list[dict]) -> list[dict]:
    """The log as its judge is given it: no displays, the replies last."""
    told = [
        {"output": {k: v for k, v in entry["output"].items() if k != "display"}}
        if "output" in entry
        else entry
        for entry in entries
    ]
    return told[:-1]


INPUTS = [without_display(entries) for entries in LOGS]


def wrong_log(rng: random.Random) -> str:
    return json.dumps(changed_turns(rng, rng.choice(LOGS)))


def wrong_input(rng: random.Random) -> str:
    return json.dumps({"log": changed_turns(rng, rng.choice(INPUTS)), "initdata": {}})


def changed_turns(rng: random.Random, log: list[dict]) -> list[dict]:
    """A log in which some entries are others: a whole turn (output and replies) is taken out, told
    twice, or its parts are changed.
    """
    entries = list(log)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        place = 2 * rng.randrange(len(entries) // 2)
        match rng.randrange(8):
            case 0:
                del entries[place : place + 2]
            case 1:
                entries[place:place] = entries[place : place + 2]
            case _:
                place += rng.randrange(2)
                entries[place] = another_entry(rng, entries, place)
    return entries


def check_log(text: str, game: GameReplay) -> None:
    assert game.hand is not None


# ----------------------------------------------------------------------------------------- tziakcha

TZIAKCHA = json.loads(OWN_TZIAKCHA.read_text(encoding="utf-8"))
SOUND_TZIAKCHA = min(TZIAKCHA, key=lambda game: len(game["a"]))


def another_action(rng: random.Random, actions: Sequence[list[int]], place: int) -> list[int]:
    """A pair of numbers like the one there, in one respect another one; often a win."""
    what, data = actions[place] if actions else (6, 20)
    seat, id = rng.randrange(4) << 4, rng.choice((data & 255, (data & 255) ^ 4, rng.randrange(144)))
    match rng.randrange(7):
        case 0:
            return [what & 15 | seat, data]
        case 1:
            return [what, data & ~255 | id]
        case 2:
            return [what & ~15 | rng.randrange(10), data]
        case 3:
            return [rng.choice((3, 4, 5, 6)) | seat, 0]
        case 4:
            return [6 | seat, 2 * rng.randrange(8, 40)]
        case 5:
            return [
                rng.choice((3, 4, 5)) | seat,
                id >> 2 | rng.randrange(4) << 6 | rng.randrange(4) << 8,
            ]
        case _:
            return [rng.choice((2, 7, 1)) | seat, id | rng.randrange(2) << 8]


def wrong_tziakcha(rng: random.Random) -> str:
    game = rng.choice(TZIAKCHA)
    return json.dumps(
        [game | {"a": changed_places(rng, game["a"], another_action)}, SOUND_TZIAKCHA]
    )


def check_tziakcha(text: str, game: GameReplay) -> None:
    """What agrees is what the table tells, but for the tile of a win, the kind of a chow that lost,
    and the order of opening flowers.
    """
    recorded = parse_tziakcha(text)[0]
    assert isinstance(recorded, TziakchaGame)
    assert game.hand is not None
    played = list(moves_of_events(game.hand.events))
    first = next(
        k for k, move in enumerate(played) if move.kind not in (MoveKind.DRAW, MoveKind.FLOWER)
    )
    assert [as_told(move) for move in played[first:]] == [as_told(move) for move in recorded.moves]


def as_told(move: Move) -> tuple[object, ...]:
    lost = frozenset((claim.seat, claim.kind) for claim in move.lost)
    return move.seat, move.kind, None if move.kind is MoveKind.WIN else move.tile, lost


# -------------------------------------------------------------------------------------- the program


class Kind(NamedTuple):
    """A format: its wrong records, how many games follow each, and what holds
    for one that agrees.
    """

    format: RecordFormat
    make: Callable[[random.Random], str]
    following: int
    check: Callable[[str, GameReplay], None]


KINDS = {
    "text": Kind(RecordFormat.TEXT, wrong_text, 1, check_text),
    "jsonl": Kind(RecordFormat.JSONL, wrong_line, 1, check_line),
    "judge": Kind(RecordFormat.JUDGE, wrong_log, 0, check_log),
    "tziakcha": Kind(RecordFormat.TZIAKCHA, wrong_tziakcha, 1, check_tziakcha),
    "judge-input": Kind(RecordFormat.JUDGE, wrong_input, 0, check_log),
}


def outcome(kind: Kind, text: str, *, lenient: bool) -> str:
    """What became of a wrong record: the kind of its first difference, "agrees", or "refused" for a
    file that is not a record.
    """
    games = list(replay_games(io.BytesIO(text.encode()), kind.format, lenient=lenient))
    assert len(games) == 1 + kind.following, f"{len(games)} games"
    for game in games[1:]:
        assert game.agrees, f"the game after it: {game.differences}"
    for found in (*games[0].differences, *games[0].repaired):
        assert found.line >= 1
        assert str(found)
    if games[0].agrees and not games[0].repaired:
        kind.check(text, games[0])
    return games[0].differences[0].kind.name if games[0].differences else "agrees"


def check_records(name: str, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What became of ``count`` wrong records, and what went wrong with them."""
    kind, counted, faults = KINDS[name], Counter[str](), []
    for number in range(seed, seed + count):
        rng = random.Random(f"{name} {number}")
        text = kind.make(rng)
        try:
            counted[outcome(kind, text, lenient=rng.random() < 0.3)] += 1
        except Exception as error:
            faults.append(f"{name} {number}: {type(error).__name__}: {error}"[:300])
    return counted, faults


def run(
    name: str, count: int, seed: int, pool: ProcessPoolExecutor
) -> tuple[Counter[str], list[str]]:
    seeds = range(seed, seed + count, CHUNK)
    sizes = [min(CHUNK, seed + count - first) for first in seeds]
    counted, faults = Counter[str](), list[str]()
    for counts, wrong in pool.map(check_records, itertools.repeat(name), sizes, seeds):
        counted += counts
        faults += wrong
    return counted, faults


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "formats",
        nargs="*",
        choices=[*KINDS, []],
        metavar="FORMAT",
        help=f"{', '.join(KINDS)}; all",
    )
    parser.add_argument("--records", type=int, default=100_000, help="of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(args.processes) as pool:
        for name in args.formats or KINDS:
            started = time.monotonic()
            counted, faults = run(name, args.records, args.seed, pool)
            print(*faults[:20], sep="\n", end="\n" if faults else "")
            told = ", ".join(f"{count:,} {what}" for what, count in counted.most_common())
            print(
                f"{name}: {args.records:,} records, {len(faults):,} faults; {told}; "
                f"{time.monotonic() - started:.0f} s",
                flush=True,
            )
            wrong += len(faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
