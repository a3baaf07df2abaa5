"""Simulated games with own walls: the judge, its engine and its logs beside the judge written down
plainly on the reference table.

``python tests/judge_agreement.py --games 3000`` plays games with random and greedy players, some of
which are faulty: programs that fail, garbage, blanks too many, tiles that they lack, claims that
are not theirs or that the walls forbid. After each turn all that is shown, told and paid is
compared, with the tables of both; at the end the log and the record are replayed. It prints what
differs with the seed of the game, and how often the rare cases have come up, and exits 1.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from guobiao.botzone.judge import JudgeTable
from guobiao.botzone.judge_log import (
    JudgeLog,
    JudgeTurn,
    Replies,
    Reply,
    format_judge_log,
    parse_judge_log,
)
from guobiao.botzone.judged_hands import _ask
from guobiao.botzone.tiles import BOTZONE_CODES
from guobiao.players import RandomPlayer, ShantenPlayer
from guobiao.records import replay_hand_record, replay_judge_log
from guobiao.records.json_lines import format_hand_record, parse_hand_record, record_hand
from guobiao.reference.table import ReferenceTable
from guobiao.table import Observation, Phase, Player, TableHand
from guobiao.tiles import Seat
from plain_judge import PlainJudge
from table_play import DISCARD, KONG, PASS, differences, shuffled_wall, suited_wall

CLAIM_STAGES = ("PLAY", "PENG", "CHI")
GARBAGE = (
    "",
    " ",
    "FOO",
    "PLAY",
    "PENG",
    "CHI",
    "HU ",
    " HU",
    "PASS ",
    " PASS",
    "pass",
    "GANG ",
    "PLAY X1",
    "3 0 DRAW",
    "\0",
    "PASS\n",
)
VERDICTS = ("TLE", "RE", "OLE", "NJ", "MLE")


def uneven_wall(rng: random.Random, flowers: bool) -> list[int]:
    """A wall that deals a seat two kongs and three of an honour; the fourth comes to one of the
    next two when that seat has drawn all.
    """
    wall = shuffled_wall(rng, flowers)
    size, seat = len(wall) // 4, rng.randrange(4)
    first, second = rng.sample(range(27), 2)
    honour, drawer = rng.randrange(27, 34), (seat + rng.choice((1, 2))) % 4
    places = [*range(size * seat, size * seat + 11), size * drawer + size - rng.randrange(1, 6)]
    for place, tile in zip(places, [first] * 4 + [second] * 4 + [honour] * 4):
        other = next(
            i
            for i, there in enumerate(wall)
            if there == tile and i not in places[: places.index(place)]
        )
        wall[place], wall[other] = wall[other], wall[place]
    return wall


def some_wall(rng: random.Random, flowers: bool) -> list[int]:
    """Any, one of suits, or an uneven one."""
    kind = rng.random()
    if kind < 0.3:
        return suited_wall(rng, flowers, own=True)
    return uneven_wall(rng, flowers) if kind < 0.6 else shuffled_wall(rng, flowers)


# How often each kind of player sits at a table.
MIXTURES = ((1, 0, 0, 0), (0, 1, 0, 0), (1, 1, 1, 1), (0, 0, 1, 1), (1, 1, 3, 3))


class PassivePlayer(RandomPlayer):
    """Discards what it has drawn and claims nothing: the walls come to their end."""

    def act(self, observation: Observation) -> int:
        """A pass, or the discard of the drawn tile."""
        drawn = observation.drawn
        return (
            PASS
            if observation.phase is not Phase.PLAY
            else DISCARD + drawn
            if drawn is not None
            else super().act(observation)
        )


class KongPlayer(PassivePlayer):
    """Makes every kong that it may besides: walls become unequal."""

    def act(self, observation: Observation) -> int:
        """A kong before all else."""
        kongs = [action for action in observation.legal_actions if action >= KONG]
        return kongs[-1] if kongs else super().act(observation)


class Faults:
    """The faulty seats of a game, and what they say instead of what they should."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seats = [seat for seat in range(4) if rng.random() < 0.5]
        self.rate, self.rate_of_meeting = rng.choice(
            ((0.0, 0.0), (0.0, 0.0), (0.0, 0.1), (0.001, 0.5), (0.02, 0.5))
        )

    def spoil(self, replies: list[Reply], judge: PlainJudge) -> list[Reply]:
        """The replies, spoilt now and then; more often where a wrong one meets a right one or
        another wrong one, and at the walls' ends.
        """
        is_claim = judge.stage in CLAIM_STAGES
        is_last = is_claim and judge.table.nothing_left_for_next
        rate = self.rate
        if is_claim and any(reply.response != "PASS" for reply in replies):
            rate = self.rate_of_meeting
        for seat in self.rng.sample(self.seats, len(self.seats)):
            if self.rng.random() < (0.25 if is_last else rate):
                replies[seat] = self._wrong(replies[seat], seat, judge)
                rate = 0.7
        return replies

    def _wrong(self, reply: Reply, seat: int, judge: PlainJudge) -> Reply:
        kind, text = self.rng.random(), reply.response
        if kind < 0.2:
            return Reply(self.rng.choice((text, "")), self.rng.choice(VERDICTS))
        if kind < 0.4:
            return Reply(self.rng.choice(GARBAGE))
        if kind < 0.55:
            return Reply(
                self.rng.choice(
                    (
                        f"{text} ",
                        f" {text}",
                        text.replace(" ", "  "),
                        f"{text} W1",
                        text.split(" ")[0],
                    )
                )
            )
        if kind < 0.65:
            return Reply("HU")
        return Reply(self.rng.choice(list(self._by_tiles(seat, judge))))

    def _by_tiles(self, seat: int, judge: PlainJudge) -> Iterator[str]:
        """What the own tiles seem to allow, whatever turns and walls say; and some tile that they
        may not.
        """
        standing, tile = judge.table.places[seat].standing, judge.tile
        own = BOTZONE_CODES[self.rng.choice(standing)]
        any_tile = BOTZONE_CODES[self.rng.randrange(34)]
        yield from (
            f"PLAY {any_tile}",
            f"GANG {any_tile}",
            f"BUGANG {any_tile}",
            f"CHI {any_tile} {own}",
        )
        if standing.count(tile) >= 2:
            yield from (f"PENG {own}", f"PENG {own}", f"PENG {any_tile}")
        if standing.count(tile) == 3:
            yield from ("GANG", "GANG", "GANG")
        for middle in range(max(tile - 1, 0), min(tile + 2, 27)):
            if all(
                other in standing for other in (middle - 1, middle, middle + 1) if other != tile
            ):
                yield from (
                    f"CHI {BOTZONE_CODES[middle]} {own}",
                    f"CHI {BOTZONE_CODES[middle]} {any_tile}",
                )


class Game:
    """One game, played at the judge's table and at the plain one."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        flowers = rng.random() < 0.2
        wall = some_wall(rng, flowers)
        size, wind = len(wall) // 4, Seat(seed % 4)
        walls = [wall[size * seat : size * seat + size] for seat in range(4)]
        hand = TableHand(
            tiles=walls, wall="own", flowers=flowers, prevalent_wind=wind, rules="botzone"
        )
        self.judge = JudgeTable(hand, srand=seed)
        self.plain = PlainJudge(
            ReferenceTable(wall, own_walls=True, prevalent_wind=wind, rules="botzone")
        )
        kinds = rng.choices(
            (RandomPlayer, ShantenPlayer, KongPlayer, PassivePlayer), rng.choice(MIXTURES), k=4
        )
        self.players: list[Player] = [kind() for kind in kinds]
        for seat, player in zip(Seat, self.players):
            player.new_hand(seat=seat, seed=seed)  # type: ignore[attr-defined]
        self.faults = Faults(rng)
        self.turns: list[JudgeTurn] = []
        self.counted = Counter({"games": 1, "with faulty players": int(bool(self.faults.seats))})

    def play(self) -> Iterator[str]:
        """What differs, to the first turn in which something does."""
        while not self.judge.is_over:
            a, b, c, d = self.faults.spoil(self._right_replies(), self.plain)
            self._count((a, b, c, d))
            self.turns.append(JudgeTurn(self.judge.output, (a, b, c, d)))
            self.plain.answer((a, b, c, d))
            self.judge.answer((a, b, c, d))
            found = [*self._shown_differently(), *differences(self.judge.hand, self.plain.table)]
            if found:
                yield from (
                    f"turn {len(self.turns)}, {self.turns[-1].replies}: {text}" for text in found
                )
                return
        self.counted[self.plain.stage] += 1
        yield from self._replayed_differently()

    def _right_replies(self) -> list[Reply]:
        return [Reply(answer.response) for answer in _ask(self.judge, self.players)]

    def _count(self, replies: Replies) -> None:
        plain, said = self.plain, [reply.response.split(" ")[0] for reply in replies]
        self.counted["turns"] += 1
        self.counted["replies that meet"] += sum(reply != Reply("PASS") for reply in replies) > 1
        if (
            plain.stage in CLAIM_STAGES
            and plain.table.nothing_left_for_next
            and {"PENG", "CHI", "GANG"} & set(said)
        ):
            self.counted["claims of the last discard"] += 1

    def _shown_differently(self) -> Iterator[str]:
        output, plain = self.judge.output, self.plain
        shown = output.display
        if self.judge.is_over is not plain.is_over or shown["action"] != plain.stage:
            yield f"{shown['action']} against {plain.stage}"
        elif plain.is_over:
            if shown.get("player", plain.player) != plain.player or output.content != plain.paid:
                yield f"{output} against {plain.player} {plain.paid}"
            if plain.stage == "HUANG" and self.turns[-1].output.display["action"] == "GANG":
                self.counted["kongs with an empty wall"] += 1
        elif plain.stage != "DEAL" and list(output.content) != plain.requests():
            yield f"{output.content} against {plain.requests()}"

    def _replayed_differently(self) -> Iterator[str]:
        if len(self.turns) > 1:  # before the deal nobody knows the walls
            log = JudgeLog((*self.turns, JudgeTurn(self.judge.output, None)))
            yield from map(
                str, replay_judge_log(parse_judge_log(format_judge_log(log))).differences
            )
        if self.judge.failure is None:
            record = parse_hand_record(format_hand_record(record_hand(self.judge.hand)))
            yield from map(str, replay_hand_record(record).differences)


def play_game(seed: int) -> tuple[Counter[str], list[str]]:
    """What was counted in the game of a seed, and what differs."""
    game = Game(seed)
    found = [f"seed {seed}: {text}" for text in game.play()]
    return game.counted, found


def play_games(seeds: Sequence[int], processes: int) -> Iterator[tuple[Counter[str], list[str]]]:
    """The games of the seeds, in their order."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_game, seeds, chunksize=10)


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=700)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    started, counted, wrong = time.monotonic(), Counter[str](), 0
    for counts, found in play_games(range(args.seed, args.seed + args.games), args.processes):
        counted += counts
        wrong += bool(found)
        print(*found, sep="\n", end="\n" if found else "", flush=True)
    print(", ".join(f"{count:,} {name}" for name, count in counted.items()))
    print(f"{wrong} games differ, {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
