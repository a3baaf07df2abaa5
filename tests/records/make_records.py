"""Writes the records of this folder and of docs/examples: hands that the library itself has played,
each from a seed.

python tests/records/make_records.py            writes them
python tests/records/make_records.py --check    writes nothing; exit status 1 if one is out of date

A hand is played by four players who want to be complete, take every win that the rules allow and,
now and then, claim or discard at random, so that lost claims, kongs and draws occur. The seeds were
looked for: what each is there for stands beside it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from guobiao import Hand, Meld, MeldKind, RuleProfile, parse_fan, shanten
from guobiao.botzone.judge import judge_log_of
from guobiao.botzone.judge_log import format_judge_log
from guobiao.botzone.texts import format_game, text_game_of
from guobiao.records.json_lines import format_hand_record, record_hand
from guobiao.records.tziakcha import FAN_NAMES
from guobiao.table import ActionKind, Event, EventKind, Observation, Phase, TableHand, decode_action

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
TZIAKCHA = (
    Deal(3000),  # a draw with a kong
    Deal(3004),  # 双明杠: all kinds of kong, a pung that lost
    Deal(3027),  # 海底捞月
    Deal(3036),  # 无番和
    Deal(3111),  # 妙手回春
    Deal(3144),  # 杠上开花
    Deal(3247),  # a robbed kong
    Deal(3249),  # 一色三步高 of step two, which has an entry of its own there
    Deal(3261),  # a robbed kong that two could win with
    Deal(3263),  # 明暗杠
    Deal(3267),  # a chow that lost, of which the record does not tell which
)
EXAMPLE = (Deal(6), Deal(227))
UNFINISHED = 30  # actions of the last hand, which is not played to its end


class Wisher:
    """A player that lowers its shanten number, and does something at random now and then."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def act(self, seen: Observation) -> int:
        """An action of its own."""
        legal = seen.legal_actions
        if WIN in legal:
            return WIN
        if self.random.random() < 0.04:
            return self.random.choice(legal)
        return self.discard(seen) if seen.phase is Phase.PLAY else self.claim(seen)

    def discard(self, seen: Observation) -> int:
        """The discard after which the hand is nearest to complete; a kong if there is one."""
        kongs = [
            action
            for action in seen.legal_actions
            if decode_action(action).kind is not ActionKind.DISCARD
        ]
        if kongs:
            return kongs[0]
        return min(
            seen.legal_actions,
            key=lambda action: (distance(seen, removed=(action - 2,)), self.random.random()),
        )

    def claim(self, seen: Observation) -> int:
        """A pung or chow that brings the hand nearer; a kong always."""
        best, nearest = PASS, distance(seen)
        for action in seen.legal_actions[1:]:
            kind, tile, _ = astuple(decode_action(action))
            if kind is ActionKind.MELDED_KONG:
                return action
            claimed = (
                Meld(MeldKind.CHOW, tile - 1)
                if kind is ActionKind.CHOW
                else Meld(MeldKind.PUNG, tile)
            )
            own = list(claimed.tiles)
            own.remove(seen.tile)
            if (near := distance(seen, removed=tuple(own), claimed=(claimed,))) < nearest:
                best, nearest = action, near
        return best


def distance(
    seen: Observation, *, removed: tuple[int, ...] = (), claimed: tuple[Meld, ...] = ()
) -> int:
    """The shanten number of a seat's hand without some tiles and with what it claims."""
    standing = [tile for tile in range(34) for _ in range(seen.hand[tile])]
    for tile in removed:
        standing.remove(tile)
    melds = [Meld(meld.kind, meld.tile, meld.source or 1) for meld in seen.melds[seen.seat]]
    return shanten(Hand(standing, [*melds, *claimed])).overall


def make(deal: Deal, *, actions: int = 1000) -> TableHand:
    """The hand, played to its end or to a number of actions."""
    hand = TableHand(
        seed=deal.seed,
        rules=deal.rules,
        wall=deal.wall,
        flowers=deal.flowers,
        prevalent_wind=deal.seed % 4,
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


# ------------------------------------------------------------ hands as tziakcha (雀渣) records them
# Which copy of a tile it was, and the dice, are made up.


class Step(IntEnum):
    """What a move of the site is."""

    START = 0
    FLOWER = 1
    DISCARD = 2
    CHOW = 3
    PUNG = 4
    KONG = 5
    WIN = 6
    DRAW = 7
    PASS = 8


KIND_OF_CLAIM = {
    ActionKind.CHOW: Step.CHOW,
    ActionKind.PUNG: Step.PUNG,
    ActionKind.MELDED_KONG: Step.KONG,
    ActionKind.WIN: Step.WIN,
}
# Of the fans that are two entries there, the one of step one.
NUMBER_OF_FAN = {
    parse_fan(name): number for number, name in reversed(FAN_NAMES.items()) if number < 85
}
BY_ITSELF, BY_HAND = 0x1000, 0x100
OPENING_EVENTS = (EventKind.FLOWER, EventKind.REPLACEMENT, EventKind.DRAW)


def tziakcha_game(hand: TableHand, *, id: str, number: int, seed: int) -> dict[str, object]:
    """The hand, which has a common wall with flowers and is over; ``number``: in its match, from 0,
    four to a prevailing wind.
    """
    result = hand.result
    assert result is not None
    assert number // 4 % 4 == hand.prevalent_wind
    rng = random.Random(seed)
    order = ids_of_wall(hand, rng)
    dice = [rng.randrange(1, 7) for _ in range(4)]
    game: dict[str, object] = {"id": id, "i": number, "s": list(result.changes), "b": 0}
    game |= {
        "w": bytes(laid_out(order, hand, dice)).hex(),
        "d": sum(die << 4 * k for k, die in enumerate(dice)),
    }
    game["a"] = Actions(hand, order).made
    if result.winner is not None and result.score is not None:
        payer = result.winner if result.discarder is None else result.discarder
        points = result.score.profile.points
        fans = {
            NUMBER_OF_FAN[fan.fan]: points(fan.fan) + 256 * (fan.count - 1)
            for fan in result.score.fans
        }
        game |= {
            "b": 1 << result.winner | 16 << payer,
            "win": int(result.winner),
            "f": result.score.points,
        }
        game["t"] = {str(fan): fans[fan] for fan in sorted(fans)}
    return game


def ids_of_wall(hand: TableHand, rng: random.Random) -> list[int]:
    """The table's wall with the numbers of the site: four copies of each tile in any order, then
    the flowers.
    """
    copies = {slot: rng.sample(range(4 * slot, 4 * slot + 4), 4) for slot in range(34)}
    return [copies[tile].pop() if tile < 34 else 136 + tile - 34 for tile in hand.wall]


def laid_out(order: Sequence[int], hand: TableHand, dice: Sequence[int]) -> list[int]:
    """The wall from its own beginning: the break turned back, and of the stacks that replaced
    something the upper tile first.
    """
    order = list(order)
    for upper in range(
        142, 142 - sum(event.kind is EventKind.REPLACEMENT for event in hand.events), -2
    ):
        order[upper], order[upper + 1] = order[upper + 1], order[upper]
    first = ((12 - (dice[0] + dice[1] - 1)) % 4 * 36 + 2 * sum(dice)) % 144
    return [order[(place - first) % 144] for place in range(144)]


class Actions:
    """The moves of a hand as pairs of numbers: ``made``."""

    def __init__(self, hand: TableHand, order: Sequence[int]) -> None:
        self.made: list[list[int]] = []
        self.points = (
            0 if hand.result is None or hand.result.score is None else hand.result.score.points
        )
        self.order = list(order)
        self.held: list[list[int]] = [[], [], [], []]
        self.out = 0
        """The discard, or the tile added to a pung."""
        self.drawn: int | None = None
        self.directions: dict[tuple[int, int], int] = {}
        """Where the tile of a pung came from, by its seat and slot."""
        for turn in range(4):
            for held in self.held:
                held += self.take(4 if turn < 3 else 1)
        events = hand.events[4:]
        first = next(k for k, event in enumerate(events) if event.kind not in OPENING_EVENTS)
        self.tell_opening(events[:first])
        for before, event in zip(events[first - 1 :], events[first:]):
            self.tell(event, before)

    def take(self, count: int) -> list[int]:
        taken, self.order = self.order[:count], self.order[count:]
        return taken

    def give(self, seat: int, slot: int) -> int:
        """A copy of the tile leaves the hand: the drawn one if it is one."""
        copies = [id for id in self.held[seat] if id < 136 and id >> 2 == slot]
        id = self.drawn if self.drawn in copies else copies[0]
        self.held[seat].remove(id)
        return id

    def note(self, kind: int, seat: int, data: int) -> None:
        self.made.append([kind | seat << 4, data])

    def tell_opening(self, events: Sequence[Event]) -> None:
        """Flowers seat by seat, and that there are no more; the dealer's fourteenth tile is not
        told.
        """
        for seat in range(4):
            for before, event in zip((events[0], *events), events):
                if event.seat == seat and event.kind is EventKind.REPLACEMENT:
                    self.tell(event, before)
                elif event.seat == seat and event.kind is EventKind.DRAW:
                    self.held[seat] += self.take(1)
            self.note(Step.PASS, seat, 2)
        self.note(Step.START, 0, 0)

    def tell(self, event: Event, before: Event) -> None:
        """One event, and what lost against it."""
        seat, tile = int(event.seat or 0), int(event.tile or 0)
        for other, action in event.ignored:
            self.note(KIND_OF_CLAIM[decode_action(action).kind], other, 0)
        match event.kind:
            case EventKind.DRAW:
                (self.drawn,) = self.take(1)
                self.held[seat].append(self.drawn)
                self.note(Step.DRAW, seat, self.drawn)
            case EventKind.REPLACEMENT:
                self.tell_replacement(seat, before)
            case EventKind.DISCARD:
                self.out = self.give(seat, tile)
                self.note(Step.DISCARD, seat, self.out | BY_HAND * (self.out != self.drawn))
            case EventKind.CHOW:
                self.tell_chow(seat, tile, int(event.claimed or 0))
            case (
                EventKind.PUNG
                | EventKind.MELDED_KONG
                | EventKind.CONCEALED_KONG
                | EventKind.ADDED_KONG
            ):
                self.tell_set(event.kind, seat, tile, int(event.source or 0))
            case EventKind.WIN:
                self.note(Step.WIN, seat, 2 * self.points)

    def tell_replacement(self, seat: int, before: Event) -> None:
        self.drawn = self.order.pop()
        self.held[seat].append(self.drawn)
        if before.kind is EventKind.FLOWER:
            flower = int(before.tile or 0) - 34
            self.held[seat].remove(136 + flower)
            self.note(Step.FLOWER, seat, self.drawn | flower << 8 | BY_ITSELF)
        else:
            self.note(Step.DRAW, seat, self.drawn | 256)

    def tell_chow(self, seat: int, middle: int, claimed: int) -> None:
        slots = (middle - 1, middle, middle + 1)
        ids = [self.out if slot == claimed else self.give(seat, slot) for slot in slots]
        copies = sum((id & 3) << 10 + 2 * place for place, id in enumerate(ids))
        self.note(Step.CHOW, seat, middle | slots.index(claimed) + 1 << 6 | copies)
        self.drawn = None

    def tell_set(self, kind: EventKind, seat: int, slot: int, source: int) -> None:
        """``source``: 1 from the left, 2 from opposite, 3 from the right, and 0 for a concealed
        kong.
        """
        from_hand = {
            EventKind.PUNG: 2,
            EventKind.MELDED_KONG: 3,
            EventKind.CONCEALED_KONG: 4,
            EventKind.ADDED_KONG: 1,
        }[kind]
        given = [self.give(seat, slot) for _ in range(from_hand)]
        direction = 0 if kind is EventKind.CONCEALED_KONG else (seat - source) % 4
        if kind is EventKind.ADDED_KONG:
            (self.out,) = given
            direction = self.directions[seat, slot]
        if kind is EventKind.PUNG:
            self.directions[seat, slot] = direction
            (copy,) = {0, 1, 2, 3} - {id & 3 for id in (self.out, *given)}
            self.note(Step.PUNG, seat, slot | direction << 6 | 1 << 8 | copy << 10)
        else:
            self.note(
                Step.KONG,
                seat,
                slot | direction << 6 | (3 if kind is EventKind.ADDED_KONG else 2) << 8,
            )
        self.drawn = None


def tziakcha() -> str:
    """Games as tziakcha records them, each in a line of the array."""
    games = []
    for deal in TZIAKCHA:
        number = 4 * (deal.seed % 4)
        hand = make(deal._replace(flowers=True, wall="common", rules="mil"))
        game = tziakcha_game(hand, id=f"seed-{deal.seed}", number=number, seed=deal.seed)
        games.append(json.dumps(game, separators=(",", ":")))
    return "[\n" + ",\n".join(games) + "\n]\n"


# ---------------------------------------------------------------------------------------- the files


def files() -> Iterator[tuple[Path, str]]:
    """The records by file."""
    yield FOLDER / "games.txt", text(TEXT)
    yield EXAMPLES / "games.txt", text(EXAMPLE)
    yield EXAMPLES / "damaged.txt", damaged(text(EXAMPLE))
    yield FOLDER / "hands.jsonl", jsonl()
    yield FOLDER / "tziakcha.json", tziakcha()
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
