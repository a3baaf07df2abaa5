"""The table: whole hands at random by the compiled policies, and stepping from Python beside
RiichiEnv in one process.

``python bench/table_play.py`` (RiichiEnv: ``pip install 'guobiao[bench-table]'``; without it only
our own rows are measured). The rounds of all contenders are interleaved and timed by the
processor's clock: all run on one thread, and neighbours on the machine take none of it. The best
round is what the machine can do, the median what it did. A decision is one action of one player, a
pass to a claim too, chosen by ``random.choice`` among the legal ones. Every hand's payments must
add up to nothing (RiichiEnv: the scores and the riichi sticks to what was there at first).
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from importlib import metadata

from guobiao.table import TableHand, table_rules
from mahjong_core.play.objects import play_random

SEED = 20_240
Steps = Callable[[int, int], int]  # first seed and hands: the decisions made


def step_hands(seed: int, hands: int) -> int:
    """Our hands, stepped with ``legal_actions`` and ``apply``."""
    choice, decisions = random.Random(seed).choice, 0
    for number in range(seed, seed + hands):
        hand = TableHand(seed=number)
        while not hand.is_over:
            hand.apply(choice(hand.legal_actions()))
            decisions += 1
        assert sum(hand.changes) == 0
    return decisions


def observe_hands(seed: int, hands: int) -> int:
    """The same, but each player chooses from the observation that it is given."""
    choice, decisions = random.Random(seed).choice, 0
    for number in range(seed, seed + hands):
        hand = TableHand(seed=number)
        while (turn := hand.turn) is not None:
            hand.apply(choice(hand.observe(turn).legal_actions))
            decisions += 1
        assert sum(hand.changes) == 0
    return decisions


def step_riichi(seed: int, hands: int) -> int:
    """RiichiEnv's single hands, without its log."""
    from riichienv import RiichiEnv

    choice, decisions = random.Random(seed).choice, 0
    env = RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=seed)
    for _ in range(hands):
        seen = env.reset()
        while not env.done():
            actions = {player: choice(one.legal_actions()) for player, one in seen.items()}
            decisions += len(actions)
            seen = env.step(actions)
        assert sum(env.scores()) + 1000 * env.riichi_sticks == 100_000
    return decisions


def has_riichi() -> bool:
    """RiichiEnv is installed."""
    try:
        metadata.version("riichienv")
    except metadata.PackageNotFoundError:
        return False
    return True


def report(rounds: int, hands: int) -> None:
    """Stepping from Python, and how many times RiichiEnv's decisions a second."""
    contenders: dict[str, Steps] = {
        "legal_actions, apply": step_hands,
        "observe, apply": observe_hands,
    }
    if has_riichi():
        contenders[f"RiichiEnv {metadata.version('riichienv')}"] = step_riichi
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name, play in contenders.items():
            started = time.process_time()
            decisions = play(SEED + hands * number, hands)
            rates[name].append(decisions / (time.process_time() - started))
    base = max(rates[name := list(rates)[-1]]) if has_riichi() else None
    print(
        f"stepping from Python, {rounds} rounds of {hands} hands, decisions a second (best, median)"
    )
    for name, found in rates.items():
        times = f"  {max(found) / base:5.1f} times RiichiEnv" if base else ""
        print(f"  {name:22} {max(found):12,.0f} {statistics.median(found):12,.0f}{times}")


def report_compiled(rounds: int, hands: int) -> None:
    """Whole hands without Python, one thread."""
    print(f"compiled policies, one thread, {rounds} rounds of {hands} hands (best, median)")
    for eager in (False, True):
        for wall, flowers in ((0, True), (0, False), (1, False)):
            rates, decisions = [], 0
            for number in range(rounds):
                started = time.process_time()
                made, *ends = play_random(
                    table_rules("mil"),
                    SEED + hands * number,
                    hands,
                    wall_rule=wall,
                    has_flowers=flowers,
                    eager=eager,
                )
                rates.append(hands / (time.process_time() - started))
                assert sum(ends) == hands
                decisions += made
            name = (
                f"{'eager' if eager else 'uniform'}, {('common', 'own')[wall]} wall, "
                f"{144 if flowers else 136} tiles"
            )
            print(
                f"  {name:32} {max(rates):9,.0f} {statistics.median(rates):9,.0f} hands a second, "
                f"{decisions / rounds / hands:.0f} decisions a hand"
            )


def main() -> None:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hands", type=int, default=200, help="hands a round stepped from Python")
    parser.add_argument(
        "--compiled-hands", type=int, default=10_000, help="hands a round of the compiled policies"
    )
    args = parser.parse_args()
    report_compiled(args.rounds, args.compiled_hands)
    report(args.rounds, args.hands)


if __name__ == "__main__":
    main()
