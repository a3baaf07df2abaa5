"""Environments for learning: decisions a second, each with its observation (56 x 34 numbers) and
its mask, next hands dealt.

``python bench/env_rates.py`` (``pip install guobiao[env]`` for the row of the PettingZoo
environment). The actions are random legal ones, made by the compiled policy between the steps:
*with policy* counts its time, *steps* does not. The rounds of all rows are interleaved; the best
one is what the machine can do, the median what it did. *CPU* is the processor time of all threads a
decision, steps and policy, in the best round: on a machine that others use, the cores that were
free decide the rest. The payments of every hand must add up to nothing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass, field
from importlib import metadata

from guobiao.env import VectorTable

SEED = 20_241
AIM = 500_000  # decisions a second on two threads


@dataclass
class Row:
    """A setting, and the seconds that its rounds took."""

    tables: VectorTable
    threads: int
    reuse: bool
    steps: int
    rates: list[float] = field(default_factory=list)
    step_rates: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def play(self, seed: int) -> None:
        """A round from a new deal on; hands are stepped for a while first, so that they are at all
        stages.
        """
        step = self.tables.reset(seed=seed)
        for _ in range(self.steps // 4):
            step = self.tables.step(self.tables.random_actions(), out=step)
        in_steps, paid, ended = 0.0, 0.0, 0
        cpu, started = time.process_time(), time.perf_counter()
        for _ in range(self.steps):
            actions = self.tables.random_actions()
            before = time.perf_counter()
            step = self.tables.step(actions, out=step if self.reuse else None)
            in_steps += time.perf_counter() - before
            paid += float(step.rewards.sum())
            ended += int(step.dones.sum())
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        assert paid == 0, "payments do not add up to nothing"
        assert ended or self.steps < 200, "no hand has ended"
        decisions = self.steps * len(self.tables)
        self.rates.append(decisions / seconds)
        self.step_rates.append(decisions / in_steps)
        self.cpu.append(cpu / decisions)


def report_vector(rounds: int, decisions: int) -> float:
    """Many tables; the best rate on two threads."""
    rows = [
        Row(VectorTable(count, threads=threads), threads, reuse, max(40, decisions // count))
        for threads in (1, 2)
        for count in (512, 1024, 4096)
        for reuse in (False, True)
    ]
    for number in range(rounds):
        for row in rows:
            row.play(SEED + 1_000_000 * number)
    print(f"VectorTable, {rounds} rounds of {decisions:,} decisions, a second")
    print("  threads tables arrays  steps: best    median    with policy: best    median      CPU")
    for row in rows:
        print(
            f"  {row.threads:7} {len(row.tables):6} {'reused' if row.reuse else 'new':6} "
            f"{max(row.step_rates):12,.0f}"
            f" {statistics.median(row.step_rates):9,.0f} {max(row.rates):20,.0f} "
            f"{statistics.median(row.rates):9,.0f}"
            f" {1e9 * min(row.cpu):5,.0f} ns"
        )
    return max(rate for row in rows if row.threads == 2 for rate in row.rates)


def report_pettingzoo(rounds: int, hands: int) -> None:
    """One table, stepped with ``last`` and ``step`` as PettingZoo's loop does."""
    from guobiao.env import env, raw_env

    print(
        f"PettingZoo {metadata.version('pettingzoo')}, {rounds} rounds of {hands} hands, decisions "
        "a second (best, median)"
    )
    for name, make in (("raw_env", raw_env), ("env, in wrappers", env)):
        rates = []
        for number in range(rounds):
            choice, table, decisions = random.Random(number).choice, make(), 0
            started = time.perf_counter()
            for seed in range(SEED + hands * number, SEED + hands * number + hands):
                table.reset(seed=seed)
                for _ in table.agent_iter():
                    seen, _, terminated, _, _ = table.last()
                    table.step(None if terminated else choice(seen["action_mask"].nonzero()[0]))
                    decisions += not terminated
            rates.append(decisions / (time.perf_counter() - started))
        print(f"  {name:18} {max(rates):9,.0f} {statistics.median(rates):9,.0f}")


def main() -> None:
    """The script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--decisions", type=int, default=200_000, help="a round of many tables")
    parser.add_argument(
        "--hands", type=int, default=20, help="a round of the PettingZoo environment"
    )
    args = parser.parse_args()
    best = report_vector(args.rounds, args.decisions)
    print(
        f"  two threads, policy included: {best:,.0f} decisions a second ({best / AIM:.2f} of the "
        f"{AIM:,} aimed at)"
    )
    try:
        report_pettingzoo(args.rounds, args.hands)
    except ImportError as error:
        print(error)


if __name__ == "__main__":
    main()
