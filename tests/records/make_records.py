"""Writes the records of this folder and of docs/examples: hands that the library itself has played, each from a seed.

python tests/records/make_records.py            writes them
python tests/records/make_records.py --check    writes nothing; exit status 1 if one is out of date

A hand is played by four players who want to be complete, take every win that the rules allow and, now and then, claim or
discard at random, so that lost claims, kongs and draws occur. The seeds were looked for: what each is there for stands beside it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from pathlib import Path
from typing import NamedTuple

from guobiao import Hand, Meld, MeldKind, RuleProfile, shanten
from guobiao.formats.botzone_judge import format_judge_log
from guobiao.formats.botzone_text import format_game, text_game_of
from guobiao.formats.hand_records import format_hand_record, record_hand
from guobiao.judge_table import judge_log_of
from guobiao.table import ActionKind, Observation, Phase, TableHand, decode_action

FOLDER = Path(__file__).resolve().parent
EXAMPLES = FOLDER.parents[1] / "docs/examples"
PLAYERS = ("安", "Bo", "Cai", "Du")
CLUB = RuleProfile({"name": "club", "points": {"碰碰和": 8}, "minimum": 6})

WIN, PASS = int(ActionKind.WIN), int(ActionKind.PASS)


class Deal(NamedTuple):
    """What a hand is played with."""

    seed: int
    flowers: bool = False
    wall: str = "own"
    rules: str | RuleProfile = "botzone"


TEXT = (
    Deal(281),  # a win before a win, a kong before a chow
    Deal(99),  # a robbed kong
    Deal(44),  # 海底捞月 after kongs
    Deal(56),  # 妙手回春
    Deal(28),  # 小三元 and 杠上开花
    Deal(6),  # 和绝张, self-drawn
    Deal(158),  # 明暗杠
    Deal(227),  # a win before a pung
    Deal(129),  # 七星不靠
    Deal(282),  # a draw with all kinds of kong
    Deal(5179),  # a kong of a discard by a seat that has nothing left to draw
    Deal(2246),  # a last discard that would make a pung
    Deal(1025, flowers=True),
    Deal(1038, flowers=True),
)
JUDGE = (
    Deal(41),  # 杠上开花 on a kong of a discard
    Deal(318),  # a robbed kong, a chow that lost
    Deal(1043, flowers=True),
)
JSONL = (
    Deal(281),
    Deal(3011, flowers=True, wall="common", rules=CLUB),
    Deal(3027, flowers=True, wall="common", rules="mil"),
    Deal(3050, flowers=True, wall="common", rules="1998"),
    Deal(3059, flowers=True, wall="common", rules="mil"),
    Deal(268, wall="common", rules="mil"),
    Deal(1025, flowers=True),
    Deal(5179),
)
EXAMPLE = (Deal(6), Deal(227))
UNFINISHED = 30  # actions of the last hand, which is not played to its end


class Wisher:
    """A player who lowers his shanten number, and does something at random now and then."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def act(self, seen: Observation) -> int:
        """An action of his."""
        legal = seen.legal_actions
        if WIN in legal:
            return WIN
        if self.random.random() < 0.04:
            return self.random.choice(legal)
        return self.discard(seen) if seen.phase is Phase.PLAY else self.claim(seen)

    def discard(self, seen: Observation) -> int:
        """The discard after which the hand is nearest to complete; a kong if there is one."""
        kongs = [action for action in seen.legal_actions if decode_action(action).kind is not ActionKind.DISCARD]
        if kongs:
            return kongs[0]
        return min(seen.legal_actions, key=lambda action: (distance(seen, removed=(action - 2,)), self.random.random()))

    def claim(self, seen: Observation) -> int:
        """A pung or chow that brings the hand nearer; a kong always."""
        best, nearest = PASS, distance(seen)
        for action in seen.legal_actions[1:]:
            kind, tile, _ = astuple(decode_action(action))
            if kind is ActionKind.MELDED_KONG:
                return action
            claimed = Meld(MeldKind.CHOW, tile - 1) if kind is ActionKind.CHOW else Meld(MeldKind.PUNG, tile)
            own = list(claimed.tiles)
            own.remove(seen.tile)
            if (near := distance(seen, removed=tuple(own), claimed=(claimed,))) < nearest:
                best, nearest = action, near
        return best


def distance(seen: Observation, *, removed: tuple[int, ...] = (), claimed: tuple[Meld, ...] = ()) -> int:
    """The shanten number of a seat's hand without some tiles and with what he claims."""
    standing = [tile for tile in range(34) for _ in range(seen.hand[tile])]
    for tile in removed:
        standing.remove(tile)
    melds = [Meld(meld.kind, meld.tile, meld.source or 1) for meld in seen.melds[seen.seat]]
    return shanten(Hand(standing, [*melds, *claimed])).overall


def make(deal: Deal, *, actions: int = 1000) -> TableHand:
    """The hand, played to its end or to a number of actions."""
    hand = TableHand(
        seed=deal.seed, rules=deal.rules, wall=deal.wall, flowers=deal.flowers, prevalent_wind=deal.seed % 4
    )
    players = [Wisher(4 * deal.seed + seat) for seat in range(4)]
    while (turn := hand.turn) is not None and len(hand.actions) < actions:
        hand.apply(players[turn].act(hand.observe(turn)))
    return hand


def text(deals: Iterable[Deal]) -> str:
    """Games in Botzone's text format."""
    return "".join(format_game(text_game_of(make(deal), id=f"seed-{deal.seed}")) for deal in deals)


def damaged(games: str) -> str:
    """The example with a wrong tile in the first win and a wrong payment in the second game."""
    return games.replace("Hu T5", "Hu T8").replace("Score 49 -8 -8 -33", "Score 49 -8 -33 -8")


def judge_log(deal: Deal) -> str:
    """A log of the judge."""
    return format_judge_log(judge_log_of(make(deal), srand=deal.seed)) + "\n"


def jsonl() -> str:
    """Hands as JSON lines, the last one not over."""
    hands = [*map(make, JSONL), make(Deal(1), actions=UNFINISHED)]
    records = [record_hand(hand, id=f"seed-{hand.seed}", players=PLAYERS) for hand in hands]
    return "".join(format_hand_record(record) + "\n" for record in records)


def files() -> Iterator[tuple[Path, str]]:
    """The records by file."""
    yield FOLDER / "games.txt", text(TEXT)
    yield EXAMPLES / "games.txt", text(EXAMPLE)
    yield EXAMPLES / "damaged.txt", damaged(text(EXAMPLE))
    yield FOLDER / "hands.jsonl", jsonl()
    for deal in JUDGE:
        yield FOLDER / f"judge-{deal.seed}.json", judge_log(deal)


def main() -> int:
    is_stale = False
    for path, content in files():
        if path.exists() and path.read_bytes() == content.encode():
            continue
        is_stale = True
        if "--check" in sys.argv[1:]:
            print(f"{path} is out of date: run python tests/records/make_records.py")
        else:
            path.write_bytes(content.encode())
            print(f"wrote {path}")
    return int(is_stale and "--check" in sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
